"""Heroes in a crowd at a location: each in one line, its name, its statuses, its numbers and its wounds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.heroes_of_the_campaign.picture.parts import Chip, FacePart, Named, Number
from rulesets.heroes_of_the_campaign.pieces import REGULAR
from rulesets.kit.svg import BOLD, Label, label

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rulesets.heroes_of_the_campaign.derived import HeroValues
    from rulesets.heroes_of_the_campaign.pieces import Hero
    from rulesets.kit.svg import Box

TEXT, GLYPH = 13, 9.5
WEAPON, ARMOR, WOUNDS = 71.0, 96.0, 120.0
"""Where the numbers begin; statuses lie left of them, and the name has what is left."""
CHIP = 6.5
"""The radius of a status, if the line is high enough."""
MOST_CHIPS = 3


def line(
    hero: Hero, name: str, derived: HeroValues, by_itself: HeroValues, signs: Sequence[tuple[str, str, str]], box: Box
) -> FacePart:
    """A line; `signs` are its statuses and maneuvers, each in words, with a glyph or letters."""
    used = [("Regular task used this turn", "turned", "")] if REGULAR in hero.used else []
    chips = tuple(_chips([*used, *signs], box.h))
    room = (chips[-1].x - chips[-1].r if chips else WEAPON) - 2
    base, top = round(box.h / 2 + 4.7, 2), round((box.h - GLYPH) / 2, 2)
    numbers = (
        _number("weapon", WEAPON, derived.attack, by_itself.attack, base, top),
        _number("armor", ARMOR, derived.resistance, by_itself.resistance, base, top),
    )
    return FacePart(
        box.w,
        box.h,
        round(room + 1, 1),
        True,
        (),
        False,
        "",
        (Named(label(name, (room - 3) / BOLD, TEXT), 3, base),),
        numbers,
        hero.wounds,
        derived.resistance,
        None,
        GLYPH,
        WOUNDS,
        top,
        (),
        0,
        False,
        chips,
    )


def _number(glyph: str, x: float, now: int, was: int, base: float, top: float) -> Number:
    value = Label(str(now), TEXT) if now < 100 else Label("99", TEXT, str(now))
    mark = x + GLYPH + 1 + 0.7 * TEXT * len(value.text)
    return Number(glyph, x, top, GLYPH, value, x + GLYPH + 1, base, (now > was) - (now < was), round(mark, 1))


def _chips(signs: Sequence[tuple[str, str, str]], height: float) -> Iterator[Chip]:
    """From the numbers to the left; of too many, the last is the number of the rest."""
    found, radius = list(signs), round(min(CHIP, height / 2), 2)
    if len(found) > MOST_CHIPS:
        rest = found[MOST_CHIPS - 1 :]
        found = [*found[: MOST_CHIPS - 1], (", ".join(words for words, _, _ in rest), "", str(len(rest)))]
    for index, (words, glyph, text) in enumerate(found):
        yield Chip(words, round(WEAPON - 1 - radius - 2 * radius * index, 1), round(height / 2, 2), radius, glyph, text)
