"""How a player plays compared with all others: wins, pace, undos, actions, seats and factions.

Without `player`, the answer compares all players by wins, pace and undos.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import polars as pl
from msgspec.structs import asdict, replace

from analytics import clusters, compare, dotplot, stats
from analytics.compare import MOST, STRATUM, Sides
from analytics.job import Finished, Job
from analytics.jobs import time_per_decision, undo_and_mistakes
from analytics.panels import Panel, Strip
from analytics.params import Params, filters, which_games
from analytics.schema import DECISION, one_of
from analytics.words import clear, counted, duration, needs, number, percent, probability

if TYPE_CHECKING:
    import altair as alt

    from analytics.job import Asked
    from analytics.lake import Tables
    from analytics.rulebook import Rulebook


class ProfileParams(Params, frozen=True):
    """What `player_profile` can be asked."""


RATES = ("games", "x", "x*x", "par")
PAIRS = (*compare.GAMES, *compare.SUMS, compare.CHANCE_VARIANCE)
MIX = ("own", "other")
OF_A_TYPE = (*clusters.of_x("own"), *clusters.of_x("other"), "x_own*x_other", "x_own*m_other", "x_other*m_own")
OF_ALL_TYPES = (*clusters.of_m("own"), *clusters.of_m("other"), "m_own*m_other")
COUNTS = (
    {"of": pl.String, "what": pl.String, "seats": pl.UInt8, "team": pl.Boolean}
    | time_per_decision.COUNTS
    | undo_and_mistakes.COUNTS
    | dict.fromkeys(
        (*RATES, *PAIRS, "found", "mix_games", *OF_A_TYPE, *OF_ALL_TYPES, "nameless", "team_games", "team_wins"),
        pl.Float64,
    )
)
"""Partial counts of several questions; the column `of` tells which question a row belongs to.

- `wins`, `seat`, `faction`: sums over games by player, seat or faction (`what`) and number of seats. `x`: the mean win
  share of the player's seats in a game; `par`: the share expected by chance; `games`: 1 for each game. Rows of `wins`
  also have the sums of `compare`, with `a` for the player's seats and `b` for the other seats. One row of `wins` has
  `nameless`, the number of seats without a player.
- `all`: `team_games` and `team_wins`, the cooperative games and how many of them were won, by number of seats.
- `pace`, `undo`: the counts of `time_per_decision` and of `undo_and_mistakes`.
- `action`: sums over the games in which both the player and others decided, by type of action (`what`). `x_own` and
  `x_other`: the decisions of this type by the player and by the others; `found`: 1 for each game with this type.
- `actions`: sums over the same games. `m_own` and `m_other`: the decisions of all types; `mix_games`: 1 for each game.
"""


def partial(tables: Tables, params: ProfileParams) -> pl.DataFrame:
    """The counts by player, and for one player also by seat, faction and type of action; see `COUNTS`."""
    seats = _all_seats(tables, params)
    own = seats.filter("asked")
    frames = [
        _of("wins", _wins(own)),
        _of("all", seats.filter("team").unique("game_id").group_by(*STRATUM).agg(**_team())),
        _of("wins", seats.select(nameless=pl.col("player").is_null().sum())),
    ]
    if params.player is not None:
        seat = pl.format("{} {}", "seats", "seat")
        factions = own.with_columns(what=pl.col("faction").cast(pl.String).str.split("\n")).explode("what")
        frames += [
            _of("seat", _rates(own.with_columns(what=seat))),
            _of("faction", _rates(factions.filter(pl.col("what") != ""))),
            *_mix(tables, params),
        ]
    found = pl.collect_all(frames)
    pace, undo = _params_by_player(params)
    found.append(time_per_decision.partial(tables, pace).with_columns(of=pl.lit("pace")))
    found.append(undo_and_mistakes.partial(tables, undo).with_columns(of=pl.lit("undo")))
    whole = pl.concat([pl.DataFrame(schema=COUNTS), *found], how="diagonal_relaxed")
    return whole.select(pl.col(name).cast(kind) for name, kind in COUNTS.items())


def example_games(tables: Tables, params: ProfileParams) -> pl.LazyFrame:
    """`game_id` and `row_key`, the player's id, for each seat of the selected players."""
    own = _all_seats(tables, params).filter("asked")
    return own.select("game_id", row_key="player")


