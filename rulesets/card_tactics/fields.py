"""What the fields of actions are called, and where they lie in the picture."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulesets.card_tactics.descriptions import asked_words, branch_word
from rulesets.card_tactics.effects.moving import WHERE, neighbour
from rulesets.card_tactics.ids import WITHOUT, card_id, choice_id, quirk_id, skill_id
from rulesets.card_tactics.names import REROLLS, USES, card_name, item_name, skill_name, unit_name
from rulesets.card_tactics.phases import Choosing, Moving, Offering, UnitPhase
from rulesets.kit.fields import Field

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rulesets.card_tactics.board import Board
    from rulesets.card_tactics.pieces import CardId
    from rulesets.kit.phases import Seat

    Fixed = Mapping[str, Any]


def _unit(board: Board, _seat: Seat, card: CardId, _fixed: Fixed) -> str:
    return unit_name(board, card)


def _item(board: Board, _seat: Seat, card: CardId, _fixed: Fixed) -> str:
    return item_name(board, card)


def _drawn(board: Board, _seat: Seat, card: CardId, _fixed: Fixed) -> str:
    return card_name(board, card)


def _card_ids(_board: Board, _seat: Seat, card: CardId, _fixed: Fixed) -> tuple[str, ...]:
    return (card_id(card),)


def _own_skill(board: Board, _seat: Seat, skill: str, _fixed: Fixed) -> str:
    return skill_name(board, f"{UnitPhase.of(board).unit}.{skill}")


def _own_skill_ids(board: Board, _seat: Seat, skill: str, _fixed: Fixed) -> tuple[str, ...]:
    return (skill_id(f"{UnitPhase.of(board).unit}.{skill}"),)


def _item_skill(board: Board, _seat: Seat, skill: str, fixed: Fixed) -> str:
    if not skill:
        return "Its quirk alone"
    return skill_name(board, f"{board.components.item[fixed['item']].card}.{skill}")


def _direction(_board: Board, _seat: Seat, way: str, _fixed: Fixed) -> str:
    words = WHERE[way]  # type: ignore[index]
    return f"{words[:1].upper()}{words[1:]} the centre"


def _direction_ids(board: Board, _seat: Seat, way: str, _fixed: Fixed) -> tuple[str, ...]:
    """Who moves, and the neighbour that it changes places with."""
    card = Moving.of(board).unit
    return card_id(card), card_id(neighbour(board, card, way))  # type: ignore[arg-type]


def _rerolls(_board: Board, _seat: Seat, way: str, _fixed: Fixed) -> str:
    return REROLLS[way]


def _chosen(board: Board, _seat: Seat, name: str, _fixed: Fixed) -> str:
    pending = Choosing.of(board)
    return branch_word(board, pending, name) if pending.kind == "branch" else card_name(board, name)


def _chosen_ids(board: Board, _seat: Seat, name: str, _fixed: Fixed) -> tuple[str, ...]:
    return (choice_id(Choosing.of(board).kind, name),)


def _asks_choice(board: Board, _seat: Seat, _fixed: Fixed) -> str:
    return asked_words(board, Choosing.of(board))


def _use(_board: Board, _seat: Seat, use: bool, _fixed: Fixed) -> str:
    return USES[use]


def _quirk_ids(board: Board, _seat: Seat, use: bool, _fixed: Fixed) -> tuple[str, ...]:
    """It is used by a tap on it, or on whose it is."""
    fired = Offering.of(board).fired
    return (quirk_id(fired.quirk), card_id(fired.owner)) if use else (WITHOUT,)


def _asks_leader(board: Board, _seat: Seat, fixed: Fixed) -> str:
    """Heroes go to the seats in their order: three to one, two and one, or one to each."""
    leaders = {1: (1, 1, 1), 2: (1, 1, 2), 3: (1, 2, 3)}[board.seats]
    return f"Which hero does {{{leaders[len(fixed['heroes'])]}}} lead?"


def _asks_place(_board: Board, _seat: Seat, fixed: Fixed) -> str:
    return f"Who stands in H{len(fixed['heroes']) + 1}?"


FIELDS = {
    "ChooseHeroes.heroes": Field(_unit, _card_ids, pieces="order", asks=_asks_leader),
    "heroes": Field(_unit, _card_ids, pieces="order", asks=_asks_place),
    "item": Field(_item, _card_ids, asks="Which item?"),
    "hero": Field(_unit, _card_ids, asks="Who uses it?"),
    "UseSkill.skill": Field(_own_skill, _own_skill_ids, asks="Which skill?"),
    "skill": Field(_item_skill, asks="Which of its skills?"),
    "UseBoot.way": Field(_direction, _direction_ids, asks="Which way?"),
    "SettleRerolls.way": Field(_rerolls, asks="Which re-roll counts?"),
    "names": Field(_chosen, _chosen_ids, pieces="set", asks=_asks_choice),
    "use": Field(_use, _quirk_ids, asks="Is it used?"),
}
"""In the order in which they are asked for: an item before who uses it, who uses it before its skill."""

OUTCOMES = {"draw": Field(_drawn)}
"""What outcomes of chance are called."""
