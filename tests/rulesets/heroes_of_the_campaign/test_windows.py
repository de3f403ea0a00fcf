"""At any time: when cards may be used, who is asked, and that being asked tells nothing of a hand."""

from random import Random

import pytest

from rulesets.heroes_of_the_campaign import RULESET
from rulesets.heroes_of_the_campaign import effects as e
from rulesets.heroes_of_the_campaign.board import Board
from rulesets.heroes_of_the_campaign.ids import Watch
from rulesets.heroes_of_the_campaign.phases import Choosing, Entering, Fighting, Running, Turn
from rulesets.heroes_of_the_campaign.rules.by_hand import EnterByHand
from rulesets.heroes_of_the_campaign.rules.running import Choose
from rulesets.heroes_of_the_campaign.rules.setup import AgreeStarter, PickHero, PickStrategy
from rulesets.heroes_of_the_campaign.rules.strategies import DeploySupport, EnactLaw, LearnManeuver, UseEvent
from rulesets.heroes_of_the_campaign.rules.tasks import StartTask
from rulesets.heroes_of_the_campaign.rules.turns import EndTurn
from rulesets.heroes_of_the_campaign.rules.windows import GoOn, WatchFor
from rulesets.kit.chance import GivenChance
from rulesets.kit.structs import Start, Viewer
from tests.rulesets.heroes_of_the_campaign.build import cards, hero, side, starter, table
from tests.rulesets.heroes_of_the_campaign.checked import at

SET = cards(
    """
- {id: flash, name: Flash, type: event, at_any_time: true, actions: [{do: earn_copper, amount: 1}]}
- {id: dear, name: Dear, type: event, cost: 3, at_any_time: true, actions: [{do: earn_copper, amount: 1}]}
- {id: never, name: Never, type: event, at_any_time: true, conditions: [{turn: own}, {turn: opposing}],
   actions: [{do: earn_copper, amount: 1}]}
- {id: dirk, name: Dirk, attack: 2, resistance: 4,
   tasks: [{id: two, cost: 1, actions: [{do: earn_copper, amount: 1}, {do: attack}]}]}
- {id: page, name: Page, type: support, at_any_time: true, attack: 1, resistance: 1}
- {id: drill, name: Drill, type: maneuver, at_any_time: true}
- {id: rite, name: Rite, type: law, at_any_time: true, on_enact: [{do: earn_copper, amount: 1}]}
- {id: lurker, name: Lurker, attack: 1, resistance: 4, abilities: [{kind: by_hand, text: Whenever the moon is full.}],
   tasks: [{id: lurk, allows: [task_in_opposing_turn], actions: [{do: earn_copper, amount: 1}]},
           {id: gaze, actions: [{do: by_hand, text: Ask the stars.}, {do: earn_copper, amount: 1}]}]}
- {id: both, name: Both, type: event, at_any_time: true,
   actions: [{do: earn_copper, amount: 1}, {do: attack, with: {pick: {side: own}}}]}
"""
)
FIGHTS = cards(
    """
- {id: edge, name: Edge, type: event, window: combat,
   actions: [{do: add_status, target: {pick: {role: attacker}}, until: end_of_task,
              status: {modifiers: [{stat: attack, add: 2}]}}]}
- {id: parry, name: Parry, type: event, window: combat, at_any_time: true,
   actions: [{do: add_status, status: cannot_be_wounded, target: {pick: {role: defender}}, until: end_of_task}]}
- {id: flash, name: Flash, type: event, at_any_time: true, actions: [{do: earn_copper, amount: 1}]}
"""
)


def two_steps(**other: object) -> Board:
    """Dirk of seat 1 has a task of two actions; seat 2 holds cards and watches everything."""
    two = side("anna", "bert", "cora", **{"hand": ("flash", "nap"), "watches": "all", **other})  # type: ignore[arg-type]
    return table(SET, side("dirk", "bert", "cora", copper=1, hand=("nap", "flash")), two)


