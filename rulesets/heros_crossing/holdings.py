"""What statistics know beyond events: the parts of the score, towns, spies; colours and heroes; cards and tiles."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from rulesets.heros_crossing.board import spies_of
from rulesets.heros_crossing.components import Components
from rulesets.heros_crossing.effects.turns import row_kind
from rulesets.heros_crossing.ids import DONATION, card_id, cell_id, dice_id, face_id, hero_id, space_id, stack_id
from rulesets.heros_crossing.names import numbered
from rulesets.heros_crossing.pieces import HERO_SPACES, PLAYER_COLOURS
from rulesets.heros_crossing.rules.ending import hero_points, well_points
from rulesets.heros_crossing.tiles import COLOURS
from rulesets.kit.history import Card, Holding
from rulesets.kit.phases import seats_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from rulesets.heros_crossing.board import Board
    from rulesets.heros_crossing.pieces import Side
    from rulesets.kit import phases
    from rulesets.kit.phases import Seat


def holdings(board: Board) -> Iterator[Holding]:
    """What each seat has, and how many heroes are still to come (`heroes_left`, of nobody)."""
    yield Holding(None, "heroes_left", board.heroes_left)
    for seat in seats_of(board):
        yield from _score(board, seat)
        yield from _town(board, seat)
        yield Holding(seat, "modifiers", board.side(seat).modifiers)
        yield from (Holding(seat, "spies", 1, cell_id(town, cell)) for town, cell in spies_of(board, seat))


def _score(board: Board, seat: Seat) -> Iterator[Holding]:
    """The parts of the score, which are VP: the `track`, and what `heroes` and `wells` would bring."""
    yield Holding(seat, "track", board.side(seat).vp)
    yield Holding(seat, "heroes", hero_points(board, seat))
    yield Holding(seat, "wells", well_points(board, seat))
    yield Holding(seat, "heroes_owned", len(board.side(seat).heroes))


def _town(board: Board, seat: Seat) -> Iterator[Holding]:
    """`tiles` and `cubes` on them by tile, and the resources that the town can both make and sell (`trades`)."""
    side = board.side(seat)
    tiles, cubes = defaultdict[str, int](int), defaultdict[str, int](int)
    for lot in side.town:
        face = face_id(board.components, lot.tile)
        assert face is not None  # no tile of a town is hidden
        tiles[face] += 1
        cubes[face] += lot.cubes
    yield from (Holding(seat, "tiles", n, face) for face, n in tiles.items())
    yield from (Holding(seat, "cubes", n, face) for face, n in cubes.items() if n)
    yield Holding(seat, "trades", _trades(board, side))


def _trades(board: Board, side: Side) -> int:
    tiles = [board.components.tile[lot.tile] for lot in side.town]
    made, sold = ({tile.resource for tile in tiles if tile.kind == kind} for kind in ("production", "shop"))
    return len(made & sold)


def faction(board: Board, seat: Seat) -> Mapping[str, Sequence[str]]:
    """The colour of a seat, and the heroes that joined it."""
    side = board.side(seat)
    return {"colour": (side.colour,) if side.colour else (), "hero": tuple(hero_id(own.hero) for own in side.heroes)}


def cards(components: phases.Components) -> Iterator[Card]:
    """Heroes, tiles (copies as one), Action Cards and their rows, dice and colours; places; and donations, which bring
    VP too."""
    assert isinstance(components, Components)
    yield from _heroes(components)
    yield from _tiles(components)
    yield from (Card(card_id(card), _worded(card), "action_card") for card in components.action_card)
    yield from _rows(components)
    yield from (Card(dice_id(colour), f"{colour.capitalize()} die", "die", kind=colour) for colour in COLOURS)
    yield from (Card(colour, colour.capitalize(), "colour") for colour in PLAYER_COLOURS)
    yield from (Card(space_id(space), f"Visiting space {space + 1}", "place") for space in range(HERO_SPACES))
    yield from (Card(stack_id(level), f"Stack {level}", "place", level) for level in (1, 2, 3))
    yield Card(DONATION, "Donation", "rule")


def _heroes(components: Components) -> Iterator[Card]:
    """The kind of a hero is the colours of the dice that attract it, its icons are its needs."""
    for hero in components.hero.values():
        icons = " ".join(sorted(hero.needs))
        yield Card(hero_id(hero.id), hero.name, "hero", hero.level, " ".join(hero.dice), icons=icons)


def _tiles(components: Components) -> Iterator[Card]:
    """One card for all copies of a tile."""
    for tile in {tile.face: tile for tile in components.tile.values()}.values():
        id_ = face_id(components, tile.id)
        assert id_ is not None
        yield Card(id_, numbered(tile), "tile", tile.level or None, tile.kind, icons=tile.resource or None)


def _rows(components: Components) -> Iterator[Card]:
    """The rows of Action Cards, which several of them share."""
    for actions in dict.fromkeys(row for card in components.action_card.values() for row in card.rows):
        id_ = row_kind(actions)
        assert id_ is not None  # no row is empty
        yield Card(id_, _worded(" and ".join(actions)), "row")


def _worded(id: str) -> str:
    """An id as a name, of what the set gives no other."""
    return id.replace("-", " ").replace("_", " ").capitalize()