def _params_by_player(params: ProfileParams) -> tuple[time_per_decision.TimeParams, undo_and_mistakes.UndoParams]:
    """The parameters for `time_per_decision` and `undo_and_mistakes` with a row for each player."""
    common = asdict(replace(params, player=None))
    return time_per_decision.TimeParams(by="player", **common), undo_and_mistakes.UndoParams(by="player", **common)


def _of(name: str, frame: pl.LazyFrame) -> pl.LazyFrame:
    return frame.with_columns(of=pl.lit(name))


def _all_seats(tables: Tables, params: ProfileParams) -> pl.LazyFrame:
    """One row for each seat of the selected games. `asked`: whether the filters select the seat, and it has a player;
    `shares` and `squares`: the sums over all seats of the game of the win shares and of their squares."""
    mine = pl.all_horizontal(filters(params))
    return tables.seats.filter(*filters(replace(params, player=None, faction=None))).with_columns(
        player=pl.col("player").cast(pl.String),
        team=pl.col("par").is_null(),
        asked=mine & pl.col("player").is_not_null(),
        shares=pl.col("win_share").sum().over("game_id"),
        squares=(pl.col("win_share") ** 2).sum().over("game_id"),
    )


def _team() -> dict[str, pl.Expr]:
    return {"team_games": pl.len(), "team_wins": pl.col("win_share").sum()}


def _wins(own: pl.LazyFrame) -> pl.LazyFrame:
    """One row for each player and number of seats: sums over games of the mean win share of the player's seats (`x` and
    `a`) and of the other seats (`b`)."""
    games = own.group_by("game_id", "player", *STRATUM).agg(
        pl.col("shares", "squares").first(), x=pl.col("win_share").mean(), par=pl.col("par").mean(), m=pl.len()
    )
    by_chance = compare.chance_variance(pl.col("m"), pl.col("seats"), pl.col("shares"), pl.col("squares"))
    others = pl.col("seats").cast(pl.Int64) - pl.col("m").cast(pl.Int64)
    rest = (pl.col("shares") - pl.col("x") * pl.col("m")) / others
    sides = games.with_columns(
        a=pl.col("x"), b=pl.when(~pl.col("team"), others > 0).then(rest), chance_variance=by_chance
    )
    return (
        compare.in_pairs(sides)
        .group_by("player", *STRATUM)
        .agg(**_sums(), **compare.games(), **compare.sums(), **clusters.total(compare.CHANCE_VARIANCE))
        .rename({"player": "what"})
    )


def _rates(seats: pl.LazyFrame) -> pl.LazyFrame:
    """One row for each `what` and number of seats: sums over games of the mean win share `x`, and of `par`."""
    games = seats.group_by("game_id", "what", *STRATUM).agg(x=pl.col("win_share").mean(), par=pl.col("par").mean())
    return games.group_by("what", *STRATUM).agg(**_sums())


def _sums() -> dict[str, pl.Expr]:
    return {"games": pl.len()} | clusters.total("x", "x*x") | {"par": pl.col("par").sum()}


def _mix(tables: Tables, params: ProfileParams) -> list[pl.LazyFrame]:
    """The rows of `action` and of `actions`: sums over the games in which both the player (`own`) and others (`other`)
    decided. `x` counts decisions of one type, `m` all decisions of a game."""
    of_all = filters(replace(params, player=None))
    rows = tables.facts.filter(one_of("category", DECISION), ~pl.col("undone"), pl.col("part") == 0, *of_all)
    mine = one_of("player", str(params.player)).fill_null(False)
    sides = rows.select("game_id", what=pl.col("type").cast(pl.String), own=mine, other=~mine)
    whole = sides.group_by("game_id").agg(pl.col(MIX).sum().name.prefix("m_"))
    whole = whole.filter(pl.col("m_own") > 0, pl.col("m_other") > 0)
    types = sides.group_by("game_id", "what").agg(pl.col(MIX).sum().name.prefix("x_")).join(whole, on="game_id")
    return [
        _of("action", types.group_by("what").agg(found=pl.len(), **clusters.total(*OF_A_TYPE))),
        _of("actions", whole.select(mix_games=pl.len(), **clusters.total(*OF_ALL_TYPES))),
    ]


