"""Files and plays for the tests, and the shortest way from one to the games of a log."""

from __future__ import annotations

from datetime import UTC
from io import BytesIO
from typing import Any

import msgspec

from api.plays.fields import Calendar
from api.plays.planning import Choices, Plan, plan
from api.plays.play import Reading, Source
from api.plays.reading import open_plays
from api.plays.storing import store_games
from api.service import Service
from events import Game

CALENDAR = Calendar(UTC)


def read(text: str | bytes, source: Source | None = None, calendar: Calendar = CALENDAR) -> Reading:
    data = text.encode() if isinstance(text, str) else text
    return open_plays(BytesIO(data), source).read(calendar)


def faults(reading: Reading | Plan) -> list[str]:
    return [str(fault) for fault in reading.faults]


def losses(reading: Reading | Plan) -> list[str]:
    return [str(loss) for loss in reading.losses]


def planned(service: Service, text: str | bytes, **choices: Any) -> Plan:
    return plan(service.store, read(text), Choices(**choices))


def imported(service: Service, text: str | bytes, **choices: Any) -> list[Game]:
    """The games that a file becomes, in the order of their dates; none of its plays has a fault."""
    found = planned(service, text, **choices)
    assert faults(found) == []
    store_games(service.library, found.games, lambda done, of: None)
    return [service.library.game(game.id) for game in found.games]


def scores(game: Game) -> list[float]:
    return [score for _, score in game.summary.standing]


def winners(game: Game) -> tuple[int, ...]:
    assert game.summary.result
    return game.summary.result.winners


def names(game: Game) -> list[str | None]:
    return [seated.name for seated in game.seats]


def bgstats(*plays: dict[str, Any], **lists: Any) -> bytes:
    """An export of BG Stats with these plays, which are of title 1 with players 1 to 3 unless they say otherwise."""
    file: dict[str, Any] = {
        "games": [{"id": 1, "uuid": "g1", "name": "Hills", "highestWins": True}],
        "players": [
            {"id": each, "uuid": f"p{each}", "name": name} for each, name in enumerate(("Ann", "Ben", "Cy"), 1)
        ],
        "locations": [{"id": 1, "uuid": "l1", "name": "Kiel"}],
        "plays": [{**play(), "uuid": f"play-{number}", **each} for number, each in enumerate(plays, 1)],
    }
    return msgspec.json.encode(file | lists)


def play() -> dict[str, Any]:
    return {
        "playDate": "2025-03-02 19:30:00",
        "durationMin": 45,
        "gameRefId": 1,
        "playerScores": [part(1, "5", True), part(2, "3")],
    }


def part(player: int, score: object = "", winner: bool = False, **more: Any) -> dict[str, Any]:
    return {"playerRefId": player, "score": score, "winner": winner, **more}


def bgg(plays: str) -> str:
    return f'<?xml version="1.0" encoding="utf-8"?>\n<plays username="ann" total="1" page="1">\n{plays}\n</plays>\n'
