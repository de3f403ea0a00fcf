"""Plays that are sent over REST: planned and stored as the command does it."""

from __future__ import annotations

from typing import Any

import pytest

from api.app import create_app
from api.plays import reading
from api.service import Service
from tests.plays.build import bgg, bgstats, part

CSV = """\
date,game,player,score,winner,location
2025-03-02,Hills,Ann,12,1,Kiel
2025-03-02,Hills,Ben,7,0,Kiel
2025-03-03,Mills,Ann,4,1,
"""
BAD = "2025-03-04,Mills,Ann,four,1,\n"
XML = bgg('<play id="1" date="2025-03-02"><item name="Hills"/><players><player name="Ann" win="1"/></players></play>')


def send(service: Service, data: str | bytes, media: str = "text/csv", **query: Any) -> Any:
    client = create_app(service).test_client()
    return client.post("/v1/plays", data=data, content_type=media, query_string=query)


def test_plays_are_imported_once(service: Service) -> None:
    first = send(service, CSV)
    assert first.status_code == 200
    assert {name: first.json[name] for name in ("games", "here", "uncounted", "fault_count", "loss_count")} == {
        "games": 2,
        "here": 0,
        "uncounted": 0,
        "fault_count": 0,
        "loss_count": 0,
    }
    assert (first.json["titles"], first.json["places"]) == ({"Hills": 1, "Mills": 1}, {"Kiel": 1})
    second = send(service, CSV).json
    assert (second["games"], second["here"]) == (0, 2)


@pytest.mark.parametrize(
    ("data", "media"),
    [(CSV, "text/csv"), (bgstats({}), "application/json"), (XML, "application/xml"), (XML, "application/octet-stream")],
)
def test_a_dry_run_answers_what_an_import_would(service: Service, data: str | bytes, media: str) -> None:
    """Broken by storing something, or by counting otherwise."""
    dry = send(service, data, media, dry_run=1).json
    assert service.store.games() == []
    assert {player["state"] for player in dry["players"]} == {"new"}
    assert send(service, data, media).json == dry
    assert len(service.store.games()) == dry["games"] > 0


def test_a_fault_names_its_line_and_nothing_is_stored(service: Service) -> None:
    """Unless the others are chosen; a dry run answers all the same."""
    refused = send(service, CSV + BAD)
    assert (refused.status_code, refused.json["type"]) == (422, "/problems/invalid-plays")
    fault = {"pointer": "/score", "detail": "'four' is not a number", "where": "body", "line": 5}
    assert refused.json["errors"] == [fault]
    assert refused.json["detail"].startswith("1 field keeps plays from being imported. The first: Line 5, score")
    assert service.store.games() == []
    dry = send(service, CSV + BAD, dry_run=1)
    assert (dry.status_code, dry.json["games"], dry.json["faults"]) == (200, 2, [fault])
    chosen = send(service, CSV + BAD, partial=1).json
    assert (chosen["games"], chosen["fault_count"]) == (2, 1)


def test_what_is_wrong_in_json_has_a_pointer(service: Service) -> None:
    file = bgstats({"playerScores": [part(1), part(2, "600000")]})
    (fault,) = send(service, file, "application/json").json["errors"]
    assert fault["pointer"] == "/plays/0/playerScores/1/score"


@pytest.mark.parametrize(
    ("query", "pointer"),
    [
        ({"time_zone": "Mars/Olympus"}, "/time_zone"),
        ({"date_pattern": "%d.%d.%Y"}, "/date_pattern"),
        ({"date_pattern": "%d.%m.%Y", "format": "bgg"}, "/date_pattern"),
        ({"scoring": "most"}, "/scoring"),
    ],
)
def test_parameters_that_mean_nothing_are_refused(service: Service, query: dict[str, str], pointer: str) -> None:
    answer = send(service, CSV, **query)
    assert (answer.status_code, answer.json["errors"][0]["pointer"]) == (422, pointer)


def test_a_file_that_is_too_large_is_refused(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """One of more than a MiB, as other bodies may have, is read."""
    large = CSV + (" " * 1_023 + "\n") * 1_030
    assert send(service, large).json["games"] == 2
    monkeypatch.setattr(reading, "MOST_BYTES", 1 << 20)
    refused = send(service, large)
    assert (refused.status_code, refused.json["type"]) == (413, "/problems/plays-too-large")
