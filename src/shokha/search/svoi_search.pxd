# C types of svoi_search.py; the meaning of each field is explained there.
cimport cython
from shokha.search.svoi_policy cimport Policy
from shokha.svoi.state cimport State

cdef int ODDS[65]

@cython.final
cdef class Search:
    cdef readonly State base
    cdef readonly Policy policy
    cdef readonly int me, nodes, capacity, most, explore, temperature, iterations
    cdef State world
    cdef unsigned long long rng
    cdef int n_unseen
    cdef int unseen[36]
    cdef int hidden[4]
    cdef unsigned long long known[4]
    cdef unsigned long long avoid[4]
    cdef int child[37]
    cdef int edges[37]
    cdef int value[37]
    cdef int odds[37]
    cdef int path[400]
    cdef int reward[4]
    cdef int[::1] first_child
    cdef int[::1] sibling
    cdef unsigned char[::1] edge
    cdef int[::1] visits
    cdef long long[::1] sums

    cdef unsigned long long _below(self, unsigned long long n) noexcept
    cdef void _sample(self) noexcept
    cdef int _deal_hidden(self) noexcept
    cdef int _options(self, int cover) noexcept
    cdef int _best_lead(self, State world, int stage, int seat, int after) noexcept
    cdef int _pick(self, int node, int seat, int n) noexcept
    cdef int _add(self, int node, int edge) noexcept
    cdef void _reward(self) noexcept
    cdef void _iterate(self) noexcept
