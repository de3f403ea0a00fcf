"""Attacking: declare, lay reserve cards, reveal them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.heros_crossing_tactics import effects as e
from rulesets.heros_crossing_tactics.board import Board
from rulesets.heros_crossing_tactics.effects.attack import reserve
from rulesets.heros_crossing_tactics.ids import front_id
from rulesets.heros_crossing_tactics.names import card_name
from rulesets.heros_crossing_tactics.phases import Attack as Attacking
from rulesets.heros_crossing_tactics.phases import AttackerReserve, DefenderReserve, Turn
from rulesets.heros_crossing_tactics.pieces import COLUMNS, NONE, CardId, Column, other
from rulesets.heros_crossing_tactics.rules.common import need_card, need_ready_front, ready_columns
from rulesets.kit.facts import Fact
from rulesets.kit.piles import is_back
from rulesets.kit.play import Play, need
from rulesets.kit.structs import Action, sees

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rulesets.kit.phases import Seat
    from rulesets.kit.structs import Viewer

FIRST_ATTACK_ROUND = 2
"""HCT-ATK-01."""


class Attack(Action[Board], frozen=True):
    """Attack one of the opponent's Fronts with an own one. The value of its row is how many of its Soldiers strike."""

    column: Column
    target: Column
    phase = Turn

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[Attack]:
        if board.round < FIRST_ATTACK_ROUND:
            return ()
        return (cls(column, target) for column in ready_columns(board, seat) for target in COLUMNS)

    def check(self, board: Board, seat: Seat) -> None:
        need(board.round >= FIRST_ATTACK_ROUND, "HCT-ATK-01")
        need_ready_front(board, seat, self.column)
        need(self.target in COLUMNS, "HCT-ATK-03")

    def perform(self, play: Play[Board]) -> None:
        play.emit(e.FrontActivated(play.seat, self.column, "attack"))
        play.emit(e.AttackDeclared(play.seat, self.column, self.target))

    def label(self, board: Board, seat: Seat) -> str:
        ahead = ", straight ahead" if self.column == self.target else ""
        return f"Attack Front {self.target} with Front {self.column}{ahead}"

    def fact(self, board: Board, seat: Seat) -> Fact:
        attack = Attacking(self.column, self.target)
        return Fact(
            place=front_id(seat, self.column),
            target=front_id(other(seat), self.target),
            kind=attack.direction,
            value=attack.striking(board.front(seat, self.column).soldiers).total,
        )


UNKNOWN = "?"
"""What others see of a reserve card that lies face down; its level stands in the effect."""


class AttackReserve(Action[Board], frozen=True):
    """Lay a card face down for the attack, or none."""

    title = "Attacker's reserve"
    nowhere = "no card need be laid"
    card: CardId | None = None
    phase = AttackerReserve
    exact = True

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[AttackReserve]:
        return map(cls, _reserves(board, seat))

    def check(self, board: Board, seat: Seat) -> None:
        _check_reserve(board, seat, self.card, "HCT-EMR-01", "HCT-EMR-02")

    def perform(self, play: Play[Board]) -> None:
        _lay(play, self.card)

    def seen_by(self, viewer: Viewer, seat: Seat) -> AttackReserve:
        return self if self.card is None or sees(viewer, seat) else AttackReserve(UNKNOWN)

    def label(self, board: Board, seat: Seat) -> str:
        if self.card == UNKNOWN:
            return "Lay a card in reserve"
        return f"Lay {card_name(board, self.card)} in reserve" if self.card else "Lay no reserve"

    def fact(self, board: Board, seat: Seat) -> Fact:
        return _answer(board, seat, self.card)


class DefenceReserve(Action[Board], frozen=True):
    """Lay a card face down for the defence, or none; then both are revealed."""

    title = "Defender's reserve"
    nowhere = "no card need be laid"
    card: CardId | None = None
    phase = DefenderReserve
    exact = True

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[DefenceReserve]:
        return map(cls, _reserves(board, seat))

    def check(self, board: Board, seat: Seat) -> None:
        _check_reserve(board, seat, self.card, "HCT-EMR-03", "HCT-EMR-04")

    def perform(self, play: Play[Board]) -> None:
        _lay(play, self.card)
        _reveal(play)

    def label(self, board: Board, seat: Seat) -> str:
        return f"Lay {card_name(board, self.card)} in reserve" if self.card else "Lay no reserve"

    def fact(self, board: Board, seat: Seat) -> Fact:
        return _answer(board, seat, self.card)


def _answer(board: Board, seat: Seat, card: CardId | None) -> Fact:
    """The row of a decision: its choice is whether a card is laid."""
    return replace(reserve(board, seat, card), choice="no" if card is None else "yes")


def _reserves(board: Board, seat: Seat) -> Iterator[CardId | None]:
    """No card, then each in hand that the Front allows."""
    yield None
    if hand := board.side(seat).hand:
        level, highest = board.components.level, board.highest(seat)
        yield from (card for card in dict.fromkeys(hand) if level[card] <= highest)


def _check_reserve(board: Board, seat: Seat, card: CardId | None, held: str, highest: str) -> None:
    if card is None:
        return
    need_card(card in board.side(seat).hand, held, board, card)
    need(board.components.level[card] <= board.highest(seat), highest)


def _lay(play: Play[Board], card: CardId | None) -> None:
    if card is None:
        play.emit(e.ReserveDeclined(play.seat))
    else:
        play.emit(e.ReserveCommitted(play.seat, play.board.components.level[card], card))


def _reveal(play: Play[Board]) -> None:
    """HCT-EMR-05 to 08, HCT-ATK-04 to 08: the cards are turned up, and the points of the attack are counted."""
    attacker, defender = play.board.seat, other(play.board.seat)
    _turn_up(play, attacker, play.board.attack.attacker_card)
    _turn_up(play, defender, play.board.attack.defender_card)
    board = play.board
    attack, hero = board.attack, board.components.hero
    mine = hero[attack.attacker_card].recruits if attack.attacker_card else NONE
    theirs = hero[attack.defender_card].recruits or NONE if attack.defender_card else NONE
    force = attack.striking(board.front(attacker, attack.column).soldiers + mine)
    play.emit(e.ReservesRevealed(force.weapon, force.magic, theirs))


def _turn_up(play: Play[Board], seat: Seat, card: CardId | None) -> None:
    if card is None:
        return
    level = play.board.components.level[card]
    if is_back(card):
        card = play.chance.reveal(
            play.board.pile(level).pool(card),
            rule="HCT-EMR-05",
            about=f"the reserve card of {{{seat}}}",
            place=f"reserve:{seat}",
        )
    play.emit(e.ReserveShown(seat, level, card))
