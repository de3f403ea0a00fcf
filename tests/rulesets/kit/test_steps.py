"""Choices by steps: an action is found tap by tap, in whatever order."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from rulesets.heros_crossing_tactics import RULESET as TACTICS
from rulesets.heros_crossing_tactics.board import Board, Front
from rulesets.heros_crossing_tactics.phases import Flanking, Placing, Turn
from rulesets.heros_crossing_tactics.pieces import Soldiers
from rulesets.heros_crossing_tactics.rules.flank import Flank, Send
from rulesets.heros_crossing_tactics.rules.hire import HirePlace
from rulesets.heros_crossing_tactics.rules.recruit import Recruit
from rulesets.heros_crossing_tactics.rules.setup import PlaceHeroes
from rulesets.kit.fields import Field, asked_fields, named
from rulesets.kit.phases import TurnPhase
from rulesets.kit.steps import WHOLE, next_step, step_of_all
from rulesets.kit.structs import Action, ChoiceStep, Chosen
from tests.rulesets.heros_crossing_tactics.drawing import sample


def at_turn() -> Board:
    """The turn of seat 1, who holds two equal Knights and a Monk, and has one hero in each Front."""
    board = sample(pending=Turn())
    own, other = board.sides
    fronts = tuple(Front((hero,), Soldiers(weapon=2)) for hero in ("fletcher", "captain", "brewer"))
    bare = tuple(Front((hero,)) for hero in ("squire", "herald", "lantern"))
    return replace(
        board, sides=(replace(own, hand=("knight-1", "knight-2", "monk"), fronts=fronts), replace(other, fronts=bare))
    )


def asked(board: Board, kind: str | None = None, *taps: str, **fixed: tuple[str, ...]) -> ChoiceStep:
    """What is asked of the seat in turn."""
    return next_step(TACTICS, board, board.seat, Chosen(kind, fixed, taps))


def labels(step: ChoiceStep) -> list[str]:
    return [value.label for value in step.values]


def actions(step: ChoiceStep) -> list[Action[Any] | None]:
    return [value.action for value in step.values]


def test_the_type_is_asked_first_and_then_field_by_field() -> None:
    """Each with its question. The last answer has the action; its words are the field's."""
    kinds = asked(at_turn())
    assert (kinds.field, kinds.asks, kinds.seat) == ("type", "", 1)
    assert kinds.values[0].label == "Hire"
    assert kinds.values[0].count == 9
    cards = asked(at_turn(), "HirePlace")
    assert (cards.field, cards.asks) == ("card", "Which card?")
    fronts = asked(at_turn(), "HirePlace", card=("monk",))
    assert (fronts.field, fronts.asks, labels(fronts)) == ("column", "Which Front?", ["Front 1", "Front 2", "Front 3"])
    assert actions(fronts) == [HirePlace(column, "monk") for column in (1, 2, 3)]


def test_copies_that_nobody_can_tell_apart_are_one_row() -> None:
    """Each is framed where it lies, and either may be tapped; the row takes the first."""
    cards = asked(at_turn(), "HirePlace")
    assert labels(cards) == ["Knight (2)", "Monk"]
    assert cards.values[0].touches == ("card:knight-1", "card:knight-2")
    assert cards.values[0].value == "knight-1"
    tapped = asked(at_turn(), "HirePlace", "card:knight-2")
    assert actions(tapped) == [HirePlace(column, "knight-2") for column in (1, 2, 3)]


def test_taps_narrow_in_any_order() -> None:
    """A Front before the card, or the card before the Front, with or without the type."""
    taps = ("card:monk", "front:1.2")
    one, other = (asked(at_turn(), None, *order) for order in (taps, taps[::-1]))
    assert one == other
    assert labels(one) == ["Place Monk in Front 2"]
    assert actions(asked(at_turn(), "HirePlace", *taps)) == [HirePlace(2, "monk")]
    assert actions(asked(at_turn(), "HirePlace", "front:1.2", card=("monk",))) == [HirePlace(2, "monk")]


def test_few_actions_are_listed_whole() -> None:
    """One row each, where they differ in more than one field; of more, or of one field alone, that is asked for."""
    board = replace(at_turn(), pending=Flanking(1, ("weapon",)))
    few = asked(board)
    assert (few.field, len(few.values)) == ("action", 6)
    assert all(value.action and value.label.startswith(("Send", "Keep")) for value in few.values)
    assert asked(board, first=("0",)).field == "second"
    assert len(asked(at_turn()).values) < WHOLE < 9


def test_what_no_action_has_leads_to_nothing() -> None:
    """A type, field, value or tap that is wrong, misspelt or too much is no error."""
    board = at_turn()
    for wrong in (
        Chosen("NoSuchThing"),
        Chosen("HirePlace", {"nothing": ("1",)}),
        Chosen("HirePlace", {"card": ("monk", "monk")}),
        Chosen("HirePlace", {"card": ()}),
        Chosen("HirePlace", {"column": ("front",)}),
        Chosen(None, {"column": ("9" * 400,)}),
        Chosen(taps=("card:oracle",)),
        Chosen(taps=("",)),
        Chosen(taps=("card:monk", "card:knight-1")),
    ):
        step = next_step(TACTICS, board, 1, wrong)
        assert (step.values, step.enough) == ((), None), wrong
    assert not next_step(TACTICS, board, 2, Chosen()).values
    assert not next_step(TACTICS, board, 99, Chosen()).values


def test_numbers_are_asked_for_with_what_they_are_for() -> None:
    """A function of what is known already tells it."""
    board = replace(at_turn(), pending=Flanking(1, ("weapon",)))
    many = replace(board, sides=(replace(board.sides[0], fronts=_rich(board)), board.sides[1]))
    first = asked(many)
    assert (first.field, first.asks) == ("first", "How many go to Front 2?")
    assert labels(first) == [str(n) for n in range(8)]
    assert asked(many, first=("0",)).asks == "How many go to Front 3?"


