"""The full screen played with keys alone: whole deals of every kind of game, matches, the mouse, dialogs."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from tests.terminal.person import short
from tests.tui.person import AtScreen, app_for, run, seated, text_of

from shokha.actions import ActionKind
from shokha.profile import load
from shokha.record import verify
from shokha.table import Command, Stage


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Records of finished matches go here."""
    monkeypatch.setenv("SHOKHA_DATA", str(tmp_path / "data"))


async def play_deal(me: AtScreen, seed: int, moves: int = 400) -> int:
    """Play legal moves at random until a count is shown; how many."""
    chance, made = random.Random(seed), 0
    while (asked := await me.asked()) != "page" and made < moves:
        if asked == "cover":
            await me.press("enter")
            continue
        seat, before = me.acting, me.table.journal
        assert seat is not None
        action, length = chance.choice(me.table.view(seat).legal), len(before)
        await me.play(action)
        entry = before[length]
        assert (entry["seat"], entry["text"]) == (seat, str(action))
        made += 1
    return made


@pytest.mark.parametrize(
    ("profile", "changes"), [("pairs", {}), ("svoi", {"turn_cap": 50}), ("besicovitch", {"cards": 12})]
)
def test_a_deal_by_keys_alone(profile: str, changes: dict[str, object], tmp_path: Path) -> None:
    players = load(profile).players
    kept = seated(profile, ["me:Vera"] + ["random"] * (players - 1), 5, changes=changes, path=tmp_path / "m.json")

    async def steps(me: AtScreen) -> None:
        assert await play_deal(me, 5) > 1
        told = me.page()
        assert f"Score ({me.face.words.version()};" in told
        assert me.table.stage in (Stage.COUNTING, Stage.OVER)
        if me.table.stage is Stage.COUNTING:
            await me.press("enter")
            assert await me.asked() in ("move", "page") and me.table.match.number == 1

    run(app_for(kept), steps)


@pytest.mark.parametrize(
    ("profile", "changes"), [("money", {}), ("yard", {}), ("svoi-2", {"trump_choice": "choice"}), ("trio", {})]
)
def test_some_moves_by_keys_alone(profile: str, changes: dict[str, object]) -> None:
    """Picking a suit, showing a combination, large hands."""
    kept = seated(profile, ["me"] + ["random"] * (load(profile).players - 1), 2, changes=changes)

    async def steps(me: AtScreen) -> None:
        assert await play_deal(me, 2, 5) == 5

    run(app_for(kept), steps)


def test_a_match_to_its_end_and_another(tmp_path: Path) -> None:
    kept = seated(
        "pairs", ["me:Vera", "rule", "rule", "rule"], "first", changes=short("pairs"), path=tmp_path / "m.json"
    )

    async def steps(me: AtScreen) -> None:
        for n in range(9):
            await play_deal(me, n)
            if me.table.stage is Stage.OVER:
                break
            await me.press("enter")
        told = me.page()
        assert "The match is over" in told and "The seed of this match was first." in told
        (record,) = (tmp_path / "data" / "records").glob("*.txt")
        assert verify(record.read_bytes()).is_over and record.name in told.replace("\n", "")
        await me.press("w")
        assert "Why the bots played so" in me.page() and "Gleb, " in me.page()
        await me.press("escape")
        assert "The match is over" in me.page()
        await me.press("escape")  # the table may be looked at, then Enter brings the page back
        assert "Enter goes on" in me.told("message")
        await me.press("enter")
        assert await me.asked() == "page"
        await me.press("y")
        assert await me.asked() == "move"
        assert me.table.matches_played == 1 and (tmp_path / "m.json").exists()
        await me.press("q")
        assert await me.asked() == "left"

    assert run(app_for(kept), steps) == 0
    assert (tmp_path / "m.json").exists()


def test_a_finished_match_does_not_wait(tmp_path: Path) -> None:
    kept = seated("short", ["me", "random", "random", "random"], 2, changes={"deals": 1}, path=tmp_path / "m.json")
    kept.table.receive(Command("start"))
    while kept.table.stage is Stage.PLAYING:
        seat = kept.table.to_decide()[0]
        kept.table.receive(Command("play", seat, str(kept.table.view(seat).legal[0])))
    kept.keep()

    async def steps(me: AtScreen) -> None:
        assert await me.asked() == "page" and me.table.stage is Stage.OVER
        await me.press("q")
        assert await me.asked() == "left"

    assert run(app_for(kept), steps) == 0
    assert not (tmp_path / "m.json").exists()


# -- refusals --------------------------------------------------------------------------------------------


