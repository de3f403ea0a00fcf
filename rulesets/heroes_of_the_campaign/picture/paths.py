"""Ways between heroes that run around the cards: of an attack, and of who went elsewhere.

They keep to what is left free: along the edges of the lanes, between them, and in the margins of the board. An attack
leaves and meets a card on the side of the gap, a move on the other one, so that they do not run on each other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rulesets.heroes_of_the_campaign.picture.places import GAP, LANE_GAP, LANE_HEIGHT, PLAYER_GAP, SHARED_GAP, SLIM
from rulesets.heroes_of_the_campaign.words.terms import CAMP, INFIRMARY
from rulesets.kit.svg import Box

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rulesets.heroes_of_the_campaign.picture.places import Half, Layout

Points = list[tuple[float, float]]
"""Its corners; each part runs across or down."""

HEAD, HALF_HEAD, SPARE = 9, 6, 2
"""The head of an arrow, and how near it comes to a card."""
WORD = 70
"""The word of a camp ends here, below which its first hero stands."""
AT_LEFT = 14
"""Where a card is met below, beside its statuses."""


class Stand(NamedTuple):
    """A card on an attack's way, and how far its maneuvers hang down below it."""

    box: Box
    hang: float


def attack_path(laid: Layout, start: Stand, end: Stand | None) -> Points:
    """From the attacker's card to the defender's; without a defender, across the gap."""
    path = _out(laid, *start, inner=True)
    if end is None:
        far = _across(laid, path[-1][1])
        return [*path, (laid.plan.channel, path[-1][1]), (laid.plan.channel, far)]
    back = _out(laid, *end, inner=True)[::-1]
    return [*path, *_joined(path[-1], back[0], laid.plan.channel), *back]


def move_path(laid: Layout, start: Box, end: Box) -> Points:
    """From where a hero was to where it is."""
    path, back = _out(laid, start, 0, inner=False), _out(laid, end, 0, inner=False)[::-1]
    return [*path, *_joined(path[-1], back[0], laid.plan.right + laid.plan.left / 2), *back]


def _joined(here: tuple[float, float], there: tuple[float, float], x: float) -> Points:
    """Between two halves the way runs at `x`."""
    return [] if here[1] == there[1] else [(x, here[1]), (x, there[1])]


def _across(laid: Layout, y: float) -> float:
    edges = [half.edge + half.inwards * GAP / 2 for half in laid.halves]
    return edges[1] if abs(edges[0] - y) < abs(edges[1] - y) else edges[0]


def _out(laid: Layout, box: Box, hang: float, *, inner: bool) -> Points:
    """From a card to the free line beside its half's lanes, on the side of the gap or on the other one."""
    half, place, lane = _place_of(laid, box)
    camp = half.lanes[CAMP]
    rim = camp.y + (LANE_HEIGHT if (half.inwards > 0) == inner else 0)
    y = rim + (half.inwards if inner else -half.inwards) * (GAP if inner else PLAYER_GAP) / 2
    middle = box.y + box.h / 2
    if place == CAMP:
        return _from_camp(box, hang, lane, y)
    if place == INFIRMARY:
        gutter = camp.x - LANE_GAP / 2
        return [(box.x + box.w + SPARE, middle), (gutter, middle), (gutter, y)]
    margin = laid.plan.right + laid.plan.left / 2
    if laid.plan.below:
        row, edge = _row_gap(half, lane, box)
        x = box.x + box.w / 2
        return [(x, edge), (x, row), (margin, row), (margin, y)]
    if box.x - lane.x < SLIM / 2 and box.w <= lane.w - SLIM / 2:
        gutter = lane.x - LANE_GAP / 2
        return [(box.x - SPARE, middle), (gutter, middle), (gutter, y)]
    return [(box.x + box.w + SPARE, middle), (margin, middle), (margin, y)]


def _from_camp(box: Box, hang: float, lane: Box, y: float) -> Points:
    if y < box.y:
        x = min(max(box.x + box.w / 2, lane.x + WORD), box.x + box.w - 6)
        return [(x, box.y - SPARE), (x, y)]
    return [(box.x + AT_LEFT, box.y + box.h + hang + SPARE), (box.x + AT_LEFT, y)]


def _row_gap(half: Half, lane: Box, box: Box) -> tuple[float, float]:
    """The free line between a location's row and the camp, and the edge of a card towards it."""
    if half.inwards > 0:
        return lane.y + lane.h + SHARED_GAP / 2, box.y + box.h + SPARE
    return lane.y - SHARED_GAP / 2, box.y - SPARE


def _place_of(laid: Layout, box: Box) -> tuple[Half, str, Box]:
    """The half, place and lane that a card lies in."""
    x, y = box.x + box.w / 2, box.y + box.h / 2
    for half in laid.halves:
        for place, lane in half.lanes.items():
            if lane.x <= x <= lane.x + lane.w and lane.y <= y <= lane.y + lane.h:
                return half, place, lane
    raise AssertionError("a card lies in no lane")


def line(path: Sequence[tuple[float, float]]) -> str:
    """A way as a path."""
    return "".join(_parts(path))


def _parts(path: Sequence[tuple[float, float]]) -> Iterator[str]:
    (x, y), *rest = path
    yield f"M{x:g} {y:g}"
    for to_x, to_y in rest:
        if to_x != x:
            yield f"H{to_x:g}"
        if to_y != y:
            yield f"V{to_y:g}"
        x, y = to_x, to_y


def shaft(path: Points) -> str:
    """The path of an arrow up to its head."""
    (x, y), (to_x, to_y) = path[-2:]
    far = HEAD - 2
    short = (to_x - _sign(to_x - x) * far, to_y - _sign(to_y - y) * far)
    return line([*path[:-1], short])


def head(path: Points) -> str:
    """The head of an arrow as a path."""
    (x, y), (to_x, to_y) = path[-2:]
    if to_x == x:
        back = -_sign(to_y - y) * HEAD
        return f"M{to_x:g} {to_y:g}l{-HALF_HEAD:g} {back:g}h{2 * HALF_HEAD:g}z"
    back = -_sign(to_x - x) * HEAD
    return f"M{to_x:g} {to_y:g}l{back:g} {-HALF_HEAD:g}v{2 * HALF_HEAD:g}z"


def _sign(number: float) -> int:
    return (number > 0) - (number < 0)
