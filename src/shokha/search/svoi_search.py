# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Max-n tree search for Svoi Kozyri over sampled deals.

Everything after the deal is public, so one tree serves all deals that a player thinks possible: its
branches are what everybody sees. Each iteration deals the unseen cards anew, walks down the tree, adds
one node, plays the rest out with `svoi_policy`, and hands the result up as a vector: each player counts
what he himself gets (max-n), which is 1 for not losing the deal. A turn is two steps of the tree, the
cover and then the lead, which keeps it narrow. Steps are chosen by value, by what the policy thinks of
them, and by how seldom they were tried (PUCT). The same view, seed and number of iterations give the
same choice, compiled or plain.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

try:
    import cython
except ImportError:  # the plain core needs no Cython
    from shokha import _cython as cython

if cython.compiled:
    from cython.cimports.libc.math import sqrt
    from cython.cimports.shokha.cbits import ctz, draw, popcount, step
    from cython.cimports.shokha.search.svoi_policy import Policy
    from cython.cimports.shokha.svoi.state import BEATS, State
else:
    from math import sqrt

    from shokha.bits import ctz, draw, popcount, step
    from shokha.search.svoi_policy import Policy
    from shokha.svoi.state import BEATS, State

ONE = cython.declare(cython.ulonglong, 1)
M_COVER = cython.declare(cython.int, 1 << 12)
M_PICK_UP = cython.declare(cython.int, 2 << 12)
PICK_UP = cython.declare(cython.int, 36)
FULL = cython.declare(cython.int, 10000)

if not cython.compiled:
    ODDS = [0] * 65
for _i in range(65):
    ODDS[_i] = int(10000 * exp(-_i / 8))


