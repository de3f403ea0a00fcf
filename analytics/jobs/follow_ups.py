"""How often one event follows another within the next moves, compared with moves in random order."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

import polars as pl
from msgspec import Meta

from analytics import clusters, compare, dotplot, stats
from analytics.compare import MOST, Sides
from analytics.job import Finished, Job
from analytics.panels import Panel, Strip
from analytics.params import which_games
from analytics.schema import SYSTEM, one_of
from analytics.selection import (
    BY,
    CONDITIONS,
    By,
    ChoosingParams,
    Several,
    faults_of,
    in_words,
    label_of,
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
COUNTS = {"what": pl.String, "then": pl.String} | dict.fromkeys(("found", *OF_X, "games", *OF_M, "starts"), pl.Float64)
"""Sums over games. `what` is the first event, `then` the second.

Rows with `what` and `then`, one for each pair. `found`: games with `what` in which `then` could follow; `x_all`: moves
of a game with `what` that `then` follows; `expected`: the number of such moves to expect if each seat made its moves in
random order; `x_gap`: `x_all` - `expected`; `variance`, `skewness`: the second and third central moments of `x_all` in
random order.

Rows with only `what`, one for each. `games`: games with `what`; `m_all`: moves of a game with `what`.

Rows with only `then`, one for each. `expected`: the moves, whatever happens in them, that are expected to be followed.

One row without `what` and `then`. `games`: all games; `starts`: all moves that another one could follow.

