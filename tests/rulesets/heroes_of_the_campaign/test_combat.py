"""Attacks and combats."""

import pytest

from rulesets.heroes_of_the_campaign import effects as e
from rulesets.heroes_of_the_campaign.phases import Choosing, Fighting, GameOver, Turn
from rulesets.heroes_of_the_campaign.rules.locations import SendHero
from rulesets.heroes_of_the_campaign.rules.running import Choose
from rulesets.heroes_of_the_campaign.rules.strategies import EnactLaw, LearnManeuver, UseEvent
from rulesets.heroes_of_the_campaign.rules.tasks import StartTask
from rulesets.heroes_of_the_campaign.rules.windows import GoOn
from tests.rulesets.heroes_of_the_campaign.build import cards, hero, side, status, table
from tests.rulesets.heroes_of_the_campaign.checked import after, at, chosen, copper, fallen, legal, wounds

PLAIN = cards()
HIT = StartTask("1.anna", "anna.hit")
SHY = status("untouchable", seat=2)


def defenders(text: str, *foes: object, own: object = "anna") -> list[str]:
    """Whom Anna may choose to attack; all cards of `text` are at hand."""
    board = table(cards(text), side(own, "bert"), side(*foes))  # type: ignore[arg-type]
    return [name for choice in legal(after(board, HIT), Choose) for name in choice.names]


@pytest.mark.rule("HOC-CMB-01", "HOC-CMB-02")
def test_the_attackers_player_chooses_an_opposing_hero() -> None:
    """The defender's player is not asked, and own heroes cannot be chosen."""
    scenario = after(table(PLAIN), HIT).waits_for(Choosing, 1)

    assert legal(scenario, Choose) == [chosen("2.anna"), chosen("2.bert"), chosen("2.cora")]
    scenario.when(2, chosen("2.bert")).refused("HOC-TSK-07")
    scenario.when(1, chosen("1.bert")).refused("HOC-VOC-02")
    scenario.when(1, chosen("2.bert")).then_includes(e.AttackDeclared("1.anna", "2.bert"))


@pytest.mark.rule("HOC-CMB-02")
def test_a_card_may_let_a_hero_attack_its_own_side_but_never_itself() -> None:
    """Those who fight on the same side as well; nobody fights alone."""
    traitor = "- {id: anna, name: Anna, attack: 2, resistance: 4,"
    traitor += " tasks: [{id: hit, allows: [attack_own], actions: [{do: attack, against: {}}]}]}"
    assert defenders(traitor, "cora") == ["1.bert", "2.cora"]


@pytest.mark.rule("HOC-CMB-03")
def test_a_hero_in_the_infirmary_cannot_be_attacked() -> None:
    """It is not among the candidates."""
    assert defenders("", "anna", "cora", hero("bert", 3, "infirmary")) == ["2.anna", "2.cora"]


@pytest.mark.rule("HOC-CMB-04")
def test_an_untouchable_hero_cannot_be_attacked() -> None:
    """It is not among the candidates, unless a card lets the attacker attack it."""
    foes = "anna", "cora", hero("bert", held=(SHY,))
    seer = "- {id: anna, name: Anna, attack: 2, resistance: 4,"
    seer += " tasks: [{id: hit, allows: [attack_untouchable], actions: [{do: attack}]}]}"

    assert defenders("", *foes) == ["2.anna", "2.cora"]
    assert defenders(seer, *foes) == ["2.anna", "2.bert", "2.cora"]


@pytest.mark.rule("HOC-CMB-05", "HOC-CMB-06")
def test_both_deal_wounds_of_their_attack_power_at_the_same_time() -> None:
    """The defender falls, and still deals the 1 wound that its attack power was just before."""
    spirited = "- {id: bert, name: Bert, attack: 1, resistance: 3, abilities: ["
    spirited += "{kind: static, while: {exists: {self: only, wounded: false}}, modifiers: [{stat: attack, add: 2}]}]}"
    board = table(cards(spirited), side("cora", copper=1), side("bert"))

    scenario = after(board, StartTask("1.cora", "cora.hit")).then_includes(
        e.AttackMade("1.cora", "2.bert", 3, 3),
        e.HeroWounded("2.bert", 3, 3, "1.cora"),
        e.HeroWounded("1.cora", 3, 3, "2.bert"),
        e.CombatEnded(True),
        e.HeroSentToInfirmary("1.cora", 2, "camp", "2.bert"),
        e.HeroSentToInfirmary("2.bert", 3, "camp", "1.cora"),
    )
    assert fallen(scenario) == ["1.cora", "2.bert"]


