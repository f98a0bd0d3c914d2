"""What a record must not get away with: every lie and every damage is one sentence with its place."""

from __future__ import annotations

import re

import pytest
from tests.record.play import Played, example, play, profile

from shokha.errors import NotationError, RecordError
from shokha.record import Record, replay, verify

TRIO, YARD, MONEY = "trio-one-out-two-play-on", "yard-goats-with-eggs", "money-carried-pot"


def refusal(text: str | bytes) -> RecordError:
    """The refusal of a record, with the promises that hold for all of them."""
    with pytest.raises(RecordError) as caught:
        verify(text)
    error = caught.value
    assert error.place and "\n" not in str(error) and len(str(error)) < 400
    assert str(error).isprintable()
    return error


# -- the three examples ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "deals", "must_hold"),
    [
        (TRIO, 6, ["out 2", "seats=13", "out 3", "won 1 lost=2,3"]),
        (YARD, 6, ["count 60:60", "score 0:0 eggs", "won 1 goats-with-eggs lost=2", "goats with eggs"]),
        (MONEY, 20, ["winners=1,4 pot=50 claim=1,4", "pot=100 ", "taken 2 bura 10hJh9h"]),
    ],
)
def test_the_examples_are_sound_and_hold_what_they_are_for(name: str, deals: int, must_hold: list[str]) -> None:
    text = example(name)
    found = verify(text)
    assert (found.deals, found.is_over, found.decks_from_seed) == (deals, True, True)
    assert all(part in text for part in must_hold), [part for part in must_hold if part not in text]
    assert Record.loads(text).dumps() == text


@pytest.mark.parametrize(
    ("name", "was", "becomes", "place", "sentence"),
    [
        (TRIO, "total=2:12:8", "total=2:10:8", "deal 4, line", "total='2:10:8', the rules give 2:12:8"),
        (TRIO, "out 2", "out 3", "deal 4, line", "out says '3', the rules give 2"),
        (TRIO, "out 2\n", "", "deal 5, line", "the rules want the line 'out 2'"),
        (TRIO, "seats=13", "seats=123", "deal 5, line", "seats='123', the rules give 13"),
        (TRIO, "won 1 lost=2,3", "won 3 lost=1,2", "deal 6, line", "won says '3', the rules give 1"),
        (TRIO, '[Result "side 1', '[Result "side 3', "tags", "The tag Result says 'side 3 won, 2:12:12'"),
        (TRIO, '[Dealer "3"]', '[Dealer "1"]', "deal 1, line", "dealer='3', the rules give 1"),
        (TRIO, '[Dealer "3"]', '[Dealer "4"]', "tags", "names a seat from 1 to 3, not '4'"),
        (TRIO, "\nend\n", "\n*\n", "deal 6, line", "The match is over, so end is the last line"),
        (YARD, "score 0:0 eggs total=0:2", "score 2:2 total=2:4", "deal 2, line", "the rules give 0:0 eggs"),
        (YARD, "count 60:60", "count 61:59", "deal 2, line", "count says '61:59', the rules give 60:60"),
        (YARD, "goats-with-eggs ", "", "deal 6, line", "the rules give 1 goats-with-eggs"),
        (YARD, "peek=14", "peek=13", "deal 1, line", "shown='6h', the rules give"),
        (YARD, "peek=14", "peek=20", "deal 1, line", "a place in a stock of 20 cards, not 20"),
        (YARD, " 2. 3: Ad ^9h", " 2. 3: Ad ^9d", "deal 1, trick 2, line", "'^9d' is refused: You do not hold 9d"),
        (MONEY, "winners=1,4 pot=50", "winners=1,4 pot=0", "deal 16, line", "pot='0', the rules give 50"),
        (MONEY, "claim=1,4", "claim=1", "deal 16, line", "claim='1', the rules give 1,4"),
        (MONEY, "taken 2 bura", "taken 4 bura", "deal 12, line", "taken says '4 bura"),
    ],
)  # fmt: skip
def test_a_tampered_copy_is_refused_naming_the_place(
    name: str, was: str, becomes: str, place: str, sentence: str
) -> None:
    text = example(name)
    assert was in text
    error = refusal(text.replace(was, becomes, 1))
    assert place in error.place, error.place
    assert sentence in error.message


