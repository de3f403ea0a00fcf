"""The README's own lines, run as they stand."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from api.service import installed_rulesets
from tests.forms import mostly
from tests.running import ADDRESS, ROOT, free_port, running

README = (ROOT / "README.md").read_text(encoding="utf-8")
ASKED = [block for block in re.findall(r"```sh\n(.*?)```", README, re.S) if "curl" in block]
(ANY_OTHER_GAME,) = (block for block in ASKED if '"sheet"' in block)
RECORDING = "".join(block for block in ASKED if block != ANY_OTHER_GAME)
NAMED = "EXAMPLE=heros_crossing_tactics\n"


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A folder in which the README's lines find what they find in a clone."""
    (tmp_path / "docs").symlink_to(ROOT / "docs")
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    (tmp_path / ".venv" / "bin" / "python").symlink_to(sys.executable)
    return tmp_path


EXAMPLES = sorted(path.name for path in (ROOT / "docs/examples").iterdir())
NAMED_THERE = ("heros_crossing_tactics",)


@pytest.mark.parametrize("example", mostly(EXAMPLES, NAMED_THERE))
def test_the_readme_records_each_example_and_asks(clone: Path, example: str) -> None:
    """Exactly the README's lines, with the example's name, record its game, and ask a question."""
    assert RECORDING.count(NAMED) == 1
    actions = (ROOT / "docs/examples" / example / "actions.jsonl").read_text().splitlines()
    with running(clone) as address:
        script = RECORDING.replace(ADDRESS, address).replace(NAMED, f"EXAMPLE={example}\n")
        script = f"set -euo pipefail\n{script}"
        ran = subprocess.run(["bash", "-c", script], cwd=clone, capture_output=True, text=True, check=False)
        assert ran.returncode == 0, ran.stdout + ran.stderr
        begun, printed = json.loads(ran.stderr), ran.stdout.splitlines()
        with urllib.request.urlopen(f"{address}/games/{begun['id']}") as page:
            assert page.status == 200
        with urllib.request.urlopen(f"{address}/v1/games/{begun['id']}") as answer:
            game = json.load(answer)

    recorded, shown, opened, found, *rows = printed
    assert recorded.startswith('{"events":[{')
    assert json.loads(shown)["version"] == 1 + len(actions)
    assert (json.loads(shown)["status"], game["status"]) == ("finished", "finished")
    assert opened == f"{address}/games/{game['id']}"
    assert found == "Action mix"
    assert rows[0].startswith("What is decided in each third, by winners and losers, in games of")
    assert f"](docs/examples/{example})" in README


def test_the_readme_hides_no_answer() -> None:
    """Where something is refused, the reader of the README sees why."""
    assert "/dev/null" not in README
    assert " -s " not in README


def test_the_readme_names_the_two_commands() -> None:
    """A newcomer needs two commands: one to see it, one to test it."""
    blocks = re.findall(r"```sh\n(.*?)```", README, re.S)
    assert "make demo ONCE=1\n" in blocks
    assert "make test\n" in blocks


@pytest.mark.long
def test_the_demo_records_games_of_every_ruleset(tmp_path: Path) -> None:
    """The README's first command, with as many games as it records without an option."""
    command = [sys.executable, "-m", "api.cli", "demo", "--once", "--port", str(free_port())]
    environ = os.environ | {"XDG_DATA_HOME": str(tmp_path), "PYTHONPATH": str(ROOT)}
    ran = subprocess.run(command, cwd=tmp_path, env=environ, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    for ruleset in installed_rulesets().values():
        assert re.search(rf"^{re.escape(ruleset.title)}: watch http://127", ran.stdout, re.M)


def test_the_readme_shows_how_a_game_is_added(clone: Path) -> None:
    """Its command writes a game, and the guide to it is there."""
    (script,) = [block for block in re.findall(r"```sh\n(.*?)```", README, re.S) if "new-ruleset" in block]
    command = [sys.executable, "-c", "from api.cli import main; main()", *script.split()[1:]]
    ran = subprocess.run(command, cwd=clone, capture_output=True, text=True, check=False)

    assert script.startswith(".venv/bin/tabletale new-ruleset river_race ")
    assert ran.returncode == 0, ran.stderr
    assert (clone / "river_race" / "river_race" / "RULES.md").exists()
    assert "](docs/rulesets.md)" in README
    assert (ROOT / "docs" / "rulesets.md").exists()


def test_the_readme_records_a_game_without_a_rulebook(clone: Path) -> None:
    with running(clone) as address:
        script = f"set -euo pipefail\n{ANY_OTHER_GAME}".replace(ADDRESS, address)
        ran = subprocess.run(["bash", "-c", script], cwd=clone, capture_output=True, text=True, check=False)
        with urllib.request.urlopen(f"{address}/v1/games?sheet=Island+Trade") as answer:
            (game,) = json.load(answer)["items"]
    assert ran.returncode == 0, ran.stderr
    recorded, title, *rows = ran.stdout.splitlines()
    assert recorded.startswith('{"events":[{')
    assert (game["status"], game["result"]["winners"]) == ("finished", [2])
    assert title == "Players by wins"
    assert any("Ben" in row for row in rows)
