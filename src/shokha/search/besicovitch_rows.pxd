# C types of the solver's kernel in besicovitch_rows.py; the meaning of each field is explained there.
cimport cython

cdef short WIN, LOSS
cdef unsigned int ONE
cdef long long LONG

@cython.final
cdef class Desk:
    cdef readonly bint counting
    cdef readonly long long[::1] census
    cdef readonly int longest
    cdef readonly unsigned long long example
    cdef short[::1] narrowed, reply, trumped, low_x, low_y, picks
    cdef unsigned int[::1] sets
    cdef int free[32]

    cdef void _tally(
        self, unsigned char[::1] ones, int cards, unsigned int hand, int out, int bit, int top, bint of_x
    ) noexcept nogil

@cython.final
cdef class Rows:
    cdef readonly int cards, layer
    cdef readonly bint taker_leads
    cdef readonly short[::1] leads
    cdef short[::1] fresh, pick_x, pick_y, above, below
    cdef unsigned int[::1] order, place
    cdef unsigned char[::1] ones
    cdef unsigned int full, even
    cdef unsigned int beat_x[32]
    cdef unsigned int beat_y[32]
    cdef long long starts[34]

    cdef void _fill(self, long long first, long long last, Desk desk) noexcept nogil
    cdef void _row(self, unsigned int hand, Desk desk) noexcept nogil
    cdef void _spread(self, unsigned int hand, int out, Desk desk) noexcept nogil
    cdef void _leads_of_x(self, unsigned int hand, int out, Desk desk) noexcept nogil
    cdef void _leads_of_y(self, unsigned int hand, int out, Desk desk) noexcept nogil
    cdef void _cover(
        self, unsigned int hand, unsigned int by, short[::1] target, Desk desk, long long count
    ) noexcept nogil
    cdef void _write(self, unsigned int hand, int out, Desk desk) noexcept nogil
    cdef long long _settle(self) noexcept nogil
    cdef void _pick(self, unsigned int hand) noexcept nogil
    cdef unsigned int _mirror(self, unsigned int cards) noexcept nogil

cdef void _narrow(
    short[::1] source, long long at, short[::1] target, long long to, int bit, long long count
) noexcept nogil
cdef void _set(short[::1] target, short value, long long count) noexcept nogil
cdef void _copy(short[::1] target, short[::1] source, long long count) noexcept nogil
cdef void _raise(short[::1] target, short[::1] source, long long at, long long count) noexcept nogil
cdef void _raise_with(short[::1] target, short[::1] source, long long at, int bit, long long count) noexcept nogil
cdef void _lower(short[::1] target, short[::1] source, long long count) noexcept nogil
cdef void _lower_with(short[::1] target, short[::1] source, int bit, long long count) noexcept nogil
cdef short _most(short a, short b) noexcept nogil
cdef short _least(short a, short b) noexcept nogil
cdef short _answer(short value) noexcept nogil
cdef short _nearer(short value) noexcept nogil
