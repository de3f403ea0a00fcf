"""Simulated histories: who plays, when, how long they think, and what they undo."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from statistics import median
from typing import TYPE_CHECKING, Any

import pytest

from api.recording import habits as habits_module
from api.recording import history
from api.recording.habits import NAMELESS, POOL, SECOND, Habits, SimulatedPlayer, median_of
from api.recording.history import SPAN, Plan, Simulated, drawn_options, players_of, record_simulated, simulate
from projections import Tree
from rulesets.heros_crossing_tactics import RULESET
from rulesets.kingdom_rush import RULESET as KINGDOM_RUSH
from tests.api.conftest import TACTICS

if TYPE_CHECKING:
    from api.service import Service
    from events import Event, Game

UNTIL = 1_795_000_000_000_000
"""In November 2026."""
MONTH = SPAN // 24


def plan(**more: Any) -> Plan:
    return Plan(**{"ruleset": TACTICS, "seed": 1, "until": UNTIL, "seats": (2,), **more})


@pytest.fixture(scope="module")
def games() -> list[Simulated]:
    """A history of quick games, in memory."""
    return [simulate(RULESET, plan(), number) for number in range(80)]


# --- who plays


def test_the_stronger_player_wins_more(games: list[Simulated], service: Service) -> None:
    """The players of the pool are sorted by skill: the first half of them beats the other half."""
    won: Counter[str] = Counter()
    played: Counter[str] = Counter()
    for game in games:
        if result := record_simulated(service.recorder, RULESET, game).summary.result:
            played.update(map(str, game.players))
            won.update(str(game.players[seat - 1]) for seat in result.winners)
    share = {player.name: won[str(player.name)] / played[str(player.name)] for player in POOL}
    assert min(played.values()) > 8
    assert share["Bot Ada"] > share["Bot Hugo"] + 0.3
    assert sum(list(share.values())[:4]) > sum(list(share.values())[4:])


def test_given_bots_take_the_seats_in_order() -> None:
    """If there are too few, they begin again with the first."""
    assert players_of(("greedy", "random"), 3, Random(1)) == [NAMELESS[bot] for bot in ("greedy", "random", "greedy")]


def test_a_table_larger_than_the_pool_is_filled_with_unnamed_bots() -> None:
    players = players_of((), 12, Random(1))
    assert Counter(player.name for player in players) == {**{player.name: 1 for player in POOL}, None: 4}


# --- what they play


def test_options_that_are_not_given_differ_from_game_to_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only combinations that the game allows are drawn."""
    choices = KINGDOM_RUSH.choices(KINGDOM_RUSH.starter_components)
    monkeypatch.setattr(KINGDOM_RUSH, "choices", lambda _: {**choices, "scenario": (*choices["scenario"], "nowhere")})
    rng = Random(1)

    drawn = [drawn_options(KINGDOM_RUSH, 2, {}, rng) for _ in range(60)]
    hard = [drawn_options(KINGDOM_RUSH, 2, {"difficulty": "hard"}, rng) for _ in range(10)]

    assert {options["difficulty"] for options in drawn} == set(choices["difficulty"])
    assert {options["scenario"] for options in drawn} == set(choices["scenario"])
    assert {options["difficulty"] for options in hard} == {"hard"}
    assert len({options["scenario"] for options in hard}) > 1


# --- when


