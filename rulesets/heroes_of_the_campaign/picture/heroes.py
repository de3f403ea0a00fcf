"""Heroes and supports as cards: class, name, numbers as they now are, wounds, tasks, statuses, maneuvers."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from rulesets.heroes_of_the_campaign import caption
from rulesets.heroes_of_the_campaign.board import CAMP, REGULAR, UNKNOWN, Hero
from rulesets.heroes_of_the_campaign.picture.glyphs import (
    FLAGS,
    class_glyphs,
    letters,
    row,
    sign_of,
    signs_of_abilities,
)
from rulesets.heroes_of_the_campaign.picture.parts import (
    Chip,
    FacePart,
    Form,
    HeroPart,
    Named,
    Number,
    Row,
    SlipPart,
)
from rulesets.heroes_of_the_campaign.picture.places import (
    CARD_GAP,
    CARD_ROUND,
    CARD_Y,
    FLAT_HEIGHT,
    FULL,
    FULL_HEIGHT,
    MARGIN,
    SIZES,
    Spot,
)
from rulesets.heroes_of_the_campaign.values import printed
from rulesets.kit import svg
from rulesets.kit.svg import Box, label, legible

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rulesets.heroes_of_the_campaign.board import CardId
    from rulesets.heroes_of_the_campaign.components import Components
    from rulesets.heroes_of_the_campaign.picture.glyphs import Sign
    from rulesets.heroes_of_the_campaign.picture.view import View
    from rulesets.heroes_of_the_campaign.values import Worth

PLATE, FLAT_PLATE = 33, 23
MOST_DROPS = 6
CHIP, CHIPS = 21, 3
"""From one status to the next, and how many are drawn."""
TAB_HEIGHT, SLIP_WIDTH, SLIP_HEIGHT, SLIP_STEP = 16, 112, 40, 44
ROWS = 3
TASKS_Y = 110
"""Of the first task."""
LOW_TASKS_Y, LOW_STEP, LOW_X = 108.5, 15.7, 4
"""Of the first of three or more, which are lower."""


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
    for half in view.layout.halves:
        lane = half.lanes[CAMP]
        for index, card in enumerate(view.board.side(half.seat).picked):
            box = Box(lane.x + MARGIN + index * (FULL + CARD_GAP), lane.y + CARD_Y, FULL, FULL_HEIGHT, CARD_ROUND)
            if card == UNKNOWN:
                yield HeroPart("", "A hero chosen in secret", half.seat, box, None, (), None)
                continue
            hero, worth = Hero(f"{half.seat}.{card}", half.seat, card), printed(view.components.fighters[card])
            title = f"{legible(view.components.name_of(card))}, hidden from others"
            id_ = f"choice:{card}"
            shown = face(view, hero, worth, Spot(box, "full"))
            yield HeroPart(id_, title, half.seat, box, shown, (), view.frames(id_, Box(0, 0, box.w, box.h, box.r)))


def face(view: View, hero: Hero, worth: Worth, spot: Spot) -> FacePart:
    """What a hero's card shows."""
    card = view.components.fighters[hero.card]
    width, flat = spot.box.w, spot.form == "flat"
    drops, drop, drop_x, drop_y = wounds(worth.resistance, width, flat)
    return FacePart(
        width,
        spot.box.h,
        FLAT_PLATE if flat else PLATE,
        plate(worth.classes, width, flat, hero.support),
        hero.support and not flat,
        "" if flat else abilities_words(view.components, hero.card),
        names(legible(card.name), width, flat),
        numbers(worth, printed(card), width, flat),
        hero.wounds,
        worth.resistance,
        drops,
        drop,
        drop_x,
        drop_y,
        () if flat else task_rows(view.components, hero.card, spot.form, worth.task_cost),
        REGULAR in hero.used,
        tuple(chips(view, hero, worth, width, flat)),
    )


def plate(classes: tuple[str, ...], width: float, flat: bool, support: bool) -> tuple[svg.Struct, ...]:
    """The classes of a hero."""
    if flat:
        return class_glyphs(classes, 13, 4.5, 14, 1)
    if support:
        return class_glyphs(classes, 14, 7, 18, 1)
    return class_glyphs(classes, width / 2, 3.5, 26, 3)


