# C types of kozel_policy.py; the meaning of each field is explained there.
cimport cython
from shokha.kozel.state cimport State

cdef int AT_LEAST[27380]

@cython.final
cdef class Policy:
    cdef int weights[46]
    cdef unsigned long long moves[32]
    cdef int values[32]
    cdef int cost[36]
    cdef readonly int noise
    cdef public unsigned long long rng
    # What the player in turn sees:
    cdef int row, friends, players, enemies, ours, theirs, total, scale, at, fewest, most, last
    cdef unsigned long long live

    cdef int _jitter(self) noexcept
    cdef unsigned long long _choose(self, State state) noexcept
    cdef int _rate(self, State state) noexcept
    cdef void _look(self, State state) noexcept
    cdef int _price(self, State state, int card, unsigned long long trumps) noexcept
    cdef int _keep(self, State state, unsigned long long cards) noexcept
    cdef void _beaters(self, unsigned long long cards) noexcept
    cdef int _can_beat(self, int size, int held) noexcept
    cdef int _worth_of_trick(self, State state, bint ours, int size, int points, bint sure) noexcept
    cdef void _leads(self, State state, int n) noexcept
    cdef void _replies(self, State state, int n) noexcept
    cdef void _answers(self, State state) noexcept
    cdef void _play_out(self, State state) noexcept
