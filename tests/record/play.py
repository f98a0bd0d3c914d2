"""Matches to record: random play in which declaring and beating are favoured, or they would be rare."""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.strategies import pack_for, stacked

import shokha
from shokha import deal_next
from shokha.game import game_of
from shokha.kozel.match import KozelMatch
from shokha.profile import RuleProfile, load

KOZEL = ["pairs", "yard", "duel", "trio", "trio-35", "quartet", "money", "short", "pairs-no-shokha", "pairs-plain"]


@dataclass
class Played:
    """A match with all its deals."""

    match: Any
    deals: list[Any]


def play(
    profile: RuleProfile | str, seed: int | str, stop: int = 10**6, rng: random.Random | None = None, most: int = 40
) -> Played:
    """A match, broken off after `stop` actions or `most` deals."""
    match, rng = shokha.match(profile, seed), rng or random.Random(str(seed))
    return go_on(Played(match, []), seed, stop, rng, most)


def go_on(played: Played, seed: int | str, stop: int, rng: random.Random, most: int = 40) -> Played:
    """Play on from wherever the match stands."""
    match = played.match
    while not match.is_over and len(played.deals) <= most:
        if match.deal is None or match.deal.is_over:
            if match.deal is not None:
                match.finish_deal()
                continue
            played.deals.append(deal_next(match, seed))
        while not match.deal.is_over:
            if not stop:
                return played
            stop -= 1
            legal = match.deal.legal_actions()
            bold = [a for a in legal if a.kind in (1, 3)]
            match.deal.play(rng.choice(bold if bold and rng.random() < 0.5 else legal))
    return played


def play_stacked(profile: RuleProfile, rng: random.Random, deals: int, stop: int) -> Played:
    """A match of Kozel with packs in which combinations abound."""
    match = KozelMatch(profile, rng.randrange(profile.players))
    played = Played(match, [])
    while not match.is_over and len(played.deals) < deals:
        deck = pack_for(profile.settings, match.seats.bit_count())
        rng.shuffle(deck)
        if rng.random() < 0.7:
            deck = stacked(deck, match.seats.bit_count(), rng)
        played.deals.append(match.start_deal(deck, rng.randrange(match.stock)))
        while not match.deal.is_over:
            if not stop:
                return played
            stop -= 1
            legal = match.deal.legal_actions()
            bold = [a for a in legal if a.kind in (1, 3)]
            match.deal.play(rng.choice(bold if bold and rng.random() < 0.6 else legal))
        match.finish_deal()
    return played


def assert_same(mine: Any, theirs: Any) -> None:
    """Two matches that agree in everything that their rules ever ask for."""
    kept = {name: value for name, value in vars(mine).items() if name != "deal"}
    assert kept == {name: value for name, value in vars(theirs).items() if name != "deal"}
    assert (mine.deal is None) == (theirs.deal is None)


def assert_same_deals(mine: list[Any], theirs: list[Any]) -> None:
    """Deals that agree in what happened, what was played and where they stand."""
    assert len(mine) == len(theirs)
    for one, other in zip(mine, theirs, strict=True):
        assert one.actions == other.actions
        assert one.events == other.events
        assert one.legal_actions() == other.legal_actions()
        assert (one.actor, one.turn, one.result) == (other.actor, other.turn, other.result)
        if game_of(one.profile).name == "kozel":
            assert one.state.dump() == other.state.dump()


def example(name: str) -> str:
    """The text of a record in tests/record/data."""
    return (Path(__file__).parent / "data" / f"{name}.txt").read_text("utf-8")


def profile(name: str, **changes: object) -> RuleProfile:
    """A version with some settings changed."""
    return load(name).with_settings(changes)
