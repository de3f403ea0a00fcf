"""Phases 3 and 4: Hordes are destroyed, advance and escape; heroes make way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.kingdom_rush.board import Board, heroes_on, place_of
from rulesets.kingdom_rush.effects.rows import (
    about_hero,
    by_hero,
    enemies_under,
    horde_id_at,
    kind_of,
    overflowed,
    place_id,
)
from rulesets.kingdom_rush.geometry import BASES, mask_of
from rulesets.kingdom_rush.ids import attack_id, hero_id, horde_id, space_id
from rulesets.kingdom_rush.names import hero_name, horde_name, opening, space_name
from rulesets.kingdom_rush.phases import Advancing, BossActing, Destroying, Displacing, Spawning
from rulesets.kingdom_rush.pieces import CardId, HeroName, Horde, SpaceId, Token
from rulesets.kit.facts import Fact
from rulesets.kit.structs import Effect
from rulesets.kit.tuples import insert, put
from rulesets.kit.words import counted, joined

if TYPE_CHECKING:
    from collections.abc import Iterable


class _OfHorde(Effect[Board], frozen=True):
    """What a Horde does, or what happens to it."""

    horde: CardId

    def name(self, board: Board) -> str:
        """What the Horde is called."""
        return horde_name(board, self.horde)

    def touches(self) -> tuple[str, ...]:
        return (horde_id(self.horde),)


class HordeDestroyed(_OfHorde, frozen=True):
    """A Horde is fully covered and leaves the game; heroes on it stand on the Path.

    The value of its row is the number of Crystals gained. All that covers it is a row of its own, with its squares.
    """

    crystals: int = 0
    """Gained."""
    heroes: tuple[HeroName, ...] = ()
    """Who stood on it."""

    def apply(self, board: Board) -> Board:
        horde = board.horde(self.horde)
        heroes = tuple(replace(h, base=None) if h.name in self.heroes else h for h in board.heroes)
        return replace(
            board,
            hordes=tuple(h for h in board.hordes if h is not horde),
            heroes=heroes,
            crystals=board.crystals + self.crystals,
            soldiers=board.soldiers + horde.soldiers.bit_count(),
            gates=insert(board.gates, horde.gate) if horde.gate else board.gates,
            destroyed=insert(board.destroyed, self.horde),
        )

    def touches(self) -> tuple[str, ...]:
        return (horde_id(self.horde), "crystals") if self.crystals else (horde_id(self.horde),)

    def sentence(self, board: Board) -> str:
        gain = f": the team gains {counted(self.crystals, 'Crystal')}" if self.crystals else ""
        return f"{self.name(board)} is wholly covered and destroyed{gain}."

    def facts(self, board: Board) -> Iterable[Fact]:
        horde = board.horde(self.horde)
        row = Fact(card=horde_id(self.horde), place=space_id(horde.space), kind=kind_of(horde), value=self.crystals)
        yield row
        for source, value in self._covers(board, horde):
            yield replace(row, type="HordeDestroyedWith", source=source, value=value)
        yield from overflowed(board, self.horde, self.crystals)

    def _covers(self, board: Board, horde: Horde) -> Iterable[tuple[str, int]]:
        """The Towers, abilities, Spells and heroes that cover it, with the squares of each that show enemies."""
        squares: dict[str, int] = {}
        for tile in horde.tiles:
            source, covered = attack_id(board.components, tile.source), enemies_under(board, horde, mask_of(tile.cells))
            squares[source] = squares.get(source, 0) + covered
        for name in self.heroes:
            base = board.hero(name).base
            if base:
                squares[hero_id(name)] = squares.get(hero_id(name), 0) + enemies_under(board, horde, BASES[base])
        return squares.items()


class LifeLost(Effect[Board], frozen=True):
    """A Boss Life card is gone."""

    title = "Life card lost"
    card: str

    def apply(self, board: Board) -> Board:
        return replace(board, lives=tuple(life for life in board.lives if life.card != self.card))

    def touches(self) -> tuple[str, ...]:
        return ("lives",)

    def sentence(self, board: Board) -> str:
        left = len(board.lives) - 1
        return f"The Boss loses a Life card; {left} {'is' if left == 1 else 'are'} left."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(card=horde_id(self.card)),)


class DestructionEnded(Effect[Board], frozen=True):
    """Heroes have still to leave, or Ghosts to come."""

    silent = dict.fromkeys(("leaving", "ghosts"), "what is to come")
    leaving: tuple[HeroName, ...] = ()
    ghosts: tuple[tuple[SpaceId, Token], ...] = ()

    def apply(self, board: Board) -> Board:
        return replace(board, pending=Destroying(self.ghosts, self.leaving, True))

    def facts(self, board: Board) -> Iterable[Fact]:
        return ()


class GhostStayedAway(Effect[Board], frozen=True):
    """The Ghost deck is empty: nothing comes."""

    title = "No Ghost came"

    def apply(self, board: Board) -> Board:
        at = board.pending
        assert isinstance(at, Destroying)
        return replace(board, pending=replace(at, ghosts=at.ghosts[1:]))

    def sentence(self, board: Board) -> str:
        return "No Ghost comes, for the Ghost deck is empty."

    def facts(self, board: Board) -> Iterable[Fact]:
        at = board.pending
        assert isinstance(at, Destroying)
        return (Fact(place=space_id(at.ghosts[0][0])),)


class AdvanceStarted(Effect[Board], frozen=True):
    """Hordes activate in this order."""

    silent = {"order": "what is to come", "march": "the card that makes them move is a row"}
    order: tuple[CardId, ...]
    march: bool = False
    """A card makes them move, in the middle of another phase."""

    def apply(self, board: Board) -> Board:
        at = board.pending
        then = at if self.march and isinstance(at, BossActing | Spawning) else None
        return replace(board, pending=Advancing(self.order, march=self.march, then=then))

    def facts(self, board: Board) -> Iterable[Fact]:
        return ()


def _begun(horde: CardId, at: Advancing) -> Advancing:
    """The first effect of a Horde's activation ends the one before."""
    if at.left[0] == horde:
        return at
    return Advancing(at.left[at.left.index(horde) :], march=at.march, then=at.then)


