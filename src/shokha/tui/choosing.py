"""The first screen: matches that wait, and the versions of which a new one can be begun."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from shokha import languages
from shokha.clean import clean
from shokha.errors import ShokhaError
from shokha.profile import RuleProfile
from shokha.terminal import saves
from shokha.terminal.saves import Kept


class Choosing(Screen[Kept]):
    """Dismissed with the match to be played. `begin` seats the players of a new match of a version."""

    def __init__(
        self,
        found: Sequence[Kept],
        versions: Sequence[RuleProfile],
        begin: Callable[[RuleProfile], Kept],
        notices: Sequence[str],
        language: str,
    ) -> None:
        super().__init__(classes="choosing")
        self._found, self._versions, self._begin, self._notices = found, versions, begin, notices
        self._words = languages.translation(language)
        self._ = self._words.gettext

    def compose(self) -> ComposeResult:
        with Vertical(classes="window"):
            yield Static(Content(self._("What shall be played?")), classes="heading")
            yield OptionList(*self._options())
            yield Static(Content("\n".join(self._notices)), id="notices")
            yield Static(Content(self._("Up and Down choose, Enter begins, Ctrl-C leaves.")), classes="keys")

    def _options(self) -> list[Option | None]:
        """Waiting matches first, then a line, then the versions."""
        waiting = [Option(Content(self._("Go on: {match}").format(match=saves.describe(kept)))) for kept in self._found]
        new = [Option(Content(self._("New: {version}").format(version=self._about(p)))) for p in self._versions]
        return [*waiting, None, *new] if waiting else [*new]

    def _about(self, p: RuleProfile) -> str:
        players = self._words.ngettext("{n} player", "{n} players", p.players).format(n=p.players)
        return f"{self._(clean(p.title, 100))} ({clean(p.name, 100)}), {players}"

    def on_mount(self) -> None:
        self.query_one(OptionList).focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        index = event.option_index
        if index < len(self._found):
            self.dismiss(self._found[index])
            return
        try:
            kept = self._begin(self._versions[index - len(self._found)])
        except ShokhaError as error:
            self.query_one("#notices", Static).update(Content(str(error)))
        else:
            self.dismiss(kept)
