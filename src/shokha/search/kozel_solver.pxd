# C types of the solver in kozel_solver.py.
cimport cython
from shokha.kozel.state cimport State

cdef int WORTH[512]

cpdef int worth(unsigned long long cards) noexcept

@cython.final
cdef class Frame:
    cdef State state
    cdef Frame below
    cdef long long load
    cdef unsigned long long moves[32]
    cdef int scores[32]

@cython.final
cdef class Solver:
    cdef readonly long long nodes
    cdef readonly bint stopped
    cdef readonly int kind, total
    cdef object watch, error, memory, memo_memory
    cdef dict contexts
    cdef Frame root
    cdef int bits, shift, memo_bits, first, pots, best_index
    cdef long long limit, poll_at, loads
    cdef unsigned long long age
    cdef unsigned long long* slots
    cdef unsigned long long* memos
    cdef unsigned long long context[37]
    cdef int seat_of[4]

    cdef int _search(self, Frame frame, int rest, int alpha, int beta) noexcept
    cdef int _trick(self, Frame frame, int rest, int alpha, int beta) noexcept
    cdef int _moves(self, Frame frame, int n, int rest, int alpha, int beta) noexcept
    cdef int _try(self, Frame frame, unsigned long long move, int rest, int alpha, int beta) noexcept
    cdef int _scout(self, Frame frame, unsigned long long move, int rest, int alpha, int beta, bint first) noexcept
    cdef void _store(
        self,
        unsigned long long at,
        unsigned long long word_0,
        unsigned long long word_1,
        unsigned long long word_2,
        int cards,
        int low,
        int high,
    ) noexcept
    cdef void _make_ready(self, Frame frame) noexcept
    cdef unsigned long long _memo(self, State state) noexcept
    cdef void _order(self, Frame frame, int n) noexcept
    cdef void _order_leads(self, Frame frame, int n) noexcept
    cdef void _order_replies(self, Frame frame, int n) noexcept
    cdef bint _may_beat(self, State state, int seats, unsigned long long group, int size) noexcept
    cdef int _price(self, State state, unsigned long long cards) noexcept
    cdef void _poll(self) noexcept
