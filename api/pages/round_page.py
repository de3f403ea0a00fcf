"""Numbers of all players at once: a field for each that can be entered, sent as one request."""

from __future__ import annotations

from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from flask import make_response, redirect, render_template, url_for
from msgspec import Struct

from api.errors import UnknownAddress
from api.pages.base import blueprint
from api.pages.context import sent, service, unknown_form
from api.pages.game_list import game_id
from api.pages.numbers import BadNumber, NumberEntry, entry_for, with_number
from api.pages.perspective import asks_perspective
from api.pages.record_page import Fault
from api.pages.record_routes import KEY, MEANWHILE, SENT, fault_of, request_of
from api.recording.between import between
from api.recording.decide import Entry
from events import KeyReused, Stale
from projections import names, with_names
from rulesets.kit.errors import Refused
from rulesets.kit.steps import number_kinds, text_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from uuid import UUID

    from werkzeug.wrappers import Response as AnyResponse

    from events import Game

TOLD = 5
"""At most this many events since the shown version are listed."""
NOTHING = "Enter a number for at least one player."


class Cell(Struct, frozen=True):
    """A number that can be entered."""

    name: str
    """Of its field in the form."""
    seat: int
    player: str
    heading: str
    """What it is for."""
    entry: NumberEntry
    text: str = ""
    """What was entered."""


@blueprint.get("/games/<game>/round")
def enter_round(game: str) -> AnyResponse:
    """The form for the numbers of all players."""
    return _shown(_game(game_id(game)), {})


@blueprint.post("/games/<game>/round")
def record_round(game: str) -> AnyResponse:
    """Record all numbers that were entered, in the order of the form: all or nothing."""
    id, given = game_id(game), sent()
    key, expected = given.get("key", ""), given.get("expected", "")
    if not KEY.fullmatch(key) or not expected.isdecimal() or len(expected) > 9:
        raise unknown_form()
    once, found = request_of(str(id), key, given), _game(id)
    try:
        if not service().store.answered(once):
            if found.version != int(expected):
                raise Stale(found.version)
            service().recorder.act(id, _entries(found, given), expected=int(expected), request=once)
    except BadNumber as error:
        return _shown(found, given, Fault(str(error)))
    except Refused as error:
        return _shown(found, given, fault_of(id, error))
    except KeyReused:
        return _shown(found, given, Fault(SENT))
    except Stale:
        since = tuple(text for _, text in between(service().library, _game(id), int(expected), "table", TOLD))
        return _shown(_game(id), given, Fault(MEANWHILE, between=since), 412)
    return redirect(url_for("pages.record", game=id), 303)


def _game(id: UUID) -> Game:
    """The game, if one device enters the numbers of all. Raises UnknownGame, UnknownAddress."""
    game = service().library.game(id)
    if asks_perspective(game):
        raise UnknownAddress("Where Tabletale rolls, each player enters their own numbers.")
    return game


def _entries(game: Game, given: Mapping[str, str]) -> list[Entry]:
    """What was entered, in the order of the form. Raises BadNumber with player and heading."""
    ruleset = service().library.ruleset(game)
    found: list[Entry] = []
    for cell in _cells(game, given):
        if cell.text.strip():
            try:
                number = cell.entry.number(cell.text)
            except BadNumber:
                text = f"{cell.player}, {cell.heading}: enter a whole number, {cell.entry.limits}."
                raise BadNumber(text) from None
            action: Any = with_number(cell.entry.action, cell.entry.field, number)
            found.append(Entry(seat=cell.seat, action=ruleset.decode_action(action)))
    if not found:
        raise BadNumber(NOTHING)
    return found


def _shown(game: Game, given: Mapping[str, str], fault: Fault | None = None, status: int = 422) -> AnyResponse:
    page = render_template(
        "pages/round.html",
        game=game,
        title=service().library.title(game),
        headings=[(heading, tuple(of_it)) for heading, of_it in groupby(_cells(game, given), attrgetter("heading"))],
        fault=fault,
        key=uuid4().hex,
    )
    return make_response(page, status if fault else 200)


def _cells(game: Game, given: Mapping[str, str]) -> list[Cell]:
    """The numbers that can be entered now, those for one thing together."""
    found = [*_by_seat(game, given)]
    headings = list(dict.fromkeys(cell.heading for cell in found))
    return sorted(found, key=lambda cell: headings.index(cell.heading))


def _by_seat(game: Game, given: Mapping[str, str]) -> Iterator[Cell]:
    """The numbers that can be entered now, seat by seat."""
    library, called = service().library, names(game)
    ruleset = library.ruleset(game)
    for seat, player in called.items():
        board = library.head(game, seat)
        for kind in number_kinds(ruleset, board, seat):
            for numbers in kind.numbers(board, seat):
                about = [each for each in ruleset.named(board, seat, numbers.action) if each.field != numbers.field]
                others = (text_of(getattr(numbers.action, each.field)) for each in about)
                name = ".".join((str(seat), kind.__name__, *others))
                heading = with_names(" ".join(each.word for each in about) or ruleset.titles[kind.__name__], called)
                entry = entry_for(ruleset, numbers, heading, "")
                yield Cell(name, seat, player, heading, entry, given.get(name, ""))
