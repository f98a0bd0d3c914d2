"""Versions in files of people's own: what they may call themselves, what they may build on, what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from shokha.errors import ProfileError
from shokha.profile import available, in_order, load


def own(folder: Path, name: str, text: str) -> str:
    path = folder / f"{name}.toml"
    path.write_text(text, "utf-8")
    return str(path)


def test_a_version_of_ones_own(tmp_path: Path) -> None:
    ours = load(own(tmp_path, "ours", 'base = "yard"\ntitle = "At grandmother\'s"\n[settings]\nshokha = true\n'))
    assert (ours.id, ours.base, ours.title, ours.settings.shokha) == ("ours", "yard", "At grandmother's", True)
    assert ours.differences(load("yard")) == [("shokha", "on", "off")]


def test_a_title_stays_on_its_line(tmp_path: Path) -> None:
    mine = load(own(tmp_path, "mine", 'base = "pairs"\ntitle = "a\\nb\\u001b[2J\\u202e' + "x" * 500 + '"\n'))
    assert mine.title.startswith("a b[2Jxxx") and len(mine.title) == 120


@pytest.mark.parametrize("name", available())
def test_no_file_passes_for_a_version_of_ours(tmp_path: Path, name: str) -> None:
    with pytest.raises(ProfileError, match="call your file something else"):
        load(own(tmp_path, name, f'base = "{name}"\n'))


def test_files_do_not_build_on_files(tmp_path: Path) -> None:
    one, other = (
        own(tmp_path, "one", f'base = "{tmp_path}/other.toml"\n'),
        own(tmp_path, "other", 'base = "one.toml"\n'),
    )
    for path in (one, other):
        with pytest.raises(ProfileError, match="not a file"):
            load(path)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "latin.toml").write_bytes('title = "Козёл"'.encode("cp1251"))
    for name, sentence in (("none", "cannot be read"), ("latin", "is not UTF-8")):
        with pytest.raises(ProfileError, match=sentence):
            load(str(tmp_path / f"{name}.toml"))
    with pytest.raises(ProfileError, match="unknown keys: rulez"):
        load(own(tmp_path, "typo", 'base = "pairs"\nrulez = "A"\n'))
    with pytest.raises(ProfileError, match="not valid TOML"):
        load(own(tmp_path, "torn", 'base = "pai'))


def test_the_order_to_choose_from() -> None:
    """One order for every list: pairs first, then the other versions of Kozel, Svoi Kozyri, Besicovitch's game."""
    order = in_order()
    assert sorted(p.id for p in order) == available()
    assert order[0].id == "pairs"
    games = [p.game for p in order]
    assert games == sorted(games, key=["kozel", "svoi", "besicovitch"].index)
    assert [p.id for p in order if p.base is None] == ["pairs", "svoi", "besicovitch"]
