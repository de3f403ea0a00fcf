"""Attacking with Damage tiles: what is placed, what is left out, and what follows by itself."""

from __future__ import annotations

from itertools import takewhile
from math import comb
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec.structs import replace

from rulesets.kingdom_rush import effects as e
from rulesets.kingdom_rush.board import Board
from rulesets.kingdom_rush.geometry import BIT, CELLS, FULL, QUARTER, Mask, bits, clusters, mask_of, sides
from rulesets.kingdom_rush.ids import horde_id, space_id, square_id
from rulesets.kingdom_rush.names import cells_name, horde_name, opening, piece_kind, piece_name, source_name
from rulesets.kingdom_rush.phases import Attacking, Surging
from rulesets.kingdom_rush.pieces import CardId, Horde
from rulesets.kingdom_rush.programs import Program, Shot
from rulesets.kingdom_rush.rules.aiming import (
    SIDES,
    Target,
    aimed,
    amount,
    cluster_size,
    demanded_of,
    earned,
    fitting,
    program_of,
    sets_on,
    shot_of,
    spots_on,
    targets,
)
from rulesets.kingdom_rush.rules.common import Decision, face_of, uncovered
from rulesets.kingdom_rush.rules.misses import miss, need_free, need_soldiers_fit, need_tile_fits, too_many
from rulesets.kit.errors import Refused
from rulesets.kit.play import Play, automatic, need
from rulesets.kit.steps import COUNTED
from rulesets.kit.structs import ChoiceStep, Value

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rulesets.kit.facts import Fact
    from rulesets.kit.phases import Seat
    from rulesets.kit.structs import Chosen


# --- what follows by itself


@automatic(Attacking)
def attack_goes_on(play: Play[Board]) -> None:
    """Opens attacks, passes over what fits nowhere, asks, ends; emits nothing while a piece can be placed."""
    board = play.board
    at = Attacking.of(board)
    shots = board.components.program[at.source]
    steps, index = at.coming(len(shots)), 0
    while (step := steps[index]) < len(shots):
        shot = shots[step]
        if shot.after:
            if asked := _choice(board, at, shot, step):
                return play.emit(asked)
            index += 1
        elif shot.attack == at.opened:
            if next(fitting(board, _at_shot(at, step), shot), None):
                return None if step == at.step else play.emit(e.TilesLeftOut(step))
            index += 1
        else:
            pieces = _pieces_of_attack(shots, steps[index:])
            if opened := _opening(board, at, shots, pieces):
                return play.emit(opened)
            index += len(pieces)
    return play.emit(e.AttackEnded(at.source, at.place if at.portal else None))


def _at_shot(at: Attacking, step: int) -> Attacking:
    """The attack as it would stand at a later shot: nothing of that is placed yet."""
    if step == at.step or at.left < 0:
        return at
    return replace(at, step=step, left=-1)


def _pieces_of_attack(shots: Program, steps: Sequence[int]) -> list[int]:
    """Those of the steps, from the first on, that are pieces of one attack; a choice ends them as well."""
    end, attack = len(shots), shots[steps[0]].attack
    return list(takewhile(lambda step: step < end and shots[step].attack == attack and not shots[step].after, steps))


def _opening(board: Board, at: Attacking, shots: Program, pieces: list[int]) -> e.AttackStarted | None:
    """The attack that begins here, if any of it can be placed.

    A Tower whose only valid targets are Portals with an uncovered enemy has to attack (KRR-POR-08 to 10, KRR-AMB-17).
    """
    shot, first, forced = shots[pieces[0]], None, False
    tower = at.source in board.components.tower
    left = amount(board, at, shot) if shot.bonus else -1
    fresh = replace(at, horde="", left=left) if at.horde else at
    for step in pieces:
        for horde in fitting(board, fresh, shots[step]):
            first = step if first is None else first
            if not tower or not horde.level:
                return e.AttackStarted(shot.attack, first, left=left)
            forced = forced or bool(uncovered(board, horde))
    return None if first is None else e.AttackStarted(shot.attack, first, forced)


def _choice(board: Board, at: Attacking, shot: Shot, step: int) -> e.ChoiceAsked | None:
    """The question that a program comes to, if there is anything to choose."""
    if shot.bonus and not earned(board, at, shot):
        return None
    if shot.after == "relocate":  # KRR-SOL-09
        placed = at.placed if at.opened == shot.attack else 0
        missing = shot.count - placed - board.soldiers
        if missing <= 0 or not relocations(board, at, shot):
            return None
        return e.ChoiceAsked("relocate", step, missing)
    assert shot.after
    return e.ChoiceAsked(shot.after, step, shot.points)


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


