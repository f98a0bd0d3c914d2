"""The terminal table, driven like a person drives it: whole matches, refusals, memory, several people, secrecy."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from tests.terminal.person import CARD, CONTROLS, Sitting, short

from shokha.actions import ActionKind
from shokha.cards import CardSet, card_set, parse_card_list
from shokha.profile import available, load
from shokha.record import Record, verify
from shokha.recording import _RECORDERS
from shokha.table import Stage, TableOptions
from shokha.terminal.commands import Quit

RULE = ["me:Vera", "rule", "rule", "rule"]


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Records of finished matches go here."""
    monkeypatch.setenv("SHOKHA_DATA", str(tmp_path / "data"))


@pytest.mark.parametrize("width", [80, 40])
@pytest.mark.parametrize("profile", available())
def test_a_person_plays_a_match_of_every_version(profile: str, width: int, tmp_path: Path) -> None:
    players = load(profile).players
    sitting = Sitting(profile, ["me:Vera"] + ["random"] * (players - 1), 3, changes=short(profile), width=width)
    assert sitting.play(3) == 0
    assert sitting.table.stage is Stage.OVER
    text = sitting.text
    assert "The match is over" in text and f"Score ({profile}" in text
    assert not CONTROLS.search(text)
    prompts = re.compile(r"> |\? \[")
    assert all(len(line) <= width or prompts.search(line) or "/" in line for line in text.splitlines())
    if load(profile).game in _RECORDERS:
        (record,) = (tmp_path / "data" / "records").glob("*.txt")
        assert verify(record.read_bytes()).is_over


def test_a_match_goes_on_into_another(tmp_path: Path) -> None:
    sitting = Sitting(
        "yard", ["me", "random", "random", "random"], "first", changes={"target": 2}, path=tmp_path / "m.json"
    )
    assert sitting.play(5, again=2) == 0
    seeds = re.findall(r"The seed of this match was (\w+)\.", sitting.text)
    assert len(set(seeds)) == 3 and seeds[0] == "first"
    # the seed told at the end of a match says nothing about the next: it is not derived from it
    assert all(re.fullmatch(r"[0-9a-f]{32}", seed) for seed in seeds[1:])
    records = sorted((tmp_path / "data" / "records").glob("*.txt"))
    assert len(records) == 3
    assert [verify(r.read_bytes()).decks_from_seed for r in records] == [True] * 3
    for record, seed in zip(records, seeds, strict=True):
        assert Record.loads(record.read_bytes()).tags["Seed"] == seed


# -- secrets -------------------------------------------------------------------------------------------


def cards_in(text: str) -> CardSet:
    return card_set(card for word in CARD.findall(text) for card in parse_card_list(word))


@pytest.mark.parametrize(
    ("profile", "seats"),
    [("pairs", ["me", "rule", "me", "rule"]), ("yard", ["me"] * 4), ("money", ["me", "random", "me", "me", "random"])],
)
def test_several_people_at_one_keyboard_see_only_their_own_cards(profile: str, seats: list[str]) -> None:
    """What stands on the screen since the last cover is known to whoever sits in front of it (F68)."""
    sitting = Sitting(profile, seats, 4, changes=short(profile))
    chance, checked = random.Random(4), 0
    since = 0

    def keyboard(prompt: str) -> str:
        nonlocal checked, since
        if "Pass the keyboard" in prompt:
            screen = "".join(sitting.printed[since:])
            assert "\n" * 60 in screen  # the cover
            since = len(sitting.printed)
            return ""
        if sitting.table.stage is not Stage.PLAYING:
            return ""
        seat = sitting.table.to_decide()[0]
        view = sitting.table.view(seat)
        shown = [card for card in (view.turn_up, view.shown) if card is not None]
        known = view.seen | view.hand | view.own_down | card_set(shown)
        screen = "".join(sitting.printed[since:])
        if "count of deal" in screen:
            since = len(sitting.printed)
        elif view.number == 1:  # what was known in one deal is no secret in the next
            assert not cards_in(screen) & ~known, screen
            checked += 1
        assert f"Pass the keyboard to {sitting.session.words.names[seat]}" in sitting.text
        return sitting.move(chance)

    sitting.keyboard = keyboard
    sitting.session.run()
    assert checked >= 8


