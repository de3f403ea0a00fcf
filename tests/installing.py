"""Packages that are built and installed without a network, as `pip install --no-deps --target` would do it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from email import message_from_bytes
from importlib.metadata import Distribution, distribution
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from zipfile import ZipFile

from packaging.requirements import Requirement

from tests.running import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

Done = subprocess.CompletedProcess[str]

DISTURBING = ("PYTHON", "TABLETALE_", "VIRTUAL_ENV")
"""Variables that begin like this lead a command elsewhere than to what is installed for it."""


def built(package: Path, folder: Path) -> Path:
    """The wheel of the package, made in `folder` by the build backend that comes with the test dependencies."""
    _done([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder], package)
    (wheel,) = folder.glob("*.whl")
    return wheel


def installed(package: Path, target: Path) -> Path:
    """Install the package in `target`, to be found by `PYTHONPATH`: a wheel of pure Python is only unpacked."""
    with ZipFile(built(package, target)) as wheel:
        wheel.extractall(target)
    return target


class Place(NamedTuple):
    """A virtual environment with one wheel and what it requires, and nothing that is installed for the tests."""

    folder: Path
    home: Path
    """The user's folder there, for what the program keeps without being told where."""

    @property
    def environ(self) -> Mapping[str, str]:
        """The variables of its commands."""
        passed = {name: value for name, value in os.environ.items() if not name.startswith(DISTURBING)}
        return passed | {"HOME": str(self.home), "XDG_DATA_HOME": str(self.home / "data")}

    @property
    def packages(self) -> Path:
        """Where the wheel is."""
        base = str(self.folder)
        return Path(sysconfig.get_path("purelib", "venv", vars={"base": base, "platbase": base}))

    def program(self, name: str) -> Path:
        """A program of it, such as `python`."""
        return self.folder / "bin" / name

    def run(self, program: str, *arguments: str | Path, folder: Path, **variables: str) -> Done:
        """Run a program of it in a folder, with more variables. Fails with what the program says if that fails."""
        return _done([self.program(program), *arguments], folder, {**self.environ, **variables})


def place(folder: Path, wheel: Path) -> Place:
    """A new virtual environment in `folder`, with the wheel. What it requires is that of these tests, by links.

    The checkout that is installed for the tests cannot be imported there: a line of a `.pth` file adds a folder, whose
    own `.pth` files are not read, and no package that the wheel does not require is in that folder.
    """
    made = Place(folder / "venv", folder / "home")
    made.home.mkdir()
    venv.create(made.folder, symlinks=True)
    link(requirements(wheel), folder / "required")
    (made.packages / "required.pth").write_text(f"{folder / 'required'}\n", encoding="utf-8")
    python = str(made.program("python"))
    if shutil.which("uv"):  # as in the Makefile, which makes an environment without pip then
        pip = ["uv", "pip", "install", "--offline", "--python", python]
    else:
        pip = [sys.executable, "-m", "pip", "--python", python, "install", "--no-index"]
    _done([*pip, "--no-deps", wheel])
    return made


def requirements(wheel: Path) -> list[str]:
    """What a wheel says that it needs."""
    with ZipFile(wheel) as archive:
        (path,) = [path for path in archive.namelist() if path.endswith(".dist-info/METADATA")]
        return message_from_bytes(archive.read(path)).get_all("Requires-Dist", [])


def link(required: Iterable[str], folder: Path) -> Path:
    """Make a folder of links to the packages that fulfil the requirements, and to what these require in turn."""
    folder.mkdir()
    for package in _fulfilling(required):
        for name in {file.parts[0] for file in package.files or ()} - {"..", "__pycache__"}:
            if not (link := folder / name).is_symlink():
                link.symlink_to(str(package.locate_file(name)))
    return folder


def _fulfilling(required: Iterable[str]) -> Iterator[Distribution]:
    """The installed packages that fulfil the requirements, and those of their own requirements: each at least once."""
    asked = [(Requirement(line), "") for line in required]
    seen = set()
    while asked:
        requirement, extra = asked.pop()
        if (str(requirement), extra) in seen or not _applies(requirement, extra):
            continue
        seen.add((str(requirement), extra))
        yield (package := distribution(requirement.name))
        extras = ("", *requirement.extras)
        asked += [(Requirement(line), extra) for line in package.requires or () for extra in extras]


def _applies(requirement: Requirement, extra: str) -> bool:
    return requirement.marker is None or requirement.marker.evaluate({"extra": extra})


def run_tests(folder: Path) -> None:
    """Run the tests of a package as its author would, and fail with what they say."""
    environ = os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    _done([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "."], folder, environ)


def need_types(folder: Path, cache: Path) -> None:
    """Fail unless the type checker finds nothing in a package at its strictest."""
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file", "", "--cache-dir", str(cache), "."]
    _done(command, folder, os.environ | {"MYPYPATH": str(ROOT)})


def _done(command: Sequence[str | Path], folder: Path | None = None, environ: Mapping[str, str] | None = None) -> Done:
    """Run a command, in a folder and with variables if they are given; fail with what it says unless it succeeds."""
    done = subprocess.run(command, cwd=folder, env=environ, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done