HEED = """
- {id: heed, name: Heed, attack: 0, resistance: 9, abilities: [
   {kind: trigger, on: attack_declared, actions: [
    {do: add_status, status: draws_attacks, target: {all: {role: %s}}, until: permanent}]}]}
"""


@pytest.mark.rule("HOC-CMB-07", "HOC-CMB-08")
@pytest.mark.parametrize(
    ("role", "who"), [("attacker", ["1.anna"]), ("defender", ["2.bert"]), ("in_combat", ["1.anna", "2.bert"])]
)
def test_both_are_in_combat_and_the_one_who_did_not_start_it_defends(role: str, who: list[str]) -> None:
    """Cards can tell attacker and defender while the combat stands open."""
    board = table(cards(HEED % role), side("anna", "heed"), side("bert"))

    scenario = after(board, HIT)
    assert [found.name for found in scenario.board.heroes if found.held] == who


@pytest.mark.rule("HOC-CMB-08")
def test_once_the_wounds_are_dealt_nobody_is_in_combat() -> None:
    """What follows the combat finds nobody in it."""
    late = "- {id: anna, name: Anna, attack: 2, resistance: 4, tasks: [{id: hit, actions: [{do: attack},"
    late += " {do: wound, amount: 1, target: {all: {role: in_combat}}}]}]}"

    after(table(cards(late), side("anna"), side("bert")), HIT).then_includes(e.ActionSkipped(None, "HOC-TSK-08"))


@pytest.mark.rule("HOC-CMB-09")
def test_being_untouchable_does_not_spare_an_attacker_its_wounds() -> None:
    """The defender strikes back."""
    board = table(PLAIN, side(hero("anna", held=(status("untouchable"),))), side("bert"))

    after(board, HIT).then_includes(e.HeroWounded("1.anna", 1, 1, "2.bert"))


MAGES = """
- {id: anna, name: Anna, attack: 2, resistance: 4, tasks: [{id: hit, actions: [
   {do: attack, against: {side: opposing, class: mage}}, {do: earn_copper, amount: 1}]}]}
"""


@pytest.mark.rule("HOC-CMB-10")
def test_an_attack_on_certain_heroes_is_skipped_where_only_others_can_be_attacked() -> None:
    """It wins nothing, and the task goes on."""
    scenario = after(table(cards(MAGES), side("anna"), side("bert")), HIT).then_includes(
        e.ActionSkipped("anna.hit.1", "HOC-CMB-10"), e.CopperEarned(1, 1)
    )
    scenario.then_never(e.GameWon).waits_for(Turn, 1)


@pytest.mark.rule("HOC-CMB-11")
def test_an_attack_with_a_power_of_nothing_is_an_attack() -> None:
    """It deals nothing and is struck back; with nobody to be attacked it wins."""
    meek = "- {id: anna, name: Anna, attack: 0, resistance: 4, tasks: [{id: hit, actions: [{do: attack}]}]}"

    after(table(cards(meek), side("anna"), side("bert")), HIT).then_includes(
        e.AttackMade("1.anna", "2.bert", 0, 1), e.HeroWounded("2.bert", 0, 0, "1.anna")
    )
    gone = side(hero("bert", 3, "infirmary"))
    after(table(cards(meek), side("anna"), gone), HIT).then_includes(e.GameWon(1, "1.anna")).waits_for(GameOver)


AMBUSH = """
- {id: bert, name: Bert, attack: 1, resistance: 3, abilities: [
   {kind: trigger, on: attack_declared, other: {self: only}, actions: [%s]}]}
"""


