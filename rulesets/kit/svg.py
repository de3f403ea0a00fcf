"""Pictures: what every ruleset draws with.

A ruleset computes where things stand as small frozen parts; its template `board.svg.jinja` draws them with the macros
of `look/pieces.svg.jinja`. Every piece stands in a group of its own that carries its id (`data-id`), a `<title>` and,
when it is touched or may be chosen, its frame.
"""

from __future__ import annotations

import re
from functools import lru_cache
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Generic, Literal, cast

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from jinja2.runtime import Context, Macro
from markupsafe import Markup, escape
from msgspec import Struct

from rulesets.kit.compiled import compiled_templates
from rulesets.kit.look import LOOK, PICTURE, POINTED, look_of
from rulesets.kit.phases import B, Seat, seats_of
from rulesets.kit.structs import Effect, Viewer, sees

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

    from jinja2 import Template as JinjaTemplate


Arrangement = Literal["wide", "narrow", "both"]


class Scene(Struct, Generic[B], frozen=True):
    """What a picture shows: a board as somebody sees it, and what the last event did to it."""

    board: B
    before: B | None
    """The board before the last event, for what moved away; `None` at the start of a game."""
    effects: tuple[Effect[B], ...]
    """The last event's, as the viewer sees them."""
    viewer: Viewer
    names: Mapping[Seat, str]
    """What the seats are called; a picture with an address of its own names no player."""
    version: int
    touched: frozenset[str] = frozenset()
    """Ids of what the last event touched, which is ringed."""
    clickable: frozenset[str] = frozenset()
    """Ids of what can be clicked now, for an open choice."""
    arrangement: Arrangement = "wide"
    """For a desk or for a phone; a page may hold both, side by side, of which its style sheet shows one."""
    over: bool = False
    """Whether the game is over, so that nothing of it is hidden from anybody: not on its earlier boards either."""

    def opened(self, seat: Seat) -> bool:
        """Whether a seat's hand lies open to the viewer."""
        return self.over or sees(self.viewer, seat)

    def called(self) -> dict[Seat, str]:
        """What each seat is called in the picture: `Seat 1` where it names no player."""
        return {seat: legible(self.names.get(seat, f"Seat {seat}")) for seat in seats_of(self.board)}


# --- text that cannot overflow

NARROW, MIDDLE, WIDE = frozenset("iljI.,:;'|!"), frozenset("ftr()- "), frozenset("mwMW@%")
ELLIPSIS = "…"
OTHER_LETTERS, FULL_WIDTH, SIGNS = "\u0370", "\u1100", "\U0001f000"
"""From here on wider: Greek, Cyrillic and the like; Hangul, kana and Han; emoji."""
NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def legible(text: str) -> str:
    """`text` without the characters that no XML document may hold, not even escaped."""
    return NOT_XML.sub("\ufffd", text)


def advance(text: str, size: float) -> float:
    """How wide `text` is at most, in board units, measured with the widest common font."""
    return size * sum(map(_em, text))


def fit(text: str, width: float, size: float) -> str:
    """`text`, cut with an ellipsis when it is wider than `width`."""
    if advance(text, size) <= width:
        return text
    left = width - advance(ELLIPSIS, size)
    for length, letter in enumerate(text):
        left -= _em(letter) * size
        if left < 0:
            return text[: max(length, 1)].rstrip() + ELLIPSIS
    return text


@lru_cache(maxsize=512)
def _em(letter: str) -> float:
    if letter in NARROW:
        return 0.3
    if letter in MIDDLE:
        return 0.4
    if letter in WIDE:
        return 0.92
    if letter >= OTHER_LETTERS:
        return 0.92 if letter < FULL_WIDTH else 1.0 if letter < SIGNS else 1.4
    return 0.7 if letter.isupper() else 0.58


def short(number: float) -> float:
    """A number to the tenth, without `.0`: pictures hold hundreds."""
    tenth = round(number, 1)
    return int(tenth) if tenth == int(tenth) else tenth


