"""The sums over games that our intervals and tests need, as DuckDB is asked for them: for those of the eight statistics
that sum over facts, where seats compete. The others are asked for their figures alone (`eight.QUESTIONS`).

Of several ways to ask, these took DuckDB the least time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import polars as pl

from analytics import prepare
from analytics.clusters import of_m, of_x
from rulesets.heros_crossing_tactics import RULESET
from tests.benchmarks.steps import FIRST_STEPS, STEPS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from duckdb import DuckDBPyConnection

    from analytics import Lake

RELATIVE = 1e-9

Key = tuple[object, ...]


class Sums(NamedTuple):
    """What DuckDB is asked for. The columns are named as our counts name them."""

    sql: str
    key: tuple[str, ...]


def _total(names: Sequence[str]) -> str:
    """Sums over games, out of columns with one row a game; `x*m` is the sum of the product."""
    return ", ".join(f'sum({name}) AS "{name}"' for name in names)


SIDES = ("a", "b", "a*a", "b*b", "a*b")
IN_PAIRS = """
    CASE WHEN team OR (one IS NOT NULL AND other IS NOT NULL) THEN one END AS a,
    CASE WHEN team OR (one IS NOT NULL AND other IS NOT NULL) THEN other END AS b
"""
OF_SEATS = f"""
    of_game AS (
        SELECT game_id, seats, team, count(*) AS units, sum(win_share) AS won, sum(able) AS m_all,
            sum(win_share * able) AS x_all, sum((win_share * able) ** 2) AS xx_all
        FROM seated GROUP BY ALL
    ), cells AS (
        SELECT game_id, what, sum(times) AS times, count(*)::DOUBLE AS m_with, sum(win_share) AS x_with,
            sum(fair * able) AS m_fair, sum(win_share * fair * able) AS x_fair
        FROM have JOIN seated USING (game_id, seat) GROUP BY ALL
    ), sides AS (
        SELECT *, CASE WHEN m_fair > 0 THEN x_fair / m_fair END AS one,
            CASE WHEN m_all > m_fair THEN (x_all - x_fair) / (m_all - m_fair) END AS other,
            CASE WHEN m_fair > 0 AND m_fair < m_all THEN
                greatest(xx_all - x_all ** 2 / m_all, 0) / (m_all - 1) * m_all / (m_fair * (m_all - m_fair))
            END AS chance_variance
        FROM cells JOIN of_game USING (game_id)
    ), paired AS (SELECT * EXCLUDE (one, other), {IN_PAIRS} FROM sides)
    SELECT what, seats, count(*) AS games, sum(times) AS times, count(a) AS games_a, count(b) AS games_b,
        {_total((*of_x("with"), *of_m("with"), *SIDES, "chance_variance"))}
    FROM paired GROUP BY what, seats
    UNION ALL BY NAME
    SELECT seats, count(*) AS games, sum(units) AS units, sum(won) AS won FROM of_game GROUP BY seats
"""
"""Out of `seated` (seats; `able`: 1 if it is compared) and `have` (what a seat has; `fair`: 1 if that counts)."""
OF_TIMES = """
    sum(k) AS x, sum(c ** 2 - (c - k) ** 2) AS xx, sum(k * m) AS xm, count(*) FILTER (c = k) AS games
"""
OF_DECISIONS = """
    count(*) AS decisions, count(*) FILTER (apart = 'forced') AS forced, count(*) FILTER (apart = 'unknown') AS unknown,
    count(*) FILTER (apart = 'at_once') AS at_once, count(*) FILTER (apart = 'away') AS away
