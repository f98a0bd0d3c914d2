"""Contradictory settings are refused, each with its sentence; every profile is free of contradictions."""

from __future__ import annotations

import random

import pytest
from tests.strategies import KOZEL_PROFILES, random_settings

from shokha import load_profile
from shokha.errors import ProfileError

CONTRADICTIONS: list[tuple[str, dict[str, object], str]] = [
    ("pairs", {"players": 3}, "Pairs need four players, not 3"),
    ("pairs", {"scoring": "pot"}, "A pot is played for singly"),
    ("duel", {"players": 4}, "No source has a penalty scale for 4 single players"),
    ("pairs", {"bura": "on"}, "take a pot, and there is none"),
    ("trio", {"four_aces": "on"}, "take a pot, and there is none"),
    (
        "money",
        {"bura_any_time": "on", "bura": "off", "four_aces": "off"},
        "bura_any_time needs bura=on or four_aces=on",
    ),
    ("pairs", {"moskva_effect": "none", "molodka_effect": "none"}, "neither Moskva nor Molodka is known"),
    ("yard", {"molodka_effect": "lead_only"}, "declarations=any_time needs molodka_effect=lead_four"),
    ("pairs", {"lead_sizes": "2,3"}, "lead_sizes must contain 1"),
    ("pairs", {"remove_6c": "on"}, "remove_6c changes nothing with 4 players"),
    ("money", {"chips": 5}, "nobody can pay the ante of 10"),
    ("pairs", {"target": 11}, "target=11 would act as 12"),
]


@pytest.mark.parametrize("profile, changes, sentence", CONTRADICTIONS)
def test_contradiction(profile: str, changes: dict[str, object], sentence: str) -> None:
    with pytest.raises(ProfileError) as refusal:
        load_profile(profile).with_settings(changes)
    assert sentence in str(refusal.value)
    assert all(s.endswith(".") and "(" in s for s in refusal.value.sentences), "a sentence with its rule"


def test_several_at_once() -> None:
    with pytest.raises(ProfileError) as refusal:
        load_profile("pairs").with_settings({"players": 5, "target": 7, "lead_sizes": "2"})
    assert len(refusal.value.sentences) == 3


def test_profiles_are_free_of_contradictions() -> None:
    for name in KOZEL_PROFILES:
        assert not list(load_profile(name).settings.faults())
    rng = random.Random(1)
    for _ in range(300):
        assert not list(random_settings(rng).faults())
