"""A forked process is like one that was started for its code, and has the program imported already."""

from __future__ import annotations

import signal
from pathlib import Path

from tests.forked import IMPORTED, Forked, run
from tests.waiting import LIMIT

SHOWS = """
import atexit, os, sys
atexit.register(print, "the end")
print(sys.argv, os.environ["GAME"], os.getcwd(), sys.path[0])
print("oh", file=sys.stderr)
sys.exit(int(sys.argv[2]))
"""


def test_it_has_arguments_environment_folder_output_and_exit_code(tmp_path: Path) -> None:
    with (tmp_path / "errors").open("w") as errors:
        process = Forked(
            SHOWS, "draw", "3", environ={"GAME": "chess", "PYTHONPATH": "/packages"}, folder=tmp_path, stderr=errors
        )
    with process.stdout:
        assert process.stdout.read() == f"['-c', 'draw', '3'] chess {tmp_path} /packages\nthe end\n"
    assert process.wait() == 3
    assert (tmp_path / "errors").read_text() == "oh\n"


def test_it_can_be_killed() -> None:
    process = Forked("import signal; print('here', flush=True); signal.pause()")
    assert process.stdout.readline() == "here\n"
    process.kill()
    process.stdout.close()
    assert process.wait(LIMIT) == -signal.SIGKILL


def test_an_error_ends_it_with_a_traceback() -> None:
    ended = run("1 / 0")
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr.endswith("ZeroDivisionError: division by zero\n")


def test_the_program_is_imported_and_nothing_with_threads() -> None:
    """Broken by a module of `IMPORTED` that is not there, or that imports Polars."""
    ended = run("import sys; print(*sys.modules)")
    found = set(ended.stdout.split())
    assert found >= set(IMPORTED)
    assert "polars" not in found
