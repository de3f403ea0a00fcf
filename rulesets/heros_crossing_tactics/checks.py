"""What is wrong with a component set that the types of its fields cannot say."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from rulesets.heros_crossing_tactics.pieces import Soldiers

if TYPE_CHECKING:
    from rulesets.heros_crossing_tactics.schema import Header, HeroCard
    from rulesets.kit.components import Source

PRINTED_HEROES = 45
DRAFTED_HEROES = 6
"""HCT-SET-07: two draft hands of three, all of level 1."""

PRINTED_RECRUITS = {"Knight": (1, Soldiers(armor=1)), "Cleric": (2, Soldiers(potion=1, magic=1))}
"""What the rulebook shows of these two: level and Recruited Soldiers (Hire, examples 1 and 2)."""


def check(source: Source, header: Header, heroes: tuple[HeroCard, ...]) -> None:
    """Tell the source every fault that types cannot say: ids, King and Queen, what is printed, enough for the draft."""
    seen: Counter[str] = Counter()
    for index, hero in enumerate(heroes):
        seen[hero.id] += 1
        if seen[hero.id] > 1:
            source.fault(("heroes", index, "id"), f"a second card with the id {hero.id!r}")
        _check_printed(source, index, hero)
    for monarch in ("king", "queen"):
        if (count := sum(h.monarch == monarch for h in heroes)) != 1:
            source.fault(("heroes",), f"needs exactly one {monarch}, has {count}")
    drafted = sum(h.level == 1 and not h.monarch for h in heroes)
    if drafted < DRAFTED_HEROES:
        source.fault(("heroes",), f"needs at least {DRAFTED_HEROES} heroes of level 1 for the draft, has {drafted}")
    if header.source == "printed" and len(heroes) != PRINTED_HEROES:
        source.fault(("heroes",), f"the printed game has {PRINTED_HEROES} heroes, this set {len(heroes)}")


def _check_printed(source: Source, index: int, hero: HeroCard) -> None:
    path = ("heroes", index)
    if hero.monarch and hero.level != 3:
        source.fault((*path, "level"), "King and Queen are of level 3")
    if hero.name in PRINTED_RECRUITS:
        level, recruits = PRINTED_RECRUITS[hero.name]
        if hero.level != level:
            source.fault((*path, "level"), f"a {hero.name} is of level {level}")
        if hero.recruits.soldiers() != recruits:
            source.fault((*path, "recruits"), f"a {hero.name} recruits {recruits.words()}")
    if hero.name == "Monk" and hero.recruits.potion != 1:
        source.fault((*path, "recruits"), "a Monk recruits exactly 1 Potion")