# -- grammar -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("was", "becomes", "sentence"),
    [
        ('[Shokha "1"]', '[Shokha "2"]', "This record has format '2', and this version of Shokha reads up to 1"),
        ('[Shokha "1"]', '[Event "x"]', "it does not begin with [Shokha"),
        ('[Shokha "1"]\n', "", "it does not begin with [Shokha"),
        ('[Game "kozel"]', '[Game "whist"]', "trio is a version of kozel, not of 'whist'"),
        ('[Game "kozel"]', "", "The tag Game is missing"),
        ('[Profile "trio"]', '[Profile "triad"]', "There is no profile 'triad'"),
        ('[Profile "trio"]', '[Profile "/etc/pairs.toml"]', "There is no profile"),
        ('[Profile "trio"]', '[Profile "duel"]', "This was written under other rules"),
        ('[Fingerprint "', '[Fingerprint "0', "This was written under other rules"),
        ('[Seed "10"]', '[Seed 10]', "is no tag"),
        ('[Seed "10"]', '[Seed "1"]\n[Seed "2"]', "The tag Seed is there twice"),
        ('[Seed "10"]', '[Set "shokha=maybe"]', "shokha is on or off"),
        ('[Seed "10"]', '[Viewpoint "7"]', "names seat 7 of 3"),
        ('[Seed "10"]', '[Viewpoint "x"]', "Viewpoint is public or a seat"),
        ('[Lot "1:', '[Lot "9:8c 1:', "The tag Lot holds '9:8c'"),
        ("deal 2 ", "dael 2 ", "is no line of a record"),
        ("deal 2 ", "deal 3 ", "deal says '3', the rules give 2"),
        ("deal 2 ", "plays 2 ", "is no line of a record"),
        (" 2. 1: ", " 2. 1 ", "needs its number, the seat in turn and its plays"),
        (" 2. 1: ", " 3. 1: ", "Trick 2 is not finished, or its number is wrong"),
        (" 2. 1: ", " 2. 2: ", "It is seat 1's turn here, not seat 2's"),
        ("\ndeck ", "\n; deck ", "The deck is missing behind the head of the deal"),
        ("score 0:2:2", "score 0:2:2 extra", "the rules give 0:2:2"),
        ("\nend\n", "\nend\nend\n", "Something follows the end of the record"),
        ("\nend\n", "\n", "The record is cut off"),
        ("\nend\n", "\ndeal 7\nend\n", "The match is over, and another deal follows"),
    ],
)  # fmt: skip
def test_broken_grammar_is_one_sentence(was: str, becomes: str, sentence: str) -> None:
    text = example(TRIO)
    assert was in text
    assert sentence in str(refusal(text.replace(was, becomes, 1)))


def test_wrong_words_in_a_trick() -> None:
    text = example(TRIO)
    tricks = [line for line in text.splitlines() if line.startswith(" 1. ")]
    for token in ("Zz", "^", "2!moskva(AsAh)", "3!nonsense", "9-", "1-", "6d/Qs", "+", "(", "2?molodka", "^?2"):
        broken = text.replace(tricks[0], f"{tricks[0]} {token}", 1)
        assert "deal 1, trick 1" in refusal(broken).place
        head, rest = tricks[0].split(": ")
        assert "deal 1, trick 1" in refusal(text.replace(tricks[0], f"{head}: {token} {rest}", 1)).place


def test_a_deck_that_lies() -> None:
    text = example(TRIO)
    deck = re.search(r"deck (\S+)", text)
    assert deck is not None
    for row, sentence in [
        (deck[1][:-4], "The deck has 36 cards here, not"),
        (deck[1] + "6s", "A card is in the deck twice"),
        ("?36", "no unknown cards"),
        ("-", "not 0"),
        (deck[1].replace("Qh", "2h", 1), "2h is not in the pack"),
        ("!!", "'!!' is not a card"),
        ("!", "holds '!'"),
    ]:
        assert sentence in str(refusal(text.replace(deck[1], row, 1)))


# -- bytes ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "There is nothing in it"),
        (b"\xef\xbb\xbf", "There is nothing in it"),
        (b" \n\n", "There is nothing in it"),
        (b"\x00" * 4096, "control characters"),
        (b"a" * 5_000_000, "does not begin with"),
        (b"[" * 5_000_000, "is no tag"),
        (b'[Shokha "' + b"\\" * 5_000_000, "is no tag"),
        (bytes(range(256)) * 20_000, "not UTF-8"),
        ("Козёл".encode("cp1251"), "not UTF-8"),
        (b"\xff\xfe[\x00S\x00", "not UTF-8"),
    ],
    ids=["empty", "bom", "blank", "zeros", "letters", "brackets", "backslashes", "all bytes", "cp1251", "utf-16"],
)
def test_what_is_no_record_is_one_sentence(data: bytes, sentence: str) -> None:
    assert sentence in refusal(data).message


def test_line_ends_and_a_byte_order_mark_do_no_harm() -> None:
    text = example(YARD)
    for variant in (text.replace("\n", "\r\n"), text.replace("\n", "\r"), "\ufeff" + text, text.rstrip("\n")):
        assert verify(variant.encode()) == verify(text)
        assert Record.loads(variant).dumps() == text
    spaced = text.replace("\n 1. ", "\n\n; a remark\n\t  1.   ")
    assert Record.loads(spaced).dumps() == text


