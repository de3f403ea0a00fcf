"""How often seats win that play this hero, this colour, this trio."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import polars as pl
from msgspec import Meta

from analytics import clusters, compare, dotplot, stats
from analytics.compare import MOST, STRATUM, Sides
from analytics.job import Finished, Job
from analytics.panels import Panel, Strip
from analytics.params import Params, wanted, which_games
from analytics.words import change, counted, percent, plain, too_few

if TYPE_CHECKING:
    import altair as alt

    from analytics.job import Asked, Rulebook
    from analytics.lake import Tables


class FactionParams(Params, frozen=True):
    """What `win_rate_by_faction` can be asked."""

    of: Annotated[
        Annotated[str, Meta(min_length=1, max_length=40)] | None,
        Meta(
            title="Of",
            description="What of a seat is looked at, such as `hero` or `colour`; by default that of which most can be "
            "tested.",
        ),
    ] = None


KEY = ("what", *STRATUM)
OF_SEATS = (*clusters.of_x("seats"), *clusters.of_m("seats"))
MARGINS = ("margin", "margin*margin", "margins")
COUNTS = {"what": pl.String, "seats": pl.UInt8, "team": pl.Boolean} | dict.fromkeys(
    ("games", "played", *OF_SEATS, *compare.GAMES, *compare.SUMS, *MARGINS), pl.Float64
)
"""Sums over games by faction (`hero=hero:monk`) and number of seats: in a game m seats play it (`played`; a team counts
once), and x is what they win. Rows without `what` have those of all games."""

SIDES = Sides(("with_it", "without_it"), ("seats with it", "those without"))
TEAMS = Sides(SIDES.columns, ("games with it", "games without"))


def partial(tables: Tables, params: FactionParams) -> pl.DataFrame:
    """Sums over games, by faction and number of seats."""
    seats = tables.seats.filter(*wanted(params)).select(
        "game_id", "seat", "seats", "win_share", "score", "faction", team=pl.col("par").is_null()
    )
    whole = seats.group_by("game_id", *STRATUM).agg(
        all=pl.len(), won=pl.col("win_share").sum(), points=pl.col("score").sum(), scored=pl.col("score").count()
    )
    factions = seats.with_columns(what=pl.col("faction").cast(pl.String).str.split("\n")).explode("what")
    factions = factions.filter(pl.col("what") != "").unique(["game_id", "seat", "what"])
    found = factions.join(whole, on=["game_id", *STRATUM]).with_columns(_margin())
    by_game = found.group_by("game_id", *KEY).agg(
        *(pl.col(name).first() for name in ("all", "won")),
        played=pl.len(),
        x=pl.col("win_share").sum(),
        margin=pl.col("margin").mean(),
    )
    others = pl.col("all") - pl.col("played")
    without = pl.when(others > 0, ~pl.col("team")).then((pl.col("won") - pl.col("x")) / others)
    of_factions = _sums(compare.in_pairs(_won(by_game).with_columns(b=without)), KEY)
    of_all = _sums(_won(whole.with_columns(x="won", played="all")).with_columns(b=None, margin=None), STRATUM)
    return pl.concat(
        [pl.DataFrame(schema=COUNTS), *pl.collect_all([of_factions, of_all])], how="diagonal_relaxed"
    ).select(pl.col(name).cast(kind) for name, kind in COUNTS.items())


def _won(games: pl.LazyFrame) -> pl.LazyFrame:
    """What was won of what could be: of the seats that play it, of a team once."""
    rate = pl.col("x") / pl.col("played")
    once = pl.when("team")
    return games.with_columns(
        a=rate,
        x_seats=once.then(rate).otherwise("x"),
        m_seats=once.then(1.0).otherwise(pl.col("played").cast(pl.Float64)),
    )


def _margin() -> pl.Expr:
    """The score of a seat less the mean of the others; null where nobody competes, or somebody has none."""
    others = pl.col("all") - 1
    mean = (pl.col("points") - pl.col("score")) / others
    competes = ~pl.col("team") & (others > 0) & (pl.col("scored") == pl.col("all"))
    return pl.when(competes).then(pl.col("score") - mean).alias("margin")


def _sums(games: pl.LazyFrame, key: tuple[str, ...]) -> pl.LazyFrame:
    frame = games.with_columns(pl.col("a", "b", "margin").cast(pl.Float64))
    return frame.group_by(*key).agg(
        games=pl.len(),
        played=pl.col("played").sum(),
        margins=pl.col("margin").count(),
        **compare.games(),
        **compare.sums(),
        **clusters.total(*OF_SEATS, "margin", "margin*margin"),
    )


def finish(counts: pl.DataFrame, params: FactionParams) -> Finished:
    """Rates of the factions of one dimension, each beside what seats at such tables win anyway."""
    sums = counts.group_by(*KEY).sum()
    whole = sums.filter(pl.col("what").is_null()).drop("what")
    found = _of(sums.filter(pl.col("what").is_not_null()), params.of)
    of_teams = pl.when("team").then(pl.col("x_seats") / pl.col("m_seats"))
    usual = whole.select(*STRATUM, usual=of_teams.otherwise(1 / pl.col("seats")))
    found = _with_others(found, whole).join(usual, on=list(STRATUM))
    rates = found.group_by("what").agg(
        pl.col("games", "played", *OF_SEATS, *MARGINS).sum(), base=(pl.col("usual") * pl.col("m_seats")).sum()
    )
    n, value = pl.col("games").cast(pl.UInt32), clusters.rate("seats")
    low, high = clusters.interval("seats", n)
    rows = (
        rates.join(compare.compared(found, ["what"]), on="what")
        .with_columns(
            n=n,
            games=pl.lit(whole["games"].sum()).cast(pl.UInt32),
            seat_games=pl.col("played").cast(pl.UInt32),
            wins=pl.col("x_seats"),
            value=value,
            lo=low,
            hi=high,
            base=pl.col("base") / pl.col("m_seats"),
        )
        .with_columns(shrunk=stats.shrunk(pl.col("value") * pl.col("n"), pl.col("n"), pl.col("base")), **_margins())
    )
    small = ("wins", "value", "lo", "hi", "shrunk", "margin", "margin_lo", "margin_hi")
    hidden = rows.with_columns(stats.hide_small(small, pl.col("n"), params.min_n))
    tested = compare.tested(hidden, SIDES, "n", params.min_n)
    return Finished(tested.sort("shrunk", "what", descending=[True, False], nulls_last=True).select(COLUMNS))


def _of(found: pl.DataFrame, wanted: str | None) -> pl.DataFrame:
    """The rows of one dimension: by default the one with most factions that can be tested, then the first by name."""
    of = pl.col("what").str.split("=").list.first()
    enough = found.group_by("what").agg(n=pl.col("games").sum()).filter(pl.col("n") >= clusters.LEAST_TESTED)
    testable = enough.group_by(of=of).len().sort("len", "of", descending=[True, False])
    first = testable["of"].to_list() or found.select(of.alias("of"))["of"].sort().to_list() or [""]
    return found.filter(of == (wanted or first[0]))


def _with_others(found: pl.DataFrame, whole: pl.DataFrame) -> pl.DataFrame:
    """A team's game has one side alone: the other side is all other games of teams."""
    teams = whole.filter("team").select(*STRATUM, all_games="games", all_a="a", all_aa="a*a")
    team, names = pl.col("team"), [*STRATUM]
    return (
        found.join(teams, on=names, how="left")
        .with_columns(
            games_b=pl.when(team).then(pl.col("all_games") - pl.col("games_a")).otherwise("games_b"),
            b=pl.when(team).then(pl.col("all_a") - pl.col("a")).otherwise("b"),
        )
        .with_columns(pl.when(team).then(pl.col("all_aa") - pl.col("a*a")).otherwise("b*b").alias("b*b"))
        .drop("all_games", "all_a", "all_aa")
    )


