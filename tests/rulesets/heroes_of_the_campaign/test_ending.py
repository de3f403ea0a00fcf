"""How a game is won."""

import pytest

from rulesets.heroes_of_the_campaign import RULESET
from rulesets.heroes_of_the_campaign import effects as e
from rulesets.heroes_of_the_campaign.phases import GameOver, Turn
from rulesets.heroes_of_the_campaign.rules.strategies import DeploySupport, UseEvent
from rulesets.heroes_of_the_campaign.rules.tasks import StartTask
from rulesets.heroes_of_the_campaign.rules.turns import EndTurn
from rulesets.heroes_of_the_campaign.rules.windows import GoOn
from tests.rulesets.heroes_of_the_campaign.build import cards, hero, side, status, table
from tests.rulesets.heroes_of_the_campaign.checked import after, at, fallen

PLAIN = cards()
HIT = StartTask("1.anna", "anna.hit")
AWAY = hero("cora", 2, "infirmary")
SHY = status("untouchable", seat=2)


@pytest.mark.rule("HOC-END-01")
def test_a_hero_that_attacks_while_nobody_can_be_attacked_wins_at_once() -> None:
    """All opposing heroes are in the infirmary or untouchable; own ones do not count."""
    foes = AWAY, hero("bert", held=(SHY,))

    scenario = after(table(PLAIN, side("anna", "bert"), side(*foes)), HIT)
    scenario.then(e.TaskStarted("1.anna", "anna.hit", "task"), e.GameWon(1, "1.anna"))
    assert scenario.board.pending == GameOver((1,), "nobody_left")
    assert scenario.board.pending.reason in RULESET.endings
    scenario.when(1, EndTurn()).refused("HOC-END-01")


@pytest.mark.rule("HOC-END-01")
@pytest.mark.parametrize("flag", ["in_cover", "cannot_attack", "cannot_be_wounded", "cannot_perform_tasks"])
def test_nothing_else_keeps_a_hero_from_being_attacked(flag: str) -> None:
    """One hero that can be attacked is enough for the game to go on."""
    board = table(PLAIN, side("anna"), side(AWAY, hero("bert", held=(status(flag, seat=2),))))

    after(board, HIT).then_includes(e.AttackDeclared("1.anna", "2.bert")).waits_for(Turn, 1)


FURY = """
- {id: fury, name: Fury, attack: 9, resistance: 9, tasks: [
   {id: once, actions: [{do: attack}]}, {id: twice, actions: [{do: attack}, {do: attack}]}]}
"""


@pytest.mark.rule("HOC-END-02")
def test_felling_the_last_hero_does_not_win_by_itself() -> None:
    """It takes a further attack, which may be a later action of the same task."""
    board = table(cards(FURY), side("fury"), side(AWAY, "bert"))

    scenario = after(board, StartTask("1.fury", "fury.once")).waits_for(Turn, 1)
    assert fallen(scenario) == ["2.cora", "2.bert"]
    after(board, StartTask("1.fury", "fury.twice")).then_includes(
        e.HeroSentToInfirmary("2.bert", 3, "camp", "1.fury"), e.GameWon(1, "1.fury")
    )


FRAIL = """
- {id: frail, name: Frail, attack: 1, resistance: 1, tasks: [
   {id: hit, cost: 2, actions: [{do: wound, amount: 1, target: self}, {do: attack}]},
   {id: numb, actions: [{do: add_status, status: cannot_attack, target: {all: {side: own}}, until: permanent},
     {do: earn_copper, amount: 1}]}]}
- {id: pest, name: Pest, attack: 0, resistance: 1, abilities: [{kind: trigger, on: task_started, player: opponent,
   actions: [{do: add_status, status: cannot_attack, target: subject, until: permanent}]}], tasks: []}
"""


