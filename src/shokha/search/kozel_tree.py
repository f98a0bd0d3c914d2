# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""Information-set tree search for Kozel: one tree over all worlds, branching on what its owner sees.

Each iteration takes a world, walks down the tree, adds one node, plays the rest out with
`kozel_policy` and hands the result up. At the root nothing is chosen: all candidates meet the same
worlds and the same chance, so that their differences depend little on luck, and the caller drops the
weaker ones (sequential halving). The owner's own actions and everything face up are branches of
their own; what another throws face down is one branch, "so many cards", and the policy says which
cards they are (partially observable moves). Whether somebody passes in a window is not seen, so it is
no branch; declaring is. Each player is taken to look after its own side.

Steps are chosen by value, by what the policy thinks of them, and by how seldom they were tried (PUCT).
The policy knows no other hand, so a seldom visited node plays like somebody who does not know the
owner's cards; `trust` is how much more weight the policy has in the nodes of others, who never know
what the tree has learned about the owner's hand. The weight of the unknown is measured in the range of
results seen so far, whatever a deal is played for. Actions of low rating wait until the better ones
have been tried often, which keeps leads of several cards from flooding the tree.
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
    from cython.cimports.shokha.kozel.state import State
    from cython.cimports.shokha.search.kozel_policy import Policy
    from cython.cimports.shokha.search.kozel_rollouts import Judge
    from cython.cimports.shokha.search.kozel_worlds import Worlds
else:
    from math import sqrt

    from shokha.kozel.state import State
    from shokha.search.kozel_policy import Policy
    from shokha.search.kozel_rollouts import Judge
    from shokha.search.kozel_worlds import Worlds

LEAD = cython.declare(cython.int, 1)
REPLY = cython.declare(cython.int, 3)
OVER = cython.declare(cython.int, 4)
K_DISCARD = cython.declare(cython.ulonglong, 4 << 56)
DEEP = cython.declare(cython.int, 99)

if not cython.compiled:
    ODDS = [0] * 65
for _i in range(65):
    ODDS[_i] = int(10000 * exp(-_i / 8))


