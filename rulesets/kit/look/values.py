"""A picture as a file for any program: its colours as values, where a page has custom properties.

Browsers alone know custom properties, and those of a picture run through `<use>`: a cube is red since the group around
it says so. So the rules of the style sheets are applied here, as a browser would, to each element; what they come to is
written as a class of the file's own, and a symbol is written once for each way in which it is coloured.
"""

from __future__ import annotations

import re
from copy import deepcopy
from functools import cache
from typing import TYPE_CHECKING, Literal, NamedTuple
from xml.etree import ElementTree

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from xml.etree.ElementTree import Element

Theme = Literal["auto", "light", "dark"]
"""`auto` is light, and dark where the reader's program says so by its media query."""

SVG = "http://www.w3.org/2000/svg"
SYMBOL, USE, DEFS, STYLE = (f"{{{SVG}}}{tag}" for tag in ("symbol", "use", "defs", "style"))
OF_PAGES = frozenset({"display", "width", "height", "font-variant-numeric"})
"""Properties that a file of its own does not need."""

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_BLOCK = re.compile(
    r"(?P<media>@media[^{]*)\{(?P<inside>(?:[^{}]*\{[^{}]*\})*[^{}]*)\}|(?P<selectors>[^{}@]+)\{(?P<body>[^{}]*)\}"
)
_BODY = re.compile(r"\{([^{}]*)\}")
_CLASS = re.compile(r"\.([\w-]+)")
_VAR = re.compile(r"var\(\s*(--[\w-]+)\s*(?:,\s*([^()]*))?\)")
_FONT = re.compile(r"(\d+px)\s+(.+)", re.DOTALL)

Values = dict[str, str]
"""Custom properties as they are inherited: in tokens of a theme (`var(--gold)`), or plain."""
Classes = frozenset[str]


class Rule(NamedTuple):
    """One selector with what it sets."""

    weight: tuple[int, int]
    """How many classes it asks for, and its place: the greater wins."""
    compounds: tuple[Classes, ...]
    """The classes of each ancestor that it asks for, and of the element last."""
    sets: Mapping[str, str]

    def matches(self, classes: Classes, around: tuple[Classes, ...]) -> bool:
        """Whether it is for an element of these classes with these ancestors, outermost first."""
        *outer, last = self.compounds
        ancestors = iter(around)
        return last <= classes and all(any(asked <= ancestor for ancestor in ancestors) for asked in outer)


class Sheets:
    """The style sheets of a ruleset's pictures: rules by classes, and the tokens of the two themes."""

    def __init__(self, css: str) -> None:
        self.tokens: dict[str, Values] = {"light": {}, "dark": {}}
        self._rules: dict[str, list[Rule]] = {}
        for place, block in enumerate(_BLOCK.finditer(_COMMENT.sub("", css))):
            if block["media"]:
                if "prefers-color-scheme: dark" in block["media"]:
                    self.tokens["dark"] = dict(_declared(_BODY.findall(block["inside"])[0]))
            elif ":root" in block["selectors"]:
                self.tokens["light"] = dict(_declared(block["body"]))
            else:
                for selector in block["selectors"].split(","):
                    self._add(selector, place, dict(_declared(block["body"])))

    def _add(self, selector: str, place: int, sets: Mapping[str, str]) -> None:
        """Keep a rule under one of the classes that its element must have."""
        compounds = tuple(frozenset(_CLASS.findall(part)) for part in selector.split())
        if name := min(compounds[-1], default=""):
            self._rules.setdefault(name, []).append(Rule((sum(map(len, compounds)), place), compounds, sets))

    def of(self, classes: Classes, around: tuple[Classes, ...]) -> dict[str, str]:
        """What is set for an element of these classes."""
        rules = [rule for name in classes for rule in self._rules.get(name, ()) if rule.matches(classes, around)]
        sets: dict[str, str] = {}
        for rule in sorted(rules, key=lambda rule: rule.weight):
            sets |= rule.sets
        return sets

    def filled(self, value: str, values: Values) -> str:
        """A value with what is inherited put in, or what it falls back to; a token of the theme stays, to be coloured.

        What is nowhere set stays too: such a declaration does not count.
        """

        def fill(var: re.Match[str]) -> str:
            known = values.get(var[1])
            return known or (var[0] if var[1] in self.tokens["light"] else var[2] or var[0])

        return _VAR.sub(fill, value)

    def counts(self, value: str) -> bool:
        """Whether all that a value asks for is a token."""
        return all(var[1] in self.tokens["light"] for var in _VAR.finditer(value))

    def colour(self, style: str, theme: Literal["light", "dark"]) -> str:
        """A style whose tokens are those of a theme."""
        tokens = self.tokens["light"] | self.tokens[theme]
        return _VAR.sub(lambda var: tokens[var[1]], style)


@cache
def sheets(css: str) -> Sheets:
    """Style sheets, read once."""
    return Sheets(css)


def _declared(body: str) -> Iterator[tuple[str, str]]:
    for declaration in body.split(";"):
        name, _, value = (part.strip() for part in declaration.partition(":"))
        if name == "font" and (parts := _FONT.fullmatch(value)):  # not every program knows the short form
            yield from (("font-size", parts[1]), ("font-family", parts[2]))
        elif name:
            yield name, value


