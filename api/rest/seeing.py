"""Events and boards as one viewer may see them, in the shapes of the interface."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec import UNSET, Raw

from api.rest import shapes
from projections import BadViewer, parse_viewer
from rulesets.kit.structs import TABLE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from api.service import Service
    from events import Event, Game
    from rulesets.kit.structs import Viewer


def viewer_of(game: Game, text: str) -> Viewer:
    """Who looks at a game. Raises BadViewer where the game has no such seat."""
    return viewer_among(len(game.seats), text)


def viewer_among(seats: int, text: str) -> Viewer:
    """Who looks at a game of so many seats. Raises BadViewer."""
    viewer = parse_viewer(text)
    if isinstance(viewer, int) and viewer > seats:
        raise BadViewer(viewer, seats)
    return viewer


def event_shapes(service: Service, game: Game, found: Iterable[Event], viewer: Viewer) -> Iterator[shapes.Event]:
    """Stored events as the viewer may see them; until the game is finished, only the table sees outcomes of chance."""
    ruleset = service.library.ruleset(game)
    sees_all = service.library.effective(game, viewer) == TABLE
    for event in found:
        step = service.library.read(game, event, viewer)
        yield shapes.Event(
            game=game.id,
            position=event.position,
            version=event.version,
            parent=event.parent,
            kind=event.kind,
            seat=event.seat,
            by=event.by,
            action=None if step.action is None else Raw(ruleset.encode(step.action).encode()),
            effects=Raw(ruleset.encode(step.effects).encode()),
            outcomes=msgspec.json.decode(event.outcomes) if sees_all else UNSET,
            text=step.text,
            recorded_at=shapes.time_of(event.recorded_at),
            occurred_at=None if event.occurred_at is None else shapes.time_of(event.occurred_at),
            hash=event.hash.hex(),
        )
