"""Taking actions: load the board, decide, append. What REST, the command line and simulations call. No Flask in it."""

from __future__ import annotations

import hashlib
import secrets
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, Literal, ParamSpec, cast

from msgspec import Struct
from msgspec.structs import replace

from api.recording.adjust import adjusted
from api.recording.adopt import adopted
from api.recording.amend import ChangeRefused, amended
from api.recording.decide import Entry, Source, chance_of, decide, named, need_all_used
from api.recording.ends import abandoned, resigned
from api.recording.fork import copied
from api.recording.line import NewLine, event_of, marker_of, summary_of
from api.recording.undo import ConsentNeeded, asks_others, redo_target, undo_target
from events import NewGame, Repeated, Stale, Summary, new_game_id
from projections import names, seen
from rulesets.kit.errors import ChanceNeeded, KitError
from rulesets.kit.outlook import outlook
from rulesets.kit.phases import Board
from rulesets.kit.play import fold
from rulesets.kit.structs import SPECTATOR, TABLE, Abandon, Effect, Resign, Start, UndoPolicy, Viewer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from uuid import UUID

    from api.recording.adjust import Adjustment
    from api.recording.adopt import Tried
    from api.recording.amend import Amended, Change
    from api.recording.fork import WhatIf
    from events import Answer, Event, Game, Request, Sitter, Store
    from projections import Library
    from rulesets.kit.chance import Chance
    from rulesets.kit.outcomes import Outcome
    from rulesets.kit.phases import Components, Seat
    from rulesets.kit.play import Play
    from rulesets.kit.ruleset import Ruleset

P = ParamSpec("P")

RETRIES = 5
"""How often an action without an expected version is decided again after losing a race."""

KEPT_KEYS = 10_000
"""Secret keys that a process keeps in memory."""

USUAL_POLICY: dict[str, UndoPolicy] = {"table": "free", "server": "no_new_information"}
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
    undo: UndoPolicy | None = None
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


def _once(record: Callable[Concatenate[Recorder, P], Recorded]) -> Callable[Concatenate[Recorder, P], Recorded]:
    """An equal request gets the first answer again, also where a twin of it is quicker. Raises KeyReused."""

    @wraps(record)
    def once(recorder: Recorder, /, *args: P.args, **options: P.kwargs) -> Recorded:
        request = cast("Request | None", options.get("request"))
        if request and (answer := recorder.store.answered(request)):
            return recorder.again(answer)
        try:
            return record(recorder, *args, **options)
        except Repeated as twin:
            return recorder.again(twin.answer)

    return once