def finish(counts: pl.DataFrame, params: ProfileParams) -> Finished:
    """The rows of the answer; the column `row` tells what a row is about: `wins`, `pace` and `undo` of each player, and
    for one player also `seat`, `faction` and `action`."""
    whole = counts.filter(of="all").group_by(*STRATUM).agg(pl.col("team_games", "team_wins").sum())
    wins = counts.filter(of="wins")
    rows = [pl.DataFrame(schema=SCHEMA), _win_rows(wins.filter(pl.col("games") > 0), whole, params)]
    rows += [_rate_rows(counts.filter(of=of), whole, of, params) for of in ("seat", "faction")]
    rows += [_pace_rows(counts, params), _undo_rows(counts, params), _action_rows(counts, params)]
    found = pl.concat(rows, how="diagonal_relaxed").select(pl.col(name).cast(kind) for name, kind in SCHEMA.items())
    order = pl.col("row").replace_strict({name: place for place, name in enumerate(ROWS)}, return_dtype=pl.Int8)
    nameless = int(wins["nameless"].sum())
    ordered = found.sort(order, -pl.col("n").cast(pl.Int64), "what", maintain_order=True)
    return Finished(ordered, {"seats_without_player": nameless} if nameless else {})


ROWS = ("wins", "pace", "undo", "seat", "faction", "action")
SCHEMA = {"row": pl.String, "what": pl.String, "n": pl.UInt32} | dict.fromkeys(
    ("value", "lo", "hi", "shrunk", "base", "difference", "difference_lo", "difference_hi", "p_value", "q"), pl.Float64
)


def _rated(sums: pl.DataFrame, whole: pl.DataFrame, params: ProfileParams) -> pl.DataFrame:
    """One row for each `what`: its win rate, and `base`, the rate expected by chance in the same games; in cooperative
    games, the win rate of all games with the same number of seats."""
    team_rate = pl.col("team_wins") / pl.col("team_games")
    base = pl.when("team").then(pl.col("games") * team_rate).otherwise("par")
    added = (
        sums.group_by("what", *STRATUM)
        .agg(pl.col(RATES).sum())
        .join(whole, on=list(STRATUM), how="left")
        .group_by("what")
        .agg(pl.col(RATES).sum(), base=base.sum() / pl.col("games").sum())
    )
    x, m, n = pl.col("x"), pl.col("games"), pl.col("games").cast(pl.UInt32)
    as_rate = {"x_own": x, "m_own": m, "x_own*x_own": pl.col("x*x"), "x_own*m_own": x, "m_own*m_own": m}
    low, high = clusters.interval("own", n)
    return (
        added.with_columns(**as_rate)
        .with_columns(n=n, value=x / m, lo=low, hi=high, shrunk=stats.shrunk(x, m, pl.col("base")))
        .with_columns(stats.hide_small(("value", "lo", "hi", "shrunk"), n, params.min_n))
    )


def _rate_rows(sums: pl.DataFrame, whole: pl.DataFrame, row: str, params: ProfileParams) -> pl.DataFrame:
    """The rows of `seat` or of `faction`: win rates, which are not tested."""
    return _rated(sums, whole, params).with_columns(row=pl.lit(row)).select("row", "what", "n", *FIGURES)


FIGURES = ("value", "lo", "hi", "shrunk", "base")
DIFFERENCE = ("difference", "difference_lo", "difference_hi", "p_value", "q")


