"""One dialect: what is the same in two rulesets is called the same. Read out of the code itself, as `ast` sees it."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from api.cli import tabletale

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

ROOT = Path(__file__).parents[2]
RULESETS = sorted(file.parent for file in (ROOT / "rulesets").glob("*/RULES.md"))
FILES = sorted((ROOT / "rulesets").rglob("*.py"))

OLD_NAMES = {
    "BoardPhase": "TurnPhase",
    "TeamPhase": "TablePhase",
    "HomePhase": "the phases themselves",
    "EventDue": "an -ing form",
    "RoundStart": "RoundStarting",
    "Twig": "undone line",
    "Framer": "Outlines",
    "Fault": "SetFault",
    "Step": "CardStep, TileStep, GameStep",
    "seldom": "rare",
    "on_sight": "needs_version",
    "blank": "empty_board",
    "worth": "value_of",
    "SEATS": "seats_of",
    "EVERYBODY": "seats_of",
    "all_seats": "seats_of",
    "naming": "names",
    "says": "sentence",
    "told": "entered, expected, a sentence",
    "Walked": "GameStep",
}
"""What is called otherwise now, wherever a ruleset or the kit defines, imports or passes it."""

OLD_NAMES_OF = {
    "kit": {"Told": "GivenChance", "Rolled": "ServerChance"},
    "kingdom_rush": {"Player": "Side"},
}
"""The same in one folder: another game may have an effect called Rolled, or a word of its cards called Player."""

OLD_FIELDS = {
    "rulesets/kit/structs.py": {"Action": {"standing"}},
    "rulesets/kit/svg.py": {"Scene": {"may", "touches"}, "Outlines": {"may", "ring"}},
    "api/service.py": {"LoadedGames": {"frame"}},
}
"""Fields and methods by file and class that are called otherwise now."""

OLD_ENDINGS = ("Opened", "Begun", "Finished", "Done", "Over", "Closed")
"""How no effect ends: what begins has `Started`, what ends `Ended`."""

KEPT: dict[str, str] = {}
"""Names that break a rule of this page on purpose, each with its reason."""

FILES_OF_A_RULESET = {
    *("__init__.py", "board.py", "phases.py", "effects", "rules", "names.py", "ids.py", "standing.py"),
    *("components.py", "schema.py", "checks.py", "words", "caption.py", "picture", "starter.yaml", "scenarios", "sets"),
    *("RULES.md", "pieces.py", "holdings.py", "questions.py", "fields.py"),
}
NEEDED = {"__init__.py", "RULES.md", "board.py", "phases.py", "effects", "rules", "names.py", "ids.py", "standing.py"}

MORE_FILES: dict[str, dict[str, str]] = {
    "card_tactics": {
        "attacks.py": "the attacks of an event, which caption and picture both show",
        "descriptions.py": "what phrases of cards do in words: names.py would have 400 lines",
    },
    "heroes_of_the_campaign": {
        "derived.py": "what heroes and players are derived, as plain data: components remember it",
        "evaluation.py": "what filters, amounts and conditions of cards come to on a board",
        "values.py": "works out what is derived, for names, effects and rules",
    },
    "heros_crossing": {
        "tiles.py": "tiles, which components and values both name",
        "values.py": "what powers change of the printed rules, which components remember",
    },
    "scoresheet": {
        "refining.py": "makes the next sheet of a title of its newest one",
        "titles.py": "makes a sheet of a title and a way of scoring",
        "results.py": "writes down a game of which only the result is known",
    },
    "kingdom_rush": {
        "cards.py": "the loaded cards, towers and heroes: components.py would have 440 lines",
        "geometry.py": "squares of a tray as bits of a number, on which board, rules and picture stand",
        "printed.py": "what a card prints, apart from the lists of a file: schema.py would have 580 lines",
        "programs.py": "what cards and bosses do step by step, which components and effects both name",
        "scenario.py": "a loaded scenario: its map, its stacks, its set-up",
        "scenario_checks.py": "faults of a scenario's file: checks.py would have 580 lines",
    },
}
"""What the folder of one ruleset holds beside the files that all have, each with its reason."""

LINES = {"__init__.py": 50, "effects/__init__.py": 20}
"""What a file of lists may have at most."""

ONE_MODULE = 300
"""So many lines a game may have in a single module."""

MOST_TYPES = 5
"""More types than these are not told apart by one function of facts or captions: each tells of itself."""


@cache
def tree(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


def where(file: Path, node: ast.AST) -> str:
    return f"{file.relative_to(ROOT)}:{getattr(node, 'lineno', 0)}"


def classes(files: Iterable[Path]) -> Iterator[tuple[Path, ast.ClassDef]]:
    for file in files:
        yield from ((file, node) for node in ast.walk(tree(file)) if isinstance(node, ast.ClassDef))


def functions(files: Iterable[Path]) -> Iterator[tuple[Path, ast.FunctionDef]]:
    for file in files:
        yield from ((file, node) for node in ast.walk(tree(file)) if isinstance(node, ast.FunctionDef))


def named(node: ast.AST) -> set[str]:
    """The names that a node defines, imports or gives as a keyword."""
    if isinstance(node, ast.ClassDef | ast.FunctionDef):
        return {node.name}
    if isinstance(node, ast.ImportFrom):
        return {alias.asname or alias.name for alias in node.names} | {*(node.module or "").split(".")}
    if isinstance(node, ast.Import):
        return {part for alias in node.names for part in alias.name.split(".")}
    if isinstance(node, ast.keyword) and node.arg:
        return {node.arg}
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return {target.id for target in targets if isinstance(target, ast.Name)}


def at_top(file: Path) -> list[ast.AST]:
    """Definitions of a module and of its classes, and every import and keyword of it: not the names of locals."""
    found: list[ast.AST] = [n for n in ast.walk(tree(file)) if isinstance(n, ast.ImportFrom | ast.Import | ast.keyword)]
    bodies = [tree(file).body, *(node.body for node in tree(file).body if isinstance(node, ast.ClassDef))]
    return found + [node for body in bodies for node in body]


# --- words


def test_no_old_name_is_defined_imported_or_passed() -> None:
    found = [
        f"{where(file, node)}: {old}, write {OLD_NAMES[old]}"
        for file in FILES
        for node in at_top(file)
        for old in named(node) & OLD_NAMES.keys()
    ]
    assert found == []


@pytest.mark.parametrize("folder", OLD_NAMES_OF)
def test_no_old_name_of_one_folder(folder: str) -> None:
    files = [file for file in FILES if folder in file.parts]
    found = [where(file, node) for file in files for node in at_top(file) if named(node) & OLD_NAMES_OF[folder].keys()]
    assert found == [], f"write {OLD_NAMES_OF[folder]}"


@pytest.mark.parametrize("file", OLD_FIELDS)
def test_no_old_field_of_a_class(file: str) -> None:
    found = {
        (node.name, name)
        for _, node in classes([ROOT / file])
        for part in node.body
        for name in named(part)
        if name in OLD_FIELDS[file].get(node.name, ())
    }
    assert found == set()
    assert OLD_FIELDS[file].keys() <= {node.name for _, node in classes([ROOT / file])}


def test_effects_end_as_they_begin() -> None:
    """`XStarted` and `XEnded`, not six words for the two."""
    effects = [file for file in FILES if "effects" in file.relative_to(ROOT).parts]
    found = [(node.name, where(file, node)) for file, node in classes(effects) if node.name.endswith(OLD_ENDINGS)]
    assert [at for name, at in found if name not in KEPT] == []


def test_one_class_is_called_doing() -> None:
    """The kit's, for all languages of cards."""
    found = [file.relative_to(ROOT).as_posix() for file, node in classes(FILES) if node.name == "Doing"]
    assert found == ["rulesets/kit/cards.py"]


