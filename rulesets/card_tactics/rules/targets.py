"""Whether a phrase has somebody to be about, before it is followed (CDT-SKL-03)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.card_tactics.rules.conditions import candidates, possible
from rulesets.card_tactics.words import phrases as p

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulesets.card_tactics.board import Board
    from rulesets.card_tactics.pieces import CardId
    from rulesets.card_tactics.rules.conditions import Text


def has_target(board: Board, text: Text, phrase: p.Phrase) -> bool | None:
    """Whether a phrase that looks for a target finds one; None for one that looks for nobody."""
    if not p.seeks(phrase):
        return None
    if type(phrase) is p.Revive:
        return bool(board.aside)
    if type(phrase) is p.Swap:
        return next(pairs(board, text, phrase), None) is not None
    sel = p.sought(phrase)
    assert sel is not None  # else it seeks nobody
    return len(candidates(board, text, sel)) > (sel.pick == "second_closest")  # the second needs a first


def pairs(board: Board, text: Text, swap: p.Swap) -> Iterator[tuple[CardId, CardId]]:
    """Those that an exchange can mean: two units of one side (CDT-GEO-02)."""
    for one in possible(board, text, swap.a):
        for other in possible(board, text, swap.b):
            if one != other and board.is_hero(one) is board.is_hero(other):
                yield one, other
