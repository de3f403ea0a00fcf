"""Golden files: one seeded game of each ruleset with every answer it gave, so that any change shows as a diff.

`playthrough.jsonl` holds an event a line: action, outcomes, effects and sentence, and last the board that came of them.
`effects.txt` holds the types of effect ever released: lines are added, never taken away, since old logs name them.
`make golden` (or `python -m tests.golden`) writes them again for review.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec

from rulesets.card_tactics import RULESET as CARD_TACTICS
from rulesets.heroes_of_the_campaign import RULESET as CAMPAIGN
from rulesets.heros_crossing import RULESET as CROSSING
from rulesets.heros_crossing_tactics import RULESET as TACTICS
from rulesets.kingdom_rush import RULESET as KINGDOM_RUSH
from rulesets.kit.bots import random_bot
from rulesets.kit.chance import ServerChance
from rulesets.kit.phases import Components
from rulesets.kit.play import Play
from rulesets.kit.ruleset import Ruleset
from rulesets.kit.structs import Start
from rulesets.scoresheet import RULESET as SCORESHEET

GOLDEN = Path(__file__).parent
KEY = b"the key of a game that is played the same way each time"


class Known(NamedTuple):
    """A game that is played the same way each time: short, and it shows much."""

    ruleset: Ruleset[Any]
    seed: int
    seats: int = 2
    options: dict[str, str] = {}
    longest: int = 300
    """It is left after so many events."""
    set: str = ""
    """The name of another component set that ships; by default the starter."""

    @property
    def components(self) -> Components:
        """The set that it is played with."""
        ruleset = self.ruleset
        return ruleset.load(ruleset.other_sets[self.set]) if self.set else ruleset.starter_components

    def start(self) -> Start:
        """What is agreed on before it."""
        components = self.components
        return Start(self.seats, components.hash, "server", "free", self.ruleset.agreed(self.options, components))


PLAYED = (
    Known(TACTICS, 682),
    Known(KINGDOM_RUSH, 6, options={"scenario": "hours-run-backwards"}),
    Known(CROSSING, 151, seats=3),
    Known(CAMPAIGN, 1),
    Known(CARD_TACTICS, 316),
    Known(SCORESHEET, 335, seats=3, options={"difficulty": "hard"}, set="together"),
)


def playthrough(known: Known) -> Iterator[str]:
    """The lines of the file."""
    ruleset, start, rng = known.ruleset, known.start(), Random(known.seed)
    components = known.components
    board = ruleset.empty_board(start, components)
    play = ruleset.begin(start, components, ServerChance(KEY, b"start"))
    yield _line(ruleset, None, start, play, board)
    version = 1
    while version < known.longest and (waiting := ruleset.waiting_for(board := play.board)):
        version += 1
        seat = rng.choice(waiting)
        action = random_bot(ruleset, board, seat, rng)
        play = ruleset.decide(board, seat, action, ServerChance(KEY, b"%d" % version))
        yield _line(ruleset, seat, action, play, board)
    yield ruleset.encode_board(play.board).decode()


def _line(ruleset: Ruleset[Any], seat: int | None, action: object, play: Play[Any], board: Any) -> str:
    sentences = []
    for effect in play.effects:
        sentences.append(effect.sentence(board))
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
