"""What the record page shows: who is asked what at the head of a game, and what can be answered."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, Any
from uuid import uuid4
from zlib import crc32

import msgspec
from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import replace

from api.errors import UnknownAddress
from api.pages.by_hand import EFFECTS, entered, entering, is_more_to_come, words
from api.pages.chance import Group, pictured
from api.pages.consenting import Wish, wish_of
from api.pages.end import result_in_words
from api.pages.eyes import asked_of
from api.pages.look import Look
from api.pages.narrowing import Narrowed
from api.pages.origin import Origin, origin_of
from api.pages.pieces import titles_of_all, with_picked
from api.pages.positions import AtHead
from api.pages.rulesets import faces_of
from api.pages.standing import TEAM
from api.pages.tints import tints
from api.pages.undoing import Button, Buttons, buttons_at
from api.recording.between import between
from api.recording.ends import is_duel
from events import Game
from projections import names, viewer_of, with_names
from projections.choices import choices_on
from rulesets.kit.by_hand import adjusting_action
from rulesets.kit.errors import Refused, UnknownAction
from rulesets.kit.phases import TablePhase
from rulesets.kit.steps import text_of
from rulesets.kit.structs import SPECTATOR

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from api.pages.eyes import Eyes
    from api.pages.positions import Position
    from projections import Library
    from projections.choices import Choices
    from rulesets.kit.ruleset import Ruleset
    from rulesets.kit.structs import Action, ChoiceStep, Value, Viewer
    from rulesets.kit.svg import Arrangement

SHORT = 15
"""Rows of words up to so many characters stand beside each other;"""

SHORTEST = 3
"""up to so few, many of them do."""

TOLD = 5
"""So many of the events that came between are told, the last ones."""

CHIP = 40
"""Characters of what is chosen that is not among what can be."""


UNFIT = "No possible move fits all your choices."
GONE = "You can no longer choose that. Since then:"

_DRAWN = re.compile(r"(\d{1,9})\.")
"""The version in the name of a picture."""


class Tab(Struct, frozen=True):
    """A seat that may act."""

    seat: int
    name: str
    tint: str
    """The classes that colour what is the seat's."""
    href: str
    current: bool


class Row(Struct, frozen=True):
    """An answer: it leads to the page on which it is chosen."""

    label: str
    href: str
    count: int | None
    """Actions that it leads to; None where it is one, or more than are counted."""


class Chip(Struct, frozen=True):
    """Something that is chosen; the link leads back to before it."""

    label: str
    href: str


class Ready(Struct, frozen=True):
    """The one action that is left."""

    label: str
    action: str
    """As JSON."""
    key: str
    """The form's own key, so that two taps record once."""


class Fault(Struct, frozen=True):
    """Why what was sent was not recorded."""

    text: str
    rule: str = ""
    between: tuple[str, ...] = ()
    """What came between, in the words of the events."""


class Asking(Struct, frozen=True, kw_only=True):
    """The page."""

    game: Game
    title: str
    names: Mapping[int, str]
    seat: int | None
    """Who is asked; nobody once the game is over."""
    look: Look
    at: int
    when: str
    origin: Origin | None
    """Of a what-if game."""
    said: str
    """The sentence of the last event."""
    undo: Button | None
    redo: Button | None
    wish: Wish | None
    """What a seat asks the others for now."""
    tabs: tuple[Tab, ...]
    anytime: tuple[Tab, ...]
    picture: Markup | None
    """None where the page has it already."""
    drawn: str
    """A name for the picture, without its frames: it changes with the game and with who is asked."""
    framed: tuple[str, ...]
    """Ids of what can be chosen in it,"""
    picked: tuple[str, ...]
    """and of what is chosen."""
    placed: bool
    """Whether all that can be chosen lies in it."""
    single: bool
    """Whether one tap on it was all, and what is left can be taken back whatever comes of it."""
    duel: bool
    """Whether one of two rivals could resign."""
    adjusts: bool
    """Whether its board can be put right by hand."""
    covers: bool
    """Whether the hand that lies open can be covered."""
    asks: str
    trail: tuple[Chip, ...]
    back: str | None
    """The address with one thing less chosen."""
    rows: tuple[Row, ...]
    width: str
    """How long the rows are: `shortest`, `short` or `long`."""
    always: tuple[Row, ...]
    """What has no field and no place: to end a turn, to pass."""
    ready: Ready | None
    here: str
    """The address of what is chosen, as a query."""
    fault: Fault | None
    group: Group | None
    """What chance is asked, before the action is recorded."""
    faces: tuple[tuple[str, Markup], ...]
    """The pictures of cards that may come, by what the form sends for each."""
    result: str
    """How the game ended, in words; empty while it is not over."""
    target: str = ""
    """Where the button leads, if it does not record."""


