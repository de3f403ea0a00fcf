"""Wounds, and the infirmary."""

import pytest

from rulesets.heroes_of_the_campaign import effects as e
from rulesets.heroes_of_the_campaign.phases import Choosing
from rulesets.heroes_of_the_campaign.rules.locations import SendHero
from rulesets.heroes_of_the_campaign.rules.strategies import EnactLaw, UseEvent
from rulesets.heroes_of_the_campaign.rules.tasks import StartTask
from rulesets.heroes_of_the_campaign.rules.turns import EndTurn
from rulesets.heroes_of_the_campaign.values import values
from tests.rulesets.heroes_of_the_campaign.build import cards, hero, side, status, table
from tests.rulesets.heroes_of_the_campaign.checked import after, at, chosen, fallen, kinds, legal, wounds

PLAIN = cards()
HURT = "- {id: hurt, name: Hurt, type: event, actions: [{do: wound, amount: %d, target: {pick: {side: opposing}}}]}\n"
MEND = "- {id: mend, name: Mend, type: event, actions: [{do: heal, amount: %d, target: {pick: {side: own}}}]}\n"
DECREE = """
- {id: decree, name: Decree, type: law,
   abilities: [{kind: static, affects: {at: anywhere}, modifiers: [{stat: resistance, add: %d}]}]}
"""
HIT = StartTask("1.anna", "anna.hit")


@pytest.mark.rule("HOC-INF-01")
def test_a_hero_with_as_many_wounds_as_its_resistance_goes_to_the_infirmary_at_once() -> None:
    """The third wound of a hero with resistance 3 sends it off, before the task that dealt it is over."""
    after(table(PLAIN, side("anna"), side(hero("bert", 1))), HIT).then(
        e.TaskStarted("1.anna", "anna.hit", "task"),
        e.AttackDeclared("1.anna", "2.bert"),
        e.AttackMade("1.anna", "2.bert", 2, 1),
        e.HeroWounded("2.bert", 2, 2, "1.anna"),
        e.HeroWounded("1.anna", 1, 1, "2.bert"),
        e.CombatEnded(True),
        e.ActionEnded(None, ("2.bert",), 2),
        e.HeroSentToInfirmary("2.bert", 3, "camp", "1.anna"),
        e.TaskEnded("1.anna", "anna.hit"),
    )


@pytest.mark.rule("HOC-INF-01")
def test_one_wound_less_than_its_resistance_is_no_reason_to_go() -> None:
    """A hero with resistance 3 and 2 wounds stays."""
    scenario = after(table(PLAIN, side("anna"), side("bert")), HIT).then_never(e.HeroSentToInfirmary)
    assert wounds(scenario) == {"1.anna": 1, "2.bert": 2}


@pytest.mark.rule("HOC-INF-01")
@pytest.mark.parametrize(("dealt", "change", "taken"), [(2, 1, 3), (2, -1, 1), (1, -5, 0), (0, 4, 0)])
def test_a_card_may_change_how_many_wounds_of_a_lot_are_taken(dealt: int, change: int, taken: int) -> None:
    """Never fewer than none; a lot of none stays one (HOC-AMB-38)."""
    text = HURT % dealt + "- {id: anna, name: Anna, attack: 0, resistance: 9,"
    text += f" abilities: [{{kind: static, modifiers: [{{wounds_taken: {change}}}]}}]}}"
    board = table(cards(text), side("bert", hand=("hurt",)), side("anna"))

    after(board, UseEvent("hurt")).then_includes(e.HeroWounded("2.anna", dealt, taken))


@pytest.mark.rule("HOC-INF-02")
def test_a_hero_in_the_infirmary_performs_no_task() -> None:
    """Neither one of its own nor one of a maneuver that it has learned."""
    drill = cards("- {id: drill, name: Drill, type: maneuver, tasks: [{id: go, actions: [{do: attack}]}]}")
    board = table(drill, side(hero("anna", 4, "infirmary", learned=("drill",)), "bert"))

    at(board).when(1, StartTask("1.anna", "anna.work")).refused("HOC-INF-02")
    at(board).when(1, StartTask("1.anna", "drill.go")).refused("HOC-INF-02")


GHOST = """
- {id: ghost, name: Ghost, attack: 1, resistance: 3, tasks: [
   {id: wail, allows: [task_in_infirmary, task_in_opposing_turn],
     actions: [{do: earn_copper, amount: 1}, {do: heal, amount: 1, target: self}]},
   {id: work, actions: [{do: earn_copper, amount: 1}]}]}
"""


