"""Tasks: which may be performed, in which order, and what breaks them off."""

import pytest

from rulesets.heroes_of_the_campaign import effects as e
from rulesets.heroes_of_the_campaign.board import Board
from rulesets.heroes_of_the_campaign.phases import Choosing, Turn
from rulesets.heroes_of_the_campaign.pieces import Hero
from rulesets.heroes_of_the_campaign.rules.running import Choose
from rulesets.heroes_of_the_campaign.rules.tasks import StartTask
from tests.rulesets.heroes_of_the_campaign.build import at, cards, hero, side, status, table

SET = cards(
    """
- {id: dirk, name: Dirk, attack: 1, resistance: 3, tasks: [
     {id: charge, cost: 2, actions: [{do: wound, amount: 1, target: self}, {do: earn_copper, amount: 1},
        {do: attack}, {do: earn_copper, amount: 5}]},
     {id: drill, actions: [{do: earn_copper, amount: 1}, {do: wound, amount: 1, target: {pick: {side: opposing}}}]},
     {id: hunt, actions: [{do: wound, amount: 1, target: {pick: {kind: support}}}, {do: earn_copper, amount: 1}]},
     {id: maybe, actions: [{do: choose, options: [[{do: attack}], [{do: earn_copper, amount: 1}]]}]},
     {id: daze, actions: [{do: add_status, status: cannot_attack, target: self, until: end_of_turn}, {do: attack},
        {do: earn_copper, amount: 1}]},
     {id: order, actions: [{do: perform_task, with: {pick: {side: own, card: anna}}}, {do: earn_copper, amount: 1}]},
     {id: spur, actions: [{do: perform_task, with: {pick: {side: own, card: cora}}, cost: free}]},
     {id: last_will, allows: [finish_task], actions: [
        {do: wound, amount: 9, target: self}, {do: earn_copper, amount: 1}, {do: attack}]}]}
- {id: fay, name: Fay, attack: 1, resistance: 3, tasks: [
     {id: fair, conditions: [{compare: [{copper: you}, '<', 3]}],
        actions: [{do: earn_copper, amount: 9}, {do: earn_copper, amount: 1}]}]}
- {id: twin, name: Twin, attack: 1, resistance: 3,
   abilities: [{kind: static, modifiers: [{allow: second_regular_task}]}],
   tasks: [{id: dig, actions: [{do: earn_copper, amount: 1}]}]}
"""
)


def squad(dirk: str | Hero = "dirk", copper: int = 2, *more: str | Hero) -> Board:
    """Dirk, Anna and Cora against the same two."""
    return table(SET, side(dirk, "anna", *more, copper=copper), side("anna", "cora"))


def task(name: str) -> StartTask:
    """One of Dirk's."""
    return StartTask("1.dirk", f"dirk.{name}")


@pytest.mark.rule("HOC-TSK-01")
def test_a_hero_performs_a_task_of_its_own() -> None:
    """One that is listed on its card, and its own player's hero."""
    at(squad()).when(1, StartTask("1.dirk", "anna.work")).refused("HOC-TSK-01")
    at(squad()).when(1, StartTask("2.anna", "anna.work")).refused("HOC-TSK-01")
    at(squad()).when(1, StartTask("1.nobody", "anna.work")).refused("HOC-TSK-01")
    at(squad(hero("dirk", used=("task",)))).when(1, task("drill")).refused("HOC-TSK-01")


@pytest.mark.rule("HOC-TSK-01")
def test_a_card_may_allow_a_second_regular_task() -> None:
    """Not a third."""
    twice = (
        at(table(SET, side("twin"))).when(1, StartTask("1.twin", "twin.dig")).when(1, StartTask("1.twin", "twin.dig"))
    )
    assert twice.board.hero("1.twin").used == ("task", "task")
    twice.when(1, StartTask("1.twin", "twin.dig")).refused("HOC-TSK-01")


@pytest.mark.rule("HOC-TSK-02", "HOC-TSK-03")
def test_the_full_cost_is_paid_before_the_first_action() -> None:
    """Out of what the player has at that moment: what the task itself would bring does not count."""
    begun = at(squad()).when(1, task("charge"))
    begun.then_includes(
        e.TaskStarted("1.dirk", "dirk.charge", "task"),
        e.CopperPaid(1, 2, "dirk.charge"),
        e.HeroWounded("1.dirk", 1, 1, "1.dirk"),
    )
    at(squad(copper=1)).when(1, task("charge")).refused("HOC-TSK-03")


@pytest.mark.rule("HOC-TSK-04")
def test_all_actions_are_performed_in_their_order() -> None:
    """None is left out, and none comes early."""
    done = at(squad()).when(1, task("charge")).when(1, Choose(("2.anna",)))
    done.then_includes(e.AttackMade("1.dirk", "2.anna", 1, 2), e.TaskAborted("1.dirk", "dirk.charge"))
    whole = at(squad(hero("dirk"), 2)).when(1, task("drill"))
    whole.then_includes(e.CopperEarned(1, 1), e.ChoiceAsked(1, "target", ("2.anna", "2.cora"), 1, 1))
    whole.when(1, Choose(("2.cora",))).then_includes(e.TaskEnded("1.dirk", "dirk.drill")).waits_for(Turn, 1)


