"""What undo and redo lead to, and which policy allows them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from events import Game
    from projections import Library
    from projections.tree import Version
    from rulesets.kit.phases import Seat


class UndoRefused(Exception):
    """The policy forbids it: `policy` is its name, `blocker` the version that may not be passed, `why` a sentence."""

    def __init__(self, policy: str, blocker: Version, why: str) -> None:
        super().__init__(why)
        self.policy = policy
        self.blocker = blocker
        self.why = why


def undo_target(library: Library, game: Game, to: str | None, seat: Seat | None) -> tuple[Version, Version]:
    """Where undo leads: the new head and the tip, which stays. Raises UndoRefused, BadAddress."""
    _need_secret_key(library, game)
    tree, head = library.tree(game), game.summary.head
    target = tree.stands_for(library.resolve(game, to or "move:start"))
    if target == head:
        raise UndoRefused(game.undo, head, "there is nothing before this to go back to")
    if not tree.is_ancestor(target, head):
        raise UndoRefused(game.undo, target, f"play did not come from version {target}; redo leads on, undo leads back")
    if seat is None or not _takes_back_an_open_action(library, game, target):
        _allow(library, game, seat, target, head)
    return target, game.summary.tip


def redo_target(library: Library, game: Game, to: str | None, seat: Seat | None) -> tuple[Version, Version]:
    """Where redo leads: the new head, and the tip of the line that it continues. Raises UndoRefused, BadAddress."""
    _need_secret_key(library, game)
    tree, head, tip = library.tree(game), game.summary.head, game.summary.tip
    target = tree.stands_for(library.resolve(game, to, line=tip)) if to else _next_move(library, game)
    if target == head or not tree.is_ancestor(head, target):
        raise UndoRefused(game.undo, target, f"version {target} does not follow on version {head}, the head")
    _allow(library, game, seat, head, target)
    return target, tip if tree.is_ancestor(target, tip) else tree.end(target)


def _need_secret_key(library: Library, game: Game) -> None:
    """Refuse to continue a game whose server key is shown: who knows the key can predict every roll."""
    if library.over(game) and game.chance == "server":
        why = "the game is over and its secret key is shown, so it cannot be changed"
        raise UndoRefused(game.undo, game.summary.head, why)


def _next_move(library: Library, game: Game) -> Version:
    """One move towards the tip: up to the next board at which a move begins, or to the tip itself."""
    tree, head, tip = library.tree(game), game.summary.head, game.summary.tip
    if head == tip:
        raise UndoRefused(game.undo, head, "nothing was undone that could be redone")
    outline = library.fill(game, tree.path(tip))
    step: Version | None = tree.toward(head, tip)
    while step is not None and step != tip and not outline.mark(step).home:
        step = tree.toward(step, tip)
    return step or tip


def _takes_back_an_open_action(library: Library, game: Game, target: Version) -> bool:
    """Whether all wait for one seat in the middle of an action, and `target` is the version before it.

    In a cooperative game any seat may take that back, else a player who leaves the table blocks everybody.
    """
    if not library.ruleset(game).cooperative or len(game.summary.waiting_for) != 1:
        return False
    head = game.summary.head
    at_rest = library.fill(game, library.tree(game).path(head)).mark(head).home
    return not at_rest and target == library.resolve(game, "move:start")


def _allow(library: Library, game: Game, seat: Seat | None, ancestor: Version, descendant: Version) -> None:
    """Ask the policy whether undo or redo may pass the events after `ancestor` up to `descendant`."""
    if game.undo == "free":
        return
    if seat is None:
        raise UndoRefused(game.undo, descendant, "only a seat may undo, and only in its own turn: say which asks")
    tree, version = library.tree(game), descendant
    turn = library.fill(game, tree.path(descendant)).mark(tree.parent(descendant) or descendant).turn
    while version != ancestor:
        event = library.store.event(game.id, version)
        before = tree.parent(version)
        if event.seat != seat:
            raise UndoRefused(game.undo, version, f"seat {seat} may only undo events of its own")
        if library.fill(game, tree.path(descendant)).mark(before).turn != turn:
            raise UndoRefused(game.undo, version, f"seat {seat} may only undo back to the start of its latest turn")
        version = before


def can_undo(library: Library, game: Game) -> Version | UndoRefused:
    """Where undo would lead the seat that acted last, or why it may not."""
    head = library.store.event(game.id, game.summary.head)
    try:
        return undo_target(library, game, None, head.seat)[0]
    except UndoRefused as refused:
        return refused


def can_redo(library: Library, game: Game) -> Version | UndoRefused:
    """Where redo would lead the seat that took the next undone event, or why it may not."""
    try:
        tree = library.tree(game)
        step = tree.toward(game.summary.head, game.summary.tip) or game.summary.tip
        return redo_target(library, game, None, library.store.event(game.id, step).seat)[0]
    except UndoRefused as refused:
        return refused
