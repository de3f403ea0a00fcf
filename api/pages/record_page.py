"""What the record page shows: the seat to act, and its options at the head of a game."""

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
from api.pages.colours import tints
from api.pages.numbers import entry_of
from api.pages.origin import Origin, origin_of
from api.pages.perspective import asks_perspective
from api.pages.pieces import titles_of_all, with_picked
from api.pages.result import result_in_words
from api.pages.rulesets import faces_of
from api.pages.score_curves import TEAM
from api.pages.selection import Selection
from api.pages.situations import AtHead
from api.pages.undo_buttons import Button, Buttons, buttons_at
from api.pages.undo_requests import UndoRequest, open_request
from api.pages.view import View
from api.recording.between import between
from api.recording.ends import is_duel
from events import Game
from projections import names, viewer_of, with_names
from projections.choices import choices_on
from rulesets.kit.by_hand import adjusting_action
from rulesets.kit.errors import Refused, UnknownAction
from rulesets.kit.phases import TablePhase
from rulesets.kit.steps import number_kinds, places_of_numbers, text_of
from rulesets.kit.structs import SPECTATOR

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from api.pages.numbers import NumberEntry
    from api.pages.perspective import Perspective
    from api.pages.situations import Position
    from projections import Library
    from projections.choices import Choices
    from rulesets.kit.ruleset import Ruleset
    from rulesets.kit.structs import Action, ChoiceStep, Value, Viewer
    from rulesets.kit.svg import Arrangement

SHORT = 15
"""Rows of at most this many characters share a line,"""

SHORTEST = 3
"""and very short ones are in many columns."""

TOLD = 5
"""At most this many events since the shown version are listed."""

CHIP = 40
"""At most this many characters of a choice without a label."""


UNFIT = "No possible move fits all your choices."
GONE = "You can no longer choose that. Since then:"

_DRAWN = re.compile(r"(\d{1,9})\.")
"""The version in the name of a picture."""


class Tab(Struct, frozen=True):
    """A tab for a seat that may act."""

    seat: int
    name: str
    tint: str
    """CSS classes of its colour."""
    href: str
    current: bool


class Row(Struct, frozen=True):
    """An option; the link chooses it."""

    label: str
    href: str
    count: int | None
    """How many actions it leads to; None for one, or for more than are counted."""


class Chip(Struct, frozen=True):
    """A choice; the link goes back to before it."""

    label: str
    href: str


class Ready(Struct, frozen=True):
    """The chosen action, ready to record."""

    label: str
    action: str
    """As JSON."""
    key: str
    """An idempotency key, so that two taps record once."""


class Fault(Struct, frozen=True):
    """Why an action was not recorded."""

    text: str
    rule: str = ""
    between: tuple[str, ...] = ()
    """Sentences of the events since the version that the form was based on."""
    typed: str = ""
    """What was entered instead of a number."""


class RecordPage(Struct, frozen=True, kw_only=True):
    """What the page shows."""

    game: Game
    title: str
    names: Mapping[int, str]
    seat: int | None
    """The seat to act; None once the game is over."""
    view: View
    at: int
    when: str
    origin: Origin | None
    """Of a what-if game."""
    sentence: str
    """The sentence of the last event."""
    undo: Button | None
    redo: Button | None
    undo_request: UndoRequest | None
    """The open undo request."""
    tabs: tuple[Tab, ...]
    anytime: tuple[Tab, ...]
    picture: Markup | None
    """None if the page has it already."""
    drawn: str
    """A key for the picture without its frames; it changes with the game and the viewer."""
    framed: tuple[str, ...]
    """Ids of the pieces that can be chosen,"""
    picked: tuple[str, ...]
    """and of those that are chosen."""
    placed: bool
    """Whether all options are pieces of the picture."""
    single: bool
    """Whether a single tap chose the whole action, in a game where anything can be undone."""
    duel: bool
    """Whether a player can resign."""
    adjusts: bool
    """Whether the board can be adjusted."""
    enters_rounds: bool
    """Whether the numbers of several players can be entered at once."""
    covers: bool
    """Whether there is a shown hand to hide."""
    asks: str
    trail: tuple[Chip, ...]
    back: str | None
    """The address without the last choice."""
    rows: tuple[Row, ...]
    width: str
    """How long the rows are: `shortest`, `short` or `long`."""
    always: tuple[Row, ...]
    """Actions without fields, such as to end a turn or to pass."""
    ready: Ready | None
    number: NumberEntry | None
    """The number to enter, instead of the digits among the rows."""
    here: str
    """The selection as a query string."""
    fault: Fault | None
    group: Group | None
    """The rolls and draws to enter before the action is recorded."""
    faces: tuple[tuple[str, Markup], ...]
    """Pictures of possible cards, by the value that the form sends for each."""
    result: str
    """The result in words; empty while the game runs."""
    target: str = ""
    """The address of the button, if it does not record."""


