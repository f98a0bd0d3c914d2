"""`shokha bench search`: how many simulations a second the searching bots for Kozel do, whole decisions timed."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from statistics import median

from shokha import bots
from shokha._speed import speed
from shokha.game import new_deal
from shokha.kozel.view import KozelView

VERSION = "pairs"
SEARCHING = ("mc", "ismcts", "expert")
PLAIN_SHARE = 50  # a plain decision has so many times fewer simulations
BAR = 50
"""Compiled simulations for one plain one."""


def views(many: int, seed: int = 1) -> list[KozelView]:
    """Views of a seat with a choice, after random moves, at all stages of deals."""
    rng = random.Random(seed)
    found: list[KozelView] = []
    number = 0
    while len(found) < many:
        deal, moves = new_deal(VERSION, f"bench {seed} {number}"), rng.randrange(24)
        number += 1
        while not deal.is_over and (moves > 0 or len(deal.legal_actions()) < 2):
            deal.play(rng.choice(deal.legal_actions()))
            moves -= 1
        if not deal.is_over:
            found.append(deal.view(deal.actor))
    return found


def decide(name: str, seen: list[KozelView], simulations: int) -> tuple[float, float]:
    """Simulations a second and milliseconds a decision of a bot."""
    player = bots.make(name, "kozel")
    begin = time.process_time()
    for seed, view in enumerate(seen):
        player.choose(view, seed, simulations)
    seconds = time.process_time() - begin
    return simulations * len(seen) / seconds, 1000 * seconds / len(seen)


def openspiel(decisions: int, seed: int, simulations: int) -> float:
    """Simulations a second of OpenSpiel's C++ ISMCTSBot in euchre, random rollouts. Needs `pyspiel`."""
    import pyspiel  # type: ignore[import-not-found, unused-ignore]

    game, rng = pyspiel.load_game("euchre"), random.Random(seed)
    evaluator, policy = pyspiel.RandomRolloutEvaluator(1, seed), pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    bot = pyspiel.ISMCTSBot(seed, evaluator, 1.0, simulations, -1, policy, False, True)
    seconds, done = 0.0, 0
    while done < decisions:
        state = game.new_initial_state()
        moves = rng.randrange(28, 40)  # the deal is 21 of them
        while not state.is_terminal() and (moves > 0 or state.is_chance_node() or len(state.legal_actions()) < 2):
            state.apply_action(rng.choice(state.legal_actions()))
            moves -= 1
        if not state.is_terminal():
            begin = time.process_time()
            bot.step(state)
            seconds += time.process_time() - begin
            done += 1
    return simulations * done / seconds


def run(rounds: int, decisions: int, simulations: int) -> int:
    """Measure in interleaved rounds and print; 1 when a bar is missed."""
    compiled = speed().name == "compiled"
    quick: dict[str, list[tuple[float, float]]] = {name: [] for name in SEARCHING}
    plain: dict[str, list[tuple[float, float]]] = {name: [] for name in SEARCHING}
    for number in range(rounds):
        seen = views(decisions, number)
        for name in SEARCHING:
            if compiled:
                quick[name].append(decide(name, seen, simulations))
            plain[name].append(_plain(name, max(1, decisions // 4), number, max(1, simulations // PLAIN_SHARE)))
    print(f"Simulations a second in whole decisions, {VERSION}, one thread, processor time, medians of {rounds} rounds")
    good = True
    for name in SEARCHING:
        slow = median(rate for rate, _ in plain[name])
        line = f"  {name:8} plain {slow:8,.0f}"
        if compiled:
            fast, took = (median(values) for values in zip(*quick[name], strict=True))
            ratio = median(q[0] / p[0] for q, p in zip(quick[name], plain[name], strict=True))
            good &= ratio >= BAR
            line += f"   compiled {fast:9,.0f}   {took:6.1f} ms a decision of {simulations}   ratio {ratio:6.1f}"
            line += f"   bar {BAR}{'' if ratio >= BAR else '   MISSED'}"
        print(line)
    try:
        rates = [openspiel(decisions, 1 + number, simulations // 4 or 1) for number in range(rounds)]
        print(f"  OpenSpiel's C++ ISMCTSBot in euchre, random rollouts: {median(rates):9,.0f}")
    except ImportError:
        print("  OpenSpiel: skipped, it is not installed (pip install open_spiel).")
    if not compiled:
        print(f"  compiled: skipped, this is the plain run ({speed().reason}).")
    return 0 if good else 1


def _plain(name: str, decisions: int, seed: int, simulations: int) -> tuple[float, float]:
    """`decide` in another process that runs from the sources."""
    command = [sys.executable, "-m", __name__, name, str(decisions), str(seed), str(simulations)]
    run = subprocess.run(command, env=os.environ | {"SHOKHA_PURE": "1"}, stdout=subprocess.PIPE, text=True, check=True)
    rate, took = run.stdout.split()
    return float(rate), float(took)


if __name__ == "__main__":  # the plain contestant in its own process
    _name, *_numbers = sys.argv[1:]
    _decisions, _seed, _simulations = map(int, _numbers)
    print(*decide(_name, views(_decisions, _seed), _simulations))
