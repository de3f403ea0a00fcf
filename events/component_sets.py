"""The component sets: immutable, and addressed by what they hold."""

from __future__ import annotations

from hashlib import sha256

import sqlalchemy as sa
from sqlalchemy import Connection

from events.errors import UnknownComponentSet
from events.game import ComponentSet
from events.tables import component_sets


def address(document: str) -> str:
    """Compute the address of a set: the SHA-256 of its canonical JSON, in hex."""
    return sha256(document.encode()).hexdigest()


def put(connection: Connection, new: ComponentSet) -> None:
    """Store a set, unless its ruleset has it already: the first name and source given stay."""
    if _find(connection, _is(new.hash) & (component_sets.c.ruleset == new.ruleset)) is None:
        names = (column.name for column in component_sets.columns)
        connection.execute(sa.insert(component_sets).values({name: getattr(new, name) for name in names}))


def fetch(connection: Connection, hash: str) -> ComponentSet:
    """Read a set."""
    found = _find(connection, _is(hash))
    if found is None:
        raise UnknownComponentSet(hash)
    return found


def fetch_list(connection: Connection, ruleset: str) -> list[ComponentSet]:
    """Read the sets of a ruleset, in the order in which they were put."""
    query = _query().where(component_sets.c.ruleset == ruleset)
    return [ComponentSet(*row) for row in connection.execute(query)]


def _is(hash: str) -> sa.ColumnElement[bool]:
    return component_sets.c.hash == hash


def _find(connection: Connection, where: sa.ColumnElement[bool]) -> ComponentSet | None:
    row = connection.execute(_query().where(where).limit(1)).first()
    return None if row is None else ComponentSet(*row)


def _query() -> sa.Select[str, str, str, str, str, int]:
    c = component_sets.c
    columns = (c.hash, c.ruleset, c.name, c.source, c.document, c.created_at)
    return sa.select(*columns).order_by(c.created_at, c.hash)
