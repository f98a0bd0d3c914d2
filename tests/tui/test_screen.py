"""What the full screen shows and keeps: nobody's hidden cards, everything at every size, matches to go on with."""

from __future__ import annotations

import argparse
import os
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.terminal.person import CARD, Sitting, short
from tests.tui.person import AtScreen, app_for, run, seated, text_of
from textual.widgets import Button

from shokha import languages
from shokha.__main__ import make_parser
from shokha.actions import PASS
from shokha.cards import CardSet, card_set, parse_card_list
from shokha.errors import ShokhaError
from shokha.profile import available, load
from shokha.table import Command, Stage
from shokha.terminal import saves
from shokha.terminal.host import Host
from shokha.terminal.saves import Kept
from shokha.terminal.seating import words_for
from shokha.tui.choosing import Choosing
from shokha.tui.command import make_app
from shokha.tui.painting import Look


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHOKHA_DATA", str(tmp_path / "data"))


def cards_in(text: str) -> CardSet:
    return card_set(card for word in CARD.findall(text) for card in parse_card_list(word))


# -- secrets -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("profile", ["pairs", "money"])
def test_several_people_see_only_their_own_cards(profile: str) -> None:
    """What stands on the screen is known to whoever sits in front of it; the cover shows nothing (F68)."""
    seats = ["me", "random", "me", "random", "me"][: load(profile).players]
    kept = seated(profile, seats, 4, changes=short(profile))
    chance, seen = random.Random(4), {"cover": 0, "move": 0, "page": 0}

    async def steps(me: AtScreen) -> None:
        for _ in range(18):
            asked = await me.asked()
            seen[asked] += 1
            text = text_of(me.app)
            if asked == "move":
                assert me.acting is not None
                view = me.table.view(me.acting)
                shown = card_set(card for card in (view.turn_up, view.shown) if card is not None)
                if view.number == 1:  # what was known in one deal is no secret in the next
                    assert not cards_in(text) & ~(view.seen | view.hand | view.own_down | shown), text
                assert cards_in(text) & view.hand == view.hand
                await me.play(chance.choice(view.legal))
                continue
            assert me.app.sitting is not None and me.app.sitting.front is None
            assert not me.hand.cards and not me.told("told")
            if asked == "cover":
                assert "Pass the keyboard to" in " ".join(text.split()) and not cards_in(text), text
            await me.press("enter" if me.table.stage is not Stage.OVER else "y")
        await me.asked()

    run(app_for(kept), steps)
    assert seen["cover"] >= 5 and seen["move"] >= 5


def test_a_deal_that_ends_before_anybody_sits_down_shows_nobody_s_cards() -> None:
    kept = seated("money", ["me", "rule", "me", "rule", "rule"], 26)

    async def steps(me: AtScreen) -> None:
        assert await me.asked() == "page" and "are a Bura" in me.page()
        dealt = me.table.view(0).hand | me.table.view(2).hand
        assert dealt.bit_count() == 8 and not cards_in(text_of(me.app)) & dealt
        await me.press("escape")
        assert "Enter for the next deal" in me.told("message") and not cards_in(text_of(me.app)) & dealt
        await me.press("enter")
        assert await me.asked() == "page"
        await me.press("q")
        assert await me.asked() == "left"

    assert run(app_for(kept), steps) == 0


def test_a_bot_that_keeps_a_combination_is_not_waited_for() -> None:
    """Bots take their time over moves; a pause for declining to declare would tell that they could (X27)."""
    for seed in range(213, 600):  # the first of these will do
        kept = seated("yard", ["me", "random", "random", "random"], seed)
        assert kept.table.receive(Command("start")).ok
        asked = kept.table.to_decide()[0]
        if asked == 0 or kept.table.claim(asked) is None:
            continue
        if Host(kept, words_for(kept, "en", "en", glyphs=True), print).choose(asked, "random").action == PASS:
            break
    else:
        pytest.fail("no bot keeps a combination to itself in all these deals")

    async def steps(me: AtScreen) -> None:
        for _ in range(100):
            if me.table.claim(asked) is None:
                break
            await me.pilot.pause(0.02)
        assert me.table.claim(asked) is None

    run(app_for(kept, pace=3600), steps)


# -- keeping -------------------------------------------------------------------------------------------