"""
OF_CELLS = "sum(k) OVER game AS m, sum(k) OVER (game ORDER BY step) AS c"

SUMS = {
    "opening_tree": Sums(
        sql=f"""
            WITH lines AS ({FIRST_STEPS}), of_game AS (
                SELECT game_id, whole[:length] AS line, seats, count(*) AS m_node, sum(win_share) AS x_node
                FROM lines JOIN seats USING (game_id, seat), unnest(range(len(whole) + 1)) AS lengths(length)
                GROUP BY ALL
            )
            SELECT line, seats, count(*) AS games, {_total((*of_x("node"), *of_m("node")))} FROM of_game GROUP BY ALL
        """,
        key=("line", "seats"),
    ),
    "action_mix": Sums(
        sql=f"""
            WITH chosen AS (
                SELECT game_id, seat, third AS stage, type AS what, count(*)::DOUBLE AS rows
                FROM facts WHERE category = 'decision' AND NOT undone GROUP BY ALL
            ), seated AS (
                SELECT * EXCLUDE (win_share, par), par IS NULL AS team, (win_share > 0)::INT AS won
                FROM chosen JOIN (SELECT game_id, seat, seats, win_share, par FROM seats) USING (game_id, seat)
            ), of_stage AS (
                SELECT game_id, stage, seats, team, sum(rows) AS m_all, sum(rows * won) AS m_won,
                    sum(rows * (1 - won)) AS m_lost
                FROM seated GROUP BY ALL
            ), of_what AS (
                SELECT game_id, stage, what, sum(rows) AS x_all, sum(rows * won) AS x_won,
                    sum(rows * (1 - won)) AS x_lost
                FROM seated GROUP BY ALL
            ), sides AS (
                SELECT *, CASE WHEN m_won > 0 THEN x_won / m_won END AS one,
                    CASE WHEN m_lost > 0 THEN x_lost / m_lost END AS other
                FROM of_what JOIN of_stage USING (game_id, stage)
            ), paired AS (SELECT * EXCLUDE (one, other), {IN_PAIRS} FROM sides), of_sides AS (
                SELECT *, CASE WHEN m_won > 0 THEN 1 END AS one, CASE WHEN m_lost > 0 THEN 1 END AS other FROM of_stage
            ), stages AS (SELECT * EXCLUDE (one, other), {IN_PAIRS} FROM of_sides)
            SELECT stage, what, seats, count(*) AS found, {_total((*of_x("all"), *SIDES))}
            FROM paired GROUP BY stage, what, seats
            UNION ALL BY NAME
            SELECT stage, seats, count(*) AS games, count(a) AS games_a, count(b) AS games_b, {_total(of_m("all"))}
            FROM stages GROUP BY stage, seats
        """,
        key=("stage", "what", "seats"),
    ),
    "ngrams": Sums(
        sql=f"""
            WITH steps AS MATERIALIZED ({STEPS}), numbered AS (
                SELECT game_id, seat, step, move, row_number() OVER seat AS number, lead(step) OVER seat AS following,
                    lead(move) OVER seat AS move_of_following
                FROM steps WINDOW seat AS (PARTITION BY game_id, seat ORDER BY decision_no)
            ), pairs AS (
                SELECT game_id, seat, step, following, count(*)::DOUBLE AS times, min(number) AS number FROM numbered
                WHERE following IS NOT NULL AND move IS NOT DISTINCT FROM move_of_following GROUP BY ALL
            ), lengths AS (SELECT game_id, seat, count(*) AS steps FROM steps GROUP BY ALL), seated AS MATERIALIZED (
                SELECT game_id, seat, seats, par IS NULL AS team, win_share, (coalesce(steps, 0) >= 2)::DOUBLE AS able,
                    min(steps) FILTER (steps >= 2) OVER (PARTITION BY game_id) AS shared
                FROM seats LEFT JOIN lengths USING (game_id, seat)
            ), have AS (
                SELECT game_id, seat, step || ' > ' || following AS what, times, (number < shared)::DOUBLE AS fair
                FROM pairs JOIN seated USING (game_id, seat)
            ), {OF_SEATS}
        """,
        key=("what", "seats"),
    ),
    "card_performance": Sums(
        sql=f"""
            WITH named AS (
                SELECT game_id, seat, unnest(string_split(card, ' ')) AS what FROM facts
                WHERE category = 'decision' AND NOT undone AND turn > 0 AND card IS NOT NULL
            ), have AS (
                SELECT game_id, seat, what, count(*)::DOUBLE AS times, 1::DOUBLE AS fair FROM named GROUP BY ALL
            ), seated AS (
                SELECT game_id, seat, seats, par IS NULL AS team, win_share, 1::DOUBLE AS able FROM seats
            ), {OF_SEATS}
        """,
        key=("what", "seats"),
    ),
    "time_per_decision": Sums(
        sql=f"""
            WITH decided AS MATERIALIZED (
                SELECT game_id, type AS what, gap_us, CASE WHEN coalesce(forced, false) THEN 'forced'
                    WHEN gap_us IS NULL THEN 'unknown' WHEN gap_us < 1 THEN 'at_once'
                    WHEN gap_us > 300000000 THEN 'away' ELSE '' END AS apart
                FROM facts WHERE category = 'decision' AND NOT undone AND part = 0
            ), timed AS MATERIALIZED (
                SELECT game_id, what, floor(log2(gap_us) * 8 + 1e-12)::INT AS step, count(*)::DOUBLE AS k,
                    sum(log2(gap_us / 1e6)) AS x
                FROM decided WHERE apart = '' GROUP BY ALL
            ), of_row AS MATERIALIZED (
                SELECT game_id, what, sum(x) AS x_row, sum(k) AS m_row FROM timed GROUP BY ALL
            ), of_game AS (
                SELECT game_id, sum(x_row) AS x_all, sum(m_row) AS m_all FROM of_row GROUP BY ALL
            ), cells AS (
                SELECT what, step, k, {OF_CELLS} FROM timed WINDOW game AS (PARTITION BY game_id, what)
            ), of_steps AS (SELECT game_id, step, sum(k) AS k FROM timed GROUP BY ALL), whole AS (
                SELECT step, k, {OF_CELLS} FROM of_steps WINDOW game AS (PARTITION BY game_id)
            )
            SELECT what, {OF_DECISIONS} FROM decided GROUP BY what
            UNION ALL BY NAME SELECT true AS whole, {OF_DECISIONS} FROM decided
            UNION ALL BY NAME SELECT what, step, {OF_TIMES} FROM cells GROUP BY what, step
            UNION ALL BY NAME SELECT true AS whole, step, {OF_TIMES} FROM whole GROUP BY step
            UNION ALL BY NAME SELECT what, count(*) AS found,
                {_total((*of_x("row"), *of_m("row"), "x_row*x_all", "x_row*m_all", "x_all*m_row", "m_row*m_all"))}
            FROM of_row JOIN of_game USING (game_id) GROUP BY what
            UNION ALL BY NAME SELECT count(*) AS all_games, {_total((*of_x("all"), *of_m("all")))} FROM of_game
        """,
        key=("what", "whole", "step"),
    ),
}


def compare(lake: Lake, connection: DuckDBPyConnection) -> int:
    """Compare our sums with what DuckDB finds; how many were compared. Raises AssertionError where they differ."""
    compared = 0
    for name in SUMS:
        ours, theirs = counted(lake, name), found(connection, name)
        assert ours.keys() == theirs.keys(), f"{name}: {ours.keys() ^ theirs.keys()} are not in both"
        for key, expected in theirs.items():
            for column, other in expected.items():
                figure = ours[key][column]
                close = abs(figure - other) <= RELATIVE * max(1.0, abs(other))
                assert close, f"{name}, {key}, {column}: {figure}, and DuckDB has {other}"
                compared += 1
    return compared


def counted(lake: Lake, name: str) -> dict[Key, dict[str, float]]:
    """Our sums of all parts, by key."""
    counts = pl.concat(prepare(lake, name, {"ruleset": RULESET.name})._counts(None, None))
    return _by_key(counts.columns, counts.rows(), SUMS[name].key)


def found(connection: DuckDBPyConnection, name: str) -> dict[Key, dict[str, float]]:
    """DuckDB's."""
    answer = connection.execute(SUMS[name].sql)
    return _by_key([column[0] for column in answer.description or ()], answer.fetchall(), SUMS[name].key)


def _by_key(columns: Sequence[str], rows: Sequence[Key], key: Sequence[str]) -> dict[Key, dict[str, float]]:
    """Numbers added up by key; those that are missing count nothing."""
    added: dict[Key, dict[str, float]] = {}
    for row in rows:
        named = dict(zip(columns, row, strict=True))
        of_key = added.setdefault(tuple(_plain(named.pop(name)) for name in key), {})
        for column, value in named.items():
            if value is None or (isinstance(value, int | float) and not isinstance(value, bool)):
                of_key[column] = of_key.get(column, 0.0) + (value or 0.0)
    return added


def _plain(value: object) -> object:
    """A part of a key: lists as tuples, and numbers as the texts that our counts have."""
    if isinstance(value, list):
        return tuple(value)
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value
