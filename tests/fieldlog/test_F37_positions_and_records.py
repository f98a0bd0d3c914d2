"""F37: a situation written down at any moment, as a position, as JSON or as a record, is whole.

https://github.com/google-deepmind/open_spiel/issues/1277: a serialised state had lost whose turn it was.
https://github.com/datamllab/rlcard/issues/214: stepping back restored everything but the phase.
Copies and pickles of the kernel are in test_F37_saved_states_are_whole.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from tests.record.play import KOZEL, assert_same, play_stacked

from shokha.kozel.state import State, restore
from shokha.notation import format_position, parse_position
from shokha.profile import RuleProfile, load
from shokha.record import Record, replay

VERSIONS = [
    *map(load, KOZEL),
    load("yard").with_settings({"eggs": "double_next", "target": 4}),
    load("money").with_settings({"bura_any_time": "on", "pot": "playoff", "players": 3}),
    load("quartet").with_settings({"shokha_turnup": "redeal", "eggs": "double_next"}),
]


def answers(state: State) -> object:
    """What is asked of a state in play."""
    seats = range(state.n_seats)
    return (
        (state.actor, state.turn, state.phase, state.leader, state.master, state.master_cards, state.size, state.auto),
        [(state.is_face_up(s), state.on_table(s), state.hand(s), state.tricks_of(s)) for s in seats],
        (state.asked(), state.legal_actions(), state.legal_of_turn(), state.window_possible),
    )


def moments(profile: RuleProfile, rng: random.Random) -> Iterator[tuple[Any, list[Any]]]:
    """A match of three deals at some of its moments."""
    whole = play_stacked(profile, rng, 3, 10**6)
    match = type(whole.match)(profile, whole.deals[0].state.dealer)
    deals = []
    for played in whole.deals:
        deals.append(match.start_deal(played.deck, played.peek))
        yield match, deals
        for action in played.actions:
            deals[-1].play(action)
            if rng.random() < 0.3 or deals[-1].asked() or action == 0:
                yield match, deals
        match.finish_deal()
        yield match, deals


@pytest.mark.parametrize("profile", VERSIONS, ids=lambda p: p.name)
def test_written_down_at_any_moment(profile: RuleProfile) -> None:
    rng = random.Random(profile.name)
    for match, deals in moments(profile, rng):
        state = deals[-1].state
        position = parse_position(format_position(deals[-1]))
        for other in (position.state, restore(json.loads(json.dumps(state.dump())))):
            assert other.dump() == state.dump()
            assert answers(other) == answers(state)
            go_on_alike(state.copy(), other, rng.randrange(10**6))
        start = deals[-1].events[0]
        told = (position.number, position.standing, position.factor, position.pot)
        assert told == (start.number, start.standing, start.factor, start.pot)
        again = replay(Record.loads(Record.of(match, deals).dumps()))
        if not is_left_void(match, deals):
            assert_same(again.match, match)
        assert answers(again.deals[-1].state) == answers(state)


def is_left_void(match: Any, deals: list[Any]) -> bool:
    """A void deal that was put away: the record cannot tell this from one that was not, and need not (X8)."""
    return match.deal is None and bool(deals[-1].result.is_void)


def go_on_alike(one: State, other: State, seed: int) -> None:
    """The same continuation to the end of the deal."""
    rng = random.Random(seed)
    while not one.is_over:
        action = rng.choice(one.legal_actions())
        one.play(action)
        other.play(action)
    assert other.dump() == one.dump()
