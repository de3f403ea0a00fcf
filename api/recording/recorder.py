"""Takes actions: load the board, decide, append. REST, the command line and simulations call it; it needs no Flask."""

from __future__ import annotations

import hashlib
import secrets
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, Literal, ParamSpec, cast
from uuid import UUID

from msgspec import Struct
from msgspec.structs import replace

from api.recording.adjust import adjusted
from api.recording.adopt import adopted
from api.recording.amend import ChangeRefused, amended
from api.recording.decide import Entry, Source, chance_of, decide, named, need_all_used
from api.recording.ends import abandoned, resigned
from api.recording.fork import copied
from api.recording.line import NewLine, event_of, marker_of, summary_of
from api.recording.results import play_to_its_end
from api.recording.titles import BadSheet, Sheet, SheetRequest, need_scoring, put_sheet, sheet_for
from api.recording.undo import ConsentNeeded, needs_consent, redo_target, undo_target
from events import NewGame, Repeated, Stale, Summary, new_game_id
from projections import names, seen
from rulesets.kit.errors import ChanceNeeded, KitError
from rulesets.kit.outlook import outlook
from rulesets.kit.phases import Board
from rulesets.kit.play import fold
from rulesets.kit.structs import SPECTATOR, TABLE, Abandon, Effect, Resign, Start, UndoPolicy, Viewer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from api.recording.adjust import Adjustment
    from api.recording.adopt import MoveSource
    from api.recording.amend import Amended, Change
    from api.recording.fork import WhatIf
    from api.recording.results import Result
    from events import Answer, Event, Game, Request, Sitter, Store
    from projections import Library
    from rulesets.kit.chance import Chance
    from rulesets.kit.outcomes import Outcome
    from rulesets.kit.phases import Components, Seat
    from rulesets.kit.play import Play
    from rulesets.kit.ruleset import Ruleset

P = ParamSpec("P")

RETRIES = 5
"""How often an action without an expected version is decided again after a conflicting write."""

CACHED_KEYS = 10_000
"""Secret keys that a process caches."""

DEFAULT_POLICY: dict[str, UndoPolicy] = {"table": "free", "server": "no_new_information"}
"""The undo policy of a game that names none, by who rolls and deals."""


class NewGameRequest(Struct, frozen=True, kw_only=True):
    """A game to be recorded."""

    ruleset: str
    players: tuple[Sitter, ...]
    """In seat order."""
    options: Mapping[str, str | int | bool] = {}
    component_set: str | None = None
    """The hash of a stored set; the starter set by default."""
    sheet: SheetRequest | None = None
    """Instead of a set, the title that is played with a ruleset for any game."""
    chance: Literal["table", "server"] = "table"
    undo: UndoPolicy | None = None
    outcomes: Sequence[Outcome] = ()
    visibility: Literal["public", "unlisted", "private"] = "private"
    place: str | None = None
    tags: tuple[str, ...] = ()
    occurred_at: int | None = None
    """When it began at the table, in microseconds UTC, if it is entered later."""
    result: Result | None = None
    """How it ended, where only that is known, of a ruleset for any game."""


class Recorded(Struct, frozen=True):
    """What was stored."""

    game: Game
    events: tuple[Event, ...]
    refused: KitError | None = None
    """With `until_refused`, why the next entry was refused."""


class DryRun(Struct, frozen=True):
    """What would follow, as the viewer would see it, up to the first roll or draw that was not entered."""

    board: Board
    effects: tuple[tuple[Effect[Any], ...], ...]
    """The effects of each entry that was decided."""
    stopped: ChanceNeeded | None = None
    """The first roll or draw that is missing."""
    refused: KitError | None = None
    """With `until_refused`, why the next entry would be refused."""


class BadSeats(Exception):
    """The ruleset is not played with this number of seats."""

    def __init__(self, seats: int, allowed: range) -> None:
        super().__init__(f"the game takes {allowed.start} to {allowed.stop - 1} seats, not {seats}")
        self.seats = seats
        self.allowed = allowed


class VersionNeeded(Exception):
    """The action must name the version that its player saw."""


class LostRace(Exception):
    """Other writes came first, several times in a row."""


def _once(record: Callable[Concatenate[Recorder, P], Recorded]) -> Callable[Concatenate[Recorder, P], Recorded]:
    """An equal request gets the first answer again, also if both run at the same time. Raises KeyReused."""

    @wraps(record)
    def once(recorder: Recorder, /, *args: P.args, **options: P.kwargs) -> Recorded:
        request = cast("Request | None", options.get("request"))
        if request and (answer := recorder.store.answered(request)):
            return recorder.again(answer)
        try:
            return record(recorder, *args, **options)
        except Repeated as repeated:
            return recorder.again(repeated.answer)

    return once


