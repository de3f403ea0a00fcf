"""What each Tower, hero, ability and Spell places, shot by shot: worked out once, when a component set is loaded.

A program is what happens in the order of the card: shots are tiles and Soldiers to be placed, or choices in between.
What a picture shows comes from the component set; what the appendix says stands here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from msgspec import Struct
from msgspec.structs import replace

from rulesets.kingdom_rush.geometry import FACINGS, Facing, Mask, Offset, Shape, spots

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from rulesets.kingdom_rush.cards import Ability, Card, Hero, Tower

Aim = Literal["arrows", "here", "adjacent", "wildcat", "hit", "map", "beside", "portal"]
"""Which Hordes a shot may go to: those that the card's arrows (or a melee attack) reach; the one in the hero's space;
those adjacent to the hero; the one that the Wildcat is on; those that the program hit before; all; those adjacent to
the first one hit; Portals and the Boss Life card."""

Bonus = Literal["", "blank", "enemies", "two", "three", "site"]
"""What a shot hangs on: nothing; a piece for each blank square, or for each square with an enemy, under the last tile;
exactly two or three enemies under it; the hero stands on a Building site."""

Choice = Literal[
    "wildcat", "bless", "heal", "heal_near", "inspire", "conjure", "refresh", "strike", "surge", "gem", "relocate"
]
"""What is asked instead of pieces."""

Spots = tuple["Mapping[str, Mask]", "Mapping[str, Mask]", "Mapping[str, Mask]", "Mapping[str, Mask]"]
"""By quarter turn: where a tile may lie in an empty tray, name to mask."""

NO_LIMIT = 99
SURGE = 4
"""KRR-IGN-04: spaces."""
SPELL_LEVEL = 99
"""No Tower-level number holds a Spell back (KRR-SPL-12)."""


class Shot(Struct, frozen=True, gc=False):
    """One piece, or several equal ones that are laid as a set."""

    attack: int
    """Pieces of one attack are opened together (KRR-AMB-17)."""
    kind: str = ""
    """Key of `Face.barred`: what the piece may not cover."""
    spots: Spots = ({}, {}, {}, {})
    aim: Aim = "arrows"
    count: int = 1
    set: bool = False
    """Single squares, laid as a set on each Horde."""
    soldiers: bool = False
    each: int = 0
    """A tile for each Horde, at most this many."""
    linked: bool = False
    """On the Horde that the attack's last piece went to."""
    single: bool = False
    """A set that goes on one Horde only."""
    same: bool = False
    """The same tile as the shot before: leaving that out leaves this out."""
    sides: bool = False
    """Each tile touches another side of the hero's base (KRR-LIL-05)."""
    cluster: bool = False
    """The squares hang together (KRR-AMB-30)."""
    pattern: tuple[Offset, ...] | None = None
    """The only squares allowed, counted from the north-west square of the Wildcat's base."""
    bonus: Bonus = ""
    after: Choice | Literal[""] = ""
    """A choice instead of pieces."""
    points: int = 0
    """How much a choice heals, or how many spaces a surge goes."""
    rule: str = ""
    """What the appendix says of where it goes, and of how many there are; empty where the card shows that."""
    shape: str = ""
    """What the component set calls the tile that the card shows."""


Program = tuple[Shot, ...]


def facings(card: Card, program: Program) -> tuple[Facing, ...]:
    """The ways to face that make a difference to the attacks of a card (KRR-MOV-08)."""
    turns = any(attack.arrows for attack in card.attacks)
    return FACINGS if turns or any(shot.spots[0] != places for shot in program for places in shot.spots) else ("N",)


ONE: Shape = ((0, 0),)
TWO: Shape = ((0, 0), (0, 1))
THREE: Shape = ((0, 0), (0, 1), (0, 2))


def _free(shape: Shape) -> Spots:
    table = spots(shape, free=True)
    return table, table, table, table


SINGLE, DOUBLE, TRIPLE = _free(ONE), _free(TWO), _free(THREE)