class Label(Struct, frozen=True, gc=False):
    """A text that fits its place."""

    text: str
    size: int
    full: str = ""
    """The whole text where it had to be cut; it goes into a `<title>`."""


def label(text: str, width: float, *sizes: int) -> Label:
    """`text` in the first of `sizes` that fits into `width`; else cut, in the last one."""
    for size in sizes:
        if advance(text, size) <= width:
            return Label(text, size)
    return Label(fit(text, width, sizes[-1]), sizes[-1], text)


BOLD = 1.14
"""How much wider than by `advance` letters may be that are bold, as those of names, which have serifs too."""


def name_label(text: str, width: float, *sizes: int) -> Label:
    """A name, as `label` does; without what no XML may hold."""
    return label(legible(text), width / BOLD, *sizes)


def in_two(words: Sequence[str], size: float) -> tuple[str, str]:
    """Two or more words in two lines, of which the wider one is as narrow as can be."""
    cuts = ((" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words)))
    return min(cuts, key=lambda lines: max(advance(line, size) for line in lines))


# --- the parts that the macros draw


class Box(Struct, frozen=True, gc=False):
    """A rectangle in board units."""

    x: float
    y: float
    w: float
    h: float
    r: float = 0
    """The radius of its corners."""

    def out(self, by: float) -> Box:
        """The box `by` units around it."""
        return Box(self.x - by, self.y - by, self.w + 2 * by, self.h + 2 * by, self.r + by)


TOUCHED, CLICKABLE, CLICKABLE_AROUND_TOUCHED = 4, 3, 9
"""How far outside of a piece its frames run."""


class Frames(Struct, frozen=True, gc=False):
    """The states of a piece that run around it; a piece at rest has none at all (`None`)."""

    touched: Box | None = None
    """Touched by the last event."""
    clickable: Box | None = None
    """Can be chosen."""


class Outlines:
    """Frames for pieces by their ids."""

    __slots__ = ("clickable", "touched")

    def __init__(self, touched: Iterable[str], clickable: Iterable[str]) -> None:
        self.touched = frozenset(touched)
        self.clickable = frozenset(clickable)

    def __call__(self, piece: str, box: Box) -> Frames | None:
        """The frames of the piece with this id, whose outline is `box`."""
        return framed(box, piece in self.touched, piece in self.clickable)


def framed(box: Box, touched: bool, clickable: bool) -> Frames | None:
    """The frames of a piece whose outline is `box`."""
    if not (touched or clickable):
        return None
    return Frames(
        box.out(TOUCHED) if touched else None,
        box.out(CLICKABLE_AROUND_TOUCHED if touched else CLICKABLE) if clickable else None,
    )


class Glyph(Struct, frozen=True, gc=False):
    """A symbol, by its upper left corner."""

    name: str
    x: float
    y: float
    size: float
    text: str = ""
    """A number next to it; letters instead of it where there is no symbol."""


class Piece(Struct, frozen=True, gc=False):
    """What is drawn in a group of its own."""

    id: str
    """Its `data-id`, as effects touch it."""
    title: str
    """What it is, in words."""


class Placed(Piece, frozen=True):
    """A piece at a place of its own."""

    x: float
    y: float


class Count(Piece, frozen=True):
    """A pile, or pieces of one kind in the supply, with their number."""

    x: int
    sign: str
    """On the backs of a pile, empty for one face up; for pieces the kind."""
    count: int
    frames: Frames | None = None


# --- the document


class Sheet(Struct, frozen=True, gc=False):
    """A picture's size in board units, and its two texts for those who cannot see it."""

    title: str
    desc: str
    height: float
    width: float = 640
    shown: Literal["", "wide", "narrow"] = ""
    """In a page that holds two arrangements: where this one is shown."""


class _Context(Context):
    """What a template reads. It calls macros and methods as they are: none of a picture asks for the context."""

    def call(self, called: Callable[..., Any], /, *args: Any, _loop_vars: object = None, **more: Any) -> Any:
        return called(*args, **more)


def _written(value: object) -> str:
    """A value as a template writes it: as `escape` gives it, which takes three to seven times as long for numbers and
    markup."""
    kind = type(value)
    if kind is Markup:
        return cast("Markup", value)
    return str(value) if kind is int or kind is float else escape(value)


class _Environment(Environment):
    """Templates that read attributes of parts as Python does; that, the calls and what is written are most of what
    drawing takes."""

    context_class = _Context
    getattr = staticmethod(getattr)  # type: ignore[assignment]

    def get_template(self, *given: Any, **more: Any) -> JinjaTemplate:
        template = super().get_template(*given, **more)
        # what a compiled template writes, it passes to the `escape` among its globals
        template.root_render_func.__globals__["escape"] = _written
        return template


class Template:
    """A ruleset's picture template, compiled once."""

    def __init__(self, folder: Path, pieces: str = "", large: Sequence[str] = ()) -> None:
        """`folder` holds `board.svg.jinja`; it may import `pieces.svg.jinja`. All macros of the file `pieces` in that
        folder are kept, and may use each other as kept ones; of what the `large` ones draw, less is kept."""
        environment = _Environment(
            loader=FileSystemLoader([folder, LOOK]),
            autoescape=True,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
            undefined=StrictUndefined,
            bytecode_cache=compiled_templates(),
        )
        environment.globals["cached"] = cached = SimpleNamespace()
        vars(cached).update(_cached(environment, pieces, large))
        self._cached = cached
        self._template = environment.get_template("board.svg.jinja")
        self._look = look_of(folder.parent if folder.name == PICTURE else folder)
        self._class = f"tt {self._look.name}" if self._look.rules else "tt"
        self._symbols = lru_cache(maxsize=256)(self._symbols_of)

    def draw(self, sheet: Sheet, **parts: object) -> str:
        """The document, with the symbols that it uses. `parts` are what the template reads.

        The style sheets of a page colour it; `look.values` makes a file of its own out of it.
        """
        body = self._template.render(parts)
        classes, b = f"{self._class} {sheet.shown}".strip(), "n" if sheet.shown == "narrow" else "b"
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="{classes}" viewBox="0 0 {sheet.width} {sheet.height}" '
            f'role="img" aria-labelledby="{b}-title {b}-desc">\n'
            f'<title id="{b}-title">{escape(sheet.title)}</title>\n<desc id="{b}-desc">{escape(sheet.desc)}</desc>\n'
            f"<defs>{self._symbols(self._used(body))}</defs>\n{body}</svg>\n"
        )

    def draw_piece(self, macro: str, part: object, box: Box, title: str, class_: str = "") -> str:
        """A piece by itself, as one of the kept macros draws it: a document as large as `box`, with its symbols."""
        body = getattr(self._cached, macro)(part)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="{f"{self._class} {class_}".strip()}" width="{box.w}" '
            f'height="{box.h}" viewBox="{box.x} {box.y} {box.w} {box.h}" role="img" aria-label="{escape(title)}">'
            f"<defs>{self._symbols(self._used(body))}</defs>{body}</svg>"
        )

    def _used(self, body: str) -> frozenset[str]:
        """The symbols that a picture points to; `spent` ground is hatched by the style sheet."""
        names = set(POINTED.findall(body))
        if 'class="spent"' in body:
            names.add("tt-hatch")
        return frozenset(names & self._look.symbols.keys())

    def _symbols_of(self, names: frozenset[str]) -> str:
        return "".join(symbol for name, symbol in self._look.symbols.items() if name in names)


PIECE_CACHE_SIZE, LARGE_PIECE_CACHE_SIZE = 4096, 256


def _cached(environment: Environment, pieces: str, large: Sequence[str]) -> dict[str, Callable[..., str]]:
    """The macros of a file, each remembering what it drew.

    An equal part looks equal, here or on another board, and from version to version most parts are equal. What they
    are given is frozen and holds no player's name.
    """
    macros = vars(environment.get_template(pieces).module) if pieces else {}
    return {
        name: lru_cache(maxsize=LARGE_PIECE_CACHE_SIZE if name in large else PIECE_CACHE_SIZE)(macro)
        for name, macro in macros.items()
        if isinstance(macro, Macro)
    }
