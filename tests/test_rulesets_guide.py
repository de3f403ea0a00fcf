"""docs/rulesets.md, typed from its top to its end into an empty folder: each chapter leaves a game whose tests pass."""

from __future__ import annotations

import ast
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

import rulesets.kit.conformance
from tests.installing import installed, need_types, run_tests
from tests.running import ROOT

GUIDE = (ROOT / "docs" / "rulesets.md").read_text(encoding="utf-8")
CHAPTERS = dict(re.findall(r"^## (\d+)\. .*?\n(.*?)(?=^## \d|\Z)", GUIDE, re.M | re.S))
STEP = re.compile(r"^\*\*`([^`]+)`\*\*(.*?)(?::\n\n```\w+\n(.*?)```$|\.$)", re.M | re.S)
MESSAGE = re.compile(r"^\| (`{1,2})(.+?)\1 \|", re.M)
WITHOUT = re.compile(r"\*\*`([^`]+)`\*\*, without ((?:`\w+`(?: and )?)+)")
TESTED_FROM = 3


class Span(NamedTuple):
    """Lines of a file, from 1, both ends included."""

    first: int
    last: int


class Typist:
    """Somebody who follows the page and does what stands above each sample."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def follow(self, chapter: str) -> None:
        for found in STEP.finditer(chapter):
            file, where, sample = found.groups()
            if sample is None:
                self.leave_out(found[0])
            else:
                self.type(file, where, sample)

    def type(self, file: str, where: str, sample: str) -> None:
        """Put a sample where the page says."""
        path = self.folder / file
        if not where:
            assert not path.exists(), f"{file} is written twice"
            path.parent.mkdir(exist_ok=True)
            path.write_text(sample, encoding="utf-8")
            return
        lines = path.read_text(encoding="utf-8").splitlines()
        how, _, name = where.strip(", ").replace("`", "").rpartition(" ")
        typed = sample.rstrip("\n").split("\n")
        if where == ", at its end":
            lines += ["", "", *typed]
        elif where == ", among its imports":
            for line in typed:
                lines = with_import(lines, line)
        elif how == "instead of":
            lines = replaced(lines, span_of(lines, name), typed)
        else:
            assert how == "in", where
            lines = put_into(lines, name, typed)
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")

    def leave_out(self, text: str) -> None:
        """Take out of files what the page says is removed."""
        found = WITHOUT.findall(text)
        assert found, text
        for file, names in found:
            path = self.folder / file
            lines = path.read_text(encoding="utf-8").splitlines()
            for name in re.findall(r"`(\w+)`", names):
                lines = replaced(lines, span_of(lines, name), [])
            path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def nodes(lines: list[str], parents: list[str]) -> list[ast.stmt]:
    """The statements of a file, or of the class that `parents` lead to."""
    body = ast.parse("\n".join(lines)).body
    for parent in parents:
        body = next(node.body for node in body if isinstance(node, ast.ClassDef) and node.name == parent)
    return body


def names_of(node: ast.stmt) -> list[str]:
    """What a statement defines, or imports alone."""
    if isinstance(node, ast.ClassDef | ast.FunctionDef):
        return [node.name]
    if isinstance(node, ast.Assign | ast.AnnAssign):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        return [name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name)]
    if isinstance(node, ast.ImportFrom) and len(node.names) == 1:
        return [node.names[0].name]
    return []


def span_of(lines: list[str], name: str) -> Span:
    """Where `CARDS`, `Board` or `PlayCard.perform` stands, with its decorators and the docstring below it."""
    *parents, last = name.split(".")
    body = nodes(lines, parents)
    index, node = next((n, node) for n, node in enumerate(body) if last in names_of(node))
    decorators = getattr(node, "decorator_list", [])
    after = body[index + 1] if index + 1 < len(body) else node
    documented = isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(after, ast.Expr)
    end = after.end_lineno if documented else node.end_lineno
    assert end
    return Span(min(node.lineno, *(item.lineno for item in decorators), node.lineno), end)


def replaced(lines: list[str], span: Span, new: list[str]) -> list[str]:
    return [*lines[: span.first - 1], *new, *lines[span.last :]]


def with_import(lines: list[str], line: str) -> list[str]:
    """The line replaces the one that imports from the same module; else it is put below the last."""
    imports = [node for node in nodes(lines, []) if isinstance(node, ast.Import | ast.ImportFrom)]
    of = line.split(" import ")[0]
    same = next((node for node in imports if lines[node.lineno - 1].split(" import ")[0] == of), None)
    last = imports[-1].lineno
    return replaced(lines, Span(same.lineno, same.lineno) if same else Span(last + 1, last), [line])


def put_into(lines: list[str], name: str, new: list[str]) -> list[str]:
    """Methods go to the end of a class; arguments of a call replace those of the same name, or go to its end."""
    span = span_of(lines, name)
    if lines[span.first - 1].startswith("class "):
        return replaced(lines, Span(span.last + 1, span.last), ["", *new])
    for line in new:
        span = span_of(lines, name)
        same = [n for n in range(span.first, span.last) if lines[n - 1].startswith(line.split("=")[0] + "=")]
        at = Span(same[0], same[0]) if same else Span(span.last, span.last - 1)
        lines = replaced(lines, at, [line])
    return lines


@pytest.fixture
def typed(tmp_path: Path) -> Path:
    """The game of the page, from its first chapter to its last."""
    folder = tmp_path / "typed"
    folder.mkdir()
    for chapter in CHAPTERS.values():
        Typist(folder).follow(chapter)
    return folder


def test_the_page_has_its_chapters() -> None:
    """Eleven, in their order; from the first action on, each leaves a test that is run."""
    assert list(CHAPTERS) == [str(number) for number in range(1, 12)]
    assert all("test_river_race.py" in chapter for number, chapter in CHAPTERS.items() if int(number) >= TESTED_FROM)


def test_every_sample_is_typed_or_run() -> None:
    """Every sample of the page is tried."""
    samples = [found for found in STEP.findall(GUIDE) if found[2]]

    assert len(samples) + GUIDE.count("```console\n") == len(re.findall(r"^```\w+\n", GUIDE, re.M))


def test_what_the_page_points_to_is_there() -> None:
    """Rulesets and tests of this repository, and other pages."""
    folders = re.findall(r"`((?:rulesets|tests)/[\w/]+)`", GUIDE)
    pages = re.findall(r"\]\((\w+\.md)\)", GUIDE)

    assert len(folders) > 5
    assert [path for path in (*folders, *(f"docs/{page}" for page in pages)) if not (ROOT / path).exists()] == []


def test_after_every_chapter_the_tests_of_the_game_pass(tmp_path: Path) -> None:
    """From the first action to the conformance suite and the log of a release."""
    for number, chapter in CHAPTERS.items():
        Typist(tmp_path).follow(chapter)
        if int(number) >= TESTED_FROM:
            run_tests(tmp_path)
    assert "check(RULESET" in (tmp_path / "test_river_race.py").read_text(encoding="utf-8")


def test_the_game_of_the_page_is_clean(typed: Path) -> None:
    """Nothing is left over, all is formatted; but imports are in the order in which the page adds them."""
    for command in (("check", "--ignore", "I001"), ("format", "--check")):
        ruff = [sys.executable, "-m", "ruff", *command, "--no-cache", "--config", str(ROOT / "pyproject.toml"), "."]
        done = subprocess.run(ruff, cwd=typed, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout


def test_the_game_of_the_page_is_typed(typed: Path, tmp_path: Path) -> None:
    need_types(typed, tmp_path)


def test_the_game_of_the_page_is_installed_and_simulated(
    typed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The commands of the page, beside the service; only `pip` is not asked."""
    monkeypatch.setenv("TABLETALE_DATABASE_URL", f"sqlite:///{tmp_path / 'log.db'}")
    (console,) = re.findall(r"```console\n(.*?)```", GUIDE, re.S)
    install, *commands = re.findall(r"^\$ (.*)$", console, re.M)
    assert install == "pip install ."
    monkeypatch.setenv("PYTHONPATH", str(installed(typed, tmp_path / "target")))
    for command in commands:
        name, *arguments = shlex.split(command)
        assert name == "tabletale"
        run = [sys.executable, "-c", "from api.cli import main; main()", *arguments]
        done = subprocess.run(run, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        assert done.stdout.startswith("20 games with ")


def test_every_message_of_the_suite_is_explained() -> None:
    """The page explains the message of every broken promise."""
    missing = messages_of_the_suite() - {found[2] for found in MESSAGE.finditer(CHAPTERS["10"])}
    assert not missing, "\n".join(sorted(missing))


def messages_of_the_suite() -> set[str]:
    """What its assertions say, with `…` for what differs."""
    path = Path(rulesets.kit.conformance.__file__)
    files = path.parent.glob("*.py") if path.name == "__init__.py" else [path]
    trees = [ast.parse(file.read_text(encoding="utf-8")) for file in files]
    messages = [message for tree in trees for node in ast.walk(tree) if (message := _message_in(node)) is not None]
    return {text for message in messages if re.search("[a-z]{4}", text := _text_of(message))}


def _message_in(node: ast.AST) -> ast.expr | None:
    if isinstance(node, ast.Assert):
        return node.msg
    if (
        isinstance(node, ast.Raise)
        and isinstance(node.exc, ast.Call)
        and ast.unparse(node.exc.func) == "AssertionError"
    ):
        return node.exc.args[0]
    return None


def _text_of(message: ast.expr) -> str:
    if isinstance(message, ast.Constant):
        return str(message.value)
    assert isinstance(message, ast.JoinedStr), ast.unparse(message)
    return "".join(str(part.value) if isinstance(part, ast.Constant) else "…" for part in message.values)
