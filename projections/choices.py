"""Choices in steps, as a screen shows them, with the names of the seats. They depend on the viewer's board only."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from projections.views import names, with_names
from rulesets.kit.steps import step_of_all
from rulesets.kit.structs import ChoiceStep, Chosen, Value

if TYPE_CHECKING:
    from collections.abc import Mapping

    from events import Game
    from projections.library import Library
    from rulesets.kit.phases import Seat
    from rulesets.kit.ruleset import Ruleset
    from rulesets.kit.structs import Viewer

WHO = "Who acts?"
"""The question if several seats may act."""


class WaitingSeat(Struct, frozen=True):
    """A seat that the game waits for, and the question to it."""

    seat: Seat
    question: str
    """With names: `Ben: play a reserve card, or none`."""


class Choices(Struct, frozen=True):
    """The choices on a board."""

    waiting_for: tuple[WaitingSeat, ...]
    anytime: tuple[Seat, ...]
    """Seats that the game does not wait for, but that may act."""
    step: ChoiceStep
    """The next step; its texts have the names of the seats."""
    labels: Mapping[int, str]
    """The label of each value that has an action, by its index; -1 stands for `step.enough`."""


def choices(library: Library, game: Game, viewer: Viewer, seat: Seat | None, chosen: Chosen) -> Choices:
    """The choices of `seat`, or of all seats that the game waits for, at the head. O(legal actions)."""
    return choices_on(library.ruleset(game), library.head(game, viewer), names(game), seat, chosen)


def choices_on(
    ruleset: Ruleset[Any], board: Any, seat_names: Mapping[int, str], seat: Seat | None, chosen: Chosen
) -> Choices:
    """The choices on any board of the viewer."""
    waiting = ruleset.waiting_for(board)
    step = step_of_all(ruleset, board, waiting if seat is None else (seat,), chosen)
    return Choices(
        waiting_for=tuple(WaitingSeat(each, with_names(ruleset.question(board, each), seat_names)) for each in waiting),
        anytime=ruleset.anytime(board),
        step=_named(ruleset, board, step, seat_names),
        labels={index: with_names(text, seat_names) for index, text in _labels(board, step)},
    )


def _named(ruleset: Ruleset[Any], board: Any, step: ChoiceStep, seat_names: Mapping[int, str]) -> ChoiceStep:
    """A step with a question, and with the names of the seats."""
    asks = step.asks or _board_asks(ruleset, board, step)
    values = tuple(_value(value, seat_names) for value in step.values)
    enough = step.enough and _value(step.enough, seat_names)
    return replace(step, asks=with_names(asks, seat_names), values=values, enough=enough)


def _board_asks(ruleset: Ruleset[Any], board: Any, step: ChoiceStep) -> str:
    if step.field == "seat":
        return WHO
    return ruleset.question(board, step.seat) if step.seat and ruleset.waiting_for(board) else ""


def _value(value: Value, seat_names: Mapping[int, str]) -> Value:
    return replace(value, label=with_names(value.label, seat_names))


def _labels(board: Any, step: ChoiceStep) -> list[tuple[int, str]]:
    values = [*enumerate(step.values), *([(-1, step.enough)] if step.enough else ())]
    return [(at, value.action.label(board, step.seat)) for at, value in values if value.action and step.seat]
