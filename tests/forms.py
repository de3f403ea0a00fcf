"""Cases of two kinds of things, of which the short form of the tests tries each once and the long form each pair."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Mapping

    from _pytest.mark import ParameterSet


def in_turn(rows: Mapping[str, object], columns: Mapping[str, object]) -> list[ParameterSet]:
    """Each row with one of the columns, which take turns; with the others in the long form."""
    return [
        pytest.param(row, column, id=f"{name}-{of}", marks=() if n % len(columns) == m else pytest.mark.long)
        for n, (name, row) in enumerate(rows.items())
        for m, (of, column) in enumerate(columns.items())
    ]
