"""Templates and component sets that are kept compiled for the next process."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest
from jinja2 import DictLoader, Environment

from rulesets.kit.compiled import compiled_document, compiled_templates

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of temporary files, where templates are kept."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    return tmp_path


def drawn(text: str = "{{ 1 + 1 }}") -> str:
    """A template as a process that has just begun draws it."""
    environment = Environment(loader=DictLoader({"page": text}), bytecode_cache=compiled_templates(), autoescape=True)
    return environment.get_template("page").render()


def test_a_template_is_compiled_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And again where its text has changed."""
    assert drawn() == "2"
    assert [path.is_file() for path in folder.glob("*/*")] == [True]
    with monkeypatch.context() as patch:
        patch.setattr(Environment, "compile", lambda *_args, **_more: pytest.fail("it is compiled again"))
        assert drawn() == "2"
    assert drawn("{{ 1 + 2 }}") == "3"


def test_whatever_is_kept_there_a_template_is_what_it_is(folder: Path) -> None:
    for left in (b"", b"nothing of Jinja's", None):
        assert drawn() == "2"
        (kept,) = folder.glob("*/*")
        kept.write_bytes(kept.read_bytes()[:-9] if left is None else left)
    assert drawn() == "2"


@pytest.mark.parametrize("holds", ["a file", "a folder that others may write to", "no room"])
def test_where_nothing_can_be_kept_templates_are_compiled(
    folder: Path, monkeypatch: pytest.MonkeyPatch, holds: str
) -> None:
    drawn()
    (place,) = folder.iterdir()
    for kept in place.iterdir():
        kept.unlink()
    if holds == "a file":
        place.rmdir()
        place.touch()
    elif holds == "no room":
        monkeypatch.setattr("tempfile.NamedTemporaryFile", _no_room)
    else:
        monkeypatch.setattr("os.getuid", lambda: 4_711)
        monkeypatch.setattr("os.chmod", lambda *_: None)
        place.rename(folder / "_jinja2-cache-4711")
    assert drawn() == "2"


def _no_room(*_args: object, **_more: object) -> None:
    raise OSError(28, "No space left on device")


def test_where_python_keeps_nothing_compiled_nor_are_templates(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert drawn() == "2"
    assert not [*folder.iterdir()]


def read(folder: Path, text: str = "cards: [a]", reader: str = "v1") -> tuple[str, bool]:
    """The document of a text, and whether it was compiled."""
    compiler, compiled = folder / "reader.py", []
    compiler.write_text(reader)

    def compile() -> str:
        compiled.append(text)
        return f"{reader}: {text}"

    return compiled_document(text, str(compiler), compile), bool(compiled)


def test_a_document_is_compiled_once(folder: Path) -> None:
    """And again if its text has changed, or the file that says how it is read."""
    assert read(folder) == ("v1: cards: [a]", True)
    assert read(folder) == ("v1: cards: [a]", False)
    assert read(folder, text="cards: [b]") == ("v1: cards: [b]", True)
    assert read(folder, reader="v2") == ("v2: cards: [a]", True)


@pytest.mark.parametrize("left", [b"", b"\xff\xfe", b"another document", None])
def test_a_document_that_was_cut_off_is_compiled_again(folder: Path, left: bytes | None) -> None:
    document, _ = read(folder)
    (kept,) = folder.glob("*/tabletale-*.json")
    kept.write_bytes(kept.read_bytes()[:-3] if left is None else left)
    assert read(folder) == (document, True)
    assert read(folder) == (document, False)


def test_a_document_is_compiled_where_nothing_can_be_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    document, _ = read(folder)
    (kept,) = folder.glob("*/tabletale-*.json")
    kept.unlink()
    monkeypatch.setattr("pathlib.Path.write_text", _no_room)
    assert compiled_document("cards: [a]", str(folder / "reader.py"), lambda: document) == document
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert compiled_document("cards: [a]", str(folder / "reader.py"), lambda: document) == document
