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
    from rulesets.card_tactics.rules.doing import Doing


def attack(d: Doing) -> None:
    """Targets are fixed; the roll follows (CDT-ATK-01)."""
    if d.board.find(d.me) is None:
        raise Impossible(NOBODY)
    targets = in_order(d, d.units(d.do.targets))
    d.play.emit(e.AttackDeclared(d.me, targets, d.do.bonus + changed_by(d.board, d.me, "attack")))


def in_order(d: Doing, targets: tuple[CardId, ...]) -> tuple[CardId, ...]:
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
            (card,) = d.choose("order", group)
            ordered.append(card)
            group.remove(card)
    return tuple(ordered)


def _attack(d: Doing, *steps: str) -> Attacking:
    attack = attack_at(d.board, *steps)
    if attack is None:
        raise Impossible(NO_ATTACK)
    return attack


def reroll(d: Doing) -> None:
    """Both dice again (CDT-ATK-15)."""
    attack = _attack(d, "rolled")
    d.play.emit(e.DiceRerolled(attack.attacker, roll(d.play, "CDT-ATK-15")))
    d.done()


def modify_total(d: Doing) -> None:
    """For this attack only."""
    _attack(d)
    d.play.emit(e.TotalModified(d.do.n))
    d.done()


def set_total(d: Doing) -> None:
    """Whatever the dice say."""
    _attack(d)
    d.play.emit(e.TotalModified(d.do.n, True))
    d.done()


def modify_defence(d: Doing) -> None:
    """Of the owner, if it is attacked; else of all who are."""
    attack = _attack(d)
    d.play.emit(e.DefenceModified(d.me if d.me in attack.targets else "", d.do.n))
    d.done()


def redirect(d: Doing) -> None:
    """Another unit becomes the target."""
    attack = _attack(d)
    new = d.unit(d.do.to)
    if new in attack.targets or attack.step not in ("declared", "rolled"):
        raise Impossible(NOBODY)
    old = d.me if d.me in attack.targets else attack.target
    held = {*attack.counters}
    if attack.step == "rolled" and d.board.unit(new).tokens.counter:
        held.add(new)
    targets = (new if card == old else card for card in attack.targets)
    d.play.emit(e.AttackRedirected(old, new, tuple(card for card in targets if card in held)))  # CDT-CTR-14
    d.done()


def prevent_loss(d: Doing) -> None:
    """Before the hit takes effect."""
    attack = _attack(d, "struck")
    d.play.emit(e.LossPrevented(attack.loss if d.do.n == "all" else min(d.do.n, attack.loss)))
    d.done()