def _win_rows(wins: pl.DataFrame, whole: pl.DataFrame, params: ProfileParams) -> pl.DataFrame:
    """The rows of `wins`: the win rate of each player, and its difference to that of the other seats in the same games;
    in cooperative games, to that of the games without the player."""
    strata = wins.group_by("what", *STRATUM).agg(pl.col(*PAIRS).sum()).join(whole, on=list(STRATUM), how="left")
    team = pl.col("team")
    without = {
        "games_b": pl.col("team_games") - pl.col("games_a"),
        "b": pl.col("team_wins") - pl.col("a"),
        "b*b": pl.col("team_wins") - pl.col("a*a"),
        "a*b": pl.lit(0.0),
    }
    sides = strata.with_columns(pl.when(team).then(of).otherwise(name).alias(name) for name, of in without.items())
    compared = compare.compared(sides, ["what"]).select("what", "difference", "error", "fewer")
    rows = _rated(wins, whole, params).join(compared, on="what", how="left")
    rows = rows.with_columns(row=pl.lit("wins"), difference=pl.when(pl.col("n") >= params.min_n).then("difference"))
    tested = compare.of_shares(clusters.tested(rows, "fewer", "fewer"))
    return tested.select("row", "what", "n", *FIGURES, *DIFFERENCE)


def _pace_rows(counts: pl.DataFrame, params: ProfileParams) -> pl.DataFrame:
    """The rows of `pace`: `value` is the median time of a decision in seconds; `difference` is how much longer the
    player's decisions take than all decisions, as a share (0.2: 20 % longer)."""
    pace, _ = _params_by_player(params)
    found = time_per_decision.finish(_part(counts, "pace", time_per_decision.COUNTS), pace).rows
    relative = found.with_columns(
        (pl.col(name.replace("difference", "times")) - 1).alias(name) for name in DIFFERENCE[:3]
    )
    return _of_player(relative, "pace", params)


def _undo_rows(counts: pl.DataFrame, params: ProfileParams) -> pl.DataFrame:
    """The rows of `undo`: the share of a player's decisions that were undone, and its difference to all decisions."""
    _, undo = _params_by_player(params)
    found = undo_and_mistakes.finish(_part(counts, "undo", undo_and_mistakes.COUNTS), undo).rows
    return _of_player(found, "undo", params)


def _part(counts: pl.DataFrame, of: str, columns: dict[str, Any]) -> pl.DataFrame:
    return counts.filter(of=of).select(*columns)


def _of_player(found: pl.DataFrame, row: str, params: ProfileParams) -> pl.DataFrame:
    """The rows of all players. With `player`, only that player's: this is a single test, so `q` is the p-value."""
    rows = found.filter(pl.col("what").is_not_null()).with_columns(row=pl.lit(row))
    if params.player is not None:
        rows = rows.filter(pl.col("what") == str(params.player)).with_columns(q="p_value")
    return rows.select("row", "what", "n", *FIGURES, *DIFFERENCE)


def _action_rows(counts: pl.DataFrame, params: ProfileParams) -> pl.DataFrame:
    """The rows of `action`: the share of the player's decisions that each type of action has; `base` is the share that
    it has for the other players of the same games."""
    types = counts.filter(of="action").group_by("what").agg(pl.col("found", *OF_A_TYPE).sum())
    whole = counts.filter(of="actions").select(pl.col("mix_games", *OF_ALL_TYPES).sum())
    n = pl.col("mix_games").cast(pl.UInt32)
    low, high = clusters.interval("own", n)
    rows = (
        types.join(whole, how="cross")
        .with_columns(row=pl.lit("action"), n=n, value=clusters.rate("own"), lo=low, hi=high)
        .with_columns(base=clusters.rate("other"), error=clusters.variance_of_difference("own", "other").sqrt())
        .with_columns(shrunk=stats.shrunk(pl.col("value") * n, n, pl.col("base")))
        .with_columns(stats.hide_small(("value", "lo", "hi", "shrunk"), n, params.min_n))
        .with_columns(difference=pl.col("value") - pl.col("base"))
    )
    return clusters.tested(rows, "mix_games", "found").select("row", "what", "n", *FIGURES, *DIFFERENCE)


def question(params: ProfileParams, ruleset: Rulebook) -> str:
    """The question in words."""
    if params.player is None:
        asks = "How often do players win, how fast do they decide, and how much do they undo"
        return f"{asks}, in {which_games(params, ruleset.title)}?"
    return f"How does this player play, compared with the others, in {which_games(params, ruleset.title)}?"


