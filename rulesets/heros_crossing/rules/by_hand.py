"""What the words cannot say: the table enters what a card does (HCX-POW-14)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.heros_crossing import effects as e
from rulesets.heros_crossing.board import Board
from rulesets.heros_crossing.ids import cell_id, die_id, hero_id, seat_id
from rulesets.heros_crossing.names import die_name, hero_name, on_cell
from rulesets.heros_crossing.phases import ByHand
from rulesets.heros_crossing.pieces import FACE
from rulesets.heros_crossing.rules.common import resource_on
from rulesets.kit import by_hand
from rulesets.kit.by_hand import Entry
from rulesets.kit.facts import Fact
from rulesets.kit.fields import Field
from rulesets.kit.phases import seats_of
from rulesets.kit.words import opening

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from random import Random
    from typing import Any

    from rulesets.heros_crossing.pieces import Cell, Die, HeroId
    from rulesets.kit.phases import Seat
    from rulesets.kit.play import Play

    Fixed = Mapping[str, Any]

MOST_ENTERED = 10
"""The largest number that a screen offers; more can be entered by REST."""

Entered = (
    e.ModifiersGained
    | e.ModifiersLost
    | e.PointsGained
    | e.PointsLost
    | e.DieChanged
    | e.CubesGained
    | e.CubesRemoved
    | e.SpySent
    | e.SpyExpelled
    | e.HeroExhausted
    | e.HeroRefreshed
)


def _seat(_board: Board, _seat: Seat, seat: Seat, _fixed: Fixed) -> str:
    return f"{{{seat}}}"


def _cell(board: Board, _seat: Seat, cell: Cell, fixed: Fixed) -> str:
    return opening(on_cell(board, fixed["seat"], cell))


def _spied(board: Board, _seat: Seat, cell: Cell, fixed: Fixed) -> str:
    return opening(on_cell(board, fixed["town"], cell))


def _hero(board: Board, _seat: Seat, hero: HeroId, _fixed: Fixed) -> str:
    return hero_name(board, hero)


def _die(_board: Board, _seat: Seat, die: Die, _fixed: Fixed) -> str:
    return opening(die_name(die))


def _seats(board: Board, _fixed: Fixed) -> Iterable[Seat]:
    return seats_of(board)


def _cells(board: Board, fixed: Fixed) -> Iterable[Cell]:
    return (lot.cell for lot in board.side(fixed.get("town", fixed["seat"])).town)


def _kinds(board: Board, fixed: Fixed) -> Iterable[str]:
    """What the tile on a cell deals in."""
    kind = resource_on(board, fixed["seat"], fixed["cell"])
    return (kind,) if kind else ()


ENTRIES = {
    "seat": Entry(Field(_seat, lambda _board, _seat, seat, _fixed: (seat_id(seat),), asks="Whose?"), _seats),
    "card": Entry(
        Field(_hero, lambda _board, _seat, hero, _fixed: (hero_id(hero),), asks="Which hero?"),
        lambda board, fixed: (own.hero for own in board.side(fixed["seat"]).heroes),
    ),
    "town": Entry(Field(_seat, asks="Into whose town?"), _seats),
    "SpySent.cell": Entry(Field(_spied, asks="To which cell?"), _cells),
    "cell": Entry(
        Field(_cell, lambda _board, _seat, cell, fixed: (cell_id(fixed["seat"], cell),), asks="Which cell?"), _cells
    ),
    "spy": Entry(Field(_seat, asks="Whose spy?"), _seats),
    "kind": Entry(Field(asks="Which cubes?"), _kinds),
    "old": Entry(
        Field(_die, lambda _board, _seat, die, fixed: (die_id(fixed["seat"], die),), asks="Which die?"),
        lambda board, fixed: dict.fromkeys(board.side(fixed["seat"]).pool),
    ),
    "new": Entry(Field(_die, asks="Which face?"), lambda _board, _fixed: FACE),
    "value": Entry(Field(asks="How many?"), lambda _board, _fixed: range(1, MOST_ENTERED + 1)),
}


class EnterByHand(by_hand.ByHand[Board], frozen=True):
    """Enter what a card marked `by_hand` does. In facts `value` is how many effects, each of which is a row."""

    title = "Enter what a hero does"
    nowhere = "what it is about is entered with it"
    phase = ByHand
    entries = ENTRIES
    effects: tuple[Entered, ...] = ()

    def fact(self, board: Board, seat: Seat) -> Fact:
        hero = hero_id(ByHand.of(board).hero)
        return Fact(card=hero, source=hero, value=len(self.effects))

    @classmethod
    def sample(cls, board: Board, seat: Seat, rng: Random) -> EnterByHand | None:
        return cls((e.PointsGained(seat, rng.randint(0, 2)), e.ModifiersGained(seat, rng.randint(0, 2))))

    def perform(self, play: Play[Board]) -> None:
        """The effects, then play goes on."""
        pending = ByHand.of(play.board)
        by_hand.ByHand.perform(self, play)
        play.emit(e.HandEntered(play.seat, pending.hero))
