"""What is written down of a game of which only the result is known."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulesets.kit.sheets import BadResult
from rulesets.scoresheet.names import number
from rulesets.scoresheet.rules.rounds import Finish
from rulesets.scoresheet.rules.scoring import ClaimWin, Score

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rulesets.kit.phases import Seat
    from rulesets.kit.structs import Action
    from rulesets.scoresheet.components import Components

ELSEWHERE = "start the game, and enter its scores there"


def result(
    components: Components, scores: Sequence[int | None], won: Sequence[bool] | None
) -> Iterator[tuple[Seat, Action[Any]]]:
    """The score of each seat where something is counted, who won where points do not tell, and the end.

    `scores` and `won` have an entry for each seat; `won` is None if nobody said who won. Raises BadResult.
    """
    sheet = components.sheet
    if sheet.sides == "teams":
        raise BadResult("title", None, f"it is played in teams: {ELSEWHERE}")
    if len(sheet.categories) > 1:
        raise BadResult("title", None, f"its sheet has {len(sheet.categories)} kinds of scores: {ELSEWHERE}")
    yield from _scores(components, scores)
    if sheet.sides == "together":
        if won is None or any(won) != all(won):
            raise BadResult("together", None, "say whether all won or lost")
        yield 1, Finish("won" if all(won) else "lost")
        return
    if sheet.scoring not in ("highest", "lowest"):
        if won is None or not any(won):
            raise BadResult("won", None, "say who won")
        yield from ((seat, ClaimWin()) for seat, each in enumerate(won, 1) if each)
    yield 1, Finish()


def _scores(components: Components, scores: Sequence[int | None]) -> Iterator[tuple[Seat, Action[Any]]]:
    counted = next((seat for seat, score in enumerate(scores, 1) if score is not None), None)
    if counted and not components.sheet.categories:
        raise BadResult("score", counted, "nothing is counted on the sheet of this game; remove the score")
    for category in components.sheet.categories:
        amounts = components.amounts[category.id]
        for seat, score in enumerate(scores, 1):
            if score is None and components.together:
                continue
            if score is None or score not in amounts:
                steps = f", in steps of {category.step}" if category.step > 1 else ""
                limits = f"{number(category.least)} to {number(category.most)}{steps}"
                raise BadResult("score", seat, f"enter a whole number, {limits}")
            yield seat, Score(category.id, score)