class RecordPageMaker:
    """Makes the record page of a game, at its head or in another situation."""

    def __init__(
        self,
        library: Library,
        game: Game,
        selection: Selection,
        arrangement: Arrangement,
        perspective: Perspective,
        position: Position | None = None,
    ) -> None:
        """Raises UnknownAddress if the game has no such seat, and RulesetMissing."""
        self.library, self.game, self.arrangement = library, game, arrangement
        self.position = position or AtHead(library, game)
        self.is_at_head = position is None
        self.ruleset: Ruleset[Any] = library.ruleset(game)
        self.called = names(game)
        public = self.position.board(SPECTATOR)
        self.waiting, self.together = self.ruleset.waiting_for(public), isinstance(public.pending, TablePhase)
        if selection.seat is not None and selection.seat not in self.called:
            raise UnknownAddress(f"The game has seats 1 to {len(self.called)}.")
        if selection.seat and not asks_perspective(game) and not self._can_act(selection.seat):
            selection = Selection()  # others are asked by now
        mine = perspective.foremost(self.waiting) if asks_perspective(game) else None
        self.seat = selection.seat or mine or next(iter(self.waiting), None)
        self.here = perspective.seats if asks_perspective(game) else tuple(self.called)
        """The seats at this device."""
        self._take_seat(replace(selection, seat=self.seat))
        if (elsewhere := self._number_elsewhere()) is not None:
            self._take_seat(elsewhere)
        self.over = self.ruleset.over(self.board)

    def _take_seat(self, selection: Selection) -> None:
        """Show the board and the options of the seat of a selection."""
        self.seat, self.selection = selection.seat, selection
        self.viewer: Viewer = viewer_of(self.game, None) if self.seat is None else self.seat
        self.board = self.position.board(self.viewer)
        self._choices_after: dict[Selection, Choices] = {}

    def shown(self, fault: Fault | None = None, group: Group | None = None, have: str = "") -> RecordPage:
        """The page, with what was wrong or with the rolls and draws to enter.

        Without the picture if its key is `have`: a script shows it already.
        """
        game, at = self.game, self.game.summary.head
        asked, selection = self._asked
        ready = self._ready(asked, selection)
        if selection != self.selection and fault is None and not self.over:
            fault = self._unfit(have)
        view, called = View(viewer=self.viewer), self.called | {TEAM: "The team"}
        rows = () if group else tuple(self._rows(asked, selection, ready))
        undo_request = open_request(game, self.here) if self.is_at_head else None
        moves = buttons_at(self.library, game, view, at) if self.is_at_head and not undo_request else Buttons()
        picked = tuple(dict.fromkeys(self._picked(selection, ready)))
        framed = tuple(id for id in dict.fromkeys(self._framed(asked, selection, group)) if id not in picked)
        known = have == self.drawn and not any(name == "tap" for name, _ in selection.pairs)
        picture = "" if known else self._picture(framed, picked)
        return RecordPage(
            game=game,
            title=self.library.title(game),
            names=self.called,
            seat=None if self.over else self.seat,
            view=view,
            at=at,
            when=f"Round {self.board.round}" if self.board.round else "Set-up",
            origin=origin_of(self.library, game),
            sentence=self.position.sentence(self.viewer),
            undo=moves.undo,
            redo=moves.redo,
            undo_request=undo_request,
            tabs=self._tabs(() if self.together else self.waiting),
            anytime=self._tabs(asked.anytime),
            picture=None if have == self.drawn else Markup(picture),
            drawn=self.drawn,
            framed=framed,
            picked=picked,
            placed=not group and bool(framed) and all(value.touches for value in asked.step.values),
            single=bool(ready) and not rows and self._is_single(selection),
            duel=is_duel(self.ruleset, game, self.board.components),
            adjusts=game.chance == "table" and adjusting_action(self.ruleset) is not None,
            enters_rounds=not self.over and self.is_at_head and self._enters_rounds(),
            covers=game.chance == "table" and self.seat is not None and not self.over,
            asks=self._question(asked.step),
            trail=tuple(self._trail(selection, ready, picture)),
            back=self._back(selection),
            rows=rows,
            width=_width(rows),
            always=tuple(self._always(selection)),
            ready=ready,
            number=None if group or selection.action else entry_of(self.ruleset, asked.step, uuid4().hex),
            here=selection.query,
            fault=fault,
            group=group,
            faces=tuple(self._faces(group)) if group else (),
            result=result_in_words(self.over, called, together=self.library.is_cooperative(game)) if self.over else "",
        )

    def _can_act(self, seat: int) -> bool:
        return seat in self.waiting or seat in self.ruleset.anytime(self.position.board(seat))

    # --- what is asked

    @cached_property
    def _asked(self) -> tuple[Choices, Selection]:
        """The options after the part of the selection that is possible, and that part."""
        for kept in range(len(self.selection.pairs), -1, -1):
            selection = self.selection if kept == len(self.selection.pairs) else self.selection.first(kept)
            asked = self._choices(selection)
            if asked.step.values or asked.step.enough:
                break
        if selection.action and self._legal(selection.action) is None:
            selection = replace(selection, action=None)
        return asked, selection

    @property
    def number(self) -> NumberEntry | None:
        """The number that the selection leads to."""
        return entry_of(self.ruleset, self._choices(self.selection).step, "")

    @cached_property
    def _places_of_numbers(self) -> Mapping[str, int]:
        """The seats of the places where a number can be entered. A device shows one hand at a time where hands are
        hidden, so these are places of its own seat alone."""
        seats = (self.seat,) if asks_perspective(self.game) else tuple(self.called)
        boards = ((seat, self.position.board(seat)) for seat in seats if seat)
        return {id: seat for seat, board in boards for id in places_of_numbers(self.ruleset, board, seat)}

    def _enters_rounds(self) -> bool:
        """Whether several players score numbers in this phase, also when none is open just now: the menu stays while
        others follow."""
        several = len(self.called) > 1 and not asks_perspective(self.game)
        return several and any(number_kinds(self.ruleset, self.board, seat) for seat in self.called)

    def _number_elsewhere(self) -> Selection | None:
        """The last tap alone, if it is no part of what was chosen before: a number of any seat is one tap away."""
        name, tapped = self.selection.pairs[-1] if self.selection.pairs else ("", "")
        if name != "tap" or self.selection.action or (step := self._choices(self.selection).step).values or step.enough:
            return None
        own = Selection(self.seat, ((name, tapped),))
        if own != self.selection and self._choices(own).step.values:
            return own
        seat = self._places_of_numbers.get(tapped)
        return replace(own, seat=seat) if seat else None

    def _choices(self, selection: Selection) -> Choices:
        if selection not in self._choices_after:
            self._choices_after[selection] = choices_on(
                self.ruleset, self.board, self.called, self.seat, selection.chosen
            )
        return self._choices_after[selection]

    def _legal(self, text: str) -> Action[Any] | None:
        """The action in an address, if it is legal on the board that the seat sees."""
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

    def _ready(self, asked: Choices, selection: Selection) -> Ready | None:
        """The chosen action, the only one left, or the one that the chosen pieces make."""
        step = asked.step
        if selection.action:
            action = self._legal(selection.action)
        elif step.numbers:
            action = None
        else:
            only = step.values[0] if len(step.values) == 1 and not step.enough else step.enough
            action = only.action if only and (only is step.enough or not is_more_to_come(only.action)) else None
        if action is None or self.seat is None:
            return None
        label = with_names(action.label(self.board, self.seat), self.called)
        return Ready(label, self.ruleset.encode(action), uuid4().hex)

    def _question(self, step: ChoiceStep) -> str:
        """The question with the name of the seat, and with the count if several are chosen."""
        name = self.called.get(self.seat or 0, "")
        if not (step.values or step.enough) and self.seat not in self.waiting:
            return f"Waiting for {' and '.join(self.called[seat] for seat in self.waiting)}"
        asks = step.asks
        if asks and step.field not in ("type", "action", "seat") and not asks.startswith(name):
            asks = f"{name}: {asks[0].lower()}{asks[1:]}"
        if step.high == 1:
            return asks
        return f"{asks} ({step.high if step.low == step.high else f'{step.low} to {step.high}'})"

    def _is_single(self, selection: Selection) -> bool:
        """Whether one tap is the whole selection, in a game where anything can be undone."""
        free = self.game.undo == "free" and self.game.chance == "table"
        return free and [name for name, _ in selection.pairs] == ["tap"] and not selection.action

    # --- what leads on, and back

    def _rows(self, asked: Choices, selection: Selection, ready: Ready | None) -> Iterator[Row]:
        """The options, without the actions that are always there; none if one action is left."""
        step = asked.step
        if selection.action or (ready and not step.enough):
            return
        for value in step.values:
            if not (value.kind and self._is_always(value.kind)):
                yield Row(value.label, self._href(selection, step.field, value), _more(value))

    def _href(self, selection: Selection, field: str, value: Value) -> str:
        if value.action is not None and is_more_to_come(value.action):
            return entering(selection, self.ruleset, value.action).query
        if value.action is not None:
            return selection.taking(self.ruleset.encode(value.action)).query
        return selection.then(field, text_of(value.value)).query

    def _always(self, selection: Selection) -> Iterator[Row]:
        """Actions without fields, in the order of the rules."""
        if self.seat is None:
            return
        for kind in self.ruleset.open_kinds(self.board, self.seat):
            action = next(iter(self.ruleset.legal_of(kind, self.board, self.seat)), None)
            if action is not None and self._is_always(kind):
                label = with_names(action.label(self.board, self.seat), self.called)
                yield Row(label, Selection(selection.seat).taking(self.ruleset.encode(action)).query, None)

    def _is_always(self, kind: type[Action[Any]]) -> bool:
        return not self.ruleset.asked_fields(kind)

    def _trail(self, selection: Selection, ready: Ready | None, picture: str) -> Iterator[Chip]:
        """The selection in words."""
        titles = titles_of_all(picture)
        for place, (name, value) in enumerate(selection.pairs):
            before = selection.first(place)
            label = titles.get(value) if name == "tap" else self._word(before, name, value)
            yield Chip(label or value[:CHIP], before.query)
        if selection.action and ready:
            yield Chip(ready.label, selection.first(len(selection.pairs)).query)

    def _word(self, before: Selection, name: str, value: str) -> str | None:
        """The label of the option that chose a value."""
        if name == "type":
            return self.ruleset.titles.get(value)
        if name == EFFECTS:
            text = words(self.ruleset, self.board, before, value)
            return text and with_names(text, self.called)
        row = self._row_of(before, name, value)
        return row.label if row else None

    def _row_of(self, before: Selection, name: str, value: str) -> Value | None:
        step = self._choices(before).step
        return next((row for row in step.values if step.field == name and text_of(row.value) == value), None)

    def _back(self, selection: Selection) -> str | None:
        if selection.action:
            return selection.first(len(selection.pairs)).query
        return selection.first(len(selection.pairs) - 1).query if selection.pairs else None

    def _tabs(self, seats: Sequence[int]) -> tuple[Tab, ...]:
        colours = tints(self.ruleset, self.game, self.board)
        return tuple(
            Tab(seat, self.called[seat], colours[seat], Selection(seat).query, seat == self.seat) for seat in seats
        )

    # --- the picture

    @property
    def drawn(self) -> str:
        """A key for the picture: of the head, or after the effects entered by hand."""
        text = "".join(value for name, value in self._asked[1].pairs if name == EFFECTS)
        return f"{self.game.version}.{self.viewer}{f'.{crc32(text.encode()):x}' if text else ''}"

    def _picture(self, framed: Sequence[str], picked: Sequence[str]) -> str:
        """The board as the seat sees it, with frames on options and corners on choices.

        It shows effects entered by hand as done, since the next effect is about that board.
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

    def _framed(self, asked: Choices, selection: Selection, group: Group | None) -> Iterator[str]:
        if group:
            yield from group.places
        elif not selection.action:
            for value in asked.step.values:
                yield from value.touches
            if not selection.pairs or asked.step.numbers:
                yield from self._places_of_numbers

    def _picked(self, selection: Selection, ready: Ready | None) -> Iterator[str]:
        """Ids of the pieces that were chosen, or that the ready action touches."""
        if ready and self.seat and (action := self._legal(ready.action)):
            yield from self.ruleset.touches(self.board, self.seat, action)
        for place, (name, value) in enumerate(selection.pairs):
            if name == "tap":
                yield value
            elif name != "type" and (row := self._row_of(selection.first(place), name, value)) and not row.is_group:
                yield from row.touches

    def _unfit(self, have: str) -> Fault:
        """The fault of a selection that is not possible, perhaps since the game moved on."""
        drawn = _DRAWN.match(have)
        came = self.since(int(drawn[1])) if drawn else ()
        return Fault(GONE, between=came) if came else Fault(UNFIT)

    # --- what came between

    def since(self, version: int) -> tuple[str, ...]:
        """Sentences of the latest events after a version."""
        return tuple(text for _, text in between(self.library, self.game, version, self.viewer, TOLD))


def _more(value: Value) -> int | None:
    return None if value.count == 1 else value.count


def _width(rows: Sequence[Row]) -> str:
    """The width of the columns, by the longest row."""
    longest = max((len(row.label) for row in rows), default=0)
    return "shortest" if longest <= SHORTEST else "short" if longest <= SHORT else "long"
