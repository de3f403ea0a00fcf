"""Whether one thing follows another more often than by chance."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Annotated, Any, Literal

import polars as pl
from msgspec import Meta

from analytics import clusters, compare, dotplot, stats
from analytics.compare import MOST, Sides
from analytics.job import Finished, Job
from analytics.panels import Panel, Strip
from analytics.params import which_games
from analytics.schema import SYSTEM
from analytics.selection import (
    BY,
    CONDITIONS,
    By,
    ChoosingParams,
    Several,
    called,
    faults_of,
    in_words,
    seated,
    selected,
    split_by,
    what,
)
from analytics.words import counted, needs, percent

if TYPE_CHECKING:
    from collections.abc import Iterator

    import altair as alt

    from analytics.errors import ParameterFault
    from analytics.job import Asked
    from analytics.lake import Tables
    from analytics.rulebook import Rulebook

MOST_MOVES = 12


class FollowParams(ChoosingParams, frozen=True):
    """What `follow_ups` can be asked."""

    then: Annotated[
        Several | None,
        Meta(
            title="Then",
            description="What follows: only these types, separated by spaces. Without any, only decisions count, as in "
            "`type`.",
        ),
    ] = None
    then_where: Annotated[
        Several | None, Meta(title="Then where", description=f"What follows: {CONDITIONS.description}")
    ] = None
    within: Annotated[
        int,
        Meta(title="Within", description="How many of the next moves count.", ge=1, le=MOST_MOVES),
    ] = 2
    moves_of: Annotated[
        Literal["same", "others", "all"],
        Meta(title="Moves of", description="Whose next moves count: the `same` seat's, the `others`', or `all`."),
    ] = "same"
    by: Annotated[By, Meta(title="Group by", description=f"For what comes first. {BY}")] = "type"
    then_by: Annotated[By, Meta(title="Then group by", description=f"For what follows. {BY}")] = "type"

    def faults(self) -> Iterator[ParameterFault]:
        yield from super().faults()
        yield from faults_of("/then_where", self.then_where)


OF_X = (*clusters.of_x("all"), "x_gap", "x_gap*x_gap", "expected", "variance", "skewness")
OF_M = clusters.of_m("all")
COUNTS = {"what": pl.String, "then": pl.String} | dict.fromkeys(("found", *OF_X, "games", *OF_M), pl.Float64)
"""Sums over games: m moves of a game have the first thing, x of them are followed by the other, which would be
`expected` if the moves of each seat came in any order, each with its `variance` and third moment (`skewness`); the gap
is between the two. Rows without `then` have the sums of m, and the row without `what` all games."""


def partial(tables: Tables, params: FollowParams) -> pl.DataFrame:
    """Sums over games, by what comes first and what follows."""
    firsts, cells = _followed(tables, params)
    whole = firsts.group_by("game_id", "what").agg(m_all=pl.len().cast(pl.Float64))
    by_game = cells.join(whole, on=["game_id", "what"])
    pairs = by_game.group_by("what", "then").agg(found=pl.len(), **clusters.total(*OF_X))
    of_m = whole.group_by("what").agg(games=pl.len(), **clusters.total(*OF_M))
    games = seated(tables, params).select(games=pl.col("game_id").n_unique())
    frames = pl.collect_all([pairs, of_m, games])
    return pl.concat([pl.DataFrame(schema=COUNTS), *frames], how="diagonal_relaxed").select(
        pl.col(name).cast(kind) for name, kind in COUNTS.items()
    )


def _followed(tables: Tables, params: FollowParams) -> tuple[pl.LazyFrame, pl.LazyFrame]:
    """The moves in which the first thing comes, and what follows it in each game."""
    moves = _moves(tables, params)
    starts = _starts(tables, moves, params)
    firsts = starts.join(_chosen(tables, params.type, params.where, params.by, "what"), on=["game_id", "move"])
    seconds = _chosen(tables, params.then, params.then_where, params.then_by, "then")
    return firsts, _pairs(firsts, seconds, moves, _windows(starts, moves, params.within))


def example_games(tables: Tables, params: FollowParams) -> pl.LazyFrame:
    """The games in which it follows."""
    follows = _followed(tables, params)[1].filter(pl.col("x_all") > 0)
    return follows.select("game_id", row_key=pl.format("{} > {}", "what", "then"))


def _moves(tables: Tables, params: FollowParams) -> pl.LazyFrame:
    """The moves of each game, once for each `seat`: whether one `counts` for that seat, its `place` among those that
    do, and their number, `last`."""
    rows = tables.facts.filter(~pl.col("undone"), pl.col("category").cast(pl.String) != SYSTEM)
    moves = rows.drop_nulls(["move", "turn_seat"]).select("game_id", "move", "turn_seat").unique()
    own = pl.col("turn_seat") == pl.col("seat")
    counts = {"same": own, "others": ~own, "all": pl.lit(True)}[params.moves_of]
    one = pl.col("counts").cast(pl.Int64)
    return (
        moves.join(moves.select("game_id", seat="turn_seat").unique(), on="game_id")
        .with_columns(counts=counts, own=own)
        .with_columns(
            place=one.cum_sum().over("game_id", "seat", order_by="move"), last=one.sum().over("game_id", "seat")
        )
    )


def _starts(tables: Tables, moves: pl.LazyFrame, params: FollowParams) -> pl.LazyFrame:
    """The moves of seats that are asked about after which some move that counts comes."""
    asked = seated(tables, params).select("game_id", "seat")
    return moves.filter("own", pl.col("place") < pl.col("last")).join(asked, on=["game_id", "seat"], how="semi")


def _chosen(tables: Tables, type: str | None, where: str | None, by: str, name: str) -> pl.LazyFrame:
    """The moves in which what is chosen comes, once each."""
    asked = where if type or where else "category=decision"
    value = what(by).cast(pl.Categorical).alias(name)  # as numbers: texts would be compared a hundred times each
    return selected(tables, type, asked, by=(by,)).select("game_id", "move", value).drop_nulls().unique()


def _windows(starts: pl.LazyFrame, moves: pl.LazyFrame, within: int) -> pl.LazyFrame:
    """The next moves after each start: `next`, and whose they are."""
    steps = pl.LazyFrame({"step": range(1, within + 1)}, schema={"step": pl.Int64})
    after = starts.join(steps, how="cross").with_columns(place=pl.col("place") + pl.col("step"))
    counting = moves.filter("counts").select("game_id", "seat", "place", "turn_seat", next="move")
    return after.select("game_id", "seat", "move", "place").join(counting, on=["game_id", "seat", "place"])


def _pairs(firsts: pl.LazyFrame, seconds: pl.LazyFrame, moves: pl.LazyFrame, windows: pl.LazyFrame) -> pl.LazyFrame:
    """Of each game, what comes first and what may follow: how often it does, and would in any order of moves."""
    key = ["game_id", "move", "then"]
    followed = windows.join(seconds, left_on=["game_id", "next"], right_on=["game_id", "move"])
    followed = followed.select(key).unique().with_columns(x=pl.lit(1.0))
    none = pl.col("none").log().sum().exp()  # their product, which Polars takes ten times as long for
    expected = _by_seat(seconds, moves, windows).group_by(key).agg(expected=1 - none)
    chance = pl.col("expected")
    return (
        firsts.join(expected, on=["game_id", "move"])
        .join(followed, on=key, how="left")
        .with_columns(pl.col("x").fill_null(0.0))
        .group_by("game_id", "what", "then")
        .agg(
            x_all=pl.col("x").sum(),
            expected=chance.sum(),
            x_gap=(pl.col("x") - chance).sum(),
            variance=(chance * (1 - chance)).sum(),
            skewness=(chance * (1 - chance) * (1 - 2 * chance)).sum(),
        )
    )


def _by_seat(seconds: pl.LazyFrame, moves: pl.LazyFrame, windows: pl.LazyFrame) -> pl.LazyFrame:
    """For each start and each seat that moves next, how likely `none` of its next moves has the other thing, if its
    moves but the start itself came in any order."""
    whose = moves.filter("own").select("game_id", "move", "turn_seat")
    has = seconds.join(whose, on=["game_id", "move"])
    known = has.group_by("game_id", "turn_seat", "then").agg(with_it=pl.len().cast(pl.Int64))
    lengths = whose.group_by("game_id", "turn_seat").agg(moves=pl.len().cast(pl.Int64))
    itself = seconds.with_columns(itself=pl.lit(1, dtype=pl.Int64))
    return (
        windows.group_by("game_id", "seat", "move", "turn_seat")
        .agg(next=pl.len().cast(pl.Int64))
        .join(lengths, on=["game_id", "turn_seat"])
        .join(known, on=["game_id", "turn_seat"])
        .join(itself, on=["game_id", "move", "then"], how="left")
        .with_columns(own=(pl.col("turn_seat") == pl.col("seat")).cast(pl.Int64))
        .with_columns(
            moves=pl.col("moves") - pl.col("own"),
            with_it=pl.col("with_it") - pl.col("own") * pl.col("itself").fill_null(0),
        )
        .filter(pl.col("with_it") > 0)
        .with_columns(none=_none())
    )


def _none() -> pl.Expr:
    """How likely none of the `next` of so many `moves` has it: of the first, the second, and so on."""
    chance = pl.lit(1.0)
    for step in range(MOST_MOVES):
        without = (pl.col("moves") - pl.col("with_it") - step) / (pl.col("moves") - step)
        chance = chance * pl.when(pl.col("next") > step).then(without.clip(0)).otherwise(1.0)
    return chance


def finish(counts: pl.DataFrame, params: FollowParams) -> Finished:
    """How often it follows with the interval, how often it comes anyway, and how these differ."""
    added = counts.group_by("what", "then").agg(pl.all().sum())
    of_m = added.filter(pl.col("then").is_null(), pl.col("what").is_not_null())
    of_m = of_m if of_m.height else added.filter(pl.col("what").is_null(), pl.col("games") > 0)
    pairs = added.filter(pl.col("then").is_not_null()).select("what", "then", "found", *OF_X)
    sums = of_m.select("what", "games", *OF_M).join(pairs, on="what", how="left")
    value, n = clusters.rate("all").fill_nan(None), pl.col("games").cast(pl.UInt32)
    low, high = clusters.interval("all", n)
    rows = (
        sums.with_columns(pl.col("found", *OF_X).fill_null(0.0))
        .with_columns(n=n, value=value, lo=low.fill_nan(None), hi=high.fill_nan(None))
        .with_columns(base=(pl.col("expected") / pl.col("m_all")).fill_nan(None), error=_gap_error())
        .with_columns(moves=pl.col("m_all").cast(pl.UInt64), games_with=pl.col("found").cast(pl.UInt32))
        .with_columns(shrunk=stats.shrunk(pl.col("value") * n, n, pl.col("base")))
        .with_columns(stats.hide_small(("value", "lo", "hi", "shrunk", "base"), n, params.min_n))
        .with_columns(difference=pl.col("value") - pl.col("base"))
    )
    tested = clusters.tested(rows.with_columns(least=_least()), "games_with", "least")
    return Finished(tested.sort(stats.unexpected(), "what", "then", nulls_last=True).select(COLUMNS))


def _gap_error() -> pl.Expr:
    """The standard error of the difference, with one residual per game: what follows minus what would in random order.

    In random order, the residual of each game has the mean 0. So squares are taken about 0, not about the mean of the
    same games: where little follows, all games may lie near that mean, and nothing would seem more certain. What seldom
    follows also has a skewed distribution: it follows too often by more than too seldom, and the squares grow with it,
    so too little would be found far more often than too much. N. J. Johnson's correction (JASA 73, 1978) removes
    this, with the skewness of random order.
    """
    squares = pl.col("x_gap*x_gap")
    lean = (pl.col("skewness") / pl.col("variance") * pl.col("x_gap") / (3 * squares)).fill_nan(0)
    # both are 1 - lean nearly, and neither comes to nothing
    correction = pl.when(lean > 0).then(1 / (1 + lean)).otherwise((1 - 2 * lean).sqrt())
    return (squares.sqrt() * correction / pl.col("m_all")).fill_nan(None)


LEAST_EXPECTED = 5
"""So many moves at least have to be followed by it, and so many not, in any order of moves: else they are whole numbers
too small for Student's t (W. G. Cochran, Biometrics 10, 1954, of chi-square)."""


