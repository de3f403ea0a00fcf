"""Effects with which a table may put a board right."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

from rulesets.kit.by_hand import HandSteps, adjusting_action
from rulesets.kit.structs import Chosen

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from rulesets.kit.ruleset import Ruleset
    from rulesets.kit.structs import Effect

TRIED = 50
"""So many effects of a type are looked at."""


def offered(ruleset: Ruleset[Any], board: Any, rng: Random) -> list[Effect[Any]]:
    """An adjustable effect of each type that a screen offers on a board."""
    kind = adjusting_action(ruleset)
    assert kind
    kinds = {each.__name__: each for each in ruleset.adjustable}

    def of(name: Any) -> Iterator[Any]:
        steps = HandSteps(kind, ruleset, board, 1, Chosen(None, {"effect": (name,)}, ()))
        yield from islice(steps._fitting(kinds[name], {}), TRIED)

    rows = HandSteps(kind, ruleset, board, 1, Chosen(None, {}, ())).step().values
    return [rng.choice(list(of(row.value))) for row in rows]
