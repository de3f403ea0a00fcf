"""Events as rows for statistics."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.heroes_of_the_campaign import RULESET
from rulesets.heroes_of_the_campaign import effects as e
from rulesets.heroes_of_the_campaign.board import Board
from rulesets.heroes_of_the_campaign.phases import AgreeingStarter, Choosing, ChoosingTeams, Fired, Running
from rulesets.heroes_of_the_campaign.pieces import Held
from rulesets.heroes_of_the_campaign.rules.by_hand import EnterByHand
from rulesets.heroes_of_the_campaign.rules.locations import SendHero
from rulesets.heroes_of_the_campaign.rules.running import Choose
from rulesets.heroes_of_the_campaign.rules.setup import AgreeStarter, PickStrategy
from rulesets.heroes_of_the_campaign.rules.strategies import DeploySupport, EnactLaw, LearnManeuver, UseEvent
from rulesets.heroes_of_the_campaign.rules.tasks import StartTask
from rulesets.heroes_of_the_campaign.rules.turns import EndTurn
from rulesets.heroes_of_the_campaign.rules.windows import GoOn, WatchFor
from rulesets.kit.chance import GivenChance
from rulesets.kit.facts import Fact
from rulesets.kit.structs import SPECTATOR, TABLE, Action, Effect, Viewer
from tests.rulesets.heroes_of_the_campaign.build import cards, hero, side, status, table
from tests.rulesets.heroes_of_the_campaign.checked import Checked, after, chosen

SET = cards(
    """
- {id: anna, name: Anna, attack: 2, resistance: 4, tasks: [
   {id: hit, cost: 1, actions: [{do: attack}]},
   {id: work, actions: [{do: earn_copper, amount: 2}]},
   {id: rob, actions: [{do: take_copper, amount: 3}]},
   {id: bleed, actions: [{do: wound, amount: 4, target: self}, {do: attack}, {do: earn_copper, amount: 1}]},
   {id: defy, actions: [{do: break_law}]},
   {id: mend, actions: [{do: heal, amount: 2, target: {pick: {side: own}}}]},
   {id: march, actions: [{do: send, target: self, to: inn}]},
   {id: vex, actions: [
    {do: add_status, status: vexed, target: {pick: {side: opposing, card: bert}}, until: end_of_turn}]}]}
- {id: evan, name: Evan, attack: 1, resistance: 3, tasks: [
   {id: call, actions: [{do: choose, options: [[{do: earn_copper, amount: 1}], []]}]},
   {id: spur, actions: [{do: perform_task, with: {pick: {side: own, card: bert}}}]}]}
- {id: bert, name: Bert, attack: 1, resistance: 3, tasks: [
   {id: hit, actions: [{do: attack}]}, {id: dig, actions: [{do: earn_copper, amount: 1}]}]}
- {id: dora, name: Dora, attack: 1, resistance: 3, abilities: [
   {kind: trigger, on: copper_earned, player: you, optional: true, actions: [{do: heal, amount: 1, target: self}]},
   {kind: trigger, on: turn_ended, player: you, actions: [{do: earn_copper, amount: 1}]},
   {kind: trigger, on: turn_ended, player: you, actions: [{do: lose_copper, amount: 1}]}]}
- {id: seer, name: Seer, attack: 1, resistance: 4, abilities: [{kind: by_hand, text: The moon is full.}],
   tasks: [{id: gaze, actions: [{do: by_hand, text: Ask the stars.}]}]}
- {id: storm, name: Storm, type: event, cost: 2, at_any_time: true,
   actions: [{do: wound, amount: 3, target: {pick: {side: opposing, card: bert}}}]}
- {id: gift, name: Gift, type: law, cost: 1, on_enact: [{do: earn_copper, amount: 1}],
   abilities: [{kind: static, affects: {side: opposing}, modifiers: [{stat: resistance, add: -1}]}]}
- {id: truce, name: Truce, type: law, abilities: [
   {kind: static, affects: {}, modifiers: [{flag: cannot_attack}]}]}
