"""Component sets: read with line and column, hashed by what they say."""

from collections.abc import Iterator
from typing import Annotated, Literal
from unittest.mock import Mock

import pytest
from msgspec import Meta, Struct, field
from yaml import MarkedYAMLError
from yaml.error import Mark

from rulesets.kit import components
from rulesets.kit.components import (
    MAX_BYTES,
    MAX_DEPTH,
    MAX_PARTS,
    MOST_ENTRIES,
    Entries,
    Found,
    Id,
    Name,
    SomeEntries,
    Source,
    canonical,
    content_hash,
    merge,
    read_document,
)
from rulesets.kit.errors import BadComponentSet, SetFault
from tests.rulesets.unconverted import missing, not_a, not_one_of


def fault(text: str) -> SetFault:
    with pytest.raises(BadComponentSet) as bad:
        Source(text)
    (only,) = bad.value.faults
    return only


def address(text: str) -> str:
    return content_hash(canonical(Source(text).data))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("on", "on"),
        ("yes", "yes"),
        ("No", "No"),
        ("off", "off"),
        ("true", True),
        ("false", False),
        ("null", None),
        ("~", None),
        ("", None),
        ("12", 12),
        ("-3", -3),
        ("1.5", 1.5),
        ("0x1F", "0x1F"),
        ("1_000", "1_000"),
        ("1:30", "1:30"),
        ("2026-11-21", "2026-11-21"),
        ("<<", "<<"),
        ("=", "="),
        ("'12'", "12"),
        ('"true"', "true"),
    ],
)
def test_words_are_those_of_yaml_1_2(text: str, value: object) -> None:
    """Only true, false, null and plain numbers are more than text."""
    assert Source(f"key: {text}").data == {"key": value}


def test_a_key_that_yaml_1_1_takes_for_a_truth_value_is_a_word() -> None:
    """`on:` is a key like any other."""
    assert Source("on: 1\nno: 2\n3: 4\ntrue: 5").data == {"on": 1, "no": 2, "3": 4, "true": 5}


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("a: 1\nb: &x 2\nc: *x", 2, 4, "anchors and aliases are not allowed"),
        ("a: &x [1]\n", 1, 4, "anchors and aliases are not allowed"),
        ("a: *x\n", 1, 4, "anchors and aliases are not allowed"),
        ("a: 1\nb:\n  c: 1\n  c: 2\n", 4, 3, "'c' stands here twice"),
        ("[1, 2]: x\n", 1, 1, "a key is a word"),
        ("? {a: b}\n: x\n", 1, 3, "a key is a word"),
        ("a: !!python/object:os.system x\n", 1, 4, "tags are not allowed"),
        ("a: !!int x\n", 1, 4, "tags are not allowed"),
        ("a: !!float nan\n", 1, 4, "tags are not allowed"),
        ("a: !mine {b: c}\n", 1, 4, "tags are not allowed"),
        ("a: !!binary aGk=\n", 1, 4, "tags are not allowed"),
        ("", 1, 1, "the file is empty"),
        ("# nothing\n", 1, 1, "the file is empty"),
    ],
)
def test_faults_point_into_the_file(text: str, line: int, column: int, message: str) -> None:
    """Line and column count from 1."""
    found = fault(text)

    assert (found.line, found.column) == (line, column)
    assert message in found.detail


@pytest.mark.parametrize(
    "text", ["a: [1, 2", "a: 1\n b: 2", "{", 'a: "x', "\t- x", "a: \x00", "--- 1\n--- 2", "%YAML 3\n", "@"]
)
def test_text_that_is_no_yaml_is_a_fault(text: str) -> None:
    """Never another error."""
    assert fault(text).line >= 1


def test_depth_is_bounded() -> None:
    """Nesting without end is refused where it passes the bound, before anything overflows."""
    assert Source("[" * MAX_DEPTH + "]" * MAX_DEPTH).data
    for opening in ("[", "{a: [", "[\n", "- ", "? ", "{? "):
        assert "levels deep" in fault(opening * 20_000).detail
        assert "levels deep" in fault(opening * (MAX_DEPTH + 1)).detail
    assert "levels deep" in fault("\n".join(" " * n + "a:" for n in range(100))).detail
    assert (fault("[" * 200_000).line, fault("[" * 200_000).column) == (1, MAX_DEPTH + 1)


