"""What the conformance suite has to know of Card Tactics: thinkable actions, what is hidden, what never changes."""

from __future__ import annotations

import re
from collections import Counter
from copy import copy
from itertools import combinations, islice, permutations, product
from typing import TYPE_CHECKING

from rulesets.card_tactics import RULESET
from rulesets.card_tactics import effects as e
from rulesets.card_tactics.board import CLASSES, DEPTHS, HEROES, ROOM, Board
from rulesets.card_tactics.phases import Acted, Camp, ChoosingHeroes, Deciding, DiscardingItem, GameOver, PlacingHeroes
from rulesets.card_tactics.pieces import NONE, TOKEN_NAMES
from rulesets.kit.conformance import GameStep, Profile
from rulesets.kit.phases import seats_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rulesets.card_tactics.components import Components
    from rulesets.card_tactics.rules.by_hand import Entered
    from rulesets.kit.ruleset import Ruleset
    from rulesets.kit.structs import Action, Viewer

MOST = 250
"""Thinkable actions of one type, at most."""


def universe(board: Board) -> Iterator[Action[Board]]:
    """All that is listed for any seat, and for each type of action what its fields can be filled with."""
    for seat in seats_of(board):
        yield from RULESET.legal_actions(board, seat)
    pools = _pools(board)
    for kind in RULESET.actions:
        fields = [pools[name] for name in kind.__struct_fields__]
        every = 1
        for pool in fields:
            every *= len(pool)
        for values in islice(product(*fields), 0, None, max(1, every // MOST)):
            yield kind(*values)


def _pools(board: Board) -> dict[str, Sequence[object]]:
    c = board.components
    heroes = sorted(c.heroes)
    units = [unit.card for unit in board.units]
    skills = [skill.address.rpartition(".")[2] for face in c.unit.values() for skill in face.skills]
    skills += [skill.address.rpartition(".")[2] for face in c.item.values() for skill in face.skills]
    trios = [*permutations(unit.card for unit in board.heroes), *permutations(heroes[:4], HEROES)]
    trios += [*combinations(heroes, HEROES), (), ("plain",), (heroes[0],) * 3]
    names = [*units, *(item.card for item in board.pool), "0", "1", "nobody"]
    return {
        "heroes": list(dict.fromkeys(trios)),
        "item": [*c.item, "nothing"],
        "hero": [*heroes, *units, "nobody"],
        "skill": [*dict.fromkeys(skills), "", "nothing"],
        "way": ["pull", "push", "negate", "attacker_first", "defender_first", "up", ""],
        "names": [(), *((name,) for name in names), *combinations(names, 2), *permutations(names[:3], 2)],
        "use": [True, False],
        "effects": list(_entries(board)),
    }


def _entries(board: Board) -> Iterator[tuple[Entered, ...]]:
    """What a table could enter by hand, and more that it could not."""
    yield ()
    for card in ("nobody", *(unit.card for unit in board.units)):
        yield (e.HealthLost(card, 0, 1, "text"), e.UnitExhausted(card))
        yield (e.TokensGained(card, "stun"), e.TokensGained(card, "restrain"), e.UnitMoved(card, "pull"))
        yield (e.HealthRecovered(card, 2, 1), e.HeroRevived(card, 1), e.UnitsSwapped(card, card))
    for card in ("nothing", *(item.card for item in board.pool)):
        yield (e.ItemReadied(card), e.ItemDiscarded(card), e.ItemDrawn(card, "rare"))
    yield (e.TotalModified(1), e.DefenceModified("", -1), e.LossPrevented(1), e.EnemyRevealed("nobody", "common", 1))


def hidden(board: Board, viewer: Viewer) -> set[str]:
    """Whatever lies face down: nobody knows which card it is."""
    return {card for pile in (*board.challenge, *board.stacks, board.events) for card in pile.unseen}


# --- what holds on every board; numbers as in the list of invariants


def invariants(board: Board) -> None:
    """All that can be told of one board."""
    _lines(board)
    _cards(board)
    _health_and_tokens(board)
    _ends(board)


def _lines(board: Board) -> None:
    """1, 2: lines without gaps, three heroes in all."""
    assert len(board.heroes) <= ROOM
    assert len(board.enemies) <= ROOM
    here = [unit.card for unit in board.units]
    assert len(set(here)) == len(here)
    assert all(board.is_hero(unit.card) for unit in board.heroes)
    assert not any(board.is_hero(unit.card) for unit in board.enemies)
    if isinstance(board.pending, ChoosingHeroes | DiscardingItem | PlacingHeroes):
        assert not board.heroes
        return
    mine = [unit.card for unit in board.heroes] + list(board.aside)
    assert sorted(mine) == sorted(card for card, _ in board.controllers)
    assert len(mine) == HEROES


def _cards(board: Board) -> None:
    """3, 4, 16: each card in one place; the Challenge stack keeps its structure."""
    c = board.components
    seen = [*(unit.card for unit in board.enemies), *board.discard]
    unseen = [card for pile in board.challenge for card in pile.unseen]
    assert Counter([*seen, *unseen]) == Counter(card for cards in c.challenge.values() for card in cards)
    assert sum(pile.size for pile in board.challenge) == len(DEPTHS) - board.revealed
    assert board.revealed == len(seen)
    for kind, pile in zip(CLASSES, board.challenge, strict=True):
        came = sum(card in c.challenge[kind] for card in seen)
        assert came == DEPTHS[: board.revealed].count(kind)
        assert pile.size == DEPTHS.count(kind) - came
    drawn = board.pending.drawn if isinstance(board.pending, DiscardingItem) else ()
    items = [card for pile in board.stacks for card in pile.unseen]
    items += [*(item.card for item in board.pool), *board.item_discard, *drawn]
    assert Counter(items) == Counter(list(c.item))
    assert all(pile.size == len(pile.unseen) for pile in board.stacks)
    events = [*board.events.unseen, *board.event_discard, *board.lasting, *([board.event] if board.event else [])]
    assert Counter(events) == Counter(list(c.event))
    assert list(board.pool) == sorted(board.pool, key=lambda item: item.card)


def _health_and_tokens(board: Board) -> None:
    """5, 6, 18: health within what is printed; one Counter, one of Restrain and Stun."""
    for unit in board.units:
        assert 1 <= unit.health <= board.components.unit[unit.card].health
        tokens = unit.tokens
        assert all(n > 0 for _, n in tokens.counts())
        assert tokens.counter <= 1
        assert tokens.restrain + tokens.stun <= 1


def _ends(board: Board) -> None:
    """20: how a game may end; and whoever acts stands in a line."""
    pending = board.pending
    if isinstance(pending, GameOver):
        assert pending.reason in RULESET.endings
        assert bool(pending.winners) is bool(board.heroes)
        if pending.winners:
            assert len(DEPTHS) - board.revealed <= 3
        return
    assert board.heroes or not board.controllers or isinstance(pending, DiscardingItem | PlacingHeroes)
    if board.slot:
        assert board.fighting
        assert board.find(board.slot.unit) is not None
        assert not isinstance(pending, Deciding | Acted) or not board.unit(board.slot.unit).exhausted
    if isinstance(pending, Camp):
        assert not board.fighting
        assert not board.using
        assert board.slot is None


# --- what holds of every event, effect by effect


def transitions(step: GameStep[Board]) -> None:
    """7 to 15, 17, 18: all that can be told of one event."""
    board = step.before
    after_slot: str | None = None
    for effect in step.effects:
        following = effect.apply(board)
        match effect:
            case e.SlotStarted(unit, skill):
                _slot(board, unit, skill, after_slot)
                after_slot = None
            case e.ActionEnded(unit) | e.SlotCutShort(unit):
                after_slot = unit
                assert board.find(unit) is None or not following.unit(unit).tokens.restrain  # CDT-RST-04
            case e.DiceRolled(attacker, dice, _):
                faces = len(board.components.faces)
                assert board.components.dice <= sum(dice) <= faces * board.components.dice  # 11
                tokens = following.unit(attacker).tokens
                assert not tokens.attack_plus
                assert not tokens.attack_minus
            case e.AttackResolved(_, target):
                tokens = following.unit(target).tokens
                assert not tokens.defence_plus
                assert not tokens.defence_minus
            case e.CounterResolved(unit, attacker, _, total):  # 12
                assert unit != attacker
                assert total == board.pending.total  # type: ignore[union-attr]
            case e.RoundEnded():
                after_slot = None
                assert all(unit.exhausted for unit in board.units)  # 7
            case e.CampLeft():  # 18
                assert all(unit.tokens == NONE for unit in following.heroes)
            case e.CampEntered():
                assert len(following.heroes) == HEROES
                assert not any(unit.exhausted for unit in following.heroes)
            case e.CombatStarted():
                assert board.combat <= 4 or board.revealed < DEPTHS.index("unique_boss") + 1
            case _:
                pass
        board = following


def _slot(board: Board, card: str, skill: str | None, after: str | None) -> None:
    """7, 8, 9, 10, 14: the outermost ready unit of its side, the sides in turn."""
    unit = board.unit(card)
    assert not unit.exhausted
    line = board.line_of(card)
    assert all(other.exhausted for other in line[board.position(card) :])
    hero = board.is_hero(card)
    if after is not None and board.is_hero(after) is hero:
        others = board.enemies if hero else board.heroes
        assert all(other.exhausted for other in others)
    if skill is not None:
        skills = board.components.unit[card].skills
        assert skill == skills[-1 if board.position(card) == ROOM else 0].address


def game(steps: Sequence[GameStep[Board]]) -> None:
    """13, 15, 17, 20: the loop goes round in its order, and nothing follows the end."""
    effects = [effect for step in steps for effect in step.effects]
    order = [type(effect).__name__ for effect in effects if isinstance(effect, LOOP)]
    expected = iter(order)
    previous = "CampEntered"
    assert next(expected) == "CampEntered"
    for name in expected:
        assert name in FOLLOWS[previous], f"{name} after {previous}"
        previous = name
    assert not any(isinstance(effect, e.GameWon | e.GameLost) for effect in effects[:-1])
    slots = 0
    for effect in effects:  # 13
        if isinstance(effect, e.SlotStarted):
            slots = 0
        slots += isinstance(effect, e.BleedTriggered)
        assert slots <= 1


LOOP = (e.CampEntered, e.EventDrawn, e.CombatStarted, e.CombatWon)
FOLLOWS = {
    "CampEntered": ("EventDrawn",),
    "EventDrawn": ("CombatStarted",),
    "CombatStarted": ("CombatWon",),
    "CombatWon": ("CampEntered",),
}


def only(seats: int) -> Ruleset[Board]:
    """The ruleset for so many seats."""
    assert RULESET.starter_components  # read once, and kept by every copy
    ruleset = copy(RULESET)
    ruleset.seats = range(seats, seats + 1)
    return ruleset


TOKENS = "|".join(re.escape(f"{name} token") for name in TOKEN_NAMES.values())
SPOKEN = rf"\b(?P<unit>\w[\w' -]*) (?:gains|discards) \d+ (?P<name>{TOKENS})s?\.(?!.*\b(?P=unit) is defeated\.)"
"""Tokens of units that are still there."""


def profile(components: Components | None = None) -> Profile[Board]:
    """The profile, for games with these components."""
    return Profile(
        universe=universe,
        hidden=hidden,
        shown=("hero", "enemy", "item", "event", "stack", "skill", "quirk"),
        spoken=SPOKEN,
        invariants=invariants,
        transitions=transitions,
        game=game,
        independent=lambda _one, _two: False,  # what concerns all is recorded once, by any seat
        exact_each=1,
        exact_boards=0.002,
        taken_boards=0.02,
        components=components,
    )
