from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from shutil import copyfile
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest
from flask import Flask
from msgspec import json

from api.app import create_app, document
from api.recording.simulate import Played, play
from api.resources.rulesets import put_starters
from api.service import Service, installed_rulesets
from api.settings import Settings
from events import Store
from rulesets.heros_crossing_tactics import RULESET
from rulesets.kit.bots import BOTS
from tests.api.client import Answer, Client

TACTICS = "heros_crossing_tactics"


class CheckedClient(Client):
    """Checks that every answer agrees with the OpenAPI document, and that the next step of a problem makes sense."""

    def open(self, *args: Any, **kwargs: Any) -> Answer:
        answer = super().open(*args, **kwargs)
        check(self.application, answer)
        if answer.mimetype == "application/problem+json":
            check_next_step(answer, kwargs.get("json"))
        return answer


def check(app: Flask, answer: Answer) -> None:
    """Fail unless the OpenAPI document describes such an answer: its status, media type and shape."""
    request = answer.request
    addresses = app.url_map.bind("localhost")
    if not addresses.test(request.path, request.method):
        return
    rule, _ = addresses.match(request.path, request.method, return_rule=True)
    if rule.endpoint.startswith("pages."):
        return
    path = str(rule.rule).replace("<", "{").replace(">", "}")
    responses = document()["paths"][path][request.method.lower()]["responses"]
    assert str(answer.status_code) in responses, f"{request.method} {path} does not describe a {answer.status}"
    if answer.status_code in (204, 304):
        assert answer.data == b""
        return
    content = responses[str(answer.status_code)]["content"]
    assert answer.mimetype in content, f"{request.method} {path} does not describe {answer.mimetype}"
    if (schema := content[answer.mimetype]["schema"]) and "$ref" in schema:
        validator(schema["$ref"]).validate(answer.json)


def check_next_step(answer: Answer, body: object = None) -> None:
    """Fail if a problem advises what was just sent, advises to leave out what was not sent, or names no endpoint.

    `body` is what was sent as JSON.
    """
    request, advice = answer.request, answer.json["next_step"]
    sent = {*request.args, *(body if isinstance(body, dict) else ())}
    for name, value in re.findall(r"`(\w+)=(\w+)`", advice):
        assert request.args.get(name) != value, f"{request.url} is told: {advice}"
    for name in re.findall(r"Set `(seat)` to", advice):
        assert name not in sent, f"{request.url} is told: {advice}"
    for name in re.findall(r"[Ll]eave `(\w+)` out", advice):
        assert name in sent, f"{request.url} is told: {advice}"
    for method, path in re.findall(r"\b(GET|POST|PATCH|DELETE) (/v1[\w/{}-]*)", advice):
        assert method in methods().get(re.sub(r"{\w+}", "{}", path), ()), f"there is no {method} {path}: {advice}"


@cache
def methods() -> dict[str, set[str]]:
    """The methods of each address of the OpenAPI document; parameters of addresses have no names."""
    return {re.sub(r"{\w+}", "{}", path): {*map(str.upper, of)} for path, of in document()["paths"].items()}


@cache
def validator(ref: str) -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator({"$ref": ref, "components": document()["components"]})


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings.read({}, database_url=f"sqlite:///{tmp_path / 'log.db'}", lake=str(tmp_path / "lake"))


@pytest.fixture
def full_service(settings: Settings) -> Iterator[Service]:
    """A service of all rulesets over an empty log."""
    with Store.open(settings.database_url, synchronous="NORMAL") as store:
        yield Service.over(store, settings, installed_rulesets())


def service_over(store: Store, rulesets: Any = None) -> Service:
    """A service of all rulesets, or of these."""
    settings = Settings.read({}, database_url="sqlite:///unused.db")
    return Service.over(store, settings, installed_rulesets() if rulesets is None else rulesets)


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Service]:
    """A service over another, empty log."""
    with Store.open(f"sqlite:///{tmp_path / 'other.db'}", synchronous="NORMAL") as store:
        yield service_over(store)


@pytest.fixture
def on_postgresql(postgresql_url: str) -> Iterator[Service]:
    with Store.open(postgresql_url) as store:
        yield service_over(store)


@pytest.fixture(scope="session")
def empty_log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A log that holds only its tables and the starter set. Tests copy it, since making one takes a while."""
    path = tmp_path_factory.mktemp("empty") / "log.db"
    settings = Settings.read({}, database_url=f"sqlite:///{path}")
    with Store.open(settings.database_url) as store:
        put_starters(Service.over(store, settings, {RULESET.name: RULESET}))
    return path


@pytest.fixture
def service(settings: Settings, empty_log: Path, tmp_path: Path) -> Iterator[Service]:
    copyfile(empty_log, tmp_path / "log.db")
    with Store.open(settings.database_url, synchronous="NORMAL") as store:
        yield Service.over(store, settings, {RULESET.name: RULESET})


@pytest.fixture
def client(service: Service) -> CheckedClient:
    return CheckedClient(create_app(service))


@cache
def played(seed: int) -> Played:
    """A whole game between two random bots, as a table would enter it."""
    bots = {1: BOTS["random"], 2: BOTS["random"]}
    return play(RULESET, RULESET.starter_components, 2, bots, Random(seed))


def game_body(seed: int = 1, **more: Any) -> dict[str, Any]:
    """The request body that starts the game of a seed."""
    return {
        "ruleset": TACTICS,
        "seats": [{"name": "Ada"}, {"name": "Ben"}],
        "outcomes": list(played(seed).outcomes),
        **more,
    }


def action_bodies(seed: int = 1) -> list[dict[str, Any]]:
    """The request bodies of the actions of a game."""
    return [
        {"seat": entry.seat, "action": json.decode(RULESET.encode(entry.action)), "outcomes": list(entry.outcomes)}
        for entry in played(seed).entries
    ]


def begin(client: Client, seed: int = 1, **more: Any) -> str:
    """Start the game of a seed; returns its id."""
    answer = client.post("/v1/games", json=game_body(seed, **more))
    assert answer.status_code == 201, answer.json
    return str(answer.json["id"])


def record(client: Client, seed: int = 1, count: int | None = None, **more: Any) -> str:
    """Record a game, or its first `count` actions; returns its id."""
    game = begin(client, seed, **more)
    answer = client.post(f"/v1/games/{game}/actions", json=action_bodies(seed)[:count])
    assert answer.status_code == 201, answer.json
    return game


def refused(answer: Answer, status: int, slug: str) -> dict[str, Any]:
    """Assert that an answer is this problem, and return it."""
    assert answer.status_code == status, answer.data
    assert answer.mimetype == "application/problem+json"
    problem = answer.json
    assert problem["type"] == f"/problems/{slug}"
    assert problem["detail"]
    assert problem["next_step"]
    return problem