class Search:
    """A tree that grows with `run`.

    `base` is any one world at the moment of decision, `known` the cards known in each hand, `unseen` the
    cards that may be in several, `hidden` how many of them each hand holds. Cards in `avoid[seat]` are
    dealt to a seat only when they must be: it would have played them. `explore` is the weight of the
    prior in hundredths, `temperature` its sharpness, `most` the length of a playout in turns.
    """

    def __init__(
        self,
        base: State,
        known: Sequence[int],
        unseen: Sequence[int],
        hidden: Sequence[int],
        avoid: Sequence[int],
        policy: Policy,
        seed: int,
        capacity: int,
        explore: int = 80,
        temperature: int = 300,
        most: int = 150,
    ) -> None:
        if not cython.compiled:
            self.unseen, self.hidden, self.known, self.avoid = [0] * 36, [0] * 4, [0] * 4, [0] * 4
            self.child, self.edges, self.value, self.odds = [0] * 37, [0] * 37, [0] * 37, [0] * 37
            self.path, self.reward = [0] * 400, [0] * 4
        self.base = base.copy()
        self.world = base.copy()
        self.policy = policy
        self.me = base.actor
        self.capacity = capacity
        self.explore = explore
        self.temperature = temperature
        self.most = most
        self.iterations = 0
        self.rng = (seed * 0x9E3779B97F4A7C15 & 0xFFFFFFFFFFFFFFFF) | 1
        self.n_unseen = len(unseen)
        for i, card in enumerate(unseen):
            self.unseen[i] = card
        for seat in range(len(hidden)):
            self.hidden[seat], self.known[seat], self.avoid[seat] = hidden[seat], known[seat], avoid[seat]
        self.first_child = memoryview(bytearray(4 * capacity)).cast("i")
        self.sibling = memoryview(bytearray(4 * capacity)).cast("i")
        self.edge = memoryview(bytearray(capacity))
        self.visits = memoryview(bytearray(4 * capacity)).cast("i")
        self.sums = memoryview(bytearray(32 * capacity)).cast("q")
        self.nodes = 1

    def run(self, iterations: int) -> None:
        """Grow the tree by so many iterations."""
        n: cython.int = iterations
        while n > 0:
            self._iterate()
            n -= 1

    def children(self, *way: int) -> list[tuple[int, int, float]]:
        """What was tried after the steps of `way` from the root: (step, visits, chance not to lose)."""
        node = 0
        for step in way:
            node = next((c for c in self._list(node) if self.edge[c] == step), -1)
            if node < 0:
                return []
        return [
            (self.edge[c], self.visits[c], self.sums[4 * c + self.me] / self.visits[c] / FULL) for c in self._list(node)
        ]

    def _list(self, node: int) -> list[int]:
        found, at = [], self.first_child[node]
        while at:
            found.append(at)
            at = self.sibling[at]
        return found

    # -- one iteration ---------------------------------------------------------------------------

    def _iterate(self) -> None:
        world: State = self.world
        node: cython.int = 0
        depth: cython.int = 1
        cover: cython.int = -1
        seat: cython.int
        step: cython.int
        n: cython.int
        i: cython.int
        fresh: cython.int = 0
        self.base._copy_table(world)
        world.track = 0
        self._sample()
        self.path[0] = 0
        while world.phase != 2 and depth < 399 and not fresh:
            seat = world.actor
            n = self._options(cover)
            i = self._pick(node, seat, n)
            step = self.edges[i]
            node = self.child[i]
            if node == 0:
                if self.nodes >= self.capacity:
                    break
                node = self._add(self.path[depth - 1], step)
                fresh = 1
            self.path[depth] = node
            depth += 1
            if cover >= 0:
                world._do(M_COVER | cover | step + 1 << 6)
                cover = -1
            elif world.phase == 0:
                world._do(step)
            elif step == PICK_UP:
                world._do(M_PICK_UP)
            elif world.count[seat] == 1:
                world._do(M_COVER | step)
            else:
                cover = step
        if cover >= 0:  # the new node is a cover: the policy chooses the lead
            n = self._options(cover)
            step = 0
            for i in range(1, n):
                if self.value[i] > self.value[step]:
                    step = i
            world._do(M_COVER | cover | self.edges[step] + 1 << 6)
        self.policy._play_out(world, self.most)
        self._reward()
        for i in range(depth):
            node = self.path[i]
            self.visits[node] += 1
            for seat in range(4):
                self.sums[4 * node + seat] += self.reward[seat]
        self.iterations += 1

    def _reward(self) -> None:
        """1 for everybody but the loser; of an unfinished playout, less for those who hold more."""
        world: State = self.world
        seat: cython.int
        total: cython.int = 0
        for seat in range(4):
            self.reward[seat] = FULL
            total += world.count[seat]
        if world.phase != 2:
            for seat in range(4):
                self.reward[seat] = FULL - FULL * world.count[seat] // total
        elif world.loser >= 0:
            self.reward[world.loser] = 0

    def _options(self, cover: cython.int) -> cython.int:
        """The steps open in the world, what the policy thinks of each, and its odds (10000 for the best)."""
        world: State = self.world
        policy: Policy = self.policy
        seat: cython.int = world.actor
        after: cython.int = world._next(seat)
        stage: cython.int = 1 if world.left == 2 else 0
        hand: cython.ulonglong = world.hands[seat]
        cards: cython.ulonglong = hand
        card: cython.int
        n: cython.int = 0
        i: cython.int
        best: cython.int = -1000000000
        lead: cython.int = 0
        facing: cython.int = 1 if cover < 0 and world.phase == 1 else 0
        if facing:
            if world.count[seat] > 1:
                lead = self._best_lead(world, stage, seat, after)
            cards &= BEATS[world.own[seat] * 36 + world.pile[world.size - 1]]
        elif cover >= 0:
            cards &= ~(ONE << cover)
        while cards:
            card = ctz(cards)
            self.edges[n] = card
            if facing:
                self.value[n] = lead - policy._worth_of(world, stage, seat, after, card)
            else:
                self.value[n] = policy._lead(world, stage, seat, after, card)
            if self.value[n] > best:
                best = self.value[n]
            n += 1
            cards &= cards - 1
        if facing and (n == 0 or world.count[seat] > 2):
            self.edges[n] = PICK_UP
            self.value[n] = policy._picked(world, stage, seat, after)
            n += 1
        for i in range(n):
            card = (best - self.value[i]) * 8 // self.temperature if best > self.value[i] else 0
            self.odds[i] = ODDS[card if card < 64 else 64]
        return n

    def _best_lead(self, world: State, stage: cython.int, seat: cython.int, after: cython.int) -> cython.int:
        """What the best lead from the hand is worth; a cover has to pay for one too."""
        cards: cython.ulonglong = world.hands[seat]
        best: cython.int = -1000000000
        value: cython.int
        while cards:
            value = self.policy._lead(world, stage, seat, after, ctz(cards))
            if value > best:
                best = value
            cards &= cards - 1
        return best

    def _pick(self, node: cython.int, seat: cython.int, n: cython.int) -> cython.int:
        """The index of the step to take (PUCT); its node, or 0 for a new one, is in `child`."""
        i: cython.int
        at: cython.int = self.first_child[node]
        total: cython.int = 0
        best: cython.int = 0
        score: cython.double
        top: cython.double = -1e9
        mean: cython.double = 0.75
        root: cython.double
        visits: cython.int
        for i in range(n):
            self.child[i] = 0
            total += self.odds[i]
        while at:
            for i in range(n):
                if self.edges[i] == self.edge[at]:
                    self.child[i] = at
            at = self.sibling[at]
        if self.visits[node]:
            mean = self.sums[4 * node + seat] / (FULL * 1.0 * self.visits[node])
        root = sqrt(self.visits[node] + 1.0) * self.explore / 100.0 / total
        for i in range(n):
            at = self.child[i]
            if at:
                visits = self.visits[at]
                score = self.sums[4 * at + seat] / (FULL * 1.0 * visits) + root * self.odds[i] / (1.0 + visits)
            else:
                score = mean - 0.03 + root * self.odds[i]
            if score > top:
                top = score
                best = i
        return best

    def _add(self, node: cython.int, edge: cython.int) -> cython.int:
        """A new node below another."""
        new: cython.int = self.nodes
        self.nodes += 1
        self.edge[new] = edge
        self.sibling[new] = self.first_child[node]
        self.first_child[node] = new
        return new

    # -- worlds ----------------------------------------------------------------------------------

    def _below(self, n: cython.ulonglong) -> cython.ulonglong:
        self.rng = step(self.rng)
        return draw(self.rng) * n >> 32

    def _sample(self) -> None:
        """Deal the unseen cards, up to eight times, until nobody holds what he would have played."""
        tries: cython.int = 0
        wrong: cython.int = 1
        while wrong and tries < 8:
            wrong = self._deal_hidden()
            tries += 1

    def _deal_hidden(self) -> cython.int:
        """One deal of the unseen cards into the world; returns how many lie where they should not."""
        world: State = self.world
        i: cython.int
        j: cython.int
        card: cython.int
        seat: cython.int
        at: cython.int = 0
        end: cython.int = 0
        wrong: cython.int = 0
        hand: cython.ulonglong
        for i in range(self.n_unseen - 1, 0, -1):
            j = self._below(i + 1)
            card = self.unseen[i]
            self.unseen[i] = self.unseen[j]
            self.unseen[j] = card
        for seat in range(4):
            hand = 0
            end += self.hidden[seat]
            while at < end:
                hand |= ONE << self.unseen[at]
                at += 1
            wrong += popcount(hand & self.avoid[seat])
            world.hands[seat] = hand | self.known[seat]
        return wrong
