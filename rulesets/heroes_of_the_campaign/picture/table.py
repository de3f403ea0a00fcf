"""The whole picture: all topics put together."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from rulesets.heroes_of_the_campaign import caption
from rulesets.heroes_of_the_campaign.picture.gap import attack_part, law_parts, laws_word, panel_part
from rulesets.heroes_of_the_campaign.picture.heroes import chosen_parts, chosen_places, hero_parts
from rulesets.heroes_of_the_campaign.picture.lanes import lane_parts
from rulesets.heroes_of_the_campaign.picture.moved import moves
from rulesets.heroes_of_the_campaign.picture.offers import tray_parts
from rulesets.heroes_of_the_campaign.picture.parts import Parts
from rulesets.heroes_of_the_campaign.picture.places import WIDTH
from rulesets.heroes_of_the_campaign.picture.strips import hand_part, player_parts
from rulesets.heroes_of_the_campaign.picture.view import View
from rulesets.kit import svg
from rulesets.kit.svg import Sheet

if TYPE_CHECKING:
    from rulesets.heroes_of_the_campaign.board import Board
    from rulesets.kit.svg import Scene


def picture(scene: Scene[Board]) -> str:
    """The board as an SVG document."""
    view = View(scene)
    drawn = parts(view)
    last = caption.last_event(scene.before, scene.effects, view.names)
    title = caption.title(scene.board, scene.version)
    sheet = Sheet(title, caption.description(scene.board, view.names, view.near, last), drawn.height, WIDTH)
    return TEMPLATE.draw(sheet, t=drawn)


TEMPLATE = svg.Template(Path(__file__).parent, "table.svg.jinja")


def parts(view: View) -> Parts:
    """The whole table."""
    gone, lures = moves(view)
    return Parts(
        height=view.layout.height,
        gap=view.layout.gap,
        lanes=tuple(lane_parts(view)),
        gone=gone,
        heroes=(*hero_parts(view), *chosen_parts(view)),
        lures=lures,
        laws_word=laws_word(view),
        laws=tuple(law_parts(view)),
        panel=panel_part(view),
        players=player_parts(view),
        trays=tuple(tray_parts(view)),
        places=tuple(chosen_places(view)),
        hands=tuple(hand_part(view, seat, y) for seat, y in view.layout.hands.items()),
        attack=attack_part(view),
    )