@pytest.mark.rule("HOC-INF-02", "HOC-VOC-13", "HOC-GLD-01")
def test_a_task_may_be_for_the_infirmary() -> None:
    """What it allows holds for it, wherever its hero is and whoever is to act; other tasks of the hero gain nothing."""
    there = hero("ghost", 3, "infirmary")
    wail = after(table(cards(GHOST), side(there)), StartTask("1.ghost", "ghost.wail"))
    wail.then_includes(e.CopperEarned(1, 1), e.HeroLeftInfirmary("1.ghost", 2, "1.ghost"))
    at(table(cards(GHOST), side(there))).when(1, StartTask("1.ghost", "ghost.work")).refused("HOC-INF-02")

    foe = table(cards(GHOST), None, side(there, watches="all"))
    at(foe).when(2, StartTask("2.ghost", "ghost.wail")).then_includes(e.CopperEarned(2, 1))
    at(foe).when(2, StartTask("2.ghost", "ghost.work")).refused("HOC-TRN-04")


BEARER = """
- {id: bearer, name: Bearer, attack: 0, resistance: 2, abilities: [
   {kind: static, affects: {side: own, self: exclude, at: anywhere}, modifiers: [{stat: attack, add: 3}]},
   {kind: static, modifiers: [{flag: untouchable}, {flag: in_cover}]},
   {kind: trigger, on: turn_ended, actions: [{do: earn_copper, amount: 5}]}]}
"""


@pytest.mark.rule("HOC-INF-03")
def test_a_hero_in_the_infirmary_has_no_effect_on_the_game() -> None:
    """What it gives others ends, its own flags too, and nothing sets off its abilities."""
    board = table(cards(BEARER), side("anna", "bearer"), side("cora"))
    there = table(cards(BEARER), side("anna", hero("bearer", 2, "infirmary")), side("cora"))

    assert values(board).heroes["1.anna"].attack == 5
    assert values(there).heroes["1.anna"].attack == 2
    assert values(board).heroes["1.bearer"].flags == {"untouchable", "in_cover"}
    assert values(there).heroes["1.bearer"].flags == frozenset()
    after(board, EndTurn()).then_includes(e.CopperEarned(1, 5))
    after(there, EndTurn()).then_never(e.CopperEarned)


@pytest.mark.rule("HOC-INF-04")
def test_wounds_beyond_the_resistance_are_lost() -> None:
    """9 wounds send a hero with resistance 3 off; there it has 3."""
    board = table(cards(HURT % 9), side("anna", hand=("hurt",)), side("bert"))

    scenario = after(board, UseEvent("hurt")).then_includes(
        e.HeroWounded("2.bert", 9, 9), e.HeroSentToInfirmary("2.bert", 3)
    )
    assert scenario.board.hero("2.bert").wounds == 3


@pytest.mark.rule("HOC-INF-05")
@pytest.mark.parametrize(("change", "left"), [(2, 5), (-1, 2), (-9, 1)])
def test_wounds_in_the_infirmary_follow_the_resistance(change: int, left: int) -> None:
    """When the resistance of a hero there rises or falls, its wounds do so too, and it stays."""
    board = table(cards(DECREE % change), side("anna", hand=("decree",)), side("anna", hero("bert", 3, "infirmary")))

    scenario = after(board, EnactLaw("decree")).then_includes(e.InfirmaryWoundsAdjusted("2.bert", left))
    assert fallen(scenario) == ["2.bert"]
    assert scenario.board.hero("2.bert").wounds == left


@pytest.mark.rule("HOC-INF-06")
@pytest.mark.parametrize(("healing", "left"), [(1, 3), (3, 1), (4, 0), (9, 0)])
def test_any_healing_releases_a_hero(healing: int, left: int) -> None:
    """A hero with resistance 4 leaves with 4 wounds less the healing, and never with less than none."""
    board = table(cards(MEND % healing), side(hero("anna", 4, "infirmary"), hand=("mend",)), side("bert"))

    scenario = after(board, UseEvent("mend")).then_includes(e.HeroLeftInfirmary("1.anna", left))
    assert (wounds(scenario)["1.anna"], fallen(scenario)) == (left, [])


