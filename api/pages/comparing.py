"""What came of another way, beside what came of the game; and the button that takes it over."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING
from uuid import UUID, uuid4

from flask import redirect, render_template, request, url_for
from msgspec import Struct
from msgspec.structs import replace

from api.errors import UnknownAddress
from api.pages.games import game_id
from api.pages.here import form, sent, service, unknown_form
from api.pages.look import Look, word
from api.pages.origin import in_words
from api.pages.recording import KEY, fault_of, request_of
from api.pages.tints import tints
from api.pages.views import blueprint
from api.recording.adopt import AdoptRefused, Tried
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
"""So many sentences of each way are told, the first ones."""

MOVED = "Somebody else changed the game first. Compare again."
SENT = "These moves were already applied."


class AdoptForm(Struct, frozen=True, forbid_unknown_fields=True):
    """What is taken over."""

    expected: int
    key: str
    line: int | None = None
    """Of the game itself; else the what-if game of the address."""


class Said(Struct, frozen=True):
    """An event of a way."""

    version: int
    text: str


class Side(Struct, frozen=True, kw_only=True):
    """One of two ways that a game went."""

    game: Game
    title: str
    viewer: Viewer
    end: Version
    standing: Mapping[int, int | float]
    said: tuple[Said, ...]
    more: int
    """Events that are not told."""

    @property
    def eyes(self) -> dict[str, str]:
        """Who looks, as an address says it."""
        return {} if self.viewer == TABLE else {"viewer": str(self.viewer)}


class Compared(Struct, frozen=True, kw_only=True):
    """Two ways from one version."""

    game: Game
    """Which takes over what was tried."""
    title: str
    names: Mapping[int, str]
    tints: Mapping[int, str]
    counts: str
    cooperative: bool
    parts_at: Version
    eyes: str
    """Who compares, in words; empty for the table."""
    ways: tuple[Side, Side]
    """What was played, and what was tried."""
    line: Version | None
    """A version of the line that was tried, of the game itself."""
    kept: int
    of: int
    """Actions that hold on the head, of so many that were tried; none where there is nothing to take over."""
    why: str
    """Why the next one does not hold, or none can be taken over."""
    rule: str


@blueprint.get("/games/<game>/compare")
def compare(game: str) -> str:
    """A what-if game beside the game that it was copied from, or a line of a game beside the one that it is on."""
    found = service().library.game(game_id(game))
    look = Look.read(request.args, found)
    return _page(_compared(service().library, found, word(request.args, "line"), look.viewer))


@blueprint.post("/games/<game>/compare")
def take_over(game: str) -> AnyResponse | tuple[str, int]:
    """Take over what was tried, up to what does not hold, and show the game."""
    library, wanted = service().library, form(AdoptForm)
    if not KEY.fullmatch(wanted.key):
        raise unknown_form()
    found = library.game(game_id(game))
    page = _compared(
        library, found, None if wanted.line is None else str(wanted.line), Look.read(request.args, found).viewer
    )
    tried, eyes = _tried(page), page.ways[0].viewer
    once = request_of(str(page.game.id), wanted.key, sent())
    try:
        service().recorder.adopt(page.game.id, tried, eyes, expected=wanted.expected, request=once)
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
    ways = (
        _way(library, played, since(was, parts_at + 1), parts_at, viewer, "Game"),
        _way(library, game, since(tried, origin.copied + 1), min(origin.copied, tried[-1][-1]), TABLE, "What-if"),
    )
    return _of(library, played, parts_at, ways, None)


def _lines(library: Library, game: Game, text: str, viewer: Viewer) -> Compared:
    tree = library.tree(game)
    if not (text.isdigit() and 1 <= int(text) <= game.version):
        raise UnknownAddress(f"`line` must be a version of the game, 1 to {game.version}.")
    line, head = tree.stands_for(int(text)), game.summary.head
    end = tree.end(line)
    parts_at = tree.common(end, head)
    ways = (
        _way(library, game, since(tree.path(head), parts_at + 1), parts_at, viewer, "Game"),
        _way(library, game, since(tree.path(end), parts_at + 1), parts_at, viewer, "Other line"),
    )
    return _of(library, game, parts_at, ways, line)


def _way(library: Library, game: Game, path: Path, parts_at: Version, viewer: Viewer, title: str) -> Side:
    end = path[-1][-1] if path else parts_at
    steps = islice(library.steps(game, path, viewer), TOLD) if path else ()
    said = tuple(Said(step.event.version, step.text) for step, _ in steps)
    return Side(
        game=game,
        title=title,
        viewer=viewer,
        end=end,
        standing=dict(library.ruleset(game).standing(library.board(game, end, viewer))),
        said=said,
        more=sum(map(len, path)) - len(said),
    )


def _of(library: Library, game: Game, parts_at: Version, ways: tuple[Side, Side], line: Version | None) -> Compared:
    ruleset, viewer = library.ruleset(game), ways[0].viewer
    page = Compared(
        game=game,
        title=ruleset.title,
        names=names(game),
        tints=tints(ruleset, game, library.board(game, parts_at, viewer)),
        counts=ruleset.score,
        cooperative=ruleset.cooperative,
        parts_at=parts_at,
        eyes=in_words(game, library.effective_viewer(game, viewer)),
        ways=ways,
        line=line,
        kept=0,
        of=0,
        why="",
        rule="",
    )
    return _with_outlook(page)


def _with_outlook(page: Compared) -> Compared:
    game, eyes = page.game, page.ways[0].viewer
    if page.line is not None and game.chance == "table" and eyes != TABLE:
        return replace(page, why="only the table can apply these moves")
    try:
        found, _ = service().recorder.would_adopt(game.id, _tried(page), eyes, expected=game.version)
    except (AdoptRefused, AmendRefused) as refused:
        return replace(page, why=str(refused))
    why, rule = _why(page.game.id, found.stopped.error) if found.stopped else ("", "")
    return replace(page, kept=found.kept, of=found.kept + len(found.left), why=why, rule=rule)


def _tried(page: Compared) -> Tried:
    return Tried(line=page.line) if page.line is not None else Tried(fork=page.ways[1].game.id)


def _why(id: UUID, error: KitError) -> tuple[str, str]:
    """Why the next action does not hold, and the rule that forbids it."""
    if isinstance(error, Refused):
        fault = fault_of(id, error)
        return fault.text, fault.rule
    if isinstance(error, ChanceNeeded):
        return "a roll or draw is needed there, and the results of the variation do not count", ""
    return "a different roll or draw is needed there", ""
