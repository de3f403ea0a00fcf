"""The library: every game at any version, as anybody may see it. Used by api/ and analytics/."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from events import DamagedGame, LogError, UnknownComponentSet
from projections import views
from projections.addresses import resolve
from projections.boards import Boards, Sight, read_start, rungs
from projections.errors import OffLine, ProjectionError, RulesetMissing
from projections.outline import Moment, Outline
from projections.paths import contains, since, spans
from projections.step_summaries import StepSummary, StepSummaryCache, summary_of
from projections.steps import Step, action_text, marker_text
from projections.tree import MARKERS, Tree
from rulesets.kit.errors import BadComponentSet
from rulesets.kit.phases import Board, Seat
from rulesets.kit.play import fold
from rulesets.kit.structs import SPECTATOR, TABLE, Action, Start, Viewer
from rulesets.kit.svg import Arrangement, Scene

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from uuid import UUID

    from events import Event, Game, Store, Summary
    from projections.paths import Path, Version
    from projections.tree import Branch
    from rulesets.kit.phases import Components
    from rulesets.kit.ruleset import Ruleset

Wanted = Callable[[Iterator[tuple[Seat, Action[Any]]]], "Iterable[tuple[Seat, Action[Any]]]"]
"""What is wanted of a list of legal actions, each with who may take it."""

KEPT_GAMES = 512
"""Games whose tree and outline a process keeps in memory."""


class Legal(Struct, frozen=True):
    """An action that may be taken, as its seat reads it."""

    seat: Seat
    action: Action[Any]
    label: str
    """With the names of the seats."""
    touches: tuple[str, ...]
    """Ids of all that it is about, in the seat's picture."""


