"""The Makefile: what `make help` or a document names is there, once, and does something."""

from __future__ import annotations

import importlib.util
import re
import shlex
import subprocess
from collections import Counter
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from tests.long import RULESETS, SUITES, main

ROOT = Path(__file__).parent.parent
MAKEFILE = (ROOT / "Makefile").read_text()
PHONY = re.findall(r"^\.PHONY: (.*)$", MAKEFILE, re.M)[0].split()
READ = sorted(
    path
    for pattern in ("*.md", "docs/**/*.md", "tests/**/*.py", "api/**/*.py", "events/**/*.py", ".ci/*", "Makefile")
    for path in ROOT.glob(pattern)
)
"""Files that may name a target or a suite."""


def named(pattern: str) -> dict[str, str]:
    """What the files name in that way, each with a file that does."""
    found: dict[str, str] = {}
    for path in READ:
        for name in re.findall(pattern, path.read_text()):
            found.setdefault(name, str(path.relative_to(ROOT)))
    return found


def test_each_target_has_one_recipe() -> None:
    """A second recipe replaces the first one without an error. Broken by writing `check:` twice."""
    heads = Counter(re.findall(r"^([a-z][a-z-]*):(?!=)", MAKEFILE, re.M))
    assert heads == dict.fromkeys(PHONY, 1)


@pytest.mark.parametrize("target", PHONY)
def test_each_target_runs_something_without_a_warning(target: str) -> None:
    """Broken by leaving a target without a recipe, and by two recipes."""
    done = subprocess.run(["make", "-n", "-B", target], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Nothing to be done" not in done.stdout
    assert done.stdout.strip()


def test_what_is_named_is_there() -> None:
    """In the help, in the documents, and in the tests. Broken by naming a target that is gone."""
    targets = named(r"(?:`|^|; |@echo \"|\n)make ([a-z][a-z-]*)")
    assert {name: where for name, where in targets.items() if name not in PHONY} == {}
    assert set(PHONY) - {"help"} <= set(targets)
    suites = named(r"make long SUITE=([a-z-]+)")
    assert {name: where for name, where in suites.items() if name not in SUITES and name != "name"} == {}


@pytest.mark.parametrize("name", SUITES)
def test_a_suite_names_programs_and_files_that_are_there(name: str) -> None:
    """With and without a ruleset. Broken by a file that has moved."""
    suite = SUITES[name]
    for ruleset in (None, RULESETS[0]) if suite.ruleset else (None,):
        program, *words = suite.arguments(ruleset, ("--more",))
        assert importlib.util.find_spec(program)
        assert [word for word in words if word.startswith("tests/") and not (ROOT / word).exists()] == []
        assert words[-1] == "--more"
    if not suite.ruleset:
        with pytest.raises(click.UsageError):
            suite.arguments(RULESETS[0], ())


def test_the_list_of_suites_says_what_each_needs() -> None:
    """`make long` alone lists all; a name that is none is refused with those there are."""
    printed = CliRunner().invoke(main).output
    for name, suite in SUITES.items():
        assert name in printed
        assert suite.what in printed
        assert suite.needs in printed
    refused = CliRunner().invoke(main, ["faultz"])
    assert refused.exit_code == 2
    assert "faults" in refused.output


def test_a_suite_is_run_with_what_follows_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """And its exit code is ours. Broken by taking `--help` for oneself."""
    ran: list[list[str]] = []

    def run(words: list[str], *, check: bool) -> subprocess.CompletedProcess[bytes]:
        ran.append(words)
        return subprocess.CompletedProcess(words, 3)

    monkeypatch.setattr("tests.long.subprocess.run", run)
    done = CliRunner().invoke(main, shlex.split("faults kills --kills 5 --help"))
    assert done.exit_code == 3
    assert ran[0][1:] == ["-m", "tests.faults", "kills", "--kills", "5", "--help"]
