"""Attacking: roll, re-rolls, each target in turn, counters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from rulesets.card_tactics import effects as e
from rulesets.card_tactics.board import Board
from rulesets.card_tactics.effects.quirks import key_of
from rulesets.card_tactics.ids import card_id
from rulesets.card_tactics.names import REROLLS, unit_name
from rulesets.card_tactics.phases import Attacking, ChoosingRerolls, Deciding, Following
from rulesets.card_tactics.rules.deciding import decision_row
from rulesets.card_tactics.rules.ending import aftermath
from rulesets.card_tactics.rules.health import lose
from rulesets.card_tactics.rules.quirks import quirks_on, roll_quirks
from rulesets.card_tactics.rules.stopping import ENDED, fail
from rulesets.card_tactics.rules.values import effective_defence
from rulesets.card_tactics.words.phrases import Attack
from rulesets.kit.play import Play, automatic, need
from rulesets.kit.structs import Action

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulesets.card_tactics.phases import Fired
    from rulesets.card_tactics.pieces import CardId
    from rulesets.kit.facts import Fact
    from rulesets.kit.phases import Seat

COSTS = {"miss": 0, "hit": 1, "critical": 2}
"""Health that an outcome costs (CDT-ATK-02, 03)."""


def roll(play: Play[Board], rule: str, unit: CardId) -> tuple[int, ...]:
    """All dice of a unit; each is recorded."""
    faces, about = len(play.board.components.faces), f"a die of {unit_name(play.board, unit)}"
    asked = range(play.board.components.dice)
    return tuple([play.chance.roll(faces, rule=rule, about=about, place=card_id(unit)) for _ in asked])


def outcome_of(total: int, defence: int) -> Literal["miss", "hit", "critical"]:
    """CDT-ATK-02 to 04; against a defence of zero or less every hit is critical (CDT-ATK-20)."""
    if total < defence:
        return "miss"
    return "critical" if total >= 2 * defence else "hit"


@automatic(Attacking)
def continue_attack(play: Play[Board]) -> None:
    """The next step of the attack on top."""
    since = len(play.effects)
    attack = Attacking.of(play.board)
    if play.board.find(attack.attacker) is None:  # of a quirk: else the slot was cut short
        _end(play, attack)
    elif attack.step == "declared":
        _roll(play, attack)
    elif attack.step == "rolled":
        if _settle_roll(play, attack):
            return
        _resolve_next(play, attack, 0)
    elif attack.step == "struck":
        _strike(play, attack)
    elif attack.step == "effects":
        if attack.calls:
            play.emit(e.BranchStarted(attack.calls[0]))  # CDT-ATK-07, 08
        else:
            _resolve_next(play, attack, attack.index + 1)
    else:
        _counter_next(play, attack, attack.index + 1)
    aftermath(play, since, attack)


def _roll(play: Play[Board], attack: Attacking) -> None:
    """CDT-ATK-01, CDT-MOD-01: the attack tokens are used, all of them."""
    board = play.board
    tokens = board.unit(attack.attacker).tokens.attack
    counters = tuple([card for card in attack.targets if (unit := board.find(card)) and unit.tokens.counter])
    play.emit(e.DiceRolled(attack.attacker, roll(play, "CDT-ATK-01", attack.attacker), tokens, counters))


# --- quirks on the roll


def _settle_roll(play: Play[Board], attack: Attacking) -> bool:
    """Re-rolls, one by one, then whatever else the roll sets off; whether there was anything."""
    board = play.board
    if "attack_rolled" not in board.components.moments or not (quirks := quirks_on(board, "attack_rolled")):
        return False
    if rerolls := roll_quirks(board, attack, quirks, rerolls=True):
        _reroll(play, attack, rerolls)
        return True
    if others := roll_quirks(board, attack, quirks, rerolls=False):
        play.emit(e.QuirksTriggered(others))
        return True
    return False


def _reroll(play: Play[Board], attack: Attacking, rerolls: tuple[Fired, ...]) -> None:
    """CDT-ATK-16: where the attacker's and a target's compete, the table decides; those of others take their turn."""
    mine = tuple(fired for fired in rerolls if fired.owner == attack.attacker)
    theirs = tuple(fired for fired in rerolls if fired.owner in attack.targets and fired not in mine)
    if not (mine and theirs):
        return play.emit(e.QuirksTriggered(rerolls))
    way, agreed = play.board.settled, play.board.rerolls
    if way is None:
        return play.emit(e.RerollsAsked() if agreed == "ask" else e.RerollsSettled(agreed))
    if way == "negate":
        return play.emit(e.RerollsNegated(tuple(map(key_of, (*mine, *theirs)))))
    return play.emit(e.QuirksTriggered(mine if way == "attacker_first" else theirs))


class SettleRerolls(Action[Board], frozen=True):
    """How competing re-rolls go in this combat: when it comes to that, or agreed at a hero's time to act before."""

    title = "Settle re-rolls"
    nowhere = "it is about all re-rolls of the combat"
    way: str
    exact = True
    needs_version = True
    rare = True
    phase = (ChoosingRerolls, Deciding)

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[SettleRerolls]:
        if isinstance(board.pending, Deciding) and (board.settled or not may_compete(board)):
            return ()
        return map(cls, _choices(board))

    def check(self, board: Board, seat: Seat) -> None:
        need(self.way in _choices(board), "CDT-ATK-16")
        if isinstance(board.pending, Deciding):
            need(board.settled is None, "CDT-ATK-19")
            need(may_compete(board), "CDT-ATK-16")

    def perform(self, play: Play[Board]) -> None:
        play.emit(e.RerollsSettled(self.way, play.seat))  # type: ignore[arg-type]

    def fact(self, board: Board, seat: Seat) -> Fact:
        return decision_row(board, kind="rerolls", choice=self.way)

    def label(self, board: Board, seat: Seat) -> str:
        text = REROLLS.get(self.way, self.way)
        return f"For this combat: {text[:1].lower()}{text[1:]}" if isinstance(board.pending, Deciding) else text


