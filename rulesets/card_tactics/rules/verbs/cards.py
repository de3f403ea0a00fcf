"""Cards turned, drawn and discarded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.card_tactics import effects as e
from rulesets.card_tactics.rules.doing import NOTHING_LEFT, Impossible
from rulesets.card_tactics.rules.items import discardable, draw_item, turnable

if TYPE_CHECKING:
    from rulesets.card_tactics.pieces import CardId
    from rulesets.card_tactics.rules.doing import Aiming


def exhaust(d: Aiming) -> None:
    """Turn sideways."""
    if d.step.do.item:
        d.emit(e.ItemExhausted(_item(d, exhausted=False)))
        return d.done()
    units = d.units(d.step.do.sel)
    for card in units:
        if not d.board.unit(card).exhausted:
            d.emit(e.UnitExhausted(card))
    return d.done(units)


def ready(d: Aiming) -> None:
    """Turn upright: a readied unit has not acted yet (CDT-RND-06)."""
    if d.step.do.item:
        d.emit(e.ItemReadied(_item(d, exhausted=True)))
        return d.done()
    units = d.units(d.step.do.sel)
    for card in units:
        if d.board.unit(card).exhausted:
            d.emit(e.UnitReadied(card))
    return d.done(units)


def _item(d: Aiming, *, exhausted: bool) -> CardId:
    among = turnable(d.board, exhausted=exhausted)
    if not among:
        raise Impossible(NOTHING_LEFT)
    return d.pick("item", among)[0]


def draw(d: Aiming) -> None:
    """Items come into the pool; an empty stack gives none."""
    drawn = [draw_item(d.play, d.step.do.rarity, "CDT-ITM-12") for _ in range(d.step.do.n)]
    if not any(drawn):
        raise Impossible(NOTHING_LEFT)
    d.done()


def discard(d: Aiming) -> None:
    """Items go out of the pool, by choice or by lot; fewer, if there are no more."""
    among = discardable(d.board, d.step.do.rarity)
    if not among:
        raise Impossible(NOTHING_LEFT)
    n = min(d.step.do.n, len(among))
    for card in d.pick("item", among, n) if d.step.do.pick == "chosen" else _lot(d, among, n):
        d.emit(e.ItemDiscarded(card))
    d.done()


def _lot(d: Aiming, among: list[CardId], n: int) -> list[CardId]:
    drawn: list[CardId] = []
    while len(drawn) < n:
        left = tuple(card for card in among if card not in drawn)
        card = d.play.chance.draw(left, rule="CDT-SKL-02") if len(left) > 1 else left[0]
        assert card is not None
        drawn.append(card)
    return drawn