class Library:
    """Reads the log, and keeps the boards and trees made from it. Safe to share between threads."""

    def __init__(
        self, store: Store, rulesets: Mapping[str, Ruleset[Any]], missing: Mapping[str, str] | None = None
    ) -> None:
        """A library over a log. `missing` says why rulesets that are installed cannot be played."""
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
        """The game row, read each time, and checked against the game's events. Raises UnknownGame, DamagedGame.

        The row decides who may see what, so it is checked first.
        """
        game = self.store.game(game_id)
        self._need_agreed(game)
        if game.ruleset in self.rulesets:
            self.over(game)  # by the board at its head, which is in memory or is found through the tree
        return game

    def _need_agreed(self, game: Game) -> None:
        """Compare the row with what was agreed before the game."""
        start = self.start(game)
        said = (len(game.seats), game.component_set, game.chance, game.undo)
        if said != (start.seats, start.component_set, start.chance, start.undo):
            raise DamagedGame(
                game.id, "its row has other seats, components, chance or undo policy than its first event"
            )

    def start(self, game: Game) -> Start:
        """What was agreed before the game: the action of its first event. Raises DamagedGame."""
        if (kept := self._starts.get(game.id)) is not None:
            return kept
        start = read_start(self.store, game.id)
        with self._lock:
            _keep(self._starts, game.id, start)
        return start

    def over(self, game: Game) -> bool:
        """Whether the game is over, by the board at its head. Raises DamagedGame where its row says otherwise."""
        board = self._board(game, game.summary.head, TABLE)
        over = self.ruleset(game).over(board)
        found = views.status_of(over)
        if game.summary.status != found:
            raise DamagedGame(
                game.id, f"its row says that it is {game.summary.status}, and by its events it is {found}"
            )
        return over is not None

    def effective(self, game: Game, viewer: Viewer) -> Viewer:
        """The viewer whose view `viewer` gets: once the game is over, everybody may see all. Raises BadViewer."""
        views.need_seat(game, viewer)
        return TABLE if self._finished(game) else viewer

    def _finished(self, game: Game) -> bool:
        return game.summary.status != "running" and self.over(game)

    def ruleset(self, game: Game) -> Ruleset[Any]:
        """The ruleset that the game is played by. Raises RulesetMissing."""
        return self.ruleset_named(game.ruleset)

    def ruleset_named(self, name: str) -> Ruleset[Any]:
        """The ruleset of a name. Raises RulesetMissing."""
        try:
            return self.rulesets[name]
        except KeyError:
            raise RulesetMissing(name, self._missing.get(name, "")) from None

    def components(self, game: Game) -> Components:
        """The game's component set, loaded once a process."""
        kept = self._components.get(game.component_set)
        if kept is None:
            kept = self._components[game.component_set] = self._load(game)
        return kept

    def _load(self, game: Game) -> Components:
        try:
            return self.ruleset(game).load(self.store.component_set(game.component_set).document)
        except (UnknownComponentSet, BadComponentSet) as error:
            raise DamagedGame(game.id, f"its component set is not as it was stored ({error})") from error

    def tree(self, game: Game) -> Tree:
        """The tree of the game's events, as its row says. Raises DamagedGame for one that cannot come from play."""
        kept = self._trees.get(game.id)
        if kept and (kept.size, kept.head, kept.tip) == (game.version, game.summary.head, game.summary.tip):
            return kept
        tree = Tree.of(game, self.store.forks(game.id))
        with self._lock:
            _keep(self._trees, game.id, tree)
        return tree

    def grow(self, game: Game, events: Sequence[Event], summary: Summary) -> None:
        """Let the tree of a game grow by events that were just stored after it, where it is in memory."""
        kept = self._trees.get(game.id)
        if kept and kept.size == game.version:
            with self._lock:
                _keep(self._trees, game.id, kept.grown(events, summary.head, summary.tip))

    def adjusted(self, game: Game, version: Version) -> bool:
        """Whether a board on the way to a version was put right by hand."""
        path = self.tree(game).path(version)
        return any(contains(path, adjust) for adjust in self.store.adjusts(game.id))

    # --- boards

    def board(self, game: Game, version: Version, viewer: Viewer = TABLE) -> Board:
        """The board at a version as a viewer sees it; at a marker, the board after it."""
        return self._board(game, version, self.effective(game, viewer))

    def public(self, game: Game, version: Version) -> Board:
        """The board as a spectator of a running game sees it, also when the game is over: for its summary."""
        return self._board(game, version, SPECTATOR)

    def keep(self, game: Game, version: Version, board: Board, public: Board) -> None:
        """Remember the boards of an event that was just stored."""
        self.boards.keep(game.id, TABLE, version, board)
        self.boards.keep(game.id, SPECTATOR, version, public)

    def _board(self, game: Game, version: Version, viewer: Viewer) -> Board:
        if (kept := self.boards.kept(game.id, viewer, version)) is not None:
            return kept
        tree = self.tree(game)
        version = tree.stands_for(version)
        if (kept := self.boards.kept(game.id, viewer, version)) is not None:
            return kept
        path = tree.path(version)
        passed = self.outline(game).noting(path, self.ruleset(game).home) if viewer == TABLE else None
        with self._needing_sound_events(game):
            return self.boards.at(self._sight(game, viewer), path, passed)

    def _sight(self, game: Game, viewer: Viewer) -> Sight:
        return Sight(game.id, viewer, self.ruleset(game), lambda: self._blank(game))

    def _blank(self, game: Game) -> Board:
        """The board before the first event."""
        empty_board: Board = self.ruleset(game).empty_board(self.start(game), self.components(game))
        return empty_board

    @contextmanager
    def _needing_sound_events(self, game: Game) -> Iterator[None]:
        """Raise DamagedGame where events cannot be read because they are not as they were written.

        Where they are, the error is a fault of the program, and is raised as it is.
        """
        try:
            yield
        except (LogError, ProjectionError):
            raise
        except msgspec.MsgspecError as error:
            raise DamagedGame(game.id, f"its events are not events of {game.ruleset} ({error})") from error
        except Exception as error:
            if fault := next(self.store.verify(game.id), None):
                raise DamagedGame(game.id, f"version {fault.version}: {fault.what}") from error
            raise

    def head(self, game: Game, viewer: Viewer = TABLE) -> Board:
        """The board at the head."""
        return self.board(game, game.summary.head, viewer)

    def legal_actions(self, game: Game, seat: Seat | None, viewer: Viewer, wanted: Wanted) -> Iterator[Legal]:
        """What `seat`, or each that is waited for, may do now, computed from the viewer's board alone.

        Only what is `wanted` of it is told.
        """
        ruleset, board = self.ruleset(game), self.head(game, viewer)
        called = views.names(game)
        seats = ruleset.waiting_for(board) if seat is None else (seat,)
        legal = ((each, action) for each in seats for action in ruleset.legal_actions(board, each))
        for each, action in wanted(legal):
            label = views.with_names(action.label(board, each), called)
            yield Legal(each, action, label, ruleset.touches(board, each, action))

    def scene(
        self, game: Game, version: Version, viewer: Viewer, *, named: bool, arrangement: Arrangement
    ) -> Scene[Any]:
        """What a picture of a version shows. `named` puts the players' names on it.

        Hands lie open on the table only where the table tells chance, or once the game is over: where the service
        rolls, the table's picture is what a spectator sees.
        """
        tree, over = self.tree(game), self._finished(game)
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
        """The same for an event that is read already."""
        viewer = self.effective(game, viewer)
        with self._needing_sound_events(game):
            before = self._board(game, event.parent, viewer) if event.parent else self._blank(game)
            return self._read(game, event, viewer, before)

    def follow(self, game: Game, event: Event, viewer: Viewer) -> Step:
        """The same for an event that was just stored, and the viewer's board after it is remembered."""
        step, viewer = self.read(game, event, viewer), self.effective(game, viewer)
        if step.action is not None and self.boards.kept(game.id, viewer, event.version) is None:
            self.boards.keep(game.id, viewer, event.version, fold(step.before, step.effects))
        return step

    def steps(self, game: Game, path: Path, viewer: Viewer) -> Iterator[tuple[Step, Board]]:
        """The events of a path, or of its end, as a viewer may see them, each with the board after it, in one pass.

        The boards of the ladder and those that lines part from are kept on the way. O(events of the path).
        """
        viewer, tree = self.effective(game, viewer), self.tree(game)
        wanted = tree.returned_to().union(rungs(tree.path(path[-1][-1])))
        with self._needing_sound_events(game):
            parent = tree.parent(path[0][0])
            board = self._board(game, parent, viewer) if parent else self._blank(game)
            for event in self.events(game, path):
                step = self._read(game, event, viewer, board)
                kept = self.boards.kept(game.id, viewer, event.version)
                board = fold(board, step.effects) if kept is None else kept
                if kept is None and event.version in wanted:
                    self.boards.keep(game.id, viewer, event.version, board)
                yield step, board

    def within_a_move(self, game: Game, branches: Iterable[Branch], viewer: Viewer) -> frozenset[Version]:
        """The starts of those branches in which no second move begins. O(their events)."""
        viewer, tree, home = self.effective(game, viewer), self.tree(game), self.ruleset(game).home
        single = {branch.start for branch in branches if branch.length == 1}
        longer = [branch for branch in sorted(branches) if branch.length > 1]
        if not longer:
            return frozenset(single)
        own = {branch.start: since(tree.path(branch.end), branch.start) for branch in longer}
        parts = tuple(sorted((part for path in own.values() for part in path), key=lambda part: part.start))
        with self._needing_sound_events(game):
            effects = dict(self.boards.effects(self._sight(game, viewer), parts))
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
        viewer, ruleset = self.effective(game, viewer), self.ruleset(game)

        def read(first: Version) -> Iterator[StepSummary]:
            for step, after in self.steps(game, since(path, first), viewer):
                yield summary_of(step, after, ruleset)

        return self.summaries.of((game.id, viewer, tuple(views.names(game).values())), path, read)

    def events(self, game: Game, path: Path) -> Iterator[Event]:
        """The stored events of a path. O(events of the path)."""
        for span, parts in spans(path):
            wanted = frozenset(version for part in parts for version in part)
            for event in self.store.events(game.id, span.start, span.stop - 1):
                if event.version in wanted:
                    yield event

    def _read(self, game: Game, event: Event, viewer: Viewer, before: Board) -> Step:
        """An event that is taken on the board `before`, both as `viewer` sees them."""
        if event.kind in MARKERS:
            return self._read_marker(event, before)
        return self._read_play(game, event, viewer, before)

    def _read_play(self, game: Game, event: Event, viewer: Viewer, before: Board) -> Step:
        ruleset = self.ruleset(game)
        effects = views.seen(ruleset.decode_effects(event.effects), viewer)
        action = views.seen_action(ruleset.read_stored_action(event.action), viewer, event.seat)
        text = ruleset.sentence(before, effects) or action_text(action, before, event.seat)
        by_hand = event.kind == "adjust"
        return Step(
            event=event,
            action=action,
            effects=tuple(effects),
            before=before,
            text=views.with_names(f"Put right by hand: {text}" if by_hand else text, views.names(game)),
            touches=tuple(dict.fromkeys(touch for effect in effects for touch in effect.touches())),
            marks=(*([event.kind] * by_hand), *dict.fromkeys(effect.mark for effect in effects if effect.mark)),
        )

    def _read_marker(self, event: Event, before: Board) -> Step:
        return Step(
            event=event,
            action=None,
            effects=(),
            before=before,
            text=marker_text(event),
            touches=(),
            marks=(event.kind,),
        )

    # --- addresses

    def outline(self, game: Game) -> Outline:
        """Rounds, turns and moves by version."""
        with self._lock:
            outline = self._outlines.get(game.id)
            if outline is None:
                outline = Outline()
                _keep(self._outlines, game.id, outline)
        return outline

    def fill(self, game: Game, path: Path) -> Outline:
        """The outline, complete along a path: what is not noted yet is folded in one pass. O(events not noted)."""
        outline, home = self.outline(game), self.ruleset(game).home
        while (first := outline.first_missing(path)) and (board := self.boards.kept(game.id, TABLE, first)):
            outline.note(first, board, home)  # it was just stored
        if first:
            with self._needing_sound_events(game):
                for version, board in self.boards.along(self._sight(game, TABLE), path, first):
                    outline.note(version, board, home)
        return outline

    def moment(self, game: Game, version: Version, *, line: Version | None = None) -> Moment:
        """Where a version lies, and where its neighbours are: with `line`, any version of one, along that line."""
        tree = self.tree(game)
        path = tree.path_through(version) if line is None else tree.path_of(line)
        if line is not None and not contains(path, tree.stands_for(version)):
            raise OffLine(version, line)
        return self.fill(game, path).moment(tree, path, version)

    def resolve(self, game: Game, address: str, *, line: Version | None = None) -> Version:
        """The version that an address leads to: without `line`, on the main one, counted back from the head.

        Raises BadAddress.
        """
        tree = self.tree(game)
        path = tree.path(tree.head) if line is None else tree.path_of(line)
        here = path[-1][-1] if line is not None else tree.head

        def outline() -> Outline:
            self.fill(game, tree.path(here))
            return self.fill(game, path)

        return resolve(address, tree, path, here, outline)


def _keep(kept: OrderedDict[Any, Any], key: object, value: object) -> None:
    kept[key] = value
    kept.move_to_end(key)
    while len(kept) > KEPT_GAMES:
        kept.popitem(last=False)
