"""Deals consistent with a view, for bots and analysis: one door for all games.

`sample(view, rng)` draws one world, `sampler(view)` prepares many draws from the same view. A world is
the game's kernel state at the view's moment; every history that the viewer cannot rule out is equally
likely, and no other is ever produced. The generator comes from outside.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from shokha.besicovitch.worlds import Sampler as BesicovitchSampler
from shokha.game import View
from shokha.kozel.worlds import Sampler as KozelSampler
from shokha.rng import Rng
from shokha.svoi.worlds import Sampler as SvoiSampler


class Sampler(Protocol):
    """Worlds for one view."""

    def sample(self, rng: Rng, /) -> Any: ...


_SAMPLERS: dict[str, Callable[[Any], Sampler]] = {
    "kozel": KozelSampler,
    "svoi": SvoiSampler,
    "besicovitch": BesicovitchSampler,
}


def register(game: str, make: Callable[[Any], Sampler]) -> None:
    """Make a game's sampler known."""
    _SAMPLERS[game] = make


def sampler(view: View) -> Sampler:
    """A sampler for one view. Raises ValueError when the deal is over."""
    return _SAMPLERS[view.profile.game](view)


def sample(view: View, rng: Rng) -> Any:
    """One world consistent with a view."""
    return sampler(view).sample(rng)