@pytest.mark.rule("HOC-INF-06")
def test_healing_by_nothing_releases_nobody() -> None:
    """It takes at least 1."""
    board = table(cards(MEND % 0), side(hero("anna", 4, "infirmary"), hand=("mend",)), side("bert"))

    scenario = after(board, UseEvent("mend")).then_includes(e.HeroHealed("1.anna", 0, 0))
    assert fallen(scenario) == ["1.anna"]


@pytest.mark.rule("HOC-INF-07")
def test_a_released_hero_is_in_the_camp_and_may_still_act() -> None:
    """It may perform its task of this turn if it had not yet."""
    there = hero("anna", 4, "infirmary"), hero("bert", 3, "infirmary", used=("task",))
    board = table(cards(MEND % 1), side(*there, hand=("mend",)), side("cora"))

    scenario = after(board, UseEvent("mend"), chosen("1.anna"))
    assert scenario.board.hero("1.anna").place == "camp"
    scenario.when(1, StartTask("1.anna", "anna.work")).then_includes(e.CopperEarned(1, 2))
    after(board, UseEvent("mend"), chosen("1.bert")).when(1, StartTask("1.bert", "bert.hit")).refused("HOC-TSK-01")


@pytest.mark.rule("HOC-INF-08")
def test_a_hero_that_falls_frees_its_place() -> None:
    """It leaves its location for the infirmary, and another hero may be sent there."""
    inn = cards("- {id: inn, name: Inn, type: location, capacity: 1}\n" + HURT % 9)
    board = table(inn, side(hero("anna", 0, "inn"), "bert", locations=("inn",)), side("cora", hand=("hurt",)), seat=2)

    at(board).when(2, EndTurn()).when(1, SendHero("1.bert", "1.inn")).refused("HOC-LOC-07")
    scenario = at(board).when(2, UseEvent("hurt")).when(2, chosen("1.anna"))
    scenario.then_includes(e.HeroSentToInfirmary("1.anna", 4, "1.inn"))
    assert scenario.board.hero("1.anna").place == "infirmary"
    scenario.when(2, EndTurn()).when(1, SendHero("1.bert", "1.inn")).then(e.HeroSentToLocation("1.bert", "1.inn"))


@pytest.mark.rule("HOC-INF-09")
def test_falling_resistance_sends_a_wounded_hero_off() -> None:
    """No further wound is needed; a hero whose new resistance is still above its wounds stays."""
    heroes = hero("anna", 2), hero("bert", 2), "cora"
    board = table(cards(DECREE % -1), side("anna", hand=("decree",)), side(*heroes))

    scenario = after(board, EnactLaw("decree")).then_includes(e.HeroSentToInfirmary("2.bert", 2))
    assert fallen(scenario) == ["2.bert"]


CHAIN = """
- {id: elder, name: Elder, attack: 0, resistance: 2, abilities: [
   {kind: static, affects: {side: own, self: exclude}, modifiers: [{stat: resistance, add: 2}]}]}
- {id: pupil, name: Pupil, attack: 0, resistance: 2, abilities: [
   {kind: static, affects: {side: own, self: exclude}, modifiers: [{stat: resistance, add: 1}]}]}
- {id: novice, name: Novice, attack: 0, resistance: 2}
- {id: ghoul, name: Ghoul, attack: 0, resistance: 2, abilities: [
   {kind: trigger, on: sent_to_infirmary, actions: [{do: earn_copper, amount: 1}]}]}
- {id: storm, name: Storm, type: event, actions: [
   {do: wound, amount: 1, target: {all: {side: opposing}}}, {do: earn_copper, amount: 7}]}
"""


@pytest.mark.rule("HOC-INF-10")
def test_after_every_effect_the_infirmary_fills_until_nothing_changes() -> None:
    """The elder falls, then the pupil whom it held up, then the novice: before any ability answers, and before the
    next action."""
    foes = hero("elder", 2), hero("pupil", 1), hero("novice", 1)
    board = table(cards(CHAIN), side("ghoul", hand=("storm",)), side(*foes))

    found = kinds(after(board, UseEvent("storm")))
    falls = [index for index, kind in enumerate(found) if kind == "HeroSentToInfirmary"]
    assert falls == list(range(falls[0], falls[0] + 3))
    assert found.count("HeroWounded") == 3
    assert found.index("HeroWounded") + 4 == falls[0]
    assert falls[-1] < found.index("TriggersSet") < found.index("CopperEarned")
    last = after(board, UseEvent("storm")).effects[falls[0] : falls[0] + 3]
    assert [effect.hero for effect in last if isinstance(effect, e.HeroSentToInfirmary)] == [
        "2.elder",
        "2.pupil",
        "2.novice",
    ]


