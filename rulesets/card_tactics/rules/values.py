"""Numbers that hang on several cards: effective defence, bonuses, boots, immunity."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.card_tactics.rules.conditions import Text, holds
from rulesets.card_tactics.words.phrases import Modifier, Ongoing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulesets.card_tactics.board import Board
    from rulesets.card_tactics.phases import Attacking
    from rulesets.card_tactics.pieces import CardId, Unit


def modifiers(board: Board, card: CardId) -> Iterator[Modifier]:
    """Continuous changes that stand on a unit: out of texts in force, and of its own static quirk."""
    for change in board.ongoing:
        if card in change.units:
            do = board.components.steps[change.at].do
            assert isinstance(do, Ongoing)
            yield do.modifier
    if board.components.static:
        quirk = board.components.unit[card].quirk
        if quirk and quirk.modifier and (not quirk.condition or holds(board, quirk.condition, Text(card))):
            yield quirk.modifier


def changed_by(board: Board, card: CardId, kind: str) -> int:
    """What they add up to, for one number of the unit."""
    if not board.ongoing and not board.components.static:
        return 0
    return sum(modifier.n for modifier in modifiers(board, card) if modifier.kind == kind)


def usable_boots(board: Board, card: CardId, unused: int) -> int:
    """Boots that a hero may use now, of a skill that prints some; `unused` are those printed less those used.

    Continuous changes count as they stand at this moment; in a bad moment there are none (CDT-MOV-13).
    """
    return 0 if board.is_bound(card) else max(0, unused + changed_by(board, card, "boots"))


def is_immune(board: Board, card: CardId, token: str | None) -> bool:
    """Whether a unit does not gain a kind of tokens, or (`None`) loses no health."""
    if not board.ongoing and not board.components.static:
        return False
    return any(modifier.kind == "immunity" and modifier.token == token for modifier in modifiers(board, card))


def effective_defence(board: Board, unit: Unit, attack: Attacking | None = None) -> int:
    """The printed defence, tokens, continuous changes, and what was changed for this attack (CDT-ATK-05)."""
    defence = board.components.unit[unit.card].defence + unit.tokens.defence + changed_by(board, unit.card, "defence")
    if attack and attack.guards:
        defence += sum(n for card, n in attack.guards if card in ("", unit.card))
    return defence