- {id: trick, name: Trick, type: maneuver, cost: 1, tasks: [{id: feint, actions: [{do: earn_copper, amount: 1}]}]}
- {id: page, name: Page, type: support, cost: 1, attack: 1, resistance: 1}
- {id: inn, name: Inn, type: location, cost: 1, tasks: [{id: rest, actions: [{do: heal, amount: 1, target: self}]}]}
- {id: plot, name: Plot, type: event, at_any_time: true, window: combat, actions: [{do: earn_copper, amount: 0}]}
""",
    statuses="- {id: vexed, name: Vexed, modifiers: [{stat: attack, add: -1}]}",
)
ANNA, BERT, DORA = "hero:anna", "hero:bert", "hero:dora"
HIT = StartTask("1.anna", "anna.hit")


def board(*one: Any, two: Any = (), own: Any = None, foe: Any = None, **other: Any) -> Board:
    """Anna and others of seat 1, with 5 copper; against Bert, or others, of seat 2."""
    return table(
        SET,
        side("anna", *one, copper=5, **(own or {})),
        side(*(two or ("bert",)), **{"copper": 1, **(foe or {})}),
        **other,
    )


def rows(scenario: Checked | Board, action: Action[Board], seat: int = 1) -> list[Fact]:
    """The rows of what a seat does."""
    before = scenario if isinstance(scenario, Board) else scenario.board
    play = RULESET.decide(before, seat, action, GivenChance())
    return RULESET.facts(before, seat, action, play.effects)


def row(found: list[Fact], name: str, **more: Any) -> dict[str, Any]:
    """What the one row of a type tells, as far as it tells anything."""
    (fact,) = [fact for fact in found if fact.type == name and all(getattr(fact, k) == v for k, v in more.items())]
    columns = ("seat", "card", "place", "target", "kind", "value", "source", "choice")
    return {name: expected for name in columns if (expected := getattr(fact, name)) is not None}


# --- decisions


@pytest.mark.parametrize(
    ("action", "expected"),
    [
        (HIT, Fact(card="task:anna.hit", source=ANNA, place="place:camp")),
        (SendHero("1.anna", "1.inn"), Fact(place="card:inn", target=ANNA)),
        (LearnManeuver("trick", "1.anna"), Fact(card="card:trick", target=ANNA)),
        (UseEvent("storm"), Fact(card="card:storm")),
        (DeploySupport("page"), Fact(card="card:page")),
        (EnactLaw("gift"), Fact(card="card:gift")),
        (WatchFor("all"), Fact(kind="all", choice="no")),
        (WatchFor("attack", this_turn=True), Fact(kind="attack", choice="yes")),
    ],
)
def test_a_decision_names_its_cards(action: Action[Board], expected: Fact) -> None:
    """By the ids of the set, the same whoever brought them."""
    expected.type, expected.seat = type(action).__name__, 1
    assert RULESET.facts(board(), 1, action, ()) == [expected]


@pytest.mark.parametrize(("starter", "choice"), [(1, "self"), (2, "opponent")])
def test_who_should_begin_is_told(starter: int, choice: str) -> None:
    """By whom it is said, and of whom."""
    found = rows(table(SET, pending=AgreeingStarter()), AgreeStarter(starter))
    assert row(found, "AgreeStarter") == {"seat": 1, "kind": "starter", "choice": choice, "target": f"seat:{starter}"}
    assert len(found) == 1


def test_a_turn_that_ends_tells_how_many_tasks_are_lost() -> None:
    """Of heroes at their side that could still have performed one."""
    three = board("dora", hero("bert", 3, "infirmary"))
    assert row(rows(three, EndTurn()), "EndTurn") == {"seat": 1, "value": 2}
    assert (
        row(rows(after(three, StartTask("1.anna", "anna.work")).when(1, chosen("no")), EndTurn()), "EndTurn")["value"]
        == 1
    )


@pytest.mark.parametrize(
    ("task", "names", "expected"),
    [
        ("anna.mend", ("1.bert",), {"kind": "target", "choice": BERT, "value": 1}),
        ("anna.hit", ("2.dora",), {"kind": "defender", "choice": DORA, "value": 1}),
        ("anna.defy", ("2.gift",), {"kind": "law", "choice": "card:gift", "value": 1}),
        ("evan.spur", ("bert.dig",), {"kind": "task", "choice": "task:bert.dig", "value": 1}),
        ("evan.call", ("0",), {"kind": "option", "choice": "(1) earn copper", "value": 1}),
        ("evan.call", ("1",), {"kind": "option", "choice": "(2) nothing", "value": 1}),
    ],
)
def test_a_choice_tells_what_was_picked_and_what_asked(
    task: str, names: tuple[str, ...], expected: dict[str, Any]
) -> None:
    """Ids where there are any, else words."""
    asked = after(
        board("bert", "evan", two=("bert", "dora"), foe={"laws": ("gift", "truce")} if task == "anna.defy" else {}),
        StartTask(f"1.{task[:4]}", task),
    ).waits_for(Choosing, 1)
    assert row(rows(asked, Choose(names)), "Choose") == {
        "seat": 1,
        "card": f"task:{task}",
        "source": f"hero:{task[:4]}",
        **expected,
    }


def test_a_choice_of_nobody_and_of_several_are_told() -> None:
    """How many, and who."""
    text = "- {id: rain, name: Rain, type: event, actions: ["
    text += "{do: wound, amount: 1, target: {pick: {}, count: 2, up_to: true}}]}"
    asked = after(table(cards(text), side("anna", "bert", hand=("rain",)), side("cora")), UseEvent("rain"))
    expected = {"seat": 1, "card": "card:rain", "source": "card:rain", "kind": "target"}
    assert row(rows(asked, Choose(())), "Choose") == {**expected, "choice": "nobody", "value": 0}
    two = rows(asked, chosen("1.anna", "2.cora"))
    assert row(two, "Choose") == {**expected, "choice": "hero:anna hero:cora", "value": 2}


@pytest.mark.parametrize("word", ["yes", "no"])
def test_whether_an_ability_is_used_is_told(word: str) -> None:
    """With the ability, the hero that has it, and what followed."""
    asked = after(board(hero("dora", 1)), StartTask("1.anna", "anna.work")).waits_for(Choosing, 1)
    found = rows(asked, chosen(word))
    ability = {"seat": 1, "card": "ability:dora.0", "source": DORA}
    assert row(found, "Choose") == {**ability, "kind": "use", "choice": word, "value": 1}
    assert row(found, "TriggerStarted" if word == "yes" else "TriggerDeclined") == ability


def test_of_several_abilities_the_one_that_comes_first_asks() -> None:
    """Once its player has said which that is."""
    ability = "{kind: trigger, on: turn_ended, player: you, optional: true, actions: [{do: %s}]}"
    words = ", ".join([ability % "earn_copper, amount: 1", ability % "heal, amount: 1, target: self"])
    eager = f"- {{id: anna, name: Anna, attack: 2, resistance: 4, abilities: [{words}]}}"
    asked = after(table(cards(eager), side("anna")), EndTurn(), chosen("1")).waits_for(Choosing, 1)
    assert row(rows(asked, chosen("yes")), "Choose")["card"] == "ability:anna.1"


def test_which_ability_comes_first_is_told() -> None:
    """Of several that wait, nothing else asks."""
    asked = after(board("dora"), EndTurn()).waits_for(Choosing, 1)
    assert row(rows(asked, chosen("1")), "Choose") == {
        "seat": 1,
        "kind": "trigger",
        "choice": "ability:dora.2",
        "value": 1,
    }


def test_letting_something_happen_tells_what() -> None:
    """The next action of a task, or the wounds of a combat."""
    watched = board("bert", foe={"hand": ("plot",), "watches": "all"})
    let = after(watched, HIT).waits_for(Running, 2)
    expected = {"seat": 2, "card": "task:anna.hit", "source": ANNA}
    assert row(rows(let, GoOn(), 2), "GoOn") == {**expected, "kind": "action"}
    assert row(rows(let.when(2, GoOn()), GoOn(), 2), "GoOn") == {**expected, "kind": "wounds"}


def test_what_is_entered_by_hand_is_told_with_its_card() -> None:
    """How many effects; each is a row of its own."""
    asked = after(table(SET, side("seer"), side("bert")), StartTask("1.seer", "seer.gaze"))
    found = rows(asked, EnterByHand((e.CopperEarned(1, 3), e.HeroWounded("2.bert", 1, 1, "1.seer"))))
    expected = {"card": "task:seer.gaze", "source": "hero:seer"}
    assert row(found, "EnterByHand") == {"seat": 1, "value": 2, **expected}
    assert row(found, "CopperEarned") == {"seat": 1, "value": 3, **expected}
    assert row(found, "HeroWounded") == {"seat": 2, "value": 1, "kind": "opposing", "target": BERT, **expected}


def test_an_ability_that_is_entered_by_hand_is_not_the_task_that_it_interrupts() -> None:
    """Which ability it is, the entry does not say."""
    begun = after(board(two=("seer",), foe={"hand": ("plot",), "watches": "all"}), HIT).waits_for(Running, 2)
    assert row(rows(begun, EnterByHand(), 2), "EnterByHand") == {"seat": 2, "value": 0}


# --- what follows


def test_a_task_tells_who_performs_it_where_and_what_it_costs() -> None:
    """And how: with the regular task, as a maneuver's, or as an extra one."""
    there = table(SET, side(hero("anna", 0, "inn", learned=("trick",)), "bert", "evan", copper=5, locations=("inn",)))
    hit = rows(there, HIT)
    assert row(hit, "TaskStarted") == {
        "seat": 1,
        "card": "task:anna.hit",
        "source": ANNA,
        "kind": "regular",
        "place": "card:inn",
    }
    assert row(hit, "CopperPaid") == {"seat": 1, "card": "task:anna.hit", "source": ANNA, "kind": "task", "value": 1}
    assert row(rows(there, StartTask("1.anna", "trick.feint")), "TaskStarted")["kind"] == "maneuver"
    assert row(rows(there, StartTask("1.anna", "inn.rest")), "TaskEnded") == {
        "seat": 1,
        "card": "task:inn.rest",
        "source": ANNA,
    }
    extra = rows(after(there, StartTask("1.evan", "evan.spur")), chosen("bert.dig"))
    assert row(extra, "TaskStarted") == {
        "seat": 1,
        "card": "task:bert.dig",
        "source": BERT,
        "kind": "extra",
        "place": "place:camp",
    }


