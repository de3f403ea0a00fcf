"""The end of a turn, and the start of the next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.heroes_of_the_campaign import effects as e
from rulesets.heroes_of_the_campaign.board import Board
from rulesets.heroes_of_the_campaign.phases import EndingTurn, Turn
from rulesets.heroes_of_the_campaign.pieces import REGULAR, other
from rulesets.heroes_of_the_campaign.rules.infirmary import end_statuses
from rulesets.heroes_of_the_campaign.rules.triggers import follow
from rulesets.kit.facts import Fact
from rulesets.kit.play import automatic, need
from rulesets.kit.structs import Action

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulesets.heroes_of_the_campaign.words.terms import Until
    from rulesets.kit.phases import Seat
    from rulesets.kit.play import Play


class EndTurn(Action[Board], frozen=True):
    """Be done; tasks that were not used are lost (HOC-TRN-05): `value` of its row says of how many heroes."""

    title = "End the turn"
    nowhere = "it ends the turn"
    phase = Turn
    exact = True

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[EndTurn]:
        return (cls(),) if seat == board.seat else ()

    def check(self, board: Board, seat: Seat) -> None:
        need(seat == board.seat, "HOC-TRN-05")

    def perform(self, play: Play[Board]) -> None:
        play.emit(e.TurnEnded(play.seat))
        follow(play)

    def label(self, board: Board, seat: Seat) -> str:
        return "End the turn"

    def fact(self, board: Board, seat: Seat) -> Fact:
        return Fact(value=sum(hero.at_side and REGULAR not in hero.used for hero in board.team(seat)))


@automatic(EndingTurn)
def end_turn(play: Play[Board]) -> None:
    """Statuses that end with the turn end, with all that follows from it; then the other seat is to act."""
    board, since = play.board, len(play.effects)
    last = board.seat != board.starter  # HOC-TRN-01
    untils: tuple[Until, ...] = ("end_of_turn", "end_of_round") if last else ("end_of_turn",)
    if not end_statuses(play, untils):
        if last:
            play.emit(e.RoundEnded(board.round))
            play.emit(e.RoundStarted(board.round + 1, board.starter))
        start_turn(play, other(board.seat))
    follow(play, since)


def start_turn(play: Play[Board], seat: Seat) -> None:
    """A seat's turn begins, and what lasted until then ends."""
    play.emit(e.TurnStarted(seat))
    end_statuses(play, ("start_of_your_next_turn",), seat)
