"""Heroes and supports as cards: class, name, numbers as they now are, wounds, tasks, statuses, maneuvers."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from rulesets.heroes_of_the_campaign import caption
from rulesets.heroes_of_the_campaign.ids import UNKNOWN, hero_id
from rulesets.heroes_of_the_campaign.phases import ChoosingTeams
from rulesets.heroes_of_the_campaign.picture.glyphs import (
    class_glyphs,
    row,
    sign_of,
)
from rulesets.heroes_of_the_campaign.picture.lines import line
from rulesets.heroes_of_the_campaign.picture.parts import Chip, FacePart, Form, HeroPart, Named, Number, Row
from rulesets.heroes_of_the_campaign.picture.places import (
    FULL,
    Spot,
    chosen_box,
)
from rulesets.heroes_of_the_campaign.picture.slips import (
    CHIP_PLACES,
    CHIPS,
    drawn_maneuvers,
    learned_signs,
    slip_parts,
    statuses,
)
from rulesets.heroes_of_the_campaign.picture.tasks import on_card
from rulesets.heroes_of_the_campaign.pieces import REGULAR, TEAM, Hero
from rulesets.heroes_of_the_campaign.values import printed
from rulesets.kit import svg
from rulesets.kit.svg import BOLD, Box, Glyph, Label, label, legible

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rulesets.heroes_of_the_campaign.components import Components
    from rulesets.heroes_of_the_campaign.derived import HeroValues
    from rulesets.heroes_of_the_campaign.ids import CardId
    from rulesets.heroes_of_the_campaign.picture.glyphs import Sign
    from rulesets.heroes_of_the_campaign.picture.view import View
    from rulesets.kit.phases import Seat

PLATE, FLAT_PLATE = 33, 23
MOST_DROPS = 6
ROWS = 3
TASKS_Y = 108
"""Of the first task."""
HAIR, DENSER = 106, {3: 2.5, 4: 13.5}
"""The line above the tasks, and how much higher it runs by their number."""
FLAT_NAME = 23
"""Where the name on a flat card begins, after its class."""
CLEAR = 12
"""What a large name leaves free of a card, whose neighbour may be ringed."""
USED = 14
"""What the sign of a used task covers at the right of a flat card."""
TASK_ROOM: dict[Form, tuple[float, float]] = {"full": (4, 84), "slim": (3, 66)}
"""Where tasks begin on a card, and what they have of it: a slim one is met by the ring around its neighbour."""


def hero_parts(view: View) -> Iterator[HeroPart]:
    """All heroes on the table, those below before those on top."""
    for hero in view.board.heroes:
        spot = view.layout.spots.get(hero.name)
        if spot is not None:
            yield hero_part(view, hero, spot)


def hero_part(view: View, hero: Hero, spot: Spot) -> HeroPart:
    """A hero where it stands."""
    id_ = f"hero:{hero.name}"
    box = Box(0, 0, spot.box.w, spot.box.h, spot.box.r)
    return HeroPart(
        id_,
        caption.hero_title(view.board, hero),
        hero.seat,
        spot.box,
        face(view, hero, view.values.heroes[hero.name], spot),
        tuple(slip_parts(view, hero, spot)),
        view.frames(id_, box),
    )


def chosen_parts(view: View) -> Iterator[HeroPart]:
    """Heroes that were chosen and are not yet revealed: their backs, but for who may know them."""
    if isinstance(view.board.pending, ChoosingTeams):
        for half in view.layout.halves:
            for index, card in enumerate(view.board.side(half.seat).picked):
                yield _chosen(view, half.seat, card, chosen_box(half, index))


def _chosen(view: View, seat: Seat, card: CardId, box: Box) -> HeroPart:
    if card == UNKNOWN:
        return HeroPart("", "A hero chosen in secret", seat, box, None, (), None)
    hero, derived = Hero(f"{seat}.{card}", seat, card), printed(view.components.fighters[card])
    id_, title = hero_id(hero.name), f"{legible(view.components.name_of(card))}, hidden from others"
    shown = face(view, hero, derived, Spot(box, "flat"))
    return HeroPart(id_, title, seat, box, shown, (), view.frames(id_, Box(0, 0, box.w, box.h, box.r)))


def chosen_places(view: View) -> Iterator[Box]:
    """Where heroes will lie that are still to be chosen."""
    if isinstance(view.board.pending, ChoosingTeams):
        for half in view.layout.halves:
            for index in range(len(view.board.side(half.seat).picked), TEAM):
                yield chosen_box(half, index)


def face(view: View, hero: Hero, derived: HeroValues, spot: Spot) -> FacePart:
    """What a hero's card shows."""
    card = view.components.fighters[hero.card]
    if spot.form == "line":
        signs = [*statuses(view, hero, derived), *learned_signs(view, hero)]
        return line(hero, legible(card.name), derived, printed(card), signs, spot.box)
    width, flat = spot.box.w, spot.form == "flat"
    lines = () if flat else task_rows(view.components, hero.card, spot.form, derived.task_cost)
    rows = on_card(view, hero.seat, hero.card, lines, width)
    up = DENSER.get(len(rows), 0)
    drops, drop, drop_x, drop_y = wounds(derived.resistance, width, flat)
    return FacePart(
        width,
        spot.box.h,
        FLAT_PLATE if flat else PLATE,
        False,
        plate(derived.classes, legible(card.name), width, flat, hero.support),
        hero.support and not flat,
        "" if flat else abilities_words(view.components, hero.card),
        names(legible(card.name), width - (USED if flat and REGULAR in hero.used else 0), flat, up),
        numbers(derived, printed(card), width, flat, up),
        hero.wounds,
        derived.resistance,
        drops,
        drop,
        drop_x,
        drop_y - up,
        rows,
        HAIR - up,
        REGULAR in hero.used,
        tuple(chips(view, hero, derived, spot)),
    )