@pytest.mark.rule("HOC-INF-10")
def test_heroes_due_at_the_same_time_go_together() -> None:
    """Each with the resistance that it had before the other was gone."""
    board = table(cards(CHAIN), side("ghoul", hand=("storm",)), side(hero("elder", 1), hero("novice", 3)))

    after(board, UseEvent("storm")).then_includes(
        e.HeroSentToInfirmary("2.elder", 2),
        e.HeroSentToInfirmary("2.novice", 4),
        e.InfirmaryWoundsAdjusted("2.novice", 2),
    )


@pytest.mark.rule("HOC-INF-11")
def test_maneuvers_stay_with_a_hero_in_the_infirmary_but_do_nothing() -> None:
    """Once it is back, what it learned works again."""
    text = MEND % 1 + "- {id: reach, name: Reach, type: maneuver,"
    text += " abilities: [{kind: static, modifiers: [{stat: attack, add: 4}]}]}"
    board = table(cards(text), side(hero("anna", 4, "infirmary", learned=("reach",)), hand=("mend",)), side("bert"))

    assert values(board).heroes["1.anna"].attack == 2
    scenario = after(board, UseEvent("mend"))
    assert scenario.board.hero("1.anna").learned == ("reach",)
    assert values(scenario.board).heroes["1.anna"].attack == 6


@pytest.mark.rule("HOC-INF-11")
def test_statuses_stay_on_a_hero_in_the_infirmary_and_run_out_as_ever() -> None:
    """A curse on its resistance keeps its wounds lower until the end of the turn."""
    cursed = cards(statuses="[{id: frail, modifiers: [{stat: resistance, add: -1}]}]")
    board = table(
        cursed, side("anna"), side("anna", hero("bert", 2, "infirmary", held=(status("frail", "end_of_turn"),)))
    )

    assert values(board).heroes["2.bert"].resistance == 2
    after(board, EndTurn()).then_includes(e.StatusEnded("2.bert", "frail", 0), e.InfirmaryWoundsAdjusted("2.bert", 3))
    sent = after(table(cursed, side("anna"), side(hero("bert", 1, held=(status("frail"),)))), HIT)
    assert [held.name for held in sent.board.hero("2.bert").held] == ["frail"]
    assert fallen(sent) == ["2.bert"]


@pytest.mark.rule("HOC-INF-12")
def test_only_healing_and_what_names_the_infirmary_reaches_a_hero_there() -> None:
    """A wound finds the hero at the side alone; healing, and a status for heroes in the infirmary, find the other."""
    text = HURT % 1 + "- {id: mend, name: Mend, type: event, actions: [{do: heal, amount: 1, target: {pick: {}}}]}"
    text += "\n- {id: doom, name: Doom, type: event, actions: [{do: add_status, status: in_cover, until: permanent,"
    text += " target: {pick: {side: opposing, at: infirmary}}}]}"
    foes = side("anna", "cora", hero("bert", 3, "infirmary"))
    board = table(cards(text), side(hand=("hurt", "mend", "doom")), foes)

    assert legal(after(board, UseEvent("hurt")).waits_for(Choosing, 1), type(chosen())) == [
        chosen("2.anna"),
        chosen("2.cora"),
    ]
    assert chosen("2.bert") in legal(after(board, UseEvent("mend")), type(chosen()))
    assert [held.name for held in after(board, UseEvent("doom")).board.hero("2.bert").held] == ["in_cover"]


@pytest.mark.rule("HOC-INF-12")
def test_a_hero_in_the_infirmary_takes_no_wounds() -> None:
    """Wounds that an action meant for it come to nothing once it is there."""
    text = "- {id: twice, name: Twice, type: event, actions: [{do: wound, amount: 9, target: {pick: {side: opposing}}},"
    text += " {do: wound, amount: 2, target: last}]}"
    board = table(cards(text), side("anna", hand=("twice",)), side("bert"))

    after(board, UseEvent("twice")).then_includes(e.HeroWounded("2.bert", 9, 9), e.HeroWounded("2.bert", 2, 0))