class PlaceTile(Decision, frozen=True):
    """Place the tile that comes next (KRR-DMG-01)."""

    horde: CardId
    cells: str
    """Its squares, row by row: `b3 b4`."""
    phase = Attacking
    exact = True  # up to some hundred places
    title = "Place a tile"
    columns = {"horde": "target"}

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[PlaceTile]:
        at, shot = Attacking.of(board), shot_of(board)
        if shot.set:
            return []
        if shot.sides or isinstance(at.then, Surging):
            return [
                cls(t[0].card, cells) for t in targets(board, at, shot) for cells, _ in spots_on(board, at, shot, t)
            ]
        places = shot.spots[QUARTER[at.facing]].items()
        return [cls(h.card, cells) for h, no in targets(board, at, shot) for cells, mask in places if not mask & no]

    def check(self, board: Board, seat: Seat) -> None:
        at, shot = Attacking.of(board), shot_of(board)
        need(not shot.set, "KRR-DMG-01")
        target = next((t for t in targets(board, at, shot) if t[0].card == self.horde), None)
        if target is None:
            raise Refused(miss(board, at, shot, aimed(board, at, shot), self.horde))
        horde, no = target
        mask = need_tile_fits(board, at, shot, horde, no, self.cells)
        demanded = demanded_of(board, at, shot, horde)
        need(demanded is None or demanded(mask), "KRR-LIL-05" if shot.sides else "KRR-MOV-05")

    def perform(self, play: Play[Board]) -> None:
        board = play.board
        at, shot = Attacking.of(board), shot_of(board)
        left = amount(board, at, shot) - 1 if shot.each else 0
        touched = at.sides
        if shot.sides and (base := board.hero(at.hero).base):
            edges = zip(SIDES, sides(base), strict=True)
            touched += "".join(side for side, edge in edges if mask_of(self.cells) & edge and side not in at.sides)
        portal = bool(at.source in board.components.tower and board.horde(self.horde).level)
        play.emit(e.TilePlaced(self.horde, self.cells, at.source, left, portal, touched))

    def fact(self, board: Board, seat: Seat) -> Fact:
        kept = super().fact(board, seat)
        kept.value = len(self.cells.split())
        return kept

    def label(self, board: Board, seat: Seat) -> str:
        return f"Cover {cells_name(self.cells)} of {horde_name(board, self.horde)}"


class PlacePieces(Decision, frozen=True):
    """Place Soldiers, or several equal tiles of one square: all that go on one Horde, Hordes in their order."""

    horde: CardId
    cells: str
    """A square for each piece, row by row."""
    phase = Attacking
    exact = True  # sets of squares
    title = "Place tiles or Soldiers"
    columns = {"horde": "target"}

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[PlacePieces]:
        at, shot = Attacking.of(board), shot_of(board)
        if not shot.set or (shot.cluster and not at.horde):
            return
        most, found = amount(board, at, shot), targets(board, at, shot)
        for index, target in enumerate(found):
            for cells in sets_on(board, shot, target, _least(board, at, shot, found, index), most):
                yield cls(target[0].card, cells)

    @classmethod
    def step(cls, ruleset: Any, board: Board, seat: Seat, chosen: Chosen) -> ChoiceStep | None:
        """A Horde, then one square after the other: four Soldiers on three Hordes are tens of thousands of sets."""
        shot = shot_of(board)
        return Squares(board, seat, shot).step(chosen) if shot.set and not shot.cluster else None

    def check(self, board: Board, seat: Seat) -> None:
        at, shot = Attacking.of(board), shot_of(board)
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
        at, shot = Attacking.of(board), shot_of(board)
        left = 0 if shot.single else amount(board, at, shot) - mask_of(self.cells).bit_count()
        if not shot.soldiers:
            return play.emit(e.TilesPlaced(self.horde, self.cells, at.source, left))
        portal = bool(at.source in board.components.tower and board.horde(self.horde).level)
        return play.emit(e.SoldiersPlaced(self.horde, self.cells, at.source, left, portal))

    def fact(self, board: Board, seat: Seat) -> Fact:
        kept = super().fact(board, seat)
        kept.value = len(self.cells.split())
        return kept

    def label(self, board: Board, seat: Seat) -> str:
        what = "Put Soldiers on" if shot_of(board).soldiers else "Cover"
        return f"{what} {cells_name(self.cells)} of {horde_name(board, self.horde)}"


