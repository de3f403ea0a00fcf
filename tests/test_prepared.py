"""What is prepared once for all tests is what each would prepare."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

import pytest
from flask import Flask
from werkzeug.routing import Rule

from events import Store
from tests.prepared import CompiledRule, Installed, Migrated

if TYPE_CHECKING:
    from pathlib import Path


def test_a_log_that_is_copied_is_the_one_that_migrations_make(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables, indexes, triggers and what is in them, and how the file is written."""
    dumps = []
    for name, prepare in (("migrated", Migrated.real), ("copied", Migrated().prepare)):
        monkeypatch.setattr("events.schema.prepare", prepare)
        Store.open(f"sqlite:///{tmp_path / name}").close()
        with sqlite3.connect(tmp_path / name) as connection:
            modes = [connection.execute(f"PRAGMA {pragma}").fetchone() for pragma in ("journal_mode", "page_size")]
            dumps.append([*connection.iterdump(), *modes])
    assert len(dumps[0]) > 20
    assert dumps[0] == dumps[1]
    assert dumps[1][-2] == ("wal",)


def test_rulesets_are_looked_for_again_when_the_places_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = Installed()
    before = found.installed()
    assert before == Installed.real()
    before.rulesets.clear()
    assert found.installed().rulesets
    monkeypatch.setattr(found, "real", lambda: before)
    assert found.installed().rulesets
    monkeypatch.syspath_prepend(tmp_path)
    assert not found.installed().rulesets


def test_rules_that_share_how_addresses_are_built_build_the_same() -> None:
    """Also with converters, defaults and what becomes a query."""
    built = []
    for rule in (Rule, CompiledRule, CompiledRule):
        app = Flask("shared", static_folder=None)
        app.url_rule_class = rule
        app.add_url_rule("/games/<uuid:game>/<int:version>", "at", defaults={"viewer": "table"})
        app.add_url_rule("/games/<name>", "named")
        with app.test_request_context():
            game = "01a2156a-86a0-700c-82b9-98038af34185"
            at = app.url_for("at", game=game, version=3, viewer="table", more="a b")
            built.append([at, app.url_for("named", name="ä")])
    assert built[0] == built[1] == built[2]