class HordeRose(_OfHorde, frozen=True):
    """A Flying Horde shakes off what is on it: Soldiers go to the supply, heroes have to leave.

    The value of its row is the number of Soldiers.
    """

    silent = {"heroes": "each is a row when it leaves"}
    heroes: tuple[HeroName, ...] = ()

    def apply(self, board: Board) -> Board:
        at = board.pending
        assert isinstance(at, Advancing)
        horde = board.horde(self.horde)
        heroes = tuple(replace(h, base=None) if h.name in self.heroes else h for h in board.heroes)
        board = replace(
            board.with_horde(replace(horde, soldiers=0)),
            heroes=heroes,
            soldiers=board.soldiers + horde.soldiers.bit_count(),
        )
        return replace(board, pending=replace(_begun(self.horde, at), rising=True))

    def sentence(self, board: Board) -> str:
        horde = board.horde(self.horde)
        soldiers = [counted(horde.soldiers.bit_count(), "Soldier")] if horde.soldiers else []
        shaken = joined([*soldiers, *(hero_name(board, hero) for hero in self.heroes)])
        return f"{self.name(board)} rises and shakes off {shaken}."

    def facts(self, board: Board) -> Iterable[Fact]:
        horde = board.horde(self.horde)
        return (Fact(card=horde_id(self.horde), place=space_id(horde.space), value=horde.soldiers.bit_count()),)


class IconsSeen(_OfHorde, frozen=True):
    """Icons of a Horde are visible.

    The value of its row is the number of squares that it uncovers.
    """

    title = "Icons visible"
    healed: bool
    attempts: int
    dead_eye: bool

    def apply(self, board: Board) -> Board:
        at = board.pending
        assert isinstance(at, Advancing)
        if self.healed:
            board = board.with_horde(replace(board.horde(self.horde), tiles=(), tiled=0))
        at = _begun(self.horde, at)
        return replace(board, pending=Advancing(at.left, self.attempts, self.dead_eye, march=at.march, then=at.then))

    def sentence(self, board: Board) -> str:
        seen = (
            ("throws off its Damage tiles", self.healed),
            ("hurries", self.attempts > 1),
            ("takes aim", self.dead_eye),
        )
        return f"{self.name(board)} {joined(word for word, is_so in seen if is_so)}."

    def facts(self, board: Board) -> Iterable[Fact]:
        seen = ("heal", self.healed), ("speed", self.attempts > 1), ("dead_eye", self.dead_eye)
        kind = " ".join(word for word, is_so in seen if is_so)
        horde = board.horde(self.horde)
        value = horde.tiled.bit_count() if self.healed else 0
        return (Fact(card=horde_id(self.horde), place=space_id(horde.space), kind=kind, value=value),)


