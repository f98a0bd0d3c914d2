"""`shokha bench solver`: endings with the stock empty, and whole deals, all cards open."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from statistics import median

from shokha import profile
from shokha._speed import speed
from shokha.game import new_deal
from shokha.kozel.state import State
from shokha.search.kozel_ladder import Rung, still_needed
from shokha.search.kozel_solver import POINTS, Solver

VERSION = "pairs"
WIN = Rung(POINTS, 61)


def endings(many: int, seed: int = 1) -> list[State]:
    """Positions reached by random play when the last card has been drawn: four cards each, somebody leads."""
    rng, settings = random.Random(seed), profile.load(VERSION).settings
    found: list[State] = []
    while len(found) < many:
        state = State(settings, rng.sample(range(36), 36), rng.randrange(4))
        while state.stock_cards():
            state.play(rng.choice(state.legal_actions()))
        found.append(state)
    return found


def timed(work: Callable[..., object], *arguments: object) -> float:
    """Processor seconds."""
    begin = time.process_time()
    work(*arguments)
    return time.process_time() - begin


def run(positions: int, deals: int) -> int:
    """Measure and print; 1 when a bar is missed."""
    solver, ends = Solver(14), endings(positions)

    def win_or_loss(state: State) -> None:
        solver.clear()
        solver.load(state)
        need = still_needed(WIN, state)
        for action in state.legal_actions():
            solver.value_of(action, need - 1, need)

    def exact(state: State) -> None:
        solver.clear()
        solver.load(state)
        for action in state.legal_actions():
            solver.value_of(action, -1, solver.total + 1)

    print(f"{speed().name} kernels, {VERSION}, one thread, processor time")
    print(f"{positions} positions with an empty stock, four cards each, every move of the leader, fresh table each:")
    good = _line("win or loss, ms", [1000 * timed(win_or_loss, s) for s in ends], 0.6)
    good &= _line("exact points, ms", [1000 * timed(exact, s) for s in ends], 2.5)
    if deals:
        print(f"{deals} whole deals by seed, the stock known, won or lost for seats 1 and 3, fresh table each:")
        large, nodes = Solver(18), 0
        times: list[float] = []
        for seed in range(deals):
            large.clear()
            state = new_deal(VERSION, seed).state
            large.load(state)
            times.append(timed(large.value, 60, 61))
            nodes += large.nodes
        good &= _line("win or loss, s", times, 2)
        print(f"  {nodes / sum(times) / 1e6:.1f} million nodes a second")
    return 0 if good else 1


def _line(what: str, values: list[float], bar: float) -> bool:
    """Print a distribution beside the bar for its median, which holds for compiled kernels."""
    values = sorted(values)
    middle, high = median(values), values[len(values) * 9 // 10]
    is_met = middle <= bar
    note = f"bar {bar:g}{'' if is_met else '   MISSED'}" if speed().name == "compiled" else ""
    print(f"  {what:18} median {middle:8.3f}   90 % {high:8.3f}   max {values[-1]:8.3f}   {note}".rstrip())
    return is_met or speed().name != "compiled"
