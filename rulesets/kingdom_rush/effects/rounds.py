"""Phases 5 and 6, and the end of a round."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.kingdom_rush.board import Board
from rulesets.kingdom_rush.ids import hand_id, space_id, supply_id, tower_id
from rulesets.kingdom_rush.names import source_name, space_name
from rulesets.kingdom_rush.phases import BUYING, Sharing
from rulesets.kingdom_rush.pieces import AbilityTile, Hero, Side, SpaceId
from rulesets.kit.facts import Fact
from rulesets.kit.phases import Seat
from rulesets.kit.structs import Effect
from rulesets.kit.tuples import insert, put, without
from rulesets.kit.words import counted, joined

if TYPE_CHECKING:
    from collections.abc import Iterable


class CardsPickedUp(Effect[Board], frozen=True):
    """Hands take back what stands face up and what came in. Towers on `white` sites wait to be shared.

    Only the Towers that are lost are rows.
    """

    silent = {"white": "each that is shared is a row"}
    white: tuple[SpaceId, ...] = ()

    def apply(self, board: Board) -> Board:
        hands = [[*side.hand, *side.incoming] for side in board.sides]
        left, lost = [], []
        for tower in board.towers:
            if not tower.face_up:
                lost.append(tower.card)
            elif tower.site in self.white:
                left.append(tower)
            else:
                hands[tower.seat - 1].append(tower.card)
        return replace(
            board,
            sides=tuple([Side(p.colour, p.hero, tuple(sorted(hands[i]))) for i, p in enumerate(board.sides)]),
            heroes=tuple([hero if hero.ready else replace(hero, ready=True, returned=False) for hero in board.heroes]),
            towers=tuple(left),
            supply=tuple(sorted((*board.supply, *lost))) if lost else board.supply,
            pending=Sharing() if left else BUYING,
        )

    def sentence(self, board: Board) -> str:
        lost = Counter(source_name(board, tower.card) for tower in board.towers if not tower.face_up)
        if not lost:
            return ""
        names = joined(f"{name} ({count})" if count > 1 else name for name, count in lost.items())
        one = lost.total() == 1
        return f"{names} {'goes' if one else 'go'} back to the supply, since {'it' if one else 'they'} hit a Portal."

    def facts(self, board: Board) -> Iterable[Fact]:
        for tower in board.towers:
            if not tower.face_up:
                card, place = tower_id(tower.card), space_id(tower.site)
                yield Fact(type="TowerLost", seat=tower.seat, card=card, place=place, kind="portal")


class WhiteTowerTaken(Effect[Board], frozen=True):
    """A seat takes the Tower of a white Building site."""

    silent = {"by": "who said so"}
    seat: Seat
    tower: str
    site: SpaceId
    by: Seat
    """Who said so for the team."""

    def apply(self, board: Board) -> Board:
        index = next(i for i, t in enumerate(board.towers) if t.site == self.site and t.card == self.tower)
        towers = board.towers[:index] + board.towers[index + 1 :]
        side = board.side(self.seat)
        board = board.with_side(self.seat, replace(side, hand=insert(side.hand, self.tower)))
        return replace(board, towers=towers, pending=board.pending if towers else BUYING)

    def touches(self) -> tuple[str, ...]:
        return (space_id(self.site), hand_id(self.seat))

    def sentence(self, board: Board) -> str:
        tower = f"{source_name(board, self.tower)} of {space_name(board, self.site)}"
        if self.by == self.seat:
            return f"{{{self.by}}} takes {tower}."
        return f"{{{self.by}}} gives {tower} to {{{self.seat}}}."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(seat=self.seat, card=tower_id(self.tower), place=space_id(self.site)),)


class TowerBought(Effect[Board], frozen=True):
    """The team buys a Tower for a seat.

    The value of its row is its price in Crystals.
    """

    silent = {"by": "who said so"}
    seat: Seat
    tower: str
    price: int
    by: Seat
    """Who said so for the team."""

    def apply(self, board: Board) -> Board:
        side = board.side(self.seat)
        side = replace(side, hand=insert(side.hand, self.tower))
        return replace(
            board,
            sides=put(board.sides, self.seat - 1, side),
            crystals=board.crystals - self.price,
            supply=without(board.supply, self.tower),
        )

    def touches(self) -> tuple[str, ...]:
        return (supply_id(self.tower), hand_id(self.seat), "crystals")

    def sentence(self, board: Board) -> str:
        name, left = source_name(board, self.tower), board.crystals - self.price
        to = "" if self.by == self.seat else f" for {{{self.seat}}}"
        price = counted(self.price, "Crystal")
        return f"{{{self.by}}} buys {name}{to} with {price}; {left} {'is' if left == 1 else 'are'} left."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(seat=self.seat, card=tower_id(self.tower), value=self.price),)


class PurchasesEnded(Effect[Board], frozen=True):
    """The team buys nothing more."""

    silent = {"seat": "who said so"}
    seat: Seat
    """Who said so for the team."""

    def apply(self, board: Board) -> Board:
        return board

    def touches(self) -> tuple[str, ...]:
        return ("crystals",)

    def sentence(self, board: Board) -> str:
        return f"{{{self.seat}}} buys nothing more; {counted(board.crystals, 'Crystal')} left."

    def facts(self, board: Board) -> Iterable[Fact]:
        return ()


class RoundEnded(Effect[Board], frozen=True):
    """What lasts until the end of the round stops; called Bench Heroes leave the game."""

    def apply(self, board: Board) -> Board:
        heroes = tuple([_rested(hero) if hero.ongoing else hero for hero in board.heroes if not hero.bench])
        return replace(board, heroes=heroes)

    def sentence(self, board: Board) -> str:
        return f"Round {board.round} ends."

    def facts(self, board: Board) -> Iterable[Fact]:
        return ()


def _rested(hero: Hero) -> Hero:
    tiles = tuple(AbilityTile(t.id, "used") if t.state == "active" else t for t in hero.abilities)
    return replace(hero, ongoing=(), abilities=tiles)
