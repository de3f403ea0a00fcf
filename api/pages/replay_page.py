"""What the replay page shows at a version. Its cost does not depend on the length of the game."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from markupsafe import Markup
from msgspec import Struct

from api.pages.colours import tints
from api.pages.notes import Noting, noting_at
from api.pages.origin import Origin, origin_of
from api.pages.score_curves import TEAM
from api.pages.scrubber import length_of
from api.pages.timeline import on_line, path_of, place_of
from api.pages.undo_buttons import Buttons, buttons_at
from api.pages.undo_requests import UndoRequest, open_request, seats_of_viewer
from api.pages.variations import Variations, variations_at
from api.pages.view import View
from api.recording.undo import needs_consent
from events import Game
from projections import Moment, Step, is_open, names
from rulesets.kit.structs import SPECTATOR, TABLE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from projections import Library
    from projections.paths import Path, Version
    from rulesets.kit.ruleset import Ruleset
    from rulesets.kit.svg import Arrangement


IF_IT_ENDED = " if the game ended now"
"""The page shows this condition with the scores while the game runs."""


class Reason(Struct, frozen=True):
    """A rule that applies at the version."""

    about: str
    rule: str
    text: str


class Steps(Struct, frozen=True, kw_only=True):
    """The targets of the controls; None if there is none."""

    first: int | None
    prev: int | None
    next: int | None
    last: int | None
    prev_turn: int | None
    next_turn: int | None
    prev_round: int | None
    next_round: int | None


class Score(Struct, frozen=True):
    """The score of a seat, or of the team."""

    seat: int
    name: str
    score: int | float
    parts: str
    """Its parts in words."""


class ReplayPage(Struct, frozen=True, kw_only=True):
    """A version as the page shows it."""

    game: Game
    title: str
    names: dict[int, str]
    tints: dict[int, str]
    """CSS classes of the seats' colours."""
    view: View
    at: int
    last: int | None
    """The last version of the line; None if spoilers are hidden."""
    index: int
    """The number of the event on the line, from 1."""
    length: int
    """How many events the line has room for."""
    step: Step
    when: str
    """Round and turn in words."""
    picture: Markup
    parts: tuple[int, ...]
    """The seats that have a part of the board of their own, from its top."""
    waiting: tuple[int, ...]
    """The seats that are to act."""
    arrangement: Arrangement
    steps: Steps
    variations: Variations
    """The variations that start here."""
    counts: str
    """What the scores count."""
    if_it_ended: bool
    """The scores are those that seats would have if the game ended now."""
    scores: tuple[Score, ...]
    reasons: tuple[Reason, ...]
    buttons: Buttons
    undo_request: UndoRequest | None
    """The open undo request, unless spoilers are hidden."""
    origin: Origin | None
    """Of a what-if game."""
    open: bool
    """The table may see everything."""
    amends: bool
    """The viewer may correct this move."""
    noting: Noting


def version_of(library: Library, game: Game, view: View, address: str | None) -> Version:
    """The version that an address asks for. Raises BadAddress."""
    asked = address or ("head" if view.spoilers else "start")
    return library.tree(game).stands_for(library.resolve(game, asked, line=view.line))


