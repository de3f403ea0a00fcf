"""Corrects earlier actions: some actions of a line are changed, and what followed is decided again.

This works only if the players roll. If Tabletale rolls, each correction would roll everything again: undo instead.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from api.recording.decide import Decided, Entry, need_all_used, put_in_words
from api.recording.undo import need_allowed, needs_consent
from projections import names, seen
from projections.paths import since
from rulesets.kit.chance import GivenChance
from rulesets.kit.errors import ChanceNeeded, KitError, Refused
from rulesets.kit.phases import Board
from rulesets.kit.play import fold
from rulesets.kit.structs import TABLE, Action, GameEnded

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from api.recording.decide import Source
    from events import Event, Game
    from projections import Library
    from projections.paths import Path, Version
    from rulesets.kit.chance import Chance
    from rulesets.kit.outcomes import ChanceQuestion, Outcome
    from rulesets.kit.phases import Seat
    from rulesets.kit.play import Play
    from rulesets.kit.ruleset import Ruleset
    from rulesets.kit.structs import Effect, Viewer

MOST = 5_000
"""The most events that one correction decides again."""

SAME = "this is the same as what is stored there"


class AmendRefused(Exception):
    """The correction is not possible: `pointer` leads to the wrong change, if it is one."""

    def __init__(self, why: str, pointer: str = "") -> None:
        super().__init__(why)
        self.pointer = pointer


class Rolled(AmendRefused):
    """Tabletale rolls in this game."""

    def __init__(self) -> None:
        super().__init__(
            "Tabletale rolls in this game, and would roll everything that follows again: undo, and continue from there"
        )


class OverForGood(AmendRefused):
    """Tabletale rolled in this game, and its key is shown."""

    def __init__(self) -> None:
        super().__init__("Tabletale rolled in this game, and the game is over: it cannot be changed")


class SeatsAgree(AmendRefused):
    """The other seats have to agree to what is undone."""

    def __init__(self) -> None:
        super().__init__("the other seats have to agree to what is undone: undo with their consent, and then enter it")


class TooMany(AmendRefused):
    """More events would be decided again than the limit."""

    def __init__(self) -> None:
        super().__init__(f"more than {MOST:,} events would be decided again")


class ChangeRefused(Exception):
    """An entered action is not possible, and why; `pointer` leads to it."""

    def __init__(self, error: KitError, pointer: str) -> None:
        super().__init__(str(error))
        self.error = error
        self.pointer = pointer


class BehindStop(ChangeRefused):
    """The new line stops at `version`, before it reaches a change."""

    def __init__(self, stopped: Stop, pointer: str) -> None:
        super().__init__(stopped.error, pointer)
        self.version = stopped.version


class Change(Struct, frozen=True, kw_only=True):
    """A correction at a version. What is left out stays as stored, but a new action needs its own outcomes."""

    version: Version
    before: Sequence[Entry] = ()
    """Actions to insert before it."""
    seat: Seat | None = None
    action: Action[Any] | None = None
    outcomes: Sequence[Outcome] | None = None
    occurred_at: int | None = None
    """Microseconds UTC; by default, the time of the stored action."""
    drop: bool = False
    """Remove the action."""

    @property
    def replaces(self) -> bool:
        """Whether it replaces the stored action, its outcomes or its seat."""
        return self.action is not None or self.outcomes is not None or self.seat is not None


class Stored(Struct, frozen=True):
    """An action as it is stored in the log."""

    version: Version
    kind: Literal["play", "end", "adjust"]
    entry: Entry
    effects: tuple[Effect[Any], ...]
    asked: Sequence[ChanceQuestion] | None
    """Which rolls and draws it needed then; None if today's rules decide it in another way."""


class Step(Struct, frozen=True):
    """An action of the new line, before it is decided."""

    entry: Entry
    stored: Stored | None
    """The stored action that it repeats; None for a new one."""
    pointer: str = ""
    """The place of a new action in the body."""
    version: Version = 0
    """The version of the stored action that it repeats, replaces or precedes."""

    def chance(self) -> GivenChance:
        """Its rolls and draws: those of a new action are used for whatever is rolled."""
        if self.stored is None or self.stored.asked is None:
            return GivenChance(self.entry.outcomes)
        return SameChance(self.entry.outcomes, self.stored.asked)


