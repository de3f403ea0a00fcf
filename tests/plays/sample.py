"""Files of plays for the tests: an export of BG Stats of any length, always the same for the same number."""

from __future__ import annotations

from datetime import datetime, timedelta
from random import Random
from typing import Any
from uuid import UUID

import msgspec

TITLES, PLAYERS, PLACES = 60, 40, 8
EVENING = datetime(2024, 1, 2, 19, 30)


def uuid(rng: Random) -> str:
    """A random UUID, as BG Stats makes them."""
    return str(UUID(int=rng.getrandbits(128), version=4))


def file_of(plays: int, seed: int = 1) -> dict[str, Any]:
    """An export with so many plays, of 60 games with 40 players: with points, win or lose, in teams, together."""
    rng = Random(seed)
    games = [game(rng, number) for number in range(1, TITLES + 1)]
    players = [{"id": each, "uuid": uuid(rng), "name": f"Player {each}"} for each in range(1, PLAYERS + 1)]
    players.append({"id": PLAYERS + 1, "uuid": uuid(rng), "name": "Anonymous player", "isAnonymous": True})
    locations = [{"id": each, "uuid": uuid(rng), "name": f"Place {each}"} for each in range(1, PLACES + 1)]
    return {
        "games": games,
        "players": players,
        "locations": locations,
        "plays": [play(rng, rng.choice(games), number) for number in range(plays)],
        "userInfo": {"meRefId": 1},
    }


def game(rng: Random, number: int) -> dict[str, Any]:
    return {
        "id": number,
        "uuid": uuid(rng),
        "name": f"Game {number}",
        "bggId": 1_000 + number,
        "noPoints": number % 7 == 0,
        "highestWins": number % 5 != 0,
        "cooperative": number % 11 == 0,
        "usesTeams": number % 13 == 0,
    }


def play(rng: Random, title: dict[str, Any], number: int) -> dict[str, Any]:
    count = rng.randint(2, 5)
    who = rng.sample(range(1, PLAYERS + 2), count)
    points = [rng.randint(0, 120) for _ in who]
    if title["cooperative"]:
        winners = who if rng.random() < 0.5 else []
    else:
        best = max(points) if title["highestWins"] else min(points)
        winners = [each for each, score in zip(who, points, strict=True) if score == best]
    return {
        "uuid": uuid(rng),
        "playDate": f"{EVENING + timedelta(hours=number // 8 * 24 % (24 * 700) + number % 8)}",
        "durationMin": rng.choice([0, 30, 45, 90]),
        "gameRefId": title["id"],
        "locationRefId": rng.randint(0, PLACES),
        "ignored": number % 50 == 49,
        "usesTeams": title["usesTeams"],
        "comments": f"Evening {number}" if number % 4 == 0 else "",
        "rating": number % 10,
        "playerScores": [
            {
                "playerRefId": each,
                "score": "" if title["noPoints"] else str(score),
                "winner": each in winners,
                "startPlayer": index == 0 and number % 3 == 0,
                "seatOrder": index + 1,
                "role": f"Role {rng.randint(1, 6)}" if number % 6 == 0 else "",
                "team": "" if not title["usesTeams"] else "AB"[index % 2],
            }
            for index, (each, score) in enumerate(zip(who, points, strict=True))
        ],
    }


def encoded(file: dict[str, Any]) -> bytes:
    return msgspec.json.encode(file)
