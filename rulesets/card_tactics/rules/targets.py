"""Whether a phrase has somebody to be about, before it is followed (CDT-SKL-03)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.card_tactics.rules.conditions import candidates, known, possible
from rulesets.card_tactics.words import phrases as p
from rulesets.card_tactics.words.selecting import KNOWN

if TYPE_CHECKING:
    from rulesets.card_tactics.board import Board
    from rulesets.card_tactics.rules.conditions import Text
    from rulesets.card_tactics.words.selecting import Selector


def has_target(board: Board, text: Text, phrase: p.Phrase) -> bool | None:
    """Whether a phrase that looks for a target finds one; None for one that looks for nobody."""
    return can_begin(board, text, phrase) if p.seeks(phrase) else None


def can_begin(board: Board, text: Text, phrase: p.Phrase) -> bool:
    """Whether whoever a phrase is about is there."""
    if type(phrase) is p.Revive:
        return bool(board.aside)
    if type(phrase) is p.Swap:
        return _has_pair(board, text, phrase)
    sel = p.sought(phrase)
    return sel is None or _has_any(board, text, sel)


def _has_any(board: Board, text: Text, sel: Selector) -> bool:
    if sel.pick in KNOWN:
        return bool(known(board, text, sel.pick))
    return len(candidates(board, text, sel)) > (sel.pick == "second_closest")  # the second needs a first


def _has_pair(board: Board, text: Text, swap: p.Swap) -> bool:
    """CDT-GEO-02: two units of one side."""
    ones, others = (
        known(board, text, sel.pick) if sel.pick in KNOWN else possible(board, text, sel) for sel in (swap.a, swap.b)
    )
    return any(one != other and board.is_hero(one) is board.is_hero(other) for one in ones for other in others)
