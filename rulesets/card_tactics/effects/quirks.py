"""Quirks: what takes place in the midst of something else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from msgspec.structs import replace

from rulesets.card_tactics.board import Board
from rulesets.card_tactics.effects.rows import stopped_row, unit_row
from rulesets.card_tactics.ids import card_id, kind_id, quirk_id
from rulesets.card_tactics.names import quirk_name, quirk_owner
from rulesets.card_tactics.phases import Acted, Attacking, Ending, Fired, Following, Offering, Pending, Triggering
from rulesets.card_tactics.pieces import CardId, Used
from rulesets.kit.phases import Seat
from rulesets.kit.structs import Effect

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulesets.kit.facts import Fact

Limit = Literal["none", "action", "round", "combat", "game"]


def key_of(fired: Fired) -> str:
    """What a quirk is remembered by: of a roll that it was set off by, and while it is under way."""
    return f"{fired.owner} {fired.quirk}"


class QuirksTriggered(Effect[Board], frozen=True):
    """Quirks take place before play continues; in order, but for ties."""

    silent = dict.fromkeys(("queue", "by", "ending"), "each quirk that takes place, or may, is a row then")
    queue: tuple[Fired, ...]
    by: tuple[str, ...] = ()
    """Quirks that led to these."""
    ending: bool = False
    """Whether they take place because the action has ended: once, and Bleed comes next."""

    def apply(self, board: Board) -> Board:
        then = board.pending
        if self.ending:
            assert isinstance(then, Acted | Ending)
            then = Ending(then.unit, "bleed")
        elif isinstance(then, Attacking) and then.step == "rolled":
            then = replace(then, asked=(*then.asked, *map(key_of, self.queue)))
        return replace(board, pending=Triggering(self.queue, then, (), self.by))

    def touches(self) -> tuple[str, ...]:
        return tuple(card_id(fired.owner) for fired in self.queue)

    def facts(self, board: Board) -> Iterable[Fact]:
        return ()


class _QuirkEffect(Effect[Board], frozen=True):
    """Of a quirk, by its address, and of the unit whose it is."""

    owner: CardId
    quirk: str

    def touches(self) -> tuple[str, ...]:
        return (card_id(self.owner),)

    def facts(self, board: Board) -> Iterable[Fact]:
        return (unit_row(board, self.owner, source=quirk_id(self.quirk)),)


class QuirkStarted(_QuirkEffect, frozen=True):
    """A quirk takes place."""

    title = "Quirk took place"
    silent = {"limit": "printed on the card", "seat": "the decision tells it"}
    subject: CardId = ""
    limit: Limit = "none"
    seat: Seat = 0
    """Who chose to use it; nobody where it takes place by itself."""

    def apply(self, board: Board) -> Board:
        pending = board.pending
        assert isinstance(pending, Triggering | Offering)
        then = _taken(pending, Fired(self.owner, self.quirk, self.subject))
        targets = (self.subject,) if self.subject else ()
        at, me, by = f"{self.quirk}.0", self.owner, pending.by
        following = Following(at, me, "quirk", then, targets, subject=self.subject, by=by)
        if self.limit == "none":
            return replace(board, pending=following)
        return replace(board, used=(*board.used, Used(self.owner, self.quirk, self.limit)), pending=following)

    def sentence(self, board: Board) -> str:
        whose, name = quirk_owner(board, self.owner, self.quirk), quirk_name(self.quirk)
        return f"{{{self.seat}}} uses {whose}'s quirk {name}." if self.seat else f"{whose}'s quirk {name} takes place."

    def facts(self, board: Board) -> Iterable[Fact]:
        """Target: whose deed set it off."""
        subject = kind_id(board, self.subject) if self.subject else None
        return (unit_row(board, self.owner, target=subject, source=quirk_id(self.quirk)),)


class QuirkOffered(Effect[Board], frozen=True):
    """A quirk may be used."""

    silent = {"fired": "the answer is a row"}
    fired: Fired

    def apply(self, board: Board) -> Board:
        pending = board.pending
        assert isinstance(pending, Triggering)
        return replace(board, pending=Offering(self.fired, _taken(pending, self.fired), pending.by))

    def touches(self) -> tuple[str, ...]:
        return (card_id(self.fired.owner),)

    def facts(self, board: Board) -> Iterable[Fact]:
        """None: the answer is a row."""
        return ()


class QuirkDeclined(_QuirkEffect, frozen=True):
    """It is not used."""

    silent = {"seat": "the decision tells it"}
    seat: Seat

    def apply(self, board: Board) -> Board:
        pending = board.pending
        assert isinstance(pending, Offering)
        return replace(board, pending=pending.then)

    def sentence(self, board: Board) -> str:
        whose = quirk_owner(board, self.owner, self.quirk)
        return f"{{{self.seat}}} does without {whose}'s quirk {quirk_name(self.quirk)}."


class QuirkLapsed(Effect[Board], frozen=True):
    """Before its turn came, its owner was defeated (CDT-QRK-05), or it took place as often as its limit allows."""

    title = "Quirk came too late"
    fired: Fired

    def apply(self, board: Board) -> Board:
        return replace(board, pending=_taken(board.pending, self.fired))

    def facts(self, board: Board) -> Iterable[Fact]:
        return (unit_row(board, self.fired.owner, source=quirk_id(self.fired.quirk)),)


class QuirkStopped(Effect[Board], frozen=True):
    """A phrase of a quirk cannot be completed: that quirk ends, nothing else does (CDT-QRK-07)."""

    at: str
    reason: str

    def apply(self, board: Board) -> Board:
        frame = board.pending
        assert isinstance(frame, Following)
        return replace(board, pending=frame.then)

    def sentence(self, board: Board) -> str:
        return f"The quirk goes no further: {self.reason}."

    def facts(self, board: Board) -> Iterable[Fact]:
        """Kind: why. Value: at which phrase, from 1."""
        return (stopped_row(board, self.at, self.reason),)


def _taken(pending: Pending, fired: Fired) -> Pending:
    """What remains of a queue without one of its quirks; behind the last, whatever it interrupted."""
    if isinstance(pending, Offering):
        return pending.then
    assert isinstance(pending, Triggering)
    rest = tuple(one for one in pending.queue if one != fired)
    return Triggering(rest, pending.then, (), pending.by) if rest else pending.then
