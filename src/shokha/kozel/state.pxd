# C types of the kernel in state.py; the meaning of each field is explained there.
cimport cython

cdef unsigned long long BEATS[360]
cdef unsigned long long SUITS[4]
cdef int SUBSETS[16]
cdef int OF_SIZES[32]

cdef void _split(unsigned long long hand, unsigned long long* low, unsigned long long* high) noexcept

@cython.final
cdef class State:
    cdef readonly int n_seats, seats, pairs, shokha, joker, sizes, cap_lead
    cdef readonly int declarations, on_initial, moskva, molodka, bura, bura_any, aces
    cdef readonly int dealer, leader, actor, phase, trump, turn_up, shown
    cdef readonly int stock_pos, stock_len, n_cards, peek_mode, redeal, notrump
    cdef readonly int trick_no, lead_seat, master, size, auto, closed, played, resume
    cdef readonly int last_winner, pot_winner, is_void, drawn_from
    cdef readonly unsigned long long master_cards, pack
    cdef int nxt[5]
    cdef int count[5]
    cdef int won[5]
    cdef int deck[36]
    cdef int stock[36]
    cdef int drawer[36]
    cdef unsigned long long hands[5]
    cdef unsigned long long taken[5]
    cdef unsigned long long table[5]
    cdef int up[5]
    cdef int queue[16]
    cdef int queue_kind[16]
    cdef readonly int queue_len, queue_pos

    cdef void _start(self, int peek) noexcept
    cdef void _draw(self, int first) noexcept
    cdef int _legal(self, unsigned long long* out) noexcept
    cdef int _leads(self, unsigned long long* out) noexcept
    cdef int _replies(self, unsigned long long* out) noexcept
    cdef bint _is_legal(self, unsigned long long action) noexcept
    cdef bint _is_lead(self, unsigned long long cards) noexcept
    cdef bint _pairs_up(self, unsigned long long reply, unsigned long long master) noexcept
    cdef bint _is_moskva(self, unsigned long long cards) noexcept
    cdef bint _is_molodka(self, unsigned long long cards) noexcept
    cdef bint _is_auto(self, unsigned long long cards) noexcept
    cdef int _cap(self) noexcept
    cdef void _apply(self, unsigned long long action) noexcept
    cdef void _put_lead(self, unsigned long long cards) noexcept
    cdef void _put_reply(self, bint face_up, unsigned long long cards) noexcept
    cdef void _declare(self, int combination) noexcept
    cdef void _pass(self) noexcept
    cdef void _after_play(self, int seat) noexcept
    cdef void _take(self) noexcept
    cdef void _before_lead(self) noexcept
    cdef void _ask(self, int first, int combination, bint mid_trick) noexcept
    cdef void _take_pot(self, int seat) noexcept
    cdef void _copy_into(self, State other) noexcept
