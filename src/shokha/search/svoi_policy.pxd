# C types of svoi_policy.py.
cimport cython
from shokha.svoi.state cimport State

cdef int STRENGTH[36]

@cython.final
cdef class Policy:
    cdef int worth[54]
    cdef int stop[6]
    cdef int tempo[2]
    cdef readonly int noise
    cdef public unsigned long long rng

    cdef int _jitter(self) noexcept
    cdef int _choose(self, State state) noexcept
    cdef int _worth_of(self, State state, int stage, int seat, int after, int card) noexcept
    cdef int _lead(self, State state, int stage, int seat, int after, int card) noexcept
    cdef int _picked(self, State state, int stage, int seat, int after) noexcept
    cdef void _play_out(self, State state, int most) noexcept
