"""Bit functions and the generator of the kernels for the plain run; compiled kernels take the C ones in cbits.pxd.

The generator is xorshift64* (Vigna, An experimental exploration of Marsaglia's xorshift generators, scrambled, 2016): a
word from 1 to 2**64 - 1 is its state, `step` gives the next one and `draw` the random bits of one.
"""

from __future__ import annotations

_WORD = (1 << 64) - 1


def ctz(x: int) -> int:
    """Index of the lowest set bit; x > 0."""
    return (x & -x).bit_length() - 1


def popcount(x: int) -> int:
    """Number of set bits."""
    return x.bit_count()


def step(x: int) -> int:
    """The generator's next state."""
    x ^= x >> 12
    x ^= x << 25 & _WORD
    return x ^ x >> 27


def draw(x: int) -> int:
    """32 random bits of a state: `draw(x) * n >> 32` is a number below n, even enough for n far below 2**32."""
    return (x * 0x2545F4914F6CDD1D & _WORD) >> 32