class HordeBlocked(_OfHorde, frozen=True):
    """A Horde cannot move; its Soldiers are gone, the damage of heroes follows.

    Its kind says by what; its value is the number of Soldiers. Each hero that holds it up is a row of its own.
    """

    def apply(self, board: Board) -> Board:
        pending, hordes = _attempted(board, self.horde), board.hordes
        index = place_of(hordes, self.horde)
        horde = hordes[index]
        if not horde.soldiers:
            return replace(board, pending=pending)
        hordes, back = put(hordes, index, replace(horde, soldiers=0)), horde.soldiers.bit_count()
        return replace(board, hordes=hordes, soldiers=board.soldiers + back, pending=pending)

    def sentence(self, board: Board) -> str:
        horde = board.horde(self.horde)
        heroes = [hero_name(board, hero.name) for hero in heroes_on(board, horde)]
        soldiers = [counted(horde.soldiers.bit_count(), "Soldier")] if horde.soldiers else []
        return f"{self.name(board)} is held up by {joined([*soldiers, *heroes])}."

    def facts(self, board: Board) -> Iterable[Fact]:
        horde = board.horde(self.horde)
        heroes = [hero.name for hero in heroes_on(board, horde)]
        kind = " ".join(word for word, held in (("hero", heroes), ("soldiers", horde.soldiers)) if held)
        card, place = horde_id(self.horde), space_id(horde.space)
        yield Fact(card=card, place=place, kind=kind, value=horde.soldiers.bit_count())
        for name in heroes:
            yield by_hero(board, name, type="HordeHeldUp", card=card, place=place)


def _attempted(board: Board, horde: CardId) -> Advancing:
    """One move attempt fewer; a Horde without visible icons had one."""
    at = board.pending
    assert isinstance(at, Advancing)
    left = at.left
    if left[0] == horde:
        return Advancing(left, abs(at.attempts) - 1, at.dead_eye, False, at.march, at.then)
    return Advancing(left[left.index(horde) :], 0, march=at.march, then=at.then)


class HordeMoved(_OfHorde, frozen=True):
    """A Horde moves, past those it bypasses, or onto others if it flies.

    The value of its row is the number of spaces; its kind says whether it went past others or onto one.
    """

    to: SpaceId
    bypassed: tuple[SpaceId, ...] = ()
    onto: bool = False

    def apply(self, board: Board) -> Board:
        pending, hordes = _attempted(board, self.horde), board.hordes
        index = place_of(hordes, self.horde)
        moved = replace(hordes[index], space=self.to)
        if self.onto:
            return replace(self._landed(board, index, moved), pending=pending)
        return replace(board, hordes=put(hordes, index, moved), pending=pending)

    def _landed(self, board: Board, index: int, moved: Horde) -> Board:
        """On top of the others: the last one; heroes on the Horde beneath have to leave it (KRR-FLY-11)."""
        hordes = (*board.hordes[:index], *board.hordes[index + 1 :], moved)
        heroes = tuple(replace(h, base=None) if h.base and h.space == self.to else h for h in board.heroes)
        return replace(board, hordes=hordes, heroes=heroes)

    def touches(self) -> tuple[str, ...]:
        return (horde_id(self.horde), space_id(self.to))

    def sentence(self, board: Board) -> str:
        past = f", past {joined(self.bypassed)}" if self.bypassed else ""
        onto = ", on top of another Horde" if self.onto else ""
        return f"{self.name(board)} moves to {space_name(board, self.to)}{past}{onto}."

    def facts(self, board: Board) -> Iterable[Fact]:
        kind = "past" if self.bypassed else "ahead"
        place, spaces = space_id(self.to), len(self.bypassed) + 1
        return (Fact(card=horde_id(self.horde), place=place, kind="onto" if self.onto else kind, value=spaces),)