def test_the_ends_are_spread_over_two_years(games: list[Simulated]) -> None:
    ends = [max(times_of(game)) for game in games]
    assert min(ends) > UNTIL - SPAN
    assert max(ends) <= UNTIL
    assert len({(UNTIL - end) // MONTH for end in ends}) > 20


def test_a_recorded_game_has_all_its_times_in_their_order(recorded: list[Recorded]) -> None:
    """The set-up, every action and every undo have a time, each later than the one before."""
    for each in recorded:
        times = [event.occurred_at for event in each.events if event.occurred_at is not None]
        assert len(times) == each.game.version
        assert all(before < after for before, after in pairwise(times))


def times_of(game: Simulated) -> list[int]:
    return [time or 0 for time in game.played.times]


# --- how long they think


def test_each_type_of_action_has_its_own_median_time() -> None:
    """It is the same in all games of a history, and longer for a slow player."""
    usual = {kind: median(thought(kind)) for kind in ("Attack", "Recruit", "Flank")}
    for kind, seconds in usual.items():
        assert seconds == pytest.approx(median_of("1", kind), rel=0.1)
        assert median(thought(kind, pace=2.0)) == pytest.approx(2 * seconds, rel=0.15)
    assert len({round(seconds) for seconds in usual.values()}) == 3
    assert median_of("2", "Attack") != median_of("1", "Attack")


def test_a_forced_decision_is_quick() -> None:
    assert median(thought("Attack", forced=True)) == pytest.approx(habits_module.FORCED, rel=0.1)


def test_some_decisions_have_a_break() -> None:
    """A break is longer than five minutes; thinking never is."""
    breaks = [seconds for seconds in thought("Attack") if seconds > 300]
    assert 2 <= len(breaks) <= 20


def thought(kind: str, *, forced: bool = False, pace: float = 1.0) -> list[float]:
    """2,000 thinking times, in seconds."""
    mind = Habits({1: SimulatedPlayer(None, 0.5, pace)}, "1", Random(7))
    return [mind.thinks(1, kind, forced=forced) / SECOND for _ in range(2_000)]


def test_only_a_decision_with_one_legal_action_is_forced(monkeypatch: pytest.MonkeyPatch) -> None:
    """In Tactics the only forced decision is to end the drawing, if no card is left."""
    seen: Counter[tuple[str, bool]] = Counter()
    usual = Habits.thinks

    def thinks(habits: Habits, seat: int, kind: str, *, forced: bool) -> int:
        seen[kind, forced] += 1
        return usual(habits, seat, kind, forced=forced)

    monkeypatch.setattr(Habits, "thinks", thinks)
    for number in range(6):
        simulate(RULESET, plan(), number)
    assert {kind for kind, forced in seen if forced} == {"FinishDrawing"}
    assert seen["FinishDrawing", False] > seen["FinishDrawing", True]
    assert len(seen) > 6


# --- undos, and games that are left


@dataclass
class Recorded:
    """A game in the log."""

    game: Game
    events: list[Event]
    simulated: Simulated


@pytest.fixture
def recorded(service: Service, games: list[Simulated]) -> list[Recorded]:
    """The games of the history with undos, recorded in the log."""
    found = [game for game in games if game.played.undone][:12]
    rows = [record_simulated(service.recorder, RULESET, game) for game in found]
    return [Recorded(row, list(service.store.events(row.id)), game) for row, game in zip(rows, found, strict=True)]


def test_one_to_three_decisions_are_undone_by_the_service(service: Service, recorded: list[Recorded]) -> None:
    """The seat that made the decision asks for the undo; play continues from there on a new line."""
    for each in recorded:
        undone = [event for event in each.events if event.kind == "undo"]
        assert len(undone) == len(each.simulated.played.undone)
        for event in undone:
            assert event.seat == each.events[event.version - 2].seat
        tree = Tree.of(each.game, service.store.forks(each.game.id))
        lost = each.game.version - len(undone) - len(list(tree.versions(each.game.summary.head)))
        assert len(undone) <= lost <= 3 * len(undone)
    assert not list(service.store.verify())


def test_one_or_two_decisions_in_a_hundred_are_undone(games: list[Simulated]) -> None:
    decisions = sum(len(game.played.entries) for game in games)
    undone = sum(len(game.played.undone) for game in games)
    assert 0.005 < undone / decisions < 0.02


def test_a_game_that_is_undone_ends_as_it_was_played(recorded: list[Recorded]) -> None:
    for each in recorded:
        assert (each.game.summary.result is not None) == each.simulated.played.over
        assert "simulated" in each.game.tags


def test_few_games_are_left_unfinished_and_few_abandoned(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """An abandoned game ended soon after its start, and is archived; statistics leave both kinds out."""
    monkeypatch.setattr(history, "LEFT_SHARE", 0.25)
    played = [simulate(RULESET, plan(), number) for number in range(24)]
    rows = [record_simulated(service.recorder, RULESET, game) for game in played]

    kinds = Counter((row.summary.status, row.archived) for row in rows)
    assert kinds.keys() == {("finished", False), ("running", False), ("running", True)}
    assert min(kinds.values()) > 2
    monkeypatch.undo()
    whole = [simulate(RULESET, plan(), number) for number in range(24)]
    for game, rest in zip(played, whole, strict=True):
        assert game.played.entries == () or len(game.played.entries) <= len(rest.played.entries)
        assert max(times_of(game), default=UNTIL) <= UNTIL


def test_about_two_games_in_a_hundred_are_unfinished_and_two_abandoned(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = simulate(RULESET, plan(), 2)
    assert whole.played.over
    rng = Random(1)
    left = Counter(history.left_early(whole.played, rng)[0].over for _ in range(2_000))
    assert 50 < left[False] < 110


# --- reproducibility


def test_a_plan_gives_the_same_games_again(games: list[Simulated]) -> None:
    """Each game depends only on its number, not on the games before it."""
    assert simulate(RULESET, plan(), 5) == games[5]
    assert simulate(RULESET, plan(seed=2), 5) != games[5]
