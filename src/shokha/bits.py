"""Bit functions of the kernels for the plain run; compiled kernels take the C ones in cbits.pxd."""

from __future__ import annotations


def ctz(x: int) -> int:
    """Index of the lowest set bit; x > 0."""
    return (x & -x).bit_length() - 1


def popcount(x: int) -> int:
    """Number of set bits."""
    return x.bit_count()
