# C types of kozel_rollouts.py; the meaning of each field is explained there.
cimport cython
from shokha.kozel.state cimport State
from shokha.search.kozel_policy cimport Policy
from shokha.search.kozel_worlds cimport Worlds

@cython.final
cdef class Judge:
    cdef object ending
    cdef dict known
    cdef readonly int n_seats, n_sides
    cdef int values[5]
    cdef int points[5]
    cdef int tricks[5]

    cdef void _judge(self, State state) noexcept
    cdef int _has_won(self, State state, int me) noexcept

@cython.final
cdef class Rollouts:
    cdef readonly Worlds worlds
    cdef readonly Policy policy
    cdef readonly Judge judge
    cdef State spare
    cdef int n_actions
    cdef unsigned long long actions[32]
    cdef int visits[32]
    cdef long long sums[32]
    cdef int wins[32]

    cdef void _one(self, unsigned long long which) noexcept