def _rich(board: Board) -> tuple[Front, ...]:
    front, *others = board.sides[0].fronts
    return (replace(front, soldiers=Soldiers(weapon=7)), *others)


def test_pieces_of_an_order_come_in_the_order_in_which_they_are_tapped() -> None:
    """Of a list of all orders a tap takes the next piece, whatever was tapped before."""
    fields = asked_fields(PlaceHeroes, TACTICS.fields)
    assert [field.pieces for field in fields.values()] == ["order"] * 3
    step = next_step(TACTICS, placing(), 1, Chosen(taps=("card:monk",)))
    assert actions(step) == [PlaceHeroes("monk", "page", "acolyte"), PlaceHeroes("monk", "acolyte", "page")]
    both = next_step(TACTICS, placing(), 1, Chosen(taps=("card:monk", "card:page")))
    (left,) = both.values
    assert left.action == PlaceHeroes("monk", "page", "acolyte")


def test_the_rest_of_an_order_is_framed_once_its_first_piece_is_tapped() -> None:
    """Not what was tapped already."""
    step = next_step(TACTICS, placing(), 1, Chosen(taps=("card:monk",)))
    assert {id_ for value in step.values for id_ in value.touches} == {"card:page", "card:acolyte"}


def test_what_is_tapped_again_is_meant_again() -> None:
    """A Front for each Soldier that goes there: so many stand on the button, and more may follow."""
    board = replace(at_turn(), pending=Flanking(1, ("weapon",)))
    many = replace(board, sides=(replace(board.sides[0], fronts=_rich(board)), board.sides[1]))
    two = asked(many, None, "front:1.2", "front:1.3", "front:1.2")
    assert two.enough
    assert two.enough.action == Send("weapon", 2, 1)
    assert len(two.values) > 1
    assert {id_ for value in two.values for id_ in value.touches} >= {"front:1.2", "front:1.3"}
    assert not asked(many, None, *["front:1.2"] * 8).values
    assert asked(many).enough is None


def test_a_tap_may_go_past_a_question_that_lies_nowhere() -> None:
    """None go to the lower Front: the frame around the higher one stands for that."""
    board = replace(at_turn(), pending=Flanking(1, ("weapon",)))
    many = replace(board, sides=(replace(board.sides[0], fronts=_rich(board)), board.sides[1]))
    none, *some = asked(many).values
    assert none.touches == ("front:1.3",)
    assert {value.touches for value in some} == {("front:1.2",)}


def test_what_was_tapped_wholly_stands_on_the_button() -> None:
    """Though others touch the same and more: what it is about beside its fields has to be tapped as well."""
    step = asked(at_turn(), None, "front:1.2", "card:captain")
    assert actions(step) == [Recruit(2)]
    bare = replace(at_turn(), pending=Turn())
    one, two = bare.sides
    empty = tuple(Front(front.heroes) for front in one.fronts)
    flank = asked(replace(bare, sides=(replace(one, fronts=empty), two)), None, "front:1.2")
    assert flank.enough
    assert flank.enough.action == Flank(2)
    assert len(flank.values) > 1
    assert asked(at_turn(), None, "front:1.2").enough is None


def placing() -> Board:
    """Both seats place three heroes of the draft, of which theirs are known."""
    board = sample(pending=Placing())
    one, two = board.sides
    drafts = (("monk", "page", "acolyte"), ("squire", "herald", "brewer"))
    sides = tuple(
        replace(side, drafted=drafted, fronts=(Front((), Soldiers()),) * 3)
        for side, drafted in zip((one, two), drafts, strict=True)
    )
    return replace(board, sides=sides)


def test_where_several_seats_can_act_it_is_asked_who() -> None:
    """Until a tap or a value is one seat's alone."""
    who = step_of_all(TACTICS, placing(), (1, 2), Chosen())
    assert (who.field, who.seat, labels(who)) == ("seat", None, ["{1}", "{2}"])
    assert [(value.value, value.count) for value in who.values] == [(1, 6), (2, 6)]
    other = step_of_all(TACTICS, placing(), (1, 2), Chosen(taps=("card:herald",)))
    assert (other.field, other.seat) == ("action", 2)
    nobody = step_of_all(TACTICS, placing(), (1, 2), Chosen(taps=("card:giant",)))
    assert (nobody.values, nobody.seat) == ((), None)


def test_a_field_of_an_action_that_is_not_told_is_asked_last() -> None:
    """By its name in plain words of its values."""
    assert [*asked_fields(HirePlace, {"column": Field()})] == ["column", "card"]


def test_a_question_is_what_is_waited_for_without_to() -> None:
    """`Ann: act or end the turn`, where the list of games says that it waits for Ann to act or to end the turn."""

    class Acting(TurnPhase, frozen=True):
        rule, asks = "X-ACT-01", "to act or to end the turn"

    class Skipping(TurnPhase, frozen=True):
        rule, asks = "X-ACT-02", "to use a skill or an item, or to skip"

    assert Acting().question(None, 1) == "act or end the turn"
    assert Skipping().question(None, 1) == "use a skill or an item, or skip"


def test_digits_are_pieces_of_a_number() -> None:
    """With the sign first; what was named by them is the whole number."""
    keypad = Field(pieces="digits")
    assert keypad.parts(-12) == ("-", "1", "2")
    assert keypad.parts(0) == ("0",)
    assert keypad.parts(None) == ()
    assert [value.word for value in named((("first", keypad),), None, 1, Send("armor", 12, 0))] == ["12"]
