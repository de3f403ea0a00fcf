"""A ruleset of another package is broken: the service starts with the others, and says what is missing and why."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from copy import copy
from pathlib import Path

import pytest
from click.testing import CliRunner
from msgspec import json

from api.app import create_app
from api.cli import tabletale
from api.service import Service, installed
from api.settings import Settings
from events import Store
from rulesets.heros_crossing_tactics import RULESET
from tests.api.conftest import TACTICS, CheckedClient, game_body, refused

REFUSED = """
from pathlib import Path
from rulesets.kit.building import read_rules

read_rules(__name__, Path(__file__).parent / "RULES.md")
"""
MISCOLOURED = """
from pathlib import Path
from rulesets.kit.look import look_of

look_of(Path(__file__).parent)
"""
IMPORTING = "from rulesets.kit.dice import Loaded"
UNFINISHED = "from rulesets.kit.phases import TurnPhase\n\nRULESET = TurnPhase("
NO_RULESET = "RULESET = 'chess'"
COPIED = """
from copy import copy
from rulesets.heros_crossing_tactics import RULESET as tactics

RULESET = copy(tactics)
RULESET.name = __name__
"""
NOT_DRAWN = f"""{COPIED}

def picture(scene):
    raise LookupError("no board.svg.jinja")

RULESET.picture = picture
"""
NO_START = f"""{COPIED}

def begin(start, components, chance):
    raise KeyError("deck")

RULESET.begin = begin
"""

Publish = Callable[[str, str], None]


@pytest.fixture
def publish(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Publish:
    """Install a package of one module that publishes a ruleset."""
    monkeypatch.syspath_prepend(tmp_path)

    def publish(name: str, code: str) -> None:
        package, about = tmp_path / name, tmp_path / f"{name}-1.0.dist-info"
        package.mkdir()
        about.mkdir()
        (package / "__init__.py").write_text(code)
        (package / "RULES.md").write_text("# Rules\n\n- **TOP-01** A rule without the letters of its game.\n")
        (package / "look").mkdir()
        (package / "look" / "board.css").write_text(f"svg.{name} .card {{ fill: #fff }}\n")
        (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        (about / "entry_points.txt").write_text(f"[tabletale.rulesets]\n{name} = {name}:RULESET\n")

    return publish


@pytest.fixture
def log(settings: Settings) -> Iterator[Store]:
    with Store.open(settings.database_url, synchronous="NORMAL") as store:
        yield store


@pytest.mark.parametrize(
    ("name", "code", "why", "line"),
    [
        ("misnumbered", REFUSED, "misnumbered: RULES.md, line 3: a rule is written", 5),
        ("miscoloured", MISCOLOURED, "miscoloured: board.css, line 1: `fill: #fff` is no token: take one of", 5),
        ("without_a_kit", IMPORTING, "ModuleNotFoundError: No module named 'rulesets.kit.dice'", 1),
        (
            "importing_little",
            "from rulesets.kit import dice",
            "ImportError: cannot import name 'dice' from 'rulesets.kit'",
            1,
        ),
        ("unfinished", UNFINISHED, "SyntaxError: '(' was never closed", None),
        ("no_ruleset", NO_RULESET, "TypeError: its entry point leads to str, not to a Ruleset", None),
        ("not_drawn", NOT_DRAWN, "LookupError: no board.svg.jinja", 10),
        ("no_start", NO_START, "KeyError: 'deck'", 10),
    ],
)
def test_the_service_starts_without_a_broken_ruleset(
    publish: Publish,
    settings: Settings,
    log: Store,
    caplog: pytest.LogCaptureFixture,
    name: str,
    code: str,
    why: str,
    line: int | None,
) -> None:
    """`GET /v1/rulesets` names it and says why; the service's log names the file, which no answer does."""
    publish(name, code)
    client = CheckedClient(create_app(Service.over(log, settings)))
    listed = client.get("/v1/rulesets").json

    assert TACTICS in {ruleset["name"] for ruleset in listed["items"]}
    assert name not in {ruleset["name"] for ruleset in listed["items"]}
    assert [ruleset["name"] for ruleset in listed["missing"]] == [name]
    assert listed["missing"][0]["why"].startswith(why)
    assert "/" not in listed["missing"][0]["why"]
    assert f"the ruleset {name} is left out: {why}" in caplog.text
    if line:
        assert f"{Path(name, '__init__.py')}, line {line})" in caplog.text


