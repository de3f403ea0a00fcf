"""The cards of a component set, each by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.card_tactics.components import RARITIES, class_of
from rulesets.card_tactics.picture import places
from rulesets.card_tactics.picture.glyphs import item_glyph, unit_glyph
from rulesets.card_tactics.picture.pool import EventPart, ItemPart
from rulesets.card_tactics.picture.table import TEMPLATE
from rulesets.card_tactics.picture.units import NAME_WIDTH, UnitPart, life
from rulesets.card_tactics.picture.words import lines_of
from rulesets.kit.faces import CardFace, counted_once, made_up, spelled
from rulesets.kit.svg import Box, legible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulesets.card_tactics.components import Components, Event, Face, Item, Quirk, Skill

AROUND_UNIT = Box(-2, -2, places.CARD_WIDTH + 5, places.CARD_HEIGHT + 7)
WIDTH = 190
"""Of an item or an event."""
AROUND_STRIP = Box(-2, -2, WIDTH + 5, places.ITEM_HEIGHT + 6)
NAME_OF_ITEM = WIDTH - places.ITEM_LEFT - places.ITEM_RIGHT
KINDS = {
    "common": "Common enemies",
    "common_boss": "Common bosses",
    "rare": "Rare enemies",
    "rare_boss": "Rare bosses",
    "unique": "Unique enemies",
    "unique_boss": "Unique bosses",
}
AFTER_USE = {"exhaust": "Exhausted after use.", "discard": "Discarded after use.", "keep_ready": "Stays ready."}
LASTS = {"next_combat": "Lasts for the next combat.", "until_game_end": "Lasts until the end of the game."}


def cards(components: Components) -> tuple[CardFace, ...]:
    """The heroes, the enemies and the items by rarity, the events."""
    heroes, kinds = set(components.heroes), list(KINDS)
    enemies = [(card, face) for card, face in components.unit.items() if card not in heroes]
    enemies.sort(key=lambda pair: (kinds.index(class_of(pair[1])), pair[1].name))
    items = sorted(components.item.items(), key=lambda pair: (RARITIES.index(pair[1].rarity), pair[1].name))
    return (
        *(_unit(card, components.unit[card], "Heroes") for card in components.heroes),
        *counted_once((face.card, _unit(card, face, KINDS[class_of(face)])) for card, face in enemies),
        *counted_once((item.card, _item(card, item)) for card, item in items),
        *counted_once((event.card, _event(card, event)) for card, event in components.event.items()),
    )


def _unit(card: str, face: Face, kind: str) -> CardFace:
    title = legible(f"{face.name}: health {face.health}, defence {face.defence}")
    part = UnitPart(
        id="",
        title=title,
        x=0,
        y=0,
        class_="seat-1" if face.hero else "foes",
        glyph=unit_glyph(face.card, face.hero),
        seat=0,
        rank=face.rarity[:1],
        rarity=face.rarity.capitalize(),
        boss=face.boss,
        quirk=legible(face.quirk.text or "see the card") if face.quirk else "",
        name=lines_of(face.name, NAME_WIDTH),
        health=face.health,
        defence=face.defence,
        changed=0,
        life=life(face.health, face.health),
        tokens=(),
        exhausted=False,
        order=0,
        order_title="",
        acts=False,
        foot=None,
        frames=None,
    )
    facts = 4 + (not face.hero) + bool(face.quirk)
    return CardFace(
        id=card,
        name=face.name,
        kind=kind,
        text=(f"Health {face.health}, defence {face.defence}.", *_quirk(face.quirk), *map(_skill, face.skills)),
        picture=TEMPLATE.draw_piece("unit", part, AROUND_UNIT, title),
        invented=made_up(face.invented, facts),
    )


def _item(card: str, item: Item) -> CardFace:
    title = legible(f"{item.name}, {item.rarity} item")
    name, rank = lines_of(item.name, NAME_OF_ITEM), item.rarity[:1].upper()
    part = ItemPart("", title, 0, 0, WIDTH, item_glyph(item.card), name, rank, item.in_camp, False, False, False, None)
    facts = 2 + bool(item.skills) + bool(item.quirk)
    return CardFace(
        id=card,
        name=item.name,
        kind=f"{item.rarity.capitalize()} items",
        text=(*_quirk(item.quirk), *map(_skill, item.skills), *_use(item)),
        picture=TEMPLATE.draw_piece("item", part, AROUND_STRIP, title),
        invented=made_up(item.invented, facts),
    )


def _event(card: str, event: Event) -> CardFace:
    part = EventPart("event", legible(event.name), 0, 0, WIDTH, lines_of(event.name, NAME_OF_ITEM))
    return CardFace(
        id=card,
        name=event.name,
        kind="Events",
        text=tuple(filter(None, (event.text, LASTS.get(event.lasts, "")))),
        picture=TEMPLATE.draw_piece("event", part, AROUND_STRIP, legible(event.name)),
        invented=made_up(event.invented, 2),
    )


# --- what they say


def _use(item: Item) -> Iterator[str]:
    where = " and ".join(word for word, there in (("in combat", item.in_combat), ("in Camp", item.in_camp)) if there)
    if item.skills:
        yield f"Used {where}{'' if item.costs_action else ', without an action'}. {AFTER_USE[item.after_use]}"


def _skill(skill: Skill) -> str:
    """`Shield Bash (range 1 to 2, 1 boot): Attack a unit in range.`"""
    reach = f"range {skill.low}" if skill.low == skill.high else f"range {skill.low} to {skill.high}"
    boots = f"{skill.boots} boot{'s' if skill.boots > 1 else ''}" if skill.boots else ""
    details = ", ".join(filter(None, (reach if skill.high >= 0 else "", boots)))
    return f"{skill.name}{f' ({details})' if details else ''}: {skill.text or spelled(skill.phrases)}"


def _quirk(quirk: Quirk | None) -> Iterator[str]:
    if quirk:
        yield f"Quirk: {quirk.text or spelled(quirk.trigger)}"
