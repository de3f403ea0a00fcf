"""A combat: enemies, rounds, and each unit's time to act."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from msgspec.structs import replace

from rulesets.card_tactics.board import CLASSES, Board
from rulesets.card_tactics.effects.entered import need_unit
from rulesets.card_tactics.effects.rows import placed_row, unit_row
from rulesets.card_tactics.ids import stack_id, unit_id
from rulesets.card_tactics.names import unit_name
from rulesets.card_tactics.phases import (
    ORDERING,
    ROUND_DUE,
    Acted,
    Deciding,
    Ending,
    EnemyActing,
    TreasureDue,
)
from rulesets.card_tactics.pieces import CardId, Item, Ongoing, Slot, Tokens, Unit, Used, readied
from rulesets.kit.facts import Fact
from rulesets.kit.play import need
from rulesets.kit.structs import Effect
from rulesets.kit.tuples import insert, put

if TYPE_CHECKING:
    from collections.abc import Iterable


class CombatStarted(Effect[Board], frozen=True):
    """The next combat begins; everything is ready."""

    def apply(self, board: Board) -> Board:
        return replace(
            board,
            heroes=readied(board.heroes),
            pool=tuple(Item(item.card) if item.exhausted else item for item in board.pool),
            combat=board.combat + 1,
            fighting=True,
            bosses=(),
            combat_round=0,
            settled=None,
            used=still_used(board.used, "combat"),
            pending=ROUND_DUE,
        )

    def says(self, board: Board) -> str:
        return f"Combat {board.combat + 1} begins."

    def facts(self, board: Board) -> Iterable[Fact]:
        """Value: the number of the combat."""
        return (Fact(value=board.combat + 1),)


class EnemyRevealed(Effect[Board], frozen=True):
    """The top card of the Challenge stack joins the enemies."""

    adjustable = True
    mark = "draw"
    card: CardId
    kind: str
    """Its class (`common`, `rare_boss`)."""
    health: int
    place: Literal["outer", "centre"] = "outer"

    def apply(self, board: Board) -> Board:
        index = CLASSES.index(self.kind)
        unit = Unit(self.card, self.health)
        return replace(
            board,
            enemies=(unit, *board.enemies) if self.place == "centre" else (*board.enemies, unit),
            challenge=put(board.challenge, index, board.challenge[index].drawn(self.card)),
            revealed=board.revealed + 1,
            bosses=insert(board.bosses, self.kind) if self.kind.endswith("boss") else board.bosses,
        )

    def check(self, board: Board) -> None:
        need(board.takes_enemy, "CDT-GEO-09")
        need(self.kind == board.top, "CDT-SET-05")
        need(self.card in board.challenge[CLASSES.index(self.kind)].unseen, "CDT-CST-01")
        need(self.health == board.components.unit[self.card].health, "CDT-CST-02")

    def touches(self) -> tuple[str, ...]:
        return stack_id("challenge"), unit_id(self.card)

    def says(self, board: Board) -> str:
        return f"{unit_name(board, self.card)} appears."

    def facts(self, board: Board) -> Iterable[Fact]:
        """Value: its health."""
        return (Fact(card=self.card, kind=self.kind, value=self.health),)


class RoundStarted(Effect[Board], frozen=True):
    """A round begins with the hero side."""

    def apply(self, board: Board) -> Board:
        return replace(board, round=board.round + 1, combat_round=board.combat_round + 1, side="hero", pending=ORDERING)

    def says(self, board: Board) -> str:
        return f"Round {board.combat_round + 1}."

    def facts(self, board: Board) -> Iterable[Fact]:
        """Value: the number of the round in its combat."""
        return (Fact(value=board.combat_round + 1),)


class RoundEnded(Effect[Board], frozen=True):
    """All have acted: all cards are turned upright."""

    def apply(self, board: Board) -> Board:
        return replace(
            board,
            heroes=readied(board.heroes),
            enemies=readied(board.enemies),
            pool=tuple(Item(item.card) if item.exhausted else item for item in board.pool),
            ongoing=outlasting(board.ongoing, "end_of_round"),
            used=still_used(board.used, "round"),
            pending=ROUND_DUE,
        )


class SlotStarted(Effect[Board], frozen=True):
    """A unit's time to act; of an enemy, with the skill of the position that it stands on now."""

    unit: CardId
    skill: str | None = None

    def apply(self, board: Board) -> Board:
        pending = Deciding(self.unit) if self.skill is None else EnemyActing(self.unit, self.skill)
        return replace(board, slot=Slot(self.unit), turn=board.turn + 1, pending=pending)

    def touches(self) -> tuple[str, ...]:
        return (unit_id(self.unit),)

    def facts(self, board: Board) -> Iterable[Fact]:
        return (placed_row(board, self.unit, kind=self.skill),)


