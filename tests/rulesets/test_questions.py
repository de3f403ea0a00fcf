"""The questions that come with rulesets: each names a statistic that is there, and is answered in a player's words."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import polars as pl
import pytest

from analytics import JOBS, Lake, export, params, run
from api.recording.history import Plan, record_simulated, simulate
from api.recording.simulate import play, record
from api.resources.rulesets import put_starters
from api.service import Service, installed_rulesets
from api.settings import Settings
from events import Store
from rulesets.kit.bots import BOTS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from analytics import Result
    from rulesets.kit.history import Question
    from rulesets.kit.ruleset import Ruleset

RULESETS = installed_rulesets()
LEAST = 8
"""So many of the questions that are known of each game are answered at least."""

GAMES = 4
UNTIL = 1_795_000_000_000_000
"""In November 2026."""
WIDTH = 80

CLASS_NAME, ID = re.compile(r"\b[A-Z]?[a-z]+[A-Z]\w*"), re.compile(r"\b[a-z]\w*:\w[^\s|]*")

TYPES = ("type", "then", "ending")
"""The parameters that name types of actions and effects."""


@dataclass(frozen=True)
class Case:
    """A question of a ruleset."""

    ruleset: Ruleset[Any]
    question: Question


CASES = [
    pytest.param(Case(ruleset, question), id=f"{ruleset.name}-{question.name}")
    for ruleset in RULESETS.values()
    for question in ruleset.questions
]
each_question = pytest.mark.parametrize("case", CASES)
each_ruleset = pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS)


# --- what they say


@each_ruleset
def test_a_game_comes_with_questions(ruleset: Ruleset[Any]) -> None:
    """At least 8, each with a name of its own."""
    names = [question.name for question in ruleset.questions]
    assert len(names) >= LEAST
    assert len(set(names)) == len(names)


@each_question
def test_its_name_is_a_word_and_no_statistics_name(case: Case) -> None:
    """A request by name would get the statistic instead."""
    assert re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", case.question.name)
    assert case.question.name not in JOBS


@each_question
def test_it_asks_one_sentence(case: Case) -> None:
    """It begins with a capital letter and ends with its only question mark."""
    assert re.fullmatch(r"[A-Z][^?.!\n]+\?", case.question.asks)
    assert not CLASS_NAME.search(case.question.asks)
    assert not ID.search(case.question.asks)


@each_question
def test_its_statistic_reads_its_parameters(case: Case) -> None:
    """They say what the question means; the ruleset is known."""
    assert "ruleset" not in case.question.params
    assert params.read(JOBS[case.question.job].params, {"ruleset": case.ruleset.name, **case.question.params})


@each_question
def test_the_types_that_it_names_are_there(case: Case) -> None:
    """Actions, effects, and what rows of an effect are called otherwise."""
    named = {name for param in TYPES for name in str(case.question.params.get(param, "")).split()}
    assert named <= _types(case.ruleset)


@cache
def _types(ruleset: Ruleset[Any]) -> set[str]:
    """The types of rows that a ruleset makes: those of actions and effects, and the texts in the code of effects."""
    folders = {Path(str(import_module(effect.__module__).__file__)).parent for effect in ruleset.effects}
    trees = [ast.parse(file.read_text(encoding="utf-8")) for folder in folders for file in folder.glob("*.py")]
    constants = (node.value for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Constant))
    return {*ruleset.titles, *(text for text in constants if isinstance(text, str) and text.isalpha())}


# --- what they answer


@pytest.fixture(scope="session")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lake]:
    """A few simulated games of every ruleset that has questions."""
    folder = tmp_path_factory.mktemp("questions")
    asked = {name: ruleset for name, ruleset in RULESETS.items() if ruleset.questions}
    settings = Settings.read({}, database_url=f"sqlite:///{folder / 'log.db'}")
    with Store.open(settings.database_url, synchronous="NORMAL") as store:
        service = Service.over(store, settings, asked)
        put_starters(service)
        for name, ruleset in asked.items():
            plan = Plan(ruleset=name, seed=1, until=UNTIL, seats=tuple(ruleset.seats))
            for number in range(GAMES):
                record_simulated(service.recorder, ruleset, simulate(ruleset, plan, number))
            if ruleset.sheets:
                _record_other_sets(service, ruleset)
        lake = Lake(folder / "lake")
        export(store, asked, lake)
        yield lake


def _record_other_sets(service: Service, ruleset: Ruleset[Any]) -> None:
    """A game of each title that comes with a ruleset for any game: some have what the starter set does not have."""
    for text in ruleset.other_sets.values():
        components, rng = ruleset.load(text), Random(1)
        seats = ruleset.seats_with(components)[-1]
        bots = dict.fromkeys(range(1, seats + 1), BOTS["random"])
        played = play(ruleset, components, seats, bots, rng)
        record(service.recorder, ruleset, played, [f"Player {seat}" for seat in bots], components.hash)


def ask(lake: Lake, case: Case) -> Result:
    """By its name, with samples of any size."""
    return run(lake, case.question.name, {"ruleset": case.ruleset.name, "min_n": 1})


@each_question
def test_it_is_answered(lake: Lake, case: Case) -> None:
    """There are rows with figures, and the question stands above them in its own words."""
    result = ask(lake, case)
    assert result.question.startswith(case.question.asks.removesuffix("?"))
    figures = result.rows.select(pl.col(pl.Float64).is_finite().any())
    assert result.rows.height
    assert any(figures.row(0)), result.rows


@each_question
def test_what_it_finds_is_a_sentence(lake: Lake, case: Case) -> None:
    """Or several; nothing is missing in it."""
    finding = ask(lake, case).finding
    assert re.fullmatch(r"[A-Z0-9].+\.", finding)
    assert not re.search(r"\b(None|nan|inf|null)\b", finding)


@each_question
def test_it_is_told_in_words_that_fit(lake: Lake, case: Case) -> None:
    """80 columns, without class names and ids."""
    text = ask(lake, case).to_text()
    assert max(map(len, text.splitlines())) <= WIDTH, text
    assert not CLASS_NAME.findall(text)
    assert not ID.findall(text)


@each_question
def test_all_that_it_tells_of_has_a_name(lake: Lake, case: Case) -> None:
    """The component set knows each id; an unknown one would be told in the words of the id."""
    rows = ask(lake, case).rows
    texts = rows.select(pl.col("^(what|then)$")).unpivot()["value"].drop_nulls()
    assert {found for text in texts for found in ID.findall(text)} <= known(lake)


def known(lake: Lake) -> set[str]:
    """The ids that component sets name."""
    cards = (lake.tables(part).cards.select(pl.col("id").cast(pl.String)).collect() for part in lake.checkpoint().parts)
    return {card for frame in cards for card in frame["id"]}
