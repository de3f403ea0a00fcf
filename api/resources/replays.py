"""A whole line in one download, and the difference between two versions."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Annotated
from uuid import UUID

import jsonpatch
import msgspec
from msgspec import Meta, Raw, Struct

from api.errors import UnknownGame, UnknownVersion
from api.resources.games import row_of
from api.rest import compressing, shapes
from api.rest.viewers import need_version, viewer_of
from api.rest.web import JSON, JSON_LINES, Reply, Routes, Streamed, encode
from api.service import Service
from events import Game
from projections import Library, Step
from projections.paths import Version, before, contains, since
from rulesets.kit.phases import Board
from rulesets.kit.structs import Viewer

routes = Routes(game_id=UnknownGame)

MOST = 1_000
"""The most events in one download."""

ON_ONE_LINE = "Choose `from` and `to` on one line, and set `line` to it."

LineName = Annotated[int, Meta(ge=1, le=999_999_999, description="Any version of a line; by default, the main line.")]


class ReplayQuery(Struct, frozen=True, rename={"from_": "from"}):
    """Which events, for which viewer."""

    from_: shapes.Address = "start"
    to: shapes.Address = "end"
    line: LineName | None = None
    viewer: shapes.Viewer | None = None


class DiffQuery(Struct, frozen=True, rename={"from_": "from"}):
    """Which two versions, for which viewer."""

    from_: shapes.Address
    to: shapes.Address = "head"
    line: LineName | None = None
    viewer: shapes.Viewer | None = None


@routes.get("/v1/games/<game_id>/replay", writes=(JSON, JSON_LINES), problems=(UnknownVersion,))
def replay_game(
    service: Service, game_id: UUID, query: ReplayQuery, media: str
) -> Reply[shapes.Replay] | Reply[Streamed]:
    """Download a line of a game.

    Each event comes with its sentence, what it touched, and the whole board after it. A download has at most 1,000
    events; `next` is where the next one begins. In JSON Lines, the first line is the header.
    """
    library = service.library
    game = library.game(game_id)
    viewer = viewer_of(game, query.viewer)
    need_version(game, query.line)
    tree = library.tree(game)
    path = tree.path(tree.head) if query.line is None else tree.path_of(query.line)
    first, last = (_on(library, game, address, query.line, path) for address in (query.from_, query.to))
    part = before(since(path, first), last + 1)
    versions = (version for span in part for version in span)
    head = shapes.ReplayHead(
        game=shapes.ListedGame(**row_of(service, game)),
        viewer=str(viewer),
        line=tree.line(path[-1][-1]),
        first=first,
        last=last,
        next=next(islice(versions, MOST, None), None),
    )
    steps = islice(library.steps(game, part, viewer), MOST) if part else iter(())
    events = (_event(library, game, step, board) for step, board in steps)
    parts, headers = compressing.of_stream(_lines(head, events) if media == JSON_LINES else _whole(head, events))
    return Reply(Streamed(parts), headers, media=media)


def _on(library: Library, game: Game, address: str, line: int | None, path: tuple[range, ...]) -> Version:
    """The version that an address leads to, on the line that is replayed. Raises UnknownVersion, BadAddress."""
    version = library.tree(game).stands_for(library.resolve(game, address, line=line))
    if not contains(path, version):
        raise UnknownVersion(f"Version {version} is not on this line.").advise(ON_ONE_LINE)
    return version


def _event(library: Library, game: Game, step: Step, board: Board) -> shapes.ReplayedEvent:
    return shapes.ReplayedEvent(
        version=step.event.version,
        seat=step.event.seat,
        round=board.round,
        turn=board.turn,
        text=step.text,
        touches=list(step.touches),
        marks=list(step.marks),
        view=Raw(library.ruleset(game).show_board(board)),
    )


def _lines(head: shapes.ReplayHead, events: Iterator[shapes.ReplayedEvent]) -> Iterator[bytes]:
    yield encode(head) + b"\n"
    for event in events:
        yield encode(event) + b"\n"


def _whole(head: shapes.ReplayHead, events: Iterator[shapes.ReplayedEvent]) -> Iterator[bytes]:
    yield encode(head)[:-1] + b',"events":['
    for index, event in enumerate(events):
        yield (b"," if index else b"") + encode(event)
    yield b"]}"


@routes.get("/v1/games/<game_id>/diff", problems=(UnknownVersion,))
def diff_versions(service: Service, game_id: UUID, query: DiffQuery) -> shapes.Diff:
    """Compare two versions, on any lines.

    The answer has a JSON Patch (RFC 6902) between the boards, and both standings.
    """
    library = service.library
    game = library.game(game_id)
    viewer = viewer_of(game, query.viewer)
    need_version(game, query.line)
    one, other = (library.resolve(game, address, line=query.line) for address in (query.from_, query.to))
    boards = [msgspec.json.decode(_shown(library, game, version, viewer)) for version in (one, other)]
    return shapes.Diff(
        game=game.id,
        viewer=str(viewer),
        from_=_side(library, game, one, viewer),
        to=_side(library, game, other, viewer),
        patch=msgspec.convert(jsonpatch.make_patch(*boards).patch, list[shapes.Operation]),
    )


def _shown(library: Library, game: Game, version: Version, viewer: Viewer) -> bytes:
    return library.ruleset(game).show_board(library.board(game, version, viewer))


def _side(library: Library, game: Game, version: Version, viewer: Viewer) -> shapes.Side:
    board = library.board(game, version, viewer)
    return shapes.Side(
        version=version,
        line=library.tree(game).line(version),
        round=board.round,
        turn=board.turn,
        standing=[shapes.Score(seat, score) for seat, score in library.ruleset(game).standing(board)],
    )
