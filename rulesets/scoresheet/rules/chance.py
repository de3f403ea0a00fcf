"""Chance: dice and draws."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.kit.facts import Fact
from rulesets.kit.play import Play, need
from rulesets.kit.structs import Action
from rulesets.scoresheet import effects as e
from rulesets.scoresheet.board import Board, Stack
from rulesets.scoresheet.ids import die_id, pile_id
from rulesets.scoresheet.phases import Free, Turn

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulesets.kit.phases import Seat


class Roll(Action[Board], frozen=True):
    """Roll a die."""

    phase = (Free, Turn)
    die: str

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[Roll]:
        return map(cls, board.components.die)

    def check(self, board: Board, seat: Seat) -> None:
        need(self.die in board.components.die, "SHT-DIE-01")

    def perform(self, play: Play[Board]) -> None:
        die = play.board.components.die[self.die]
        about, place = f"what {die.name} shows", die_id(die.id)
        faces = tuple(map(str, die.faces))
        if die.faces == tuple(range(1, len(faces) + 1)):
            face = play.chance.roll(len(faces), rule="SHT-DIE-02", about=about, place=place)
        else:
            shown = play.chance.draw(tuple(sorted(faces)), rule="SHT-DIE-02", about=about, place=place)
            face = faces.index(shown or "") + 1
        play.emit(e.DieRolled(play.seat, self.die, face))

    def fact(self, board: Board, seat: Seat) -> Fact:
        return Fact(source=die_id(self.die))

    def label(self, board: Board, seat: Seat) -> str:
        return f"Roll {board.components.die[self.die].name}"


class Draw(Action[Board], frozen=True):
    """Draw from a pile, for all to see."""

    phase = (Free, Turn)
    pile: str

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[Draw]:
        return map(cls, board.components.pile)

    def check(self, board: Board, seat: Seat) -> None:
        need(self.pile in board.components.pile, "SHT-DRW-01")
        need(_stack(board, self.pile).left, "SHT-DRW-03")

    def perform(self, play: Play[Board]) -> None:
        pile = play.board.components.pile[self.pile]
        ids = {card.name: card.id for card in pile.cards}
        names = {card.id: card.name for card in pile.cards}
        drawn = play.chance.draw(
            tuple(sorted(names[card] for card in _stack(play.board, self.pile).left)),
            rule="SHT-DRW-02",
            about=f"what is drawn from {pile.name}",
            place=pile_id(pile.id),
        )
        play.emit(e.CardDrawn(play.seat, self.pile, ids[drawn or ""], pile.put_back))

    def fact(self, board: Board, seat: Seat) -> Fact:
        return Fact(place=pile_id(self.pile))

    def label(self, board: Board, seat: Seat) -> str:
        return f"Draw from {board.components.pile[self.pile].name}"


def _stack(board: Board, pile: str) -> Stack:
    return next(stack for stack in board.stacks if stack.pile == pile)
