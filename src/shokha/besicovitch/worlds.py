"""Deals consistent with a view: there is only the real one, for nothing is hidden (Z1)."""

from __future__ import annotations

from shokha.besicovitch.state import State
from shokha.besicovitch.view import BesicovitchView
from shokha.rng import Rng


class Sampler:
    """The one world of a view. Raises ValueError when the deal is over."""

    def __init__(self, view: BesicovitchView) -> None:
        if view.is_over:
            raise ValueError("the deal is over")
        self._state = view.state()

    def sample(self, rng: Rng, /) -> State:
        """The kernel state at the view's moment; the generator is not needed."""
        return self._state.copy()
