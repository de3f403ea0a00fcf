"""What words of the card language mean: targets, "that hero", what was moved, permissions while a card is used."""

import pytest

from rulesets.heroes_of_the_campaign import effects as e
from rulesets.heroes_of_the_campaign.board import Board
from rulesets.heroes_of_the_campaign.components import Components
from rulesets.heroes_of_the_campaign.phases import Choosing
from rulesets.heroes_of_the_campaign.rules.running import Choose
from rulesets.heroes_of_the_campaign.rules.strategies import UseEvent
from rulesets.heroes_of_the_campaign.rules.tasks import StartTask
from rulesets.kit.scenario import Scenario
from tests.rulesets.heroes_of_the_campaign.build import at, cards, hero, side, status, table


def used(actions: str, board: Board | None = None, found: Components | None = None, **card: object) -> Scenario[Board]:
    """Seat 1 uses an event with these actions."""
    text = "".join(f", {key}: {value}" for key, value in card.items())
    found = cards(f"- {{id: spell, name: Spell, type: event{text}, actions: [{actions}]}}")
    return at(table(found, side("anna", "bert", hand=("spell",)), side("anna", "cora"))).when(1, UseEvent("spell"))


@pytest.mark.rule("HOC-VOC-02")
def test_a_choice_is_of_as_many_as_there_are() -> None:
    """Mandatory up to the number of candidates; fewer only where the card says "up to"; nobody: skipped."""
    two = used("{do: wound, amount: 1, target: {pick: {side: own}, count: 2}}")
    two.then_includes(e.HeroWounded("1.anna", 1, 1), e.HeroWounded("1.bert", 1, 1))
    one = used("{do: wound, amount: 1, target: {pick: {side: opposing}}}").waits_for(Choosing, 1)
    one.when(1, Choose(())).refused("HOC-VOC-02")
    one.when(1, Choose(("2.anna", "2.cora"))).refused("HOC-VOC-02")
    some = used("{do: wound, amount: 1, target: {pick: {}, count: 2, up_to: true}}").waits_for(Choosing, 1)
    some.when(1, Choose(("1.bert", "1.anna"))).refused("HOC-VOC-02")
    some.when(1, Choose(("1.anna", "2.cora"))).then_includes(
        e.HeroWounded("1.anna", 1, 1), e.HeroWounded("2.cora", 1, 1)
    )
    some.when(1, Choose(())).then_includes(e.ActionSkipped(None, "HOC-TSK-08"))
    used("{do: wound, amount: 1, target: {pick: {kind: support}}}").then_includes(e.ActionSkipped(None, "HOC-TSK-08"))


def test_a_card_may_have_the_opponent_choose() -> None:
    """Targets as well as options."""
    used("{do: wound, amount: 1, target: {pick: {side: own}, by: opponent}}").waits_for(Choosing, 2)
    offered = used("{do: choose, by: opponent, options: [[{do: earn_copper, amount: 1}], []]}").waits_for(Choosing, 2)
    offered.when(2, Choose(("0",))).then_includes(e.CopperEarned(1, 1))
    offered.when(2, Choose(("1",))).then_never(e.CopperEarned)


@pytest.mark.rule("HOC-VOC-10")
def test_that_hero_is_whom_the_action_before_aimed_at() -> None:
    """Wherever it is by then, the infirmary included; an attack aims at its defender."""
    fell = used(
        "{do: attack, with: {pick: {side: own, card: anna}}, against: {card: cora}},"
        "{do: if, cond: {exists: {ref: last, at: infirmary}}, then: [{do: heal, amount: 1, target: last}]}"
    )
    fell.then_includes(e.HeroSentToInfirmary("2.cora", 2, by="1.anna"), e.HeroLeftInfirmary("2.cora", 1))


