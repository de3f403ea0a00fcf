"""What games of Kingdom Rush tell analytics."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from rulesets.kingdom_rush import RULESET
from rulesets.kingdom_rush.board import Board
from rulesets.kingdom_rush.components import load
from rulesets.kingdom_rush.effects import HeroDamaged
from rulesets.kingdom_rush.rules.abilities import Bless
from rulesets.kingdom_rush.rules.attacks import PlaceTile
from rulesets.kingdom_rush.rules.ending import Done
from rulesets.kingdom_rush.rules.towers import PlayTower
from rulesets.kit.bots import random_bot
from rulesets.kit.chance import ServerChance
from rulesets.kit.conformance import Walked
from rulesets.kit.facts import Fact
from rulesets.kit.structs import Action, Asked, ChoiceForgone, Start
from tests.rulesets.examples import replayed
from tests.rulesets.kingdom_rush.build import hero, road

COMPONENTS = load(RULESET.starter)


def told(step: Walked[Board]) -> list[Fact]:
    return list(RULESET.facts(step.before, step.seat, step.action, step.effects))


@cache
def example() -> tuple[list[Fact], ...]:
    """The facts of each line of the example game; the first are those of its set-up."""
    return tuple(told(step) for step in replayed(RULESET))


def of(line: int, kind: str) -> list[Fact]:
    return [fact for fact in example()[line] if fact.type == kind]


def test_the_scenario_is_told_at_the_start() -> None:
    """Its name, its difficulty and how many Portals there are, and the Hordes that stand there."""
    (laid,) = of(0, "GameSetUp")

    assert (laid.step, laid.place, laid.kind, laid.value) == (1, "scenario:quiet-road", "normal", 2)
    assert {fact.place for fact in of(0, "HordeSpawned")} <= {f"space:p{number}" for number in range(1, 8)}


def test_a_tower_its_pieces_and_what_it_hits() -> None:
    """A decision is step 0, with the Tower, its site and its facing; a piece tells its source, Horde and size."""
    (decided,) = of(5, "PlayTower")
    (soldiers,) = of(6, "SoldiersPlaced")
    (tile,) = of(19, "TilePlaced")

    assert (decided.step, decided.seat) == (0, 2)
    assert (decided.card, decided.place, decided.kind) == ("militia", "space:s1", "S")
    assert (soldiers.card, soldiers.target, soldiers.value) == ("militia", "horde:goblins-1", 1)
    assert (tile.card, tile.value) == ("bombard", 3)


def test_what_happens_to_a_hero_concerns_its_seat() -> None:
    """Alleria is Ben's: her ways, her wounds, and what she engages."""
    (engaged,) = of(14, "HeroEngaged")
    (hurt,) = of(23, "HeroDamaged")

    assert (engaged.seat, engaged.card) == (2, "alleria")
    assert engaged.target is not None
    assert engaged.target.startswith("horde:")
    assert (hurt.seat, hurt.card, hurt.value) == (2, "alleria", 2)


def test_a_hero_that_falls_is_a_row_of_its_own_kind() -> None:
    """Statistics tell being knocked out from being hurt; both name what did it, and the health left."""
    board = road(hero("alleria", "p1", seat=2))

    (hurt,), (fallen,) = (HeroDamaged("alleria", health, "goblins-1").facts(board) for health in (1, 0))

    assert hurt == Fact(seat=2, card="alleria", kind="goblins-1", value=1)
    assert fallen == Fact(type="HeroKnockedOut", seat=2, card="alleria", kind="goblins-1", value=0)


@pytest.mark.parametrize(
    ("action", "kept", "touched"),
    [
        (PlayTower("archer", "s1", "E"), Fact(card="archer", place="space:s1", kind="E"), ("tower:archer", "space:s1")),
        (PlaceTile("goblins-1", "b2"), Fact(target="horde:goblins-1"), ("horde:goblins-1",)),
        (Bless("malik", "earthquake"), Fact(card="malik"), ("hero:malik", "ability:earthquake")),
        (Bless("malik"), Fact(card="malik"), ("hero:malik",)),
        (Done(), Fact(), ()),
    ],
    ids=str,
)
def test_a_decision_tells_of_itself_by_the_names_of_its_fields(
    action: Action[Board], kept: Fact, touched: tuple[str, ...]
) -> None:
    """What it is about, for screens and for statistics; the hero is kept before the tile that it gets back."""
    board = road(hero("malik", "p1"))

    assert action.fact(board, 1) == kept
    assert action.touches() == touched


def test_what_is_destroyed_pays_and_the_end_has_a_reason() -> None:
    """Crystals by Horde, the price of a Tower, and why the game was won."""
    assert [fact.value for fact in of(23, "HordeDestroyed")] == [1]
    assert [(fact.seat, fact.card, fact.value) for fact in of(24, "TowerBought")] == [(2, "artillery", 3)]
    assert [fact.kind for fact in of(147, "GameWon")] == ["portals"]


@pytest.mark.parametrize("scenario", tuple(COMPONENTS.scenario))
def test_facts_speak_of_what_there_is(scenario: str) -> None:
    """In each scenario: a row for the action and each effect that tells something; places and seats are the game's."""
    rng, seats = Random(5), 3
    options = RULESET.agreed({"scenario": scenario}, COMPONENTS)
    start = Start(seats, COMPONENTS.hash, "server", "free", options)
    play = RULESET.begin(start, COMPONENTS, ServerChance(b"k", b""))
    places = {f"space:{place}" for place in play.board.field.where}
    number = 0
    while waiting := RULESET.waiting_for(before := play.board):
        number += 1
        seat = rng.choice(waiting)
        action = random_bot(RULESET, before, seat, rng)
        play = RULESET.decide(before, seat, action, ServerChance(b"k", b"%d" % number))
        facts = list(RULESET.facts(before, seat, action, play.effects))
        steps = [fact.step for fact in facts]
        assert (steps[0], facts[0].type, facts[0].seat) == (0, type(action).__name__, seat)
        telling = [n for n, effect in enumerate(play.effects, 1) if not isinstance(effect, ChoiceForgone | Asked)]
        assert steps == [0, *telling]
        assert {fact.place for fact in facts if fact.place} <= places
        assert {fact.seat for fact in facts if fact.seat} <= set(range(1, seats + 1))