@pytest.mark.rule("HOC-CMB-13")
@pytest.mark.parametrize("who", ["subject", "other"])
def test_a_combat_is_over_when_one_of_the_two_is_gone_before_the_wounds(who: str) -> None:
    """An ability that answers the declared attack sends attacker or defender off: no wounds are dealt."""
    board = table(cards(AMBUSH % f"{{do: send, target: {who}, to: infirmary}}"), side("anna"), side("bert", "cora"))

    scenario = after(board, HIT, chosen("2.bert")).then_never(e.AttackMade, e.HeroWounded)
    scenario.then_includes(e.CombatEnded(False))
    assert fallen(scenario) == ["1.anna" if who == "subject" else "2.bert"]


@pytest.mark.rule("HOC-CMB-13")
def test_nothing_else_stops_a_combat() -> None:
    """The defender becomes untouchable and the attacker is prevented from attacking: the wounds are dealt."""
    late = "{do: add_status, status: untouchable, target: self, until: permanent},"
    late += "{do: add_status, status: cannot_attack, target: subject, until: permanent}"
    board = table(cards(AMBUSH % late), side("anna"), side("bert"))

    after(board, HIT).then_includes(
        e.StatusApplied("2.bert", status("untouchable", seat=2, source="bert.0", by="2.bert")),
        e.AttackMade("1.anna", "2.bert", 2, 1),
    )


@pytest.mark.rule("HOC-CMB-13", "HOC-ANY-06")
def test_cards_for_combats_come_before_the_wounds() -> None:
    """A hero is strengthened between the choice of the defender and the wounds."""
    rage = "- {id: rage, name: Rage, type: event, window: combat, at_any_time: true, actions: [{do: add_status,"
    rage += " status: {modifiers: [{stat: attack, add: 2}]}, target: {all: {role: defender}}, until: end_of_task}]}"
    board = table(cards(rage), side("anna"), side("bert", hand=("rage",), watches="attack"))

    scenario = after(board, HIT).when(2, GoOn()).waits_for(Fighting, 2)
    scenario = scenario.when(2, UseEvent("rage")).when(2, GoOn())
    scenario.then_includes(e.AttackMade("1.anna", "2.bert", 2, 3))


@pytest.mark.rule("HOC-CMB-13", "HOC-ANY-06")
def test_a_combat_that_is_over_stops_for_nobody() -> None:
    """Where one of the two is gone, those who want to be asked are not."""
    rage = "- {id: rage, name: Rage, type: event, window: combat, actions: [{do: earn_copper, amount: 1}]}"
    gone = AMBUSH % "{do: send, target: subject, to: infirmary}" + rage
    board = table(cards(gone), side("anna"), side("bert", hand=("rage",), watches="attack"))

    after(board, HIT).when(2, GoOn()).then_includes(e.CombatEnded(False)).waits_for(Turn, 1)


# --- what the card language adds


@pytest.mark.rule("HOC-VOC-14")
def test_a_hero_that_draws_attacks_must_be_chosen() -> None:
    """As long as it can be attacked and the attack's card allows it."""
    foes = "anna", hero("bert", held=(status("draws_attacks", seat=2),)), "cora"

    board = table(PLAIN, None, side(*foes))
    after(board, HIT).then_includes(e.AttackDeclared("1.anna", "2.bert"))
    hidden = hero("bert", held=(status("draws_attacks", seat=2), SHY))
    assert defenders("", "anna", hidden, "cora") == ["2.anna", "2.cora"]
    only_mages = MAGES + "- {id: cora, name: Cora, classes: [mage], attack: 3, resistance: 2}"
    board = table(cards(only_mages), None, side(*foes))
    after(board, HIT).then_includes(e.AttackDeclared("1.anna", "2.cora"))


@pytest.mark.rule("HOC-VOC-14")
def test_a_card_may_let_the_opponent_choose_the_defender() -> None:
    """The other player is asked then."""
    text = "- {id: anna, name: Anna, attack: 2, resistance: 4,"
    text += " tasks: [{id: hit, actions: [{do: attack, chosen_by: opponent}]}]}"
    scenario = after(table(cards(text)), HIT).waits_for(Choosing, 2)

    scenario.when(2, chosen("2.bert")).then_includes(e.AttackDeclared("1.anna", "2.bert"))


