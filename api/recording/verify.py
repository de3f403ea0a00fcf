"""Verifies the log: is it unchanged, do its events lead to what rows and hashes say, do today's rules agree?"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Literal

import msgspec

import events
from api.recording.finding import Finding
from api.recording.fork import own
from api.recording.refolded import Refolded
from events.envelope import NO_GAME
from rulesets.kit.chance import GivenChance
from rulesets.kit.errors import KitError, Refused

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from uuid import UUID

    from api.recording.refolded import Loaded
    from events import Event, Game
    from events.verified_game import VerifiedGame
    from events.verify import Verification
    from projections import Library
    from rulesets.kit.ruleset import Ruleset


def findings(library: Library, game_id: UUID, *, re_decide: bool = False) -> Iterator[Finding]:
    """What is wrong with one game. O(its events). Raises UnknownGame."""
    yield from all_findings(library, library.store.verification(game_id), re_decide=re_decide)


def all_findings(
    library: Library,
    reading: Verification,
    *,
    re_decide: bool = False,
    advance: Callable[[int], object] = lambda _read: None,
) -> Iterator[Finding]:
    """What is wrong with each game that is read, and at last with the log as a whole.

    `advance` is called after each game, with the number of events read since. Raises UnknownGame if a
    game was named that does not exist.
    """
    read = 0
    loaded: Loaded = {}
    for game in reading.games():
        found = list(_of_game(library, reading, loaded, game))
        yield from found
        if re_decide and not found:
            yield from _guarded(game.id, "reading", partial(_decide_again, library, game.id))
        advance(reading.events - read)
        read = reading.events
    yield from map(Finding.of, reading.faults())
    if reading.is_whole:
        yield from _of_followers(library)


def _of_followers(library: Library) -> Iterator[Finding]:
    """Whether the followers' checkpoints are in the log, and which events they could not read."""
    try:
        for stray in library.store.checkpoint_mismatches():
            yield Finding("follower", NO_GAME, 0, str(stray))
        for unread in library.store.quarantined():
            what = f"follower {unread.name!r} cannot read this event: {unread.error}"
            yield Finding("quarantined", unread.game_id, unread.version, what)
    except events.Damaged as error:
        yield Finding("follower", NO_GAME, 0, f"what is stored of followers cannot be read: {error.why}")


def _of_game(library: Library, reading: Verification, loaded: Loaded, game: VerifiedGame) -> Iterator[Finding]:
    """What is wrong with a game; if its events were changed, nothing that is computed from them."""
    refolded = Refolded(library, reading.sets, loaded, game)
    boards = list(_guarded(game.id, "board", refolded.fold))
    found = list(map(Finding.of, game.faults()))
    if game.is_unknown:
        raise events.UnknownGame(game.id)
    yield from found
    if game.fault is None:
        yield from boards or _guarded(game.id, "board", refolded.findings)


def _guarded(
    game_id: UUID, kind: Literal["board", "reading"], check: Callable[[], Iterator[Finding]]
) -> Iterator[Finding]:
    """A check that continues with the next game, whatever error an old event causes in today's code."""
    try:
        yield from check()
    except events.Unavailable:
        raise
    except events.Damaged as error:  # the events are sound, so the row is damaged
        yield Finding("row", game_id, 0, error.why)
    except Exception as error:
        yield Finding(kind, game_id, 0, f"can no longer be read: {type(error).__name__}: {error}")


def _decide_again(library: Library, game_id: UUID) -> Iterator[Finding]:
    """The copied events of a what-if are left out: they may lack what its viewer could not know."""
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
        return f"other rolls or draws are needed today: {error}"
    return None if effects == event.effects else "has other effects today"


def _effects_today(library: Library, ruleset: Ruleset[Any], game: Game, event: Event) -> str:
    chance = GivenChance(msgspec.json.decode(event.outcomes))
    if event.kind == "start":
        play = ruleset.begin(library.start(game), library.components(game), chance)
    else:
        board = library.board(game, event.parent)
        play = ruleset.decide(
            board, event.seat or 0, ruleset.played_action(event.action, event.ruleset_version), chance
        )
    chance.all_used()
    return ruleset.encode(play.effects)
