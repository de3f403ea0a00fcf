"""Who is meant, as far as no choice is needed, and whether a condition holds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct

from rulesets.card_tactics.phases import Attacking, Camp, attack_in, bottom
from rulesets.card_tactics.pieces import CardId
from rulesets.card_tactics.words import selecting as w
from rulesets.kit.cards import COMPARE, ByWord

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from rulesets.card_tactics.board import Board
    from rulesets.card_tactics.pieces import Unit


class Text(Struct, frozen=True, gc=False):
    """What a selector or a condition is read with: whose text it is, and what it knows."""

    me: CardId
    """Empty on an event."""
    targets: tuple[CardId, ...] = ()
    subject: CardId = ""
    low: int = 0
    high: int = -1
    """The range, both included; -1 where there is none."""


def attack_at(board: Board, *steps: str) -> Attacking | None:
    """The innermost attack, if it is at one of the steps, or at any where none is named."""
    attack = attack_in(board.pending)
    return attack if attack and (not steps or attack.step in steps) else None


# --- who


def known(board: Board, text: Text, sel: w.Selector) -> tuple[CardId, ...]:
    """Who is meant by a word that needs no looking around; whoever is defeated is not (CDT-HP-08)."""
    found = tuple(card for card in _named(board, text, sel.pick) if board.find(card) is not None)
    where = sel.where
    return found if where is None else tuple(card for card in found if holds(board, where, text, card))


def _named(board: Board, text: Text, pick: str) -> tuple[CardId, ...]:
    if pick == "self":
        return (text.me,) if text.me else ()
    if pick == "target":
        return text.targets
    if pick == "mover":
        return (text.subject,) if text.subject else ()
    attack = attack_in(board.pending)
    if attack is None:
        return ()
    return (attack.attacker,) if pick == "attacker" else (attack.target,)


def candidates(board: Board, text: Text, sel: w.Selector) -> list[CardId]:
    """All units that a selector could mean, from H1 to E3; for those that have to be picked."""
    me = text.me
    heroes, enemies = _sides(board, me, sel.of)
    if sel.in_range:
        here, low, high = board.place(me), text.low, text.high
        found = [unit.card for index, unit in enumerate(heroes) if low <= abs(here + index) <= high]
        found += [unit.card for index, unit in enumerate(enemies, 1) if low <= abs(here - index) <= high]
    else:
        found = [unit.card for unit in heroes + enemies]
    if (sel.of == "ally" or sel.pick in DISTANCES) and me in found:  # CDT-TRM-04, CDT-AMB-54
        found.remove(me)
    if sel.pick == "position":
        found = [card for card in found if board.position(card) == sel.n]
    if (where := sel.where) is not None:
        found = [card for card in found if holds(board, where, text, card)]
    return found


DISTANCES = frozenset(("closest", "second_closest", "farthest"))


def _sides(board: Board, me: CardId, of: w.Of) -> tuple[tuple[Unit, ...], tuple[Unit, ...]]:
    """The heroes and the enemies of a type; among allies is still the unit itself."""
    if of == "unit":
        return board.heroes, board.enemies
    if of == "hero" or (of != "enemy" and board.components.unit[me].hero is (of == "ally")):
        return board.heroes, ()
    return (), board.enemies


def ranked(board: Board, text: Text, sel: w.Selector, found: list[CardId]) -> list[list[CardId]]:
    """Candidates in the order of a rank, those that tie in one group."""
    if len(found) == 1:
        return [found]
    key = _key(board, text.me, sel.pick)
    side = TIES[sel.tie]
    groups: dict[tuple[int, int], list[CardId]] = {}
    for card in found:
        groups.setdefault((key(card), side and side * board.position(card)), []).append(card)
    return [groups[rank] for rank in sorted(groups)]


TIES = {"players": 0, "centre": 1, "outer": -1}
"""What the position counts where two tie."""


def tied(groups: list[list[CardId]], pick: str) -> list[CardId]:
    """Out of the groups of a rank, the units that tie for what is picked; nobody is second if there is only one."""
    if pick == "second_closest" and len(groups[0]) == 1:
        return groups[1] if len(groups) > 1 else []
    return groups[0]


def shares(groups: list[list[CardId]], sel: w.Selector) -> Iterator[tuple[list[CardId], int]]:
    """The groups of a rank out of which a selector takes units, each with how many of it."""
    if sel.count == "all":
        found = tied(groups, sel.pick)
        yield found, len(found)
        return
    start = 1 if sel.pick == "second_closest" else 0
    index = 0
    for group in groups:
        wanted = min(start + sel.count, index + len(group)) - max(start, index)
        if wanted > 0:
            yield group, wanted
        index += len(group)


def possible(board: Board, text: Text, sel: w.Selector) -> Sequence[CardId]:
    """All units that a selector can come to mean, whatever is chosen or drawn."""
    if sel.pick in w.KNOWN:
        return known(board, text, sel)
    found = candidates(board, text, sel)
    if not found or sel.pick not in w.RANKS:
        return found
    return [card for group, _ in shares(ranked(board, text, sel, found), sel) for card in group]


def _key(board: Board, me: CardId, pick: str) -> Callable[[CardId], int]:
    if pick in DISTANCES:
        sign = -1 if pick == "farthest" else 1
        if not me:  # an event measures from the centre
            return lambda card: sign * board.position(card)
        here = board.place(me)
        return lambda card: sign * abs(board.place(card) - here)
    sign = -1 if pick.startswith("highest") else 1
    if pick.endswith("health"):
        return lambda card: sign * board.unit(card).health
    return lambda card: sign * board.components.unit[card].defence


# --- whether


test: ByWord[Callable[[Board, Any, Text, CardId], bool]] = ByWord("test", w.ConditionWord)
"""Marks how a condition is tested: on a board, with the text that it stands in and the candidate, if any."""


def holds(board: Board, condition: w.Condition, text: Text, card: CardId = "") -> bool:
    """Whether a condition holds; `card` is the candidate it is asked of, if any."""
    return test[type(condition)](board, condition, text, card)


def _meant(board: Board, sel: w.Selector | None, text: Text, card: CardId) -> list[Unit]:
    """The units that a condition is about; those that would have to be chosen are all meant."""
    cards = (card or text.me,) if sel is None else possible(board, text, sel)
    return [unit for unit in map(board.find, cards) if unit is not None]


@test(w.All)
def _all(board: Board, c: w.All, text: Text, card: CardId) -> bool:
    return all(holds(board, one, text, card) for one in c.of)


@test(w.Any)
def _any(board: Board, c: w.Any, text: Text, card: CardId) -> bool:
    return any(holds(board, one, text, card) for one in c.of)


@test(w.Not)
def _not(board: Board, c: w.Not, text: Text, card: CardId) -> bool:
    return not holds(board, c.of, text, card)


@test(w.HasToken)
def _has_token(board: Board, c: w.HasToken, text: Text, card: CardId) -> bool:
    return any(unit.tokens.count(c.kind) >= c.n for unit in _meant(board, c.sel, text, card))


@test(w.Health)
def _health(board: Board, c: w.Health, text: Text, card: CardId) -> bool:
    printed = board.components.unit
    return any(
        COMPARE[c.cmp](unit.health, printed[unit.card].health if c.n == "printed" else c.n)
        for unit in _meant(board, c.sel, text, card)
    )


@test(w.AtPosition)
def _at_position(board: Board, c: w.AtPosition, text: Text, card: CardId) -> bool:
    return any(board.position(unit.card) == c.n for unit in _meant(board, c.sel, text, card))


@test(w.UnitsLeft)
def _units_left(board: Board, c: w.UnitsLeft, text: Text, card: CardId) -> bool:
    heroes, enemies = _sides(board, text.me, c.of)
    alike = [unit for unit in heroes + enemies if c.of != "ally" or unit.card != text.me]
    return COMPARE[c.cmp](len(alike), c.n)


@test(w.NaturalRoll, w.Total)
def _roll(board: Board, c: w.NaturalRoll | w.Total, text: Text, card: CardId) -> bool:
    attack = attack_in(board.pending)
    if attack is None or not attack.dice:
        return False
    return COMPARE[c.cmp](attack.total if type(c) is w.Total else attack.natural, c.n)


@test(w.IsHit, w.IsCrit, w.IsMiss)
def _outcome(board: Board, c: w.IsHit | w.IsCrit | w.IsMiss, text: Text, card: CardId) -> bool:
    attack = attack_in(board.pending)
    return attack is not None and attack.outcome in OUTCOMES[type(c)]


OUTCOMES = {w.IsHit: ("hit", "critical"), w.IsCrit: ("critical",), w.IsMiss: ("miss",)}


@test(w.Defeated)
def _defeated(board: Board, c: w.Defeated, text: Text, card: CardId) -> bool:
    named = _named(board, text, c.sel.pick) if c.sel.pick in w.KNOWN else ()
    return any(board.find(one) is None for one in named)


@test(w.MovedThisAction)
def _moved(board: Board, c: w.MovedThisAction, text: Text, card: CardId) -> bool:
    moved = board.slot.moved if board.slot else ()
    return any(unit.card in moved for unit in _meant(board, c.sel, text, card))


@test(w.CardIs)
def _card_is(board: Board, c: w.CardIs, text: Text, card: CardId) -> bool:
    return any(board.components.unit[unit.card].card == c.id for unit in _meant(board, c.sel, text, card))


@test(w.HasRarity)
def _rarity(board: Board, c: w.HasRarity, text: Text, card: CardId) -> bool:
    return any(board.components.unit[unit.card].rarity == c.rarity for unit in _meant(board, c.sel, text, card))


@test(w.RoundNumber)
def _round_number(board: Board, c: w.RoundNumber, text: Text, card: CardId) -> bool:
    return COMPARE[c.cmp](board.combat_round, c.n)


@test(w.InPhase)
def _in_phase(board: Board, c: w.InPhase, text: Text, card: CardId) -> bool:
    return c.phase == phase_name(board)


def phase_name(board: Board) -> w.PhaseName:
    """Which phase of the loop the board stands in."""
    if board.fighting:
        return "combat"
    return "event" if board.event or not isinstance(bottom(board.pending), Camp) else "camp"