@pytest.mark.rule("HOC-VOC-10")
def test_what_was_moved_is_what_was_really_moved() -> None:
    """Wounds taken, healing done, copper that changed hands; nothing after an action that was skipped."""
    used("{do: heal, amount: 5, target: {all: {side: own}}}, {do: earn_copper, amount: last_amount}").then_includes(
        e.CopperEarned(1, 0)
    )
    used("{do: wound, amount: 1, target: {all: {}}}, {do: earn_copper, amount: last_amount}").then_includes(
        e.CopperEarned(1, 4)
    )
    skipped = used(
        "{do: wound, amount: 1, target: {all: {}}}, {do: wound, amount: 1, target: {pick: {kind: support}}},"
        "{do: heal, amount: 1, target: last}, {do: earn_copper, amount: last_amount}"
    )
    skipped.then_includes(e.ActionSkipped("spell.2", "HOC-TSK-08"), e.ActionSkipped("spell.3", "HOC-TSK-08"))
    skipped.then_includes(e.CopperEarned(1, 0)).then_never(e.HeroHealed)


@pytest.mark.rule("HOC-VOC-13", "HOC-GLD-02")
def test_what_a_card_allows_it_allows_while_it_is_used() -> None:
    """A task's for its hero, a strategy card's for its own use; a card may ban it again."""
    found = cards(
        """
- {id: dirk, name: Dirk, attack: 2, resistance: 3, tasks: [
     {id: pierce, allows: [attack_untouchable], actions: [{do: attack}]}, {id: hit, actions: [{do: attack}]}]}
- {id: snare, name: Snare, type: event, allows: [attack_untouchable],
   actions: [{do: attack, with: {pick: {side: own, card: bert}}}]}
"""
    )
    ghost = side("cora", hero("anna", held=(status("untouchable"),)))
    board = table(found, side("dirk", "bert", hand=("snare",)), ghost)
    at(board).when(1, StartTask("1.dirk", "dirk.pierce")).then_includes(
        e.ChoiceAsked(1, "defender", ("2.anna", "2.cora"), 1, 1)
    )
    at(board).when(1, UseEvent("snare")).then_includes(e.ChoiceAsked(1, "defender", ("2.anna", "2.cora"), 1, 1))
    at(board).when(1, StartTask("1.dirk", "dirk.hit")).then_includes(e.AttackDeclared("1.dirk", "2.cora"))


@pytest.mark.rule("HOC-VOC-12")
def test_an_action_that_a_card_forbids_is_skipped() -> None:
    """Sending a hero that must not be sent, breaking a law that cannot be broken."""
    found = cards(
        """
- {id: hill, name: Hill, type: location}
- {id: keep, name: Keep, type: law, abilities: [{kind: static, modifiers: [{forbid: break_law}]},
     {kind: static, affects: {side: own}, modifiers: [{forbid: be_sent}]}]}
- {id: spell, name: Spell, type: event,
   actions: [{do: send, target: {pick: {side: own}}, to: hill}, {do: break_law}]}
"""
    )
    board = table(found, side("anna", hand=("spell",), laws=("keep",), locations=("hill",)))
    at(board).when(1, UseEvent("spell")).then_includes(
        e.ActionSkipped("spell.1", "HOC-VOC-12", ("1.anna",), ("keep",)),
        e.ActionSkipped(None, "HOC-VOC-12", by=("keep",)),
    )


@pytest.mark.rule("HOC-VOC-01")
def test_amounts_are_bounded() -> None:
    """However a set multiplies; below 0 an action moves nothing."""
    huge = "{times: [99, 99, 99, 99]}"
    used(f"{{do: earn_copper, amount: {huge}}}").then_includes(e.CopperEarned(1, 9_999))
    used(f"{{do: earn_copper, amount: {{times: [-1, {huge}]}}}}").then_includes(e.CopperEarned(1, 0))
    used(
        "{do: earn_copper, amount: {max: [1, {min: [round, 7]}, {count: {side: opposing}}, {laws: any}]}}"
    ).then_includes(e.CopperEarned(1, 2))


def test_statuses_are_removed_by_name_or_all() -> None:
    """What was put on a hero; what its own card gives it stays."""
    found = cards(
        "- {id: spell, name: Spell, type: event, actions: [{do: remove_status, status: in_cover, target: {all: {}}}]}"
    )
    marked = hero("anna", held=(status("in_cover"), status("untouchable"), status("in_cover")))
    done = at(table(found, side(marked, hand=("spell",)))).when(1, UseEvent("spell"))
    done.then_includes(e.StatusEnded("1.anna", "in_cover", 2), e.StatusEnded("1.anna", "in_cover", 0))
    assert [held.name for held in done.board.hero("1.anna").held] == ["untouchable"]
