"""What a table enters by hand on the record page: one effect after the other, and then another one, until it is all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import MsgspecError
from msgspec.structs import replace

from rulesets.kit.by_hand import ByHand

if TYPE_CHECKING:
    from api.pages.narrowing import Narrowed
    from rulesets.kit.ruleset import Ruleset
    from rulesets.kit.structs import Action, Effect

EFFECTS = "effects"
"""The name of an effect that is entered, as JSON; as often as there are."""


def is_more_to_come(action: Action[Any] | None) -> bool:
    """Whether an answer is an effect, after which another may be entered."""
    return isinstance(action, ByHand) and bool(action.effects)


def entering(way: Narrowed, ruleset: Ruleset[Any], action: Action[Any]) -> Narrowed:
    """What is chosen once an effect is whole: it and those before it."""
    assert isinstance(action, ByHand)
    effects = ((EFFECTS, ruleset.encode(effect)) for effect in action.effects)
    return replace(way, pairs=(("type", type(action).__name__), *effects), action=None)


def entered(ruleset: Ruleset[Any], board: Any, way: Narrowed) -> tuple[Any, Effect[Any], Any] | None:
    """The last effect that is whole, with the boards before and after it; None where there is none."""
    told = [value for name, value in way.pairs if name == EFFECTS]
    if not told:
        return None
    try:
        *earlier, last = ruleset.decode_effects(f"[{','.join(told)}]")
        for each in earlier:
            board = each.apply(board)
        return board, last, last.apply(board)
    except (MsgspecError, RecursionError, LookupError, TypeError, ValueError):
        return None  # the address was made by hand


def words(ruleset: Ruleset[Any], board: Any, before: Narrowed, effect: str) -> str | None:
    """What an effect tells that was entered after others; of one that tells nothing, its type."""
    found = entered(ruleset, board, before.then(EFFECTS, effect))
    return found and (found[1].sentence(found[0]) or ruleset.titles[type(found[1]).__name__])
