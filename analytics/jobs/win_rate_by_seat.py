"""How often each seat wins; in cooperative games, how often games with each option are won."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

import altair as alt
import polars as pl
from msgspec import Meta

from analytics import charts, clusters, compare, dotplot, stats
from analytics.job import Finished, Job
from analytics.panels import Panel, Strip
from analytics.params import Params, filters, which_games
from analytics.words import CLEAR_Q, clear, counted, needs, number, percent, plain, probability

if TYPE_CHECKING:
    from analytics.job import Asked
    from analytics.lake import Tables
    from analytics.rulebook import Rulebook


class SeatParams(Params, frozen=True):
    """What `win_rate_by_seat` can be asked."""

    by: Annotated[
        Literal["seat", "turn_order"],
        Meta(
            title="Group by",
            description="`seat`: the place at the table. `turn_order`: first turn, second turn, and so on.",
        ),
    ] = "seat"


COUNTS = {"seats": pl.UInt8, "place": pl.UInt8, "options": pl.String, "n": pl.UInt32, "wins": pl.Float64}
"""Sums by number of `seats` and, where seats compete, by `place`: their seat or their place in the turn order. `n`:
games; `wins`: the sum of the win shares.

Cooperative games have no `place`. A game counts once for each of its options (`difficulty=hard`), and once for all
games (`options` is empty).
"""


def partial(tables: Tables, params: SeatParams) -> pl.DataFrame:
    """The number of games and the wins, by number of seats and by place or option; see `COUNTS`."""
    places, options = _split(tables, params)
    n, wins = pl.len().alias("n"), pl.col("win_share").sum().alias("wins")
    by_place = places.group_by("seats", "place").agg(n, wins)
    by_options = options.group_by("seats", "options").agg(n, wins)
    counts = pl.concat([by_place, by_options], how="diagonal_relaxed").collect()
    return counts.select(
        (pl.col(name) if name in counts.columns else pl.lit(None).alias(name)).cast(kind)
        for name, kind in COUNTS.items()
    )


def _split(tables: Tables, params: SeatParams) -> tuple[pl.LazyFrame, pl.LazyFrame]:
    """Two frames: the seats that compete, with their `place`; and the cooperative games, with a row for each of their
    `options` and one with an empty text."""
    rows, together = tables.seats.filter(*filters(params)), pl.col("par").is_null()
    places = rows.filter(~together).with_columns(place="seat" if params.by == "seat" else "turn_order")
    each = pl.concat_list(pl.lit(""), pl.col("options").cast(pl.String).str.split(" ")).list.unique()
    return places, rows.filter(together).unique("game_id").with_columns(options=each).explode("options")


def example_games(tables: Tables, params: SeatParams) -> pl.LazyFrame:
    """`game_id` and `row_key` (see `_row_key`) of each seat that competes, and of each option of a cooperative game."""
    places, options = _split(tables, params)
    of_place = places.drop_nulls("place").select("game_id", row_key=_row_key("place"))
    return pl.concat([of_place, options.select("game_id", row_key=_row_key("options"))])


def _row_key(name: str) -> pl.Expr:
    """The key of a row: its number of seats, a space, and its place or option."""
    return pl.format("{} {}", "seats", pl.col(name).cast(pl.String))


def finish(counts: pl.DataFrame, params: SeatParams) -> Finished:
    """One row for each number of seats and each place or option: the win rate (`value`) and `base`, the rate expected
    by chance, or in cooperative games that of all games. Seats whose place is not known are counted as excluded."""
    added = counts.group_by("seats", "place", "options").sum().sort("seats", "place", "options")
    together = pl.col("options").is_not_null()
    unknown = ~together & pl.col("place").is_null()
    known = added.filter(~unknown)
    known = known.filter(~together | _is_split(known))
    n, wins, seats = pl.col("n"), pl.col("wins"), pl.col("seats")
    whole = pl.col("options") == ""
    of_all_games = (wins.filter(whole).sum() / n.filter(whole).sum()).over("seats")
    base = pl.when(together).then(of_all_games).otherwise(1 / seats)
    low, high = stats.wilson(wins, n)
    shown = ("wins", "value", "lo", "hi", "shrunk", "win_index", "p_value", "q")
    rows = (
        known.with_columns(of=_option())
        .join(_tests(known, params), on=["seats", "of"], how="left", nulls_equal=True, maintain_order="left")
        .with_columns(value=wins / n, lo=low, hi=high, shrunk=stats.shrunk(wins, n, base), base=base)
        .with_columns(win_index=pl.when(~together).then(pl.col("value") / pl.col("base")))
        .with_columns(stats.hide_small(shown, n, params.min_n))
        .rename({"place": params.by})
        .drop("of")
    )
    without = int(added.filter(unknown)["n"].sum())
    return Finished(rows, {"seats_without_turn": without} if without else {})


def _option() -> pl.Expr:
    """The name of an option: `difficulty` for `difficulty=hard`; null for a place, empty for all games."""
    return pl.col("options").str.split("=").list.first()


def _is_split(known: pl.DataFrame) -> pl.Expr:
    """Whether a row is of all games, or of an option in which games with this number of seats differ."""
    return (pl.col("options") == "") | (pl.col("options").n_unique().over("seats", _option()) > 1)


def _tests(known: pl.DataFrame, params: SeatParams) -> pl.DataFrame:
    """One row for each number of seats and option (`of`): `p_value` and `q` of the chi-square test that all places, or
    all values of the option, win equally often.

    Places are not tested for the games of one player, because their rows are then different games. Each game has one
    value of an option, so the test of options counts both won and lost games. It needs the expected counts that
    W. G. Cochran asks for (Biometrics 10, 1954): at least 5 on average, and none below 1.
    """
    n, wins, together = pl.col("n"), pl.col("wins"), pl.col("options").is_not_null().any()
    expected = n * wins.sum() / n.sum()
    lost = pl.when(together).then(stats.chi_square(n - wins, n - expected)).otherwise(0.0)
    tested = (
        known.with_columns(of=_option())
        .group_by("seats", "of", maintain_order=True)
        .agg(
            statistic=stats.chi_square(wins, expected) + lost,
            degrees=pl.len().cast(pl.Int64) - 1,
            testable=pl.when(together).then(_is_enough(expected, n)).otherwise(pl.lit(params.player is None)),
        )
    )
    tails = [
        stats.chi_square_tail(statistic, degrees) if degrees and statistic >= 0 and testable else None
        for _, _, statistic, degrees, testable in tested.iter_rows()
    ]
    return tested.select("seats", "of", p_value=pl.Series(tails, dtype=pl.Float64), q=clusters.false_discovery(tails))


def _is_enough(expected: pl.Expr, n: pl.Expr) -> pl.Expr:
    """Whether the expected numbers of won and of lost games are large enough for a chi-square test."""
    fewer = pl.min_horizontal(expected, n - expected)
    return (fewer.min() >= 1) & (fewer.mean() >= 5)


def question(params: SeatParams, ruleset: Rulebook) -> str:
    """The question in words."""
    if ruleset.cooperative:
        return f"How often are games won, with each option, in {which_games(params, ruleset.title)}?"
    what = "seat" if params.by == "seat" else "place in the turn order"
    return f"How often does each {what} win in {which_games(params, ruleset.title)}?"


def finding(rows: pl.DataFrame, asked: Asked[SeatParams]) -> str:
    """Whether places or options differ: one sentence for each number of seats, the one with the most games first; and
    one for all numbers that have too few games."""
    most = rows.group_by("seats").agg(pl.col("n").max()).sort("n", "seats", descending=[True, False])
    sentences, few = [], []
    for seats, n in most.iter_rows():
        games = f"{counted(n, 'game')} {of_seats(seats)}"
        if sentence := _sentence(rows.filter(pl.col("seats") == seats), games, asked):
            sentences.append(sentence)
        else:
            few.append(games)
    return " ".join([*sentences, *([f"Not enough games yet ({', '.join(few)})."] if few else [])])


def _sentence(rows: pl.DataFrame, games: str, asked: Asked[SeatParams]) -> str | None:
    return _of_team(rows, games) if asked.ruleset.cooperative else _of_places(rows, games, asked)


def _of_team(rows: pl.DataFrame, games: str) -> str | None:
    """How often cooperative games with one number of seats are won, and with which option most and least often; None
    if there are too few."""
    whole = rows.row(0, named=True)
    if whole["value"] is None:
        return None
    won = f"{percent(whole['value'])} of {games} were won"
    found = rows.filter(pl.col("q") < CLEAR_Q).sort("q", "options").to_dicts()
    if not found:
        return f"{won}."
    of = found[0]["options"].partition("=")[0]
    ranked = sorted((row for row in found if row["options"].startswith(f"{of}=")), key=lambda row: -row["shrunk"])
    best, least = ranked[0], ranked[-1]
    apart = f"{percent(best['value'])} with {in_words(best['options'])}, {percent(least['value'])} with"
    return f"{won}: {apart} {in_words(least['options'])} ({probability(best['q'], 'q')})."


def _of_places(rows: pl.DataFrame, games: str, asked: Asked[SeatParams]) -> str | None:
    """Whether a place wins more often, with one number of seats; None if there are too few games."""
    p, q = rows.select(pl.col("p_value", "q").drop_nulls().first()).row(0) if rows["p_value"].count() else (None, None)
    where = f"{probability(p)}; {games}"
    shown = rows.filter(pl.col("value").is_not_null())
    if shown.is_empty() or p is None:
        return None
    what = "seat" if asked.params.by == "seat" else "place in the turn order"
    if not clear(q=q):
        return f"No {what} wins clearly more often than the others ({where})."
    best = shown.sort("shrunk", descending=True).row(0, named=True)
    label = f"{_place(asked.params)} {best[asked.params.by]}"
    rates = f"{percent(best['value'])}, {percent(best['base'])} expected by chance"
    return f"{label} wins more often than the others: {rates} ({where})."


def _place(params: SeatParams) -> str:
    return "Seat" if params.by == "seat" else "Turn"


def title_for(params: SeatParams, ruleset: Rulebook) -> str:
    """The title with these parameters: `Win rate by turn order`."""
    by = "option" if ruleset.cooperative else params.by.replace("_", " ")
    return f"Win rate by {by}"


def of_seats(seats: int) -> str:
    """The number of seats in words: `of 3 seats`."""
    return f"of {counted(seats, 'seat')}"


def panels(rows: pl.DataFrame, asked: Asked[SeatParams]) -> list[Panel]:
    """One panel for each number of seats."""
    return [_panel(rows.filter(pl.col("seats") == seats), asked) for seats in rows["seats"].unique(maintain_order=True)]


def _panel(rows: pl.DataFrame, asked: Asked[SeatParams]) -> Panel:
    known = compare.enough(rows)
    found = known.to_dicts()
    base = found[0]["base"]
    return Panel(
        heading=counted(found[0]["seats"], "seat"),
        columns=("", "games", "wins", "win rate"),
        rows=tuple(_cells(row, asked) for row in found),
        row_keys=tuple(known.select(_row_key(asked.params.by).fill_null(_row_key("options"))).to_series()),
        strips=tuple(Strip(row["value"], row["lo"], row["hi"]) for row in found),
        par=base,
        par_is="" if asked.ruleset.cooperative else f"expected {percent(base)}",
        below="; ".join(compare.hidden(rows, known, asked.params.min_n)),
    )


def _cells(row: dict[str, Any], asked: Asked[SeatParams]) -> tuple[str, ...]:
    by = asked.params.by
    label = f"{_place(asked.params)} {row[by]}" if row[by] is not None else in_words(row["options"])
    rate = needs(asked.params.min_n) if row["value"] is None else percent(row["value"])
    return label, f"{row['n']:,}", number(row["wins"]), rate


def in_words(options: str) -> str:
    """Options as a player reads them: `scenario two bridges` for `scenario=two-bridges`."""
    pairs = (option.partition("=")[::2] for option in options.split())
    return ", ".join(f"{name.replace('_', ' ')} {plain(value).lower()}" for name, value in pairs) or "all games"


def chart(rows: pl.DataFrame, asked: Asked[SeatParams]) -> alt.TopLevelMixin:
    """A dot with its interval for each place or option, and a tick at `base`."""
    by = asked.params.by
    rows = pl.concat([compare.enough(table) for table in rows.partition_by("seats", maintain_order=True)])
    words = _place(asked.params)
    options = pl.col("options").map_elements(in_words, return_dtype=pl.String)
    data = charts.inline(
        rows.with_columns(
            label=pl.coalesce(pl.format(f"{words} {{}}", by), options),
            table=pl.when(pl.col("seats") == 1).then(pl.lit("1 seat")).otherwise(pl.format("{} seats", "seats")),
            place=pl.col(by).cast(pl.String).fill_null("1"),
            note=pl.format("n = {}", "n")
            + pl.when(pl.col("value").is_null()).then(pl.lit(", too few")).otherwise(pl.lit("")),
            percent=charts.percent("value"),
            expected=pl.when(pl.col("options").is_null())
            .then(pl.format("expected {}", charts.percent("base")))
            .fill_null(""),
        )
    )
    axis = alt.Axis(ticks=False, domain=False, labelPadding=14, labelLimit=dotplot.LABEL_LIMIT)
    y = alt.Y("label:N", title=None, sort=None, axis=axis)
    x = alt.X("value:Q", title="Win rate", scale=alt.Scale(domain=[0, 1]), axis=alt.Axis(format="%", tickCount=5))
    tips = charts.tips(("Place", "label:N"), ("Games", "n:Q"), *charts.RATE_TIPS, ("Expected", "base:Q"))
    base = alt.Chart(data).encode(y=y, tooltip=tips)
    colour, shape = charts.seat_colour("place"), charts.seat_shape("place")
    drawn = alt.layer(
        base.mark_tick(thickness=2, size=24, color=charts.EDGE).encode(x="base:Q"),
        base.mark_text(dy=20, fontSize=11, color=charts.INK_2).encode(x="base:Q", text="expected:N"),
        base.mark_bar(height=5, cornerRadius=2.5, color=charts.EDGE, opacity=0.45).encode(x="lo:Q", x2="hi:Q"),
        base.mark_point(size=190, filled=True, opacity=1, stroke=charts.INK, strokeWidth=1).encode(
            x=x, color=colour, shape=shape
        ),
        base.mark_text(dy=-20, fontWeight=600).encode(x="value:Q", text="percent:N"),
        base.mark_text(align="right", dx=-6, color=charts.INK_2).encode(x=alt.value(charts.WIDTH), text="note:N"),
    ).properties(width=charts.WIDTH, height=alt.Step(60))
    return charts.faceted(drawn, rows["seats"].n_unique(), alt.Row("table:N", title=None, sort=None))


def sample(rows: pl.DataFrame) -> str:
    """The sample size: the games with any number of seats."""
    games = rows.group_by("seats").agg(pl.col("n").max())["n"].sum()
    return counted(int(games), "game")


JOB = Job(
    name="win_rate_by_seat",
    title="Win rate by seat",
    about="How often each seat wins; in a cooperative game, how often games with each option are won.",
    definition="The share of games that each seat wins; a win that m seats share counts 1/m for each of them. "
    "`base` is the share expected by chance, 1 divided by the number of seats, and `win_index` is the win rate "
    "divided by it. In cooperative games: the share of games that are won, by number of seats and by each option in "
    "which the games differ. There a game is one result, and `base` is the share of all games with the same number "
    "of seats that are won.",
    sample_unit="one game",
    interval="Wilson's.",
    test="Chi-square test that all seats, or all values of one option, win equally often. `q` is the false "
    "discovery rate (Benjamini and Hochberg).",
    independence="A game has one result, so nothing is counted twice.",
    limitations="Players often agree on who sits where, or the stronger player takes the better seat. Then a seat's "
    "win rate is its player's.",
    params=SeatParams,
    title_for=title_for,
    question=question,
    partial=partial,
    finish=finish,
    finding=finding,
    panels=panels,
    chart=chart,
    sample=sample,
    example_games=example_games,
    empty=pl.DataFrame(schema=COUNTS),
    version=2,
)
