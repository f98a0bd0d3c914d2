# C types of the tree walk in besicovitch_probe.py; the meaning of each field is explained there.
cimport cython

cdef short UNKNOWN, WIN, WORST
cdef unsigned int ONE

@cython.final
cdef class Exchange:
    cdef readonly int nodes
    cdef readonly int n_x, n_y
    cdef int cards, suit
    cdef bint taker_leads
    cdef unsigned int even, full
    cdef int cards_x[32]
    cdef int cards_y[32]
    cdef unsigned int over_x[32]
    cdef unsigned int over_y[32]
    cdef short[::1] known
    cdef const short[::1] leads

    cdef short _lead(self, unsigned int x, unsigned int y, bint of_x) noexcept
    cdef short _face_x(self, unsigned int x, unsigned int y, int top) noexcept
    cdef short _face_y(self, unsigned int x, unsigned int y, int top) noexcept
    cdef short _pick_x(self, unsigned int y) noexcept
    cdef short _pick_y(self, unsigned int x) noexcept
    cdef short _taken(self, unsigned int kept) noexcept
    cdef unsigned int _mirror(self, unsigned int cards) noexcept