def finding(rows: pl.DataFrame, asked: Asked[ProfileParams]) -> str:
    """How often the player wins, and the action that the player clearly chooses more or less often than others. Without
    `player`: who clearly wins more or less often than others."""
    wins = rows.filter(pl.col("row") == "wins")
    if wins["value"].drop_nulls().is_empty():
        return f"Not enough games yet ({counted(int(wins['n'].max() or 0), 'game')} per player at most)."  # type: ignore[arg-type]
    if asked.params.player is not None:
        own = wins.row(0, named=True)
        name = asked.names.player(own["what"])
        games = f"{counted(own['n'], 'game')}, {_compared_with(own, asked)}"
        won = f"{name[:1].upper()}{name[1:]} won {percent(own['value'])} of {games}."
        mix = compare.clearest_difference(
            rows.filter(pl.col("row") == "action"),
            _sides(name),
            lambda row: asked.names.type(row["what"]),
            lambda label, more: f"{name} chooses {label} {more} often than the others",
        )
        return f"{won} {mix}".strip()
    tested = compare.clearest(wins)
    if tested.is_empty():
        return f"Not enough games yet: a comparison needs {clusters.LEAST_TESTED} games of a player."
    best = tested.row(0, named=True)
    name, test = asked.names.player(best["what"]), probability(best["q"], "q")
    figures = f"{percent(best['value'])} of {counted(best['n'], 'game')}, {_compared_with(best, asked)} ({test})"
    if not clear(q=best["q"]):
        return f"No clear difference between players: the largest, {name}, {figures}, may be due to chance."
    return f"{name} wins {'more' if best['difference'] > 0 else 'less'} often than others: {figures}."


def _compared_with(row: dict[str, Any], asked: Asked[ProfileParams]) -> str:
    return f"{percent(row['base'])} {'of all games' if asked.ruleset.cooperative else 'expected by chance'}"


def _expected(asked: Asked[ProfileParams]) -> str:
    return "all games" if asked.ruleset.cooperative else "expected"


def _sides(name: str) -> Sides:
    return Sides(("value", "base"), (name[:18], "others"))


def panels(rows: pl.DataFrame, asked: Asked[ProfileParams]) -> list[Panel]:
    """A panel of players. With `player`, also panels of the player's seats, factions and actions."""
    found = [_players_panel(rows, asked)]
    if asked.params.player is not None:
        found += [
            _wins_panel(rows, row, heading, asked) for row, heading in (("seat", "Seats"), ("faction", "Factions"))
        ]
        actions = rows.filter(pl.col("row") == "action")
        name = asked.names.player(str(asked.params.player))
        found += compare.panel(actions, _sides(name), "Actions", lambda row: asked.names.type(row["what"]))
        if len(found) == 3 and actions.height:
            found.append(_actions_panel(actions, asked))
    return [panel for panel in found if panel.rows]


def _players_panel(rows: pl.DataFrame, asked: Asked[ProfileParams]) -> Panel:
    by_row = {row: {found["what"]: found for found in rows.filter(pl.col("row") == row).to_dicts()} for row in ROWS[:3]}
    ranked = sorted(
        by_row["wins"].values(), key=lambda row: (row["shrunk"] is None, -(row["shrunk"] or 0), row["what"])
    )
    shown = ranked[:MOST]
    return Panel(
        columns=("", "games", "won", _expected(asked), "95 %", "decision", "undone"),
        rows=tuple(
            (*_won(row, asked), *_paced(by_row["pace"].get(row["what"]), by_row["undo"].get(row["what"])))
            for row in shown
        ),
        row_keys=tuple(row["what"] for row in shown),
        below="; ".join(
            [
                "decision: median time; undone: share of decisions",
                *([f"{len(ranked) - len(shown):,} more not shown"] if len(ranked) > len(shown) else []),
            ]
        ),
    )


def _won(row: dict[str, Any], asked: Asked[ProfileParams]) -> tuple[str, ...]:
    name, games, base = asked.names.player(row["what"]), f"{row['n']:,}", percent(row["base"])
    if row["value"] is None:
        return name, games, needs(asked.params.min_n), base, "–"
    return name, games, percent(row["value"]), base, f"{number(round(100 * row['lo']))}–{percent(row['hi'])}"


def _paced(pace: dict[str, Any] | None, undo: dict[str, Any] | None) -> tuple[str, str]:
    median = pace["value"] if pace else None
    return duration(None if median is None else median * 1_000_000), percent(undo["value"] if undo else None, 1)


