"""No type of a log changes so that older logs would be read otherwise, or not at all."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from api.service import installed_rulesets
from rulesets.kit.ruleset import Ruleset
from tests.golden.stored import Stored, file_of, read, stored, unreadable, write

RULESETS = [pytest.param(ruleset, id=name) for name, ruleset in installed_rulesets().items()]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_old_logs_are_read_as_they_were_meant(ruleset: Ruleset[Any]) -> None:
    """If not, each line says what to do."""
    assert unreadable(read(ruleset), stored(ruleset)) == []


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_file_holds_the_types_of_today(ruleset: Ruleset[Any]) -> None:
    """`make golden` writes it again; what is added there is what logs hold from then on."""
    assert (read(ruleset).version, read(ruleset).types) == (ruleset.version, stored(ruleset).types)


BEFORE = Stored(
    1,
    {
        "Hired": {
            "type": "object",
            "properties": {
                "type": {"enum": ["Hired"]},
                "seat": {"type": "integer"},
                "armor": {"type": "integer", "default": 0},
                "mode": {"enum": ["one", "two"]},
            },
            "required": ["type", "seat", "mode"],
        },
        "Colour": {"enum": ["red", "blue"]},
    },
)


def changed(change: Callable[[dict[str, Any]], object], version: int = 1, **upcast: int) -> list[str]:
    """The messages about a changed copy of the types."""
    types = deepcopy(BEFORE.types)
    change(types)
    return unreadable(BEFORE, Stored(version, types, upcast))


def hired(types: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = types["Hired"]["properties"]
    return found


def rename(types: dict[str, Any]) -> None:
    hired(types)["plate"] = hired(types).pop("armor")


def need_another(types: dict[str, Any]) -> None:
    hired(types)["price"] = {"type": "integer"}
    types["Hired"]["required"].append("price")


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (lambda types: types.pop("Hired"), "Hired is gone: keep it"),
        (rename, "Hired.armor is gone: keep it"),
        (need_another, "Hired.price is new and has no default: give it one"),
        (lambda types: hired(types)["armor"].update(default=1), "Hired.armor has another type or default"),
        (lambda types: hired(types)["seat"].update(type="string"), "Hired.seat has another type or default"),
        (lambda types: hired(types)["mode"].update(enum=["one"]), "Hired.mode has another type or default"),
        (lambda types: types["Hired"]["required"].append("armor"), "Hired.armor has no default any more"),
        (lambda types: types["Colour"]["enum"].pop(), "Colour has changed"),
    ],
    ids=["type gone", "renamed", "needed", "default", "type", "value gone", "default gone", "other"],
)
def test_a_change_that_old_logs_do_not_survive_is_named(change: Callable[[dict[str, Any]], object], text: str) -> None:
    """With what to do. A new version and an upcaster are enough together; a part of types needs no upcaster."""
    (found,) = changed(change)
    assert found.startswith(text)
    assert changed(change, 1, Hired=1, Colour=1) == [found]
    assert changed(change, 2) == ([found] if text.startswith("Hired") else [])
    assert changed(change, 2, Hired=2) == []
    assert changed(change, 3, Hired=1) == changed(change, 2)  # that one is of an earlier change


@pytest.mark.parametrize(
    "change",
    [
        lambda types: types.update(Fired={"properties": {}}),
        lambda types: hired(types).update(price={"type": "integer", "default": 0}),
        lambda types: hired(types)["mode"]["enum"].append("three"),
        lambda types: types["Hired"]["required"].remove("seat"),
    ],
    ids=["new type", "new field", "new value", "new default"],
)
def test_what_old_logs_do_not_hold_may_come(change: Callable[[dict[str, Any]], object]) -> None:
    assert changed(change) == []


def test_the_file_is_not_written_over_what_old_logs_need(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise the next `make golden` would silence the guard."""
    ruleset = next(iter(installed_rulesets().values()))
    before = file_of(ruleset).read_bytes()
    monkeypatch.setattr("tests.golden.stored.stored", lambda _: Stored(ruleset.version, {}))
    with pytest.raises(SystemExit, match="is gone: keep it"):
        write(ruleset)
    assert file_of(ruleset).read_bytes() == before