def test_a_deal_that_ends_before_anybody_sits_down_shows_nobody_s_cards() -> None:
    """A bot leads a Bura and takes the pot: the other hands stay hidden, so nothing dealt is told to all (F68)."""
    sitting = Sitting("money", ["me", "rule", "me", "rule", "rule"], 26)
    text = sitting.type()
    assert "are a Bura" in text and "Enter for the next deal" in text
    assert "is dealt" not in text and "Pass the keyboard" not in text
    dealt = sitting.table.view(0).hand | sitting.table.view(2).hand
    assert dealt.bit_count() == 8 and not cards_in(text) & dealt


def test_a_holder_is_asked_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """A combination of one person is not mentioned on the screen of another (A23, QA5)."""
    for seed in range(60):
        sitting = Sitting("yard", ["me"] * 4, seed, changes={"target": 2})
        chance, told = random.Random(seed), []

        def keyboard(
            prompt: str, sitting: Sitting = sitting, chance: random.Random = chance, told: list[int] = told
        ) -> str:
            if "Pass the keyboard" in prompt or sitting.table.stage is not Stage.PLAYING:
                return ""
            seat = sitting.table.to_decide()[0]
            if sitting.table.claim(seat) is not None:
                assert prompt == "declare or pass> "
                assert "It is a Molodka." in " ".join("".join(sitting.printed[-5:]).split())
                told.append(seat)
                return "pass"
            return sitting.move(chance)

        sitting.keyboard = keyboard
        sitting.session.run()
        assert sitting.flat.count("It is a Molodka.") == len(told)
        if told:
            return
    pytest.fail("no Molodka in sixty matches")


def test_why_does_not_tell_hidden_cards() -> None:
    """A bot's reason for a discard names the cards; it waits for the count (A18)."""
    sitting = Sitting("pairs", RULE, 8, changes={"target": 6})
    chance, asked, checked = random.Random(8), 0, 0

    def keyboard(prompt: str) -> str:
        nonlocal asked, checked
        asked += 1
        if sitting.table.stage is not Stage.PLAYING:
            raise Quit
        if asked % 2:
            sitting.printed.clear()
            return "why"
        public = sitting.table.view(None)
        assert not cards_in(sitting.text) & ~(public.seen | sitting.table.view(0).hand), sitting.text
        checked += 1
        return sitting.move(chance)

    sitting.keyboard = keyboard
    with pytest.raises(Quit):
        sitting.session.run()
    assert checked > 4
    sitting.printed.clear()
    sitting.session.commands.run("why", None)
    assert "face down" in sitting.text  # now everything is told


def test_nothing_hidden_is_printed_in_a_whole_match() -> None:
    """Whatever a person alone against bots reads during a deal, the person's own view holds it (law 5)."""
    sitting = Sitting("pairs", ["me", "rule", "random", "rule"], 12, changes={"target": 8})
    chance, since, checked = random.Random(12), 0, 0
    lines = iter(["why", "last", "hint", "pairs", "moves", "score", "table", "seed", "rules"] * 100)
    move_next = False

    def keyboard(prompt: str) -> str:
        nonlocal since, checked, move_next
        if sitting.table.stage is not Stage.PLAYING:
            since = len(sitting.printed) + 1
            return ""
        view = sitting.table.view(0)
        known = view.seen | view.hand | view.own_down | (1 << view.turn_up if view.turn_up is not None else 0)
        screen = "".join(sitting.printed[since:])
        if "count of deal" in screen:
            since = len(sitting.printed)
        else:
            assert not cards_in(screen) & ~known, screen
            checked += 1
        move_next = not move_next
        return sitting.move(chance) if move_next else next(lines)

    sitting.keyboard = keyboard
    sitting.session.run()
    assert checked > 20


