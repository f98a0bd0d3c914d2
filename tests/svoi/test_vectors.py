"""The rule book's vectors and the seed's chain example, on the kernel and on the oracle, reported by id."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from tests.svoi.tables import KernelTable, OracleTable

from shokha.svoi.settings import SvoiSettings

VECTORS = tomllib.loads(Path(__file__).with_name("vectors.toml").read_text("utf-8"))["vector"]
SEATS = "ABCD"


@pytest.mark.parametrize("table_type", [KernelTable, OracleTable])
@pytest.mark.parametrize("vector", VECTORS, ids=[v["id"] for v in VECTORS])
def test_vector(vector: dict[str, Any], table_type: Any) -> None:
    hands = [vector["hands"][seat] for seat in SEATS if seat in vector["hands"]]
    settings = SvoiSettings(players=len(hands))
    table = table_type.at(settings, hands, vector.get("before", ""), SEATS.index(vector["turn"]))
    assert set(vector.get("legal", [])) <= set(table.legal())
    refuse(table, vector.get("illegal", {}))
    for move in vector.get("play", []):
        table.play(move)
    refuse(table, vector.get("illegal_then", {}))
    check(vector, table.facts())


def refuse(table: Any, moves: dict[str, str]) -> None:
    for move, rule in moves.items():
        assert table.refusal(move) in (rule, ""), move


def check(vector: dict[str, Any], facts: dict[str, Any]) -> None:
    """Every expectation that the vector states."""
    assert facts["over"] == ("reason" in vector)
    if "reason" in vector:
        assert facts["reason"] == vector["reason"]
        assert facts["loser"] == (SEATS.index(vector["loser"]) if "loser" in vector else None)
    if "pile" in vector:
        assert " ".join(facts["pile"]) == vector["pile"]
    if "next" in vector:
        assert facts["turn"] == SEATS.index(vector["next"])
    if "then_legal" in vector:
        assert facts["legal"] == sorted(vector["then_legal"])
    if "look" in vector:
        assert " ".join(facts["look"]) == vector["look"]
    for seat, cards in vector.get("after", {}).items():
        assert facts["hands"][SEATS.index(seat)] == sorted(cards.split())
    assert facts["free"] == vector.get("free", False)
    out = [s for s in range(len(facts["hands"])) if not facts["hands"][s]]
    if not facts["over"]:
        assert [SEATS[s] for s in out] == vector.get("out", "").split()


def test_every_id_of_the_rule_book_is_here() -> None:
    """S-25 is about sessions and has its test there. S-17, 21, 22, 24 and 28 are ours."""
    ids = {v["id"] for v in VECTORS}
    assert ids == {f"S-{n:02d}" for n in range(1, 29) if n not in (11, 25)}
