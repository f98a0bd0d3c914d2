"""F81: after an edit of a kernel's source, its old compiled file is not used; and what else decides on the speed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest

from shokha import _speed

STALE = "out of date"


def test_built_kernels_are_used(project):
    run = project.run()
    assert run.speed == "compiled"
    assert run.lines[1] == "60 120"
    assert run.warnings == ""


def test_never_built_runs_plain_without_complaint(fresh):
    run = fresh.run()
    assert run.speed == "plain"
    assert run.lines[1] == "60 120"
    assert run.warnings == ""


def test_edited_constant_is_what_counts(project):
    project.edit("cards/points.py", "120)", "100)")
    run = project.run()
    assert run.speed == "plain"  # score.py too, which did not change
    assert run.lines[1] == "50 100"
    assert run.warnings.count(STALE) == 1
    assert "pip install -e ." in run.warnings


def test_edit_that_hides_its_time_is_noticed(project):
    source = project.package / "cards" / "points.py"
    before = source.stat()
    project.edit("cards/points.py", "120)", "110)")
    os.utime(source, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert source.stat().st_size == before.st_size
    assert project.run().lines[1] == "55 110"


def test_going_back_needs_no_build(project):
    project.edit("cards/points.py", "120)", "100)")
    assert project.run().speed == "plain"
    project.edit("cards/points.py", "100)", "120)")
    assert project.run().speed == "compiled"


def test_edited_types_are_noticed(project):
    project.edit("cards/points.pxd", "int points", "long points")
    assert project.run().speed == "plain"


def test_rebuild_compiles_what_changed_only(project):
    kept = project.root.glob("build/*/lib/shokha/score.*.so")
    before = {path: path.stat().st_mtime_ns for path in kept}
    assert before
    project.edit("cards/points.py", "120)", "100)")
    project.build()
    run = project.run()
    assert (run.speed, run.lines[1], run.warnings) == ("compiled", "50 100", "")
    assert {path: path.stat().st_mtime_ns for path in before} == before


def test_rebuild_after_new_types_compiles_all(project):
    # Counter grows; score.py reads its attribute by its place in memory.
    project.edit("cards/points.pxd", "cdef int points", "cdef int before[8]\n    cdef int points")
    project.build()
    run = project.run()
    assert (run.speed, run.lines[1]) == ("compiled", "60 120")


def test_pure_is_asked_for(project):
    run = project.run(SHOKHA_PURE="1")
    assert (run.speed, run.lines[1], run.warnings) == ("plain", "60 120", "")
    assert project.run(SHOKHA_PURE="0").speed == "compiled"


def test_broken_off_build_is_not_trusted(project):
    (project.package / _speed.RECORD).unlink()
    run = project.run()
    assert run.speed == "plain"
    assert STALE in run.warnings


def test_lost_compiled_file_is_noticed(project):
    project.compiled("score").unlink()
    assert project.run().speed == "plain"


def test_new_kernel_is_noticed(project):
    (project.package / "late.py").write_text("LATE = 1\n")
    (project.package / "late.pxd").write_text("cdef int LATE\n")
    assert project.run().speed == "plain"


def test_deleted_kernel_leaves_nothing_behind(project):
    (project.package / "score.pxd").unlink()
    project.edit("score.py", "half():", "half() -> 'int':")
    assert project.run().speed == "plain"
    project.build()
    assert not list(project.package.glob("score.*.so"))
    code = "from shokha import _speed, score; print(_speed.speed().name, score.__file__[-3:])"
    assert project.run(code.replace("score.__file__", "score.__spec__.origin")).lines == ["compiled .py"]


def test_kernel_that_does_not_compile_leaves_all_plain(project):
    project.edit("score.py", "def half():", "def half():\n    no_such_name")
    said = project.build()
    assert "***" in said and "plain Python" in said
    assert not list(project.package.rglob("*.so"))
    run = project.run("from shokha import _speed; print(_speed.speed().name, _speed.speed().reason)")
    assert run.lines[0].startswith("plain the kernels could not be compiled: CompileError")
    assert run.warnings == ""


def test_build_without_compiler_runs_plain(fresh, tmp_path):
    said = fresh.build(PATH=str(tmp_path), CC="no-such-compiler")
    assert "gcc python3-dev" in said
    run = fresh.run()
    assert (run.speed, run.lines[1]) == ("plain", "60 120")
    assert "could not be compiled" in run.lines[3]


def test_build_without_cython_runs_plain(fresh, tmp_path):
    (tmp_path / "sitecustomize.py").write_text("import sys\nsys.modules['Cython'] = None\n")
    fresh.build(PYTHONPATH=str(tmp_path))
    run = fresh.run()
    assert (run.speed, run.lines[1]) == ("plain", "60 120")
    assert "Cython" in run.lines[3]


def test_other_python_beside_it(project):
    """A build for one Python says nothing about another, which neither uses nor mistrusts it."""
    for name in ("python3.14", "python3.13", "python3.12", "python3.11"):
        other = shutil.which(name)
        version = f"import sys; sys.exit(sys.version_info[:2] == {sys.version_info[:2]})"
        if other and subprocess.run([other, "-c", version], capture_output=True).returncode == 0:
            run = project.run(python=other)
            assert (run.speed, run.lines[1], run.warnings) == ("plain", "60 120", "")
            assert project.run().speed == "compiled"
            return
    pytest.skip("no second Python here")


def test_plain_run_leaves_the_real_cython_alone(project):
    code = (
        "import sys; from shokha import score, _cython; assert 'cython' not in sys.modules\n"
        "assert score.cython is _cython; import cython; print(cython.__version__)"
    )
    assert project.run(code, SHOKHA_PURE="1").lines[0][0] == "3"


def test_deciding_is_cheap():
    """A start pays for this every time. The bound is loose, for a busy machine; it takes about 0.7 ms."""
    code = (
        "import time; from shokha import _speed\n"
        "def cost():\n    start = time.perf_counter(); _speed._decide(); return time.perf_counter() - start\n"
        "print(min(cost() for _ in range(50)) * 1000)"
    )
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", code], capture_output=True, text=True, check=True)
    assert float(done.stdout) < 4


@pytest.mark.skipif(not os.environ.get("SHOKHA_CI"), reason="at home the kernels may well be plain")
def test_tests_run_on_compiled_kernels():
    """Where everything is tested, it is the compiled kernels that are (those that run plain do it in processes)."""
    assert _speed.speed().name == "compiled"
