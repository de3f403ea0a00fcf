"""Dice and draws."""

from __future__ import annotations

from statistics import fmean, pvariance
from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.kit.facts import Fact, rolled
from rulesets.kit.phases import Seat
from rulesets.kit.structs import Effect
from rulesets.kit.tuples import put, without
from rulesets.scoresheet.board import Board
from rulesets.scoresheet.ids import card_id, die_id, pile_id, seat_id

if TYPE_CHECKING:
    from collections.abc import Iterable


class DieRolled(Effect[Board], frozen=True):
    """A die shows a face, counted from 1; of equal faces the first. Where all are numbers, the value of its row is
    what it shows."""

    mark = "roll"
    seat: Seat
    die: str
    face: int

    def apply(self, board: Board) -> Board:
        dice = [replace(die, face=self.face) if die.die == self.die else die for die in board.dice]
        return replace(board, dice=tuple(dice))

    def touches(self) -> tuple[str, ...]:
        return (die_id(self.die), seat_id(self.seat))

    def sentence(self, board: Board) -> str:
        die = board.components.die[self.die]
        return f"{{{self.seat}}} rolls {die.name}: {die.faces[self.face - 1]}."

    def facts(self, board: Board) -> Iterable[Fact]:
        faces = board.components.die[self.die].faces
        fact = rolled(len(faces), self.face, seat=self.seat, source=die_id(self.die), choice=str(faces[self.face - 1]))
        numbers = [face for face in faces if isinstance(face, int)]
        if len(numbers) == len(faces):
            fact.value = numbers[self.face - 1]
        else:  # equal faces are one
            numbers = [faces.index(face) + 1 for face in faces]
        fact.mean, fact.variance = fmean(numbers), pvariance(map(float, numbers))
        return (fact,)


class CardDrawn(Effect[Board], frozen=True):
    """A card is drawn from a pile, for all to see; `back` is whether it is put back at once."""

    mark = "draw"
    silent = {"back": "the component set says it of the pile"}
    seat: Seat
    pile: str
    card: str
    back: bool = False

    def apply(self, board: Board) -> Board:
        for index, stack in enumerate(board.stacks):
            if stack.pile == self.pile:
                left = stack.left if self.back else without(stack.left, self.card)
                return replace(board, stacks=put(board.stacks, index, replace(stack, left=left, last=self.card)))
        return board

    def touches(self) -> tuple[str, ...]:
        return (pile_id(self.pile), seat_id(self.seat))

    def sentence(self, board: Board) -> str:
        pile, card = board.components.pile[self.pile], board.components.cards[self.pile][self.card]
        return f"{{{self.seat}}} draws {card.name} from {pile.name}."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(seat=self.seat, card=card_id(self.pile, self.card), place=pile_id(self.pile)),)
