"""What languages of cards share: steps by address, choices as answers, words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec import Struct
from msgspec.structs import replace

from rulesets.kit import cards
from rulesets.kit.cards import (
    COMPARE,
    Answers,
    Asking,
    ByWord,
    CardStep,
    Choosing,
    Doing,
    OneOf,
    Word,
    asks,
    clamped,
    first,
    lay,
    traverse,
    union_of,
    words_below,
)
from rulesets.kit.chance import GivenChance
from rulesets.kit.facts import Fact
from rulesets.kit.phases import TurnPhase
from rulesets.kit.play import Play
from rulesets.kit.ruleset import NoComponents
from rulesets.kit.structs import Effect


class Say(Word, frozen=True):
    """A step that may hold others."""

    what: str
    then: tuple[Say, ...] = ()
    other: tuple[Say, ...] = ()


class Cost(OneOf, frozen=True):
    """A number, or a word that stands for one."""

    leads = ("number", "of_")
    number: int | None = None
    of_: str | None = None
    """`of` in a file."""
    times: int = 1


class Hexing(TurnPhase, frozen=True):
    """A card is read that asks twice."""

    answers: tuple[tuple[str, ...], ...] = ()


class Picking(Choosing, frozen=True):
    """A seat answers it."""

    then: Hexing


class Board(Struct, frozen=True):
    """Who is hexed."""

    pending: Hexing | Picking = Hexing()
    hexed: tuple[str, ...] = ()
    components: NoComponents = NoComponents()
    seats: int = 2
    seat: int = 1
    round: int = 1
    turn: int = 1


class ChoiceAsked(cards.ChoiceAsked[Board], frozen=True):
    """Of the game's own phase."""

    phase = Picking


class Hexed(Effect[Board], frozen=True):
    """For each victim."""

    victim: str

    def apply(self, board: Board) -> Board:
        return replace(board, hexed=(*board.hexed, self.victim))


@asks(ChoiceAsked)
def put_hexes(play: Play[Board]) -> None:
    """One on another, one on anybody."""
    doing = Doing(play, CardStep(Say("hex"), None), Hexing.of(play.board).answers)
    (one,) = doing.choose(1, "foe", ("ben", "cleo"))
    others = doing.choose(0, "anybody", ("ann", "ben", "cleo"), 0, 9)
    for victim in (one, *others):
        doing.emit(Hexed(victim))
    assert (doing.board, doing.step.do) == (play.board, Say("hex"))


def branches(word: Say) -> tuple[tuple[str, tuple[Say, ...]], ...]:
    return ("then", word.then), ("other", word.other)


def laid(*words: Say) -> dict[str, CardStep[Say]]:
    steps: dict[str, CardStep[Say]] = {}
    lay(steps, "card", words, branches)
    return steps


def test_each_step_stands_under_its_address() -> None:
    """And knows what follows it, out of a branch too: behind the branch the list goes on."""
    steps = laid(Say("a", (Say("b"), Say("c"))), Say("d", other=(Say("e"),)))

    assert {at: step.do.what for at, step in steps.items()} == {
        "card.0": "a",
        "card.0.then.0": "b",
        "card.0.then.1": "c",
        "card.1": "d",
        "card.1.other.0": "e",
    }
    assert {at: step.after for at, step in steps.items()} == {
        "card.0": "card.1",
        "card.0.then.0": "card.0.then.1",
        "card.0.then.1": "card.1",
        "card.1": None,
        "card.1.other.0": None,
    }


def test_an_empty_list_leads_to_what_follows_it() -> None:
    """A branch that does nothing."""
    steps = laid(Say("a"), Say("b"))
    assert first(steps, "card") == "card.0"
    assert first(steps, "card.0.then", "card.1") == "card.1"
    assert first(steps, "card.1.then") is None


