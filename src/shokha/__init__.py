"""Shokha: the Russian card games Kozel and Svoi Kozyri."""

from shokha import kozel as _kozel  # noqa: F401
