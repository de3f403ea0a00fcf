"""What the picture of Card Tactics says in words."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rulesets.card_tactics import RULESET, caption
from rulesets.card_tactics.attacks import attacks_of
from rulesets.card_tactics.effects import EventDrawn, ItemDrawn, UnitDefeated
from rulesets.card_tactics.phases import (
    CAMP,
    DRAWING_EVENT,
    STARTING_ROUND,
    Choosing,
    ChoosingHeroes,
    Deciding,
    Following,
    GameOver,
    Moving,
    Triggering,
)
from rulesets.card_tactics.pieces import Item
from rulesets.card_tactics.rules.slots import UseSkill
from rulesets.kit.phases import Phase
from tests.rulesets.card_tactics.build import at, table, unit

FIGHT = table(("plain",), ("brute-1",), pending=Deciding("plain"))
WON, LEFT = GameOver((1,), "unique_boss"), GameOver((), "given up")


WAITING: set[type[Phase]] = set()
for kind in RULESET.actions:
    WAITING |= {*kind.phase} if isinstance(kind.phase, tuple) else {kind.phase}


def test_the_title_tells_the_moment() -> None:
    """The game, where on the journey the board stands, and the version."""
    assert caption.title(FIGHT, 7) == "Card Tactics, Combat 1 of 5, round 1, version 7"
    assert caption.title(table(pending=CAMP, revealed=0), 3) == "Card Tactics, Camp, before combat 1 of 5, version 3"
    assert (
        caption.title(table(pending=DRAWING_EVENT, revealed=0), 4)
        == "Card Tactics, Event, before combat 1 of 5, version 4"
    )
    assert caption.title(table((), pending=ChoosingHeroes()), 0) == "Card Tactics, Set-up, version 0"


@pytest.mark.rule("CDT-END-07")
@pytest.mark.parametrize(("combat", "revealed", "last"), [(1, 3, 5), (2, 7, 5), (3, 12, 4), (5, 15, 5), (4, 15, 4)])
def test_the_journey_ends_with_the_unique_boss(combat: int, revealed: int, last: int) -> None:
    """It lies at the fifteenth depth: cards revealed beyond three in a combat bring the last combat nearer."""
    assert caption.combats(replace(FIGHT, combat=combat, revealed=revealed)) == last


def test_the_end_is_told_in_words() -> None:
    """Won, lost, or left while heroes still stood."""
    boards = [replace(FIGHT, pending=over) for over in (WON, LEFT)]
    lost = replace(FIGHT, heroes=(), aside=("plain",), pending=replace(LEFT, reason="heroes"))
    assert [caption.outcome(board) for board in (*boards, lost)] == ["won", "left", "lost"]
    assert caption.now(boards[0]) == "The heroes have won"
    assert caption.ending(lost) == "All heroes are defeated, in combat 1."
    assert caption.ending(boards[1]) == "Given up, in combat 1."


def test_who_acts_is_told_what_is_waited_for() -> None:
    """Boots are counted."""
    assert caption.status(FIGHT) == "to act"
    moving = Moving("plain", "plain.hit", "before", 2, Deciding("plain"))
    assert caption.status(replace(FIGHT, pending=moving)) == "2 boots left"


@pytest.mark.parametrize("phase", sorted(WAITING, key=str))
def test_every_phase_that_waits_says_for_what(phase: type[Phase]) -> None:
    """In its own words: to the seat, and on the strip of the picture."""
    assert phase.asks != Phase.asks
    assert phase.brief != Phase.brief or phase in (Deciding, Moving)


def test_a_choice_as_a_round_begins_is_no_camp() -> None:
    """Two quirks of enemies that stand alike take place: the strip tells where on the journey that is."""
    choosing = Choosing(0, "quirk", ("brute-1", "brute-2"), 1, 1, Triggering((), STARTING_ROUND))
    board = replace(FIGHT, pending=choosing, slot=None)

    assert caption.now(board) == "A round begins"
    assert caption.PHASES[caption.phase(board)] == "Combat"


def test_a_choice_in_camp_is_one_of_the_camp() -> None:
    """An item is used there; play goes back to it."""
    following = Following("potion.drink.0", "plain", "item", CAMP)
    board = table(("plain",), pending=Choosing(1, "unit", ("plain",), 1, 1, following))

    assert caption.now(board) == "The heroes make camp"
    assert caption.PHASES[caption.phase(board)] == "Camp"


def test_an_attack_is_a_sentence() -> None:
    """Dice, what is added, the total, and what came of it for each defence, Counters included."""
    board = at(table((unit("archer", attack_minus=3),), (unit("elf-1", counter=1), "elf-2"))).board
    scenario = at(board).when(1, UseSkill("rain"), [6, 3])
    (roll,) = attacks_of(board, scenario.effects)
    assert caption.attack(board, roll) == (
        "Archer attacks Elf 1 and Elf 2 with Rain: 6 and 3 minus 3 make 6, against defence 6 of Elf 1 a hit, "
        "against defence 6 of Elf 2 a hit; countered, against defence 6 of Archer a hit."
    )


def test_the_description_tells_what_the_last_event_did() -> None:
    """Who fell, what was found, which event was drawn; then the position."""
    board = replace(FIGHT, pool=(Item("dagger", True),))
    effects = (UnitDefeated("brute-2"), ItemDrawn("dagger", "common"), EventDrawn("calm-1", "calm.0"))
    assert caption.description(board, (), effects) == (
        "Brute 2 is defeated. Found: Dagger. Event: Calm. Heroes from the centre: Plain 5. "
        "Enemies from the centre: Brute 1 3. Items: Dagger (exhausted)."
    )
