"""One self-contained page for a file of results: what was measured, how sure it is, under which conditions."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from html import escape
from pathlib import Path
from statistics import fmean
from typing import Any

from shokha.errors import ProfileError
from shokha.lab import plots
from shokha.lab.board import unit
from shokha.lab.duel import Duel, match_text, running_lead
from shokha.lab.exploit import Exploited
from shokha.lab.ladder import Ladder, Partners
from shokha.lab.regret import Regret
from shokha.lab.results import ResultsError, read
from shokha.lab.sprt import Running, Sprt
from shokha.profile import RuleProfile, load

STYLE = """
:root { color-scheme: light dark; --ink: #1d2433; --paper: #fff; --soft: #667; --line: #2457a7; --good: #1a7f5a;
  --bad: #b4452c; --grid: #e3e6ec; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8eaf0; --paper: #14171f; --soft: #9aa3b5; --line: #7fb0ff;
  --good: #4cc59a; --bad: #ee8a70; --grid: #2a303d; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 46rem;
  margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; line-height: 1.25; } h2 { font-size: 1.1rem; margin-top: 2rem; }
.answer { font-size: 1.15rem; border-left: 4px solid var(--line); padding-left: .8rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; } th, td { text-align: left; padding: .2rem .9rem .2rem 0; vertical-align: top; }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; } th { font-weight: 600; white-space: nowrap; }
thead { border-bottom: 1px solid var(--soft); }
svg { width: 100%; height: auto; display: block; } svg text { font: 12px system-ui, sans-serif; fill: var(--ink); }
svg .strong { font-size: 14px; font-weight: 600; } svg .small { font-size: 11px; fill: var(--soft); }
.grid { stroke: var(--grid); fill: none; } .axis { stroke: var(--soft); fill: none; }
.line { stroke: var(--line); stroke-width: 2; fill: none; } .band { fill: var(--line); fill-opacity: .18; }
.zero { stroke: var(--soft); stroke-dasharray: 3 3; fill: none; } .mark { stroke: var(--bad); stroke-width: 1.5;
  stroke-dasharray: 6 4; fill: none; } .bar { fill: var(--line); fill-opacity: .75; } .dot { fill: var(--line); }
