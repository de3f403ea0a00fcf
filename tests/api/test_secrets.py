"""Two games that differ only in what a viewer may not know look the same to that viewer, to the byte."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import count, permutations
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from msgspec import json

import events.store
from api.app import create_app
from api.recording import recorder
from api.service import Service
from api.settings import Settings
from events import Store
from rulesets.heros_crossing_tactics import RULESET
from tests.api.client import Client
from tests.api.conftest import action_bodies, game_body
from tests.api.recording import Reader

VIEWERS = ("1", "2", "spectator")
SEED = 1
LENGTHS = (2, 7, 14, 40)
"""In the draft, after it, while heroes lie face down, and in the middle of the game."""

Record = tuple[dict[str, Any], list[dict[str, Any]]]


class Twin:
    """A service whose clock and ids go by numbers, so that two of them differ in nothing else."""

    def __init__(self, folder: Path, record: Record, monkeypatch: pytest.MonkeyPatch) -> None:
        ticks, ids = count(1_700_000_000_000_000, 1_000_000), count(1)
        with monkeypatch.context() as pinned:
            pinned.setattr(events.store, "now", lambda: next(ticks))
            pinned.setattr(events.people, "now", lambda: next(ticks))
            pinned.setattr(events.people, "new_id", lambda: UUID(int=next(ids)))
            pinned.setattr(recorder, "new_game_id", lambda: UUID(int=next(ids)))
            settings = Settings.read({}, database_url=f"sqlite:///{folder}/log.db", lake=str(folder / "lake"))
            self.store = Store.open(settings.database_url, synchronous="NORMAL")
            service = Service.over(self.store, settings, {RULESET.name: RULESET})
            self.client = Client(create_app(service))
            begun, actions = record
            self.game = self.client.post("/v1/games", json=begun).json["id"]
            answer = self.client.post(f"/v1/games/{self.game}/actions", json=actions)
            self.accepted = answer.status_code == 201

    def close(self) -> None:
        self.store.close()


def test_what_a_viewer_may_not_know_changes_no_byte_of_any_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared = 0
    for length in LENGTHS:
        record = game_body(SEED), action_bodies(SEED)[:length]
        true = Twin(folder(tmp_path), record, monkeypatch)
        for viewer in VIEWERS:
            for other in list(variants(record, known_to(true, viewer)))[:2]:
                twin = Twin(folder(tmp_path), other, monkeypatch)
                if twin.accepted:
                    assert seen(true, viewer) == seen(twin, viewer)
                    assert seen(true, "table") != seen(twin, "table")
                    compared += 1
                twin.close()
        true.close()
    assert compared >= len(VIEWERS) * 2


def folder(tmp_path: Path) -> Path:
    made = tmp_path / str(len(list(tmp_path.iterdir())))
    made.mkdir()
    return made


def known_to(twin: Twin, viewer: str) -> str:
    """Everything that a viewer has seen of the events."""
    answer = twin.client.get(f"/v1/games/{twin.game}/events?viewer={viewer}&limit=200").json
    return json.encode([[event["effects"], event["action"]] for event in answer["items"]]).decode()


def variants(record: Record, known: str) -> Iterator[Record]:
    """The same game with two cards of a level in each other's place, neither of which the viewer ever saw."""
    text = json.encode(record).decode()
    for cards in RULESET.starter_components.by_level.values():  # type: ignore[attr-defined]
        secret = [card for card in cards if f'"{card}"' not in known]
        for one, two in permutations(secret, 2):
            if f'"{one}"' in text and one < two:
                yield json.decode(swap(text, f'"{one}"', f'"{two}"'), type=Record)


def swap(text: str, one: str, two: str) -> str:
    return text.replace(one, "\0").replace(two, one).replace("\0", two)


def seen(twin: Twin, viewer: str) -> list[tuple[object, ...]]:
    """All that a viewer can ask of a game, with the headers; the hash, which the salt makes opaque, is masked."""
    game = f"/v1/games/{twin.game}"
    asked = ["", "/timeline", "/board.svg", "/events?limit=200"]
    asked += [f"/board?at={version}" for version in (1, 2, 5, 8, 15)]
    asked += [f"/legal-actions?seat={seat}&limit=200" for seat in (1, 2)]
    asked += ["/choices", "/choices?tap=front:1.1", *(f"/choices?seat={seat}" for seat in (1, 2))]
    asked += [f"/choices?seat={seat}&type=HirePlace" for seat in (1, 2)]
    asked += ["/export", "/board?at=999", "/board.svg?at=2"]
    answers = [twin.client.get(f"{game}{path}{'&' if '?' in path else '?'}viewer={viewer}") for path in asked if path]
    answers.append(twin.client.get(game))
    answers.append(twin.client.get("/v1/games"))
    for seat in (1, 2):
        legal = twin.client.get(f"{game}/legal-actions?seat={seat}&limit=4&viewer={viewer}").json["items"]
        for item in legal:
            body = {"seat": seat, "action": item["action"]}
            answers.append(twin.client.post(f"{game}/actions?dry_run=1&viewer={viewer}", json=body))
    told = [masked(answer.status_code, dict(answer.headers), answer.data) for answer in answers]
    return [*told, *recording(twin, viewer)] if viewer.isdigit() else told


def recording(twin: Twin, seat: str) -> Iterator[tuple[object, ...]]:
    """What the seat is shown where it records: the question, and each answer to it; keys of forms are masked."""
    address = f"/games/{twin.game}/record"
    first = twin.client.get(f"{address}?seat={seat}")
    for answer in (first, *(twin.client.get(address + row) for row in Reader(first.text).rows[:3])):
        yield answer.status_code, re.sub(r'name="key" value="\w+"', "", answer.text)


def masked(status: int, headers: dict[str, str], data: bytes) -> tuple[object, ...]:
    if b'"hash"' in data:
        headers.pop("ETag", None)
    return status, sorted(headers.items()), re.sub(rb'"hash":"[0-9a-f]{64}"', b'"hash":""', data)
