"""What the replay page shows of a game at a version: all of it worked out from what the viewer sees."""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING, Any

from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import replace

from api.pages.scrubber import Scrubber, scrubber
from api.pages.standing import TEAM, Standing, standing
from api.recording.undo import UndoRefused, can_redo, can_undo, redo_target, undo_target
from events import Game
from projections import Moment, Step, Tree, names, timeline
from projections.timeline import Entry, Timeline, Turn
from rulesets.kit.structs import SPECTATOR, TABLE

# msgspec reads the annotations of structs at run time.
from api.pages.look import Look  # isort: skip

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from projections import Library
    from projections.tree import Branch, Version
    from rulesets.kit.ruleset import Ruleset


class Reason(Struct, frozen=True):
    """A rule that the page explains beside the version."""

    about: str
    rule: str
    text: str


class Note(Struct, frozen=True):
    """Why somebody undid or redid something."""

    version: int
    seat: int | None
    text: str


class UndoneLine(Struct, frozen=True):
    """A branch that was left by undo, in the timeline."""

    version: int
    text: str


class Line(Struct, frozen=True):
    """One event in the timeline."""

    entry: Entry
    later: bool
    """It comes after the version that is shown."""
    undone: tuple[UndoneLine, ...]


class Block(Struct, frozen=True):
    """What one seat did in a row."""

    seat: int | None
    name: str
    what: str
    lines: tuple[Line, ...]


class Chapter(Struct, frozen=True):
    """A round, or the set-up."""

    title: str
    blocks: tuple[Block, ...]


class Button(Struct, frozen=True):
    """Undo or redo, where the game's policy allows it."""

    verb: str
    """`undo` or `redo`."""
    label: str
    to: int
    seat: int | None
    """Who asks."""


class Steps(Struct, frozen=True, kw_only=True):
    """The versions that the controls lead to; None where there is none."""

    first: int | None
    prev: int | None
    next: int | None
    last: int | None
    prev_turn: int | None
    next_turn: int | None
    prev_round: int | None
    next_round: int | None
    prev_mark: int | None
    next_mark: int | None


class Replay(Struct, frozen=True, kw_only=True):
    """The page."""

    game: Game
    title: str
    score: str
    """What the standing counts."""
    names: dict[int, str]
    tints: dict[int, str]
    """The classes that colour what is a seat's."""
    parts: dict[int, str]
    """What each score is made of, in words; of a team at 0."""
    look: Look
    at: int
    last: int | None
    """The last version of the line; None where the length is hidden."""
    behind: bool
    """The head is another version than this one."""
    step: Step
    moment: Moment
    when: str
    """Round and turn in words."""
    picture: Markup
    steps: Steps
    scrubber: Scrubber
    standing: Standing
    reasons: tuple[Reason, ...]
    notes: tuple[Note, ...]
    chapters: tuple[Chapter, ...]
    events: int
    """How many the timeline holds."""
    buttons: tuple[Button, ...]
    undo: Button | None
    """What ctrl+z does."""
    redo: Button | None


def replay(library: Library, game: Game, look: Look, address: str | None) -> Replay:
    """The page of `game` at an address. Raises BadAddress, BadViewer, RulesetMissing. O(events of the line)."""
    tree, ruleset = library.tree(game), library.ruleset(game)
    asked = address or ("head" if look.spoilers else "start")
    at = tree.stands_for(library.resolve(game, asked))
    whole = timeline(library, game, look.viewer, line=at)
    if not look.spoilers:  # versions rise along a line
        whole = replace(_keep(whole, lambda entry: entry.version <= at), branches=())
    entries = _entries(whole)
    notes = _notes(library, game, tree, look, at)
    moment, step = library.moment(game, at), library.step(game, at, look.viewer)
    wanted = look.touches
    shown = whole if wanted is None else _keep(whole, lambda entry: wanted in entry.touches)
    line = scrubber(
        [(_round_name(part.round), _entries(replace(whole, rounds=(part,)))) for part in whole.rounds],
        whole.branches,
        frozenset(tree.parent(note.version) for note in notes),
        at,
        show_length=look.spoilers,
    )
    undo, redo = _undo_redo(library, game, tree, look)
    scene = library.scene(game, at, look.viewer, named=True, arrangement="both")
    return Replay(
        game=game,
        title=ruleset.title,
        score=ruleset.score,
        names=names(game),
        tints=_tints(ruleset, game, scene.board),
        parts=_parts(ruleset, game, scene.board),
        look=look,
        at=at,
        last=entries[-1].version if look.spoilers else None,
        behind=at != game.summary.head,
        step=step,
        moment=moment,
        when=f"round {moment.round}, turn {moment.turn}" if moment.round else "set-up",
        picture=Markup(ruleset.picture(scene)),
        steps=_steps(moment, entries, at, look),
        scrubber=line,
        standing=_standing(game, ruleset, entries, line),
        reasons=tuple(_reasons(library, game, ruleset, step, at, look)),
        notes=notes,
        chapters=tuple(_chapters(shown, names(game), at)),
        events=len(_entries(shown)),
        buttons=tuple(_buttons(library, game, tree, look, at, undo, redo)),
        undo=undo,
        redo=redo,
    )


