"""The list of games and its filters."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, get_args
from uuid import UUID

import msgspec
from msgspec import Struct

from api import people
from api.errors import UnknownAddress, UnknownGame, UnknownRuleset
from api.pages.colours import listed_tints
from api.recording.titles import Title, full_name, played_with, title_of, titled, titles_of
from events import Game, UnknownPlayer
from events.game import Status
from projections import names

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

    from api.service import Service
    from rulesets.kit.ruleset import Ruleset

PAGE = 25
"""Games on one page."""

STATUSES: tuple[Status, ...] = get_args(Status)

FIELDS = ("ruleset", "sheet", "status", "player", "place", "tag", "since", "until", "forks", "forked_from")
"""The query parameters that filter the list."""

MOST_TITLES = 100
"""At most this many titles are offered."""

FEW = 3
"""At most this many seats that are to act are named."""


class SeatCell(Struct, frozen=True):
    """A seat in a row."""

    seat: int
    name: str
    score: int | float | None
    """None where all seats share one."""
    won: bool
    tint: str
    """CSS classes of its colour."""


class Row(Struct, frozen=True):
    """One game."""

    game: Game
    name: str | None
    """Its name, if it has one."""
    title: str
    """Of its ruleset."""
    seats: tuple[SeatCell, ...]
    scored: str
    """What the scores count."""
    team: int | float | None
    """The one score of a cooperative game."""
    status: str
    """The status in words,"""
    more: str
    """and who is to act, or why the game is over."""
    pictured: bool
    """Whether its board can be drawn."""
    created: datetime


class Listing(Struct, frozen=True):
    """One page of the list."""

    rows: tuple[Row, ...]
    asked: dict[str, str]
    """The filters, by field; the player by name."""
    title: Title | None
    """The title, if one is asked for."""
    heading: str
    """What the games are of, if it is one title."""
    refinable: bool
    """Whether the sheet of the title can be changed on a page."""
    nobody: bool
    """No player has that name."""
    older: UUID | None
    """The last game shown, if there are more."""


def listing(service: Service, query: Mapping[str, str]) -> Listing:
    """The newest games, as an address asks for them. Raises UnknownAddress, UnknownRuleset."""
    asked = {name: value for name in FIELDS if (value := query.get(name, "").strip())}
    _need_ruleset(service, asked.get("ruleset"))
    title = _title(service, asked)
    ruleset = service.rulesets.get(title.ruleset) if title else None
    heading = full_name(ruleset, title) if ruleset and title else ""
    refinable = bool(ruleset and ruleset.sheets and ruleset.sheets.refining)
    if title:
        asked["sheet"] = title.name
    player = people.find(service.store, asked["player"]) if "player" in asked else None
    if player and (called := _name_of(service, player)):
        asked["player"] = called
    if "player" in asked and player is None:
        return Listing((), asked, title, heading, refinable, nobody=True, older=None)
    found = service.store.games(
        ruleset=asked.get("ruleset"),
        component_sets=title.sets if title else () if "sheet" in asked else None,
        status=_status(asked.get("status")),
        player=player,
        place=asked.get("place"),
        tag=asked.get("tag"),
        since=_day(asked.get("since"), "since"),
        until=_day(asked.get("until"), "until", after=1),
        forks="forks" in asked or "forked_from" in asked,
        forked_from=_id(asked.get("forked_from")),
        limit=PAGE + 1,
        before=_id(query.get("before")),
    )
    return Listing(
        rows=tuple(row_of(game, service) for game in found[:PAGE]),
        asked=asked,
        title=title,
        heading=heading,
        refinable=refinable,
        nobody=False,
        older=found[PAGE - 1].id if len(found) > PAGE else None,
    )


def rows_of(service: Service, ids: Iterable[str]) -> list[Row]:
    """These games as rows; deleted games are left out."""
    rows = []
    for id in ids:
        with suppress(UnknownGame):
            rows.append(row_of(service.store.game(UUID(id)), service))
    return rows


def game_id(text: str) -> UUID:
    """The id of a game in an address. Raises UnknownGame."""
    try:
        return UUID(text)
    except ValueError:
        raise UnknownGame from None


def _need_ruleset(service: Service, name: str | None) -> None:
    """Raise UnknownRuleset if a ruleset is neither installed nor in any game."""
    if name and name not in service.rulesets and not service.store.games(ruleset=name, archived=None, limit=1):
        raise UnknownRuleset


def _title(service: Service, asked: Mapping[str, str]) -> Title | None:
    """The title that is asked for, if there is such a component set."""
    if "sheet" not in asked:
        return None
    rulesets = [asked["ruleset"]] if "ruleset" in asked else [ruleset.name for ruleset in titled(service.rulesets)]
    found = (title_of(service.store, ruleset, asked["sheet"]) for ruleset in rulesets)
    return next(filter(None, found), None)


def titles(service: Service, ruleset: str | None) -> list[Title]:
    """The titles that were played, the latest first: of this ruleset for any game, or of all such rulesets."""
    names = (each.name for each in titled(service.rulesets) if ruleset in (None, each.name))
    of_each = (titles_of(service.store, name) for name in names)
    return [title for found in of_each for title in found if title.games][:MOST_TITLES]


def _name_of(service: Service, player: UUID) -> str | None:
    with suppress(UnknownPlayer):  # forgotten
        return service.store.player(player).name
    return None


def _id(text: str | None) -> UUID | None:
    return game_id(text) if text else None


def _status(text: str | None) -> Status | None:
    try:
        return msgspec.convert(text, Status) if text else None
    except msgspec.ValidationError:
        raise UnknownAddress("`status` must be running, finished or abandoned.") from None


def _day(text: str | None, name: str, *, after: int = 0) -> int | None:
    """The beginning of a day in UTC, or of so many days after it, in microseconds; none after the last day there is."""
    if text is None:
        return None
    try:
        day = datetime.fromisoformat(f"{text}T00:00+00:00")
    except ValueError:
        raise UnknownAddress(f"`{name}` must be a day, such as 2026-11-21.") from None
    with suppress(OverflowError):
        return int((day + timedelta(days=after)).timestamp()) * 1_000_000
    return None


# --- rows


def row_of(game: Game, service: Service) -> Row:
    """A game as a row."""
    ruleset = service.rulesets.get(game.ruleset)
    scores = dict(game.summary.standing)
    found = played_with(service.library, game)
    together = found.cooperative
    winners = game.summary.result.winners if game.summary.result else ()
    coloured = listed_tints(service.library, game)
    return Row(
        game=game,
        name=game.name,
        title=found.title,
        seats=tuple(
            SeatCell(seat, name, None if together else scores.get(seat), seat in winners, coloured[seat])
            for seat, name in names(game).items()
        ),
        scored=scored(ruleset) if ruleset else "score",
        team=next(iter(scores.values()), None) if together else None,
        status=_words(game, together=together),
        more=_acting(game) if game.summary.status == "running" else ending(game, ruleset),
        pictured=ruleset is not None,
        created=datetime.fromtimestamp(game.created_at / 1_000_000, UTC),
    )


def scored(ruleset: Ruleset[Any]) -> str:
    """What a score counts, without its condition: `points`."""
    return ruleset.score.partition(" if ")[0]


def ending(game: Game, ruleset: Ruleset[Any] | None) -> str:
    """Why a game is over, in the words of its ruleset; empty if it has none."""
    reason = game.summary.result.reason if game.summary.result else None
    return ruleset.endings.get(reason or "", "") if ruleset else ""


def _words(game: Game, *, together: bool) -> str:
    """The status of a game in words."""
    summary = game.summary
    if summary.status == "running":
        return f"Round {summary.round}" if summary.round else "Set-up"
    if summary.result is None or summary.status == "abandoned":
        return f"{summary.status.capitalize()} in round {summary.round}"
    if together:
        return f"{'Won' if summary.result.winners else 'Lost'} in round {summary.round}"
    return f"{'Finished' if summary.result.winners else 'Ended without a winner'} in round {summary.round}"


def _acting(game: Game) -> str:
    """Who is to act: `Ada and Ben to act`."""
    called = names(game)
    acting = [called[seat] for seat in game.summary.waiting_for if seat in called]
    return f"{_listed(acting)} to act" if acting else ""


def _listed(called: Sequence[str]) -> str:
    if len(called) > FEW:
        return f"{len(called)} players"
    *first, last = called
    return f"{', '.join(first)} and {last}" if first else last