@pytest.mark.parametrize(
    ("action", "card", "kind", "value"),
    [
        (UseEvent("storm"), "card:storm", "event", 2),
        (EnactLaw("gift"), "card:gift", "law", 1),
        (DeploySupport("page"), "card:page", "support", 1),
        (LearnManeuver("trick", "1.anna"), "card:trick", "maneuver", 1),
        (SendHero("1.anna", "1.inn"), "card:inn", "location", 1),
    ],
)
def test_copper_that_is_paid_tells_for_what(action: Action[Board], card: str, kind: str, value: int) -> None:
    """Tasks, strategy cards and travels alike."""
    one = board(own={"hand": ("gift", "page", "storm", "trick"), "locations": ("inn",)})
    assert row(rows(one, action), "CopperPaid") == {"seat": 1, "card": card, "kind": kind, "value": value}


def test_an_event_in_the_middle_of_a_task_is_paid_by_no_hero() -> None:
    """The hero whose task it is has no part in it."""
    begun = after(board(foe={"hand": ("storm",), "watches": "all", "copper": 2}), HIT).waits_for(Running, 2)
    paid = {"seat": 2, "card": "card:storm", "kind": "event", "value": 2}
    assert row(rows(begun, UseEvent("storm"), 2), "CopperPaid") == paid