def _least() -> pl.Expr:
    """The games with both, where enough moves are expected of either kind; else 0."""
    fewer = pl.min_horizontal("expected", pl.col("m_all") - pl.col("expected"))
    return pl.when(fewer >= LEAST_EXPECTED).then("games_with").otherwise(0)


SIDES = Sides(("value", "base"), ("after it", "expected"))
COLUMNS = (
    *("what", "then", "n", "moves", "games_with", "value", "lo", "hi", "shrunk", "base"),
    *("difference", "difference_lo", "difference_hi", "p_value", "q"),
)
MOVES_OF = {"same": "of the same seat", "others": "of the other seats", "all": "of anybody"}


def question(params: FollowParams, ruleset: Rulebook) -> str:
    """The question in words."""
    first = in_words(params.type, params.where, ruleset, "a decision")
    second = in_words(params.then, params.then_where, ruleset, "another decision")
    splits = (split_by(params.by), split_by(params.then_by))
    split = f"both {splits[0]}" if splits[0] == splits[1] else " and ".join(splits)
    moves = f"the next {'move' if params.within == 1 else f'{params.within} moves'} {MOVES_OF[params.moves_of]}"
    games = which_games(params, ruleset.title)
    return f"After {first}, how often does {second} follow in {moves}, and how often by chance, {split}, in {games}?"


