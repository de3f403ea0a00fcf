"""The loop of the phases: combats begin and end, treasure is found, the game ends."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rulesets.card_tactics import RULESET
from rulesets.card_tactics.board import Board
from rulesets.card_tactics.effects import (
    ActionEnded,
    BleedTriggered,
    CampEntered,
    CombatStarted,
    CombatWon,
    EnemyRevealed,
    GameLost,
    GameWon,
    HealthLost,
    ItemDrawn,
    RoundStarted,
    SlotStarted,
    UnitDefeated,
)
from rulesets.card_tactics.phases import (
    DRAWING_EVENT,
    Camp,
    GameOver,
)
from rulesets.card_tactics.pieces import Item
from rulesets.card_tactics.rules.camp import LeaveCamp
from rulesets.card_tactics.rules.slots import Skip, UseSkill
from rulesets.kit.chance import GivenChance
from rulesets.kit.errors import ChanceNeeded
from rulesets.kit.play import Play
from rulesets.kit.scenario import Scenario
from rulesets.kit.structs import GameEnded
from tests.rulesets.card_tactics.build import (
    REVEALED,
    SET,
    at,
    does,
    hero,
    lines,
    skill,
    table,
    unit,
    variant,
)


@pytest.mark.rule("CDT-CST-01", "CDT-CST-02", "CDT-CST-04", "CDT-CST-05", "CDT-SET-08")
def test_three_enemies_are_revealed_from_the_centre_outward() -> None:
    """With their printed health; everything is ready; round 1 begins at once."""
    tired = (unit("archer", exhausted=True), "mender", "plain")
    board = table(heroes=tired, pool=(Item("dagger", True),), pending=DRAWING_EVENT, revealed=0)

    scenario = at(board, ["calm-1", *REVEALED])

    scenario.then_includes(
        CombatStarted(),
        EnemyRevealed("brute-1", "common", 3),
        EnemyRevealed("brute-2", "common", 3),
        EnemyRevealed("brute-3", "common", 3),
        RoundStarted(),
        SlotStarted("plain"),
    )
    assert lines(scenario.board)[1] == ("brute-1", "brute-2", "brute-3")
    assert not any(hero.exhausted for hero in scenario.board.heroes)
    assert not any(item.exhausted for item in scenario.board.pool)
    assert scenario.board.combat_round == 1


@pytest.mark.rule("CDT-SET-05", "CDT-CST-01")
def test_a_card_of_another_class_cannot_be_revealed() -> None:
    """The sixth card is the Common Boss, whatever the table says."""
    board = table(pending=DRAWING_EVENT, revealed=5)
    play = Play(board, 0, GivenChance(["calm-1", "brute-1"]))

    with pytest.raises(ChanceNeeded) as error:
        RULESET.settle(play)

    assert error.value.asked.allowed == ("big",)


@pytest.mark.rule("CDT-CST-03")
def test_fewer_than_three_cards_are_revealed_when_no_more_are_left() -> None:
    """With two cards left two enemies come."""
    scenario = at(table(pending=DRAWING_EVENT, revealed=16), ["calm-1", "shade-1", "shade-2"])

    assert lines(scenario.board)[1] == ("shade-1", "shade-2")


SLAYER = hero(skill(does("lose_health", "all", "enemy", n=9)), id="slayer")


CULL = variant(SLAYER)


def last_blow(heroes: tuple[object, ...] = ("slayer",), **parts: object) -> Scenario[Board]:
    """A hero about to defeat everybody at once."""
    return at(table(heroes=heroes, enemies=("elf-1", "elf-2"), components=CULL, **parts))  # type: ignore[arg-type]


@pytest.mark.rule("CDT-END-01", "CDT-PHS-03", "CDT-TRS-02", "CDT-TRS-04", "CDT-TRS-05", "CDT-HP-09")
def test_a_combat_is_won_when_all_enemies_are_defeated() -> None:
    """The rest of the action is left out, Bleed too; two common items and a rare one come into the pool; then Camp."""
    scenario = last_blow((unit("slayer", of=CULL, bleed=1),)).when(
        1, UseSkill("test"), ["dagger", "potion-1", "horn-1"]
    )

    scenario.then_includes(
        HealthLost("elf-1", 0, 3, "text"),
        HealthLost("elf-2", 0, 3, "text"),
        UnitDefeated("elf-1"),
        UnitDefeated("elf-2"),
        CombatWon(),
        ItemDrawn("dagger", "common"),
        ItemDrawn("potion-1", "common"),
        ItemDrawn("horn-1", "rare"),
        CampEntered(),
    ).then_never(BleedTriggered, ActionEnded).waits_for(Camp, 1)
    assert [one.card for one in scenario.board.pool] == ["dagger", "horn-1", "potion-1"]


@pytest.mark.rule("CDT-TRS-01", "CDT-TRS-03", "CDT-TRM-03")
def test_a_boss_in_the_combat_leaves_a_unique_item() -> None:
    """One common, one rare and one unique item, though the boss itself fell earlier."""
    scenario = last_blow(bosses=("common_boss",)).when(1, UseSkill("test"), ["dagger", "horn-1", "crown-1"])

    scenario.then_includes(
        ItemDrawn("dagger", "common"), ItemDrawn("horn-1", "rare"), ItemDrawn("crown-1", "unique"), CampEntered()
    )


@pytest.mark.rule("CDT-ITM-12")
def test_an_empty_item_stack_gives_nothing() -> None:
    """Discarded items are not shuffled in again."""
    board = last_blow().board
    common, rare, unique = board.stacks
    board = replace(board, stacks=(replace(common, size=0, unseen=()), rare, unique), item_discard=SET.items["common"])

    scenario = at(board).when(1, UseSkill("test"), ["horn-1"]).then_includes(ItemDrawn("horn-1", "rare"))

    assert len(scenario.board.pool) == 1


@pytest.mark.rule("CDT-END-04", "CDT-PHS-04", "CDT-END-07", "CDT-END-06", "CDT-END-09")
def test_winning_the_combat_of_the_unique_boss_wins_the_game() -> None:
    """No treasure and no Camp follow, whichever combat it is; up to three cards are left; nothing can be done."""
    scenario = last_blow(bosses=("unique_boss",), revealed=15, combat=4).when(1, UseSkill("test"))

    scenario.then_includes(CombatWon(), GameWon()).then_never(ItemDrawn, CampEntered)
    assert scenario.board.pending == GameOver((1,), "unique_boss")
    assert 18 - scenario.board.revealed == 3
    scenario.when(1, Skip()).refused("CDT-END-09")


@pytest.mark.rule("CDT-END-05")
def test_the_combat_goes_on_when_only_the_boss_is_defeated() -> None:
    """Other enemies must be defeated too."""
    sharp = hero(skill(does("lose_health", "farthest", "enemy", n=9)))
    components = variant(sharp)
    board = table(("tester",), ("elf-1", "dragon"), components=components, bosses=("unique_boss",), revealed=15)

    at(board).when(1, UseSkill("test")).then_includes(UnitDefeated("dragon")).then_never(CombatWon, GameWon)


@pytest.mark.rule("CDT-END-02")
def test_the_game_is_lost_when_all_heroes_are_defeated() -> None:
    """At once, in the middle of the enemy's action."""
    board = table(heroes=(unit("plain", 1),), enemies=("brute-1", "brute-2"))

    scenario = at(board).when(1, Skip(), [3, 3])

    scenario.then_includes(UnitDefeated("plain"), GameLost()).then_never(CombatWon)
    assert scenario.board.pending == GameOver((), "heroes")


