"""Two services of one log are followed while connections are interrupted and services are restarted."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

from tests.api.serving import serving
from tests.following.following import Follower, enter, new_game

if TYPE_CHECKING:
    from pathlib import Path

    from tests.api.serving import Running


def following_faults(folder: Path, database: str, *, events: int, cuts: int) -> list[str]:
    """The faults that clients saw while two services stored events in turn, and were restarted midway.

    One client follows each service, and reconnects `cuts` times.
    """
    half, followers = events // 2, []
    with ExitStack() as services:
        pair = [_start_service(services, folder, database) for _ in range(2)]
        game = new_game(pair[0])
        for service in pair:
            followers.append(Follower(service.port, game, until=events + 1, reconnect_every=events // (cuts + 1)))
            followers[-1].start()
        for _ in enter(pair, game, half):
            pass
    with ExitStack() as services:
        pair = [_start_service(services, folder, database) for _ in range(2)]
        for follower, service in zip(followers, pair, strict=True):
            follower.port = service.port
        for _ in enter(pair, game, events, first=half):
            pass
        for follower in followers:
            follower.join()
    return [fault for follower in followers for fault in _faults(follower, events, cuts)]


def _start_service(services: ExitStack, folder: Path, database: str) -> Running:
    return services.enter_context(serving(folder, options=("--database", database, "--migrate")))


def _faults(follower: Follower, events: int, cuts: int) -> list[str]:
    whole = list(range(2, events + 2))
    found = [] if follower.seen == whole else [f"saw {len(follower.seen)} events of {events}, not each once in order"]
    return found if follower.disconnects > cuts else [*found, f"was cut off {follower.disconnects} times only"]
