"""Tokens: attack and defence, Bleed, those of items."""

from __future__ import annotations

import pytest

from rulesets.card_tactics import RULESET
from rulesets.card_tactics.board import Board
from rulesets.card_tactics.effects import (
    ActionEnded,
    ActionSkipped,
    AttackResolved,
    BleedTriggered,
    DiceRerolled,
    DiceRolled,
    GameWon,
    HealthLost,
    HealthRecovered,
    PhraseEnded,
    RoundEnded,
    SkillStopped,
    SlotCutShort,
    SlotStarted,
    TokensDiscarded,
    TokensGained,
    UnitDefeated,
)
from rulesets.card_tactics.pieces import Tokens
from rulesets.card_tactics.rules.slots import Skip, UseItem, UseSkill
from rulesets.kit.scenario import Scenario
from rulesets.kit.structs import Start
from tests.rulesets.card_tactics.build import (
    SET,
    TWO,
    acts,
    at,
    attack,
    does,
    gain,
    hero,
    holding,
    item,
    quirk,
    skill,
    table,
    unit,
    variant,
)


def struck(*, me: dict[str, int] | None = None, foe: dict[str, int] | None = None, dice: list[int]) -> Scenario[Board]:
    """A plain hero (defence 5) hits an elf (defence 6); both may hold tokens."""
    board = table(
        heroes=(holding(unit("plain"), me),),
        enemies=(holding(unit("elf-1", exhausted=True), foe), unit("elf-2", exhausted=True)),
    )
    return at(board).when(1, UseSkill("hit"), dice)


# --- in general


@pytest.mark.rule("CDT-TKN-01", "CDT-TKN-04")
def test_attack_defence_and_bleed_tokens_stack() -> None:
    """As many as a unit is given."""
    for kind in ("attack_plus", "attack_minus", "defence_plus", "defence_minus", "bleed"):
        scenario = acts(
            gain(kind, "closest", "enemy", n=3), gain(kind, "closest", "enemy", n=3), foes=("elf-3", "elf-2")
        )
        scenario = scenario.when(1, UseSkill("test"))
        assert scenario.effects.count(TokensGained("elf-3", kind, 3)) == 2


@pytest.mark.rule("CDT-TKN-04", "CDT-CTR-01", "CDT-SKL-11")
def test_a_second_counter_changes_nothing() -> None:
    """And the skill goes on."""
    scenario = acts(gain("counter", n=2), gain("counter"), gain("bleed")).when(1, UseSkill("test"))

    assert scenario.effects.count(TokensGained("tester", "counter")) == 1
    scenario.then_includes(TokensGained("tester", "bleed"))


@pytest.mark.rule("CDT-TKN-05")
def test_tokens_stay_across_rounds() -> None:
    """Until something uses them."""
    scenario = acts(gain("attack_plus")).when(1, UseSkill("test")).then_includes(RoundEnded())

    assert scenario.board.unit("tester").tokens == Tokens(attack_plus=1)


@pytest.mark.rule("CDT-TKN-06")
def test_tokens_run_out_only_where_the_table_asks_for_it() -> None:
    """A supply of two Bleed tokens is a limit with the option `token_supply`, and none without."""
    components = replace_supply({"bleed": 2})
    for limited, gained in ((True, 2), (False, 3)):
        board = table(heroes=("tester",), enemies=TWO, components=components, limited=limited)
        at(board).when(1, UseSkill("test")).then_includes(TokensGained("tester", "bleed", gained))
    start = Start(1, SET.hash, "table", "free", {"token_supply": True})
    assert RULESET.empty_board(start, SET).limited


def replace_supply(supply: dict[str, int]):  # type: ignore[no-untyped-def]
    """A set with that supply of tokens, and a hero that gains three Bleed."""
    components = variant(hero(skill(gain("bleed", n=3))))
    components.supply = supply
    return components


@pytest.mark.rule("CDT-TKN-02", "CDT-TKN-03")
def test_a_token_is_used_whether_one_likes_it_or_not() -> None:
    """A minus token lowers the very next roll, and is gone."""
    scenario = struck(me={"attack_minus": 2}, dice=[4, 3])

    scenario.then_includes(DiceRolled("plain", (4, 3), -2), AttackResolved("plain", "elf-1", "miss", 5, 6))
    assert scenario.board.unit("plain").tokens == Tokens()


# --- attack and defence


@pytest.mark.rule("CDT-MOD-01", "CDT-MOD-05")
def test_all_attack_tokens_are_added_to_the_roll_and_discarded() -> None:
    """Plus and minus lie side by side until they are summed."""
    scenario = struck(me={"attack_plus": 3, "attack_minus": 1}, dice=[2, 2])

    scenario.then_includes(DiceRolled("plain", (2, 2), 2), AttackResolved("plain", "elf-1", "hit", 6, 6, loss=1))
    assert scenario.board.unit("plain").tokens == Tokens()
    both = acts(gain("attack_plus"), gain("attack_minus")).when(1, UseSkill("test"))
    assert both.board.unit("tester").tokens == Tokens(attack_plus=1, attack_minus=1)


