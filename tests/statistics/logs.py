"""Figures counted straight from the log: its rows and their JSON, past rulesets and facts.

Where such a count and a statistic differ, a fact is wrong, or the statistic. What the JSON does not tell without the
rules (who is waited for, what is held, what else was legal, in which round something happens) cannot be counted here.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

import polars as pl

from analytics import JOBS, run
from tests.statistics import counts
from tests.statistics.asked import named
from tests.statistics.logged import read
from tests.statistics.wording import CARDS, FACTIONS

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.statistics.counts import Figures
    from tests.statistics.histories import History
    from tests.statistics.logged import Log


class Counted(NamedTuple):
    """What is asked of a statistic, and how it is counted from the log."""

    job: str
    by_log: Callable[[Log], Figures]
    columns: tuple[str, ...]
    given: Callable[[Log], dict[str, object]] = lambda _log: {}
    """Parameters; all rows are shown."""
    rows: str = ""
    """Only rows whose name begins with this are counted; a regular expression."""
    of: tuple[str, ...] = ()
    """The columns that name a row; else all before `n`."""

    def __str__(self) -> str:
        same = self.by_log.__name__ == self.job
        return self.job if same else f"{self.job}: {self.by_log.__name__.replace('_', ' ')}"


def _given(**given: object) -> Callable[[Log], dict[str, object]]:
    return lambda _log: given


def _repeated(log: Log) -> dict[str, object]:
    """From one decision that names a card to the next that names the same."""
    kind = CARDS[log.ruleset].type
    return {"type": kind, "ending": kind, "same": "card", "by": "all"}


DECISIONS = "category=decision"
OF_STEPS: dict[str, object] = {"setup": True, "forced": True, "key": "type"}
OF_DECISIONS = ("n", "games_with", "value")
OF_UNDOS = ("n", "decisions", "undos", "taken_back", "value", "decisions_back", "versions_back", "redo_rate")
LENGTH, OF_LENGTHS = r"\d+ · (median|end)", ("n", "finished", "value")

COUNTED = (
    Counted("action_mix", counts.action_mix, ("n", "count", "value")),
    Counted("amounts", counts.amounts, OF_DECISIONS, _given(of="rows", where=DECISIONS)),
    Counted(
        "card_performance",
        counts.card_performance,
        ("n", "times", "share", "value"),
        lambda log: {"type": CARDS[log.ruleset].type},
        of=("what",),
    ),
    Counted("first_time", counts.first_time, OF_DECISIONS, _given(where=DECISIONS)),
    Counted("follow_ups", counts.follow_ups, ("n", "moves", "value", "base")),
    Counted("game_length", counts.rounds, OF_LENGTHS, rows=LENGTH),
    Counted("game_length", counts.decisions, OF_LENGTHS, _given(unit="decisions"), LENGTH),
    Counted("game_length", counts.minutes, OF_LENGTHS, _given(unit="minutes"), LENGTH),
    Counted("head_to_head", counts.head_to_head, ("n", "ahead", "equal", "value")),
    Counted("lasting", counts.lasting, ("n", "begun", "value"), _repeated),
    Counted(
        "lead_curves", counts.lead_curves, ("n", "reached", "value", "winners", "losers"), _given(per="tenth"), "10"
    ),
    Counted("ngrams", counts.ngrams, ("n", "times", "share", "value"), _given(within="game", **OF_STEPS)),
    Counted(
        "opening_tree",
        counts.opening_tree,
        ("n", "value"),
        _given(depth=counts.DEPTH, children=100, **OF_STEPS),
    ),
    Counted("player_profile", counts.players, ("n", "value"), rows="wins|undo"),
    Counted(
        "player_profile",
        counts.player_profile,
        ("n", "value", "base"),
        lambda log: {"player": counts.who_plays_most(log)},
        "seat|action",
    ),
    Counted("time_per_decision", counts.time_per_decision, ("decisions",)),
    Counted("trend", counts.decisions_by_month, ("n", "value")),
    Counted("trend", counts.rounds_by_month, ("n", "value"), _given(measure="rounds")),
    Counted("trend", counts.minutes_by_month, ("n", "value"), _given(measure="minutes")),
    Counted("trend", counts.undos_by_month, ("n", "value"), _given(measure="undo_rate")),
    Counted("trend", counts.wins_by_month, ("n", "value"), _given(measure="win_rate")),
    Counted("trend", counts.decisions_by_nth_game, ("n", "value"), _given(by="nth_game")),
    Counted("undo_and_mistakes", counts.undo_and_mistakes, OF_UNDOS),
    Counted(
        "win_rate_by_faction",
        counts.win_rate_by_faction,
        ("n", "wins", "value"),
        lambda log: {"of": FACTIONS[log.ruleset][0]},
    ),
    Counted("win_rate_by_seat", counts.win_rate_by_seat, ("n", "wins")),
    Counted("win_rate_by_seat", counts.win_rate_by_turn_order, ("n", "wins"), _given(by="turn_order")),
)
"""Statistics that can be counted so."""


class Compared(NamedTuple):
    """What a statistic says, and what the log says."""

    rows: int
    faults: list[str]


def log_of(history: History, *, adjusted: bool = False) -> Log:
    """The log of a history; with `adjusted` also the games that were adjusted by hand."""
    with history.opened() as service:
        together = service.rulesets[history.ruleset].cooperative
    return read(history.folder / "log.sqlite3", history.ruleset, together=together, adjusted=adjusted)


def compare(counted: Counted, history: History, log: Log, *, adjusted: bool = False) -> Compared:
    """Ask a statistic, and count the same from the log."""
    wanted = counted.by_log(log)
    given = counted.given(log) | {"ruleset": log.ruleset, "min_n": 1, "adjusted": adjusted}
    found = _figures(run(history.lake, counted.job, given).rows, counted)
    assert wanted, "the log is not empty"
    faults = [f"{key}: {_text(found, key)}; by the log {_text(wanted, key)}" for key in _apart(found, wanted)]
    return Compared(len(wanted), faults)


def _figures(rows: pl.DataFrame, counted: Counted) -> Figures:
    names = named(rows.select(*counted.of, "n")) if counted.of else named(rows)
    keyed = rows.select(names.alias("key"), *counted.columns)
    return {key: tuple(figures) for key, *figures in keyed.iter_rows() if re.match(counted.rows, key)}


def _apart(found: Figures, wanted: Figures) -> list[str]:
    return sorted(key for key in found.keys() | wanted.keys() if not _equal(found.get(key), wanted.get(key)))


def _equal(one: tuple[float | None, ...] | None, other: tuple[float | None, ...] | None) -> bool:
    if one is None or other is None:
        return False
    return all(_near(a, b) for a, b in zip(one, other, strict=True))


def _near(a: float | None, b: float | None) -> bool:
    return a is b if a is None or b is None else abs(a - b) <= 1e-9 * max(1, abs(b))


def _text(figures: Figures, key: str) -> str:
    return (
        ", ".join("-" if figure is None else f"{figure:g}" for figure in figures[key]) if key in figures else "nothing"
    )


def uncounted() -> list[str]:
    """Statistics that nobody has counted from the log."""
    return sorted(JOBS.keys() - {counted.job for counted in COUNTED})