def test_copper_tells_what_brought_it() -> None:
    """The task and its hero, the ability, or the law as it is enacted."""
    work = rows(board(), StartTask("1.anna", "anna.work"))
    assert row(work, "CopperEarned") == {"seat": 1, "card": "task:anna.work", "source": ANNA, "value": 2}
    rob = rows(board(), StartTask("1.anna", "anna.rob"))
    assert row(rob, "CopperTaken") == {"seat": 1, "card": "task:anna.rob", "source": ANNA, "value": 1}
    law = rows(board(own={"hand": ("gift",)}), EnactLaw("gift"))
    assert row(law, "CopperEarned") == {"seat": 1, "card": "card:gift", "source": "card:gift", "value": 1}
    tired = rows(after(board("dora"), EndTurn()), chosen("1"))
    assert row(tired, "CopperLost") == {"seat": 2, "card": "ability:dora.2", "source": DORA, "value": 1}


def test_a_combat_tells_who_deals_what_to_whom() -> None:
    """A row of each blow, and of the wounds of each; the fallen are told with who felled them."""
    found = rows(board(two=(hero("bert", 1),)), HIT)
    one = {"card": "task:anna.hit", "source": ANNA, "target": BERT}
    two = {"card": "task:anna.hit", "source": BERT, "target": ANNA}
    assert row(found, "AttackDeclared") == {"seat": 1, **one}
    assert row(found, "AttackMade", kind="attack") == {"seat": 1, "kind": "attack", "value": 2, **one}
    assert row(found, "AttackMade", kind="defence") == {"seat": 2, "kind": "defence", "value": 1, **two}
    assert row(found, "HeroWounded", kind="attack") == {"seat": 2, "kind": "attack", "value": 2, **one}
    assert row(found, "HeroWounded", kind="defence") == {"seat": 1, "kind": "defence", "value": 1, **two}
    assert row(found, "HeroSentToInfirmary") == {
        "seat": 2,
        "kind": "opposing",
        "value": 3,
        "place": "place:camp",
        **one,
    }
    assert "CombatEnded" not in [fact.type for fact in found]


