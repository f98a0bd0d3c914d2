"""Besicovitch's game: two players, open hands, own trumps, a mirror deal.

`phases` holds the phase table and the rule ids, `pack` the mirror deal, `state` the kernel.
"""

from shokha.besicovitch.settings import BesicovitchSettings
from shokha.profile import register_settings

register_settings("besicovitch", BesicovitchSettings)
