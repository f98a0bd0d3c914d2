"""Small games of hidden cards that can be solved exactly: endings of real two-player deals of Kozel.

A pack of six or eight cards is no Kozel, and rules for one would have to be invented. But late in a real
deal between two, when all other cards have been played in sight of both, little is hidden: the cards in the
hands, and one card that each has thrown down unseen. A *tiny game* is such an ending. The story so far is
public and always the same; chance deals the unknown cards over the two hands and the two hidden discards,
every layout equally likely, and the deal is played on by the full rules, the kernel's own. Bots see it
through the views of any other deal.

With six unknown cards (two in each hand) there are 180 layouts, with eight 1120.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from itertools import combinations
from random import Random

from shokha.actions import Action, ActionKind
from shokha.cards import Card, CardSet, cards_of
from shokha.errors import ShokhaError
from shokha.kozel.deal import KozelDeal
from shokha.kozel.phases import Phase
from shokha.kozel.scoring import penalties
from shokha.kozel.state import State
from shokha.profile import RuleProfile
from shokha.search.kozel_solution import Exact, solve
from shokha.search.kozel_solver import Solver, worth
from shokha.shuffle import deck

SIZES = (6, 8)
"""Unknown cards that a tiny game may have: a hand of two or three and one discard, twice."""
_STEPS = 20_000
_SEEDS = 200


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the unknown cards are: each seat's hand, and the card it has thrown down."""

    hands: tuple[CardSet, CardSet]
    down: tuple[Card, Card]


