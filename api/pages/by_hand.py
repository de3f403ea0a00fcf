"""Effects that a table enters by hand on the record page, one after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import MsgspecError
from msgspec.structs import replace

from rulesets.kit.by_hand import ByHand

if TYPE_CHECKING:
    from api.pages.selection import Selection
    from rulesets.kit.ruleset import Ruleset
    from rulesets.kit.structs import Action, Effect

EFFECTS = "effects"
"""The query parameter of an effect, as JSON; it repeats for each effect."""


def is_more_to_come(action: Action[Any] | None) -> bool:
    """Whether an option is an effect, after which another may follow."""
    return isinstance(action, ByHand) and bool(action.effects)


def entering(selection: Selection, ruleset: Ruleset[Any], action: Action[Any]) -> Selection:
    """The selection after a complete effect: that effect and the earlier ones."""
    assert isinstance(action, ByHand)
    effects = ((EFFECTS, ruleset.encode(effect)) for effect in action.effects)
    return replace(selection, pairs=(("type", type(action).__name__), *effects), action=None)


def entered(ruleset: Ruleset[Any], board: Any, selection: Selection) -> tuple[Any, Effect[Any], Any] | None:
    """The last complete effect, with the boards before and after it; None if there is none."""
    encoded = [value for name, value in selection.pairs if name == EFFECTS]
    if not encoded:
        return None
    try:
        *earlier, last = ruleset.decode_effects(f"[{','.join(encoded)}]")
        for each in earlier:
            board = each.apply(board)
        return board, last, last.apply(board)
    except (MsgspecError, RecursionError, LookupError, TypeError, ValueError):
        return None  # the address was made by hand


def words(ruleset: Ruleset[Any], board: Any, before: Selection, effect: str) -> str | None:
    """The sentence of an effect that was entered after others, or its type if it has no sentence."""
    found = entered(ruleset, board, before.then(EFFECTS, effect))
    return found and (found[1].sentence(found[0]) or ruleset.titles[type(found[1]).__name__])
