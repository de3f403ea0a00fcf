"""Heroes move, engage, attack, use abilities, suffer and heal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from msgspec.structs import replace

from rulesets.kingdom_rush.board import Board
from rulesets.kingdom_rush.effects.rows import about_hero, by_hero, enemies_under, horde_id_at, place_id, seat_of
from rulesets.kingdom_rush.geometry import BASES, Facing, name_of
from rulesets.kingdom_rush.ids import ability_id, boss_id, hero_id, horde_id, space_id, spell_id, warp_kind
from rulesets.kingdom_rush.names import (
    boss_name,
    cells_name,
    facing_words,
    hero_name,
    horde_name,
    opening,
    source_name,
    space_name,
)
from rulesets.kingdom_rush.phases import (
    PLAY_CARDS,
    Activating,
    Advancing,
    Attacking,
    Blessing,
    Conjuring,
    Destroying,
    Engaging,
    FinishingAbility,
    Healing,
    Inspiring,
    PlacingWildcat,
    Refreshing,
    Sacrificing,
    Spawning,
    Surging,
)
from rulesets.kingdom_rush.pieces import ALLERIA, WILDCAT, AbilityTile, CardId, HeroName, SpaceId
from rulesets.kingdom_rush.programs import BURN
from rulesets.kit.facts import Fact
from rulesets.kit.structs import Effect
from rulesets.kit.tuples import insert
from rulesets.kit.words import counted, joined

if TYPE_CHECKING:
    from collections.abc import Iterable


class _OfHero(Effect[Board], frozen=True):
    """What a hero does, or what happens to it: a row of its seat, where it stands."""

    hero: HeroName

    def touches(self) -> tuple[str, ...]:
        return (hero_id(self.hero),)

    def facts(self, board: Board) -> Iterable[Fact]:
        return (by_hero(board, self.hero, place=place_id(board.hero(self.hero).space)),)


def _owner(board: Board, hero: HeroName) -> str:
    """The name of the seat whose a hero is."""
    return f"{{{board.hero(hero).seat}}}"


class _HeroComes(_OfHero, frozen=True):
    """A hero comes to a space."""

    space: SpaceId

    def touches(self) -> tuple[str, ...]:
        return (hero_id(self.hero), space_id(self.space))

    def facts(self, board: Board) -> Iterable[Fact]:
        return (by_hero(board, self.hero, place=space_id(self.space)),)


class HeroActivated(_OfHero, frozen=True):
    """A hero (or the Wildcat) begins its activation."""

    silent = {"points": "the speed of the hero, which `cards` tells"}
    points: int

    def apply(self, board: Board) -> Board:
        hero = board.hero(self.hero)
        then = board.pending if isinstance(board.pending, Activating) else None
        pending = Activating(hero.seat, self.hero, self.points, "" if self.hero == WILDCAT else "act", then)
        return board.with_hero(replace(hero, ready=False), pending)

    def sentence(self, board: Board) -> str:
        return f"{_owner(board, self.hero)} activates {hero_name(board, self.hero)}."


class HeroMoved(_HeroComes, frozen=True):
    """A hero ends its movement in a space, maybe where it began; it `engages` where a Horde is."""

    silent = {"engages": "`HeroEngaged` follows"}
    engages: bool = False

    def apply(self, board: Board) -> Board:
        at = board.pending
        assert isinstance(at, Activating)
        may = "" if at.may == "again" else at.may  # the extra action is taken at once or never (KRR-MAL-03)
        then = Activating(at.seat, at.hero, 0, may, at.then)
        hero = replace(board.hero(self.hero), space=self.space, base=None)
        pending = Engaging(at.seat, self.hero, then) if self.engages else then
        return board.with_hero(hero, pending)

    def sentence(self, board: Board) -> str:
        who, name, left = _owner(board, self.hero), hero_name(board, self.hero), board.hero(self.hero).space
        place = space_name(board, self.space)
        if left == self.space:
            return f"{who} lets {name} leave {place} and come back."
        return f"{who} moves {name} {f'to {place}' if left else f'onto the map, to {place}'}."


class HeroEngaged(_OfHero, frozen=True):
    """A hero's base covers four squares of a Horde.

    The value of its row is the number of squares with enemies that it covers.
    """

    horde: CardId
    base: str

    def apply(self, board: Board) -> Board:
        at = board.pending
        assert isinstance(at, Engaging)
        return board.with_hero(replace(board.hero(self.hero), base=self.base), at.then or PLAY_CARDS)

    def touches(self) -> tuple[str, ...]:
        return (hero_id(self.hero), horde_id(self.horde))

    def sentence(self, board: Board) -> str:
        horde, base = board.horde(self.horde), BASES[self.base]
        more = enemies_under(board, horde, base & ~board.covered(horde))
        covered = counted(more, "more square with enemies", "more squares with enemies") if more else "no more enemy"
        name, squares = hero_name(board, self.hero), cells_name(name_of(base))
        return (
            f"{_owner(board, self.hero)} puts {name} on {squares} of {horde_name(board, self.horde)}, "
            f"which covers {covered}."
        )

    def facts(self, board: Board) -> Iterable[Fact]:
        horde = board.horde(self.horde)
        value = enemies_under(board, horde, BASES[self.base])
        return (by_hero(board, self.hero, place=space_id(horde.space), target=horde_id(self.horde), value=value),)


class HeroAttacked(_OfHero, frozen=True):
    """A hero performs its basic attack."""

    facing: Facing

    def apply(self, board: Board) -> Board:
        at, hero = board.pending, board.hero(self.hero)
        assert isinstance(at, Activating)
        then = at.then if at.may == "attack" else Activating(at.seat, at.hero, at.points, "", at.then)
        pending = Attacking(at.seat, self.hero, self.hero, hero.space or "", self.facing, then=then)
        return board.with_hero(replace(hero, facing=self.facing), pending)

    def sentence(self, board: Board) -> str:
        turns = len(board.components.facings[self.hero]) > 1
        facing = facing_words(self.facing) if turns else ""
        return f"{_owner(board, self.hero)} attacks with {hero_name(board, self.hero)}{facing}."

    def facts(self, board: Board) -> Iterable[Fact]:
        place = place_id(board.hero(self.hero).space)
        return (by_hero(board, self.hero, place=place, kind=self.facing),)


class AbilityUsed(_OfHero, frozen=True):
    """A hero uses a special ability; `source` is what takes effect: that ability, or the one it copies."""

    silent = {"ongoing": "stands in `cards`", "again": "follows from the ability"}
    ability: str
    source: str
    facing: Facing = "N"
    ongoing: bool = False
    again: bool = False
    """Another action follows (KRR-MAL-03)."""

    def apply(self, board: Board) -> Board:
        at, hero = board.pending, board.hero(self.hero)
        assert isinstance(at, Activating)
        tiles = tuple(AbilityTile(t.id, "using") if t.id == self.ability else t for t in hero.abilities)
        ongoing = insert(hero.ongoing, self.source) if self.ongoing else hero.ongoing
        hero = replace(hero, abilities=tiles, ongoing=ongoing, facing=self.facing)
        after = Activating(at.seat, at.hero, at.points, "again" if self.again else "", at.then)
        finishing = FinishingAbility(at.seat, self.hero, after)
        pending = Attacking(at.seat, self.source, self.hero, hero.space or "", self.facing, then=finishing)
        return board.with_hero(hero, pending)

    def touches(self) -> tuple[str, ...]:
        return (hero_id(self.hero), ability_id(self.ability))

    def sentence(self, board: Board) -> str:
        copied = f", copying {source_name(board, self.source)}" if self.source != self.ability else ""
        facing = facing_words(self.facing) if len(board.components.facings[self.source]) > 1 else ""
        name = source_name(board, self.ability)
        return f"{_owner(board, self.hero)} uses {name} with {hero_name(board, self.hero)}{copied}{facing}."

    def facts(self, board: Board) -> Iterable[Fact]:
        place = place_id(board.hero(self.hero).space)
        copied = ability_id(self.source) if self.source != self.ability else None
        return (by_hero(board, self.hero, card=ability_id(self.ability), place=place, kind=self.facing, choice=copied),)


class AbilityTurned(Effect[Board], frozen=True):
    """An ability tile is turned face up or face down, or lies on the portrait.

    Only one that is turned face up again is a row: the others were used just before.
    """

    title = "Ability turned face up"
    hero: HeroName
    ability: str
    state: Literal["ready", "active", "used"]

    def apply(self, board: Board) -> Board:
        hero, pending = board.hero(self.hero), board.pending
        tiles = tuple(AbilityTile(t.id, self.state) if t.id == self.ability else t for t in hero.abilities)
        if isinstance(pending, FinishingAbility | Refreshing):
            pending = pending.then or PLAY_CARDS
        return board.with_hero(replace(hero, abilities=tiles), pending)

    def touches(self) -> tuple[str, ...]:
        return (hero_id(self.hero), ability_id(self.ability))

    def sentence(self, board: Board) -> str:
        if self.state != "ready":
            return ""
        name = f"{source_name(board, self.ability)} of {hero_name(board, self.hero)}"
        if isinstance(board.pending, Blessing | Refreshing):
            return f"{{{board.pending.seat}}} turns {name} face up again."
        return f"{name} is face up again."

    def facts(self, board: Board) -> Iterable[Fact]:
        if self.state != "ready":
            return ()
        return (Fact(seat=seat_of(board, self.hero), card=ability_id(self.ability), target=hero_id(self.hero)),)


class HeroRecovered(_OfHero, frozen=True):
    """Health is full again and all ability tiles are face up; active ones stay active (KRR-ONG-03).

    The value of its row is the health that it gets back.
    """

    health: int

    def apply(self, board: Board) -> Board:
        at, hero = board.pending, board.hero(self.hero)
        assert isinstance(at, Activating)
        tiles = tuple(AbilityTile(t.id) if t.state == "used" else t for t in hero.abilities)
        pending = Activating(at.seat, at.hero, at.points, "", at.then)
        return board.with_hero(replace(hero, health=self.health, abilities=tiles), pending)

    def sentence(self, board: Board) -> str:
        hero = board.hero(self.hero)
        turned = sum(tile.state == "used" for tile in hero.abilities)
        healed = [f"{self.health - hero.health} health restored"] if self.health > hero.health else []
        tiles = [f"{counted(turned, 'ability is', 'abilities are')} face up again"] if turned else []
        gains = joined([*healed, *tiles]) or "it was at full strength already"
        return f"{_owner(board, self.hero)} lets {hero_name(board, self.hero)} recover: {gains}."

    def facts(self, board: Board) -> Iterable[Fact]:
        hero = board.hero(self.hero)
        return (by_hero(board, self.hero, place=place_id(hero.space), value=self.health - hero.health),)


class ActivationEnded(Effect[Board], frozen=True):
    """A hero has moved and acted, or does no more."""

    silent = {"hero": "who does no more by choice is a row of the decision"}
    hero: HeroName

    def apply(self, board: Board) -> Board:
        at = board.pending
        assert isinstance(at, Activating)
        return replace(board, pending=at.then or PLAY_CARDS)

    def sentence(self, board: Board) -> str:
        at = board.pending
        assert isinstance(at, Activating)
        return f"{{{at.seat}}} does no more with {hero_name(board, self.hero)}." if at.points or at.may else ""

    def facts(self, board: Board) -> Iterable[Fact]:
        return ()


class HeroHealed(_OfHero, frozen=True):
    """A hero's health is now so much.

    The value of its row is the health that it gets back.
    """

    health: int

    def apply(self, board: Board) -> Board:
        pending = board.pending
        if isinstance(pending, Blessing | Healing):
            pending = pending.then or PLAY_CARDS
        return board.with_hero(replace(board.hero(self.hero), health=self.health), pending)

    def sentence(self, board: Board) -> str:
        name, healed = hero_name(board, self.hero), self.health - board.hero(self.hero).health
        if not isinstance(board.pending, Blessing | Healing):
            return f"{opening(name)} heals {healed}, to health {self.health}." if healed else ""
        who = f"{{{board.pending.seat}}}"
        if healed:
            return f"{who} heals {name} by {healed}, to health {self.health}."
        return f"{who} heals nothing: {name} is in full health."

    def facts(self, board: Board) -> Iterable[Fact]:
        at = board.pending
        source = hero_id(at.hero) if isinstance(at, Blessing | Healing) else None
        return (about_hero(board, self.hero, source=source, value=self.health - board.hero(self.hero).health),)


class HeroDamaged(_OfHero, frozen=True):
    """A hero suffers damage; with health 0 it is knocked out, and lies on its player's board.

    One that is knocked out in phase 1 is out for this round: its card comes back in phase 5 (KRR-REG-06).

    The value of its row is the health lost; its kind says how, `HeroKnockedOut` is a type of its own.
    """

    health: int
    by: str
    """What did it: a Horde, Boss or Spell, or a card of the Timewarp deck or the Portal storm."""
    dead_eye: bool = False
    """A Horde shot at it."""

    def apply(self, board: Board) -> Board:
        hero, pending = board.hero(self.hero), board.pending
        if self.health:
            hero = replace(hero, health=self.health)
        else:
            early = isinstance(pending, Spawning) or (
                isinstance(pending, Advancing) and isinstance(pending.then, Spawning)
            )
            hero = replace(hero, health=0, space=None, base=None, down=True, ready=hero.ready and not early)
        if isinstance(pending, Sacrificing):
            pending = pending.then
        return board.with_hero(hero, pending)

    def sentence(self, board: Board) -> str:
        name, cause = opening(hero_name(board, self.hero)), self._cause(board)
        if not self.health:
            return f"{name} is knocked out by {cause}."
        damage = board.hero(self.hero).health - self.health
        return f"{name} suffers {damage} damage from {cause}: {self.health} health left."

    def facts(self, board: Board) -> Iterable[Fact]:
        kind, source = self._kind_and_source(board)
        hero = board.hero(self.hero)
        row = about_hero(board, self.hero, kind=kind, source=source, value=hero.health - self.health)
        row.place, row.type = place_id(hero.space), "" if self.health else "HeroKnockedOut"
        return (row,)

    def _cause(self, board: Board) -> str:
        """What did it, in words."""
        match board.pending:
            case Destroying():
                return f"the end of {horde_name(board, self.by)}"
            case Advancing():
                return f"a shot of {horde_name(board, self.by)}" if self.dead_eye else horde_name(board, self.by)
            case Sacrificing():
                return source_name(board, self.by)
        boss = any(boss.name == self.by for boss in board.bosses)
        return boss_name(self.by) if boss else "the card"

    def _kind_and_source(self, board: Board) -> tuple[str, str]:
        """How it came, and the id of what did it."""
        match board.pending:
            case Destroying():
                return "destroyed", horde_id(self.by)
            case Advancing():
                return "dead_eye" if self.dead_eye else "blocked", horde_id(self.by)
            case Sacrificing():
                return "spell", spell_id(self.by)
        if any(boss.name == self.by for boss in board.bosses):
            return "boss", boss_id(self.by)
        return "card", warp_kind(self.by)


class HeroResurrected(_OfHero, frozen=True):
    """The Horde of a hero with Resurrection is destroyed: it heals, and is protected from now on.

    The value of its row is the health that it gets back.
    """

    health: int

    def apply(self, board: Board) -> Board:
        hero = board.hero(self.hero)
        ongoing = insert(hero.ongoing, RESURRECTED)
        return board.with_hero(replace(hero, health=self.health, ongoing=ongoing))

    def sentence(self, board: Board) -> str:
        name = opening(hero_name(board, self.hero))
        return f"{name} rises again by {source_name(board, RESURRECTION)}, with health {self.health}."

    def facts(self, board: Board) -> Iterable[Fact]:
        value = self.health - board.hero(self.hero).health
        return (about_hero(board, self.hero, source=ability_id(RESURRECTION), value=value),)


RESURRECTION = "resurrection"
RESURRECTED = "resurrected"
"""What protects a hero whose Resurrection took effect (KRR-LIL-08)."""


class WildcatCalled(Effect[Board], frozen=True):
    """Alleria has ended her first movement: the Wildcat comes into her space."""

    def apply(self, board: Board) -> Board:
        at = board.pending
        assert isinstance(at, Activating | Surging | Attacking | FinishingAbility)
        seat = board.hero(ALLERIA).seat
        return replace(board, pending=PlacingWildcat(seat, ALLERIA, then=at))

    def facts(self, board: Board) -> Iterable[Fact]:
        return ()


class WildcatPlaced(Effect[Board], frozen=True):
    """The Wildcat stands in Alleria's space, with its base on the Horde there; no space: there was no room.

    The value of its row is the number of squares with enemies that it covers.
    """

    silent = {"ready": "follows from what brought it"}
    space: SpaceId | None
    base: str | None = None
    ready: bool = False
    """It may be activated in this round."""

    def apply(self, board: Board) -> Board:
        at = board.pending
        assert isinstance(at, PlacingWildcat)
        cat = board.hero(WILDCAT)
        if self.space:
            cat = replace(cat, health=1, space=self.space, base=self.base, down=False, fresh=False)
            cat = replace(cat, ready=self.ready, returned=not self.ready)
        else:
            cat = replace(cat, fresh=False)
        return board.with_hero(cat, at.then or PLAY_CARDS)

    def touches(self) -> tuple[str, ...]:
        return (hero_id(WILDCAT), space_id(self.space)) if self.space else (hero_id(WILDCAT),)

    def sentence(self, board: Board) -> str:
        at = board.pending
        assert isinstance(at, PlacingWildcat)
        if not self.space:
            return f"There is no room for the Wildcat of {{{at.seat}}}."
        squares = f", on {cells_name(name_of(BASES[self.base]))} of the Horde there" if self.base else ""
        return f"The Wildcat of {{{at.seat}}} comes to {space_name(board, self.space)}{squares}."

    def facts(self, board: Board) -> Iterable[Fact]:
        value = enemies_under(board, board.horde_at(self.space), BASES[self.base]) if self.base else 0
        place, target = place_id(self.space), horde_id_at(board, self.space)
        return (about_hero(board, WILDCAT, source=hero_id(ALLERIA), place=place, target=target, value=value),)


class HeroInspired(Effect[Board], frozen=True):
    """A hero may move a space and perform its basic attack."""

    hero: HeroName

    def apply(self, board: Board) -> Board:
        at, hero = board.pending, board.hero(self.hero)
        assert isinstance(at, Inspiring)
        may: Literal["attack", ""] = "" if self.hero == WILDCAT else "attack"
        return replace(board, pending=Activating(hero.seat, self.hero, 1, may, at.then))

    def touches(self) -> tuple[str, ...]:
        return (hero_id(self.hero),)

    def sentence(self, board: Board) -> str:
        at = board.pending
        assert isinstance(at, Inspiring)
        return f"{{{at.seat}}} lets {hero_name(board, self.hero)} move a space and attack."

    def facts(self, board: Board) -> Iterable[Fact]:
        at = board.pending
        assert isinstance(at, Inspiring)
        return (about_hero(board, self.hero, source=hero_id(at.hero)),)


class HeroConjured(_HeroComes, frozen=True):
    """A hero is moved by Hocus Pocus (or stays), and then attacks."""

    silent = {"engages": "`HeroEngaged` follows"}
    engages: bool = False

    def apply(self, board: Board) -> Board:
        at, hero = board.pending, board.hero(self.hero)
        assert isinstance(at, Conjuring)
        may: Literal["attack", ""] = "" if self.hero == WILDCAT else "attack"
        then = Activating(hero.seat, self.hero, 0, may, at.then)
        if self.space != hero.space:
            board = board.with_hero(replace(hero, space=self.space, base=None))
        return replace(board, pending=Engaging(hero.seat, self.hero, then) if self.engages else then)

    def sentence(self, board: Board) -> str:
        at = board.pending
        assert isinstance(at, Conjuring)
        name, place = hero_name(board, self.hero), space_name(board, self.space)
        stays = board.hero(self.hero).space == self.space
        return f"{{{at.seat}}} {f'leaves {name} on {place}' if stays else f'moves {name} to {place}'}, to attack there."

    def facts(self, board: Board) -> Iterable[Fact]:
        at = board.pending
        assert isinstance(at, Conjuring)
        return (about_hero(board, self.hero, source=hero_id(at.hero), place=space_id(self.space)),)


class HeroSurged(_HeroComes, frozen=True):
    """A hero goes one space of its Surge of Flames; it may burn the Horde there."""

    burns: CardId = ""

    def apply(self, board: Board) -> Board:
        at = board.pending
        assert isinstance(at, Surging)
        board = board.with_hero(replace(board.hero(self.hero), space=self.space, base=None))
        burnt = (*at.burnt, self.burns) if self.burns else at.burnt
        surging = Surging(at.seat, at.hero, at.left - 1, True, burnt, at.then)
        if not self.burns:
            return replace(board, pending=surging)
        burning = Attacking(
            at.seat, "surge_of_flames", self.hero, self.space, step=BURN, hit=(self.burns,), then=surging
        )
        return replace(board, pending=burning)

    def sentence(self, board: Board) -> str:
        burns = f" and burns {horde_name(board, self.burns)}" if self.burns else ""
        name, place = hero_name(board, self.hero), space_name(board, self.space)
        return f"{_owner(board, self.hero)} surges with {name} to {place}{burns}."

    def facts(self, board: Board) -> Iterable[Fact]:
        target = horde_id(self.burns) if self.burns else None
        return (by_hero(board, self.hero, place=space_id(self.space), target=target),)


class SurgeEnded(Effect[Board], frozen=True):
    """A hero surges no farther; it `engages` where a Horde is."""

    silent = dict.fromkeys(("hero", "engages"), "steps, and `HeroEngaged`, are rows")
    hero: HeroName
    engages: bool = False

    def apply(self, board: Board) -> Board:
        at = board.pending
        assert isinstance(at, Surging)
        then = at.then or PLAY_CARDS
        return replace(board, pending=Engaging(at.seat, self.hero, then) if self.engages else then)

    def sentence(self, board: Board) -> str:
        at = board.pending
        assert isinstance(at, Surging)
        return f"{{{at.seat}}} surges with {hero_name(board, self.hero)} no farther." if at.left else ""

    def facts(self, board: Board) -> Iterable[Fact]:
        return ()
