"""Setup: the first player, heroes, the building supply, colours, and the draft of the first tiles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.heros_crossing import effects as e
from rulesets.heros_crossing.board import Board
from rulesets.heros_crossing.components import Components
from rulesets.heros_crossing.ids import hand_id, space_id, stack_id
from rulesets.heros_crossing.names import tile_name
from rulesets.heros_crossing.phases import ChoosingColours, Drafting, Swapping
from rulesets.heros_crossing.pieces import (
    HERO_SPACES,
    PLAYER_COLOURS,
    SLOT_LEVELS,
    UNKNOWN,
    Side,
    Slot,
    Stack,
    TileId,
    Visit,
)
from rulesets.heros_crossing.rules.common import OnTile, refill
from rulesets.kit.facts import Fact
from rulesets.kit.phases import seats_of
from rulesets.kit.piles import Pile, is_back
from rulesets.kit.play import Play, automatic, need
from rulesets.kit.structs import Action, sees

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulesets.kit.phases import Seat
    from rulesets.kit.structs import Start, Viewer

HEROES_OF_A_LEVEL = 4
"""HCX-SET-10."""
HAND = 4
"""HCX-DRF-01."""
FIRST_SLOTS = SLOT_LEVELS.count(1)
"""HCX-SET-15."""


def empty_board(start: Start, components: Components) -> Board:
    """The table before anything is turned up (HCX-SET-02, 03, 04, 06, 08, 09 to 12, 14, 16)."""
    one, two, three = (Stack(Pile(len(names), names)) for names in components.stacks)
    first, second, third = (Pile(HEROES_OF_A_LEVEL, names) for names in components.heroes)
    return Board(
        components=components,
        pending=ChoosingColours(),
        sides=(Side(),) * start.seats,
        supply=(Slot(),) * len(SLOT_LEVELS),
        stacks=(one, two, three),
        visiting=(Visit(), Visit(), Visit(), Visit()),
        heroes=(first, second, third),
        deck=tuple(sorted(components.action_card)),
        chance=start.chance,
    )


def start(play: Play[Board]) -> None:
    """HCX-SET-05, 13, 15, HCX-DRF-01: the first player, the first visitors, the first tiles, the hands."""
    seats = seats_of(play.board)
    play.emit(e.FirstPlayerChosen(play.chance.pick(seats, rule="HCX-SET-05", about="who goes first")))
    for space in range(HERO_SPACES):
        reveal_hero(play, space, 1, "HCX-SET-13")
    for slot in range(FIRST_SLOTS):
        refill(play, slot, "HCX-SET-15")
    for seat in play.board.clockwise(play.board.first):
        play.emit(e.DraftHandDealt(seat, _hand(play, seat)))


def reveal_hero(play: Play[Board], space: int, level: int, rule: str) -> None:
    """Turn up a hero of a level. Which ones left the game is not known, so it may be any that nobody has seen."""
    about = f"the hero that comes to visiting space {space + 1}"
    hero = play.chance.draw(play.board.heroes[level - 1].unseen, rule=rule, about=about, place=space_id(space))
    assert hero is not None
    play.emit(e.HeroRevealed(space, level, hero, len(play.board.components.hero[hero].needs)))


def _hand(play: Play[Board], seat: Seat) -> tuple[TileId, ...]:
    hidden = play.board.stacks[0].hidden
    tiles: list[TileId] = []
    for _ in range(HAND):
        tile = play.chance.draw(
            hidden.unseen,
            rule="HCX-DRF-01",
            unknown_ok=True,
            about=f"a tile that {{{seat}}} drafts from",
            place=stack_id(1),
        )
        hidden = hidden.drawn(tile)
        tiles.append(tile or UNKNOWN)
    return tuple(sorted(tiles))


class ChooseColour(Action[Board], frozen=True):
    """Take the workers of a colour that nobody has."""

    title = "Choose a colour"
    colour: str
    phase = ChoosingColours

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[ChooseColour]:
        return (cls(colour) for colour in PLAYER_COLOURS)

    def check(self, board: Board, seat: Seat) -> None:
        need(self.colour in PLAYER_COLOURS, "HCX-SET-01")
        need(all(side.colour != self.colour for side in board.sides), "HCX-SET-01")

    def perform(self, play: Play[Board]) -> None:
        play.emit(e.ColourChosen(play.seat, self.colour))

    def fact(self, board: Board, seat: Seat) -> Fact:
        return Fact(kind="colour", choice=self.colour)

    def label(self, board: Board, seat: Seat) -> str:
        return f"Play {self.colour}"


class PickTile(OnTile, frozen=True):
    """Lay one tile of the hand face down (HCX-DRF-03)."""

    title = "Pick a tile"
    phase = Drafting

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[PickTile]:
        return (cls(tile) for tile in dict.fromkeys(board.side(seat).hand))

    def check(self, board: Board, seat: Seat) -> None:
        need(self.tile in board.side(seat).hand, "HCX-DRF-03")

    def perform(self, play: Play[Board]) -> None:
        play.emit(e.DraftTilePicked(play.seat, self.tile))

    def seen_by(self, viewer: Viewer, seat: Seat) -> PickTile:
        return self if sees(viewer, seat) else PickTile(UNKNOWN)

    def label(self, board: Board, seat: Seat) -> str:
        return f"Pick {tile_name(board, self.tile)}"


@automatic(Drafting)
def draft(play: Play[Board]) -> None:
    """HCX-DRF-03 to 05: turn up when all have picked, pass to the left; the last tile is picked by itself."""
    board = play.board
    if not all(side.picked for side in board.sides):
        return
    for seat in board.clockwise(board.first):
        tile = board.side(seat).picked
        if is_back(tile):
            tile = play.chance.reveal(
                play.board.stacks[0].hidden.unseen,
                rule="HCX-DRF-03",
                about=f"the tile that {{{seat}}} picked",
                place=hand_id(seat),
            )
        play.emit(e.DraftTileRevealed(seat, tile))
    hands = [side.hand for side in play.board.sides]
    if not hands[0]:
        return play.emit(e.Asked(Swapping(board.first)))
    play.emit(e.DraftHandsPassed((hands[-1], *hands[:-1])))
    if len(hands[0]) == 1:
        for seat in board.clockwise(board.first):
            play.emit(e.DraftTilePicked(seat, play.board.side(seat).hand[0]))