def test_leaving_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "m.json"
    kept = seated("pairs", ["me:Vera", "rule", "rule", "rule"], 11, path=path)
    chance = random.Random(1)

    async def begin(me: AtScreen) -> None:
        for _ in range(3):
            assert await me.asked() == "move"
            await me.play(chance.choice(me.table.view(0).legal))
        assert await me.asked() == "move"
        await me.press("ctrl+c")
        assert await me.asked() == "left"

    assert run(app_for(kept), begin) == 130
    again = saves.read(path)
    assert again.table.journal == kept.table.journal and again.reasons == kept.reasons

    async def go_on(me: AtScreen) -> None:
        assert await me.asked() == "move"
        assert list(me.hand.cards) and card_set(me.hand.cards) == kept.table.view(0).hand
        told = me.told("told")
        assert "You are dealt" in told and "draw" in told
        story = me.face.query_one("#story")
        assert story.is_vertical_scroll_end and told.splitlines()[-1] in text_of(me.app).replace("\n", " ")
        at = story.scroll_offset.y
        await me.press("pageup")
        await me.until(lambda: story.scroll_offset.y < at)
        await me.press("w")
        assert "Boris" in me.page()
        await me.press("escape", "m")
        await me.press("enter")
        assert await me.asked() in ("move", "page")

    run(app_for(again), go_on)
    third = saves.read(path)
    assert len(third.table.journal) > len(again.table.journal) - 2
    lines = Sitting("pairs", [], kept=third)  # the line mode goes on with the same file
    assert "Your turn" in lines.type("score")


def test_a_second_window_is_refused(tmp_path: Path) -> None:
    kept = seated("pairs", ["me", "rule", "rule", "rule"], 11, path=tmp_path / "m.json")

    async def steps(me: AtScreen) -> None:
        assert await me.asked() == "move"
        other = saves.read(tmp_path / "m.json")
        view = other.table.view(0)
        assert other.table.receive(Command("play", 0, str(view.legal[0]))).ok
        other.keep()
        await me.press("m")
        await me.press("enter")
        assert await me.asked() == "left"

    result = run(app_for(kept), steps)
    assert isinstance(result, ShokhaError) and "another window" in str(result)