@pytest.mark.parametrize("deepest", [MAX_DEPTH + 1, 1_000])
def test_our_bound_of_depth_is_told_whatever_the_parser_says(monkeypatch: pytest.MonkeyPatch, deepest: int) -> None:
    """A parser may have a bound of its own, and refuse a line before its first bracket is an event."""

    class Bounded(components._Loader):
        def __init__(self, text: str) -> None:
            super().__init__(text)
            if text.split("\n")[0].count("[") > deepest:
                raise MarkedYAMLError(problem="deeper than it reads", problem_mark=Mark("", 0, 0, deepest, "", 0))

    monkeypatch.setattr(components, "_Loader", Bounded)
    assert "levels deep" in fault("[" * 2_000).detail
    assert fault("- '" + "[" * 2_000).detail == "deeper than it reads"


def test_size_is_bounded() -> None:
    """A file over 256 KiB is not even parsed; bytes count, not letters."""
    assert "larger" in fault("#" * (MAX_BYTES + 1)).detail
    assert "larger" in fault("ä" * (MAX_BYTES // 2 + 1)).detail


def test_the_number_of_parts_is_bounded() -> None:
    """What passes the bound is refused there, before the rest is read: a fault behind it is not found."""
    rest = "]: ][" * 10_000
    assert "keys and values" in fault(f"a: [{'x,' * MAX_PARTS}{rest}").detail
    assert Source(f"[{'x,' * (MAX_PARTS - 1)}]").data


def test_a_fault_at_the_end_of_a_long_file_is_found_by_one_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    """A refused file costs what a good one does: events are made once, in C."""
    made = Mock(wraps=components._Loader)
    monkeypatch.setattr(components, "_Loader", made)
    assert fault("".join(f"- {number}\n" for number in range(20_000)) + "x: [\n").line == 20_001
    assert made.call_count == 1


@pytest.mark.parametrize("character", ["\u061c", "\u200e", "\ufeff", "\u3164", "\u202e", "\U000e0041", "\u0007"])
def test_words_and_keys_hold_no_character_that_is_not_seen(character: str) -> None:
    """Cards that look alike are alike, and a card's name turns nothing round that stands beside it."""
    escaped = f'"a\\U{ord(character):08x}b"'
    for text in (f"a: 1\nb: {escaped}", f"a: 1\n{escaped}: 1", canonical({"a": [f"x{character}"]})):
        assert "not seen" in fault(text).detail
    assert fault(f"a: 1\nb: {escaped}").line == 2
    assert Source("a: |\n  one\n  two\nb: ''\nc: '  '\n").data == {"a": "one\ntwo\n", "b": "", "c": "  "}


def test_half_a_character_is_a_fault() -> None:
    """A lone surrogate is no text."""
    assert fault("a: \ud800").line == 1
    assert fault('{"a": 1,\n "b": "\\ud800"}').line == 2
    assert fault('{"\\udc00": 1}').column == 5


def test_a_character_may_be_written_in_two_halves_as_json_does() -> None:
    """They are one character, in words and in keys."""
    assert address('{"\\ud83d\\ude00": "\\ud83d\\ude00"}') == address("\U0001f600: \U0001f600")


def test_an_address_is_made_of_the_content() -> None:
    """Comments, order of keys, quotes and layout make no other set; a value does."""
    same = ["a: 1\nb: [x, 'y']\n", "# said otherwise\nb:\n- x\n- y\na: 1\n", '{"b": ["x", "y"], "a": 1}']

    assert len({address(text) for text in same}) == 1
    assert address("a: 1\nb: [y, x]\n") != address(same[0])
    assert len(address(same[0])) == 64


class Inner(Struct, forbid_unknown_fields=True):
    n: Annotated[int, Meta(ge=0)] = 0


class Outer(Struct, forbid_unknown_fields=True):
    items: list[Inner]


@pytest.mark.parametrize(
    ("text", "line", "column", "path"),
    [
        ("items:\n  - n: 1\n  - n: x\n", 3, 8, "/items/1/n"),
        ("items:\n  - n: -1\n", 2, 8, "/items/0/n"),
        ("items:\n  - n: 1\n    m: 2\n", 3, 5, "/items/0/m"),
        ("items: 3\n", 1, 8, "/items"),
        ("items: []\nmore: 1\n", 2, 1, "/more"),
        ("{}", 1, 1, ""),
        ("items: [{n: true}]", 1, 13, "/items/0/n"),
    ],
)
def test_faults_of_type_point_at_the_part(text: str, line: int, column: int, path: str) -> None:
    """An unknown field is pointed at by its key, a wrong value by itself."""
    source = Source(text)

    assert source.convert((), Outer) is None
    with pytest.raises(BadComponentSet) as bad:
        source.finish()
    (found,) = bad.value.faults
    assert (found.line, found.column, found.path) == (line, column, path)


def test_files_of_one_set_are_merged_by_key() -> None:
    """Lists are appended, mappings joined, single values replaced; what is no mapping is refused."""
    assert merge(["a: [1]\nb: {x: 1}\nc: 1", "a: [2]\nb: {y: 2}\nc: 2"]) == canonical(
        {"a": [1, 2], "b": {"x": 1, "y": 2}, "c": 2}
    )
    with pytest.raises(BadComponentSet):
        merge(["a: 1", "[]"])


@pytest.mark.parametrize(
    "value",
    [
        "word",
        "on",
        "12",
        "\u2028",
        "\x7f",
        "\U0001f600",
        "\u00e4: # {",
        12,
        -3,
        1.5,
        1e20,
        10**17,
        10**18,
        -(10**18),
        True,
        None,
        [],
        {},
        [1, {"two": ["three"]}],
    ],
)
def test_canonical_json_says_what_it_says_as_yaml(value: object) -> None:
    """It is read by a quicker way, which leads to the same data or the same fault."""
    text = canonical({"key": value})

    assert _read(text) == _read(f"# a comment\n{text}")


def test_canonical_json_is_read_without_its_places() -> None:
    """Places in the file are only worked out where there is a fault to point at."""
    source = Source(canonical({"cards": [{"id": "a", "power": "x"}]}))
    assert "root" not in vars(source)

    source.fault(("cards", 0, "power"), "no number")

    (only,) = source.faults
    assert (only.line, only.column, only.path) == (1, 29, "/cards/0/power")


def test_canonical_json_is_bounded_in_depth_as_well() -> None:
    """So is a text of nothing but brackets."""
    assert Source('{"a":' + "[" * (MAX_DEPTH - 1) + "]" * (MAX_DEPTH - 1) + "}").data
    assert "levels deep" in fault('{"a":' + "[" * MAX_DEPTH + "]" * MAX_DEPTH + "}").detail
    assert "levels deep" in fault('{"a":' + "[" * 100_000 + "]" * 100_000 + "}").detail


# --- a document


class Card(Struct, frozen=True, forbid_unknown_fields=True):
    id: Id
    value: Annotated[int, Meta(ge=1, le=9)] = 1


class Toy(Struct, frozen=True, forbid_unknown_fields=True):
    game: Literal["toy"]
    title: Name
    cards: SomeEntries[Card]
    extras: Entries[Card] = ()
    dice: Annotated[tuple[Card, ...], Meta(min_length=2, max_length=2)] = (Card("a"), Card("b"))
    class_: Annotated[str, Meta(max_length=5)] = field(default="", name="class")

    def __post_init__(self) -> None:
        if self.title == "Nothing":
            raise ValueError("a toy is something")


GAME = "game: toy\ntitle: Toy\n"
CARDS = "cards:\n- id: ace\n- id: ten\n"


def found(text: str, *checks: object) -> list[str]:
    """Every fault of a file: `line:column path: detail`."""
    try:
        read_document(Source(text), Toy, *checks)  # type: ignore[arg-type]
    except BadComponentSet as bad:
        return [str(fault) for fault in bad.faults]
    return []


def test_a_document_is_read_as_its_type() -> None:
    """What may be left out has its default; the address is that of the content."""
    source = Source(GAME + CARDS + "class: c\n")
    assert read_document(source, Toy) == Toy("toy", "Toy", (Card("ace"), Card("ten")), class_="c")
    assert source.hash == address(GAME + CARDS + "class: c # of its own\n")


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("[]", ["1:1 : a component set is a mapping"]),
        ("null", ["1:1 : a component set is a mapping"]),
        ("toy", ["1:1 : a component set is a mapping"]),
        (f"title: Toy\n{CARDS}", [f"1:1 : {missing('game')}"]),
        (f"game: chess\ntitle: Toy\n{CARDS}", [f"1:7 /game: {not_one_of('chess')}"]),
        (f"{GAME}class: sextet\n{CARDS}", [f"3:8 /class: {not_a(Annotated[str, Meta(max_length=5)], 'sextet')}"]),
        (f"{GAME}class_: c\n{CARDS}", ["3:1 /class_: unknown field 'class_'"]),
        (f"{GAME}by: me\n{CARDS}year: 1\n", ["3:1 /by: unknown field 'by'", "7:1 /year: unknown field 'year'"]),
        (GAME, ["1:1 /cards: cards: a list of 1 to 500 entries"]),
        (f"{GAME}cards: []\n", ["3:8 /cards: cards: a list of 1 to 500 entries"]),
        (f"{GAME}cards: {{id: ace}}\n", ["3:8 /cards: cards: a list of 1 to 500 entries"]),
        (f"{GAME}cards: null\n", ["3:8 /cards: cards: a list of 1 to 500 entries"]),
        (f"{GAME}cards: [{'{id: a},' * 501}]\n", ["3:8 /cards: cards: a list of 1 to 500 entries"]),
        (f"{GAME}{CARDS}extras: 3\n", ["6:9 /extras: extras: a list of 0 to 500 entries"]),
        (f"{GAME}{CARDS}dice: [3]\n", [
            "6:7 /dice: dice: a list of 2 entries",
            f"6:8 /dice/0: {not_a(Card, 3)}",
        ]),
        (f"{GAME}cards: [3, {{id: ace}}, {{}}, {{id: b, value: 0}}, {{id: c, price: 1}}]\n", [
            f"3:9 /cards/0: {not_a(Card, 3)}",
            f"3:23 /cards/2: {missing('id')}",
            f"3:42 /cards/3/value: {not_a(Annotated[int, Meta(ge=1)], 0)}",
            "3:54 /cards/4/price: unknown field 'price'",
        ]),
        (f"game: toy\ntitle: Nothing\n{CARDS}", ["1:1 : a toy is something"]),
    ],
)  # fmt: skip
def test_each_fault_of_a_document_has_one_wording_and_its_place(text: str, faults: list[str]) -> None:
    """What is missing is told where it should be; a list that is too long is not looked into."""
    assert found(text) == faults


