"""Who may see what: a view is the fold of the effects as a viewer sees them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from projections.errors import BadViewer
from rulesets.kit.structs import SPECTATOR, TABLE, Effect, Viewer

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from events import Game

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


def seen(effects: Sequence[Effect[Any]], viewer: Viewer) -> Sequence[Effect[Any]]:
    """Effects as a viewer may know them."""
    return effects if viewer == TABLE else [effect.seen_by(viewer) for effect in effects]


def names(game: Game) -> dict[int, str]:
    """What the seats are called: the player's name where it is known, else the number."""
    return {seated.seat: seated.name or f"Seat {seated.seat}" for seated in game.seats}


def with_names(text: str, called: Mapping[int, str]) -> str:
    """A sentence with `{2}` replaced by what seat 2 is called."""
    return _NAME.sub(lambda match: called.get(int(match[1]), f"Seat {match[1]}"), text)
