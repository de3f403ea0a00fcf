"""Attacks: the roll, the check, the counter."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from msgspec.structs import replace

from rulesets.card_tactics.board import Board
from rulesets.card_tactics.effects.entered import LARGEST, need_attack
from rulesets.card_tactics.effects.following import onward
from rulesets.card_tactics.effects.rows import ATTACK, DEFENCE, SPENT, cause_of, token_rows, unit_row
from rulesets.card_tactics.ids import card_id, kind_id, kind_ids, quirk_id
from rulesets.card_tactics.names import REROLLS, unit_name, unit_names
from rulesets.card_tactics.phases import Attacking, ChoosingRerolls, Following, Repeating, Triggering
from rulesets.card_tactics.pieces import CardId, Rerolls
from rulesets.kit.facts import Fact, rolled
from rulesets.kit.phases import Seat
from rulesets.kit.play import need
from rulesets.kit.structs import Effect
from rulesets.kit.tuples import put

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulesets.card_tactics.phases import Pending

Outcome = Literal["miss", "hit", "critical"]

OUTCOME_VERBS = {"miss": "misses {}", "hit": "hits {}", "critical": "hits {} critically"}
MINUS = "\N{MINUS SIGN}"


def attack_on(board: Board) -> Attacking:
    """The attack that the board stands at; for `apply`, where an assert costs half as much as `Attacking.of`."""
    pending = board.pending
    assert isinstance(pending, Attacking)
    return pending


class _AttackChanged(Effect[Board], frozen=True):
    """The attack under way is changed, wherever play stands within it."""

    def apply(self, board: Board) -> Board:
        return replace(board, pending=self._within(board.pending))

    def _within(self, pending: Pending) -> Pending:
        if isinstance(pending, Attacking):
            return self.change(pending)
        assert isinstance(pending, Following | Repeating | Triggering)
        return replace(pending, then=self._within(pending.then))

    def change(self, attack: Attacking) -> Attacking:
        """The attack as it is then."""
        raise NotImplementedError


class AttackDeclared(Effect[Board], frozen=True):
    """A unit attacks; targets and their order are fixed (CDT-ATK-12)."""

    attacker: CardId
    targets: tuple[CardId, ...]
    bonus: int = 0

    def apply(self, board: Board) -> Board:
        return replace(board, pending=Attacking(self.attacker, self.targets, self.bonus, board.pending))

    def touches(self) -> tuple[str, ...]:
        return tuple(map(card_id, (self.attacker, *self.targets)))

    def sentence(self, board: Board) -> str:
        return f"{unit_name(board, self.attacker)} attacks {unit_names(board, self.targets)}."

    def facts(self, board: Board) -> Iterable[Fact]:
        """Value: the bonus. Each target has a row of its own as it is resolved."""
        return (unit_row(board, self.attacker, target=kind_ids(board, self.targets), value=self.bonus),)


class _DiceEffect(_AttackChanged, frozen=True):
    """All dice of the attacker show something else. A row for each."""

    mark = "roll"
    attacker: CardId
    dice: tuple[int, ...]

    def touches(self) -> tuple[str, ...]:
        return (card_id(self.attacker),)

    def facts(self, board: Board) -> Iterable[Fact]:
        sides, attacker = len(board.components.faces), unit_row(board, self.attacker)
        row = rolled(sides, 0, seat=attacker.seat, card=attacker.card, place=attacker.place, source=attacker.source)
        for face in self.dice:
            yield replace(row, die_face=face)


class DiceRolled(_DiceEffect, frozen=True):
    """The dice are rolled, and the attacker's attack tokens are used up."""

    silent = {"tokens": "the tokens are rows of their own", "counters": "each that strikes back has a row then"}
    tokens: int = 0
    """What those add."""
    counters: tuple[CardId, ...] = ()
    """Targets that hold a Counter as they are attacked."""

    def apply(self, board: Board) -> Board:
        unit = board.unit(self.attacker)
        if unit.tokens.attack_plus or unit.tokens.attack_minus:
            board = board.with_unit(unit.with_tokens(replace(unit.tokens, attack_plus=0, attack_minus=0)))
        return super().apply(board)

    def change(self, attack: Attacking) -> Attacking:
        return replace(attack, step="rolled", dice=self.dice, tokens=self.tokens, counters=self.counters)

    def sentence(self, board: Board) -> str:
        attack = Attacking.of(board)
        return f"{unit_name(board, self.attacker)} rolls {_sum(self.dice, attack.bonus, self.tokens, attack.plus)}."

    def facts(self, board: Board) -> Iterable[Fact]:
        yield from super().facts(board)
        yield from token_rows(board, self.attacker, SPENT, ATTACK)


