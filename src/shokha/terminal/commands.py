"""Commands at the table that are no moves: help, hint, why, pairs, last, score, rules, record, save, quit."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from shokha.actions import ActionKind
from shokha.clean import clean
from shokha.errors import ShokhaError
from shokha.kozel.view import KozelView
from shokha.table import Stage
from shokha.terminal import reading, saves
from shokha.terminal.rules import explain, settings_about, settings_of
from shokha.words import Words, describe_action, pairings, standing

if TYPE_CHECKING:
    from shokha.terminal.session import Session


class Quit(Exception):
    """The person leaves; the match is kept."""


# Other languages' words for the same commands.
_ALSO = {
    "?": "help", "помощь": "help", "подсказка": "hint", "почему": "why", "ходы": "moves", "пары": "pairs",
    "pairing": "pairs", "look": "table", "стол": "table", "счёт": "score", "счет": "score", "правила": "rules",
    "последняя": "last", "q": "quit", "exit": "quit", "выход": "quit", "сохранить": "save", "запись": "record",
    "analyze": "analyse", "разбор": "analyse",
}  # fmt: skip
_FOR_DECISIONS = ("hint", "moves", "pairs", "table")


class Commands:
    """The commands of one session."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._ = session.words._
        self._known: dict[str, Callable[[str, int | None], None]] = {
            "help": self._help, "hint": self._hint, "why": self._why, "moves": self._moves, "pairs": self._pairs,
            "table": self._table, "last": self._last, "score": self._score, "rules": self._rules, "save": self._save,
            "record": self._record, "seed": self._seed, "analyse": self._analyse, "quit": self._quit,
        }  # fmt: skip

    def run(self, line: str, seat: int | None) -> bool:
        """Carry out a line if it is a command. `seat` is whose decision is awaited, None between deals."""
        word, _, rest = line.partition(" ")
        name = _ALSO.get(word.lower(), word.lower())
        command = self._known.get(name)
        if command is None:
            return False
        if seat is None and name in _FOR_DECISIONS:
            self._say(self._("Nobody has to decide anything just now."))
        else:
            command(rest.strip(), seat)
        return True

    def _say(self, text: str) -> None:
        self.session.console.say(text)

    def _view(self, seat: int | None) -> Any:
        return self.session.table.view(seat)

    # -- about the move to be made ---------------------------------------------------------------

    def _help(self, rest: str, seat: int | None) -> None:
        self._say(_help_for(self.session.words))

    def _hint(self, rest: str, seat: int | None) -> None:
        view, w, host = self._view(seat), self.session.words, self.session.host
        name = host.adviser()
        if not name or seat is None:
            self._say(self._("Nobody here knows this game well enough to advise you."))
            return
        choice = host.choose(seat, name)
        text = self._("Advice of {name}: {what} (type {typed}). {reason}")
        told = {"what": describe_action(w, choice.action), "typed": reading.typed(choice.action, view)}
        self._say(text.format(name=name, reason=w.reason(choice.reason), **told))

    def _moves(self, rest: str, seat: int | None) -> None:
        """All legal moves; where any card may be led after a cover, the covers alone."""
        view, w = self._view(seat), self.session.words
        covers: set[int] = set()
        for action in view.legal:
            if action.kind is not ActionKind.COVER or action.lead_after is None:
                self._say(f"  {reading.typed(action, view)}: {describe_action(w, action)}")
            elif action.cover not in covers:
                covers.add(action.cover)
                first = reading.typed(action, view).split()[0]
                text = self._("  {number} and another: beat with {card} and lead any other card")
                self._say(text.format(number=first, card=w.card(action.cover)))

    def _pairs(self, rest: str, seat: int | None) -> None:
        view = self._view(seat)
        if not isinstance(view, KozelView):
            self._say(self._("One card is beaten at a time here; `moves` lists what beats it."))
            return
        for line in pairings(self.session.words, view):
            self._say(line)

    def _table(self, rest: str, seat: int | None) -> None:
        assert seat is not None
        self.session.show(seat)

    # -- about what has happened -----------------------------------------------------------------

    def _why(self, rest: str, seat: int | None) -> None:
        for line in self.session.host.why():
            self._say(line)

    def _last(self, rest: str, seat: int | None) -> None:
        self._say(self.session.host.last_trick(seat))

    def _score(self, rest: str, seat: int | None) -> None:
        self._say(standing(self.session.words, self.session.table.match.standing))

    # -- about the rules ---------------------------------------------------------------------------

    def _rules(self, rest: str, seat: int | None) -> None:
        profile = self.session.table.profile
        if not rest:
            w = self.session.words
            self._say(f"{w.title()}: {w.version()}. {self._(clean(profile.source, 400))}.")
            for line in settings_of(profile, self._):
                self._say(line)
            self._say(self._("`rules NAME` explains a setting, `rules A14` those that a rule speaks of."))
            return
        found = settings_about(rest, profile, self._)
        for line in explain(profile, found, self._):
            self._say(line)
        if not found:
            self._say(self._("No setting of this version has to do with {what}.").format(what=rest[:40]))

    # -- keeping and leaving -----------------------------------------------------------------------

    def _save(self, rest: str, seat: int | None) -> None:
        kept, path = self.session.kept, Path(rest).expanduser()
        if not rest:
            self._say(self._("Every move is saved already, in {path}.").format(path=kept.path))
        elif path.exists() and not _is_save(path):
            self._say(self._("{path} is something else and stays as it is: choose another name.").format(path=path))
        else:
            try:
                saves.write(path, kept)
            except OSError as error:
                text = self._("{path} cannot be written: {why}.")
                self._say(text.format(path=path, why=error.strerror or error))
            else:
                self._say(
                    self._("A copy is in {path}; {command} --resume {path} goes on from it.").format(
                        path=path, command=self.session.command
                    )
                )

    def _record(self, rest: str, seat: int | None) -> None:
        if not rest:
            self._say(self._("Name a file, as in: record match.txt"))
        else:
            self.session.host.write_record(Path(rest).expanduser())

    def _seed(self, rest: str, seat: int | None) -> None:
        if self.session.table.stage is Stage.OVER:
            self._say(self._("The seed of this match was {seed}.").format(seed=self.session.host.match_seed()))
        else:
            self._say(self._("The seed tells every card of the match, so it is shown when the match is over."))

    def _analyse(self, rest: str, seat: int | None) -> None:
        from shokha.terminal import analyse  # here, as searches take long to load

        session = self.session
        if session.table.stage is not Stage.OVER:
            self._say(self._("The coach looks at a match when it is over, with all that was hidden."))
            return
        try:
            for line in analyse.lesson(session.host.record(), session.words, session.people):
                self._say(line)
        except ShokhaError as error:
            self._say(str(error))

    def _quit(self, rest: str, seat: int | None) -> None:
        raise Quit


