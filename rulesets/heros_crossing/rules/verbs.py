"""What the deeds of hero powers may be done to, and how each is done."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct

from rulesets.heros_crossing import effects as e
from rulesets.heros_crossing.board import Board
from rulesets.heros_crossing.ids import die_id
from rulesets.heros_crossing.phases import Acting
from rulesets.heros_crossing.pieces import COLOUR, DIE_SIDES, FACE, SLOT_LEVELS
from rulesets.heros_crossing.rules.numbers import evaluate
from rulesets.heros_crossing.rules.town import new_cells, placements
from rulesets.heros_crossing.rules.values import values
from rulesets.heros_crossing.tiles import COLOUR_OF, COLOURS, LAND, RESOURCES
from rulesets.heros_crossing.words import deeds as w
from rulesets.heros_crossing.words.common import Whose
from rulesets.kit.cards import ByWord
from rulesets.kit.phases import seats_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from rulesets.heros_crossing.pieces import Die, HeroId, Lot
    from rulesets.heros_crossing.tiles import Tile
    from rulesets.kit.phases import Seat
    from rulesets.kit.play import Play

NOTHING = ""
"""The target of a deed that has none, or that is left out."""
OPPOSITE = 7
"""Faces on opposite sides of a die add up to this."""


class Target(Struct, frozen=True, gc=False):
    """What a deed is done to, and for whom: the owner of a hero, and that hero."""

    seat: Seat
    hero: HeroId
    name: str


targets: ByWord[Callable[[Board, Seat, Any], Iterable[str]]] = ByWord("target", w.Deed)
"""Marks what a deed may be done to; nothing at all where it cannot be done."""

verb: ByWord[Callable[[Play[Board], Any, Target], None]] = ByWord("verb", w.Deed)
"""Marks how a deed is done."""


def seats_meant(board: Board, seat: Seat, whose: Whose) -> Iterable[Seat]:
    """The seats that a word is about."""
    if whose == "self":
        return (seat,)
    return (other for other in seats_of(board) if whose == "any" or other != seat)


# --- dice


def _dice(board: Board, seat: Seat, word: w.DieDeed) -> Iterator[tuple[Seat, Die]]:
    for owner in seats_meant(board, seat, word.whose):
        for die in dict.fromkeys(board.side(owner).pool):
            if not word.colors or COLOUR[die] in word.colors:
                yield owner, die


def _turned(board: Board, seat: Seat, word: w.DieDeed, faces: Callable[[int], Iterable[int]]) -> Iterator[str]:
    """Targets such as `2.grey-3.grey-4`: whose die, what it shows, what it becomes."""
    for owner, die in _dice(board, seat, word):
        for face in sorted(set(faces(FACE[die]))):
            new = f"{COLOUR[die]}-{face}"
            if new in FACE and new != die:  # HCX-POW-07: within 1 to 6
                yield f"{owner}.{die}.{new}"


@targets(w.AdjustDie)
def _adjust(board: Board, seat: Seat, word: w.AdjustDie) -> Iterator[str]:
    return _turned(board, seat, word, lambda face: (face + step for step in word.by))


@targets(w.SetDie)
def _set(board: Board, seat: Seat, word: w.SetDie) -> Iterator[str]:
    return _turned(board, seat, word, lambda _face: word.faces)


@targets(w.FlipDie)
def _flip(board: Board, seat: Seat, word: w.FlipDie) -> Iterator[str]:
    return _turned(board, seat, word, lambda face: (OPPOSITE - face,))


@targets(w.RecolorDie)
def _recolour(board: Board, seat: Seat, word: w.RecolorDie) -> Iterator[str]:
    for owner, die in _dice(board, seat, word):
        if COLOUR[die] != word.to:
            yield f"{owner}.{die}.{word.to}-{FACE[die]}"


@targets(w.RerollDie)
def _reroll(board: Board, seat: Seat, word: w.RerollDie) -> Iterator[str]:
    return (f"{owner}.{die}" for owner, die in _dice(board, seat, word))


@targets(w.AssignDie)
def _assignable(board: Board, seat: Seat, word: w.AssignDie) -> Iterator[str]:
    """Any own die; one that shows the face already is turned to it as well."""
    for die in dict.fromkeys(board.side(seat).pool):
        for face in sorted(set(word.faces)) or (FACE[die],):
            yield f"{seat}.{die}.{COLOUR[die]}-{face}"


@verb(w.AssignDie)
def _assign_die(play: Play[Board], word: w.AssignDie, target: Target) -> None:
    _, old, new = target.name.split(".")
    if new != old:
        play.emit(e.DieChanged(target.seat, old, new, source=target.hero))
    play.emit(e.DieAssigned(target.seat, new, word.action, source=target.hero))


@verb(w.AdjustDie, w.SetDie, w.FlipDie, w.RecolorDie)
def _change_die(play: Play[Board], word: w.DieDeed, target: Target) -> None:
    owner, old, new = target.name.split(".")
    play.emit(e.DieChanged(int(owner), old, new, source=target.hero))


@verb(w.RerollDie)
def _do_reroll(play: Play[Board], word: w.DieDeed, target: Target) -> None:
    owner, old = target.name.split(".")
    about = f"the die that {{{owner}}} rolls again"
    face = play.chance.roll(DIE_SIDES, rule="HCX-POW-15", about=about, place=die_id(int(owner), old))
    play.emit(e.DieRerolled(int(owner), old, f"{COLOUR[old]}-{face}", source=target.hero))


# --- modifiers, points, cubes


@targets(w.GainModifiers, w.GainVp, w.MoveCubes, w.ExtraDraft)
def _always(board: Board, seat: Seat, word: w.Deed) -> Iterable[str]:
    return (NOTHING,)


@verb(w.GainModifiers)
def _do_gain_modifiers(play: Play[Board], word: w.GainModifiers, target: Target) -> None:
    play.emit(e.ModifiersGained(target.seat, word.n, source=target.hero))


@targets(w.LoseModifiers)
def _robbed(board: Board, seat: Seat, word: w.LoseModifiers) -> Iterator[str]:
    return (str(other) for other in seats_meant(board, seat, "opponent") if board.side(other).modifiers)


@verb(w.LoseModifiers)
def _do_lose(play: Play[Board], word: w.LoseModifiers, target: Target) -> None:
    victim = int(target.name)
    lost = min(word.n, play.board.side(victim).modifiers)
    play.emit(e.ModifiersLost(victim, lost, source=target.hero))


def _fitting(board: Board, seat: Seat, word: w.GainCubes | w.RemoveCubes) -> Iterator[tuple[Lot, Tile]]:
    for lot in board.side(seat).town:
        tile = board.components.tile[lot.tile]
        if tile.resource and word.kind in (None, tile.kind) and word.resource in (None, tile.resource):
            yield lot, tile


@targets(w.GainCubes)
def _filled(board: Board, seat: Seat, word: w.GainCubes) -> Iterator[str]:
    v = values(board, seat)
    for lot, tile in _fitting(board, seat, word):
        if word.override_limit or lot.cubes < v.limit(tile):
            yield lot.cell


@verb(w.GainCubes)
def _do_gain_cubes(play: Play[Board], word: w.GainCubes, target: Target) -> None:
    lot = play.board.side(target.seat).lot(target.name)
    assert lot is not None
    tile = play.board.components.tile[lot.tile]
    room = values(play.board, target.seat).limit(tile) - lot.cubes
    n = word.n if word.override_limit else min(word.n, room)
    play.emit(e.CubesGained(target.seat, lot.cell, tile.resource, n, source=target.hero))


@targets(w.RemoveCubes)
def _emptied(board: Board, seat: Seat, word: w.RemoveCubes) -> Iterator[str]:
    for owner in seats_meant(board, seat, word.whose):
        yield from (f"{owner}:{lot.cell}" for lot, _ in _fitting(board, owner, word) if lot.cubes)


@verb(w.RemoveCubes)
def _do_remove_cubes(play: Play[Board], word: w.RemoveCubes, target: Target) -> None:
    owner, _, cell = target.name.partition(":")
    lot = play.board.side(int(owner)).lot(cell)
    assert lot is not None
    resource = play.board.components.tile[lot.tile].resource
    play.emit(e.CubesRemoved(int(owner), cell, resource, min(word.n, lot.cubes), source=target.hero))


@verb(w.GainVp)
def _do_gain_vp(play: Play[Board], word: w.GainVp, target: Target) -> None:
    vp = max(0, evaluate(word.value, play.board, target.seat))
    play.emit(e.PointsGained(target.seat, vp, source=target.hero))


# --- actions and tiles


@targets(w.ExtraAction)
def _extra(board: Board, seat: Seat, word: w.ExtraAction) -> Iterable[str]:
    return (NOTHING,) if not word.with_die or isinstance(board.pending, Acting) else ()


@verb(w.ExtraAction)
def _do_extra(play: Play[Board], word: w.ExtraAction, target: Target) -> None:
    given = (word.action, 0) if word.with_die else (word.action, word.value, COLOURS)
    play.emit(e.ExtraActionGiven(target.seat, *given, source=target.hero))


@verb(w.MoveCubes)
def _do_move(play: Play[Board], word: w.MoveCubes, target: Target) -> None:
    colours = tuple(COLOUR_OF[resource] for resource in word.types or RESOURCES)
    play.emit(e.ExtraActionGiven(target.seat, "move", word.points, colours, source=target.hero))


@verb(w.ExtraDraft)
def _do_draft(play: Play[Board], word: w.ExtraDraft, target: Target) -> None:
    play.emit(e.DraftsGained(target.seat, word.n, source=target.hero))


@targets(w.PlaceLand)
def _land_fits(board: Board, seat: Seat, word: w.PlaceLand) -> Iterable[str]:
    return (NOTHING,) if new_cells(board, seat, building=False) else ()


@verb(w.PlaceLand)
def _do_place(play: Play[Board], word: w.PlaceLand, target: Target) -> None:
    play.emit(e.LandWon(target.seat, LAND, source=target.hero))


@targets(w.TakeTile)
def _takable(board: Board, seat: Seat, word: w.TakeTile) -> Iterator[str]:
    for index, slot in enumerate(board.supply):
        fits = slot.tile and not slot.bids and word.level in (None, SLOT_LEVELS[index])
        if fits and placements(board, seat, slot.tile):
            yield slot.tile


@verb(w.TakeTile)
def _do_take(play: Play[Board], word: w.TakeTile, target: Target) -> None:
    index = play.board.slot_of(target.name)
    assert index is not None
    play.emit(e.BuildingWon(target.seat, target.name, index, source=target.hero))


# --- heroes


@targets(w.RefreshHero)
def _tired(board: Board, seat: Seat, word: w.RefreshHero) -> Iterator[str]:
    """Once in a turn each (HCX-AMB-48): two that refresh each other would be used without end."""
    return (own.hero for own in board.side(seat).heroes if own.exhausted and own.refreshed < board.turn)


@verb(w.RefreshHero)
def _do_refresh(play: Play[Board], word: w.RefreshHero, target: Target) -> None:
    play.emit(e.HeroRefreshed(target.seat, target.name, source=target.hero))


@targets(w.ExhaustHero)
def _fresh(board: Board, seat: Seat, word: w.ExhaustHero) -> Iterator[str]:
    for other in seats_meant(board, seat, "opponent"):
        yield from (own.hero for own in board.side(other).heroes if not own.exhausted)


@verb(w.ExhaustHero)
def _do_exhaust(play: Play[Board], word: w.ExhaustHero, target: Target) -> None:
    owner = next(seat for seat, side in enumerate(play.board.sides, 1) if side.owned(target.name))
    play.emit(e.HeroExhausted(owner, target.name, source=target.hero))


@targets(w.ByHand)
def _by_hand(board: Board, seat: Seat, word: w.ByHand) -> Iterable[str]:
    """Only where the table rolls: where the service does, nothing can be entered."""
    return (NOTHING,) if board.chance == "table" else ()


@verb(w.ByHand)
def _enter_by_hand(play: Play[Board], word: w.ByHand, target: Target) -> None:
    play.emit(e.HandStarted(target.seat, target.hero))
