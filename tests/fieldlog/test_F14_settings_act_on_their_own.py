"""F14: switching one rule off must not silently switch another off.

https://github.com/ichabod801/t_games/issues/475: a rule was set up in the passing phase, so switching
passing off switched the rule off too.

Every setting is tried beside every value of every other one: either it still changes something (what
may be played, how a deal is counted, how a match goes on), or the profile is refused with a sentence,
or the pair stands in `SILENT` with the reason why nothing can be left of it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from hashlib import sha256
from typing import Any

import pytest
from tests.kozel.playouts import at_random, towards
from tests.strategies import RULES_OF_A_DEAL, pack_for, random_start, stacked, values

from shokha import load_profile
from shokha.errors import ProfileError
from shokha.kozel.deal import KozelDeal
from shokha.kozel.match import KozelMatch
from shokha.kozel.scoring import penalties
from shokha.kozel.settings import KozelSettings
from shokha.kozel.state import State
from shokha.profile import RuleProfile
from shokha.setting import format_value
from shokha.shuffle import dealer_by_lot

pytestmark = pytest.mark.slow

# Where each setting is at home: a profile, and what has to be switched on for it to have a meaning at all.
HOMES: dict[str, tuple[str, dict[str, object]]] = {
    "two_player_scale": ("duel", {}),
    "three_player_scale": ("trio", {}),
    "tie3_first": ("trio", {}),
    "simul3": ("trio", {"target": 2}),
    "remove_6c": ("trio", {}),
    "uneven": ("trio-35", {}),
    "bura": ("money", {}),
    "bura_any_time": ("money", {}),
    "four_aces": ("money", {}),
    "ante": ("money", {}),
    "chips": ("money", {}),
    "pot": ("money", {}),
}
# Always acting, or the frame of the table itself.
FRAME = {"players", "partnership", "scoring"}
NAMES = [f.name for f in fields(KozelSettings) if f.name not in FRAME]
MATCH_RULES = ["eggs", "target", "deals", "simul3", "next_leader", "ante", "chips", "pot"]
COUNT_RULES = ["boundary31", "zero_rule", "two_player_scale", "three_player_scale", "tie3_first", "eggs"]

# (acting setting, other setting) → why nothing is left to act on. Each by a rule, none by accident.
SILENT: dict[tuple[str, str], str] = {
    ("shokha_turnup", "shokha=off"): "X8: without shokha a turned-up 6s is a card like any other",
    ("shokha_lead_joker", "shokha=off"): "QD24: no joker without shokha",
    ("shokha_lead_joker", "lead_sizes=1"): "a joker joins nothing in leads of one card",
    ("shokha_lead_joker", "lead_sizes=1,4"): "X7: three and the shokha are a Molodka, which is led whole anyway",
    ("moskva_effect", "declarations=none"): "X6",
    ("molodka_effect", "declarations=none"): "X6",
    ("declare_on_initial_deal", "declarations=none"): "X5 is about declarations",
    ("uneven", "remove_6c=off"): "QD12: with 36 cards three players always hold equally many",
    ("uneven", "lead_sizes=1"): "one card is never more than somebody holds",
    ("uneven", "lead_sizes=1,4"): "X2: four of a suit win their trick here and are exempt",
    ("simul3", "deals=3"): "D14, QD23: nobody goes out in a short session",
    ("simul3", "tie3_first=zero_each"): "X12: the best of a deal then always gets 0, so three never cross together",
    ("target", "deals=3"): "D14, QD23: a short session has no target",
}


def numbers(name: str) -> list[Any]:
    """The values of a setting that are tried."""
    return {"target": [2, 4], "deals": [0, 3], "ante": [5, 10], "chips": [30, 100]}.get(name) or values(name)


@cache
def of_deals(rules: tuple[Any, ...], players: int) -> bytes:
    """What happens in many deals, all players choosing by the same numbers."""
    settings = KozelSettings(**dict(rules))
    rng, seen = random.Random(14), sha256()
    for _ in range(24):
        start = random_start(settings, rng, everybody=True)
        if settings.shokha and rng.random() < 0.2:
            start.deck.remove(0)
            start.deck.insert(4 * players + (start.peek if settings.trump_mode == "peek_middle" else 0), 0)
        state, choice = State(*start.arguments), random.Random(7)
        while not state.is_over:
            legal = state.legal_actions()
            seen.update(repr((state.actor, legal, state.trump)).encode())
            state.play(choice.choice(legal))
        seen.update(repr((state.is_void, state.pot_winner, [state.taken_by(s) for s in range(players)])).encode())
    return seen.digest()


@cache
def of_counts(rules: tuple[Any, ...], sides: int) -> bytes:
    """The count of many results."""
    settings, results = KozelSettings(**dict(rules)), []
    for a in range(121):
        for b in range(0, 121 - a, 3) if sides == 3 else [120 - a]:
            points = [a, b, 120 - a - b][:sides]
            for tricks in ([3, 3, 3], [0, 5, 4]):
                results.append(penalties(settings, points, tricks[:sides], list(range(sides))))
    return sha256(repr(results).encode()).digest()


@cache
def finished(base: str, players: int, seats: int) -> tuple[KozelDeal, ...]:
    """Real deals that have ended, with many ties and shut-outs among them."""
    table = load_profile(base).with_settings({"players": players})
    rng, deals = random.Random(5), []
    playing = [s for s in range(table.players) if seats >> s & 1]
    for number in range(250):
        deck = pack_for(table.settings, len(playing))
        rng.shuffle(deck)
        if number % 9 == 0:
            deck = stacked(deck, len(playing), rng)
        deal = KozelDeal(table, deck, dealer=playing[0], seats=seats)
        at_random(deal.state, rng, playing[:1] if number % 3 else ())
        deals.append(deal)
    results = [deal.result for deal in deals]
    tied = [d for d, r in zip(deals, results, strict=True) if r and r.points.count(max(r.points)) > 1]
    return tuple(deals[:30] + tied[:20] + three_equal(table, seats) * 15)


def three_equal(table: RuleProfile, seats: int) -> list[KozelDeal]:
    """40–40–40: what has to come first for `simul3` to matter, as all penalties are even."""
    rng = random.Random(2)
    while table.id == "trio" and seats == 0b111:
        deck = pack_for(table.settings, 3)
        rng.shuffle(deck)
        deal = KozelDeal(table, deck)
        actions = towards(deal.state, 3, rng, lambda ended: ended[0] == [40, 40, 40], 20)
        for action in actions:
            deal.state.play(action)
        if deal.result and deal.result.points == (40, 40, 40):
            return [deal]
    return []


@cache
def of_matches(base: str, rules: tuple[Any, ...]) -> bytes:
    """How matches go that get the same results dealt."""
    settings = KozelSettings(**dict(rules))
    profile = RuleProfile("trial", "trial", "kozel", None, "", "", settings, frozenset())
    seen, rng = sha256(), random.Random(9)
    for number in range(24):
        match = KozelMatch(profile, dealer=number % profile.players)
        for _ in range(14):
            if match.is_over:
                break
            if match.has_pot and not match.is_playoff:  # the antes, as start_deal takes them
                for side in match.alive:
                    match.totals[side] -= settings.ante
                    match.pot += settings.ante
            pool = finished(base, profile.players, match.seats)
            match.deal = pool[int(rng.random() * len(pool))]
            match.finish_deal()
            seen.update(repr((match.totals, match.dealer, match.leader, match.alive, match.factor, match.pot)).encode())
        seen.update(repr((match.winners, match.is_over, match.has_eggs_title)).encode())
    return seen.digest()


@cache
def of_lots(players: int, ceremony: str) -> bytes:
    """Who deals first, and by which cards."""
    return repr([dealer_by_lot(seed, players, ceremony) for seed in range(20)]).encode()


def behaviour(profile: RuleProfile, base: str) -> tuple[bytes, ...]:
    """Everything the rules decide at this table."""
    s = profile.settings
    frame = tuple((n, getattr(s, n)) for n in ("players", "partnership", "scoring"))
    sides = 2 if s.partnership == "pairs" else s.players
    deal, count, match = (
        frame + tuple((n, getattr(s, n)) for n in names)
        for names in (RULES_OF_A_DEAL, COUNT_RULES, MATCH_RULES + COUNT_RULES[:-1])
    )
    counted = of_counts(count, sides) if s.scoring == "penalties" else b""
    counted += of_counts(count, 2) if sides == 3 else b""
    return of_deals(deal, s.players), counted, of_matches(base, match), of_lots(s.players, s.dealer_lot)


def pairs_of(acting: str) -> Iterator[tuple[str, Any]]:
    """Every value of every other setting."""
    for other in NAMES:
        if other != acting:
            for value in numbers(other):
                yield other, value


@pytest.mark.parametrize("acting", NAMES)
def test_setting_acts_beside_every_other(acting: str) -> None:
    base, changes = HOMES.get(acting, ("quartet", {}))
    home = load_profile(base).with_settings(changes)
    known = {format_value(v): behaviour(home.with_settings({acting: v}), base) for v in alternatives(home, acting)}
    assert len(set(known.values())) > 1, f"{acting} changes nothing at home"
    silent = set()
    for other, value in pairs_of(acting):
        results = set()
        try:
            beside = home.with_settings({other: value})
            for choice in alternatives(beside, acting):
                results.add(behaviour(beside.with_settings({acting: choice}), base))
        except ProfileError as refusal:
            assert all(sentence.endswith(".") for sentence in refusal.sentences)
            continue
        if len(results) == 1:
            silent.add(f"{other}={format_value(value)}")
    listed = {other for (name, other) in SILENT if name == acting}
    assert silent == listed


def alternatives(profile: RuleProfile, name: str) -> list[Any]:
    """The values of a setting that this profile accepts."""
    accepted = []
    for value in numbers(name):
        try:
            profile.with_settings({name: value})
        except ProfileError:
            continue
        accepted.append(value)
    return accepted
