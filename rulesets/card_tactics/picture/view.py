"""A scene, with what all topics of the picture ask of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.card_tactics.effects import RestrainBecameStun, StunBecameRestrain, TokensGained
from rulesets.card_tactics.ids import choice_id
from rulesets.card_tactics.phases import Choosing
from rulesets.card_tactics.picture.places import WIDE, Plan
from rulesets.card_tactics.picture.turns import acting_order
from rulesets.card_tactics.pieces import KINDS, NONE
from rulesets.kit.svg import Outlines, Scene

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rulesets.card_tactics.board import Board
    from rulesets.card_tactics.pieces import CardId
    from rulesets.kit.structs import Effect


class View:
    """What the picture is made from; read by all its topics, changed by none."""

    def __init__(self, scene: Scene[Board], plan: Plan = WIDE) -> None:
        self.scene = scene
        self.plan = plan
        self.board = board = scene.board
        self.components = board.components
        self.names = scene.called()
        self.waiting = board.pending.who(board)
        self.order = acting_order(board)
        self.spent = _spent(scene)
        """Kinds of tokens that each unit has just lost, the last of them too."""
        self.acting: CardId = board.slot.unit if board.slot and board.fighting else ""
        self.frames = Outlines(scene.touched, scene.clickable | frozenset(_open(board)))

    def class_of(self, card: CardId) -> str:
        """What colours a unit: the seat that controls it, or the enemies."""
        return f"seat-{self.board.controller(card)}" if self.board.is_hero(card) else "foes"


def _spent(scene: Scene[Board]) -> dict[CardId, tuple[str, ...]]:
    """Kinds of tokens of which the last event left none on a unit that had some, before or in the midst of it."""
    had: dict[CardId, set[str]] = {}
    for unit in scene.before.units if scene.before else ():
        if unit.tokens != NONE:
            had[unit.card] = {kind for kind, _ in unit.tokens.counts()}
    for card, kind in _gained(scene.effects):
        had.setdefault(card, set()).add(kind)
    if not had:
        return {}
    return {
        unit.card: tuple([kind for kind in KINDS if kind in had[unit.card] and not unit.tokens.count(kind)])
        for unit in scene.board.units
        if unit.card in had
    }


def _gained(effects: Iterable[Effect[Board]]) -> Iterator[tuple[CardId, str]]:
    """Units that got tokens, and of which kind."""
    for effect in effects:
        if isinstance(effect, TokensGained):
            yield effect.unit, effect.kind
        elif isinstance(effect, RestrainBecameStun):
            yield effect.unit, "stun"
        elif isinstance(effect, StunBecameRestrain):
            yield effect.unit, "restrain"


def _open(board: Board) -> Iterator[str]:
    """Ids of what a choice that is open is about."""
    pending = board.pending
    if isinstance(pending, Choosing):
        yield from (choice_id(pending.kind, name) for name in pending.among)
