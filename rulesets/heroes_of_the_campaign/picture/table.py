"""The whole picture: all topics put together."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal

from msgspec.structs import replace

from rulesets.heroes_of_the_campaign import caption
from rulesets.heroes_of_the_campaign.picture.gap import attack_part, law_parts, laws_word, panel_part
from rulesets.heroes_of_the_campaign.picture.heroes import chosen_parts, chosen_places, hero_parts
from rulesets.heroes_of_the_campaign.picture.lanes import lane_parts
from rulesets.heroes_of_the_campaign.picture.moved import moves
from rulesets.heroes_of_the_campaign.picture.offers import tray_parts
from rulesets.heroes_of_the_campaign.picture.parts import Parts
from rulesets.heroes_of_the_campaign.picture.strips import STRIPS, hand_part, player_parts
from rulesets.heroes_of_the_campaign.picture.tasks import drawn_tasks
from rulesets.heroes_of_the_campaign.picture.view import View
from rulesets.kit import svg
from rulesets.kit.svg import Sheet

if TYPE_CHECKING:
    from rulesets.heroes_of_the_campaign.board import Board
    from rulesets.kit.svg import Scene


def picture(scene: Scene[Board]) -> str:
    """The board as an SVG document; for a page two of them, one for a desk and one for a phone."""
    if scene.arrangement != "both":
        return _picture(scene, "")
    return "".join(_picture(replace(scene, arrangement=shown), shown) for shown in BOTH)


BOTH: tuple[Literal["wide", "narrow"], ...] = ("wide", "narrow")


def _picture(scene: Scene[Board], shown: Literal["", "wide", "narrow"]) -> str:
    view = View(scene)
    drawn = parts(view)
    last = caption.last_event(scene.before, scene.effects, view.names)
    title = caption.title(scene.board, scene.version)
    sheet = Sheet(
        title, caption.description(scene.board, view.names, view.near, last), drawn.height, view.plan.width, shown
    )
    return TEMPLATE.draw(sheet, t=drawn)


TEMPLATE = svg.Template(Path(__file__).parent, "table.svg.jinja")


def parts(view: View) -> Parts:
    """The whole table."""
    gone, lures = moves(view)
    lanes, heroes = tuple(lane_parts(view)), (*hero_parts(view), *chosen_parts(view))
    return Parts(
        plan=view.plan,
        strip=STRIPS[view.plan.below],
        height=view.layout.height,
        gap=view.layout.gap,
        lanes=lanes,
        gone=gone,
        heroes=heroes,
        lures=lures,
        laws_word=laws_word(view),
        laws=tuple(law_parts(view)),
        panel=panel_part(view, drawn_tasks(lanes, heroes)),
        players=player_parts(view),
        trays=tuple(tray_parts(view)),
        places=tuple(chosen_places(view)),
        hands=tuple(hand_part(view, seat, box) for seat, box in view.layout.hands.items()),
        attack=attack_part(view),
    )