def test_wounds_that_a_hero_does_not_take_are_a_row_of_their_own() -> None:
    """In the first round those of the second player."""
    found = rows(board(round=1), HIT)
    expected = {"seat": 2, "card": "task:anna.hit", "source": ANNA, "target": BERT, "kind": "attack"}
    assert row(found, "HeroWounded", kind="attack") == {**expected, "value": 0}
    assert row(found, "WoundsPrevented") == {**expected, "value": 2}


def test_a_combat_that_is_called_off_is_a_row() -> None:
    """Where an ability takes the defender away before the blows."""
    gone = "- {id: bert, name: Bert, attack: 1, resistance: 3, abilities: [{kind: trigger, on: attack_declared, "
    gone += "actions: [{do: send, target: self, to: infirmary}]}]}"
    found = rows(table(cards(gone), side("anna"), side("bert")), HIT)
    expected = {"seat": 1, "card": "task:anna.hit", "source": ANNA, "target": BERT}
    assert row(found, "CombatEnded") == expected
    assert row(found, "HeroSentToInfirmary")["card"] == "ability:bert.0"


def test_wounds_by_an_event_tell_its_card() -> None:
    """There is no hero that dealt them."""
    found = rows(board(own={"hand": ("storm",)}), UseEvent("storm"))
    expected = {"seat": 2, "card": "card:storm", "source": "card:storm", "target": BERT, "kind": "opposing", "value": 3}
    assert row(found, "HeroWounded") == expected
    assert row(found, "HeroSentToInfirmary") == {**expected, "place": "place:camp"}


def test_a_hero_that_falls_by_the_rules_alone_was_sent_by_nothing() -> None:
    """A law lowers its resistance while another hero's task is under way."""
    text = "- {id: frost, name: Frost, type: law, at_any_time: true, abilities: ["
    text += "{kind: static, affects: {card: anna}, modifiers: [{stat: resistance, add: -1}]}]}"
    two = side("bert", hand=("frost",), watches="all")
    begun = after(table(cards(text), side(hero("anna", 3), "bert"), two), StartTask("1.bert", "bert.hit"))
    found = rows(begun.waits_for(Running, 2), EnactLaw("frost"), 2)
    assert row(found, "HeroSentToInfirmary") == {"seat": 1, "target": ANNA, "place": "place:camp", "value": 3}


def test_a_task_that_is_broken_off_tells_what_is_lost() -> None:
    """Two of its three actions, by wounds of its own."""
    found = rows(board("bert"), StartTask("1.anna", "anna.bleed"))
    expected = {"seat": 1, "card": "task:anna.bleed", "source": ANNA}
    assert row(found, "TaskAborted") == {**expected, "value": 2}
    assert row(found, "HeroSentToInfirmary") == {
        **expected,
        "target": ANNA,
        "kind": "own",
        "value": 4,
        "place": "place:camp",
    }