def as_file(picture: str, css: str, theme: Theme = "auto") -> str:
    """One picture of a page as a file of its own, coloured by the style sheets `css`. O(elements), some 10 ms."""
    return _Writer(sheets(css), ElementTree.fromstring(picture), theme).text()


class _Writer:
    """One picture while it is written."""

    def __init__(self, sheet: Sheets, root: Element, theme: Theme) -> None:
        self._sheet = sheet
        self._theme = theme
        self._root = root
        self._symbols = {part.get("id", ""): part for part in root.iter(SYMBOL)}
        self._styles: dict[str, str] = {}
        """The class of each style."""
        self._coloured: dict[tuple[str, tuple[str, ...]], str] = {}
        """The symbols that were written, by id and by the values that colour them."""
        self._copies: list[Element] = []
        self._nothing: Values = {}
        """What the outermost element inherits."""
        self._found: dict[tuple[Classes, int, tuple[Classes, ...]], tuple[Values, str]] = {}
        """How elements are styled, by their classes, the classes around them, and what they inherit: by its identity,
        which nothing else gets, since all that is inherited is kept here."""
        self._asked: dict[str, list[str]] = {}
        """The custom properties that colour each symbol."""

    def text(self) -> str:
        """The document."""
        ElementTree.register_namespace("", SVG)
        root, defs = self._root, self._root.find(DEFS)
        if defs is not None:
            self._write_all(root, defs)
        _x, _y, width, height = root.get("viewBox", "0 0 0 0").split()
        root.set("width", width)
        root.set("height", height)
        return ElementTree.tostring(root, encoding="unicode") + "\n"

    def _write_all(self, root: Element, defs: Element) -> None:
        """Give all parts classes of their own, and say before them what these mean."""
        for symbol in self._symbols.values():
            defs.remove(symbol)
        self._write(root, self._nothing, ())
        defs.extend(self._copies)
        style = ElementTree.Element(STYLE)
        style.text = self._rules()
        root.insert(list(root).index(defs), style)

    def _rules(self) -> str:
        if self._theme != "auto":
            return self._in(self._theme)
        return f"{self._in('light')}@media (prefers-color-scheme: dark) {{\n{self._in('dark', plain=False)}}}\n"

    def _in(self, theme: Literal["light", "dark"], *, plain: bool = True) -> str:
        """What the classes mean in a theme; the `plain` ones mean the same in each."""
        styles = ((style, name) for style, name in self._styles.items() if plain or "var(" in style)
        return "".join(f".{name}{{{self._sheet.colour(style, theme)}}}\n" for style, name in styles)

    def _write(self, part: Element, values: Values, around: tuple[Classes, ...]) -> None:
        """Give a part and all in it classes of their own."""
        classes = frozenset(part.attrib.pop("class", "").split())
        if classes:
            values, style = self._styled(classes, values, around)
            if style:
                part.set("class", self._styles.setdefault(style, f"t{len(self._styles)}"))
        used = part.get("href", "")[1:]
        if part.tag == USE and used in self._symbols:
            part.set("href", f"#{self._symbol(used, values)}")
        for inner in part:
            self._write(inner, values, (*around, classes))

    def _styled(self, classes: Classes, values: Values, around: tuple[Classes, ...]) -> tuple[Values, str]:
        """The custom properties inside an element, and its own style. Most elements have many others like them."""
        key = classes, id(values), around
        if key not in self._found:
            self._found[key] = self._style(classes, values, around)
        return self._found[key]

    def _style(self, classes: Classes, values: Values, around: tuple[Classes, ...]) -> tuple[Values, str]:
        sheet, sets = self._sheet, self._sheet.of(classes, around)
        custom = {name: sheet.filled(value, values) for name, value in sets.items() if name.startswith("--")}
        values = values | custom if custom else values
        own = {name: value for name, value in sets.items() if not name.startswith("--") and name not in OF_PAGES}
        filled = {name: sheet.filled(value, values) for name, value in own.items()}
        return values, ";".join(f"{name}:{value}" for name, value in filled.items() if sheet.counts(value))

    def _symbol(self, name: str, values: Values) -> str:
        """The id of a symbol as it is coloured here."""
        if name not in self._asked:
            self._asked[name] = sorted({value for part in self._symbols[name].iter() for value in self._asks(part)})
        key = name, tuple(values.get(value, "") for value in self._asked[name])
        if key not in self._coloured:
            before = sum(of == name for of, _ in self._coloured)
            self._coloured[key] = f"{name}-{before}" if before else name
            self._copies.append(self._copy(name, self._coloured[key], values))
        return self._coloured[key]

    def _copy(self, name: str, id: str, values: Values) -> Element:
        copy = deepcopy(self._symbols[name])
        copy.set("id", id)
        self._write(copy, values, ())
        return copy

    def _asks(self, part: Element) -> Iterator[str]:
        """The custom properties that colour a part of a symbol."""
        for value in self._sheet.of(frozenset(part.get("class", "").split()), ()).values():
            yield from (var[1] for var in _VAR.finditer(value))
