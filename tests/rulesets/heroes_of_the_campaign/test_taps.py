"""What the board of Heroes of the Campaign leaves to taps: standing words, tasks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from rulesets.heroes_of_the_campaign import RULESET
from rulesets.heroes_of_the_campaign.phases import AgreeingStarter, Choosing, GameOver
from rulesets.heroes_of_the_campaign.rules.running import Choose
from rulesets.heroes_of_the_campaign.rules.strategies import UseEvent
from rulesets.heroes_of_the_campaign.rules.tasks import StartTask
from rulesets.heroes_of_the_campaign.rules.windows import WatchFor
from rulesets.kit.steps import next_step
from rulesets.kit.structs import SPECTATOR, Chosen
from tests.recording.reaching import ARRANGEMENTS, Goal, StepExplorer, action_of_button
from tests.rulesets.heroes_of_the_campaign.build import cards, hero, side, table
from tests.rulesets.heroes_of_the_campaign.checked import at
from tests.rulesets.heroes_of_the_campaign.drawing import drawn, glyphs, sample, scene, titled
from tests.rulesets.pictures import SVG, classes, piece, title, titles, words

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from rulesets.heroes_of_the_campaign.board import Board
    from rulesets.heroes_of_the_campaign.ids import Watch
    from rulesets.kit.structs import Viewer


def asked(word: Watch, **changes: object) -> Board:
    """Captain of seat 1 performs its task; both seats have given the same word."""
    board = sample(**changes)
    for seat in (1, 2):
        board = board.with_side(seat, replace(board.side(seat), watches=word))
    return board


def spots(board: Board, viewer: Viewer, arrangement: str = "wide") -> dict[str, Element]:
    """The groups by what they hold, each of which stands once in a picture."""
    svg = drawn(replace(scene(board, viewer=viewer), arrangement=arrangement))
    held = [(id_, group) for group in svg.iter(SVG + "g") for id_ in (group.get("data-holds") or "").split()]
    assert len({id_ for id_, _ in held}) == len(held)
    return dict(held)


# --- standing words


@pytest.mark.parametrize("seat", [1, 2])
@pytest.mark.parametrize("word", ["no", "attack", "all"])
def test_each_standing_word_is_given_by_taps_alone(word: Watch, seat: int) -> None:
    """By the seat in turn and by the other one, which may say it for this turn alone."""
    explorer = StepExplorer(RULESET, asked(word), seat)
    goals = [Goal(explorer, action) for action in explorer.legal if isinstance(action, WatchFor)]
    assert len(goals) == (2 if seat == 1 else 4)
    assert all(goal.shortest_path("picture") for goal in goals)
    assert not [fault for arrangement in ARRANGEMENTS for fault in explorer.not_drawn_once(arrangement)]


def test_a_tap_on_the_lit_sign_lets_everything_pass() -> None:
    """From now on; a tap on what is under way is for this turn."""
    board = asked("attack")
    found = action_of_button(next_step(RULESET, board, 1, Chosen(taps=("watch:1.attack",))))
    assert found == WatchFor("no")
    taps = "watch:2.all", "turn"
    assert action_of_button(next_step(RULESET, board, 2, Chosen(taps=taps[:1]))) == WatchFor("all")
    for order in (taps, taps[::-1]):
        assert action_of_button(next_step(RULESET, board, 2, Chosen(taps=order))) == WatchFor("all", this_turn=True)


@pytest.mark.parametrize("arrangement", ARRANGEMENTS)
def test_a_switch_is_called_as_what_a_tap_says(arrangement: str) -> None:
    """The lit one lets everything pass; the sign as a whole tells what was said."""
    held = spots(asked("all"), 2, arrangement)
    assert title(held["watch:2.attack"]) == "Be asked before attacks"
    assert title(held["watch:2.all"]) == "Let everything pass"
    assert title(held["turn"]) == "In this turn"
    sign = piece(drawn(replace(scene(asked("all"), viewer=2), arrangement=arrangement)), "watch:2")
    assert title(sign) == "Is asked before everything"
    assert glyphs(sign) == ["eye", "weapon"]


@pytest.mark.parametrize(
    ("viewer", "pending"),
    [
        (1, None),
        (SPECTATOR, None),
        (2, GameOver((2,), "nobody_left")),
        (2, AgreeingStarter()),
    ],
)
def test_what_cannot_be_said_has_no_switch(viewer: Viewer, pending: object) -> None:
    """The word of another, or a word that nobody may give now: it is told, and there is nothing to tap."""
    board = asked("no", **({"pending": pending} if pending else {}))
    assert not [id_ for id_ in spots(board, viewer) if id_.startswith("watch:2")]
    sign = piece(drawn(scene(board, viewer=viewer)), "watch:2")
    assert title(sign) == "Is not asked before anything happens"
    assert glyphs(sign) == ["eye"]


# --- tasks

MANY = cards(
    """
- {id: dirk, name: Dirk, classes: [soldier], attack: 2, resistance: 4, tasks: [
    {id: rob, cost: 1, actions: [{do: earn_copper, amount: 2}]}, {id: hide, actions: [{do: earn_copper, amount: 1}]}]}
- {id: sage, name: Sage, classes: [mage], attack: 0, resistance: 9, tasks: [
    {id: a, actions: [{do: earn_copper, amount: 1}]}, {id: b, actions: [{do: earn_copper, amount: 2}]},
    {id: c, actions: [{do: earn_copper, amount: 3}]}, {id: d, actions: [{do: earn_copper, amount: 4}]},
    {id: f, actions: [{do: earn_copper, amount: 5}]}]}
