"""What several topics share: who stands where, what is free, damage and healing."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from rulesets.kingdom_rush import effects as e
from rulesets.kingdom_rush.board import Board, heroes_on
from rulesets.kingdom_rush.geometry import BASES, FULL, Mask
from rulesets.kingdom_rush.ids import (
    ability_id,
    attack_id,
    colour_id,
    hero_id,
    horde_id,
    portal_tile_id,
    seat_id,
    space_id,
    spell_id,
    tower_id,
)
from rulesets.kingdom_rush.phases import OF_HERO, Attacking, Relocating, Sacrificing
from rulesets.kingdom_rush.pieces import WILDCAT, Hero, HeroName, Horde, SpaceId
from rulesets.kit.facts import Fact, columns_of, fact_of
from rulesets.kit.phases import Seat
from rulesets.kit.structs import Action

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from rulesets.kingdom_rush.cards import Face
    from rulesets.kit.play import Play

NAMED = {
    "hero": hero_id,
    "tower": tower_id,
    "spell": spell_id,
    "ability": ability_id,
    "space": space_id,
    "site": space_id,
    "horde": horde_id,
    "becomes": tower_id,
    "colour": colour_id,
    "copies": ability_id,
    "tile": portal_tile_id,
    "to": seat_id,
}
"""The ids that statistics keep of what decisions name, unless a decision has its own."""


class Decision(Action[Board], frozen=True):
    """An action of this game. Its row names who acts, where somebody does."""

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[Action[Board]]:
        """The one candidate of an action without fields."""
        return (cls(),)

    def fact(self, board: Board, seat: Seat) -> Fact:
        kept = fact_of(self)
        kept.source = kept.source or acting(board)
        for name, column, id_of in named(type(self)):
            value = getattr(self, name)
            setattr(kept, column, id_of(value) if value else None)
        return kept


@cache
def named(kind: type[Decision]) -> tuple[tuple[str, str, Callable[[str | int], str]], ...]:
    """The fields of a decision that name pieces and places: field, column, and the function that gives its id."""
    return tuple((name, column, NAMED[name]) for name, column in columns_of(kind) if name in NAMED)


def acting(board: Board) -> str | None:
    """The id of the hero, Tower, ability or Spell that is in the middle of something."""
    at = board.pending
    if isinstance(at, Relocating | Sacrificing):
        at = at.then
    if isinstance(at, Attacking):
        return attack_id(board.components, at.source)
    return hero_id(at.hero) if isinstance(at, OF_HERO) else None


EARTHQUAKE = "earthquake"
CANT_TOUCH_THIS = "cant_touch_this"


def top_hordes(board: Board) -> Iterable[Horde]:
    """The Horde on top of each space: those beneath can be neither attacked nor engaged (KRR-FLY-07)."""
    return {horde.space: horde for horde in board.hordes}.values()


def bases(board: Board) -> dict[str, Mask]:
    """The squares under heroes, by space; only of spaces that have some."""
    found: dict[str, Mask] = {}
    for hero in board.heroes:
        if hero.base and hero.space:
            found[hero.space] = found.get(hero.space, 0) | BASES[hero.base]
    return found


def face_of(board: Board, horde: Horde) -> Face:
    """The card of a Horde, or of a Boss Life card."""
    c = board.components
    return c.face[horde.card][horde.turn] if horde.card in c.face else c.boss_life[horde.card]


def is_blocked(board: Board, horde: Horde) -> bool:
    """Whether a Soldier or a hero holds a Horde up (KRR-ADV-05)."""
    return bool(horde.soldiers or heroes_on(board, horde))


def uncovered(board: Board, horde: Horde) -> Mask:
    """The squares of its enemies that nothing covers."""
    return board.face(horde).all & ~board.covered(horde)


def fully_covered(board: Board) -> list[Horde]:
    """The Hordes with every enemy covered (KRR-DES-02), in the order of the board."""
    faces, under, found = board.components.face, bases(board), []
    for horde in board.hordes:
        left = faces[horde.card][horde.turn].all & ~(horde.tiled | horde.soldiers | horde.gated)
        if not left or (horde.space in under and not uncovered(board, horde)):
            found.append(horde)
    return found


def in_order(board: Board) -> list[Horde]:
    """The Hordes as phase 4 takes them: route by route, the nearest to the Exit first, a stack from its top."""
    rank = board.field.rank
    hordes = list(board.hordes[::-1])
    hordes.sort(key=lambda horde: rank[horde.space])  # keeps the order within a space
    return hordes


def stores(board: Board, crystals: int) -> int:
    """How many of `crystals` the team can still take (KRR-CRY-01)."""
    return min(crystals, board.components.limits.crystals - board.crystals)


# --- where heroes may be


def room(board: Board, horde: Horde, hero: HeroName) -> list[str]:
    """Where the base of a hero may lie on a Horde; its own base is on its way (KRR-ENG-02, 04, 05)."""
    no = _no_base(board, horde, hero)
    return [cell for cell, mask in BASES.items() if not mask & no]


def has_room(board: Board, horde: Horde, hero: HeroName) -> bool:
    """Whether there is such a place at all."""
    no = _no_base(board, horde, hero)
    return any(not mask & no for mask in BASES.values())


def _no_base(board: Board, horde: Horde, hero: HeroName) -> Mask:
    if horde.level:  # KRR-POR-12
        return FULL
    no = horde.tiled | horde.soldiers | horde.gated | board.face(horde).barred["base"]
    for other in board.heroes:
        if other.base and other.space == horde.space and other.name != hero:
            no |= BASES[other.base]
    return no


def shut(board: Board, hero: HeroName) -> set[SpaceId]:
    """Spaces where a hero may not end its movement (KRR-MOV-04, 05, KRR-PBK-07)."""
    spaces = {tower.site for tower in board.towers} | {barrier.space for barrier in board.barriers}
    spaces.update([horde.space for horde in top_hordes(board) if not has_room(board, horde, hero)])
    return spaces


def on_map(board: Board) -> list[Hero]:
    """The heroes in play: on the map, and so not knocked out."""
    return [hero for hero in board.heroes if hero.space]


def near_heroes(board: Board, space: SpaceId) -> list[Hero]:
    """The heroes in a space or adjacent to it."""
    near = board.field.near[space]
    return [hero for hero in board.heroes if hero.space and (hero.space == space or hero.space in near)]


# --- damage and healing


def is_protected(board: Board, hero: Hero) -> bool:
    """Whether Protection keeps damage off a hero (KRR-ONG-04, KRR-MAL-05, 07, KRR-LIL-08)."""
    if CANT_TOUCH_THIS in hero.ongoing or e.RESURRECTED in hero.ongoing:
        return True
    tiles = board.components.ability
    if any(tiles[effect].custom and tiles[effect].protection for effect in hero.ongoing):
        return True
    if not hero.space:
        return False
    return any(EARTHQUAKE in other.ongoing and other.space == hero.space for other in board.heroes)


def hurt(play: Play[Board], hero: Hero, by: str, *, dead_eye: bool = False) -> None:
    """One point of damage, unless the hero is protected (KRR-HDM-01, 02)."""
    if hero.health and not is_protected(play.board, hero):
        play.emit(e.HeroDamaged(hero.name, hero.health - 1, by, dead_eye))


def heal(play: Play[Board], name: HeroName, points: int) -> None:
    """Up to the maximum (KRR-HDM-04)."""
    hero = play.board.hero(name)
    play.emit(e.HeroHealed(name, min(hero.health + points, max_health(play.board, name))))


def max_health(board: Board, hero: HeroName) -> int:
    """The health that a hero begins with and heals up to."""
    return 1 if hero == WILDCAT else board.components.hero[hero].health


def lose(play: Play[Board], reason: str) -> None:
    """The end, whatever else was to come (KRR-LOS-04)."""
    play.emit(e.GameLost(reason))
