"""Who may see what. The board of a viewer is folded from the effects as that viewer may see them."""

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

_NAME = re.compile(r"\{(\d{1,2})\}")

MOST_SEATS = 99
"""Numbers of seats have at most two digits."""


def check_seat(game: Game, viewer: Viewer) -> None:
    """Raise BadViewer if a viewer is a number that is no seat of the game."""
    if isinstance(viewer, int) and not 1 <= viewer <= len(game.seats):
        raise BadViewer(viewer, len(game.seats))


def parse_viewer(text: str) -> Viewer:
    """`table`, `spectator` or the number of a seat. Raises BadViewer."""
    if text == TABLE:
        return TABLE
    if text == SPECTATOR:
        return SPECTATOR
    if re.fullmatch(r"[1-9][0-9]?", text):
        return int(text)
    raise BadViewer(text, MOST_SEATS)


def is_open(game: Game) -> bool:
    """Whether the table may see everything: it rolls and deals itself, or the game is over."""
    return game.chance == "table" or game.summary.status != "running"


def status_of(over: GameOver | None) -> Status:
    """The status of a game, given how it ended; None means that it is running."""
    if over is None:
        return "running"
    return "abandoned" if over.reason == ABANDONED else "finished"


def viewer_of(game: Game, asked: Viewer | None, seat: int | None = None) -> Viewer:
    """The viewer: `asked` if given, else the table if it may see everything, else `seat` or a spectator.

    Raises BadViewer, TableCovered.
    """
    if asked is None:
        return TABLE if is_open(game) else seat or SPECTATOR
    check_seat(game, asked)
    if asked == TABLE and not is_open(game):
        raise TableCovered
    return asked


def seen(effects: Sequence[Effect[Any]], viewer: Viewer) -> Sequence[Effect[Any]]:
    """Effects as a viewer may see them."""
    return effects if viewer == TABLE else [effect.seen_by(viewer) for effect in effects]


def seen_action(action: StoredAction, viewer: Viewer, seat: Seat | None) -> StoredAction:
    """The action of a seat as a viewer may see it."""
    return action.seen_by(viewer, seat) if isinstance(action, Action) and seat and viewer != TABLE else action


def names(game: Game) -> dict[int, str]:
    """The names of the seats: the name of the player if it is known, else "Seat 2"."""
    return {seated.seat: seated.name or f"Seat {seated.seat}" for seated in game.seats}


def with_names(text: str, seat_names: Mapping[int, str]) -> str:
    """A text in which `{2}` is replaced by the name of seat 2."""
    return _NAME.sub(lambda match: seat_names.get(int(match[1]), f"Seat {match[1]}"), text)
