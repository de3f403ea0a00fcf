"""Choices by steps, as a screen shows them: with the names of the seats, worked out from the viewer's board alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from projections.views import names, with_names
from rulesets.kit.steps import ChoiceStep, Chosen, Value, step_of_all

if TYPE_CHECKING:
    from collections.abc import Mapping

    from events import Game
    from projections.library import Library
    from rulesets.kit.phases import Seat
    from rulesets.kit.ruleset import Ruleset
    from rulesets.kit.structs import Viewer

WHO = "Who acts?"
"""What is asked where several seats could."""


class Asked(Struct, frozen=True):
    """A seat that is waited for, and what for."""

    seat: Seat
    asks: str
    """With names: `Ben: play a reserve card, or none`."""


class Choices(Struct, frozen=True):
    """What may be chosen on a board."""

    waiting_for: tuple[Asked, ...]
    anytime: tuple[Seat, ...]
    """Seats that are not waited for, and may act all the same."""
    step: ChoiceStep
    """What is asked next; its texts have names."""
    says: Mapping[int, str]
    """The whole label of each value that has an action, by its place; at -1 that of what is enough."""


def choices(library: Library, game: Game, viewer: Viewer, seat: Seat | None, chosen: Chosen) -> Choices:
    """What is asked at the head of `seat`, or of all that are waited for, after what is chosen. O(legal actions)."""
    return choices_on(library.ruleset(game), library.head(game, viewer), names(game), seat, chosen)


def choices_on(
    ruleset: Ruleset[Any], board: Any, called: Mapping[int, str], seat: Seat | None, chosen: Chosen
) -> Choices:
    """The same on any board, which is the viewer's."""
    waiting = ruleset.waiting_for(board)
    step = step_of_all(ruleset, board, waiting if seat is None else (seat,), chosen)
    return Choices(
        waiting_for=tuple(Asked(each, with_names(ruleset.question(board, each), called)) for each in waiting),
        anytime=ruleset.anytime(board),
        step=_named(ruleset, board, step, called),
        says={index: with_names(text, called) for index, text in _says(board, step)},
    )


def _named(ruleset: Ruleset[Any], board: Any, step: ChoiceStep, called: Mapping[int, str]) -> ChoiceStep:
    """A step with the names of the seats, and with a question."""
    asks = step.asks or _board_asks(ruleset, board, step)
    values = tuple(_value(value, called) for value in step.values)
    enough = step.enough and _value(step.enough, called)
    return replace(step, asks=with_names(asks, called), values=values, enough=enough)


def _board_asks(ruleset: Ruleset[Any], board: Any, step: ChoiceStep) -> str:
    if step.field == "seat":
        return WHO
    return ruleset.question(board, step.seat) if step.seat and ruleset.waiting_for(board) else ""


def _value(value: Value, called: Mapping[int, str]) -> Value:
    return replace(value, label=with_names(value.label, called))


def _says(board: Any, step: ChoiceStep) -> list[tuple[int, str]]:
    told = [*enumerate(step.values), *([(-1, step.enough)] if step.enough else ())]
    return [(at, value.action.label(board, step.seat)) for at, value in told if value.action and step.seat]
