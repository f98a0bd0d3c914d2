"""`shokha rules`: every version listed, shown with its differences first, and held against another."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from shokha import setting
from shokha.__main__ import main
from shokha.profile import available, load


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What the command prints, on one line."""
    assert main(["rules", *arguments]) == 0
    return " ".join(capsys.readouterr().out.split())


def test_list_names_every_version_with_its_fingerprint(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    listed = {line.split()[0] for line in lines if line and not line.startswith(" ")}
    assert listed == set(available()) and len(listed) >= 8
    text = " ".join(" ".join(lines).split())
    for name in available():
        profile = load(name)
        assert profile.fingerprint in text and profile.title in text and profile.source in text


@pytest.mark.parametrize("name", available())
def test_show_explains_every_setting_once(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    profile = load(name)
    text = run(capsys, "show", name)
    for each, value in profile.values().items():
        star = " *" if each in profile.decided else ""
        told = f"{each} = {value}{star} {setting.meaning(type(profile.settings), each)}"
        assert text.count(f"{told} ({setting.rule_ids(type(profile.settings), each)})") == 1
    assert profile.fingerprint in text and ("* not stated" in text) is bool(profile.decided)


def test_show_tells_differences_first(capsys: pytest.CaptureFixture[str]) -> None:
    text = run(capsys, "show", "yard")
    assert text.index("Different from pairs:") < text.index("eggs = none") < text.index("The rest:")
    assert text.index("The rest:") < text.index("boundary31 = ge")


def test_house_rules_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    text = run(capsys, "show", "pairs", "--set", "shokha=off", "--set", "boundary31=gt")
    assert "pairs (house rules: shokha=off, boundary31=gt)" in text
    assert text.index("shokha = off") < text.index("boundary31 = gt") < text.index("The rest:")
    assert load("pairs").fingerprint not in text


def test_an_own_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mine = tmp_path / "grandma.toml"
    mine.write_text('base = "yard"\ntitle = "As we play it"\n[settings]\ntarget = 24\n')
    text = run(capsys, "show", str(mine))
    assert "grandma: As we play it" in text and "Different from yard: target = 24" in text
    assert "target" in run(capsys, "diff", "yard", str(mine))


def test_diff_of_pairs_and_quartet_is_what_the_seeds_differ_in(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "diff", "pairs", "quartet"]) == 0
    lines = capsys.readouterr().out.splitlines()
    named = [line for line in lines if line and not line.startswith((" ", "*"))]
    # Moskva and Molodka win the trick; 31 points; no points against no tricks; the dealer's lot; 60–60 left open
    assert named == ["moskva_effect", "molodka_effect", "boundary31", "zero_rule", "dealer_lot", "eggs"]
    text = " ".join(" ".join(lines).split())
    assert re.search(r"boundary31 2 penalties .* \(A28 D12 QD3\) pairs ge quartet gt", text)
    assert "pairs states two_each; the source of quartet is silent, and two_each was decided *" in text


def test_diff_of_equals(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "diff", "pairs", "pairs") == "pairs and pairs have the same rules."


def test_the_rule_book(capsys: pytest.CaptureFixture[str]) -> None:
    whole = run(capsys, "book")
    assert "Kozel in pairs" in whole and "A14 To take over" in whole and "Z5 Whose hand" in whole and "*" not in whole
    told = run(capsys, "book", "a14", "C10", "--language", "ru")
    assert "A14 Чтобы перебить" in told and "Свои козыри C10" in told and "A15" not in told.split("C10")[1]
    assert main(["rules", "book", "A99"]) != 0
    assert "no A99" in capsys.readouterr().err
