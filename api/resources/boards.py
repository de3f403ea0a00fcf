"""Looking at a game: its boards, pictures, events, its timeline, and the whole of it as a file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import Annotated, Literal
from uuid import UUID

from msgspec import Meta, Raw, Struct
from msgspec.structs import asdict

from api.errors import HiddenWhileRunning, UnknownGame, UnknownVersion
from api.recording.game_file import lines_of
from api.rest import compressing, shapes
from api.rest.paging import cursor_of, read_number
from api.rest.png import MOST_PIXELS, in_pixels
from api.rest.viewers import AS_THE_TABLE, event_shapes, need_version, viewer_of
from api.rest.web import JSON_LINES, PICTURE_POLICY, PNG, SVG, Content, Reply, Routes, Streamed
from api.service import Service
from events import Event, Game
from projections import Library, is_open, timeline
from projections.timeline import Entry
from rulesets.kit.look.values import as_file
from rulesets.kit.structs import TABLE

routes = Routes(game_id=UnknownGame)

LineName = Annotated[int, Meta(ge=1, le=999_999_999, description="Any version of a line; by default, the main line.")]


class BoardQuery(Struct, frozen=True):
    """Which board, for which viewer."""

    at: shapes.Address = "head"
    line: LineName | None = None
    viewer: shapes.Viewer | None = None


class PictureQuery(BoardQuery, frozen=True):
    """Which picture of a board."""

    arrangement: Annotated[Literal["wide", "narrow"], Meta(description="For a desk or for a phone.")] = "wide"
    theme: Annotated[
        Literal["auto", "light", "dark"],
        Meta(description="`auto` is dark in programs whose reader prefers dark, else light."),
    ] = "auto"


class PaintedQuery(PictureQuery, frozen=True):
    """Which picture of a board, and its size."""

    width: Annotated[int, Meta(ge=1, le=MOST_PIXELS, description="The width in pixels.")] = 1280


SAFE = {"Content-Security-Policy": PICTURE_POLICY}

AT_ONCE = compressing.TOO_LARGE
"""Bytes of an export that is answered at once, with its length and an ETag; a damaged event gives a problem."""
PIECE = 1 << 16
"""Bytes of a longer export that are sent at a time."""
ONCE_OVER = "Export it when the game is over; until then GET /v1/games/{id}/replay shows what a seat may see."


class EventsQuery(Struct, frozen=True, rename={"from_": "from"}):
    """Which events, for which viewer."""

    from_: shapes.Address = "start"
    line: LineName | None = None
    viewer: shapes.Viewer | None = None
    limit: shapes.Limit = 100
    cursor: shapes.Cursor | None = None


class TimelineQuery(Struct, frozen=True):
    """Which line, for which viewer."""

    line: LineName | None = None
    touches: Annotated[str, Meta(max_length=100, description="Only events that touched this id.")] | None = None
    viewer: shapes.Viewer | None = None


class ExportQuery(Struct, frozen=True):
    """The viewer of the export."""

    viewer: shapes.Viewer | None = None


@routes.get("/v1/games/<game_id>/board", problems=(UnknownVersion,))
def show_board(service: Service, game_id: UUID, query: BoardQuery) -> shapes.BoardAt:
    """Show the board at a version."""
    library = service.library
    game = library.game(game_id)
    viewer = viewer_of(game, query.viewer)
    need_version(game, query.line)
    version = _version(library, game, query.at, query.line)
    board, ruleset = library.board(game, version, viewer), library.ruleset(game)
    return shapes.BoardAt(
        game=game_id,
        **asdict(library.moment(game, version, line=query.line)),
        viewer=str(viewer),
        waiting_for=list(ruleset.waiting_for(board)),
        board=Raw(ruleset.show_board(board)),
    )


@routes.get("/v1/games/<game_id>/board.svg", writes=(SVG,), problems=(UnknownVersion,))
def draw_board(service: Service, game_id: UUID, query: PictureQuery) -> Reply[Content]:
    """Draw the board as SVG.

    The picture for the table at a version number never changes, so it may be cached for long. If Tabletale deals,
    hands are hidden until the game is over.
    """
    game = service.library.game(game_id)
    return Reply(Content(_drawn(service, game, query).encode()), {**_caching(game, query), **SAFE})


@routes.get("/v1/games/<game_id>/board.png", writes=(PNG,), problems=(UnknownVersion,))
def paint_board(service: Service, game_id: UUID, query: PaintedQuery) -> Reply[Content]:
    """Draw the board as PNG.

    It is `width` pixels wide, at most 4,000 high, and light unless `theme` is dark.
    """
    game = service.library.game(game_id)
    return Reply(Content(in_pixels(_drawn(service, game, query), query.width)), _caching(game, query))


def _drawn(service: Service, game: Game, query: PictureQuery) -> str:
    """The picture as a file."""
    library = service.library
    need_version(game, query.line)
    version = _version(library, game, query.at, query.line)
    viewer = viewer_of(game, query.viewer)
    scene = library.scene(game, version, viewer, named=False, arrangement=query.arrangement)
    ruleset = library.ruleset(game)
    return as_file(ruleset.picture(scene), ruleset.look.css, query.theme)


def _caching(game: Game, query: PictureQuery) -> dict[str, str]:
    """How long a picture may be cached: hidden hands are shown when the game is over."""
    fixed = query.at.isdigit() and is_open(game) and viewer_of(game, query.viewer) == TABLE
    return {"Cache-Control": "private, max-age=31536000, immutable" if fixed else "private, no-cache"}


@routes.get("/v1/games/<game_id>/events", problems=(UnknownVersion,))
def list_events(service: Service, game_id: UUID, query: EventsQuery) -> shapes.Events:
    """List events.

    All events by version, or those of one line, as the viewer may see them.
    """
    game = service.library.game(game_id)
    viewer = viewer_of(game, query.viewer)
    first = read_number(query.cursor) or service.library.resolve(game, query.from_, line=query.line)
    found = list(islice(_events(service, game, first, query.line), query.limit + 1))
    page = found[: query.limit]
    next_page = cursor_of(found[query.limit].version) if len(found) > query.limit else None
    return shapes.Events(list(event_shapes(service, game, page, viewer)), next_page)


@routes.get("/v1/games/<game_id>/timeline", problems=(UnknownVersion,))
def show_timeline(service: Service, game_id: UUID, query: TimelineQuery) -> shapes.Timeline:
    """Show the timeline of a game.

    A line of the game by rounds and turns, with a sentence for each event.
    """
    game = service.library.game(game_id)
    need_version(game, query.line)
    viewer = viewer_of(game, query.viewer)
    found = timeline(service.library, game, viewer, line=query.line, touches=query.touches)
    return shapes.Timeline(
        game=game_id,
        viewer=str(viewer),
        line=found.line,
        rounds=[
            shapes.TimelineRound(
                round_.round,
                [shapes.TimelineTurn(turn.turn, turn.seat, _sentences(turn.events)) for turn in round_.turns],
            )
            for round_ in found.rounds
        ],
        branches=[shapes.Branch(**asdict(branch)) for branch in found.branches],
        markers=_sentences(found.markers),
    )


@routes.get("/v1/games/<game_id>/export", writes=(JSON_LINES,), problems=(HiddenWhileRunning,))
def export_game(service: Service, game_id: UUID, query: ExportQuery) -> Reply[Content] | Reply[Streamed]:
    """Export a game with its hash chain.

    The answer is JSON Lines: a header, then one event on each line. It holds all hidden information, so while the game
    runs, only a table that rolls its own dice may get it. Notes, reasons, labels of lines and undo requests are left
    out.
    """
    game = service.library.game(game_id)  # exported even if its ruleset cannot be loaded here
    _need_export(game, query.viewer)
    name = f'attachment; filename="{game.ruleset}-{game.id}.jsonl"'
    lines = lines_of(service.store, game)
    begin = _piece(lines, AT_ONCE)
    if len(begin) < AT_ONCE:
        return Reply(Content(begin), {"Content-Disposition": name})
    parts, headers = compressing.of_stream(chain((begin,), iter(lambda: _piece(lines, PIECE), b"")))
    return Reply(Streamed(parts), {"Content-Disposition": name, **headers})


def _need_export(game: Game, text: str | None) -> None:
    """Keep hidden information of a running game. Raises BadViewer, HiddenWhileRunning."""
    is_table = text in (None, TABLE)
    if not is_table:
        viewer_of(game, text)
    if not is_open(game):
        raise HiddenWhileRunning("Tabletale deals in this game, and the file shows every card.").advise(ONCE_OVER)
    if not is_table and game.summary.status == "running":
        raise HiddenWhileRunning("The game is still running, and the file shows every card.").advise(AS_THE_TABLE)


def _piece(lines: Iterator[bytes], size: int) -> bytes:
    """The next lines, until they have this many bytes or more."""
    piece = bytearray()
    for line in lines:
        piece += line
        if len(piece) >= size:
            break
    return bytes(piece)


def _events(service: Service, game: Game, first: int, line: int | None) -> Iterator[Event]:
    if line is None:
        yield from service.store.events(game.id, first)
        return
    need_version(game, line)
    for part in service.library.tree(game).path_of(line):
        if part.stop > first:
            yield from service.store.events(game.id, max(part.start, first), part.stop - 1)


def _version(library: Library, game: Game, address: str, line: int | None) -> int:
    """The version that an address leads to; on a line its end stands for the head. Raises BadAddress."""
    return library.resolve(game, "end" if line and address == "head" else address, line=line)


def _sentences(entries: Sequence[Entry]) -> list[shapes.TimelineEvent]:
    return [
        shapes.TimelineEvent(
            version=entry.version,
            seat=entry.seat,
            by=entry.by,
            type=entry.type,
            text=entry.text,
            marks=list(entry.marks),
            touches=list(entry.touches),
            recorded_at=shapes.time_of(entry.recorded_at),
            occurred_at=None if entry.occurred_at is None else shapes.time_of(entry.occurred_at),
            think_seconds=None if entry.think is None else entry.think / 1_000_000,
            tries=[branch.start for branch in entry.tries],
        )
        for entry in entries
    ]