class Page:
    """Makes the page of a game at its head, or at another position."""

    def __init__(
        self,
        library: Library,
        game: Game,
        way: Narrowed,
        arrangement: Arrangement,
        eyes: Eyes,
        position: Position | None = None,
    ) -> None:
        """Raises UnknownAddress where the game has no such seat, RulesetMissing."""
        self.library, self.game, self.arrangement = library, game, arrangement
        self.position = position or AtHead(library, game)
        self.is_at_head = position is None
        self.ruleset: Ruleset[Any] = library.ruleset(game)
        self.called = names(game)
        public = self.position.board(SPECTATOR)
        self.waiting, self.together = self.ruleset.waiting_for(public), isinstance(public.pending, TablePhase)
        if way.seat is not None and way.seat not in self.called:
            raise UnknownAddress(f"The game has seats 1 to {len(self.called)}.")
        if way.seat and not asked_of(game) and not self._can_act(way.seat):
            way = Narrowed()  # others are asked by now
        mine = eyes.foremost(self.waiting) if asked_of(game) else None
        self.seat = way.seat or mine or next(iter(self.waiting), None)
        self.way = replace(way, seat=self.seat)
        self.here = eyes.seats if asked_of(game) else tuple(self.called)
        """The seats at this device."""
        self.viewer: Viewer = viewer_of(game, None) if self.seat is None else self.seat
        self.board = self.position.board(self.viewer)
        self.over = self.ruleset.over(self.board)
        self._asked_after: dict[Narrowed, Choices] = {}

    def shown(self, fault: Fault | None = None, group: Group | None = None, have: str = "") -> Asking:
        """The page; with what was wrong with what was sent, or with what chance is asked.

        Without the picture where that is `have`, which a script shows already.
        """
        game, at = self.game, self.game.summary.head
        asked, way = self._asked
        ready = self._ready(asked, way)
        if way != self.way and fault is None and not self.over:
            fault = self._unfit(have)
        look = Look(viewer=self.viewer)
        rows = () if group else tuple(self._rows(asked, way, ready))
        wish = wish_of(game, self.here) if self.is_at_head else None
        moves = buttons_at(self.library, game, look, at) if self.is_at_head and not wish else Buttons()
        picked = tuple(dict.fromkeys(self._picked(way, ready)))
        framed = tuple(id for id in dict.fromkeys(self._framed(asked, way, group)) if id not in picked)
        known = have == self.drawn and not any(name == "tap" for name, _ in way.pairs)
        picture = "" if known else self._picture(framed, picked)
        return Asking(
            game=game,
            title=self.ruleset.title,
            names=self.called,
            seat=None if self.over else self.seat,
            look=look,
            at=at,
            when=f"Round {self.board.round}" if self.board.round else "Set-up",
            origin=origin_of(self.library, game),
            said=self.position.said(self.viewer),
            undo=moves.undo,
            redo=moves.redo,
            wish=wish,
            tabs=self._tabs(() if self.together else self.waiting),
            anytime=self._tabs(asked.anytime),
            picture=None if have == self.drawn else Markup(picture),
            drawn=self.drawn,
            framed=framed,
            picked=picked,
            placed=not group and bool(framed) and all(value.touches for value in asked.step.values),
            single=bool(ready) and not rows and self._is_single(way),
            duel=is_duel(self.ruleset, game),
            adjusts=game.chance == "table" and adjusting_action(self.ruleset) is not None,
            covers=game.chance == "table" and self.seat is not None and not self.over,
            asks=self._question(asked.step),
            trail=tuple(self._trail(way, ready, picture)),
            back=self._back(way),
            rows=rows,
            width=_width(rows),
            always=tuple(self._always(way)),
            ready=ready,
            here=way.query,
            fault=fault,
            group=group,
            faces=tuple(self._faces(group)) if group else (),
            result=result_in_words(self.over, self.called | {TEAM: "The team"}, together=self.ruleset.cooperative)
            if self.over
            else "",
        )

    def _can_act(self, seat: int) -> bool:
        return seat in self.waiting or seat in self.ruleset.anytime(self.position.board(seat))

    # --- what is asked

    @cached_property
    def _asked(self) -> tuple[Choices, Narrowed]:
        """What is asked after as much of what is chosen as fits, and how much that is."""
        for kept in range(len(self.way.pairs), -1, -1):
            way = self.way if kept == len(self.way.pairs) else self.way.first(kept)
            asked = self._choices(way)
            if asked.step.values or asked.step.enough:
                break
        if way.action and self._legal(way.action) is None:
            way = replace(way, action=None)
        return asked, way

    def _choices(self, way: Narrowed) -> Choices:
        if way not in self._asked_after:
            self._asked_after[way] = choices_on(self.ruleset, self.board, self.called, self.seat, way.chosen)
        return self._asked_after[way]

    def _legal(self, text: str) -> Action[Any] | None:
        """An action out of an address, where the rules allow it on the board that the seat sees."""
        if self.seat is None:
            return None
        try:
            action = self.ruleset.read_action(msgspec.json.decode(text))
            if type(action) in self.ruleset.open_kinds(self.board, self.seat):
                action.check(self.board, self.seat)
                return action
        except (UnknownAction, Refused, msgspec.MsgspecError, RecursionError):
            pass
        return None

    def _ready(self, asked: Choices, way: Narrowed) -> Ready | None:
        """The action that is chosen; else the only one that is left, or what the pieces so far make."""
        if way.action:
            action = self._legal(way.action)
        else:
            step = asked.step
            only = step.values[0] if len(step.values) == 1 and not step.enough else step.enough
            action = only.action if only and (only is step.enough or not is_more_to_come(only.action)) else None
        if action is None or self.seat is None:
            return None
        label = with_names(action.label(self.board, self.seat), self.called)
        return Ready(label, self.ruleset.encode(action), uuid4().hex)

    def _question(self, step: ChoiceStep) -> str:
        """What is asked, with the name in it, and of a set with how many."""
        name = self.called.get(self.seat or 0, "")
        if not (step.values or step.enough) and self.seat not in self.waiting:
            return f"Waiting for {' and '.join(self.called[seat] for seat in self.waiting)}"
        asks = step.asks
        if asks and step.field not in ("type", "action", "seat") and not asks.startswith(name):
            asks = f"{name}: {asks[0].lower()}{asks[1:]}"
        if step.high == 1:
            return asks
        return f"{asks} ({step.high if step.low == step.high else f'{step.low} to {step.high}'})"

    def _is_single(self, way: Narrowed) -> bool:
        """Whether one tap is all that is chosen, in a game whose table may take anything back."""
        free = self.game.undo == "free" and self.game.chance == "table"
        return free and [name for name, _ in way.pairs] == ["tap"] and not way.action

    # --- what leads on, and back

    def _rows(self, asked: Choices, way: Narrowed, ready: Ready | None) -> Iterator[Row]:
        """The answers; of what is always there none, and none where one action is left."""
        step = asked.step
        if way.action or (ready and not step.enough):
            return
        for value in step.values:
            if not (value.kind and self._is_always(value.kind)):
                yield Row(value.label, self._href(way, step.field, value), _more(value))

    def _href(self, way: Narrowed, field: str, value: Value) -> str:
        if value.action is not None and is_more_to_come(value.action):
            return entering(way, self.ruleset, value.action).query
        if value.action is not None:
            return way.taking(self.ruleset.encode(value.action)).query
        return way.then(field, text_of(value.value)).query

    def _always(self, way: Narrowed) -> Iterator[Row]:
        """To end a turn, to pass: in the order of the rules, whatever is chosen."""
        if self.seat is None:
            return
        for kind in self.ruleset.open_kinds(self.board, self.seat):
            action = next(iter(self.ruleset.legal_of(kind, self.board, self.seat)), None)
            if action is not None and self._is_always(kind):
                label = with_names(action.label(self.board, self.seat), self.called)
                yield Row(label, Narrowed(way.seat).taking(self.ruleset.encode(action)).query, None)

    def _is_always(self, kind: type[Action[Any]]) -> bool:
        return not self.ruleset.asked_fields(kind)

    def _trail(self, way: Narrowed, ready: Ready | None, picture: str) -> Iterator[Chip]:
        """What is chosen, in words."""
        titles = titles_of_all(picture)
        for place, (name, value) in enumerate(way.pairs):
            before = way.first(place)
            label = titles.get(value) if name == "tap" else self._word(before, name, value)
            yield Chip(label or value[:CHIP], before.query)
        if way.action and ready:
            yield Chip(ready.label, way.first(len(way.pairs)).query)

    def _word(self, before: Narrowed, name: str, value: str) -> str | None:
        """The row by which a value was chosen."""
        if name == "type":
            return self.ruleset.titles.get(value)
        if name == EFFECTS:
            told = words(self.ruleset, self.board, before, value)
            return told and with_names(told, self.called)
        row = self._row_of(before, name, value)
        return row.label if row else None

    def _row_of(self, before: Narrowed, name: str, value: str) -> Value | None:
        step = self._choices(before).step
        return next((row for row in step.values if step.field == name and text_of(row.value) == value), None)

    def _back(self, way: Narrowed) -> str | None:
        if way.action:
            return way.first(len(way.pairs)).query
        return way.first(len(way.pairs) - 1).query if way.pairs else None

    def _tabs(self, seats: Sequence[int]) -> tuple[Tab, ...]:
        colours = tints(self.ruleset, self.game, self.board)
        return tuple(
            Tab(seat, self.called[seat], colours[seat], Narrowed(seat).query, seat == self.seat) for seat in seats
        )

    # --- the picture

    @property
    def drawn(self) -> str:
        """A name for the picture: of the head, or of what is entered by hand on it so far."""
        told = "".join(value for name, value in self._asked[1].pairs if name == EFFECTS)
        return f"{self.game.version}.{self.viewer}{f'.{crc32(told.encode()):x}' if told else ''}"

    def _picture(self, framed: Sequence[str], picked: Sequence[str]) -> str:
        """The board as the seat sees it, with frames on what can be chosen and corners on what is.

        What is entered by hand so far has happened there: the next effect is about that board.
        """
        scene = self.position.scene(self.viewer, self.arrangement)
        if found := entered(self.ruleset, scene.board, self._asked[1]):
            before, last, board = found
            scene = replace(scene, before=before, board=board, effects=(last,), touched=frozenset(last.touches()))
        drawn = self.ruleset.picture(replace(scene, clickable=frozenset((*framed, *picked))))
        return with_picked(drawn, picked)

    def _faces(self, group: Group) -> Iterator[tuple[str, Markup]]:
        components: Any = self.board.components
        for text, picture in pictured(group, faces_of(self.ruleset, components)):
            yield text, Markup(picture)

    def _framed(self, asked: Choices, way: Narrowed, group: Group | None) -> Iterator[str]:
        if group:
            yield from group.places
        elif not way.action:
            for value in asked.step.values:
                yield from value.touches

    def _picked(self, way: Narrowed, ready: Ready | None) -> Iterator[str]:
        """Where that lies which is tapped or chosen from rows; of an action all that it is about."""
        if ready and self.seat and (action := self._legal(ready.action)):
            yield from self.ruleset.touches(self.board, self.seat, action)
        for place, (name, value) in enumerate(way.pairs):
            if name == "tap":
                yield value
            elif name != "type" and (row := self._row_of(way.first(place), name, value)) and not row.is_group:
                yield from row.touches

    def _unfit(self, have: str) -> Fault:
        """What is chosen does not fit: since something came between, if it was chosen in the picture of before."""
        drawn = _DRAWN.match(have)
        came = self.since(int(drawn[1])) if drawn else ()
        return Fault(GONE, between=came) if came else Fault(UNFIT)

    # --- what came between

    def since(self, version: int) -> tuple[str, ...]:
        """The sentences of the events after a version of the game, the last of them."""
        return tuple(text for _, text in between(self.library, self.game, version, self.viewer, TOLD))


def _more(value: Value) -> int | None:
    return None if value.count == 1 else value.count


def _width(rows: Sequence[Row]) -> str:
    """How wide columns of rows are: as the longest of them."""
    longest = max((len(row.label) for row in rows), default=0)
    return "shortest" if longest <= SHORTEST else "short" if longest <= SHORT else "long"