@lru_cache(maxsize=1024)
def names(name: str, width: float, flat: bool) -> tuple[Named, ...]:
    """A name in one line, in two if it has two words, or cut."""
    if flat:
        return (Named(label(name, width - 26, 14), 23, 16.5),)
    room = width - 6
    if svg.advance(name, 16) <= room:
        return (Named(label(name, room, 16), width / 2, 55),)
    first, _, rest = name.partition(" ")
    if rest and svg.advance(name, 14) > room:
        return Named(label(first, room, 14), width / 2, 47), Named(label(rest, room, 14), width / 2, 61)
    return (Named(label(name, room, 14), width / 2, 54),)


def numbers(worth: Worth, by_itself: Worth, width: float, flat: bool) -> tuple[Number, ...]:
    """Attack power and resistance, marked where cards change them."""
    slim = width < SIZES["full"][0] or flat
    places = (4, 39) if slim else (6, 47)
    y, base = (27, 39) if flat else (69, 83)
    size, digit = (14, 10) if slim else (16, 11)
    found = []
    for x, glyph, now, was in (
        (places[0], "weapon", worth.attack, by_itself.attack),
        (places[1] if width < SIZES["full"][0] else 47, "armor", worth.resistance, by_itself.resistance),
    ):
        text_x = x + size + 2
        mark_x = text_x + digit * len(str(now)) + 1
        found.append(Number(glyph, x, y, size, now, text_x, base, (now > was) - (now < was), mark_x))
    return tuple(found)


@lru_cache(maxsize=256)
def wounds(resistance: int, width: float, flat: bool) -> tuple[tuple[float, ...] | None, float, float, float]:
    """Where the drops stand, their size, and the place of the one drop beside numbers."""
    size, y = (11, 43.5) if flat else (13, 90)
    step = size + 1
    if resistance > MOST_DROPS or step * resistance > width - 4:
        return None, size, 8 if flat else 10 if width < SIZES["full"][0] else 14, y
    left = 7.0 if flat else (width - step * resistance + 1) / 2
    return tuple(left + step * n for n in range(resistance)), size, 0, y


@lru_cache(maxsize=1024)
def task_rows(components: Components, card: CardId, form: Form, dearer: int) -> tuple[Row, ...]:
    """The tasks of a card, one line each; more than three flow on. `dearer` is what cards add to their costs."""
    width = SIZES[form][0]
    tasks = [components.tasks[address] for address in components.tasks_of[card]]
    told = [(tuple(map(sign_of, task.actions)), max(0, task.cost + dearer)) for task in tasks]
    if len(told) < ROWS:
        pouch, size = (21, 14) if form == "full" else (19, 13)
        room = width - 8
        return tuple(
            row(signs, 4, TASKS_Y + 22 * n, room, cost, pouch=pouch, size=size) for n, (signs, cost) in enumerate(told)
        )
    return _flowing(told, width)


def _flowing(told: Sequence[tuple[tuple[Sign, ...], int]], width: float) -> tuple[Row, ...]:
    """Three lines of tasks; where there are more, short ones share a line."""
    rows: list[Row] = []
    x, line = LOW_X, 0
    for index, (signs, cost) in enumerate(told):
        found = _low_row(signs, cost, x, line, width)
        if x > LOW_X and (found.more or len(told) <= ROWS):
            x, line = LOW_X, line + 1
            found = _low_row(signs, cost, x, line, width)
        if line == ROWS:
            rows.append(
                Row(width - 18, LOW_TASKS_Y + LOW_STEP * (ROWS - 1), 16, None, (), f"+{len(told) - index}", width - 18)
            )
            break
        rows.append(found)
        x = found.right + 5
    return tuple(rows)


def _low_row(signs: tuple[Sign, ...], cost: int, x: float, line: int, width: float) -> Row:
    return row(signs, x, round(LOW_TASKS_Y + LOW_STEP * line, 1), width - 4 - x, cost, pouch=16, size=12)


@lru_cache(maxsize=1024)
def abilities_words(components: Components, card: CardId) -> str:
    """How many abilities a card has, and what those entered by hand say; empty for none."""
    abilities = components.fighters[card].abilities
    texts = " ".join(text for ability in abilities if (text := getattr(ability, "text", "")))
    count = f"{len(abilities)} {'ability' if len(abilities) == 1 else 'abilities'}"
    return legible(f"{count}. {texts}".strip()) if abilities else ""