class Recorder:
    """Takes actions, undo and redo, and writes them to the log. Safe to share between threads."""

    def __init__(self, store: Store, library: Library) -> None:
        self.store = store
        self.library = library
        self._keys: dict[UUID, bytes] = {}

    # --- a new game

    @_once
    def create(self, wanted: Wanted, *, by: str | None = None, request: Request | None = None) -> Recorded:
        """Set a game up.

        Raises RulesetMissing, BadSeats, UnknownComponentSet, UnknownAction, ChanceNeeded, LeftoverOutcomes, KeyReused.
        """
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
        summary = summary_of(ruleset, play.board, fold(empty_board, seen(play.effects, SPECTATOR)), 1)
        event = event_of(
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
        events = self.store.create(game, [event], summary, request=request)
        return Recorded(self.store.game(game_id), tuple(events))

    def _components(self, ruleset: Ruleset[Any], wanted: str | None) -> tuple[str, Components]:
        if wanted is None:
            components = ruleset.starter_components
            self.store.put_component_set(ruleset.name, "starter", ruleset.starter, ruleset.starter_document)
            return components.hash, components
        return wanted, ruleset.load(self.store.component_set(wanted).document)

    @_once
    def fork(
        self,
        game_id: UUID,
        what: WhatIf,
        *,
        expected: int | None = None,
        request: Request | None = None,
    ) -> Recorded:
        """Copy a game up to a version, as somebody saw it there, and let it go on otherwise.

        Raises BadAddress, ForkRefused, RulesetMissing, Stale, UnknownGame, KeyReused.
        """
        game = self.at(game_id, expected)
        key = secrets.token_bytes(32) if what.chance == "server" else None
        copy = copied(self.library, game, what, key)
        events = self.store.create(copy.game, copy.events, copy.summary, request=request)
        made = self.store.game(copy.game.id)
        self.library.cache_boards(made, made.summary.head, copy.board, copy.public)
        return Recorded(made, tuple(events))

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
                return self.again(answer)
            game = self.at(game_id, expected)
            try:
                return self._act_on(game, entries, request=request, until_refused=until_refused, by=by)
            except Repeated as twin:
                return self.again(twin.answer)
            except Stale:
                if expected is not None:
                    raise
        raise LostRace

    def _act_on(
        self, game: Game, entries: Sequence[Entry], *, request: Request | None, until_refused: bool, by: str | None
    ) -> Recorded:
        ruleset, head = self.library.ruleset(game), game.summary.head
        line = NewLine(self.library, game, head, by)
        run = decide(ruleset, line.board, entries, self._source(game, head, game.version))
        refused = run.refused(until_refused)
        for decided in run.decided:
            line.take(decided)
        return replace(self._append(game, line, request), refused=refused)

    def _append(
        self, game: Game, line: NewLine, request: Request | None, notes: Mapping[int, str] | None = None
    ) -> Recorded:
        """Write the events of a line. Raises Stale, Repeated, KeyReused."""
        summary = line.summary()
        stored = self.store.append(game.id, game.version, line.events, summary, request=request, notes=notes)
        self.library.add_events(game, stored, summary)
        line.keep()
        return Recorded(_moved(game, stored, summary), tuple(stored))

    # --- what was entered wrongly

    def amend(
        self,
        game_id: UUID,
        changes: Sequence[Change],
        *,
        expected: int | None,
        seat: Seat | None = None,
        reason: str | None = None,
        request: Request | None = None,
        by: str | None = None,
    ) -> tuple[Amended, Recorded]:
        """Put earlier actions right, and decide anew what followed: an undo marker and the new line, in one append.

        Raises AmendRefused, ChangeRefused, UndoRefused, Stale, VersionNeeded, UnknownGame, KeyReused.
        """
        if expected is None:
            raise VersionNeeded
        if request and (answer := self.store.answered(request)):
            return self._amended_again(answer, changes)
        game = self.at(game_id, expected)
        found = amended(self.library, game, changes, seat)
        line = NewLine(self.library, game, found.base, by)
        line.mark(marker_of(line.ruleset, "undo", found.base, seat=seat, by=by))
        for decided in found.decided:
            line.take(decided)
        try:
            return found, self._append(game, line, request, {game.version + 1: reason} if reason else None)
        except Repeated as twin:
            return self._amended_again(twin.answer, changes)

    def would_amend(
        self, game_id: UUID, changes: Sequence[Change], *, expected: int | None, seat: Seat | None = None
    ) -> tuple[Amended, Game]:
        """What an amend would lead to. Raises as `amend` does, and stores nothing."""
        if expected is None:
            raise VersionNeeded
        game = self.at(game_id, expected)
        return amended(self.library, game, changes, seat), game

    # --- what was tried

    def adopt(
        self,
        game_id: UUID,
        tried: Tried,
        eyes: Viewer = TABLE,
        *,
        expected: int | None,
        request: Request | None = None,
        by: str | None = None,
    ) -> tuple[Amended, Recorded]:
        """Take actions over from a what-if game or from another line, decided anew on the head, in one append.

        Raises AdoptRefused, AmendRefused, ChangeRefused where not even the first holds, Stale, VersionNeeded,
        UnknownGame, KeyReused.
        """
        if expected is None:
            raise VersionNeeded
        if request and (answer := self.store.answered(request)):
            return self._adopted_again(answer, tried, eyes)
        game = self.at(game_id, expected)
        found = adopted(self.library, game, tried, self._source(game, game.summary.head, game.version), eyes)
        if found.stopped and not found.decided:
            raise ChangeRefused(found.stopped.error, "/after")
        line = NewLine(self.library, game, found.base, by)
        for decided in found.decided:
            line.take(decided)
        try:
            return found, self._append(game, line, request)
        except Repeated as twin:
            return self._adopted_again(twin.answer, tried, eyes)

    def would_adopt(
        self, game_id: UUID, tried: Tried, eyes: Viewer = TABLE, *, expected: int | None
    ) -> tuple[Amended, Game]:
        """What an adopt would lead to, decided as a dry run is: on what these eyes see, without the key.

        Raises as `adopt` does, and stores nothing.
        """
        if expected is None:
            raise VersionNeeded
        game = self.at(game_id, expected)
        return adopted(self.library, game, tried, Source(called=names(game)), eyes, planned=True), game

    def _adopted_again(self, answer: Answer, tried: Tried, eyes: Viewer) -> tuple[Amended, Recorded]:
        """What the first request led to: decided once more from the head that it was about."""
        recorded = self.again(answer)
        head = recorded.events[0].parent
        source = self._source(recorded.game, head, answer.first - 1)
        return adopted(self.library, recorded.game, tried, source, eyes, head=head), recorded

    def _source(self, game: Game, head: int, version: int) -> Source:
        return Source(self._key(game), head, version, names(game))

    def at(self, game_id: UUID, expected: int | None) -> Game:
        """The game, at the version that the caller saw if it names one. Raises Stale, UnknownGame."""
        game = self.library.game(game_id)
        if expected not in (None, game.version):
            raise Stale(game.version)
        return game

    def _amended_again(self, answer: Answer, changes: Sequence[Change]) -> tuple[Amended, Recorded]:
        """What the first request led to: decided once more from the head that it was about."""
        recorded = self.again(answer)
        was = self.library.tree(recorded.game).stands_for(answer.first - 1)
        seat = recorded.events[0].seat
        return amended(self.library, recorded.game, changes, seat, was=was), recorded

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
        game = self.at(game_id, expected)
        ruleset, board = self.library.ruleset(game), self.library.head(game, viewer)
        run = decide(ruleset, board, entries, Source(called=names(game)))
        board = run.decided[-1].play.board if run.decided else board
        effects = tuple(tuple(decided.play.effects) for decided in run.decided)
        if isinstance(run.error, ChanceNeeded) and not run.error.rejected:
            return DryRun(board, effects, stopped=run.error)
        return DryRun(board, effects, refused=run.refused(until_refused))

    # --- what is put right by hand

    @_once
    def adjust(
        self,
        game_id: UUID,
        wanted: Adjustment,
        *,
        expected: int | None = None,
        request: Request | None = None,
        by: str | None = None,
    ) -> Recorded:
        """The table puts the board right.

        Raises Refused, ChanceNeeded, LeftoverOutcomes, Stale, UnknownGame, KeyReused.
        """
        game = self.at(game_id, expected)
        line = NewLine(self.library, game, game.summary.head, by)
        action, play = adjusted(line.ruleset, game, line.board, wanted)
        line.add("adjust", None, line.ruleset.encode(action), play, wanted.occurred_at)
        return self._append(game, line, request, {game.version + 1: wanted.reason})

    # --- ends that the rulebook does not know

    def resign(
        self,
        game_id: UUID,
        seat: Seat,
        *,
        expected: int | None = None,
        request: Request | None = None,
        by: str | None = None,
    ) -> Recorded:
        """A seat of a duel gives up. Raises NoDuel, UnknownSeat, Refused, Stale, UnknownGame, KeyReused."""
        return self._end(game_id, resigned, seat, expected=expected, request=request, by=by)

    def abandon(
        self,
        game_id: UUID,
        *,
        seat: Seat | None = None,
        expected: int | None = None,
        request: Request | None = None,
        by: str | None = None,
    ) -> Recorded:
        """The table ends a game that nobody wins. Raises UnknownSeat, Refused, Stale, UnknownGame, KeyReused."""
        return self._end(game_id, abandoned, seat, expected=expected, request=request, by=by)

    @_once
    def _end(
        self,
        game_id: UUID,
        ended: Callable[[Ruleset[Any], Game, Board, Any], tuple[Resign | Abandon, Play[Any]]],
        seat: Seat | None,
        *,
        expected: int | None,
        request: Request | None,
        by: str | None,
    ) -> Recorded:
        game = self.at(game_id, expected)
        line = NewLine(self.library, game, game.summary.head, by)
        action, play = ended(line.ruleset, game, line.board, seat)
        line.add("end", seat, line.ruleset.encode(action), play)
        return self._append(game, line, request)

    # --- undo and redo

    def undo(
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
        """Move the head back to an ancestor; without `to`, as far as a seat may within the move.

        Raises UndoRefused, ConsentNeeded, BadAddress, Stale, UnknownGame, KeyReused.
        """
        return self.move_head(
            "undo",
            game_id,
            to=to,
            seat=seat,
            reason=reason,
            expected=expected,
            request=request,
            by=by,
            occurred_at=occurred_at,
        )

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
        return self.move_head(
            "redo",
            game_id,
            to=to,
            seat=seat,
            reason=reason,
            expected=expected,
            request=request,
            by=by,
            occurred_at=occurred_at,
        )

    def move_head(
        self,
        kind: Literal["undo", "redo"],
        game_id: UUID,
        *,
        to: str | None = None,
        seat: Seat | None = None,
        reason: str | None = None,
        expected: int | None = None,
        request: Request | None = None,
        by: str | None = None,
        occurred_at: int | None = None,
        agreed: bool = False,
    ) -> Recorded:
        """Undo or redo. `agreed`: the seats that have to agree have done so."""
        if request and (answer := self.store.answered(request)):
            if not answer.wrote:
                raise ConsentNeeded(self.library.game(game_id))
            return self.again(answer)
        game = self.at(game_id, expected)
        library, ruleset = self.library, self.library.ruleset(game)
        find = undo_target if kind == "undo" else redo_target
        target, tip = find(library, game, to, seat)
        if asks_others(game) and not agreed:
            raise ConsentNeeded(game)
        summary = summary_of(
            ruleset,
            library.board(game, target),
            library.public_board(game, target),
            target,
            tip=tip,
            tainted=library.is_adjusted(game, target),
        )
        marker = marker_of(ruleset, kind, target, seat=seat, by=by, occurred_at=occurred_at)
        notes = {game.version + 1: reason} if reason else None
        try:
            stored = self.store.append(game.id, game.version, [marker], summary, request=request, notes=notes)
            self.library.add_events(game, stored, summary)
        except Repeated as twin:
            return self.again(twin.answer)
        return Recorded(_moved(game, stored, summary), tuple(stored))

    def again(self, answer: Answer) -> Recorded:
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
        undo=wanted.undo or USUAL_POLICY[wanted.chance],
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