def shown(library: Library, game: Game, view: View, at: Version, arrangement: Arrangement) -> ReplayPage:
    """A version as the page shows it. Raises BadViewer, RulesetMissing. O(1) in the length of the game."""
    ruleset, view = library.ruleset(game), on_line(library, game, view, at)
    path = path_of(library, game, view, at)
    moment, step = library.moment(game, at, line=view.line), library.step(game, at, view.viewer)
    scene = library.scene(game, at, view.viewer, named=True, arrangement=arrangement)
    index = place_of(path, at)
    events = sum(map(len, path))
    undo_request = open_request(game, seats_of_viewer(game, view)) if view.spoilers else None
    picture = ruleset.picture(scene)
    return ReplayPage(
        game=game,
        title=library.title(game),
        names=names(game),
        tints=tints(ruleset, game, scene.board),
        view=view,
        at=at,
        last=path[-1][-1] if view.spoilers else None,
        index=index,
        length=length_of(events, show_length=view.spoilers),
        step=step,
        when=f"round {moment.round}, turn {moment.turn}" if moment.round and at > 1 else "set-up",
        picture=Markup(_anchored(picture)),
        parts=_parts_of(picture),
        waiting=tuple(ruleset.waiting_for(scene.board)),
        arrangement=arrangement,
        steps=_steps(moment, path, at, view),
        variations=variations_at(library, game, view, moment, path),
        counts=ruleset.score.removesuffix(IF_IT_ENDED),
        if_it_ended=ruleset.score.endswith(IF_IT_ENDED) and ruleset.over(scene.board) is None,
        scores=tuple(_scores(ruleset, game, scene.board)),
        reasons=tuple(_reasons(scene.board, step, at, ruleset)),
        buttons=Buttons() if undo_request else buttons_at(library, game, view, at),
        undo_request=undo_request,
        origin=origin_of(library, game),
        open=is_open(game),
        amends=step.event.kind == "play" and _amends(library, game, view, at),
        noting=noting_at(library, game, view, at),
    )


def _amends(library: Library, game: Game, view: View, at: Version) -> bool:
    """Whether the version can be corrected: the table records the game, and the version led to the head."""
    records = game.chance == "table" and view.viewer == TABLE and view.spoilers and not needs_consent(game)
    return records and at > 1 and library.tree(game).on_head_path(at)


# --- the picture

_SEAT = re.compile(r'data-id="seat:(\d{1,2})"')
_NARROW = re.compile(r'<svg [^>]*class="tt[^"]* narrow"')


def _anchored(picture: str) -> str:
    """The picture with anchors for the parts of the narrow arrangement, which is taller than a phone."""
    narrow = _NARROW.search(picture)
    start = narrow.start() if narrow else 0
    return picture[:start] + _SEAT.sub(r'id="part-\1" \g<0>', picture[start:])


def _parts_of(picture: str) -> tuple[int, ...]:
    """The seats in the order in which the narrow arrangement has them."""
    found = _SEAT.findall(picture[picture.rfind("<svg xmlns") :])
    return tuple(dict.fromkeys(map(int, found)))


# --- stepping


def _steps(moment: Moment, path: Path, at: Version, view: View) -> Steps:
    last = path[-1][-1]
    return Steps(
        first=None if at == 1 else 1,
        prev=moment.prev,
        next=moment.next,
        last=last if view.spoilers and last != at else None,
        prev_turn=moment.prev_turn,
        next_turn=moment.next_turn,
        prev_round=moment.prev_round,
        next_round=moment.next_round,
    )


# --- the rails


def _scores(ruleset: Ruleset[Any], game: Game, board: Any) -> Iterator[Score]:
    """The score of each seat with its parts that are not 0: `3 on the track, 5 from heroes`."""
    called = names(game)
    for seat, score in ruleset.standing(board):
        if ruleset.cooperative_with(board.components):  # all seats have the team's score
            yield Score(TEAM, "The team", score, "")
            return
        parts = ruleset.score_parts(board, seat)
        yield Score(seat, called[seat], score, ", ".join(f"{n} {where}" for n, where in parts if n))


def _reasons(board: Any, step: Step, at: Version, ruleset: Ruleset[Any]) -> Iterator[Reason]:
    """The rule of the phase in which the move was made, and the rule of the current phase."""
    now = board.pending.rule
    if at > 1:
        was = step.before.pending.rule
        yield Reason("For this move", was, ruleset.rules.get(was, ""))
        if was == now:
            return
    yield Reason("Now", now, ruleset.rules.get(now, ""))


# --- the preview


class Preview(Struct, frozen=True):
    """What messengers show for a link to a version: what a spectator sees there."""

    title: str
    text: str


def preview(library: Library, page: ReplayPage) -> Preview:
    """The link preview of a page."""
    step = library.step(page.game, page.at, SPECTATOR)
    title = f"Version {page.at:,}, {page.when}: {page.title}, {' against '.join(page.names.values())}"
    return Preview(title, step.text)
