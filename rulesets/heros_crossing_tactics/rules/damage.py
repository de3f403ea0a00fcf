"""Apply damage and wrap-up: Weapon points, then Magic points, one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.heros_crossing_tactics import effects as e
from rulesets.heros_crossing_tactics.board import Board
from rulesets.heros_crossing_tactics.effects.damage import striker
from rulesets.heros_crossing_tactics.ids import front_id
from rulesets.heros_crossing_tactics.phases import Damage
from rulesets.heros_crossing_tactics.pieces import STRIKING, Kind, Soldiers, Striking, other
from rulesets.kit.facts import Fact
from rulesets.kit.play import Play, automatic, need
from rulesets.kit.structs import Action

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulesets.kit.phases import Seat

CHOSEN = STRIKING
"""The types that die last, by the attacker's choice (HCT-DMG-05, 08)."""


@automatic(Damage)
def deal_damage(play: Play[Board]) -> None:
    """One point; runs again until the attacker has to choose, the attack ends or the game is won."""
    board = play.board
    seat, attack = other(board.seat), board.attack
    if not board.side(seat).health:  # HCT-WRP-01
        return play.emit(e.GameWon(board.seat))
    if not attack.points:  # HCT-WRP-02, 03
        cards = (attack.attacker_card, attack.defender_card)
        return play.emit(e.AttackEnded(tuple(card for card in cards if card)))
    by, defenders = attack.kind, _defenders(board)
    if by == "magic" and defenders.armor:  # HCT-DMG-06
        return play.emit(e.MagicBlocked(seat, attack.target, attack.points))
    if defenders.potion:  # HCT-DMG-03, 07
        return _kill(play, "potion", by)
    if defenders.armor:  # HCT-DMG-04
        return _kill(play, "armor", by)
    if not defenders:  # HCT-DMG-12
        return play.emit(e.MonarchDamaged(seat, board.side(seat).health - 1, by))
    if not (defenders.weapon and defenders.magic):
        return _kill(play, "weapon" if defenders.weapon else "magic", by)
    return None  # HCT-DMG-05, 08: the attacker chooses


class ChooseCasualty(Action[Board], frozen=True):
    """Which type loses a Soldier to this point."""

    title = "Choose who dies"
    kind: str
    phase = Damage

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[ChooseCasualty]:
        return (cls(kind) for kind in CHOSEN)

    def check(self, board: Board, seat: Seat) -> None:
        need(self.kind in CHOSEN, "HCT-DMG-05" if board.attack.kind == "weapon" else "HCT-DMG-08")

    def perform(self, play: Play[Board]) -> None:
        _kill(play, "weapon" if self.kind == "weapon" else "magic", play.board.attack.kind)

    def label(self, board: Board, seat: Seat) -> str:
        return f"Kill 1 {self.kind.capitalize()} in Front {board.attack.target}"

    def fact(self, board: Board, seat: Seat) -> Fact:
        place, source = front_id(other(seat), board.attack.target), striker(board, board.attack.kind)
        return Fact(place=place, kind=self.kind, source=source)


def _defenders(board: Board) -> Soldiers:
    """Cubes and temporary Soldiers of the Defending Front together."""
    attack = board.attack
    return board.front(other(board.seat), attack.target).soldiers + attack.temporary


def _kill(play: Play[Board], kind: Kind, by: Striking) -> None:
    """HCT-DMG-09, 10: temporary Potion and Armor die before cubes, Weapon and Magic after them."""
    board = play.board
    seat, attack = other(board.seat), board.attack
    cubes = board.front(seat, attack.target).soldiers.count(kind)
    temporary = attack.temporary.count(kind)
    cube_dies = cubes if kind in CHOSEN else not temporary
    play.emit(e.SoldierKilled(seat, attack.target, kind, "cube" if cube_dies else "temporary", by))