def _lying(program: Program, turn: int | None) -> Program:
    """With the tiles that the text fixes by size as their picture shows them, if there is one (KRR-DMG-12)."""
    if turn is None:
        return program
    known = {id(DOUBLE): TWO, id(TRIPLE): THREE}
    return tuple(
        replace(shot, spots=_turning(known[id(shot.spots)], turn)) if id(shot.spots) in known else shot
        for shot in program
    )


def _turning(shape: Shape, turn: int) -> Spots:
    north, east, south, west = (spots(shape, turn // 90 + quarter) for quarter in range(4))
    return north, east, south, west


def programs(towers: Iterable[Tower], heroes: Iterable[Hero], abilities: Iterable[Ability]) -> dict[str, Program]:
    """The program of each Tower, hero (its basic attack), ability and Spell, by id."""
    made: dict[str, Program] = {}
    for tower in towers:
        made[tower.id] = _printed(tower.card, relocates=tower.type == "soldier")
    for hero in heroes:
        made[hero.id] = _printed(hero.card) + _lying(_basic_bonus(hero.id, _damage(hero.card)), hero.turn)
    for ability in abilities:
        made[ability.id] = _lying(_of_ability(ability), ability.turn)
    return made | SPELLS


def _damage(card: Card) -> str:
    return card.attacks[0].damage if card.attacks else "true"


def _printed(card: Card, *, relocates: bool = False) -> Program:
    """What the card shows, in printed order (KRR-DMG-01)."""
    shots: list[Shot] = []
    for step in card.steps:
        one, two, three, four = step.spots
        shots.append(
            Shot(
                attack=step.attack,
                kind=step.kind,
                spots=(one, two, three, four),
                count=step.soldiers or 1,
                set=step.soldiers > 0,
                soldiers=step.soldiers > 0,
                linked=step.linked,
                single=step.linked and step.soldiers > 0,
                same=step.same,
                shape=step.shape,
            )
        )
        if step.soldiers and relocates:
            shots.append(Shot(attack=step.attack, kind=step.kind, spots=SINGLE, count=step.soldiers, after="relocate"))
    return tuple(shots)


def _basic_bonus(hero: str, damage: str) -> Program:
    """What the appendix adds to a basic attack. Each bonus is an attack of its own."""
    match hero:
        case "alleria":  # KRR-ALL-01
            return (Shot(1, after="wildcat"),)
        case "malik":  # KRR-MAL-01
            return (Shot(1, damage, SINGLE, "adjacent", set=True, bonus="blank", rule="KRR-MAL-01"),)
        case "lilith":  # KRR-LIL-02
            return (Shot(1, after="bless"),)
        case "magnus":  # KRR-MAG-01
            return (Shot(1, damage, DOUBLE, "hit", bonus="site", rule="KRR-MAG-01"),)
        case "ignus":  # KRR-IGN-01
            return (Shot(1, damage, SINGLE, "adjacent", each=NO_LIMIT, bonus="two", rule="KRR-IGN-01"),)
    return ()


def _of_ability(ability: Ability) -> Program:
    printed, damage = _printed(ability.card), ability.damage or _damage(ability.card)
    match ability.id:
        case "call_of_the_wild":  # KRR-ALL-04
            pattern = ability.pattern
            return (Shot(0, damage, SINGLE, "wildcat", 4, set=True, single=True, pattern=pattern, rule="KRR-ALL-04"),)
        case "like_the_wind":  # KRR-ALL-06
            return (*printed, Shot(1, after="inspire"))
        case "do_you_bleed":  # KRR-ALL-07
            return (*printed, Shot(1, damage, SINGLE, "wildcat", 2, set=True, single=True, rule="KRR-ALL-07"))
        case "its_hammer_time":  # KRR-MAL-02
            return (Shot(0, after="refresh"),)
        case "hammer_smash":  # KRR-MAL-06
            bonus = Shot(1, damage, SINGLE, "adjacent", set=True, single=True, bonus="enemies", rule="KRR-MAL-06")
            return (*printed, bonus)
        case "cant_touch_this":  # KRR-MAL-07
            return (Shot(0, after="strike"),)
        case "infernal_wheel":  # KRR-LIL-03
            return (Shot(0, "true", DOUBLE, "adjacent", each=NO_LIMIT, rule="KRR-LIL-03"),)
        case "reapers_harvest":  # KRR-LIL-04
            return tuple(
                Shot(0, "true", shape, "here", sides=True, same=same, rule="KRR-LIL-04")
                for shape, same in ((DOUBLE, False), (DOUBLE, True), (SINGLE, False), (SINGLE, True))
            )
        case "heavenly_chaos":  # KRR-LIL-06
            return (
                Shot(0, "true", SINGLE, "adjacent", linked=True, rule="KRR-LIL-06"),
                Shot(0, "true", DOUBLE, "adjacent", linked=True, rule="KRR-LIL-06"),
                _soldiers(0, 2, "true", "adjacent", linked=True, rule="KRR-LIL-06"),
            )
        case "resurrection":  # KRR-LIL-07
            return (Shot(0, "true", DOUBLE, "here", rule="KRR-LIL-07"),)
        case "hocus_pocus":  # KRR-MAG-03, 04
            bonus = Shot(1, damage, SINGLE, "hit", 3, set=True, single=True, rule="KRR-MAG-04")
            return (Shot(0, after="conjure"), bonus)
        case "mirage":  # KRR-MAG-05
            return (
                _soldiers(0, 2, "magical", "adjacent", linked=True, rule="KRR-MAG-05"),
                Shot(0, "magical", DOUBLE, "adjacent", linked=True, rule="KRR-MAG-05"),
                Shot(0, "magical", DOUBLE, "adjacent", linked=True, same=True, rule="KRR-MAG-05"),
            )
        case "flaming_frenzy":  # KRR-IGN-02
            return (*printed, Shot(1, bonus="three", after="heal", points=1))
        case "fire_and_brimstone":  # KRR-IGN-03
            bonus = Shot(1, damage, SINGLE, "adjacent", 2, set=True, single=True, bonus="three", rule="KRR-IGN-03")
            return (*printed, bonus)
        case "surge_of_flames":  # KRR-IGN-04, 06; the last shot burns a Horde that is entered
            burn = Shot(2, damage, SINGLE, "hit", rule="KRR-IGN-04")
            return (Shot(0, after="surge", points=SURGE), Shot(1, after="heal_near", points=2), burn)
        case "lets_burn":  # KRR-IGN-07
            return (Shot(0, damage, TRIPLE, "adjacent", each=2, rule="KRR-IGN-07"),)
    return printed


BURN = 2
"""The shot of Surge of Flames that burns a Horde."""


def _soldiers(attack: int, count: int, damage: str, aim: Aim, *, linked: bool = False, rule: str) -> Shot:
    kind = f"soldier:{damage}"
    return Shot(attack, kind, SINGLE, aim, count, set=True, soldiers=True, linked=linked, single=linked, rule=rule)


SPELLS: dict[str, Program] = {
    "rain_of_fire": (  # KRR-SPL-06
        Shot(0, "magical", DOUBLE, "map", linked=True, rule="KRR-SPL-06"),
        Shot(0, "magical", SINGLE, "map", linked=True, rule="KRR-SPL-06"),
    ),
    "reinforcements": (_soldiers(0, 2, "true", "map", rule="KRR-SPL-07"),),
    "thunderbolt": (  # KRR-SPL-08
        Shot(0, "magical", DOUBLE, "map"),
        Shot(1, "magical", SINGLE, "beside", each=NO_LIMIT, rule="KRR-SPL-08"),
    ),
    "lightning_bolt": (  # KRR-SPL-09
        Shot(0, "physical", SINGLE, "map", 4, set=True, single=True, cluster=True, rule="KRR-SPL-09"),
    ),
    "gem_of_timewarp": (Shot(0, "true", DOUBLE, "portal", rule="KRR-SPL-11"), Shot(1, after="gem")),  # KRR-SPL-11
}
