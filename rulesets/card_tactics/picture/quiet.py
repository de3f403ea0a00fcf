"""What stands where a side's last attack does, while it has made none: who comes next, or how far the game has come."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from msgspec import Struct

from rulesets.card_tactics import caption
from rulesets.card_tactics.board import DEPTHS
from rulesets.card_tactics.names import skill_name, unit_name
from rulesets.card_tactics.phases import GameOver
from rulesets.card_tactics.picture.words import wrapped
from rulesets.card_tactics.rules.rounds import skill_of_enemy
from rulesets.kit.svg import Label, legible, name_label
from rulesets.kit.words import counted, joined

if TYPE_CHECKING:
    from rulesets.card_tactics.board import Board
    from rulesets.card_tactics.picture.view import View
    from rulesets.card_tactics.pieces import CardId

LINES = 3


class QuietPart(Struct, frozen=True, gc=False):
    """A side without an attack in the last event."""

    id: str
    x: int
    y: int
    w: int
    title: str
    head: Label
    lines: tuple[str, ...]


def quiet_part(view: View, *, hero: bool) -> QuietPart:
    """What there is to say of a side."""
    head, text = _texts(view, hero=hero)
    side, width = "hero" if hero else "enemy", view.plan.roll_width
    return QuietPart(
        f"roll:{side}",
        *view.plan.rolls[side],
        width,
        legible(f"{head}. {text}"),
        name_label(head, width - 28, 16, 14),
        wrapped(text, width - 28, 14, LINES),
    )


def _texts(view: View, *, hero: bool) -> tuple[str, str]:
    board = view.board
    if isinstance(board.pending, GameOver):
        return _over(board, hero=hero)
    if not board.fighting:
        return _before(board, hero=hero)
    coming = min(
        (card for card in view.order if board.is_hero(card) is hero and card != view.acting),
        key=view.order.__getitem__,
        default="",
    )
    if not coming:
        return ("Heroes" if hero else "Enemies"), "Nobody else acts in this round."
    return f"Next: {unit_name(board, coming)}", _plan(board, coming)


def _plan(board: Board, card: CardId) -> str:
    """What a unit can do, or what an enemy will."""
    face = board.components.unit[card]
    if face.hero:
        return f"{' or '.join(skill.name for skill in face.skills)}."
    skill = board.components.skill[skill_of_enemy(face, board.position(card))]
    return f"{skill_name(board, skill.address)}: {skill.text}" if skill.text else f"{skill.name}."


def _before(board: Board, *, hero: bool) -> tuple[str, str]:
    """What lies ahead, and what lies behind."""
    if hero:
        kinds = Counter(DEPTHS[board.revealed : board.revealed + caption.PER_COMBAT])
        waiting = joined([_class(kind, n) for kind, n in kinds.items()])
        return f"Next combat: {board.combat + 1} of {caption.combats(board)}", f"To come: {waiting}."
    if not board.round:
        return "So far", "Nobody has fought yet."
    return "So far", f"{counted(len(board.discard), 'enemy', 'enemies')} defeated in {counted(board.round, 'round')}."


def _class(kind: str, n: int) -> str:
    rarity, _, boss = kind.partition("_")
    return counted(n, f"{rarity} {boss or 'enemy'}", f"{rarity} {'bosses' if boss else 'enemies'}")


def _over(board: Board, *, hero: bool) -> tuple[str, str]:
    if hero:
        return "In all", f"{counted(board.round, 'round')} in {counted(board.combat, 'combat')}."
    return "Defeated", f"{len(board.discard)} of {len(DEPTHS)} enemies of the Challenge stack."
