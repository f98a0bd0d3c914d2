# C types of besicovitch_search.py; the meaning of each field is explained there.
cimport cython

cdef unsigned long long ONE, WORD, MIX_A, MIX_B, TOP_BIT
cdef int WIN, PROVEN, DEEPEST, TEMPO, EXACT, LOWER, UPPER, TAKE, STOPS

@cython.final
cdef class Search:
    cdef readonly object state
    cdef readonly long long nodes
    cdef readonly bint is_stopped
    cdef long long limit
    cdef int turns_left, shift
    cdef bint taker_leads
    cdef unsigned long long pack
    cdef set worn
    cdef unsigned char filter[4096]
    cdef int worth[104]
    cdef unsigned long long[::1] key_mine
    cdef unsigned long long[::1] key_other
    cdef short[::1] value
    cdef unsigned char[::1] draft
    cdef unsigned char[::1] bound
    cdef unsigned char[::1] best

    cdef int _lead(
        self, unsigned long long mine, unsigned long long other, int who, int depth, int alpha, int beta, int ply
    ) noexcept
    cdef int _face(
        self, unsigned long long mine, unsigned long long other, int who, int top, int depth, int alpha, int beta,
        int ply
    ) noexcept
    cdef int _take(
        self, unsigned long long mine, unsigned long long other, int who, int depth, int alpha, int beta, int ply
    ) noexcept
    cdef int _sum(self, unsigned long long cards, int who) noexcept
    cdef bint _is_drawn(
        self, unsigned long long mine, unsigned long long other, int who, int top, int ply
    ) noexcept
    cdef int _index(self, unsigned long long mine, unsigned long long other) noexcept
    cdef int _slot(self, unsigned long long mine, unsigned long long other) noexcept
    cdef void _keep(
        self, unsigned long long mine, unsigned long long other, int depth, int value, int bound, int best, int ply
    ) noexcept
