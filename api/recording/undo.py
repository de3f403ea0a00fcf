"""Where undo and redo lead, and which policies allow them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from projections import seen
from rulesets.kit.chance import GivenChance
from rulesets.kit.errors import KitError

if TYPE_CHECKING:
    from events import Event, Game
    from projections import Library
    from projections.paths import Version
    from rulesets.kit.phases import Seat

Blocks = Callable[["Event"], "str | None"]
"""Why an event cannot be undone or redone, if so; called for one event after the other, newest first."""


class UndoRefused(Exception):
    """The policy forbids it: `policy` is its name, `blocker` the version that cannot be undone, `why` a sentence."""

    def __init__(self, policy: str, blocker: Version, why: str) -> None:
        super().__init__(why)
        self.policy = policy
        self.blocker = blocker
        self.why = why


class SeatNeeded(UndoRefused):
    """The policy needs to know which seat requests it."""

    def __init__(self, game: Game, blocker: Version) -> None:
        super().__init__(game.undo, blocker, "only a seat may undo: name the seat")


class KeyShown(UndoRefused):
    """The game can no longer be changed: whoever knows its key can predict every roll."""

    def __init__(self, game: Game) -> None:
        why = "the game is over and its secret key is shown, so it cannot be changed"
        super().__init__(game.undo, game.summary.head, why)


class ConsentNeeded(UndoRefused):
    """The other seats have to agree first."""

    def __init__(self, game: Game) -> None:
        super().__init__(game.undo, game.summary.head, "the other seats have to agree: request it")


def needs_consent(game: Game) -> bool:
    """Whether the other seats must agree to undo and redo; in a game of one seat nobody must."""
    return game.undo == "consent" and len(game.seats) > 1


def undo_target(library: Library, game: Game, to: str | None, seat: Seat | None) -> tuple[Version, Version]:
    """Where undo leads: the new head and the tip, which stays.

    Without `to`, as far back in the move as the policy allows the seat.
    Raises UndoRefused, BadAddress.
    """
    _need_secret_key(library, game)
    tree, head = library.tree(game), game.summary.head
    target = tree.stands_for(library.resolve(game, to or _default_target(library, game)))
    if target == head:
        raise UndoRefused(game.undo, head, "there is nothing to undo")
    if not tree.is_ancestor(target, head):
        raise UndoRefused(
            game.undo, target, f"version {target} is not before the head; undo goes back, redo goes forward"
        )
    if seat is not None and _undoes_an_open_action(library, game, target):
        return target, game.summary.tip
    if to is None:
        target = _furthest(library, game, seat, target)
    else:
        need_allowed(library, game, seat, target, head)
    return target, game.summary.tip


def _default_target(library: Library, game: Game) -> str:
    """Where undo leads by default: to the start of the move, or before an event that is not part of one."""
    if game.summary.status == "running" and not game.summary.tainted:
        return "move:start"
    head = library.store.event(game.id, game.summary.head)
    return str(head.parent) if head.kind in ("end", "adjust") else "move:start"


def _furthest(library: Library, game: Game, seat: Seat | None, target: Version) -> Version:
    """As far back from the head as the policy allows a seat, at most to `target`. Raises UndoRefused."""
    if _is_unlimited(game, seat):
        return target
    tree, head = library.tree(game), game.summary.head
    blocks, version = _policy(library, game, seat, head), head
    while version != target:
        if why := blocks(library.store.event(game.id, version)):
            if version == head:
                raise UndoRefused(game.undo, head, why)
            break
        version = tree.parent(version)
    return version


def redo_target(library: Library, game: Game, to: str | None, seat: Seat | None) -> tuple[Version, Version]:
    """Where redo leads: the new head, and the tip of the line that it continues. Raises UndoRefused, BadAddress."""
    _need_secret_key(library, game)
    tree, head, tip = library.tree(game), game.summary.head, game.summary.tip
    target = tree.stands_for(library.resolve(game, to, line=tip)) if to else _next_move(library, game)
    if target == head or not tree.is_ancestor(head, target):
        raise UndoRefused(game.undo, target, f"version {target} does not follow on version {head}, the head")
    need_allowed(library, game, seat, head, target)
    return target, tip if tree.is_ancestor(target, tip) else tree.end(target)


def _need_secret_key(library: Library, game: Game) -> None:
    """Refuse to continue a game whose server key is shown: whoever knows it can predict every roll."""
    if library.over(game) and game.chance == "server":
        raise KeyShown(game)


def _next_move(library: Library, game: Game) -> Version:
    """One move towards the tip: up to the next board at which a move begins, or to the tip itself."""
    tree, head, tip = library.tree(game), game.summary.head, game.summary.tip
    if head == tip:
        raise UndoRefused(game.undo, head, "there is nothing to redo")
    outline = library.fill(game, tree.path(tip))
    step: Version | None = tree.next_towards(head, tip)
    while step is not None and step != tip and not outline.mark(step).begins_move:
        step = tree.next_towards(step, tip)
    return step or tip


def _undoes_an_open_action(library: Library, game: Game, target: Version) -> bool:
    """Whether everyone waits for one seat in the middle of an action, and `target` is the version before it.

    In a cooperative game any seat may undo that, so that a player who leaves the table does not block everybody. The
    policy `no_new_information` allows it anyway, but never after somebody learned something.
    """
    asked_first = game.undo in ("no_new_information", "consent")
    if asked_first or not library.is_cooperative(game) or len(game.summary.waiting_for) != 1:
        return False
    head = game.summary.head
    at_rest = library.fill(game, library.tree(game).path(head)).mark(head).begins_move
    return not at_rest and target == library.resolve(game, "move:start")


def need_allowed(library: Library, game: Game, seat: Seat | None, ancestor: Version, descendant: Version) -> None:
    """Check that the policy allows to undo or redo the events after `ancestor` up to `descendant`.

    O(events between them). Raises UndoRefused.
    """
    if _is_unlimited(game, seat):
        return
    tree, version = library.tree(game), descendant
    blocks = _policy(library, game, seat, descendant)
    while version != ancestor:
        if why := blocks(library.store.event(game.id, version)):
            raise UndoRefused(game.undo, version, why)
        version = tree.parent(version)


def _is_unlimited(game: Game, seat: Seat | None) -> bool:
    """Whether no event can block: undo is free, or other seats decide. Raises UndoRefused if no seat is named."""
    if needs_consent(game) and seat is None:
        raise SeatNeeded(game, game.summary.head)
    return game.undo in ("free", "consent")


def _policy(library: Library, game: Game, seat: Seat | None, descendant: Version) -> Blocks:
    """What blocks a seat that goes back from `descendant`. Raises UndoRefused."""
    if seat is None:
        raise SeatNeeded(game, descendant)
    return POLICIES[game.undo](library, game, seat, descendant)


def _own_turn(library: Library, game: Game, seat: Seat, descendant: Version) -> Blocks:
    """A seat may undo its own events of its latest turn."""
    tree = library.tree(game)
    outline = library.fill(game, tree.path(descendant))
    turn = outline.mark(tree.parent(descendant) or descendant).turn

    def blocks(event: Event) -> str | None:
        if event.seat != seat:
            return f"seat {seat} may only undo events of its own"
        if outline.mark(event.parent).turn != turn:
            return f"seat {seat} may only undo back to the start of its latest turn"
        return None

    return blocks


def _no_new_information(library: Library, game: Game, seat: Seat, _descendant: Version) -> Blocks:
    """A seat may undo its own events that taught it nothing; in a cooperative game, all that taught nobody anything."""
    together = library.is_cooperative(game)
    learners = [seated.seat for seated in game.seats] if together else [seat]

    def blocks(event: Event) -> str | None:
        if event.kind == "end":
            return "the game was over, and everybody could see everything"
        if event.kind == "adjust":
            return "the table adjusted the board there"
        if event.kind != "play":
            return "the set-up cannot be undone"
        if event.seat != seat and not together:
            return f"seat {seat} may only undo events of its own"
        if any(learned_something(library, game, event, learner) for learner in learners):
            return "it rolled dice, drew cards, or showed something hidden"
        return None

    return blocks


POLICIES = {"own_turn": _own_turn, "no_new_information": _no_new_information}
"""By name; `free` allows everything, and `consent` asks the other seats (`consent.py`)."""


def learned_something(library: Library, game: Game, event: Event, seat: Seat) -> bool:
    """Whether a seat knows more after an event than it could have worked out before from the action alone.

    It could have worked out what follows from the action on the board that it saw, without rolls: what a dry run
    answers. The view decides that, not the marks of the event: in a draft, the last pick passes on cards that nobody
    drew.
    """
    ruleset = library.ruleset(game)
    before = library.board(game, event.parent, seat)
    try:
        action = ruleset.played_action(event.action, event.ruleset_version)
        foreseen = ruleset.decide(before, event.seat or 0, action, GivenChance())
    except KitError:
        return True
    return list(foreseen.effects) != list(seen(ruleset.stored_effects(event.effects, event.ruleset_version), seat))


def can_undo(library: Library, game: Game, seat: Seat | None = None) -> Version | UndoRefused:
    """Where undo would lead a seat, by default the one that acted last, or why it is not allowed."""
    seat = library.store.event(game.id, game.summary.head).seat if seat is None else seat
    try:
        return undo_target(library, game, None, seat)[0]
    except UndoRefused as refused:
        return refused


def can_redo(library: Library, game: Game, seat: Seat | None = None) -> Version | UndoRefused:
    """Where redo would lead a seat, by default the one of the next undone event, or why it is not allowed."""
    try:
        tree = library.tree(game)
        step = tree.next_towards(game.summary.head, game.summary.tip) or game.summary.tip
        seat = library.store.event(game.id, step).seat if seat is None else seat
        return redo_target(library, game, None, seat)[0]
    except UndoRefused as refused:
        return refused
