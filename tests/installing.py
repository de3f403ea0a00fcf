"""Packages that are built and installed without a network, as `pip install --no-deps --target` would do it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

from tests.running import ROOT


def built(package: Path, folder: Path) -> Path:
    """The wheel of the package, made in `folder` by the build backend that comes with the test dependencies."""
    done = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder],
        cwd=package,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    (wheel,) = folder.glob("*.whl")
    return wheel


def installed(package: Path, target: Path) -> Path:
    """Install the package in `target`, to be found by `PYTHONPATH`: a wheel of pure Python is only unpacked."""
    with ZipFile(built(package, target)) as wheel:
        wheel.extractall(target)
    return target


def run_tests(folder: Path) -> None:
    """Run the tests of a package as its author would, and fail with what they say."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "."],
        cwd=folder,
        env=os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def need_types(folder: Path, cache: Path) -> None:
    """Fail unless the type checker finds nothing in a package at its strictest."""
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--config-file", "", "--cache-dir", cache, "."],
        cwd=folder,
        env=os.environ | {"MYPYPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
