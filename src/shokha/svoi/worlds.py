"""Deals consistent with what one seat knows, all equally likely.

Hidden is only who was dealt the cards that have never moved: where the sixes lay and went, and every
card played or picked up since, is public. Any distribution of the unseen cards over the free places
comes from equally many packs, so a world is one shuffle.
"""

from __future__ import annotations

from collections.abc import Sequence

from shokha.cards import Card, CardSet, cards_of
from shokha.rng import Rng
from shokha.svoi.state import State
from shokha.svoi.view import SvoiView


class Sampler:
    """Worlds for one view; make it once and draw as many as you like.

    Raises ValueError when the deal is over, and before cards are dealt: then there is nothing to guess.
    """

    def __init__(self, view: SvoiView) -> None:
        if view.is_over or view.turn is None or view.is_picking:
            raise ValueError("no cards are hidden in anybody's hand")
        self.view = view
        self._bits = [1 << card for card in cards_of(view.unseen)]
        self._hidden = [view.hidden(seat) for seat in range(view.profile.players)]
        assert sum(self._hidden) == len(self._bits), "the view's facts do not add up"
        self._template = replay(view, self._pack(self._bits))

    def hands(self, rng: Rng) -> list[CardSet]:
        """The hands of one world, by seat."""
        bits = self._bits[:]
        rng.shuffle(bits)
        return [cards | known for cards, known in zip(self._split(bits), self.view.known, strict=True)]

    def sample(self, rng: Rng) -> State:
        """A world: the kernel's state with its history, to be played on from the view's moment."""
        world = self._template.copy()
        world.rehide(self.hands(rng))
        return world

    def deck(self, rng: Rng) -> list[Card]:
        """A whole pack in dealing order from which the deal would have looked the same."""
        bits = self._bits[:]
        rng.shuffle(bits)
        return self._pack(bits)

    def _split(self, bits: Sequence[int]) -> list[CardSet]:
        hands, at = [], 0
        for count in self._hidden:
            hands.append(sum(bits[at : at + count]))
            at += count
        return hands

    def _pack(self, bits: Sequence[int]) -> list[Card]:
        """The pack that deals the unseen cards so; the order inside a hand makes no difference."""
        view, n = self.view, self.view.profile.players
        hands = [list(cards_of(cards | dealt)) for cards, dealt in zip(self._split(bits), view.dealt, strict=True)]
        order = [hands[(view.dealer + i) % n] for i in range(1, n + 1)]
        return [hand[i] for i in range(36 // n) for hand in order]


def replay(view: SvoiView, deck: Sequence[Card]) -> State:
    """The kernel's state at the view's moment, had this been the pack."""
    state = State(view.profile.settings, deck, view.dealer, view.trumps)
    for move in view.moves:
        state.play(move.action)
    return state


def sample(view: SvoiView, rng: Rng) -> State:
    """One world for a view (see `Sampler`)."""
    return Sampler(view).sample(rng)
