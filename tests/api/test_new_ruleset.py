"""`tabletale new-ruleset` writes a ruleset like the bundled ones."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from click.testing import CliRunner, Result
from msgspec import json

from api.cli import tabletale
from api.commands import new_ruleset
from tests import forked
from tests.api.serving import Running, serving
from tests.installing import installed, need_types, run_tests
from tests.running import ROOT

NAME = "river_race"
PLAIN = (NAME, "--seats", "2")
CARDS = (*PLAIN, "--cards")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(tabletale, ["new-ruleset", *arguments])


def made(folder: Path, *arguments: str) -> Path:
    """A ruleset as the command writes it."""
    result = run(*arguments, "--at", str(folder))
    assert result.exit_code == 0, result.output
    return folder


def files(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in."""
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


def test_a_game_is_four_short_files(tmp_path: Path) -> None:
    folder = made(tmp_path / "game", *PLAIN)

    assert files(folder) == ["pyproject.toml", "river_race/RULES.md", "river_race/__init__.py", "test_river_race.py"]
    assert sum(len((folder / file).read_text().splitlines()) for file in files(folder)) <= 240
    assert len([line for line in (folder / NAME / "__init__.py").read_text().splitlines() if line.strip()]) <= 140


def test_cards_come_with_a_component_set(tmp_path: Path) -> None:
    folder = made(tmp_path / "game", *CARDS)

    assert set(files(folder)) - set(files(made(tmp_path / "plain", *PLAIN))) == {
        "river_race/schema.py",
        "river_race/starter.yaml",
    }


def test_name_and_folder_of_the_ruleset_are_printed(here: Path) -> None:
    """The folder has the ruleset's name, unless another is given."""
    result = run("go", "--title", "The Race", "--seats", "1-9")

    assert result.output.startswith("The Race is in go:\n")
    assert all(f"  go/{file}\n" in result.output for file in files(here / "go"))
    module = (here / "go" / "go" / "__init__.py").read_text()
    assert ('title="The Race"' in module, "seats=range(1, 10)" in module) == (True, True)
    assert (here / "go" / "go" / "RULES.md").read_text().count("**GOX-") == 5


@pytest.mark.parametrize("arguments", [PLAIN, CARDS], ids=["plain", "cards"])
def test_the_written_files_are_linted_and_formatted(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    """With the settings of this repository."""
    folder = made(tmp_path / "game", *arguments)

    for command in (("check", "--no-cache"), ("format", "--check", "--no-cache")):
        ruff = [sys.executable, "-m", "ruff", *command, "--config", str(ROOT / "pyproject.toml"), "."]
        done = subprocess.run(ruff, cwd=folder, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("arguments", [PLAIN, CARDS], ids=["plain", "cards"])
def test_the_written_files_pass_the_type_checker(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    need_types(made(tmp_path / "game", *arguments), tmp_path / "cache")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("kingdom_rush",), "A ruleset 'kingdom_rush' is installed already"),
        (("json",), "There is a Python package 'json' already"),
        (("rulesets",), "There is a Python package 'rulesets' already"),
        (("class",), "at most 40 lower-case letters"),
        (("River",), "at most 40 lower-case letters"),
        (("river-race",), "at most 40 lower-case letters"),
        (("../river",), "at most 40 lower-case letters"),
        (("r" * 41,), "at most 40 lower-case letters"),
        (("river", "--seats", "4-2"), "--seats is a number from 1 to 9"),
        (("river", "--seats", "0"), "--seats is a number from 1 to 9"),
        (("river", "--seats", "2-10"), "--seats is a number from 1 to 9"),
        (("river", "--title", 'The "Race"'), "without quotation marks"),
        (("river", "--title", "The\nRace"), "--title is one line"),
        (("river", "--title", "x" * 61), "at most 60 characters"),
    ],
)
def test_an_invalid_name_is_refused(here: Path, arguments: tuple[str, ...], message: str) -> None:
    result = run(*arguments)

    assert result.exit_code == 2, result.output
    assert message in result.stderr
    assert not list(here.iterdir())


