"""`shokha bench`: what the numbers of this machine are, as ratios measured in one run.

Absolute figures of shared machines drift by half; so everything is measured in interleaved rounds, by
processor time, and the medians of the rounds' ratios are held against the bars of the design.
"""

from __future__ import annotations

import argparse
from typing import Any


def register(commands: Any) -> None:
    """Add `bench` to the command line."""
    parser = commands.add_parser("bench", help="measure this machine: engine, endings, solver, search, server")
    subjects = parser.add_subparsers(dest="subject", required=True, metavar="SUBJECT")
    engine = subjects.add_parser("engine", help="random deals a second: compiled, plain, C++; steps driven from Python")
    engine.add_argument("--rounds", type=int, default=7, metavar="N", help="interleaved rounds (7)")
    engine.add_argument("--deals", type=int, default=100_000, metavar="N", help="deals a compiled round (100000)")
    engine.set_defaults(run=_engine)
    endings = subjects.add_parser(
        "endings",
        help="random deals of every version: do they all end, and how",
        description="Play random deals with the kernels and count how they end: by the last card, drawn, by repetition "
        "or by the cap on turns (QC15, QZ6).",
    )
    endings.add_argument("versions", nargs="*", metavar="VERSION", help="versions to play (all)")
    endings.add_argument("--deals", type=int, default=100_000, metavar="N", help="deals of each (100000)")
    endings.add_argument("--seed", type=int, default=1, metavar="N", help="the same seed plays the same deals (1)")
    endings.set_defaults(run=_endings)
    solver = subjects.add_parser("solver", help="Kozel with open cards: endings, and whole deals")
    solver.add_argument("--positions", type=int, default=200, metavar="N", help="positions with an empty stock (200)")
    solver.add_argument("--deals", type=int, default=20, metavar="N", help="whole deals (20)")
    solver.set_defaults(run=_solver)
    search = subjects.add_parser(
        "search", help="simulations a second of the searching bots for Kozel, compiled and plain"
    )
    search.add_argument("--rounds", type=int, default=5, metavar="N", help="interleaved rounds (5)")
    search.add_argument("--decisions", type=int, default=40, metavar="N", help="decisions a round (40)")
    search.add_argument("--simulations", type=int, default=4000, metavar="N", help="simulations a decision (4000)")
    search.set_defaults(run=_search)
    server = subjects.add_parser("server", help="many web tables at once, beside a bare WebSocket echo server")
    server.add_argument("--rooms", type=int, default=150, metavar="N", help="tables of four people (150)")
    server.add_argument("--rate", type=float, default=300, metavar="N", help="moves a second over all tables (300)")
    server.add_argument("--seconds", type=float, default=15, metavar="S", help="how long each is measured (15)")
    server.set_defaults(run=_server)
    web = subjects.add_parser("web", help="how soon the web table can be played at, in a real Chromium")
    web.add_argument("--rounds", type=int, default=5, metavar="N", help="visits of a new browser (5)")
    web.set_defaults(run=_web)


def _engine(options: argparse.Namespace) -> int:
    from shokha.bench import engine

    return engine.run(options.rounds, options.deals)


def _endings(options: argparse.Namespace) -> int:
    from shokha.bench import endings

    return endings.run(options.versions, max(1, options.deals), options.seed)


def _solver(options: argparse.Namespace) -> int:
    from shokha.bench import solver

    return solver.run(options.positions, options.deals)


def _search(options: argparse.Namespace) -> int:
    from shokha.bench import search

    return search.run(max(1, options.rounds), max(1, options.decisions), max(1, options.simulations))


def _server(options: argparse.Namespace) -> int:
    from shokha.bench import server

    return server.run(options.rooms, options.rate, options.seconds)


def _web(options: argparse.Namespace) -> int:
    from shokha.bench import web

    return web.run(options.rounds)
