"""What the conformance suite has to know of Hero's Crossing: thinkable actions, what is hidden, what never changes."""

from __future__ import annotations

from collections import Counter
from copy import copy
from itertools import chain, islice, product
from typing import TYPE_CHECKING

from rulesets.heros_crossing import RULESET
from rulesets.heros_crossing.board import Board
from rulesets.heros_crossing.phases import (
    Acting,
    Arranging,
    ChoosingColours,
    Drafting,
    GameOver,
    LastDonations,
    Placing,
    Selling,
    Settling,
    Swapping,
    Turn,
)
from rulesets.heros_crossing.pieces import COLOUR, FACE, SLOT_LEVELS
from rulesets.heros_crossing.rules.town import around
from rulesets.heros_crossing.tiles import COLOURS, LAND
from rulesets.kit.conformance import Profile
from rulesets.kit.piles import is_back
from rulesets.kit.structs import sees
from tests.rulesets.heros_crossing.ledger import game, transitions

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulesets.heros_crossing.pieces import Laid
    from rulesets.kit.ruleset import Ruleset
    from rulesets.kit.structs import Action, Viewer

MOST = 400
"""Thinkable actions of one type, at most."""
GROUND = tuple(f"{east}.{north}" for east in range(-6, 7) for north in range(-6, 7))
"""Where first towns are laid, and a row of cells around it."""
SETUP = (ChoosingColours, Drafting, Swapping, Arranging)


