"""The parameters of a statistic, and the forms of its answer."""

from __future__ import annotations

import csv
import io
import json
import re
import xml.etree.ElementTree as ET
from threading import Event
from typing import TYPE_CHECKING, Any, Literal
from unicodedata import normalize

import polars as pl
import pytest
from msgspec.structs import replace

from analytics import JOBS, BadParameters, Query, UnknownJob, catalogue, charts, prepare, run
from tests.analytics.conftest import DAY, NOON
from tests.analytics.made import ask, frame, make_lake
from tests.waiting import LIMIT

if TYPE_CHECKING:
    from pathlib import Path

    from analytics.lake import Part
    from tests.analytics.conftest import Table

Form = Literal["NFC", "NFD"]
GAME = "1 dig r1 +1, 2 sell, 1 sell r2, 2 dig r3, 1 wait r4, 2 dig"
QUESTION_PARAMS = [
    ("win_rate_by_seat", {}),
    ("win_rate_by_seat", {"by": "turn_order"}),
    ("action_mix", {}),
    ("action_mix", {"per": "game"}),
    ("action_mix", {"per": "round"}),
    ("action_mix", {"per": "phase"}),
    ("opening_tree", {}),
]


def pointers(table: Table, name: str, **params: object) -> list[str]:
    with pytest.raises(BadParameters) as caught:
        run(table.lake, name, params)
    return [fault.pointer for fault in caught.value.faults]


class TestParameters:
    def test_an_unknown_statistic_names_those_there_are(self, table: Table) -> None:
        """A statistic that does not exist is refused with the names of those that do."""
        with pytest.raises(UnknownJob, match="win_rate_by_seat, "):
            run(table.lake, "luck", {})

    @pytest.mark.parametrize(
        ("name", "value"),
        [
            *(("min_n", "0"), ("min_n", "many"), ("min_n", "9999999"), ("seats", "0"), ("player", "ann")),
            *(("since", "yesterday"), ("by", "colour"), ("colour", "red"), ("ruleset", "x" * 65)),
        ],
    )
    def test_a_bad_parameter_is_pointed_at(self, table: Table, name: str, value: str) -> None:
        """A parameter that is unknown, malformed or out of its bounds is refused with a JSON pointer to it."""
        assert pointers(table, "win_rate_by_seat", **({"ruleset": "toy"} | {name: value})) == [f"/{name}"]

    def test_all_faults_are_reported_at_once(self, table: Table) -> None:
        """Every bad parameter is reported, and every one that is missing."""
        assert sorted(pointers(table, "opening_tree", depth="13", luck="1")) == ["/depth", "/luck", "/ruleset"]

    def test_an_unknown_ruleset_is_refused(self, table: Table) -> None:
        """For a ruleset that the service does not have, the answer is a fault and not an empty result."""
        table.export()
        assert pointers(table, "action_mix", ruleset="chess") == ["/ruleset"]

    def test_dates_in_the_wrong_order_are_refused(self, table: Table) -> None:
        """`until` must not be before `since`."""
        assert pointers(table, "action_mix", ruleset="toy", since="2026-02-01", until="2026-01-01") == ["/until"]

    def test_parameters_may_be_texts(self, table: Table) -> None:
        """Parameters may be texts, as in a query string or on a command line."""
        table.play(GAME)
        asked = table.ask("opening_tree", depth="2", setup="true", min_n="1", seats="2").params
        assert (asked.depth, asked.setup, asked.seats) == (2, True, 2)  # type: ignore[attr-defined]


class TestCatalogue:
    def test_each_statistic_describes_itself(self) -> None:
        """Each statistic is listed with its title, its question, what its `n` counts, and its parameters' schema."""
        for listed in catalogue():
            assert listed.title
            assert listed.question.endswith("?")
            assert listed.about.endswith(".")
            assert listed.parameters["required"] == ["ruleset"]
            for parameter in listed.parameters["properties"].values():
                assert parameter["title"]
                assert parameter["description"].endswith(".")


@pytest.mark.parametrize("spelled", ["NFC", "NFD"])
@pytest.mark.parametrize("asked", ["NFC", "NFD"])
def test_a_tag_is_the_same_however_its_accents_are_written(tmp_path: Path, spelled: Form, asked: Form) -> None:
    """A letter with an accent may be one character or two, both in the recorded tag and in the filter."""
    tag = normalize(asked, "café")
    both = [{"game_id": 1, "tags": normalize(spelled, "café\nhome")}, {"game_id": 2, "tags": "home"}]
    lake = make_lake(tmp_path, seats=[{**game, "seat": 1, "win_share": 1.0} for game in both], games=both)
    assert ask(lake, "win_rate_by_seat", tag=tag).rows["n"].to_list() == [1]
    assert ask(lake, "win_rate_by_seat", without_tag=tag).rows["n"].to_list() == [1]


