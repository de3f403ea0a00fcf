"""The form of a game without a rulebook: its title, who plays, and how it is scored."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct

from api.errors import InvalidRequest
from api.pages.context import service
from api.pages.game_options import SEAT, SUGGESTED
from api.pages.statistics import in_plain_words
from api.recording.recorder import BadSeats, NewGameRequest
from api.recording.titles import BadSheet, SheetRequest, known_scoring, titled, titles_of
from api.rest import shapes
from api.rest.web import convert, invalid
from rulesets.kit.sheets import LONGEST_TITLE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rulesets.kit.ruleset import Ruleset

FIELDS = {"title": "Title", "scoring": "Scoring", "": "Title"}
"""The fields of a sheet, as the page calls them."""
PLAYERS = "Players"


class Fault(Struct, frozen=True):
    """What is wrong with the form."""

    field: str
    """The name of a field: `title`, `seat.3`, or empty for none alone."""
    label: str
    text: str


class AnotherGame(Struct, frozen=True):
    """The form, as far as it is filled in."""

    ruleset: Ruleset[Any]
    title: str
    titles: tuple[str, ...]
    """Titles that were played before, the latest first."""
    names: tuple[str, ...]
    """One for each seat that there may be."""
    scoring: str
    fault: Fault | None
    longest: int = LONGEST_TITLE
    """Characters of a title."""


def form_of(given: Mapping[str, str], fault: Fault | None = None) -> AnotherGame | None:
    """The form with what was entered; none if no ruleset for any game is installed."""
    for ruleset in titled(service().rulesets):
        assert ruleset.sheets
        known, title = titles_of(service().store, ruleset.name), given.get("title", "")
        scoring = given.get("scoring") or known_scoring(service().library, ruleset, title)
        return AnotherGame(
            ruleset=ruleset,
            title=title,
            titles=tuple(title.name for title in known if title.games)[:SUGGESTED],
            names=tuple(given.get(f"{SEAT}{seat}", "") for seat in ruleset.seats),
            scoring=scoring or next(iter(ruleset.sheets.scorings)),
            fault=fault,
        )
    return None


def request_in(ruleset: Ruleset[Any], given: Mapping[str, str]) -> NewGameRequest:
    """The game that the form describes; seats without a name are left out. Raises InvalidRequest."""
    _need_seats(ruleset, given)
    body: dict[str, Any] = {
        "ruleset": ruleset.name,
        "sheet": {"title": given.get("title", "").strip(), "scoring": given.get("scoring") or None},
        "seats": [{"name": given[field].strip()} for field in _filled(ruleset, given)],
    }
    wanted = convert(body, shapes.GameBody, "body", strict=True)
    assert wanted.sheet
    return NewGameRequest(
        ruleset=ruleset.name,
        players=tuple(seat.name for seat in wanted.seats),
        sheet=SheetRequest(wanted.sheet.title, wanted.sheet.scoring),
    )


def fault_in(ruleset: Ruleset[Any], error: Exception, given: Mapping[str, str]) -> Fault | None:
    """What is wrong, by the field of the form; none where it is not in one of them."""
    if isinstance(error, BadSheet):
        return Fault(error.field, FIELDS[error.field], _text(error.detail))
    if isinstance(error, BadSeats):
        return Fault(f"{SEAT}1", PLAYERS, str(error))
    if not isinstance(error, InvalidRequest) or not error.errors:
        return None
    wrong, filled = error.errors[0], _filled(ruleset, given)
    match wrong.pointer.split("/")[1:]:
        case ["sheet", field]:
            return Fault(field, FIELDS[field], _text(wrong.detail))
        case ["seats", number, "name"]:
            field = filled[int(number)]
            return Fault(field, f"Player {field.removeprefix(SEAT)}", _text(wrong.detail))
        case ["seats"]:
            return Fault(f"{SEAT}1", PLAYERS, _text(wrong.detail) if filled else "enter at least one name")
    return None


def _need_seats(ruleset: Ruleset[Any], given: Mapping[str, str]) -> None:
    """Refuse a player in a seat that there cannot be. Raises InvalidRequest."""
    known = {f"{SEAT}{seat}" for seat in ruleset.seats}
    if any(name.startswith(SEAT) and name not in known and text.strip() for name, text in given.items()):
        raise invalid(f"the game takes {ruleset.seats.start} to {ruleset.seats.stop - 1} seats", "/seats")


def _filled(ruleset: Ruleset[Any], given: Mapping[str, str]) -> list[str]:
    """The fields of players that have a name, in the order of the seats."""
    fields = (f"{SEAT}{seat}" for seat in ruleset.seats)
    return [field for field in fields if given.get(field, "").strip()]


def _text(detail: str) -> str:
    return in_plain_words(detail[:1].lower() + detail[1:])
