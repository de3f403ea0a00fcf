"""Taking actions: load the board, decide, append. What REST, the command line and simulations call. No Flask in it."""

from __future__ import annotations

import hashlib
import secrets
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from api.recording.decide import Entry, Source, chance_of, decide, named, need_all_used
from api.recording.undo import redo_target, undo_target
from events import NewEvent, NewGame, Repeated, Result, Stale, Summary, new_game_id
from projections import board_hash, names, seen
from rulesets.kit.ahead import outlook
from rulesets.kit.errors import ChanceNeeded, KitError
from rulesets.kit.phases import Board
from rulesets.kit.play import fold
from rulesets.kit.structs import SPECTATOR, Effect, Start, Viewer

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from uuid import UUID

    from events import Answer, Event, Game, Request, Sitter, Store
    from projections import Library
    from rulesets.kit.chance import Chance, Outcome
    from rulesets.kit.phases import Components, Seat
    from rulesets.kit.play import Play
    from rulesets.kit.ruleset import Ruleset

RETRIES = 5
"""How often an action without an expected version is decided again after losing a race."""

KEPT_KEYS = 10_000
"""Secret keys that a process keeps in memory."""

HASH_EVERY = 50
"""Every so many events one stores the hash of its board; so does the event that ends a game."""

POLICIES: dict[str, Literal["free", "own_turn"]] = {"table": "free", "server": "own_turn"}
"""The undo policy of a game that names none, by its chance."""


class Wanted(Struct, frozen=True, kw_only=True):
    """A game that somebody wants to record."""

    ruleset: str
    players: tuple[Sitter, ...]
    """In seat order."""
    options: Mapping[str, str | int | bool] = {}
    component_set: str | None = None
    """The hash of a set that is stored already; the starter set if none is named."""
    chance: Literal["table", "server"] = "table"
    undo: Literal["free", "own_turn"] | None = None
    outcomes: Sequence[Outcome] = ()
    visibility: Literal["public", "unlisted", "private"] = "private"
    place: str | None = None
    tags: tuple[str, ...] = ()
    occurred_at: int | None = None
    """Microseconds UTC at which it began at the table, when it is entered later."""


class Recorded(Struct, frozen=True):
    """What was stored."""

    game: Game
    events: tuple[Event, ...]
    refused: KitError | None = None
    """Why the next entry was not taken, with `until_refused`."""


class DryRun(Struct, frozen=True):
    """What would follow as the viewer would see it, up to the first outcome of chance that was not entered."""

    board: Board
    effects: tuple[tuple[Effect[Any], ...], ...]
    """Of each entry that was decided."""
    stopped: ChanceNeeded | None = None
    """The first question to chance that the entries do not answer."""
    refused: KitError | None = None
    """Why the next entry would not be taken, with `until_refused`."""


class BadSeats(Exception):
    """The ruleset is not played with so many seats."""

    def __init__(self, seats: int, allowed: range) -> None:
        super().__init__(f"{seats} seats, but the game takes {allowed.start} to {allowed.stop - 1}")
        self.seats = seats
        self.allowed = allowed


class VersionNeeded(Exception):
    """An action that is bound to a version must name the one that its player saw."""


class LostRace(Exception):
    """Other writes came first, several times."""


