"""The picture of Heroes of the Campaign: ways of attacks and moves, and its two arrangements."""

from __future__ import annotations

from itertools import pairwise

import pytest
from msgspec.structs import replace

from rulesets.heroes_of_the_campaign import RULESET
from rulesets.heroes_of_the_campaign import effects as e
from rulesets.heroes_of_the_campaign.picture.gap import attack_part
from rulesets.heroes_of_the_campaign.picture.moved import moves
from rulesets.heroes_of_the_campaign.picture.paths import Points, Stand, attack_path, head, move_path, shaft
from rulesets.heroes_of_the_campaign.picture.places import Layout, layout
from rulesets.heroes_of_the_campaign.picture.plans import NARROW, WIDE, Plan
from rulesets.heroes_of_the_campaign.picture.view import View
from rulesets.kit.structs import TABLE
from rulesets.kit.svg import Box
from tests.rulesets.heroes_of_the_campaign.build import hero, side, table
from tests.rulesets.heroes_of_the_campaign.drawing import components, sample, scene, views
from tests.rulesets.pictures import SVG, whole

PLANS = pytest.mark.parametrize("plan", [WIDE, NARROW], ids=["wide", "narrow"])


def laid_out(plan: Plan) -> Layout:
    """Heroes in every kind of place."""
    one = side("anna", hero("bert", place="ford"), hero("cora", 2, "infirmary"), locations=("ford",))
    two = side("anna", "bert", "captain", hero("sage", place="ford"), locations=("ford", "mill"))
    return layout(table(components(), one, two), 1, (), plan)


def crossed(way: Points, laid: Layout, but: tuple[str, ...]) -> list[str]:
    """The heroes whose cards a way runs through."""
    boxes = {name: spot.box for name, spot in laid.spots.items() if name not in but}
    return [name for name, box in boxes.items() if any(meets(part, box) for part in pairwise(way))]


def meets(part: tuple[tuple[float, float], tuple[float, float]], box: Box) -> bool:
    (x, y), (to_x, to_y) = part
    across = min(max(x, to_x), box.x + box.w) - max(min(x, to_x), box.x)
    down = min(max(y, to_y), box.y + box.h) - max(min(y, to_y), box.y)
    return across >= 0 and down >= 0


@PLANS
def test_an_attack_crosses_no_other_hero(plan: Plan) -> None:
    """From any to any, it runs straight across or down, and ends beside the defender's card."""
    laid = laid_out(plan)
    for attacker, defender in ((a, d) for a in laid.spots for d in laid.spots if a[0] != d[0]):
        start, end = laid.spots[attacker].box, laid.spots[defender].box
        way = attack_path(laid, Stand(start, 0), Stand(end, 0))
        assert not crossed(way, laid, ()), (attacker, defender, way)
        assert all(x == to_x or y == to_y for (x, y), (to_x, to_y) in pairwise(way))
        assert meets((way[-1], way[-1]), end.out(3))
        assert shaft(way).startswith(f"M{way[0][0]:g} {way[0][1]:g}")
        assert head(way).startswith(f"M{way[-1][0]:g} {way[-1][1]:g}")


@PLANS
def test_a_move_crosses_no_other_hero(plan: Plan) -> None:
    """Between places of one half, and from one half to the other."""
    laid = laid_out(plan)
    for one in laid.spots:
        for two in laid.spots:
            if one != two:
                way = move_path(laid, laid.spots[one].box, laid.spots[two].box)
                assert not crossed(way, laid, ()), (one, two, way)


def test_an_attack_never_ends_at_who_closed_up() -> None:
    """A camp of four closes up on a phone: where the fallen one stood is another now, so the arrow ends where it is."""
    team = "anna", "bert", "captain", hero("squire", support=True)
    before = table(components(), side("anna", "bert", "cora"), side(*team))
    blow, fall = e.AttackMade("1.cora", "2.anna", 3, 2), e.HeroSentToInfirmary("2.anna", 4, by="1.cora")
    for arrangement, moved in (("wide", 1), ("narrow", 0)):
        seen = scene(fall.apply(before), blow, fall, before=before)
        view = View(replace(seen, arrangement=arrangement))
        end = attack_part(view)
        assert end is not None
        place = view.before if moved else view.layout
        tip = tuple(float(number) for number in end.head[1:].partition("l")[0].split())
        assert meets((tip, tip), place.spots["2.anna"].box.out(3))  # type: ignore[arg-type]
        assert len(moves(view)[1]) == moved


def test_a_page_holds_both_arrangements() -> None:
    """The wide one is 520 units wide, the narrow one 390, with the same pieces."""
    view = replace(scene(sample()), arrangement="both")
    page = whole(f"<page>{RULESET.picture(view)}</page>")
    wide, narrow = page
    assert [(svg.get("viewBox") or "").split()[2] for svg in (wide, narrow)] == ["520", "390"]
    assert [(svg.get("class") or "").split()[-1] for svg in (wide, narrow)] == ["wide", "narrow"]
    assert {part.get("data-id") for part in wide.iter(SVG + "g")} == {
        part.get("data-id") for part in narrow.iter(SVG + "g")
    }


@pytest.mark.parametrize("seed", [1, 2])
def test_nothing_lies_beside_the_narrow_board(seed: int) -> None:
    """Every card, place and strip of a game ends at its margin."""
    for _, view in views(seed, TABLE):
        laid = layout(view.board, 1, (1, 2), NARROW)
        boxes = [*laid.hands.values(), *(box for half in laid.halves for box in half.lanes.values())]
        boxes += [spot.box for spot in laid.spots.values()]
        assert all(NARROW.left <= box.x and box.x + box.w <= NARROW.right for box in boxes)
        assert all(box.y + box.h <= laid.height for box in boxes)
