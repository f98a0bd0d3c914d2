# C types of the kernel in state.py; the meaning of each field is explained there.
cdef unsigned long long BEATS[144]
cdef unsigned long long Z_HAND[144]
cdef unsigned long long Z_PILE[1296]
cdef unsigned long long Z_TURN[8]

cdef int _nth(unsigned long long cards, int n) noexcept
cdef unsigned long long _action(int move) noexcept

cdef class State:
    cdef readonly int n_seats, seats, dealer, actor, phase, free, size, turns, left
    cdef readonly int take_plain, take_trump, take_ace, times, cap, track
    cdef readonly int loser, following, end
    cdef int own[4]
    cdef int count[4]
    cdef int out[4]
    cdef int n_out
    cdef int pile[36]
    cdef unsigned long long hands[4]
    cdef unsigned long long key

    # The positions since somebody last went out, for the repetition rule.
    cdef int first, base_size, base_actor, base_free
    cdef int base_pile[36]
    cdef unsigned long long base_hands[4]
    cdef unsigned short head[256]
    cdef unsigned short chain[2048]
    cdef unsigned short moves[2048]
    cdef unsigned long long keys[2048]

    cdef void _begin(self) noexcept
    cdef int _legal(self, int* out) noexcept
    cdef bint _is_legal(self, int move) noexcept
    cdef int _random(self, unsigned int bits) noexcept
    cdef int _take_count(self) noexcept
    cdef int _next(self, int seat) noexcept
    cdef void _put(self, int seat, int card) noexcept
    cdef void _move_cards(self, int move) noexcept
    cdef void _do(self, int move) noexcept
    cdef unsigned long long _play_out(self, unsigned long long rng) noexcept
    cdef void _stop(self, int end) noexcept
    cdef void _finish(self, int seat, bint by_lead) noexcept
    cdef void _rebase(self) noexcept
    cdef void _record(self) noexcept
    cdef void _enter(self, int at, unsigned long long key) noexcept
    cdef bint _is_position(self, int i) noexcept
    cdef void _copy_table(self, State other) noexcept
    cdef void _copy_history(self, State other) noexcept
