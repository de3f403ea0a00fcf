"""Events, and the combat that follows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from msgspec.structs import replace

from rulesets.card_tactics.board import CLASSES, Board
from rulesets.card_tactics.effects import common
from rulesets.card_tactics.effects.rows import cause_of, displaced_rows, unit_row
from rulesets.card_tactics.ids import card_id, combat_id, kind_id, space_id, stack_id
from rulesets.card_tactics.names import unit_name
from rulesets.card_tactics.phases import RESOLVING_EVENT, STARTING_ROUND, Following
from rulesets.card_tactics.pieces import CardId, Unit, readied
from rulesets.kit.facts import Fact
from rulesets.kit.play import need
from rulesets.kit.structs import Effect
from rulesets.kit.tuples import insert, put

if TYPE_CHECKING:
    from collections.abc import Iterable


class EventsReshuffled(Effect[Board], frozen=True):
    """The event stack is empty: its discard is shuffled into a new one."""

    def apply(self, board: Board) -> Board:
        return replace(board, events=board.events.recreated(board.event_discard), event_discard=())

    def touches(self) -> tuple[str, ...]:
        return (stack_id("events"),)

    def sentence(self, board: Board) -> str:
        return "The events are shuffled anew."

    def facts(self, board: Board) -> Iterable[Fact]:
        """Value: how many."""
        return (Fact(value=len(board.event_discard), chance=True),)


class EventDrawn(Effect[Board], frozen=True):
    """An event is drawn, and its text is carried out."""

    silent = {"at": "the first phrase of the card"}
    mark = "draw"
    card: CardId
    at: str
    """Its first phrase."""

    def apply(self, board: Board) -> Board:
        following = Following(self.at, "", "event", RESOLVING_EVENT)
        return replace(board, events=board.events.drawn(self.card), event=self.card, pending=following)

    def touches(self) -> tuple[str, ...]:
        return stack_id("events"), card_id(self.card)

    def sentence(self, board: Board) -> str:
        return f"The event is {board.components.event[self.card].name}."

    def facts(self, board: Board) -> Iterable[Fact]:
        """Kind: how long it is in force."""
        return (Fact(card=kind_id(board, self.card), kind=board.components.event[self.card].lasts),)


class EventResolved(Effect[Board], frozen=True):
    """The text of an event was carried out; the event is discarded, or stays in force."""

    lasts: bool = False

    def apply(self, board: Board) -> Board:
        board = common.at_end_of(board, "action")  # CDT-AMB-55
        if self.lasts:
            return replace(board, event="", lasting=insert(board.lasting, board.event))
        return replace(board, event="", event_discard=insert(board.event_discard, board.event))

    def sentence(self, board: Board) -> str:
        return f"{board.components.event[board.event].name} stays in force." if self.lasts else ""

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(card=kind_id(board, board.event), kind="in_force" if self.lasts else "discarded"),)


class CombatStarted(Effect[Board], frozen=True):
    """The next combat begins; everything is ready."""

    def apply(self, board: Board) -> Board:
        return replace(
            board,
            heroes=readied(board.heroes),
            pool=readied(board.pool),
            combat=board.combat + 1,
            fighting=True,
            bosses=(),
            combat_round=0,
            settled=None,
            used=common.still_used(board.used, "combat"),
            pending=STARTING_ROUND,
        )

    def sentence(self, board: Board) -> str:
        return f"Combat {board.combat + 1} begins."

    def facts(self, board: Board) -> Iterable[Fact]:
        """Place: the combat. Value: its number; of `HeroLinedUp`, a hero's health."""
        yield Fact(place=combat_id(board.combat + 1), value=board.combat + 1)
        for unit in board.heroes:
            yield unit_row(board, unit.card, type="HeroLinedUp", value=unit.health)


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
        return stack_id("challenge"), card_id(self.card)

    def sentence(self, board: Board) -> str:
        where = " next to the centre" if self.place == "centre" else ""
        return f"{unit_name(board, self.card)} appears{where} with {self.health} health."

    def facts(self, board: Board) -> Iterable[Fact]:
        """Place: where it comes to stand. Value: its health."""
        position = 1 if self.place == "centre" else len(board.enemies) + 1
        place, source = space_id("enemy", position), cause_of(board).source
        yield Fact(card=kind_id(board, self.card), place=place, kind=self.kind, value=self.health, source=source)
        yield from displaced_rows(board, self.apply(board))
