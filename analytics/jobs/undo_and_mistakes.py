"""Which decisions are undone, by whom, and how far an undo goes back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

import polars as pl
from msgspec import Meta

from analytics import against, clusters, compare, dotplot, histograms, stats, words
from analytics.compare import MOST, Sides, clearest
from analytics.job import Finished, Job
from analytics.panels import Panel, Strip
from analytics.params import Params, filters, which_games
from analytics.schema import DECISION, one_of
from analytics.selection import label_of, split_by
from analytics.words import clear, counted, duration, needs, number, percent, points, probability

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import altair as alt

    from analytics.job import Asked
    from analytics.lake import Tables
    from analytics.rulebook import Rulebook


class UndoParams(Params, frozen=True):
    """What `undo_and_mistakes` can be asked."""

    by: Annotated[
        Literal["type", "player", "phase"],
        Meta(title="Group by", description="The rows of the answer; a `player` is the one who decided."),
    ] = "type"


OF_UNDOS = ("undos", "redone", "decisions_back", "moves_back", "versions_back")
COUNTS = {"what": pl.String, "whole": pl.Boolean, "step": pl.Int16} | dict.fromkeys(
    ("nothing_back", *OF_UNDOS, *histograms.SUMS, *against.SUMS), pl.Float64
)
"""Partial counts by `what`; rows with `whole` count all decisions together.

The sums over games of `against.sums`: `m_row`, the decisions of `what` in a game, undone ones included; `x_row`, those
that are the first decision that an undo removed; `m_all` and `x_all`, the same for all decisions of the game.

