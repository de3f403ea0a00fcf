"""Who ranks better when two players sit at the same table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import polars as pl
from msgspec.structs import replace

from analytics import clusters, compare, dotplot, stats, words
from analytics.compare import MOST, STRATUM, Sides
from analytics.job import Finished, Job
from analytics.panels import Panel, Strip
from analytics.params import Params, filters, which_games
from analytics.words import clear, counted, needs, percent, points, probability

if TYPE_CHECKING:
    import altair as alt

    from analytics.job import Asked
    from analytics.lake import Tables
    from analytics.rulebook import Rulebook


class PairParams(Params, frozen=True):
    """What `head_to_head` can be asked."""


PAIR = ("player", "opponent")
SUMS = ("games", "ahead", "equal", "x", "x*x")
COUNTS = {"player": pl.String, "opponent": pl.String, "seats": pl.UInt8, "team": pl.Boolean} | dict.fromkeys(
    (*SUMS, "nameless"), pl.Float64
)
"""Sums over games, separately for each number of `seats` and by `team`: whether all seats win or lose together.

Rows with players, one for each pair, `seats` and `team`. `games`: games of both players; `x`: 1 if `player` ranks
better than `opponent`, 0 if worse, 1/2 if they rank equal; in cooperative games, 1 if won, 0 if lost; `ahead`,
`equal`: games with `x` above 1/2 and equal to 1/2.

Rows without players, one for each `seats` of cooperative games: the same sums over all games.

