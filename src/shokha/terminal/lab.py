"""`shokha duel`, `shokha ladder` and `shokha lab`: measuring bots against each other, and against what is exact."""

from __future__ import annotations

import argparse
from typing import Any

from shokha.errors import ShokhaError
from shokha.lab import duel
from shokha.lab.board import BotSpec, seatings
from shokha.lab.sprt import Running, Sprt
from shokha.terminal.contests import register_lab, register_ladder
from shokha.terminal.measuring import Setting, add_means, add_scores, finish, until_stopped

DUEL = """\
examples:
  shokha duel rule random                               400 boards of pairs, each played twice with places exchanged
  shokha duel mc rule --boards 1000 --seed 7
  shokha duel mc:50 mc:500 --rules yard                 one bot with two budgets
  shokha duel mc rule --sprt                            stop as soon as the answer is clear: level, or ahead by 0.2?
  shokha duel mc rule --sprt --h0 0 --h1 0.5
The figure that counts is by how much the first bot is ahead per deal. Both bots hold the same cards in the
same places, so most of the luck is out; the interval is taken from board to board and holds 95 times in 100.
"""


def register(commands: Any) -> None:
    """Add the commands of the laboratory."""
    _register_duel(commands)
    register_ladder(commands)
    register_lab(commands)


def _register_duel(commands: Any) -> None:
    parser = commands.add_parser(
        "duel",
        help="two bots on duplicate boards: who is better, by how much, how sure",
        description="Two bots play the same boards from both places; the table tells by how much the first is ahead.",
        epilog=DUEL,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("first", metavar="A", help="a bot, or a bot with a budget as in mc:200")
    parser.add_argument("second", metavar="B", help="another")
    add_means(parser, 400)
    add_scores(parser)
    parser.add_argument("--sprt", action="store_true", help="sequential test; --boards is the most that is played")
    parser.add_argument("--h0", type=float, default=None, metavar="X", help="the lead that would be too little (0)")
    parser.add_argument("--h1", type=float, default=None, metavar="X", help="the lead that is hoped for (0.2)")
    parser.set_defaults(run=_duel)


def _duel(options: argparse.Namespace) -> int:
    setting = Setting(options)
    specs = setting.bots([options.first, options.second])
    test = _test(options)
    experiment = duel.experiment(setting.profile, specs, setting.seed, options.scores, test)
    means = setting.means(experiment)
    found, running = duel.Duel(setting.profile), Running(test) if test else None

    def hear(number: int, rows: list[list[Any]]) -> bool:
        swing = found.add(rows)
        return running is not None and running.add(swing) is not None

    stopped = until_stopped(setting, experiment, range(setting.boards), means, hear)
    lines = _duel_lines(setting, specs, found, running) if found.swings else []
    return finish(lines, means, stopped, len(found.swings), setting.boards)


def _test(options: argparse.Namespace) -> Sprt | None:
    if not options.sprt:
        if options.h0 is not None or options.h1 is not None:
            raise ShokhaError("--h0 and --h1 belong to the sequential test: say --sprt too.")
        return None
    h0 = 0.0 if options.h0 is None else options.h0
    h1 = h0 + 0.2 if options.h1 is None else options.h1
    if not h0 < h1:
        raise ShokhaError(f"--h1 {h1:g} must be more than --h0 {h0:g}.")
    return Sprt(h0, h1)


def _duel_lines(setting: Setting, specs: list[BotSpec], found: duel.Duel, running: Running | None) -> list[str]:
    first, second = specs
    n, many = len(found.swings), len(seatings(setting.profile))
    lead, half = found.lead
    lines = [f"{setting.heading}: {first} against {second}, {n} boards, each in {many} seatings", ""]
    sure = "" if abs(lead) > half else " (may be chance)"
    lines.append(f"{first} is ahead by {lead:+.3f} ± {half:.3f} {setting.unit} per deal{sure}.")
    lines.append(f"  standard deviation of a board {found.spread:.2f}; ± 0.1 needs {_needed(found.spread)} boards")
    won, deals = found.won
    lines.append(f"  deals won {won:g} of {deals} (equal ones count half): {won / deals:.1%}")
    equity = found.equity_lead
    if equity:
        lines.append(f"  each deal brings {first} {equity[0]:+.2%} ± {equity[1]:.2%} of the match")
    match = found.match_chance()
    if match:
        share, rating = duel.match_text(match)
        lines.append(f"  a whole match is won in {share}, Elo {rating}")
    for spec, (ms, moves) in zip(specs, found.time(), strict=True):
        lines.append(f"  {spec}: {ms:.1f} ms a move over {moves} moves")
    if running:
        lines += _test_lines(running)
    return lines


def _needed(spread: float) -> int:
    return round((1.959964 * spread / 0.1) ** 2) + 1


def _test_lines(running: Running) -> list[str]:
    test = running.test
    answer = {
        "h1": f"ahead by {test.h1:g} or more is accepted",
        "h0": f"ahead by {test.h0:g} or less is accepted",
        None: "undecided, more boards are needed",
    }[running.verdict]
    return [
        "",
        f"Sequential test of {test.h0:g} against {test.h1:g} (errors {test.alpha:g}, {test.beta:g}): "
        f"{answer} after {running.n} boards;",
        f"  log-likelihood ratio {running.llr:.2f}, stops at {test.lower:.2f} and {test.upper:.2f}.",
    ]
