"""What the card language cannot express: a table enters it, with effects of the game."""

import pytest

from rulesets.heroes_of_the_campaign import RULESET
from rulesets.heroes_of_the_campaign import effects as e
from rulesets.heroes_of_the_campaign.board import Board
from rulesets.heroes_of_the_campaign.phases import Entering, Turn
from rulesets.heroes_of_the_campaign.pieces import Held
from rulesets.heroes_of_the_campaign.rules.by_hand import EnterByHand, Entered
from rulesets.heroes_of_the_campaign.rules.tasks import StartTask
from rulesets.kit.errors import UnknownAction
from rulesets.kit.scenario import Scenario
from tests.rulesets.heroes_of_the_campaign.build import at, cards, hero, side, status, table

SET = cards(
    """
- {id: seer, name: Seer, attack: 1, resistance: 4, abilities: [{kind: by_hand, text: Whenever the moon is full.}],
   tasks: [{id: gaze, actions: [{do: by_hand, text: Ask the stars.}, {do: earn_copper, amount: 1}]}]}
- {id: hill, name: Hill, type: location}
- {id: rite, name: Rite, type: law, on_enact: [{do: earn_copper, amount: 0}]}
"""
)


def board(**other: object) -> Board:
    """The seer of seat 1, and a foe in each place."""
    one = side("seer", hero("anna", place="hill"), locations=("hill",), copper=2)
    two = side(
        "anna", hero("bert", 3, "infirmary"), hero("cora", 1, held=(status("in_cover"),)), laws=("rite",), copper=1
    )
    return table(SET, one, two, **other)  # type: ignore[arg-type]


def gazing(chance: str = "table") -> Scenario[Board]:
    """The seer asks the stars."""
    return at(board(chance=chance)).when(1, StartTask("1.seer", "seer.gaze"))


@pytest.mark.rule("HOC-GLD-01")
def test_the_table_enters_what_an_action_does() -> None:
    """Then the task goes on; what follows from the effects, follows."""
    asked = gazing().waits_for(Entering, 1)
    entered = asked.when(1, EnterByHand((e.CopperTaken(1, 3, 1), e.HeroWounded("2.cora", 1, 1, "1.seer"))))
    entered.then_includes(
        e.HandEntered(1),
        e.CopperTaken(1, 3, 1),
        e.HeroWounded("2.cora", 1, 1, "1.seer"),
        e.HeroSentToInfirmary("2.cora", 2, by="1.seer"),
        e.CopperEarned(1, 1),
        e.TaskEnded("1.seer", "seer.gaze"),
    )
    entered.waits_for(Turn, 1)
    asked.when(2, EnterByHand()).refused("HOC-GLD-01")


@pytest.mark.rule("HOC-GLD-01")
def test_where_the_service_rolls_the_action_is_skipped() -> None:
    """Nobody could check what is entered."""
    skipped = gazing("server")
    skipped.then_includes(e.ActionSkipped("seer.gaze.1", "KIT-HAND-01"), e.CopperEarned(1, 1)).waits_for(Turn, 1)
    at(board(chance="server")).when(1, EnterByHand()).refused("KIT-HAND-01")


@pytest.mark.rule("HOC-GLD-02")
def test_an_ability_by_hand_is_entered_before_any_action() -> None:
    """By the player who has it, while it is active."""
    at(board()).when(1, EnterByHand((e.CopperEarned(1, 2),))).then_includes(e.CopperEarned(1, 2)).waits_for(Turn, 1)
    at(table(SET, side("anna"), side("seer"))).when(1, EnterByHand()).refused("HOC-GLD-02")
    at(table(SET, side(hero("seer", 4, "infirmary")))).when(1, EnterByHand()).refused("HOC-GLD-02")


HELD = Held("in_cover", 1, "seer.gaze", "1.seer", "end_of_turn")


