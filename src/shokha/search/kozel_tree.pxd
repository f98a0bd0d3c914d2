# C types of kozel_tree.py; the meaning of each field is explained there.
cimport cython
from shokha.kozel.state cimport State
from shokha.search.kozel_policy cimport Policy
from shokha.search.kozel_rollouts cimport Judge
from shokha.search.kozel_worlds cimport Worlds

cdef int ODDS[65]

@cython.final
cdef class Tree:
    cdef readonly Worlds worlds
    cdef readonly Policy policy
    cdef readonly Judge judge
    cdef readonly int me, nodes, capacity, explore, trust, temperature
    cdef int low, high, step
    cdef State spare
    cdef int n_actions
    cdef unsigned long long actions[32]
    cdef unsigned long long keys[32]
    cdef unsigned long long plays[32]
    cdef int odds[32]
    cdef int child[32]
    cdef int path[100]
    cdef int[::1] first_child
    cdef int[::1] sibling
    cdef unsigned long long[::1] key
    cdef int[::1] visits
    cdef int[::1] wins
    cdef long long[::1] sums

    cdef void _iterate(self, int action) noexcept
    cdef void _answer(self, State world) noexcept
    cdef int _options(self, State world, int seat) noexcept
    cdef void _find(self, int node, int n) noexcept
    cdef int _pick(self, int n, int seat) noexcept
    cdef int _add(self, int node, unsigned long long key) noexcept
