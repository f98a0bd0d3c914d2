"""Besicovitch's game: two players, open hands, own trumps, a mirror deal.

Read `phases` first (the phase table and the rule ids), then `pack` (the mirror deal) and `state` (the kernel: every
rule), `deal` (the narrator), `view` and `match` (the same deal twice).
"""

from shokha.besicovitch.deal import BesicovitchDeal, BesicovitchResult
from shokha.besicovitch.match import BesicovitchMatch
from shokha.besicovitch.position import POSITIONS
from shokha.besicovitch.record import RECORDER
from shokha.besicovitch.settings import BesicovitchSettings
from shokha.besicovitch.view import BesicovitchView
from shokha.game import Game, register
from shokha.notation import register_positions
from shokha.profile import RuleProfile, register_settings
from shokha.recording import register_recorder
from shokha.shuffle import Seed, dealer_by_lot, permutation

__all__ = ["BesicovitchDeal", "BesicovitchMatch", "BesicovitchResult", "BesicovitchSettings", "BesicovitchView"]


def _new_match(profile: RuleProfile, seed: Seed) -> BesicovitchMatch:
    """Who draws the half of the pack, and who starts the first deal: both by lot (QZ2)."""
    return BesicovitchMatch(profile, dealer_by_lot(seed, 2)[0], permutation(seed, "starter", 2)[0])


register_settings("besicovitch", BesicovitchSettings)
register(Game("besicovitch", "Besicovitch's game", _new_match, BesicovitchView.fold))
register_positions("besicovitch", POSITIONS)
register_recorder("besicovitch", RECORDER)