@pytest.mark.rule("CDT-END-03")
def test_the_game_is_lost_when_both_sides_fall_together() -> None:
    """A win needs a hero that stands."""
    everybody = hero(skill(does("lose_health", "all", n=9)))
    board = table(heroes=("tester",), enemies=("elf-1",), components=variant(everybody))

    at(board).when(1, UseSkill("test")).then_includes(UnitDefeated("elf-1"), GameLost()).then_never(CombatWon)


@pytest.mark.rule("CDT-END-08")
def test_giving_up_is_no_defeat() -> None:
    """The table ends the game: nobody wins, and the reason is not the rulebook's."""
    board = GameEnded((), "given up").apply(table())

    assert (board.pending.winners, board.pending.reason) == ((), "given up")
    assert board.pending.reason not in RULESET.endings


@pytest.mark.rule("CDT-SET-08", "CDT-PHS-04", "CDT-END-06", "CDT-PHS-01")
def test_a_standard_adventure() -> None:
    """W15: five combats of the printed classes; three treasures and one; the last combat ends the game, three left."""
    slayer = variant(SLAYER)
    scenario = at(table(heroes=("archer", "plain", "slayer"), components=slayer, revealed=0))
    foes = iter(
        [
            ["brute-1", "brute-2", "brute-3"],
            ["brute-4", "brute-5", "big"],
            ["elf-1", "elf-2", "elf-3"],
            ["elf-4", "elf-5", "chief"],
            ["shade-1", "shade-2", "dragon"],
        ]
    )
    finds = [
        ["dagger", "potion-1", "horn-1"],
        ["potion-2", "horn-2", "crown-1"],
        ["potion-3", "potion-4", "horn-3"],
        ["stone-1", "horn-4", "crown-2"],
        [],
    ]
    for number, (revealed, found) in enumerate(zip(foes, finds, strict=True), 1):
        scenario = scenario.when(1, LeaveCamp(), [f"calm-{number}", *revealed])
        assert lines(scenario.board)[1] == tuple(revealed)
        scenario = scenario.when(1, UseSkill("test"), found)

    scenario.then_includes(CombatWon(), GameWon())
    assert scenario.board.revealed == 15
    assert scenario.board.combat == 5


@pytest.mark.rule("CDT-CST-03", "CDT-END-01")
def test_a_combat_that_no_enemy_comes_to_is_won() -> None:
    """The Challenge stack is empty: treasure follows at once."""
    scenario = at(table(pending=DRAWING_EVENT, revealed=18), ["calm-1", "dagger", "potion-1", "horn-1"])

    scenario.then_includes(CombatStarted(), CombatWon(), CampEntered()).then_never(RoundStarted)
