"""Checking the log: is it as it was written, do its events fold to the same boards, do today's rules agree?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import msgspec
from msgspec import Struct

import events
from api.recording.fork import own
from projections import board_hash
from rulesets.kit.chance import GivenChance
from rulesets.kit.errors import KitError, Refused

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from uuid import UUID

    from events import Event, Game
    from projections import Library
    from rulesets.kit.ruleset import Ruleset

SCHEMA_BYTES = 2
"""A board's hash begins with the board schema of its ruleset, in so many bytes."""


class Finding(Struct, frozen=True):
    """Something that is not as it should be."""

    kind: Literal["chain", "row", "board", "reading"]
    """`chain`: the stored bytes; `row`: what the game's row says about them; `board`: the boards that they fold to;
    `reading`: what today's rules decide."""
    game: UUID
    version: int
    detail: str


def findings(library: Library, game_id: UUID, *, re_decide: bool = False) -> Iterator[Finding]:
    """What is wrong with one game. O(its events). Raises UnknownGame."""
    broken = [Finding("chain", found.game_id, found.version, found.what) for found in library.store.verify(game_id)]
    yield from broken
    if broken:
        return
    found = list(_guarded(game_id, "board", lambda: _fold_again(library, game_id)))
    yield from found
    if re_decide and not any(finding.kind == "row" for finding in found):
        yield from _guarded(game_id, "reading", lambda: _decide_again(library, game_id))


def _guarded(
    game_id: UUID, kind: Literal["board", "reading"], check: Callable[[], Iterator[Finding]]
) -> Iterator[Finding]:
    """A check that must continue with the next game, whatever error an old event causes in today's code."""
    try:
        yield from check()
    except (events.Unavailable, events.UnknownGame):
        raise
    except events.Damaged as error:  # the events are as they were written, so it is the row that is not
        yield Finding("row", game_id, 0, error.why)
    except Exception as error:
        yield Finding(kind, game_id, 0, f"cannot be read any more: {type(error).__name__}: {error}")


def _fold_again(library: Library, game_id: UUID) -> Iterator[Finding]:
    game = library.game(game_id)
    ruleset = library.ruleset(game)
    for event in library.store.events(game.id):
        if event.board_hash is None:
            continue
        now = board_hash(ruleset, library.board(game, event.version))
        if event.board_hash[:SCHEMA_BYTES] != now[:SCHEMA_BYTES]:
            continue  # another board schema: not comparable
        if event.board_hash != now:
            yield Finding("board", game.id, event.version, "the events fold to another board than when it was recorded")
            return


def _decide_again(library: Library, game_id: UUID) -> Iterator[Finding]:
    """What a what-if game was copied from is no decision of it: it may lack what its viewer could not know."""
    game = library.game(game_id)
    ruleset = library.ruleset(game)
    for event in own(library, game):
        if event.kind in ("start", "play") and (why := _differs(library, ruleset, game, event)):
            yield Finding("reading", game.id, event.version, why)
            return


def _differs(library: Library, ruleset: Ruleset[Any], game: Game, event: Event) -> str | None:
    """How today's rules decide an event, where that differs from the log."""
    try:
        effects = _effects_today(library, ruleset, game, event)
    except Refused as error:
        return f"refused today by {error.rule}"
    except KitError as error:
        return f"other outcomes of chance are asked for today: {error}"
    return None if effects == event.effects else "has other effects today"


def _effects_today(library: Library, ruleset: Ruleset[Any], game: Game, event: Event) -> str:
    chance = GivenChance(msgspec.json.decode(event.outcomes))
    if event.kind == "start":
        play = ruleset.begin(library.start(game), library.components(game), chance)
    else:
        board = library.board(game, event.parent)
        play = ruleset.decide(board, event.seat or 0, ruleset.decode_action(event.action), chance)
    chance.all_used()
    return ruleset.encode(play.effects)
