"""Attacking with Damage tiles: which Hordes a shot may go to, where its pieces fit, and what is left out.

`targets` and `spots_on` are what options, check, the forced attack of a Portal and the automatic steps share.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.kingdom_rush.board import (
    WILDCAT,
    Attacking,
    Board,
    CardId,
    Horde,
    SpaceId,
    Surging,
)
from rulesets.kingdom_rush.effects import (
    AttackEnded,
    AttackOpened,
    ChoiceAsked,
    HordeAimedAt,
    SoldiersPlaced,
    TilePlaced,
    TilesLeftOut,
    TilesPlaced,
    horde_name,
    source_name,
)
from rulesets.kingdom_rush.geometry import (
    BASES,
    FULL,
    QUARTER,
    Mask,
    bits,
    clusters,
    mask_of,
    pattern_at,
    sides,
    subsets,
)
from rulesets.kingdom_rush.programs import SPELL_LEVEL, Program, Shot
from rulesets.kingdom_rush.rules.common import attacking, bases, face_of, room, shut, uncovered
from rulesets.kingdom_rush.rules.misses import miss, need_free, need_soldiers_fit, need_tile_fits, too_many
from rulesets.kit.errors import Refused
from rulesets.kit.play import Play, need
from rulesets.kit.structs import Action

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from rulesets.kit.structs import Seat

Target = tuple[Horde, Mask]
"""A Horde that a shot may go to, and the squares of it that the piece may not cover."""

SIDES = "NESW"


def program_of(board: Board) -> Program:
    """All shots of the attack under way."""
    return board.components.program[attacking(board).source]


def shot_of(board: Board) -> Shot:
    """The shot that is to be placed now."""
    at = attacking(board)
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
        return _bonus(board, at, shot)
    if shot.soldiers:  # KRR-SOL-08
        return min(shot.count, board.soldiers)
    return shot.each or shot.count


def _bonus(board: Board, at: Attacking, shot: Shot) -> int:
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
    demanded = _demanded(board, at, shot, horde)
    for cells, mask in shot.spots[QUARTER[at.facing]].items():
        if not mask & no and (demanded is None or demanded(mask)):
            yield cells, mask


class _Touches:
    """Whether a tile touches a side of the base that none touches yet (KRR-LIL-05)."""

    __slots__ = ("open",)

    def __init__(self, base: str, used: str) -> None:
        self.open = [edge for side, edge in zip(SIDES, sides(base), strict=True) if side not in used]

    def __call__(self, mask: Mask) -> bool:
        return any(mask & edge for edge in self.open)


class _LeavesRoom:
    """Whether a tile leaves a place for the base of a hero that can end nowhere else (KRR-MOV-05)."""

    __slots__ = ("free",)

    def __init__(self, free: list[str]) -> None:
        self.free = [BASES[base] for base in free]

    def __call__(self, mask: Mask) -> bool:
        return any(not mask & base for base in self.free)


def _demanded(board: Board, at: Attacking, shot: Shot, horde: Horde) -> _Touches | _LeavesRoom | None:
    """What a tile must do besides lying on allowed squares."""
    if shot.sides:
        base = board.hero(at.hero).base
        return _Touches(base, at.sides) if base else None
    surging = at.then
    if isinstance(surging, Surging) and not can_rest_elsewhere(board, surging, at.place):
        return _LeavesRoom(room(board, horde, at.hero))
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
    """How many squares that hang together fit: fewer than asked for only if so many do not fit (KRR-AMB-30)."""
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


# --- what follows by itself


def attack_goes_on(play: Play[Board]) -> None:
    """Opens attacks, passes over what fits nowhere, asks, ends; emits nothing while a piece can be placed."""
    board = play.board
    at = attacking(board)
    shots, step = board.components.program[at.source], at.step
    while step < len(shots):
        shot = shots[step]
        if shot.after:
            if asked := _choice(board, at, shot, step + 1):
                return play.emit(asked)
            step += 1
        elif shot.attack == at.opened:
            if next(fitting(board, _at_shot(at, step), shot), None):
                return None if step == at.step else play.emit(TilesLeftOut(step))
            step += 1
        elif opened := _opening(board, at, shots, step):
            return play.emit(opened)
        else:
            step = _end_of_attack(shots, step)
    return play.emit(AttackEnded(at.source, at.place if at.portal else None))


def _at_shot(at: Attacking, step: int) -> Attacking:
    """The attack as it would stand at a later shot: nothing of that is placed yet."""
    if step == at.step or at.left < 0:
        return at
    return replace(at, step=step, left=-1)


def _end_of_attack(shots: Program, step: int) -> int:
    """The step after the pieces of one attack; a choice ends them as well."""
    attack = shots[step].attack
    while step < len(shots) and shots[step].attack == attack and not shots[step].after:
        step += 1
    return step


def _opening(board: Board, at: Attacking, shots: Program, step: int) -> AttackOpened | None:
    """The attack that begins here, if any of it can be placed.

    A Tower whose only valid targets are Portals with an uncovered enemy has to attack (KRR-POR-08 to 10, KRR-AMB-17).
    """
    attack, first, forced = shots[step].attack, None, False
    tower = at.source in board.components.tower
    left = amount(board, at, shots[step]) if shots[step].bonus else -1
    fresh = replace(at, horde="", left=left) if at.horde else at
    for index in range(step, _end_of_attack(shots, step)):
        for horde in fitting(board, fresh, shots[index]):
            first = index if first is None else first
            if not tower or not horde.level:
                return AttackOpened(attack, first, left=left)
            forced = forced or bool(uncovered(board, horde))
    return None if first is None else AttackOpened(attack, first, forced)


def _choice(board: Board, at: Attacking, shot: Shot, then: int) -> ChoiceAsked | None:
    """The question that a program comes to, if there is anything to choose."""
    if shot.bonus and not _bonus(board, at, shot):
        return None
    if shot.after == "relocate":  # KRR-SOL-09
        placed = at.placed if at.opened == shot.attack else 0
        missing = shot.count - placed - board.soldiers
        if missing <= 0 or not relocations(board, at, shot):
            return None
        return ChoiceAsked("relocate", then, missing)
    if shot.after == "surge":
        return ChoiceAsked("surge", then, 4)
    assert shot.after
    return ChoiceAsked(shot.after, then, shot.points)


def relocations(board: Board, at: Attacking, shot: Shot) -> list[tuple[Horde, Mask, Horde, Mask]]:
    """The moves of Soldiers that a Soldier Tower may make for those that the supply lacks: from where to where."""
    found = targets(board, at, shot)
    return [
        (horde, bit, to, square)
        for horde in board.hordes
        for bit in bits(horde.soldiers)
        for to, no in found
        for square in bits(FULL & ~no)
    ]


# --- actions


class PlaceTile(Action[Board], frozen=True):
    """Place the tile that comes next (KRR-DMG-01)."""

    horde: CardId
    cells: str
    """Its squares, row by row: `b3 b4`."""
    phase = Attacking
    exact = True  # up to some hundred places

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[PlaceTile]:
        at, shot = attacking(board), shot_of(board)
        if shot.set:
            return []
        if shot.sides or isinstance(at.then, Surging):
            return [
                cls(t[0].card, cells) for t in targets(board, at, shot) for cells, _ in spots_on(board, at, shot, t)
            ]
        places = shot.spots[QUARTER[at.facing]].items()
        return [cls(h.card, cells) for h, no in targets(board, at, shot) for cells, mask in places if not mask & no]

    def check(self, board: Board, seat: Seat) -> None:
        at, shot = attacking(board), shot_of(board)
        need(not shot.set, "KRR-DMG-01")
        target = next((t for t in targets(board, at, shot) if t[0].card == self.horde), None)
        if target is None:
            raise Refused(miss(board, at, shot, aimed(board, at, shot), self.horde))
        horde, no = target
        mask = need_tile_fits(board, at, shot, horde, no, self.cells)
        demanded = _demanded(board, at, shot, horde)
        need(demanded is None or demanded(mask), "KRR-LIL-05" if shot.sides else "KRR-MOV-05")

    def perform(self, play: Play[Board]) -> None:
        board = play.board
        at, shot = attacking(board), shot_of(board)
        left = amount(board, at, shot) - 1 if shot.each else 0
        touched = at.sides
        if shot.sides and (base := board.hero(at.hero).base):
            edges = zip(SIDES, sides(base), strict=True)
            touched += "".join(side for side, edge in edges if mask_of(self.cells) & edge and side not in at.sides)
        portal = bool(at.source in board.components.tower and board.horde(self.horde).level)
        play.emit(TilePlaced(self.horde, self.cells, at.source, left, portal, touched))

    def touches(self) -> tuple[str, ...]:
        return (f"horde:{self.horde}",)

    def label(self, board: Board, seat: Seat) -> str:
        return f"Cover {self.cells} of {horde_name(board, self.horde)}"


class PlacePieces(Action[Board], frozen=True):
    """Place Soldiers, or several equal tiles of one square: all that go on one Horde, Hordes in their order."""

    horde: CardId
    cells: str
    """A square for each piece, row by row."""
    phase = Attacking
    exact = True  # sets of squares

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[PlacePieces]:
        at, shot = attacking(board), shot_of(board)
        if not shot.set or (shot.cluster and not at.horde):
            return
        most, found = amount(board, at, shot), targets(board, at, shot)
        for index, target in enumerate(found):
            for cells in sets_on(board, shot, target, _least(board, at, shot, found, index), most):
                yield cls(target[0].card, cells)

    def check(self, board: Board, seat: Seat) -> None:
        at, shot = attacking(board), shot_of(board)
        need(shot.set, "KRR-DMG-01")
        need(not shot.cluster or at.horde, "KRR-SPL-09")
        found = targets(board, at, shot)
        index = next((i for i, target in enumerate(found) if target[0].card == self.horde), None)
        if index is None:
            raise Refused(miss(board, at, shot, aimed(board, at, shot), self.horde))
        mask = mask_of(self.cells)
        need(mask, "KRR-SOL-02" if shot.soldiers else "KRR-DMG-04")
        horde, no = found[index]
        if shot.soldiers:
            need_soldiers_fit(board, horde, no, mask)
        elif mask & no:
            need_free(board, horde, mask)
            need(not shot.pattern or mask & face_of(board, horde).barred[shot.kind], "KRR-ALL-04")
            need(False, "KRR-DEF-05")
        size = mask.bit_count()
        if shot.cluster:
            need(size == cluster_size(shot, found[index]) and self.cells in clusters(size), "KRR-SPL-09")
        need(size <= amount(board, at, shot), too_many(board, shot, size))
        need(size >= _least(board, at, shot, found, index), "KRR-POR-09")

    def perform(self, play: Play[Board]) -> None:
        board = play.board
        at, shot = attacking(board), shot_of(board)
        left = 0 if shot.single else amount(board, at, shot) - mask_of(self.cells).bit_count()
        if not shot.soldiers:
            return play.emit(TilesPlaced(self.horde, self.cells, at.source, left))
        portal = bool(at.source in board.components.tower and board.horde(self.horde).level)
        return play.emit(SoldiersPlaced(self.horde, self.cells, at.source, left, portal))

    def touches(self) -> tuple[str, ...]:
        return (f"horde:{self.horde}",)

    def label(self, board: Board, seat: Seat) -> str:
        what = "Soldiers" if shot_of(board).soldiers else "Tiles"
        return f"{what} on {self.cells} of {horde_name(board, self.horde)}"


def _least(board: Board, at: Attacking, shot: Shot, found: list[Target], index: int) -> int:
    """Forced, so many must go on this Horde that all that fit can be placed (more than it holds: none will do)."""
    if not at.forced:
        return 1
    rooms = [(FULL & ~no).bit_count() for _, no in found]
    if shot.single:
        return min(amount(board, at, shot), rooms[index])
    return max(1, min(amount(board, at, shot), sum(rooms)) - sum(rooms[index + 1 :]))


class AimAt(Action[Board], frozen=True):
    """Choose the Horde that a set of tiles goes to, where listing all sets on all Hordes would be long."""

    horde: CardId
    phase = Attacking

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[AimAt]:
        at, shot = attacking(board), shot_of(board)
        if not shot.cluster or at.horde:
            return ()
        return (cls(target[0].card) for target in targets(board, at, shot))

    def check(self, board: Board, seat: Seat) -> None:
        at, shot = attacking(board), shot_of(board)
        need(shot.cluster and not at.horde, "KRR-SPL-09")
        target = next((t for t in targets(board, at, shot) if t[0].card == self.horde), None)
        if target is None:
            raise Refused(miss(board, at, shot, aimed(board, at, shot), self.horde))
        need(cluster_size(shot, target), "KRR-DMG-05")

    def perform(self, play: Play[Board]) -> None:
        play.emit(HordeAimedAt(self.horde))

    def touches(self) -> tuple[str, ...]:
        return (f"horde:{self.horde}",)

    def label(self, board: Board, seat: Seat) -> str:
        return f"Aim at {horde_name(board, self.horde)}"


def must_place(board: Board) -> bool:
    """Forced, and a Portal with an uncovered enemy has room: blank squares alone force nothing (KRR-POR-09, 10)."""
    at = attacking(board)
    return at.forced and any(uncovered(board, horde) for horde in fitting(board, at, shot_of(board)))


class LeaveOut(Action[Board], frozen=True):
    """Leave out this tile and those after it that are the same, or the rest of the pieces (KRR-TWR-08)."""

    phase = Attacking
    exact = True

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[LeaveOut]:
        return () if must_place(board) else (cls(),)

    def check(self, board: Board, seat: Seat) -> None:
        need(not must_place(board), "KRR-POR-09")

    def perform(self, play: Play[Board]) -> None:
        at, shots = attacking(play.board), program_of(play.board)
        step = at.step + 1
        while step < len(shots) and shots[step].same:
            step += 1
        play.emit(TilesLeftOut(step))

    def label(self, board: Board, seat: Seat) -> str:
        shot = shot_of(board)
        if shot.soldiers:
            return f"Place no more Soldiers of {source_name(board, attacking(board).source)}"
        return f"Place no more of this tile of {source_name(board, attacking(board).source)}"