A column such as `x_all*m_all` is the sum over games of the product.
"""


def partial(tables: Tables, params: FollowParams) -> pl.DataFrame:
    """Sums over games (see `COUNTS`) by first event `what` and second event `then`."""
    starts, firsts, cells, anything = _moves_and_pairs(tables, params)
    by_first = firsts.group_by("game_id", "what").agg(m_all=pl.len().cast(pl.Float64))
    by_game = cells.join(by_first, on=["game_id", "what"])
    pairs = by_game.group_by("what", "then").agg(found=pl.len(), **clusters.total(*OF_X))
    of_m = by_first.group_by("what").agg(games=pl.len(), **clusters.total(*OF_M))
    of_then = anything.group_by("then").agg(pl.col("expected").sum())
    games = seated(tables, params).select(games=pl.col("game_id").n_unique())
    frames = pl.collect_all([pairs, of_m, of_then, games, starts.select(starts=pl.len())])
    return pl.concat([pl.DataFrame(schema=COUNTS), *frames], how="diagonal_relaxed").select(
        pl.col(name).cast(kind) for name, kind in COUNTS.items()
    )


class MovesAndPairs(NamedTuple):
    """What is counted."""

    starts: pl.LazyFrame
    """The moves that another one could follow (see `_starts`)."""
    firsts: pl.LazyFrame
    """One row for each of these moves and each first event `what` in it."""
    pairs: pl.LazyFrame
    """See `_pairs`."""
    expected: pl.LazyFrame
    """See `_expected`."""


def _moves_and_pairs(tables: Tables, params: FollowParams) -> MovesAndPairs:
    moves = _moves(tables, params)
    starts = _starts(tables, moves, params).cache()  # `partial` uses both it and `expected` twice
    firsts = starts.join(_moves_with(tables, params.type, params.where, params.by, "what"), on=["game_id", "move"])
    seconds = _moves_with(tables, params.then, params.then_where, params.then_by, "then")
    next_moves = _next_moves(starts, moves, params.within)
    expected = _expected(seconds, moves, next_moves).cache()
    return MovesAndPairs(starts, firsts, _pairs(firsts, seconds, next_moves, expected), expected)


def example_games(tables: Tables, params: FollowParams) -> pl.LazyFrame:
    """`game_id` and `row_key` (`what > then`) of each game and pair of events in which the second follows the first."""
    following = _moves_and_pairs(tables, params).pairs.filter(pl.col("x_all") > 0)
    return following.select("game_id", row_key=pl.format("{} > {}", "what", "then"))


def _moves(tables: Tables, params: FollowParams) -> pl.LazyFrame:
    """One row for each move of a game and each `seat` that makes moves there.

    `own`: whether the seat makes the move; `counts`: whether `moves_of` includes the move; `place`: the number of such
    moves so far, this one included; `last`: the number of such moves in the game.
    """
    rows = tables.facts.filter(~pl.col("undone"), ~one_of("category", SYSTEM))
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
    """The moves of selected seats after which at least one move that counts is made."""
    asked = seated(tables, params).select("game_id", "seat")
    return moves.filter("own", pl.col("place") < pl.col("last")).join(asked, on=["game_id", "seat"], how="semi")


def _moves_with(tables: Tables, type: str | None, where: str | None, by: str, name: str) -> pl.LazyFrame:
    """One row for each move and event in it: `game_id`, `move`, and the event (`by`) in the column `name`.

    Events are rows of facts that `type` and `where` select, without either of them decisions.
    """
    asked = where if type or where else "category=decision"
    # joins compare each value about a hundred times: integers are faster than texts
    value = what(by).cast(pl.Categorical).alias(name)
    return selected(tables, type, asked, by=(by,)).select("game_id", "move", value).drop_nulls().unique()


def _next_moves(starts: pl.LazyFrame, moves: pl.LazyFrame, within: int) -> pl.LazyFrame:
    """One row for each start and each of the next `within` moves that count: the move, `next`, and its `turn_seat`."""
    steps = pl.LazyFrame({"step": range(1, within + 1)}, schema={"step": pl.Int64})
    after = starts.join(steps, how="cross").with_columns(place=pl.col("place") + pl.col("step"))
    counting = moves.filter("counts").select("game_id", "seat", "place", "turn_seat", next="move")
    return after.select("game_id", "seat", "move", "place").join(counting, on=["game_id", "seat", "place"])


_PAIR_KEY = ("game_id", "move", "then")


def _expected(seconds: pl.LazyFrame, moves: pl.LazyFrame, next_moves: pl.LazyFrame) -> pl.LazyFrame:
    """One row for each start and each event `then` that could follow it: `expected`, the probability that it does if
    each seat made its moves in random order."""
    chance_of_none = pl.col("none").log().sum().exp()  # the product; Polars takes ten times as long for `product()`
    return _chance_of_none_by_seat(seconds, moves, next_moves).group_by(_PAIR_KEY).agg(expected=1 - chance_of_none)


def _pairs(
    firsts: pl.LazyFrame, seconds: pl.LazyFrame, next_moves: pl.LazyFrame, expected: pl.LazyFrame
) -> pl.LazyFrame:
    """One row for each game and pair of events, `what` and `then`, where `then` could follow: `x_all`, `expected`,
    `x_gap`, `variance` and `skewness` as in `COUNTS`."""
    followed = next_moves.join(seconds, left_on=["game_id", "next"], right_on=["game_id", "move"])
    followed = followed.select(_PAIR_KEY).unique().with_columns(x=pl.lit(1.0))
    chance = pl.col("expected")
    return (
        firsts.join(expected, on=["game_id", "move"])
        .join(followed, on=_PAIR_KEY, how="left")
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


def _chance_of_none_by_seat(seconds: pl.LazyFrame, moves: pl.LazyFrame, next_moves: pl.LazyFrame) -> pl.LazyFrame:
    """One row for each start, each seat of its next moves, and each event `then` of that seat.

    `none`: the probability that none of the seat's next moves has the event, if the seat made its moves (without the
    start) in random order.
    """
    own_moves = moves.filter("own").select("game_id", "move", "turn_seat")
    has = seconds.join(own_moves, on=["game_id", "move"])
    known = has.group_by("game_id", "turn_seat", "then").agg(with_it=pl.len().cast(pl.Int64))
    lengths = own_moves.group_by("game_id", "turn_seat").agg(moves=pl.len().cast(pl.Int64))
    in_start = seconds.with_columns(itself=pl.lit(1, dtype=pl.Int64))
    return (
        next_moves.group_by("game_id", "seat", "move", "turn_seat")
        .agg(next=pl.len().cast(pl.Int64))
        .join(lengths, on=["game_id", "turn_seat"])
        .join(known, on=["game_id", "turn_seat"])
        .join(in_start, on=["game_id", "move", "then"], how="left")
        .with_columns(own=(pl.col("turn_seat") == pl.col("seat")).cast(pl.Int64))
        .with_columns(
            moves=pl.col("moves") - pl.col("own"),
            with_it=pl.col("with_it") - pl.col("own") * pl.col("itself").fill_null(0),
        )
        .filter(pl.col("with_it") > 0)
        .with_columns(none=_hypergeometric_zero())
    )


def _hypergeometric_zero() -> pl.Expr:
    """The hypergeometric probability of no success: `next` moves are drawn without replacement from `moves`, of which
    `with_it` have the event."""
    chance = pl.lit(1.0)
    for step in range(MOST_MOVES):
        without = (pl.col("moves") - pl.col("with_it") - step) / (pl.col("moves") - step)
        chance = chance * pl.when(pl.col("next") > step).then(without.clip(0)).otherwise(1.0)
    return chance


def finish(counts: pl.DataFrame, params: FollowParams) -> Finished:
    """One row for each pair of events: the share of moves that the second follows, the share expected in random order,
    and their difference."""
    added = counts.group_by("what", "then").agg(pl.all().sum())
    of_m = added.filter(pl.col("then").is_null(), pl.col("what").is_not_null())
    of_m = of_m if of_m.height else added.filter(pl.col("what").is_null(), pl.col("games") > 0)
    has_what, has_then = pl.col("what").is_not_null(), pl.col("then").is_not_null()
    pairs = added.filter(has_what, has_then).select("what", "then", "found", *OF_X)
    anything = added.filter(~has_what, has_then).select("then", expected_of_all="expected")
    starts = added["starts"].sum()
    sums = of_m.select("what", "games", *OF_M).join(pairs, on="what", how="left").join(anything, on="then", how="left")
    value, n = clusters.rate("all").fill_nan(None), pl.col("games").cast(pl.UInt32)
    low, high = clusters.interval("all", n)
    rows = (
        sums.with_columns(pl.col("found", *OF_X, "expected_of_all").fill_null(0.0), starts=pl.lit(starts))
        .with_columns(n=n, value=value, lo=low.fill_nan(None), hi=high.fill_nan(None))
        .with_columns(base=(pl.col("expected") / pl.col("m_all")).fill_nan(None), error=_gap_error())
        .with_columns(moves=pl.col("m_all").cast(pl.UInt64), games_with=pl.col("found").cast(pl.UInt32))
        .with_columns(shrunk=stats.shrunk(pl.col("value") * n, n, pl.col("base")))
        .with_columns(stats.hide_small(("value", "lo", "hi", "shrunk", "base"), n, params.min_n))
        .with_columns(difference=pl.col("value") - pl.col("base"))
    )
    tested = clusters.tested(rows.with_columns(least=_games_for_test()), "games_with", "least")
    return Finished(tested.sort(stats.unexpected(), "what", "then", nulls_last=True).select(COLUMNS))


def _gap_error() -> pl.Expr:
    """The standard error of `value` - `base`, out of one residual per game, `x_gap`: observed minus expected moves.

    In random order, each residual has the mean 0. So squares are taken about 0, not about the mean of the residuals: if
    the second event seldom follows, all residuals may lie close to their mean, and the error would be far too small.
    The residuals of such an event are also skewed: large ones are positive and enlarge the error, so that differences
    below 0 would be found far more often than differences above 0. N. J. Johnson's correction (JASA 73, 1978) removes
    this, with the skewness of random order.
    """
    squares = pl.col("x_gap*x_gap")
    skew = (pl.col("skewness") / pl.col("variance") * pl.col("x_gap") / (3 * squares)).fill_nan(0)
    # both are 1 - skew to first order, and always positive
    correction = pl.when(skew > 0).then(1 / (1 + skew)).otherwise((1 - 2 * skew).sqrt())
    return (squares.sqrt() * correction / pl.col("m_all")).fill_nan(None)


LEAST_EXPECTED = 5
"""A pair is tested if the second event is expected to follow at least this many moves with the first event, and as many
without it, and not to follow as many of either: smaller counts are too coarse for Student's t (W. G. Cochran,
Biometrics 10, 1954, on chi-square in tables of two by two). If nearly every move has the first event, how often it is
followed hardly depends on the order of the moves."""


def _games_for_test() -> pl.Expr:
    """`games_with`, or 0 if fewer than `LEAST_EXPECTED` moves, with the first event or without it, are expected to be
    followed or not to be followed."""
    followed, without = pl.col("expected"), pl.col("starts") - pl.col("m_all")
    followed_without = pl.col("expected_of_all") - followed
    fewest = pl.min_horizontal(followed, pl.col("m_all") - followed, followed_without, without - followed_without)
    return pl.when(fewest >= LEAST_EXPECTED).then("games_with").otherwise(0)


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
    """The clearest difference; if no pair was tested, the pair whose share is furthest from random order."""
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
    first = label_of(row["what"], asked.params.by, asked.names)
    return f"{first}, then {_lowered(label_of(row['then'], asked.params.then_by, asked.names))}"


def _lowered(text: str) -> str:
    return text[:1].lower() + text[1:]


def panels(rows: pl.DataFrame, asked: Asked[FollowParams]) -> list[Panel]:
    """A table of the shares, and a table of their differences from random order."""
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
    """A dot plot of the shares with their intervals; below, their differences from random order."""
    labelled = rows.with_columns(label=pl.Series([_label(row, asked) for row in rows.to_dicts()], dtype=pl.String))
    return dotplot.both(labelled, "Share of moves that are followed by it", SIDES, share=True)


def sample(rows: pl.DataFrame) -> str:
    """The sample as a text: `300 games`."""
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
    "clusters. Tested from 30 games on that have both, if it is expected to follow at least 5 moves with the "
    "first thing and 5 without it, and not to follow as many of either; `q` is the false discovery rate (Benjamini "
    "and Hochberg).",
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
