"""What each word of a phrase does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.card_tactics import effects as e
from rulesets.card_tactics.board import ROOM
from rulesets.card_tactics.effects.moving import can_move
from rulesets.card_tactics.phases import Attacking, Ending, Following, Offering, Repeating, Triggering
from rulesets.card_tactics.rules.attacks import roll
from rulesets.card_tactics.rules.beginning import can_begin
from rulesets.card_tactics.rules.conditions import attack_at, holds
from rulesets.card_tactics.rules.doing import NOBODY, Aiming, Ended, Impossible, verb
from rulesets.card_tactics.rules.event import reveal
from rulesets.card_tactics.rules.health import heal, lose
from rulesets.card_tactics.rules.items import discardable, draw_item, turnable
from rulesets.card_tactics.rules.stopping import ENDED
from rulesets.card_tactics.rules.tokens import drop, gain, take
from rulesets.card_tactics.rules.values import changed_by
from rulesets.card_tactics.words import phrases as p

if TYPE_CHECKING:
    from rulesets.card_tactics.effects.moving import Direction
    from rulesets.card_tactics.phases import Pending
    from rulesets.card_tactics.pieces import CardId

NO_ROOM = "there is no space to move to"
RESTRAINED = "it is restrained"
NOTHING_LEFT = "there is no card"


# --- attacks, and what interferes with one


@verb(p.Attack)
def attack(d: Aiming, do: p.Attack) -> None:
    """Targets are fixed; the roll follows (CDT-ATK-01)."""
    if d.board.find(d.me) is None:
        raise Impossible(NOBODY)
    targets = _in_order(d, d.units(do.targets))
    d.emit(e.AttackDeclared(d.me, targets, do.bonus + changed_by(d.board, d.me, "attack")))


def _in_order(d: Aiming, targets: tuple[CardId, ...]) -> tuple[CardId, ...]:
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
        raise Impossible("no attack is under way")
    return attack


@verb(p.Reroll)
def reroll(d: Aiming, do: p.Reroll) -> None:
    """Both dice again (CDT-ATK-15)."""
    attack = _attack(d, "rolled")
    d.emit(e.DiceRerolled(attack.attacker, roll(d.play, "CDT-ATK-15", attack.attacker)))
    d.done()


@verb(p.ModifyTotal, p.SetTotal)
def modify_total(d: Aiming, do: p.ModifyTotal | p.SetTotal) -> None:
    """For this attack only; one that is set stands whatever the dice say."""
    _attack(d)
    d.emit(e.TotalModified(do.n, type(do) is p.SetTotal))
    d.done()


@verb(p.ModifyDefence)
def modify_defence(d: Aiming, do: p.ModifyDefence) -> None:
    """Of the owner, if it is attacked; else of all who are."""
    attack = _attack(d)
    d.emit(e.DefenceModified(d.me if d.me in attack.targets else "", do.n))
    d.done()


@verb(p.Redirect)
def redirect(d: Aiming, do: p.Redirect) -> None:
    """Another unit becomes the target."""
    attack = _attack(d)
    new = d.unit(do.to)
    if new in attack.targets or attack.step not in ("declared", "rolled"):
        raise Impossible(NOBODY)
    old = d.me if d.me in attack.targets else attack.target
    held = {*attack.counters}
    if attack.step == "rolled" and d.board.unit(new).tokens.counter:
        held.add(new)
    targets = (new if card == old else card for card in attack.targets)
    d.emit(e.AttackRedirected(old, new, tuple(card for card in targets if card in held)))  # CDT-CTR-14
    d.done()


@verb(p.PreventLoss)
def prevent_loss(d: Aiming, do: p.PreventLoss) -> None:
    """Before the hit takes effect."""
    attack = _attack(d, "struck")
    d.emit(e.LossPrevented(attack.loss if do.n == "all" else min(do.n, attack.loss)))
    d.done()


# --- health and tokens of the units that are meant


@verb(p.LoseHealth)
def lose_health(d: Aiming, do: p.LoseHealth) -> None:
    """Not an attack: no roll, no defence, no Counter (CDT-MOD-07)."""
    units = d.units(do.sel)
    lose(d.play, units, do.n, "text")
    d.done(units)


@verb(p.Heal)
def heal_units(d: Aiming, do: p.Heal) -> None:
    """Recover health; at full health nothing is recovered, and that is no failure (CDT-SKL-11)."""
    units = d.units(do.sel)
    for card in units:
        heal(d.play, card, do.n)
    d.done(units)


@verb(p.AddToken)
def add_token(d: Aiming, do: p.AddToken) -> None:
    """Gain tokens."""
    units = d.units(do.sel)
    for card in units:
        gain(d.play, card, do.kind, do.n)
    d.done(units)


@verb(p.PlaceSpecial)
def place_special(d: Aiming, do: p.PlaceSpecial) -> None:
    """An item's own tokens, as far as there are any (CDT-SPC-01); impossible when there are none."""
    units = d.units(do.sel)
    if not d.board.tokens_left(do.kind):
        raise Impossible("there is no token left")
    for card in units:
        take(d.play, card, do.kind, do.n)
    d.done(units)