class Tree:
    """A tree that grows with `run`, for the player who is to move in every world of `worlds`.

    `actions` are those to choose from, `capacity` bounds the nodes.
    `explore` and `trust` are in hundredths, `temperature` in hundredths of a card point: ratings that
    far apart differ in odds by a factor of e.
    """

    def __init__(
        self,
        worlds: Worlds,
        policy: Policy,
        judge: Judge,
        actions: Sequence[int],
        capacity: int,
        explore: int = 200,
        trust: int = 200,
        temperature: int = 80,
    ) -> None:
        if not cython.compiled:
            self.keys, self.odds, self.child, self.plays = [0] * 32, [0] * 32, [0] * 32, [0] * 32
            self.path, self.actions = [0] * 100, [0] * 32
        self.worlds = worlds
        self.policy = policy
        self.judge = judge
        self.me = worlds.me
        self.capacity = capacity
        self.explore, self.trust, self.temperature = explore, trust, temperature
        self.first_child = memoryview(bytearray(4 * capacity)).cast("i")
        self.sibling = memoryview(bytearray(4 * capacity)).cast("i")
        self.key = memoryview(bytearray(8 * capacity)).cast("Q")
        self.visits = memoryview(bytearray(4 * capacity)).cast("i")
        self.wins = memoryview(bytearray(4 * capacity)).cast("i")
        self.sums = memoryview(bytearray(8 * capacity)).cast("q")
        self.spare = worlds.base.copy()
        self.low, self.high = 2000000, -1000000
        self.n_actions = len(actions)
        self.nodes = 1 + self.n_actions
        for i, action in enumerate(actions):
            self.actions[i] = action
            self.key[i + 1] = action | (cython.cast(cython.ulonglong, self.me) << 60)

    def run(self, worlds: int, chosen: Sequence[int]) -> None:
        """Try the actions with these indices in so many further worlds."""
        which: cython.ulonglong = sum(1 << i for i in chosen)
        n: cython.int = worlds
        i: cython.int
        luck: cython.ulonglong
        while n > 0:
            self.worlds._draw()
            luck = self.worlds.rng
            self.worlds.world._copy_into(self.spare)  # the stock differs from world to world
            for i in range(self.n_actions):
                if which >> i & 1:
                    self.worlds.world._branch(self.spare)
                    self.policy.rng = luck
                    self._iterate(i)
            n -= 1

    def mean(self, index: int) -> float:
        """Mean value of an action, 0 before it was tried."""
        return self.sums[index + 1] / self.visits[index + 1] / 1e6 if self.visits[index + 1] else 0.0

    def chance(self, index: int) -> float:
        """How often the action's side had most card points in the end, or took the pot."""
        return self.wins[index + 1] / self.visits[index + 1] if self.visits[index + 1] else 0.0

    def _iterate(self, action: cython.int) -> None:
        """Play an action of the root, go down its part of the tree in the world in `spare`, and hand up the result."""
        world: State = self.spare
        node: cython.int = action + 1
        depth: cython.int = 1
        fresh: cython.int = 0
        n: cython.int
        i: cython.int
        seat: cython.int
        won: cython.int
        world._apply(self.actions[action])
        self.path[0] = node
        while world.phase != OVER and not fresh and depth < DEEP:
            seat = world.actor
            i = 0
            if seat != self.me and world.phase != LEAD and world.phase != REPLY:
                self._answer(world)  # asked out of our sight
                if self.step == 0:
                    continue
                n = 1
            else:
                n = self._options(world, seat)
            self._find(node, n)
            if n > 1:
                i = self._pick(n, seat)
            node = self.child[i]
            if node == 0:
                if self.nodes < self.capacity:
                    node = self._add(self.path[depth - 1], self.keys[i])
                fresh = 1
            if node:
                self.path[depth] = node
                depth += 1
            if self.step != 1:
                world._apply(self.plays[i])
        self.policy._play_out(world)
        self.judge._judge(world)
        won = self.judge._has_won(world, self.me)
        n = self.judge.values[self.me]
        if n < self.low:
            self.low = n
        if n > self.high:
            self.high = n
        for i in range(depth):
            node = self.path[i]
            self.visits[node] += 1
            self.wins[node] += won
            seat = self.key[node] >> 60
            self.sums[node] += self.judge.values[seat]

    def _answer(self, world: State) -> None:
        """Another one is asked: the policy answers. `step` is 0 after a pass, 1 after a declaration, which all see."""
        seat: cython.int = world.actor
        action: cython.ulonglong = self.policy._choose(world)
        self.step = 1 if action else 0
        self.keys[0] = action | cython.cast(cython.ulonglong, seat) << 60
        world._apply(action)

    def _options(self, world: State, seat: cython.int) -> cython.int:
        """The branches open in this world: `keys`, the `plays` that they stand for here, and their `odds`."""
        policy: Policy = self.policy
        n: cython.int = policy._rate(world)
        m: cython.int = 0
        i: cython.int
        hidden: cython.int = -1
        best: cython.int = -100000000
        value: cython.int
        who: cython.ulonglong = cython.cast(cython.ulonglong, seat) << 60
        self.step = 2
        for i in range(n):
            value = policy.values[i]
            if seat != self.me and policy.moves[i] >= K_DISCARD:
                value += policy._jitter()
                if hidden < 0:
                    hidden = m
                    m += 1
                    self.keys[hidden] = K_DISCARD | who
                elif value <= self.odds[hidden]:
                    continue
                self.plays[hidden] = policy.moves[i]
                self.odds[hidden] = value
            else:
                self.keys[m] = policy.moves[i] | who
                self.plays[m] = policy.moves[i]
                self.odds[m] = value
                m += 1
            if value > best:
                best = value
        for i in range(m):
            value = (best - self.odds[i]) * 8 // self.temperature
            self.odds[i] = ODDS[value if value < 64 else 64]
        return m

    def _find(self, node: cython.int, n: cython.int) -> None:
        """The nodes of the branches, 0 for new ones."""
        i: cython.int
        at: cython.int = self.first_child[node]
        for i in range(n):
            self.child[i] = 0
        while at:
            for i in range(n):
                if self.keys[i] == self.key[at]:
                    self.child[i] = at
                    break
            at = self.sibling[at]

    def _pick(self, n: cython.int, seat: cython.int) -> cython.int:
        """The index of the branch to take (PUCT)."""
        i: cython.int
        at: cython.int
        best: cython.int = 0
        tried: cython.int = 0
        visits: cython.int
        total: cython.double = 0.0
        sum_: cython.double = 0.0
        root: cython.double
        mean: cython.double
        score: cython.double
        top: cython.double = -1e18
        for i in range(n):
            total += self.odds[i]
            at = self.child[i]
            if at:
                tried += self.visits[at]
                sum_ += self.sums[at]
        root = (self.high - self.low) * self.explore * sqrt(tried + 1.0) / 100.0 / total
        if self.high < self.low:
            root = 0.0
        if seat != self.me:
            root = root * self.trust / 100.0
        mean = sum_ / tried if tried else 0.0
        for i in range(n):
            at = self.child[i]
            if at:
                visits = self.visits[at]
                score = self.sums[at] / (1.0 * visits) + root * self.odds[i] / (1.0 + visits)
            else:
                score = mean + root * self.odds[i]
            if score > top:
                top = score
                best = i
        return best

    def _add(self, node: cython.int, key: cython.ulonglong) -> cython.int:
        """A new node below another."""
        new: cython.int = self.nodes
        self.nodes += 1
        self.key[new] = key
        self.sibling[new] = self.first_child[node]
        self.first_child[node] = new
        return new
