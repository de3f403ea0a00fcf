"""What a run of the tests says of itself, and what it leaves out."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.chromium import HOW_TO_GET_ONE

ROOT = Path(__file__).parent.parent


def lines_of(*arguments: str, **environment: str) -> list[str]:
    """What a run in a process of its own prints."""
    command = [sys.executable, "-m", "pytest", "-p", "no:xdist", "-p", "no:cacheprovider", *arguments]
    env = {name: value for name, value in os.environ.items() if name != "CI"} | environment
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    return done.stdout.splitlines()


def test_a_run_without_chromium_or_gcc_says_so_in_its_last_lines(tmp_path: Path) -> None:
    """Broken by leaving skipped tests to their count."""
    tests = ("tests/faults/test_nth_call.py::test_faults_reach_the_caller", "tests/browser/test_files.py")
    last = lines_of(*tests, PATH=str(tmp_path))[-4:]
    assert any("gcc is needed" in line for line in last)
    assert any(HOW_TO_GET_ONE in line for line in last)


def test_long_tests_are_left_out_unless_all_are_asked_for() -> None:
    """And the run says how many. Broken by keeping them."""
    file = "tests/browser/test_everywhere.py"
    usual, every = lines_of(file, "--collect-only"), lines_of(file, "--collect-only", "--all")
    assert any("deselected" in line for line in usual)
    assert not any("deselected" in line for line in every)
    assert len(every) > len(usual)
