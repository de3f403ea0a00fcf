"""What a hero's card has around it: statuses on its lower edge, maneuvers tucked under it."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from rulesets.heroes_of_the_campaign import caption
from rulesets.heroes_of_the_campaign.picture.glyphs import FLAGS, letters, row, sign_of, signs_of_abilities
from rulesets.heroes_of_the_campaign.picture.parts import Form, SlipPart
from rulesets.heroes_of_the_campaign.picture.places import FLAT_HEIGHT, FULL_HEIGHT, Spot
from rulesets.heroes_of_the_campaign.picture.tasks import side_by_side
from rulesets.heroes_of_the_campaign.schema import Maneuver
from rulesets.kit.svg import BOLD, Box, label, legible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulesets.heroes_of_the_campaign.components import Components
    from rulesets.heroes_of_the_campaign.derived import HeroValues
    from rulesets.heroes_of_the_campaign.ids import CardId
    from rulesets.heroes_of_the_campaign.picture.glyphs import Sign
    from rulesets.heroes_of_the_campaign.picture.view import View
    from rulesets.heroes_of_the_campaign.pieces import Hero

CHIPS = 3
"""How many statuses are drawn."""
CHIP_PLACES: dict[Form, tuple[float, float, float, float]] = {
    "full": (14, FULL_HEIGHT + 5, 20, 10),
    "slim": (13, FULL_HEIGHT + 5, 20, 10),
    "flat": (11, FLAT_HEIGHT - 8, 17, 8.5),
}
"""The first status by form: from the right, from above, to the next one, and its radius."""
TAB_HEIGHT, SLIP_HEIGHT, SLIP_STEP = 18, 40, 44
LEAST, LEAST_TAB = 20, 60
"""A tab that is narrower is not drawn; narrower ones than that show one action at most."""


# --- statuses


def learned_signs(view: View, hero: Hero) -> Iterator[tuple[str, str, str]]:
    """Its maneuvers, where there is no room for their slips."""
    for card in hero.learned:
        yield f"Has learned {legible(view.components.name_of(card))}", "maneuver", ""


def statuses(view: View, hero: Hero, derived: HeroValues) -> Iterator[tuple[str, str, str]]:
    """What a hero is, by its cards or by statuses put on it: in words, with a glyph or letters."""
    for flag, glyph in FLAGS.items():
        if flag in derived.flags:
            yield flag.replace("_", " ").capitalize(), glyph, ""
    if derived.untouchable_by and "untouchable" not in derived.flags:
        yield "Untouchable for some heroes", "untouchable", ""
    for held in hero.held:
        if held.name in FLAGS:
            continue
        name = legible(view.components.status_name(held.name))
        until = held.until.replace("_", " ")
        named = held.name in view.components.named
        yield f"{name.capitalize()}, {until}", "" if named else "tag", letters(name)[:1] if named else ""


# --- maneuvers


def tabs_of(view: View, hero: Hero) -> tuple[CardId, ...]:
    """The maneuvers of a hero that are drawn at it."""
    return drawn_maneuvers(view, hero, view.layout.spots[hero.name])


def drawn_maneuvers(view: View, hero: Hero, spot: Spot) -> tuple[CardId, ...]:
    """All of them where there is room for each, else none: they are chips then."""
    if not hero.learned or spot.form in ("flat", "line"):
        return ()
    return hero.learned if spot.slip or _tab_width(view, hero, spot) >= LEAST else ()


def _tab_width(view: View, hero: Hero, spot: Spot) -> float:
    """What each has below its hero, left of the statuses."""
    chips = min(CHIPS, sum(1 for _ in statuses(view, hero, view.values.heroes[hero.name])))
    first, _, step, radius = CHIP_PLACES[spot.form]
    taken = first + step * (chips - 1) + radius + 1 if chips else 0
    return (spot.box.w - taken) / len(hero.learned)


def slip_parts(view: View, hero: Hero, spot: Spot) -> Iterator[SlipPart]:
    """Maneuvers tucked under their hero: at its right with their names, or as a tab below it."""
    for index, card in enumerate(drawn_maneuvers(view, hero, spot)):
        if spot.slip:
            box = Box(spot.box.w - 4, 12 + SLIP_STEP * index, spot.slip + 4, SLIP_HEIGHT, 6)
        else:
            width = _tab_width(view, hero, spot)
            box = Box(width * index, spot.box.h - 8, width, TAB_HEIGHT + 8, 6)
        yield _slip(view, hero, card, box, tab=not spot.slip)


def _slip(view: View, hero: Hero, card: CardId, box: Box, *, tab: bool) -> SlipPart:
    components, id_ = view.components, f"card:{hero.seat}.{card}"
    signs = maneuver_signs(components, card)
    cost = maneuver_cost(components, card, view.values.heroes[hero.name].task_cost)
    if tab:
        name, glyph, x, y = None, 11, box.x + 5, box.y + 12
        found = row(signs if box.w > LEAST_TAB else signs[:1], x + 14, y - 2, box.w - 22, cost, pouch=14, size=11)
        rows = () if found.more and box.w <= LEAST_TAB else (found,)
    else:
        name = label(legible(components.name_of(card)), (box.w - 32) / BOLD, 14, 13)
        glyph, x, y = 14, box.x + 9, box.y + 5
        rows = (row(signs, box.x + 8, box.y + 19, box.w - 14, cost, pouch=19, size=13),)
    title = f"{caption.card_title(view.components, card)}{' Task used this round.' if card in hero.used else ''}"
    shown = side_by_side(view, hero.seat, card, rows)
    return SlipPart(id_, title, box, name, box.x + 27, glyph, x, y, shown, card in hero.used, view.frames(id_, box))


@lru_cache(maxsize=512)
def maneuver_signs(components: Components, card: CardId) -> tuple[Sign, ...]:
    """What a maneuver does: its first task, else what its abilities change."""
    known = components.strategies[card]
    assert isinstance(known, Maneuver)
    if known.tasks:
        return tuple(map(sign_of, known.tasks[0].actions))
    return tuple(signs_of_abilities(known.abilities))


def maneuver_cost(components: Components, card: CardId, dearer: int) -> int | None:
    """What the task of a maneuver costs; `None` if it has none."""
    known = components.strategies[card]
    assert isinstance(known, Maneuver)
    return max(0, known.tasks[0].cost + dearer) if known.tasks else None