@pytest.mark.rule("HOC-GLD-01")
@pytest.mark.parametrize(
    "effect",
    [
        e.CopperEarned(2, 3),
        e.CopperLost(2, 1),
        e.HeroHealed("2.cora", 2, 1, "1.seer"),
        e.HeroSentToInfirmary("2.anna", 4),
        e.HeroLeftInfirmary("2.bert", 1),
        e.HeroSentToLocation("1.seer", "1.hill"),
        e.HeroSentToCamp("1.anna"),
        e.StatusApplied("1.seer", HELD),
        e.StatusEnded("2.cora", "in_cover", 0),
        e.LawBroken(2, "rite", "1.seer"),
    ],
)
def test_every_effect_that_may_be_entered(effect: Entered) -> None:
    """Copper, wounds, places, statuses, laws."""
    gazing().when(1, EnterByHand((effect,))).then_includes(effect, e.CopperEarned(1, 1))
    assert type(effect) in RULESET.adjustable


@pytest.mark.parametrize(
    ("effect", "rule"),
    [
        (e.CopperEarned(3, 1), "HOC-COP-04"),
        (e.CopperEarned(1, -1), "HOC-COP-04"),
        (e.CopperLost(2, 2), "HOC-COP-01"),
        (e.CopperTaken(1, 3, 2), "HOC-TAK-01"),
        (e.CopperTaken(1, 0, 1), "HOC-TAK-01"),
        (e.HeroWounded("2.nobody", 1, 1), "HOC-GLD-02"),
        (e.HeroWounded("2.anna", 1, 1, "3.seer"), "HOC-GLD-02"),
        (e.HeroWounded("2.bert", 1, 1), "HOC-INF-12"),
        (e.HeroWounded("2.anna", 1, -1), "HOC-INF-01"),
        (e.HeroHealed("2.cora", 9, 2), "HOC-HEA-01"),
        (e.HeroHealed("2.bert", 9, 1), "HOC-INF-06"),
        (e.HeroSentToInfirmary("2.bert", 3), "HOC-INF-01"),
        (e.HeroSentToInfirmary("2.anna", 0), "HOC-INF-04"),
        (e.HeroLeftInfirmary("2.anna", 0), "HOC-INF-06"),
        (e.HeroLeftInfirmary("2.bert", 3), "HOC-INF-06"),
        (e.HeroSentToLocation("2.anna", "2.hill"), "HOC-LOC-01"),
        (e.HeroSentToLocation("1.anna", "1.hill"), "HOC-LOC-08"),
        (e.HeroSentToLocation("2.bert", "1.hill"), "HOC-INF-12"),
        (e.HeroSentToCamp("1.seer"), "HOC-LOC-06"),
        (e.StatusApplied("1.seer", Held("bored", 1, "seer.gaze", None, "permanent")), "HOC-GLD-02"),
        (e.StatusApplied("1.seer", Held("in_cover", 1, "moon", None, "permanent")), "HOC-GLD-02"),
        (e.StatusEnded("2.cora", "in_cover", 1), "HOC-GLD-02"),
        (e.StatusEnded("2.cora", "untouchable", 0), "HOC-GLD-02"),
        (e.LawBroken(1, "rite"), "HOC-LAW-03"),
        (e.LawBroken(2, "rite", "1.nobody"), "HOC-GLD-02"),
    ],
)
@pytest.mark.rule("HOC-COP-01", "HOC-GLD-02")
def test_what_cannot_be_is_not_entered(effect: Entered, rule: str) -> None:
    """Each by the rule that it would break."""
    gazing().when(1, EnterByHand((effect,))).refused(rule)


def test_a_malformed_entry_says_where() -> None:
    """The fault is named by a JSON pointer."""
    with pytest.raises(UnknownAction) as unknown:
        RULESET.read_action({"type": "EnterByHand", "effects": [{"type": "CopperEarned", "seat": 1, "value": "all"}]})
    assert unknown.value.path == "/effects/0/value"
    with pytest.raises(UnknownAction):
        RULESET.read_action({"type": "EnterByHand", "effects": [{"type": "GameWon", "seat": 1, "hero": "1.seer"}]})