class DiceRerolled(_DiceEffect, frozen=True):
    """All dice are rolled again; the new result stands."""

    title = "Dice re-rolled"

    def change(self, attack: Attacking) -> Attacking:
        return replace(attack, dice=self.dice)

    def sentence(self, board: Board) -> str:
        attack = need_attack(board)
        total = _sum(self.dice, attack.bonus, attack.tokens, attack.plus)
        return f"{unit_name(board, self.attacker)} rolls again: {total}."


class TotalModified(_AttackChanged, frozen=True):
    """A text adds to the total of the attack under way, or sets it."""

    title = "Attack total changed"
    adjustable = True
    n: int
    sets: bool = False

    def change(self, attack: Attacking) -> Attacking:
        return replace(attack, fixed=self.n) if self.sets else replace(attack, plus=attack.plus + self.n)

    def check(self, board: Board) -> None:
        need_attack(board)
        need(abs(self.n) <= LARGEST, "CDT-ATK-01")

    def sentence(self, board: Board) -> str:
        total = self.n if self.sets else need_attack(board).total + self.n
        return f"The total becomes {total}." if self.sets else f"The total changes by {self.n:+} to {total}."

    def facts(self, board: Board) -> Iterable[Fact]:
        """Card: the attacker. Value: by how much, or to what."""
        kind = "set" if self.sets else "added"
        return (unit_row(board, need_attack(board).attacker, kind=kind, value=self.n),)


class DefenceModified(_AttackChanged, frozen=True):
    """A text adds to the defence of a target of the attack under way; an empty name means all."""

    title = "Defence changed"
    adjustable = True
    unit: CardId
    n: int

    def change(self, attack: Attacking) -> Attacking:
        return replace(attack, guards=(*attack.guards, (self.unit, self.n)))

    def check(self, board: Board) -> None:
        attack = need_attack(board)
        need(self.unit in ("", *attack.targets) and abs(self.n) <= LARGEST, "CDT-ATK-05")

    def touches(self) -> tuple[str, ...]:
        return (card_id(self.unit),) if self.unit else ()

    def sentence(self, board: Board) -> str:
        whose = f"The defence of {unit_name(board, self.unit)}" if self.unit else "The defence"
        return f"{whose} changes by {self.n:+} for this attack."

    def facts(self, board: Board) -> Iterable[Fact]:
        """A row for each target that it means."""
        meant = (self.unit,) if self.unit else need_attack(board).targets
        return [unit_row(board, unit, value=self.n) for unit in meant]


class AttackRedirected(_AttackChanged, frozen=True):
    """Another unit becomes the target."""

    silent = {"counters": "each that strikes back has a row then"}
    old: CardId
    new: CardId
    counters: tuple[CardId, ...] = ()

    def change(self, attack: Attacking) -> Attacking:
        targets = put(attack.targets, attack.targets.index(self.old), self.new)
        return replace(attack, targets=targets, counters=self.counters)

    def touches(self) -> tuple[str, ...]:
        return card_id(self.old), card_id(self.new)

    def sentence(self, board: Board) -> str:
        return f"{unit_name(board, self.new)} is attacked instead of {unit_name(board, self.old)}."

    def facts(self, board: Board) -> Iterable[Fact]:
        """Card: who is attacked no more. Target: who is instead."""
        return (unit_row(board, self.old, target=kind_id(board, self.new)),)