QUICK = """
- {id: quick, name: Quick, attack: 3, resistance: 3, tasks: [{id: hit, actions: [{do: attack}]}],
   abilities: [{kind: static, modifiers: [{allow: strike_first}]}]}
- {id: rash, name: Rash, attack: 3, resistance: 3,
   tasks: [{id: hit, allows: [strike_first], actions: [{do: attack}, {do: earn_copper, amount: last_amount}]}]}
"""


@pytest.mark.rule("HOC-VOC-14")
@pytest.mark.parametrize(("one", "two"), [("quick", "bert"), ("rash", "bert")])
def test_an_attacker_that_strikes_first_is_not_struck_by_one_who_falls(one: str, two: str) -> None:
    """The defender is in the infirmary before its turn to strike."""
    scenario = after(table(cards(QUICK), side(one), side(two)), StartTask(f"1.{one}", f"{one}.hit"))

    scenario.then_includes(
        e.HeroWounded(f"2.{two}", 3, 3, f"1.{one}"), e.HeroSentToInfirmary(f"2.{two}", 3, "camp", f"1.{one}")
    )
    assert wounds(scenario) == {f"1.{one}": 0, f"2.{two}": 3}


@pytest.mark.rule("HOC-VOC-14")
def test_a_defender_may_strike_first_as_well() -> None:
    """The attacker falls and deals nothing; what its card would count of its wounds is 0."""
    scenario = after(table(cards(QUICK), side("bert"), side("quick")), StartTask("1.bert", "bert.hit"))

    assert wounds(scenario) == {"1.bert": 3, "2.quick": 0}
    scenario.then_includes(e.ActionEnded(None, ("2.quick",), 0))


@pytest.mark.rule("HOC-VOC-14")
def test_the_other_strikes_after_it_if_it_still_stands() -> None:
    """2 wounds do not fell a hero with resistance 4."""
    board = table(cards(QUICK), side("quick"), side("anna"))

    scenario = after(board, StartTask("1.quick", "quick.hit"))
    assert wounds(scenario) == {"1.quick": 2, "2.anna": 3}


@pytest.mark.rule("HOC-VOC-14")
def test_where_both_strike_first_they_strike_together() -> None:
    """Nothing is gained by it."""
    board = table(cards(QUICK), side("rash"), side("quick"))

    scenario = after(board, StartTask("1.rash", "rash.hit"))
    assert fallen(scenario) == ["1.rash", "2.quick"]


WARD = """
- {id: ward, name: Ward, attack: 0, resistance: 3, abilities: [
   {kind: static, modifiers: [{untouchable_by: {class: mage}}]}]}
- {id: anna, name: Anna, classes: [mage], attack: 2, resistance: 4, tasks: [{id: hit, actions: [{do: attack}]}]}
"""


@pytest.mark.rule("HOC-VOC-14")
def test_untouchable_for_certain_attackers_is_untouchable_for_them() -> None:
    """A mage cannot attack it, and wins if there is nobody else; others can."""
    board = table(cards(WARD), side("anna", "bert"), side("ward", "cora"))
    after(board, HIT).then_includes(e.AttackDeclared("1.anna", "2.cora"))

    alone = table(cards(WARD), side("anna", "bert"), side("ward", hero("cora", 2, "infirmary")))
    after(alone, HIT).then_includes(e.GameWon(1, "1.anna"))
    after(alone, StartTask("1.bert", "bert.hit")).then_includes(e.AttackDeclared("1.bert", "2.ward"))


@pytest.mark.rule("HOC-VOC-15")
def test_a_tasks_conditions_are_asked_when_it_is_started_and_not_again() -> None:
    """Its own first action ends what it asks for, and it goes on."""
    miser = "- {id: miser, name: Miser, attack: 0, resistance: 3, tasks: [{id: spend, conditions: [{compare: ["
    miser += "{copper: you}, '>=', 2]}], actions: [{do: lose_copper, amount: 9, player: you},"
    miser += " {do: earn_copper, amount: 1}]}]}"
    spend = StartTask("1.miser", "miser.spend")

    at(table(cards(miser), side("miser", copper=1))).when(1, spend).refused("HOC-VOC-15")
    assert copper(after(table(cards(miser), side("miser", copper=2)), spend)) == (1, 0)


