"""What-ifs, and applying their moves to the game."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

from msgspec import Meta, Struct
from msgspec.structs import replace

from api import errors
from api.recording.adopt import MoveSource
from api.recording.amend import Amended
from api.recording.fork import WhatIf
from api.resources.amends import pointing, stopped_shape
from api.resources.games import game_shape, request_of
from api.rest import shapes
from api.rest.viewers import AS_THE_TABLE, need_version, viewer_of
from api.rest.web import Precondition, Reply, Routes, invalid
from api.service import Service
from events import Game
from projections import Tree
from rulesets.kit.structs import TABLE

routes = Routes(game_id=errors.UnknownGame)


class ForkQuery(Struct, frozen=True):
    """Whose view to copy."""

    viewer: shapes.Viewer | None = None


@routes.post("/v1/games/<game_id>/fork", problems=(errors.UnknownVersion, errors.HiddenWhileRunning))
def fork_game(
    service: Service, game_id: UUID, query: ForkQuery, body: shapes.ForkBody, precondition: Precondition
) -> Reply[shapes.Game]:
    """Start a what-if from a version of the game.

    It is a copy of the game as the viewer sees it, to continue in another way. What the viewer may not know is unknown
    in the copy. Everything can be undone there. Statistics leave it out, and the list of games shows it only with
    `forks`. Its first event says where it was copied.
    """
    game = service.library.game(game_id)
    need_version(game, body.line)
    what = WhatIf(at=body.at, line=body.line, viewer=viewer_of(game, query.viewer), chance=body.chance, name=body.name)
    made = service.recorder.fork(
        game_id, what, expected=precondition.expected, request=request_of(precondition, str(game_id))
    )
    return Reply(game_shape(service, made.game), {"Location": f"/v1/games/{made.game.id}"})


class AdoptQuery(Struct, frozen=True):
    """How to apply moves."""

    viewer: shapes.Viewer | None = None
    dry_run: Annotated[bool, Meta(description="Store nothing.")] = False


ENTERED_FIRST = (
    "Enter that action with its `outcomes` (POST /v1/games/{id}/actions), and apply what follows it with `after`."
)
ADOPTING: dict[type[errors.Problem], str] = {
    errors.IllegalAction: "Read the rule in `rule_text`, and set `after` to a version whose next action it allows.",
    errors.ChanceNeeded: ENTERED_FIRST,
    errors.TooManyOutcomes: ENTERED_FIRST,
}
"""What to do if not even the first action is possible: no outcome can be entered here."""


@routes.post(
    "/v1/games/<game_id>/adopt",
    also={200: shapes.Adopted},
    problems=(
        errors.AdoptRefused,
        errors.AmendRefused,
        errors.IllegalAction,
        errors.ChanceNeeded,
        errors.TooManyOutcomes,
        errors.VersionNeeded,
        errors.TableOnly,
        errors.HiddenWhileRunning,
    ),
)
def adopt(
    service: Service, game_id: UUID, query: AdoptQuery, body: shapes.AdoptBody, precondition: Precondition
) -> Reply[shapes.Adopted]:
    """Apply moves of a what-if or of another line.

    They are decided again on the head, up to the first that is not possible there: `stopped` says why. Rolls and draws
    that players entered on another line are entered again, as long as the same is rolled or drawn. Those of a what-if
    are not, since nobody rolled at the table: it stops there with `chance_needed`; if Tabletale rolls, it rolls again.
    All is one append; if not even the first action is possible, it is refused as by `actions`. With `dry_run` nothing
    is stored.
    """
    game = service.library.game(game_id)
    viewer = viewer_of(game, query.viewer)
    if game.chance == "table" and viewer != TABLE:
        raise errors.TableOnly("Only the table applies moves to the game.").advise(AS_THE_TABLE)
    if (body.game is None) == (body.line is None):
        raise invalid("it takes either a what-if or a line", "/game")
    moves = MoveSource(fork=body.game, line=body.line, after=body.after, to=body.to)
    with pointing(service, ADOPTING):
        if query.dry_run:
            found, game = service.recorder.would_adopt(game_id, moves, viewer, expected=precondition.expected)
            return Reply(_adopted(service, game, found, game.version + len(found.decided)), status=200)
        found, recorded = service.recorder.adopt(
            game_id, moves, viewer, expected=precondition.expected, request=request_of(precondition, str(game_id))
        )
    game = recorded.game
    stop = found.stopped and replace(
        found.stopped, board=service.library.board(game, recorded.events[-1].version, viewer)
    )
    return Reply(_adopted(service, game, replace(found, stopped=stop), recorded.events[-1].version))


def _adopted(service: Service, game: Game, found: Amended, last: int) -> shapes.Adopted:
    """The answer; `last` is the version of the last action that was applied, or would be."""
    tree = service.library.tree(game)
    head = last if found.decided else found.base
    return shapes.Adopted(
        line=_line_of(tree, found, head),
        head=head,
        previous=shapes.LineEnd(tree.line(found.base), found.base),
        parts_at=found.base,
        kept=found.kept,
        changed=list(found.changed),
        dropped=list(found.left),
        stopped=stopped_shape(service, game, found.stopped),
        version=game.version,
    )


def _line_of(tree: Tree, found: Amended, head: int) -> int:
    """The line that `head` lies on, or would lie on."""
    if head <= tree.size:
        return tree.line(head)
    return head - len(found.decided) + 1 if tree.children(found.base) else tree.line(found.base)
