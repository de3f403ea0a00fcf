"""Who may see what: a view is the fold of the effects as a viewer sees them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from projections.errors import BadViewer, TableCovered
from rulesets.kit.structs import ABANDONED, SPECTATOR, TABLE, Action, Effect, Viewer

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from events import Game, Status
    from rulesets.kit.phases import GameOver, Seat
    from rulesets.kit.structs import StoredAction

_NAME = re.compile(r"\{(\d)\}")


def need_seat(game: Game, viewer: Viewer) -> None:
    """Refuse a viewer that is not a seat of the game. Raises BadViewer."""
    if isinstance(viewer, int) and not 1 <= viewer <= len(game.seats):
        raise BadViewer(viewer, len(game.seats))


def parse_viewer(text: str) -> Viewer:
    """`table`, `spectator` or the number of a seat. Raises BadViewer."""
    if text == TABLE:
        return TABLE
    if text == SPECTATOR:
        return SPECTATOR
    if re.fullmatch(r"[1-9]", text):
        return int(text)
    raise BadViewer(text, 9)


def is_open(game: Game) -> bool:
    """Whether the table may see all: it enters what chance tells, or the game is over."""
    return game.chance == "table" or game.summary.status != "running"


def status_of(over: GameOver | None) -> Status:
    """The status of a game that is over so, or not yet."""
    if over is None:
        return "running"
    return "abandoned" if over.reason == ABANDONED else "finished"


def viewer_of(game: Game, asked: Viewer | None, seat: int | None = None) -> Viewer:
    """Who looks: as asked for, else the table, and where that may not see all, the seat that acts or a spectator.

    Raises BadViewer, TableCovered.
    """
    if asked is None:
        return TABLE if is_open(game) else seat or SPECTATOR
    need_seat(game, asked)
    if asked == TABLE and not is_open(game):
        raise TableCovered
    return asked


def seen(effects: Sequence[Effect[Any]], viewer: Viewer) -> Sequence[Effect[Any]]:
    """Effects as a viewer may know them."""
    return effects if viewer == TABLE else [effect.seen_by(viewer) for effect in effects]


def seen_action(action: StoredAction, viewer: Viewer, seat: Seat | None) -> StoredAction:
    """The action of a seat as a viewer may know it."""
    return action.seen_by(viewer, seat) if isinstance(action, Action) and seat and viewer != TABLE else action


def names(game: Game) -> dict[int, str]:
    """What the seats are called: the player's name where it is known, else the number."""
    return {seated.seat: seated.name or f"Seat {seated.seat}" for seated in game.seats}


def with_names(text: str, called: Mapping[int, str]) -> str:
    """A sentence with `{2}` replaced by what seat 2 is called."""
    return _NAME.sub(lambda match: called.get(int(match[1]), f"Seat {match[1]}"), text)