class Stop(Struct, frozen=True):
    """The first action of the old line that is no longer possible."""

    version: Version
    error: KitError
    board: Board
    """The board that it is not possible on: the end of the new line."""


class Amended(Struct, frozen=True, kw_only=True):
    """What a correction leads to. Its versions are those of the old line."""

    base: Version
    """The event that the new line follows on."""
    was: Version
    """The head before."""
    decided: tuple[Decided, ...]
    """The new line."""
    kept: int
    """Actions that stay."""
    places: Mapping[Version, int]
    """Their places on the new line, by version, except those that the rules took by themselves."""
    changed: tuple[Version, ...]
    """Those of them whose effects differ now."""
    left: tuple[Version, ...]
    """Actions that the new line lacks: removed, or from the stop on; without those that were replaced."""
    stopped: Stop | None


class RecordingChance(GivenChance):
    """Gives the stored outcomes, and records which rolls and draws were needed."""

    __slots__ = ("asked",)

    def __init__(self, outcomes: Sequence[Outcome]) -> None:
        super().__init__(outcomes)
        self.asked: list[ChanceQuestion] = []

    def ask(self, asked: ChanceQuestion) -> Outcome:
        """The stored outcome."""
        self.asked.append(asked)
        return super().ask(asked)


class SameChance(GivenChance):
    """Gives the entered outcomes, as long as the same is rolled in the same order."""

    __slots__ = ("before",)

    def __init__(self, outcomes: Sequence[Outcome], before: Sequence[ChanceQuestion]) -> None:
        super().__init__(outcomes)
        self.before = before

    def ask(self, asked: ChanceQuestion) -> Outcome:
        """The entered outcome; a card that can no longer be drawn is refused. Raises ChanceNeeded."""
        index = len(self.outcomes)
        if index < len(self.before) and not _same(self.before[index], asked):
            raise ChanceNeeded(asked, index)
        return super().ask(asked)


def _same(before: ChanceQuestion, now: ChanceQuestion) -> bool:
    """Whether an outcome of one roll or draw fits the other.

    A die must have the same faces. A pile may hold other cards: the drawn card stays the drawn card.
    """
    if (before.kind, before.rule) != (now.kind, now.rule):
        return False
    return before.allowed == now.allowed or now.kind in ("draw", "reveal")


# --- from changes to the new line


def amended(
    library: Library, game: Game, changes: Sequence[Change], seat: Seat | None = None, *, was: Version | None = None
) -> Amended:
    """What changes lead to: the line from the first of them on, decided again up to what is no longer possible.

    `was` is the head that they refer to, by default the game's. O(events from the first change to the head).
    Raises AmendRefused, ChangeRefused, UndoRefused.
    """
    was = was or game.summary.head
    base = _need_valid(library, game, changes, was)
    need_allowed(library, game, seat, base, was)
    old = list(stored_line(library, game, since(library.tree(game).path(was), base + 1)))
    line = Redecided(library.ruleset(game), library.board(game, base), names(game))
    stopped = next(filter(None, map(line.take, _spliced(old, changes))), None)
    _need_reached(stopped, changes)
    replaced = {change.version for change in changes if change.replaces}
    return Amended(
        base=base,
        was=was,
        decided=tuple(line.decided),
        kept=len(line.stays),
        places=line.places,
        changed=tuple(one.version for one in old if line.stays.get(one.version, one.effects) != one.effects),
        left=tuple(one.version for one in old if one.version not in line.stays and one.version not in replaced),
        stopped=stopped,
    )