class LossPrevented(_AttackChanged, frozen=True):
    """Less of the health loss that the hit under way is about to cause."""

    title = "Health loss prevented"
    adjustable = True
    n: int

    def change(self, attack: Attacking) -> Attacking:
        loss = attack.loss - self.n
        return replace(attack, loss=loss) if loss else replace(attack, loss=0, step="effects")

    def check(self, board: Board) -> None:
        attack = need_attack(board)
        need(attack.step == "struck" and 1 <= self.n <= attack.loss, "CDT-ATK-02")

    def sentence(self, board: Board) -> str:
        target = need_attack(board).target
        if not self.n or not board.find(target):
            return ""
        return f"{unit_name(board, target)} is spared the loss of {self.n} health."

    def facts(self, board: Board) -> Iterable[Fact]:
        """Card: who was hit. Value: health not lost. None of a unit that is gone already."""
        target = need_attack(board).target
        return (unit_row(board, target, value=self.n),) if board.find(target) else ()


class AttackResolved(Effect[Board], frozen=True):
    """The total is compared with one target's defence, whose defence tokens are used up."""

    silent = {
        "index": "an index of the targets",
        "calls": "what is to come",
        "loss": "`HealthLost` tells what is really lost",
    }
    attacker: CardId
    target: CardId
    outcome: Outcome
    total: int
    defence: int
    """The effective one (CDT-ATK-05)."""
    index: int = 0
    loss: int = 0
    """About to be lost."""
    calls: tuple[str, ...] = ()
    """Addresses of what it sets off."""

    def apply(self, board: Board) -> Board:
        attack = attack_on(board)
        board = _less_defence(board, self.target)
        step = "struck" if self.loss else "effects"
        resolved = replace(attack, step=step, index=self.index, outcome=self.outcome, loss=self.loss, calls=self.calls)
        return replace(board, pending=resolved)

    def touches(self) -> tuple[str, ...]:
        return card_id(self.attacker), card_id(self.target)

    def sentence(self, board: Board) -> str:
        return _outcome(board, self.attacker, self.target, self.outcome, self.total, self.defence)

    def facts(self, board: Board) -> Iterable[Fact]:
        """Value: the total; of `DefenceMet`, the defence that it met."""
        rows = _compared(board, self.attacker, self.target, self.outcome, self.total, self.defence)
        return (*rows, *token_rows(board, self.target, SPENT, DEFENCE))


class CounterResolved(Effect[Board], frozen=True):
    """A target turns the attacker's total against it, and discards its Counter."""

    title = "Countered"
    silent = {"index": "an index of the Counters"}
    unit: CardId
    attacker: CardId
    outcome: Outcome
    total: int
    defence: int
    index: int = 0

    def apply(self, board: Board) -> Board:
        attack = attack_on(board)
        unit = board.unit(self.unit)
        board = board.with_unit(unit.with_tokens(unit.tokens.plus("counter", -1)))
        board = _less_defence(board, self.attacker)
        return replace(board, pending=replace(attack, step="countering", index=self.index))

    def touches(self) -> tuple[str, ...]:
        return card_id(self.unit), card_id(self.attacker)

    def sentence(self, board: Board) -> str:
        sentence = _outcome(board, self.unit, self.attacker, self.outcome, self.total, self.defence)
        return f"{unit_name(board, self.unit)} counters with the same total. {sentence}"

    def facts(self, board: Board) -> Iterable[Fact]:
        """Value: the total; of `DefenceMet`, the defence that it met."""
        source = kind_id(board, self.unit)
        yield from _compared(board, self.unit, self.attacker, self.outcome, self.total, self.defence, source)
        yield from token_rows(board, self.unit, SPENT, ("counter",))
        yield from token_rows(board, self.attacker, SPENT, DEFENCE)


