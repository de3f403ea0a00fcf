"""The cards and tiles of a component set, each by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.heros_crossing.names import action_card_name, row_name
from rulesets.heros_crossing.picture.heroes import hero_part, hero_title, power_words
from rulesets.heros_crossing.picture.middle import (
    ACTIONS,
    CARD_HEIGHT,
    CARD_TOP,
    MOST_ROW,
    ActionPart,
    CardPart,
    RowPart,
)
from rulesets.heros_crossing.picture.table import TEMPLATE
from rulesets.heros_crossing.picture.tiles import FULL_TILE, dealing, tile_part, tile_title
from rulesets.kit.faces import EVERYTHING, CardFace, counted_once, made_up
from rulesets.kit.svg import Box, label, legible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulesets.heros_crossing.components import Components, Hero
    from rulesets.heros_crossing.schema import ActionCard
    from rulesets.heros_crossing.tiles import Tile

HERO_WIDTH, HERO_HEIGHT, ACTIONS_WIDTH = 190, 98, 202
AROUND_TILE = Box(-2, -2, FULL_TILE + 4, FULL_TILE + 4)
FACTS, TILE_FACTS = 6, 3
"""How many are made up of a hero of which nothing is printed, and of a tile."""


def cards(components: Components) -> tuple[CardFace, ...]:
    """The heroes by level, the tiles by kind, the Action Cards."""
    heroes = sorted(components.hero.values(), key=lambda hero: (hero.level, hero.name))
    tiles = sorted(components.tile.values(), key=lambda tile: (not tile.level, tile.kind, tile.level, tile.name))
    return (
        *(_hero(hero) for hero in heroes),
        *counted_once((tile.face, _tile(components, tile)) for tile in tiles),
        *(_action_card(components, card) for card in components.action_card.values()),
    )


def _hero(hero: Hero) -> CardFace:
    open_ = len(hero.needs)
    part = hero_part(hero, ("",) * open_, (0,) * open_, ("",) * open_, HERO_WIDTH, HERO_HEIGHT)
    return CardFace(
        id=hero.id,
        name=hero.name,
        kind=f"Heroes of level {hero.level}",
        text=(
            f"{hero.vp} VP. Needs {', '.join(map(str.capitalize, hero.needs))}; takes {', '.join(hero.dice)} dice.",
            power_words(hero.power),
        ),
        picture=TEMPLATE.draw_piece("hero", part, Box(-1, -1, HERO_WIDTH + 4, HERO_HEIGHT + 5), hero_title(hero)),
        invented=tuple(fact.replace("vp", "VP") for fact in made_up(hero.invented, FACTS)),
    )


def _tile(components: Components, tile: Tile) -> CardFace:
    kind = {"production": "Production Centers", "shop": "Shops"}.get(tile.kind, "Other tiles")
    text = f"Level {tile.level}{dealing(tile)}." if tile.level else "Any die suits it." if tile.back else "Plain land."
    return CardFace(
        id=tile.id,
        name=tile.name,
        kind=kind,
        text=(text,),
        picture=TEMPLATE.draw_piece("tile", tile_part(tile, 0, True), AROUND_TILE, tile_title(tile)),
        copies=1 if tile.back else components.land_tiles,
        invented=made_up(tile.invented, TILE_FACTS),
    )


def _action_card(components: Components, card: ActionCard) -> CardFace:
    name, words = action_card_name(card.id), tuple(row_name(pair).capitalize() for pair in card.rows)
    title = legible(f"Action Card {name}: {'; '.join(words)}")
    part = CardPart("", title, 0, 0, ACTIONS_WIDTH, "Actions", None, None, "", tuple(_rows(card)), (), None)
    return CardFace(
        id=card.id,
        name=name,
        kind="Action Cards",
        text=tuple(f"{row}." for row in words),
        picture=TEMPLATE.draw_piece("action_card", part, Box(-2, -2, ACTIONS_WIDTH + 6, CARD_HEIGHT + 7), title),
        invented=EVERYTHING if components.source == "invented" else (),
    )


def _rows(card: ActionCard) -> Iterator[RowPart]:
    height = min(MOST_ROW, (CARD_HEIGHT - CARD_TOP - 4) / len(card.rows))
    column = ACTIONS_WIDTH // 2 - 5
    for n, pair in enumerate(card.rows):
        named = [(glyph, label(name, column - 24, 14)) for glyph, name in (ACTIONS[each] for each in pair)]
        actions = (ActionPart(glyph, name, 11 + column * side, False, None) for side, (glyph, name) in enumerate(named))
        top, half = CARD_TOP + 1 + height * n, round(height / 2, 1)
        yield RowPart("", row_name(pair).capitalize(), round(top, 1), round(height, 1), half, "", tuple(actions), None)
