"""Where tasks are chosen: each on its line, where it has one."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.heroes_of_the_campaign import caption
from rulesets.heroes_of_the_campaign.ids import task_id
from rulesets.heroes_of_the_campaign.picture.parts import Spot
from rulesets.heroes_of_the_campaign.rules.tasks import task_cost
from rulesets.kit.svg import CLICKABLE, Box

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rulesets.heroes_of_the_campaign.ids import Address, CardId
    from rulesets.heroes_of_the_campaign.picture.parts import HeroPart, LanePart, Row
    from rulesets.heroes_of_the_campaign.picture.view import View
    from rulesets.kit.phases import Seat

ROUND = 4
"""Of the corners of a line."""


def on_card(view: View, owner: Seat, card: CardId, rows: Sequence[Row], width: float) -> tuple[Row, ...]:
    """The lines below each other on a card, each as wide as it is; the last may stand for tasks that have none."""
    tasks = view.components.tasks_of[card]
    if len(tasks) < 2 or not rows:
        return tuple(rows)
    step = rows[1].y - rows[0].y if len(rows) > 1 else rows[0].pouch
    shown = rows if len(rows) >= len(tasks) else rows[:-1]
    boxes = [Box(0, row.y + (row.pouch - step) / 2, width, step, ROUND) for row in shown]
    return (*_spotted(view, owner, tasks, shown, boxes), *rows[len(shown) :])


def side_by_side(view: View, owner: Seat, card: CardId, rows: Sequence[Row]) -> tuple[Row, ...]:
    """Lines one after the other: those of tasks, which have costs, come first."""
    shown = [row for row in rows if row.cost is not None]
    boxes = [Box(row.x, row.y, row.right - row.x, row.pouch, ROUND) for row in shown]
    return (*_spotted(view, owner, view.components.tasks_of[card], shown, boxes), *rows[len(shown) :])


def _spotted(
    view: View, owner: Seat, tasks: Iterable[Address], rows: Iterable[Row], boxes: Iterable[Box]
) -> Iterable[Row]:
    for task, row, box in zip(tasks, rows, boxes, strict=False):
        id_ = task_id(owner, task)
        if id_ in view.tasks:
            frames = view.frames(id_, box.out(-CLICKABLE))  # within: lines have neighbours
            yield replace(row, spot=Spot(id_, title(view, id_), box, frames))
        else:
            yield row


def title(view: View, id_: str) -> str:
    """A task that can be chosen, with what it costs now and does."""
    hero, task = view.tasks[id_]
    return caption.one_task(view.components, task, task_cost(view.board, hero, task))


def drawn_tasks(lanes: Iterable[LanePart], heroes: Iterable[HeroPart]) -> frozenset[str]:
    """The tasks that can be chosen and have a line, by their ids."""
    of_heroes = (chain(hero.face.rows if hero.face else (), *(slip.rows for slip in hero.slips)) for hero in heroes)
    rows = chain(*(lane.rows for lane in lanes), *of_heroes)
    return frozenset(row.spot.id for row in rows if row.spot)