# --- statuses


def chips(view: View, hero: Hero, worth: Worth, width: float, flat: bool) -> Iterator[Chip]:
    """Statuses from the right on the lower edge; of more than three, two and the number of the others."""
    found = list(statuses(view, hero, worth))
    if flat:
        name_of = view.components.name_of
        found += [(f"Has learned {legible(name_of(card))}", "maneuver", "") for card in hero.learned]
    if len(found) > CHIPS:
        rest = found[CHIPS - 1 :]
        found = [*found[: CHIPS - 1], (", ".join(words for words, _, _ in rest), "", f"+{len(rest)}")]
    for index, (words, glyph, text) in enumerate(found):
        if flat:
            yield Chip(words, width - 11 - 17 * index, FLAT_HEIGHT - 10, 8.5, glyph, text)
        else:
            yield Chip(words, width - 15 - CHIP * index, FULL_HEIGHT - 1, 11, glyph, text)


def statuses(view: View, hero: Hero, worth: Worth) -> Iterator[tuple[str, str, str]]:
    """What a hero is, by its cards or by statuses put on it: in words, with a glyph or letters."""
    for flag, glyph in FLAGS.items():
        if flag in worth.flags:
            yield flag.replace("_", " ").capitalize(), glyph, ""
    if worth.untouchable_by and "untouchable" not in worth.flags:
        yield "Untouchable for some heroes", "untouchable", ""
    for held in hero.held:
        if held.name in FLAGS:
            continue
        name = legible(view.components.status_name(held.name))
        until = held.until.replace("_", " ")
        named = held.name in view.components.named
        yield f"{name.capitalize()}, {until}", "" if named else "tag", letters(name)[:1] if named else ""


# --- maneuvers


def slip_parts(view: View, hero: Hero, spot: Spot) -> Iterator[SlipPart]:
    """Maneuvers tucked under their hero: at its right with their names, or as a tab below it."""
    if spot.form == "flat":
        return
    for index, card in enumerate(hero.learned):
        if spot.slip:
            box = Box(spot.box.w - 4, 12 + SLIP_STEP * index, spot.slip + 4, SLIP_HEIGHT, 6)
        else:
            width = spot.box.w / len(hero.learned)
            box = Box(width * index, spot.box.h - 8, width, TAB_HEIGHT + 8, 6)
        yield _slip(view, hero, card, box, tab=not spot.slip)


def _slip(view: View, hero: Hero, card: CardId, box: Box, *, tab: bool) -> SlipPart:
    components, id_ = view.components, f"card:{hero.seat}.{card}"
    signs = maneuver_signs(components, card)
    cost = maneuver_cost(components, card, view.values.heroes[hero.name].task_cost)
    if tab:
        name, glyph, x, y = None, 11, box.x + 5, box.y + 10
        rows = (row(signs, x + 14, y - 2, box.w - 22, cost, pouch=14, size=11),)
    else:
        name = label(legible(components.name_of(card)), box.w - 32, 14)
        glyph, x, y = 14, box.x + 9, box.y + 5
        rows = (row(signs, box.x + 8, box.y + 19, box.w - 14, cost, pouch=19, size=13),)
    title = f"{caption.card_title(view.board, card)}{' Task used this round.' if card in hero.used else ''}"
    return SlipPart(id_, title, box, name, box.x + 27, glyph, x, y, rows, card in hero.used, view.frames(id_, box))


@lru_cache(maxsize=512)
def maneuver_signs(components: Components, card: CardId) -> tuple[svg.Struct, ...]:
    """What a maneuver does: its first task, else what its abilities change."""
    known = components.strategies[card]
    if known.tasks:
        return tuple(map(sign_of, known.tasks[0].actions))
    return tuple(signs_of_abilities(known.abilities))


def maneuver_cost(components: Components, card: CardId, dearer: int) -> int | None:
    """What the task of a maneuver costs; `None` if it has none."""
    tasks = components.strategies[card].tasks
    return max(0, tasks[0].cost + dearer) if tasks else None
