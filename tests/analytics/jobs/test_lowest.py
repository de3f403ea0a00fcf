"""Games in which the lowest score is the best: whoever has it leads."""

from __future__ import annotations

from typing import Any

from tests.analytics.jobs.played import Row, answer, game, scored


def played(sign: int) -> list[Row]:
    """Games of two seats: the one that wins has 5 and 9, the other 3 and 4; by another sign, the other way round."""
    lowest = {"lowest": sign < 0}
    seats = [
        lowest | {"score": 9 * sign, "faction": "role=smith"},
        lowest | {"score": 4 * sign, "faction": "role=baker"},
    ]
    facts = [
        *(scored(2, 1, 5 * sign, delta=5 * sign), scored(3, 2, 3 * sign, delta=3 * sign)),
        *(scored(4, 1, 9 * sign, delta=4 * sign, round=2), scored(5, 2, 4 * sign, delta=sign, round=2)),
    ]
    return [game(*seats, facts=facts, won=(1,))] * 3


def rows(sign: int, job: str, **params: Any) -> list[dict[str, Any]]:
    return answer(played(sign), job, min_n=1, **params).rows.to_dicts()


def test_who_has_the_lowest_score_leads() -> None:
    """After each round the later winner does."""
    highest, lowest = (rows(sign, "lead_curves") for sign in (1, -1))
    assert [row["value"] for row in lowest] == [row["value"] for row in highest] == [1, 1]
    assert [row["n"] for row in lowest] == [3, 3]
    assert [(row["winners"], row["losers"]) for row in lowest] == [(-5, -3), (-9, -4)]


def test_a_lost_lead_is_one_by_the_lowest_score() -> None:
    lost = [game(*({"lowest": True, "score": score} for score in (2, 7)), facts=[scored(2, 1, 2, delta=2)], won=(2,))]
    (row,) = answer(lost, "lead_curves", min_n=1).rows.to_dicts()
    assert (row["value"], row["lost_lead"]) == (0, 5)


def test_the_margin_of_a_winner_is_positive() -> None:
    for sign in (1, -1):
        margins = {row["what"]: row["margin"] for row in rows(sign, "win_rate_by_faction")}
        assert margins == {"role=smith": 5, "role=baker": -5}
