"""Svoi Kozyri, "own trumps", for two to four players.

Read `phases` first (the phase table), then `dealing` and `state` (the kernel: every rule), `deal` (the
narrator), `view` (what a seat knows) and `match` (who deals next, lost deals).
"""

from shokha.game import Game, register
from shokha.notation import register_positions
from shokha.profile import RuleProfile, register_settings
from shokha.recording import register_recorder
from shokha.shuffle import Seed, dealer_by_lot, permutation
from shokha.svoi.deal import SvoiDeal, SvoiResult
from shokha.svoi.match import SvoiMatch
from shokha.svoi.notation import POSITIONS
from shokha.svoi.record import RECORDER
from shokha.svoi.settings import SvoiSettings, TrumpChoice
from shokha.svoi.view import SvoiView

__all__ = ["SvoiDeal", "SvoiMatch", "SvoiResult", "SvoiSettings", "SvoiView"]

_FIXED = (3, 2, 1, 0)  # ♣ ♦ ♥ ♠, as in the seed's example


def _new_match(profile: RuleProfile, seed: Seed) -> SvoiMatch:
    """The first dealer by lot (C3), and the suits by lot unless the version says otherwise (QC2)."""
    n = profile.players
    match profile.settings.trump_choice:
        case TrumpChoice.LOT:
            trumps: tuple[int, ...] | None = tuple(permutation(seed, "trumps", 4)[:n])
        case TrumpChoice.FIXED:
            trumps = _FIXED[:n]
        case _:
            trumps = None
    return SvoiMatch(profile, dealer_by_lot(seed, n)[0], trumps)


register_settings("svoi", SvoiSettings)
register(Game("svoi", "Svoi Kozyri", _new_match, SvoiView.fold))
register_positions("svoi", POSITIONS)
register_recorder("svoi", RECORDER)
