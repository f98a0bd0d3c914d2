"""Matches on disk: broken off at every moment and gone on with, damaged, newer, in two windows at once."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest
from tests.terminal.person import Sitting, line_for, short

from shokha.profile import load, parse_profile
from shokha.table import Stage, Table
from shokha.terminal import saves
from shokha.terminal.commands import Quit
from shokha.terminal.saves import Kept

PLACES = {"pairs": ["me", "rule", "random", "rule"], "svoi-3": ["me", "random", "random"], "yard": ["me", "random"] * 2}


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHOKHA_DATA", str(tmp_path / "data"))


def steady(sitting: Sitting) -> Callable[[str], str]:
    """A person whose moves depend on nothing but what has happened, so that a resumed match goes on alike."""

    def keyboard(prompt: str) -> str:
        if sitting.table.stage is not Stage.PLAYING or "Pass the keyboard" in prompt:
            return ""
        view = sitting.table.view(sitting.table.to_decide()[0])
        chance = random.Random(len(sitting.table.journal))
        return line_for(chance.choice(view.legal), view, chance)

    return keyboard


@pytest.mark.parametrize("profile", sorted(PLACES))
@pytest.mark.parametrize("seed", [1, 2])
def test_a_match_killed_after_any_command_goes_on_as_if_nothing_had_been(
    profile: str, seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """T12, F37: the file written after each command makes the same table, and the same end."""
    path, moments = tmp_path / "match.json", []
    keep = Kept.keep

    def keep_a_copy(kept: Kept) -> None:
        keep(kept)
        moments.append(path.read_bytes())

    with monkeypatch.context() as patched:
        patched.setattr(Kept, "keep", keep_a_copy)
        whole = Sitting(profile, PLACES[profile], seed, changes=short(profile), path=path)
        whole.keyboard = steady(whole)
        assert whole.session.run() == 0
    assert not path.exists()  # a finished match is not offered again
    journal = whole.table.journal
    seats = len(PLACES[profile])
    assert len(moments) == len(journal) - seats  # every accepted command, bots' too, from the start on
    for number, moment in enumerate(moments):
        path.write_bytes(moment)
        kept = saves.read(path)
        assert kept.table.journal == journal[: seats + 1 + number]
        for audience in (None, *range(seats)):
            seen = kept.table.stream(audience)
            assert seen == whole.table.stream(audience)[: len(seen)]
        if number % 12 == seed % 12 or number == len(moments) - 1:
            again = Sitting(profile, (), kept=kept)
            again.keyboard = steady(again)
            assert again.session.run() == 0
            assert again.table.journal == journal
            assert again.table.log == whole.table.log


def test_a_resumed_rematch_is_dealt_from_its_own_seed(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    sitting = Sitting("pairs", ["me", "random", "random", "random"], 1, changes={"target": 2}, path=path)
    play = steady(sitting)

    def keyboard(prompt: str) -> str:
        if "Another match" in prompt:
            return "y" if sitting.table.matches_played == 0 else ""
        if sitting.table.matches_played == 1 and sitting.table.match.number == 1:
            raise Quit
        return play(prompt)

    sitting.keyboard = keyboard
    # a short second match has one deal; then this match does not test what it should: choose more seeds
    with_quit = False
    try:
        sitting.session.run()
    except Quit:
        with_quit = True
    seed = sitting.session.host.match_seed()
    assert seed != "1"
    if with_quit:
        again = Sitting("pairs", (), kept=saves.read(path))
        assert again.table.seeder is not None and again.table.seeder() == seed


def test_version_of_ones_own_needs_its_file_no_more(tmp_path: Path) -> None:
    mine = parse_profile('base = "pairs"\ntitle = "Ours"\n[settings]\nshokha = false\n', "ours").with_settings(
        {"target": 24}
    )
    path = tmp_path / "match.json"
    table = Table(mine, 3)
    kept = Kept(table, ["A"] * 4, path)
    for seat in range(4):
        kept.table.receive(saves_command(seat))
    kept.keep()
    again = saves.read(path)
    assert again.table.profile.fingerprint == mine.fingerprint
    assert again.table.profile.title == "Ours" and again.table.profile.house == ("target=24",)


def saves_command(seat: int):  # type: ignore[no-untyped-def]
    from shokha.table import Command

    return Command("bot", seat, "random")


# -- files that are no use -----------------------------------------------------------------------------------


@pytest.fixture
def written(tmp_path: Path) -> Path:
    """The file of a match a few moves old."""
    path = saves.matches_folder() / "match.json"
    sitting = Sitting("pairs", ["me", "rule", "rule", "rule"], 5, path=path)
    sitting.type("discard 2 3 4")
    return path


@pytest.mark.parametrize(
    "damage",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"7",
        b"\xff\xfe",
        b'{"shokha_match": 1}',
        b'{"shokha_match": "1"}',
        b'{"shokha_match": true}',
        b"[" * 100_000,
    ],
)
def test_a_damaged_file_is_kept_aside_and_said(written: Path, damage: bytes) -> None:
    """Fieldlog F89: nothing is silently reset."""
    written.write_bytes(damage)
    (said,) = saves.waiting()
    assert isinstance(said, str) and "is damaged" in said and "kept aside" in said
    (aside,) = written.parent.iterdir()
    assert aside != written and aside.read_bytes() == damage
    assert list(saves.waiting()) == []  # said once


def test_a_file_cut_or_changed_anywhere_is_found_out(written: Path) -> None:
    whole = written.read_bytes()
    chance = random.Random(1)
    for cut in [*range(40), *range(40, len(whole) - 1, 97)]:
        written.write_bytes(whole[:cut])
        with pytest.raises(saves.Damaged):
            saves.read(written)
    refused = 0
    for _ in range(300):
        at = chance.randrange(len(whole))
        written.write_bytes(whole[:at] + bytes([whole[at] ^ 1 << chance.randrange(8)]) + whole[at + 1 :])
        try:
            kept = saves.read(written)
        except saves.SaveError:
            refused += 1
        else:  # the same JSON after all: another space, an equal number
            assert kept.table.seed == 5 and len(kept.table.journal) > 5
    assert refused > 290


def test_a_newer_file_is_left_alone(written: Path) -> None:
    written.write_text('{"shokha_match": 2}')
    with pytest.raises(saves.SaveError, match="newer version") as caught:
        saves.read(written)
    assert not isinstance(caught.value, saves.Damaged)
    (said,) = saves.waiting()
    assert "newer version" in str(said) and "stays where it is" in str(said)
    assert written.read_text() == '{"shokha_match": 2}'


def test_a_sound_file_with_an_impossible_journal_is_refused(written: Path) -> None:
    contents = json.loads(written.read_bytes())
    contents["journal"][-1]["text"] = "_AhAdAc"
    contents["sum"] = ""
    body = json.dumps({k: v for k, v in contents.items() if k != "sum"}, sort_keys=True)
    contents["sum"] = sha256(body.encode()).hexdigest()[:32]
    written.write_text(json.dumps(contents))
    with pytest.raises(saves.SaveError, match="refused command"):
        saves.read(written)


def test_other_rules_under_the_same_name_are_refused(written: Path) -> None:
    contents = json.loads(written.read_bytes())
    contents["rules"] = "pairs#000000000000"
    body = json.dumps({k: v for k, v in contents.items() if k != "sum"}, sort_keys=True)
    contents["sum"] = sha256(body.encode()).hexdigest()[:32]
    written.write_text(json.dumps(contents))
    with pytest.raises(saves.SaveError, match="other rules"):
        saves.read(written)


def test_two_windows_do_not_overwrite_each_other(written: Path) -> None:
    """F48: the second to write is told, and nothing of the first is lost."""
    one, two = Sitting("pairs", (), kept=saves.read(written)), Sitting("pairs", (), kept=saves.read(written))
    line = one.offered()[0]
    one.type(line)
    after = written.read_bytes()
    with pytest.raises(saves.Elsewhere):
        two.type(line)
    assert written.read_bytes() == after
    assert saves.read(written).table.journal == one.table.journal


def test_newest_match_comes_first_and_each_has_its_own_file() -> None:
    paths = {saves.new_path() for _ in range(50)}
    assert len(paths) == 50 and all(path.parent == saves.matches_folder() for path in paths)


def test_a_full_disk_does_not_stop_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: object, data: bytes) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(saves, "write_atomic", full)
    sitting = Sitting("pairs", ["me", "rule", "rule", "rule"], 5, path=tmp_path / "match.json")
    text = sitting.type("discard 2 3 4")
    assert text.count("No space left on device") == 1 and "You discard K♠" in text


def test_saving_a_copy_never_overwrites_anything_else(tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Anna")
    sitting = Sitting("pairs", ["me", "rule", "rule", "rule"], 5)
    assert "stays as it is" in " ".join(sitting.type(f"save {letter}").split())
    assert letter.read_text() == "Dear Anna"
    copy = tmp_path / "copy.json"
    sitting.type(f"save {copy}", "discard 2 3 4")
    assert len(saves.read(copy).table.journal) < len(sitting.table.journal)
    sitting.type(f"save {copy}")
    assert saves.read(copy).table.journal == sitting.table.journal
    assert load("pairs").fingerprint == saves.read(copy).table.profile.fingerprint


def test_a_record_of_a_running_match_holds_no_hidden_cards(tmp_path: Path) -> None:
    path = tmp_path / "so-far.txt"
    sitting = Sitting("pairs", ["me", "rule", "rule", "rule"], 5)
    sitting.type("discard 2 3 4", f"record {path}")
    text = path.read_text()
    assert '[Viewpoint "1"]' in text and "Seed" not in text
    hidden = sitting.table.match.deal.state.hand(2)
    assert hidden
    from shokha.cards import cards_of, format_card

    deck = next(line for line in text.splitlines() if line.startswith("deck"))
    view = sitting.table.view(0)
    assert not [c for c in cards_of(hidden & ~view.seen) if format_card(c) in deck]