def test_what_is_kept_on_purpose_is_there() -> None:
    """The list of exceptions gets shorter, too."""
    assert KEPT.keys() <= {node.name for _, node in classes(FILES)}
    for folder, files in MORE_FILES.items():
        assert files.keys() <= {path.name for path in (ROOT / "rulesets" / folder).iterdir()}


# --- folders


def faults_of_the_layout(folder: Path) -> list[str]:
    """What is not as in all rulesets; a game may be one module beside its RULES.md."""
    names = {path.name for path in folder.iterdir() if path.name != "__pycache__"}
    if not names & {"rules", "effects"}:
        modules = {name: _lines(folder / name) for name in names if name.endswith(".py")}
        return [f"{name} has {lines} lines" for name, lines in modules.items() if lines > ONE_MODULE]
    allowed = FILES_OF_A_RULESET | MORE_FILES.get(folder.name, {}).keys()
    faults = [f"{name} is in no layout" for name in sorted(names - allowed)]
    faults += [f"{name} is missing" for name in sorted(NEEDED - names)]
    faults += [f"{name} has {n} lines" for name, most in LINES.items() if (n := _lines(folder / name)) > most]
    faults += [f"{file} is no template of picture/" for file in folder.glob("*.jinja")]
    return faults


def _lines(file: Path) -> int:
    return len(file.read_text(encoding="utf-8").splitlines())


