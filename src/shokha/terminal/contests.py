"""`shokha ladder` and `shokha lab`: round robins, partners, endings, tiny games, reports."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

from shokha.errors import ShokhaError
from shokha.files import write_atomic
from shokha.lab import exploit, ladder, regret
from shokha.lab.board import BotSpec
from shokha.lab.report import report
from shokha.lab.tiny import SIZES
from shokha.terminal.measuring import Setting, add_means, add_scores, count, finish, until_stopped

LADDER = """\
examples:
  shokha ladder random rule mc                 everybody against everybody, 200 boards each
  shokha ladder mc:50 mc:200 mc:800 --boards 500
Every pair plays the same boards. The table shows by how much the bot in the row is ahead of the one in the
column per deal; the rating comes from deals won, in Elo, and its interval from resampling boards.
"""

LAB = """\
examples:
  shokha lab partners rule mc expert --boards 200         does a bot play well with a partner unlike itself?
  shokha lab regret rule mc expert --boards 300           what bots give away in endings, against exact play
  shokha lab exploit rule mc:200 --boards 5               what who knows a bot could win from it, exactly
  shokha lab report duel.jsonl                            one page with plots, from a file of results
Results are kept in a file that only grows; the same command goes on where it was broken off.
"""


def register_ladder(commands: Any) -> None:
    """Add `ladder`."""
    parser = commands.add_parser(
        "ladder",
        help="a round robin of bots: who is ahead of whom, and ratings",
        description="Everybody plays everybody on the same duplicate boards.",
        epilog=LADDER,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("bots", nargs="+", metavar="BOT", help="a bot, or a bot with a budget as in mc:200")
    add_means(parser, 200)
    add_scores(parser)
    parser.set_defaults(run=_ladder)


def register_lab(commands: Any) -> None:
    """Add `lab`."""
    parser = commands.add_parser(
        "lab",
        help="the laboratory: partners, regret against exact play, exploitability, reports",
        description="Measuring more than who wins: partners, endings, and a page for each file of results.",
        epilog=LAB,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    subjects = parser.add_subparsers(dest="subject", required=True, metavar="SUBJECT")
    partners = subjects.add_parser("partners", help="every bot as every other's partner")
    partners.add_argument("bots", nargs="+", metavar="BOT")
    partners.add_argument("--against", default="rule", metavar="BOT", help="the pair they all play against (rule)")
    add_means(partners, 200)
    add_scores(partners)
    partners.set_defaults(run=_partners)
    endings = subjects.add_parser("regret", help="what bots give away once the stock is empty, against exact play")
    endings.add_argument("bots", nargs="+", metavar="BOT")
    endings.add_argument("--worlds", type=count, default=100, metavar="N", help="layouts for the average (100)")
    add_means(endings, 200)
    add_scores(endings)
    endings.set_defaults(run=_regret)
    tiny = subjects.add_parser("exploit", help="how much could be won from a bot by who knows it: exact, in tiny games")
    tiny.add_argument("bots", nargs="+", metavar="BOT")
    tiny.add_argument("--cards", type=int, choices=SIZES, default=6, help="unknown cards of an ending for two (6)")
    tiny.add_argument("--draws", type=count, default=4, metavar="N", help="how often a bot is asked at each place (4)")
    tiny.add_argument("--iterations", type=count, default=60, metavar="N", help="of CFR+ for the equilibrium (60)")
    add_means(tiny, 5, "endings", rules="duel")
    tiny.set_defaults(run=_exploit)
    page = subjects.add_parser("report", help="one self-contained HTML page from a file of results")
    page.add_argument("file", metavar="FILE", help="results, as kept by duel, ladder, partners or regret")
    page.add_argument("--to", default=None, metavar="FILE", help="where the page goes (FILE with .html)")
    page.set_defaults(run=_report)


def _ladder(options: argparse.Namespace) -> int:
    setting = Setting(options)
    specs = setting.bots(options.bots)
    experiment = ladder.ladder(setting.profile, specs, setting.seed, options.scores)
    means, found = setting.means(experiment), ladder.Ladder([str(spec) for spec in specs])
    items = ladder.ladder_items(len(specs), setting.boards)
    stopped = until_stopped(setting, experiment, items, means, lambda item, done: found.add(item, done))
    lines = _ladder_lines(setting, found) if found.swings else []
    return finish(lines, means, stopped, sum(map(len, found.swings.values())), len(items))


def _ladder_lines(setting: Setting, found: ladder.Ladder) -> list[str]:
    order, ratings = found.order(), found.ratings()
    lines = [f"{setting.heading}: {len(found.boards)} boards, {setting.unit} per deal", ""]
    lines += matrix([found.names[i] for i in order], lambda i, j: found.payoff(order[i], order[j]))
    lines += ["", f"{'':{_width(found.names)}}  {'Elo of a deal':>13}  95 % interval"]
    for i in order:
        rating, low, high = ratings[i]
        lines.append(
            f"{found.names[i]:{_width(found.names)}}  {round(rating):>+13d}  {round(low):+d} to {round(high):+d}"
        )
    return lines


def _width(names: Sequence[str]) -> int:
    return max(map(len, names))


def matrix(names: Sequence[str], cell: Callable[[int, int], tuple[float, float] | None]) -> list[str]:
    """A table of means with intervals."""
    width = _width(names)
    column = max(15, width + 2)
    lines = [" " * width + "".join(f"{name:>{column}}" for name in names)]
    for i, name in enumerate(names):
        row = ""
        for j in range(len(names)):
            value = cell(i, j)
            row += f"{f'{value[0]:+.2f} ± {value[1]:.2f}' if value else '':>{column}}"
        lines.append(f"{name:{width}}{row}".rstrip())
    return lines


def _partners(options: argparse.Namespace) -> int:
    setting = Setting(options)
    specs = setting.bots(options.bots)
    (against,) = setting.bots([options.against])
    experiment = ladder.partners(setting.profile, specs, against, setting.seed, options.scores)
    means, found = setting.means(experiment), ladder.Partners([str(spec) for spec in specs])
    items = ladder.partner_items(len(specs), setting.boards)
    stopped = until_stopped(setting, experiment, items, means, lambda item, done: found.add(item, done))
    done = sum(map(len, found.leads.values()))
    lines = []
    if done:
        lines = [f"{setting.heading}: two partners against {against} + {against}, {setting.unit} per deal", ""]
        lines += matrix(found.names, found.lead)
    return finish(lines, means, stopped, done, len(items))


def _regret(options: argparse.Namespace) -> int:
    setting = Setting(options)
    specs = setting.bots(options.bots)
    experiment = regret.regret(setting.profile, specs, setting.seed, options.worlds, options.scores)
    means, found = setting.means(experiment), regret.Regret([str(spec) for spec in specs])
    done = 0

    def listen(item: int, endings: list[Any]) -> None:
        nonlocal done
        found.add(endings)
        done += 1

    stopped = until_stopped(setting, experiment, range(setting.boards), means, listen)
    lines = _regret_lines(setting, specs, found, options.worlds) if found.rows else []
    return finish(lines, means, stopped, done, setting.boards)


def _regret_lines(setting: Setting, specs: Sequence[BotSpec], found: regret.Regret, worlds: int) -> list[str]:
    width = _width(["endings", *found.names])
    lines = [
        f"{setting.heading}: endings of {regret.SOURCE} bots' deals; given away per decision, and how often nothing",
        "",
        f"{'':{width}}  {'':22}{f'average of {worlds} layouts':^36}{'true layout':^36}",
        f"{'':{width}}  {'cards in hand':>13}  endings{'penalties':^18}{'equity':^10}{'none':^8}"
        f"{'penalties':^18}{'equity':^10}{'none':^8}",
    ]
    for bot, name in enumerate(found.names):
        for level in sorted(found.rows, reverse=True):
            line = f"{name:{width}}  {level:>13}  {len(found.rows[level]):>7}"
            for kind in (2, 0):
                mean, half = found.mean(level, bot, kind)
                share = found.mean(level, bot, kind + 1)[0]
                line += f"{f'{mean:.3f} ± {half:.3f}':^18}{f'{share:.2%}':^10}"
                line += f"{f'{found.zero(level, bot, kind + 1):.0%}':^8}"
            lines.append(line.rstrip())
    return lines


def _exploit(options: argparse.Namespace) -> int:
    setting = Setting(options)
    specs = setting.bots(options.bots)
    experiment = exploit.exploit(
        setting.profile, specs, setting.seed, options.cards, options.draws, options.iterations
    )  # fmt: skip
    means, found = setting.means(experiment), exploit.Exploited([str(spec) for spec in specs])
    items = exploit.exploit_items(len(specs), setting.boards)
    stopped = until_stopped(setting, experiment, items, means, lambda item, done: found.add(item, done))
    done = sum(map(len, found.rows.values()))
    lines = _exploit_lines(setting, found, options.cards) if done else []
    return finish(lines, means, stopped, done, len(items))


def _exploit_lines(setting: Setting, found: exploit.Exploited, cards: int) -> list[str]:
    names = found.all_names
    width = _width(["ending", *names])
    lines = [
        f"{setting.heading}: endings for two with {cards} unknown cards; what a best response wins above what is due,",
        "in penalty points per deal (exact; of the equilibrium, what is left to do for CFR+)",
        "",
        f"{'':{width}}" + "".join(f"{f'ending {game}':>12}" for game in found.games) + f"{'mean':>12}",
    ]
    for bot, name in enumerate(names, -1):
        row = [found.exploitability(game, bot) for game in found.games]
        known = [value for value in row if value is not None]
        if known:
            cells = "".join(f"{'' if value is None else f'{value:.4f}':>12}" for value in row)
            lines.append(f"{name:{width}}{cells}{fmean(known):>12.4f}")
    return lines


def _report(options: argparse.Namespace) -> int:
    source = Path(options.file)
    target = Path(options.to) if options.to else source.with_suffix(".html")
    page = report(source)
    try:
        write_atomic(target, page.encode())
    except OSError as error:
        raise ShokhaError(f"{target} cannot be written: {error.strerror}.") from None
    print(f"Written: {target}")
    return 0
