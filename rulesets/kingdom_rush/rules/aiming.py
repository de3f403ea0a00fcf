"""Where Damage tiles may go: which Hordes a shot may be aimed at, how many pieces it has, and where they fit.

`targets` and `spots_on` are what options, check, the forced attack of a Portal and the automatic steps share.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.kingdom_rush.board import Board
from rulesets.kingdom_rush.geometry import BASES, FULL, QUARTER, Mask, clusters, mask_of, pattern_at, sides, subsets
from rulesets.kingdom_rush.phases import Attacking, Surging
from rulesets.kingdom_rush.pieces import WILDCAT, CardId, Horde, SpaceId
from rulesets.kingdom_rush.programs import SPELL_LEVEL, Program, Shot
from rulesets.kingdom_rush.rules.common import bases, room, shut

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

Target = tuple[Horde, Mask]
"""A Horde that a shot may go to, and the squares of it that the piece may not cover."""

SIDES = "NESW"


def program_of(board: Board) -> Program:
    """All shots of the attack under way."""
    return board.components.program[Attacking.of(board).source]


def shot_of(board: Board) -> Shot:
    """The shot that is to be placed now."""
    at = Attacking.of(board)
    return board.components.program[at.source][at.step]


# --- where a shot may go


def targets(board: Board, at: Attacking, shot: Shot) -> list[Target]:
    """The Hordes that this shot may go to now, in the order of the board, each with its forbidden squares."""
    spaces, cards = aimed(board, at, shot)
    tops: dict[SpaceId, Horde] = {}
    for horde in board.hordes:  # the later one of a space lies on top (KRR-FLY-07)
        if spaces is None or horde.space in spaces:
            tops[horde.space] = horde
    if not tops and not board.lives:
        return []
    c, last = board.components, at.horde
    tower = c.tower.get(at.source)
    spell_level = SPELL_LEVEL if shot.aim == "portal" else 0  # KRR-POR-13, KRR-SPL-04
    level = tower.level if tower else spell_level  # KRR-POR-02
    begun = bool(last and at.left >= 0 and (shot.set or shot.each))  # later Hordes only: one path for an outcome
    fixed = last if shot.linked or shot.cluster else ""
    under, faces, kind, found = bases(board), c.face, shot.kind, []
    for horde in tops.values():
        card = horde.card
        if begun:
            begun = card != last
        elif horde.level <= level and (cards is None or card in cards) and (not fixed or card == fixed):
            no = faces[card][horde.turn].barred[kind] | horde.tiled | horde.soldiers | horde.gated
            found.append((horde, no | under[horde.space] if horde.space in under else no))
    if shot.aim == "portal":  # KRR-SPL-11
        found += [(life, life.tiled | c.boss_life[life.card].barred[shot.kind]) for life in board.lives[:1]]
    if shot.pattern and found:  # KRR-ALL-04
        base = board.hero(WILDCAT).base
        allowed = pattern_at(shot.pattern, base) if base else 0
        return [(horde, no | FULL & ~allowed) for horde, no in found]
    return found


def aimed(board: Board, at: Attacking, shot: Shot) -> tuple[Collection[SpaceId] | None, Collection[CardId] | None]:
    """The spaces, and the Hordes, that a shot is aimed at; None is all."""
    field = board.field
    match shot.aim:
        case "arrows":
            if not at.place:  # KRR-HRO-07
                return (), None
            reach = field.reach[at.source, shot.attack, at.place, at.facing]
            if at.hero and at.place in reach and not board.components.card[at.source].attacks[shot.attack].melee:
                return reach - {at.place}, None  # KRR-BAS-03
            return reach, None
        case "here":
            return (at.place,), None
        case "adjacent":
            return (field.near[at.place] if at.place else ()), None
        case "wildcat":
            cat = board.find_hero(WILDCAT)
            return ((cat.space,) if cat and cat.space else ()), None
        case "hit":
            return None, at.hit
        case "beside":
            first = board.horde(at.hit[0]).space if at.hit else ""
            return (field.near[first] if first else ()), None
        case "portal":
            return None, [horde.card for horde in board.hordes if horde.level]
    return None, None


def amount(board: Board, at: Attacking, shot: Shot) -> int:
    """How many equal pieces of this shot are still to be placed; 0 where its bonus is not earned."""
    if at.left >= 0:
        return at.left
    if shot.bonus:
        return earned(board, at, shot)
    if shot.soldiers:  # KRR-SOL-08
        return min(shot.count, board.soldiers)
    return shot.each or shot.count


def earned(board: Board, at: Attacking, shot: Shot) -> int:
    """What the last tile of the attack earned (KRR-AMB-36, 41)."""
    if shot.bonus == "site":  # KRR-MAG-01
        return int(at.place in board.setting.sites(board.seats))
    if not at.cells:
        return 0
    tile, face = mask_of(at.cells), board.face(board.horde(at.horde))
    if shot.bonus == "blank":  # KRR-MAL-01
        return (tile & ~face.all & ~face.bars).bit_count()
    if shot.bonus == "enemies":  # KRR-MAL-06
        return (tile & face.all).bit_count()
    hit = sum(1 for enemy in face.enemies if enemy & tile)
    return (shot.each or shot.count) if hit == (2 if shot.bonus == "two" else 3) else 0


def spots_on(board: Board, at: Attacking, shot: Shot, target: Target) -> Iterator[tuple[str, Mask]]:
    """Where one tile may lie on a target: name and mask."""
    horde, no = target
    demanded = demanded_of(board, at, shot, horde)
    for cells, mask in shot.spots[QUARTER[at.facing]].items():
        if not mask & no and (demanded is None or demanded(mask)):
            yield cells, mask


class Touches:
    """Whether a tile touches a side of the base that none touches yet (KRR-LIL-05)."""

    __slots__ = ("open",)

    def __init__(self, base: str, used: str) -> None:
        self.open = [edge for side, edge in zip(SIDES, sides(base), strict=True) if side not in used]

    def __call__(self, mask: Mask) -> bool:
        return any(mask & edge for edge in self.open)


class LeavesRoom:
    """Whether a tile leaves a place for the base of a hero that can end nowhere else (KRR-MOV-05)."""

    __slots__ = ("free",)

    def __init__(self, free: list[str]) -> None:
        self.free = [BASES[base] for base in free]

    def __call__(self, mask: Mask) -> bool:
        return any(not mask & base for base in self.free)


def demanded_of(board: Board, at: Attacking, shot: Shot, horde: Horde) -> Touches | LeavesRoom | None:
    """What a tile must do besides lying on allowed squares."""
    if shot.sides:
        base = board.hero(at.hero).base
        return Touches(base, at.sides) if base else None
    surging = at.then
    if isinstance(surging, Surging) and not can_rest_elsewhere(board, surging, at.place):
        return LeavesRoom(room(board, horde, at.hero))
    return None


def can_rest_elsewhere(board: Board, surging: Surging, space: SpaceId) -> bool:
    """Whether a surging hero can still end in another space than this one."""
    closed = shut(board, surging.hero)
    return any(place not in closed for place in board.field.walk[space, surging.left])


def sets_on(board: Board, shot: Shot, target: Target, least: int, most: int) -> Iterator[str]:
    """The sets of squares of one target that `least` to `most` single pieces may take."""
    _, no = target
    free = FULL & ~no
    if shot.cluster:  # KRR-SPL-09
        size = cluster_size(shot, target)
        if size:
            yield from (cells for cells, mask in clusters(size).items() if not mask & no)
        return
    for size in range(least, min(most, free.bit_count()) + 1):
        yield from subsets(free, size)


def cluster_size(shot: Shot, target: Target) -> int:
    """How many squares that hang together fit: fewer than asked for only if that many do not fit (KRR-AMB-30)."""
    _, no = target
    for size in range(shot.count, 0, -1):
        if any(not mask & no for mask in clusters(size).values()):
            return size
    return 0


def fitting(board: Board, at: Attacking, shot: Shot) -> Iterator[Horde]:
    """The targets that have room for a piece of this shot."""
    if not amount(board, at, shot):
        return
    places = shot.spots[QUARTER[at.facing]].values()
    plain = not shot.sides and not isinstance(at.then, Surging)
    for target in targets(board, at, shot):
        horde, no = target
        if shot.set or plain:
            for mask in places:
                if not mask & no:
                    yield horde
                    break
        elif next(spots_on(board, at, shot, target), None):
            yield horde