def plate(classes: tuple[str, ...], name: str, width: float, flat: bool, support: bool) -> tuple[Glyph, ...]:
    """The classes of a hero. On a flat card the first one; it gives way to a name that needs the whole plate."""
    if flat:
        if broad(name, 14) <= width - FLAT_NAME - 3:
            return class_glyphs(classes, 13, 4.5, 14, 1)
        return class_glyphs(classes, width - 10, 27, 13, 1) if width >= FULL else ()
    if support:
        return class_glyphs(classes, 14, 7, 18, 1)
    crowded = len(classes) > (1 if width < FULL else 2)
    return class_glyphs(classes, width / 2 + 2, 7, 19, 3) if crowded else class_glyphs(classes, width / 2, 3.5, 26, 2)


@lru_cache(maxsize=1024)
def names(name: str, width: float, flat: bool, up: float) -> tuple[Named, ...]:
    """A name in one line, in two if it has two words, or cut."""
    if flat:
        x = FLAT_NAME if broad(name, 14) <= width - FLAT_NAME - 3 else 4
        return (Named(label(name, (width - x - 2) / BOLD, 14), x, 16.5),)
    room, lower = width - 4, up * 0.5
    if broad(name, 16) <= width - CLEAR:
        return (Named(label(name, room, 16), width / 2, 55 - lower),)
    first, _, rest = name.partition(" ")
    if rest and broad(name, 14) > room:
        lines = (first, 47 - lower), (rest, 61 - up * 0.75)
        return tuple(Named(label(words, room / BOLD, 14), width / 2, y) for words, y in lines)
    return (Named(label(name, (width - 2) / BOLD, 14, 13), width / 2, 54 - lower),)


def broad(name: str, size: float) -> float:
    """How wide a name is at most, in the bold letters of a card."""
    return BOLD * svg.advance(name, size)


def numbers(derived: HeroValues, by_itself: HeroValues, width: float, flat: bool, up: float) -> tuple[Number, ...]:
    """Attack power and resistance, marked where cards change them."""
    wide = width >= FULL and not flat
    y, base = (27.0, 39.0) if flat else (69 - up, 83 - up)
    size = 16 if wide else 14
    found = []
    for x, glyph, now, was in (
        (6 if wide else 3, "weapon", derived.attack, by_itself.attack),
        (47 if wide else 36, "armor", derived.resistance, by_itself.resistance),
    ):
        text_x, value = x + size + 2, number_label(now, 18 if wide else 16)
        mark_x = text_x + 0.62 * value.size * len(value.text) + 0.5
        found.append(Number(glyph, x, y, size, value, text_x, base, (now > was) - (now < was), mark_x))
    return tuple(found)