def _need_valid(library: Library, game: Game, changes: Sequence[Change], was: Version) -> Version:
    """The event before the first change. Raises AmendRefused."""
    need_own_dice(library, game)
    if needs_consent(game):
        raise SeatsAgree
    tree = library.tree(game)
    seen: set[Version] = set()
    for index, change in enumerate(changes):
        version, pointer = change.version, f"/changes/{index}"
        if version in seen:
            raise AmendRefused(f"version {version} is changed twice", f"{pointer}/version")
        if not 1 < version <= game.version or tree.is_marker(version) or not tree.is_ancestor(version, was):
            raise AmendRefused(
                f"version {version} is not an action between the start and version {was}, the head",
                f"{pointer}/version",
            )
        if not (change.replaces or change.before or change.drop):
            raise AmendRefused(f"it does not say what to change at version {version}", pointer)
        if change.drop and change.replaces:
            raise AmendRefused("it removes the action and replaces it: only one is possible", pointer)
        seen.add(version)
    return tree.parent(min(seen))


def need_own_dice(library: Library, game: Game) -> None:
    """Refuse a game in which Tabletale rolls. Raises Rolled, OverForGood."""
    if game.chance == "server":
        raise OverForGood if library.over(game) else Rolled


def _need_reached(stopped: Stop | None, changes: Sequence[Change]) -> None:
    """Refuse a change after the stop, since it would be lost. Raises BehindStop."""
    for index, change in enumerate(changes):
        if stopped and change.version > stopped.version:
            raise BehindStop(stopped, f"/changes/{index}/version")


def stored_line(library: Library, game: Game, path: Path) -> Iterator[Stored]:
    """The actions of a path, or of its end, with the rolls and draws that they needed.

    An event with outcomes is decided again, on the board before it. Raises AmendRefused.
    """
    if not path:
        return
    ruleset, board = library.ruleset(game), library.board(game, library.tree(game).parent(path[0][0]))
    for count, event in enumerate(library.events(game, path)):
        if count == MOST:
            raise TooMany
        stored = _stored(ruleset, board, event)
        yield stored
        board = fold(board, stored.effects)


def _stored(ruleset: Ruleset[Any], board: Board, event: Event) -> Stored:
    action: Any = ruleset.stored_action(event.action, event.ruleset_version)
    entry = Entry(
        seat=event.seat or 0,
        action=action,
        outcomes=msgspec.json.decode(event.outcomes),
        occurred_at=event.recorded_at if event.occurred_at is None else event.occurred_at,
    )
    effects = tuple(ruleset.stored_effects(event.effects, event.ruleset_version))
    kind: Any = event.kind
    return Stored(
        event.version, kind, entry, effects, _asked(ruleset, board, kind, entry, effects) if entry.outcomes else ()
    )


def _decided(
    ruleset: Ruleset[Any],
    board: Board,
    kind: Literal["play", "end", "adjust"],
    entry: Entry,
    effects: tuple[Effect[Any], ...],
    chance: Chance,
) -> Play[Any]:
    """What follows from an entry on a board; `effects` are its stored ones. Raises KitError."""
    action: Any = entry.action
    if kind == "end":
        (ended,) = effects
        assert isinstance(ended, GameEnded)
        return ruleset.end(board, entry.seat, ended)
    if kind == "adjust":
        return ruleset.adjust(board, effects[: action.entered], chance)
    return ruleset.decide(board, entry.seat, action, chance)


def _asked(
    ruleset: Ruleset[Any],
    board: Board,
    kind: Literal["play", "end", "adjust"],
    entry: Entry,
    effects: tuple[Effect[Any], ...],
) -> Sequence[ChanceQuestion] | None:
    """Which rolls and draws an entry needed; None if today's rules decide it in another way."""
    recording = RecordingChance(entry.outcomes)
    try:
        again = _decided(ruleset, board, kind, entry, effects, recording)
    except KitError:
        return None
    return recording.asked if tuple(again.effects) == effects else None


def _spliced(old: Iterable[Stored], changes: Sequence[Change]) -> Iterator[Step]:
    """A line with its changes in place. Raises AmendRefused."""
    by_version = {change.version: (index, change) for index, change in enumerate(changes)}
    for stored in old:
        index, change = by_version.get(stored.version, (0, None))
        if change is None:
            yield Step(stored.entry, stored, "", stored.version)
            continue
        pointer = f"/changes/{index}"
        if stored.kind != "play":
            raise AmendRefused(f"version {stored.version} is not an action: undo it instead", f"{pointer}/version")
        for place, entry in enumerate(change.before):
            yield Step(_then(entry, stored), None, f"{pointer}/before/{place}/action", stored.version)
        if change.replaces:
            yield Step(_instead(change, stored, pointer), None, f"{pointer}/action", stored.version)
        elif not change.drop:
            yield Step(stored.entry, stored, "", stored.version)