def test_healing_tells_how_many_wounds_and_by_whom() -> None:
    """Also where it brings a hero back."""
    mend = StartTask("1.anna", "anna.mend")
    expected = {"seat": 1, "card": "task:anna.mend", "source": ANNA, "target": BERT}
    hurt = rows(after(board(hero("bert", 1)), mend), chosen("1.bert"))
    assert row(hurt, "HeroHealed") == {**expected, "value": 1}
    back = rows(after(board(hero("bert", 3, "infirmary")), mend), chosen("1.bert"))
    assert row(back, "HeroLeftInfirmary") == {**expected, "value": 2}


def test_a_status_is_told_alike_when_it_comes_and_when_it_ends() -> None:
    """So that a statistic finds how long it lasts."""
    vexed = after(board(two=("bert",)), StartTask("1.anna", "anna.vex"))
    expected = {"seat": 2, "kind": "vexed", "card": "task:anna.vex", "source": ANNA, "target": BERT}
    assert row(rows(board(two=("bert",)), StartTask("1.anna", "anna.vex")), "StatusApplied") == expected
    assert row(rows(vexed, EndTurn()), "StatusEnded") == expected
    unnamed = e.StatusApplied("1.anna", Held("storm.0", 2, "storm", None, "permanent"))
    assert [fact.kind for fact in unnamed.facts(board())] == ["unnamed"]


def test_a_visit_tells_hero_and_location() -> None:
    """By travel or by a card; when it ends, the place is the same."""
    there = board(own={"locations": ("inn",)})
    expected = {"seat": 1, "card": "card:inn", "place": "card:inn", "target": ANNA}
    assert row(rows(there, SendHero("1.anna", "1.inn")), "HeroSentToLocation") == expected
    marched = rows(there, StartTask("1.anna", "anna.march"))
    assert row(marched, "HeroSentToLocation") == {**expected, "source": ANNA}
    inside = table(SET, side(hero("anna", 0, "inn"), locations=("inn",)))
    back = RULESET.facts(inside, 1, EndTurn(), (e.HeroSentToCamp("1.anna"),))
    assert row(back, "HeroSentToCamp") == expected


def test_a_law_that_is_broken_tells_who_broke_whose() -> None:
    """The seat is its owner's."""
    found = rows(board(foe={"laws": ("gift",)}), StartTask("1.anna", "anna.defy"))
    assert row(found, "LawBroken") == {"seat": 2, "card": "card:gift", "source": ANNA, "kind": "opposing"}
    own = rows(board(own={"laws": ("gift",)}), StartTask("1.anna", "anna.defy"))
    assert row(own, "LawBroken")["kind"] == "own"


def test_a_maneuver_tells_its_learner() -> None:
    """And the card that is revealed by it is a row too."""
    found = rows(board(own={"hand": ("trick",)}), LearnManeuver("trick", "1.anna"))
    assert row(found, "ManeuverLearned") == {"seat": 1, "card": "card:trick", "target": ANNA}
    assert row(found, "CardShown") == {"seat": 1, "card": "card:trick"}


def test_a_skipped_action_tells_the_rule_and_what_forbids_it() -> None:
    """A card, a named status, or nothing but that nobody fits."""
    order = "- {id: order, name: Order, type: event, actions: [{do: attack, with: {pick: {side: own, card: anna}}}]}"
    words = cards(
        order + "\n- {id: truce, name: Truce, type: law, abilities: [{kind: static, affects: {}, modifiers: "
        "[{flag: cannot_attack}]}]}",
        statuses="- {id: lame, name: Lame, modifiers: [{flag: cannot_attack}]}",
    )
    expected = {"seat": 1, "card": "card:order", "choice": "attack"}
    forbidden = {**expected, "kind": "HOC-TSK-11", "target": ANNA}
    law = table(words, side("anna", hand=("order",), laws=("truce",)), side("bert"))
    assert row(rows(law, UseEvent("order")), "ActionSkipped") == {**forbidden, "source": "card:truce"}
    lame = table(words, side(hero("anna", held=(status("lame"),)), hand=("order",)), side("bert"))
    assert row(rows(lame, UseEvent("order")), "ActionSkipped") == {**forbidden, "source": "status:lame"}
    nobody = table(words, side("cora", hand=("order",)), side("bert"))
    assert row(rows(nobody, UseEvent("order")), "ActionSkipped") == {**expected, "kind": "HOC-TSK-08"}


