"""Choices as clients see them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import UNSET, Raw

from api.rest import shapes
from projections.choices import choices
from rulesets.kit.by_hand import ByHand

if TYPE_CHECKING:
    from collections.abc import Mapping

    from events import Game
    from projections import Library
    from rulesets.kit.ruleset import Ruleset
    from rulesets.kit.structs import Action, Chosen, Numbers, Value, Viewer


def choices_shape(library: Library, game: Game, viewer: Viewer, seat: int | None, chosen: Chosen) -> shapes.Choices:
    """What a seat, or every seat that must act, is asked next, after what was chosen so far."""
    ruleset, found = library.ruleset(game), choices(library, game, viewer, seat, chosen)
    step = found.step
    return shapes.Choices(
        version=game.version,
        waiting_for=[shapes.AskedSeat(asked.seat, asked.question) for asked in found.waiting_for],
        anytime=list(found.anytime),
        step=shapes.ChoiceStep(
            seat=step.seat,
            field=step.field,
            question=step.asks,
            low=step.low,
            high=step.high,
            enough=_choice(ruleset, step.enough, found.labels, -1) if step.enough else None,
            values=[_choice(ruleset, value, found.labels, at) for at, value in enumerate(step.values)],
            numbers=UNSET if step.numbers is None else _numbers(ruleset, step.numbers),
        ),
    )


def _numbers(ruleset: Ruleset[Any], numbers: Numbers) -> shapes.NumberChoices:
    return shapes.NumberChoices(
        action=Raw(ruleset.encode(numbers.action).encode()),
        field=numbers.field,
        least=numbers.least,
        most=numbers.most,
        step=numbers.step,
    )


def _choice(ruleset: Ruleset[Any], value: Value, texts: Mapping[int, str], at: int) -> shapes.Choice:
    return shapes.Choice(
        value=value.value,
        label=value.label,
        touches=list(value.touches),
        count=value.count,
        action=UNSET if value.action is None else Raw(ruleset.encode(value.action).encode()),
        text=texts.get(at, UNSET),
        **flags_of(value.kind),
    )


def flags_of(kind: type[Action[Any]] | None) -> dict[str, bool]:
    """What a screen must know about a type of action before it is taken."""
    if kind is None:
        return dict.fromkeys(("needs_version", "anytime", "by_hand"), False)
    return {
        "needs_version": kind.needs_version,
        "anytime": kind.anytime,
        "by_hand": issubclass(kind, ByHand),
    }