class ActionSkipped(Effect[Board], frozen=True):
    """A hero passes, or a stunned unit has to."""

    unit: CardId
    forced: bool = False

    def apply(self, board: Board) -> Board:
        if not self.forced:
            return replace(board, pending=Acted(self.unit))
        return replace(board, slot=Slot(self.unit, True), pending=Ending(self.unit))

    def touches(self) -> tuple[str, ...]:
        return (unit_id(self.unit),)

    def says(self, board: Board) -> str:
        name = unit_name(board, self.unit)
        return f"{name} is stunned and skips its action." if self.forced else f"{name} skips its action."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (unit_row(board, self.unit, kind="forced" if self.forced else "chosen"),)


class ActionCalledOff(Effect[Board], frozen=True):
    """In the midst of something a text ends the action of the acting unit; what is under way is resolved first."""

    unit: CardId

    def apply(self, board: Board) -> Board:
        slot = board.slot
        assert slot is not None
        return replace(board, slot=Slot(slot.unit, slot.skipped, slot.moved, True))

    def touches(self) -> tuple[str, ...]:
        return (unit_id(self.unit),)

    def facts(self, board: Board) -> Iterable[Fact]:
        return (placed_row(board, self.unit),)


class ActionStopped(Effect[Board], frozen=True):
    """The acting unit does nothing more in its slot, though no skill of it was under way."""

    unit: CardId
    reason: str

    def apply(self, board: Board) -> Board:
        return replace(board, pending=Ending(self.unit))

    def touches(self) -> tuple[str, ...]:
        return (unit_id(self.unit),)

    def says(self, board: Board) -> str:
        return f"{unit_name(board, self.unit)} stops: {self.reason}."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (unit_row(board, self.unit, kind=self.reason),)


class ActionEnded(Effect[Board], frozen=True):
    """The end of a slot: Restrain goes, Stun goes if it made the unit skip, the unit is exhausted."""

    unit: CardId

    def apply(self, board: Board) -> Board:
        unit, slot = board.unit(self.unit), board.slot
        tokens = unit.tokens
        if tokens.restrain or tokens.stun:
            assert slot is not None
            tokens = _unbound(tokens, skipped=slot.skipped)
        hero = board.components.unit[self.unit].hero
        board = board.with_unit(Unit(unit.card, unit.health, True, tokens))
        return replace(
            board,
            slot=None,
            side="enemy" if hero else "hero",
            ongoing=outlasting(board.ongoing, "end_of_action") if board.ongoing else (),
            used=still_used(board.used, "action") if board.used else (),
            pending=ORDERING,
        )

    def touches(self) -> tuple[str, ...]:
        return (unit_id(self.unit),)

    def says(self, board: Board) -> str:
        """Only where a free item could still have been used: else the action ends by itself."""
        free = isinstance(board.pending, Acted) and any(
            not item.exhausted and not board.components.item[item.card].costs_action for item in board.pool
        )
        return f"{unit_name(board, self.unit)} ends its action." if free and board.is_hero(self.unit) else ""

    def facts(self, board: Board) -> Iterable[Fact]:
        return (placed_row(board, self.unit),)


