"""Reading component sets: YAML 1.2 words, faults with line and column, an address made of the content.

A component set is one document; a ruleset may write it as several files that merge by top-level key. Two files that
say the same have the same address, whatever their comments, order of keys or quotes.
"""

from __future__ import annotations

import hashlib
import re
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, NoReturn, TypeVar, get_args, get_origin

import msgspec
import yaml
from msgspec import Meta, Struct
from yaml._yaml import CParser
from yaml.composer import Composer
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode
from yaml.resolver import Resolver

from rulesets.kit.errors import BadComponentSet, SetFault
from rulesets.kit.text import readable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

T = TypeVar("T")
D = TypeVar("D", bound=Struct)
Key = str | int
Path = tuple[Key, ...]
Found = tuple[Path, str]
"""A fault: where it is, and what it is."""

READER = __file__
"""The file that says how a component set is read: what was read by another one is read again."""

CARD_ID = r"^[a-z0-9_-]+$(?!\n)"
"""Ids within a component set: no dot, which joins addresses, and nothing that an address or a picture must escape."""

Id = Annotated[str, Meta(pattern=CARD_ID, max_length=40)]
Name = Annotated[str, Meta(min_length=1, max_length=60)]

MOST_ENTRIES = 500
"""In a list of a component set: no printed game has a fifth of it of one kind."""

Entries = Annotated[tuple[T, ...], Meta(max_length=MOST_ENTRIES)]
"""A list of a component set that may be empty."""

SomeEntries = Annotated[tuple[T, ...], Meta(min_length=1, max_length=MOST_ENTRIES)]

MAX_BYTES = 1 << 18
"""A component set file is at most 256 KiB: no game needs as much."""

MAX_PARTS = 50_000
"""Its mappings, lists, keys and values: the sets that ship have one for each six bytes, and 5,000 at most."""

MAX_DEPTH = 32
"""Mappings and lists may lie this deep in one another."""


class _Composer(Composer):
    """Events become nodes, each of which can be refused."""

    _depth = 0
    _parts = 0

    def compose_node(self, parent: Node | None, index: int) -> Node | None:
        event: Any = self.peek_event()  # type: ignore[attr-defined]
        if getattr(event, "anchor", None):  # of an anchor, and of an alias that leads to one
            _fail(event.start_mark, "anchors and aliases are not allowed")
        if getattr(event, "tag", None):  # written in the file, such as `!!int x`
            _fail(event.start_mark, "tags are not allowed")
        self._parts += 1
        if self._parts > MAX_PARTS:
            _fail(event.start_mark, f"more than {MAX_PARTS} keys and values")
        self._depth += 1
        if self._depth > MAX_DEPTH:
            _fail(event.start_mark, f"more than {MAX_DEPTH} levels deep")
        try:
            return super().compose_node(parent, index)
        finally:
            self._depth -= 1


class _Resolver(Resolver):
    """The scalars of YAML 1.2's core: `on`, `off`, `yes` and `no` are words, dates are text."""

    yaml_implicit_resolvers = {}


for _tag, _pattern, _first in (
    ("null", r"^(?:null|~|)$", ["n", "~", ""]),
    ("bool", r"^(?:true|false)$", ["t", "f"]),
    ("int", r"^[-+]?[0-9]{1,18}$", list("-+0123456789")),
    ("float", r"^[-+]?[0-9]+\.[0-9]+(?:e[-+]?[0-9]{1,3})?$", list("-+0123456789")),
):
    _Resolver.add_implicit_resolver(f"tag:yaml.org,2002:{_tag}", re.compile(_pattern), _first)


class _Loader(_Composer, CParser, _Resolver):
    """Makes events in C, one after the other: what is refused early costs no more than what was read."""

    def __init__(self, text: str) -> None:
        CParser.__init__(self, text)
        Composer.__init__(self)
        Resolver.__init__(self)


