"""The terminal table, driven like a person drives it: whole matches, refusals, memory, saving at every move."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from shokha.profile import available, load
from shokha.table import Stage, TableOptions
from shokha.terminal import save
from shokha.terminal.session import Quit
from tests.terminal.person import ESCAPES, person, seated

SHORT = {"kozel": {"target": 2}, "svoi": {"deals": 1, "turn_cap": 60}, "besicovitch": {"cards": 12}}


def short(profile: str) -> dict[str, object]:
    rules = load(profile)
    if rules.game == "kozel" and (rules.settings.scoring == "pot" or rules.settings.deals):
        return {"deals": 1}
    return SHORT[rules.game]


@pytest.mark.parametrize("profile", available())
def test_a_person_plays_a_match_of_every_version(profile: str) -> None:
    players = load(profile).players
    session, printed = seated(
        profile, ["me:Vera"] + ["random"] * (players - 1), 3, changes=short(profile), glyphs=False
    )
    session.ask = person(session, printed, random.Random(3))
    session.run()
    assert session.table.stage is Stage.OVER
    text = "\n".join(printed)
    assert "The match is over. Winner:" in text
    assert load(profile).id in text  # the version's name stands beside the score
    assert not ESCAPES.search(text)
    assert text.isascii() or "♠" not in text


def test_several_people_at_one_keyboard_see_only_their_own_hands() -> None:
    session, printed = seated("pairs", ["me:Anna", "rule", "me:Boris", "rule"], 4, changes={"target": 2})
    session.ask = person(session, printed, random.Random(4))
    session.run()
    assert any("Pass the keyboard to Boris" in line for line in printed)
    for before, line in zip(printed, printed[1:], strict=False):
        if "discards" in line and "face down" in line:
            assert "♠" not in line and "♥" not in line and "♦" not in line and "♣" not in line, (before, line)


def answers(session: object, lines: list[str]):  # type: ignore[no-untyped-def]
    feed = iter(lines)

    def ask(prompt: str) -> str:
        session.printed.append(prompt)  # type: ignore[attr-defined]
        try:
            return next(feed)
        except StopIteration:
            raise Quit from None

    return ask


def say(profile: str, lines: list[str], *, seed: int = 5, options: TableOptions | None = None) -> str:
    """Everything printed while these lines are typed."""
    session, printed = seated(profile, ["me:Vera", "rule", "rule", "rule"], seed, options=options)
    session.printed = printed  # type: ignore[attr-defined]
    session.ask = answers(session, lines)
    with pytest.raises(Quit):
        session.run()
    return "\n".join(printed)


def test_beat_and_discard_are_never_guessed() -> None:
    # seed 5: Rule 4 leads 6♠ 8♥ 7♥ and Vera must answer with three cards
    text = say("pairs", ["1 2 3", "Ks 6d 7c"])
    assert text.count("Say which: `beat`") == 2


def test_refusals_name_the_rule() -> None:
    assert "(A11)" in say("pairs", ["discard 1"])
    assert "(QA12)" in say("pairs", ["beat 1 2 3"])
    assert "do not hold" in say("pairs", ["discard Ah Ad Ac"])
    assert "not a card" in say("pairs", ["discard xx yy"])
    assert "there is no 9" in say("pairs", ["discard 9"])
    assert "twice" in say("pairs", ["discard 1 1 2"])


def test_looking_back_follows_the_table_rule() -> None:
    lines = ["discard 2 3 4", "last"]
    assert "(A18)" in say("pairs", lines)
    assert "The last trick, taken by" in say("pairs", lines, options=TableOptions(last_trick=True))


def test_help_hint_why_score_rules() -> None:
    text = say("yard", ["help", "hint", "why", "score", "rules", "rules eggs", "rules nonsense", "look"], seed=6)
    assert "To lead:" in text and "Score (yard;" in text
    assert "eggs = none" in text and "No rule of this version mentions 'nonsense'" in text


def test_why_does_not_tell_hidden_cards() -> None:
    """A bot's reason for a discard names the cards; it waits for the count (A18)."""
    session, printed = seated("pairs", ["me:Vera", "rule", "rule", "rule"], 8)
    session.printed = printed  # type: ignore[attr-defined]
    chance = random.Random(8)
    play = person(session, printed, chance)
    asked = 0

    def ask(prompt: str) -> str:
        nonlocal asked
        asked += 1
        if "next deal" in prompt:
            raise Quit
        return "why" if asked % 2 else play(prompt)

    session.ask = ask
    with pytest.raises(Quit):
        session.run()
    reasons = [line for line in printed if ", discard " in line]
    assert not reasons


def test_every_moment_is_saved_and_goes_on(tmp_path: Path) -> None:
    """Broken off before every answer of a match, it goes on with the same table (T12)."""
    path = tmp_path / "match.json"
    session, printed = seated("yard", ["me:Vera", "rule", "rule", "rule"], 9, changes={"target": 6}, path=path)
    chance = random.Random(9)
    play = person(session, printed, chance)
    compared = 0

    def ask(prompt: str) -> str:
        nonlocal compared
        kept = save.read(path)
        assert kept is not None
        again = kept.table
        assert again.journal == session.table.journal
        for audience in (None, 0, 1, 2, 3):
            assert again.stream(audience) == session.table.stream(audience)
        assert again.to_decide() == session.table.to_decide()
        compared += 1
        return play(prompt)

    session.ask = ask
    session.run()
    assert compared > 10
    assert not path.exists()  # a finished match is not offered again


@pytest.mark.parametrize(
    "damage", [b"", b"{", b"[]", b'{"shokha_save": 1}', b"\xff\xfe", b"null", b'{"shokha_save": "1"}']
)
def test_a_damaged_save_is_put_aside(tmp_path: Path, damage: bytes) -> None:
    path = tmp_path / "match.json"
    path.write_bytes(damage)
    with pytest.raises(save.SaveError):
        save.read(path)
    assert path.read_bytes() == damage
    aside = save.put_aside(path)
    assert aside.read_bytes() == damage and not path.exists()


def test_a_save_cut_at_every_hundredth_byte_is_one_clear_error(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    session, printed = seated("pairs", ["me:Vera", "rule", "rule", "rule"], 5, path=path)
    session.printed = printed  # type: ignore[attr-defined]
    session.ask = answers(session, ["discard 2 3 4"])
    with pytest.raises(Quit):
        session.run()
    whole = path.read_bytes()
    for cut in range(0, len(whole) - 1, 100):
        path.write_bytes(whole[:cut])
        with pytest.raises(save.SaveError):
            save.read(path)


def test_a_newer_save_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    path.write_text('{"shokha_save": 2}')
    with pytest.raises(save.SaveError, match="newer version"):
        save.read(path)
    assert path.read_text() == '{"shokha_save": 2}'
