"""The number of screens that ask for outcomes in random games, and where the picture shows what they ask for."""

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
"""The first question when a round starts; questions before it still belong to the end of the last round."""
MOST_SCREENS = {SETUP: 5, ROUND: 3}
"""The limits, which Hero's Crossing reaches with four seats. In Card Tactics a round starts within an attack that ends
the last one."""
MOST_VALUES = 60
"""The limit of names in a list of possible outcomes."""


class Screens(Struct):
    """The number of screens of a ruleset with a number of seats."""

    most: dict[str, int] = field(default_factory=dict)
    """The largest number for a set-up, a start of a round, and other decisions."""
    total: int = 0
    """The number of all screens."""
    repeated: int = 0
    """The number of screens that repeat a question, since an answer changed it."""
    faults: dict[str, list[str]] = field(default_factory=dict)

    def note(self, what: str, screens: int) -> None:
        """Count a decision."""
        self.most[what] = max(self.most.get(what, 0), screens)


def screens_of(ruleset: Ruleset[Any], seats: int, decisions: int) -> Screens:
    """Play random games, and enter each outcome on its screen."""
    counts, seed = Screens(), 0
    while decisions > 0:
        for _ in RandomTableGame(ruleset, seats, seed, counts).play(decisions):
            decisions -= 1
        seed += 1
    return counts


class RandomTableGame:
    """A random game in which the table enters rolls and draws."""

    def __init__(self, ruleset: Ruleset[Any], seats: int, seed: int, counts: Screens) -> None:
        self.ruleset, self.seats, self.counts = ruleset, seats, counts
        self.rng, self.place = Random(seed), f"seed {seed}"

    def play(self, most: int) -> Iterator[None]:
        """Play the decisions of the game."""
        ruleset, rng, components = self.ruleset, self.rng, self.ruleset.starter_components
        start = Start(self.seats, components.hash, "table", "free")
        empty = ruleset.empty_board(start, components)
        board = self.decide_with_outcomes(empty, 1, lambda chance: ruleset.begin(start, components, chance), SETUP)
        yield
        for number in range(2, most):
            self.place = f"{self.place.partition(' v')[0]} v{number}"
            if not (waiting := ruleset.waiting_for(board)):
                return
            seat = rng.choice(waiting)
            action = random_bot(ruleset, board, seat, rng)
            board = self.decide_with_outcomes(board, seat, lambda chance: ruleset.decide(board, seat, action, chance))  # noqa: B023
            yield

    def decide_with_outcomes(
        self, board: Any, seat: Seat, decide: Callable[[Chance], Play[Any]], what: str = ""
    ) -> Any:
        """Make a decision, and enter every outcome that it needs; returns the board after it."""
        outcomes: list[Outcome] = []
        screens: list[str] = []
        while True:
            try:
                play = decide(GivenChance(outcomes))
            except ChanceNeeded as error:
                self.counts.total += 1
                self.counts.repeated += bool(error.rejected)
                del outcomes[error.index :]
                needed = outlook(self.ruleset, board, seat, error, outcomes, decide)
                self.check_outlook(needed, board, seat)
                screens.append(needed.slots[0].about)
                outcomes += self.answers(error, needed)
            else:
                what = what or (ROUND if play.board.round > board.round else OTHER)
                first = FIRST_OF_ROUND.get(self.ruleset.name) if what == ROUND else None
                self.counts.note(what, len(screens) - (screens.index(first) if first in screens else 0))
                return play.board

    def answers(self, error: ChanceNeeded, needed: Outlook) -> Iterator[Outcome]:
        """A random outcome for each question; a card that is entered cannot be entered again."""
        left = list(error.asked.allowed)
        for _ in needed.slots:
            answer = self.rng.choice(left)
            if error.asked.kind in ("draw", "reveal") and len(left) > 1:
                left.remove(answer)
            yield answer

    def check_outlook(self, needed: Outlook, board: Any, seat: Seat) -> None:
        """Check that the picture shows what is asked for, and that the list of outcomes is not too long."""
        labels = {value.label for value in needed.values}
        if len(labels) > MOST_VALUES:
            self.fault("too many outcomes to choose from", f"{len(labels)} for {needed.slots[0].about}")
        for arrangement in ARRANGEMENTS:
            drawn = {id_ for group in ids_in(self.ruleset, board, seat, arrangement) for id_ in group}
            for slot in needed.slots:
                if not slot.about:
                    self.fault("no words for what is asked", str(slot))
                if slot.place and slot.place not in drawn:
                    self.fault(f"not in the picture ({arrangement}): {slot.place.partition(':')[0]}", str(slot))

    def fault(self, what: str, where: str) -> None:
        """Note a fault."""
        self.counts.faults.setdefault(what, []).append(f"{self.place}: {where}")