@pytest.mark.rule("CDT-MOD-02", "CDT-ATK-09")
def test_attack_tokens_serve_one_roll_with_all_its_targets() -> None:
    """Two targets, one roll, one use."""
    board = table(heroes=(unit("archer", attack_plus=1),), enemies=("elf-1", "elf-2"))

    scenario = at(board).when(1, UseSkill("rain"), [3, 2])

    scenario.then_includes(
        AttackResolved("archer", "elf-1", "hit", 6, 6, loss=1),
        AttackResolved("archer", "elf-2", "hit", 6, 6, 1, loss=1),
    )
    assert scenario.board.unit("archer").tokens == Tokens()


@pytest.mark.rule("CDT-MOD-02", "CDT-ATK-15")
def test_attack_tokens_serve_a_roll_that_is_made_again() -> None:
    """The dice are new, what the tokens added stays, and they are used up once."""
    lucky = hero(skill(attack("closest", "enemy")), quirk=quirk("attack_rolled", {"op": "reroll"}))
    components = variant(lucky)
    board = table(heroes=(unit("tester", of=components, attack_plus=2),), enemies=TWO, components=components)

    scenario = at(board).when(1, UseSkill("test"), [1, 1, 2, 3])

    scenario.then_includes(
        DiceRolled("tester", (1, 1), 2),
        DiceRerolled("tester", (2, 3)),
        AttackResolved("tester", "elf-1", "hit", 7, 6, loss=1),
    )
    assert scenario.board.unit("tester").tokens == Tokens()


@pytest.mark.rule("CDT-MOD-03", "CDT-MOD-05", "CDT-ATK-05")
@pytest.mark.parametrize(("dice", "outcome"), [([6, 2], "hit"), ([4, 3], "miss")])
def test_all_defence_tokens_count_for_one_check(dice: list[int], outcome: str) -> None:
    """Hit or miss, they are gone."""
    scenario = struck(foe={"defence_plus": 3, "defence_minus": 1, "stun": 1}, dice=dice)

    loss = int(outcome == "hit")
    scenario.then_includes(AttackResolved("plain", "elf-1", outcome, sum(dice), 8, loss=loss))  # type: ignore[arg-type]
    assert scenario.board.unit("elf-1").tokens.defence == 0


@pytest.mark.rule("CDT-MOD-04")
def test_each_target_uses_its_own_defence_tokens() -> None:
    """At its own check."""
    foes = (unit("elf-1", defence_plus=2, exhausted=True), unit("elf-2", defence_minus=2, exhausted=True))
    board = table(heroes=("archer",), enemies=foes)

    scenario = at(board).when(1, UseSkill("rain"), [3, 1])

    scenario.then_includes(
        AttackResolved("archer", "elf-1", "miss", 4, 8), AttackResolved("archer", "elf-2", "hit", 4, 4, 1, loss=1)
    )
    assert scenario.board.unit("elf-1").tokens == Tokens()
    assert not scenario.board.unit("elf-2").tokens.defence_minus


@pytest.mark.rule("CDT-MOD-06", "CDT-RST-16")
@pytest.mark.parametrize("bond", ["restrain", "stun"])
def test_a_bound_unit_still_uses_its_defence_tokens(bond: str) -> None:
    """And keeps its defence."""
    scenario = struck(foe={bond: 1, "defence_plus": 1}, dice=[3, 3])

    scenario.then_includes(AttackResolved("plain", "elf-1", "miss", 6, 7))
    assert not scenario.board.unit("elf-1").tokens.defence_plus


@pytest.mark.rule("CDT-MOD-07")
def test_a_loss_without_an_attack_uses_no_defence_token() -> None:
    """The token stays."""
    foes = (unit("elf-1", 3, defence_plus=1, exhausted=True), unit("elf-2", exhausted=True))
    scenario = acts(does("lose_health", "closest", "enemy"), foes=foes).when(1, UseSkill("test"))

    scenario.then_includes(HealthLost("elf-1", 2, 1, "text"))
    assert scenario.board.unit("elf-1").tokens.defence_plus == 1


# --- bleed


@pytest.mark.rule("CDT-BLD-01", "CDT-BLD-05")
def test_bleed_costs_one_health_and_one_token_at_the_end_of_the_action() -> None:
    """However many there are; neither defence nor Counter matter."""
    board = table(heroes=(unit("plain", bleed=3, defence_plus=2, counter=1),), enemies=TWO)

    scenario = at(board).when(1, UseSkill("rest"))

    scenario.then_includes(PhraseEnded(None, ("plain",)), BleedTriggered("plain", 4), ActionEnded("plain"))
    assert scenario.board.unit("plain").tokens == Tokens(bleed=2, defence_plus=2, counter=1)


