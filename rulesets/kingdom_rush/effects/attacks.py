"""Towers are played and passed, and what an attack places."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from rulesets.kingdom_rush.board import Board, place_of
from rulesets.kingdom_rush.effects.rows import kind_of, place_id
from rulesets.kingdom_rush.geometry import Facing, Mask, mask_of
from rulesets.kingdom_rush.ids import attack_id, hand_id, horde_id, incoming_id, seat_id, space_id, supply_id, tower_id
from rulesets.kingdom_rush.names import (
    cells_name,
    facing_words,
    horde_name,
    piece_kind,
    piece_name,
    source_name,
    space_name,
)
from rulesets.kingdom_rush.phases import (
    PLAY_CARDS,
    Activating,
    Attacking,
    Blessing,
    Conjuring,
    Healing,
    Inspiring,
    Pending,
    PlacingWildcat,
    Refreshing,
    Relocating,
    Sacrificing,
    Surging,
)
from rulesets.kingdom_rush.pieces import CardId, Horde, Laid, SpaceId, Tower
from rulesets.kingdom_rush.programs import Choice
from rulesets.kit.facts import Fact
from rulesets.kit.phases import Seat
from rulesets.kit.structs import Effect
from rulesets.kit.tuples import insert, put, without
from rulesets.kit.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterable


class TowerPlayed(Effect[Board], frozen=True):
    """A Tower is built, and opens fire.

    The value of its row is the number of Hordes within its range.
    """

    title = "Tower built"
    seat: Seat
    tower: str
    site: SpaceId
    facing: Facing
    idle: bool = False
    """No Horde is in its range: no attack follows."""

    def apply(self, board: Board) -> Board:
        seat, card, site, sides, towers = self.seat, self.tower, self.site, board.sides, board.towers
        side = sides[seat - 1]
        index = len(towers)
        while index and towers[index - 1].site > site:
            index -= 1
        return replace(
            board,
            sides=put(sides, seat - 1, replace(side, hand=without(side.hand, card))),
            towers=(*towers[:index], Tower(site, card, seat, self.facing), *towers[index:]),
            pending=board.pending if self.idle else Attacking(seat, card, "", site, self.facing),
        )

    def touches(self) -> tuple[str, ...]:
        return (space_id(self.site),)

    def sentence(self, board: Board) -> str:
        idle = ", where no Horde is in range" if self.idle else ""
        name, site = source_name(board, self.tower), space_name(board, self.site)
        return f"{{{self.seat}}} builds {name} on {site}{facing_words(self.facing)}{idle}."

    def facts(self, board: Board) -> Iterable[Fact]:
        reached = () if self.idle else board.field.range[self.tower, self.site, self.facing]
        value = sum(horde.space in reached for horde in board.hordes)
        return (
            Fact(seat=self.seat, card=tower_id(self.tower), place=space_id(self.site), kind=self.facing, value=value),
        )


class AttackStarted(Effect[Board], frozen=True):
    """One attack of the source is under way; `step` is the first shot of it that fits anywhere.

    Only an attack on a Portal that a Tower is forced to is a row.
    """

    silent = dict.fromkeys(("attack", "step", "left"), "where the attack stands")
    attack: int
    step: int
    forced: bool = False
    left: int = -1
    """Pieces that a bonus earned."""

    def apply(self, board: Board) -> Board:
        at = board.pending
        assert isinstance(at, Attacking)
        opened = replace(
            at,
            step=self.step,
            opened=self.attack,
            forced=self.forced,
            horde="",
            left=self.left,
            placed=0,
            order=at.order_from(self.step),
        )
        return replace(board, pending=opened)

    def sentence(self, board: Board) -> str:
        at = board.pending
        assert isinstance(at, Attacking)
        return (
            f"Only Portals are in range of {source_name(board, at.source)}, so it has to attack." if self.forced else ""
        )

    def facts(self, board: Board) -> Iterable[Fact]:
        at = board.pending
        assert isinstance(at, Attacking)
        return (_by_attacker(board, type="AttackForced", place=place_id(at.place)),) if self.forced else ()


class HordeAimedAt(Effect[Board], frozen=True):
    """The Horde that a set of tiles will go to."""

    horde: CardId

    def apply(self, board: Board) -> Board:
        at = board.pending
        assert isinstance(at, Attacking)
        return replace(board, pending=replace(at, horde=self.horde))

    def touches(self) -> tuple[str, ...]:
        return (horde_id(self.horde),)

    def sentence(self, board: Board) -> str:
        at = board.pending
        assert isinstance(at, Attacking)
        return f"{{{at.seat}}} aims {source_name(board, at.source)} at {horde_name(board, self.horde)}."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (_by_attacker(board, target=horde_id(self.horde), place=place_id(_target(board, self.horde).space)),)


class _PiecesPlaced(Effect[Board], frozen=True):
    """Pieces of an attack cover squares of a Horde.

    The value of its row is the number of squares that they cover; a second row has those that show no enemy.
    """

    silent = {"left": "what is still to come"}
    horde: CardId
    cells: str
    source: str
    left: int = 0
    """Hordes that this shot may still hit, or pieces that may still go on other Hordes."""

    def touches(self) -> tuple[str, ...]:
        return (horde_id(self.horde),)

    def sentence(self, board: Board) -> str:
        covered = _covered(board, self.horde, mask_of(self.cells))
        horde, source = horde_name(board, self.horde), source_name(board, self.source)
        return f"{_seat(board)} covers {cells_name(self.cells)} of {horde} with {source}: {covered}."

    def facts(self, board: Board) -> Iterable[Fact]:
        horde, mask = _target(board, self.horde), mask_of(self.cells)
        kind, target = kind_of(horde), horde_id(self.horde)
        row = _by_attacker(board, target=target, place=place_id(horde.space), kind=kind, value=mask.bit_count())
        row.source = attack_id(board.components, self.source)
        blank = (mask & ~_enemies(board, horde)).bit_count()
        return (row, replace(row, type="BlanksCovered", value=blank)) if blank else (row,)


class TilePlaced(_PiecesPlaced, frozen=True):
    """A Damage tile covers squares of a Horde."""

    silent = {**_PiecesPlaced.silent, "portal": "stands in `kind`", "sides": "what the next tile may touch"}
    portal: bool = False
    sides: str = ""
    """The sides of the hero's base that tiles touch now."""

    def apply(self, board: Board) -> Board:
        at = board.pending
        assert isinstance(at, Attacking)
        step, order = (at.step, at.order) if self.left else at.beyond(at.step)
        pending = Attacking(
            at.seat,
            at.source,
            at.hero,
            at.place,
            at.facing,
            step,
            at.opened,
            at.forced,
            self.horde,
            self.cells,
            self.left or -1,
            at.placed,
            self.sides,
            at.hit if self.horde in at.hit else (*at.hit, self.horde),
            at.portal or self.portal,
            order,
            at.then,
        )
        return _with_tiles(board, self.horde, (Laid(self.source, self.cells),), mask_of(self.cells), pending)