def _choices(board: Board) -> list[str]:
    """The ways that may be agreed on: any when it comes to that; before, only another than is agreed already."""
    if isinstance(board.pending, ChoosingRerolls):
        return list(REROLLS)
    return [] if board.rerolls == "ask" else [way for way in REROLLS if way != board.rerolls]


def may_compete(board: Board) -> bool:
    """Whether two of the cards in play ask for re-rolls."""
    cards = [unit.card for unit in board.units] + [item.card for item in board.pool]
    return len(board.components.rerolling.intersection(cards)) > 1


# --- each target


def _resolve_next(play: Play[Board], attack: Attacking, index: int) -> None:
    """CDT-ATK-10, 13: the next target that still stands is resolved completely; then the counters."""
    while index < len(attack.targets) and play.board.find(attack.targets[index]) is None:
        index += 1
    if index == len(attack.targets):
        return _counter_next(play, attack, 0)
    board, target = play.board, attack.targets[index]
    defence = effective_defence(board, board.unit(target), attack)
    outcome = outcome_of(attack.total, defence)
    at = _frame(attack).at
    calls = tuple([call for name in LISTS[outcome] if (call := f"{at}.{name}.0") in board.components.steps])
    loss = _loss(_word(board, attack), outcome)
    return play.emit(e.AttackResolved(attack.attacker, target, outcome, attack.total, defence, index, loss, calls))


LISTS = {"miss": ("on_miss",), "hit": ("on_hit",), "critical": ("on_hit", "on_crit")}
"""What an outcome sets off (CDT-ATK-08)."""


def _loss(do: Attack, outcome: str) -> int:
    """CDT-ATK-07: effects come on top of the loss, unless the text says "instead"."""
    instead = do.hit_replaces_loss or (outcome == "critical" and do.crit_replaces_loss)
    return 0 if instead else COSTS[outcome]


def _frame(attack: Attacking) -> Following:
    assert isinstance(attack.then, Following)
    return attack.then


def _word(board: Board, attack: Attacking) -> Attack:
    do = board.components.steps[_frame(attack).at].do
    assert isinstance(do, Attack)
    return do


def _strike(play: Play[Board], attack: Attacking) -> None:
    """CDT-ATK-02, 03: the target loses health; nobody does, if a quirk that answers the hit has defeated it already."""
    if play.board.find(attack.target) is None:
        return play.emit(e.LossPrevented(attack.loss))
    return lose(play, (attack.target,), attack.loss, "attack")


# --- counters


def _counter_next(play: Play[Board], attack: Attacking, index: int) -> None:
    """CDT-CTR-02, 14: after the last target, whoever held a Counter when it was attacked, in the same order."""
    while index < len(attack.counters):
        if _counters(play.board, attack, attack.counters[index]):
            return _counter(play, attack, index)
        index += 1
    return _end(play, attack)


def _counters(board: Board, attack: Attacking, card: CardId) -> bool:
    """CDT-CTR-08 to 11, 17: not stunned, not defeated, not against itself."""
    unit = board.find(card)
    return unit is not None and bool(unit.tokens.counter) and not unit.tokens.stun and card != attack.attacker


def _counter(play: Play[Board], attack: Attacking, index: int) -> None:
    """CDT-CTR-04 to 07: the attacker's own total against its own defence; no special effects."""
    board, card = play.board, attack.counters[index]
    defence = effective_defence(board, board.unit(attack.attacker))
    outcome = outcome_of(attack.total, defence)
    play.emit(e.CounterResolved(card, attack.attacker, outcome, attack.total, defence, index))
    if outcome != "miss":
        lose(play, (attack.attacker,), COSTS[outcome], "counter")


def _end(play: Play[Board], attack: Attacking) -> None:
    """Back to the list that attacked.

    It stops if what the hits set off ended the action, or could be carried out for none of them (CDT-SKL-13).
    """
    here = _frame(attack).at
    if attack.went not in ("failed", "ended"):
        return play.emit(e.AttackEnded(play.board.components.steps[here].after))
    play.emit(e.AttackEnded(here))
    if attack.went == "ended":
        return fail(play, ENDED, ends=True)
    return fail(play, "none of its targets could take what the attack does")