class Recorder:
    """Takes actions, undo and redo, and writes them to the log. Safe to share between threads."""

    def __init__(self, store: Store, library: Library) -> None:
        self.store = store
        self.library = library
        self._keys: dict[UUID, bytes] = {}

    # --- a new game

    def create(self, wanted: Wanted, *, by: str | None = None, request: Request | None = None) -> Recorded:
        """Set a game up.

        Raises RulesetMissing, BadSeats, UnknownComponentSet, UnknownAction, ChanceNeeded, LeftoverOutcomes, KeyReused.
        """
        if request and (answer := self.store.answered(request)):
            return self._again(answer)
        ruleset = self.library.ruleset_named(wanted.ruleset)
        if len(wanted.players) not in ruleset.seats:
            raise BadSeats(len(wanted.players), ruleset.seats)
        set_hash, components = self._components(ruleset, wanted.component_set)
        key = secrets.token_bytes(32) if wanted.chance == "server" else None
        start = _start(ruleset, wanted, components, key)
        text = ruleset.encode(start)
        chance = chance_of(key, wanted.outcomes, 0, 0, text)
        play = _begun(ruleset, start, components, chance, wanted)
        need_all_used(chance, wanted.outcomes)
        empty_board = ruleset.empty_board(start, components)
        game_id = new_game_id()
        summary = _summary(ruleset, play.board, fold(empty_board, seen(play.effects, SPECTATOR)), 1)
        event = _event(
            ruleset,
            "start",
            0,
            None,
            text,
            play.chance.outcomes,
            play.effects,
            by=by,
            occurred_at=wanted.occurred_at,
        )
        game = NewGame(
            id=game_id,
            ruleset=ruleset.name,
            ruleset_version=ruleset.version,
            component_set=set_hash,
            chance=wanted.chance,
            undo=start.undo,
            visibility=wanted.visibility,
            place=wanted.place,
            tags=wanted.tags,
            seats=wanted.players,
            secret_key=key,
        )
        try:
            events = self.store.create(game, [event], summary, request=request)
        except Repeated as twin:
            return self._again(twin.answer)
        return Recorded(self.store.game(game_id), tuple(events))

    def _components(self, ruleset: Ruleset[Any], wanted: str | None) -> tuple[str, Components]:
        if wanted is None:
            components = ruleset.starter_components
            self.store.put_component_set(ruleset.name, "starter", ruleset.starter, ruleset.starter_document)
            return components.hash, components
        return wanted, ruleset.load(self.store.component_set(wanted).document)

    # --- actions

    def act(
        self,
        game_id: UUID,
        entries: Sequence[Entry],
        *,
        expected: int | None = None,
        request: Request | None = None,
        until_refused: bool = False,
        by: str | None = None,
    ) -> Recorded:
        """Decide entries one after the other and append them: all or nothing.

        With `until_refused`, those before the first that is refused are appended.

        `expected` is the game's version that the caller saw; without it, entries that lose a race are decided again.
        Raises Refused, ChanceNeeded, LeftoverOutcomes, Stale, LostRace, VersionNeeded, KeyReused, UnknownGame.
        """
        if expected is None and any(entry.action.needs_version for entry in entries):
            raise VersionNeeded
        for _ in range(RETRIES):
            if request and (answer := self.store.answered(request)):
                return self._again(answer)
            game = self.library.game(game_id)
            if expected is not None and expected != game.version:
                raise Stale(game.version)
            try:
                return self._act_on(game, entries, request=request, until_refused=until_refused, by=by)
            except Repeated as twin:
                return self._again(twin.answer)
            except Stale:
                if expected is not None:
                    raise
        raise LostRace

    def _act_on(
        self, game: Game, entries: Sequence[Entry], *, request: Request | None, until_refused: bool, by: str | None
    ) -> Recorded:
        library, ruleset = self.library, self.library.ruleset(game)
        key = self._key(game)
        head, version = game.summary.head, game.version
        board, public = library.board(game, head), library.public(game, head)
        run = decide(ruleset, board, entries, Source(key, head, version, names(game)))
        refused = run.refused(until_refused)
        events: list[NewEvent] = []
        boards: list[tuple[int, Board, Board]] = []
        for entry, text, play in run.decided:
            version += 1
            board = play.board
            public = fold(public, seen(play.effects, SPECTATOR))
            boards.append((version, board, public))
            events.append(
                _event(
                    ruleset,
                    "play",
                    head,
                    entry.seat,
                    text,
                    play.chance.outcomes,
                    play.effects,
                    by=by,
                    occurred_at=entry.occurred_at,
                    hashed=board if not version % HASH_EVERY or ruleset.over(board) else None,
                )
            )
            head = version
        summary = _summary(ruleset, board, public, head)
        stored = self.store.append(game.id, game.version, events, summary, request=request)
        for at, true, spectators in boards:
            library.keep(game, at, true, spectators)
        return Recorded(_moved(game, stored, summary), tuple(stored), refused)

    def _key(self, game: Game) -> bytes | None:
        """The game's secret key, where the server rolls. It never changes, so it is read once."""
        if game.chance == "table":
            return None
        key = self._keys.get(game.id)
        if key is None:
            key = self.store.secret_key(game.id)
            assert key is not None
            if len(self._keys) >= KEPT_KEYS:
                self._keys.clear()
            self._keys[game.id] = key
        return key

    def dry_run(
        self,
        game_id: UUID,
        entries: Iterable[Entry],
        viewer: Viewer,
        *,
        expected: int | None = None,
        until_refused: bool = False,
    ) -> DryRun:
        """What entries would lead to, decided on the viewer's own board, with no outcomes but those of the entries.

        It stops at the first roll, draw or reveal that is not entered: it shows nothing that the viewer may not know.
        Raises Refused, ChanceNeeded for an impossible outcome, LeftoverOutcomes, Stale, UnknownGame.
        """
        game = self.library.game(game_id)
        if expected not in (None, game.version):
            raise Stale(game.version)
        ruleset, board = self.library.ruleset(game), self.library.head(game, viewer)
        run = decide(ruleset, board, entries, Source(called=names(game)))
        board = run.decided[-1].play.board if run.decided else board
        effects = tuple(tuple(decided.play.effects) for decided in run.decided)
        if isinstance(run.error, ChanceNeeded) and not run.error.told:
            return DryRun(board, effects, stopped=run.error)
        return DryRun(board, effects, refused=run.refused(until_refused))

    # --- undo and redo

    def undo(
        self,
        game_id: UUID,
        *,
        to: str = "move:start",
        seat: Seat | None = None,
        reason: str | None = None,
        expected: int | None = None,
        request: Request | None = None,
        by: str | None = None,
        occurred_at: int | None = None,
    ) -> Recorded:
        """Move the head back to an ancestor. Raises UndoRefused, BadAddress, Stale, UnknownGame, KeyReused."""
        return self._move_head("undo", game_id, to, seat, reason, expected, request, by, occurred_at)

    def redo(
        self,
        game_id: UUID,
        *,
        to: str | None = None,
        seat: Seat | None = None,
        reason: str | None = None,
        expected: int | None = None,
        request: Request | None = None,
        by: str | None = None,
        occurred_at: int | None = None,
    ) -> Recorded:
        """Move the head on to a descendant; without `to`, one move towards the tip. Raises as undo does."""
        return self._move_head("redo", game_id, to, seat, reason, expected, request, by, occurred_at)

    def _move_head(
        self,
        kind: Literal["undo", "redo"],
        game_id: UUID,
        to: str | None,
        seat: Seat | None,
        reason: str | None,
        expected: int | None,
        request: Request | None,
        by: str | None,
        occurred_at: int | None,
    ) -> Recorded:
        if request and (answer := self.store.answered(request)):
            return self._again(answer)
        game = self.library.game(game_id)
        if expected is not None and expected != game.version:
            raise Stale(game.version)
        library, ruleset = self.library, self.library.ruleset(game)
        find = undo_target if kind == "undo" else redo_target
        target, tip = find(library, game, to, seat)
        summary = _summary(ruleset, library.board(game, target), library.public(game, target), target, tip=tip)
        marker = NewEvent(
            kind=kind,
            parent=target,
            seat=seat,
            by=by,
            action="null",
            ruleset_version=ruleset.version,
            occurred_at=occurred_at,
        )
        notes = {game.version + 1: reason} if reason else None
        try:
            stored = self.store.append(game.id, game.version, [marker], summary, request=request, notes=notes)
        except Repeated as twin:
            return self._again(twin.answer)
        return Recorded(_moved(game, stored, summary), tuple(stored))

    def _again(self, answer: Answer) -> Recorded:
        """The first answer once more, for a request that was sent twice."""
        events = self.store.events(answer.game_id, answer.first, answer.last)
        return Recorded(self.store.game(answer.game_id), tuple(events))


