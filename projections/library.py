"""The library: every game at any version, as any viewer may see it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from threading import Lock
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from events import DamagedGame, LogError, UnknownComponentSet
from projections import views
from projections.addresses import resolve
from projections.boards import Boards, GameView, read_start, snapshot_versions
from projections.errors import OffLine, ProjectionError, RulesetMissing
from projections.outline import Moment, Outline
from projections.paths import contains, grouped, since
from projections.step_summaries import StepSummary, StepSummaryCache, summary_of
from projections.steps import Step, action_text, marker_text
from projections.tree import MARKERS, Tree
from rulesets.kit.errors import BadComponentSet, UpcastFailed
from rulesets.kit.phases import Board, Seat
from rulesets.kit.play import fold
from rulesets.kit.structs import SPECTATOR, TABLE, Action, Effect, Start, Viewer
from rulesets.kit.svg import Arrangement, Scene

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from types import TracebackType
    from uuid import UUID

    from events import Event, Game, Store, Summary
    from projections.paths import Path, Version
    from projections.tree import Branch
    from rulesets.kit.phases import Components
    from rulesets.kit.ruleset import Ruleset

ActionFilter = Callable[[Iterator[tuple[Seat, Action[Any]]]], "Iterable[tuple[Seat, Action[Any]]]"]
"""Selects some of the legal actions, each given with the seat that may take it."""

MAX_GAMES = 512
"""In the caches of one process: trees, outlines and starts of games."""


class Legal(Struct, frozen=True):
    """A legal action, as its seat reads it."""

    seat: Seat
    action: Action[Any]
    label: str
    """With the names of the seats."""
    touches: tuple[str, ...]
    """The ids of what it is about, in the picture of the seat."""


class _CheckingEvents:
    """A class, since each action enters it: `contextmanager` would take five times as long."""

    __slots__ = ("_game", "_library")

    def __init__(self, library: Library, game: Game) -> None:
        self._library, self._game = library, game

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if isinstance(error, Exception) and (reason := self._library._reason(self._game, error)):
            raise reason from error


class Library:
    """Reads games from the log, and caches their boards and trees. Safe to share between threads."""

    def __init__(
        self, store: Store, rulesets: Mapping[str, Ruleset[Any]], missing: Mapping[str, str] | None = None
    ) -> None:
        """Read from `store`. `missing` says why a ruleset that is installed cannot be played."""
        self.store = store
        self.rulesets = rulesets
        self._missing = missing or {}
        self.boards = Boards(store)
        self._components: dict[str, Components] = {}
        self._trees: OrderedDict[UUID, Tree] = OrderedDict()
        self._starts: OrderedDict[UUID, Start] = OrderedDict()
        self._outlines: OrderedDict[UUID, Outline] = OrderedDict()
        self.summaries = StepSummaryCache()
        self._lock = Lock()

    # --- games

    def game(self, game_id: UUID) -> Game:
        """The row of a game, which is read each time and checked. Raises UnknownGame, DamagedGame.

        The row decides who may see what, so it is compared with the events first.
        """
        game = self.store.game(game_id)
        self._check_start(game)
        if game.ruleset in self.rulesets:
            self.over(game)  # checks the status by the board at the head, which also checks the tree
        return game

    def _check_start(self, game: Game) -> None:
        """Compare the row with the setup of the game."""
        start = self.start(game)
        agreed = (len(game.seats), game.component_set, game.chance, game.undo)
        if agreed != (start.seats, start.component_set, start.chance, start.undo):
            raise DamagedGame(
                game.id, "its row has other seats, components, chance or undo policy than its first event"
            )

    def start(self, game: Game) -> Start:
        """The setup of a game: its first action. Raises DamagedGame, and RulesetMissing if an upcaster fails."""
        if (cached := self._starts.get(game.id)) is not None:
            return cached
        start = read_start(self.store, game.id, self.rulesets.get(game.ruleset))
        with self._lock:
            _put(self._starts, game.id, start)
        return start

    def over(self, game: Game) -> bool:
        """Whether the game is over, by the board at its head. Raises DamagedGame if its row disagrees."""
        board = self._board(game, game.summary.head, TABLE)
        over = self.ruleset(game).over(board)
        found = views.status_of(over)
        if game.summary.status != found:
            raise DamagedGame(game.id, f"its row says that it is {game.summary.status}, but its events say {found}")
        return over is not None

    def effective_viewer(self, game: Game, viewer: Viewer) -> Viewer:
        """The viewer, or the table once the game is over, since then everybody may see everything. Raises BadViewer."""
        views.check_seat(game, viewer)
        return TABLE if self._is_over(game) else viewer

    def _is_over(self, game: Game) -> bool:
        return game.summary.status != "running" and self.over(game)

    def ruleset(self, game: Game) -> Ruleset[Any]:
        """The ruleset that the game is played by. Raises RulesetMissing, also for a game of a newer version of it."""
        found = self.ruleset_named(game.ruleset)
        if game.ruleset_version > found.version:
            why = f"the game began with version {game.ruleset_version} of it, and version {found.version} is installed"
            raise RulesetMissing(game.ruleset, why)
        return found

    def ruleset_named(self, name: str) -> Ruleset[Any]:
        """The ruleset of a name. Raises RulesetMissing."""
        try:
            return self.rulesets[name]
        except KeyError:
            raise RulesetMissing(name, self._missing.get(name, "")) from None

    def components(self, game: Game) -> Components:
        """The component set of a game; each process loads it once."""
        try:
            return self.component_set(self.ruleset(game), game.component_set)
        except (UnknownComponentSet, BadComponentSet) as error:
            raise DamagedGame(game.id, f"its component set is not as it was stored ({error})") from error

    def component_set(self, ruleset: Ruleset[Any], hash: str) -> Components:
        """A component set of a ruleset; each process loads it once. Raises UnknownComponentSet, BadComponentSet."""
        cached = self._components.get(hash)
        if cached is None:
            cached = self._components[hash] = ruleset.load(self.store.component_set(hash).document)
        return cached

    def title(self, game: Game) -> str:
        """The title: the ruleset's, or that of the component set."""
        ruleset = self.ruleset(game)
        return ruleset.title_with(self.components(game)) if ruleset.sheets else ruleset.title

    def is_cooperative(self, game: Game) -> bool:
        """Whether all seats win or lose together."""
        ruleset = self.ruleset(game)
        return ruleset.cooperative_with(self.components(game)) if ruleset.varies else ruleset.cooperative

    def is_lowest(self, game: Game) -> bool:
        """Whether the lowest score is the best one."""
        ruleset = self.ruleset(game)
        return ruleset.varies and ruleset.lowest_with(self.components(game))

    def tree(self, game: Game) -> Tree:
        """The tree of a game, with the head and tip of its row. Raises DamagedGame for an impossible tree."""
        cached = self._trees.get(game.id)
        if cached and (cached.size, cached.head, cached.tip) == (game.version, game.summary.head, game.summary.tip):
            return cached
        tree = Tree.of(game, self.store.forks(game.id))
        with self._lock:
            _put(self._trees, game.id, tree)
        return tree

    def add_events(self, game: Game, events: Sequence[Event], summary: Summary) -> None:
        """Add events that were just stored to the tree of a game, if it is cached."""
        cached = self._trees.get(game.id)
        if cached and cached.size == game.version:
            with self._lock:
                _put(self._trees, game.id, cached.with_events(events, summary.head, summary.tip))

    def is_adjusted(self, game: Game, version: Version) -> bool:
        """Whether a board on the path to a version was adjusted by hand."""
        path = self.tree(game).path(version)
        return any(contains(path, adjust) for adjust in self.store.adjusts(game.id))

    # --- boards

    def board(self, game: Game, version: Version, viewer: Viewer = TABLE) -> Board:
        """The board at a version as a viewer may see it; at a marker, the board after it."""
        return self._board(game, version, self.effective_viewer(game, viewer))

    def public_board(self, game: Game, version: Version) -> Board:
        """The board as a spectator sees it while the game is running, also if it is over: for its summary."""
        return self._board(game, version, SPECTATOR)

    def cache_boards(self, game: Game, version: Version, board: Board, public: Board) -> None:
        """Cache the boards of an event that was just stored."""
        self.boards.cache(game.id, TABLE, version, board)
        self.boards.cache(game.id, SPECTATOR, version, public)

    def cache_effects(self, game: Game, version: Version, effects: Sequence[Effect[Any]]) -> None:
        """Cache the effects of an event that was just stored."""
        self.boards.cache_effects(game.id, version, effects)

    def _board(self, game: Game, version: Version, viewer: Viewer) -> Board:
        if (cached := self.boards.cached(game.id, viewer, version)) is not None:
            return cached
        tree = self.tree(game)
        version = tree.stands_for(version)
        if (board := self.boards.just_stored(game.id, viewer, version, tree.parent)) is not None:
            return board
        path = tree.path(version)
        outline = self.outline(game) if viewer == TABLE else None
        with self._checking_events(game):
            return self.boards.at(self._view(game, viewer), path, outline)

    def _view(self, game: Game, viewer: Viewer) -> GameView:
        return GameView(game.id, viewer, self.ruleset(game), lambda: self._empty_board(game), game.ruleset_version)

    def _empty_board(self, game: Game) -> Board:
        """The board before the first event."""
        empty_board: Board = self.ruleset(game).empty_board(self.start(game), self.components(game))
        return empty_board

    def _checking_events(self, game: Game) -> AbstractContextManager[None]:
        """Raise DamagedGame instead of another error if the events of a game are not as they were written.

        If they are, the error is a bug and is raised as it is.
        """
        return _CheckingEvents(self, game)

    def _reason(self, game: Game, error: Exception) -> Exception | None:
        """What to raise instead of an error in reading the events of a game; None for the error itself."""
        match error:
            case LogError() | ProjectionError():
                return None
            case UpcastFailed():
                return RulesetMissing(game.ruleset, f"in game {game.id}, {error}")
            case msgspec.MsgspecError():
                return self._unreadable(game, error)
        fault = next(self.store.verify(game.id), None)
        return None if fault is None else DamagedGame(game.id, f"version {fault.version}: {fault.what}")

    def _unreadable(self, game: Game, found: msgspec.MsgspecError) -> DamagedGame:
        """Which event of a game is none of its ruleset, after one of a batch was not."""
        ruleset = self.ruleset(game)
        for event in self.store.events(game.id):
            try:
                ruleset.stored_action(event.action, event.ruleset_version)
                ruleset.stored_effects(event.effects, event.ruleset_version)
            except msgspec.MsgspecError as error:
                return DamagedGame(game.id, f"version {event.version} is not an event of {game.ruleset} ({error})")
        return DamagedGame(game.id, f"its events are not events of {game.ruleset} ({found})")

    def head(self, game: Game, viewer: Viewer = TABLE) -> Board:
        """The board at the head."""
        return self.board(game, game.summary.head, viewer)

    def legal_actions(self, game: Game, seat: Seat | None, viewer: Viewer, select: ActionFilter) -> Iterator[Legal]:
        """The legal actions of `seat`, or of each seat that the game waits for, computed from the viewer's board alone.

        Only those that `select` returns get a label.
        """
        ruleset, board = self.ruleset(game), self.head(game, viewer)
        seat_names = views.names(game)
        seats = ruleset.waiting_for(board) if seat is None else (seat,)
        legal = ((each, action) for each in seats for action in ruleset.legal_actions(board, each))
        for each, action in select(legal):
            label = views.with_names(action.label(board, each), seat_names)
            yield Legal(each, action, label, ruleset.touches(board, each, action))

    def scene(
        self, game: Game, version: Version, viewer: Viewer, *, named: bool, arrangement: Arrangement
    ) -> Scene[Any]:
        """The scene for a picture of a version. With `named`, it shows the names of the players.

        Hands are open for the table if it rolls and deals itself, or once the game is over. If Tabletale rolls, the
        table sees what a spectator sees.
        """
        tree, over = self.tree(game), self._is_over(game)
        if viewer == TABLE and game.chance == "server" and not over:
            viewer = SPECTATOR
        version = tree.stands_for(version)
        step = self.step(game, version, viewer)
        return Scene(
            board=self.board(game, version, viewer),
            before=step.before if version > 1 else None,
            effects=step.effects,
            viewer=viewer,
            names=views.names(game) if named else {},
            version=version,
            touched=frozenset(step.touches),
            arrangement=arrangement,
            over=over,
        )

    # --- events

    def step(self, game: Game, version: Version, viewer: Viewer) -> Step:
        """One event as a viewer may see it. Raises UnknownVersion."""
        return self.read(game, self.store.event(game.id, version), viewer)

    def read(self, game: Game, event: Event, viewer: Viewer) -> Step:
        """The step of an event that was read already."""
        viewer = self.effective_viewer(game, viewer)
        with self._checking_events(game):
            before = self._board(game, event.parent, viewer) if event.parent else self._empty_board(game)
            return self._read(game, event, viewer, before)

    def read_new(self, game: Game, event: Event, viewer: Viewer) -> Step:
        """The step of an event that was just stored; caches the viewer's board after it."""
        step, viewer = self.read(game, event, viewer), self.effective_viewer(game, viewer)
        if step.action is not None and self.boards.cached(game.id, viewer, event.version) is None:
            self.boards.cache(game.id, viewer, event.version, step.after)
        return step

    def steps(self, game: Game, path: Path, viewer: Viewer) -> Iterator[tuple[Step, Board]]:
        """The steps of a path, or of its end, as a viewer may see them, each with the board after it, in one pass.

        Snapshots, and the boards from which branches start, are cached on the way. O(events of the path).
        """
        viewer, tree = self.effective_viewer(game, viewer), self.tree(game)
        needed = tree.branch_points().union(snapshot_versions(tree.path(path[-1][-1])))
        with self._checking_events(game):
            parent = tree.parent(path[0][0])
            board = self._board(game, parent, viewer) if parent else self._empty_board(game)
            for event in self.events(game, path):
                step = self._read(game, event, viewer, board)
                cached = self.boards.cached(game.id, viewer, event.version)
                board = step.after if cached is None else cached
                if cached is None and event.version in needed:
                    self.boards.cache(game.id, viewer, event.version, board)
                yield step, board

    def within_one_move(self, game: Game, branches: Iterable[Branch], viewer: Viewer) -> frozenset[Version]:
        """The starts of the branches that lie within one move. O(their events)."""
        viewer, tree, home = self.effective_viewer(game, viewer), self.tree(game), self.ruleset(game).home
        single = {branch.start for branch in branches if branch.length == 1}
        longer = [branch for branch in sorted(branches) if branch.length > 1]
        if not longer:
            return frozenset(single)
        own = {branch.start: since(tree.path(branch.end), branch.start) for branch in longer}
        parts = tuple(sorted((part for path in own.values() for part in path), key=lambda part: part.start))
        with self._checking_events(game):
            effects = dict(self.boards.effects(self._view(game, viewer), parts))
        for branch in longer:
            board = self._board(game, branch.parts_at, viewer)
            *inner, _ = (version for part in own[branch.start] for version in part)
            for version in inner:
                board = fold(board, views.seen(effects[version], viewer))
                if isinstance(board.pending, home):
                    break
            else:
                single.add(branch.start)
        return frozenset(single)

    def step_summaries(self, game: Game, path: Path, viewer: Viewer) -> list[StepSummary]:
        """The events of a path from its start, without their boards; a process reads each event once."""
        viewer, ruleset = self.effective_viewer(game, viewer), self.ruleset(game)

        def read(first: Version) -> Iterator[StepSummary]:
            for step, after in self.steps(game, since(path, first), viewer):
                yield summary_of(step, after, ruleset)

        return self.summaries.of((game.id, viewer, tuple(views.names(game).values())), path, read)

    def events(self, game: Game, path: Path) -> Iterator[Event]:
        """The stored events of a path. O(events of the path)."""
        for span, parts in grouped(path):
            needed = frozenset(version for part in parts for version in part)
            for event in self.store.events(game.id, span.start, span.stop - 1):
                if event.version in needed:
                    yield event

    def _read(self, game: Game, event: Event, viewer: Viewer, before: Board) -> Step:
        """The step of an event, given the viewer's board before it."""
        if event.kind in MARKERS:
            return self._read_marker(event, before)
        return self._read_play(game, event, viewer, before)

    def _read_play(self, game: Game, event: Event, viewer: Viewer, before: Board) -> Step:
        ruleset = self.ruleset(game)
        cached = self.boards.effects_of(game.id, event.version)
        stored = ruleset.stored_effects(event.effects, event.ruleset_version) if cached is None else cached
        effects = views.seen(stored, viewer)
        action = views.seen_action(ruleset.stored_action(event.action, event.ruleset_version), viewer, event.seat)
        sentences, after = ruleset.sentence_and_board(before, effects)
        text = sentences or action_text(action, before, event.seat)
        shown = f"Board adjusted: {text}" if event.kind == "adjust" else text
        return Step(
            event=event,
            action=action,
            effects=tuple(effects),
            before=before,
            after=after,
            text=views.with_names(shown, views.names(game)),
        )

    def _read_marker(self, event: Event, before: Board) -> Step:
        return Step(
            event=event,
            action=None,
            effects=(),
            before=before,
            after=before,
            text=marker_text(event),
        )

    # --- addresses

    def outline(self, game: Game) -> Outline:
        """The outline of a game, with the marks that were needed so far."""
        with self._lock:
            outline = self._outlines.get(game.id)
            if outline is None:
                outline = Outline()
                _put(self._outlines, game.id, outline)
        return outline

    def fill(self, game: Game, path: Path) -> Outline:
        """The outline with all marks of a path; missing ones are folded in one pass. O(missing events)."""
        outline, home = self.outline(game), self.ruleset(game).home
        while (first := outline.first_missing(path)) and (board := self.boards.cached(game.id, TABLE, first)):
            outline.note(range(first, first + 1), [board], home)  # the event was just stored
        if first:
            with self._checking_events(game):
                self.boards.at(self._view(game, TABLE), path, outline, first)
        return outline

    def moment(self, game: Game, version: Version, *, line: Version | None = None) -> Moment:
        """A version and its neighbours; with `line`, which is any version on a line, along that line."""
        tree = self.tree(game)
        path = tree.path_through(version) if line is None else tree.path_of(line)
        if line is not None and not contains(path, tree.stands_for(version)):
            raise OffLine(version, line)
        return self.fill(game, path).moment(tree, path, version)

    def resolve(self, game: Game, address: str, *, line: Version | None = None) -> Version:
        """The version at an address on a line, or without `line` on the path to the head. Raises BadAddress."""
        tree = self.tree(game)
        path = tree.path(tree.head) if line is None else tree.path_of(line)
        here = path[-1][-1] if line is not None else tree.head

        def outline() -> Outline:
            self.fill(game, tree.path(here))
            return self.fill(game, path)

        return resolve(address, tree, path, here, outline)


def _put(cached: OrderedDict[Any, Any], key: object, value: object) -> None:
    cached[key] = value
    cached.move_to_end(key)
    while len(cached) > MAX_GAMES:
        cached.popitem(last=False)