@verb(p.RemoveToken, p.RemoveSpecial)
def remove_token(d: Aiming, do: p.RemoveToken | p.RemoveSpecial) -> None:
    """Discard tokens, as far as there are any."""
    units = d.units(do.sel)
    for card in units:
        drop(d.play, card, do.kind, do.n)
    d.done(units)


# --- who stands where, and who comes into a line


@verb(p.Push, p.Pull)
def move(d: Aiming, do: p.Push | p.Pull) -> None:
    """CDT-MOV-04 to 06; with several units, one that moves all its steps is enough (CDT-SKL-13)."""
    units = d.units(do.sel)
    way: Direction = "push" if type(do) is p.Push else "pull"
    reasons = [_steps(d, card, way, do.n) for card in units]
    if "" not in reasons:
        raise Impossible(reasons[0])
    d.done(units)


def _steps(d: Aiming, card: CardId, way: Direction, n: int) -> str:
    """As many steps as can be made; why it were not all."""
    for _ in range(n):
        if card == d.me and d.board.is_bound(card):  # CDT-RST-01
            return RESTRAINED
        if not can_move(d.board, card, way):
            return NO_ROOM
        d.emit(e.UnitMoved(card, way))
    return ""


@verb(p.Swap)
def swap(d: Aiming, do: p.Swap) -> None:
    """Two units of one side exchange their places."""
    one, other = d.unit(do.a), d.unit(do.b)
    board = d.board
    if one == other or board.is_hero(one) is not board.is_hero(other):  # CDT-GEO-02
        raise Impossible(NOBODY)
    if d.me in (one, other) and board.is_bound(d.me):
        raise Impossible(RESTRAINED)
    d.emit(e.UnitsSwapped(one, other))
    d.done((one, other))


@verb(p.Revive)
def revive(d: Aiming, do: p.Revive) -> None:
    """A set-aside hero returns behind the others (CDT-GEO-09)."""
    aside = d.board.aside
    if not aside:  # there is room for each: three heroes in all
        raise Impossible(NOBODY)
    (card,) = (aside[0],) if do.pick == "first" else d.pick("hero", aside)
    d.emit(e.HeroRevived(card, min(do.health, d.board.components.unit[card].health)))
    d.done((card,))


@verb(p.RevealEnemy)
def reveal_enemy(d: Aiming, do: p.RevealEnemy) -> None:
    """The top of the Challenge stack joins the enemies, as long as there is room."""
    came = 0
    while came < do.n and d.board.takes_enemy:
        reveal(d.play, do.place)
        came += 1
    if came < do.n:
        raise Impossible(NOTHING_LEFT if len(d.board.enemies) < ROOM else NO_ROOM)
    d.done()