# -- moves and refusals ------------------------------------------------------------------------------------
# With seed 5 Gleb leads 6♠ 8♥ 7♥ and Vera holds 10♠ K♠ 6♦ 7♣ (trump diamonds).


def test_beat_and_discard_are_never_guessed() -> None:
    text = Sitting("pairs", RULE, 5).type("1 2 3", "Ks 6d 7c", "Кп 6б 7т")
    assert text.count("Say which: `beat`") == 3


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("discard 1", "(A11)"),
        ("beat 1 2 3", "(QA12)"),
        ("^10sKs6d", "(QA12)"),
        ("lead 1", "(A15)"),
        ("discard Ah Ad Ac", "do not hold"),
        ("discard xx yy", "“xx” is neither a card nor"),
        ("discard 9", "there is no 9"),
        ("discard 0", "there is no 0"),
        ("discard 1 1 2", "twice"),
        ("discard", "at least one card"),
        ("declare", "nothing for you to declare"),
        ("declare bura", "("),
        ("!nonsense", "nothing to declare"),
        ("pass", "("),
        ("pick up", "no pile"),
        ("beat 1 zh", "“zh” is neither a card nor"),
        ("99999999999999999999", "there is no 999999999"),
        ("\x1b[2J", "is neither a card nor"),
    ],
)
def test_wrong_lines_get_a_sentence_and_change_nothing(line: str, answer: str) -> None:
    sitting = Sitting("pairs", RULE, 5)
    sitting.type()
    before, hand = list(sitting.table.journal), sitting.table.view(0).hand
    sitting.printed.clear()
    text = sitting.type(line)
    said = text.split("\n", text[: text.index("> ")].count("\n") + 1)[-1]
    assert answer in " ".join(said.split()), text
    assert sitting.table.journal == before and sitting.table.view(0).hand == hand
    assert not CONTROLS.search("".join(sitting.printed[-1:]))


def test_a_refused_answer_shows_the_pairing() -> None:
    """Where a card has no partner, the screen tells which card would beat which (A14)."""
    for seed in range(40):
        sitting = Sitting("pairs", ["me", "random", "random", "random"], seed)
        sitting.type()
        view = sitting.table.view(0)
        size = view.owes
        if not size or any(action.kind is ActionKind.BEAT for action in view.legal) or view.master_cards & 1:
            continue
        numbers = " ".join(map(str, range(1, size + 1)))
        text = sitting.type(f"beat {numbers}", "pairs")
        assert text.count("So there is no complete answer") == 2
        assert "(A14)" in text and re.search(r"is beaten by", text)
        return
    pytest.fail("every hand could beat")


def test_all_ways_of_naming_the_same_cards() -> None:
    for line in (
        "discard 2 3 4",
        "d 2,3,4",
        "_Ks6d7c",
        "_ k♠ 6♦ 7♣",
        "DISCARD KS 6D 7C",
        "скинуть Кп 6б 7т",
        "с К♠6♦7♣",
    ):
        sitting = Sitting("pairs", RULE, 5)
        assert "You discard K♠ 6♦ 7♣ face down." in sitting.type(line), line


def test_hiding_a_winner_is_asked_about_once_where_wanted() -> None:
    for seed in range(40):
        sitting = Sitting("pairs", ["me", "random", "random", "random"], seed, confirm_hide=True)
        sitting.type()
        beats = [action for action in sitting.table.legal(0) if action.kind is ActionKind.BEAT]
        if not beats:
            continue
        hidden = str(beats[0]).replace("^", "_")
        before = len(sitting.table.journal)
        text = sitting.type(hidden, "n")
        assert "could take this trick. Hide it? [y/N]" in text and len(sitting.table.journal) == before
        assert "face down" in sitting.type(hidden, "y") and len(sitting.table.journal) > before
        plain = Sitting("pairs", ["me", "random", "random", "random"], seed)
        assert "Hide it?" not in plain.type(hidden)
        return
    pytest.fail("nobody could beat")


# -- commands ----------------------------------------------------------------------------------------------


