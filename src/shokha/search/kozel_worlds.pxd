# C types of kozel_worlds.py; the meaning of each field is explained there.
cimport cython
from shokha.kozel.state cimport State

@cython.final
cdef class Worlds:
    cdef readonly State base, world
    cdef readonly int me, asked, turn_up
    cdef public unsigned long long rng
    cdef int n_free, n_seats, shown, n_spots, spot, weighted
    cdef unsigned long long weights[144]
    cdef int kinds[36]
    cdef int free[36]
    cdef int seats[5]
    cdef int first[6]
    cdef int taken_fate[5]
    cdef unsigned long long fixed_hand[5]
    cdef unsigned long long fixed_table[5]
    cdef unsigned long long fixed_pile[5]
    cdef unsigned long long[::1] edges
    cdef unsigned long long[::1] pins
    cdef int[::1] counts
    cdef unsigned long long[::1] spot_edges
    cdef int[::1] spots

    cdef unsigned long long _next(self) noexcept
    cdef void _draw(self) noexcept
    cdef void _shuffle(self) noexcept
    cdef int _choose(self) noexcept
    cdef void _exchange(self, int special, int special_inner) noexcept
    cdef bint _is_friend(self, int seat, int other) noexcept
