"""How pictures look: the tokens, symbols and rules of the kit, and those that a ruleset brings for its own picture.

A ruleset may have `look/symbols.svg`, `look/board.css` and `look/legend.txt` beside its `board.svg.jinja`. Its rules
are for its own pictures only (`svg.{ruleset}`), and what colours anything is a custom property of `tokens.css`, so that
every picture is as legible on a dark screen and on paper as those of the kit. Its legend explains the symbols.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree

from msgspec import Struct
from msgspec.structs import replace

from rulesets.kit.errors import BadRuleset

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

LOOK = Path(__file__).parent
"""The style sheets, the symbols and the macros for pieces."""

STYLE = "".join((LOOK / sheet).read_text(encoding="utf-8") for sheet in ("tokens.css", "board.css"))
"""All that a picture in a file of its own needs to be coloured, but for the rules of its ruleset."""

PICTURE = "picture"
"""The folder of a picture that takes more than one module."""


POINTED = re.compile(r"#([\w-]+)")
"""The symbols that a picture points to."""


class Sign(Struct, frozen=True):
    """What a symbol means in the pictures of a ruleset."""

    symbol: str
    words: str
    classes: str = "ink"
    """What colours it where it stands alone."""


class Look(Struct, frozen=True):
    """What a ruleset's pictures are drawn with."""

    name: str
    """The ruleset's folder: the class of its pictures, which its rules are scoped to."""
    symbols: Mapping[str, str]
    """By id: those of the kit, then its own."""
    rules: str = ""
    """Its own, in addition to the kit's."""
    signs: Mapping[str, Sign] = {}
    """What symbols mean, by their ids."""

    def legend(self, picture: str) -> list[Sign]:
        """What the symbols of one of its pictures mean, each meaning once, in the order of the legend."""
        used = set(POINTED.findall(picture))
        found = {sign.words: sign for name, sign in self.signs.items() if name in used}
        return list(found.values())

    def drawn(self, sign: Sign) -> str:
        """A sign by itself as SVG, 24 units wide, in a page that holds its symbol."""
        box = 'x="1" y="1" width="22" height="22"'
        pattern = self.symbols[sign.symbol].startswith("<pattern")
        shape = f'<rect {box} rx="4" class="body"/><rect {box} rx="4" fill="url(#{sign.symbol})"/>'
        inside = shape if pattern else f'<use href="#{sign.symbol}" {box}/>'
        coloured = f'<g class="{sign.classes}">{inside}</g>'
        return f'<svg class="tt {self.name}" viewBox="0 0 24 24" aria-hidden="true">{coloured}</svg>'

    @property
    def css(self) -> str:
        """All that colours its pictures."""
        return STYLE + self.rules


@cache
def look_of(home: Path) -> Look:
    """The look of the ruleset in the folder `home`. Raises BadRuleset."""
    folder = (home / PICTURE if (home / PICTURE).is_dir() else home) / "look"
    symbols, rules, legend = (folder / name for name in ("symbols.svg", "board.css", "legend.txt"))
    own = _own_symbols(home.name, symbols) if symbols.exists() else {}
    look = Look(home.name, {**SYMBOLS, **own}, _own_rules(home.name, rules) if rules.exists() else "")
    return replace(look, signs=_own_signs(look, legend)) if legend.exists() else look


# --- symbols

_SYMBOL = re.compile(r'<(?P<kind>symbol|pattern) id="(?P<id>[\w-]+)".*?</(?P=kind)>', re.DOTALL)


def _symbols_in(text: str) -> dict[str, str]:
    return {found["id"]: found[0] for found in _SYMBOL.finditer(text)}


SYMBOLS = _symbols_in((LOOK / "symbols.svg").read_text(encoding="utf-8"))
"""Those of the kit, by id."""


def _own_symbols(ruleset: str, file: Path) -> dict[str, str]:
    text = file.read_text(encoding="utf-8")
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        raise BadRuleset(ruleset, f"{file.name}, line {error.position[0]}: no XML: {error}") from None
    found = _symbols_in(text)
    for part in root.iterfind("*/*"):
        if (name := part.get("id", "")) not in found:
            kind = part.tag.rpartition("}")[2]
            raise BadRuleset(ruleset, f'{file.name}: a symbol begins `<symbol id="name"`, not with {kind} {name!r}')
        if name in SYMBOLS:
            own = f"{ruleset}-{name.partition('-')[2]}"
            raise BadRuleset(ruleset, f"{file.name}: {name} is a symbol of the kit: call it {own}")
        _need_tokens(ruleset, f"{file.name}, {name}", _painted(part), KNOWN)
    return found


def _painted(symbol: ElementTree.Element) -> Iterator[tuple[str, str]]:
    """The attributes of a symbol that colour it."""
    for part in symbol.iter():
        yield from ((name, value) for name, value in part.items() if _PAINT.fullmatch(name) or name == "style")


# --- what symbols mean