def _margins() -> dict[str, pl.Expr]:
    """The mean margin of a game, with its interval by Student's t; null where scores do not compete."""
    n = pl.col("margins")
    mean = pl.when(n > 0).then(pl.col("margin") / n)
    spread = (pl.col("margin*margin") - pl.col("margin") ** 2 / n).clip(0)
    half = pl.when(n > 1).then((spread / (n - 1) / n).sqrt()) * clusters.quantile(n.cast(pl.UInt32))
    return {"margin": mean, "margin_lo": mean - half, "margin_hi": mean + half}


COLUMNS = (
    *("what", "n", "games", "seat_games", "wins", "value", "lo", "hi", "shrunk", "base"),
    *("margin", "margin_lo", "margin_hi"),
    *compare.columns(SIDES),
)


def question(params: FactionParams, ruleset: Rulebook) -> str:
    """The question in words."""
    of = plain(params.of).lower() if params.of else "faction"
    return f"How often does each {of} win in {which_games(params, ruleset.title)}?"


def finding(rows: pl.DataFrame, asked: Asked[FactionParams]) -> str:
    """The clearest difference to seats without it."""
    least = max(clusters.LEAST_TESTED, asked.params.min_n)
    most = counted(int(rows.select(pl.min_horizontal("n_with_it", "n_without_it").max()).item()), "game")
    sides = "games with it and without it" if asked.ruleset.cooperative else "games with seats that play it and do not"
    return (
        compare.said(rows, _sides(asked), lambda row: _label(row, asked), _claim)
        or f"Nothing can be said yet: tests need {least} {sides}, and none has more than {most}."
    )


