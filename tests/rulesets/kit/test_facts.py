"""What statistics keep of a type: every field, or a reason why not."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from rulesets.kit.conformance.facts import check_columns, faults_of
from rulesets.kit.facts import Fact, fact_of, rolled
from rulesets.kit.structs import Action, Effect


class Told(Effect[Any], frozen=True):
    seat: int
    value: int


class Renamed(Effect[Any], frozen=True):
    columns = {"hero": "source", "yes": "choice", "cells": "place"}
    hero: str
    yes: bool
    cells: tuple[str, ...]


class Forgotten(Effect[Any], frozen=True):
    hero: str


class Silent(Effect[Any], frozen=True):
    silent = {"queue": "what is to come"}
    queue: tuple[int, ...]


class Doubly(Effect[Any], frozen=True):
    silent = {"value": "a reason"}
    value: int


class Gone(Effect[Any], frozen=True):
    silent = {"old": "a reason"}
    columns = {"value": "amount"}
    value: int


class ByMethod(Effect[Any], frozen=True):
    hero: str
    n: int
    others: tuple[str, ...] = ()

    def facts(self, board: Any) -> Iterable[Fact]:
        yield from self._rows()

    def _rows(self) -> Iterable[Fact]:
        yield Fact(source=self.hero, value=self.n)


class AboveAll(Told, frozen=True):
    card: str

    def facts(self, board: Any) -> Iterable[Fact]:
        return super().facts(board)


class Decided(Action[Any], frozen=True):
    face: int

    def fact(self, board: Any, seat: int) -> Fact:
        return fact_of(self)


@pytest.mark.parametrize(
    ("kind", "faults"),
    [
        (Told, []),
        (Renamed, []),
        (Forgotten, ["Forgotten.hero has no column"]),
        (Silent, []),
        (Doubly, ["Doubly.value is silent, and has a column all the same"]),
        (Gone, ["Gone.value has no column", "Gone has no field old", "Gone.value: there is no column amount"]),
        (ByMethod, ["ByMethod.others has no column"]),
        (AboveAll, []),
        (Decided, ["Decided.face has no column"]),
    ],
)
def test_a_field_that_nobody_tells_is_found(kind: Any, faults: list[str]) -> None:
    assert [fault.partition(":")[0] if "no column:" in fault else fault for fault in faults_of(kind)] == faults


def test_values_are_written_as_their_columns_hold_them() -> None:
    """In columns of text, truth is yes or no, and a list its parts."""
    assert fact_of(Renamed("hero:monk", True, ("a1", "b2"))) == Fact(source="hero:monk", choice="yes", place="a1 b2")
    assert fact_of(Told(2, 7)) == Fact(seat=2, value=7)


def test_a_fair_die_tells_what_it_gives_on_average() -> None:
    """E = (n + 1) / 2 and V = (n² - 1) / 12: of a six-sided die 3.5 and 35/12."""
    assert rolled(6, 2, seat=1) == Fact(seat=1, die_sides=6, die_face=2, chance=True, mean=3.5, variance=35 / 12)


@pytest.mark.parametrize(
    ("fact", "message"),
    [
        (Fact(type="A", kind=3), "A.kind is 3, and not a word"),  # type: ignore[arg-type]
        (Fact(type="A", choice=""), "A.choice is '', and not a word"),
        (Fact(type="A", value=True), "A.value is True, and not a whole number"),
        (Fact(type="A", mean=1.0), "A has a mean or a variance, and not the other"),
        (Fact(type="A", card="card:owl"), "A.card is 'card:owl', which `cards` does not list"),
    ],
)
def test_a_row_with_a_wrong_column_is_found(fact: Fact, message: str) -> None:
    with pytest.raises(AssertionError) as error:
        check_columns(fact, frozenset({"card:fox"}))
    assert str(error.value).startswith(message)


def test_a_card_of_the_set_is_right() -> None:
    check_columns(Fact(type="A", card="card:fox", source="card:fox"), frozenset({"card:fox"}))