class Source:
    """A component set as it was read: its data, and where in its file each part stands."""

    def __init__(self, text: str) -> None:
        if len(text.encode(errors="surrogatepass")) > MAX_BYTES:
            raise BadComponentSet([SetFault(1, 1, "", f"larger than {MAX_BYTES} bytes")])
        self._text = text
        data = _canonical_data(text)
        self.data: Any = _plain(self.root, ()) if data is None else data
        self.faults: list[SetFault] = []
        self._entries: dict[Node, dict[Key, tuple[Node, Node]]] = {}

    @property
    def hash(self) -> str:
        """The address of the set."""
        return content_hash(canonical(self.data))

    @cached_property
    def root(self) -> Node:
        """The parts with their places in the file. Of canonical JSON they are only asked for when there is a fault."""
        return _compose(self._text)

    def fault(self, path: Path, detail: str, *, at_key: bool = False) -> None:
        """Note a fault at `path`; with `at_key`, at the name of the entry rather than at its value."""
        mark = self._mark(path, at_key=at_key)
        pointer = "".join(f"/{key}" for key in path)
        self.faults.append(SetFault(mark.line + 1, mark.column + 1, pointer, detail))

    def convert(self, path: Path, type_: type[T]) -> T | None:
        """The part at `path` as `type_`; `None`, and a fault noted, when it is none."""
        value = self.data
        for key in path:
            value = value[key]
        try:
            return msgspec.convert(value, type_, strict=True)
        except msgspec.ValidationError as error:
            detail, _, where = str(error).partition(" - at `")
            inner = _path_of(where)
            if unknown := re.search(r"unknown field `(.+?)`", detail):
                self.fault((*path, *inner, unknown[1]), f"unknown field {unknown[1]!r}", at_key=True)
            else:
                self.fault((*path, *inner), detail)
            return None

    def finish(self) -> None:
        """Raise what was found, in the order of the file."""
        if self.faults:
            raise BadComponentSet(sorted(self.faults, key=lambda fault: (fault.line, fault.column)))

    def _mark(self, path: Path, *, at_key: bool) -> yaml.Mark:
        """Where a part stands; what is not there, where the part around it does."""
        mark, node = self.root.start_mark, self.root
        for key in path:
            if (entry := self._entry(node, key)) is None:
                return mark
            name, node = entry
            mark = (name if at_key else node).start_mark
        return mark

    def _entry(self, node: Node, key: Key) -> tuple[Node, Node] | None:
        """Name and value of an entry; that of a list has no name."""
        if isinstance(node, SequenceNode) and isinstance(key, int) and key < len(node.value):
            return node.value[key], node.value[key]
        if not isinstance(node, MappingNode):
            return None
        if node not in self._entries:  # a large one may have a fault at each of its entries
            self._entries[node] = {name.value: (name, value) for name, value in node.value}
        return self._entries[node].get(key)


def read_document(source: Source, type_: type[D], *checks: Callable[[D], Iterable[Found]]) -> D:
    """The whole file as a document. Raises BadComponentSet with every fault at its place, in the order of the file.

    `checks` find what types cannot; each runs when those before it found nothing.
    """
    try:
        document = msgspec.convert(source.data, type_, strict=True)
    except msgspec.ValidationError:
        _find_faults(source, type_)
        if not source.faults:  # what the document itself forbids, in `__post_init__`
            source.convert((), type_)
        source.finish()
        raise
    for check in checks:
        for path, detail in check(document):
            source.fault(path, detail)
        source.finish()
    return document


def _find_faults(source: Source, type_: type[Struct]) -> None:
    """Note what keeps a file from being a document: one fault for each field, and for each entry of a list."""
    data = source.data
    if not isinstance(data, dict):
        source.fault((), "a component set is a mapping")
        return
    fields = {field.encode_name: field for field in msgspec.structs.fields(type_)}
    for name in [name for name in data if name not in fields][:MOST_ENTRIES]:
        source.fault((name,), f"unknown field {name!r}", at_key=True)
    for name, field in fields.items():
        if bounds := _bounds(field.type) if name in data or field.required else None:
            _find_faults_of_list(source, name, get_args(get_args(field.type)[0])[0], bounds)
        elif name in data:
            source.convert((name,), field.type)
        elif field.required:
            source.fault((), f"Object missing required field `{name}`")


def _bounds(type_: Any) -> range | None:
    """How many entries a list may have; None of another type, or of a list without a limit."""
    if get_origin(type_) is not Annotated or get_origin(get_args(type_)[0]) is not tuple:
        return None
    most = (range(note.min_length or 0, note.max_length + 1) for note in get_args(type_)[1:] if note.max_length)
    return next(most, None)


def _find_faults_of_list(source: Source, name: str, type_: Any, bounds: range) -> None:
    entries = source.data.get(name)
    count = len(entries) if isinstance(entries, list) else -1
    if count not in bounds:
        wanted = f"{bounds[0]} to {bounds[-1]}" if len(bounds) > 1 else f"{bounds[0]}"
        source.fault((name,), f"{name}: a list of {wanted} entries")
    if count < bounds.stop:
        for index in range(count):
            source.convert((name, index), type_)