class AttackEnded(Effect[Board], frozen=True):
    """All targets and counters are resolved; `at` is the phrase behind, or this one again if it failed."""

    silent = {"at": "where play continues"}
    at: str | None

    def apply(self, board: Board) -> Board:
        attack = attack_on(board)
        assert isinstance(attack.then, Following)
        return replace(board, pending=onward(attack.then, self.at, attack.targets))

    def facts(self, board: Board) -> Iterable[Fact]:
        return ()


class RerollsAsked(Effect[Board], frozen=True):
    """Re-rolls compete, and the table has not yet said how (CDT-ATK-16)."""

    def apply(self, board: Board) -> Board:
        return replace(board, pending=ChoosingRerolls(board.pending))

    def facts(self, board: Board) -> Iterable[Fact]:
        """None: the answer is a row."""
        return ()


class RerollsSettled(Effect[Board], frozen=True):
    """The table says so, or had agreed so when it comes to that; it stays for this combat (CDT-ATK-19)."""

    title = "Re-rolls settled"
    columns = {"way": "kind"}
    silent = {"seat": "the decision tells it"}
    way: Rerolls
    seat: Seat = 0
    """Who said so; nobody where it was agreed before the game."""

    def apply(self, board: Board) -> Board:
        pending = board.pending
        then = pending.then if isinstance(pending, ChoosingRerolls) else pending
        return replace(board, settled=self.way, pending=then)

    def sentence(self, board: Board) -> str:
        way = f"{REROLLS[self.way][:1].lower()}{REROLLS[self.way][1:]}"
        return f"{{{self.seat}}} settles for this combat: {way}." if self.seat else f"As was agreed, {way}."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(kind=self.way),)


class RerollsNegated(Effect[Board], frozen=True):
    """Neither takes place."""

    title = "Re-rolls negated"
    asked: tuple[str, ...]

    def apply(self, board: Board) -> Board:
        attack = attack_on(board)
        return replace(board, pending=replace(attack, asked=(*attack.asked, *self.asked)))

    def sentence(self, board: Board) -> str:
        return "The re-rolls that compete are not made."

    def facts(self, board: Board) -> Iterable[Fact]:
        """A row for each quirk that asked for one."""
        for key in self.asked:
            owner, quirk = key.split()
            yield unit_row(board, owner, source=quirk_id(quirk))


def _sum(dice: tuple[int, ...], *added: int) -> str:
    """Dice, and what is added to them: `5 + 1 + 2 = 8`."""
    more = "".join(f" {'+' if n > 0 else MINUS} {abs(n)}" for n in added if n)
    return f"{' + '.join(map(str, dice))}{more} = {sum(dice) + sum(added)}"


def _outcome(board: Board, striker: CardId, struck: CardId, outcome: Outcome, total: int, defence: int) -> str:
    """`Orc 1 hits Guardian: 8 against 7.` A critical hit has twice the defence (CDT-ATK-03)."""
    twice = ", at least twice that" if outcome == "critical" and defence > 0 else ""
    does = OUTCOME_VERBS[outcome].format(unit_name(board, struck))
    return f"{unit_name(board, striker)} {does}: {total} against defence {defence}{twice}."


def _less_defence(board: Board, card: CardId) -> Board:
    unit = board.unit(card)
    if not (unit.tokens.defence_plus or unit.tokens.defence_minus):
        return board
    return board.with_unit(unit.with_tokens(replace(unit.tokens, defence_plus=0, defence_minus=0)))


def _compared(
    board: Board, striker: CardId, struck: CardId, outcome: Outcome, total: int, defence: int, source: str | None = None
) -> tuple[Fact, Fact]:
    """Two numbers that were compared: the total, of who strikes, and the defence, of who is struck."""
    this, that, source = kind_id(board, striker), kind_id(board, struck), source or cause_of(board).source
    return (
        unit_row(board, striker, kind=outcome, target=that, value=total, source=source),
        unit_row(board, struck, type="DefenceMet", kind=outcome, target=this, value=defence, source=source),
    )