class HordeEscaped(_OfHorde, frozen=True):
    """A Horde reaches the Exit. A Portal takes nothing: the game is lost (KRR-ESC-07).

    The value of its row is the number of Hearts lost; the Crystals are a second row.
    """

    hearts: int = 0
    """Lost by the Kingdom."""
    crystals: int = 0
    """Gained."""

    def apply(self, board: Board) -> Board:
        at, horde = board.pending, board.horde(self.horde)
        if isinstance(at, Advancing):
            at = _begun(self.horde, at)
            at = Advancing(at.left[1:], march=at.march, then=at.then)
        return replace(
            board,
            hordes=tuple([other for other in board.hordes if other is not horde]),
            hearts=board.hearts - self.hearts,
            crystals=board.crystals + self.crystals,
            escaped=insert(board.escaped, self.horde),
            pending=at,
        )

    def touches(self) -> tuple[str, ...]:
        return (horde_id(self.horde), "hearts") if self.hearts else (horde_id(self.horde),)

    def sentence(self, board: Board) -> str:
        if board.horde(self.horde).level:
            return f"{self.name(board)}, a Portal, reaches the Exit."
        gain = f" and gains {counted(self.crystals, 'Crystal')}" if self.crystals else ""
        if not self.hearts:
            return f"{self.name(board)} reaches the Exit; the Kingdom loses no Heart{gain}."
        left = f"{board.hearts - self.hearts} left"
        return f"{self.name(board)} reaches the Exit: the Kingdom loses {counted(self.hearts, 'Heart')} ({left}){gain}."

    def facts(self, board: Board) -> Iterable[Fact]:
        card, kind = horde_id(self.horde), kind_of(board.horde(self.horde))
        yield Fact(card=card, source=card, kind=kind, value=self.hearts)
        if self.crystals:
            yield Fact(type="CrystalsFromEscape", card=card, value=self.crystals)
        if kind == "horde" and self.hearts < board.hearts:
            yield from overflowed(board, self.horde, self.crystals)


class DeadEyeFired(_OfHorde, frozen=True):
    """A Horde shoots at heroes on it or next to it; their damage came first."""

    def apply(self, board: Board) -> Board:
        at = board.pending
        assert isinstance(at, Advancing)
        return replace(board, pending=Advancing(at.left, 0, march=at.march, then=at.then))

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(card=horde_id(self.horde), place=space_id(board.horde(self.horde).space)),)


class MarchEnded(Effect[Board], frozen=True):
    """The Hordes that a card made move have moved."""

    def apply(self, board: Board) -> Board:
        at = board.pending
        assert isinstance(at, Advancing)
        assert at.then
        return replace(board, pending=at.then)

    def facts(self, board: Board) -> Iterable[Fact]:
        return ()


class DisplacementAsked(Effect[Board], frozen=True):
    """A hero has to leave its space, and can go to several."""

    silent = dict.fromkeys(("hero", "to"), "the answer is a row")
    hero: HeroName
    to: tuple[SpaceId, ...]

    def apply(self, board: Board) -> Board:
        then = board.pending
        if isinstance(then, Destroying) and then.leaving:
            then = replace(then, leaving=then.leaving[1:])
        return replace(board, pending=Displacing(board.hero(self.hero).seat, self.hero, self.to, then))

    def facts(self, board: Board) -> Iterable[Fact]:
        return ()


class HeroDisplaced(Effect[Board], frozen=True):
    """A hero leaves its space; to nowhere: it goes back to its player's board."""

    title = "Hero gave way"
    hero: HeroName
    to: SpaceId | None

    def apply(self, board: Board) -> Board:
        pending = board.pending
        if isinstance(pending, Displacing):
            pending = pending.then
        elif isinstance(pending, Destroying) and pending.leaving:
            pending = replace(pending, leaving=pending.leaving[1:])
        hero = replace(board.hero(self.hero), space=self.to, base=None)
        return board.with_hero(hero, pending)

    def touches(self) -> tuple[str, ...]:
        return (hero_id(self.hero), space_id(self.to)) if self.to else (hero_id(self.hero),)

    def sentence(self, board: Board) -> str:
        name, at = hero_name(board, self.hero), board.pending
        if not self.to:
            return f"{opening(name)} finds no place to give way to, and goes back to the Hero board."
        place = space_name(board, self.to)
        if isinstance(at, Displacing):
            return f"{{{at.seat}}} moves {name} out of the way, to {place}."
        return f"{opening(name)} gives way to {place}."

    def facts(self, board: Board) -> Iterable[Fact]:
        source = horde_id_at(board, board.hero(self.hero).space)
        return (about_hero(board, self.hero, source=source, place=place_id(self.to)),)