CHOOSY = """
- {id: mage, name: Mage, classes: [mage], attack: 0, resistance: 3, tasks: [{id: hit, actions: [{do: attack}]}]}
- {id: spell, name: Spell, type: maneuver, learner: {class: mage}}
- {id: lodge, name: Lodge, type: location, visitor: {class: mage}}
- {id: ban, name: Ban, type: law, abilities: [
   {kind: static, affects: {}, modifiers: [{lose_class: mage}, {stat: attack, add: 1}]}]}
"""


@pytest.mark.rule("HOC-VOC-15")
def test_learners_and_visitors_are_checked_when_they_learn_and_are_sent() -> None:
    """A hero that is no mage any more keeps the maneuver and stays at the location."""
    board = table(cards(CHOOSY), side("mage", "bert", hand=("spell", "ban"), locations=("lodge",)))

    at(board).when(1, LearnManeuver("spell", "1.bert")).refused("HOC-VOC-15")
    at(board).when(1, SendHero("1.bert", "1.lodge")).refused("HOC-VOC-15")
    scenario = after(board, LearnManeuver("spell", "1.mage"), SendHero("1.mage", "1.lodge"), EnactLaw("ban"))
    assert (scenario.board.hero("1.mage").learned, scenario.board.hero("1.mage").place) == (("spell",), "1.lodge")


@pytest.mark.rule("HOC-VOC-15")
def test_the_learner_may_be_told_by_what_is_highest() -> None:
    """Only a hero that no other of its side surpasses learns it."""
    best = "- {id: crown, name: Crown, type: maneuver, learner: {side: own, extreme: {stat: attack, of: highest}}}"
    board = table(cards(best), side("anna", "bert", "cora", hand=("crown",)))

    assert legal(at(board), LearnManeuver) == [LearnManeuver("crown", "1.cora")]
    at(board).when(1, LearnManeuver("crown", "1.anna")).refused("HOC-VOC-15")


GANG = """
- {id: chief, name: Chief, attack: 0, resistance: 5, tasks: [
   {id: order, actions: [{do: attack, with: {pick: {side: own, at: anywhere, card: bert}}}]},
   {id: last_blow, allows: [finish_task], actions: [{do: send, target: self, to: infirmary}, {do: attack}]}]}
"""


@pytest.mark.rule("HOC-VOC-15", "HOC-END-03")
def test_an_attacker_that_is_not_at_its_side_attacks_nobody_and_wins_nothing() -> None:
    """Neither one that is named by another's task, nor one that may finish its task in the infirmary."""
    gone = side(hero("bert", 3, "infirmary"))
    order = StartTask("1.chief", "chief.order")
    board = table(cards(GANG), side("chief", hero("bert", 3, "infirmary")), gone)

    after(board, order).then_includes(e.ActionSkipped(None, "HOC-VOC-15", ("1.bert",))).then_never(e.GameWon)
    after(board, StartTask("1.chief", "chief.last_blow")).then_includes(
        e.ActionSkipped(None, "HOC-VOC-15", ("1.chief",)), e.TaskEnded("1.chief", "chief.last_blow")
    ).then_never(e.GameWon)
    after(table(cards(GANG), side("chief", "bert"), gone), order).then_includes(e.GameWon(1, "1.bert"))


@pytest.mark.rule("HOC-VOC-15", "HOC-END-03")
def test_an_attacker_that_is_prevented_attacks_nobody_and_wins_nothing() -> None:
    """Named by another's task, it does nothing."""
    numb = hero("bert", held=(status("cannot_attack"),))
    board = table(cards(GANG), side("chief", numb), side(hero("bert", 3, "infirmary")))

    skipped = e.ActionSkipped(None, "HOC-TSK-11", ("1.bert",), ("nap",))
    after(board, StartTask("1.chief", "chief.order")).then_includes(skipped).then_never(e.GameWon)