@pytest.mark.rule("HOC-TSK-05", "HOC-TSK-06")
def test_a_performer_that_falls_breaks_its_task_off() -> None:
    """The rest is not performed, nothing is paid back, and the task is used."""
    fell = at(squad(hero("dirk", 2))).when(1, task("charge"))
    fell.then(
        e.TaskStarted("1.dirk", "dirk.charge", "task"),
        e.CopperPaid(1, 2, "dirk.charge"),
        e.HeroWounded("1.dirk", 1, 1, "1.dirk"),
        e.ActionEnded("dirk.charge.1", ("1.dirk",), 1),
        e.HeroSentToInfirmary("1.dirk", 3, by="1.dirk"),
        e.TaskAborted("1.dirk", "dirk.charge"),
    )
    assert fell.board.side(1).copper == 0
    assert fell.board.hero("1.dirk").used == ("task",)


@pytest.mark.rule("HOC-TSK-05", "HOC-VOC-13", "HOC-VOC-15", "HOC-END-03")
def test_a_card_may_let_a_task_be_finished() -> None:
    """All but its attacks, whose attacker has to be at its side."""
    fell = at(squad()).when(1, task("last_will"))
    fell.then_includes(
        e.HeroSentToInfirmary("1.dirk", 3, by="1.dirk"),
        e.CopperEarned(1, 1),
        e.ActionSkipped(None, "HOC-VOC-15", ("1.dirk",)),
        e.TaskEnded("1.dirk", "dirk.last_will"),
    )


@pytest.mark.rule("HOC-TSK-07")
def test_targets_are_chosen_when_their_action_comes() -> None:
    """Not at the start of the task: earlier actions change who can be chosen."""
    begun = at(squad()).when(1, task("drill")).waits_for(Choosing, 1).then_includes(e.CopperEarned(1, 1))
    begun.when(1, Choose(("1.dirk",))).refused("HOC-VOC-02")
    begun.when(2, Choose(("2.anna",))).refused("HOC-TSK-07")


@pytest.mark.rule("HOC-TSK-08")
def test_an_action_without_a_target_is_skipped() -> None:
    """The task is legal, and goes on."""
    at(squad()).when(1, task("hunt")).then_includes(
        e.ActionSkipped("dirk.hunt.1", "HOC-TSK-08"), e.CopperEarned(1, 1), e.TaskEnded("1.dirk", "dirk.hunt")
    )


@pytest.mark.rule("HOC-TSK-09", "HOC-TSK-10")
def test_who_cannot_attack_performs_no_task_with_an_attack() -> None:
    """Not even one where another option is open; those without an attack stay legal."""
    bound = squad(hero("dirk", held=(status("cannot_attack"),)))
    at(bound).when(1, task("charge")).refused("HOC-TSK-09")
    at(bound).when(1, task("maybe")).refused("HOC-TSK-09")
    at(bound).when(1, task("hunt")).then_includes(e.CopperEarned(1, 1))


@pytest.mark.rule("HOC-TSK-11")
def test_an_attack_that_is_prevented_in_mid_task_is_skipped() -> None:
    """The rest is performed."""
    at(squad()).when(1, task("daze")).then_includes(
        e.ActionSkipped("dirk.daze.2", "HOC-TSK-11", ("1.dirk",), ("dirk",)),
        e.CopperEarned(1, 1),
        e.TaskEnded("1.dirk", "dirk.daze"),
    )


@pytest.mark.rule("HOC-VOC-11")
def test_a_hero_may_be_made_to_perform_a_task() -> None:
    """At once, as an extra one of its player's choice, paid unless it is free; then the first task goes on."""
    ordered = (
        at(squad()).when(1, task("order")).then_includes(e.ChoiceAsked(1, "task", ("anna.hit", "anna.work"), 1, 1))
    )
    worked = ordered.when(1, Choose(("anna.work",)))
    worked.then_includes(
        e.TaskStarted("1.anna", "anna.work", ""),
        e.CopperEarned(1, 2),
        e.TaskEnded("1.anna", "anna.work"),
        e.CopperEarned(1, 1),
        e.TaskEnded("1.dirk", "dirk.order"),
    )
    assert worked.board.hero("1.anna").used == ()
    free = at(squad("dirk", 0, "cora")).when(1, task("spur")).then_never(e.CopperPaid)
    free.then_includes(e.TaskStarted("1.cora", "cora.hit", ""))
    at(squad()).when(1, task("spur")).then_includes(e.ActionSkipped(None, "HOC-TSK-08"))


@pytest.mark.rule("HOC-VOC-11", "HOC-TSK-09")
def test_an_attack_of_an_extra_task_is_not_the_first_tasks() -> None:
    """Who cannot attack may give the order; who cannot attack does not follow it."""
    bound = squad(hero("dirk", held=(status("cannot_attack"),)))
    at(bound).when(1, task("order")).waits_for(Choosing, 1)
    lame = table(SET, side("dirk", hero("cora", held=(status("cannot_attack"),))))
    at(lame).when(1, task("spur")).then_includes(e.ActionSkipped(None, "HOC-VOC-11", ("1.cora",)))


@pytest.mark.rule("HOC-VOC-15")
def test_conditions_of_a_task_are_those_of_its_start() -> None:
    """They are not asked again later."""
    fair = StartTask("1.fay", "fay.fair")
    at(squad("dirk", 2, "fay")).when(1, fair).then_includes(e.CopperEarned(1, 9), e.CopperEarned(1, 1))
    at(squad("dirk", 3, "fay")).when(1, fair).refused("HOC-VOC-15")


@pytest.mark.rule("HOC-VOC-12")
def test_who_cannot_perform_tasks_performs_none() -> None:
    """Of its own, that is."""
    at(squad(hero("dirk", held=(status("cannot_perform_tasks"),)))).when(1, task("hunt")).refused("HOC-VOC-12")
