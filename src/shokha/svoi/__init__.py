"""Svoi Kozyri, "own trumps", for two to four players.

`phases` holds the phase table, `state` the kernel, `deal` the narrator.
"""

from shokha.profile import register_settings
from shokha.svoi.settings import SvoiSettings

register_settings("svoi", SvoiSettings)
