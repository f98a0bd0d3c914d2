# C types of playouts.py.
cimport cython
from shokha.kozel.state cimport State

cdef int WORTH[9]

@cython.final
cdef class Playouts:
    cdef readonly State state
    cdef readonly unsigned long long rng, hash
    cdef readonly long long deals, actions, tricks, void, points
    cdef bint hashed

    cdef unsigned long long _below(self, unsigned long long n) noexcept
    cdef void _deal(self) noexcept
    cdef void _finish(self) noexcept
    cdef void _mix(self, unsigned long long word) noexcept
    cdef void _one(self) noexcept
    cdef void _many(self, long long deals) noexcept