class TilesPlaced(_PiecesPlaced, frozen=True):
    """Single squares of a Horde are covered, all at once."""

    def apply(self, board: Board) -> Board:
        laid = tuple([Laid(self.source, cell) for cell in self.cells.split(" ")])
        pending = _pieces_placed(board, self.horde, self.left, 0, portal=False)
        return _with_tiles(board, self.horde, laid, mask_of(self.cells), pending)


class SoldiersPlaced(_PiecesPlaced, frozen=True):
    """Soldiers out of the supply cover enemies of a Horde."""

    silent = {**_PiecesPlaced.silent, "portal": "stands in `kind`"}
    portal: bool = False

    def apply(self, board: Board) -> Board:
        mask, hordes = mask_of(self.cells), board.hordes
        index = place_of(hordes, self.horde)
        horde, placed = hordes[index], mask.bit_count()
        return replace(
            board,
            hordes=put(hordes, index, replace(horde, soldiers=horde.soldiers | mask)),
            soldiers=board.soldiers - placed,
            pending=_pieces_placed(board, self.horde, self.left, placed, portal=self.portal),
        )

    def touches(self) -> tuple[str, ...]:
        return (horde_id(self.horde), "soldiers")

    def sentence(self, board: Board) -> str:
        soldiers, squares = counted(len(self.cells.split()), "Soldier"), cells_name(self.cells)
        horde, source = horde_name(board, self.horde), source_name(board, self.source)
        covered = _covered(board, self.horde, mask_of(self.cells))
        return f"{_seat(board)} puts {soldiers} of {source} on {squares} of {horde}: {covered}."