# --- cards turned, drawn and discarded


@verb(p.Exhaust, p.Ready)
def turn(d: Aiming, do: p.Exhaust | p.Ready) -> None:
    """Sideways, or upright: a readied unit has not acted yet (CDT-RND-06)."""
    upright = type(do) is p.Ready
    if do.sel is None:
        among = turnable(d.board, exhausted=upright)
        if not among:
            raise Impossible(NOTHING_LEFT)
        (card,) = d.pick("item", among)
        d.emit(e.ItemReadied(card) if upright else e.ItemExhausted(card))
        return d.done()
    units = d.units(do.sel)
    for card in units:
        if d.board.unit(card).exhausted is upright:
            d.emit(e.UnitReadied(card) if upright else e.UnitExhausted(card))
    return d.done(units)


@verb(p.DrawItem)
def draw(d: Aiming, do: p.DrawItem) -> None:
    """Items come into the pool; an empty stack gives none."""
    drawn = [draw_item(d.play, do.rarity, "CDT-ITM-12") for _ in range(do.n)]
    if not any(drawn):
        raise Impossible(NOTHING_LEFT)
    d.done()


@verb(p.DiscardItem)
def discard(d: Aiming, do: p.DiscardItem) -> None:
    """Items go out of the pool, by choice or at random; fewer, if there are no more."""
    among = discardable(d.board, do.rarity)
    if not among:
        raise Impossible(NOTHING_LEFT)
    for card in d.pick("item", among, min(do.n, len(among))) if do.pick == "chosen" else d.draw(among, do.n):
        d.emit(e.ItemDiscarded(card))
    d.done()


# --- branches, repetitions, and what lasts


@verb(p.If)
def branch(d: Aiming, do: p.If) -> None:
    """One branch or the other; one that is not there is carried out at once."""
    d.jump("then" if holds(d.board, do.cond, d.text) else "else")


@verb(p.ChooseOne)
def choose_one(d: Aiming, do: p.ChooseOne) -> None:
    """One of the branches that can be begun."""
    possible = [str(k) for k, option in enumerate(do.options) if can_begin(d.board, d.text, option[0])]
    if not possible:
        raise Impossible("nothing of it can be begun")
    (branch,) = d.pick("branch", possible)
    d.jump(branch)


@verb(p.ForEach)
def for_each(d: Aiming, do: p.ForEach) -> None:
    """From the closest on (CDT-SKL-13)."""
    units = d.units(do.sel)
    place = d.board.position if not d.me else lambda card: d.board.distance(d.me, card)
    d.emit(e.EachStarted(tuple(sorted(units, key=place))))


@verb(p.EndAction)
def end_action(d: Aiming, do: p.EndAction) -> None:
    """The action stops here; a quirk ends that of the acting unit, an event none."""
    source = d.frame.source
    if source == "event" or (source == "quirk" and (d.board.slot is None or _is_ending(d.frame))):
        return d.done()
    raise Ended(ENDED)


def _is_ending(pending: Pending) -> bool:
    while isinstance(pending, Following | Repeating | Attacking | Triggering | Offering):
        pending = pending.then
    return isinstance(pending, Ending)


@verb(p.ByHand)
def by_hand(d: Aiming, do: p.ByHand) -> None:
    """CDT-TRM-07: the table enters what happens; where the service rolls, nobody could check it (CDT-AMB-60)."""
    if d.board.chance == "server":
        return d.emit(e.PhraseSkipped(d.step.after, "nothing is entered by hand where the service rolls"))
    return d.emit(e.EnteringStarted(d.seat))


@verb(p.Ongoing)
def go_on(d: Aiming, do: p.Ongoing) -> None:
    """A continuous change comes into force."""
    units = d.units(do.sel)
    d.emit(e.OngoingStarted(d.frame.at, tuple(sorted(units)), do.until))
    d.done(units)
