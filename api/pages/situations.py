"""Where the record page asks for a move: at the head of a game, or after moves that are not stored yet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from msgspec.structs import replace

from projections import names, seen, with_names
from rulesets.kit.play import fold

if TYPE_CHECKING:
    from collections.abc import Sequence

    from api.recording.decide import Decided
    from events import Game
    from projections import Library
    from rulesets.kit.phases import Board
    from rulesets.kit.structs import Effect, Viewer
    from rulesets.kit.svg import Arrangement, Scene


class Position(Protocol):
    """A board and the event that led to it, as each viewer may see them."""

    def board(self, viewer: Viewer) -> Board:
        """The board."""

    def scene(self, viewer: Viewer, arrangement: Arrangement) -> Scene[Any]:
        """What its picture shows."""

    def sentence(self, viewer: Viewer) -> str:
        """The sentence of the last event."""


class AtHead:
    """The head of a game."""

    def __init__(self, library: Library, game: Game) -> None:
        self.library, self.game = library, game

    def board(self, viewer: Viewer) -> Board:
        """The board at the head."""
        return self.library.head(self.game, viewer)

    def scene(self, viewer: Viewer, arrangement: Arrangement) -> Scene[Any]:
        """What its picture shows."""
        return self.library.scene(self.game, self.game.summary.head, viewer, named=True, arrangement=arrangement)

    def sentence(self, viewer: Viewer) -> str:
        """The sentence of the last event."""
        return self.library.step(self.game, self.game.summary.head, viewer).text


class Supposed(AtHead):
    """After actions from an earlier head of a game; nothing of them is stored."""

    def __init__(self, library: Library, game: Game, decided: Sequence[Decided]) -> None:
        """`decided` has at least one action."""
        super().__init__(library, game)
        self.decided = decided
        self._around: dict[Viewer, tuple[Board, Board]] = {}

    def board(self, viewer: Viewer) -> Board:
        """The board after the last of them."""
        return self._around_last(viewer)[1]

    def _around_last(self, viewer: Viewer) -> tuple[Board, Board]:
        """The boards before and after the last of them. O(actions), once for each viewer."""
        if viewer not in self._around:
            before = super().board(viewer)
            for each in self.decided[:-1]:
                before = fold(before, seen(each.play.effects, viewer))
            self._around[viewer] = before, fold(before, self._last(viewer))
        return self._around[viewer]

    def _last(self, viewer: Viewer) -> tuple[Effect[Any], ...]:
        return tuple(seen(self.decided[-1].play.effects, viewer))

    def scene(self, viewer: Viewer, arrangement: Arrangement) -> Scene[Any]:
        """What its picture shows, with rings on what the last of them touched."""
        (before, board), effects = self._around_last(viewer), self._last(viewer)
        touched = frozenset(touch for effect in effects for touch in effect.touches())
        scene = super().scene(viewer, arrangement)
        return replace(scene, board=board, before=before, effects=effects, touched=touched)

    def sentence(self, viewer: Viewer) -> str:
        """The sentence of the last of them."""
        before, _ = self._around_last(viewer)
        return with_names(self.library.ruleset(self.game).sentence(before, self._last(viewer)), names(self.game))