def merge(texts: Sequence[str]) -> str:
    """Several files of one set as one document: mappings are joined by top-level key, lists under one key appended."""
    merged: dict[str, Any] = {}
    for text in texts:
        data = Source(text).data
        if not isinstance(data, dict):
            raise BadComponentSet([SetFault(1, 1, "", "a component set is a mapping")])
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
"""Numbers with that many digits are read as words."""


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
        return depth > 0 and all(readable(key) and _means_the_same(value, depth - 1) for key, value in data.items())
    if isinstance(data, list):
        return depth > 0 and all(_means_the_same(value, depth - 1) for value in data)
    if isinstance(data, str):
        return readable(data)
    return isinstance(data, bool | None) or (isinstance(data, int) and -LONG < data < LONG)


def _compose(text: str) -> Node:
    try:
        root = _nodes(text if "\\u" not in text else _join_halves(text))
    except yaml.MarkedYAMLError as error:
        line, column = _place(text, error.problem_mark or error.context_mark)
        _refuse_depth_before(text, line, column)
        _refuse(line, column, error.problem or error.context or "not YAML")
    except yaml.YAMLError as error:
        _refuse(0, 0, str(error).splitlines()[0])
    except UnicodeEncodeError as error:
        before = text[: error.start]
        _refuse(before.count("\n"), len(before) - before.rfind("\n") - 1, "half a character")
    if root is None:
        _refuse(0, 0, "the file is empty")
    return root


def _refuse_depth_before(text: str, line: int, column: int) -> None:
    """Raise BadComponentSet where nesting passes the bound before the place that the parser refuses.

    libyaml scans ahead on a line, for a `:` that would make a key of what comes before it. What it refuses there, such
    as a nesting that is too deep for itself, it therefore refuses before the first of those brackets is an event.
    """
    lines = text.split("\n")[: line + 1]
    lines[-1] = lines[-1][:column]
    if lines[-1].count("[") + lines[-1].count("{") > MAX_DEPTH:
        with suppress(yaml.YAMLError):
            _nodes("\n".join(lines))


def _place(text: str, mark: yaml.Mark | None) -> tuple[int, int]:
    """Line and column of a mark, from 0: libyaml puts the end of a file on a line behind it."""
    lines = text.split("\n")
    if mark is None:
        return 0, 0
    return (mark.line, mark.column) if mark.line < len(lines) else (len(lines) - 1, len(lines[-1]))


def _nodes(text: str) -> Node | None:
    loader = _Loader(text)
    try:
        return loader.get_single_node()
    finally:
        loader.dispose()


_ESCAPE = re.compile(r"\\(?:u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})|.)")


def _join_halves(text: str) -> str:
    """JSON with each rare character that is written in two halves (`\\ud83d\\ude00`) as itself: YAML knows no halves.

    Columns behind one count it as a single character.
    """
    try:
        msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError):
        return text
    return _ESCAPE.sub(lambda found: _whole(found[1], found[2]) if found[1] else found[0], text)


def _whole(high: str, low: str) -> str:
    return bytes.fromhex(high + low).decode("utf-16-be")


def _plain(node: Node, path: Path) -> Any:
    if isinstance(node, MappingNode):
        data: dict[str, Any] = {}
        for key, value in node.value:
            if not isinstance(key, ScalarNode):
                _fail(key.start_mark, "a key is a word")
            name = _word(key)
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
        return _word(node)
    _fail(node.start_mark, f"the tag {node.tag} is not allowed")


def _word(node: Node) -> str:
    if not readable(node.value):
        _fail(node.start_mark, "a character that is not seen or turns the direction of writing, or more than 4 marks")
    return str(node.value)


def _path_of(text: str) -> Path:
    return tuple(key or int(index) for key, index in re.findall(r"\.([\w-]+)|\[(\d+)\]", text.partition("`")[0]))


def _fail(mark: yaml.Mark, detail: str) -> NoReturn:
    _refuse(mark.line, mark.column, detail)


def _refuse(line: int, column: int, detail: str) -> NoReturn:
    """Refuse the whole file for a fault at a place that counts from 0."""
    raise BadComponentSet([SetFault(line + 1, column + 1, "", detail)])