@pytest.mark.parametrize("folder", RULESETS, ids=lambda folder: folder.name)
def test_a_ruleset_is_laid_out_as_all_are(folder: Path) -> None:
    assert faults_of_the_layout(folder) == []


@pytest.mark.parametrize("more", [[], ["--cards"]], ids=["plain", "cards"])
def test_a_new_ruleset_speaks_the_same(tmp_path: Path, more: list[str]) -> None:
    """Its folder and its words are those of all."""
    made = CliRunner().invoke(tabletale, ["new-ruleset", "river_race", *more, "--at", str(tmp_path / "river")])
    assert made.exit_code == 0, made.output
    folder = tmp_path / "river" / "river_race"
    assert faults_of_the_layout(folder) == []
    assert {"__init__.py", "RULES.md"} <= {path.name for path in folder.iterdir()} <= FILES_OF_A_RULESET
    names = {name for file in folder.rglob("*.py") for node in at_top(file) for name in named(node)}
    assert names.isdisjoint(OLD_NAMES)
    assert not [name for name in names if name and name.endswith(OLD_ENDINGS) and name != "GameOver"]


# --- how it is written


@pytest.mark.parametrize("folder", RULESETS, ids=lambda folder: folder.name)
def test_rules_name_effects_in_one_way(folder: Path) -> None:
    """`e.CardDrawn`, so that an effect is seen as one, and no list of imports says it again."""
    package = f"rulesets.{folder.name}"
    imports = [
        (file, node)
        for file in (folder / "rules").rglob("*.py")
        for node in ast.walk(tree(file))
        if isinstance(node, ast.ImportFrom)
    ]
    assert [where(file, node) for file, node in imports if node.module == f"{package}.effects"] == []
    named_e = {alias.asname for _, node in imports if node.module == package for alias in node.names}
    assert named_e == {"e"}


def test_what_the_board_waits_for_is_asked_by_its_type() -> None:
    """Outside `apply`, where an assert costs half as much, by `X.of(board)`."""
    found = [
        where(file, node)
        for file, function in functions(FILES)
        if file.name != "scenario.py" and "effects" not in file.parts  # tests expect a phase, effects tell of one
        if function.name != "apply"
        for node in ast.walk(function)
        if isinstance(node, ast.Assert) and re.search(r"isinstance\(.*\bpending\b", ast.unparse(node.test))
    ]
    assert found == []


def test_facts_and_captions_are_beside_what_they_tell_of() -> None:
    """A function that tells many types apart forgets the next."""
    of_facts = [(file, node) for file, node in functions(FILES) if node.name in {"facts", "fact"}]
    of_captions = [*functions([file for file in FILES if file.name == "caption.py"])]
    assert len(of_facts) > 100 < len(of_captions) + 100
    found = {where(file, node): types for file, node in of_facts + of_captions if (types := types_matched(node))}
    assert {at: types for at, types in found.items() if len(types) > MOST_TYPES} == {}


def types_matched(function: ast.FunctionDef) -> set[str]:
    """The types that a function branches over, by `isinstance` or `case`."""
    types: set[str] = set()
    for node in ast.walk(function):
        if isinstance(node, ast.MatchClass):
            types.add(ast.unparse(node.cls))
        elif isinstance(node, ast.Call) and ast.unparse(node.func) == "isinstance":
            types.update(re.split(r"[|,() ]+", ast.unparse(node.args[1]).strip("()")))
    return types
