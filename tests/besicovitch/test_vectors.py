"""The rule book's vectors, on the kernel, the oracle and the solver, reported by id.

`drawn`: what seat 1 gets of his own suits; `hands` are then both hands. `position`: a position text, with what may be
played (`legal`, `covers`), what is played (`play`) and how it ends (`then`, `winner`), or its `value` and the `winning`
moves. `top` and `seat`: all cards that beat it (`beaters`). `results`: who starts wins, loses, draws, over all deals.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from tests.besicovitch.tables import LARGEST, facts, names, oracle_facts, play, table
from tests.oracle import besicovitch_oracle as oracle

from shokha.actions import format_action
from shokha.besicovitch.pack import beaters, mirror_deal
from shokha.besicovitch.position import format_position, parse_position
from shokha.besicovitch.settings import BesicovitchSettings
from shokha.cards import cards_of, format_card, parse_card, parse_card_list, parse_cards

VECTORS = tomllib.loads(Path(__file__).with_name("vectors.toml").read_text("utf-8"))["vector"]


@pytest.mark.parametrize("vector", VECTORS, ids=[v["id"] for v in VECTORS])
def test_vector(vector: dict[str, Any]) -> None:
    settings = BesicovitchSettings(cards=vector["cards"], taker_leads=vector.get("taker_leads", False))
    if "drawn" in vector:
        deal(vector)
    elif "top" in vector:
        top, seat = parse_card(vector["top"]), vector["seat"] - 1
        in_pack = {name for name in oracle.pack(settings.cards) if oracle.beats(seat, name, vector["top"])}
        assert names(parse_cards(vector["beaters"])) == in_pack
        assert names(beaters(seat, top)) & oracle.pack(settings.cards) == in_pack
    elif "results" in vector:
        if settings.cards > LARGEST:
            pytest.skip("takes a minute and a half without compiled kernels")
        assert list(table(settings.cards, settings.taker_leads).results()) == vector["results"]
    elif "value" in vector:
        value(vector, settings)
    else:
        position(vector, settings)


def deal(vector: dict[str, Any]) -> None:
    drawn = parse_cards(vector["drawn"])
    wanted = [names(parse_cards(hand)) for hand in vector["hands"]]
    assert [names(hand) for hand in mirror_deal(drawn, vector["cards"])] == wanted
    assert oracle.deal(names(drawn), vector["cards"], 0) == wanted


def position(vector: dict[str, Any], settings: BesicovitchSettings) -> None:
    state = parse_position(vector["position"], settings)
    pile = [*sorted(names(state.pile) - {format_card(state.top)}), format_card(state.top)]
    hands = [names(state.hand(0)), names(state.hand(1))]
    check = oracle.Table(hands, state.actor, pile, taker_leads=settings.taker_leads)
    assert facts(state) == oracle_facts(check)
    legal = [format_action(action) for action in state.legal_actions()]
    if "legal" in vector:
        assert legal == vector["legal"]
    if "covers" in vector:
        wanted = {format_card(card) for card in parse_card_list(vector["covers"])}
        assert {move.split("/")[0] for move in legal} - {"+"} == wanted
    for move in vector.get("play", []):
        play(state, move)
        check.play(move)
    assert facts(state) == oracle_facts(check)
    if "then" in vector:
        assert format_position(state) == vector["then"]
    assert state.winner == vector.get("winner", 0) - 1


def value(vector: dict[str, Any], settings: BesicovitchSettings) -> None:
    solved, state = table(settings.cards, settings.taker_leads), parse_position(vector["position"], settings)
    assert str(solved.probe(state)).split()[0] == vector["value"]
    winning = {str(action) for action, found in solved.moves(state) if found.outcome > 0}
    assert winning == set(vector["winning"].split())


def test_every_id_of_the_rule_book_is_here() -> None:
    """Those with a letter behind and those of the decisions are ours."""
    ids = {v["id"] for v in VECTORS}
    assert {"Z-01", "Z-02", "Z-03", "Z-04", "Z-05", "Z-09", "Z-11", "Z-12"} <= ids


def test_packs_are_the_top_ranks_of_each_suit() -> None:
    for cards in range(8, 53, 4):
        assert {
            format_card(card) for card in cards_of(mirror_deal(0, cards)[0] | mirror_deal(0, cards)[1])
        } == oracle.pack(cards)