def test_an_answer_leads_to_its_latest_games(table: Table) -> None:
    """An answer leads to the latest games that match its filters."""
    old, other, new = (
        table.play(GAME, at=NOON + day * DAY, tags=(tag,)) for day, tag in ((0, "club"), (1, "home"), (40, "club"))
    )
    assert table.ask("win_rate_by_seat").latest_games() == tuple(str(game.id) for game in (new, other, old))
    assert table.ask("win_rate_by_seat", tag="club").latest_games() == (str(new.id), str(old.id))
    assert table.ask("win_rate_by_seat", tag="none").latest_games() == ()


def test_the_latest_games_are_searched_from_the_last_month_back(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last month has ten of the twelve games, and the one before it the other two; older months are not read."""
    games = [table.play("1 dig", at=NOON + month * 31 * DAY + day * DAY) for month in range(4) for day in range(10)]
    asked = table.ask("win_rate_by_seat")
    months: list[str] = []
    latest_of = Query._latest_of

    def watched(query: Query, part: Part) -> pl.DataFrame:
        months.append(part.month)
        return latest_of(query, part)

    monkeypatch.setattr(Query, "_latest_of", watched)
    assert asked.latest_games() == tuple(str(game.id) for game in games[:-13:-1])
    assert months == ["2026-09", "2026-08"]


def test_counts_of_parts_are_in_order_whichever_is_counted_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Parts are counted two at a time. Here the second of each two is counted first, and the order is still that of the
    parts, so that sums have the same last digit in every run."""
    rows = [{"game_id": game, "seat": seat, "win_share": float(seat == 1)} for game in range(1, 5) for seat in (1, 2)]
    query = prepare(make_lake(tmp_path, parts=4, seats=rows), "win_rate_by_seat", {"ruleset": "toy", "min_n": 1})
    parts = query.checkpoint.parts
    counted = [Event() for _ in parts]

    def count(_query: Query, part: Part) -> Part:
        place = parts.index(part)
        assert place % 2 or counted[place + 1].wait(LIMIT)
        counted[place].set()
        return part

    monkeypatch.setattr(Query, "_count_part", count)
    progress: list[tuple[int, int]] = []
    found: Any = query._counts(None, lambda *done: progress.append(done))
    assert tuple(found) == parts
    assert progress == [(1, 4), (2, 4), (3, 4), (4, 4)]


@pytest.mark.parametrize(("of_parts", "latest"), [("AB", "B"), ("ABA", "A"), ("BAA", "A"), ("AAB", "B")])
def test_the_name_of_a_card_is_that_of_the_latest_part(tmp_path: Path, of_parts: str, latest: str) -> None:
    """Where several parts have the same cards, too, which are read once."""
    games = [{"game_id": number, "seat": 1, "win_share": 1.0} for number, _ in enumerate(of_parts)]
    lake = make_lake(tmp_path, parts=len(of_parts), seats=games)
    files = {name: lake.write("cards", frame("cards", [{"id": "card:1", "name": name}]), "toy") for name in "AB"}
    checkpoint = lake.checkpoint()
    parts = tuple(replace(part, cards=files[name]) for part, name in zip(checkpoint.parts, of_parts, strict=True))
    lake.publish(replace(checkpoint, parts=parts))
    assert ask(lake, "win_rate_by_seat").names.thing("card:1") == latest


class TestForms:
    @pytest.mark.parametrize("name", JOBS)
    def test_json(self, table: Table, name: str) -> None:
        """As JSON a result has title, question, finding, table, rows and method, each row its `n`."""
        table.play(GAME, players=[table.store.create_player(name).id for name in ("Ann", "Bob")])
        table.play(GAME, won=None)
        found = json.loads(table.ask(name).to_json())
        assert list(found) == ["name", "title", "question", "finding", "table", "rows", "method", "excluded", "as_of"]
        assert all("n" in row for row in found["rows"])
        assert all(
            found["method"][name] for name in ("sample", "definition", "sample_unit", "independence", "limitations")
        )
        assert found["excluded"] == ({} if JOBS[name].count_excluded else {"unfinished": 1})
        assert set(found["as_of"]) == {"position", "at"}

    @pytest.mark.parametrize("name", JOBS)
    def test_tables(self, table: Table, name: str) -> None:
        """As CSV, Parquet and Arrow a result has the same rows as in JSON."""
        table.play(GAME)
        result = table.ask(name)
        assert len(list(csv.DictReader(io.StringIO(result.to_csv())))) == result.rows.height
        assert pl.read_parquet(io.BytesIO(result.to_parquet())).equals(result.rows)
        assert pl.read_ipc_stream(io.BytesIO(result.to_arrow())).equals(result.rows)

    @pytest.mark.parametrize(("name", "params"), QUESTION_PARAMS)
    def test_charts(self, table: Table, name: str, params: dict[str, str]) -> None:
        """The heading of a chart is its title, with the sample and the time of the export."""
        for _ in range(3):
            table.play(GAME)
        result = table.ask(name, **params)
        drawn = texts(result.to_svg())
        assert " ".join(result.to_vega()["title"]["text"]) == result.title
        assert " games" in drawn
        assert "95 % intervals" in drawn
        size = re.search(r'width="([.\d]+)" height="([.\d]+)"', result.to_svg())
        assert size
        assert result.chart_size == pytest.approx(tuple(map(float, size.groups())), rel=0.2)
        assert "http" not in json.dumps({k: v for k, v in result.to_vega().items() if k != "$schema"})

    @pytest.mark.parametrize(("name", "params"), QUESTION_PARAMS)
    def test_charts_are_dark_where_the_screen_is(self, table: Table, name: str, params: dict[str, str]) -> None:
        """A chart holds a light and a dark drawing that share no name and no ground; plain viewers show the light."""
        table.play(GAME)
        light, dark = table.ask(name, **params).to_svg().split('<g class="dark" display="none">')
        assert (charts.PAGE in light, charts.PAGE in dark) == (True, False)
        assert dark.count("<text") == light.count("<text")
        assert not set(re.findall(r'\bid="([^"]+)"', light)) & set(re.findall(r'\bid="([^"]+)"', dark))
        assert set(re.findall(r"url\(#([^)]+)\)", dark)) <= set(re.findall(r'\bid="([^"]+)"', dark))

    @pytest.mark.parametrize(("name", "params"), QUESTION_PARAMS)
    def test_charts_without_games(self, table: Table, name: str, params: dict[str, str]) -> None:
        """If no finished game matches, the chart says so."""
        assert "There are no finished games of Toy that count yet." in texts(table.ask(name, **params).to_svg())

    @pytest.mark.parametrize(("name", "params"), QUESTION_PARAMS)
    def test_charts_of_too_small_samples(self, table: Table, name: str, params: dict[str, str]) -> None:
        """If the sample is too small for any value, the chart is a text that says so."""
        table.play(GAME)
        result = table.ask(name, **params, min_n=50)
        assert result.not_drawn == "There is no chart yet: no row has enough games."
        drawn = result.to_svg()
        assert result.not_drawn in texts(drawn)
        assert " game" in texts(drawn)
        assert not re.search("mark-(symbol|rect|line|rule) role-mark", drawn)

    def test_a_seats_chart_shows_rates_and_par(self, table: Table) -> None:
        """The chart of seats shows each rate, its sample and par."""
        table.play(GAME, won=(2,))
        drawn = texts(table.ask("win_rate_by_seat").to_svg())
        for text in ("Seat 1", "Seat 2", "0 %", "100 %", "expected 50 %", "n = 1"):
            assert text in drawn

    def test_labels_do_not_overlap_a_disc_at_the_end(self, table: Table) -> None:
        """Labels and notes keep off the disc, and a difference of 0 has no sign."""
        for _ in range(40):
            table.play("1 dig r1, 2 sell", won=(1,))
        above, below = table.ask("amounts", of="rows").to_vega()["vconcat"]
        for part in (above, below):
            paddings = [axis["labelPadding"] for axis in axes(part, "y")]
            assert paddings
            assert min(paddings) >= 8
        assert all(" : '0'" in axis["labelExpr"] for axis in axes(below, "x") if "labelExpr" in axis)

    def test_small_samples_say_so(self, table: Table) -> None:
        """A seat with few games has no point in the chart, but its number of games."""
        for _ in range(2):
            table.play(GAME)
        table.play(GAME, seats=3)
        result = table.ask("win_rate_by_seat", min_n=2)
        assert "n = 1, too few" in texts(result.to_svg())
        assert result.not_drawn == ""


def texts(svg: str) -> str:
    """All texts in an SVG."""
    return "\n".join(ET.fromstring(svg).itertext())


def axes(part: dict[str, Any], channel: str) -> list[dict[str, Any]]:
    """What the layers of a chart have for one axis."""
    return [axis for layer in part["layer"] if (axis := layer["encoding"].get(channel, {}).get("axis"))]
