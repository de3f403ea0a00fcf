"""`python -m tests.mutants`: change the program in one place, and see which tests notice.

Mutants are drawn with a seed from all places of the four packages where a token can be replaced by its neighbour: a
comparison, a sign, a number, a word such as `and`. First the whole suite runs once, and coverage.py notes which tests
execute which lines. Then each mutant is tried in a copy of this folder by the tests that execute its line, up to the
first that fails; then by all of its package, for what one test worked out may have been kept for those after it, which
then do not execute the line; and if none fails, by what only the long form runs (tests of their files that are marked
`long`, and more random games under the conformance suite). A mutant that only the long form finds is a loss of the
short one: exit code 1.
"""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
import tokenize
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from queue import SimpleQueue
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

import click
from coverage import CoverageData

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ROOT = Path(__file__).parent.parent
PACKAGES = ("rulesets", "events", "projections", "api")
SECONDS = 900
"""A mutant with which a test runs longer has been noticed: it loops."""

PAIRS = ("< <=", "> >=", "== !=", "+ -", "+= -=", "and or", "True False", "min max", "any all", "break continue")
REPLACED = {
    old: new
    for pair in PAIRS
    for one, other in [pair.split()]
    for old, new in ((one, other), (other, one))
} | {"*": "+", "not": "", "is": "is not", "//": "*"}  # fmt: skip
"""What stands for a token in a mutant; a number is one more."""


class Mutant(NamedTuple):
    """A place of a file, with what stands there instead."""

    path: Path
    line: int
    start: int
    end: int
    new: str

    def __str__(self) -> str:
        text = self.source().splitlines()[self.line - 1]
        where = f"{self.path.relative_to(ROOT)}:{self.line}"
        return f"{where}: `{text[self.start : self.end]}` is `{self.new}` in {text.strip()}"

    def source(self) -> str:
        """The file as it is."""
        return self.path.read_text()

    def changed(self) -> str:
        """The file with the change."""
        lines = self.source().splitlines(keepends=True)
        line = lines[self.line - 1]
        lines[self.line - 1] = line[: self.start] + self.new + line[self.end :]
        return "".join(lines)

    def lines(self) -> set[int]:
        """The lines of the statement that it changes; of one with a body, its head alone."""
        around = [
            each
            for each in ast.walk(ast.parse(self.source()))
            if isinstance(each, ast.stmt) and each.lineno <= self.line <= (each.end_lineno or each.lineno)
        ]
        statement = max(around, key=lambda each: each.lineno)
        body: list[ast.stmt] = getattr(statement, "body", [])
        end = body[0].lineno - 1 if body else statement.end_lineno or statement.lineno
        return {self.line, *range(statement.lineno, end + 1)}

    def near(self) -> list[str]:
        """The tests of the package that the file is in."""
        package, part = self.path.relative_to(ROOT).parts[:2]
        if package == "rulesets":
            return [f"tests/rulesets/{part}"]
        return [f"tests/{package}"]

    def more_games(self) -> list[str]:
        """The conformance suite with more games than its short form plays; nothing outside of the rulesets."""
        package, part = self.path.relative_to(ROOT).parts[:2]
        if package != "rulesets":
            return []
        ruleset = "heros_crossing_tactics" if part == "kit" else part
        games = {"heros_crossing_tactics": 1_000}.get(ruleset, 50)
        return [f"tests/rulesets/{ruleset}/test_conformance.py", "--games", str(games)]


class Executed:
    """Which tests execute which lines, as coverage.py noted it."""

    def __init__(self, data: Path) -> None:
        self._data = CoverageData(data)
        self._data.read()

    def by(self, mutant: Mutant) -> tuple[list[str], list[str]]:
        """The tests that execute the statement of a mutant: those of its own package, and the others, browsers last.

        A fixture may be made once for all tests of a file, so where the fixture of a test executes it, the whole file
        is named. Of what a module executes while it is imported, coverage.py knows no test.
        """
        contexts = self._data.contexts_by_lineno(str(mutant.path))
        found = {context for line in mutant.lines() for context in contexts.get(line, ()) if context}
        files = {context.partition("::")[0] for context in found if not context.endswith("|run")}
        tests = {context.removesuffix("|run") for context in found if context.endswith("|run")}
        every = sorted(files | {test for test in tests if test.partition("::")[0] not in files})
        near = tuple(mutant.near())
        others = [test for test in every if not test.startswith(near)]
        others.sort(key=lambda test: test.startswith("tests/browser"))
        return [test for test in every if test.startswith(near)], others


def observed(folder: Path) -> Executed:
    """Run the whole suite once, and note which of its tests execute which lines."""
    settings, data = folder / "settings.ini", folder / "coverage"  # what starts with `coverage.` is erased
    source = "".join(f"\n    {package}" for package in PACKAGES)
    settings.write_text(
        f"[run]\nparallel = true\nconcurrency = thread,greenlet\ndata_file = {data}\nsource ={source}\n"
    )
    noting = ["--cov", f"--cov-config={settings}", "--cov-context=test", "--cov-report="]
    noting += ["--ignore", "tests/events/test_group_commit.py"]  # it interrupts threads, also within a tracer
    command = [sys.executable, "-m", "pytest", "-n", "auto", "--dist", "worksteal", "-p", "no:cacheprovider", *noting]
    if subprocess.run(command, cwd=ROOT, check=False).returncode:
        raise SystemExit("Without a mutant a test fails already: see above.")
    return Executed(data)


