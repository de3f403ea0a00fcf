"""Viewers of requests, and events as one viewer may see them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec import UNSET, Raw

from api.errors import TableOnly, UnknownVersion
from api.rest import shapes
from projections import parse_viewer, views
from rulesets.kit.structs import TABLE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from uuid import UUID

    from api.service import Service
    from events import Event, Game
    from rulesets.kit.structs import Viewer


AS_THE_TABLE = "Leave `viewer` out, or ask as the table (`viewer=table`)."


def viewer_of(game: Game, text: str | None, seat: int | None = None) -> Viewer:
    """The viewer of a request; `seat` is the one that acts or is named. Raises BadViewer, TableCovered."""
    return views.viewer_of(game, None if text is None else parse_viewer(text), seat)


def need_viewer(service: Service, game_id: UUID, text: str | None) -> None:
    """Refuse a viewer who may not see the answer, before anything is stored. Raises BadViewer, TableCovered."""
    if text is not None:
        viewer_of(service.library.game(game_id), text)


def need_table(game: Game, text: str | None, detail: str) -> None:
    """Refuse any viewer but the table, if the players roll. Raises BadViewer, TableOnly with this detail.

    If Tabletale deals, what only the table may do is refused later anyway.
    """
    if text not in (None, TABLE) and viewer_of(game, text) != TABLE and game.chance == "table":
        raise TableOnly(detail).advise(AS_THE_TABLE)


def need_version(game: Game, version: int | None) -> None:
    """Refuse a line that does not exist. Raises UnknownVersion."""
    if version is not None and version > game.version:
        there_are = f"The game has versions 1 to {game.version}; `line` must be one of them."
        raise UnknownVersion(there_are).advise("Choose `line` from GET /v1/games/{id}/lines, or leave it out.")


def event_shapes(
    service: Service, game: Game, found: Iterable[Event], viewer: Viewer, *, new: bool = False
) -> Iterator[shapes.Event]:
    """Stored events as the viewer may see them; until the game is finished, only the table sees rolls and draws.

    The boards after `new` ones are cached. The table gets new events as they are stored, unless an older version of
    the ruleset stored them: a request may be sent again after an upgrade.
    """
    ruleset = service.library.ruleset(game)
    sees_all = service.library.effective_viewer(game, viewer) == TABLE
    read = service.library.read_new if new else service.library.read
    for event in found:
        step = read(game, event, viewer)
        if new and sees_all and not ruleset.upcasters.needed(event.ruleset_version):
            action, effects = event.action, event.effects
        else:
            action, effects = ruleset.encode(step.action), ruleset.encode(step.effects)
        yield shapes.Event(
            game=game.id,
            position=event.position,
            version=event.version,
            parent=event.parent,
            kind=event.kind,
            seat=event.seat,
            by=event.by,
            action=None if step.action is None else Raw(action.encode()),
            effects=Raw(effects.encode()),
            outcomes=msgspec.json.decode(event.outcomes) if sees_all else UNSET,
            text=step.text,
            recorded_at=shapes.time_of(event.recorded_at),
            occurred_at=None if event.occurred_at is None else shapes.time_of(event.occurred_at),
            hash=event.hash.hex(),
        )
