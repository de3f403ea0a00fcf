"""Golden files: one seeded game of each ruleset with every answer it gave, so that any change shows as a diff.

`playthrough.jsonl` holds an event a line: action, outcomes, effects and sentence, and last the board that came of them.
`effects.txt` holds the types of effect ever released: lines are added, never taken away, since old logs name them.
`make golden` (or `python -m tests.golden`) writes them anew for review.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from rulesets.heros_crossing_tactics import RULESET as TACTICS
from rulesets.kit.bots import random_bot
from rulesets.kit.chance import Rolled
from rulesets.kit.play import Play
from rulesets.kit.ruleset import Ruleset
from rulesets.kit.structs import Start

GOLDEN = Path(__file__).parent
KEY = b"the key of a game that is played the same way each time"

PLAYED: tuple[tuple[Ruleset[Any], int], ...] = ((TACTICS, 59),)
"""Each ruleset, and a seed whose game is short and shows much."""


def playthrough(ruleset: Ruleset[Any], seed: int) -> Iterator[str]:
    """The lines of the file."""
    rng, components = Random(seed), ruleset.starter_components
    start = Start(min(ruleset.seats), components.hash, "server", "free")
    board = ruleset.blank(start, components)
    play = ruleset.begin(start, components, Rolled(KEY, b"start"))
    yield _line(ruleset, None, start, play, board)
    version = 1
    while waiting := ruleset.waiting_for(board := play.board):
        version += 1
        seat = rng.choice(waiting)
        action = random_bot(ruleset, board, seat, rng)
        play = ruleset.decide(board, seat, action, Rolled(KEY, b"%d" % version))
        yield _line(ruleset, seat, action, play, board)
    yield ruleset.encode_board(board).decode()


def _line(ruleset: Ruleset[Any], seat: int | None, action: object, play: Play[Any], board: Any) -> str:
    sentences = []
    for effect in play.effects:
        sentences.append(effect.says(board))
        board = effect.apply(board)
    event = {
        "seat": seat,
        "action": msgspec.Raw(ruleset.encode(action).encode()),
        "outcomes": play.chance.outcomes,
        "effects": msgspec.Raw(ruleset.encode(play.effects).encode()),
        "sentence": " ".join(filter(None, sentences)),
    }
    return msgspec.json.encode(event).decode()


def effect_tags(ruleset: Ruleset[Any]) -> set[str]:
    """The types of effect that the ruleset has now."""
    return {str(kind.__struct_config__.tag) for kind in ruleset.effects}


def files(ruleset: Ruleset[Any]) -> tuple[Path, Path]:
    """Where a ruleset's playthrough and its released effects stand."""
    folder = GOLDEN / ruleset.name
    return folder / "playthrough.jsonl", folder / "effects.txt"
