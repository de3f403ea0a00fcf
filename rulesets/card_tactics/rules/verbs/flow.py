"""Branches, repetitions, and what lasts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.card_tactics import effects as e
from rulesets.card_tactics.phases import Attacking, Ending, Following, Offering, Repeating, Triggering
from rulesets.card_tactics.rules.beginning import can_begin
from rulesets.card_tactics.rules.conditions import holds
from rulesets.card_tactics.rules.doing import NO_BRANCH, NOT_ENTERED, Ended, Impossible
from rulesets.card_tactics.rules.stopping import ENDED

if TYPE_CHECKING:
    from rulesets.card_tactics.phases import Pending
    from rulesets.card_tactics.rules.doing import Aiming


def branch(d: Aiming) -> None:
    """One branch or the other; one that is not there is carried out at once."""
    d.jump("then" if holds(d.board, d.step.do.cond, d.text) else "else")


def choose_one(d: Aiming) -> None:
    """One of the branches that can be begun."""
    possible = [str(k) for k, option in enumerate(d.step.do.options) if can_begin(d.board, d.text, option[0])]
    if not possible:
        raise Impossible(NO_BRANCH)
    (branch,) = d.pick("branch", possible)
    d.jump(branch)


def for_each(d: Aiming) -> None:
    """From the closest on (CDT-SKL-13)."""
    units = d.units(d.step.do.sel)
    place = d.board.position if not d.me else lambda card: d.board.distance(d.me, card)
    d.emit(e.EachStarted(tuple(sorted(units, key=place))))


def end_action(d: Aiming) -> None:
    """The action stops here; a quirk ends that of the acting unit, an event none."""
    source = d.frame.source
    if source == "event" or (source == "quirk" and (d.board.slot is None or _is_ending(d.frame))):
        return d.done()
    raise Ended(ENDED)


def _is_ending(pending: Pending) -> bool:
    while isinstance(pending, Following | Repeating | Attacking | Triggering | Offering):
        pending = pending.then
    return isinstance(pending, Ending)


def by_hand(d: Aiming) -> None:
    """CDT-TRM-07: the table enters what happens; where the service rolls, nobody could check it (CDT-AMB-60)."""
    if d.board.chance == "server":
        return d.emit(e.PhraseSkipped(d.step.after, NOT_ENTERED))
    return d.emit(e.EnteringStarted(d.seat))


def go_on(d: Aiming) -> None:
    """A continuous change comes into force."""
    units = d.units(d.step.do.sel)
    d.emit(e.OngoingStarted(d.frame.at, tuple(sorted(units)), d.step.do.until))
    d.done(units)
