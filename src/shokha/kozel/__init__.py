"""Kozel on four cards: every version of the seeds, told apart by settings only.

`phases` holds the phase table, `state` the kernel, `deal` the narrator, `scoring` the count.
"""

from shokha.kozel.settings import KozelSettings
from shokha.profile import register_settings

register_settings("kozel", KozelSettings)