def test_answers_are_handed_out_in_the_order_asked() -> None:
    """What is no choice is answered by itself; the first that is missing is asked for."""
    answers = Answers((("b",), ("c", "d")))
    assert answers.choose(1, "one", ("a", "b")) == ("b",)
    assert answers.choose(1, "none to choose", ("x",)) == ("x",)
    assert answers.choose(1, "nobody", ()) == ()
    assert answers.choose(2, "two", ("b", "c", "d"), 2, 2) == ("c", "d")
    with pytest.raises(Asking) as asking:
        answers.choose(2, "more", ("a", "b"), 0, 5)
    assert asking.value.args == (2, "more", ("a", "b"), 0, 2)


def test_a_step_asks_and_runs_again_with_the_answer() -> None:
    """It emits nothing before all is answered; each choice goes back to the phase that asks."""
    play = Play(Board(), 1, GivenChance())
    put_hexes(play)
    assert play.effects == [ChoiceAsked(1, "foe", ("ben", "cleo"), 1, 1)]
    assert play.board == Board(Picking(1, "foe", ("ben", "cleo"), 1, 1, Hexing()))

    play.emit(cards.ChoiceMade(("cleo",)))
    put_hexes(play)
    asked = play.effects[-1]
    assert asked == ChoiceAsked(0, "anybody", ("ann", "ben", "cleo"), 0, 3)
    assert play.board.pending == Picking(0, "anybody", ("ann", "ben", "cleo"), 0, 3, Hexing((("cleo",),)))
    assert list(asked.facts(play.board)) == [Fact(kind="anybody")]  # of no seat: any may answer

    play.emit(cards.ChoiceMade(()))
    put_hexes(play)
    assert play.board == Board(Hexing((("cleo",), ())), ("cleo",))


def test_a_step_that_asks_is_still_one_of_its_topic() -> None:
    """A ruleset finds its steps by their modules, and names them."""
    assert (put_hexes.__module__, put_hexes.__name__) == (__name__, "put_hexes")


def test_exactly_one_leading_word() -> None:
    """The others qualify it."""
    assert msgspec.convert({"of": "x", "times": 2}, Cost) == Cost(of_="x", times=2)
    for wrong in ({}, {"times": 2}, {"number": 1, "of": "x"}):
        with pytest.raises(msgspec.ValidationError, match="exactly one of: number, of"):
            msgspec.convert(wrong, Cost)
    with pytest.raises(msgspec.ValidationError, match="`by`"):
        msgspec.convert({"number": 1, "by": 2}, Cost)


def test_a_function_for_each_word() -> None:
    """It stands beside the function; one may serve several words. Bases of others are no words themselves."""

    class Verb(Word, frozen=True, tag_field="do"):
        pass

    class Move(Verb, frozen=True):
        by: int = 1

    class Push(Move, frozen=True, tag="push"):
        pass

    class Pull(Move, frozen=True, tag="pull"):
        pass

    class Rest(Verb, frozen=True, tag="rest"):
        pass

    verb: ByWord[Callable[[Any], int]] = ByWord("verb", Verb)
    assert list(words_below(Verb)) == [Push, Pull, Rest]

    @verb(Push, Pull)
    def move(word: Move) -> int:
        return word.by if isinstance(word, Push) else -word.by

    written = [{"do": "push", "by": 3}, {"do": "rest"}]
    assert msgspec.convert(written, list[union_of(Verb)]) == [Push(3), Rest()]  # type: ignore[misc]
    assert [verb[type(word)](word) for word in (Push(2), Pull())] == [2, -1]
    assert set(verb) == {Push, Pull}


def test_a_walk_tells_the_path_of_each_part() -> None:
    """As the file has it."""
    paths = {path: part for path, part in traverse(Say("a", (Say("b"),))) if isinstance(part, str)}
    assert paths == {("what",): "a", ("then", 0, "what"): "b"}


def test_what_a_card_works_out_is_held() -> None:
    """However a set multiplies."""
    assert [clamped(number) for number in (3, -(10**9), 10_000, 9_999)] == [3, -9_999, 9_999, 9_999]


def test_comparisons() -> None:
    """By their signs."""
    assert [COMPARE[sign](1, 2) for sign in ("<", "<=", "==", ">=", ">")] == [True, True, False, False, False]