def finding(rows: pl.DataFrame, asked: Asked[FollowParams]) -> str:
    """The clearest difference, or what follows most often."""
    games = counted(stats.most(rows), "game")
    if not rows["moves"].sum():
        return f"It never comes before another move in {games}."
    shown = rows.filter(pl.col("value").is_not_null())
    if shown.is_empty():
        return f"Not enough games yet ({games})."
    if clearest := compare.clearest_difference(rows, SIDES, lambda row: _label(row, asked), _claim):
        return clearest
    best = shown.row(0, named=True)
    often = f"{percent(best['value'])} of {counted(best['moves'], 'move')} in {counted(best['n'], 'game')}"
    return f"{_label(best, asked)}: {often}. There are too few games for a comparison."


def _claim(label: str, more: str) -> str:
    return f"{label} comes {more} often than in random order"


def _label(row: dict[str, Any], asked: Asked[FollowParams]) -> str:
    first = called(row["what"], asked.params.by, asked.names)
    return f"{first}, then {_lowered(called(row['then'], asked.params.then_by, asked.names))}"


def _lowered(text: str) -> str:
    return text[:1].lower() + text[1:]


def panels(rows: pl.DataFrame, asked: Asked[FollowParams]) -> list[Panel]:
    """What follows how often, and how that differs from what comes anyway."""
    if not rows["moves"].sum():
        return []
    labels = functools.partial(_label, asked=asked)
    return [_follow_panel(rows, asked), *compare.panel(rows, SIDES, "Compared with random order", labels)]