def _then(entry: Entry, stored: Stored) -> Entry:
    """A new action, at the time of the stored one unless it has its own."""
    return entry if entry.occurred_at is not None else replace(entry, occurred_at=stored.entry.occurred_at)


def _instead(change: Change, stored: Stored, pointer: str) -> Entry:
    was = stored.entry
    outcomes = change.outcomes
    if outcomes is None:
        outcomes = was.outcomes if change.action is None else ()
    now = Entry(
        seat=change.seat or was.seat,
        action=was.action if change.action is None else change.action,
        outcomes=outcomes,
        occurred_at=was.occurred_at if change.occurred_at is None else change.occurred_at,
    )
    same = (now.seat, now.action, list(now.outcomes)) == (was.seat, was.action, list(was.outcomes))
    if same and not change.before:
        raise AmendRefused(SAME, pointer)
    return now


class Redecided:
    """A new line while it is decided, action by action, from what is stored on another."""

    def __init__(
        self,
        ruleset: Ruleset[Any],
        board: Board,
        seat_names: Mapping[int, str],
        *,
        source: Source | None = None,
        seen_by: Viewer = TABLE,
    ) -> None:
        self.ruleset = ruleset
        self.board = board
        self.seat_names = seat_names
        self.source = source
        """What rolls and deals; by default, the outcomes that are stored with the actions."""
        self.seen_by = seen_by
        """The viewer of the stored effects."""
        self.decided: list[Decided] = []
        self.stays: dict[Version, tuple[Effect[Any], ...]] = {}
        """The effects of stored actions on the new line, by version."""
        self.places: dict[Version, int] = {}
        """Their places in `decided`, by version."""
        self._forced_up_to = 0
        """How many effects of the last decision belong to forced actions already."""

    def take(self, step: Step) -> Stop | None:
        """Decide an action; returns why an action of the old line is no longer possible. Raises ChangeRefused."""
        text = self.ruleset.encode(step.entry.action)
        chance = self.source.of(len(self.decided), step.entry, text) if self.source else step.chance()
        try:
            kind, effects = (step.stored.kind, step.stored.effects) if step.stored else ("play", ())
            play = _decided(self.ruleset, self.board, kind, step.entry, effects, chance)
            need_all_used(chance, step.entry.outcomes)
        except KitError as error:
            return None if self._was_forced(step, error) else self._stop(step, error)
        self.decided.append(Decided(step.entry, text, play, kind))
        self.board, self._forced_up_to = play.board, 0
        if step.stored:
            self.stays[step.version] = self._seen(play)
            self.places[step.version] = len(self.decided) - 1
        return None

    def _seen(self, play: Play[Any]) -> tuple[Effect[Any], ...]:
        return tuple(seen(play.effects, self.seen_by))

    def _stop(self, step: Step, error: KitError) -> Stop:
        if isinstance(error, ChanceNeeded):
            put_in_words(error, self.ruleset, self.board, step.entry, self.seat_names)
        if step.stored is None:
            raise ChangeRefused(error, step.pointer) from None
        return Stop(step.version, error, self.board)

    def _was_forced(self, step: Step, error: KitError) -> bool:
        """Whether the rules took a stored action by themselves this time, since there was no choice left.

        Then it is refused, and its effects are among those of the decision before.
        """
        if not (isinstance(error, Refused) and step.stored and step.stored.effects and self.decided):
            return False
        forced, effects = step.stored.effects, self._seen(self.decided[-1].play)
        ends = range(self._forced_up_to + len(forced), len(effects) + 1)
        end = next((end for end in ends if effects[end - len(forced) : end] == forced), 0)
        if end:
            self.stays[step.version], self._forced_up_to = forced, end
        return end > 0