@pytest.mark.rule("HOC-ANY-01")
def test_an_ordinary_card_is_used_on_the_own_turn_alone() -> None:
    """And only while no task is being performed."""
    at(two_steps()).when(1, UseEvent("nap")).then_includes(e.EventUsed(1, "nap"))
    at(two_steps()).when(2, UseEvent("nap")).refused("HOC-ANY-01")
    own = table(SET, side("dirk", "bert", "cora", copper=1, hand=("nap",), watches="all"))
    at(own).when(1, StartTask("1.dirk", "dirk.two")).waits_for(Running, 1).when(1, UseEvent("nap")).refused(
        "HOC-ANY-01"
    )


@pytest.mark.rule("HOC-ANY-02")
def test_a_card_for_any_time_is_used_on_either_turn() -> None:
    """By the player whose turn it is, and by the other one who said to be asked."""
    at(two_steps()).when(1, UseEvent("flash")).then_includes(e.CopperEarned(1, 1))
    at(two_steps()).when(2, UseEvent("flash")).then_includes(e.CopperEarned(2, 1)).waits_for(Turn, 1, 2)


@pytest.mark.rule("HOC-ANY-02", "HOC-ANY-04")
@pytest.mark.parametrize("watches", ["no", "attack", "all"])
def test_between_tasks_a_card_for_any_time_needs_no_word(watches: Watch) -> None:
    """The game waits there anyway, so the other player steps in without having asked for it."""
    one = side(hero("anna", used=("task",)), "bert")
    quiet = table(SET, one, side("anna", hand=("drill", "flash", "page", "rite"), watches=watches))
    used = at(quiet).when(2, UseEvent("flash")).then_includes(e.CopperEarned(2, 1))
    used.waits_for(Turn, *((1, 2) if watches == "all" else (1,)))
    at(quiet).when(2, DeploySupport("page")).then_includes(e.SupportDeployed(2, "page"))
    at(quiet).when(2, EnactLaw("rite")).then_includes(e.LawEnacted(2, "rite"))
    at(quiet).when(2, LearnManeuver("drill", "2.anna")).then_includes(e.ManeuverLearned(2, "drill", "2.anna"))


@pytest.mark.rule("HOC-ANY-02", "HOC-TRN-04", "HOC-GLD-02")
def test_what_else_a_card_allows_in_the_opposing_turn_needs_no_word_either() -> None:
    """A task for it, and an ability that is entered by hand."""
    board = table(SET, None, side("lurker"))
    at(board).when(2, StartTask("2.lurker", "lurker.lurk")).then_includes(e.CopperEarned(2, 1)).waits_for(Turn, 1)
    at(board).when(2, EnterByHand()).then(e.HandEntered(2)).waits_for(Turn, 1)


@pytest.mark.rule("HOC-ANY-03", "HOC-ANY-04")
def test_a_player_who_asked_for_no_stop_is_told_how_to_ask() -> None:
    """The task ran on to its attack: whoever would have used a card before that has to say so beforehand."""
    choosing = at(two_steps(watches="no")).when(1, StartTask("1.dirk", "dirk.two")).waits_for(Choosing, 1)
    choosing.when(2, UseEvent("flash")).refused("HOC-AMB-34")
    choosing.when(1, UseEvent("flash")).refused("HOC-AMB-34")
    choosing.when(2, UseEvent("nap")).refused("HOC-ANY-01")
    assert "WatchFor" in RULESET.rules["HOC-AMB-34"]
    late = choosing.when(2, WatchFor("attack")).waits_for(Choosing, 1)
    late.when(2, UseEvent("flash")).refused("HOC-ANY-03")
    passed = at(two_steps()).when(1, StartTask("1.dirk", "dirk.two")).when(2, GoOn()).when(2, GoOn())
    passed.waits_for(Choosing, 1).when(2, UseEvent("flash")).refused("HOC-ANY-03")


@pytest.mark.rule("HOC-ANY-03", "HOC-GLD-01")
def test_nobody_steps_into_what_is_entered_by_hand() -> None:
    """It is an action like any other; a word for the next one is taken."""
    gazing = at(table(SET, side("lurker", hand=("flash",)))).when(1, StartTask("1.lurker", "lurker.gaze"))
    gazing.waits_for(Entering, 1).when(1, UseEvent("flash")).refused("HOC-AMB-34")
    asked = gazing.when(1, WatchFor("all")).waits_for(Entering, 1)
    asked.when(1, UseEvent("flash")).refused("HOC-ANY-03")
    asked.when(2, EnterByHand()).refused("HOC-GLD-01")
    asked.when(1, EnterByHand()).waits_for(Running, 1).when(1, UseEvent("flash")).then_includes(e.CopperEarned(1, 1))