class Squares:
    """Where the equal pieces of a shot may go, square by square."""

    def __init__(self, board: Board, seat: Seat, shot: Shot) -> None:
        at = Attacking.of(board)
        most, found = amount(board, at, shot), targets(board, at, shot)
        self.board, self.seat = board, seat
        self.rooms: dict[CardId, Room] = {}
        for index, (horde, no) in enumerate(found):
            free = FULL & ~no
            room = Room(free, _least(board, at, shot, found, index), min(most, free.bit_count()))
            if room.least <= room.most:
                self.rooms[horde.card] = room

    def step(self, chosen: Chosen) -> ChoiceStep:
        """What is asked next; no values where nothing fits."""
        hordes = {*chosen.fixed.get("horde", ())}
        cells = [*chosen.fixed.get("cells", ())]
        for tap in chosen.taps:
            prefix, _, name = tap.partition(":")
            horde, _, cell = name.rpartition(".") if prefix == "square" else (name, "", "")
            hordes.add(horde if prefix in ("square", "horde") else "")
            cells += [cell] if cell else []
        if not chosen.fixed.keys() <= {"horde", "cells"} or not hordes <= self.rooms.keys():
            return ChoiceStep("action")
        if not hordes and not cells and len(self.rooms) > 1:
            return ChoiceStep("horde", tuple(map(self._row, self.rooms)), "Which Horde?")
        left = hordes or {*self.rooms}
        return self._squares(left.pop(), frozenset(cells)) if len(left) == 1 else ChoiceStep("action")

    def _row(self, card: CardId) -> Value:
        room, name = self.rooms[card], horde_name(self.board, card)
        return Value(card, opening(name), (horde_id(card),), room.options_left(frozenset()), PlacePieces)

    def _squares(self, card: CardId, so_far: frozenset[str]) -> ChoiceStep:
        room = self.rooms[card]
        if not so_far <= {*room.cells} or len(so_far) > room.most:
            return ChoiceStep("action")
        if room.options_left(so_far) == 1:
            return ChoiceStep("action", (self._only(card, so_far),))
        enough = self._whole(card, so_far) if len(so_far) >= room.least else None
        rows = [self._square(card, so_far, cell) for cell in room.cells if cell not in so_far]
        return ChoiceStep("cells", tuple(rows), "Which squares?", room.least, room.most, enough)

    def _square(self, card: CardId, so_far: frozenset[str], cell: str) -> Value:
        count = self.rooms[card].options_left(so_far | {cell})
        only = self._only(card, so_far | {cell}).action if count == 1 else None
        return Value(cell, cell, (square_id(card, cell),), count, PlacePieces, only)

    def _only(self, card: CardId, so_far: frozenset[str]) -> Value:
        """The only set with these squares: they are enough, or all that are free have to come."""
        room = self.rooms[card]
        return self._whole(card, so_far if len(so_far) >= room.least else frozenset(room.cells))

    def _whole(self, card: CardId, cells: frozenset[str]) -> Value:
        action = PlacePieces(card, " ".join(cell for cell in CELLS if cell in cells))
        touches = (horde_id(card), *(square_id(card, cell) for cell in action.cells.split()))
        return Value(None, action.label(self.board, self.seat), touches, 1, PlacePieces, action)


class Room(NamedTuple):
    """The squares of a Horde that pieces may cover, and how many at a time."""

    free: Mask
    least: int
    most: int

    @property
    def cells(self) -> list[str]:
        return [cell for cell in CELLS if BIT[cell] & self.free]

    def options_left(self, so_far: frozenset[str]) -> int | None:
        """The sets that hold those squares; None for more than are counted."""
        left = self.free.bit_count() - len(so_far)
        options_left = sum(
            comb(left, size - len(so_far)) for size in range(max(self.least, len(so_far)), self.most + 1)
        )
        return options_left if options_left <= COUNTED else None


def _least(board: Board, at: Attacking, shot: Shot, found: list[Target], index: int) -> int:
    """Forced, so many must go on this Horde that all that fit can be placed (more than it holds: none will do)."""
    if not at.forced:
        return 1
    rooms = [(FULL & ~no).bit_count() for _, no in found]
    if shot.single:
        return min(amount(board, at, shot), rooms[index])
    return max(1, min(amount(board, at, shot), sum(rooms)) - sum(rooms[index + 1 :]))