def _seat(board: Board) -> str:
    """The name of the seat whose attack is under way."""
    at = board.pending
    assert isinstance(at, Attacking)
    return f"{{{at.seat}}}"


def _covered(board: Board, card: CardId, mask: Mask) -> str:
    """What squares of a Horde, or of a Boss Life card, show, and how many of its enemies are covered then."""
    horde = _target(board, card)
    face = board.face(horde) if horde.space else board.components.boss_life[card]
    covered = (board.covered(horde) if horde.space else horde.tiled) | mask
    count = sum(not enemy & ~covered for enemy in face.enemies)
    return f"{count} of {counted(len(face.enemies), 'enemy', 'enemies')} {'is' if count == 1 else 'are'} covered"


def _by_attacker(board: Board, **more: Any) -> Fact:
    """A row of the attack under way: of the seat whose it is, by the Tower, hero, ability or Spell."""
    at = board.pending
    assert isinstance(at, Attacking)
    return Fact(seat=at.seat, source=attack_id(board.components, at.source), **more)


def _target(board: Board, card: CardId) -> Horde:
    """A Horde on the map, or a Boss Life card."""
    return next(horde for horde in (*board.hordes, *board.lives) if horde.card == card)


def _enemies(board: Board, horde: Horde) -> Mask:
    """The squares with enemies of a Horde, or of a Boss Life card."""
    return board.face(horde).all if horde.space else board.components.boss_life[horde.card].all


def _with_tiles(board: Board, card: CardId, laid: tuple[Laid, ...], mask: Mask, pending: Pending) -> Board:
    for index, horde in enumerate(board.hordes):
        if horde.card == card:
            new = replace(horde, tiles=horde.tiles + laid, tiled=horde.tiled | mask)
            return replace(board, hordes=put(board.hordes, index, new), pending=pending)
    index = place_of(board.lives, card)
    life = board.lives[index]
    new = replace(life, tiles=life.tiles + laid, tiled=life.tiled | mask)
    return replace(board, lives=put(board.lives, index, new), pending=pending)


def _pieces_placed(board: Board, horde: CardId, left: int, soldiers: int, *, portal: bool) -> Attacking:
    at = board.pending
    assert isinstance(at, Attacking)
    step, order = (at.step, at.order) if left else at.beyond(at.step)
    return replace(
        at,
        step=step,
        horde=horde,
        left=left or -1,
        placed=at.placed + soldiers,
        hit=at.hit if horde in at.hit else (*at.hit, horde),
        portal=at.portal or portal,
        order=order,
    )


class TilesLeftOut(Effect[Board], frozen=True):
    """By choice, or because nothing fits: `step` is the next shot that matters.

    The value of its row is the number of shots.
    """

    title = "Part of an attack left out"
    silent = {"chosen": "what is chosen is a row of the decision"}
    step: int
    chosen: bool = False
    """By choice."""

    def apply(self, board: Board) -> Board:
        at = board.pending
        assert isinstance(at, Attacking)
        return replace(board, pending=replace(at, step=self.step, left=-1, order=at.order_from(self.step)))

    def sentence(self, board: Board) -> str:
        at = board.pending
        assert isinstance(at, Attacking)
        shot = board.components.program[at.source][at.step]
        source = source_name(board, at.source)
        if not self.chosen:
            return f"No more of {piece_name(shot)} of {source} fits anywhere."
        return f"{{{at.seat}}} places no more of {piece_name(shot)} of {source}."

    def facts(self, board: Board) -> Iterable[Fact]:
        at = board.pending
        assert isinstance(at, Attacking)
        shots = board.components.program[at.source]
        return (_by_attacker(board, value=at.coming(len(shots)).index(self.step)),)