def _sides(asked: Asked[FactionParams]) -> Sides:
    return TEAMS if asked.ruleset.cooperative else SIDES


def _claim(label: str, more: str) -> str:
    return f"{label} wins {more} often than those without"


def _label(row: dict[str, Any], asked: Asked[FactionParams]) -> str:
    return asked.names.faction(row["what"])


def panels(rows: pl.DataFrame, asked: Asked[FactionParams]) -> list[Panel]:
    """How often each wins, and how that differs from seats without it."""
    of = plain(rows["what"][0].partition("=")[0])
    return [
        _rates(rows, asked, of),
        *compare.panel(rows, _sides(asked), "With it and without", lambda row: _label(row, asked)),
    ]


def _rates(rows: pl.DataFrame, asked: Asked[FactionParams], heading: str) -> Panel:
    shown, folded = rows.head(MOST).to_dicts(), rows.height - MOST
    margins = any(row["margin"] is not None for row in shown)
    return Panel(
        heading=heading,
        columns=("", "games", "wins", "usual", *(("margin",) if margins else ()), "rate"),
        rows=tuple(_cells(row, asked, margins=margins) for row in shown),
        strips=tuple(Strip(row["value"], row["lo"], row["hi"]) for row in shown),
        below=f"{counted(folded, 'other')} are not shown" if folded > 0 else "",
    )


def _cells(row: dict[str, Any], asked: Asked[FactionParams], *, margins: bool) -> tuple[str, ...]:
    few = row["value"] is None
    wins = "–" if few else f"{row['wins']:,.1f}".removesuffix(".0")
    rate = too_few(row["n"], asked.params.min_n) if few else percent(row["value"])
    margin = (change(row["margin"]),) if margins else ()
    return _label(row, asked), f"{row['n']:,}", wins, percent(row["base"]), *margin, rate


def chart(rows: pl.DataFrame, asked: Asked[FactionParams]) -> alt.TopLevelMixin:
    """Rates with intervals, and below them differences to seats without."""
    labelled = rows.with_columns(label=pl.Series([_label(row, asked) for row in rows.to_dicts()], dtype=pl.String))
    return dotplot.both(labelled, "Share of wins", _sides(asked), share=True)


def sample(rows: pl.DataFrame) -> str:
    """All games that are looked at."""
    return counted(int(rows["games"][0]), "game")


JOB = Job(
    name="win_rate_by_faction",
    title="Win rate by faction",
    about="How often seats win that play a hero, a colour, a trio (`of` says which; else that of which most have 30 "
    "games), beside 1 over the number of seats (`base`), and how that differs from seats of the same game without it. "
    "`margin` is the score less the mean of the others' scores, where scores compete. Where all win or lose together, "
    "a game with it is one result, `base` is the share of all games of as many seats that are won, and games with it "
    "are compared with those without.",
    unit="one game in which it is played; `seat_games` counts the seats that play it, `games` all that are looked at",
    interval="Wilson's, with Student's t, for as many independent draws as would vary as much by game",
    test="Student's t of the difference within a game, from 30 games on; `q` by Benjamini and Hochberg",
    clusters="A game: what its seats with and without it win is one difference.",
    blind="Stronger players may choose it, and it may only be played at some numbers of seats or with some others.",
    params=FactionParams,
    question=question,
    partial=partial,
    finish=finish,
    finding=finding,
    panels=panels,
    chart=chart,
    sample=sample,
    empty=pl.DataFrame(schema=COUNTS),
)
