"""Triggers: whose come first, who orders them, what is declined, and that they come to an end."""

import pytest

from rulesets.heroes_of_the_campaign import effects as e
from rulesets.heroes_of_the_campaign.phases import Choosing, Fired, Turn
from rulesets.heroes_of_the_campaign.rules.running import Choose
from rulesets.heroes_of_the_campaign.rules.strategies import EnactLaw, UseEvent
from rulesets.heroes_of_the_campaign.rules.tasks import StartTask
from rulesets.heroes_of_the_campaign.rules.turns import EndTurn
from tests.rulesets.heroes_of_the_campaign.build import at, cards, hero, side, table

WORKERS = cards(
    """
- {id: ada, name: Ada, attack: 1, resistance: 4, tasks: [{id: dig, actions: [{do: earn_copper, amount: 1}]}],
   abilities: [{kind: trigger, on: task_finished, actions: [{do: earn_copper, amount: 2}]},
               {kind: trigger, on: task_finished, optional: true, actions: [{do: earn_copper, amount: 3}]}]}
- {id: eve, name: Eve, attack: 1, resistance: 4,
   abilities: [{kind: trigger, on: task_finished, actions: [{do: earn_copper, amount: 5}]}]}
- {id: flood, name: Flood, type: event, actions: [{do: wound, amount: 1, target: {all: {}}}]}
"""
)


def fired(ability: str, me: str, **other: object) -> Fired:
    """An ability of `me` that a finished task of 1.ada set off."""
    return Fired(ability, int(me[0]), me, "1.ada", **other)  # type: ignore[arg-type]


@pytest.mark.rule("HOC-VOC-04")
def test_triggers_of_one_moment_come_in_turn() -> None:
    """The turn player's first, in the order that the player chooses; then the other's."""
    board = table(WORKERS, side("ada", "bert"), side("eve", "bert"))
    set_off = at(board).when(1, StartTask("1.ada", "ada.dig")).waits_for(Choosing, 1)
    set_off.then_includes(
        e.TriggersSet((fired("ada.0", "1.ada"), fired("ada.1", "1.ada"), fired("eve.0", "2.eve"))),
        e.ChoiceAsked(1, "trigger", ("0", "1"), 1, 1),
    )
    second = set_off.when(1, Choose(("1",))).then_includes(e.ChoiceAsked(1, "use", ("no", "yes"), 1, 1))
    used = second.when(1, Choose(("yes",)))
    used.then_includes(e.CopperEarned(1, 3), e.CopperEarned(1, 2), e.CopperEarned(2, 5)).waits_for(Turn, 1)


@pytest.mark.rule("HOC-VOC-04")
def test_an_optional_ability_may_be_declined() -> None:
    """Its player says so when its turn comes; the others are performed."""
    board = table(WORKERS, side("ada", "bert"), side("bert"))
    asked = at(board).when(1, StartTask("1.ada", "ada.dig")).when(1, Choose(("0",))).then_includes(e.CopperEarned(1, 2))
    declined = asked.waits_for(Choosing, 1).when(1, Choose(("no",)))
    declined.then_includes(e.TriggerDeclined(fired("ada.1", "1.ada"))).then_never(e.CopperEarned).waits_for(Turn, 1)


@pytest.mark.rule("HOC-VOC-04", "HOC-VOC-08")
def test_an_ability_is_set_off_once_by_each_event() -> None:
    """Three heroes wounded by one action are three events, in their order, and nobody is asked for it."""
    found = cards(
        """
- {id: nurse, name: Nurse, attack: 1, resistance: 4,
   abilities: [{kind: trigger, on: wounded, subject: {side: own}, actions: [{do: earn_copper, amount: 1}]}]}
- {id: flood, name: Flood, type: event, actions: [{do: wound, amount: 1, target: {all: {side: own}}}]}
"""
    )
    board = table(found, side("anna", "bert", "nurse", hand=("flood",)))
    done = at(board).when(1, UseEvent("flood")).waits_for(Turn, 1)
    assert done.board.side(1).copper == 3