def _wins_panel(rows: pl.DataFrame, row: str, heading: str, asked: Asked[ProfileParams]) -> Panel:
    found = rows.filter(pl.col("row") == row).to_dicts()
    shown = found[:MOST]
    return Panel(
        heading=heading,
        columns=("", "games", "won", _expected(asked)),
        rows=tuple((_played(one, asked), *_won(one, asked)[1:4]) for one in shown),
        strips=tuple(Strip(one["value"], one["lo"], one["hi"]) for one in shown),
        below=f"{len(found) - len(shown):,} more not shown" if len(found) > len(shown) else "",
    )


def _played(row: dict[str, Any], asked: Asked[ProfileParams]) -> str:
    if row["row"] == "faction":
        return asked.names.faction(row["what"])
    seats, seat = row["what"].split(" ")
    return f"Seat {seat} of {seats}"


def _actions_panel(actions: pl.DataFrame, asked: Asked[ProfileParams]) -> Panel:
    """The shares of actions, where too few games allow no test."""
    shown = actions.sort(-pl.col("base"), "what").head(MOST).to_dicts()
    return Panel(
        heading="Actions",
        columns=("", "share", "others"),
        rows=tuple((asked.names.type(row["what"]), percent(row["value"]), percent(row["base"])) for row in shown),
        below=f"not tested: fewer than {clusters.LEAST_TESTED} games",
    )


def chart(rows: pl.DataFrame, asked: Asked[ProfileParams]) -> alt.TopLevelMixin:
    """The win rates of all players, above the tested differences. With `player`: the shares of actions, above their
    differences to those of the other players."""
    row = "wins" if asked.params.player is None else "action"
    chosen = rows.filter(pl.col("row") == row)
    if chosen.is_empty():
        row, chosen = "wins", rows.filter(pl.col("row") == "wins")
    called = asked.names.player if row == "wins" else asked.names.type
    ranked = chosen.sort(-pl.col("shrunk"), "what", nulls_last=True)
    labelled = ranked.with_columns(label=pl.Series([called(what) for what in ranked["what"]], dtype=pl.String))
    title = "Win rate" if row == "wins" else "Share of decisions"
    return dotplot.both(labelled, title, Sides(("value", "base"), ("the player", "others")), share=True)


def sample(rows: pl.DataFrame) -> str:
    """The sample size: the number of players, and the games of the player with the most games."""
    wins = rows.filter(pl.col("row") == "wins")
    games = counted(int(wins["n"].max() or 0), "game")  # type: ignore[arg-type]
    return games if wins.height == 1 else f"{counted(wins.height, 'player')}, up to {games} each"


JOB = Job(
    name="player_profile",
    title="Player profile",
    about="How often each player wins, how fast they decide, and how much they undo.",
    definition="Rows about each player, by `row`: `wins` (the share of wins; `base` is the share expected by chance "
    "in the same games, in cooperative games the share of all games with the same number of seats that are won), "
    "`pace` (the median time of a decision in seconds; `difference` is how much longer it takes, as a share) and "
    "`undo` (the share of decisions that were undone). With `player` also `seat`, `faction` and `action`: the share "
    "of each type of action, with `base` for the other players of the same games.",
    sample_unit="one game of the player",
    interval=f"{clusters.WILSON} Woodruff's for pace.",
    test="Student's t-test of the difference to the other players of the game, with games as clusters, from 30 "
    "games on; in cooperative games, between games with and without the player that have the same number of seats. "
    "`q` is the false discovery rate (Benjamini and Hochberg). It is separate for each kind of row. "
    f"{compare.AT_LEAST_CHANCE}",
    independence="What a player does in one game is one observation.",
    limitations="Players who meet weak players win more. Actions depend on seats and factions, and nothing corrects "
    "for that.",
    params=ProfileParams,
    question=question,
    partial=partial,
    finish=finish,
    finding=finding,
    panels=panels,
    chart=chart,
    sample=sample,
    example_games=example_games,
    empty=pl.DataFrame(schema=COUNTS),
    names_players=True,
    version=3,
)
