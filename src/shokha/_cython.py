"""Stands in for the `cython` module when a kernel runs as ordinary Python.

The compiler knows these names by itself and never sees this file. In the plain run types mean nothing and decorators
return what they are given; `_plain` hands this module to the kernels even where Cython is installed, so that the plain
run is the same everywhere. Only names that a kernel may use are here: a misspelt one is an AttributeError.
"""

from __future__ import annotations

from typing import Any

compiled = False


class _Type:
    """A C type. Subscripted it is another type (an array, a memory view), called it returns the value as it is."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __getitem__(self, size: object) -> _Type:
        return self

    def __call__(self, value: Any = 0) -> Any:
        return value

    def __repr__(self) -> str:
        return f"cython.{self.name}"


class _Directive:
    """`cfunc`, `exceptval(check=False)`, `with nogil:`: a decorator, a maker of decorators, a context manager."""

    def __call__(self, *values: Any, **options: Any) -> Any:
        return values[0] if values and callable(values[0]) else self

    def __enter__(self) -> None:
        return None

    def __exit__(self, *error: object) -> None:
        return None


_NUMBERS = ["char", "short", "int", "long", "longlong"]
_POINTERS = [*_NUMBERS, *("u" + number for number in _NUMBERS), "void"]
_TYPES = ["bint", "float", "double", "void", "size_t", "ssize_t", "Py_ssize_t", "Py_hash_t"]
_TYPES += [sign + number for number in _NUMBERS for sign in ("", "s", "u")]
_TYPES += [pointer + name for name in _POINTERS for pointer in ("p_", "pp_")]
_DIRECTIVES = ["boundscheck", "cdivision", "initializedcheck", "nonecheck", "overflowcheck", "profile", "wraparound"]
_DIRECTIVES += ["cclass", "final", "freelist", "internal", "no_gc", "trashcan"]
_DIRECTIVES += ["ccall", "cfunc", "exceptval", "inline", "locals", "nogil", "noexcept", "returns", "with_gil"]

globals().update({name: _Type(name) for name in _TYPES})
globals().update({name: _Directive() for name in _DIRECTIVES})


def declare(type_: Any = None, value: Any = None, **names: Any) -> Any:
    """A typed variable: its value."""
    return value


def cast(type_: Any, value: Any, **options: Any) -> Any:
    """A conversion between C types: nothing to do, the kernels mask to 64 bits themselves."""
    return value


def likely(condition: Any) -> Any:
    """A hint to the C compiler."""
    return condition


unlikely = likely


def sizeof(thing: Any) -> int:
    """Size in bytes, which only a compiled kernel can mean; 1 as Cython's own plain run says."""
    return 1


def address(thing: Any) -> Any:
    """A C pointer, for code behind `if cython.compiled` only."""
    raise TypeError("only a compiled kernel has addresses")


def typedef(type_: Any) -> Any:
    """Another name for a type."""
    return type_
