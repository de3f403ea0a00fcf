"""Timewarp and Portal storm cards: what they do stands in the component set, as a short list of deeds (KRR-BOS-01)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from rulesets.kingdom_rush import effects as e
from rulesets.kingdom_rush.ids import deck_id
from rulesets.kingdom_rush.rules.common import hurt, in_order, lose, on_map, stores

if TYPE_CHECKING:
    from rulesets.kingdom_rush.board import Board
    from rulesets.kit.play import Play


def draw_storm(play: Play[Board]) -> None:
    """A card of the Portal storm, before the stacks flip."""
    _draw(play, "storm", play.board.setting.storm)


def draw_timewarp(play: Play[Board], deck: str) -> None:
    """A Timewarp card (KRR-BLI-02)."""
    _draw(play, "timewarp", deck)


RULES = {
    "timewarp": ("KRR-BLI-02", "the Timewarp card"),
    "storm": ("KRR-BOS-01", "the Portal storm card"),
}
"""The rule that asks for a card of a deck, and how it is asked for."""


def _draw(play: Play[Board], which: Literal["timewarp", "storm"], deck: str | None) -> None:
    board = play.board
    pile = board.timewarp if which == "timewarp" else board.storm
    cards = pile.unseen if pile.size else board.components.deck[deck or ""].cards
    rule, about = RULES[which]
    card = play.chance.draw(cards, rule=rule, about=about, place=deck_id(which))
    assert card
    play.emit(e.WarpDrawn(which, card, () if pile.size else cards))
    for what, amount in board.components.warp[card].does:
        if play.board.hearts:
            _do(play, what, amount, card)


def _do(play: Play[Board], what: str, amount: int, card: str) -> None:
    board = play.board
    match what:
        case "hearts":
            play.emit(e.KingdomChanged(card, hearts=-min(amount, board.hearts)))
            if not play.board.hearts:
                lose(play, "hearts")
        case "crystals_lost":
            if board.crystals:
                play.emit(e.KingdomChanged(card, crystals=-min(amount, board.crystals)))
        case "crystals_gained":
            if gained := stores(board, amount):
                play.emit(e.KingdomChanged(card, crystals=gained))
        case "heroes":
            for hero in on_map(board):
                for _ in range(amount):
                    hurt(play, play.board.hero(hero.name), card)
        case "soldiers":
            if any(horde.soldiers for horde in board.hordes):
                play.emit(e.SoldiersReturned(card))
        case "heal":
            healed = [horde.card for horde in in_order(board) if horde.tiled][:amount]
            if healed:
                play.emit(e.HordesHealed(card, tuple(healed)))
        case "march":
            marching = tuple(horde.card for horde in in_order(board)[:amount])
            if marching:
                play.emit(e.AdvanceStarted(marching, march=True))
