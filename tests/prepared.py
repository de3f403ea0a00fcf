"""What every test would prepare anew is prepared once in a process: an empty log, rulesets, and URL rules.

A service of its own for each test costs a tenth of a second otherwise, and there are thousands. What is prepared is the
same byte for byte; processes that tests start prepare their own.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import pytest
from flask import Flask
from werkzeug.routing import Rule

import api.service
import events.schema
from events.engines import Engines

if TYPE_CHECKING:
    from collections.abc import Iterator


class Migrated:
    """Gives a SQLite log that is not there yet the file that the migrations made of the first one."""

    real = staticmethod(events.schema.prepare)

    def __init__(self) -> None:
        self._file = b""

    def prepare(self, engines: Engines, migrate: bool) -> None:
        """Check the schema; a file is made like the first one, if it would be empty and migrated."""
        path = Path(engines.writer.url.database or "")
        if not engines.on_sqlite or not migrate or path.exists() or not path.parent.is_dir():
            return self.real(engines, migrate)
        if not self._file:
            self._file = self._migrated()
        path.write_bytes(self._file)
        return self.real(engines, migrate)

    def _migrated(self) -> bytes:
        """The file of an empty log, whole: what was written last is not in a file beside it."""
        with TemporaryDirectory() as folder:
            path = Path(folder) / "log.db"
            with Engines.open(f"sqlite:///{path}", "NORMAL") as engines:
                self.real(engines, True)
            assert not list(Path(folder).glob("log.db-*"))
            return path.read_bytes()


class Installed:
    """Gives the rulesets that were found first, unless packages are looked for in other places than then."""

    real = staticmethod(api.service.installed)

    def __init__(self) -> None:
        self._path: list[str] = []
        self._found = api.service.Installed({}, ())

    def installed(self) -> api.service.Installed:
        """Load the rulesets of all packages."""
        if not self._path:
            self._found, self._path = self.real(), [*sys.path]
        return self._found._replace(rulesets={**self._found.rulesets}) if sys.path == self._path else self.real()


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
        patch.setattr("events.schema.prepare", Migrated().prepare)
        patch.setattr("api.service.installed", Installed().installed)
        patch.setattr(Flask, "url_rule_class", CompiledRule)
        yield
