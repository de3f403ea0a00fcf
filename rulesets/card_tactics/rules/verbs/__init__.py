"""What each word of a phrase does, by its type."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.card_tactics.rules.verbs import attacks, bodies, cards, flow, lines
from rulesets.card_tactics.words import phrases as p

if TYPE_CHECKING:
    from collections.abc import Callable

    from rulesets.card_tactics.rules.doing import Aiming

VERBS: dict[type, Callable[[Aiming], None]] = {
    p.Attack: attacks.attack,
    p.Reroll: attacks.reroll,
    p.ModifyTotal: attacks.modify_total,
    p.SetTotal: attacks.set_total,
    p.ModifyDefence: attacks.modify_defence,
    p.Redirect: attacks.redirect,
    p.PreventLoss: attacks.prevent_loss,
    p.LoseHealth: bodies.lose_health,
    p.Heal: bodies.heal_units,
    p.AddToken: bodies.add_token,
    p.RemoveToken: bodies.remove_token,
    p.PlaceSpecial: bodies.place_special,
    p.RemoveSpecial: bodies.remove_special,
    p.Push: lines.push,
    p.Pull: lines.pull,
    p.Swap: lines.swap,
    p.Revive: lines.revive,
    p.RevealEnemy: lines.reveal_enemy,
    p.Exhaust: cards.exhaust,
    p.Ready: cards.ready,
    p.DrawItem: cards.draw,
    p.DiscardItem: cards.discard,
    p.ChooseOne: flow.choose_one,
    p.If: flow.branch,
    p.ForEach: flow.for_each,
    p.EndAction: flow.end_action,
    p.Ongoing: flow.go_on,
    p.ByHand: flow.by_hand,
}
