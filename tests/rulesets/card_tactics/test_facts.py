"""What statistics keep: rows of decisions, of dice, of units."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rulesets.card_tactics import RULESET
from rulesets.card_tactics import effects as e
from rulesets.card_tactics.board import Board
from rulesets.card_tactics.phases import Acted, Deciding
from rulesets.card_tactics.pieces import Slot
from rulesets.card_tactics.rules.camp import LeaveCamp, UseCampItem
from rulesets.card_tactics.rules.setup import DiscardItem
from rulesets.card_tactics.rules.slots import EndAction, UseItem, UseSkill
from rulesets.kit.facts import Fact
from rulesets.kit.structs import Action, Effect
from tests.rulesets.card_tactics.build import TWO, at, attack, hero, skill, table, unit, variant

FIGHT = table(heroes=("plain", "archer"), enemies=TWO, pending=Deciding("archer"), slot=Slot("archer"), seats=2)
SPENT = table(heroes=("plain", "archer"), enemies=TWO, pending=Acted("archer"), slot=Slot("archer"), seats=2)
CAMP = table(heroes=("plain", "archer"), seats=2)


@pytest.mark.parametrize(
    ("board", "action", "row"),
    [
        (FIGHT, UseSkill("aim"), ("archer", "hero:2", "aim", None)),
        (FIGHT, UseItem("dagger", "stab"), ("archer", "hero:2", "stab", "card:dagger")),
        (SPENT, UseItem("dagger"), ("archer", "hero:2", None, "card:dagger")),
        (SPENT, EndAction(), ("archer", "hero:2", None, None)),
        (CAMP, UseCampItem("dagger", "plain"), ("plain", "hero:1", None, "card:dagger")),
        (CAMP, LeaveCamp(), (None, None, None, None)),
        (CAMP, DiscardItem("dagger"), ("dagger", None, None, None)),
    ],
    ids=lambda part: type(part).__name__,
)
def test_a_decision_names_who_decides_where_and_with_what(
    board: Board, action: Action[Board], row: tuple[str | None, ...]
) -> None:
    """The unit whose time to act it is, its space, the skill, the item; the seat is that of the action."""
    (fact,) = RULESET.facts(board, 2, action, ())

    assert (fact.card, fact.place, fact.kind, fact.target) == row
    assert (fact.step, fact.seat) == (0, 2)


@pytest.mark.parametrize(
    "effect",
    [
        e.AttackDeclared("elf-1", ("plain",)),
        e.DiceRolled("elf-1", (1,)),
        e.AttackResolved("elf-1", "plain", "miss", 2, 5),
        e.CounterResolved("elf-1", "plain", "miss", 2, 5),
        e.SlotStarted("elf-1"),
        e.SlotCutShort("elf-1"),
        e.SkillStopped("elf-1", "elf.test.0", "it is stunned"),
        e.ActionStopped("elf-1", "it is stunned"),
        e.ActionCalledOff("elf-1"),
        e.UnitExhausted("elf-1"),
        e.UnitReadied("elf-1"),
        e.HealthLost("elf-1", 1, 1, "text"),
        e.TokensGained("elf-1", "stun"),
        e.StunBecameRestrain("elf-1"),
        e.HeroRevived("plain", 1),
        e.QuirkDeclined("elf-1", "elf.quirk"),
    ],
    ids=lambda effect: type(effect).__name__,
)
def test_what_befalls_a_unit_names_it(effect: Effect[Board]) -> None:
    """A hero with the seat that controls it, an enemy with none."""
    (fact,) = effect.facts(FIGHT)

    assert (fact.card, fact.seat) in {("elf-1", None), ("plain", 1)}


@pytest.mark.parametrize(
    ("effect", "touched"),
    [
        (e.UnitExhausted("elf-1"), ("card:elf-1",)),
        (e.TokensDiscarded("elf-1", "bleed"), ("card:elf-1",)),
        (e.DiceRerolled("elf-1", (1, 2)), ("card:elf-1",)),
        (e.QuirkDeclined("elf-1", "elf.quirk"), ("card:elf-1",)),
        (e.ItemReadied("dagger"), ("card:dagger",)),
        (e.HeroesRearranged(("archer", "plain")), ("card:archer", "card:plain")),
    ],
    ids=lambda part: type(part).__name__,
)
def test_an_effect_touches_the_cards_that_it_is_about(effect: Effect[Board], touched: tuple[str, ...]) -> None:
    """So that a screen can point to them."""
    assert effect.touches() == touched


def test_each_die_of_a_roll_is_a_row() -> None:
    """With its sides and its face, whoever rolled it."""
    components = variant(hero(skill(attack("closest", "enemy"))))
    scenario = at(table(heroes=(unit("tester", of=components),), enemies=TWO, components=components))
    effects = scenario.when(1, UseSkill("test"), [3, 4]).effects
    rows = RULESET.facts(scenario.board, 1, UseSkill("test"), effects)

    rolled = [row for row in rows if row.type == "DiceRolled" and row.card == "tester"]
    assert [(row.die_sides, row.die_face, row.seat) for row in rolled] == [(6, 3, 1), (6, 4, 1)]


@pytest.mark.parametrize("effect", [e.ChoiceAsked(0, "unit", TWO), e.EnteringStarted(0)])
def test_what_anybody_may_choose_is_a_row_of_no_seat(effect: Effect[Board]) -> None:
    """Seat 0, which stands for any, is none that statistics could count."""
    (fact,) = effect.facts(FIGHT)

    assert fact.seat is None


@pytest.mark.parametrize("effect", [e.CombatWon(), e.GameWon(), e.GameLost()], ids=lambda effect: type(effect).__name__)
def test_an_end_is_a_row_with_the_number_of_its_combat(effect: Effect[Board]) -> None:
    """Of a combat or of the game."""
    assert list(effect.facts(replace(FIGHT, combat=4))) == [Fact(value=4)]


def test_heroes_in_line_are_a_row_each() -> None:
    """H1 first, each with its seat and its space."""
    assert list(e.HeroesRearranged(("archer", "plain")).facts(CAMP)) == [
        Fact(seat=2, card="archer", place="hero:1"),
        Fact(seat=1, card="plain", place="hero:2"),
    ]