def _follow_panel(rows: pl.DataFrame, asked: Asked[FollowParams]) -> Panel:
    known = compare.enough(rows)
    shown, folded = known.head(MOST).to_dicts(), known.height - MOST
    return Panel(
        columns=("", "games", "moves", "followed", "expected"),
        rows=tuple(_cells(row, asked) for row in shown),
        row_keys=tuple(f"{row['what']} > {row['then']}" for row in shown),
        strips=tuple(Strip(row["value"], row["lo"], row["hi"]) for row in shown),
        below="; ".join(
            [
                *([f"{folded:,} more not shown"] if folded > 0 else []),
                *compare.hidden(rows, known, asked.params.min_n),
            ]
        ),
    )


def _cells(row: dict[str, Any], asked: Asked[FollowParams]) -> tuple[str, ...]:
    small = row["n"] < asked.params.min_n
    value = needs(asked.params.min_n) if small else percent(row["value"])
    return _label(row, asked), f"{row['n']:,}", f"{row['moves']:,}", value, percent(row["base"])


def chart(rows: pl.DataFrame, asked: Asked[FollowParams]) -> alt.TopLevelMixin:
    """A disc with its interval for each, and below it how it differs from what comes anyway."""
    labelled = rows.with_columns(label=pl.Series([_label(row, asked) for row in rows.to_dicts()], dtype=pl.String))
    return dotplot.both(labelled, "Share of moves that are followed by it", SIDES, share=True)


def sample(rows: pl.DataFrame) -> str:
    """Games."""
    return counted(stats.most(rows), "game")


JOB = Job(
    name="follow_ups",
    title="Follow-ups",
    about="What players do after something happens, compared with what they do anyway.",
    definition="The share of moves with the first thing that the second thing follows within the given number of "
    "moves (`value`), and the share expected if each seat made its moves in random order (`base`). A move counts if "
    "another move comes after it, even if fewer come than asked for. `n` counts the games with the first thing, "
    "`games_with` those that also have the second, and `moves` the moves with the first thing.",
    sample_unit="one game",
    interval=clusters.WILSON,
    test="Student's t-test of the moves that it follows minus those expected in random order, with games as "
    "clusters. Tested from 30 games on that have both, if it is expected to follow at least 5 moves and not to "
    "follow at least 5; `q` is the false discovery rate (Benjamini and Hochberg).",
    independence="The moves of one game depend on each other, so one game is one observation.",
    limitations="What happens late in a game follows what happens a little earlier. The first need not lead to the "
    "second.",
    params=FollowParams,
    question=question,
    partial=partial,
    finish=finish,
    finding=finding,
    panels=panels,
    chart=chart,
    sample=sample,
    example_games=example_games,
    empty=pl.DataFrame(schema=COUNTS),
)
