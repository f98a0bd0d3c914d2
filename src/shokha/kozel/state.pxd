# C types of the kernel in state.py; the meaning of each field is explained there.
cimport cython

cdef unsigned long long BEATS[360]
cdef unsigned long long SUITS[4]
cdef int SUBSETS[16]
cdef int OF_SIZES[32]

cdef void _split(unsigned long long hand, unsigned long long* low, unsigned long long* high) noexcept

@cython.final
cdef class State:
    # _branch and _copy_into copy these as blocks of memory: the first and the last of each block count.
    # Fixed for the deal:
    cdef readonly int n_seats, seats, pairs, shokha, joker, sizes, cap_lead
    cdef readonly int declarations, on_initial, moskva, molodka, bura, bura_any, aces
    cdef readonly int peek_mode, redeal, notrump, n_cards
    cdef readonly int dealer, trump, turn_up, shown, is_void, stock_len
    cdef readonly unsigned long long pack
    cdef int nxt[5]
    cdef int deck[36]
    cdef int stock[36]
    cdef int drawer[36]
    # What play changes:
    cdef unsigned long long hands[5]
    cdef unsigned long long taken[5]
    cdef unsigned long long table[5]
    cdef readonly unsigned long long master_cards
    cdef int count[5]
    cdef int won[5]
    cdef int up[5]
    cdef readonly int leader, actor, phase, stock_pos, trick_no, lead_seat, master, size, auto, closed, played, resume
    cdef readonly int last_winner, pot_winner, drawn_from, queue_len, queue_pos
    # The open window, meaningful up to queue_len:
    cdef int queue[16]
    cdef int queue_kind[16]

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
    cdef void _branch(self, State other) noexcept