- {id: volley, name: Volley, type: maneuver, tasks: [
    {id: shoot, actions: [{do: earn_copper, amount: 1}]}, {id: loose, actions: [{do: earn_copper, amount: 2}]}]}
- {id: order, name: Order, type: event, actions: [{do: perform_task, with: {pick: {side: own}}}]}
- {id: ford, name: Ford, type: location, tasks: [
    {id: rest, actions: [{do: earn_copper, amount: 1}]}, {id: wade, actions: [{do: earn_copper, amount: 2}]}]}
- {id: mill, name: Mill, type: location}
- {id: tower, name: Tower, type: location}
- {id: page, name: Page, type: support, attack: 1, resistance: 1}
"""
)


def team(**places: str) -> Board:
    """Seat 1 to act, its heroes where they are told; Sage has learned Volley."""
    found = [
        hero(card, place=f"1.{place}" if place in ("ford", "mill", "tower") else place, learned=volley)
        for card, place in places.items()
        for volley in [("volley",) if card == "sage" else ()]
    ]
    return table(MANY, side(*found, copper=3, locations=("ford", "mill", "tower")), side("bert"))


CROWD = dict.fromkeys(("anna", "bert", "cora", "dirk", "sage"), "ford")
TEAMS = {
    "all in camp": team(dirk="camp", sage="camp", anna="camp"),
    "alone in camp": team(sage="camp"),
    "at a location": team(dirk="ford", sage="camp", anna="ford"),
    "in pairs": team(dirk="ford", sage="ford", anna="mill", cora="mill"),
    "a crowd": team(**CROWD),
    "in two places": team(dirk="tower", sage="tower", anna="mill"),
}


@pytest.mark.parametrize("board", TEAMS.values(), ids=TEAMS)
def test_each_task_is_begun_by_taps_alone(board: Board) -> None:
    """On its line, or beside the heroes of the turn where it has none; each lies once in either arrangement."""
    explorer = StepExplorer(RULESET, board, 1)
    goals = [Goal(explorer, action) for action in explorer.legal if isinstance(action, StartTask)]
    assert len(goals) > 4
    assert not [goal.label for goal in goals if not goal.shortest_path("picture")]
    assert not [fault for arrangement in ARRANGEMENTS for fault in explorer.not_drawn_once(arrangement)]


def test_a_task_is_on_its_line_where_it_has_one() -> None:
    """Below each other on the card, each with what it costs and does; of too many the rest are in the panel."""
    board = TEAMS["alone in camp"]
    held = spots(board, 1)
    lines = [held[f"task:1.sage.{task}"] for task in "abc"]
    assert [title(line) for line in lines[:2]] == ["A (earn copper)", "B (earn copper)"]
    tops = [float(classes(line, "bare")[0].get("y") or 0) for line in lines]
    assert tops == sorted(tops)
    svg = drawn(scene(board, viewer=1))
    inside = {group.get("data-holds") for group in piece(svg, "hero:1.sage").iter(SVG + "g")} - {None}
    assert inside == {f"task:1.sage.{task}" for task in "abc"}
    assert words(held["task:1.sage.d"]) == ["D, Sage"]
    assert title(held["task:1.sage.d"]) == "D (earn copper)"


def test_a_task_of_a_small_card_is_beside_the_heroes_of_the_turn() -> None:
    """On a phone a hero at a location shows none of its lines."""
    held = spots(team(dirk="mill", anna="camp"), 1, "narrow")
    assert words(held["task:1.dirk.rob"]) == ["Rob, Dirk"]
    assert title(held["task:1.dirk.rob"]) == "Rob for 1 copper (earn copper)"
    assert "task:1.anna.hit" in held
    panel = titled(drawn(replace(scene(team(dirk="mill", anna="camp"), viewer=1), arrangement="narrow")), "Regular")
    assert "Dirk: task left" in titles(panel)


def test_what_nobody_may_do_now_cannot_be_tapped() -> None:
    """A task that was used, costs too much or is not the viewer's to choose has no place of its own."""
    board = team(dirk="camp", anna="camp")
    assert [id_ for id_ in spots(board, 1) if id_.startswith("task")] == [
        "task:1.dirk.rob",
        "task:1.dirk.hide",
        "task:1.anna.hit",
        "task:1.anna.work",
    ]
    poor = board.with_side(1, replace(board.side(1), copper=0))
    assert "task:1.dirk.rob" not in spots(poor, 1)
    for viewer in (2, SPECTATOR):
        assert not [id_ for id_ in spots(board, viewer) if id_.startswith("task")]


@pytest.mark.parametrize("arrangement", ARRANGEMENTS)
@pytest.mark.parametrize("place", ["camp", "ford"])
def test_a_task_that_a_card_has_one_choose_lies_there_too(place: str, arrangement: str) -> None:
    """An event sends a hero on one of its tasks."""
    board = team(dirk=place, anna="camp", cora="camp")
    board = board.with_side(1, replace(board.side(1), hand=("order",)))
    choosing = at(board).when(1, UseEvent("order")).when(1, Choose(("1.dirk",))).waits_for(Choosing, 1)
    explorer = StepExplorer(RULESET, choosing.board, 1)
    goals = [Goal(explorer, action) for action in explorer.legal if isinstance(action, Choose)]
    assert len(goals) == (2 if place == "camp" else 4)
    assert all(goal.shortest_path("picture") for goal in goals)
    assert not [*explorer.not_drawn_once(arrangement)]
