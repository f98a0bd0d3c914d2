"""The stand-in for Cython knows every name that kernels use, and only names that Cython knows."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from shokha import _cython, _speed

KERNELS = _speed.kernels(_speed.FOLDER)
HEADER = """
try:
    import cython
except ImportError:
    from shokha import _cython as cython
"""


def source(kernel: str) -> str:
    return Path(_speed.path_of(_speed.FOLDER, kernel, ".py")).read_text(encoding="utf-8")


def names_used(kernel: str) -> set[str]:
    """Every `cython.name`, in annotations too; `cython.cimports` is for the compiler only."""
    return {
        node.attr
        for node in ast.walk(ast.parse(source(kernel)))
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "cython"
    }


@pytest.mark.parametrize("kernel", KERNELS)
def test_stand_in_has_every_name(kernel):
    assert sorted(name for name in names_used(kernel) if not hasattr(_cython, name)) == []


@pytest.mark.parametrize("kernel", KERNELS)
def test_kernel_begins_as_agreed(kernel):
    """The compiler only knows the name `cython` from this very import."""
    wanted = ast.dump(ast.parse(HEADER).body[0])
    assert wanted in [ast.dump(node) for node in ast.parse(source(kernel)).body]


def test_stand_in_has_no_name_of_its_own():
    """A name that the real module does not have would compile nowhere."""
    from Cython import Shadow as real

    ours = {name for name in vars(_cython) if not name.startswith("_")} - {"Any", "annotations"}
    by_compiler_only = {"nonecheck", "noexcept"}
    assert sorted(name for name in ours - by_compiler_only if not hasattr(real, name)) == []


def test_stand_in_does_nothing():
    assert not _cython.compiled
    assert _cython.declare(_cython.ulonglong, 1 << 63) == 1 << 63
    assert _cython.cast(_cython.p_int[3], "as it is") == "as it is"

    @_cython.cfunc
    @_cython.exceptval(-1, check=False)
    @_cython.locals(x=_cython.int)
    def twice(x):
        return 2 * x

    with _cython.nogil:
        assert twice(21) == 42


def test_there_are_kernels():
    assert "kozel.state" in KERNELS