def test_a_disk_that_is_full_does_not_stop_the_game(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    kept = seated("pairs", ["me", "rule", "rule", "rule"], 11, path=tmp_path / "file" / "m.json")

    async def steps(me: AtScreen) -> None:
        assert await me.asked() == "move"
        assert "The match cannot be saved" in me.told("message")

    run(app_for(kept), steps)


def test_waiting_matches_and_versions_are_listed(tmp_path: Path) -> None:
    kept = seated("yard", ["me:Vera", "rule", "rule", "rule"], 3, path=saves.matches_folder() / "a.json")
    kept.table.receive(Command("start"))
    kept.keep()
    (saves.matches_folder() / "b.json").write_text("{")

    async def steps(me: AtScreen) -> None:
        assert isinstance(me.app.screen, Choosing)
        text = text_of(me.app)
        assert "Go on: Yard Kozel" in text and "New: Kozel in pairs (pairs), 4 players" in text
        assert "damaged" in text
        await me.press("enter")
        assert await me.asked() in ("move", "page") and me.table.profile.id == "yard"

    run(make_app(options("--pace", "0")), steps)

    async def new(me: AtScreen) -> None:
        await me.press("down", "enter")
        assert await me.asked() in ("move", "page") and me.table.profile.id == "pairs"

    run(make_app(options("--pace", "0")), new)

    async def wrong(me: AtScreen) -> None:
        await me.press("down", "down", "enter")
        assert "has 4 seats, so name 4 players" in text_of(me.app)

    run(make_app(options("--players", "me,rule")), wrong)


def options(*words: str) -> argparse.Namespace:
    return make_parser("tui").parse_args(["tui", *words])


# -- sizes, colours, letters -----------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (120, 40)])
@pytest.mark.parametrize("profile", ["money", "svoi-2", "besicovitch"])
def test_everything_that_can_be_done_is_in_sight(profile: str, size: tuple[int, int]) -> None:
    kept = seated(profile, ["me"] + ["random"] * (load(profile).players - 1), 5)

    async def steps(me: AtScreen) -> None:
        while await me.asked() == "page":
            await me.press("enter")
        await me.press("1")
        text, view = text_of(me.app), me.table.view(me.acting)
        assert all(row.cell_length <= size[0] for row in me.hand.render().split("\n"))
        assert me.hand.size.height >= me.hand.get_content_height(size, size, me.hand.size.width)
        assert cards_in(text) & view.hand == view.hand
        buttons = [button for button in me.face.query(Button) if button.display]
        for part in [*buttons, me.face.query_one("#keys"), me.face.query_one("#message"), me.face.query_one("#board")]:
            assert part.region and me.app.screen.region.contains_region(part.region), part
        assert str(buttons[0].label) in text and "Leave" in text and "Your turn" in text
        assert "On top of the pile" in text or "in the stock" in text or "pile is empty" in text
        assert me.face.query_one("#story").size.height >= 2

    run(app_for(kept), steps, size)


def test_no_color(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    kept = seated("pairs", ["me", "rule", "rule", "rule"], 7)

    async def steps(me: AtScreen) -> None:
        assert await me.asked() == "move"
        await me.press("1", "b", "r")
        colours = set(re.findall(r"fill: (#[0-9a-f]{6})", me.app.export_screenshot()))
        assert all(max(_channels(colour)) - min(_channels(colour)) < 8 for colour in colours)
        light = sorted(_channels(colour)[0] for colour in colours)
        assert light[-1] - light[0] > 100  # and the writing can be told from what it stands on

    run(app_for(kept), steps)


def _channels(colour: str) -> list[int]:
    return [int(colour[at : at + 2], 16) for at in (1, 3, 5)]


def test_plain_letters() -> None:
    kept = seated("pairs", ["me", "rule", "rule", "rule"], 7)

    async def steps(me: AtScreen) -> None:
        assert await me.asked() == "move"
        await me.press("1")
        text = text_of(me.app)
        assert "|9h |" in text and "#1==#" in text and "10d turned up" in text
        assert not cards_in(text) and text.isascii(), text

    run(app_for(kept, look=Look("none", ascii=True)), steps)


@pytest.mark.skipif("ru" not in languages.available(), reason="needs the Russian catalogue")
def test_russian_words_and_keys() -> None:
    kept = seated("pairs", ["me", "rule", "rule", "rule"], 7)

    async def steps(me: AtScreen) -> None:
        assert await me.asked() == "move"
        assert me.told("message") == "Ваш ход: ответьте 1 картой."
        await me.press("r")
        await me.press("ш", "о", "х", "а")  # found in the translated explanations
        assert "shokha = on" in me.page() and "Козёл пара на пару" in me.page()
        await me.press("escape")
        before = len(me.table.journal)
        await me.press("1", "2", "в")
        assert me.told("message").startswith("Нужно положить ровно столько карт, сколькими зашли. (A11)")
        await me.press("escape")
        await me.press("1", "в")  # the key of d on a Russian keyboard
        assert me.table.journal[before]["text"].startswith("_")

    run(app_for(kept, language="ru"), steps)


# -- the command -----------------------------------------------------------------------------------------


def shokha(*words: str, before: str = "") -> subprocess.CompletedProcess[str]:
    code = f"import sys\n{before}\nfrom shokha.__main__ import main\nsys.exit(main({list(words)!r}))"
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, env={**os.environ})


def test_without_textual_it_says_what_to_install() -> None:
    done = shokha("tui", before="sys.modules['textual'] = None")
    assert done.returncode == 2 and "pip install 'shokha[tui]'" in done.stderr and "Traceback" not in done.stderr


def test_without_a_terminal_it_names_the_line_mode() -> None:
    done = shokha("tui")
    assert done.returncode == 2 and "`shokha play` plays in lines anywhere" in done.stderr
    help_text = shokha("tui", "--help", before="sys.modules['textual'] = None")
    assert help_text.returncode == 0 and "two people at one keyboard" in help_text.stdout


@pytest.mark.parametrize("profile", available())
def test_every_version_begins(profile: str) -> None:
    """Every version of the register comes to the first decision of a person."""

    async def steps(me: AtScreen) -> None:
        assert await me.asked() in ("move", "page")
        assert me.face.words.version() in me.told("score")

    app = make_app(options("--pace", "0", "--rules", profile, "--seed", "3"))
    assert isinstance(app.kept, Kept)
    run(app, steps)