def test_looking_back_follows_the_table_rule() -> None:
    lines = ["discard 2 3 4", "last"]
    assert "(A18)" in Sitting("pairs", RULE, 5).type(*lines)
    text = Sitting("pairs", RULE, 5, options=TableOptions(last_trick=True)).type(*lines)
    told = text[text.index("The last trick, which") :]
    assert "face down" in told and "K♠" not in told.splitlines()[0]


def test_memory_options_show_own_discards_and_points() -> None:
    text = Sitting("pairs", RULE, 5).type("discard 2 3 4")
    assert "Cards you have discarded" not in text and "took in the open" not in text
    options = TableOptions(own_discards=True, own_points=True)
    text = Sitting("pairs", RULE, 5, options=options).type("discard 2 3 4")
    assert "Cards you have discarded: K♠ 6♦ 7♣." in text and "took in the open: " in text


def test_help_hint_moves_score_rules() -> None:
    text = " ".join(
        Sitting("yard", RULE, 6).type("help", "?", "hint", "moves", "score", "rules", "rules eggs", "rules B13").split()
    )
    assert text.count("To lead, name cards") == 2 and "Advice of rule:" in text and "Score (yard;" in text
    assert text.count("eggs = none") == 3
    assert "No setting of this version has to do with nonsense" in Sitting("yard", RULE, 6).type("rules nonsense")


def test_the_hint_can_be_typed() -> None:
    """What advice says to type is a legal move."""
    sitting = Sitting("quartet", RULE, 9, changes={"target": 4})

    def keyboard(prompt: str) -> str:
        if sitting.table.stage is not Stage.PLAYING:
            return ""
        sitting.session.commands.run("hint", 0)
        advice = re.findall(r"\(type ([^)]*)\)", " ".join(sitting.text.split()))
        return str(advice[-1])

    sitting.keyboard = keyboard
    assert sitting.session.run() == 0
    refusals = re.findall(r"\((?:A|Q|D|X)\w+\)\n", sitting.text.partition("The count")[0])
    assert not refusals


def test_every_listed_move_is_accepted() -> None:
    """T6: what the screen offers, the table takes; and everything that is legal is offered."""
    sitting = Sitting("pairs", ["me", "random", "random", "random"], 21)
    sitting.type()
    offered = sitting.offered()
    assert len(offered) == len(sitting.table.legal(0))
    for line in offered:
        again = Sitting("pairs", ["me", "random", "random", "random"], 21)
        again.type()
        before = len(again.table.journal)
        again.type(line)
        assert len(again.table.journal) > before


def test_moves_of_a_pile_game_name_each_cover_once() -> None:
    sitting = Sitting("svoi-3", ["me", "random", "random"], 5, changes={"deals": 1})
    offered = sitting.offered()
    covers = {action.cover for action in sitting.table.legal(0) if action.kind is ActionKind.COVER}
    assert offered.count("pick up") == 1 and covers
    assert len(offered) == len(covers) + 1 and all("and another" in line for line in offered if line != "pick up")


def test_russian_letters() -> None:
    text = Sitting("pairs", RULE, 5, letters="ru").type("discard Кп 6б 7т")
    assert "1 10♠, 2 К♠, 3 6♦, 4 7♣" in text.replace("\u00a0", " ") and "You discard К♠ 6♦ 7♣" in text


def test_seed_is_no_help_during_the_match() -> None:
    text = " ".join(Sitting("pairs", RULE, "secret-seed").type("seed").split())
    assert "shown when the match is over" in text and "secret-seed" not in text


def test_picking_trumps_by_number_letter_or_name() -> None:
    for line in ("2", "h", "♥", "hearts", "declare hearts", "!hearts", "черви"):
        for seed in range(30):
            sitting = Sitting("svoi", ["me", "random", "random", "random"], seed, changes={"trump_choice": "choice"})
            sitting.type()
            if "2 hearts ♥" in sitting.flat:
                sitting.type(line)
                assert "Your own trump is hearts ♥." in sitting.flat, line
                break
        else:
            pytest.fail("hearts were never free in the second place")
