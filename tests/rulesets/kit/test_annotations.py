"""Annotations of structs are evaluated once, and mean what they meant before."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

import pytest
from msgspec import Struct, json, structs

from api.service import installed_rulesets
from rulesets.kit.annotations import evaluate_annotations
from rulesets.kit.structs import Action, Effect

if TYPE_CHECKING:
    from collections.abc import Iterator

CODE = """
from __future__ import annotations
from msgspec import Struct

Number = {number}

class Counted(Struct):
    count: Number
    inner: Inner | None = None
    Inner = int

class Lost(Struct):
    what: Nothing
"""


@pytest.fixture
def modules() -> Iterator[list[Any]]:
    """Two modules in which the same text stands for another type."""
    made = []
    for number in ("int", "str"):
        made.append(module := ModuleType(f"counted_in_{number}"))
        sys.modules[module.__name__] = module
        exec(CODE.format(number=number), vars(module))
    yield made
    for module in made:
        del sys.modules[module.__name__]


def test_a_text_stands_for_what_its_own_module_says(modules: list[Any]) -> None:
    evaluate_annotations()
    assert [structs.fields(module.Counted)[0].type for module in modules] == [int, str]
    assert [vars(module.Counted)["__annotations__"]["count"] for module in modules] == [int, str]


def test_a_name_of_the_class_itself_is_left_to_msgspec(modules: list[Any]) -> None:
    evaluate_annotations()
    assert json.decode(b'{"count": 1, "inner": 2}', type=modules[0].Counted).inner == 2


def test_a_name_that_is_nowhere_is_reported_by_msgspec(modules: list[Any]) -> None:
    evaluate_annotations()
    with pytest.raises(NameError) as caught:
        json.Decoder(modules[0].Lost)
    assert caught.value.name == "Nothing"


def test_a_struct_of_a_module_that_could_not_be_imported_is_left_alone() -> None:
    """It may stay in memory for a while, and is nobody else's fault."""
    module = ModuleType("broken_after_a_struct")
    exec(CODE.format(number="int"), vars(module))
    evaluate_annotations()
    assert vars(module.Counted)["__annotations__"]["count"] == "Number"


def test_a_module_that_is_imported_again_has_its_own_types() -> None:
    for number in (int, str):
        sys.modules["imported_again"] = module = ModuleType("imported_again")
        exec(CODE.format(number=number.__name__), vars(module))
        evaluate_annotations()
        assert vars(module.Counted)["__annotations__"]["count"] is number
    del sys.modules["imported_again"]


@pytest.mark.parametrize("kind", [Action, Effect], ids=lambda kind: kind.__name__)
def test_no_type_of_a_ruleset_keeps_a_text(kind: type[Struct]) -> None:
    """Each of them is read, so each of its annotations can be evaluated."""
    for ruleset in installed_rulesets().values():
        for each in ruleset.actions if kind is Action else ruleset.effects:
            texts = [text for text in vars(each).get("__annotations__", {}).values() if isinstance(text, str)]
            assert texts == [], each
