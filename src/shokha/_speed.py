"""One source, two speeds: which of them this process uses, and why.

A *kernel* is a module `x.py` with a sibling `x.pxd`: an ordinary Python file that setup.py also compiles. Python prefers
a compiled file to the source beside it and never asks how old it is, so an edit of the source would silently go on
running the old rules. `prepare()`, called before any other module of the package is imported, closes that hole:

- `SHOKHA_PURE=1`: every kernel runs from its source;
- the compiled kernels were made from other sources than those beside them: every kernel runs from its source, and one
  sentence says how to build them anew;
- otherwise Python goes its usual way.

It is always all kernels or none: they reach into each other's C attributes, which a plain one could not.

setup.py loads this file by its path, before the package can be imported, so it imports nothing of ours. It is read at
every start, hence only modules that an interpreter has loaded anyway.
"""

from __future__ import annotations

import os
import sys
from _imp import extension_suffixes, source_hash
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from importlib.machinery import FileFinder, ModuleSpec
    from types import ModuleType

PACKAGE = "shokha"
FOLDER = os.path.dirname(os.path.abspath(__file__))
REBUILD = "python -m pip install -e ."

# The suffix names the Python version and the machine, so builds for several of them can lie in one folder.
SUFFIX = extension_suffixes()[0] if extension_suffixes() else ""

# Folders of data, which never hold a kernel; leaving them out keeps the walk at every start short.
_DATA_FOLDERS = {"__pycache__", "locale", "profiles", "web"}
