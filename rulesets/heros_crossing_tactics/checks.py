"""What is wrong with a component set that the types of its fields cannot say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.heros_crossing_tactics.pieces import Soldiers
from rulesets.kit.checks import duplicates, not_as_printed, placed, too_few

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulesets.heros_crossing_tactics.schema import Document, HeroCard
    from rulesets.kit.components import Found, Path

PRINTED_HEROES = 45
DRAFTED_HEROES = 6
"""HCT-SET-07: two draft hands of three, all of level 1."""

PRINTED_RECRUITS = {"Knight": (1, Soldiers(armor=1)), "Cleric": (2, Soldiers(potion=1, magic=1))}
"""What the rulebook shows of these two: level and Recruited Soldiers (Hire, examples 1 and 2)."""


def faults(document: Document) -> Iterator[Found]:
    """What is wrong with ids, King and Queen, what is printed, and how many heroes there are for the draft."""
    heroes, path = document.heroes, ("heroes",)
    yield from duplicates(placed(path, heroes, "id"), "card with the id")
    for index, hero in enumerate(heroes):
        yield from _hero((*path, index), hero)
    for monarch in ("king", "queen"):
        if (count := sum(h.monarch == monarch for h in heroes)) != 1:
            yield path, f"needs exactly one {monarch}, has {count}"
    drafted = sum(h.level == 1 and not h.monarch for h in heroes)
    yield from too_few(path, "heroes of level 1 for the draft", DRAFTED_HEROES, drafted)
    if document.source == "printed":
        yield from not_as_printed(path, "heroes", PRINTED_HEROES, len(heroes))


def _hero(path: Path, hero: HeroCard) -> Iterator[Found]:
    if hero.monarch and hero.level != 3:
        yield (*path, "level"), "King and Queen are of level 3"
    if hero.name in PRINTED_RECRUITS:
        level, recruits = PRINTED_RECRUITS[hero.name]
        if hero.level != level:
            yield (*path, "level"), f"a {hero.name} is of level {level}"
        if hero.recruits.soldiers() != recruits:
            yield (*path, "recruits"), f"a {hero.name} recruits {recruits.words()}"
    if hero.name == "Monk" and hero.recruits.potion != 1:
        yield (*path, "recruits"), "a Monk recruits exactly 1 Potion"
