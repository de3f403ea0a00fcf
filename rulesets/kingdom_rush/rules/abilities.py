"""Special abilities: using one, or copying it, and what those of each hero ask for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from rulesets.kingdom_rush import effects as e
from rulesets.kingdom_rush.board import Board
from rulesets.kingdom_rush.geometry import FACINGS, QUARTER
from rulesets.kingdom_rush.ids import hero_id
from rulesets.kingdom_rush.names import facing_words, hero_name, source_name, space_name
from rulesets.kingdom_rush.phases import (
    Activating,
    Blessing,
    Conjuring,
    FinishingAbility,
    Healing,
    Inspiring,
    Refreshing,
    Surging,
)
from rulesets.kingdom_rush.pieces import Hero, HeroName, SpaceId
from rulesets.kingdom_rush.rules.common import Decision, heal, near_heroes, on_map, shut
from rulesets.kingdom_rush.rules.heroes import closed, need_standing
from rulesets.kingdom_rush.rules.wildcat import call_wildcat
from rulesets.kit.play import Play, automatic, need
from rulesets.kit.structs import ChoiceForgone

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulesets.kit.facts import Fact
    from rulesets.kit.phases import Seat

KNOWLEDGE = "knowledge_is_power"
HAMMER_TIME = "its_hammer_time"
NOT_AGAIN = (HAMMER_TIME, KNOWLEDGE)
"""What the extra action of Hammer Time cannot be (KRR-MAL-03, KRR-AMB-39)."""


def allowed(at: Activating, ability: str) -> bool:
    """Whether the action that is open may be this ability."""
    return at.may == "act" or ability not in NOT_AGAIN


def tile_of(hero: Hero, ability: str) -> Literal["ready", "using", "active", "used", ""]:
    """The state of an ability tile in a hero's slots; empty where it has none."""
    return next((tile.state for tile in hero.abilities if tile.id == ability), "")


def sources(board: Board, ability: str) -> list[str]:
    """What may take effect: the ability; for Knowledge is Power any other one in a slot (KRR-MAG-06, 07)."""
    if ability != KNOWLEDGE:
        return [ability]
    return [tile.id for hero in board.heroes for tile in hero.abilities if tile.id != KNOWLEDGE]


class UseAbility(Decision, frozen=True):
    """Use a face-up special ability, facing a way."""

    ability: str
    facing: str = "N"
    copies: str = ""
    """The ability that Knowledge is Power copies."""
    phase = Activating
    exact = True
    title = "Use an ability"
    columns = {"ability": "card", "facing": "kind", "copies": "choice"}

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[UseAbility]:
        at = Activating.of(board)
        if at.may not in ("act", "again"):
            return
        for tile in board.hero(at.hero).abilities:
            if tile.state != "ready" or not allowed(at, tile.id):
                continue
            for source in sources(board, tile.id):
                if allowed(at, source):
                    for facing in board.components.facings[source]:
                        yield cls(tile.id, facing, source if source != tile.id else "")

    def check(self, board: Board, seat: Seat) -> None:
        at = Activating.of(board)
        need(at.may in ("act", "again"), closed(board, at, "KRR-HRO-05"))
        state = tile_of(board.hero(at.hero), self.ability)
        need(state != "active", "KRR-ONG-03")
        need(state == "ready", "KRR-SPC-01")
        need(not self.copies or self.ability == KNOWLEDGE, "KRR-MAG-06")
        source = self.copies or self.ability
        need(source in sources(board, self.ability), "KRR-MAG-06")
        need(allowed(at, self.ability) and allowed(at, source), "KRR-MAL-03")
        need(self.facing in board.components.facings[source], "KRR-MOV-08")

    def perform(self, play: Play[Board]) -> None:
        hero, source = Activating.of(play.board).hero, self.copies or self.ability
        ability = play.board.components.ability[source]
        lasts = ability.ongoing or (ability.custom and ability.protection)
        facing = FACINGS[QUARTER[self.facing]]
        play.emit(e.AbilityUsed(hero, self.ability, source, facing, lasts, again=source == HAMMER_TIME))

    def touches(self, board: Board, seat: Seat) -> tuple[str, ...]:
        return (hero_id(Activating.of(board).hero),)

    def label(self, board: Board, seat: Seat) -> str:
        c, source = board.components, self.copies or self.ability
        copied = f", copying {source_name(board, self.copies)}" if self.copies in c.ability else ""
        name = source_name(board, self.ability) if self.ability in c.ability else self.ability
        turns = len(c.facings.get(source, ())) > 1
        return f"Use {name}{copied}{facing_words(self.facing) if turns else ''}"


@automatic(FinishingAbility)
def finish_ability(play: Play[Board]) -> None:
    """The tile turns face down, or lies on the portrait until the round ends (KRR-SPC-02, KRR-ONG-03)."""
    board = play.board
    at = FinishingAbility.of(board)
    tile = next(tile.id for tile in board.hero(at.hero).abilities if tile.state == "using")
    play.emit(e.AbilityTurned(at.hero, tile, "active" if board.components.ability[tile].ongoing else "used"))


