"""Sets that differ from the one of the tests in one field, and boards that are played with them."""

from __future__ import annotations

import json
from copy import copy

from msgspec.structs import replace

from rulesets.kingdom_rush.board import Board
from rulesets.kingdom_rush.components import Components, load
from tests.rulesets.kingdom_rush.build import document


def changed(table_: str, id_: str, field: str, value: object) -> Components:
    """The set of the tests with one field of a hero or an ability changed."""
    data = json.loads(document())
    entry = next(entry for entry in data[table_] if entry["id"] == id_)
    entry[field] = value
    return load(json.dumps(data))


def with_tiles_of(board: Board, other: Components) -> Board:
    """The board, played with what another set tells of attacks."""
    components = copy(board.components)
    components.program, components.facings = other.program, other.facings
    return replace(board, components=components)