class PieceBroughtForward(Effect[Board], frozen=True):
    """A tile, or the Soldiers, of a Tower come before what was next (KRR-TWR-09); the rest of their attack follows."""

    title = "Another piece placed first"
    step: int

    def apply(self, board: Board) -> Board:
        at = board.pending
        assert isinstance(at, Attacking)
        shots = board.components.program[at.source]
        end, attack = len(shots), shots[self.step].attack
        rest = [step for step in at.coming(end) if step != self.step]
        rest.sort(key=lambda step: (step == end or shots[step].attack != attack, step))
        return replace(board, pending=replace(at, step=self.step, left=-1, order=tuple(rest)))

    def sentence(self, board: Board) -> str:
        at = board.pending
        assert isinstance(at, Attacking)
        piece = piece_name(board.components.program[at.source][self.step])
        return f"{{{at.seat}}} attacks with {piece} of {source_name(board, at.source)} first."

    def facts(self, board: Board) -> Iterable[Fact]:
        at = board.pending
        assert isinstance(at, Attacking)
        return (_by_attacker(board, choice=piece_kind(board.components.program[at.source][self.step])),)


class ChoiceAsked(Effect[Board], frozen=True):
    """The attack has come to a choice."""

    silent = dict.fromkeys(("what", "step", "amount"), "the answer is a row")
    what: Choice
    step: int
    """The step of the program that asks."""
    amount: int = 0
    """Points that are healed, spaces, or Soldiers that are missing."""

    def apply(self, board: Board) -> Board:
        at = board.pending
        assert isinstance(at, Attacking)
        step, order = at.beyond(self.step)
        return replace(board, pending=self._phase(replace(at, step=step, order=order)))

    def _phase(self, then: Attacking) -> Pending:
        seat, hero = then.seat, then.hero
        match self.what:
            case "wildcat":
                return PlacingWildcat(seat, hero, forgo=True, then=then)
            case "bless":
                return Blessing(seat, hero, then)
            case "heal" | "heal_near":
                return Healing(seat, hero, self.amount, self.what == "heal_near", then)
            case "inspire":
                return Inspiring(seat, hero, then)
            case "conjure":
                return Conjuring(seat, hero, then)
            case "refresh":
                return Refreshing(seat, hero, then)
            case "strike":
                return Activating(seat, hero, 0, "attack", then)
            case "surge":
                return Surging(seat, hero, self.amount, then=then)
            case "gem":
                return Sacrificing(then)
            case "relocate":
                return Relocating(seat, self.amount, self.step, then)

    def facts(self, board: Board) -> Iterable[Fact]:
        return ()


class SoldierRelocated(Effect[Board], frozen=True):
    """A Soldier that the supply lacks comes from another square."""

    silent = {
        "cell": "a square tells nothing over many games",
        "square": "a square tells nothing over many games",
        "portal": "follows from the Horde",
    }
    horde: CardId
    cell: str
    to: CardId
    square: str
    portal: bool = False

    def apply(self, board: Board) -> Board:
        horde = board.horde(self.horde)
        board = board.with_horde(replace(horde, soldiers=horde.soldiers & ~mask_of(self.cell)))
        horde = board.horde(self.to)
        board = board.with_horde(replace(horde, soldiers=horde.soldiers | mask_of(self.square)))
        at = board.pending
        assert isinstance(at, Relocating)
        then = replace(at.then, portal=at.then.portal or self.portal)
        missing = at.missing - 1
        return replace(board, pending=replace(at, missing=missing, then=then) if missing else then)

    def touches(self) -> tuple[str, ...]:
        return (horde_id(self.horde), horde_id(self.to))

    def sentence(self, board: Board) -> str:
        at = board.pending
        assert isinstance(at, Relocating)
        old, new = horde_name(board, self.horde), horde_name(board, self.to)
        return f"{{{at.seat}}} moves a Soldier from {self.cell} of {old} to {self.square} of {new}."

    def facts(self, board: Board) -> Iterable[Fact]:
        at = board.pending
        assert isinstance(at, Relocating)
        source = tower_id(at.then.source)
        return (Fact(seat=at.seat, card=horde_id(self.horde), target=horde_id(self.to), source=source, value=1),)


