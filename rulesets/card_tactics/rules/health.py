"""Losing and recovering health, and defeat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.card_tactics.effects.health import HealthLost, HealthRecovered, UnitDefeated
from rulesets.card_tactics.effects.tokens import StunBecameRestrain, TokensDiscarded
from rulesets.card_tactics.rules.values import is_immune

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rulesets.card_tactics.board import Board
    from rulesets.card_tactics.effects.health import Cause
    from rulesets.card_tactics.pieces import CardId, Unit
    from rulesets.kit.play import Play


def lose(play: Play[Board], cards: Sequence[CardId], n: int, by: Cause) -> None:
    """CDT-HP-01, 02, 09: all losses first, then all defeats; of those the one nearer the centre first."""
    for card in cards:
        board = play.board
        health = board.unit(card).health
        lost = 0 if is_immune(board, card, None) else min(n, health)
        if lost or by == "attack":  # the hit is over, whatever it cost
            play.emit(HealthLost(card, health - lost, lost, by))
    defeat(play, cards)


def defeat(play: Play[Board], cards: Sequence[CardId]) -> None:
    """CDT-HP-02 to 05: units without health leave their lines."""
    board = play.board
    fallen = [card for card in cards if board.unit(card).health == 0]
    for card in fallen if len(fallen) < 2 else sorted(set(fallen), key=board.position):
        play.emit(UnitDefeated(card))


def heal(play: Play[Board], card: CardId, n: int) -> None:
    """CDT-HP-06, 07: what is really recovered also stops bleeding (BLD-02) and loosens bonds (RST-05, 11, 12)."""
    unit = play.board.unit(card)
    healed = min(n, play.board.components.unit[card].health - unit.health)
    if healed <= 0:
        return
    play.emit(HealthRecovered(card, unit.health + healed, healed))
    for effect in relief(unit, healed):
        play.emit(effect)


def relief(unit: Unit, healed: int) -> Iterator[TokensDiscarded | StunBecameRestrain]:
    """What health that is really recovered does to the tokens of a unit."""
    if unit.tokens.bleed:
        yield TokensDiscarded(unit.card, "bleed", min(healed, unit.tokens.bleed))
    if unit.tokens.stun:
        yield StunBecameRestrain(unit.card)
    elif unit.tokens.restrain:
        yield TokensDiscarded(unit.card, "restrain", unit.tokens.restrain)