@pytest.mark.rule("HOC-ANY-03", "HOC-ANY-04", "HOC-ANY-06")
def test_in_a_window_for_one_player_the_other_may_step_in_too() -> None:
    """Whether it never asked for a stop or has let it pass; then everybody may step in again."""
    begun = at(two_steps()).when(1, StartTask("1.dirk", "dirk.two")).waits_for(Running, 2)
    begun.when(1, UseEvent("nap")).refused("HOC-ANY-01")
    begun.when(1, GoOn()).refused("HOC-ANY-04")
    stepped = begun.when(1, UseEvent("flash")).then_includes(e.WindowReopened(), e.CopperEarned(1, 1))
    stepped.waits_for(Running, 2).when(2, GoOn()).waits_for(Running, 2).when(1, UseEvent("flash")).refused("HOC-EVT-05")
    one = side("anna", "bert", "cora", hand=("edge", "parry"), watches="attack")
    fight = at(table(FIGHTS, side("anna", hand=("edge",)), one)).when(1, StartTask("1.anna", "anna.hit"))
    fight = fight.when(2, GoOn()).when(1, Choose(("2.bert",))).waits_for(Fighting, 2)
    fight.when(1, UseEvent("edge")).then_includes(e.WindowReopened()).waits_for(Fighting, 2)
    both = at(table(FIGHTS, one, one)).when(1, StartTask("1.anna", "anna.hit")).when(1, GoOn()).when(2, GoOn())
    passed = both.when(1, Choose(("2.bert",))).when(2, GoOn()).waits_for(Fighting, 1)
    passed.when(2, UseEvent("parry")).then_includes(e.WindowReopened()).waits_for(Fighting, 1, 2)


@pytest.mark.rule("HOC-ANY-03", "HOC-ANY-04")
def test_a_task_stops_before_each_of_its_actions() -> None:
    """Between payment and the first action too; whoever watches may step in, or let it go on."""
    begun = at(two_steps()).when(1, StartTask("1.dirk", "dirk.two")).then_includes(e.CopperPaid(1, 1, "dirk.two"))
    begun.then_never(e.CopperEarned).waits_for(Running, 2)
    again = (
        begun.when(2, UseEvent("flash")).then_includes(e.WindowReopened(), e.CopperEarned(2, 1)).waits_for(Running, 2)
    )
    first = again.when(2, GoOn()).then_includes(e.CopperEarned(1, 1)).waits_for(Running, 2)
    first.when(2, GoOn()).waits_for(Choosing, 1)


@pytest.mark.rule("HOC-ANY-03")
def test_nobody_steps_into_an_event() -> None:
    """Nor into a combat, an enactment or a trigger: they are performed whole."""
    used = at(two_steps()).when(2, UseEvent("flash"))
    used.waits_for(Turn, 1, 2)
    both = table(SET, side("dirk", "bert", "cora"), side("anna", "bert", "cora", hand=("both",), watches="all"), seat=2)
    choosing = at(both).when(2, UseEvent("both")).then_includes(e.CopperEarned(2, 1)).waits_for(Choosing, 2)
    choosing.when(2, UseEvent("both")).refused("HOC-ANY-03")
    choosing.when(1, UseEvent("both")).refused("HOC-STR-01")


@pytest.mark.rule("HOC-ANY-04")
def test_a_window_waits_for_all_who_watch_and_have_not_passed() -> None:
    """There is no priority: whoever acts first is first."""
    one = side("dirk", "bert", "cora", copper=1, hand=("flash",), watches="all")
    board = table(SET, one, side("anna", "bert", "cora", hand=("flash",), watches="all"))
    begun = at(board).when(1, StartTask("1.dirk", "dirk.two")).waits_for(Running, 1, 2)
    begun.when(2, GoOn()).waits_for(Running, 1).when(2, GoOn()).refused("HOC-ANY-04")
    begun.when(2, GoOn()).when(1, UseEvent("flash")).waits_for(Running, 1, 2)


