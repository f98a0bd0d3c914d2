"""The other measuring stick of `shokha bench engine`: random deals of pairs Kozel in straightforward plain Python.

Ints for card sets, lists for seats, no versions, no checks: what somebody writes in an afternoon. It plays the same
deals as the kernel and prints the same hash, as engine_minimal.cpp does.

Usage: engine_plain.py DEALS SEED ROUNDS  ->  one line a round: "deals seconds actions points hash", processor time.
"""

import sys
import time

BEAT, DISCARD, LEAD, CARDS = 3 << 56, 4 << 56, 2 << 56, (1 << 56) - 1
WORD = (1 << 64) - 1
SUITS = [0x1FF << 9 * s for s in range(4)]
WORTH = [0, 0, 0, 0, 2, 3, 4, 10, 11]


def beaters_of(trump, card):
    """The cards that beat a card."""
    if card == 0:
        return 0
    mask = SUITS[card // 9] & ~((2 << card) - 1)
    if card // 9 != trump:
        mask |= SUITS[trump]
    return mask | 1


BEATERS = [[beaters_of(trump, card) for card in range(36)] for trump in range(4)]
SIZE = [i.bit_count() for i in range(16)]


class Random:
    """xorshift64*."""

    def __init__(self, seed):
        self.state = seed * 0x9E3779B97F4A7C15 & WORD | 1

    def below(self, n):
        x = self.state
        x ^= x >> 12
        x ^= x << 25 & WORD
        x ^= x >> 27
        self.state = x
        return ((x * 2685821657736338717 & WORD) >> 32) * n >> 32


class Deal:
    """One deal."""

    def __init__(self, deck):
        self.hand = [0] * 4
        for i in range(16):
            self.hand[(i + 1) % 4] |= 1 << deck[i]
        self.trump = deck[16] // 9
        self.stock = [deck[16], *reversed(deck[17:])]
        self.taken = [0] * 4
        self.table = [0] * 4
        self.actor = self.master = 1
        self.master_cards = self.size = self.played = 0

    def subsets(self):
        """All subsets of the hand, with the lowest card as the lowest bit of the index."""
        sub = [0]
        rest = self.hand[self.actor]
        while rest:
            card = rest & -rest
            sub += [s | card for s in sub]
            rest ^= card
        return sub

    def pairs_up(self, reply, group):
        """Lowest against lowest, suit by suit."""
        if group & 1:
            return False
        jokers = reply & 1
        reply &= ~1
        for suit in range(4):
            mine, theirs = reply & SUITS[suit], group & SUITS[suit]
            while mine and theirs:
                low, other = mine & -mine, theirs & -theirs
                mine ^= low
                if low > other:
                    theirs ^= other
                elif suit != self.trump:
                    return False
            if suit == self.trump:
                if theirs.bit_count() > jokers:
                    return False
            elif mine:
                return False
        return True

    def legal(self):
        """Legal actions in the kernel's order."""
        out = []
        if not self.played:
            for cards in self.subsets()[1:]:
                plain = cards & ~1
                if not plain or not plain & ~SUITS[((plain & -plain).bit_length() - 1) // 9]:
                    out.append(LEAD | cards)
        elif self.size == 1:
            over = BEATERS[self.trump][self.master_cards.bit_length() - 1]
            rest = self.hand[self.actor]
            while rest:
                card = rest & -rest
                if card & over:
                    out.append(BEAT | card)
                out.append(DISCARD | card)
                rest ^= card
        else:
            for i, cards in enumerate(self.subsets()):
                if SIZE[i] == self.size:
                    if self.pairs_up(cards, self.master_cards):
                        out.append(BEAT | cards)
                    out.append(DISCARD | cards)
        return out

    def play(self, action):
        """Play an action."""
        cards = action & CARDS
        seat = self.actor
        self.hand[seat] ^= cards
        self.table[seat] = cards
        if not self.played:
            self.size = cards.bit_count()
        if action & ~CARDS != DISCARD:
            self.master, self.master_cards = seat, cards
        self.actor = (seat + 1) % 4
        self.played += 1
        if self.played == 4:
            self.take()

    def take(self):
        """The master takes the trick; everybody draws."""
        winner = self.actor = self.master
        for cards in self.table:
            self.taken[winner] |= cards
        self.played = 0
        for i in range(4 * self.size):
            if not self.stock:
                break
            self.hand[(winner + i) % 4] |= 1 << self.stock.pop()


def main(deals, seed, rounds):
    """Play and report."""
    random, deck = Random(seed), list(range(36))
    for _ in range(rounds):
        value, actions, points = 14695981039346656037, 0, 0
        begin = time.process_time()
        for _ in range(deals):
            for i in range(35, 0, -1):
                j = random.below(i + 1)
                deck[i], deck[j] = deck[j], deck[i]
            deal = Deal(deck)
            while legal := deal.legal():
                action = legal[random.below(len(legal))]
                value = (value ^ action) * 1099511628211 & WORD
                deal.play(action)
                actions += 1
            for cards in (*deal.taken, deal.actor + 1):
                value = (value ^ cards) * 1099511628211 & WORD
            for card in range(36):
                if (deal.taken[1] | deal.taken[3]) >> card & 1:
                    points += WORTH[card % 9]
        print(deals, f"{time.process_time() - begin:.6f}", actions, points, value, flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
