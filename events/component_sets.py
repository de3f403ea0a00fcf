"""Storing and reading component sets. They never change; their address is the hash of their content."""

from __future__ import annotations

from contextlib import suppress
from hashlib import sha256
from typing import TYPE_CHECKING

import sqlalchemy as sa
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from events.errors import UnknownComponentSet
from events.game import ComponentSet, NamedSet
from events.tables import component_sets

if TYPE_CHECKING:
    from collections.abc import Sequence


def address(document: str) -> str:
    """The address of a set: the SHA-256 of its canonical JSON, in hex."""
    return sha256(document.encode()).hexdigest()


def missing(connection: Connection, sets: Sequence[ComponentSet]) -> list[ComponentSet]:
    """Those of these sets that their rulesets do not have yet."""
    c = component_sets.c
    query = sa.select(c.ruleset, c.hash).where(c.hash.in_([new.hash for new in sets]))
    known = {(row.ruleset, row.hash) for row in connection.execute(query)}
    return [new for new in sets if (new.ruleset, new.hash) not in known]


def put(connection: Connection, new: ComponentSet) -> None:
    """Store a set. If its ruleset has the same set already, that one stays, with its name and source."""
    row = {column.name: getattr(new, column.name) for column in component_sets.columns}
    with (
        suppress(IntegrityError),
        connection.begin_nested(),
    ):  # another process may store the same set now
        connection.execute(sa.insert(component_sets).values(row))


def fetch(connection: Connection, hash: str) -> ComponentSet:
    """Read a set."""
    row = connection.execute(_query().where(component_sets.c.hash == hash).limit(1)).first()
    if row is None:
        raise UnknownComponentSet(hash)
    return ComponentSet(*row)


def fetch_list(connection: Connection, ruleset: str) -> list[ComponentSet]:
    """Read the sets of a ruleset, in the order in which they were stored."""
    query = _query().where(component_sets.c.ruleset == ruleset)
    return [ComponentSet(*row) for row in connection.execute(query)]


def fetch_names(connection: Connection, ruleset: str) -> list[NamedSet]:
    """Read the names of the sets of a ruleset, oldest first."""
    c = component_sets.c
    query = sa.select(c.hash, c.name, c.created_at).where(c.ruleset == ruleset).order_by(c.created_at, c.hash)
    return [NamedSet(*row) for row in connection.execute(query)]


def _query() -> sa.Select[str, str, str, str, str, int]:
    c = component_sets.c
    columns = (c.hash, c.ruleset, c.name, c.source, c.document, c.created_at)
    return sa.select(*columns).order_by(c.created_at, c.hash)