@pytest.mark.rule("HOC-ANY-04")
def test_a_player_says_when_to_be_asked() -> None:
    """Never by default; before attacks; before everything; for good, or until the own next turn."""
    quiet = two_steps(watches="no")
    at(quiet).when(1, StartTask("1.dirk", "dirk.two")).waits_for(Choosing, 1)
    word = at(quiet).when(2, WatchFor("attack")).then(e.WordGiven(2, "attack"))
    stopped = word.when(1, StartTask("1.dirk", "dirk.two")).then_includes(e.CopperEarned(1, 1)).waits_for(Running, 2)
    stopped.when(2, WatchFor("no")).waits_for(Choosing, 1)
    turn = at(quiet).when(2, WatchFor("all", this_turn=True)).when(1, EndTurn())
    assert turn.board.side(2).watches == "no"
    at(quiet).when(2, WatchFor("no")).refused("HOC-ANY-04")
    at(quiet).when(1, WatchFor("all", this_turn=True)).refused("HOC-ANY-04")
    at(quiet).when(2, WatchFor("often")).refused("HOC-ANY-04")  # type: ignore[arg-type]


@pytest.mark.rule("HOC-ANY-04")
def test_nobody_without_a_card_is_asked() -> None:
    """Neither hidden cards nor an event that was shown: nothing could be used."""
    at(two_steps(hand=())).when(1, StartTask("1.dirk", "dirk.two")).waits_for(Choosing, 1)
    shown = two_steps(hand=("flash",), shown=("flash",))
    at(shown).when(1, StartTask("1.dirk", "dirk.two")).waits_for(Running, 2)


@pytest.mark.rule("HOC-ANY-04")
def test_nobody_without_a_card_is_waited_for_between_tasks() -> None:
    """Whatever it said."""
    at(two_steps(hand=())).when(1, WatchFor("attack")).waits_for(Turn, 1)
    at(two_steps(hand=("flash",), shown=("flash",))).when(1, WatchFor("attack")).waits_for(Turn, 1, 2)
    at(two_steps(hand=(), unknown=1)).when(1, WatchFor("attack")).waits_for(Turn, 1, 2)


@pytest.mark.rule("HOC-ANY-05")
def test_conditions_cost_and_limits_hold_at_any_time_too() -> None:
    """What cannot be paid, is used up or does not fit now is refused in a window as elsewhere."""
    begun = at(two_steps(hand=("dear", "flash", "never"))).when(1, StartTask("1.dirk", "dirk.two"))
    begun.when(2, UseEvent("dear")).refused("HOC-COP-03")
    begun.when(2, UseEvent("never")).refused("HOC-STR-05")
    begun.when(2, UseEvent("flash")).when(2, UseEvent("flash")).refused("HOC-EVT-05")


@pytest.mark.rule("HOC-ANY-06")
def test_a_card_for_combat_is_used_between_the_defender_and_the_wounds() -> None:
    """The player whose turn it is uses any such card, the other one those for any time; all others have to wait."""
    one = side("anna", "bert", "cora", hand=("edge", "flash", "parry"), watches="attack")
    board = table(FIGHTS, one, side("anna", "bert", "cora", hand=("edge", "flash", "parry"), watches="attack"))
    at(board).when(1, UseEvent("edge")).refused("HOC-ANY-06")
    begun = at(board).when(1, StartTask("1.anna", "anna.hit")).waits_for(Running, 1, 2)
    chosen = begun.when(1, GoOn()).when(2, GoOn()).when(1, Choose(("2.bert",)))
    fight = (
        chosen.then_includes(e.AttackDeclared("1.anna", "2.bert")).then_never(e.AttackMade).waits_for(Fighting, 1, 2)
    )
    fight.when(2, UseEvent("edge")).refused("HOC-ANY-01")
    fight.when(2, UseEvent("flash")).refused("HOC-ANY-06")
    edge = (
        fight.when(1, UseEvent("edge")).waits_for(Fighting, 1, 2).when(2, UseEvent("parry")).waits_for(Fighting, 1, 2)
    )
    edge.when(1, GoOn()).when(2, GoOn()).then_includes(
        e.AttackMade("1.anna", "2.bert", 4, 1), e.HeroWounded("2.bert", 4, 0, "1.anna")
    )


