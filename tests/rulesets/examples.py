"""The example games of the documentation, replayed from the files that a reader would send."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from rulesets.kit.chance import GivenChance
from rulesets.kit.conformance import GameStep
from rulesets.kit.structs import Start

if TYPE_CHECKING:
    from rulesets.kit.ruleset import Ruleset

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"


def replayed(ruleset: Ruleset[Any]) -> list[GameStep[Any]]:
    """The events of a ruleset's example; `[n]` is line n of its actions, `[0]` the start. Nothing told is left over."""
    folder = EXAMPLES / ruleset.name
    game = msgspec.json.decode((folder / "game.json").read_bytes())
    assert game["ruleset"] == ruleset.name
    components = ruleset.starter_components
    options = msgspec.to_builtins(ruleset.read_options(game.get("options", {})))
    start = Start(len(game["seats"]), components.hash, game["chance"], "free", options)
    chance = GivenChance(game["outcomes"])
    play = ruleset.begin(start, components, chance)
    chance.all_used()
    empty_board = ruleset.empty_board(start, components)
    played = [GameStep(empty_board, None, start, tuple(chance.outcomes), tuple(play.effects), play.board)]
    for line in (folder / "actions.jsonl").read_bytes().splitlines():
        played.append(_taken(ruleset, played[-1].after, msgspec.json.decode(line)))
    return played


def _taken(ruleset: Ruleset[Any], board: Any, line: dict[str, Any]) -> GameStep[Any]:
    assert line.keys() == {"seat", "action", "outcomes"}
    action, chance = ruleset.read_action(line["action"]), GivenChance(line["outcomes"])
    play = ruleset.decide(board, line["seat"], action, chance)
    chance.all_used()
    return GameStep(board, play.seat, action, tuple(chance.outcomes), tuple(play.effects), play.board)
