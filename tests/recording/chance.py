"""How many screens chance is asked on in random games, and where what is asked for lies."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field

from rulesets.kit.bots import random_bot
from rulesets.kit.chance import GivenChance
from rulesets.kit.errors import ChanceNeeded
from rulesets.kit.outlook import outlook
from rulesets.kit.structs import Start
from tests.recording.reaching import ARRANGEMENTS, ids_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rulesets.kit.chance import Chance
    from rulesets.kit.outcomes import Outcome, Outlook
    from rulesets.kit.phases import Seat
    from rulesets.kit.play import Play
    from rulesets.kit.ruleset import Ruleset

SETUP, ROUND, OTHER = "a set-up", "a start of a round", "another decision"
FIRST_OF_ROUND = {"heros_crossing": "the Action Card of the round"}
"""What is asked first when a round starts; what comes before it still belongs to the end of the last one."""
MOST_SCREENS = {SETUP: 5, ROUND: 3}
"""What Hero's Crossing asks with four seats; rounds of Card Tactics start within the attacks that end others."""
MOST_VALUES = 60
"""No list of possible outcomes has more names."""


class Screens(Struct):
    """The screens of a ruleset with a number of seats."""

    most: dict[str, int] = field(default_factory=dict)
    """Of a set-up, a start of a round and other decisions, at most."""
    asked: int = 0
    """Screens in all."""
    again: int = 0
    """Those on which something was asked again, since an answer changed it."""
    faults: dict[str, list[str]] = field(default_factory=dict)

    def note(self, what: str, screens: int) -> None:
        """Count a decision."""
        self.most[what] = max(self.most.get(what, 0), screens)


def screens_of(ruleset: Ruleset[Any], seats: int, decisions: int) -> Screens:
    """Random games, of which each answer of chance is told group by group."""
    counts, seed = Screens(), 0
    while decisions > 0:
        for _ in Telling(ruleset, seats, seed, counts).play(decisions):
            decisions -= 1
        seed += 1
    return counts


class Telling:
    """A game whose chance the table tells."""

    def __init__(self, ruleset: Ruleset[Any], seats: int, seed: int, counts: Screens) -> None:
        self.ruleset, self.seats, self.counts = ruleset, seats, counts
        self.rng, self.place = Random(seed), f"seed {seed}"

    def play(self, most: int) -> Iterator[None]:
        """Its decisions."""
        ruleset, rng, components = self.ruleset, self.rng, self.ruleset.starter_components
        start = Start(self.seats, components.hash, "table", "free")
        empty = ruleset.empty_board(start, components)
        board = self.decided(empty, 1, lambda chance: ruleset.begin(start, components, chance), SETUP)
        yield
        for number in range(2, most):
            self.place = f"{self.place.partition(' v')[0]} v{number}"
            if not (waiting := ruleset.waiting_for(board)):
                return
            seat = rng.choice(waiting)
            action = random_bot(ruleset, board, seat, rng)
            board = self.decided(board, seat, lambda chance: ruleset.decide(board, seat, action, chance))  # noqa: B023
            yield

    def decided(self, board: Any, seat: Seat, decide: Callable[[Chance], Play[Any]], what: str = "") -> Any:
        """The board after a decision, of which all that chance was asked was told."""
        outcomes: list[Outcome] = []
        screens: list[str] = []
        while True:
            try:
                play = decide(GivenChance(outcomes))
            except ChanceNeeded as error:
                self.counts.asked += 1
                self.counts.again += bool(error.rejected)
                del outcomes[error.index :]
                asked = outlook(self.ruleset, board, seat, error, outcomes, decide)
                self.look_at(asked, board, seat)
                screens.append(asked.slots[0].about)
                outcomes += self.answers(error, asked)
            else:
                what = what or (ROUND if play.board.round > board.round else OTHER)
                first = FIRST_OF_ROUND.get(self.ruleset.name) if what == ROUND else None
                self.counts.note(what, len(screens) - (screens.index(first) if first in screens else 0))
                return play.board

    def answers(self, error: ChanceNeeded, asked: Outlook) -> Iterator[Outcome]:
        """One for each slot; a card that is told is off the list for the next."""
        left = list(error.asked.allowed)
        for _ in asked.slots:
            answer = self.rng.choice(left)
            if error.asked.kind in ("draw", "reveal") and len(left) > 1:
                left.remove(answer)
            yield answer

    def look_at(self, asked: Outlook, board: Any, seat: Seat) -> None:
        """What is asked for lies in the picture, and is chosen from a list that can be looked through."""
        labels = {value.label for value in asked.values}
        if len(labels) > MOST_VALUES:
            self.fault("too many outcomes to choose from", f"{len(labels)} for {asked.slots[0].about}")
        for arrangement in ARRANGEMENTS:
            drawn = {id_ for group in ids_in(self.ruleset, board, seat, arrangement) for id_ in group}
            for slot in asked.slots:
                if not slot.about:
                    self.fault("no words for what is asked", str(slot))
                if slot.place and slot.place not in drawn:
                    self.fault(f"not in the picture ({arrangement}): {slot.place.partition(':')[0]}", str(slot))

    def fault(self, what: str, where: str) -> None:
        """Note something that is wrong."""
        self.counts.faults.setdefault(what, []).append(f"{self.place}: {where}")
