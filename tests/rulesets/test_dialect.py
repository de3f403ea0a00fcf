"""One dialect: what is the same in two rulesets is called the same. Read out of the code itself, as `ast` sees it."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RULESETS = sorted(file.parent for file in (ROOT / "rulesets").glob("*/RULES.md"))
FILES = sorted((ROOT / "rulesets").rglob("*.py"))

OLD_CLASSES = {
    "BoardPhase": "TurnPhase",
    "TeamPhase": "TablePhase",
    "HomePhase": "the phases themselves",
    "EventDue": "an -ing form",
    "RoundStart": "RoundStarting",
    "Twig": "undone line",
    "Framer": "Outlines",
    "Fault": "SetFault",
    "Step": "CardStep, TileStep, Walked",
    "Told": "GivenChance",
    "Rolled": "ServerChance",
}
"""Classes that are called otherwise now."""

OLD_NAMES = {"seldom": "rare", "on_sight": "needs_version", "blank": "empty_board", "SEATS": "seats_of"}
OLD_NAMES |= {"EVERYBODY": "seats_of", "all_seats": "seats_of"}
"""Functions, class variables and keyword arguments that are called otherwise now."""

LINES = {"__init__.py": 40, "effects/__init__.py": 20}
"""What a file of lists may have at most."""


@cache
def tree(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


def where(file: Path, node: ast.AST) -> str:
    return f"{file.relative_to(ROOT)}:{getattr(node, 'lineno', 0)}"


def named(node: ast.AST) -> set[str]:
    """The names that a node defines, imports or gives as a keyword."""
    if isinstance(node, ast.ClassDef | ast.FunctionDef):
        return {node.name}
    if isinstance(node, ast.ImportFrom | ast.Import):
        return {alias.asname or alias.name for alias in node.names}
    if isinstance(node, ast.keyword) and node.arg:
        return {node.arg}
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return {target.id for target in targets if isinstance(target, ast.Name)}


def at_top(file: Path) -> list[ast.AST]:
    """Definitions of a module and of its classes, and every import and keyword of it: not the names of locals."""
    found: list[ast.AST] = [n for n in ast.walk(tree(file)) if isinstance(n, ast.ImportFrom | ast.Import | ast.keyword)]
    bodies = [tree(file).body, *(node.body for node in tree(file).body if isinstance(node, ast.ClassDef))]
    return found + [node for body in bodies for node in body]


@pytest.mark.parametrize("old", OLD_CLASSES | OLD_NAMES)
def test_no_old_name_is_defined_imported_or_told(old: str) -> None:
    found = [where(file, node) for file in FILES for node in at_top(file) if old in named(node)]
    assert found == []


@pytest.mark.parametrize("folder", RULESETS, ids=lambda folder: folder.name)
def test_a_ruleset_is_laid_out_as_all_are(folder: Path) -> None:
    for name, most in LINES.items():
        if (file := folder / name).exists():
            assert len(file.read_text(encoding="utf-8").splitlines()) <= most, file
    names = {path.name for path in folder.iterdir() if path.name != "__pycache__"}
    assert {"__init__.py", "RULES.md", "board.py", "phases.py", "effects", "rules", "standing.py"} <= names
    assert names.isdisjoint({"facts.py", "naming.py", "worth.py", "loading.py", "set_checks.py"})
    assert not list(folder.rglob("naming.py"))
    assert not list(folder.glob("*.jinja"))


def test_what_the_board_waits_for_is_asked_by_its_type() -> None:
    """Outside `apply`, where an assert costs half as much, by `X.of(board)`."""
    found = [
        where(file, node)
        for file in FILES
        if file.name != "scenario.py" and "effects" not in file.parts  # tests expect a phase, effects tell of one
        for function in ast.walk(tree(file))
        if isinstance(function, ast.FunctionDef) and function.name != "apply"
        for node in ast.walk(function)
        if isinstance(node, ast.Assert) and re.search(r"isinstance\(.*\bpending\b", ast.unparse(node.test))
    ]
    assert found == []