@pytest.mark.parametrize("held", ["river/notes.txt", "river"], ids=["folder", "file"])
def test_nothing_is_overwritten(here: Path, held: str) -> None:
    """A folder that is not empty, or a file of that name, stays as it is."""
    path = here / held
    path.parent.mkdir(exist_ok=True)
    path.write_text("mine")
    result = run("river")

    assert result.exit_code == 2
    assert "name an empty or new folder with --at" in result.stderr
    assert (files(here), path.read_text()) == ([held], "mine")


def test_an_empty_folder_may_exist(here: Path) -> None:
    (here / "river").mkdir()

    assert run("river").exit_code == 0


def test_a_folder_that_cannot_be_created_is_named(here: Path) -> None:
    (here / "file").write_text("")
    result = run("river", "--at", "file/river")

    assert result.exit_code == 2
    assert "file/river cannot be written" in result.stderr


def test_rule_ids_have_a_prefix_of_their_own() -> None:
    """No two rulesets have the same prefix: it is three letters of the name, if these are free."""
    assert new_ruleset._code("river_race", set()) == "RIV"
    assert new_ruleset._code("river_race", {"RIV"}) == "RIE"
    assert new_ruleset._code("kite", {"KIT"}) == "KIE"
    assert new_ruleset._code("a", {"AXX"}) == "AAA"


def test_the_written_tests_pass(tmp_path: Path) -> None:
    """They check its rules, and random games under the conformance suite.

    Those of a ruleset with cards run in `tests/test_wheel.py`.
    """
    run_tests(made(tmp_path / "game", *PLAIN))


@pytest.mark.parametrize(
    ("arguments", "dealt", "first"),
    [
        (PLAIN, [], {"action": {"type": "Roll"}, "outcomes": [2]}),
        (CARDS, ["fox", None, None, "newt"], {"action": {"type": "PlayCard", "card": "?1"}, "outcomes": ["badger"]}),
    ],
    ids=["plain", "cards"],
)
def test_an_installed_ruleset_can_be_played(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[str, ...],
    dealt: list[str | None],
    first: dict[str, Any],
) -> None:
    """A game is recorded, replayed, verified, and counted in statistics."""
    target = installed(made(tmp_path / "game", *arguments), tmp_path / "target")
    monkeypatch.setenv("PYTHONPATH", str(target))
    rolls = [{"seat": 1, "action": {"type": "Roll"}, "outcomes": [6]}] * 8
    actions = [{"seat": 1, **first}, *rolls, {"seat": 1, "action": {"type": "Hold"}}]
    with serving(tmp_path) as service:
        seats = [{"name": "Ada"}, {"name": "Ben"}]
        game = service.ask("POST", "/v1/games", {"ruleset": NAME, "seats": seats, "outcomes": [1, *dealt]})["id"]
        recorded = service.ask("POST", f"/v1/games/{game}/actions", actions)
        before = service.ask("GET", f"/v1/games/{game}/board?at=2")["board"]
        timeline = json.encode(service.ask("GET", f"/v1/games/{game}/timeline")).decode()
        counted = service.ask("GET", f"/v1/statistics/action_mix?ruleset={NAME}&per=game&min_n=1")["rows"]
        _assert_picture(service, game)

    assert (recorded["status"], recorded["version"]) == ("finished", 11)
    assert (before["pending"], before["scores"]) == ({"type": "Turn", "points": 2}, [0, 0])
    assert "Ada rolls 6." in timeline
    assert "Ada keeps 50." in timeline
    kinds = Counter(entry["action"]["type"] for entry in actions)
    assert {row["what"]: row["count"] for row in counted} == kinds
    _assert_same_when_decided_again(tmp_path)


def _assert_picture(service: Running, game: str) -> None:
    """Assert that the record page has a picture of the game."""
    with urlopen(f"{service.address}/games/{game}") as page:
        assert "<svg" in page.read().decode()


def _assert_same_when_decided_again(folder: Path) -> None:
    """Assert that a new process decides every event of the log in the same way."""
    verify = ("verify", "--re-decide", "--json", "--database", f"sqlite:///{folder / 'log.db'}")
    done = forked.run("from api.cli import main; main()", *verify)
    verified = json.decode(done.stdout)
    assert (verified["games"], verified["findings"]) == (1, []), done.stderr