def test_other_spellings_of_cards_are_understood() -> None:
    text = example(YARD)
    assert verify(text.replace("10", "T").replace("s", "♠") if "♠" in text else text.replace("10h", "Th"))


def test_names_are_shown_as_text_wherever_they_come_from() -> None:
    """F58: control and bidi characters go, quotes and markup stay what they are."""
    played = play("duel", 1, 3)
    names = ['Anna "the \\ goat"', "\x1b[2JBo\u202eris\x07\n<img src=x onerror=1>"]
    text = Record.of(played.match, played.deals, players=names, tags={"Site": "\x9d8;;http://x\x1b\\"}).dumps()
    assert all(line.isprintable() for line in text.splitlines())
    again = Record.loads(text)
    assert again.tags["Seat1"] == names[0]
    assert again.tags["Seat2"] == "[2JBoris <img src=x onerror=1>"
    assert again.dumps() == text
    escaped = text.replace("Boris", "Bo\x1b[31mris")
    assert "control characters" in str(refusal(escaped))
    with pytest.raises(RecordError, match="cannot name a tag"):
        Record.of(played.match, played.deals, tags={'x"]\n[y': "z"}).dumps()


def test_house_rules_and_own_versions_come_back() -> None:
    rules = profile("pairs", shokha="off", target=4)
    played = play(rules, 2)
    record = Record.loads(Record.of(played.match, played.deals).dumps())
    assert record.profile == rules
    assert replay(record).match.events == played.match.events


def test_a_seats_record_must_fit_what_that_seat_could_know() -> None:
    played = play("pairs", 4, 60)
    text = Record.of(played.match, played.deals, viewpoint=1).dumps()
    assert verify(text).deals == len(played.deals)
    own = re.search(r"deck \?1,(10.|..)", text)
    assert own is not None
    for changed, sentence in [
        (text.replace("deck ?1,", "deck 7s"), ""),
        (text.replace(f"deck ?1,{own[1]}", "deck ?2"), ""),
        (re.sub(r" piles=\S+", "", text, count=1), "piles= does not hold each card"),
        (re.sub(r" _1 ", " _2 ", text, count=1), "must play"),
        (text.replace('[Viewpoint "2"]', '[Viewpoint "3"]'), ""),
        (text.replace('[Viewpoint "2"]', '[Viewpoint "public"]'), ""),
        (text.replace('[Viewpoint "2"]\n', ""), "no unknown cards"),
    ]:
        assert changed != text
        assert sentence in str(refusal(changed))


def text_of(played: Played) -> str:
    """The complete record."""
    return Record.of(played.match, played.deals).dumps()


def test_lies_about_what_was_turned_shown_and_declared() -> None:
    yard = next(p for p in (play("yard", seed, 60) for seed in range(50)) if "!molodka" in text_of(p))
    seen = Record.of(yard.match, yard.deals, viewpoint=1).dumps()
    shown = re.search(r"shown=(\S+)", seen)
    own = re.search(r"deck (?:\?\d,)?((?:10|.)[shdc])", seen)
    assert shown is not None and own is not None
    pairs = play("pairs", 4, 60)
    public = Record.of(pairs.match, pairs.deals, viewpoint="public").dumps()
    whole = text_of(yard)
    declared = re.search(r"!molodka\((\S+)\)", whole)
    assert declared is not None
    counted = Record.of(*(lambda p: (p.match, p.deals))(play("duel", 2)), viewpoint=0).dumps()
    piles = re.search(r"piles=(\S+)/(\S+)", counted)
    assert piles is not None
    for text, sentence in [
        (seen.replace(shown[0], "shown=zz", 1), "is not a card"),
        (seen.replace(shown[0], f"shown={own[1]}", 1), "was dealt, so it cannot be shown from the stock"),
        (re.sub(r"deck \S+", "deck ?36", public, count=1), "The turn-up is unknown in the deck"),
        (whole.replace(declared[0], "!molodka(6s7s8s9s)", 1), "is refused"),
        (counted.replace(piles[0], f"piles={piles[2]}/{piles[1]}", 1), "piles= contradicts the tricks of side 1"),
        (re.sub(r"\n 1\. .*\n", "\n", counted, count=1), "Trick 1 is not finished, or its number is wrong"),
        (re.sub(r"(\n 1\. .*)\n", r"\1 Js\n", counted, count=1), "is more than belongs to this trick"),
        (re.sub(r"\n 1\. (.): ", r"\n 1. \1: 6d/Qs ", counted, count=1), "is no play of a trick"),
        (re.sub(r"\n 1\. (.): ", r"\n 1. \1: 2?bura ", counted, count=1), "being asked is nobody else's business"),
    ]:
        assert sentence in str(refusal(text)), sentence
    with pytest.raises(NotationError, match="written for another seat"):
        replay(Record.loads(counted)).deals[0].view(1)
