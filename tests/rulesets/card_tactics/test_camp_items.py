"""Items used in Camp: what their use costs, and what ends with it."""

from __future__ import annotations

import pytest

from rulesets.card_tactics.effects import CampUseCutShort, ItemPutAway, QuirkStarted, TokensGained, UnitDefeated
from rulesets.card_tactics.phases import Camp, Moving
from rulesets.card_tactics.rules.camp import LeaveCamp, UseCampItem
from rulesets.card_tactics.rules.skills import UseBoot
from rulesets.card_tactics.rules.slots import UseItem
from tests.rulesets.card_tactics.build import (
    REVEALED,
    at,
    does,
    event,
    gain,
    hero,
    item,
    lines,
    quirk,
    skill,
    table,
    unit,
    variant,
)


@pytest.mark.rule("CDT-ITM-10", "CDT-EVT-04", "CDT-CMP-07")
def test_a_hero_defeated_by_its_own_camp_item_ends_the_use() -> None:
    """It is set aside, the item counts as used, and the rest of its text is not carried out."""
    risky = item(skill(does("lose_health"), gain("counter", "all", "hero")), phases=["camp"], after_use="discard")
    board = table((unit("plain", 1), "archer"), pool=("tool",), components=variant(risky))

    scenario = at(board).when(1, UseCampItem("tool", "plain", "test")).waits_for(Camp, 1)

    scenario.then_includes(UnitDefeated("plain"), ItemPutAway("discard"), CampUseCutShort("plain"))
    scenario.then_never(TokensGained)
    assert (lines(scenario.board)[0], scenario.board.aside) == (("archer",), ("plain",))
    assert scenario.board.pool == ()


@pytest.mark.rule("CDT-ITM-10")
def test_a_hero_defeated_by_its_own_boots_uses_the_item_no_further() -> None:
    """A quirk that answers the movement in Camp takes its last health, before the description is followed."""
    winged = item(skill(gain("counter", "all", "hero"), boots=1), phases=["camp"])
    watcher = hero(quirk=quirk("moved", does("lose_health", "mover"), of="any"))
    components = variant(winged, watcher)
    board = table((unit("plain", 1), "tester"), pool=("tool",), components=components)

    scenario = at(board).when(1, UseCampItem("tool", "plain", "test")).waits_for(Moving, 1).when(1, UseBoot("push"))

    scenario.waits_for(Camp, 1).then_includes(UnitDefeated("plain"), CampUseCutShort("plain")).then_never(TokensGained)
    assert scenario.board.pool[0].exhausted


COMBAT = ["calm-1", *REVEALED]
"""What chance tells as the next combat begins."""


@pytest.mark.rule("CDT-CMP-13", "CDT-CMP-10")
@pytest.mark.parametrize(
    ("until", "in_camp", "in_combat"),
    [("end_of_action", 0, 0), ("end_of_round", 1, 1), ("end_of_combat", 1, 1), ("end_of_game", 1, 1)],
)
def test_a_change_to_the_end_of_the_action_ends_with_the_use_of_a_camp_item(
    until: str, in_camp: int, in_combat: int
) -> None:
    """What lasts longer speaks of the coming combat."""
    ward = does("ongoing", "all", "hero", modifier={"kind": "defence", "n": 2}, until=until)
    tool = item(skill(ward, gain()), phases=["camp"])
    board = table(("plain",), pool=("tool",), components=variant(tool), revealed=0)

    scenario = at(board).when(1, UseCampItem("tool", "plain", "test"))

    assert len(scenario.board.ongoing) == in_camp
    assert len(scenario.when(1, LeaveCamp(), COMBAT).board.ongoing) == in_combat


@pytest.mark.rule("CDT-EVT-02", "CDT-EVT-07")
def test_a_change_to_the_end_of_the_action_ends_with_the_text_of_an_event() -> None:
    """Nobody acts in the Event Phase."""
    ward = does("ongoing", "all", "hero", modifier={"kind": "defence", "n": 2}, until="end_of_action")
    calm = event(ward, id="calm", copies=5)

    assert at(table(("plain",), components=variant(calm), revealed=0)).when(1, LeaveCamp(), COMBAT).board.ongoing == ()


@pytest.mark.rule("CDT-CMP-13", "CDT-QRK-01")
@pytest.mark.parametrize(("limit", "times"), [("none", 2), ("action", 2), ("round", 1), ("combat", 1), ("game", 1)])
def test_each_use_in_camp_is_an_action_of_its_own_for_quirks(limit: str, times: int) -> None:
    """Healed by two potions, a hero answers twice, or as often as its quirk's limit says."""
    sore = hero(health=9, quirk=quirk("healed", gain("bleed"), limit=limit))
    components = variant(sore)
    scenario = at(table((unit("tester", 1, of=components),), pool=("potion-1", "potion-2"), components=components))

    first = scenario.when(1, UseCampItem("potion-1", "tester", "drink"))
    second = first.when(1, UseCampItem("potion-2", "tester", "drink"))

    effects = (*first.effects, *second.effects)
    assert [type(effect) for effect in effects].count(QuirkStarted) == times


@pytest.mark.rule("CDT-QRK-01", "CDT-CMP-13")
@pytest.mark.parametrize(("limit", "expected"), [("round", True), ("combat", True), ("game", False)])
def test_a_limit_of_a_combat_starts_anew_with_the_combat(limit: str, expected: bool) -> None:
    """What took place in Camp was not in it."""
    sore = hero(health=9, quirk=quirk("healed", gain("bleed"), limit=limit))
    components = variant(sore)
    board = table((unit("tester", 1, of=components),), pool=("potion-1", "potion-2"), components=components, revealed=0)
    scenario = at(board).when(1, UseCampItem("potion-1", "tester", "drink")).when(1, LeaveCamp(), COMBAT)

    drunk = scenario.when(1, UseItem("potion-2", "drink"), [1, 1] * 3)

    assert any(isinstance(effect, QuirkStarted) for effect in drunk.effects) is expected
