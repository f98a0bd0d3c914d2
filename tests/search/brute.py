"""Plain minimax over the kernel's public methods: no pruning, no table, nothing to go wrong."""

from __future__ import annotations

import random

from shokha import profile
from shokha.kozel.state import State

WORTH = {0: 0, 1: 0, 2: 0, 3: 0, 4: 2, 5: 3, 6: 4, 7: 10, 8: 11}
POT = 200

Kind = str  # "points", "tricks" of the first side, or "theirs": tricks of the other, below zero


def worth(cards: int) -> int:
    return sum(WORTH[card % 9] for card in range(36) if cards >> card & 1)


def gain(before: State, after: State, first: int, kind: Kind) -> int:
    """What the first side got by one action."""
    if after.trick_no == before.trick_no:
        return 0
    winner = after.last_winner
    ours = first >> winner & 1
    if kind == "points":
        return worth(after.taken_by(winner) ^ before.taken_by(winner)) if ours else 0
    return int(ours) if kind == "tricks" else ours - 1


def value(state: State, first: int, kind: Kind = "points") -> int:
    """What the first side still gets."""
    if state.actor < 0:
        return 0 if state.pot_winner < 0 else POT if first >> state.pot_winner & 1 else -POT
    return (max if first >> state.actor & 1 else min)(values(state, first, kind).values())


def values(state: State, first: int, kind: Kind = "points") -> dict[int, int]:
    """The value of each legal action."""
    found = {}
    for action in state.legal_actions():
        after = state.copy()
        after.play(action)
        found[action] = gain(state, after, first, kind) + value(after, first, kind)
    return found


def remembering(state: State, first: int, known: dict[tuple[object, ...], int]) -> int:
    """As `value`, but what was found where a trick begins is not sought again. For one deal only."""
    key = (state.phase, state.actor, state.leader, len(state.asked()), *map(state.hand, range(5)), *state.stock_cards())
    if key in known and not any(state.on_table(s) for s in range(5)):
        return known[key]
    if state.actor < 0:
        return value(state, first)
    found = []
    for action in state.legal_actions():
        after = state.copy()
        after.play(action)
        found.append(gain(state, after, first, "points") + remembering(after, first, known))
    best = max(found) if first >> state.actor & 1 else min(found)
    if not any(state.on_table(s) for s in range(5)):
        known[key] = best
    return best


# Every setting that changes play, in versions with two sides: profile, changes, seats in play.
VERSIONS: list[tuple[str, dict[str, object], int | None]] = [
    ("pairs", {}, None),
    ("pairs-plain", {}, None),
    ("pairs-no-shokha", {}, None),
    ("pairs", {"shokha_lead_joker": False, "shokha_turnup": "notrump"}, None),
    ("pairs", {"declare_on_initial_deal": False, "molodka_effect": "lead_four"}, None),
    ("pairs", {"lead_sizes": (1, 3), "uneven": "short_response"}, None),
    ("yard", {}, None),
    ("yard", {"declare_on_initial_deal": False}, None),
    ("yard", {"shokha": True, "moskva_effect": "auto_win"}, None),
    ("quartet", {}, None),
    ("quartet", {"uneven": "short_response"}, None),
    ("duel", {}, None),
    ("duel", {"lead_sizes": (1, 2)}, None),
    ("trio", {}, 0b101),
    ("trio-35", {}, 0b110),
    ("money", {"players": 2}, None),
    ("money", {"players": 5}, 0b10010),
    ("money", {"players": 2, "bura_any_time": True, "shokha": True}, None),
]


def deal(version: int, rng: random.Random) -> State:
    """A fresh deal of one of `VERSIONS`."""
    name, changes, seats = VERSIONS[version]
    found = profile.load(name)
    settings = (found.with_settings(changes) if changes else found).settings
    playing = [s for s in range(settings.players) if seats is None or seats >> s & 1]
    return State(settings, rng.sample(range(36), 36), rng.choice(playing), seats=seats, peek=rng.randrange(20))


def left(state: State) -> int:
    """Cards not yet taken."""
    return sum(state.hand(s).bit_count() + state.on_table(s).bit_count() for s in range(5)) + len(state.stock_cards())


def position(version: int, cards: int, rng: random.Random, anywhere: bool = True) -> State:
    """A position reached by random play with at most so many cards left, perhaps in the middle of a trick."""
    while True:
        state = deal(version, rng)
        while state.actor >= 0:
            if left(state) <= cards and (anywhere or not any(state.on_table(s) for s in range(5))):
                return state
            state.play(rng.choice(state.legal_actions()))
