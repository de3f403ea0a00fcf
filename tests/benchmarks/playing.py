"""Random games of which each action is sent as a POST."""

from __future__ import annotations

from random import Random
from time import perf_counter
from typing import TYPE_CHECKING
from uuid import UUID

import msgspec

if TYPE_CHECKING:
    from collections.abc import Callable

    from api.service import Service
    from tests.api.client import Client


class Playing:
    """Random games of a ruleset, one after the other: each action is chosen here, and sent by `post`."""

    def __init__(self, service: Service, ruleset: str, post: Callable[[str, bytes], bytes]) -> None:
        self._service, self._post, self._rng = service, post, Random(1)
        self._ruleset = service.rulesets[ruleset]
        self._game = ""

    def act(self) -> float:
        """Take an action. Returns the seconds that its POST took."""
        library = self._service.library
        while not (self._game and (game := library.game(UUID(self._game))).summary.waiting_for):
            new = {"ruleset": self._ruleset.name, "chance": "server", "seats": [{"name": "Ann"}, {"name": "Bob"}]}
            self._game = msgspec.json.decode(self._post("/v1/games", msgspec.json.encode(new)))["id"]
        seat = self._rng.choice(game.summary.waiting_for)
        legal = self._ruleset.legal_actions(library.head(game), seat)
        body = self._ruleset.encode({"seat": seat, "action": self._rng.choice(list(legal))}).encode()
        begin = perf_counter()
        self._post(f"/v1/games/{self._game}/actions", body)
        return perf_counter() - begin


def through(client: Client) -> Callable[[str, bytes], bytes]:
    """POST through WSGI, in this process. Returns the answer as it was sent: a client's time to read it is not ours."""

    def post(path: str, body: bytes) -> bytes:
        answer = client.post(path, data=body, content_type="application/json")
        assert answer.status_code == 201, answer.json
        sent: bytes = answer.data
        return sent

    return post