@pytest.mark.rule("HOC-ANY-06")
def test_combats_do_not_stop_in_a_set_without_such_a_card() -> None:
    """Whoever watches."""
    board = table(SET, side("anna", "bert", "cora", hand=("flash",), watches="all"))
    begun = at(board).when(1, StartTask("1.anna", "anna.hit")).when(1, GoOn())
    begun.when(1, Choose(("2.bert",))).then_includes(e.AttackMade("1.anna", "2.bert", 2, 1))


# --- secrets

VIEWERS: tuple[Viewer, ...] = (1, "spectator")


@pytest.mark.rule("HOC-STR-02", "HOC-STR-04", "HOC-SET-06")
def test_a_refused_use_reveals_nothing() -> None:
    """A card is shown when it is used; of one that may not be used now nobody else learns."""
    board = two_steps(hand=("nap",))
    at(board).when(2, UseEvent("nap")).refused("HOC-ANY-01")
    shown = (
        at(two_steps()).when(2, UseEvent("flash")).then_includes(e.CardShown(2, "flash", True), e.EventUsed(2, "flash"))
    )
    shown.when(2, WatchFor("no")).then_never(e.CardShown)
    assert e.StrategyPicked(2, "flash").seen_by(1) == e.StrategyPicked(2, "?")


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.rule("HOC-ANY-06", "HOC-STR-02", "HOC-SET-06")
def test_nothing_hangs_on_a_hidden_card_that_is_never_used(seed: int) -> None:
    """Two games that differ in such a card alone look the same to the opponent, and to a spectator, at every step.

    Who is waited for, what may be done, what follows, what every other viewer sees: windows included.
    """
    rng = Random(seed)
    mine, yours = _teams(rng)
    first, second = _begun(mine, yours), _begun(mine, (*yours[:2], _another(rng, mine, yours)))
    for _ in range(150):
        seats = RULESET.waiting_for(first)
        assert RULESET.waiting_for(second) == seats
        if not seats:
            break
        assert list(RULESET.legal_actions(first, 1)) == list(RULESET.legal_actions(second, 1))
        seat = rng.choice(seats)
        both = set(RULESET.legal_actions(second, seat))
        common = [action for action in RULESET.legal_actions(first, seat) if action in both]
        action = rng.choice([action for action in common if getattr(action, "card", "") != yours[2]])
        plays = [RULESET.decide(board, seat, action, GivenChance()) for board in (first, second)]
        for viewer in VIEWERS:
            seen = [RULESET.encode([effect.seen_by(viewer) for effect in play.effects]) for play in plays]
            assert seen[0] == seen[1], f"{viewer} can tell"
        first, second = (play.board for play in plays)


def _blank() -> Board:
    components = RULESET.starter_components
    return RULESET.empty_board(Start(2, components.hash, "server", "free"), components)


def _teams(rng: Random) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The strategy cards of both; the third of seat 2 is the secret one."""
    strategies = sorted(starter().strategies)
    return tuple(rng.sample(strategies, 3)), tuple(rng.sample(strategies, 3))


def _another(rng: Random, mine: tuple[str, ...], yours: tuple[str, ...]) -> str:
    """A card instead of the secret one; both are hidden, so neither is a location."""
    found = starter().strategies
    if type(found[yours[2]]).__name__ == "Location":
        return yours[2]
    return rng.choice(
        [card for card in found if card not in yours and type(found[card]).__name__ != "Location" and card not in mine]
    )


def _begun(mine: tuple[str, ...], yours: tuple[str, ...]) -> Board:
    """A game with these cards, in which seat 2 watches everything."""
    heroes = sorted(starter().heroes)
    board = _blank()
    for seat, brought in ((1, mine), (2, yours)):
        for card in heroes[3 * seat : 3 * seat + 3]:
            board = RULESET.decide(board, seat, PickHero(card), GivenChance()).board
        for card in brought:
            board = RULESET.decide(board, seat, PickStrategy(card), GivenChance()).board
    for seat in (1, 2):
        board = RULESET.decide(board, seat, AgreeStarter(1), GivenChance()).board
    return RULESET.decide(board, 2, WatchFor("all"), GivenChance()).board
