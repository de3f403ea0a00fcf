"""Gaining and discarding tokens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.card_tactics.effects.tokens import BONDS, RestrainBecameStun, TokensDiscarded, TokensGained
from rulesets.card_tactics.rules.values import is_immune

if TYPE_CHECKING:
    from rulesets.card_tactics.board import Board
    from rulesets.card_tactics.pieces import CardId
    from rulesets.kit.play import Play


def gain(play: Play[Board], card: CardId, kind: str, n: int) -> None:
    """A unit gains tokens; one that may not have more gains none, and that is no failure (CDT-SKL-11)."""
    if is_immune(play.board, card, kind):
        return
    if kind in BONDS:
        for _ in range(n):
            _bind(play, card, kind)
    elif kind == "counter":
        if not play.board.unit(card).tokens.counter:  # CDT-CTR-01
            take(play, card, kind, 1)
    else:
        take(play, card, kind, n)


def _bind(play: Play[Board], card: CardId, kind: str) -> None:
    """Restrain or Stun: once restrained, a unit is stunned by either, and then by neither (CDT-RST-06 to 08)."""
    tokens = play.board.unit(card).tokens
    if tokens.stun:
        return
    if not tokens.restrain:
        take(play, card, kind, 1)
    elif play.board.tokens_left("stun"):
        play.emit(RestrainBecameStun(card))


def take(play: Play[Board], card: CardId, kind: str, n: int) -> None:
    """Tokens out of the supply, as far as it goes (CDT-TKN-06)."""
    if n := min(n, play.board.tokens_left(kind)):
        play.emit(TokensGained(card, kind, n))


def drop(play: Play[Board], card: CardId, kind: str, n: int) -> None:
    """A unit discards tokens, as far as it has any."""
    if n := min(n, play.board.unit(card).tokens.count(kind)):
        play.emit(TokensDiscarded(card, kind, n))
