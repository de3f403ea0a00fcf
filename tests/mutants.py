"""`python -m tests.mutants`: change the program in one place, and see which tests notice.

Mutants are drawn with a seed from all places of the four packages where a token can be replaced by its neighbour: a
comparison, a sign, a number, a word such as `and`. Each is tried in a copy of this folder by the tests of its own
package, and if none of them fails, by those that only the long form runs (marked `long`, and more random games under
the conformance suite). A mutant that only the long form finds is a loss of the short one: exit code 1.
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

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parent.parent
PACKAGES = ("rulesets", "events", "projections", "api")
SECONDS = 3_600
"""A mutant that runs longer has been noticed: it loops."""

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

    def near(self) -> list[str]:
        """The tests of the package that the file is in."""
        package, part = self.path.relative_to(ROOT).parts[:2]
        if package == "rulesets" and part != "kit":
            return [f"tests/rulesets/{part}", "tests/golden"]
        if package == "rulesets":
            return ["tests/rulesets/kit", "tests/golden", "tests/rulesets", "tests/projections"]
        if package == "api":
            return ["tests/api", "tests/recording"]
        return [f"tests/{package}", "tests/api"]

    def far(self) -> list[str]:
        """The arguments of the long form: what it runs more of."""
        package, part = self.path.relative_to(ROOT).parts[:2]
        if package != "rulesets":
            return ["--all", "-m", "long", "tests"]
        ruleset = "heros_crossing_tactics" if part == "kit" else part
        games = {"heros_crossing_tactics": 1_000}.get(ruleset, 20)
        return [f"tests/rulesets/{ruleset}/test_conformance.py", "--games", str(games)]


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


def drawn(seed: str, count: int) -> list[Mutant]:
    """So many mutants, whose files are drawn by their numbers of lines."""
    rng = Random(seed)
    files = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
    chosen = rng.choices(files, weights=[path.read_bytes().count(b"\n") for path in files], k=4 * count)
    found = (rng.choice(several) for path in chosen if (several := list(places(path))))
    return list(islice(filter(_compiles, found), count))


class Copies:
    """Copies of this folder, each for one mutant at a time."""

    def __init__(self, folder: Path, number: int) -> None:
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
            if _fails(copy, mutant.near()):
                return "short"
            return "long" if _fails(copy, mutant.far()) else ""
        finally:
            file.write_text(mutant.source())
            self._free.put(copy)


def _fails(copy: Path, arguments: list[str]) -> bool:
    command = [sys.executable, "-m", "pytest", "-x", "-n", "0", "-p", "no:cacheprovider", *arguments]
    env = os.environ | {"PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(command, cwd=copy, env=env, capture_output=True, check=False, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return True
    return done.returncode not in (0, 5)  # 5: there is no such test


@click.command()
@click.option("--seed", default="1", show_default=True, help="Any text: of each, other mutants.")
@click.option("--count", type=click.IntRange(1), default=60, show_default=True, help="How many are drawn.")
@click.option("--list", "listed", is_flag=True, help="Only list them.")
def main(seed: str, count: int, listed: bool) -> None:
    """Try mutants, and tell which tests noticed each."""
    mutants = drawn(seed, count)
    if listed:
        print("\n".join(map(str, mutants)))
        return
    counts: dict[str, int] = {}
    number = os.cpu_count() or 1
    with TemporaryDirectory() as folder, ThreadPoolExecutor(number) as pool:
        for mutant, by in zip(mutants, pool.map(Copies(Path(folder), number).noticed, mutants), strict=True):
            counts[by] = counts.get(by, 0) + 1
            print(f"{by or 'not noticed':<12} {mutant}", flush=True)
    noticed, unnoticed, lost = (counts.get(by, 0) for by in ("short", "", "long"))
    print(f"{len(mutants)} mutants: {noticed} noticed, {unnoticed} not, {lost} lost")
    raise SystemExit(bool(lost))


if __name__ == "__main__":
    main()