def test_all_faults_of_a_document_are_told_at_once() -> None:
    """Of its fields and of the entries of its lists, in the order of the file."""
    text = f"extras: [1]\ncards:\n- {{id: A}}\n- {{id: a, value: x}}\nmore: 1\ntitle: [{CARDS[-4:-1]}]\n"
    assert [line.split(":")[0] for line in found(text)] == ["1", "1", "3", "4", "5", "6"]


def test_what_types_cannot_say_is_checked_when_they_find_nothing() -> None:
    """Check by check: the next one may rely on what those before have made sure of."""

    def of_values(toy: Toy) -> Iterator[Found]:
        yield from ((("cards", n, "value"), "too dear") for n, card in enumerate(toy.cards) if card.value > 8)
        if toy.class_ == "c":
            yield ("class",), "no class"

    def of_pairs(toy: Toy) -> Iterator[Found]:
        yield from [(("cards",), "an odd number")] * (len(toy.cards) % 2)

    dear = CARDS + "- {id: king, value: 9}\nclass: c\n"
    assert found(GAME + dear, of_values, of_pairs) == ["6:21 /cards/2/value: too dear", "7:8 /class: no class"]
    assert found(GAME + CARDS + "- {id: king}\n", of_values, of_pairs) == ["4:1 /cards: an odd number"]
    assert found("game: chess\ntitle: Toy\n" + dear, of_values, of_pairs) == [f"1:7 /game: {not_one_of('chess')}"]
    assert found(GAME + CARDS, of_values, of_pairs) == []


def test_a_list_has_at_most_five_hundred_entries() -> None:
    """As many as that are read."""
    text = f"{GAME}cards: [{'{id: a},' * MOST_ENTRIES}]"
    assert len(read_document(Source(text), Toy).cards) == MOST_ENTRIES == 500


def test_a_set_with_many_faults_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """All wrong entries are told, and as many unknown fields: a mapping of thousands is no set."""
    made = Mock(wraps=components._Loader)
    monkeypatch.setattr(components, "_Loader", made)
    wrong = {f"field{n}": [n] for n in range(5_000)} | {"cards": [{"id": n} for n in range(MOST_ENTRIES)]}
    for text in (canonical(wrong), f"# a comment\n{canonical(wrong)}"):
        made.reset_mock()
        faults = found(text)
        assert len([fault for fault in faults if "/cards/" in fault]) == MOST_ENTRIES
        assert len([fault for fault in faults if "unknown field" in fault]) == MOST_ENTRIES
        assert made.call_count == 1


def _read(text: str) -> object:
    try:
        return Source(text).data
    except BadComponentSet as bad:
        return [fault.detail for fault in bad.faults]
