"""For any parameters, the answer is a fault that names its parameter, or finite figures in every form."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from math import isfinite
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from analytics import JOBS, BadParameters, Lake, run
from tests.analytics.conftest import DAY, NOON, Table
from tests.analytics.junk import questions

if TYPE_CHECKING:
    from collections.abc import Iterator

    from analytics import Result

EXAMPLES = 12
"""Examples of each statistic."""
LAKES = ("games", "one", "left_out", "none")


@pytest.fixture(scope="module")
def lakes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Lake]]:
    """Lakes with some games, with one, with games that are all left out, and without games."""
    found = {name: Table(tmp_path_factory.mktemp(name)) for name in LAKES}
    few, one, left_out, _ = found.values()
    ann, bob = (few.store.create_player(name).id for name in ("Ann", "Bob"))
    for number in range(7):
        tags, ruleset = (("club",), ("caf\u00e9", "x" * 60)), ("toy", "team")
        few.play(
            "1 dig r1 +1, 2 sell +2 d6.2, undo 2, 2 wait s1.2 r2, 1 haggle i1, 1 sell i0 t3, 2 dig r3 +1, 1 dig",
            at=NOON + number * 20 * DAY,
            seats=2 + number % 3,
            players=[ann, bob, *[None] * (number % 3)],
            won=((1,), (2,), (), (1, 2))[number % 4],
            tags=tags[number % 2],
            ruleset=ruleset[number % 5 == 4],
            options={"level": number % 2 + 1},
        )
    few.play("1 dig r1", won=None)
    one.play("1 dig", seats=1, won=(1,))
    for _ in range(2):
        left_out.play("1 dig r1, 2 sell", count_in_statistics=False)
    for table in found.values():
        table.export()
    yield {name: table.lake for name, table in found.items()}
    for table in found.values():
        table.store.close()


@pytest.mark.parametrize("job", JOBS)
def test_any_parameters_give_an_answer_or_a_fault(lakes: dict[str, Lake], job: str) -> None:
    @given(questions(job), st.sampled_from((*LAKES, "games", "games")))
    @settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    def ask(params: dict[str, object], lake: str) -> None:
        found = answer(lakes[lake], job, params)
        if isinstance(found, BadParameters):
            assert found.faults
            assert all(fault.pointer.startswith("/") and fault.detail for fault in found.faults)
        else:
            assert_finite(found)

    ask()


@pytest.mark.parametrize("job", JOBS)
@pytest.mark.parametrize("lake", ["games", "one"])
def test_few_games_give_a_chart(lakes: dict[str, Lake], job: str, lake: str) -> None:
    result = run(lakes[lake], job, {"ruleset": "toy", "min_n": 1})
    assert not re.search(r"NaN|Infinity|undefined", result.to_svg())
    assert result.finding.endswith(".")


@pytest.mark.parametrize("job", JOBS)
def test_without_games_the_finding_gives_a_reason(lakes: dict[str, Lake], job: str) -> None:
    reasons = (
        "There are no finished games of Toy that count yet (2 excluded).",
        "There are no finished games of Toy that count yet.",
    )
    for lake, reason in zip(("left_out", "none"), reasons, strict=True):
        result = run(lakes[lake], job, {"ruleset": "toy", "min_n": 1})
        assert (result.rows.height, result.method.sample, result.finding) == (0, "0 games", reason)
        assert_finite(result)


def answer(lake: Lake, job: str, params: dict[str, object]) -> Result | BadParameters:
    try:
        return run(lake, job, params)
    except BadParameters as error:
        return error


def assert_finite(result: Result) -> None:
    """Assert that no form of a result has an infinite figure or NaN."""
    for row in result.rows.to_dicts():
        assert all(isfinite(value) for value in row.values() if isinstance(value, float)), row
    assert not re.search(r"\b(nan|inf)\b", result.to_csv().split("\n", 1)[1], re.IGNORECASE)
    json.dumps(json.loads(result.to_json()), allow_nan=False)
    json.dumps(result.to_vega(), allow_nan=False)
    assert result.finding
    assert max(map(len, result.to_text().splitlines())) <= 80
    result.to_arrow()
    result.to_parquet()


@pytest.mark.parametrize("text", ["\x00", "a\x01b", "\x1b[31m", "\ufffe", "\uffff", "]]>", "<b>&"])
def test_any_text_can_be_drawn(lakes: dict[str, Lake], text: str) -> None:
    """No text stops the drawing library, which would end the process at a character that SVG cannot hold."""
    result = run(lakes["games"], "win_rate_by_seat", {"ruleset": "toy", "tag": f"x {text} y"})
    assert ET.fromstring(result.to_svg())
    assert result.to_png().startswith(b"\x89PNG")


def test_a_lone_surrogate_is_refused(lakes: dict[str, Lake]) -> None:
    """Python turns bytes of a command line that are no UTF-8 into lone surrogates."""
    with pytest.raises(BadParameters, match="/tag: is not valid"):
        run(lakes["games"], "win_rate_by_seat", {"ruleset": "toy", "tag": "caf\udce9"})


@pytest.mark.parametrize("tag", ["x" * 200, "\u0416" * 200, f"a {'x' * 100} b"])
def test_a_long_word_is_wrapped(lakes: dict[str, Lake], tag: str) -> None:
    text = run(lakes["games"], "win_rate_by_seat", {"ruleset": "toy", "tag": tag}).to_text()
    assert max(map(len, text.splitlines())) <= 80
    assert tag.replace(" ", "") in re.sub(r"\s", "", text)
