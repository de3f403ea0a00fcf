"""Reading component sets: YAML 1.2 words, faults with line and column, an address made of the content.

A component set is one document; a ruleset may write it as several files that merge by top-level key. Two files that
say the same have the same address, whatever their comments, order of keys or quotes.
"""

from __future__ import annotations

import hashlib
import re
from functools import cached_property
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import msgspec
import yaml
from yaml._yaml import CParser
from yaml.composer import Composer
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode
from yaml.parser import Parser
from yaml.reader import Reader
from yaml.resolver import Resolver
from yaml.scanner import Scanner

from rulesets.kit.errors import BadComponentSet, Fault

if TYPE_CHECKING:
    from collections.abc import Sequence

T = TypeVar("T")
Key = str | int
Path = tuple[Key, ...]

CARD_ID = r"^[a-z0-9_-]+$(?!\n)"
"""Ids within a component set: no dot, which joins addresses, and nothing that an address or a picture must escape."""

MAX_BYTES = 1 << 18
"""A component set file is at most 256 KiB: reading one takes seconds by then, and no game needs as much."""

MAX_DEPTH = 32
"""Mappings and lists may lie this deep in one another."""


class _Composer(Composer):
    """Events become nodes, each of which can be refused."""

    def compose_node(self, parent: Node | None, index: int) -> Node | None:
        event: Any = self.peek_event()  # type: ignore[attr-defined]
        if getattr(event, "anchor", None):  # of an anchor, and of an alias that leads to one
            _fail(event.start_mark, "anchors and aliases are not allowed")
        if getattr(event, "tag", None):  # told in the file, such as `!!int x`
            _fail(event.start_mark, "tags are not allowed")
        self._depth = getattr(self, "_depth", 0) + 1
        if self._depth > MAX_DEPTH:
            _fail(event.start_mark, f"more than {MAX_DEPTH} levels deep")
        try:
            return super().compose_node(parent, index)
        finally:
            self._depth -= 1


class _Resolver(Resolver):
    """The scalars of YAML 1.2's core: `on`, `off`, `yes` and `no` are words, dates are text."""

    yaml_implicit_resolvers = {}  # noqa: RUF012 - the base class declares it so


for _tag, _pattern, _first in (
    ("null", r"^(?:null|~|)$", ["n", "~", ""]),
    ("bool", r"^(?:true|false)$", ["t", "f"]),
    ("int", r"^[-+]?[0-9]{1,18}$", list("-+0123456789")),
    ("float", r"^[-+]?[0-9]+\.[0-9]+(?:e[-+]?[0-9]{1,3})?$", list("-+0123456789")),
):
    _Resolver.add_implicit_resolver(f"tag:yaml.org,2002:{_tag}", re.compile(_pattern), _first)


class _Loader(_Composer, CParser, _Resolver):
    """Makes events in C, seven times as fast as in Python."""

    def __init__(self, text: str) -> None:
        CParser.__init__(self, text)
        Composer.__init__(self)
        Resolver.__init__(self)


class _PatientLoader(_Composer, Reader, Scanner, Parser, _Resolver):
    """Makes events in Python, and knows characters written in two halves, as JSON does."""

    def __init__(self, text: str) -> None:
        Reader.__init__(self, text)
        Scanner.__init__(self)
        Parser.__init__(self)
        Composer.__init__(self)
        Resolver.__init__(self)


class Source:
    """A component set as it was read: its data, and where in its file each part stands."""

    def __init__(self, text: str) -> None:
        if len(text.encode(errors="surrogatepass")) > MAX_BYTES:
            raise BadComponentSet([Fault(1, 1, "", f"larger than {MAX_BYTES} bytes")])
        self._text = text
        data = _canonical_data(text)
        self.data: Any = _plain(self.root, ()) if data is None else data
        self.faults: list[Fault] = []

    @cached_property
    def root(self) -> Node:
        """The parts with their places in the file. Of canonical JSON they are only asked for when there is a fault."""
        return _compose(self._text)

    def fault(self, path: Path, detail: str, *, at_key: bool = False) -> None:
        """Note a fault at `path`; with `at_key`, at the name of the entry rather than at its value."""
        self.faults.append(_fault(self.root, path, detail, at_key=at_key))

    def convert(self, path: Path, type_: type[T]) -> T | None:
        """The part at `path` as `type_`; `None`, and a fault noted, when it is none."""
        value = self.data
        for key in path:
            value = value[key]
        try:
            return msgspec.convert(value, type_, strict=True)
        except msgspec.ValidationError as error:
            says, _, where = str(error).partition(" - at `")
            inner = _path_of(where)
            if unknown := re.search(r"unknown field `(.+?)`", says):
                self.fault((*path, *inner, unknown[1]), f"unknown field {unknown[1]!r}", at_key=True)
            else:
                self.fault((*path, *inner), says)
            return None

    def finish(self) -> None:
        """Raise what was found, in the order of the file."""
        if self.faults:
            raise BadComponentSet(sorted(self.faults, key=lambda fault: (fault.line, fault.column)))