def test_a_refusal_has_its_rule_and_its_pairings() -> None:
    """The person answers Q♠: what is no answer is refused with its rule, and nothing is guessed."""
    kept = seated("pairs", ["me", "rule", "rule", "rule"], 7)

    async def steps(me: AtScreen) -> None:
        assert await me.asked() == "move" and me.table.view(0).owes == 1
        before = len(me.table.journal)
        await me.press("b")
        assert "Choose cards first" in me.told("message")
        await me.press("1", "2", "d")
        assert me.told("message").startswith("1 led, so play exactly 1, not 2. (A11)")
        await me.press("escape", "1", "b")
        assert "(A14)" in me.told("message") and "is beaten by" in me.told("message")
        await me.press("enter")  # a reply is never guessed to be the one or the other
        assert "Say which" in me.told("message")
        await me.press("l")
        assert len(me.table.journal) == before and me.acting == 0
        await me.press("d")
        assert len(me.table.journal) > before and me.table.view(0).own_down

    run(app_for(kept), steps)


def test_a_pile_is_beaten_with_two_cards_in_order() -> None:
    kept = seated("svoi", ["me", "rule", "rule", "rule"], 7)

    async def steps(me: AtScreen) -> None:
        assert await me.asked() == "move"
        cover = next(a for a in me.table.view(0).legal if a.kind is ActionKind.COVER)
        first, second = cover.cover, cover.lead_after
        assert second is not None
        await me.press(*me.picks([first]))
        assert "now choose the card to lead after it" in me.told("message")
        await me.press("b")
        assert "Choose two cards" in me.told("message")
        await me.press(*me.picks([second]), "escape", *me.picks([second, first]), "b")
        assert me.acting == 0 and "(C" in me.told("message")  # the wrong way round does not beat
        await me.press("escape", *me.picks([first, second]))
        assert me.told("message").startswith("Beat with ")
        await me.play_picked("b", str(cover))

    run(app_for(kept), steps)


def test_hiding_a_winner_is_asked_about() -> None:
    kept = seated("pairs", ["me", "rule", "rule", "rule"], 7)

    async def steps(me: AtScreen) -> None:
        assert await me.asked() == "move"
        winner = next(a for a in me.table.view(0).legal if a.kind is ActionKind.BEAT)
        await me.press(*me.picks([winner.cards.bit_length() - 1]), "d")
        assert await me.asked() == "page" and "could take this trick" in me.page()
        await me.press("n")
        assert me.acting == 0 and not me.table.view(0).own_down
        await me.press("d")
        assert await me.asked() == "page"
        await me.press("y")
        assert me.table.view(0).own_down == winner.cards

    run(app_for(kept, confirm_hide=True), steps)


# -- dialogs and the mouse -------------------------------------------------------------------------------


def test_the_list_of_moves_plays_one() -> None:
    kept = seated("svoi", ["me", "rule", "rule", "rule"], 7)

    async def steps(me: AtScreen) -> None:
        assert await me.asked() == "move"
        await me.press("m")
        assert "Legal moves" in text_of(me.app) and "then lead" in text_of(me.app)
        before = len(me.table.journal)
        await me.press("enter")
        assert "then lead" not in text_of(me.app)
        await me.press("escape")
        assert "then lead" in text_of(me.app)  # back from the leads to the covers
        await me.press("enter")
        await me.press("down", "enter")
        played = me.table.journal[before]["text"]
        assert played == str(me.table.deals[0].actions[1]) and "/" in played

    run(app_for(kept), steps)


def test_advice_picks_its_cards() -> None:
    kept = seated("svoi", ["me", "rule", "rule", "rule"], 7)

    async def steps(me: AtScreen) -> None:
        assert await me.asked() == "move"
        await me.press("h")
        for _ in range(50):
            if me.hand.picked:
                break
            await me.pilot.pause(0.02)
        assert me.told("message").startswith("Advice of rule: beat with")
        before = len(me.table.journal)
        await me.press("b")
        assert len(me.table.journal) > before

    run(app_for(kept), steps)


def test_rules_are_found_by_their_numbers() -> None:
    kept = seated("yard", ["me", "rule", "rule", "rule"], 7)

    async def steps(me: AtScreen) -> None:
        assert await me.asked() in ("move", "page")
        await me.press("r")
        assert "Different from pairs" in me.page()
        await me.press("b", "1", "3")
        assert "(A28 B13" in me.page() or "B13" in me.page()
        await me.press("x", "y")
        assert "has to do with b13xy" in me.page()
        await me.press("escape", "question_mark")
        assert "leaving loses nothing" in me.page()

    run(app_for(kept), steps)


def test_cards_and_buttons_can_be_clicked() -> None:
    kept = seated("pairs", ["me", "rule", "rule", "rule"], 7)

    async def steps(me: AtScreen) -> None:
        assert await me.asked() == "move"
        await me.pilot.click("#hand", offset=(7, 1))
        assert me.hand.picked == [me.hand.cards[1]]
        await me.pilot.click("#hand", offset=(7, 1))
        await me.pilot.click("#hand", offset=(2, 1))
        assert me.hand.picked == [me.hand.cards[0]]
        card = me.hand.cards[0]
        await me.pilot.click("#discard")
        await me.pilot.pause()
        assert me.table.view(0).own_down == 1 << card
        assert await me.asked() == "move"
        await me.pilot.click("#keys", offset=(1, 0))  # the first word there: advice
        await me.pilot.pause()
        assert "Advice" in me.told("message")

    run(app_for(kept), steps)
