"""Who stands where, and who comes into a line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.card_tactics import effects as e
from rulesets.card_tactics.board import ROOM
from rulesets.card_tactics.effects.moving import can_move
from rulesets.card_tactics.rules.doing import NO_ROOM, NOBODY, NOTHING_LEFT, RESTRAINED, Impossible
from rulesets.card_tactics.rules.event import reveal

if TYPE_CHECKING:
    from rulesets.card_tactics.effects.moving import Way
    from rulesets.card_tactics.pieces import CardId
    from rulesets.card_tactics.rules.doing import Aiming


def push(d: Aiming) -> None:
    """Away from the centre."""
    _move(d, "push")


def pull(d: Aiming) -> None:
    """Towards the centre."""
    _move(d, "pull")


def _move(d: Aiming, way: Way) -> None:
    """CDT-MOV-04 to 06; with several units, one that moves all its steps is enough (CDT-SKL-13)."""
    units = d.units(d.step.do.sel)
    reasons = [_steps(d, card, way) for card in units]
    if "" not in reasons:
        raise Impossible(reasons[0])
    d.done(units)


def _steps(d: Aiming, card: CardId, way: Way) -> str:
    """As many steps as can be made; why it were not all."""
    for _ in range(d.step.do.n):
        if card == d.me and d.board.is_bound(card):  # CDT-RST-01
            return RESTRAINED
        if not can_move(d.board, card, way):
            return NO_ROOM
        d.emit(e.UnitMoved(card, way))
    return ""


def swap(d: Aiming) -> None:
    """Two units of one side exchange their places."""
    one, other = d.unit(d.step.do.a), d.unit(d.step.do.b)
    board = d.board
    if one == other or board.is_hero(one) is not board.is_hero(other):  # CDT-GEO-02
        raise Impossible(NOBODY)
    if d.me in (one, other) and board.is_bound(d.me):
        raise Impossible(RESTRAINED)
    d.emit(e.UnitsSwapped(one, other))
    d.done((one, other))


def revive(d: Aiming) -> None:
    """A set-aside hero returns behind the others (CDT-GEO-09)."""
    aside = d.board.aside
    if not aside:  # there is room for each: three heroes in all
        raise Impossible(NOBODY)
    (card,) = (aside[0],) if d.step.do.pick == "first" else d.pick("hero", list(aside))
    d.emit(e.HeroRevived(card, min(d.step.do.health, d.board.components.unit[card].health)))
    d.done((card,))


def reveal_enemy(d: Aiming) -> None:
    """The top of the Challenge stack joins the enemies, as long as there is room."""
    came = 0
    while came < d.step.do.n and d.board.takes_enemy:
        reveal(d.play, d.step.do.place)
        came += 1
    if came < d.step.do.n:
        raise Impossible(NOTHING_LEFT if len(d.board.enemies) < ROOM else NO_ROOM)
    d.done()
