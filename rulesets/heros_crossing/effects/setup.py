"""The set-up: first player, first heroes and tiles, colours, the draft."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.heros_crossing.board import Board
from rulesets.heros_crossing.effects import common
from rulesets.heros_crossing.ids import face_id, hand_id, hero_id, seat_id, space_id, stack_id, tile_id
from rulesets.heros_crossing.names import hero_name, tile_name
from rulesets.heros_crossing.phases import ChoosingColours, Drafting
from rulesets.heros_crossing.pieces import SLOT_LEVELS, UNKNOWN, HeroId, Slot, Stack, TileId, Visit
from rulesets.heros_crossing.tiles import LAND
from rulesets.kit.facts import Fact
from rulesets.kit.phases import Seat
from rulesets.kit.piles import Pile, is_back
from rulesets.kit.structs import Effect, Viewer, sees
from rulesets.kit.tuples import insert, put, without

if TYPE_CHECKING:
    from collections.abc import Iterable


LANDS_DEALT = 2
"""HCX-DRF-01."""


class FirstPlayerChosen(common.OfSeat, frozen=True):
    """Seat `seat` holds the Zoning Die."""

    mark = "roll"

    def apply(self, board: Board) -> Board:
        return replace(board, first=self.seat, seat=self.seat)

    def sentence(self, board: Board) -> str:
        return f"{{{self.seat}}} goes first."


class HeroRevealed(Effect[Board], frozen=True):
    """The top card of the hero stack comes into a visiting space (an index)."""

    mark = "draw"
    silent = {"level": "stands on the card", "needs": "stands on the card"}
    space: int
    level: int
    hero: HeroId
    needs: int
    """How many it has."""

    def apply(self, board: Board) -> Board:
        pile = board.heroes[self.level - 1].drawn(self.hero)
        visit = Visit(self.hero, ("",) * self.needs, (0,) * self.needs)
        return replace(
            board,
            heroes=put(board.heroes, self.level - 1, pile),
            visiting=put(board.visiting, self.space, visit),
        )

    def touches(self) -> tuple[str, ...]:
        return (hero_id(self.hero),)

    def sentence(self, board: Board) -> str:
        return f"The {hero_name(board, self.hero)} visits."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(card=hero_id(self.hero), place=space_id(self.space)),)


class BuildingRevealed(Effect[Board], frozen=True):
    """The uppermost tile of a stack (in facts the `place`) comes into an empty building space (an index)."""

    mark = "draw"
    title = "Tile turned up"
    slot: int
    card: TileId

    def apply(self, board: Board) -> Board:
        level = SLOT_LEVELS[self.slot]
        return replace(
            board,
            stacks=put(board.stacks, level - 1, drawn(board.stacks[level - 1], self.card)),
            supply=put(board.supply, self.slot, Slot(self.card)),
        )

    def touches(self) -> tuple[str, ...]:
        return (tile_id(self.card),)

    def sentence(self, board: Board) -> str:
        return f"{tile_name(board, self.card)} is turned up."

    def facts(self, board: Board) -> Iterable[Fact]:
        level, card = SLOT_LEVELS[self.slot], face_id(board.components, self.card)
        return (Fact(card=card, place=stack_id(level), chance=by_chance(board.stacks[level - 1])),)


def drawn(stack: Stack, tile: TileId) -> Stack:
    """The stack less its uppermost tile, which is `tile`: known ones come last (they lie at the bottom)."""
    if stack.hidden.size:
        return Stack(stack.hidden.drawn(tile), stack.bottom)
    assert stack.bottom[0] == tile
    return Stack(stack.hidden, stack.bottom[1:])


def by_chance(stack: Stack) -> bool:
    """Whether nobody knows the uppermost tile of a stack: tiles that were put back lie at the bottom, and are known."""
    return stack.hidden.size > 0


class DraftHandDealt(Effect[Board], frozen=True):
    """A seat is dealt four tiles, which only it sees, and two land tiles. In facts each of the four is a row."""

    mark = "draw"
    title = "Tile dealt"
    seat: Seat
    tiles: tuple[TileId, ...]
    """Sorted."""

    def apply(self, board: Board) -> Board:
        stack = board.stacks[0]
        hidden = stack.hidden
        for tile in self.tiles:
            hidden = hidden.drawn(None if is_back(tile) else tile)
        side = replace(board.side(self.seat), hand=self.tiles, tiles=(LAND,) * LANDS_DEALT)
        board = board.with_side(self.seat, side)
        return replace(board, stacks=put(board.stacks, 0, Stack(hidden, stack.bottom)), pending=ChoosingColours())

    def seen_by(self, viewer: Viewer) -> DraftHandDealt:
        return self if sees(viewer, self.seat) else replace(self, tiles=(UNKNOWN,) * len(self.tiles))

    def touches(self) -> tuple[str, ...]:
        return (hand_id(self.seat),)

    def facts(self, board: Board) -> Iterable[Fact]:
        return tuple(Fact(seat=self.seat, card=face_id(board.components, tile)) for tile in self.tiles)


class ColourChosen(common.OfSeat, frozen=True):
    """A seat takes the workers of a colour."""

    colour: str

    def apply(self, board: Board) -> Board:
        board = board.with_side(self.seat, replace(board.side(self.seat), colour=self.colour))
        all_chosen = all(side.colour for side in board.sides)
        return replace(board, pending=Drafting() if all_chosen else ChoosingColours())

    def sentence(self, board: Board) -> str:
        return f"{{{self.seat}}} plays {self.colour}."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(seat=self.seat, kind="colour", choice=self.colour),)


class DraftTilePicked(common.AboutTile, frozen=True):
    """A seat lays one tile of its hand face down."""

    title = "Tile picked"

    def apply(self, board: Board) -> Board:
        side = board.side(self.seat)
        side = replace(side, hand=without(side.hand, self.card), picked=self.card)
        return board.with_side(self.seat, side)

    def seen_by(self, viewer: Viewer) -> DraftTilePicked:
        return self if sees(viewer, self.seat) else DraftTilePicked(self.seat, UNKNOWN)

    def touches(self) -> tuple[str, ...]:
        return (hand_id(self.seat),)

    def sentence(self, board: Board) -> str:
        return f"{{{self.seat}}} picks {tile_name(board, self.card)}."


class DraftTileRevealed(common.AboutTile, frozen=True):
    """A picked tile is turned up and belongs to its picker."""

    mark = "reveal"
    title = "Tile drafted"

    def apply(self, board: Board) -> Board:
        side = board.side(self.seat)
        stack = board.stacks[0]
        board = board.with_side(self.seat, replace(side, picked="", tiles=insert(side.tiles, self.card)))
        return replace(board, stacks=put(board.stacks, 0, Stack(stack.hidden.placed(self.card), stack.bottom)))

    def touches(self) -> tuple[str, ...]:
        return tile_id(self.card), seat_id(self.seat)

    def sentence(self, board: Board) -> str:
        return f"{{{self.seat}}} takes {tile_name(board, self.card)}."


class DraftHandsPassed(common.Untold, frozen=True):
    """All pass the rest of their hands to the left. `hands` is what each seat now holds."""

    silent = {"hands": "each tile is told as it is dealt and as it is picked"}
    hands: tuple[tuple[TileId, ...], ...]

    def apply(self, board: Board) -> Board:
        known = {tile for hand in self.hands for tile in hand}
        hidden: Pile = board.stacks[0].hidden
        for side in board.sides:
            for tile in side.hand:
                if tile not in known and not is_back(tile):  # it went out of the viewer's sight
                    hidden = hidden.hidden(tile)
        for hand in self.hands:
            for tile in hand:
                if not is_back(tile):  # it came into sight; names already in sight are in no pool
                    hidden = hidden.placed(tile)
        sides = tuple(replace(side, hand=hand) for side, hand in zip(board.sides, self.hands, strict=True))
        return replace(board, sides=sides, stacks=put(board.stacks, 0, Stack(hidden, board.stacks[0].bottom)))

    def seen_by(self, viewer: Viewer) -> DraftHandsPassed:
        return DraftHandsPassed(
            tuple(hand if sees(viewer, seat) else (UNKNOWN,) * len(hand) for seat, hand in enumerate(self.hands, 1))
        )

    def touches(self) -> tuple[str, ...]:
        return tuple(hand_id(seat) for seat in range(1, len(self.hands) + 1))

    def sentence(self, board: Board) -> str:
        return "The hands are passed to the left."
