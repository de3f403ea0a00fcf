"""What chance is asked next, in words, and how many questions like it follow: one screen asks for them together."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING, Any

from rulesets.kit.chance import GivenChance
from rulesets.kit.outcomes import ChanceQuestion, Outcome, Outlook, Slot

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from rulesets.kit.chance import Chance
    from rulesets.kit.errors import ChanceNeeded
    from rulesets.kit.phases import Seat
    from rulesets.kit.ruleset import Ruleset


MOST = 100
"""Questions that are guessed: dice that are rolled again would ask for ever."""


class _Enough(Exception):
    """No more is guessed."""


class _Guess(GivenChance):
    """Answers with what was entered, then with the first or last possible outcome, and keeps the questions since."""

    __slots__ = ("asked", "place")

    def __init__(self, entered: Sequence[Outcome], place: int) -> None:
        super().__init__(entered)
        self.place = place
        self.asked: list[ChanceQuestion] = []

    def ask(self, asked: ChanceQuestion) -> Outcome:
        if len(self.outcomes) < len(self.entered):
            return super().ask(asked)
        if len(self.asked) == MOST:
            raise _Enough
        self.asked.append(asked)
        return asked.allowed[self.place]


def outlook(
    ruleset: Ruleset[Any], board: Any, seat: Seat, needed: ChanceNeeded, entered: Sequence[Outcome], decide: Decide
) -> Outlook:
    """What is asked in `needed`, of a decision with the outcomes `entered`; `decide` takes it once more.

    What follows is guessed twice, from the first answers and from the last that are possible: what both are asked is
    taken to follow whatever comes. Alike are questions of one kind and rule that allow nothing that the first does not.
    Where a later one depends on the answers, it is asked again when they are sent.
    """
    asked = needed.asked
    first, last = (_following(decide, entered[: needed.index], place) or [asked] for place in (0, -1))
    pairs = takewhile(lambda pair: _is_same(*pair), zip(first, last, strict=False))
    following = [one for one, _ in pairs] or [asked]
    alike = next((n for n, other in enumerate(following) if not _is_alike(asked, other)), len(following))
    values = tuple(ruleset.outcome(board, seat, asked, value) for value in dict.fromkeys(asked.allowed))
    slots = tuple(Slot(other.about, other.place) for other in following[:alike])
    return Outlook(slots, values, max(min(len(first), len(last)), alike) - alike)


def _following(decide: Decide, entered: Sequence[Outcome], place: int) -> list[ChanceQuestion]:
    """What is asked after the entered outcomes, if each answer is the first that is possible, or the last."""
    guess = _Guess(entered, place)
    try:
        decide(guess)
    except _Enough:
        pass
    except Exception:  # what follows depends on the answers; on a board that hides cards, a guess may be impossible
        return guess.asked[:1]
    return guess.asked


def _is_same(one: ChanceQuestion, other: ChanceQuestion) -> bool:
    """Whether two guesses are asked the same; of cards, one may be left that is not in the other."""
    return (one.kind, one.rule, one.about, one.place) == (other.kind, other.rule, other.about, other.place)


def _is_alike(first: ChanceQuestion, other: ChanceQuestion) -> bool:
    return (first.kind, first.rule) == (other.kind, other.rule) and {*other.allowed} <= {*first.allowed}


if TYPE_CHECKING:
    Decide = Callable[[Chance], object]
