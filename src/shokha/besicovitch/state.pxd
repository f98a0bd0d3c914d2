# C types of the kernel in state.py; the meaning of each field is explained there.
cdef unsigned long long BEATERS[104]

cdef class State:
    cdef readonly int actor, phase, top, winner, ending, turns, cards
    cdef readonly int taker_leads, repetition, turn_cap
    cdef readonly unsigned long long pack
    cdef unsigned long long hands[2]
    cdef dict seen

    cdef bint _is_legal(self, unsigned long long action) noexcept
    cdef void _apply(self, unsigned long long action) noexcept
    cdef void _put(self, int seat, unsigned long long cards) noexcept
    cdef void _remember(self)
    cdef unsigned long long _random(self, unsigned long long dice) noexcept

cdef int _nth(unsigned long long cards, int n) noexcept