# --- Alleria: Like the Wind


class Inspire(Decision, frozen=True):
    """Choose a hero in play that may move a space and perform its basic attack (KRR-ALL-06)."""

    hero: HeroName
    phase = Inspiring
    title = "Choose who moves and attacks"
    columns = {"hero": "card"}

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[Inspire]:
        return (cls(hero.name) for hero in on_map(board))

    def check(self, board: Board, seat: Seat) -> None:
        need(any(hero.name == self.hero for hero in on_map(board)), "KRR-ALL-06")

    def perform(self, play: Play[Board]) -> None:
        play.emit(e.HeroInspired(self.hero))

    def label(self, board: Board, seat: Seat) -> str:
        return f"Let {hero_name(board, self.hero)} move a space and attack"


# --- Malik: It's Hammer Time


def used_tiles(board: Board) -> list[tuple[HeroName, str]]:
    """The face-down ability tiles of all heroes. The one in use is not face down yet (KRR-AMB-34)."""
    return [(hero.name, tile.id) for hero in board.heroes for tile in hero.abilities if tile.state == "used"]


class Refresh(Decision, frozen=True):
    """Turn a face-down ability tile of any hero face up (KRR-MAL-02)."""

    hero: HeroName
    ability: str
    phase = Refreshing
    title = "Turn an ability face up"
    columns = {"hero": "card", "ability": "choice"}

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[Refresh]:
        return (cls(hero, ability) for hero, ability in used_tiles(board))

    def check(self, board: Board, seat: Seat) -> None:
        need((self.hero, self.ability) in used_tiles(board), "KRR-MAL-02")

    def perform(self, play: Play[Board]) -> None:
        play.emit(e.AbilityTurned(self.hero, self.ability, "ready"))

    def label(self, board: Board, seat: Seat) -> str:
        return f"Turn {source_name(board, self.ability)} of {hero_name(board, self.hero)} face up"


# --- Lilith: the second half of her basic attack


def blessings(board: Board) -> list[tuple[HeroName, str]]:
    """A hero near Lilith, herself included, and a face-down tile of it; no tile where all are face up."""
    at = Blessing.of(board)
    space = board.hero(at.hero).space
    found: list[tuple[HeroName, str]] = []
    for hero in near_heroes(board, space) if space else ():
        used = [(hero.name, tile.id) for tile in hero.abilities if tile.state == "used"]
        found += used or [(hero.name, "")]
    return found


class Bless(Decision, frozen=True):
    """Choose a hero near Lilith: it heals 1 and turns a face-down ability tile face up (KRR-LIL-02)."""

    hero: HeroName
    ability: str = ""
    """Empty where none of its tiles is face down."""
    phase = Blessing
    title = "Bless a hero"
    columns = {"hero": "card", "ability": "choice"}

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[Bless]:
        return (cls(hero, ability) for hero, ability in blessings(board))

    def check(self, board: Board, seat: Seat) -> None:
        need((self.hero, self.ability) in blessings(board), "KRR-LIL-02")

    def perform(self, play: Play[Board]) -> None:
        if self.ability:
            play.emit(e.AbilityTurned(self.hero, self.ability, "ready"))
        heal(play, self.hero, 1)

    def label(self, board: Board, seat: Seat) -> str:
        turned = (
            f" and turn {source_name(board, self.ability)} face up" if self.ability in board.components.ability else ""
        )
        return f"Heal {hero_name(board, self.hero)} by up to 1{turned}"


# --- Magnus: Hocus Pocus


class Conjure(Decision, frozen=True):
    """Move a hero in play to any legal space, or leave it where it is; it then attacks (KRR-MAG-03)."""

    hero: HeroName
    space: SpaceId
    phase = Conjuring
    exact = True  # heroes x spaces
    title = "Conjure a hero"
    columns = {"hero": "card", "space": "place"}

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[Conjure]:
        for hero in on_map(board):
            closed = shut(board, hero.name) - {hero.space}
            for space in board.field.where:
                if space not in closed:
                    yield cls(hero.name, space)

    def check(self, board: Board, seat: Seat) -> None:
        hero = board.find_hero(self.hero)
        need(hero and hero.space, "KRR-MAG-03")
        assert hero
        need(self.space not in board.field.exits, "KRR-MOV-11")
        need(self.space in board.field.where, "KRR-MOV-03")
        if self.space != hero.space:
            need_standing(board, self.hero, self.space)

    def perform(self, play: Play[Board]) -> None:
        hero = play.board.hero(self.hero)
        moves = self.space != hero.space
        engages = moves and play.board.horde_at(self.space) is not None
        play.emit(e.HeroConjured(self.hero, self.space, engages))
        if moves and not engages:  # being moved is a movement, too (KRR-WLD-08)
            call_wildcat(play, self.hero)

    def label(self, board: Board, seat: Seat) -> str:
        hero: Hero | None = board.find_hero(self.hero)
        place = space_name(board, self.space)
        if hero is not None and hero.space == self.space:
            return f"Leave {hero_name(board, self.hero)} on {place}, to attack"
        return f"Move {hero_name(board, self.hero)} to {place}, to attack"


