"""The component sets of all rulesets: one document each, read by the kit, every list of it bounded."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest
from msgspec import inspect

from rulesets.kit.components import MOST_ENTRIES

FOLDERS = sorted(file.parent for file in (Path(__file__).parents[2] / "rulesets").glob("*/schema.py"))


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_component_set_is_one_document_whose_lists_are_bounded(folder: Path) -> None:
    document = inspect.type_info(import_module(f"rulesets.{folder.name}.schema").Document)
    assert isinstance(document, inspect.StructType)
    lists = {field.name: field.type for field in document.fields if isinstance(field.type, inspect.VarTupleType)}
    assert {name for name, list_ in lists.items() if not 0 < (list_.max_length or 0) <= MOST_ENTRIES} == set()
    assert lists


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_only_the_kit_takes_a_file_apart(folder: Path) -> None:
    """A ruleset says what is wrong with a document, not where a file is none."""
    texts = [file.read_text(encoding="utf-8") for file in folder.rglob("*.py")]
    assert sum("read_document(" in text for text in texts) == 1
    assert not [text for text in texts if "source.convert(" in text or "source.fault(" in text]