One row with `nameless`: the number of seats without a player.
"""


def partial(tables: Tables, params: PairParams) -> pl.DataFrame:
    """Sums over games (see `COUNTS`) by pair of players and number of seats, and over all cooperative games."""
    at_the_table = tables.seats.filter(*filters(_for_all_seats(params)))
    games = _pairs_of_seats(tables, params).group_by("game_id", *PAIR, *STRATUM).agg(x=_score().mean())
    cooperative = at_the_table.with_columns(team=pl.col("par").is_null()).filter("team").unique("game_id")
    frames = [
        games.group_by(*PAIR, *STRATUM).agg(**_sums(pl.col("x"))),
        cooperative.group_by(*STRATUM).agg(**_sums(pl.col("win_share"))),
        at_the_table.select(nameless=pl.col("player").is_null().sum()),
    ]
    found = pl.concat([pl.DataFrame(schema=COUNTS), *pl.collect_all(frames)], how="diagonal_relaxed")
    return found.select(pl.col(name).cast(kind) for name, kind in COUNTS.items())


def _pairs_of_seats(tables: Tables, params: PairParams) -> pl.LazyFrame:
    """One row for each two seats of a game with different players: `player` and its `rank`, `opponent` and its rank,
    `other`. Each pair has one order, unless a player or faction is selected: then the selected one is `player`."""
    own = tables.seats.filter(*filters(params)).select(
        "game_id", *STRATUM[:1], pl.col("player").cast(pl.String), "rank", "win_share", team=pl.col("par").is_null()
    )
    at_the_table = tables.seats.filter(*filters(_for_all_seats(params)))
    others = at_the_table.select("game_id", opponent=pl.col("player").cast(pl.String), other="rank")
    different = (
        pl.col("player") != pl.col("opponent") if _first_is_selected(params) else pl.col("player") < pl.col("opponent")
    )
    return own.join(others, on="game_id").filter(different)


def example_games(tables: Tables, params: PairParams) -> pl.LazyFrame:
    """`game_id` and `row_key` of each game of a pair, with the players in either order."""
    pairs, either = _pairs_of_seats(tables, params), (PAIR, PAIR[::-1])
    return pl.concat([pairs.select("game_id", row_key=pl.concat_str(*pair, separator=" ")) for pair in either])


def _for_all_seats(params: PairParams) -> PairParams:
    """The same parameters for all seats: without the filters on player and faction."""
    return replace(params, player=None, faction=None)


def _first_is_selected(params: PairParams) -> bool:
    """Whether the first player of each pair is selected by a filter on player or faction."""
    return params.player is not None or params.faction is not None


def _score() -> pl.Expr:
    """1 if the player of a row ranks better, 0 if worse, 1/2 if equal; in cooperative games, the result."""
    rank, other = pl.col("rank").cast(pl.Int64), pl.col("other").cast(pl.Int64)
    ahead = pl.when(rank < other).then(1.0).when(rank > other).then(0.0).otherwise(0.5)
    return pl.when("team").then(pl.col("win_share")).otherwise(ahead)


def _sums(x: pl.Expr) -> dict[str, pl.Expr]:
    """The columns `SUMS` of a group of games with the scores `x`."""
    return {"games": pl.len(), "ahead": (x > 0.5).sum(), "equal": (x == 0.5).sum(), "x": x.sum(), "x*x": (x * x).sum()}


def finish(counts: pl.DataFrame, params: PairParams) -> Finished:
    """One row for each pair of players: how often the first ranks better (in cooperative games, how often they win),
    with a test."""
    in_pair = pl.col("player").is_not_null()
    strata = counts.filter(in_pair).group_by(*PAIR, *STRATUM).agg(pl.col(SUMS).sum())
    whole = counts.filter(~in_pair, pl.col("games") > 0).group_by(*STRATUM).agg(pl.col(SUMS).sum().name.suffix("_all"))
    with_totals = strata.join(whole, on=list(STRATUM), how="left")
    rate = pl.when("team").then(pl.col("x_all") / pl.col("games_all")).otherwise(0.5)
    n = pl.col("games").cast(pl.UInt32)
    sums = with_totals.group_by(*PAIR).agg(
        pl.col(SUMS).sum(), base=(pl.col("games") * rate).sum() / pl.col("games").sum(), team=pl.col("team").any()
    )
    x, m = pl.col("x"), pl.col("games")
    as_rate = {"x_pair": x, "m_pair": m, "x_pair*x_pair": pl.col("x*x"), "x_pair*m_pair": x, "m_pair*m_pair": m}
    low, high = clusters.interval("pair", n)
    rows = (
        sums.with_columns(**as_rate)
        .with_columns(n=n, value=x / m, lo=low, hi=high, shrunk=stats.shrunk(x, m, pl.col("base")))
        .join(_compared(with_totals), on=list(PAIR))
        .with_columns(ahead=pl.col("ahead").cast(pl.UInt32), equal=pl.when(~pl.col("team")).then("equal"))
        .with_columns(equal=pl.col("equal").cast(pl.UInt32))
        .with_columns(
            stats.hide_small(("ahead", "equal", "value", "lo", "hi", "shrunk", "difference"), n, params.min_n)
        )
        .sort("n", *PAIR, descending=[True, False, False])
    )
    nameless = int(counts["nameless"].sum())
    tested = compare.of_shares(clusters.tested(rows, "fewer", "fewer")).select(COLUMNS)
    return Finished(tested, {"seats_without_player": nameless} if nameless else {})


def _compared(with_totals: pl.DataFrame) -> pl.DataFrame:
    """One row for each pair: `difference`, its standard `error`, and `fewer`, the games of the smaller side.

    The difference is the mean score of the player minus that of the opponent; in cooperative games, the share of the
    pair's games that are won minus that of all other games.
    """
    team, n, x, squares = pl.col("team"), pl.col("games"), pl.col("x"), pl.col("x*x")
    others = pl.col("games_all") - n
    sides = with_totals.with_columns(
        games_a=n,
        games_b=pl.when(team).then(others).otherwise(n),
        a=x,
        b=pl.when(team).then(pl.col("x_all") - x).otherwise(n - x),
    ).with_columns(
        pl.when(team).then(pl.col("x*x_all") - squares).otherwise(n - 2 * x + squares).alias("b*b"),
        pl.when(team).then(0.0).otherwise(x - squares).alias("a*b"),
        squares.alias("a*a"),
        (n - 4 * x + 4 * squares).alias(compare.CHANCE_VARIANCE),  # (1 - 2 x)^2
    )
    return compare.compared(sides, PAIR).select(*PAIR, "difference", "error", "fewer")


COLUMNS = (
    *("player", "opponent", "n", "ahead", "equal", "value", "lo", "hi", "shrunk", "base"),
    *("difference", "difference_lo", "difference_hi", "p_value", "q"),
)


def question(params: PairParams, ruleset: Rulebook) -> str:
    """The question in words."""
    asks = "How often do two players win together" if ruleset.cooperative else "Which of two players ranks better"
    return f"{asks} in {which_games(params, ruleset.title)}?"


def finding(rows: pl.DataFrame, asked: Asked[PairParams]) -> str:
    """The pair with the smallest p-value; if no pair was tested, the pair with the most games."""
    tested = rows.filter(pl.col("q").is_not_null()).sort("p_value", pl.col("n").cast(pl.Int64) * -1, *PAIR)
    if tested.is_empty():
        most = rows.row(0, named=True)
        pair = f"{asked.names.player(most['player'])} and {asked.names.player(most['opponent'])}"
        games = counted(most["n"], "game")
        return f"Not enough games yet: {pair} have the most in common ({games})."
    clearest = tested.row(0, named=True)
    return _claim(clearest, asked) if asked.ruleset.cooperative else _claim(_better_first(clearest), asked)


def _better_first(row: dict[str, Any]) -> dict[str, Any]:
    """The row with its players exchanged if the second of them ranks better."""
    if row["value"] is None or row["value"] >= 0.5:
        return row
    exchanged = {name: 1 - row[name] for name in ("value", "shrunk")}
    exchanged |= {"lo": 1 - row["hi"], "hi": 1 - row["lo"], "ahead": row["n"] - row["ahead"] - row["equal"]}
    exchanged |= {"player": row["opponent"], "opponent": row["player"]}
    for low, high in (("difference_lo", "difference_hi"), ("difference_hi", "difference_lo")):
        exchanged[low] = None if row[high] is None else -row[high]
    return row | exchanged | {"difference": None if row["difference"] is None else -row["difference"]}


def _claim(row: dict[str, Any], asked: Asked[PairParams]) -> str:
    first, second = (asked.names.player(row[name]) for name in PAIR)
    games, test = counted(row["n"], "game"), probability(row["q"], "q")
    if asked.ruleset.cooperative:
        more = "more" if row["difference"] > 0 else "less"
        claim, figures = f"{first} and {second} win together {more} often than others", _win_rates(row)
    else:
        claim, figures = f"{first} usually ranks better than {second}", f"{percent(row['value'])} of {games}"
    if clear(q=row["q"]):
        return f"{claim}: {figures} ({test})."
    return f"No clear difference: the largest, {first} and {second} ({figures}, {test}), may be due to chance."


def _win_rates(row: dict[str, Any]) -> str:
    return f"{percent(row['value'])} of {counted(row['n'], 'game')}, {percent(row['base'])} of all games"


def _ranked(rows: pl.DataFrame, asked: Asked[PairParams]) -> list[dict[str, Any]]:
    """The rows, the highest rate first; in each row, the selected player comes first, else the better one."""
    found = rows.to_dicts()
    if not (asked.ruleset.cooperative or _first_is_selected(asked.params)):
        found = [_better_first(row) for row in found]
    return sorted(found, key=lambda row: (row["shrunk"] is None, -(row["shrunk"] or 0), -row["n"]))


def panels(rows: pl.DataFrame, asked: Asked[PairParams]) -> list[Panel]:
    """A table of the pairs with their rates."""
    known = compare.enough(rows)
    ranked = _ranked(known, asked)
    shown, folded = ranked[:MOST], ranked[MOST:]
    team = asked.ruleset.cooperative
    figures = ("games", "won", "rate", "all games", "q") if team else ("games", "ahead", "equal", "rate", "q")
    return [
        Panel(
            columns=("", *figures),
            rows=tuple((_label(row, asked), *_cells(row, asked)) for row in shown),
            row_keys=tuple(f"{row['player']} {row['opponent']}" for row in shown),
            strips=tuple(Strip(row["value"], row["lo"], row["hi"]) for row in shown),
            par=None if team else 0.5,
            par_is="" if team else "equal",
            below="; ".join(
                [
                    *([f"{len(folded):,} more not shown"] if folded else []),
                    *compare.hidden(rows, known, asked.params.min_n),
                ]
            ),
        )
    ]


def _label(row: dict[str, Any], asked: Asked[PairParams]) -> str:
    first, second = (asked.names.player(row[name]) for name in PAIR)
    if asked.params.player is not None:
        return f"with {second}" if asked.ruleset.cooperative else f"against {second}"
    return f"{first} and {second}" if asked.ruleset.cooperative else f"{first} against {second}"


def _cells(row: dict[str, Any], asked: Asked[PairParams]) -> tuple[str, ...]:
    games = f"{row['n']:,}"
    if row["value"] is None:
        few = needs(asked.params.min_n)
        return (
            (games, "–", few, percent(row["base"]), "–") if asked.ruleset.cooperative else (games, "–", "–", few, "–")
        )
    test = words.tested(row["q"])
    if asked.ruleset.cooperative:
        return games, f"{row['ahead']:,}", percent(row["value"]), percent(row["base"]), test
    return games, f"{row['ahead']:,}", f"{row['equal']:,}", percent(row["value"]), test


def chart(rows: pl.DataFrame, asked: Asked[PairParams]) -> alt.TopLevelMixin:
    """A dot plot of the rates of pairs with their intervals; below, the differences that were tested."""
    ranked = _ranked(rows, asked)
    labels = [_label(row, asked) for row in ranked]
    shown = pl.DataFrame([ranked_row | {"label": label, "what": label} for ranked_row, label in zip(ranked, labels,
                         strict=True)], schema={**rows.schema, "label": pl.String, "what": pl.String})  # fmt: skip
    if asked.ruleset.cooperative:
        return dotplot.both(shown, "Win rate", _sides("together", "other games"), share=True)
    title = "Share of games in which the first player ranks better"
    return dotplot.both(shown, title, _sides("the first", "the other"), share=True)


def _sides(first: str, second: str) -> Sides:
    return Sides(("value", "base"), (first, second), percent, points)


def sample(rows: pl.DataFrame) -> str:
    """The sample as a text: the number of pairs, and the games of the pair with the most games."""
    return f"{counted(rows.height, 'pair')}, up to {counted(int(rows['n'][0]), 'game')} each"


JOB = Job(
    name="head_to_head",
    title="Head to head",
    about="Which of two players ranks better when they play in the same game.",
    definition="For each two players who played in the same game: the share of these games in which the first ranks "
    "better (equal ranks count one half), compared with one half. `difference` is the share of the first minus the "
    "share of the other. In cooperative games: the share of these games that are won, with `base` for all games "
    "with the same number of seats, and `difference` to the games without both of them. Seats without a player are "
    "left out.",
    sample_unit="one game of both players",
    interval=clusters.WILSON,
    test="Student's t-test of the mean difference, from 30 games on; in cooperative games, between games with and "
    "without both, with the same number of seats. `q` is the false discovery rate (Benjamini and Hochberg). "
    f"{compare.AT_LEAST_CHANCE}",
    independence="A game of two players is one observation.",
    limitations="With more than two players, a better rank is not a win. Seats, factions and partners are not taken "
    "into account, nor that players get better.",
    params=PairParams,
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
    version=2,
)