@dataclass(frozen=True, slots=True)
class TinyGame:
    """An ending: the deck of one of its layouts, and the actions up to it."""

    profile: RuleProfile
    deck: tuple[Card, ...]
    actions: tuple[int, ...]
    layout: Layout
    """The layout that `deck` and `actions` belong to."""

    @property
    def unknown(self) -> CardSet:
        """The unknown cards."""
        own = self.layout
        return own.hands[0] | own.hands[1] | 1 << own.down[0] | 1 << own.down[1]

    def layouts(self) -> Iterator[Layout]:
        """All of them, equally likely."""
        cards = list(cards_of(self.unknown))
        for hand in combinations(cards, len(cards) // 2 - 1):
            rest = [card for card in cards if card not in hand]
            for down in rest:
                others = [card for card in rest if card != down]
                for their_down in others:
                    theirs = sum(1 << card for card in others if card != their_down)
                    yield Layout((sum(1 << card for card in hand), theirs), (down, their_down))

    def deal(self, layout: Layout) -> KozelDeal:
        """The deal with this layout, played up to the ending."""
        old, new = self.layout, layout
        change = {card: card for card in range(36)}
        for seat in (0, 1):
            change |= dict(zip(cards_of(old.hands[seat]), cards_of(new.hands[seat]), strict=True))
            change[old.down[seat]] = new.down[seat]
        deal = KozelDeal(self.profile, [change[card] for card in self.deck], dealer=1)
        for action in self.actions:
            _close(deal)
            move = Action(action)
            if move.kind is ActionKind.DISCARD:
                move = Action(ActionKind.DISCARD << 56 | sum(1 << change[card] for card in cards_of(move.payload)))
            deal.play(move)
        _close(deal)
        return deal

    def payoff(self, state: State) -> float:
        """Penalty points by which the first seat came out ahead when a deal is over."""
        points = [worth(state.taken_by(seat)) for seat in (0, 1)]
        given = penalties(self.profile.settings, points, [state.tricks_of(seat) for seat in (0, 1)], (0, 1))
        return float(given[1] - given[0])


def fork(deal: KozelDeal, actions: Sequence[int]) -> KozelDeal:
    """An independent copy of a running deal, played on."""
    other = copy(deal)
    other.state, other.events, other.actions = deal.state.copy(), deal.events[:], deal.actions[:]
    for action in actions:
        other.play(action)
    return other


def _close(deal: KozelDeal) -> None:
    """Nobody declares anything on the way to the ending."""
    while deal.state.phase in (Phase.WINDOW, Phase.INTERRUPT):
        deal.play(0)


# -- finding one -------------------------------------------------------------------------------------------


def find(profile: RuleProfile, cards: int, seed: str) -> TinyGame:
    """The first tiny game of a seed that is worth playing: with open cards each side would win a third at least.

    Raises `ShokhaError` when the rules are not those of a deal between two for penalties.
    """
    settings = profile.settings
    if profile.game != "kozel" or profile.players != 2 or settings.scoring != "penalties":
        raise ShokhaError(f"Tiny games are endings of Kozel between two for penalties; {profile.name} is none.")
    if settings.trump_mode != "turnup_bottom" or cards not in SIZES:
        raise ShokhaError(f"A tiny game has {' or '.join(map(str, SIZES))} unknown cards, and a turned-up trump.")
    for number in range(_SEEDS):
        game = _in_deck(profile, cards, tuple(deck(seed, number)), Random(f"tiny {seed} {number}"))
        if game is not None and _is_open(game):
            return game
    raise ShokhaError(f"No ending of {profile.name} with {cards} unknown cards was found for seed {seed}.")


def _is_open(game: TinyGame) -> bool:
    """Is the ending undecided, judged by open cards over some layouts?"""
    solver, won = Solver(10), []
    for layout in [*game.layouts()][:: 1 + len([*game.layouts()]) // 60]:
        state = game.deal(layout).state
        own, theirs = solve(state, game.profile.settings, exact=Exact.NONE, solver=solver).best.worst
        won.append((own < theirs) - (own > theirs))
    ahead, behind = won.count(1), won.count(-1)
    return min(ahead, behind) * 3 >= len(won)


def _in_deck(profile: RuleProfile, cards: int, order: tuple[Card, ...], rng: Random) -> TinyGame | None:
    """Play one deal so that it becomes a tiny game: single cards, all beaten but for one discard of each seat."""
    start = State(profile.settings, order, 1)
    hand = cards // 2 - 1
    line: list[int] = []
    down = [-1, -1]
    left = _STEPS

    def go(state: State) -> bool:
        nonlocal left
        left -= 1
        if left < 0:
            return False
        while state.asked():
            state.play(0)
        if state.phase == Phase.LEAD and not state.stock_cards() and state.hand(0).bit_count() == hand:
            return min(down) >= 0 and state.hand(1).bit_count() == hand and not _held(state)
        if state.phase == Phase.OVER or (not state.stock_cards() and state.hand(0).bit_count() < hand):
            return False
        for action in _choices(state, down, rng):
            seat, move, after = state.actor, Action(action), state.copy()
            after.play(action)
            line.append(action)
            if move.kind is ActionKind.DISCARD:
                down[seat] = move.payload.bit_length() - 1
            if go(after):
                return True
            line.pop()
            if move.kind is ActionKind.DISCARD:
                down[seat] = -1
        return False

    if not go(start.copy()):
        return None
    for action in line:
        while start.asked():
            start.play(0)
        start.play(action)
    layout = Layout((start.hand(0), start.hand(1)), (down[0], down[1]))
    return TinyGame(profile, order, tuple(line), layout)


def _held(state: State) -> bool:
    """Is the turned-up card, which everybody saw being drawn, still in a hand?"""
    return bool((state.hand(0) | state.hand(1)) >> state.turn_up & 1)


def _choices(state: State, down: Sequence[int], rng: Random) -> list[int]:
    """Leads of one card, and beats; discards of hidden cards as long as one is wanted."""
    legal = [a for a in state.legal_actions() if Action(a).payload.bit_count() == 1]
    rng.shuffle(legal)
    if state.phase == Phase.LEAD:
        return [a for a in legal if Action(a).kind is ActionKind.LEAD]
    beats = [a for a in legal if Action(a).kind is ActionKind.BEAT]
    discards = [a for a in legal if Action(a).kind is ActionKind.DISCARD and Action(a).payload != 1 << state.turn_up]
    return [*beats, *(discards if down[state.actor] < 0 else [])]
