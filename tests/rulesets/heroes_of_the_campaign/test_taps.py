"""What the board of Heroes of the Campaign leaves to taps: standing words, tasks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from rulesets.heroes_of_the_campaign import RULESET
from rulesets.heroes_of_the_campaign.phases import AgreeingStarter, GameOver
from rulesets.heroes_of_the_campaign.rules.windows import WatchFor
from rulesets.kit.steps import Chosen, next_step
from rulesets.kit.structs import SPECTATOR
from tests.recording.reaching import ARRANGEMENTS, Asking, Goal, ready_of
from tests.rulesets.heroes_of_the_campaign.drawing import drawn, glyphs, sample, scene
from tests.rulesets.pictures import SVG, piece, title

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from rulesets.heroes_of_the_campaign.board import Board, Watch
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
    asking = Asking(RULESET, asked(word), seat)
    goals = [Goal(asking, action) for action in asking.legal if isinstance(action, WatchFor)]
    assert len(goals) == (2 if seat == 1 else 4)
    assert all(goal.reached("picture") for goal in goals)
    assert not [fault for arrangement in ARRANGEMENTS for fault in asking.not_once(arrangement)]


def test_a_tap_on_the_lit_sign_lets_everything_pass() -> None:
    """From now on; a tap on what is under way is for this turn."""
    board = asked("attack")
    found = ready_of(next_step(RULESET, board, 1, Chosen(taps=("watch:1.attack",))))
    assert found == WatchFor("no")
    taps = "watch:2.all", "turn"
    assert ready_of(next_step(RULESET, board, 2, Chosen(taps=taps[:1]))) == WatchFor("all")
    for order in (taps, taps[::-1]):
        assert ready_of(next_step(RULESET, board, 2, Chosen(taps=order))) == WatchFor("all", this_turn=True)


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