def places(path: Path) -> Iterator[Mutant]:
    """Everything in a file that can be changed."""
    before = ""
    with path.open("rb") as file:
        for token in tokenize.tokenize(file.readline):
            word = token.string
            new = REPLACED.get(word)
            if token.type == tokenize.NUMBER and word.isdigit():
                new = str(int(word) + 1)
            starred = word in ("*", "-", "+") and before in ("(", ",", "[", "{", "=", ":")
            declared = token.line.startswith("class ")  # `frozen=True` and the like: nothing tells it apart
            if new is not None and not starred and not declared:
                yield Mutant(path, token.start[0], token.start[1], token.end[1], new)
            before = word


def _compiles(mutant: Mutant) -> bool:
    try:
        ast.parse(mutant.changed())
    except SyntaxError:
        return False
    return True


def drawn(seed: str, count: int, packages: Sequence[str] = PACKAGES) -> list[Mutant]:
    """So many mutants, whose files are drawn by their numbers of lines."""
    rng = Random(seed)
    files = sorted(path for package in packages for path in (ROOT / package).rglob("*.py"))
    chosen = rng.choices(files, weights=[path.read_bytes().count(b"\n") for path in files], k=4 * count)
    found = (rng.choice(several) for path in chosen if (several := list(places(path))))
    return list(islice(filter(_compiles, found), count))


class Copies:
    """Copies of this folder, each for one mutant at a time."""

    def __init__(self, executed: Executed, folder: Path, number: int) -> None:
        self._executed = executed
        self._free: SimpleQueue[Path] = SimpleQueue()
        for n in range(number):
            copy = folder / str(n)
            shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(".*", "build", "dist", "__pycache__"))
            self._free.put(copy)

    def noticed(self, mutant: Mutant) -> str:
        """By which tests a mutant was noticed: `short`, `long` alone, or none of those that were run."""
        copy = self._free.get()
        file = copy / mutant.path.relative_to(ROOT)
        try:
            file.write_text(mutant.changed())
            near, others = self._executed.by(mutant)
            if any(_fails(copy, tests) for tests in (near, others, mutant.near())):
                return "short"
            files = sorted({test.partition("::")[0] for test in near + others} or mutant.near())
            long = _fails(copy, ["--all", "-m", "long", *files]) or _fails(copy, mutant.more_games())
            return "long" if long else ""
        finally:
            file.write_text(mutant.source())
            self._free.put(copy)


def _fails(copy: Path, arguments: Sequence[str]) -> bool:
    """Whether one of some tests fails; none do where there are none."""
    if not arguments:
        return False
    chosen = copy / "chosen-tests"  # there may be too many for a command line
    chosen.write_text("\n".join(arguments))
    limit = ["-o", f"faulthandler_timeout={SECONDS}", "-o", "faulthandler_exit_on_timeout=true"]
    command = [sys.executable, "-m", "pytest", "-x", "-n", "0", "-p", "no:cacheprovider", *limit, f"@{chosen}"]
    env = os.environ | {"PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(command, cwd=copy, env=env, capture_output=True, check=False)
    return done.returncode not in (0, 5)  # 5: none of them is to be run


@click.command()
@click.option("--seed", default="1", show_default=True, help="Any text: of each, other mutants.")
@click.option("--count", type=click.IntRange(1), default=60, show_default=True, help="How many are drawn.")
@click.option(
    "--package", "packages", type=click.Choice(PACKAGES), multiple=True, default=PACKAGES, help="Change this one alone."
)
@click.option("--observed", "data", type=click.Path(path_type=Path), help="Data of coverage.py from an earlier run.")
@click.option("--list", "listed", is_flag=True, help="Only list them.")
def main(seed: str, count: int, packages: Sequence[str], data: Path | None, listed: bool) -> None:
    """Try mutants, and tell which tests noticed each."""
    mutants = drawn(seed, count, packages)
    if listed:
        print("\n".join(map(str, mutants)))
        return
    counts: dict[str, int] = {}
    number = os.cpu_count() or 1
    with TemporaryDirectory() as folder, ThreadPoolExecutor(number) as pool:
        executed = Executed(data) if data else observed(Path(folder))
        copies = Copies(executed, Path(folder), number)
        for mutant, by in zip(mutants, pool.map(copies.noticed, mutants), strict=True):
            counts[by] = counts.get(by, 0) + 1
            print(f"{by or 'not noticed':<12} {mutant}", flush=True)
    noticed, unnoticed, lost = (counts.get(by, 0) for by in ("short", "", "long"))
    print(f"{len(mutants)} mutants: {noticed} noticed, {unnoticed} not, {lost} lost")
    raise SystemExit(bool(lost))


if __name__ == "__main__":
    main()
