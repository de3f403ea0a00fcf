"""Items whose use in Camp costs their user its last health."""

from __future__ import annotations

import pytest

from rulesets.card_tactics.effects import CampUseCutShort, ItemPutAway, TokensGained, UnitDefeated
from rulesets.card_tactics.phases import Camp, Moving
from rulesets.card_tactics.rules.camp import UseCampItem
from rulesets.card_tactics.rules.skills import UseBoot
from tests.rulesets.card_tactics.build import at, does, gain, hero, item, lines, quirk, skill, table, unit, variant


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