class AttackEnded(Effect[Board], frozen=True):
    """All shots of a source are over; a Tower that hit a Portal turns face down.

    Only a Tower that is turned face down is a row.
    """

    source: str
    site: SpaceId | None = None
    """Where such a Tower stands."""

    def apply(self, board: Board) -> Board:
        at, towers = board.pending, board.towers
        assert isinstance(at, Attacking)
        then = at.then or PLAY_CARDS
        if isinstance(then, Attacking):  # it aims at what was hit (KRR-MAG-04)
            then = replace(then, hit=at.hit)
        if not self.site:
            return replace(board, pending=then)
        index = max(i for i, tower in enumerate(towers) if tower.site == self.site)
        return replace(board, pending=then, towers=put(towers, index, replace(towers[index], face_up=False)))

    def touches(self) -> tuple[str, ...]:
        return (space_id(self.site),) if self.site else ()

    def sentence(self, board: Board) -> str:
        if not self.site:
            return ""
        tower = f"{source_name(board, self.source)} on {space_name(board, self.site)}"
        return f"{tower} has hit a Portal: it is turned face down."

    def facts(self, board: Board) -> Iterable[Fact]:
        if not self.site:
            return ()
        at = board.pending
        assert isinstance(at, Attacking)
        portal = next((horde for horde in board.hordes if horde.card in at.hit and horde.level), None)
        return (
            Fact(
                type="TowerTurnedDown",
                seat=at.seat,
                card=tower_id(self.source),
                place=space_id(self.site),
                target=horde_id(portal.card) if portal else None,
            ),
        )


class TowerPassed(Effect[Board], frozen=True):
    """A Tower goes to the incoming slot of seat `to`, as what it became."""

    seat: Seat
    to: Seat
    tower: str
    became: str

    def apply(self, board: Board) -> Board:
        giver = board.side(self.seat)
        sides = put(board.sides, self.seat - 1, replace(giver, hand=without(giver.hand, self.tower)))
        taker = sides[self.to - 1]
        sides = put(sides, self.to - 1, replace(taker, incoming=insert(taker.incoming, self.became)))
        supply = board.supply
        if self.became != self.tower:
            supply = insert(without(supply, self.became), self.tower)
        return replace(board, sides=sides, supply=supply)

    def touches(self) -> tuple[str, ...]:
        upgraded = (supply_id(self.tower), supply_id(self.became)) if self.became != self.tower else ()
        return (hand_id(self.seat), incoming_id(self.to), *upgraded)

    def sentence(self, board: Board) -> str:
        name, became = source_name(board, self.tower), source_name(board, self.became)
        upgraded = f", and it becomes {became}" if self.became != self.tower else ""
        kept = self.seat == self.to
        return f"{{{self.seat}}} {f'puts {name} aside' if kept else f'passes {name} to {{{self.to}}}'}{upgraded}."

    def facts(self, board: Board) -> Iterable[Fact]:
        kind = "same" if self.became == self.tower else "upgraded"
        card, choice = tower_id(self.tower), tower_id(self.became)
        return (Fact(seat=self.seat, card=card, target=seat_id(self.to), kind=kind, choice=choice),)
