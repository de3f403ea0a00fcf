"""Attacks, and what interferes with one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.card_tactics import effects as e
from rulesets.card_tactics.rules.attacks import roll
from rulesets.card_tactics.rules.conditions import attack_at
from rulesets.card_tactics.rules.doing import NO_ATTACK, NOBODY, Impossible
from rulesets.card_tactics.rules.values import changed_by

if TYPE_CHECKING:
    from rulesets.card_tactics.phases import Attacking
    from rulesets.card_tactics.pieces import CardId
    from rulesets.card_tactics.rules.doing import Aiming


def attack(d: Aiming) -> None:
    """Targets are fixed; the roll follows (CDT-ATK-01)."""
    if d.board.find(d.me) is None:
        raise Impossible(NOBODY)
    targets = in_order(d, d.units(d.step.do.targets))
    d.emit(e.AttackDeclared(d.me, targets, d.step.do.bonus + changed_by(d.board, d.me, "attack")))


def in_order(d: Aiming, targets: tuple[CardId, ...]) -> tuple[CardId, ...]:
    """From the closest to the farthest; the players say who comes first of two as close (CDT-ATK-10, 11)."""
    if len(targets) == 1:
        return targets
    groups: dict[int, list[CardId]] = {}
    for card in targets:
        groups.setdefault(d.board.distance(d.me, card), []).append(card)
    ordered: list[CardId] = []
    for distance in sorted(groups):
        group = groups[distance]
        while group:
            (card,) = d.pick("order", group)
            ordered.append(card)
            group.remove(card)
    return tuple(ordered)


def _attack(d: Aiming, *steps: str) -> Attacking:
    attack = attack_at(d.board, *steps)
    if attack is None:
        raise Impossible(NO_ATTACK)
    return attack


def reroll(d: Aiming) -> None:
    """Both dice again (CDT-ATK-15)."""
    attack = _attack(d, "rolled")
    d.emit(e.DiceRerolled(attack.attacker, roll(d.play, "CDT-ATK-15")))
    d.done()


def modify_total(d: Aiming) -> None:
    """For this attack only."""
    _attack(d)
    d.emit(e.TotalModified(d.step.do.n))
    d.done()


def set_total(d: Aiming) -> None:
    """Whatever the dice say."""
    _attack(d)
    d.emit(e.TotalModified(d.step.do.n, True))
    d.done()


def modify_defence(d: Aiming) -> None:
    """Of the owner, if it is attacked; else of all who are."""
    attack = _attack(d)
    d.emit(e.DefenceModified(d.me if d.me in attack.targets else "", d.step.do.n))
    d.done()


def redirect(d: Aiming) -> None:
    """Another unit becomes the target."""
    attack = _attack(d)
    new = d.unit(d.step.do.to)
    if new in attack.targets or attack.step not in ("declared", "rolled"):
        raise Impossible(NOBODY)
    old = d.me if d.me in attack.targets else attack.target
    held = {*attack.counters}
    if attack.step == "rolled" and d.board.unit(new).tokens.counter:
        held.add(new)
    targets = (new if card == old else card for card in attack.targets)
    d.emit(e.AttackRedirected(old, new, tuple(card for card in targets if card in held)))  # CDT-CTR-14
    d.done()


def prevent_loss(d: Aiming) -> None:
    """Before the hit takes effect."""
    attack = _attack(d, "struck")
    d.emit(e.LossPrevented(attack.loss if d.step.do.n == "all" else min(d.step.do.n, attack.loss)))
    d.done()