.ahead { fill: var(--good); } .behind { fill: var(--bad); }
footer { color: var(--soft); font-size: .9rem; margin-top: 3rem; }
"""

Body = tuple[str, list[str]]
"""The title, and the parts of the page below it."""


def report(path: Path) -> str:
    """The page for a file of results, as HTML. Raises `ResultsError`."""
    head, runs, done = read(path)
    if head.get("kind") not in _KINDS:
        raise ResultsError(f"{path} holds results of a kind that has no report: {head.get('kind')}.")
    if not done:
        raise ResultsError(f"{path} holds no results yet.")
    items = sorted(((json.loads(key), result) for key, result in done.items()), key=lambda each: each[0])
    title, parts = _KINDS[head["kind"]](head, items)
    body = "\n".join([f"<h1>{escape(title)}</h1>", *parts, *_conditions(head, runs)])
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n{body}\n</main>\n"
        f"<footer>Made by Shokha {escape(str(head['version']))} from {escape(path.name)}.</footer>\n</body>\n</html>\n"
    )


def _profile(head: dict[str, Any]) -> RuleProfile:
    """The version that was played, for the words of units and for matches."""
    try:
        profile = load(_ANY[head["game"]]).with_settings(head["settings"])
    except (ProfileError, KeyError) as error:
        raise ResultsError(
            f"These results belong to rules that this version of Shokha does not know: {error}"
        ) from None
    if profile.fingerprint != head["fingerprint"]:
        raise ResultsError(f"The rules of {head['rules']} have changed since these results were made.")
    return profile


_ANY = {"kozel": "pairs", "svoi": "svoi"}
"""Some version of each game, to put settings into."""


# -- kinds -----------------------------------------------------------------------------------------------------


def _duel(head: dict[str, Any], items: Sequence[tuple[int, Any]]) -> Body:
    profile, (first, second) = _profile(head), head["bots"]
    found, running, llr = Duel(profile), None, []
    if "sprt" in head:
        running = Running(Sprt(*head["sprt"]))
    for _, rows in items:
        swing = found.add(rows)
        if running and running.verdict is None:
            running.add(swing)
            llr.append((running.n, running.llr))
            if running.verdict:  # what was played beyond the stop does not count
                break
    lead, half = found.lead
    what = unit(profile)
    sure = "" if abs(lead) > half else " This may be chance."
    parts = [
        f'<p class="answer">{escape(first)} is ahead of {escape(second)} by <strong>{lead:+.3f} ± {half:.3f}</strong> '
        f"{what} per deal, on {len(found.swings)} duplicate boards.{sure}</p>"
    ]
    rows = [["standard deviation of a board", f"{found.spread:.2f}"]]
    won, deals = found.won
    rows.append(["deals won (equal ones count half)", f"{won:g} of {deals}, {won / deals:.1%}"])
    if found.equity_lead:
        rows.append(["match equity gained per deal", "{:+.2%} ± {:.2%}".format(*found.equity_lead)])
    match = found.match_chance()
    if match:
        share, rating = match_text(match)
        rows += [["chance to win a match", share], ["Elo of a match", rating]]
    for name, (ms, moves) in zip(head["bots"], found.time(), strict=True):
        rows.append([f"time of {name}", f"{ms:.1f} ms a move, {moves} moves"])
    parts.append(_table([], rows))
    if running:
        parts += _test(running, llr)
    if len(found.swings) > 1:
        parts += ["<h2>As the duel went on</h2>", _figure(plots.band(running_lead(found.swings), "boards", "lead"))]
    parts.append("<h2>Swings of the boards</h2>")
    parts.append(_figure(plots.histogram(found.swings, f"lead of {first} on a board, {what}", "boards", lead)))
    return f"{first} against {second}: {head['rules']}", parts


def _test(running: Running, llr: Sequence[tuple[float, float]]) -> list[str]:
    test = running.test
    answer = {"h1": f"{test.h1:g} or more", "h0": f"{test.h0:g} or less", None: "undecided"}[running.verdict]
    return [
        "<h2>Sequential test</h2>",
        f"<p>Stop rules fixed before the first board: a lead of {test.h0:g} against {test.h1:g}, errors {test.alpha:g} "
        f"and {test.beta:g}. Answer after {running.n} boards: <strong>{answer}</strong>.</p>",
        _figure(plots.between(llr, test.lower, test.upper, "boards", "log-likelihood ratio")),
    ]


def _ladder(head: dict[str, Any], items: Sequence[tuple[list[int], Any]]) -> Body:
    profile, found = _profile(head), Ladder(head["bots"])
    for item, rows in items:
        found.add(item, rows)
    order = found.order()
    names = [found.names[i] for i in order]
    ratings = found.ratings()
    parts = [
        f'<p class="answer">{len(found.boards)} boards; every pair played the same ones. '
        f"First by mean lead: <strong>{escape(names[0])}</strong>.</p>",
        f"<h2>By how much the row is ahead of the column, {unit(profile)} per deal</h2>",
        _figure(plots.heat(names, lambda i, j: found.payoff(order[i], order[j]), "payoffs")),
        "<h2>Ratings</h2>",
        "<p>Bradley–Terry on deals won, in Elo with mean 0; 95 % intervals by resampling boards.</p>",
        _figure(plots.forest([(found.names[i], *ratings[i]) for i in order], "Elo of a deal")),
    ]
    return f"Ladder: {head['rules']}", parts


def _partners(head: dict[str, Any], items: Sequence[tuple[list[int], float]]) -> Body:
    profile, found = _profile(head), Partners(head["bots"])
    for item, lead in items:
        found.add(item, lead)
    them = escape(str(head["against"]))
    parts = [
        f'<p class="answer">Every two bots as partners against {them} and {them}, on the same boards.</p>',
        f"<h2>By how much the partners are ahead, {unit(profile)} per deal</h2>",
        _figure(plots.heat(found.names, found.lead, "partners")),
    ]
    return f"Partners: {head['rules']}", parts


def _regret(head: dict[str, Any], items: Sequence[tuple[int, Any]]) -> Body:
    found = Regret(head["bots"])
    for _, endings in items:
        found.add(endings)
    levels = sorted(found.rows, reverse=True)
    many = sum(map(len, found.rows.values()))
    parts = [
        f'<p class="answer">{many} endings from deals of {escape(str(head["source"]))} bots, stock empty. '
        "Given away per decision, against exact play.</p>"
    ]
    marks = [(2, f"the average of {head['worlds']} layouts that the view allows"), (0, "the true layout, cards open")]
    for kind, what in marks:
        rows, bars = [], []
        for bot, name in enumerate(found.names):
            for level in levels:
                mean, half = found.mean(level, bot, kind)
                equity = found.mean(level, bot, kind + 1)[0]
                rows.append(
                    [name, str(level), str(len(found.rows[level])), f"{mean:.3f} ± {half:.3f}", f"{equity:.2%}",
                     f"{found.zero(level, bot, kind + 1):.0%}"]
                )  # fmt: skip
                bars.append((f"{name}, {level} cards", mean, max(0.0, mean - half), mean + half))
        parts += [
            f"<h2>Against {escape(what)}</h2>",
            _figure(plots.forest(bars, "penalty points given away per decision")),
            _table(["bot", "cards in hand", "endings", "penalty points", "match equity", "nothing given away"], rows),
        ]
    return f"Regret in endings: {head['rules']}", parts


def _exploit(head: dict[str, Any], items: Sequence[tuple[list[int], list[float]]]) -> Body:
    found = Exploited(head["bots"])
    for item, row in items:
        found.add(item, row)
    rows, bars = [], []
    for bot, name in enumerate(found.all_names, -1):
        known = [value for game in found.games if (value := found.exploitability(game, bot)) is not None]
        for game in found.games:
            if (game, bot) in found.rows:
                value, lost, sets = found.rows[game, bot]
                rows.append([name, str(game), f"{value:+.4f}", f"{lost:.4f}", f"{sets:.0f}"])
        if known:
            mean = fmean(known)
            bars.append((name, mean, min(known), max(known)))
    parts = [
        f'<p class="answer">{len(found.games)} endings for two with {head["cards"]} unknown cards, every layout '
        "equally likely. Who knew a bot through and through would win this much more than is due.</p>",
        "<p>Exact: best responses over the whole tree. The equilibrium is that of CFR+ after "
        f"{head['iterations']} iterations; the line goes from the least to the most of the endings.</p>",
        _figure(plots.forest(bars, "exploitability, penalty points per deal")),
        _table(["bot", "ending", "first seat ahead", "exploitability", "information sets"], rows),
    ]
    return f"Exploitability in tiny games: {head['rules']}", parts


_KINDS: dict[str, Callable[[dict[str, Any], Any], Body]] = {
    "duel": _duel,
    "ladder": _ladder,
    "partners": _partners,
    "regret": _regret,
    "exploit": _exploit,
}


# -- parts -----------------------------------------------------------------------------------------------------


def _figure(svg: str) -> str:
    return f'<div class="scroll">{svg}</div>'


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    cells = "".join(f'<th scope="col">{escape(name)}</th>' for name in head)
    top = f"<thead><tr>{cells}</tr></thead>" if head else ""
    body = "".join(
        "<tr>" + f'<th scope="row">{escape(row[0])}</th>' + "".join(f"<td>{escape(c)}</td>" for c in row[1:]) + "</tr>"
        for row in rows
    )
    return f'<div class="scroll"><table>{top}<tbody>{body}</tbody></table></div>'


def _conditions(head: dict[str, Any], runs: Sequence[dict[str, Any]]) -> list[str]:
    asked = [[name, _value(value)] for name, value in head.items() if name not in ("format", "kind", "settings")]
    told = [[f"run {i}", ", ".join(f"{k} {_value(v)}" for k, v in run.items())] for i, run in enumerate(runs, 1)]
    return ["<h2>Conditions</h2>", _table([], asked), _table([], told)]


def _value(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
