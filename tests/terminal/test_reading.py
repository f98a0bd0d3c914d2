"""What a person types: every legal move can be typed, and no line does anything but a move or a sentence."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.terminal.person import Sitting, line_for

import shokha
from shokha.actions import Action
from shokha.errors import NotationError
from shokha.profile import available, load
from shokha.terminal.reading import read_action, typed


@pytest.mark.parametrize("profile", available())
def test_what_can_be_played_can_be_typed(profile: str) -> None:
    """By numbers and in notation, for every legal move of random deals of every version (T6)."""
    checked = 0
    for seed in range(3):
        deal = shokha.deal(profile, seed)
        chance = random.Random(seed)
        for _ in range(60):
            if deal.is_over:
                break
            view = deal.view(deal.actor)
            few = view.legal if len(view.legal) <= 12 else chance.sample(view.legal, 12)
            for action in few:
                assert read_action(typed(action, view), view) == action
                assert read_action(str(action), view) == action
                assert read_action(line_for(action, view, chance), view) == action
                checked += 1
            deal.play(chance.choice(deal.legal_actions()))
    assert checked > 100


ANYTHING = st.one_of(
    st.text(max_size=40),
    st.lists(
        st.sampled_from(["beat", "discard", "b", "d", "lead", "^", "_", "!", "pass", "+", "pick up", "1", "2", "9", "all"]  # noqa: E501, RUF005
                        + ["Qh", "10s", "Т♠", "шх", "6d/Qs", "6d.", "/", ".", ",", "-", "declare", "moskva", "hearts"]),
        max_size=6,
    ).map(" ".join),
)  # fmt: skip
VIEWS = [shokha.deal(name, 3) for name in ("pairs", "svoi", "money")]


@given(ANYTHING, st.sampled_from(VIEWS))
@settings(max_examples=400)
def test_any_line_is_read_or_refused_with_a_sentence(line: str, deal) -> None:  # type: ignore[no-untyped-def]
    view = deal.view(deal.actor)
    try:
        action = read_action(line, view)
    except NotationError as error:
        assert str(error)
    else:
        assert isinstance(action, Action)
        assert str(action)


@given(st.lists(ANYTHING, max_size=8))
@settings(max_examples=60)
def test_no_lines_stop_the_table(lines: list[str]) -> None:
    """Whatever is typed, the table stands as it would or has taken a legal move."""
    lines = [line for line in lines if line.split()[:1] not in (["save"], ["record"], ["quit"], ["q"], ["exit"])]
    sitting = Sitting("pairs", ["me", "random", "random", "random"], 5)
    sitting.type(*lines)
    assert sitting.table.to_decide() == [0]


@pytest.mark.parametrize("name", ["pairs", "svoi"])
def test_all_means_the_whole_hand(name: str) -> None:
    deal = shokha.deal(load(name), 3)
    view = deal.view(deal.actor)
    if name == "pairs":
        assert read_action("discard all", view).cards == view.hand
    else:
        with pytest.raises(NotationError):
            read_action("all", view)