@pytest.mark.rule("CDT-BLD-02", "CDT-HP-07")
def test_each_point_healed_staunches_one_bleed() -> None:
    """Only what is really recovered counts, and there may be fewer tokens than that."""
    components = variant(hero(skill(does("heal", n=3)), id="plain"))
    for health, bleed, healed, staunched in ((4, 3, 1, 1), (3, 3, 2, 2), (2, 1, 3, 1)):
        board = table(heroes=(unit("plain", health, bleed=bleed),), enemies=TWO, components=components)
        scenario = at(board).when(1, UseSkill("test"))
        scenario.then_includes(
            HealthRecovered("plain", health + healed, healed), TokensDiscarded("plain", "bleed", staunched)
        )


@pytest.mark.rule("CDT-BLD-03")
def test_bleed_gained_in_the_action_works_at_its_end() -> None:
    """At the end of that same action."""
    acts(gain("bleed")).when(1, UseSkill("test")).then_includes(BleedTriggered("tester", 4), ActionEnded("tester"))


@pytest.mark.rule("CDT-BLD-04", "CDT-HRO-05")
def test_skipping_does_not_staunch() -> None:
    """Bleed works after a skip, chosen or forced."""
    chosen = at(table(heroes=(unit("plain", bleed=1),), enemies=TWO)).when(1, Skip())
    chosen.then_includes(BleedTriggered("plain", 4))
    forced = at(table(heroes=("plain", unit("archer", bleed=1, stun=1)), enemies=TWO))
    forced.then_includes(ActionSkipped("archer", True), BleedTriggered("archer", 3), ActionEnded("archer"))


@pytest.mark.rule("CDT-BLD-06", "CDT-ACT-03", "CDT-HP-04")
def test_bleed_can_defeat() -> None:
    """The unit leaves at once with its tokens; its turn counts as taken."""
    board = table(heroes=("plain", unit("archer", 1, bleed=2, counter=1)), enemies=TWO)

    scenario = at(board).when(1, Skip())

    scenario.then_includes(BleedTriggered("archer", 0), UnitDefeated("archer"), SlotCutShort("archer"))
    scenario.then_includes(SlotStarted("elf-2", "elf.idle")).then_never(GameWon)


@pytest.mark.rule("CDT-BLD-01", "CDT-TRM-07")
def test_a_unit_that_loses_no_health_loses_none_by_bleed() -> None:
    """The token goes all the same, and no quirk about losing health stirs."""
    shield = {"op": "ongoing", "modifier": {"kind": "immunity"}, "until": "end_of_round"}
    components = variant(hero(skill(shield), quirk=quirk("health_lost", gain("attack_plus"))))
    board = table(heroes=(unit("tester", of=components, bleed=2),), enemies=TWO, components=components)

    scenario = at(board).when(1, UseSkill("test"))

    scenario.then_includes(BleedTriggered("tester", 5, 0))
    assert scenario.board.unit("tester").health == 5
    assert scenario.board.unit("tester").tokens == Tokens(bleed=1)


@pytest.mark.rule("CDT-BLD-07")
def test_nobody_bleeds_outside_combat() -> None:
    """A bleeding hero in Camp uses an item and loses nothing."""
    from rulesets.card_tactics.rules.camp import UseCampItem

    scenario = at(table(heroes=(unit("plain", bleed=2), "archer", "mender"), pool=("horn-1",)))

    scenario.when(1, UseCampItem("horn-1", "plain", "blow")).then_never(BleedTriggered)


# --- of items


@pytest.mark.rule("CDT-SPC-01", "CDT-ITM-03")
def test_special_tokens_follow_the_text_of_their_item() -> None:
    """The Hound's token lies where its item puts it, and goes when that says so."""
    put = skill({"op": "place_special", "kind": "hound", "sel": {"pick": "closest", "of": "enemy"}}, id="set")
    call = skill({"op": "remove_special", "kind": "hound", "sel": {"pick": "closest", "of": "enemy"}}, id="call")
    hound = item(put, call, id="hound", special_token="hound", costs_action=False, after_use="exhaust")
    components = variant(hound)
    board = table(
        heroes=("plain",), enemies=(unit("elf-1", hound=1, exhausted=True),), pool=("hound",), components=components
    )

    at(board).when(1, UseItem("hound", "set")).then_includes(TokensGained("elf-1", "hound"))
    at(board).when(1, UseItem("hound", "call")).then_includes(TokensDiscarded("elf-1", "hound"))


@pytest.mark.rule("CDT-SPC-01", "CDT-TKN-06", "CDT-SKL-07")
def test_the_only_hound_cannot_be_in_two_places() -> None:
    """Where the table counts tokens, a text that places one stops when none is left."""
    put = {"op": "place_special", "kind": "hound", "sel": {"pick": "self"}}
    components = variant(hero(skill(put, gain("bleed"))))
    components.supply = {"hound": 1}
    foes = (unit("elf-1", hound=1, exhausted=True), "elf-2")
    for limited in (True, False):
        board = table(heroes=("tester",), enemies=foes, components=components, limited=limited)
        scenario = at(board).when(1, UseSkill("test"))
        stop = SkillStopped("tester", "tester.test.0", "there is no token left")
        assert (stop in scenario.effects) is limited
        assert (TokensGained("tester", "hound") in scenario.effects) is not limited
