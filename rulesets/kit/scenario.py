"""Given, when, then: how the tests of a ruleset state its rules.

    given(RULESET, board).when(1, Attack(2, 2)).refused("HCT-ATK-01")
    given(RULESET, board).when(1, Recruit(1)).then(FrontActivated(1, 1, "recruit"), ...)

A failed expectation is an AssertionError that says what happened instead.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, Self

from rulesets.kit.chance import GivenChance
from rulesets.kit.errors import ChanceNeeded, KitError, Refused
from rulesets.kit.phases import B, Phase, Seat
from rulesets.kit.play import Play
from rulesets.kit.structs import Action, Effect, Start

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from rulesets.kit.outcomes import ChanceQuestion, Outcome, QuestionKind
    from rulesets.kit.ruleset import Ruleset


def given(ruleset: Ruleset[B], board: B) -> Scenario[B]:
    """A board that play stands on."""
    return Scenario(ruleset, board)


def begun(
    ruleset: Ruleset[B], *, seats: int | None = None, outcomes: Sequence[Outcome] = (), sets: str | None = None
) -> Scenario[B]:
    """A game as it begins: `sets` is the text of its component set (the starter by default)."""
    components = ruleset.load(sets) if sets else ruleset.starter_components
    start = Start(seats or min(ruleset.seats), components.hash, "table", "free")
    scenario = Scenario(ruleset, ruleset.empty_board(start, components))
    return scenario.taken(lambda chance: ruleset.begin(start, components, chance), outcomes)


class Scenario(Generic[B]):
    """A board and what led to it. `when` gives the next one; the others expect, and give this one back."""

    __slots__ = ("_board", "_error", "effects", "ruleset")

    def __init__(
        self, ruleset: Ruleset[B], board: B, effects: Sequence[Effect[B]] = (), error: KitError | None = None
    ) -> None:
        self.ruleset = ruleset
        self._board = board
        self.effects = tuple(effects)
        """What followed from the last action."""
        self._error = error

    @property
    def board(self) -> B:
        """The board now. An AssertionError if the last action was not taken."""
        assert self._error is None, f"the action was not taken: {_story(self._error)}"
        return self._board

    def when(self, seat: Seat, action: Action[B], outcomes: Sequence[Outcome] = ()) -> Scenario[B]:
        """The scenario after `seat` takes `action` and chance gives `outcomes`."""
        board = self.board
        return self.taken(lambda chance: self.ruleset.decide(board, seat, action, chance), outcomes)

    def taken(self, decide: Callable[[GivenChance], Play[B]], outcomes: Sequence[Outcome]) -> Scenario[B]:
        """The scenario after any decision."""
        chance = GivenChance(outcomes)
        try:
            play = decide(chance)
            chance.all_used()
        except KitError as error:
            return Scenario(self.ruleset, self._board, error=error)
        return Scenario(self.ruleset, play.board, play.effects)

    def then(self, *effects: Effect[B]) -> Self:
        """Exactly these effects followed, in this order."""
        assert self.board is not None
        assert self.effects == effects, f"expected\n{_lines(effects)}\ngot\n{_lines(self.effects)}"
        return self

    def then_includes(self, *effects: Effect[B]) -> Self:
        """These effects followed in this order, perhaps with others before, between and after them."""
        assert self.board is not None
        rest = iter(self.effects)
        for effect in effects:
            assert effect in rest, f"missing, at its place\n{_lines([effect])}\nin\n{_lines(self.effects)}"
        return self

    def then_never(self, *kinds: type[Effect[B]]) -> Self:
        """No effect of these types followed."""
        assert self.board is not None
        found = [effect for effect in self.effects if isinstance(effect, kinds)]
        assert not found, f"unexpected\n{_lines(found)}"
        return self

    def waits_for(self, phase: type[Phase], *seats: Seat) -> Self:
        """Play now waits in `phase` for exactly `seats`."""
        pending = self.board.pending
        assert isinstance(pending, phase), f"waits in {pending}, not in {phase.__name__}"
        assert self.ruleset.waiting_for(self.board) == seats, f"waits for {self.ruleset.waiting_for(self.board)}"
        return self

    def refused(self, rule: str) -> Self:
        """The last action was refused by `rule`."""
        assert isinstance(self._error, Refused), f"expected a refusal by {rule}, got {_story(self._error)}"
        assert self._error.rule == rule, f"expected a refusal by {rule}, got {_story(self._error)}"
        return self

    def needs_chance(self, kind: QuestionKind, rule: str | None = None) -> ChanceQuestion:
        """The last action stopped at a question of this `kind`, asked by `rule`. Returns the question."""
        error = self._error
        assert isinstance(error, ChanceNeeded), f"expected a question to chance, got {_story(error)}"
        assert error.asked.kind == kind, f"expected to be asked for a {kind}, got {error.asked}"
        assert rule is None or error.asked.rule == rule, f"expected a question by {rule}, got {error.asked}"
        return error.asked


def _story(error: KitError | None) -> str:
    if error is None:
        return "nothing: the action was taken"
    return f"{type(error).__name__}: {getattr(error, 'asked', None) or error}"


def _lines(effects: Sequence[Effect[B]]) -> str:
    return "\n".join(f"    {effect}" for effect in effects) or "    nothing"
