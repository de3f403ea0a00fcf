"""What every test would prepare anew is prepared once in a process: tables of an empty log, and URL rules.

A service of its own for each test costs a tenth of a second otherwise, and there are thousands. What is prepared is the
same byte for byte; processes that tests start prepare their own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from flask import Flask
from werkzeug.routing import Rule

import events.schema

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import Connection


class Migrated:
    """Gives an empty SQLite log the tables that the migrations gave the first one."""

    real = staticmethod(events.schema.upgrade)

    def __init__(self) -> None:
        self._statements: list[str] = []

    def upgrade(self, connection: Connection) -> None:
        """Run the missing migrations; where all are missing, what they came to."""
        if connection.dialect.name != "sqlite" or connection.exec_driver_sql("select 1 from sqlite_master").first():
            return self.real(connection)
        if not self._statements:
            self.real(connection)
            self._statements = [*connection.connection.iterdump()][1:-1]  # without BEGIN and COMMIT
            return None
        for statement in self._statements:
            connection.exec_driver_sql(statement)
        return None


class CompiledRule(Rule):
    """A URL rule that takes over how another of the same text builds its addresses. Where Werkzeug no longer has this
    method, each is compiled as it comes."""

    _builders: dict[tuple[Any, ...], Any] = {}

    def _compile_builder(self, append_unknown: bool = True) -> Any:
        key = (self.rule, self.host, self.subdomain, repr(self.defaults), append_unknown)
        if key not in self._builders:
            self._builders[key] = super()._compile_builder(append_unknown)
        return self._builders[key]


@pytest.fixture(scope="session", autouse=True)
def prepared_once() -> Iterator[None]:
    """Keep them for all tests of this process."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("events.schema.upgrade", Migrated().upgrade)
        patch.setattr(Flask, "url_rule_class", CompiledRule)
        yield
