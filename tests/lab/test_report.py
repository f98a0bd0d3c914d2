"""Pages of results, and the commands that make and read them."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

from shokha.__main__ import main
from shokha.lab import plots
from shokha.lab.report import report
from shokha.lab.results import ResultsError


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHOKHA_DATA", str(tmp_path / "data"))


def shokha(capsys: pytest.CaptureFixture[str], line: str, code: int = 0) -> str:
    assert main(line.split()) == code
    told = capsys.readouterr()
    return told.out if code == 0 else told.err


class Page(HTMLParser):
    """Checks that tags close in order, and that nothing is fetched from anywhere."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.words = ""
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        assert tag != "script" and not {"src", "href", "onload"} & {name for name, _ in attributes}
        if tag not in ("meta", "link"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words += data


CASES = {
    "duel": ("duel rule random --boards 4 --jobs 1 --file {file}", "ahead of random"),
    "sprt": ("duel rule random --boards 35 --sprt --h1 2 --rules duel --jobs 1 --file {file}", "Stop rules fixed"),
    "house": ("duel rule random --boards 3 --jobs 1 --set lead_sizes=1,2 --set target=8 --file {file}", "house rules"),
    "trio": ("duel rule random --boards 2 --jobs 1 --rules trio --file {file}", "penalty points"),
    "ladder": ("ladder random rule rule:3 --boards 3 --jobs 1 --file {file}", "Bradley–Terry"),
    "partners": ("lab partners rule random --boards 2 --jobs 1 --file {file}", "as partners"),
    "exploit": ("lab exploit random --boards 1 --draws 1 --iterations 2 --jobs 1 --file {file}", "CFR+"),
    "regret": ("lab regret rule random --boards 3 --worlds 3 --jobs 1 --file {file}", "given away"),
}


@pytest.mark.parametrize("name", CASES)
def test_every_experiment_has_its_page(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command, words = CASES[name]
    file = tmp_path / f"{name}.jsonl"
    told = shokha(capsys, command.format(file=file))
    assert f"Results: {file}" in told and "random" in told
    assert shokha(capsys, command.format(file=file)).splitlines()[2:6] == told.splitlines()[2:6], "resumed"
    assert "Written" in shokha(capsys, f"lab report {file}")
    text = file.with_suffix(".html").read_text("utf-8")
    page = Page(text)
    assert words in page.words and "fingerprint" in page.words and "commit" in page.words
    assert (
        not re.search(r"https?://(?!www\.w3\.org)", text)
        and "nan" not in text
        and "inf" not in "".join(re.findall(r'd="[^"]*"', text))
    )
    for svg in re.findall(r"<svg.*?</svg>", text, re.S):
        ElementTree.fromstring(svg)


def test_a_sequential_test_stops_early_whoever_plays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = "duel rule random --boards 60 --rules duel --sprt --h0 0 --h1 0.5 --file {}"
    one = shokha(capsys, f"{line.format(tmp_path / 'a')} --jobs 1").splitlines()
    two = shokha(capsys, f"{line.format(tmp_path / 'b')} --jobs 2").splitlines()
    clock = re.compile("ms a move|Results")
    assert [x for x in one if not clock.search(x)] == [x for x in two if not clock.search(x)]
    assert "after 30 boards" in " ".join(one) and "is accepted" in " ".join(one)


def test_the_same_command_goes_on_by_itself(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first = shokha(capsys, "duel rule random --boards 2 --jobs 1 --rules duel")
    file = Path(first.splitlines()[-1].removeprefix("Results: "))
    assert file.parent == tmp_path / "data" / "lab"
    lines = file.read_bytes()
    assert str(file) in shokha(capsys, "duel rule random --boards 3 --jobs 1 --rules duel")
    assert file.read_bytes().startswith(lines) and file.read_bytes().count(b'"item"') == 3
    assert "Results" not in shokha(capsys, "duel rule random --boards 1 --jobs 1 --rules duel --nothing-kept")


def test_ctrl_c_keeps_what_is_done(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    from shokha.lab import duel

    real = duel.play_board

    def pressed(*arguments: object) -> object:
        if arguments[-1] == 2:
            raise KeyboardInterrupt
        return real(*arguments)

    monkeypatch.setattr(duel, "play_board", pressed)
    told = shokha(capsys, "duel rule random --boards 5 --jobs 1 --rules duel", code=130)
    assert "Interrupted after 2 of 5; the same command goes on from there." in told


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("duel rule nobody", "no bot 'nobody'"),
        ("duel rule rule --h1 3", "--sprt"),
        ("duel rule random --sprt --h0 2 --h1 1", "must be more"),
        ("duel rule random --budget -1", "above 0"),
        ("duel random random --rules besicovitch", "measures kozel and svoi"),
        ("ladder rule", "at least two"),
        ("lab partners rule random --rules trio", "nobody has a partner"),
        ("lab regret rule --rules money", "solved"),
        ("lab exploit rule --rules pairs", "between two"),
        ("lab report absent.jsonl", "cannot be read"),
        ("equity money", "share of the pot"),
        ("equity svoi", "no match equity"),
        ("equity trio --set target=48", "too long"),
        ("equity money --measure", "penalty points"),
    ],
)
def test_what_cannot_be_done_is_said(line: str, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert words in shokha(capsys, line, code=2)


@pytest.mark.parametrize("name", ["pairs", "short", "trio", "duel"])
def test_equity_prints_tables(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    told = shokha(capsys, f"equity {name}")
    assert "0.500" in told or "0.333" in told
    assert "deals between rule bots" in told


def test_equity_measures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "o.json"
    assert "Measured 6 deals" in shokha(capsys, f"equity duel --measure --deals 6 --bot random --jobs 1 --file {file}")
    once = file.read_bytes()
    shokha(capsys, f"equity duel --measure --deals 6 --bot random --jobs 2 --file {file}")
    assert file.read_bytes() == once


def test_a_report_needs_results(tmp_path: Path) -> None:
    file = tmp_path / "f.jsonl"
    for text, words in [("{}\n", "not a file"), ('{"format":1,"kind":"x"}\n', "no report"), ("", "not a file")]:
        file.write_text(text)
        with pytest.raises(ResultsError, match=words):
            report(file)


def test_plots_take_extreme_values() -> None:
    names = ["<b>&", "x"]
    for svg in (
        plots.histogram([0.0], "x", "y", 0.0),
        plots.histogram([i / 7 for i in range(900)], "x", "y", 60.0),
        plots.band([(2, 0.0, 0.0), (3, 0.0, 0.0)], "x", "y"),
        plots.between([(1, 0.0)], -3, 3, "x", "y"),
        plots.heat(names, lambda i, j: None, "t"),
        plots.heat(names, lambda i, j: (0.0, float(i)), "t"),
        plots.forest([("a & b", 0.0, 0.0, 0.0)], "x"),
        plots.forest([("a", 1.0, float("-inf"), float("inf"))], "x"),
    ):
        ElementTree.fromstring(svg)


def test_ticks_are_round_and_cover() -> None:
    assert plots.ticks(0, 100) == [0, 20, 40, 60, 80, 100] and plots.ticks(3, 3) == [3]
    assert plots.ticks(-0.01, 0.02)[0] >= -0.01 and len(plots.ticks(1e-9, 5e-9)) > 2
