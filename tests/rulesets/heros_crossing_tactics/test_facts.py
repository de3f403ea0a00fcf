"""What games of Tactics tell analytics."""

from __future__ import annotations

from random import Random

import pytest

from rulesets.heros_crossing_tactics import RULESET
from rulesets.heros_crossing_tactics.board import Board
from rulesets.heros_crossing_tactics.phases import DefenderReserve
from rulesets.heros_crossing_tactics.pieces import Soldiers
from rulesets.heros_crossing_tactics.rules.attack import Attack, DefenceReserve
from rulesets.heros_crossing_tactics.rules.flank import Flank, Send
from rulesets.heros_crossing_tactics.rules.hire import HireReplace
from rulesets.heros_crossing_tactics.rules.recruit import DrawHero, Recruit
from rulesets.kit.bots import random_bot
from rulesets.kit.chance import Outcome, ServerChance
from rulesets.kit.facts import Fact
from rulesets.kit.structs import SPECTATOR, Action, Start, Viewer
from tests.rulesets.heros_crossing_tactics.build import at, front, side, table
from tests.rulesets.heros_crossing_tactics.profile import hidden


def told(board: Board, action: Action[Board], *outcomes: Outcome, seat: int = 1) -> dict[str, Fact]:
    """The rows of seat 1's action by their types, and those of its effects; the last of each type."""
    effects = at(board).when(seat, action, outcomes).effects
    return {fact.type: fact for fact in RULESET.facts(board, seat, action, effects)}


def test_a_decision_is_step_0_with_the_front_that_acts() -> None:
    """A row holds who decided and what the action names, as ids."""
    facts = told(table(), Attack(1, 2))

    assert facts["Attack"] == Fact(0, "Attack", 1, place="front:1.1", target="front:2.2")
    assert facts["FrontActivated"] == Fact(1, "FrontActivated", 1, place="front:1.1", kind="attack")
    assert facts["AttackDeclared"] == Fact(
        2, "AttackDeclared", 1, place="front:1.1", target="front:2.2", kind="diagonal"
    )


def test_soldiers_that_the_supply_lacks_are_rows_of_their_own() -> None:
    """A row for each type that a Front gains, and one for each that it misses: the value is how many."""
    facts = told(table(side(front("lord-1")), supply=Soldiers(weapon=1)), Recruit(1))

    gained, missed = facts["SoldiersGained"], facts["SoldiersMissed"]
    assert (gained.place, gained.kind, gained.value) == ("front:1.1", "weapon", 1)
    assert (missed.place, missed.kind, missed.value) == ("front:1.1", "armor", 1)


def test_a_hire_names_both_heroes() -> None:
    """The new card, the one that it replaces as its target, and the slot."""
    replaced = told(table(side(front("page-1"), hand=("cleric-1",))), HireReplace(1, 1, "cleric-1"))

    assert replaced["HireReplace"] == Fact(0, "HireReplace", 1, card="cleric-1", place="front:1.1")
    assert replaced["HeroReplaced"] == Fact(
        3, "HeroReplaced", 1, card="cleric-1", place="front:1.1", target="card:page-1", value=1
    )


def test_a_draw_tells_its_level() -> None:
    """The value of the decision and of the card drawn is the level."""
    board = at(table(side(front("scout-1")))).when(1, Recruit(1)).board
    facts = told(board, DrawHero(1), "monk-1")

    assert facts["DrawHero"].value == 1
    assert (facts["HeroDrawn"].card, facts["HeroDrawn"].value) == ("monk-1", 1)


def test_soldiers_that_flank_go_from_front_to_front() -> None:
    """A row for each Front that gets some."""
    board = at(table(side(front(magic=3)))).when(1, Flank(1)).board
    facts = told(board, Send("magic", 0, 2))

    assert (facts["Send"].kind, facts["Send"].value) == ("magic", 2)
    moved = facts["SoldiersFlanked"]
    assert (moved.place, moved.target, moved.kind, moved.value) == ("front:1.1", "front:1.3", "magic", 2)


def test_damage_tells_who_died_by_what_was_left() -> None:
    """A kill tells the type and whether it was a cube, a Monarch's damage the health left."""
    board = table(side(front(magic=2)), side(front(potion=1), hand=("monk-1",)))
    declared = at(board).when(1, Attack(1, 1)).waits_for(DefenderReserve, 2).board
    facts = told(declared, DefenceReserve(), seat=2)

    killed, hurt = facts["SoldierKilled"], facts["MonarchDamaged"]
    assert (killed.seat, killed.place, killed.kind, killed.target) == (2, "front:2.1", "potion", "cube")
    assert (hurt.seat, hurt.kind, hurt.value) == (2, "magic", 5)


@pytest.mark.parametrize("viewer", [1, 2, SPECTATOR])
def test_rows_of_what_a_viewer_sees_name_nothing_hidden(viewer: Viewer) -> None:
    """Statistics made from a view tell no more than the view."""
    rng, components, looked_for = Random(5), RULESET.starter_components, 0
    start = Start(2, components.hash, "server", "free")
    seen = RULESET.empty_board(start, components)
    play = RULESET.begin(start, components, ServerChance(b"key", b"start"))
    seat: int | None = None
    action: Action[Board] | None = None
    for version in range(80):
        names = hidden(play.board, viewer)
        effects = tuple(effect.seen_by(viewer) for effect in play.effects)
        facts, seen = RULESET.rows(seen, seat, action.seen_by(viewer, seat or 0) if action else start, effects)
        assert not names & {word for fact in facts for word in (fact.card, fact.target) if word}
        looked_for += len(names) * len(facts)
        if not (waiting := RULESET.waiting_for(play.board)):
            break
        seat = rng.choice(waiting)
        action = random_bot(RULESET, play.board, seat, rng)
        play = RULESET.decide(play.board, seat, action, ServerChance(b"key", b"%d" % version))
    assert looked_for > 1_000
