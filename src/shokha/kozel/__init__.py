"""Kozel on four cards: every version of the seeds, told apart by settings only.

Read `phases` first (the phase table), then `state` (the kernel: every rule), `deal` (the narrator),
`view` (what a seat knows), `scoring` and `match` (the count); `notation` has position strings, `record` the
lines of record files.
"""

from shokha.game import Game, register
from shokha.kozel.deal import KozelDeal, KozelResult
from shokha.kozel.match import KozelMatch
from shokha.kozel.notation import POSITIONS
from shokha.kozel.record import RECORDER
from shokha.kozel.settings import KozelSettings
from shokha.kozel.view import KozelView
from shokha.notation import register_positions
from shokha.profile import RuleProfile, register_settings
from shokha.recording import register_recorder
from shokha.shuffle import Seed, dealer_by_lot

__all__ = ["KozelDeal", "KozelMatch", "KozelResult", "KozelSettings", "KozelView"]


def _new_match(profile: RuleProfile, seed: Seed) -> KozelMatch:
    dealer, lot = dealer_by_lot(seed, profile.players, profile.settings.dealer_lot)
    return KozelMatch(profile, dealer, lot)


register_settings("kozel", KozelSettings)
register(Game("kozel", "Kozel", _new_match, KozelView.fold))
register_positions("kozel", POSITIONS)
register_recorder("kozel", RECORDER)