def number_label(number: int, size: int) -> Label:
    """A number in the room of one digit of that size: smaller with two, cut with more."""
    if number < 10:
        return Label(str(number), size)
    return Label(str(number), 14) if number < 100 else Label("99+", 13, str(number))


@lru_cache(maxsize=256)
def wounds(resistance: int, width: float, flat: bool) -> tuple[tuple[float, ...] | None, float, float, float]:
    """Where the drops stand, their size, and the place of the one drop beside numbers."""
    y = 43.5 if flat else 90
    for size in (11,) if flat else (13, 11):
        step = size + (1 if size == 13 else 0.5)
        if resistance <= MOST_DROPS and step * resistance <= width - 4:
            left = 7.0 if flat else (width - step * resistance + step - size) / 2
            return tuple(round(left + step * n, 1) for n in range(resistance)), size, 0, y
    return None, 11 if flat else 13, 8 if flat else (width - 62) / 2, y


@lru_cache(maxsize=1024)
def task_rows(components: Components, card: CardId, form: Form, dearer: int) -> tuple[Row, ...]:
    """The tasks of a card, one line each. `dearer` is what cards add to their costs."""
    x, room = TASK_ROOM[form]
    tasks = [components.tasks[address] for address in components.tasks_of[card]]
    priced = [(tuple(map(sign_of, task.actions)), max(0, task.cost + dearer)) for task in tasks]
    if len(priced) < ROWS:
        pouch, size = (21, 14) if form == "full" else (19, 12)
        return tuple(
            row(signs, x, TASKS_Y + 22 * n, room, cost, pouch=pouch, size=size)
            for n, (signs, cost) in enumerate(priced)
        )
    return _dense(priced, x, room)


def _dense(priced: Sequence[tuple[tuple[Sign, ...], int]], x: float, room: float) -> tuple[Row, ...]:
    """Three or four lines of tasks; of more, how many there are."""
    few = len(priced) == ROWS
    top, step, pouch, size = (105, 15, 18, 12) if few else (94, 14, 17, 12)
    rows = [
        row(signs, x, round(top + step * n, 1), room, cost, pouch=pouch, size=size)
        for n, (signs, cost) in enumerate(priced[: ROWS + 1])
    ]
    if len(priced) > ROWS + 1:
        rows[-1] = Row(x, rows[-1].y, pouch, None, (), f"+{len(priced) - ROWS} tasks", x)
    return tuple(rows)


@lru_cache(maxsize=1024)
def abilities_words(components: Components, card: CardId) -> str:
    """How many abilities a card has, and what those entered by hand say; empty for none."""
    abilities = components.fighters[card].abilities
    texts = " ".join(text for ability in abilities if (text := getattr(ability, "text", "")))
    count = f"{len(abilities)} {'ability' if len(abilities) == 1 else 'abilities'}"
    return legible(f"{count}. {texts}".strip()) if abilities else ""


# --- statuses


def chips(view: View, hero: Hero, derived: HeroValues, spot: Spot) -> Iterator[Chip]:
    """Statuses from the right on the lower edge; of more than there is room for, the last is the number of the rest."""
    found = list(statuses(view, hero, derived))
    if not drawn_maneuvers(view, hero, spot):
        found += learned_signs(view, hero)
    if len(found) > CHIPS:
        rest = found[CHIPS - 1 :]
        found = [*found[: CHIPS - 1], (", ".join(words for words, _, _ in rest), "", f"+{len(rest)}")]
    x, y, step, radius = CHIP_PLACES[spot.form]
    for index, (words, glyph, text) in enumerate(found):
        yield Chip(words, spot.box.w - x - step * index, y, radius, glyph, text)
