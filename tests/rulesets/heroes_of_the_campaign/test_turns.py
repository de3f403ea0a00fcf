"""Turns and rounds: whose it is, what comes back, what ends."""

import pytest

from rulesets.heroes_of_the_campaign import effects as e
from rulesets.heroes_of_the_campaign.phases import Turn
from rulesets.heroes_of_the_campaign.rules.strategies import DeploySupport, EnactLaw, LearnManeuver, UseEvent
from rulesets.heroes_of_the_campaign.rules.tasks import StartTask
from rulesets.heroes_of_the_campaign.rules.turns import EndTurn
from tests.rulesets.heroes_of_the_campaign.build import at, cards, hero, side, status, table

WORK = StartTask("1.anna", "anna.work")
SET = cards(
    """
- {id: dirk, name: Dirk, attack: 2, resistance: 4, tasks: [{id: dig, actions: [{do: earn_copper, amount: 1}]},
   {id: lurk, allows: [task_in_opposing_turn], actions: [{do: earn_copper, amount: 1}]}]}
- {id: page, name: Page, type: support, attack: 1, resistance: 1}
- {id: drill, name: Drill, type: maneuver, tasks: [{id: march, actions: [{do: earn_copper, amount: 1}]}]}
- {id: rite, name: Rite, type: law, on_enact: [{do: earn_copper, amount: 1}]}
"""
)


@pytest.mark.rule("HOC-TRN-01")
def test_turns_alternate_and_two_of_them_are_a_round() -> None:
    """The starter's, then the other player's."""
    first = at(table(SET, starter=2, seat=2)).when(2, EndTurn())
    first.then(e.TurnEnded(2), e.TurnStarted(1)).waits_for(Turn, 1)
    second = first.when(1, EndTurn())
    second.then(e.TurnEnded(1), e.RoundEnded(2), e.RoundStarted(3, 2), e.TurnStarted(2)).waits_for(Turn, 2)
    assert (second.board.round, second.board.turn) == (3, first.board.turn + 1)


@pytest.mark.rule("HOC-TRN-02", "HOC-TSK-01")
def test_each_own_hero_may_perform_one_task() -> None:
    """In any order, or none."""
    board = table(SET, side("anna", "bert", "dirk"))
    done = at(board).when(1, StartTask("1.dirk", "dirk.dig")).when(1, WORK)
    assert done.board.side(1).copper == 3
    done.when(1, WORK).refused("HOC-TSK-01")
    done.when(1, EndTurn()).waits_for(Turn, 2)
    at(board).when(2, StartTask("2.anna", "anna.work")).refused("HOC-TRN-04")


@pytest.mark.rule("HOC-TRN-03", "HOC-STR-03")
def test_strategy_cards_are_used_before_between_and_after_tasks() -> None:
    """As many as one likes; none of them is a task."""
    play = at(table(SET, side("anna", "dirk", hand=("drill", "nap", "page", "rite"))))
    play = play.when(1, DeploySupport("page")).when(1, WORK).when(1, EnactLaw("rite")).when(1, UseEvent("nap"))
    play = play.when(1, LearnManeuver("drill", "1.dirk")).when(1, StartTask("1.dirk", "dirk.dig"))
    assert play.board.hero("1.anna").used == ("task",)
    assert play.board.side(1).copper == 5


@pytest.mark.rule("HOC-TRN-04")
def test_no_hero_performs_tasks_on_the_opponents_turn() -> None:
    """Unless its card lets it."""
    board = table(SET, None, side("dirk", "anna", watches="all"))
    at(board).when(2, StartTask("2.dirk", "dirk.dig")).refused("HOC-TRN-04")
    lurked = at(board).when(2, StartTask("2.dirk", "dirk.lurk")).then_includes(e.CopperEarned(2, 1))
    lurked.when(2, StartTask("2.dirk", "dirk.lurk")).refused("HOC-TSK-01")


@pytest.mark.rule("HOC-TRN-05")
def test_a_turn_ends_when_its_player_says_so() -> None:
    """Not the other one; what was not used is lost."""
    at(table(SET)).when(1, EndTurn()).waits_for(Turn, 2)
    watching = table(SET, None, side("anna", hand=("nap",), watches="all"))
    at(table(SET)).when(2, EndTurn()).refused("HOC-TRN-02")
    at(watching).when(2, EndTurn()).refused("HOC-TRN-05")


@pytest.mark.rule("HOC-TRN-06", "HOC-EVT-04", "HOC-MAN-05")
def test_what_was_used_comes_back() -> None:
    """Regular tasks with the turn; events and the tasks of maneuvers with the round."""
    used = hero("anna", learned=("drill",), used=("drill", "task"))
    one = side(used, hand=("nap",), shown=("nap",), used=("nap",))
    middle = at(table(SET, one)).when(1, EndTurn()).board
    assert (middle.hero("1.anna").used, middle.side(1).used) == (("drill",), ("nap",))
    after = at(middle).when(2, EndTurn())
    assert (after.board.hero("1.anna").used, after.board.side(1).used) == ((), ())
    after.when(1, StartTask("1.anna", "drill.march")).then_includes(e.CopperEarned(1, 1))
    after.when(1, UseEvent("nap")).then_includes(e.CopperEarned(1, 1))


@pytest.mark.parametrize(
    ("until", "turns"),
    [("end_of_turn", 1), ("end_of_round", 2), ("start_of_your_next_turn", 2), ("permanent", 5)],
)
@pytest.mark.rule("HOC-TRN-06", "HOC-TRN-01")
def test_statuses_end_when_they_say(until: str, turns: int) -> None:
    """With the turn, with the round, when its player is to act again, or never."""
    play = at(table(SET, side(hero("anna", held=(status("in_cover", until),)))))
    for number in range(1, 6):
        play = play.when(play.board.seat, EndTurn())
        assert bool(play.board.hero("1.anna").held) is (number < turns or until == "permanent")


def test_a_status_that_ends_may_send_its_hero_to_the_infirmary() -> None:
    """What follows from it is done before the next turn starts."""
    tough = cards(statuses="- {id: tough, modifiers: [{stat: resistance, add: 2}]}")
    ended = at(table(tough, side(hero("anna", 5, held=(status("tough", "end_of_turn"),))))).when(1, EndTurn())
    ended.then(
        e.TurnEnded(1),
        e.StatusEnded("1.anna", "tough", 0),
        e.HeroSentToInfirmary("1.anna", 4),
        e.TurnStarted(2),
    )
