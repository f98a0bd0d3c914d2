"""Imports the kernels from their sources although compiled files may lie beside them; used by `_speed`."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from types import ModuleType

from shokha import _cython, _speed


class _KernelLoader(SourceFileLoader):
    """Runs a kernel with our small stand-in as its `cython`, whether or not Cython is installed.

    The real module would only be imported for its names, and takes longer than the rest of Shokha together. It is put
    back at once, for whoever in this process wants it.
    """

    def exec_module(self, module: ModuleType) -> None:
        real = sys.modules.get("cython")
        sys.modules["cython"] = _cython
        try:
            super().exec_module(module)
        finally:
            if real is None:
                sys.modules.pop("cython", None)
            else:
                sys.modules["cython"] = real


class _KernelFinder:
    """Stands before Python's own finders and knows the kernels only."""

    def __init__(self, sources: dict[str, str]) -> None:
        self.sources = sources

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        source = self.sources.get(fullname)
        if source is None:
            return None
        return spec_from_file_location(fullname, source, loader=_KernelLoader(fullname, source))


def install(kernels: Iterable[str], folder: str) -> None:
    """From now on import these kernels of the package from their sources."""
    sources = {f"{_speed.PACKAGE}.{name}": _speed.path_of(folder, name, ".py") for name in kernels}
    sys.meta_path[:] = [finder for finder in sys.meta_path if not isinstance(finder, _KernelFinder)]
    sys.meta_path.insert(0, _KernelFinder(sources))