def universe(board: Board) -> Iterator[Action[Board]]:
    """All that is listed for any seat, and for each type of action what its fields can be filled with."""
    for seat in range(1, board.seats + 1):
        yield from RULESET.legal_actions(board, seat)
    pools = _pools(board)
    for kind in RULESET.actions:
        names = kind.__struct_fields__
        if kind.open_ended:
            continue
        every = 1
        for name in names:
            every *= len(pools[name])
        for values in islice(product(*(pools[name] for name in names)), 0, None, max(1, every // MOST)):
            yield kind(*values)


def _pools(board: Board) -> dict[str, tuple[object, ...]]:
    cells = {lot.cell for side in board.sides for lot in side.town} | {"0.0"}
    cells |= set(chain.from_iterable(around(cell) for cell in tuple(cells)))
    near = GROUND if isinstance(board.pending, Arranging) else sorted(cells)[:60]
    here = (*near, "99.99", "nowhere", "")
    tiles = [slot.tile for slot in board.supply if slot.tile]
    tiles += list(chain.from_iterable((*side.hand, *side.tiles) for side in board.sides))
    some = (*dict.fromkeys(tiles), *board.stacks[0].hidden.unseen[:3], "?1", LAND, "nothing")
    heroes = [visit.hero for visit in board.visiting if visit.hero]
    heroes += [own.hero for side in board.sides for own in side.heroes]
    numbers = tuple(range(-1, 7))
    return {
        "colour": ("black", "orange", "purple", "yellow", "white", ""),
        "tile": some,
        "given": some,
        "taken": some,
        "cell": here,
        "source": here,
        "target": here,
        "from_cell": ("", *here[:3]),
        "from_town": (0, 1, 2, 9),
        "town": numbers,
        "spy": numbers,
        "victim": numbers,
        "face": ("N", "E", "S", "W", "X", "*", ""),
        "die": (*FACE, "grey-7", "black-1", ""),
        "row": tuple(range(-1, 5)),
        "modifiers": tuple(range(-1, 6)),
        "n": numbers,
        "need": numbers,
        "hero": (*heroes, "nobody", ""),
        "targets": ((), ("",), ("1.grey-6.grey-7",), ("nothing",), ("1",)),
    }


def hidden(board: Board, viewer: Viewer) -> set[str]:
    """Tiles in stacks, in other hands and face down before others; heroes in the stack, or out of the game."""
    names = set(chain.from_iterable(stack.hidden.unseen for stack in board.stacks))
    names.update(chain.from_iterable(pile.unseen for pile in board.heroes))
    for seat, side in enumerate(board.sides, 1):
        if not sees(viewer, seat):
            names.update(tile for tile in (*side.hand, side.picked) if tile and not is_back(tile))
    return names


# --- what holds on every board; numbers as in the list of invariants


def invariants(board: Board) -> None:
    """All that can be told of one board."""
    _tiles(board)
    _sorted(board)
    if isinstance(board.pending, SETUP):
        return
    _dice(board)
    _cubes(board)
    _bids(board)
    _towns(board)
    _spies(board)
    _heroes(board)
    _era(board)
    _waits(board)


def _tiles(board: Board) -> None:
    """1: each tile of the set is in exactly one place; an unknown one is one of those that no place tells."""
    placed = [slot.tile for slot in board.supply if slot.tile]
    for side in board.sides:
        placed += [*side.hand, *filter(None, [side.picked]), *(lot.tile for lot in side.town), *side.tiles]
    if isinstance(board.pending, Placing):
        placed.append(board.pending.tile)
    placed = [tile for tile in placed if tile != LAND]
    named = [tile for tile in placed if not is_back(tile)]
    for level, stack in enumerate(board.stacks, 1):
        unknown = placed.count(f"?{level}")
        assert len(stack.hidden.unseen) == stack.hidden.size + unknown
        named += [*stack.hidden.unseen, *stack.bottom]
        assert all(board.components.tile[tile].back == level for tile in (*stack.hidden.unseen, *stack.bottom))
    assert sorted(named) == sorted(tile for tile in board.components.tile if tile != LAND)


def _sorted(board: Board) -> None:
    """Equal tables are equal boards: what lies in no order is kept in one."""
    names = [board.graveyard, board.deck, board.discard, board.raises]
    seats = [slot.barred for slot in board.supply]
    for side in board.sides:
        names += [side.pool, side.hand, side.tiles, tuple(lot.cell for lot in side.town)]
        seats += [lot.spies for lot in side.town]
        assert list(side.assigned) == sorted(side.assigned)
    assert all(list(items) == sorted(items) for items in names)
    assert all(list(items) == sorted(items) for items in seats)


def _laid(board: Board) -> Iterator[Laid]:
    for stakes in (*(slot.bids for slot in board.supply), *(visit.stakes for visit in board.visiting)):
        for stake in stakes:
            yield from stake.dice


def _dice(board: Board) -> None:
    """2, 3, 4: four dice a player, one of each colour, wherever they are; no pool is far ahead of another."""
    dice = [*chain.from_iterable(side.pool for side in board.sides), *board.graveyard]
    dice += [laid.die for laid in _laid(board) if not laid.substitute]
    if isinstance(board.pending, Acting) and not board.pending.laid:
        dice.append(board.pending.die)
    assert set(dice) <= set(FACE)
    if dice and isinstance(board.pending, Turn | Settling):
        assert len(dice) == 4 * board.seats
        each = set(Counter(COLOUR[die] for die in dice).values()) == {board.seats}
        assert each or _owns(board, "RecolorDie")
        sizes = [len(side.pool) for side in board.sides]
        assert max(sizes) - min(sizes) <= 1 or _owns(board, "ExtraDraft", "StealRule")
    assert all(laid.modifiers >= 0 for laid in _laid(board))
    assert all(side.modifiers >= 0 and side.vp >= 0 for side in board.sides)  # 8


def _words(board: Board) -> Iterator[object]:
    for side in board.sides:
        for own in side.heroes:
            yield from board.components.hero[own.hero].power.effects


def _owns(board: Board, *words: str) -> bool:
    """Whether somebody owns a hero whose power may lift an invariant."""
    return any(type(word).__name__ in words for word in _words(board))


def _cubes(board: Board) -> None:
    """5: no tile holds more than four cubes, and only Production Centers and Shops hold any."""
    held = [lot for side in board.sides for lot in side.town if lot.cubes]
    assert all(lot.cubes > 0 and board.components.tile[lot.tile].level for lot in held)
    most = max((lot.cubes for lot in held), default=0)
    assert most <= 4 or (most <= 12 and _owns(board, "LimitRule", "GainCubes"))


def _bids(board: Board) -> None:
    """15, 16, 17: sums differ on a tile, nobody who withdrew has a bid, and what nobody bids on is not barred."""
    for slot in board.supply:
        totals = [bid.total for bid in slot.bids]
        assert len(set(totals)) == len(totals) or _owns(board, "BidRule")
        assert not {bid.seat for bid in slot.bids} & set(slot.barred) or _owns(board, "BidRule")
        assert slot.tile or not slot.bids
    if isinstance(board.pending, Turn):
        sole = [slot for slot in board.supply if [bid.seat for bid in slot.bids] == [board.seat]]
        assert not sole


def _towns(board: Board) -> None:
    """10, 11, 13: no two buildings side by side, one group, no building twice."""
    for side in board.sides:
        tiles = [board.components.tile[lot.tile] for lot in side.town]
        built = {lot.cell for lot, tile in zip(side.town, tiles, strict=True) if tile.building}
        adjacent = any(not built.isdisjoint(around(cell)) for cell in built)
        assert not adjacent or _owns(board, "PlaceRule")
        cells = {lot.cell for lot in side.town}
        assert len(cells) == len(tiles)
        assert one_group(cells)
        buildings = [(tile.name, tile.level) for tile in tiles if tile.level]
        assert len(set(buildings)) == len(buildings)


def one_group(cells: set[str]) -> bool:
    """Whether each can be reached from each other; takes the cells away."""
    todo = [cells.pop()]
    while todo:
        near = cells.intersection(around(todo.pop()))
        cells -= near
        todo += near
    return not cells


def _spies(board: Board) -> None:
    """14: one spy at most is out, on land of another's town."""
    for seat, side in enumerate(board.sides, 1):
        for lot in side.town:
            assert seat not in lot.spies
            assert not (lot.spies and board.components.tile[lot.tile].building)
    out = Counter(chain.from_iterable(lot.spies for side in board.sides for lot in side.town))
    assert all(count == 1 for count in out.values()) or _owns(board, "SpyRule")


def _heroes(board: Board) -> None:
    """18, 19: twelve heroes; a hero is owned as soon as its needs are filled."""
    owned = [own.hero for side in board.sides for own in side.heroes]
    visiting = [visit.hero for visit in board.visiting if visit.hero]
    assert len(owned) + len(visiting) + board.heroes_left == 12
    assert len(set(owned + visiting)) == len(owned) + len(visiting)
    for visit in board.visiting:
        assert not visit.hero or not all(visit.filled)
        assert [bool(cube) for cube in visit.filled] == [bool(seat) for seat in visit.by]
    seen = Counter(board.components.hero[hero].level for hero in owned + visiting)
    assert all(seen[level] + board.heroes[level - 1].size == 4 for level in (1, 2, 3))
    assert not board.heroes[0].size  # levels come in order
    assert not board.heroes[1].size or board.heroes[2].size == 4


def _waits(board: Board) -> None:
    """A turn without an action left waits for its end only where something can be done in it; a sale likewise."""
    pending = board.pending
    if isinstance(pending, Selling) or (isinstance(pending, Acting) and not pending.left):
        (seat,) = pending.who(board)
        assert len(list(islice(RULESET.legal_actions(board, seat), 2))) == 2, "only the end is left"


def _era(board: Board) -> None:
    """21, 27: the era follows the heroes seen; spaces of later levels are empty."""
    reached = 3 if board.heroes[2].size < 4 else 2 if board.heroes[1].size < 4 else 1
    assert board.era == reached
    assert not any(slot.tile for slot, level in zip(board.supply, SLOT_LEVELS, strict=True) if level > board.era)
    assert bool(board.last_round) is (board.heroes_left == 0)
    if board.last_round and not isinstance(board.pending, GameOver | LastDonations):
        assert board.round <= board.last_round


def view(truth: Board, seen: Board, viewer: Viewer) -> None:
    """All that is public is as it is; of other hands only the backs show."""
    assert truth.supply == seen.supply
    assert truth.visiting == seen.visiting
    for seat, (true, own) in enumerate(zip(truth.sides, seen.sides, strict=True), 1):
        if sees(viewer, seat):
            assert own == true
        else:
            assert (own.town, own.pool, own.vp, own.modifiers) == (true.town, true.pool, true.vp, true.modifiers)
            assert own.tiles == true.tiles
            assert all(map(is_back, own.hand))


def only(seats: int) -> Ruleset[Board]:
    """The ruleset for so many seats."""
    ruleset = copy(RULESET)
    ruleset.seats = range(seats, seats + 1)
    return ruleset


CELLS = r"\d+ (?:east|west)(?:, \d+ (?:north|south))?|\d+ (?:north|south)|the first cell"
DICE = rf"(?<!\d to )(?:{'|'.join(COLOURS)}) [1-6](?! turned| rolled)"
"""But for what a die was before, or would become."""
SPOKEN = rf"{CELLS}|{DICE}|\bspace \d+|(?<=stack of )level \d|Zoning Die"
"""Places and dice."""

PROFILE: Profile[Board] = Profile(
    universe=universe,
    hidden=hidden,
    invariants=invariants,
    transitions=transitions,
    game=game,
    view=view,
    drawn_boards=0.004,
    shown=("hero", "tile", "action_card"),
    spoken=SPOKEN,
    same_labels_ok="equal copies of a card or tile have one name",
    exact_each=1,
    exact_boards=0.0005,
    taken_boards=0.01,
    watched=0.05,
    longest=20_000,
)
