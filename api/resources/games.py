"""Games: create, list, show, and change their metadata."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Annotated, Any
from uuid import UUID

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

import events
from api import errors, people
from api.errors import ChanceNeeded, IllegalAction, StaleVersion, TooManyOutcomes, UnknownGame
from api.recording.consent import in_public
from api.recording.recorder import NewGameRequest
from api.recording.results import Result
from api.recording.titles import SheetRequest, played_with, sets_called
from api.recording.undo import UndoRefused, can_redo, can_undo
from api.rest import shapes
from api.rest.entries import microseconds
from api.rest.paging import cursor_of, read_cursor
from api.rest.problems import BY_RULESET
from api.rest.ranking import ranks
from api.rest.viewers import viewer_of
from api.rest.web import Precondition, Reply, Routes, invalid
from api.service import Service
from events import Request
from projections import is_open
from projections.errors import RulesetMissing
from rulesets.kit.errors import BadComponentSet, UnknownAction
from rulesets.kit.structs import TABLE, Viewer

routes = Routes(game_id=UnknownGame)

ANOTHER_SET = "Choose `component_set` from GET /v1/rulesets/{ruleset}/component-sets, or upload it there."

CREATOR = "local"
"""The owner of the Idempotency-Keys of new games: there are no users yet."""


class GameQuery(Struct, frozen=True):
    """Which games to list."""

    ruleset: Annotated[str, Meta(max_length=100)] | None = None
    sheet: (
        Annotated[shapes.Line, Meta(description="Of this title, or with component sets of this name or hash.")] | None
    ) = None
    player: Annotated[shapes.Line, Meta(description="With this player: an id, or a whole name.")] | None = None
    status: shapes.Status | None = None
    since: Annotated[shapes.TimeText, Meta(description="Created at this time or later.")] | None = None
    until: Annotated[shapes.TimeText, Meta(description="Created before this time.")] | None = None
    tag: Annotated[shapes.Line, Meta(description="With exactly this tag.")] | None = None
    place: Annotated[shapes.Line, Meta(description="Played at exactly this place.")] | None = None
    archived: bool = False
    forks: Annotated[bool, Meta(description="What-ifs instead of played games.")] = False
    forked_from: Annotated[UUID, Meta(description="What-ifs of this game.")] | None = None
    limit: shapes.Limit = 50
    cursor: shapes.Cursor | None = None


@routes.get("/v1/games")
def list_games(service: Service, query: GameQuery) -> shapes.Games:
    """List games, newest first."""
    found = service.store.games(
        ruleset=query.ruleset,
        component_sets=_component_sets(service, query.ruleset, query.sheet),
        player=_player(service, query.player),
        status=query.status,
        since=_microseconds(query.since, "/since"),
        until=_microseconds(query.until, "/until"),
        tag=query.tag,
        place=query.place,
        archived=query.archived,
        forks=query.forks or query.forked_from is not None,
        forked_from=query.forked_from,
        limit=query.limit + 1,
        before=read_cursor(query.cursor, UUID),
    )
    page = found[: query.limit]
    next_page = cursor_of(page[-1].id) if len(found) > len(page) else None
    return shapes.Games([shapes.ListedGame(**row_of(service, game)) for game in page], next_page)


@routes.post("/v1/games", problems=(ChanceNeeded, TooManyOutcomes, IllegalAction, errors.BadComponentSet))
def create_game(service: Service, body: shapes.GameBody, precondition: Precondition) -> Reply[shapes.Game]:
    """Start a game.

    With `sheet` it is a game of any title: its component set is made in the same request, if the title is new. With
    `result`, too, it is finished at once: for a game of which only the result is known. If the players roll, `outcomes`
    holds the rolls and draws of the set-up; `chance_needed` names a missing one.
    """
    new = NewGameRequest(
        ruleset=body.ruleset,
        players=_sitters(body.seats),
        options=body.options,
        component_set=None if body.component_set == "starter" else body.component_set,
        sheet=SheetRequest(body.sheet.title, body.sheet.scoring) if body.sheet else None,
        chance=body.chance,
        undo=body.undo,
        outcomes=body.outcomes,
        visibility=body.visibility,
        place=body.place,
        tags=tuple(body.tags),
        occurred_at=microseconds(body.occurred_at),
        result=_result_of(body),
    )
    with _pointing_into_the_body():
        made = service.recorder.create(new, request=request_of(precondition, CREATOR))
    return Reply(game_shape(service, made.game), {"Location": f"/v1/games/{made.game.id}"})


class LookQuery(Struct, frozen=True):
    """Which viewer, and which seat's undo."""

    seat: Annotated[
        shapes.SeatNumber | None, Meta(description="Whose undo; by default, that of the seat that acted last.")
    ] = None
    viewer: shapes.Viewer | None = None


