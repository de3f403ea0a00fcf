"""Whether a phrase has somebody to be about, before it is followed (CDT-SKL-03)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.card_tactics.rules.conditions import known, possible
from rulesets.card_tactics.words import phrases as p
from rulesets.card_tactics.words.selecting import KNOWN

if TYPE_CHECKING:
    from rulesets.card_tactics.board import Board
    from rulesets.card_tactics.parts import CardId
    from rulesets.card_tactics.rules.conditions import Text
    from rulesets.card_tactics.words.selecting import Selector


def has_target(board: Board, text: Text, phrase: p.Phrase) -> bool | None:
    """Whether a phrase that looks for a target finds one; None for one that looks for nobody."""
    if all(sel.pick in KNOWN for sel in _selectors(phrase)):
        return None
    return can_begin(board, text, phrase)


def can_begin(board: Board, text: Text, phrase: p.Phrase) -> bool:
    """Whether whoever a phrase is about is there: for a swap, two units of one side (CDT-GEO-02)."""
    meant = [_first(board, text, sel) for sel in _selectors(phrase)]
    if not isinstance(phrase, p.Swap):
        return all(meant)
    ones, others = meant
    return any(one != other and board.is_hero(one) is board.is_hero(other) for one in ones for other in others)


def _selectors(phrase: p.Phrase) -> tuple[Selector, ...]:
    """Whom a phrase is about."""
    if isinstance(phrase, p.Attack):
        return (phrase.targets,)
    if isinstance(phrase, p.Swap):
        return phrase.a, phrase.b
    if isinstance(phrase, p.Redirect):
        return (phrase.to,)
    sel: Selector | None = getattr(phrase, "sel", None)
    return () if sel is None else (sel,)


def _first(board: Board, text: Text, sel: Selector) -> list[CardId]:
    """The units of which the first that is meant can be one."""
    if sel.pick in KNOWN:
        return list(known(board, text, sel.pick))
    return possible(board, text, sel)
