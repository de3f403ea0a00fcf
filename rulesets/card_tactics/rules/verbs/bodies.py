"""Health and tokens of the units that are meant."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.card_tactics.rules.doing import NO_TOKEN, Impossible
from rulesets.card_tactics.rules.health import heal, lose
from rulesets.card_tactics.rules.tokens import drop, gain, take

if TYPE_CHECKING:
    from rulesets.card_tactics.rules.doing import Aiming


def lose_health(d: Aiming) -> None:
    """Not an attack: no roll, no defence, no Counter (CDT-MOD-07)."""
    units = d.units(d.step.do.sel)
    lose(d.play, units, d.step.do.n, "text")
    d.done(units)


def heal_units(d: Aiming) -> None:
    """Recover health; at full health nothing is recovered, and that is no failure (CDT-SKL-11)."""
    units = d.units(d.step.do.sel)
    for card in units:
        heal(d.play, card, d.step.do.n)
    d.done(units)


def add_token(d: Aiming) -> None:
    """Gain tokens."""
    units = d.units(d.step.do.sel)
    for card in units:
        gain(d.play, card, d.step.do.kind, d.step.do.n)
    d.done(units)


def remove_token(d: Aiming) -> None:
    """Discard tokens, as far as there are any."""
    units = d.units(d.step.do.sel)
    for card in units:
        drop(d.play, card, d.step.do.kind, d.step.do.n)
    d.done(units)


def place_special(d: Aiming) -> None:
    """An item's own tokens, as far as there are any (CDT-SPC-01); impossible when there are none."""
    units = d.units(d.step.do.sel)
    if not d.board.tokens_left(d.step.do.kind):
        raise Impossible(NO_TOKEN)
    for card in units:
        take(d.play, card, d.step.do.kind, d.step.do.n)
    d.done(units)


def remove_special(d: Aiming) -> None:
    """Such tokens are taken off."""
    units = d.units(d.step.do.sel)
    for card in units:
        drop(d.play, card, d.step.do.kind, d.step.do.n)
    d.done(units)