class Recorder:
    """Takes actions, undo and redo, and writes them to the log. Safe to share between threads."""

    def __init__(self, store: Store, library: Library) -> None:
        self.store = store
        self.library = library
        self._keys: dict[UUID, bytes] = {}

    # --- a new game

    @_once
    def create(self, new: NewGameRequest, *, by: str | None = None, request: Request | None = None) -> Recorded:
        """Set up a game.

        Raises RulesetMissing, BadSeats, UnknownComponentSet, BadSheet, UnknownPlayer, UnknownAction, ChanceNeeded,
        LeftoverOutcomes, BadResult, KeyReused.
        """
        ruleset = self.library.ruleset_named(new.ruleset)
        sheet = self._sheet(ruleset, new)
        set_hash, components = sheet.hash, sheet.components
        allowed = ruleset.seats_with(components)
        if len(new.players) not in allowed:
            raise BadSeats(len(new.players), allowed)
        key = secrets.token_bytes(32) if new.chance == "server" else None
        start = _start(ruleset, new, components, key)
        text = ruleset.encode(start)
        chance = chance_of(key, new.outcomes, 0, 0, text)
        play = _set_up(ruleset, start, components, chance, new)
        need_all_used(chance, new.outcomes)
        empty_board = ruleset.empty_board(start, components)
        game_id = new_game_id()
        line = NewLine(ruleset, play.board, fold(empty_board, seen(play.effects, SPECTATOR)), 1, by)
        if new.result:
            play_to_its_end(line, new.result)
        event = event_of(
            ruleset,
            "start",
            0,
            None,
            text,
            play.chance.outcomes,
            play.effects,
            by=by,
            occurred_at=new.occurred_at,
        )
        game = NewGame(
            id=game_id,
            ruleset=ruleset.name,
            ruleset_version=ruleset.version,
            component_set=set_hash,
            chance=new.chance,
            undo=start.undo,
            visibility=new.visibility,
            place=new.place,
            tags=new.tags,
            seats=new.players,
            secret_key=key,
        )
        if sheet.text is not None:
            self._need_players(new.players)
            put_sheet(self.store, ruleset, sheet)
        stored = self.store.create(game, [event, *line.events], line.summary(), request=request)
        return Recorded(self.store.game(game_id), tuple(stored))

    def _sheet(self, ruleset: Ruleset[Any], new: NewGameRequest) -> Sheet:
        """What a new game is played with; one that is made for a title is not stored yet."""
        if new.sheet is not None:
            if new.component_set is not None:
                raise BadSheet("", "a game has a title or a component set, not both")
            sheet = sheet_for(self.store, ruleset, new.sheet)
            if new.result is not None:
                need_scoring(ruleset, sheet, new.sheet)
            return sheet
        if new.component_set is None:
            components = ruleset.starter_components
            self.store.put_component_set(ruleset.name, ruleset.starter_name, ruleset.starter, ruleset.starter_document)
            return Sheet(components.hash, components, None)
        document = self.store.component_set(new.component_set).document
        return Sheet(new.component_set, ruleset.load(document), None)

    def _need_players(self, players: Iterable[Sitter]) -> None:
        """Refuse players that are not known before anything is stored. Raises UnknownPlayer, MergedPlayer."""
        for player in {player for player in players if isinstance(player, UUID)}:
            self.store.player(player)

    @_once
    def fork(
        self,
        game_id: UUID,
        what: WhatIf,
        *,
        expected: int | None = None,
        request: Request | None = None,
    ) -> Recorded:
        """Copy a game up to a version, as a viewer saw it there, so that it can continue in another way.

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

        With `until_refused`, the entries before the first refused one are appended.

        `expected` is the version that the caller saw; without it, entries are decided again after a conflicting write.
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
            except Repeated as repeated:
                return self.again(repeated.answer)
            except Stale:
                if expected is not None:
                    raise
        raise LostRace

    def _act_on(
        self, game: Game, entries: Sequence[Entry], *, request: Request | None, until_refused: bool, by: str | None
    ) -> Recorded:
        ruleset, head = self.library.ruleset(game), game.summary.head
        line = NewLine.from_version(self.library, game, head, by)
        run = decide(ruleset, line.board, entries, self._source(game, head, game.version))
        refused = run.refused(until_refused)
        for decided in run.decided:
            line.take(decided)
        recorded = self._append(game, line, request)
        return recorded if refused is None else replace(recorded, refused=refused)

    def _append(
        self, game: Game, line: NewLine, request: Request | None, notes: Mapping[int, str] | None = None
    ) -> Recorded:
        """Write the events of a line. Raises Stale, Repeated, KeyReused."""
        summary = line.summary()
        stored = self.store.append(game.id, game.version, line.events, summary, request=request, notes=notes)
        self.library.add_events(game, stored, summary)
        line.keep(self.library, game)
        return Recorded(_moved(game, stored, summary), tuple(stored))

    # --- corrections

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
        """Correct earlier actions, and decide again what followed: an undo marker and the new line, in one append.

        Raises AmendRefused, ChangeRefused, UndoRefused, Stale, VersionNeeded, UnknownGame, KeyReused.
        """
        if expected is None:
            raise VersionNeeded
        if request and (answer := self.store.answered(request)):
            return self._amended_again(answer, changes)
        game = self.at(game_id, expected)
        found = amended(self.library, game, changes, seat)
        line = NewLine.from_version(self.library, game, found.base, by)
        line.mark(marker_of(line.ruleset, "undo", found.base, seat=seat, by=by))
        for decided in found.decided:
            line.take(decided)
        try:
            return found, self._append(game, line, request, {game.version + 1: reason} if reason else None)
        except Repeated as repeated:
            return self._amended_again(repeated.answer, changes)

    def would_amend(
        self, game_id: UUID, changes: Sequence[Change], *, expected: int | None, seat: Seat | None = None
    ) -> tuple[Amended, Game]:
        """What a correction would lead to. Stores nothing; raises as `amend` does."""
        if expected is None:
            raise VersionNeeded
        game = self.at(game_id, expected)
        return amended(self.library, game, changes, seat), game

    # --- moves of what-ifs and other lines

    def adopt(
        self,
        game_id: UUID,
        moves: MoveSource,
        viewer: Viewer = TABLE,
        *,
        expected: int | None,
        request: Request | None = None,
        by: str | None = None,
    ) -> tuple[Amended, Recorded]:
        """Apply moves of a what-if or of another line: they are decided again on the head, and stored in one append.

        Raises AdoptRefused, AmendRefused, ChangeRefused if not even the first is possible, Stale, VersionNeeded,
        UnknownGame, KeyReused.
        """
        if expected is None:
            raise VersionNeeded
        if request and (answer := self.store.answered(request)):
            return self._adopted_again(answer, moves, viewer)
        game = self.at(game_id, expected)
        found = adopted(self.library, game, moves, self._source(game, game.summary.head, game.version), viewer)
        if found.stopped and not found.decided:
            raise ChangeRefused(found.stopped.error, "/after")
        line = NewLine.from_version(self.library, game, found.base, by)
        for decided in found.decided:
            line.take(decided)
        try:
            return found, self._append(game, line, request)
        except Repeated as repeated:
            return self._adopted_again(repeated.answer, moves, viewer)

    def would_adopt(
        self, game_id: UUID, moves: MoveSource, viewer: Viewer = TABLE, *, expected: int | None
    ) -> tuple[Amended, Game]:
        """What `adopt` would lead to, decided as a dry run is: on the viewer's board, without the key.

        Stores nothing; raises as `adopt` does.
        """
        if expected is None:
            raise VersionNeeded
        game = self.at(game_id, expected)
        return adopted(self.library, game, moves, Source(seat_names=names(game)), viewer, planned=True), game

    def _adopted_again(self, answer: Answer, moves: MoveSource, viewer: Viewer) -> tuple[Amended, Recorded]:
        """What the first request led to, decided again from the head that it was about."""
        recorded = self.again(answer)
        head = recorded.events[0].parent
        source = self._source(recorded.game, head, answer.first - 1)
        return adopted(self.library, recorded.game, moves, source, viewer, head=head), recorded

    def _source(self, game: Game, head: int, version: int) -> Source:
        return Source(self._key(game), head, version, names(game))

    def at(self, game_id: UUID, expected: int | None) -> Game:
        """The game, at the version that the caller saw if it names one. Raises Stale, UnknownGame."""
        game = self.library.game(game_id)
        if expected not in (None, game.version):
            raise Stale(game.version)
        return game

    def _amended_again(self, answer: Answer, changes: Sequence[Change]) -> tuple[Amended, Recorded]:
        """What the first request led to, decided again from the head that it was about."""
        recorded = self.again(answer)
        was = self.library.tree(recorded.game).stands_for(answer.first - 1)
        seat = recorded.events[0].seat
        return amended(self.library, recorded.game, changes, seat, was=was), recorded

    def _key(self, game: Game) -> bytes | None:
        """The game's secret key if Tabletale rolls. It never changes, so it is read once."""
        if game.chance == "table":
            return None
        key = self._keys.get(game.id)
        if key is None:
            key = self.store.secret_key(game.id)
            assert key is not None
            if len(self._keys) >= CACHED_KEYS:
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
        """What entries would lead to, decided on the viewer's own board, with the entered outcomes only.

        It stops at the first roll, draw or reveal that is not entered, and shows nothing that the viewer may not know.
        Raises Refused, ChanceNeeded for an impossible outcome, LeftoverOutcomes, Stale, UnknownGame.
        """
        game = self.at(game_id, expected)
        ruleset, board = self.library.ruleset(game), self.library.head(game, viewer)
        run = decide(ruleset, board, entries, Source(seat_names=names(game)))
        board = run.decided[-1].play.board if run.decided else board
        effects = tuple(tuple(decided.play.effects) for decided in run.decided)
        if isinstance(run.error, ChanceNeeded) and not run.error.rejected:
            return DryRun(board, effects, stopped=run.error)
        return DryRun(board, effects, refused=run.refused(until_refused))

    # --- adjustments

    @_once
    def adjust(
        self,
        game_id: UUID,
        adjustment: Adjustment,
        *,
        expected: int | None = None,
        request: Request | None = None,
        by: str | None = None,
    ) -> Recorded:
        """The table adjusts the board.

        Raises Refused, ChanceNeeded, LeftoverOutcomes, Stale, UnknownGame, KeyReused.
        """
        game = self.at(game_id, expected)
        line = NewLine.from_version(self.library, game, game.summary.head, by)
        action, play = adjusted(line.ruleset, game, line.board, adjustment)
        line.add("adjust", None, line.ruleset.encode(action), play, adjustment.occurred_at)
        return self._append(game, line, request, {game.version + 1: adjustment.reason})

    # --- ends outside the rulebook

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
        """The table ends a game, and nobody wins. Raises UnknownSeat, Refused, Stale, UnknownGame, KeyReused."""
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
        line = NewLine.from_version(self.library, game, game.summary.head, by)
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
        """Move the head back to an ancestor; without `to`, as far back in the move as the policy allows the seat.

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
        """Undo or redo. `agreed`: all seats that must agree have done so."""
        if request and (answer := self.store.answered(request)):
            if not answer.wrote:
                raise ConsentNeeded(self.library.game(game_id))
            return self.again(answer)
        game = self.at(game_id, expected)
        library, ruleset = self.library, self.library.ruleset(game)
        find = undo_target if kind == "undo" else redo_target
        target, tip = find(library, game, to, seat)
        if needs_consent(game) and not agreed:
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
        except Repeated as repeated:
            return self.again(repeated.answer)
        return Recorded(_moved(game, stored, summary), tuple(stored))

    def again(self, answer: Answer) -> Recorded:
        """The first answer again, for a request that was sent twice."""
        events = self.store.events(answer.game_id, answer.first, answer.last)
        return Recorded(self.store.game(answer.game_id), tuple(events))


def _moved(game: Game, stored: Sequence[Event], summary: Summary) -> Game:
    """The game row after an append, worked out without reading it again."""
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


def _start(ruleset: Ruleset[Any], new: NewGameRequest, components: Components, key: bytes | None) -> Start:
    return Start(
        seats=len(new.players),
        component_set=components.hash,
        chance=new.chance,
        undo=new.undo or DEFAULT_POLICY[new.chance],
        options=ruleset.agreed(new.options, components),
        chance_key_hash=hashlib.sha256(key).hexdigest() if key else None,
    )


def _set_up(
    ruleset: Ruleset[Any], start: Start, components: Components, chance: Chance, new: NewGameRequest
) -> Play[Any]:
    """The set-up; a missing roll or draw is described in words. Raises ChanceNeeded, Refused."""
    try:
        return ruleset.begin(start, components, chance)
    except ChanceNeeded as error:
        board, seat_names = ruleset.empty_board(start, components), _names(new.players)
        missing = outlook(ruleset, board, 0, error, new.outcomes, lambda guess: ruleset.begin(start, components, guess))
        error.outlook = named(missing, seat_names)
        raise


def _names(players: Sequence[Sitter]) -> dict[int, str]:
    """The names that are known before the game is stored."""
    return {seat: sitter for seat, sitter in enumerate(players, 1) if isinstance(sitter, str)}