@routes.get("/v1/games/<game_id>")
def show_game(service: Service, game_id: UUID, query: LookQuery) -> shapes.Game:
    """Show a game.

    It says who plays, where it stands, which seats must act, and what a seat may undo. What a seat may undo depends on
    what it has seen; while Tabletale deals, only that seat is told.
    """
    game = service.library.game(game_id)
    if query.seat is not None and query.seat > len(game.seats):
        raise invalid(f"the game has the seats 1 to {len(game.seats)}", "/seat", "query")
    viewer = viewer_of(game, query.viewer, query.seat)
    return game_shape(service, game, viewer, query.seat)


@routes.patch("/v1/games/<game_id>", problems=(StaleVersion,))
def change_game(service: Service, game_id: UUID, body: shapes.GameChanges, expected: int | None) -> shapes.Game:
    """Change the metadata of a game."""
    seats: Sequence[shapes.OtherPlayer] = () if body.seats is UNSET else body.seats
    _need_seats(service.library.game(game_id), seats)
    sitters = _sitters(seats)
    with _pointing_into_the_body():
        game = service.store.update_game(
            game_id,
            expected=expected,
            name=body.name,
            place=body.place,
            tags=body.tags,
            visibility=body.visibility,
            archived=body.archived,
            count_in_statistics=body.count_in_statistics,
            seats={seat.seat: sitter for seat, sitter in zip(seats, sitters, strict=True)} if seats else UNSET,
        )
    return game_shape(service, game)


def _result_of(body: shapes.GameBody) -> Result | None:
    """The result in a body, if it has one. Raises InvalidRequest."""
    given, seats = body.result, range(1, len(body.seats) + 1)
    if given is None:
        return None
    if given.scores and len(given.scores) != len(seats):
        raise invalid(f"{len(seats)} scores, one for each seat, or none", "/result/scores")
    if given.won and max(given.won) not in seats:
        raise invalid(f"the game has the seats 1 to {len(seats)}", "/result/won")
    if given.ended_at and body.occurred_at and given.ended_at < body.occurred_at:
        raise invalid("a game ends after it began, at `occurred_at`", "/result/ended_at")
    return Result(
        scores=tuple(given.scores) or (None,) * len(seats),
        won=None if given.won is None else tuple(seat in given.won for seat in seats),
        ended_at=microseconds(given.ended_at, "/result/ended_at"),
    )


def _component_sets(service: Service, ruleset: str | None, sheet: str | None) -> tuple[str, ...] | None:
    """The hashes of the component sets of a title, of one ruleset or of any."""
    if sheet is None:
        return None
    found = sets_called(service.store, sheet, [ruleset] if ruleset else service.rulesets)
    if not found:
        raise invalid(f"no component set is called {sheet[:80]!r}; give the whole name, or the hash", "/sheet", "query")
    return found


def _player(service: Service, text: str | None) -> UUID | None:
    if text is None:
        return None
    if (found := people.find(service.store, text)) is not None:
        return found
    raise invalid(f"no player is called {text[:80]!r}; give the whole name, or the id", "/player", "query")


def _microseconds(text: str | None, pointer: str) -> int | None:
    """A time in a query. It is text until here, since a number would be taken as seconds since 1970."""
    if text is None:
        return None
    try:
        return shapes.microseconds_of(msgspec.convert(text, shapes.Time))
    except (msgspec.ValidationError, OverflowError):
        raise invalid("a time in RFC 3339, such as 2026-11-21T19:30:00Z", pointer, "query") from None


def request_of(precondition: Precondition, scope: str) -> Request | None:
    """The request as the log stores it, if it has an Idempotency-Key."""
    return Request(scope, precondition.key, precondition.fingerprint) if precondition.key else None


