"""F80: what is installed has everything in it, editable or not, with a compiler or without.

An sdist is made from the checkout, the wheel from the sdist, and the wheel is installed into an empty environment and
used from another folder: whatever one of these steps forgets is missing at the end.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest
from tests.build.conftest import ROOT, clean

from shokha import _speed

pytestmark = pytest.mark.slow

LEFT_BEHIND = ("__pycache__", ".pyc", ".so", ".c", ".new")
CHECK = """
import sys, shokha
from shokha import _speed, profile
assert "site-packages" in shokha.__file__, shokha.__file__
print(_speed.speed().name)
print(len(profile.available()), sum(bool(profile.load(name).fingerprint) for name in profile.available()))
deal = shokha.deal("pairs", seed=7)
while deal.legal_actions():
    deal.play(deal.legal_actions()[0])
print("played")
"""


def run(command: list[object], cwd: Path, **environment: str) -> str:
    done = subprocess.run(
        [str(part) for part in command], cwd=cwd, env=clean(**environment), capture_output=True, text=True, timeout=500
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


def package_files() -> set[str]:
    """Every file of the package in this checkout, as `shokha/...`."""
    source = ROOT / "src"
    paths = (path for path in (source / "shokha").rglob("*") if path.is_file() and path.name != _speed.RECORD)
    names = {path.relative_to(source).as_posix() for path in paths}
    return {name for name in names if not any(part.endswith(LEFT_BEHIND) for part in name.split("/"))}


@pytest.fixture(scope="module")
def sdist(tmp_path_factory) -> Path:
    """An sdist of a copy of this checkout, unpacked."""
    folder = tmp_path_factory.mktemp("sdist")
    junk = shutil.ignore_patterns("__pycache__", "*.so", "_kernels.*", "*.egg-info")
    shutil.copytree(ROOT / "src", folder / "checkout" / "src", ignore=junk)
    for name in ("setup.py", "pyproject.toml", "MANIFEST.in", "LICENSE", "README.md", "play.py"):
        if (ROOT / name).exists():
            shutil.copy(ROOT / name, folder / "checkout")
    run([sys.executable, "-m", "build", "--no-isolation", "--sdist", "--outdir", folder], folder / "checkout")
    with tarfile.open(next(folder.glob("*.tar.gz"))) as archive:
        archive.extractall(folder, filter="data")
    return next(folder.glob("shokha-*/"))


@pytest.fixture(scope="module")
def wheel(sdist) -> Path:
    """The wheel built from the sdist; kernels that setup.py built in this checkout need not be built again."""
    for stage in (ROOT / "build").glob("kernels-*"):
        shutil.copytree(stage, sdist / "build" / stage.name)
    run([sys.executable, "-m", "build", "--no-isolation", "--wheel", "--outdir", sdist.parent], sdist)
    return next(sdist.parent.glob("*.whl"))


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory) -> Path:
    """Python of a new environment with the wheel in it and nothing else."""
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder, with_pip=True, symlinks=True)
    python = folder / "bin" / "python"
    run([python, "-m", "pip", "install", "--quiet", "--no-index", wheel], folder)
    return python


def test_sdist_has_every_file(sdist):
    there = {path.relative_to(sdist / "src").as_posix() for path in (sdist / "src").rglob("*") if path.is_file()}
    there = {name for name in there if "egg-info" not in name and ".so" not in name}
    assert there == package_files()
    assert {"setup.py", "pyproject.toml", "LICENSE", "play.py"} <= {path.name for path in sdist.iterdir()}


def test_wheel_has_every_file_and_no_other(wheel):
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
    compiled = {name for name in names if name.endswith(_speed.SUFFIX)}
    assert names - compiled - {f"shokha/{_speed.RECORD}"} == package_files()
    if compiled:
        kernels = {f"shokha/{kernel.replace('.', '/')}{_speed.SUFFIX}" for kernel in _speed.kernels(_speed.FOLDER)}
        assert compiled == kernels
    assert compiled or not os.environ.get("SHOKHA_CI")


def test_wheel_works_from_another_folder(installed, wheel, tmp_path):
    speed, profiles, played = run([installed, "-W", "error", "-c", CHECK], tmp_path).splitlines()
    with zipfile.ZipFile(wheel) as archive:
        assert speed == ("compiled" if any(name.endswith(".so") for name in archive.namelist()) else "plain")
    found, loaded = profiles.split()
    assert found == loaded == str(len(list((ROOT / "src/shokha/profiles").glob("*.toml"))))
    assert played == "played"


def test_wheel_brings_its_command(installed, tmp_path):
    said = run([installed.with_name("shokha"), "doctor"], tmp_path)
    assert "All is well." in said
    assert "Shokha 0.1.0" in said


def test_wheel_edited_in_place_is_noticed(installed, tmp_path):
    """Also where pip put it, a source is never overruled by an older compiled file."""
    where = run([installed, "-c", "import shokha; print(shokha.__path__[0])"], tmp_path).strip()
    source = Path(where, "kozel", "state.py")
    text = source.read_text()
    try:
        source.write_text(text + "\nEDITED = True\n")
        assert run([installed, "-W", "ignore", "-c", "from shokha.kozel.state import EDITED"], tmp_path) == ""
    finally:
        source.write_text(text)


def test_installs_without_a_compiler(sdist, tmp_path):
    """Pip itself installs from source, on a machine that has no compiler."""
    source = shutil.copytree(sdist, tmp_path / "source", ignore=shutil.ignore_patterns("build"))
    nothing = tmp_path / "nothing"
    nothing.mkdir()
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-build-isolation", "--no-deps"]
    site = tmp_path / "site-packages"
    run([*pip, "--target", site, source], tmp_path, PATH=str(nothing))
    speed, _, played = run([sys.executable, "-c", CHECK], tmp_path, PYTHONPATH=str(site)).splitlines()
    assert (speed, played) == ("plain", "played")