def test_the_win_tells_the_task_and_how_many_were_untouchable() -> None:
    """All others lie in the infirmary."""
    shy = hero("bert", held=(status("untouchable", seat=2),))
    found = rows(board("bert", two=(shy, hero("dora", 3, "infirmary"))), HIT)
    assert row(found, "GameWon") == {"seat": 1, "card": "task:anna.hit", "source": ANNA, "value": 1}


def test_the_teams_are_a_row_for_each_card() -> None:
    """Heroes and locations, as they are laid open."""
    revealed = e.TeamsRevealed((("anna",), ("bert",)), ((), ("inn",)))
    assert list(revealed.facts(table(SET))) == [
        Fact(seat=1, card=ANNA, kind="hero"),
        Fact(seat=2, card=BERT, kind="hero"),
        Fact(seat=2, card="card:inn", kind="location"),
    ]


@pytest.mark.parametrize(
    ("effect", "expected"),
    [
        (
            e.TriggerDropped(Fired("dora.0", 2, "2.dora", "1.anna")),
            Fact(card="ability:dora.0", source=DORA, target=ANNA),
        ),
        (e.TriggerDropped(Fired("dora.0", 2, None)), Fact(card="ability:dora.0", source=DORA)),
        (e.EventUsed(2, "storm"), Fact(card="card:storm")),
        (e.LawEnacted(2, "gift"), Fact(card="card:gift")),
        (e.SupportDeployed(2, "page"), Fact(card="card:page")),
        (e.WordGiven(2, "all", "no"), Fact(kind="all", choice="no")),
        (e.InfirmaryWoundsAdjusted("2.dora", 2), Fact(target=DORA, value=2)),
    ],
)
def test_a_consequence_is_a_row(effect: Effect[Board], expected: Fact) -> None:
    """Of its seat."""
    expected.seat = 2
    assert list(effect.facts(table(SET))) == [expected]


@pytest.mark.parametrize(
    "effect",
    [
        e.ActionEnded("anna.bleed.1"),
        e.EffectStarted(1, "storm", "storm.0"),
        e.EffectEnded(),
        e.ChoiceAsked(1, "target", ("1.anna", "2.anna"), 1, 1),
        e.ChoiceMade(("1.anna",)),
        e.BranchTaken(None),
        e.TriggersSet((Fired("dora.0", 1, None),)),
        e.Noted("wounded", 1),
        e.Passed(1),
        e.TurnStarted(1),
        e.TurnEnded(1),
        e.RoundStarted(2, 1),
        e.RoundEnded(1),
        e.StarterNamed(1, 2),
        e.HeroWounded("1.anna", 0, 0),
    ],
)
def test_what_only_moves_play_on_is_no_row(effect: Effect[Board]) -> None:
    """Nor what the decision tells already."""
    assert list(effect.facts(table(SET))) == []


def test_a_card_chosen_in_secret_is_no_row_of_the_opponent() -> None:
    """Nor of a spectator: the row tells that a card was chosen."""
    setup = table(SET, pending=ChoosingTeams())
    picked, action = e.StrategyPicked(1, "nap"), PickStrategy("nap")
    expected: list[tuple[Viewer, str | None]] = [(1, "card:nap"), (TABLE, "card:nap"), (2, None), (SPECTATOR, None)]
    for viewer, card in expected:
        seen = action.seen_by(viewer, 1), (picked.seen_by(viewer),)
        assert [fact.card for fact in RULESET.facts(setup, 1, *seen)] == [card, card]


def test_types_are_called_in_the_words_of_players() -> None:
    """No class name is shown."""
    titles = RULESET.titles
    assert titles["StartTask"] == "Perform a task"
    assert titles["HeroSentToInfirmary"] == "Sent to the infirmary"
    assert titles["TriggerStarted"] == "Ability used"
