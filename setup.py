"""Compiles the kernels, if it can.

Every module below src/shokha that has a sibling .pxd is compiled by Cython; what those are and how their age is noticed
stands in src/shokha/_speed.py. Compiling is never a condition: no compiler, no headers, an error of Cython or of the C
compiler leave an ordinary Python installation and one paragraph that says so. It is all kernels or none, and they are
put in place together, after the last one was built.
"""

from __future__ import annotations

import os
import shutil
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

ROOT = Path(__file__).resolve().parent
SOURCE = Path("src", "shokha")  # relative, as setuptools wants it
STAGE = Path("build", f"kernels-{sys.implementation.cache_tag}")
OPTIONS = {"unix": ["-O3", "-g0"], "mingw32": ["-O3", "-g0"], "msvc": ["/O2"]}

os.chdir(ROOT)
_spec = spec_from_file_location("_speed", SOURCE / "_speed.py")
speed = module_from_spec(_spec)
_spec.loader.exec_module(speed)


class BuildKernels(build_ext):
    """Builds in a folder of its own, where unchanged kernels are kept, then puts the kernels beside their sources."""

    def run(self) -> None:
        target = SOURCE if self.inplace else Path(self.build_lib, "shokha")
        target.mkdir(parents=True, exist_ok=True)
        if os.environ.get("SHOKHA_PURE", "") not in ("", "0"):
            self.extensions = []
            return
        try:
            self.build_stage()
            remove_kernels(target)
            for kernel in speed.kernels(str(SOURCE)):
                place(built(kernel), Path(speed.path_of(str(target), kernel, speed.SUFFIX)))
            shutil.copyfile(STAGE / speed.RECORD, target / speed.RECORD)
        except (Exception, SystemExit) as error:  # whatever a compiler can do to us, Shokha runs without it
            reason = " ".join(f"{type(error).__name__}: {error}".split())[:300]
            remove_kernels(target)
            (target / speed.RECORD).write_text(speed.Record({}, "", reason).text(), encoding="utf-8")
            self.extensions = []
            print(explain(reason), file=sys.stderr)

    def build_stage(self) -> None:
        """Bring the staged kernels up to date; those whose sources did not change are left alone."""
        import Cython

        STAGE.mkdir(parents=True, exist_ok=True)
        made_with = f"Cython {Cython.__version__}, Python {sys.version.split()[0]}, {OPTIONS['unix']}, {speed.SUFFIX}"
        now = speed.hashes(str(SOURCE))
        old = speed.read_record(str(STAGE))
        (STAGE / speed.RECORD).unlink(missing_ok=True)
        known = old.hashes if old and old.made_with == made_with else {}

        def is_fresh(kernel: str) -> bool:
            # A kernel depends on its own source and, through cimports, on any .pxd.
            types = {name for name in now.keys() | known.keys() if name.endswith(".pxd")}
            files = types | {kernel.replace(".", "/") + ".py"}
            return built(kernel).exists() and all(now.get(name) == known.get(name) for name in files)

        stale = [kernel for kernel in speed.kernels(str(SOURCE)) if not is_fresh(kernel)]
        if stale:
            self.compile_kernels(stale)
        (STAGE / speed.RECORD).write_text(speed.Record(now, made_with).text(), encoding="utf-8")

    def compile_kernels(self, names: list[str]) -> None:
        """Translate to C and compile; both below the stage."""
        from Cython.Build import cythonize

        declared, inplace, build_lib, build_temp = self.extensions, self.inplace, self.build_lib, self.build_temp
        self.extensions = cythonize(
            [extension(name) for name in names],
            build_dir=str(STAGE / "c"),
            compiler_directives={"language_level": 3},
            include_path=["src"],
            force=True,
            quiet=True,
        )
        self.inplace, self.build_lib, self.build_temp = False, str(STAGE / "lib"), str(STAGE / "temp")
        self.force, self.parallel = True, os.cpu_count()
        self.check_extensions_list(self.extensions)
        for each in self.extensions:  # what finalize_options did for the declared ones
            each._full_name, each._links_to_dynamic, each._needs_stub = each.name, False, False
            self.ext_map[each.name] = each
        try:
            super().run()
        finally:
            self.extensions, self.inplace, self.build_lib, self.build_temp = declared, inplace, build_lib, build_temp

    def build_extensions(self) -> None:
        for each in self.extensions:
            each.extra_compile_args = OPTIONS.get(self.compiler.compiler_type, [])
        super().build_extensions()


class BuildPackage(build_py):
    """Starts from an empty folder, so that a file deleted from the sources does not live on in a wheel."""

    def run(self) -> None:
        if not self.editable_mode:
            shutil.rmtree(Path(self.build_lib, "shokha"), ignore_errors=True)
        super().run()


def extension(kernel: str) -> Extension:
    """The declaration of one kernel for setuptools."""
    return Extension(f"shokha.{kernel}", [Path(speed.path_of(str(SOURCE), kernel, ".py")).as_posix()])


def built(kernel: str) -> Path:
    """Where the stage keeps a compiled kernel."""
    return Path(speed.path_of(str(STAGE / "lib" / "shokha"), kernel, speed.SUFFIX))


def place(source: Path, target: Path) -> None:
    """Copy beside and rename: a running process keeps the file that it has loaded."""
    new = target.with_name(target.name + ".new")
    shutil.copyfile(source, new)
    new.replace(target)


def remove_kernels(target: Path) -> None:
    """Remove this Python's record, then its compiled files, those of deleted kernels included."""
    (target / speed.RECORD).unlink(missing_ok=True)
    for file in target.rglob("*" + speed.SUFFIX):
        file.unlink()


def explain(reason: str) -> str:
    """The paragraph for somebody whose machine could not compile."""
    return f"""
*** Shokha is installed, but its kernels could not be compiled, so it runs as plain Python: the same rules and results,
while opponents think and solvers solve some fifty times slower. Usually a C compiler or the Python headers are missing
(Debian, Ubuntu: apt install gcc python3-dev); with them, install again. What went wrong: {reason}. ***
"""


setup(
    cmdclass={"build_ext": BuildKernels, "build_py": BuildPackage},
    ext_modules=[extension(kernel) for kernel in speed.kernels(str(SOURCE))],
)
