"""Every example of the README and the docs, and every docstring's, runs as printed."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
from pathlib import Path

import pytest

import shokha

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
QUIET = ("__main__", "migrations")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_page(page: Path) -> None:
    done = doctest.testfile(str(page), module_relative=False, encoding="utf-8", optionflags=doctest.ELLIPSIS)
    assert done.failed == 0


def modules() -> list[str]:
    found = pkgutil.walk_packages(shokha.__path__, "shokha.")
    return ["shokha", *(m.name for m in found if not any(part in m.name for part in QUIET))]


@pytest.mark.parametrize("name", modules())
def test_docstrings(name: str) -> None:
    done = doctest.testmod(importlib.import_module(name), optionflags=doctest.ELLIPSIS)
    assert done.failed == 0


def test_links_lead_somewhere() -> None:
    import re

    for page in PAGES:
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"
