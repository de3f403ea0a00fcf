"""Comparing a what-if or another line with the game, and applying its moves to the game."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING
from uuid import UUID, uuid4

from flask import redirect, render_template, request, url_for
from msgspec import Struct
from msgspec.structs import replace

from api.errors import UnknownAddress
from api.pages.base import blueprint
from api.pages.colours import tints
from api.pages.context import form, sent, service, unknown_form
from api.pages.game_list import game_id
from api.pages.origin import viewer_in_words
from api.pages.record_routes import KEY, fault_of, request_of
from api.pages.view import View, word
from api.recording.adopt import AdoptRefused, MoveSource
from api.recording.amend import AmendRefused, ChangeRefused
from events import KeyReused, Stale
from projections import names
from projections.paths import since
from rulesets.kit.errors import ChanceNeeded, Refused
from rulesets.kit.structs import TABLE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from werkzeug.wrappers import Response as AnyResponse

    from events import Game
    from projections import Library
    from projections.paths import Path, Version
    from rulesets.kit.errors import KitError
    from rulesets.kit.structs import Viewer

TOLD = 100
"""At most this many sentences of each side are shown."""

MOVED = "Somebody else changed the game first. Compare again."
SENT = "These moves were already applied."


class AdoptForm(Struct, frozen=True, forbid_unknown_fields=True):
    """The moves to apply."""

    expected: int
    key: str
    line: int | None = None
    """A line of the game itself; None for the what-if game of the address."""


class ComparedEvent(Struct, frozen=True):
    """An event of one side."""

    version: int
    text: str


class Side(Struct, frozen=True, kw_only=True):
    """One of the two sides that are compared."""

    game: Game
    title: str
    viewer: Viewer
    end: Version
    standing: Mapping[int, int | float]
    events: tuple[ComparedEvent, ...]
    more: int
    """How many events are not shown."""

    @property
    def viewer_query(self) -> dict[str, str]:
        """The viewer as query parameters."""
        return {} if self.viewer == TABLE else {"viewer": str(self.viewer)}


class Compared(Struct, frozen=True, kw_only=True):
    """Two continuations from one version."""

    game: Game
    """The game that the moves are applied to."""
    title: str
    names: Mapping[int, str]
    tints: Mapping[int, str]
    counts: str
    cooperative: bool
    parts_at: Version
    viewer_name: str
    """The viewer in words; empty for the table."""
    sides: tuple[Side, Side]
    """The game, and the variation."""
    line: Version | None
    """A version of the compared line of the game itself."""
    kept: int
    of: int
    """`kept` of `of` moves of the variation are possible at the head; 0 if there is nothing to apply."""
    why: str
    """Why the next move is not possible, or none can be applied."""
    rule: str


@blueprint.get("/games/<game>/compare")
def compare(game: str) -> str:
    """Compare a what-if with its game, or a line of a game with its current line."""
    found = service().library.game(game_id(game))
    view = View.read(request.args, found)
    return _page(_compared(service().library, found, word(request.args, "line"), view.viewer))


@blueprint.post("/games/<game>/compare")
def apply_moves(game: str) -> AnyResponse | tuple[str, int]:
    """Apply the moves of the variation as far as they are possible, then show the game."""
    library, wanted = service().library, form(AdoptForm)
    if not KEY.fullmatch(wanted.key):
        raise unknown_form()
    found = library.game(game_id(game))
    page = _compared(
        library, found, None if wanted.line is None else str(wanted.line), View.read(request.args, found).viewer
    )
    tried, viewer = _tried(page), page.sides[0].viewer
    once = request_of(str(page.game.id), wanted.key, sent())
    try:
        service().recorder.adopt(page.game.id, tried, viewer, expected=wanted.expected, request=once)
    except Stale:
        return _page(page, MOVED), 412
    except (AdoptRefused, AmendRefused) as refused:
        return _page(page, str(refused)), 422
    except ChangeRefused as refused:
        return _page(page, " ".join(filter(None, reversed(_why(page.game.id, refused.error))))), 422
    except KeyReused:
        return _page(page, SENT), 422
    return redirect(url_for("pages.show", game=page.game.id), 303)


def _page(page: Compared, fault: str = "") -> str:
    return render_template("pages/compare.html", page=page, key=uuid4().hex, fault=fault)


def _compared(library: Library, game: Game, line: str | None, viewer: Viewer) -> Compared:
    """Raises UnknownAddress where there is nothing to compare."""
    origin = library.start(game).forked_from
    if line is not None:
        return _lines(library, game, line, viewer)
    if origin is None:
        raise UnknownAddress("This game is not a what-if. Name the `line` of the game to compare.")
    played = library.game(origin.game)
    tree, viewer = library.tree(played), origin.viewer
    parts_at = origin.version
    was = tree.path_through(parts_at)
    tried = library.tree(game).path(game.summary.head)
    sides = (
        _side(library, played, since(was, parts_at + 1), parts_at, viewer, "Game"),
        _side(library, game, since(tried, origin.copied + 1), min(origin.copied, tried[-1][-1]), TABLE, "What-if"),
    )
    return _of(library, played, parts_at, sides, None)


def _lines(library: Library, game: Game, text: str, viewer: Viewer) -> Compared:
    tree = library.tree(game)
    if not (re.fullmatch("[0-9]{1,9}", text) and 1 <= int(text) <= game.version):
        raise UnknownAddress(f"`line` must be a version of the game, 1 to {game.version}.")
    line, head = tree.stands_for(int(text)), game.summary.head
    end = tree.end(line)
    parts_at = tree.common(end, head)
    sides = (
        _side(library, game, since(tree.path(head), parts_at + 1), parts_at, viewer, "Game"),
        _side(library, game, since(tree.path(end), parts_at + 1), parts_at, viewer, "Other line"),
    )
    return _of(library, game, parts_at, sides, line)


def _side(library: Library, game: Game, path: Path, parts_at: Version, viewer: Viewer, title: str) -> Side:
    end = path[-1][-1] if path else parts_at
    steps = islice(library.steps(game, path, viewer), TOLD) if path else ()
    events = tuple(ComparedEvent(step.event.version, step.text) for step, _ in steps)
    return Side(
        game=game,
        title=title,
        viewer=viewer,
        end=end,
        standing=dict(library.ruleset(game).standing(library.board(game, end, viewer))),
        events=events,
        more=sum(map(len, path)) - len(events),
    )


def _of(library: Library, game: Game, parts_at: Version, sides: tuple[Side, Side], line: Version | None) -> Compared:
    ruleset, viewer = library.ruleset(game), sides[0].viewer
    page = Compared(
        game=game,
        title=library.title(game),
        names=names(game),
        tints=tints(ruleset, game, library.board(game, parts_at, viewer)),
        counts=ruleset.score,
        cooperative=library.is_cooperative(game),
        parts_at=parts_at,
        viewer_name=viewer_in_words(game, library.effective_viewer(game, viewer)),
        sides=sides,
        line=line,
        kept=0,
        of=0,
        why="",
        rule="",
    )
    return _with_outlook(page)


def _with_outlook(page: Compared) -> Compared:
    game, viewer = page.game, page.sides[0].viewer
    if page.line is not None and game.chance == "table" and viewer != TABLE:
        return replace(page, why="only the table can apply these moves")
    try:
        found, _ = service().recorder.would_adopt(game.id, _tried(page), viewer, expected=game.version)
    except (AdoptRefused, AmendRefused) as refused:
        return replace(page, why=str(refused))
    why, rule = _why(page.game.id, found.stopped.error) if found.stopped else ("", "")
    return replace(page, kept=found.kept, of=found.kept + len(found.left), why=why, rule=rule)


def _tried(page: Compared) -> MoveSource:
    return MoveSource(line=page.line) if page.line is not None else MoveSource(fork=page.sides[1].game.id)


def _why(id: UUID, error: KitError) -> tuple[str, str]:
    """Why the next move is not possible, and the rule that forbids it."""
    if isinstance(error, Refused):
        fault = fault_of(id, error)
        return fault.text, fault.rule
    if isinstance(error, ChanceNeeded):
        return "a roll or draw is needed there, and the results of the variation do not count", ""
    return "a different roll or draw is needed there", ""
