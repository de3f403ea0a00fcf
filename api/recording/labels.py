"""Labels of the lines of a game."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from events import Repeated

if TYPE_CHECKING:
    from uuid import UUID

    from events import Game, Request
    from projections import Library
    from projections.paths import Version


class NoLine(Exception):
    """The game has no line of that name."""

    def __init__(self, line: Version) -> None:
        super().__init__(f"no line of this game begins with version {line}")


def label_line(
    library: Library,
    game_id: UUID,
    line: Version,
    label: str | None,
    *,
    expected: int | None = None,
    request: Request | None = None,
) -> Game:
    """Label a line, or remove its label. Raises UnknownGame, NoLine, Stale, KeyReused."""
    game = library.game(game_id)
    if line not in library.tree(game).lines():
        raise NoLine(line)
    if request and library.store.answered(request):
        return game
    with suppress(Repeated):
        library.store.label_line(game_id, line, label, expected=expected, request=request)
    return game
