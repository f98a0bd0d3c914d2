"""`shokha bench engine`: the kernel against plain Python, against C++ and driven call by call."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import NamedTuple

from shokha import profile
from shokha._speed import speed
from shokha.bench import endings
from shokha.kozel.state import State
from shokha.search.playouts import Playouts

GAME = "pairs-plain"
PLAIN_SHARE = 50  # a plain round plays so many times fewer deals
YARDSTICKS = Path(__file__).resolve().parents[3] / "bench"  # in a checkout


class Round(NamedTuple):
    """What one contestant did in one round."""

    per_second: float
    hash: int = 0


Contestant = Callable[[int, int], Round]
"""Plays so many deals of a seed."""


def play(deals: int, seed: int) -> Round:
    """Random deals by the kernel of this process."""
    table = Playouts(profile.load(GAME).settings, seed, hashed=True)
    begin = time.process_time()
    table.run(deals)
    return Round(deals / (time.process_time() - begin), table.hash)


def drive(deals: int, seed: int) -> Round:
    """Steps a second from Python: `legal_actions`, a choice, `play`; dealing included."""
    settings, rng = profile.load(GAME).settings, random.Random(seed)
    decks = [rng.sample(range(36), 36) for _ in range(deals)]
    dice = [rng.random() for _ in range(997)]
    steps, begin = 0, time.process_time()
    for deck in decks:
        state = State(settings, deck, 0)
        while legal := state.legal_actions():
            state.play(legal[int(dice[steps % 997] * len(legal))])
            steps += 1
    return Round(steps / (time.process_time() - begin))


def _told(command: list[str], **environment: str) -> Contestant:
    """A contestant in another process, which prints deals, seconds, actions, points and hash."""

    def contestant(deals: int, seed: int) -> Round:
        words = subprocess.run(
            [*command, str(deals), str(seed), "1"],
            env=os.environ | environment,
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        ).stdout.split()
        return Round(int(words[0]) / float(words[1]), int(words[4]))

    return contestant


@contextmanager
def _cpp() -> Iterator[Contestant | str]:
    """The C++ loop, or why there is none."""
    source = YARDSTICKS / "engine_minimal.cpp"
    compiler = next(filter(None, map(shutil.which, ("g++", "c++", "clang++"))), None)
    if not source.exists():
        yield "its source lies in a checkout only"
    elif compiler is None:
        yield "there is no C++ compiler here"
    else:
        with tempfile.TemporaryDirectory() as folder:
            program = str(Path(folder, "engine_minimal"))
            made = subprocess.run([compiler, "-O3", "-o", program, str(source)], capture_output=True, text=True)
            yield _told([program]) if made.returncode == 0 else f"{compiler} failed"


def _openspiel(deals: int, seed: int) -> Round:
    """Steps a second of OpenSpiel's euchre driven from Python, chance included. Needs `pyspiel`."""
    import pyspiel  # type: ignore[import-not-found, unused-ignore]

    game, rng, steps = pyspiel.load_game("euchre"), random.Random(seed), 0
    begin = time.process_time()
    for _ in range(max(1, deals // 20)):
        state = game.new_initial_state()
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[int(rng.random() * len(legal))])
            steps += 1
    return Round(steps / (time.process_time() - begin))


def run(rounds: int, deals: int) -> int:
    """Measure and print; 1 when a bar is missed or two engines disagree."""
    with _cpp() as cpp:
        contestants: dict[str, tuple[Contestant, int]] = {
            "compiled": (play, deals),
            "plain": (_told([sys.executable, "-m", __name__], SHOKHA_PURE="1"), deals // PLAIN_SHARE),
            "API steps": (drive, deals // 20),
        }
        skipped = []
        if isinstance(cpp, str):
            skipped.append(f"C++: skipped, {cpp}.")
        else:
            contestants["C++ -O3"] = (cpp, deals)
        simple = YARDSTICKS / "engine_plain.py"
        if simple.exists():
            contestants["plain ints"] = (_told([sys.executable, str(simple)]), deals // PLAIN_SHARE)
        else:
            skipped.append("plain ints: skipped, its source lies in a checkout only.")
        try:
            import pyspiel  # type: ignore[import-not-found, unused-ignore]  # noqa: F401

            contestants["OpenSpiel steps"] = (_openspiel, deals // 50)
        except ImportError:
            skipped.append("OpenSpiel steps: skipped, it is not installed (pip install open_spiel).")
        if speed().name != "compiled":
            del contestants["compiled"], contestants["API steps"]
            skipped.append(f"compiled, API steps: skipped, this is the plain run ({speed().reason}).")
        results: dict[str, list[Round]] = {name: [] for name in contestants}
        for number in range(rounds):
            for name, (contestant, many) in contestants.items():
                results[name].append(contestant(max(1, many), 1 + number))
                _progress(f"round {number + 1} of {rounds}: {name}")
        agree = _agree(contestants, results)
    _progress("")
    outcome = _report(results, skipped, agree)
    _pile_games(min(rounds, 3), deals)
    return outcome


PILE_GAMES = ("svoi", "besicovitch")


def _pile_games(rounds: int, deals: int) -> None:
    """Print the random steps a second of the games with a pile, compiled and plain."""
    for name in PILE_GAMES:
        few, rules = max(1, deals // 5000), profile.load(name)
        plain, quick = [], []
        for number in range(rounds):
            _progress(f"round {number + 1} of {rounds}: {name}")
            plain.append(endings.plain_steps(name, few, 1 + number))
            if speed().name == "compiled":
                quick.append(endings.play(rules, max(1, deals // 250), 1 + number).steps_per_second)
        _progress("")
        compiled = f"compiled {median(quick):12,.0f}, " if quick else ""
        print(f"  {name:12} random steps a second: {compiled}plain {median(plain):9,.0f}")


def _progress(text: str) -> None:
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)


def _agree(contestants: dict[str, tuple[Contestant, int]], results: dict[str, list[Round]]) -> bool:
    """Do all engines that played equally many deals of a seed report the same hash?"""
    for names in (("compiled", "C++ -O3"), ("plain", "plain ints")):
        hashes = [[r.hash for r in results[name]] for name in names if name in results]
        if any(h != hashes[0] for h in hashes):
            return False
    if "compiled" in results and "plain" in results:
        return play(max(1, contestants["plain"][1]), 1).hash == results["plain"][0].hash
    return True


def _report(results: dict[str, list[Round]], skipped: list[str], agree: bool) -> int:
    print(f"Random deals of {GAME} a second, one thread, processor time; median (best) of the rounds")
    for name, rounds in results.items():
        speeds = [r.per_second for r in rounds]
        print(f"  {name:16}{median(speeds):12,.0f}  ({max(speeds):,.0f})")
    good = agree
    print(f"  {'same deals played by all engines' if agree else 'THE ENGINES DISAGREE'}")
    bars = [
        ("compiled", "C++ -O3", 0.6),
        ("compiled", "plain", 60),
        ("plain", "plain ints", 0.6),
        ("API steps", "OpenSpiel steps", 2),
    ]
    for mine, other, bar in bars:
        if mine in results and other in results:
            ratio = median(a.per_second / b.per_second for a, b in zip(results[mine], results[other], strict=True))
            good &= _bar(f"{mine} / {other}", ratio, bar)
    if "API steps" in results:
        good &= _bar("API steps, millions", median(r.per_second for r in results["API steps"]) / 1e6, 1)
    for line in skipped:
        print(f"  {line}")
    return 0 if good else 1


def _bar(what: str, value: float, bar: float) -> bool:
    """Print one ratio beside its bar."""
    print(f"  {what:28}{value:8.2f}   bar {bar:g}{'' if value >= bar else '   MISSED'}")
    return value >= bar


if __name__ == "__main__":  # a contestant in its own process
    _deals, _seed, _ = map(int, sys.argv[1:])
    _round = play(_deals, _seed)
    print(_deals, f"{_deals / _round.per_second:.6f}", 0, 0, _round.hash)
