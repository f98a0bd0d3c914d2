"""A record for one audience holds nothing that this audience was not shown, even while a deal is running."""

from __future__ import annotations

import random
import re

import pytest
from tests.record.play import KOZEL, play

from shokha.cards import cards_of, format_card
from shokha.kozel.deal import KozelDeal
from shokha.record import Record, RecordWriter
from shokha.recording import in_order
from shokha.view import observations


def hidden_from(deal: KozelDeal, seat: int | None) -> int:
    """Cards that this seat has never seen anywhere in the deal."""
    shown = 0
    for e in observations(deal.events, seat):
        card = getattr(e, "card", None)
        shown |= getattr(e, "cards", 0) | (0 if card is None else 1 << card)
    return int(deal.state.pack & ~shown)


@pytest.mark.parametrize("id", KOZEL)
def test_no_hidden_card_stands_in_the_running_deal(id: str) -> None:
    rng = random.Random(id)
    for _ in range(6):
        seed = rng.randrange(1000)
        played = play(id, seed, rng.randrange(1, 40), rng)
        deal = played.deals[-1]
        for seat in (None, *range(played.match.profile.players)):
            viewpoint = "public" if seat is None else seat
            record = Record.of(played.match, played.deals, viewpoint=viewpoint, seed="secret-seed")
            text = record.dumps()
            assert "secret-seed" not in text and "Seed" not in text
            running = text[text.rindex("\ndeal ") :]
            written = set(re.findall(r"(?:10|[6-9JQKA])[shdc]", running))
            assert not written & {format_card(card) for card in cards_of(hidden_from(deal, seat))}


@pytest.mark.parametrize("id", ["pairs", "yard", "money"])
def test_the_truth_handed_in_by_mistake_still_does_not_get_out(id: str) -> None:
    """Whoever builds a seat's record from full events gets the same text as from that seat's observations."""
    played = play(id, 6, 30)
    for viewpoint in ("public", 1):
        writer = RecordWriter(played.match.profile, seed=6)
        writer.see(in_order(played.match, played.deals))
        assert writer.record(viewpoint).dumps() == Record.of(played.match, played.deals, viewpoint=viewpoint).dumps()


@pytest.mark.parametrize("id", ["pairs", "yard", "trio-35", "money"])
def test_deals_that_differ_in_hidden_cards_only_have_the_same_record(id: str) -> None:
    """Law 5 for record files: exchange what seat 1 cannot see, and its record stays the same byte for byte."""
    rng, compared = random.Random(id), 0
    for seed in range(30):
        played = play(id, seed, 0)
        deal = played.deals[0]
        n = played.match.seats.bit_count()
        order = [(deal.state.dealer + 1 + i) % 5 for i in range(5)]
        order = [s for s in order if s < played.match.profile.players]
        known = [i for i in range(4 * n) if order[i % n] == 1]
        turned = 4 * n if deal.state.turn_up >= 0 else 4 * n + deal.peek
        free = [i for i in range(len(deal.deck)) if i not in known and i != turned]
        values = [deal.deck[i] for i in free]
        rng.shuffle(values)
        deck = list(deal.deck)
        for place, card in zip(free, values, strict=True):
            deck[place] = card
        twin = type(played.match)(played.match.profile, played.match.dealer, played.match.events[0].lot)
        other = twin.start_deal(deck, deal.peek)
        assert other.deck != deal.deck
        compared += 1
        mine = Record.of(played.match, [deal], viewpoint=1).dumps()
        theirs = Record.of(twin, [other], viewpoint=1).dumps()
        asked = r" 1\. .*2\?(molodka|moskva|bura|aces)\n"  # being asked first shows that nobody before it was
        assert re.sub(asked, "", mine) == re.sub(asked, "", theirs)
        assert Record.of(played.match, [deal], viewpoint="public") == Record.of(twin, [other], viewpoint="public")
    assert compared == 30
