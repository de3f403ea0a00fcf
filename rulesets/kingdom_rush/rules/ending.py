"""The end: of phase 2, of a round, and of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.kingdom_rush import effects as e
from rulesets.kingdom_rush.board import Board
from rulesets.kingdom_rush.phases import PlayCards
from rulesets.kingdom_rush.rules.common import Decision, lose
from rulesets.kingdom_rush.rules.heroes import ActivateHero
from rulesets.kingdom_rush.rules.solo import CallBenchHero
from rulesets.kingdom_rush.rules.spawning import start_round
from rulesets.kingdom_rush.rules.spells import UseSpell
from rulesets.kingdom_rush.rules.wildcat import ActivateWildcat
from rulesets.kit.play import Play, automatic

if TYPE_CHECKING:
    from rulesets.kit.facts import Fact
    from rulesets.kit.phases import Seat


class Done(Decision, frozen=True):
    """Play no more cards in this round; cards may be left (KRR-RND-07)."""

    phase = PlayCards
    nowhere = "it ends what a seat plays"
    exact = True

    def perform(self, play: Play[Board]) -> None:
        play.emit(e.PlayEnded(play.seat, last=len(play.board.pending.who(play.board)) == 1))

    def fact(self, board: Board, seat: Seat) -> Fact:
        kept = super().fact(board, seat)
        kept.value = len(board.side(seat).hand)
        return kept

    def label(self, board: Board, seat: Seat) -> str:
        return "Play no more cards in this round"


def can_play(board: Board, seat: Seat) -> bool:
    """Whether a seat can do anything in phase 2 but be done: a Tower in hand can at least be passed."""
    others = (ActivateHero, ActivateWildcat, UseSpell, CallBenchHero)
    return bool(board.side(seat).hand) or any(any(True for _ in kind.options(board, seat)) for kind in others)


@automatic(PlayCards)
def last_seat_is_done(play: Play[Board]) -> None:
    """The last seat that can play nothing more is done (KRR-AMB-70).

    By a step of its own: to ask for two legal actions, as `takes_forced` does, takes a fifth of the time of a decision.
    """
    left = play.board.pending.who(play.board)
    if len(left) == 1 and not can_play(play.board, left[0]):
        play.emit(e.PlayEnded(left[0], last=True))


def portals_left(board: Board) -> int:
    """Portals on the map and in the stacks (KRR-AMB-59)."""
    portals = board.components.portals
    piles = [pile for stack in board.stacks for pile in stack.segments if pile.size]
    in_stacks = sum([len(portals.intersection(pile.unseen)) for pile in piles])
    return in_stacks + len([horde for horde in board.hordes if horde.level])


def victory(board: Board) -> str:
    """Why the game is won (a word of `ENDINGS`), if it is (KRR-WIN-01, 02)."""
    setting = board.setting
    if setting.win == "portals":
        return "" if portals_left(board) else "portals"
    if setting.win == "rounds":
        return "rounds" if board.round >= (setting.rounds or 0) else ""
    if setting.win == "stacks":
        left = board.hordes or any(stack.size for stack in board.stacks)
        return "" if left else "hordes"
    return "" if board.lives else "boss"


def end_round(play: Play[Board]) -> None:
    """KRR-RND-09, 10, KRR-WIN-01, KRR-LOS-03."""
    board = play.board
    if reason := victory(board):
        return play.emit(e.GameWon(reason))
    if board.setting.round_limit and board.round >= board.setting.round_limit:
        return lose(play, "time")
    play.emit(e.RoundEnded())
    return start_round(play)
