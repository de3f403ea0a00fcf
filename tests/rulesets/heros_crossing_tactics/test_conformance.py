"""Random games of Tactics under the conformance suite: 2,000 of them, in chunks that can run side by side."""

import pytest

from rulesets.heros_crossing_tactics import RULESET
from rulesets.kit.conformance import Report, check
from tests.rulesets.heros_crossing_tactics.profile import PROFILE

GAMES, CHUNK = 2_000, 100


@pytest.mark.parametrize("seed", range(0, GAMES, CHUNK))
def test_random_games_hold_every_promise(seed: int) -> None:
    """Whatever is played, nothing is lost, leaked or listed wrongly, and the game ends."""
    report = check(RULESET, PROFILE, games=CHUNK, seed=seed)

    assert (report.games, report.unfinished) == (CHUNK, 0)
    assert {kind.__name__ for kind in RULESET.actions} <= report.actions.keys()
    assert {kind.__name__ for kind in RULESET.effects} - {"GameEnded"} <= report.effects.keys()
    _every_phase_was_compared(report)


def _every_phase_was_compared(report: Report) -> None:
    waited_in = {phase.__name__ for kind in RULESET.actions for phase in _phases(kind.phase)}
    assert waited_in <= report.exact.keys()
    assert report.candidates > 100_000
    assert report.unknown > 100
    assert report.commuted > 100
    assert min(report.dry_runs["whole"], report.dry_runs["stopped"]) > 1_000


def _phases(phase: type | tuple[type, ...]) -> tuple[type, ...]:
    return phase if isinstance(phase, tuple) else (phase,)
