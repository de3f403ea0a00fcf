"""The cards of a component set, each by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.heros_crossing_tactics.components import FACTS
from rulesets.heros_crossing_tactics.picture.cards import face
from rulesets.heros_crossing_tactics.picture.parts import Strip
from rulesets.heros_crossing_tactics.picture.table import TEMPLATE
from rulesets.kit.faces import CardFace, counted_once, made_up
from rulesets.kit.svg import Box

if TYPE_CHECKING:
    from rulesets.heros_crossing_tactics.components import Components, Hero

WIDTH, HEIGHT = 198, 34
"""Of a strip, as it lies on a Front."""
AROUND = Box(-1, -1, WIDTH + 4, HEIGHT + 5)


def cards(components: Components) -> tuple[CardFace, ...]:
    """The heroes by level, the Monarchs last."""
    monarchs = set(components.monarchs.values())
    heroes = sorted(components.hero.values(), key=lambda hero: (hero.id in monarchs, hero.level, hero.name))
    return counted_once((components.face[hero.id], _card(hero, hero.id in monarchs)) for hero in heroes)


def _card(hero: Hero, monarch: bool) -> CardFace:
    shown = face(hero, WIDTH, HEIGHT)
    strip = Strip("", shown.title, 0, 0, WIDTH, HEIGHT, hero.level, shown)
    return CardFace(
        id=hero.id,
        name=hero.name,
        kind="Monarchs" if monarch else f"Heroes of level {hero.level}",
        text=tuple(_text(hero, monarch)),
        picture=TEMPLATE.draw_piece("strip", strip, AROUND, shown.title),
        invented=made_up(hero.invented, len(FACTS)),
    )


def _text(hero: Hero, monarch: bool) -> list[str]:
    recruits = [f"Recruits {hero.recruits.words()}."] if hero.recruits.total else []
    power = [f"Drawing Power {hero.drawing_power}."] if hero.drawing_power else []
    return [*recruits, *power] or ["The Monarch of a seat." if monarch else "Recruits nobody."]