def merge(texts: Sequence[str]) -> str:
    """Several files of one set as one document: mappings are joined by top-level key, lists under one key appended."""
    merged: dict[str, Any] = {}
    for text in texts:
        data = Source(text).data
        if not isinstance(data, dict):
            raise BadComponentSet([Fault(1, 1, "", "a component set is a mapping")])
        for key, value in data.items():
            if isinstance(value, list) and isinstance(merged.get(key), list):
                merged[key] = [*merged[key], *value]
            elif isinstance(value, dict) and isinstance(merged.get(key), dict):
                merged[key] = {**merged[key], **value}
            else:
                merged[key] = value
    return canonical(merged)


def canonical(data: object) -> str:
    """The one JSON text of some plain data: keys sorted, no white space."""
    return msgspec.json.encode(data, order="sorted").decode()


def content_hash(document: str) -> str:
    """The address of a component set: SHA-256, in hex, of its canonical JSON."""
    return hashlib.sha256(document.encode()).hexdigest()


LONG = 10**18
"""Numbers of so many digits are words in YAML as it is read here."""


def _canonical_data(text: str) -> dict[str, Any] | None:
    """The data of a text that is canonical JSON, in a hundredth of the time that YAML takes; None of any other.

    Sets are stored so, and those that ship are merged so. What YAML would read differently is left to YAML.
    """
    if not text.startswith("{") or yaml.reader.Reader.NON_PRINTABLE.search(text):
        return None
    try:
        data = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError):
        return None
    return data if _means_the_same(data, MAX_DEPTH) and canonical(data) == text else None


def _means_the_same(data: object, depth: int) -> bool:
    """Whether YAML reads plain data out of JSON as the same, and not too deep."""
    if isinstance(data, dict):
        return depth > 0 and all(_means_the_same(value, depth - 1) for value in data.values())
    if isinstance(data, list):
        return depth > 0 and all(_means_the_same(value, depth - 1) for value in data)
    return isinstance(data, str | bool | None) or (isinstance(data, int) and -LONG < data < LONG)


def _compose(text: str) -> Node:
    try:
        root = _nodes(_Loader(text))
    except (
        yaml.YAMLError,
        UnicodeEncodeError,
    ):  # half a character, or a fault that the other tells the place of better
        root = _compose_patiently(text)
    if root is None:
        raise BadComponentSet([Fault(1, 1, "", "the file is empty")])
    return root


def _compose_patiently(text: str) -> Node | None:
    try:
        return _nodes(_PatientLoader(text))
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        detail = error.problem or error.context or "not YAML"
        raise BadComponentSet(
            [Fault((mark.line if mark else 0) + 1, (mark.column if mark else 0) + 1, "", detail)]
        ) from None
    except yaml.YAMLError as error:
        raise BadComponentSet([Fault(1, 1, "", str(error).splitlines()[0])]) from None


def _nodes(loader: _Loader | _PatientLoader) -> Node | None:
    try:
        return loader.get_single_node()
    finally:
        loader.dispose()


def _plain(node: Node, path: Path) -> Any:
    if isinstance(node, MappingNode):
        data: dict[str, Any] = {}
        for key, value in node.value:
            if not isinstance(key, ScalarNode):
                _fail(key.start_mark, "a key is a word")
            name = _text(key)
            if name in data:
                _fail(key.start_mark, f"{name!r} stands here twice")
            data[name] = _plain(value, (*path, name))
        return data
    if isinstance(node, SequenceNode):
        return [_plain(item, (*path, index)) for index, item in enumerate(node.value)]
    kind = node.tag.rpartition(":")[2]
    if kind == "int":
        return int(node.value)
    if kind == "float":
        return float(node.value)
    if kind == "bool":
        return node.value == "true"
    if kind == "null":
        return None
    if kind == "str":
        return _text(node)
    _fail(node.start_mark, f"the tag {node.tag} is not allowed")


def _text(node: Node) -> str:
    """A word, with the two halves joined that JSON may write a rare character in (`\\ud83d\\ude00`)."""
    try:
        node.value = node.value.encode("utf-16", "surrogatepass").decode("utf-16")
    except UnicodeDecodeError:
        _fail(node.start_mark, "half a character")
    return str(node.value)


def _path_of(text: str) -> Path:
    return tuple(key or int(index) for key, index in re.findall(r"\.([\w-]+)|\[(\d+)\]", text.partition("`")[0]))


def _fault(root: Node, path: Path, detail: str, *, at_key: bool = False) -> Fault:
    node, mark = root, root.start_mark
    for depth, key in enumerate(path):
        last = depth == len(path) - 1
        if isinstance(node, MappingNode):
            entry = next(((k, v) for k, v in node.value if k.value == key), None)
            if entry is None:
                break
            node = entry[1]
            mark = entry[0].start_mark if at_key and last else node.start_mark
        elif isinstance(node, SequenceNode) and isinstance(key, int) and key < len(node.value):
            node = node.value[key]
            mark = node.start_mark
        else:
            break
    pointer = "".join(f"/{key}" for key in path)
    return Fault(mark.line + 1, mark.column + 1, pointer, detail)


def _fail(mark: yaml.Mark, detail: str) -> NoReturn:
    raise BadComponentSet([Fault(mark.line + 1, mark.column + 1, "", detail)])
