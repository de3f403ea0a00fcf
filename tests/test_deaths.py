"""What is said of a process of the tests that dies. Broken by each of the two hooks left out."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.running import ROOT

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("name", ["SIGKILL", "SIGUSR1"])
def test_a_worker_that_is_ended_says_by_what(tmp_path: Path, name: str) -> None:
    """And what its threads were doing, where it is left the time for it."""
    test = tmp_path / "test_dying.py"
    test.write_text(f"import os, signal\ndef test_dying(): os.kill(os.getpid(), signal.{name})\n", encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-n", "1", "-p", "tests.deaths", "-p", "no:cacheprovider", str(test)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert "worker 'gw0' crashed while running" in done.stdout
    assert f"gw0: ended by {name}" in done.stderr
    assert ("in test_dying" in done.stderr) == (name != "SIGKILL")
