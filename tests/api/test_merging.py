"""Two profiles of one person are merged: over HTTP, in games, and in statistics."""

from __future__ import annotations

from uuid import uuid4

import pytest
from msgspec.structs import replace

from api.settings import Settings
from tests.api.client import Answer, Client
from tests.api.conftest import TACTICS, begin, record, refused

WINS = f"/v1/statistics/player_profile?ruleset={TACTICS}&min_n=1"


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """Settings with which statistics read the log on every request."""
    return replace(settings, statistics_refresh=0)


def profile(client: Client, name: str) -> str:
    """Create a profile; returns its id."""
    return str(client.post("/v1/players", json={"name": name}).json["id"])


def seated(client: Client, game: str) -> list[str | None]:
    """The names in the seats of a game."""
    return [seat["name"] for seat in client.get(f"/v1/games/{game}").json["seats"]]


def test_a_merge_gives_the_seats_to_the_other_player(client: Client) -> None:
    games = [begin(client, seats=[{"name": name}, {"name": "Ben"}]) for name in ("Ada", "Adah")]
    ada, adah = (client.get(f"/v1/games/{game}").json["seats"][0]["player"] for game in games)
    answer = client.post(f"/v1/players/{ada}/merge", json={"into": adah})
    assert answer.status_code == 200
    assert answer.json == client.get(f"/v1/players/{adah}").json
    assert [seated(client, game) for game in games] == [["Adah", "Ben"]] * 2
    assert [player["name"] for player in client.get("/v1/players").json["items"]] == ["Ben", "Adah"]


def test_the_old_address_redirects_to_the_merged_player(client: Client) -> None:
    """A read is redirected; a write is refused, since it may not be what was meant."""
    game = begin(client)
    ada, adah = client.get(f"/v1/games/{game}").json["seats"][0]["player"], profile(client, "Adah")
    client.post(f"/v1/players/{ada}/merge", json={"into": adah})
    moved = client.get(f"/v1/players/{ada}")
    assert (moved.status_code, moved.headers["Location"]) == (308, f"/v1/players/{adah}")
    assert moved.json == {"into": adah}
    assert client.get(f"/v1/players/{ada}", follow_redirects=True).json["name"] == "Adah"
    for answer in (client.patch(f"/v1/players/{ada}", json={"name": "x"}), client.delete(f"/v1/players/{ada}")):
        assert adah in refused(answer, 409, "player-merged")["detail"]
    for id in (ada, adah):
        assert [item["id"] for item in client.get(f"/v1/games?player={id}").json["items"]] == [game]
    seat = client.patch(f"/v1/games/{game}", json={"seats": [{"seat": 2, "player": ada}]})
    assert adah in refused(seat, 422, "invalid-request")["detail"]


def test_statistics_follow_a_merge(client: Client) -> None:
    """Finished games count for the remaining profile, also under the old id."""
    games = [record(client, seed, seats=[{"name": name}, {"name": "Ben"}]) for seed, name in ((1, "Ada"), (2, "Adah"))]
    ada, adah = (client.get(f"/v1/games/{game}").json["seats"][0]["player"] for game in games)
    counted = {row["what"]: row["n"] for row in wins(client)}
    assert (counted[ada], counted[adah]) == (1, 1)
    client.post(f"/v1/players/{ada}/merge", json={"into": adah})
    counted = {row["what"]: row["n"] for row in wins(client)}
    assert counted[adah] == 2
    assert ada not in counted
    assert wins(client, f"&player={ada}") == wins(client, f"&player={adah}")


def wins(client: Client, more: str = "") -> list[dict[str, object]]:
    rows: list[dict[str, object]] = client.get(WINS + more).json["rows"]
    return [row for row in rows if row["row"] == "wins"]


def test_an_invalid_merge_is_refused_with_its_reason(client: Client) -> None:
    """A profile cannot be merged into itself, with an unknown or deleted player, or twice."""
    ada, adah, ben, gone = (profile(client, name) for name in ("Ada", "Adah", "Ben", "Cleo"))
    client.delete(f"/v1/players/{gone}")
    client.post(f"/v1/players/{ada}/merge", json={"into": adah})

    def merge(player: object, into: object) -> Answer:
        return client.post(f"/v1/players/{player}/merge", json={"into": str(into)})

    def fault(player: object, into: object) -> tuple[str, str]:
        (error,) = refused(merge(player, into), 422, "invalid-request")["errors"]
        return error["pointer"], error["detail"]

    pointer, detail = fault(ben, ben)
    assert (pointer, "the same player" in detail) == ("/into", True)
    for nobody in (gone, uuid4()):
        refused(merge(nobody, ben), 404, "unknown-player")
        pointer, detail = fault(ben, nobody)
        assert (pointer, str(nobody) in detail) == ("/into", True)
    problem = refused(merge(ada, ben), 409, "player-merged")
    assert adah in problem["detail"]
    pointer, detail = fault(ben, ada)
    assert (pointer, adah in detail) == ("/into", True)
    assert fault(ben, "Ada")[0] == "/into"
    refused(client.post(f"/v1/players/{ben}/merge", json={}), 422, "invalid-request")
    refused(client.post(f"/v1/players/{ben}/merge", json={"into": adah, "now": True}), 422, "invalid-request")
    refused(client.post("/v1/players/x/merge", json={"into": adah}), 404, "unknown-player")
    assert [player["name"] for player in client.get("/v1/players").json["items"]] == ["Adah", "Ben"]