# --- Ignus: healing


def patients(board: Board) -> list[HeroName]:
    """Who may be healed: heroes on the map, or only those near the hero (KRR-IGN-02, 06, KRR-HDM-04)."""
    at = Healing.of(board)
    space = board.hero(at.hero).space
    if not at.near:
        return [hero.name for hero in on_map(board)]
    return [
        hero.name
        for hero in (near_heroes(board, space) if space else ())
        if hero.name == at.hero or hero.space != space
    ]


class Heal(Decision, frozen=True):
    """Choose the hero that heals."""

    hero: HeroName
    phase = Healing
    title = "Heal a hero"
    columns = {"hero": "card"}

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[Heal]:
        return (cls(hero) for hero in patients(board))

    def check(self, board: Board, seat: Seat) -> None:
        at = Healing.of(board)
        patient = board.find_hero(self.hero)
        need(not patient or patient.space, "KRR-HDM-04")
        need(self.hero in patients(board), "KRR-IGN-06" if at.near else "KRR-IGN-02")

    def perform(self, play: Play[Board]) -> None:
        at = Healing.of(play.board)
        heal(play, self.hero, at.points)

    def label(self, board: Board, seat: Seat) -> str:
        return f"Heal {hero_name(board, self.hero)} by up to {Healing.of(board).points}"


# --- Ignus: Surge of Flames


def steps(board: Board) -> list[SpaceId]:
    """The spaces that a surging hero may go to next: from each it can still end somewhere (KRR-AMB-37)."""
    at, field = Surging.of(board), board.field
    if not at.left:
        return []
    closed = shut(board, at.hero)
    space = board.hero(at.hero).space
    return [
        near
        for near in (field.near[space] if space else field.entries)
        if near not in closed or any(place not in closed for place in field.walk[near, at.left - 1])
    ]


class Surge(Decision, frozen=True):
    """Go one space; a Horde that is entered may be burnt."""

    space: SpaceId
    phase = Surging
    columns = {"space": "place"}

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[Surge]:
        return (cls(space) for space in steps(board))

    def check(self, board: Board, seat: Seat) -> None:
        at, field = Surging.of(board), board.field
        need(at.left, "KRR-IGN-04")
        space = board.hero(at.hero).space
        near = field.near[space] if space else field.entries
        need(self.space not in field.exits, "KRR-MOV-11")
        need(self.space in near, "KRR-IGN-04" if space else "KRR-MOV-06")
        need(self.space in steps(board), "KRR-MOV-05")

    def perform(self, play: Play[Board]) -> None:
        at, horde = Surging.of(play.board), play.board.horde_at(self.space)
        burns = horde.card if horde and not horde.level and horde.card not in at.burnt else ""
        play.emit(e.HeroSurged(at.hero, self.space, burns))

    def touches(self, board: Board, seat: Seat) -> tuple[str, ...]:
        return (hero_id(Surging.of(board).hero),)

    def label(self, board: Board, seat: Seat) -> str:
        return f"Surge to {space_name(board, self.space)}"


class StopSurge(Decision, frozen=True):
    """Surge no farther."""

    phase = Surging
    title = "Surge no farther"

    def check(self, board: Board, seat: Seat) -> None:
        at = Surging.of(board)
        space = board.hero(at.hero).space
        if at.moved and space:
            need_standing(board, at.hero, space)

    def perform(self, play: Play[Board]) -> None:
        end_surge(play)

    def touches(self, board: Board, seat: Seat) -> tuple[str, ...]:
        return (hero_id(Surging.of(board).hero),)

    def label(self, board: Board, seat: Seat) -> str:
        return "Surge no farther"


def end_surge(play: Play[Board]) -> None:
    """The hero stays where it is; on a Horde it engages."""
    board = play.board
    at = Surging.of(board)
    engages = at.moved and board.horde_at(board.hero(at.hero).space) is not None
    play.emit(e.SurgeEnded(at.hero, engages))
    if at.moved and not engages:
        call_wildcat(play, at.hero)


@automatic(Surging)
def surging_goes_on(play: Play[Board]) -> None:
    """The last space ends it."""
    if not Surging.of(play.board).left:
        end_surge(play)


# --- choosing nobody


class Forgo(Decision, frozen=True):
    """Choose nobody, where the ability only says that one may."""

    phase = (Inspiring, Refreshing)
    nowhere = "it chooses nobody"
    title = "Choose nobody"

    def perform(self, play: Play[Board]) -> None:
        play.emit(ChoiceForgone())

    def fact(self, board: Board, seat: Seat) -> Fact:
        kept = super().fact(board, seat)
        kept.choice = "nobody"
        return kept

    def label(self, board: Board, seat: Seat) -> str:
        return "Choose nobody"