# --- the line


def _keep(line: Timeline, test: Callable[[Entry], bool]) -> Timeline:
    """The line with those events only that pass a test."""
    rounds = []
    for part in line.rounds:
        turns = [replace(turn, events=tuple(filter(test, turn.events))) for turn in part.turns]
        rounds.append(replace(part, turns=tuple(turn for turn in turns if turn.events)))
    return replace(line, rounds=tuple(part for part in rounds if part.turns))


def _entries(line: Timeline) -> list[Entry]:
    return [entry for part in line.rounds for turn in part.turns for entry in turn.events]


def _round_name(number: int) -> str:
    return f"Round {number}" if number else "Set-up"


def _chapters(line: Timeline, called: dict[int, str], at: Version) -> Iterator[Chapter]:
    undone: dict[int, list[UndoneLine]] = {}
    for branch in line.branches:
        undone.setdefault(branch.parts_at, []).append(_undone(branch))
    for part in line.rounds:
        blocks = []
        for seat, entries in _blocks(part.turns):
            lines = tuple(Line(entry, entry.version > at, tuple(undone.get(entry.version, ()))) for entry in entries)
            blocks.append(Block(seat, called[seat] if seat else "The table", _words(entries[0].type), lines))
        yield Chapter(_round_name(part.round), tuple(blocks))


def _blocks(turns: Iterable[Turn]) -> Iterator[tuple[int | None, list[Entry]]]:
    """A block for each turn, named after the seat that began it; in the set-up, for each run of a seat's events."""
    for turn in turns:
        if turn.turn:
            yield from _moves(turn.events)
        else:
            yield from ((seat, list(run)) for seat, run in groupby(turn.events, key=lambda entry: entry.seat))


def _moves(entries: Iterable[Entry]) -> Iterator[tuple[int | None, list[Entry]]]:
    """Whole moves of one seat in a row; what another seat answers in the middle of a move belongs to the move."""
    run: list[Entry] = []
    for entry in entries:
        if run and entry.begins and entry.seat != run[0].seat:
            yield run[0].seat, run
            run = []
        run.append(entry)
    if run:
        yield run[0].seat, run


def _undone(branch: Branch) -> UndoneLine:
    events = "1 event" if branch.length == 1 else f"{branch.length} events"
    return UndoneLine(branch.start, f"Another line: {events}, undone")


def _words(name: str) -> str:
    """`HirePlace` as `Hire place`."""
    return " ".join(re.findall(r"[A-Z][a-z]*", name)).capitalize()


# --- stepping


def _steps(moment: Moment, entries: list[Entry], at: Version, look: Look) -> Steps:
    order = [entry.version for entry in entries]
    marked = [entry.version for entry in entries if entry.marks]
    here = order.index(at)
    before, after = set(order[:here]), set(order[here + 1 :])
    full = look.spoilers
    return Steps(
        first=None if at == 1 else 1,
        prev=moment.prev,
        next=moment.next,
        last=order[-1] if full and order[-1] != at else None,
        prev_turn=moment.prev_turn,
        next_turn=moment.next_turn,
        prev_round=moment.prev_round,
        next_round=moment.next_round,
        prev_mark=next((version for version in reversed(marked) if version in before), None),
        next_mark=next((version for version in marked if version in after), None),
    )


# --- the rails