@pytest.mark.rule("HOC-VOC-03")
def test_what_is_set_off_is_performed_before_the_task_goes_on() -> None:
    """Completely, with whatever it asks for."""
    found = cards(
        """
- {id: ada, name: Ada, attack: 1, resistance: 4,
   abilities: [{kind: trigger, on: copper_earned, once_per: turn, actions: [{do: heal, amount: 1,
     target: {pick: {side: own}}}]}],
   tasks: [{id: dig, actions: [{do: earn_copper, amount: 1}, {do: attack}]}]}
"""
    )
    board = table(found, side("ada", "bert"))
    asked = at(board).when(1, StartTask("1.ada", "ada.dig")).waits_for(Choosing, 1)
    assert isinstance(asked.board.pending, Choosing)
    assert asked.board.pending.kind == "target"
    healed = asked.when(1, Choose(("1.ada",))).then_includes(e.HeroHealed("1.ada", 1, 0, "1.ada"), e.EffectEnded())
    assert isinstance(healed.board.pending, Choosing)
    assert healed.board.pending.kind == "defender"


@pytest.mark.rule("HOC-VOC-09")
def test_an_ability_does_not_set_itself_off() -> None:
    """Nor does anything that it set off, while that is performed or waits."""
    found = cards(
        """
- {id: loop, name: Loop, attack: 1, resistance: 9, tasks: [{id: dig, actions: [{do: earn_copper, amount: 1}]}],
   abilities: [{kind: trigger, on: copper_earned, actions: [{do: earn_copper, amount: 1}]},
               {kind: trigger, on: wounded, actions: [{do: heal, amount: 1, target: {all: {}}}]},
               {kind: trigger, on: healed, actions: [{do: wound, amount: 1, target: {all: {side: any}}}]}]}
- {id: flood, name: Flood, type: event, actions: [{do: wound, amount: 1, target: {all: {}}}]}
"""
    )
    board = table(found, side("loop"), side("anna"))
    assert at(board).when(1, StartTask("1.loop", "loop.dig")).board.side(1).copper == 2
    wild = table(found, side("loop", "anna", "bert", hand=("flood",)), side("loop", "anna", "bert"))
    done = at(wild).when(1, UseEvent("flood"))
    for _ in range(20):
        if not isinstance(done.board.pending, Choosing):
            break
        done = done.when(done.board.pending.seat, Choose(done.board.pending.among[:1]))
    done.waits_for(Turn, 1)


@pytest.mark.rule("HOC-VOC-16", "HOC-INF-03")
def test_an_ability_works_once_more_on_its_own_fall() -> None:
    """Of a hero that goes to the infirmary, and of a law that is broken; all others of theirs are inactive at once."""
    found = cards(
        """
- {id: martyr, name: Martyr, attack: 1, resistance: 1,
   abilities: [{kind: trigger, on: sent_to_infirmary, subject: {self: only}, actions: [{do: earn_copper, amount: 1}]},
               {kind: trigger, on: wounded, subject: {self: only}, actions: [{do: earn_copper, amount: 5}]}]}
- {id: oath, name: Oath, type: law, abilities: [{kind: trigger, on: law_broken, actions: [{do: earn_copper,
     amount: 4}]}]}
- {id: flood, name: Flood, type: event, actions: [{do: wound, amount: 1, target: {all: {}}}, {do: break_law}]}
"""
    )
    board = table(found, side("anna", hand=("flood",)), side("martyr", "bert", laws=("oath",)))
    fell = at(board).when(1, UseEvent("flood"))
    fell.then_includes(
        e.HeroSentToInfirmary("2.martyr", 1), e.CopperEarned(2, 1), e.LawBroken(2, "oath"), e.CopperEarned(2, 4)
    )
    assert fell.board.side(2).copper == 5


@pytest.mark.rule("HOC-VOC-16")
def test_who_falls_in_the_camp_has_left_no_location() -> None:
    """Whatever a location is called: one whose id ends the word "camp" was taken for it once."""
    pond = "- {id: mp, name: Pond, type: location, abilities: ["
    pond += "{kind: trigger, on: sent_to_infirmary, actions: [{do: earn_copper, amount: 1}]}]}"
    flood = "- {id: flood, name: Flood, type: event, actions: [{do: wound, amount: 1, target: {all: {}}}]}"
    martyr = "- {id: martyr, name: Martyr, attack: 1, resistance: 1}"
    board = table(cards(f"{pond}\n{flood}\n{martyr}\n"), side("anna", hand=("flood",)), side("martyr", "bert"))
    fell = at(board).when(1, UseEvent("flood")).then_includes(e.HeroSentToInfirmary("2.martyr", 1))
    assert fell.board.side(2).copper == 0