def _unbound(tokens: Tokens, *, skipped: bool) -> Tokens:
    if tokens.restrain:
        return tokens.plus("restrain", -tokens.restrain)
    return tokens.plus("stun", -1) if skipped else tokens


class SlotCutShort(Effect[Board], frozen=True):
    """The acting unit was defeated: its turn counts as taken (CDT-ACT-03)."""

    unit: CardId

    def apply(self, board: Board) -> Board:
        hero = board.components.unit[self.unit].hero
        return replace(
            board,
            slot=None,
            side="enemy" if hero else "hero",
            ongoing=outlasting(board.ongoing, "end_of_action"),
            used=still_used(board.used, "action"),
            pending=ORDERING,
        )

    def touches(self) -> tuple[str, ...]:
        return (unit_id(self.unit),)

    def facts(self, board: Board) -> Iterable[Fact]:
        return (unit_row(board, self.unit),)


class CombatWon(Effect[Board], frozen=True):
    """All enemies are defeated: the rest of the action is not carried out (CDT-END-01)."""

    over: tuple[CardId, ...] = ()
    """Events whose time is over with it."""

    def apply(self, board: Board) -> Board:
        discard = board.event_discard
        for card in self.over:
            discard = insert(discard, card)
        return replace(
            board,
            slot=None,
            fighting=False,
            ongoing=outlasting(board.ongoing, "end_of_combat"),
            used=still_used(board.used, "combat"),
            lasting=tuple(card for card in board.lasting if card not in self.over),
            event_discard=discard,
            pending=TreasureDue(bool(board.bosses)),
        )

    def says(self, board: Board) -> str:
        return f"Combat {board.combat} is won."

    def facts(self, board: Board) -> Iterable[Fact]:
        """Value: the number of the combat."""
        return (Fact(value=board.combat),)


class UnitExhausted(Effect[Board], frozen=True):
    """A text turns a unit sideways."""

    adjustable = True
    unit: CardId

    def apply(self, board: Board) -> Board:
        return board.with_unit(replace(board.unit(self.unit), exhausted=True))

    def check(self, board: Board) -> None:
        need(not need_unit(board, self.unit).exhausted, "CDT-RND-06")

    def touches(self) -> tuple[str, ...]:
        return (unit_id(self.unit),)

    def says(self, board: Board) -> str:
        return f"{unit_name(board, self.unit)} is exhausted."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (placed_row(board, self.unit),)


class UnitReadied(Effect[Board], frozen=True):
    """A text turns a unit upright: it may act again."""

    adjustable = True
    unit: CardId

    def apply(self, board: Board) -> Board:
        return board.with_unit(replace(board.unit(self.unit), exhausted=False))

    def check(self, board: Board) -> None:
        need(need_unit(board, self.unit).exhausted, "CDT-RND-06")

    def touches(self) -> tuple[str, ...]:
        return (unit_id(self.unit),)

    def says(self, board: Board) -> str:
        return f"{unit_name(board, self.unit)} is ready again."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (placed_row(board, self.unit),)


ENDS = {"end_of_action": 0, "end_of_round": 1, "end_of_combat": 2, "end_of_game": 3}
LIMITS = {"action": 0, "round": 1, "combat": 2, "game": 3}


def with_action_over(board: Board) -> Board:
    """Without what lasts to the end of an action, where something else stands for one: in Camp, or of an event."""
    if not board.ongoing and not board.used:
        return board
    return replace(board, ongoing=outlasting(board.ongoing, "end_of_action"), used=still_used(board.used, "action"))


def outlasting(ongoing: tuple[Ongoing, ...], end: str) -> tuple[Ongoing, ...]:
    """Continuous changes that last longer."""
    return tuple([change for change in ongoing if ENDS[change.until] > ENDS[end]])


def still_used(used: tuple[Used, ...], limit: str) -> tuple[Used, ...]:
    """Quirks that are used up for longer."""
    return tuple([quirk for quirk in used if LIMITS[quirk.limit] > LIMITS[limit]])