def _moved(game: Game, stored: Sequence[Event], summary: Summary) -> Game:
    """The game row after an append to it: known without asking the database again."""
    last = stored[-1]
    over = None if summary.status == "running" else game.finished_at or last.recorded_at
    return replace(
        game,
        version=last.version,
        last_hash=last.hash,
        revision=game.revision + 1,
        summary=summary,
        finished_at=over,
    )


def _start(ruleset: Ruleset[Any], wanted: Wanted, components: Components, key: bytes | None) -> Start:
    return Start(
        seats=len(wanted.players),
        component_set=components.hash,
        chance=wanted.chance,
        undo=wanted.undo or POLICIES[wanted.chance],
        options=ruleset.agreed(wanted.options, components),
        chance_key_hash=hashlib.sha256(key).hexdigest() if key else None,
    )


def _begun(ruleset: Ruleset[Any], start: Start, components: Components, chance: Chance, wanted: Wanted) -> Play[Any]:
    """The set-up; what is missing of its chance is told in words. Raises ChanceNeeded, Refused."""
    try:
        return ruleset.begin(start, components, chance)
    except ChanceNeeded as error:
        board, called = ruleset.empty_board(start, components), _called(wanted.players)
        told = outlook(ruleset, board, 0, error, wanted.outcomes, lambda guess: ruleset.begin(start, components, guess))
        error.outlook = named(told, called)
        raise


def _called(players: Sequence[Sitter]) -> dict[int, str]:
    """The names that are known before the game is stored."""
    return {seat: sitter for seat, sitter in enumerate(players, 1) if isinstance(sitter, str)}


def _event(
    ruleset: Ruleset[Any],
    kind: Literal["start", "play"],
    parent: int,
    seat: Seat | None,
    action: str,
    outcomes: Sequence[Outcome],
    effects: Sequence[Effect[Any]],
    *,
    by: str | None,
    occurred_at: int | None = None,
    hashed: Board | None = None,
) -> NewEvent:
    return NewEvent(
        kind=kind,
        parent=parent,
        seat=seat,
        by=by,
        action=action,
        outcomes=ruleset.encode(outcomes),
        effects=ruleset.encode(effects),
        ruleset_version=ruleset.version,
        occurred_at=occurred_at,
        board_hash=board_hash(ruleset, hashed) if hashed else None,
    )


def _summary(ruleset: Ruleset[Any], board: Board, public: Board, head: int, *, tip: int | None = None) -> Summary:
    """The state of the game, computed on a spectator's board: the list of games shows it to everybody."""
    over = ruleset.over(board)
    shown = board if over else public
    return Summary(
        head=head,
        tip=head if tip is None else tip,
        status="finished" if over else "running",
        round=shown.round,
        turn=shown.turn,
        waiting_for=ruleset.waiting_for(shown),
        standing=ruleset.standing(shown),
        result=Result(winners=over.winners, reason=over.reason) if over else None,
    )
