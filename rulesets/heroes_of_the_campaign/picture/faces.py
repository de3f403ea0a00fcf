"""The cards of a component set, each by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.heroes_of_the_campaign.caption import card_title
from rulesets.heroes_of_the_campaign.picture.heroes import (
    DENSER,
    HAIR,
    PLATE,
    abilities_words,
    names,
    numbers,
    plate,
    task_rows,
    wounds,
)
from rulesets.heroes_of_the_campaign.picture.parts import FacePart
from rulesets.heroes_of_the_campaign.picture.places import FULL, FULL_HEIGHT
from rulesets.heroes_of_the_campaign.picture.strips import HELD_HEIGHT, held_face
from rulesets.heroes_of_the_campaign.picture.table import TEMPLATE
from rulesets.heroes_of_the_campaign.schema import Event, HeroCard, Law, Location, Static, Support, Trigger
from rulesets.heroes_of_the_campaign.values import printed
from rulesets.heroes_of_the_campaign.words import descriptions
from rulesets.kit.faces import EVERYTHING, CardFace
from rulesets.kit.svg import Box, legible
from rulesets.kit.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulesets.heroes_of_the_campaign.components import Components
    from rulesets.heroes_of_the_campaign.schema import Ability, Card, StrategyCard, Task

HELD = 190
"""How wide a card of a hand is drawn."""
AROUND_HERO, AROUND_HELD = Box(-2, -2, FULL + 5, FULL_HEIGHT + 7), Box(-2, -2, HELD + 5, HELD_HEIGHT + 6)


def cards(components: Components) -> tuple[CardFace, ...]:
    """The heroes, then the strategy cards by type."""
    order = ("hero", "support", "maneuver", "event", "law", "location")
    found = sorted(components.cards.values(), key=lambda card: (order.index(components.type_of(card.id)), card.name))
    return tuple(_card(components, card) for card in found)


def _card(components: Components, card: Card) -> CardFace:
    kind = components.type_of(card.id)
    return CardFace(
        id=card.id,
        name=components.name_of(card.id),
        kind={"hero": "Heroes"}.get(kind, f"{kind.capitalize()}s"),
        text=tuple(_text(components, card)),
        picture=_hero(components, card) if isinstance(card, HeroCard | Support) else _held(components, card),
        invented=EVERYTHING if components.source == "invented" else (),
    )


def _hero(components: Components, card: HeroCard | Support) -> str:
    derived, support = printed(card), isinstance(card, Support)
    name, rows = legible(card.name), task_rows(components, card.id, "full", 0)
    up = DENSER.get(len(rows), 0)
    drops, drop, drop_x, drop_y = wounds(derived.resistance, FULL, False)
    face = FacePart(
        FULL,
        FULL_HEIGHT,
        PLATE,
        False,
        plate(derived.classes, name, FULL, False, support),
        support,
        abilities_words(components, card.id),
        names(name, FULL, False, up),
        numbers(derived, derived, FULL, False, up),
        0,
        derived.resistance,
        drops,
        drop,
        drop_x,
        drop_y - up,
        rows,
        HAIR - up,
        False,
        (),
    )
    title = f"{name}: attack {derived.attack}, resistance {derived.resistance}"
    return TEMPLATE.draw_piece("face", face, AROUND_HERO, title, "seat-1")


def _held(components: Components, card: StrategyCard) -> str:
    face = held_face(components, card.id, True, False, card.cost, HELD)
    return TEMPLATE.draw_piece("held", face, AROUND_HELD, card_title(components, card.id))


# --- what they say


def _text(components: Components, card: Card) -> Iterator[str]:
    if isinstance(card, HeroCard | Support):
        classes = f" {', '.join(card.classes).capitalize()}." if card.classes else ""
        yield f"Attack {card.attack}, resistance {card.resistance}.{classes}"
    if not isinstance(card, HeroCard):
        window = ", at any time" if card.at_any_time else ""
        yield f"Costs {card.cost} copper{window}{descriptions.conditions(card.conditions)}."
    if isinstance(card, Location) and card.capacity is not None:
        yield f"Room for {counted(card.capacity, 'hero', 'heroes')}."
    if isinstance(card, Event):
        yield _sentence(descriptions.actions(card.actions))
        return
    if isinstance(card, Law) and card.on_enact:
        yield f"When it is enacted: {descriptions.actions(card.on_enact)}."
    yield from map(_ability, card.abilities)
    if not isinstance(card, Law):
        for task in card.tasks:
            yield _task(components.task_name(f"{card.id}.{task.id}"), task)


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}."


def _ability(ability: Ability) -> str:
    if isinstance(ability, Static):
        holds = f", while {descriptions.condition(ability.while_)}" if ability.while_ else ""
        whose = "" if ability.affects == "self" else f" for {descriptions.heroes(ability.affects)}"
        return f"Lasting{whose}{holds}: {descriptions.modifiers(ability.modifiers)}."
    if isinstance(ability, Trigger):
        return f"When {descriptions.MOMENTS[ability.on]}{_when(ability)}: {descriptions.actions(ability.actions)}."
    return ability.text


def _when(ability: Trigger) -> str:
    player = {"you": "by you", "opponent": "by the opponent", "either": ""}[ability.player]
    found = [
        descriptions.heroes(ability.subject) if ability.subject else "",
        f"by or to {descriptions.heroes(ability.other)}" if ability.other else "",
        player,
        f"if {descriptions.condition(ability.if_)}" if ability.if_ else "",
        f"once a {ability.once_per}" if ability.once_per else "",
        "if you like" if ability.optional else "",
    ]
    text = ", ".join(filter(None, found))
    return f" ({text})" if text else ""


def _task(name: str, task: Task) -> str:
    cost = f", {task.cost} copper" if task.cost else ""
    return f"{name}{cost}{descriptions.conditions(task.conditions)}: {descriptions.actions(task.actions)}."
