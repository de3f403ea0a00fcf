"""The round: Action Card, Zoning Die, dice, and whose turn it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.heros_crossing import effects as e
from rulesets.heros_crossing.board import Board
from rulesets.heros_crossing.effects.rounds import ZONING
from rulesets.heros_crossing.ids import seat_id
from rulesets.heros_crossing.phases import ChoosingZoning, RollingDice, RoundStarting
from rulesets.heros_crossing.pieces import DIE_SIDES
from rulesets.heros_crossing.tiles import COLOURS
from rulesets.kit.facts import Fact
from rulesets.kit.play import Play, automatic, need
from rulesets.kit.structs import Action

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulesets.kit.phases import Seat

ZONING_FACES = ("N", "E", "S", "W", "X", "*")
"""HCX-ZON-01."""


@automatic(RoundStarting)
def start_round(play: Play[Board]) -> None:
    """HCX-RND-02, 03, 06: an Action Card, out of a deck made anew if need be, then the Zoning Die."""
    if not play.board.deck:
        play.emit(e.ActionDeckReshuffled())
    card = play.chance.draw(play.board.deck, rule="HCX-RND-02", about="the Action Card of the round")
    assert card is not None
    play.emit(e.ActionCardDrawn(card))
    face = play.chance.roll(len(ZONING_FACES), rule="HCX-ZON-02", about="the Zoning Die", place="zoning")
    play.emit(e.ZoningRolled(ZONING_FACES[face - 1]))


class ChooseZoning(Action[Board], frozen=True):
    """Turn the Zoning Die from `*` to another face (HCX-ZON-07)."""

    title = "Set the Zoning Die"
    face: str
    phase = ChoosingZoning

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[ChooseZoning]:
        return map(cls, ZONING_FACES[:-1])

    def check(self, board: Board, seat: Seat) -> None:
        need(self.face in ZONING_FACES[:-1], "HCX-ZON-07")

    def perform(self, play: Play[Board]) -> None:
        play.emit(e.ZoningSideChosen(self.face))

    def touches(self, board: Board, seat: Seat) -> tuple[str, ...]:
        return ("zoning",)

    def fact(self, board: Board, seat: Seat) -> Fact:
        return Fact(kind="zoning", choice=ZONING[self.face])

    def label(self, board: Board, seat: Seat) -> str:
        return f"Set the Zoning Die to {ZONING[self.face]}"


@automatic(RollingDice)
def roll_dice(play: Play[Board]) -> None:
    """HCX-RND-07: all roll; the dice are entered seat by seat from the first player, each by its colour."""
    board = play.board
    pools: dict[Seat, tuple[str, ...]] = {}
    for seat in board.clockwise(board.first):
        pools[seat] = tuple(sorted(_rolled(play, seat, colour) for colour in COLOURS))
    play.emit(e.DiceRolled(tuple(pools[seat] for seat in sorted(pools))))
    play.emit(e.TurnStarted(board.first))


def _rolled(play: Play[Board], seat: Seat, colour: str) -> str:
    about = f"the {colour} die of {{{seat}}}"
    return f"{colour}-{play.chance.roll(DIE_SIDES, rule='HCX-RND-07', about=about, place=seat_id(seat))}"


def pass_turn(play: Play[Board]) -> None:
    """HCX-RND-08, 09: to the next seat that has a die; once there are none, heroes are resolved."""
    board = play.board
    for seat in board.clockwise(board.left_of(board.seat)):
        if board.sides[seat - 1].pool:
            return play.emit(e.TurnStarted(seat))
    play.emit(e.ResolutionStarted())
