"""Random games of Tactics under the conformance suite, in cases that can run side by side.

The long form is `make long SUITE=conformance RULESET=heros_crossing_tactics ARGS="--games 1000"`:
so many in each of the cases.
"""

import pytest

from rulesets.heros_crossing_tactics import RULESET
from rulesets.kit.conformance import Report, check
from tests.forms import mostly
from tests.rulesets.heros_crossing_tactics.profile import PROFILE

CASES, FEW = 2, 50
"""Cases can run side by side; the short form has one. Fifty games are enough for everything to come up in each."""


@pytest.mark.parametrize("case", mostly(range(CASES), [0]))
def test_random_games_hold_every_promise(case: int, games: int | None) -> None:
    """Whatever is played, nothing is lost, leaked or listed wrongly, and the game ends."""
    count = games or FEW
    report = check(RULESET, PROFILE, games=count, seed=case * count)

    assert (report.games, report.unfinished) == (count, 0)
    if count >= FEW:  # fewer need not come to everything
        _everything_came_up(report)


def _everything_came_up(report: Report) -> None:
    assert {kind.__name__ for kind in RULESET.actions} <= report.actions.keys()
    assert {kind.__name__ for kind in RULESET.effects} - {"GameEnded"} <= report.effects.keys()
    waited_in = {phase.__name__ for kind in RULESET.actions for phase in _phases(kind.phase)}
    assert waited_in <= report.exact.keys()
    assert report.candidates > 2_000 * report.games
    assert report.unknown > 2 * report.games
    assert report.commuted > report.games
    assert min(report.dry_runs["whole"], report.dry_runs["stopped"]) > 10 * report.games


def _phases(phase: type | tuple[type, ...]) -> tuple[type, ...]:
    return phase if isinstance(phase, tuple) else (phase,)
