"""Chance: the outcomes of dice and draws, asked for one question at a time.

Every answer is kept in `outcomes`, in the order asked, so a decision can be taken again from its own record.
"""

from __future__ import annotations

import hmac
from functools import lru_cache
from typing import TYPE_CHECKING

from rulesets.kit.errors import ChanceNeeded, LeftoverOutcomes
from rulesets.kit.outcomes import ChanceQuestion, Outcome

if TYPE_CHECKING:
    from collections.abc import Sequence


@lru_cache(maxsize=64)
def _faces(sides: int) -> tuple[int, ...]:
    """The faces of a die; every roll asks for them."""
    return tuple(range(1, sides + 1))


class Chance:
    """Asks, and keeps the answers. `ask` is what sources differ in."""

    __slots__ = ("outcomes",)

    def __init__(self) -> None:
        self.outcomes: list[Outcome] = []

    def ask(self, asked: ChanceQuestion) -> Outcome:
        """One outcome out of `asked.allowed` (or `None` where that will do)."""
        raise NotImplementedError

    def roll(self, sides: int, *, rule: str, about: str = "", place: str = "") -> int:
        """A die's face, 1 to `sides`."""
        return self._number(ChanceQuestion("roll", _faces(sides), rule, False, about, place))

    def pick(self, allowed: Sequence[int], *, rule: str, about: str = "", place: str = "") -> int:
        """One of some numbers at random, such as the seat of the first player."""
        return self._number(ChanceQuestion("pick", tuple(sorted(allowed)), rule, False, about, place))

    def draw(
        self, pool: tuple[str, ...], *, rule: str, unknown_ok: bool = False, about: str = "", place: str = ""
    ) -> str | None:
        """A card out of a sorted pool; `None` when it is drawn unseen and `unknown_ok`."""
        outcome = self._keep(ChanceQuestion("draw", pool, rule, unknown_ok, about, place))
        assert outcome is None or isinstance(outcome, str)
        return outcome

    def reveal(self, unseen: tuple[str, ...], *, rule: str, about: str = "", place: str = "") -> str:
        """Which card out of a sorted pool an unknown one was all along."""
        outcome = self._keep(ChanceQuestion("reveal", unseen, rule, False, about, place))
        assert isinstance(outcome, str)
        return outcome

    def _number(self, asked: ChanceQuestion) -> int:
        outcome = self._keep(asked)
        assert isinstance(outcome, int)
        return outcome

    def _keep(self, asked: ChanceQuestion) -> Outcome:
        outcome = self.ask(asked)
        self.outcomes.append(outcome)
        return outcome


class GivenChance(Chance):
    """Answers out of a list: what the table entered, or what stands in the log. An empty one is a dry run's."""

    __slots__ = ("entered",)

    def __init__(self, entered: Sequence[Outcome] = ()) -> None:
        self.outcomes = []
        self.entered = tuple(entered)

    def ask(self, asked: ChanceQuestion) -> Outcome:
        index = len(self.outcomes)
        if index == len(self.entered):
            raise ChanceNeeded(asked, index)
        outcome = self.entered[index]
        if outcome is None:
            if asked.unknown_ok:
                return None
        # bool is an int to Python, but no face of a die
        elif not isinstance(outcome, bool) and outcome in asked.allowed:
            return outcome
        raise ChanceNeeded(asked, index, (outcome,))

    def all_used(self) -> None:
        """Refuse outcomes that nothing asked for: else a slip of the pen would vanish."""
        if left := len(self.entered) - len(self.outcomes):
            raise LeftoverOutcomes(len(self.outcomes), left)


class ServerChance(Chance):
    """Answers of the server: derived from a secret key and what was decided, so undo is no way to fish for dice.

    `message` identifies the decision within the game: parent version, seat and canonical action.
    """

    __slots__ = ("key", "message")

    def __init__(self, key: bytes, message: bytes) -> None:
        self.outcomes = []
        self.key = key
        self.message = message

    def ask(self, asked: ChanceQuestion) -> Outcome:
        digest = hmac.digest(self.key, b"%b|%d" % (self.message, len(self.outcomes)), "sha256")
        allowed = asked.allowed  # 64 bits over at most a few hundred outcomes: a bias of 2^-55, below any test's reach
        return allowed[int.from_bytes(digest[:8], "big") % len(allowed)]
