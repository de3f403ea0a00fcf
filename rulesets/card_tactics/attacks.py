"""The attacks of the last event, as far as they went, put together from its effects."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from rulesets.card_tactics import effects as e
from rulesets.card_tactics.phases import Following, Moving, attack_in, chain

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulesets.card_tactics.board import Board
    from rulesets.card_tactics.phases import Attacking
    from rulesets.card_tactics.pieces import CardId
    from rulesets.kit.structs import Effect

LOSSES = {"miss": 0, "hit": 1, "critical": 2}
"""What a counter costs (CDT-CTR-05)."""


@dataclass(frozen=True)
class Result:
    """A total compared with one defence."""

    unit: CardId
    """Whose defence it is."""
    outcome: str
    total: int
    defence: int
    loss: int
    counter: bool = False


@dataclass
class Roll:
    """One attack."""

    attacker: CardId
    targets: tuple[CardId, ...]
    bonus: int
    skill: str
    """The address of the skill; empty for the text of a quirk or an event."""
    item: CardId = ""
    dice: tuple[int, ...] = ()
    tokens: int = 0
    plus: int = 0
    """What texts add."""
    fixed: int | None = None
    again: int = 0
    """How often all dice were rolled again."""
    results: list[Result] = field(default_factory=list)

    @property
    def total(self) -> int:
        """What the dice and all that is added make; or what a text set it to."""
        return sum(self.dice) + self.bonus + self.tokens + self.plus if self.fixed is None else self.fixed


def attacks_of(before: Board | None, effects: Iterable[Effect[Board]]) -> list[Roll]:
    """All of them, oldest first; the first may have begun before this event."""
    rolls: list[Roll] = []
    skill = skill_in(before) if before else ""
    item = before.using if before else ""
    pending = attack_in(before.pending) if before else None
    if pending:
        rolls.append(_begun(pending, skill, item))
    for effect in effects:
        match effect:
            case e.SkillUsed():
                skill = effect.skill
            case e.ItemUsed():
                item = effect.item
            case e.ItemPutAway():
                item = ""
            case e.AttackDeclared():
                rolls.append(Roll(effect.attacker, effect.targets, effect.bonus, skill, item))
            case _ if rolls:
                _take(rolls[-1], effect)
    return rolls


def _begun(attack: Attacking, skill: str, item: CardId) -> Roll:
    roll = Roll(attack.attacker, attack.targets, attack.bonus, skill, item)
    roll.dice, roll.tokens, roll.plus, roll.fixed = attack.dice, attack.tokens, attack.plus, attack.fixed
    return roll


def _take(roll: Roll, effect: Effect[Board]) -> None:
    match effect:
        case e.DiceRolled():
            roll.dice, roll.tokens = effect.dice, effect.tokens
        case e.DiceRerolled():
            roll.dice, roll.again = effect.dice, roll.again + 1
        case e.TotalModified():
            if effect.sets:
                roll.fixed = effect.n
            else:
                roll.plus += effect.n
        case e.AttackRedirected():
            roll.targets = tuple(effect.new if card == effect.old else card for card in roll.targets)
        case e.AttackResolved():
            roll.results.append(Result(effect.target, effect.outcome, effect.total, effect.defence, effect.loss))
        case e.CounterResolved():
            loss = LOSSES[effect.outcome]
            roll.results.append(Result(effect.attacker, effect.outcome, effect.total, effect.defence, loss, True))
        case e.LossPrevented() if roll.results:
            roll.results[-1] = replace(roll.results[-1], loss=roll.results[-1].loss - effect.n)
        case _:
            pass


def skill_in(board: Board) -> str:
    """The address of the skill that is being used; empty if none is."""
    for phase in chain(board.pending):
        if isinstance(phase, Moving):
            return phase.skill
        if isinstance(phase, Following) and phase.source in ("skill", "item"):
            skill = board.components.skill_at.get(phase.at)
            return skill.address if skill else ""
    return ""
