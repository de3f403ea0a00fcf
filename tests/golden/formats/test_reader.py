"""A second reader of exported files, which knows nothing of this program but what docs/transfer.md tells."""

from __future__ import annotations

import ast
import json
import lzma
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest

from tests import reader
from tests.golden.formats import FORMATS, Format

SCHEMA = Path(__file__).parents[3] / "docs" / "game-file.schema.json"
EACH_FORMAT = pytest.mark.parametrize("written", FORMATS, ids=lambda each: f"format-{each.number}")


def lines(written: Format) -> list[str]:
    return lzma.decompress(written.export.read_bytes()).decode().splitlines()


@EACH_FORMAT
def test_it_prints_every_move(written: Format, tmp_path: Path) -> None:
    """And finds each chain whole; the seats have the names of their players."""
    (tmp_path / "games.jsonl").write_text("\n".join(lines(written)), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-I", reader.__file__, tmp_path / "games.jsonl"], capture_output=True, text=True, check=True
    )
    printed = done.stdout.splitlines()
    games = written.games().values()
    assert len(printed) == sum(1 + game.version for game in games)
    assert printed[0].endswith(", Ada")
    assert any(line.lstrip().partition("  ")[2].startswith("Ben: ") for line in printed)


@EACH_FORMAT
def test_it_finds_what_was_changed(written: Format) -> None:
    """A changed field, an event that is missing, two in the wrong order, and a file that is cut off."""
    found = lines(written)
    first = next(place for place, line in enumerate(found) if '"version":7,' in line)
    changed = [*found[:first], found[first].replace('"version":7,', '"version":8,'), *found[first + 1 :]]
    swapped = [*found[:first], found[first + 1], found[first], *found[first + 2 :]]
    for faulty in (changed, found[:first] + found[first + 1 :], swapped):
        with pytest.raises(ValueError, match=f"line {first + 1}: version . is not as it was written"):
            list(reader.moves(faulty))
    with pytest.raises(ValueError, match="1 events of the last game are missing"):
        list(reader.moves(found[:-1]))
    header = next(place for place, line in enumerate(found) if place and line.startswith('{"format"'))
    with pytest.raises(ValueError, match="1 events of the game before are missing"):
        list(reader.moves(found[: header - 1] + found[header:]))


def test_it_needs_nothing_but_the_standard_library() -> None:
    """And it stays short enough to read."""
    source = Path(reader.__file__).read_text(encoding="utf-8")
    tree = ast.parse(source)
    imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    imported |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {name.partition(".")[0] for name in imported} <= sys.stdlib_module_names
    assert sum(1 for line in source.splitlines() if line.strip()) <= 60


@EACH_FORMAT
def test_the_schema_describes_every_line(written: Format) -> None:
    """Of all formats, and no line with another field."""
    validator = jsonschema.Draft202012Validator(json.loads(SCHEMA.read_bytes()))
    found: list[dict[str, Any]] = [json.loads(line) for line in lines(written)]
    for each in found:
        validator.validate(each)
    assert not validator.is_valid({**found[0], "colour": "red"})
    assert not validator.is_valid({**found[1], "colour": "red"})