def _help_for(w: Words) -> str:
    if w.profile.game == "kozel":
        moves = w._(
            "To lead, name cards of one suit by number or in notation: 1 3, Jh 8h, J♥ 8♥, В♥ 8♥.\n"
            "To answer, say which: beat 2 4 (face up, each card must beat one of theirs) or discard 1 (face down).\n"
            "b and d are short for them; ^Qh6s and _9c mean the same.\n"
            "A combination is shown with declare, or kept with pass."
        )
    else:
        moves = w._(
            "To lead, name one card by number or in notation: 4, Qs.\n"
            "To beat the top of the pile, name the card that beats it and the one to lead after it: 2 5, 6d/Qs.\n"
            "With your last card: 1. To pick up instead: pick up, or +."
        )
    commands = w._(
        "hint: advice, with its reason. why: the bots' reasons. moves: all you may play.\n"
        "pairs: which of your cards beat which. table: the situation again. last: the last trick.\n"
        "score: the score. rules: the version and its settings; rules eggs, rules A14: what has to do with that.\n"
        "analyse: when the match is over, what your decisions cost and what was better.\n"
        "record FILE: write the match down. save FILE: a copy to go on from. quit: leave.\n"
        "Every move is saved at once: Ctrl-C and Ctrl-D lose nothing."
    )
    return f"{moves}\n{commands}"


def _is_save(path: Path) -> bool:
    try:
        saves.read(path)
    except saves.SaveError:
        return False
    return True
