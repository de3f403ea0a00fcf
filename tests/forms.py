"""The short form of the tests and the long one (`--all`): what the short one drops, the long one keeps."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Mapping

    from _pytest.mark import ParameterSet

T = TypeVar("T")


class Form:
    """Which of the two runs: known before any test is collected."""

    long = False


def either(short: T, long: T) -> T:
    """One value in the short form, another in the long one."""
    return long if Form.long else short


def mostly(values: Iterable[T], short: Container[T], name: Callable[[T], str] = str) -> list[ParameterSet]:
    """Cases of which the short form tries those in `short`, and the long form all."""
    return [pytest.param(value, id=name(value), marks=() if value in short else pytest.mark.long) for value in values]


def in_turn(rows: Mapping[str, object], columns: Mapping[str, object]) -> list[ParameterSet]:
    """Each row with one of the columns, which take turns; in the long form with each of them."""
    return [
        pytest.param(row, column, id=f"{name}-{of}", marks=() if n % len(columns) == m else pytest.mark.long)
        for n, (name, row) in enumerate(rows.items())
        for m, (of, column) in enumerate(columns.items())
    ]