@pytest.mark.rule("HOC-VOC-04", "HOC-INF-03")
def test_a_waiting_ability_is_dropped_once_it_is_inactive() -> None:
    """An earlier one of the same moment may send its hero to the infirmary."""
    found = cards(
        """
- {id: axe, name: Axe, attack: 1, resistance: 4,
   abilities: [{kind: trigger, on: turn_ended, actions: [{do: wound, amount: 9, target: {all: {side: opposing}}}]}]}
- {id: clerk, name: Clerk, attack: 1, resistance: 4,
   abilities: [{kind: trigger, on: turn_ended, actions: [{do: earn_copper, amount: 1}]}]}
"""
    )
    ended = at(table(found, side("axe"), side("clerk", "bert"))).when(1, EndTurn())
    ended.then_includes(e.TriggerDropped(Fired("clerk.0", 2, "2.clerk"))).then_never(e.CopperEarned)


@pytest.mark.rule("HOC-VOC-04")
def test_an_ability_for_once_is_set_off_once() -> None:
    """In a turn, a round, or the game."""
    for span, after_turn, after_round in (("turn", 2, 3), ("round", 1, 2), ("game", 1, 1)):
        found = cards(
            f"""
- {{id: ada, name: Ada, attack: 1, resistance: 4,
   abilities: [{{kind: trigger, on: event_used, once_per: {span}, actions: [{{do: earn_copper, amount: 7}}]}}]}}
- {{id: wink, name: Wink, type: event, at_any_time: true, allows: [repeat_event], actions: [{{do: lose_copper,
     amount: 0}}]}}
"""
        )
        board = table(found, side("ada", hand=("wink",)), side("bert", hand=("wink",)))
        play = at(board).when(1, UseEvent("wink")).when(1, UseEvent("wink"))
        assert play.board.side(1).copper == 7
        play = play.when(1, EndTurn()).when(2, UseEvent("wink"))
        assert play.board.side(1).copper == 7 * after_turn
        play = play.when(2, EndTurn()).when(1, UseEvent("wink"))
        assert play.board.side(1).copper == 7 * after_round


@pytest.mark.rule("HOC-VOC-04")
def test_an_ability_listens_to_whom_it_names() -> None:
    """By subject, by the other hero, by player, and under its condition."""
    found = cards(
        """
- {id: spy, name: Spy, attack: 1, resistance: 4, abilities: [
     {kind: trigger, on: law_enacted, player: opponent, actions: [{do: earn_copper, amount: 1}]},
     {kind: trigger, on: wounded, subject: {card: bert}, other: {card: anna},
     actions: [{do: earn_copper, amount: 2}]},
     {kind: trigger, on: turn_started, player: you, if: {compare: [{copper: you}, '>', 0]},
     actions: [{do: earn_copper, amount: 4}]}]}
- {id: rite, name: Rite, type: law, on_enact: [{do: lose_copper, amount: 0}]}
"""
    )
    two = side("spy", "bert", "anna", hand=("rite",))
    board = table(found, side("anna", "cora", copper=1, hand=("rite",)), two)
    assert at(board).when(1, EnactLaw("rite")).board.side(2).copper == 1
    own = table(found, side("anna"), two, seat=2)
    assert at(own).when(2, EnactLaw("rite")).board.side(2).copper == 0
    by_anna = at(board).when(1, StartTask("1.anna", "anna.hit")).when(1, Choose(("2.bert",)))
    assert by_anna.board.side(2).copper == 2
    by_cora = at(board).when(1, StartTask("1.cora", "cora.hit")).when(1, Choose(("2.bert",)))
    assert by_cora.board.side(2).copper == 0
    assert at(board).when(1, EndTurn()).board.side(2).copper == 0
    rich = table(found, side("anna"), side("spy", copper=1))
    assert at(rich).when(1, EndTurn()).board.side(2).copper == 5
    assert hero("spy").card == "spy"