@pytest.mark.rule("HOC-END-03")
def test_the_attack_must_be_reached() -> None:
    """It is paid for, its hero is not in the infirmary, and nothing prevents it from attacking."""
    poor = table(cards(FRAIL), side("frail", copper=1), side(AWAY))
    at(poor).when(1, StartTask("1.frail", "frail.hit")).refused("HOC-TSK-03")

    rich = table(cards(FRAIL), side("frail", copper=2), side(AWAY))
    after(rich, StartTask("1.frail", "frail.hit")).then_includes(e.TaskAborted("1.frail", "frail.hit")).then_never(
        e.GameWon
    )

    watched = table(cards(FRAIL), side("anna"), side(AWAY, hero("pest", held=(SHY,))))
    kept = e.ActionSkipped(None, "HOC-TSK-11", ("1.anna",), ("pest",))
    after(watched, HIT).then_includes(kept).then_never(e.GameWon)


@pytest.mark.rule("HOC-END-04")
def test_a_support_that_can_be_attacked_prevents_the_win() -> None:
    """It may be deployed in time, by a player who asked to be asked before attacks."""
    page = cards("- {id: page, name: Page, type: support, at_any_time: true, attack: 0, resistance: 1}")
    board = table(page, side("anna"), side(AWAY, hand=("page",), watches="attack"))

    after(board, HIT).when(2, DeploySupport("page")).then_includes(e.AttackDeclared("1.anna", "2.page")).waits_for(
        Turn, 1
    )
    after(board, HIT).when(2, GoOn()).then(e.Passed(2), e.GameWon(1, "1.anna"))


@pytest.mark.rule("HOC-END-05")
def test_a_game_may_be_won_in_the_first_round_and_on_the_opponents_turn() -> None:
    """An event lets a hero attack when it is not its turn."""
    raid = "- {id: raid, name: Raid, type: event, at_any_time: true,"
    raid += " actions: [{do: attack, with: {pick: {side: own}}}]}"
    board = table(cards(raid), side(AWAY), side("bert", hand=("raid",), watches="all"), round=1)

    at(board).when(2, UseEvent("raid")).then_includes(e.GameWon(2, "2.bert"))


@pytest.mark.rule("HOC-END-06")
def test_protection_from_wounds_is_no_protection_from_attacks() -> None:
    """In round 1 a hero of those who did not begin is attacked, takes nothing, and nobody wins."""
    board = table(PLAIN, side("anna"), side(AWAY, "bert"), round=1)

    after(board, HIT).then_includes(e.HeroWounded("2.bert", 2, 0, "1.anna")).waits_for(Turn, 1)


@pytest.mark.rule("HOC-END-07")
def test_the_game_goes_on_when_nobody_can_act() -> None:
    """Both players may have no active hero; there is no draw."""
    gone = side(hero("anna", 4, "infirmary"))

    scenario = after(table(PLAIN, gone, gone), EndTurn()).waits_for(Turn, 2)
    scenario.when(2, EndTurn()).waits_for(Turn, 1)


@pytest.mark.rule("HOC-END-08")
def test_a_hero_that_a_permission_lets_one_attack_prevents_the_win() -> None:
    """An untouchable hero that this attacker may attack is attacked, though another attacker would win."""
    seer = "- {id: seer, name: Seer, attack: 1, resistance: 3, tasks: [{id: hit, actions: [{do: attack}]}],"
    seer += " abilities: [{kind: static, modifiers: [{allow: attack_untouchable}]}]}"
    board = table(cards(seer), side("anna", "seer"), side(AWAY, hero("bert", held=(SHY,))))

    after(board, StartTask("1.seer", "seer.hit")).then_includes(e.AttackDeclared("1.seer", "2.bert"))
    after(board, HIT).then_includes(e.GameWon(1, "1.anna"))


@pytest.mark.rule("HOC-END-08", "HOC-VOC-14")
def test_a_permission_may_stand_at_the_attack_itself() -> None:
    """The modifiers of an attack hold for its choice of the defender as well."""
    text = "- {id: anna, name: Anna, attack: 2, resistance: 4, tasks: [{id: hit, actions: ["
    text += "{do: attack, modifiers: [{allow: attack_untouchable}, {stat: attack, add: 1}]}]}]}"
    board = table(cards(text), side("anna"), side(AWAY, hero("bert", held=(SHY,))))

    after(board, HIT).then_includes(e.AttackMade("1.anna", "2.bert", 3, 1)).then_never(e.GameWon)