_SIGN = re.compile(r"(?P<symbol>[\w-]+)(?: \((?P<classes>[\w -]+)\))?: (?P<words>\S.*)")


def _signs_in(text: str) -> Iterator[tuple[int, Sign | None]]:
    """The number of each line with its sign, or with `None` where it is malformed."""
    for number, line in enumerate(text.splitlines(), 1):
        sign = _SIGN.fullmatch(line)
        yield number, Sign(sign["symbol"], sign["words"], sign["classes"] or "ink") if sign else None


SIGNS = {sign.symbol: sign for _, sign in _signs_in((LOOK / "legend.txt").read_text(encoding="utf-8")) if sign}
"""What symbols of the kit mean where a ruleset says nothing else."""


def _own_signs(look: Look, file: Path) -> dict[str, Sign]:
    """Its own legend, then the kit's. Raises BadRuleset."""
    own: dict[str, Sign] = {}
    for number, sign in _signs_in(file.read_text(encoding="utf-8")):
        place = f"{file.name}, line {number}"
        if sign is None:
            raise BadRuleset(look.name, f"{place}: a line is `symbol: what it means` or `symbol (classes): ...`")
        if sign.symbol not in look.symbols or sign.symbol in own:
            raise BadRuleset(look.name, f"{place}: {sign.symbol} is no symbol, or is told twice")
        own[sign.symbol] = sign
    return own | {name: sign for name, sign in SIGNS.items() if name not in own}


# --- rules

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_RULE = re.compile(r"([^{}]*)\{([^{}]*)\}")
_MEDIA = re.compile(r"@media[^{}]*\{\s*\}")
_SET = re.compile(r"(--[\w-]+)\s*:")
_VAR = re.compile(r"var\(\s*(--[\w-]+)\s*(?:,\s*(?:none|currentColor)\s*)?\)")
_PAINT = re.compile(
    r"(?i)([\w-]*-)?(fill|stroke|color|shadow)|--[\w-]+|(background|border|outline|filter|text-decoration)[\w-]*"
)
"""What colours something."""
_PLAIN = re.compile(r"(?i)(none|inherit|currentcolor|solid|dashed|dotted|underline|-?[\d.]+(px|em|%)?|[\s,])*")
_COLOUR = re.compile(r"(?i)#[0-9a-f]{3,8}\b|\b(rgb|hsl)a?\(|\b(hwb|(ok)?(lab|lch)|color(-mix)?|light-dark|url)\(")

KNOWN = frozenset(_SET.findall(STYLE))
"""The custom properties of the kit."""


def _own_rules(ruleset: str, file: Path) -> str:
    rules = file.read_text(encoding="utf-8")
    if broken := re.search("[<&]", rules):
        place = f"{file.name}, line {_line(rules, broken.start())}"
        raise BadRuleset(ruleset, f"{place}: a picture in a file of its own would be no XML with {broken[0]!r} in it")
    text = _COMMENT.sub(lambda comment: "\n" * comment[0].count("\n"), rules)
    if left := _MEDIA.sub("", _RULE.sub("", text)).strip():
        raise BadRuleset(ruleset, f"{file.name}: this is no rule: {left[:60]}")
    known = KNOWN | set(_SET.findall(text))
    for rule in _RULE.finditer(text):
        place = f"{file.name}, line {_line(text, rule.start(2))}"
        _need_scope(ruleset, place, rule[1].split(","))
        _need_tokens(ruleset, place, _declared(rule[2]), known)
    return rules


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1


def _need_scope(ruleset: str, place: str, selectors: Iterable[str]) -> None:
    """What they select is in a picture of the ruleset, or is that picture. Raises BadRuleset."""
    scope = re.compile(rf"svg\.{re.escape(ruleset)}([.:][\w-]+)*(\s+[^~+\s].*)?", re.DOTALL)
    for selector in map(str.strip, selectors):
        if not scope.fullmatch(selector):
            detail = f"{selector[:60]!r} is not only for pictures of {ruleset}: begin with `svg.{ruleset}`"
            raise BadRuleset(ruleset, f"{place}: {detail}")


def _declared(body: str) -> Iterator[tuple[str, str]]:
    """The properties and values between the braces of a rule."""
    for declaration in body.split(";"):
        name, _, value = declaration.partition(":")
        if declaration.strip():
            yield name.strip(), value.strip()


def _need_tokens(ruleset: str, place: str, values: Iterator[tuple[str, str]], known: frozenset[str]) -> None:
    """What colours anything is one of the `known` custom properties, or nothing. Raises BadRuleset."""
    for name, value in values:
        plain = _VAR.sub(lambda var: "" if var[1] in known else var[0], value)
        painted = _PAINT.fullmatch(name) or name == "style"
        if _COLOUR.search(plain) or "var(" in plain or (painted and not _PLAIN.fullmatch(plain)):
            detail = f"`{name}: {value[:60]}` is no token: take one of tokens.css, such as `var(--gold)`"
            raise BadRuleset(ruleset, f"{place}: {detail}")
