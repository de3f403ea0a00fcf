"""New events of a game, each on top of the one before, and the boards after them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from events import NewEvent, Result, Summary
from projections import board_hash, seen, status_of
from rulesets.kit.phases import Board
from rulesets.kit.play import fold
from rulesets.kit.structs import SPECTATOR

if TYPE_CHECKING:
    from collections.abc import Sequence

    from api.recording.decide import Decided
    from events import Game
    from projections import Library
    from projections.paths import Version
    from rulesets.kit.outcomes import Outcome
    from rulesets.kit.phases import Seat
    from rulesets.kit.play import Play
    from rulesets.kit.ruleset import Ruleset
    from rulesets.kit.structs import Effect

HASH_EVERY = 50
"""Every such version stores the hash of its board; so does the event that ends a game."""


class NewLine:
    """Events to be appended to a game, from a version of it on."""

    def __init__(self, ruleset: Ruleset[Any], board: Board, public: Board, head: Version, by: str | None) -> None:
        """`public` is the board as a spectator sees it. `head` is the last version of the game."""
        self.ruleset = ruleset
        self.head = head
        self.by = by
        self.board = board
        self.events: list[NewEvent] = []
        self.tainted = False
        self._public = public
        self._last = head
        self._boards: list[tuple[Version, Board, Board, Sequence[Effect[Any]]]] = []

    @classmethod
    def from_version(cls, library: Library, game: Game, head: Version, by: str | None) -> NewLine:
        """A line of a stored game."""
        line = cls(library.ruleset(game), library.board(game, head), library.public_board(game, head), head, by)
        line.tainted = game.summary.tainted if head == game.summary.head else library.is_adjusted(game, head)
        line._last = game.version
        return line

    def mark(self, marker: NewEvent) -> None:
        """Begin with an undo or redo to the version that the line starts from."""
        self.events.append(marker)

    def take(self, decided: Decided) -> None:
        """Add a decided action."""
        entry, text, play, kind = decided
        self.add(kind, entry.seat or None, text, play, entry.occurred_at)

    def add(
        self,
        kind: Literal["play", "end", "adjust"],
        seat: Seat | None,
        text: str,
        play: Play[Any],
        occurred_at: int | None = None,
    ) -> None:
        """Add an event: `text` is its action as it is stored, `play` what follows from it."""
        version = self._last + len(self.events) + 1
        self.tainted |= kind == "adjust"
        self.board, self._public = play.board, fold(self._public, seen(play.effects, SPECTATOR))
        hashed = not version % HASH_EVERY or self.ruleset.over(self.board) is not None
        self.events.append(
            event_of(
                self.ruleset,
                kind,
                self.head,
                seat,
                text,
                play.chance.outcomes,
                play.effects,
                by=self.by,
                occurred_at=occurred_at,
                hashed=self.board if hashed else None,
            )
        )
        self.head = version
        self._boards.append((version, self.board, self._public, play.effects))

    def summary(self) -> Summary:
        """The state of the game at the end of the line, which is its head and its tip."""
        return summary_of(self.ruleset, self.board, self._public, self.head, tainted=self.tainted)

    def keep(self, library: Library, game: Game) -> None:
        """Cache the boards and the effects, when the events are stored."""
        for version, board, public, effects in self._boards:
            library.cache_boards(game, version, board, public)
            library.cache_effects(game, version, effects)


def event_of(
    ruleset: Ruleset[Any],
    kind: Literal["start", "play", "end", "adjust"],
    parent: Version,
    seat: Seat | None,
    action: str,
    outcomes: Sequence[Outcome],
    effects: Sequence[Effect[Any]],
    *,
    by: str | None,
    occurred_at: int | None = None,
    hashed: Board | None = None,
) -> NewEvent:
    """The event of a decision. `hashed` is the board after it, if its hash is stored."""
    return NewEvent(
        kind=kind,
        parent=parent,
        seat=seat,
        by=by,
        action=action,
        outcomes=ruleset.encode(outcomes),
        effects=ruleset.encode(effects),
        ruleset_version=ruleset.version,
        occurred_at=occurred_at,
        board_hash=board_hash(ruleset, hashed) if hashed else None,
    )


def marker_of(
    ruleset: Ruleset[Any],
    kind: Literal["undo", "redo"],
    head: Version,
    *,
    seat: Seat | None,
    by: str | None,
    occurred_at: int | None = None,
) -> NewEvent:
    """An undo or redo that leads to `head`."""
    return NewEvent(
        kind=kind,
        parent=head,
        seat=seat,
        by=by,
        action="null",
        ruleset_version=ruleset.version,
        occurred_at=occurred_at,
    )


def summary_of(
    ruleset: Ruleset[Any],
    board: Board,
    public: Board,
    head: Version,
    *,
    tip: Version | None = None,
    tainted: bool = False,
) -> Summary:
    """The state of a game, computed on a spectator's board, since the list of games shows it to everybody.

    `tainted`: the board was adjusted by hand before the head.
    """
    over = ruleset.over(board)
    shown = board if over else public
    return Summary(
        head=head,
        tip=head if tip is None else tip,
        status=status_of(over),
        round=shown.round,
        turn=shown.turn,
        waiting_for=ruleset.waiting_for(shown),
        standing=ruleset.standing(shown),
        result=Result(winners=over.winners, reason=over.reason) if over else None,
        tainted=tainted,
    )