def _tints(ruleset: Ruleset[Any], game: Game, board: Any) -> dict[int, str]:
    """By seat: its own class, and that of the colour that it chose by the rules."""
    chosen = ruleset.colours(board)
    return {
        seated.seat: f"seat-{seated.seat}" + (f" paint-{chosen[seated.seat]}" if chosen.get(seated.seat) else "")
        for seated in game.seats
    }


def _parts(ruleset: Ruleset[Any], game: Game, board: Any) -> dict[int, str]:
    """By seat, the parts of its score that are not 0: `3 on the track, 5 from heroes`."""
    told = {seated.seat: ruleset.score_parts(board, seated.seat) for seated in game.seats}
    return {seat: ", ".join(f"{n} {where}" for n, where in parts if n) for seat, parts in told.items()} | {TEAM: ""}


def _standing(game: Game, ruleset: Ruleset[Any], entries: list[Entry], line: Scrubber) -> Standing:
    scores = [ruleset.standing(entry.after) for entry in entries]
    if ruleset.cooperative:  # all seats have the team's score
        scores = [((TEAM, score),) for (_, score), *_ in scores]
    return standing(scores, names(game) | {TEAM: "The team"}, line.index, line.length)


def _reasons(
    library: Library, game: Game, ruleset: Ruleset[Any], step: Step, at: Version, look: Look
) -> Iterator[Reason]:
    """The rule of the phase that the event was decided in, and the rule of the phase now."""
    now = library.board(game, at, look.viewer).pending.rule
    if at > 1:
        was = step.before.pending.rule
        yield Reason("Decided under", was, ruleset.rules.get(was, ""))
        if was == now:
            return
    yield Reason("Now", now, ruleset.rules.get(now, ""))


def _notes(library: Library, game: Game, tree: Tree, look: Look, at: Version) -> tuple[Note, ...]:
    """Reasons given for undo and redo: free text that may hold secrets, so only for viewers who may see everything."""
    if look.viewer != TABLE and game.summary.status == "running":
        return ()
    return tuple(
        Note(version, library.store.event(game.id, version).seat, text)
        for version, text in library.store.notes(game.id).items()
        if look.spoilers or version <= at
    )


# --- undo and redo


def _undo_redo(library: Library, game: Game, tree: Tree, look: Look) -> tuple[Button | None, Button | None]:
    """What ctrl+z and ctrl+y do; None where the policy forbids it, or for a spectator."""
    if look.viewer == SPECTATOR or not look.spoilers:
        return None, None
    undo, redo = can_undo(library, game), can_redo(library, game)
    return (
        None if isinstance(undo, UndoRefused) else Button("undo", "Undo", undo, _undoer(library, game)),
        None if isinstance(redo, UndoRefused) else Button("redo", "Redo", redo, _redoer(library, game, tree)),
    )


def _buttons(
    library: Library,
    game: Game,
    tree: Tree,
    look: Look,
    at: Version,
    undo: Button | None,
    redo: Button | None,
) -> Iterator[Button]:
    """The buttons at the version that is shown."""
    if look.viewer == SPECTATOR or not look.spoilers:
        return
    head = game.summary.head
    if at == head:
        yield from filter(None, (undo, redo))
    elif tree.is_ancestor(at, head) and _may(undo_target, library, game, at, seat := _undoer(library, game)):
        yield Button("undo", "Undo to here", at, seat)
    elif tree.is_ancestor(head, at) and _may(redo_target, library, game, at, seat := _redoer(library, game, tree)):
        yield Button("redo", "Redo to here", at, seat)


def _may(
    find: Callable[[Library, Game, str | None, int | None], object],
    library: Library,
    game: Game,
    to: Version,
    seat: int | None,
) -> bool:
    try:
        find(library, game, str(to), seat)
    except UndoRefused:
        return False
    return True


def _undoer(library: Library, game: Game) -> int | None:
    """The seat that would ask for an undo: the one that acted last."""
    return library.store.event(game.id, game.summary.head).seat


def _redoer(library: Library, game: Game, tree: Tree) -> int | None:
    """The seat that would ask for a redo: the one that acted first in what was undone."""
    step = tree.toward(game.summary.head, game.summary.tip) or game.summary.tip
    return library.store.event(game.id, step).seat
