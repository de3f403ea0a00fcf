"""Games for the statistics that choose rows of facts: drawn by Hypothesis, won at random, or written by hand."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import polars as pl
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from polars.testing import assert_frame_equal

from analytics import JOBS
from analytics.lake import Tables
from analytics.rulebook import Rulebook
from tests.analytics.made import ask, make_lake
from tests.forms import either

if TYPE_CHECKING:
    from collections.abc import Iterator

    from analytics import Lake, Result

few = settings(max_examples=either(4, 8), deadline=None, suppress_health_check=[HealthCheck.too_slow])

TYPES = ("Dig", "Sell", "Hire")
Game = dict[str, Any]
"""`seats`, `won` (seats), `rows` (of facts), as `game` makes it."""

CARDS = [
    {"id": "card:a", "name": "Anvil", "type": "tile", "level": 1},
    {"id": "card:b", "name": "Brewery", "type": "tile", "level": 2},
]


def row(type: str, seat: int | None, **more: Any) -> dict[str, Any]:
    """A row of facts: a decision of this seat, or an effect if `step` is given."""
    category = "consequence" if more.get("step") else "decision"
    return {"type": type, "seat": seat, "actor": seat, "turn_seat": seat, "category": category} | more


def game(won: tuple[int, ...], *rows: dict[str, Any], seats: int = 2) -> Game:
    """A game; each row is an event and a move of its own, unless it says otherwise."""
    numbered = [{"version": number, "move": number} | fact for number, fact in enumerate(rows, 2)]
    return {"seats": seats, "won": won, "rows": numbered}


def near(value: Fraction | int | None) -> object:
    return None if value is None else pytest.approx(float(value), rel=1e-12, abs=1e-12)


def table_of(result: Result, *columns: str) -> list[tuple[object, ...]]:
    return list(result.rows.select(columns).iter_rows())


def lake_of(folder: str | Path, games: list[Game], *, team: bool = False, parts: int = 1) -> Lake:
    """A lake of these games, each with an id of its own."""
    facts, seats, whole = [], [], []
    for number, one in enumerate(games, 1):
        of_game = {"game_id": number, "seats": one["seats"]}
        whole.append(of_game | {"game_uuid": f"game-{number}", "winners": len(one["won"])})
        shares = {seat: _share(one, seat, team) for seat in range(1, one["seats"] + 1)}
        par = None if team else 1 / one["seats"]
        seats += [of_game | {"seat": seat, "win_share": share, "par": par} for seat, share in shares.items()]
        facts += [of_game | {"win_share": shares.get(fact["seat"])} | fact for fact in one["rows"]]
    book = Rulebook("Toy", cooperative=team, titles={"Hire": "Hire a hero"})
    return make_lake(Path(folder), facts=facts, seats=seats, games=whole, cards=CARDS, parts=parts, rulebook=book)


def _share(one: Game, seat: int, team: bool) -> float:
    return float(seat in one["won"]) if team else (1 / len(one["won"]) if seat in one["won"] else 0.0)


def answer(games: list[Game], name: str, *, team: bool = False, parts: int = 1, **params: object) -> Result:
    """Run a statistic over these games."""
    with TemporaryDirectory() as folder:
        return ask(lake_of(folder, games, team=team, parts=parts), name, **params)


@st.composite
def games(draw: st.DrawFn, team: bool = False) -> Game:
    """Games of two or three seats: decisions and effects of several rounds, some undone, some of no seat."""
    seats = draw(st.integers(2, 3))
    everyone = tuple(range(1, seats + 1))
    won = draw(st.sampled_from([(), everyone])) if team else tuple(sorted(draw(st.sets(st.sampled_from(everyone)))))
    rows: list[dict[str, Any]] = []
    number, move, turn_seat = draw(st.integers(0, 1)), 2, draw(st.sampled_from(everyone))
    for version in range(2, 2 + draw(st.integers(0, 10))):
        if draw(st.booleans()):
            move, turn_seat = version, draw(st.sampled_from(everyone))
        number += draw(st.integers(0, 3)) == 0
        actor = draw(st.sampled_from(everyone))
        event: dict[str, Any] = {"version": version, "move": move if number else None, "round": number, "actor": actor}
        event |= {"turn_seat": turn_seat, "undone": draw(st.integers(0, 4)) == 0}
        kinds, cards = st.sampled_from(["bow", "sword", None]), st.sampled_from(["card:a", "card:b", None])
        rows.append(row(draw(st.sampled_from(TYPES)), actor, card=draw(cards), kind=draw(kinds), **event))
        for step in range(1, 1 + draw(st.integers(0, 2))):
            luck: dict[str, Any] = {"value": draw(st.integers(1, 6)), "mean": 3.5, "variance": 35 / 12}
            some: dict[str, Any] = draw(st.sampled_from([{}, {"value": draw(st.integers(-2, 4))}, luck]))
            score: dict[str, Any] = {"delta": draw(st.sampled_from([None, 1, -2, 3]))}
            seat = draw(st.sampled_from([*everyone, None]))
            more = event | some | score | {"step": step, "card": draw(cards), "kind": draw(kinds)}
            rows.append(row("Came", seat, **more))
    return {"seats": seats, "won": won, "rows": rows}


def logs(team: bool = False) -> st.SearchStrategy[list[Game]]:
    """One to six games."""
    return st.lists(games(team), min_size=1, max_size=6)


def counted(one: Game) -> list[dict[str, Any]]:
    """The rows of a game that are not undone."""
    return [fact for fact in one["rows"] if not fact.get("undone")]


def mean(values: list[Fraction]) -> Fraction | None:
    return sum(values, Fraction(0)) / len(values) if values else None


def mean_difference(
    games: list[Game], sides: list[tuple[Fraction | None, Fraction | None]], team: bool
) -> Fraction | None:
    """The mean difference of two sides, as `analytics.compare` defines it: within games, or for teams between games of
    as many seats."""
    if not team:
        return mean([a - b for a, b in sides if a is not None and b is not None])
    weights, total = Fraction(0), Fraction(0)
    for seats in {one["seats"] for one in games}:
        mine = [side for one, side in zip(games, sides, strict=True) if one["seats"] == seats]
        first = [a for a, _ in mine if a is not None]
        second = [b for _, b in mine if b is not None]
        if first and second:
            weight = Fraction(len(first) * len(second), len(first) + len(second))
            weights += weight
            total += weight * (mean(first) - mean(second))  # type: ignore[operator]
    return total / weights if weights else None


class Shuffled(Tables):
    """All parts of a lake as one, with the rows in random order."""

    def __init__(self, lake: Lake, seed: int) -> None:
        self._lake, self._seed = lake, seed

    @property
    def facts(self) -> pl.LazyFrame:
        return self._all_rows("facts")

    @property
    def seats(self) -> pl.LazyFrame:
        return self._all_rows("seats")

    @property
    def games(self) -> pl.LazyFrame:
        return self._all_rows("games")

    @property
    def cards(self) -> pl.LazyFrame:
        return self._all_rows("cards").unique()

    def _all_rows(self, name: str) -> pl.LazyFrame:
        frames = [self._lake.read(getattr(part, name)) for part in self._lake.checkpoint().parts]
        words = [frame.with_columns(pl.col(pl.Enum).cast(pl.String)) for frame in frames]
        return pl.concat(words).sample(fraction=1, shuffle=True, seed=self._seed).lazy()


def assert_same_for_any_partition(
    found: list[Game], seed: int, name: str, team: bool = False, **params: object
) -> None:
    """Assert that parts, the order of rows and the engine do not change an answer."""
    with TemporaryDirectory() as folder:
        lake = lake_of(folder, found, team=team, parts=3)
        whole = ask(lake, name, **params)
        job = JOBS[name]
        for engine in ("in-memory", "streaming"):
            with pl.Config(engine_affinity=engine):
                counts = job.partial(Shuffled(lake, seed), whole.params)
                assert_frame_equal(job.finish(counts, whole.params).rows, whole.rows, rel_tol=1e-12)


def rows_of_copies(found: list[Game], times: int, name: str, team: bool = False, **params: object) -> pl.DataFrame:
    """The rows of a statistic over so many copies of these games."""
    with TemporaryDirectory() as folder:
        lake = lake_of(folder, found, team=team)
        job, checked = JOBS[name], ask(lake, name, **params).params
        (part,) = lake.checkpoint().parts
        counts = job.partial(lake.tables(part), checked)
        return job.finish(counts.select(pl.all().repeat_by(times).explode()), checked).rows


def finite(rows: pl.DataFrame) -> bool:
    """Whether no figure is infinite or NaN."""
    figures = rows.select(pl.col(pl.Float64, pl.Float32))
    return (
        not figures.select((~pl.all().is_finite().fill_null(True)).any()).row(0).count(True) if figures.width else True
    )


def assert_readable(result: Result) -> None:
    """Assert that the text fits in 80 columns and has no `None` or `nan`, and that a chart is drawn."""
    text = result.to_text()
    assert max(map(len, text.splitlines())) <= 80
    assert "None" not in text
    assert "nan" not in text
    assert finite(result.rows)
    assert "<svg" in result.to_svg()


def won_at_random(random: Random, games: list[Game], team: bool = False) -> Iterator[Game]:
    """The same games, each won at random: by one seat, or in team games by all seats or by none."""
    for one in games:
        everyone = tuple(range(1, one["seats"] + 1))
        yield one | {"won": random.choice([(), everyone]) if team else (random.choice(everyone),)}
