"""What the picture of Heroes of the Campaign says in words."""

from __future__ import annotations

from typing import get_args

import pytest
from msgspec.structs import replace

from rulesets.heroes_of_the_campaign import caption
from rulesets.heroes_of_the_campaign import effects as e
from rulesets.heroes_of_the_campaign.phases import (
    TURN,
    AgreeingStarter,
    Choosing,
    ChoosingTeams,
    EndingTurn,
    Entering,
    Fighting,
    GameOver,
    Pending,
    Running,
    Triggering,
)
from rulesets.heroes_of_the_campaign.phases import Fired as Fired
from rulesets.heroes_of_the_campaign.pieces import Side
from rulesets.kit.phases import Phase
from tests.rulesets.heroes_of_the_campaign.build import cards, side, table

RUN = Running("anna.hit", "anna.hit.0", 1, TURN, "1.anna")
REPLY = "- {id: nap, name: Nap, type: event, window: combat, actions: [{do: earn_copper, amount: 1}]}"
"""A card for combats: without one nobody is asked in them."""
NAMES = {1: "Heron", 2: "Otter"}


@pytest.mark.parametrize(
    ("pending", "one", "two"),
    [
        (TURN, "to act", "waits"),
        (Choosing(2, "defender", ("1.anna",), 1, 1, RUN), "acts", "to choose whom"),
        (Choosing(1, "use", ("no", "yes"), 1, 1, RUN), "to use it or not", "waits"),
        (Entering(RUN), "to enter by hand", "waits"),
        (AgreeingStarter((1, 0)), "would begin", "who begins?"),
        (AgreeingStarter((2, 2)), "the other first", "would begin"),
        (GameOver((1,), "over"), "", ""),
    ],
)
def test_a_strip_says_what_its_seat_is_at(pending: Pending, one: str, two: str) -> None:
    """In a few words: what it has to do, or that it waits."""
    board = table(cards(), pending=pending)
    assert (caption.status(board, 1), caption.status(board, 2)) == (one, two)


def test_every_phase_that_waits_for_somebody_says_what_it_asks_for() -> None:
    """In words of its own, so that a screen never says just "to act" in the middle of a choice."""
    silent = {kind for kind in get_args(Pending) if kind.asks == Phase.asks}
    assert silent == {EndingTurn, GameOver}


def test_a_seat_that_watches_may_step_in() -> None:
    """It is asked before an action of the other's task, and says so; who acts goes on."""
    watching = side("anna", "bert", "cora", hand=("nap",), watches="all")
    for pending in (RUN, Fighting("1.anna", "2.anna", RUN)):
        board = table(cards(REPLY), watching, watching, pending=pending)
        assert (caption.status(board, 1), caption.status(board, 2)) == ("to go on", "may step in")


def test_the_set_up_counts_what_is_still_to_choose() -> None:
    """Three heroes and three strategy cards; what they are stays secret."""
    sides = Side(picked=("?", "?"), unknown=3), Side(picked=("?",) * 3, unknown=3)
    board = replace(table(cards(), pending=ChoosingTeams()), heroes=(), sides=sides, round=0)
    assert (caption.status(board, 1), caption.status(board, 2)) == ("1 to choose", "has chosen")
    assert caption.title(board, 5) == "Heroes of the Campaign, set-up, version 5"


def test_who_does_not_begin_takes_no_wounds_in_round_1() -> None:
    """Its strip says so until its first turn is over."""
    assert caption.status(table(cards(), round=1), 2) == "takes no wounds yet"


def test_the_situation_tells_what_is_under_way() -> None:
    """A task, a combat, an effect; then who has to do what."""
    board = table(cards(), pending=Fighting("1.anna", "2.bert", RUN))
    assert caption.situation(board, NAMES) == "Anna is in combat with Bert."
    event = table(cards(), pending=Choosing(2, "target", (), 0, 1, Running("nap", "nap.0", 2, TURN)))
    assert caption.situation(event, NAMES) == "Nap takes effect. Otter: to choose a hero."
    over = table(cards(), pending=GameOver((2,), "nobody_left"))
    assert caption.situation(over, NAMES) == "Otter won: no hero was left to be attacked."
    home = table(cards(), pending=GameOver((), "the table went home"))
    assert caption.situation(home, NAMES) == "Nobody won: the table went home."


def test_what_runs_is_the_innermost_list() -> None:
    """An ability set off by a task runs before it; what only waits does not."""
    fired = Triggering((Fired("anna.0", 1, "1.anna"),), RUN)
    assert caption.running(table(cards(), pending=fired)) is RUN


def test_the_last_event_is_told_with_the_players_names() -> None:
    """Each effect says its sentence about the board before it."""
    board = table(cards())
    effects = (e.CopperEarned(1, 2), e.HeroWounded("2.bert", 2, 1, "1.anna"), e.TurnEnded(1))
    text = caption.last_event(board, effects, NAMES)
    assert text == "Heron earns 2 copper. Otter's Bert takes 1 of 2 wounds from Heron's Anna. Heron ends the turn."
    assert caption.last_event(None, effects, NAMES) == ""


@pytest.mark.parametrize(
    ("round", "wounded", "why"),
    [
        (1, "2.anna", "Otter's Anna is spared 2 wounds: no hero of Otter takes any in round 1."),
        (1, "1.saint", "Heron's Saint is spared 2 wounds because of Saint."),
        (2, "2.saint", "Otter's Saint is spared 2 wounds because of Saint."),
    ],
)
def test_a_sentence_tells_why_a_hero_takes_no_wounds(round: int, wounded: str, why: str) -> None:
    """In round 1 the rules protect those who did not begin, and nobody else; later only cards do."""
    saint = "- {id: saint, name: Saint, attack: 1, resistance: 2, abilities: [{kind: static, modifiers: ["
    saint += "{flag: cannot_be_wounded}]}]}"
    board = table(cards(saint), side("anna", "saint"), side("anna", "saint"), round=round)
    assert caption.last_event(board, (e.HeroWounded(wounded, 2, 0),), NAMES) == why


def test_a_card_tells_its_kind_its_cost_and_that_it_is_made_up() -> None:
    """No rulebook prints it, so its title says so."""
    assert caption.card_title(cards(), "toll") == "Toll, event for 1 copper. Invented card."