class AimAt(Decision, frozen=True):
    """Choose the Horde that a set of tiles goes to, where listing all sets on all Hordes would be long."""

    horde: CardId
    phase = Attacking
    title = "Aim at a Horde"
    columns = {"horde": "target"}

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[AimAt]:
        at, shot = Attacking.of(board), shot_of(board)
        if not shot.cluster or at.horde:
            return ()
        return (cls(target[0].card) for target in targets(board, at, shot))

    def check(self, board: Board, seat: Seat) -> None:
        at, shot = Attacking.of(board), shot_of(board)
        need(shot.cluster and not at.horde, "KRR-SPL-09")
        target = next((t for t in targets(board, at, shot) if t[0].card == self.horde), None)
        if target is None:
            raise Refused(miss(board, at, shot, aimed(board, at, shot), self.horde))
        need(cluster_size(shot, target), "KRR-DMG-05")

    def perform(self, play: Play[Board]) -> None:
        play.emit(e.HordeAimedAt(self.horde))

    def label(self, board: Board, seat: Seat) -> str:
        return f"Aim at {horde_name(board, self.horde)}"


def must_place(board: Board) -> bool:
    """Forced, and a Portal with an uncovered enemy has room: blank squares alone force nothing (KRR-POR-09, 10)."""
    at = Attacking.of(board)
    return at.forced and any(uncovered(board, horde) for horde in fitting(board, at, shot_of(board)))


class LeaveOut(Decision, frozen=True):
    """Leave out this tile and those after it that are the same, or the rest of the pieces (KRR-TWR-08)."""

    phase = Attacking
    nowhere = "it places nothing"
    exact = True
    title = "Leave out a part of an attack"

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[LeaveOut]:
        return () if must_place(board) else (cls(),)

    def check(self, board: Board, seat: Seat) -> None:
        need(not must_place(board), "KRR-POR-09")

    def perform(self, play: Play[Board]) -> None:
        at, shots = Attacking.of(play.board), program_of(play.board)
        steps, index = at.coming(len(shots)), 1
        while (step := steps[index]) < len(shots) and shots[step].same and step - 1 == steps[index - 1]:
            index += 1
        play.emit(e.TilesLeftOut(step, chosen=True))

    def label(self, board: Board, seat: Seat) -> str:
        shot = shot_of(board)
        if shot.soldiers:
            return f"Place no more Soldiers of {source_name(board, Attacking.of(board).source)}"
        return f"Place no more of this tile of {source_name(board, Attacking.of(board).source)}"


# --- the order of a Tower's pieces


def pieces_of(shots: Program) -> list[int]:
    """The steps of a Tower's tiles and Soldiers, in printed order."""
    return [step for step, shot in enumerate(shots) if not shot.after]


def brought_forward(board: Board) -> dict[int, int]:
    """The later pieces of a Tower that its player may place before the next one: number, from 1, to step (KRR-AMB-68).

    Never an earlier one: so each order can be reached, and none goes round in a circle.
    """
    at, shots = Attacking.of(board), program_of(board)
    if at.source not in board.components.tower:
        return {}
    coming = at.coming(len(shots))
    later = {number: step for number, step in enumerate(pieces_of(shots), 1) if step > at.step and step in coming}
    return {
        number: step
        for number, step in later.items()
        if not (shots[step].same and step - 1 in coming) and _order_counts(board, at, shots[step], step)
    }


def _order_counts(board: Board, at: Attacking, shot: Shot, step: int) -> bool:
    """Whether a piece fits, and placing it first may lead elsewhere: something has to be placed on a Portal.

    Attacks are executed one after the other, so the piece of another one comes before all of this one or after it.
    """
    if shot.attack == at.opened:
        return at.forced and any(fitting(board, _at_shot(at, step), shot))
    if at.horde:
        return False
    return any(horde.level and uncovered(board, horde) for horde in fitting(board, _at_shot(at, step), shot))


class BringForward(Decision, frozen=True):
    """Place another tile of the Tower, or its Soldiers, before the one that comes next (KRR-TWR-09)."""

    piece: int
    """Which one, counted from 1 in printed order; the Soldiers of an attack are one piece."""
    phase = Attacking
    exact = True
    title = "Attack with another piece first"

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[BringForward]:
        return [cls(piece) for piece in brought_forward(board)]

    def check(self, board: Board, seat: Seat) -> None:
        need(self.piece in brought_forward(board), "KRR-TWR-09")

    def perform(self, play: Play[Board]) -> None:
        play.emit(e.PieceBroughtForward(brought_forward(play.board)[self.piece]))

    def touches(self, board: Board, seat: Seat) -> tuple[str, ...]:
        return (space_id(Attacking.of(board).place),)

    def fact(self, board: Board, seat: Seat) -> Fact:
        kept = super().fact(board, seat)
        kept.choice = piece_kind(program_of(board)[pieces_of(program_of(board))[self.piece - 1]])
        return kept

    def label(self, board: Board, seat: Seat) -> str:
        shots = program_of(board)
        piece = piece_name(shots[pieces_of(shots)[self.piece - 1]])
        return f"Place piece {self.piece} of {source_name(board, Attacking.of(board).source)} first: {piece}"