def _sitters(seats: Sequence[shapes.SeatBody]) -> tuple[events.Sitter, ...]:
    if (index := next((n for n, seat in enumerate(seats) if seat.player and seat.name), None)) is not None:
        raise invalid("a seat takes a player or a name, not both", f"/seats/{index}")
    return tuple(seat.name or seat.player for seat in seats)


@contextmanager
def _pointing_into_the_body() -> Iterator[None]:
    """If the body names something unknown, point to its place in the body."""
    try:
        yield
    except events.UnknownPlayer as error:
        raise invalid(str(error), "/seats") from None
    except events.UnknownComponentSet as error:
        raise invalid(str(error), "/component_set").advise(ANOTHER_SET) from None
    except RulesetMissing as error:
        raise invalid(str(error), "/ruleset").advise("Choose `ruleset` from GET /v1/rulesets.") from None
    except BadComponentSet as error:
        raise errors.BadComponentSet(f"The set does not fit this ruleset: {error.faults[0]}.").advise(
            ANOTHER_SET
        ) from None
    except UnknownAction as error:
        raise invalid(error.detail, error.path).advise(BY_RULESET) from None


def _need_seats(game: events.Game, seats: Sequence[shapes.OtherPlayer]) -> None:
    for index, seat in enumerate(seats):
        if seat.seat > len(game.seats):
            raise invalid(f"the game has the seats 1 to {len(game.seats)}", f"/seats/{index}/seat")


# --- shapes


def game_shape(
    service: Service, game: events.Game, viewer: Viewer | None = None, seat: int | None = None
) -> shapes.Game:
    """A game as clients see it."""
    sees_undo, undo_request = is_open(game) or viewer in (TABLE, seat), service.consent.open(game)
    return shapes.Game(
        **row_of(service, game),
        undo_request=None if undo_request is None else shapes.UndoRequest(**in_public(undo_request)),
        can_undo=_possible(can_undo(service.library, game, seat)) if sees_undo else UNSET,
        can_redo=_possible(can_redo(service.library, game, seat)) if sees_undo else UNSET,
        chance_proof=_chance_proof(service, game),
        fork=_fork(service, game),
    )


def row_of(service: Service, game: events.Game) -> dict[str, Any]:
    """A game as every list has it."""
    summary = game.summary
    return {
        "id": game.id,
        "ruleset": game.ruleset,
        "ruleset_version": game.ruleset_version,
        "component_set": game.component_set,
        "seats": [shapes.Seat(seated.seat, seated.player, seated.name) for seated in game.seats],
        "chance": game.chance,
        "undo": game.undo,
        "visibility": game.visibility,
        "status": summary.status,
        "version": game.version,
        "head": summary.head,
        "round": summary.round,
        "turn": summary.turn,
        "waiting_for": list(summary.waiting_for),
        "standing": [shapes.Score(seat, score) for seat, score in summary.standing],
        "result": _result(service, game),
        "created_at": shapes.time_of(game.created_at),
        "finished_at": shapes.time_of(game.finished_at) if game.finished_at else None,
        "tags": list(game.tags),
        "place": game.place,
        "archived": game.archived,
        "count_in_statistics": game.count_in_statistics,
        "forked_from": game.forked_from,
        "name": game.name,
    }


def _fork(service: Service, game: events.Game) -> shapes.Fork | UnsetType:
    origin = service.library.start(game).forked_from
    return shapes.Fork(origin.version, str(origin.viewer), origin.copied) if origin else UNSET


def _result(service: Service, game: events.Game) -> shapes.Result | None:
    if not (result := game.summary.result):
        return None
    lowest = played_with(service.library, game).lowest
    places = ranks(result.winners, game.summary.standing, lowest=lowest)
    return shapes.Result(list(result.winners), result.reason, [shapes.Rank(*place) for place in places.items()])


def _possible(target: int | UndoRefused) -> shapes.Possible:
    if isinstance(target, UndoRefused):
        return shapes.Possible(why_not=target.why, blocked_by=target.blocker)
    return shapes.Possible(to=target)


def _chance_proof(service: Service, game: events.Game) -> shapes.ChanceProof | UnsetType:
    """The key that Tabletale rolled with, shown when nothing more can be rolled with it."""
    if game.chance == "table" or game.summary.status == "running":
        return UNSET
    key = service.store.secret_key(game.id)
    return UNSET if key is None else shapes.ChanceProof(key.hex())