def test_no_bundled_ruleset_is_missing() -> None:
    assert installed().missing == ()


def test_a_game_of_a_broken_ruleset_says_why_it_cannot_be_shown(
    publish: Publish, settings: Settings, log: Store
) -> None:
    """It is listed and can be exported; requests that need its rules say what is wrong with them."""
    publish("broken_later", NOT_DRAWN)
    sound = copy(RULESET)
    sound.name = "broken_later"
    whole = CheckedClient(create_app(Service.over(log, settings, {sound.name: sound})))
    game = whole.post("/v1/games", json={**game_body(), "ruleset": "broken_later"}).json["id"]
    client = CheckedClient(create_app(Service.over(log, settings)))

    for address in ("", "/board", "/board.svg", "/timeline", "/events", "/legal-actions?seat=1"):
        problem = refused(client.get(f"/v1/games/{game}{address}"), 503, "ruleset-missing")
        assert "no board.svg.jinja" in problem["detail"]
    assert "Retry-After" not in client.get(f"/v1/games/{game}").headers
    action = {"seat": 1, "action": {"type": "PickHero", "hero": "?1"}}
    refused(client.post(f"/v1/games/{game}/actions", json=action), 503, "ruleset-missing")
    refused(client.post(f"/v1/games/{game}/undo", json={}), 503, "ruleset-missing")
    assert client.get("/v1/games").json["items"][0]["id"] == game
    assert len(client.get(f"/v1/games/{game}/export").data.splitlines()) == 2
    assert "no board.svg.jinja" in client.get(f"/games/{game}").get_data(as_text=True)


def test_a_broken_ruleset_is_missing_and_not_unknown(publish: Publish, settings: Settings, log: Store) -> None:
    publish("broken_now", NO_START)
    client = CheckedClient(create_app(Service.over(log, settings)))
    problem = refused(client.get("/v1/rulesets/broken_now"), 503, "ruleset-missing")
    assert problem["detail"] == "the ruleset 'broken_now' cannot be played: KeyError: 'deck'"
    refused(client.get("/v1/rulesets/chess"), 404, "unknown-ruleset")
    problem = refused(client.post("/v1/games", json={**game_body(), "ruleset": "broken_now"}), 422, "invalid-request")
    assert "KeyError: 'deck'" in problem["errors"][0]["detail"]


def test_the_versions_name_a_broken_ruleset(publish: Publish) -> None:
    """`tabletale --version` reports a broken ruleset on one line, after the versions of the others.

    Broken by leaving out the rulesets that are missing, and by printing the error with its own line breaks.
    """
    publish("a_broken_one", "raise RuntimeError('no dice\\nand no cards')")
    publish("a_sound_one", f"{COPIED}\nRULESET.version = 7\n")
    result = CliRunner().invoke(tabletale, ["--version"])
    lines = result.stdout.splitlines()

    assert (result.exit_code, result.stderr) == (0, "")
    assert lines[2] == "ruleset a_sound_one 7"
    assert lines[-1] == "ruleset a_broken_one is broken: RuntimeError: no dice and no cards"
    assert all(re.fullmatch(r"ruleset \w+ \d+", line) for line in lines[2:-1])


def test_a_command_says_what_is_wrong_with_a_ruleset(publish: Publish, settings: Settings) -> None:
    publish("broken_bots", NO_START)
    simulated = CliRunner().invoke(tabletale, ["simulate", "broken_bots", "--database", settings.database_url])
    assert simulated.exit_code == 1
    assert "KeyError: 'deck'" in simulated.output
    done = CliRunner().invoke(tabletale, ["verify", "--json", "--database", settings.database_url])
    assert json.decode(done.stdout) == {"games": 0, "events": 0, "position": 0, "findings": []}