Sums over undos, where an undo belongs to the `what` of the first decision that it removed: `undos`, `redone`,
`decisions_back`, `moves_back` and `versions_back` (see `Undone`), and the histogram of the times from that decision to
the undo, in `step`, `x`, `xx`, `xm` and `games` (see `histograms.counted`). `nothing_back`: undos that removed no
decision.
"""


class Undone(NamedTuple):
    """An undo that removed at least one decision."""

    game_id: int
    first: int
    """The version of the first decision that the undo removed."""
    versions_back: int
    decisions_back: int
    moves_back: int
    """How many versions the undo removed, how many decisions among them, and the number of moves of these decisions."""
    after_us: int
    """The time from the first removed decision to the undo."""
    redone: bool
    """Whether the next event is a redo."""


def partial(tables: Tables, params: UndoParams) -> pl.DataFrame:
    """The sums over games and over undos by `what`, and for all decisions together; see `COUNTS`."""
    decisions = _decisions(tables, params)
    undos, nothing_back = _undos(tables, decisions)
    taken_back = undos.lazy().join(decisions, left_on=["game_id", "first"], right_on=["game_id", "version"])
    first = taken_back.unique(["game_id", "first"]).select("game_id", version="first", first=1.0)
    split = decisions.filter(pl.col("what").is_not_null())
    cells = split.join(first, on=["game_id", "version"], how="left").group_by("game_id", "what")
    timed = taken_back.with_columns(step=histograms.step_of(pl.col("after_us").clip(1)))
    sums = {"undos": pl.len(), "redone": pl.col("redone").sum()}
    sums |= {name: pl.col(name).sum() for name in ("decisions_back", "moves_back", "versions_back")}
    frames = [
        *against.sums(cells.agg(x=pl.col("first").sum(), m=pl.len()), ["what"]),
        taken_back.group_by("what").agg(**sums),
        taken_back.select(**sums).with_columns(whole=True),
        histograms.counted(timed, ["what"]),
        histograms.counted(timed.with_columns(whole=True), ["whole"]),
        pl.LazyFrame({"nothing_back": [nothing_back], "whole": [True]}),
    ]
    found = pl.concat([pl.DataFrame(schema=COUNTS), *pl.collect_all(frames)], how="diagonal_relaxed")
    return found.select(pl.col(name).cast(kind) for name, kind in COUNTS.items())


def _decisions(tables: Tables, params: UndoParams) -> pl.LazyFrame:
    """One row for each decision, undone ones included: `game_id`, `version`, and `what`, its value of `params.by`."""
    what = pl.col(params.by).cast(pl.String)
    of_decisions = one_of("category", DECISION), pl.col("part") == 0
    return tables.facts.filter(*of_decisions, *filters(params)).select("game_id", "version", what=what)


def example_games(tables: Tables, params: UndoParams) -> pl.LazyFrame:
    """`game_id` and `row_key` of each decision that is the first one that an undo removed: once with its `what`, and
    once with the empty key of the row of all decisions."""
    decisions = _decisions(tables, params)
    undos, _ = _undos(tables, decisions)
    first = undos.lazy().select("game_id", version="first")
    taken_back = decisions.join(first, on=["game_id", "version"], how="semi")
    return pl.concat([taken_back.select("game_id", row_key=of) for of in ("what", pl.lit(""))])


def _undos(tables: Tables, decisions: pl.LazyFrame) -> tuple[pl.DataFrame, int]:
    """One row for each undo that removed a decision, with the fields of `Undone`, and the number of undos that removed
    none: all undos of each game that has one of the `decisions`."""
    kind = pl.col("type").cast(pl.String)
    events = tables.facts.filter(pl.col("step") == 0, pl.col("part") == 0)
    with_undos = (
        decisions.select("game_id").unique().join(events.filter(one_of("type", "Undo")), on="game_id", how="semi")
    )
    columns = ("game_id", "version", "value", "move", "occurred_at")
    rows = (
        events.join(with_undos, on="game_id", how="semi")
        .select(*columns, kind=kind, decided=one_of("category", DECISION))
        .with_columns(pl.col("occurred_at").dt.timestamp("us"))
        .sort("game_id", "version")
        .collect()
    )
    found: list[Undone] = []
    nothing_back = 0
    for (game_id,), of_game in rows.group_by("game_id", maintain_order=True):
        for undone in undos_of(int(game_id), of_game.iter_rows(named=True)):
            if undone is None:
                nothing_back += 1
            else:
                found.append(undone)
    return pl.DataFrame(found, schema=_SCHEMA, orient="row"), nothing_back


_SCHEMA = {"game_id": pl.UInt64, "first": pl.UInt32} | {
    **dict.fromkeys(("versions_back", "decisions_back", "moves_back", "after_us"), pl.Int64),
    "redone": pl.Boolean,
}


def undos_of(game_id: int, events: Iterable[dict[str, Any]]) -> Iterator[Undone | None]:
    """The undos of one game, in their order; None stands for an undo that removed no decision.

    `events` are the events of the game in their order, each with `version`, `kind` (its type), `value` (of an undo or a
    redo: the version gone to), `move`, `occurred_at` in microseconds, and `decided`: whether it is a decision. Each
    event continues the version that was the head before it, so the line that an undo shortens is known without boards.
    """
    head, parents = 0, {0: 0}
    seen: dict[int, dict[str, Any]] = {}
    waiting: Undone | None = None
    for event in events:
        redo = event["kind"] == "Redo"
        if waiting is not None:
            yield waiting._replace(redone=redo)
            waiting = None
        if event["kind"] == "Undo":
            gone = list(_line(parents, head, event["value"]))
            waiting = _undone(game_id, [seen[version] for version in gone], event["occurred_at"])
            if waiting is None:
                yield None
        if redo or event["kind"] == "Undo":
            head = event["value"]
        else:
            parents[event["version"]], seen[event["version"]] = head, event
            head = event["version"]
    if waiting is not None:
        yield waiting


def _line(parents: dict[int, int], head: int, back_to: int) -> Iterator[int]:
    """The versions from `head` back to `back_to`, which is not among them."""
    while head > back_to and head in parents:
        yield head
        head = parents[head]


def _undone(game_id: int, gone: list[dict[str, Any]], at: int) -> Undone | None:
    """The undo that removed these events (the latest is the first in the list); None if no decision is among them."""
    decisions = [event for event in gone if event["decided"]]
    if not decisions:
        return None
    first = decisions[-1]
    moves = {event["move"] for event in decisions}
    after = max(at - first["occurred_at"], 0)
    return Undone(game_id, first["version"], len(gone), len(decisions), len(moves), after, redone=False)


def finish(counts: pl.DataFrame, params: UndoParams) -> Finished:
    """One row for all decisions, then one for each `what`: the share of decisions that are the first one an undo
    removed (`value`), its tested difference to that of all decisions, and means per undo."""
    counts = counts.with_columns(pl.col("whole").fill_null(False))
    whole = pl.col("whole")
    compared = against.compared(counts, ["what"]).with_columns(error=_error())
    n = pl.col("games").cast(pl.UInt32)
    of_all = counts.select(pl.col("all_games", *against.OF_ALL).sum()).filter(pl.col("all_games") > 0)
    renamed = {name: name.replace("all", "row") for name in against.OF_ALL}
    in_all = of_all.rename(renamed).with_columns(games="all_games", what=pl.lit(None, pl.String))
    rated = pl.concat([in_all, compared.rename({"found": "games"})], how="diagonal_relaxed")
    low, high = clusters.interval("row", n)
    base = pl.lit(_share(of_all), dtype=pl.Float64)
    steps = counts.filter(pl.col("step").is_not_null())
    after = [histograms.quantiles(steps.filter(side), ["what"], {"after": 0.5}) for side in (~whole, whole)]
    of_undos = counts.filter(pl.col("undos").is_not_null()).group_by("what").agg(pl.col(OF_UNDOS).sum())
    undos = pl.col("undos")
    shown = ("taken_back", "value", "lo", "hi", "shrunk", "difference")
    per_undo = ("redo_rate", "decisions_back", "moves_back", "versions_back", "after_s")
    rows = (
        rated.join(of_undos, on="what", how="left", nulls_equal=True)
        .join(pl.concat(after).select("what", "after"), on="what", how="left", nulls_equal=True)
        .with_columns(n=n, undos=undos.fill_null(0).cast(pl.UInt64), decisions=pl.col("m_row").cast(pl.UInt64))
        .with_columns(
            taken_back=pl.col("x_row").cast(pl.UInt64), value=clusters.rate("row"), lo=low, hi=high, base=base
        )
        .with_columns(shrunk=stats.shrunk(pl.col("value") * n, n, base), redo_rate=_per_undo("redone"))
        .with_columns(_per_undo(name).alias(name) for name in ("decisions_back", "moves_back", "versions_back"))
        .with_columns(after_s=pl.col("after") / 1_000_000, found="games")
        .with_columns(stats.hide_small((*shown, *per_undo), n, params.min_n))
        .sort(pl.col("what").is_null(), -pl.col("m_row"), "what", descending=[True, False, False])
    )
    nothing = int(counts["nothing_back"].sum())
    tested = _with_interval(clusters.tested(rows, "found", "found")).select(COLUMNS)
    return Finished(tested, {"undos_of_no_decision": nothing} if nothing else {})


def _error() -> pl.Expr:
    """The standard error of `difference`, if decisions of the row are undone as often as all decisions.

    Where few decisions are undone, a row may have none of them by chance. Then its share does not vary between games,
    and an error that is estimated from them would be 0. So this is the error of a random sample of the effective size.
    """
    p = clusters.rate("all")
    return (p * (1 - p) * _share_of_others() / _effective_size()).clip(0).sqrt()


def _effective_size() -> pl.Expr:
    """The effective sample size of a row: the number of independent decisions whose share would vary as much as that of
    the row does with games as clusters; at most the number of decisions (L. Kish, "Survey Sampling", 1965)."""
    p, m = clusters.rate("row"), pl.col("m_row")
    design_effect = clusters.variance("row") * m / (p * (1 - p))
    return m / pl.when((p > 0) & (p < 1)).then(design_effect.clip(1)).otherwise(1.0)


def _share_of_others() -> pl.Expr:
    """The share of all decisions that are not in the row. The row is compared with all decisions, its own included."""
    return 1 - pl.col("m_row") / pl.col("m_all")


def _with_interval(tested: pl.DataFrame) -> pl.DataFrame:
    """The tested rows with `difference_lo` and `difference_hi`, the differences that the test would just reject.

    They come from Wilson's interval of the row's share for its effective sample size. It is narrowed, because the row
    is itself a part of all decisions.
    """
    share, size, is_tested = clusters.rate("row"), pl.col("effective_size"), pl.col("difference_lo").is_not_null()
    low, high = stats.wilson(share * size, size, clusters.quantile(pl.col("found")))
    ends = {"difference_lo": low, "difference_hi": high}
    return tested.with_columns(effective_size=_effective_size()).with_columns(
        pl.when(is_tested).then(pl.col("difference") + (end - share) * _share_of_others().sqrt()).alias(name)
        for name, end in ends.items()
    )


def _share(of_all: pl.DataFrame) -> float | None:
    return float(of_all["x_all"][0] / of_all["m_all"][0]) if of_all.height else None


def _per_undo(name: str) -> pl.Expr:
    return pl.when(pl.col("undos") > 0).then(pl.col(name) / pl.col("undos"))


COLUMNS = (
    *("what", "n", "decisions", "undos", "taken_back", "value", "lo", "hi", "shrunk", "base"),
    *("redo_rate", "decisions_back", "moves_back", "versions_back", "after_s"),
    *("difference", "difference_lo", "difference_hi", "p_value", "q"),
)


def question(params: UndoParams, ruleset: Rulebook) -> str:
    """The question in words."""
    return f"How often are decisions undone, {split_by(params.by)}, in {which_games(params, ruleset.title)}?"


def finding(rows: pl.DataFrame, asked: Asked[UndoParams]) -> str:
    """How often decisions are undone, and which decisions are clearly undone more or less often than all."""
    whole = rows.row(0, named=True)
    games = counted(whole["n"], "game")
    if whole["value"] is None:
        return f"Not enough games yet ({games})."
    overall = f"{_of_hundred(whole['value'])} of 100 decisions are undone ({games})."
    tested = clearest(rows)
    if not whole["undos"] or tested.is_empty():
        return overall if whole["undos"] else f"Nothing was undone in {games}."
    best = tested.row(0, named=True)
    label, test = _label(best, asked), probability(best["q"], "q")
    figures = f"{_of_hundred(best['value'])} of 100 ({test})"
    if not clear(q=best["q"]):
        return f"{overall} No clear difference: the largest, {label}, {figures}, may be due to chance."
    more = "more" if best["difference"] > 0 else "less"
    subjects = {"player": f"What {label} decided", "phase": f"What is decided in the phase {label.lower()}"}
    subject = subjects.get(asked.params.by, label)
    return f"{overall} {subject} is undone {more} often than decisions on average: {figures}."


def _of_hundred(rate: float | None) -> str:
    return "–" if rate is None else number(round(100 * rate, 1))


def _label(row: dict[str, Any], asked: Asked[UndoParams]) -> str:
    if row["what"] is None:
        return "All decisions"
    if asked.params.by == "player":
        return asked.names.player(row["what"])
    return label_of(row["what"], asked.params.by, asked.names)


def _ranked(rows: pl.DataFrame) -> pl.DataFrame:
    """The rows as they are shown: all decisions first, then those that are undone most often."""
    return rows.sort(pl.col("what").is_not_null(), -pl.col("shrunk"), nulls_last=True, maintain_order=True)


def panels(rows: pl.DataFrame, asked: Asked[UndoParams]) -> list[Panel]:
    """Panels of how often decisions are undone, how far undos go back, and the tested differences to all decisions."""
    return [_rates_panel(rows, asked), *_back_panel(rows, asked), *_differences_panel(rows, asked)]


def _rates_panel(rows: pl.DataFrame, asked: Asked[UndoParams]) -> Panel:
    known = compare.enough(_ranked(rows))
    shown, folded = known.head(MOST).to_dicts(), known.slice(MOST)
    undos = counted(int(folded["undos"].sum()), "undo")
    others = [f"{folded.height:,} more not shown: {undos}"] if folded.height else []
    few = compare.hidden(rows, known, asked.params.min_n)
    highest = max((row["hi"] for row in shown if row["hi"] is not None), default=1.0) or 1.0
    return Panel(
        columns=("", "games", "decisions", "undos", "undone per 100"),
        rows=tuple(
            (_label(row, asked), f"{row['n']:,}", f"{row['decisions']:,}", f"{row['undos']:,}", _rate(row, asked))
            for row in shown
        ),
        row_keys=tuple(row["what"] or "" for row in shown),
        strips=tuple(Strip(row["value"], row["lo"], row["hi"]) for row in shown),
        span=(0.0, highest),
        ends=("0", _of_hundred(highest)),
        par=shown[0]["base"],
        below="; ".join(["undone per 100: of 100 decisions", *few, *others]),
    )


def _rate(row: dict[str, Any], asked: Asked[UndoParams]) -> str:
    return needs(asked.params.min_n) if row["value"] is None else _of_hundred(row["value"])


def _back_panel(rows: pl.DataFrame, asked: Asked[UndoParams]) -> list[Panel]:
    found = _ranked(rows.filter(pl.col("decisions_back").is_not_null())).head(MOST).to_dicts()
    if not found:
        return []
    return [
        Panel(
            heading="How far an undo goes back",
            columns=("", "decisions", "moves", "versions", "after", "redone"),
            rows=tuple((_label(row, asked), *_how_far(row)) for row in found),
            below="decisions, moves and versions: means; after: the median time since the first undone decision",
        )
    ]


def _how_far(row: dict[str, Any]) -> tuple[str, ...]:
    means = tuple(number(row[name]) for name in ("decisions_back", "moves_back", "versions_back"))
    return *means, duration(row["after_s"] * 1_000_000), percent(row["redo_rate"])


def _differences_panel(rows: pl.DataFrame, asked: Asked[UndoParams]) -> list[Panel]:
    tested = clearest(rows).head(MOST).to_dicts()
    if not rows["undos"].sum():
        return []
    return compare.differences(
        "Compared with all decisions",
        ("points", "q"),
        [(_label(row, asked), _points(row["difference"]), words.tested(row["q"])) for row in tested],
        [compare.strip(row) for row in tested],
        _points,
    )


def _points(difference: float) -> str:
    return points(difference, 1).removesuffix(" points")


SIDES = Sides(("value", "base"), ("each", "all decisions"))


def chart(rows: pl.DataFrame, asked: Asked[UndoParams]) -> alt.TopLevelMixin:
    """The share of decisions that are undone, with intervals, above the tested differences to all decisions."""
    ranked = _ranked(rows)
    labelled = ranked.with_columns(label=pl.Series([_label(row, asked) for row in ranked.to_dicts()], dtype=pl.String))
    return dotplot.both(labelled, "Share of decisions that are undone", SIDES, share=True, whole=False)


def sample(rows: pl.DataFrame) -> str:
    """The sample size: the games, and the number of undos in them."""
    whole = rows.row(0, named=True)
    return f"{counted(whole['n'], 'game')} with {counted(whole['undos'], 'undo')}"


JOB = Job(
    name="undo_and_mistakes",
    title="Undo rate",
    about="How often players undo their decisions.",
    definition="How many decisions are undone. `value` is the share of decisions that are the first one that an "
    "undo removes, so an undo of several decisions counts once, for the first of them; `undos` counts again what "
    "was redone and undone once more. `decisions_back`, `moves_back` and `versions_back` are means per undo, "
    "`after_s` is the median time in seconds since the first undone decision, and `redo_rate` is the share of undos "
    "that are redone immediately. The first row is all decisions.",
    sample_unit="one game",
    interval=clusters.WILSON,
    test="Student's t-test of the share against all decisions, from 30 games on that have such decisions. The "
    "standard error is that of a random sample of the effective size, with games as clusters; the interval of the "
    "difference is Wilson's for this size. `q` is the false discovery rate (Benjamini and Hochberg).",
    independence="The decisions of one game depend on each other, so one game is one observation.",
    limitations="An undo may correct a slip of recording or a mistake in play; it does not say which. The one who "
    "asks for an undo need not be the one who decided.",
    params=UndoParams,
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
