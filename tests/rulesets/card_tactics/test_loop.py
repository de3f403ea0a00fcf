"""Set-up, and the loop of Camp, Event, Combat and Treasure to its end."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rulesets.card_tactics import RULESET
from rulesets.card_tactics.board import CLASSES, DEPTHS, Board
from rulesets.card_tactics.effects import (
    ActionEnded,
    BleedTriggered,
    CampEntered,
    CampLeft,
    CombatStarted,
    CombatWon,
    EnemyRevealed,
    EventDrawn,
    EventResolved,
    EventsReshuffled,
    GameLost,
    GameWon,
    HealthLost,
    HealthRecovered,
    HeroesRearranged,
    ItemDrawn,
    ItemPutAway,
    PhrasePassedOver,
    RoundStarted,
    SlotStarted,
    StacksBuilt,
    StartingItemDiscarded,
    TokensDiscarded,
    TokensGained,
    UnitDefeated,
)
from rulesets.card_tactics.parts import Item, Tokens
from rulesets.card_tactics.phases import (
    EVENT_DUE,
    Camp,
    Choosing,
    ChoosingHeroes,
    Deciding,
    DiscardingItem,
    GameOver,
    PlacingHeroes,
    TreasureDue,
)
from rulesets.card_tactics.rules.camp import LeaveCamp, Rearrange, UseCampItem
from rulesets.card_tactics.rules.choosing import Choose
from rulesets.card_tactics.rules.setup import ChooseHeroes, DiscardItem, PlaceHeroes
from rulesets.card_tactics.rules.slots import Skip, UseSkill
from rulesets.kit.chance import Told
from rulesets.kit.errors import ChanceNeeded
from rulesets.kit.play import Play
from rulesets.kit.scenario import Scenario, begun
from rulesets.kit.structs import GameEnded
from tests.rulesets.card_tactics.build import (
    CARDS,
    SET,
    at,
    does,
    event,
    gain,
    hero,
    lines,
    quirk,
    skill,
    table,
    unit,
    variant,
)

TRIO = ("archer", "mender", "plain")
ELVES = ("elf-1", "elf-2", "elf-3")


def new_game(seats: int = 1) -> Scenario[Board]:
    """A game of the small set before its first decision."""
    return begun(RULESET, seats=seats, sets=CARDS)


def camp(seats: int = 1) -> Scenario[Board]:
    """The first Camp: dagger and a potion in the pool."""
    scenario = new_game(seats).when(1, ChooseHeroes(TRIO), ["dagger", "potion-1", "stone-1"])
    return scenario.when(1, DiscardItem("stone-1")).when(1, PlaceHeroes(("plain", "archer", "mender")))


# --- set-up


@pytest.mark.rule("CDT-SET-01", "CDT-SET-02", "CDT-SET-03", "CDT-SET-07")
def test_stacks_lie_face_down_and_tell_only_their_sizes() -> None:
    """Items by rarity, events, and the Challenge stack: any card of a class may still lie anywhere in it."""
    board = new_game().then(StacksBuilt()).waits_for(ChoosingHeroes, 1).board

    assert [pile.size for pile in board.stacks] == [9, 4, 2]
    assert all(SET.item[card].rarity == "common" for card in board.stacks[0].unseen)
    assert board.events.size == 5
    assert dict(zip(CLASSES, (len(pile.unseen) for pile in board.challenge), strict=True)) == {
        "common": 5,
        "common_boss": 1,
        "rare": 5,
        "rare_boss": 1,
        "unique": 5,
        "unique_boss": 1,
    }


@pytest.mark.rule("CDT-SET-04", "CDT-SET-05", "CDT-SET-06")
def test_the_challenge_stack_has_eighteen_cards_in_the_printed_order() -> None:
    """From the top: 5 common, their boss, 5 rare, their boss, 2 unique, the Unique Boss, 3 unique of the same group."""
    board = new_game().board

    assert len(DEPTHS) == sum(pile.size for pile in board.challenge) == 18
    assert DEPTHS[:6] == (*["common"] * 5, "common_boss")
    assert DEPTHS[6:12] == (*["rare"] * 5, "rare_boss")
    assert DEPTHS[12:] == ("unique", "unique", "unique_boss", "unique", "unique", "unique")
    assert board.challenge[CLASSES.index("unique")].size == 5


@pytest.mark.rule("CDT-SET-09")
@pytest.mark.parametrize("heroes", [("archer", "mender"), ("archer", "archer", "plain"), ("archer", "elf-1", "plain")])
def test_exactly_three_different_heroes_are_chosen(heroes: tuple[str, ...]) -> None:
    """Two heroes, the same twice or an enemy are refused."""
    new_game().when(1, ChooseHeroes(heroes)).refused("CDT-SET-09")


@pytest.mark.rule("CDT-SET-09")
def test_heroes_not_chosen_leave_the_game() -> None:
    """Only the three chosen ones appear from then on."""
    assert {card for card, _ in camp().board.controllers} == set(TRIO)


@pytest.mark.rule("CDT-SET-10")
def test_one_of_three_starting_items_is_discarded() -> None:
    """Three common items are drawn, one is discarded for good, two are the pool."""
    scenario = new_game().when(1, ChooseHeroes(TRIO), ["dagger", "potion-1", "stone-1"])
    scenario.waits_for(DiscardingItem, 1).when(1, DiscardItem("potion-2")).refused("CDT-SET-10")

    scenario = scenario.when(1, DiscardItem("potion-1")).then(StartingItemDiscarded("potion-1"))

    assert [one.card for one in scenario.board.pool] == ["dagger", "stone-1"]
    assert scenario.board.item_discard == ("potion-1",)
    assert scenario.board.stacks[0].size == 6


@pytest.mark.rule("CDT-SET-10")
def test_starting_items_are_common() -> None:
    """A rare item cannot be told as one of them."""
    with pytest.raises(AssertionError, match="ChanceNeeded"):
        _ = new_game().when(1, ChooseHeroes(TRIO), ["horn-1"]).board


@pytest.mark.rule("CDT-SET-11", "CDT-SET-12", "CDT-SET-13", "CDT-PHS-01")
def test_heroes_are_placed_with_their_health_and_the_game_starts_in_camp() -> None:
    """In any order, ready, with no token but health."""
    scenario = camp().waits_for(Camp, 1)

    assert lines(scenario.board)[0] == ("plain", "archer", "mender")
    assert [one.health for one in scenario.board.heroes] == [5, 4, 4]
    assert not any(one.exhausted or one.tokens != Tokens() for one in scenario.board.heroes)
    ready = new_game().when(1, ChooseHeroes(TRIO), ["dagger", "potion-1", "stone-1"]).when(1, DiscardItem("stone-1"))
    ready.waits_for(PlacingHeroes, 1).when(1, PlaceHeroes(("plain", "plain", "archer"))).refused("CDT-SET-11")


@pytest.mark.rule("CDT-VAR-02")
def test_each_hero_has_one_controlling_seat() -> None:
    """With three seats the order of the choice says who controls whom; with two, seat 1 has two heroes."""
    three = new_game(3).when(2, ChooseHeroes(("plain", "archer", "mender")), ["dagger", "potion-1", "stone-1"])
    two = new_game(2).when(2, ChooseHeroes(("archer", "plain", "mender")), ["dagger", "potion-1", "stone-1"])

    assert three.board.controllers == (("plain", 1), ("archer", 2), ("mender", 3))
    assert two.board.controllers == (("archer", 1), ("plain", 1), ("mender", 2))
    new_game(2).when(1, ChooseHeroes(("plain", "archer", "mender"))).refused("CDT-VAR-02")
    board = table(enemies=ELVES, seats=3)
    at(board).waits_for(Deciding, 3).when(1, Skip()).refused("CDT-RND-02")
    camp(3).waits_for(Camp, 1, 2, 3)


@pytest.mark.rule("CDT-VAR-01")
def test_variants_are_no_option() -> None:
    """Survival, and play against each other, have no rules: the only options are about re-rolls and tokens."""
    assert set(RULESET.options.__struct_fields__) == {"rerolls", "token_supply"}


# --- camp


@pytest.mark.rule("CDT-CMP-01", "CDT-CMP-03", "CDT-CMP-11", "CDT-CMP-12")
def test_defeated_heroes_come_back_to_camp_with_one_health() -> None:
    """Behind the others in the order of their defeat, without tokens; everything is ready."""
    board = table(
        heroes=(unit("plain", 2, exhausted=True, bleed=1),),
        aside=("mender", "archer"),
        pool=(Item("dagger", True),),
        pending=TreasureDue(False),
        combat=1,
    )
    drawn = ["potion-1", "potion-2", "horn-1"]

    scenario = at(board, drawn).waits_for(Camp, 1)

    assert lines(scenario.board)[0] == ("plain", "mender", "archer")
    assert [one.health for one in scenario.board.heroes] == [2, 1, 1]
    assert scenario.board.heroes[1].tokens == Tokens()
    assert not any(one.exhausted for one in scenario.board.heroes)
    assert not any(one.exhausted for one in scenario.board.pool)


@pytest.mark.rule("CDT-CMP-02", "CDT-CMP-08")
def test_camp_itself_neither_heals_nor_clears() -> None:
    """A hero that stood keeps its health, and its tokens until Camp ends."""
    board = table(heroes=(unit("plain", 2, bleed=1, stun=1), "archer", "mender"), pending=TreasureDue(False), combat=1)

    hero = at(board, ["potion-1", "potion-2", "horn-1"]).board.heroes[0]

    assert (hero.health, hero.tokens) == (2, Tokens(bleed=1, stun=1))


@pytest.mark.rule("CDT-CMP-04", "CDT-RST-17")
def test_heroes_rearrange_at_will_in_camp() -> None:
    """Any order, any number of times; Restrain and Stun do not matter."""
    board = table(heroes=(unit("plain", restrain=1), unit("archer", stun=1), "mender"))

    scenario = at(board).when(1, Rearrange(("archer", "mender", "plain")))

    scenario.then(HeroesRearranged(("archer", "mender", "plain"))).when(1, Rearrange(("plain", "mender", "archer")))
    scenario.when(1, Rearrange(("archer", "mender", "plain"))).refused("CDT-CMP-04")


@pytest.mark.rule("CDT-CMP-05", "CDT-EVT-04")
def test_only_the_heroes_that_stand_are_rearranged() -> None:
    """They fill positions 1 to k; one that is set aside has no place among them."""
    board = table(heroes=("plain", "archer"), aside=("mender",))

    at(board).when(1, Rearrange(("archer", "plain"))).then(HeroesRearranged(("archer", "plain")))
    at(board).when(1, Rearrange(("archer", "plain", "mender"))).refused("CDT-CMP-05")


@pytest.mark.rule("CDT-CMP-06")
def test_only_items_that_say_so_are_used_in_camp() -> None:
    """The potion may be drunk, the dagger stays sheathed."""
    scenario = at(table(pool=("dagger", "potion-1")))

    scenario.when(1, UseCampItem("dagger", "plain", "stab")).refused("CDT-CMP-06")
    scenario.when(1, UseCampItem("crown-1", "plain", "rule")).refused("CDT-ITM-02")


@pytest.mark.rule("CDT-CMP-07")
def test_a_camp_item_is_exhausted_or_discarded_after_use() -> None:
    """The horn is blown once in a Camp; no hero is exhausted by it."""
    scenario = at(table(pool=("horn-1",))).when(1, UseCampItem("horn-1", "plain", "blow"))

    scenario.then_includes(TokensGained("plain", "attack_plus"), ItemPutAway("exhaust")).waits_for(Camp, 1)
    assert not any(one.exhausted for one in scenario.board.heroes)
    scenario.when(1, UseCampItem("horn-1", "plain", "blow")).refused("CDT-CMP-07")


@pytest.mark.rule("CDT-CMP-13", "CDT-RST-05", "CDT-CMP-08")
def test_a_camp_item_is_used_by_a_hero_even_a_stunned_one() -> None:
    """Range counts from its user; healing loosens bonds and staunches as ever."""
    heroes = ("plain", "archer", unit("mender", 1, stun=1, bleed=2))
    scenario = at(table(heroes=heroes, pool=("potion-1",), aside=()))

    used = scenario.when(1, UseCampItem("potion-1", "mender", "drink")).when(1, Choose(("mender",)))

    used.then_includes(HealthRecovered("mender", 3, 2), TokensDiscarded("mender", "bleed", 2))
    assert used.board.heroes[2].tokens == Tokens(restrain=1)
    far = scenario.when(1, UseCampItem("potion-1", "plain", "drink")).when(1, Choose(("mender",)))
    far.refused("CDT-SKL-04")
    scenario.when(1, UseCampItem("potion-1", "basher", "drink")).refused("CDT-CMP-13")


@pytest.mark.rule("CDT-CMP-09", "CDT-CMP-10", "CDT-EVT-01", "CDT-SPC-02", "CDT-PHS-02")
def test_leaving_camp_clears_all_tokens_and_brings_an_event() -> None:
    """Special tokens go too; nothing of Camp is possible afterwards."""
    board = table(heroes=(unit("plain", 3, bleed=2, hound=1), unit("archer", attack_plus=1), "mender"), revealed=0)

    scenario = at(board).when(1, LeaveCamp(), ["calm-1", "brute-1", "brute-2", "brute-3"])

    scenario.then_includes(CampLeft(), EventDrawn("calm-1", "calm.0"), EventResolved(), CombatStarted())
    assert all(one.tokens == Tokens() for one in scenario.board.heroes)
    assert [type(effect) for effect in scenario.effects].count(EventDrawn) == 1
    scenario.when(1, Rearrange(("archer", "plain", "mender"))).refused("CDT-RND-02")


# --- events


def with_event(card: dict[str, object], heroes: tuple[object, ...] = TRIO, **parts: object) -> Board:
    """A board on which this event is the only one left to be drawn."""
    components = variant(card)
    board = table(heroes=heroes, components=components, pending=EVENT_DUE, revealed=0, **parts)  # type: ignore[arg-type]
    name = str(card["id"])
    return replace(
        board,
        events=replace(board.events, size=1, unseen=(name,)),
        event_discard=tuple(one for one in components.events if one != name),
    )


REVEALED = ["brute-1", "brute-2", "brute-3"]


@pytest.mark.rule("CDT-EVT-02", "CDT-EVT-03")
def test_tokens_of_an_event_are_kept_into_the_combat() -> None:
    """The event comes after the tokens were removed."""
    scenario = at(with_event(event(gain("bleed", "all", "hero"))), ["omen", *REVEALED]).waits_for(Deciding, 1)

    assert [one.tokens.bleed for one in scenario.board.heroes] == [1, 1, 1]


@pytest.mark.rule("CDT-EVT-04")
def test_a_hero_defeated_by_an_event_misses_the_combat() -> None:
    """It is set aside, the others close up."""
    harm = event(does("lose_health", "position", "hero", n=1) | {"sel": {"pick": "position", "of": "hero", "n": 1}})

    scenario = at(with_event(harm, (unit("plain", 1), "archer", "mender")), ["omen", *REVEALED])

    scenario.then_includes(UnitDefeated("plain"), CombatStarted())
    assert lines(scenario.board)[0] == ("archer", "mender")
    assert scenario.board.aside == ("plain",)


@pytest.mark.rule("CDT-EVT-05", "CDT-END-02")
def test_an_event_may_lose_the_game() -> None:
    """All heroes at zero health: lost at once."""
    harm = event(does("lose_health", "all", "hero", n=9))

    scenario = at(with_event(harm), ["omen"]).then_includes(GameLost()).then_never(CombatStarted)

    assert isinstance(scenario.board.pending, GameOver)


@pytest.mark.rule("CDT-EVT-06")
def test_the_event_discard_becomes_the_stack_when_that_is_empty() -> None:
    """A resolved event is discarded; with an empty stack the discard is shuffled first."""
    board = table(pending=EVENT_DUE, revealed=0)
    board = replace(board, events=replace(board.events, size=0, unseen=()), event_discard=SET.events)

    scenario = at(board, ["calm-2", *REVEALED])

    scenario.then_includes(EventsReshuffled(), EventDrawn("calm-2", "calm.0"))
    assert scenario.board.event_discard == ("calm-2",)
    assert scenario.board.events.size == 4


@pytest.mark.rule("CDT-EVT-07")
def test_a_lasting_event_stays_in_force_for_its_combat() -> None:
    """Its card is discarded when the combat is won, and its change is gone."""
    fog = event(
        does("ongoing", "all", "hero", modifier={"kind": "defence", "n": 2}, until="end_of_combat"), lasts="next_combat"
    )
    sharp = hero(skill(does("lose_health", "all", "enemy", n=9)))
    components = variant(fog, sharp)
    board = with_event(fog)
    board = replace(board, components=components, heroes=(unit("tester", of=components),))

    scenario = at(board, ["omen", *REVEALED])
    assert scenario.board.lasting == ("omen",)
    assert scenario.board.ongoing
    scenario = scenario.when(1, UseSkill("test"), ["dagger", "potion-1", "horn-1"])

    scenario.then_includes(CombatWon(("omen",)))
    assert (scenario.board.lasting, scenario.board.ongoing) == ((), ())
    assert "omen" in scenario.board.event_discard


@pytest.mark.rule("CDT-EVT-08")
def test_an_instruction_of_an_event_that_cannot_be_followed_is_passed_over() -> None:
    """The rest of its text is followed."""
    omen = event(
        {"op": "discard_item", "pick": "random"}, does("lose_health", "position", "hero") | {"sel": THIRD}, id="omen"
    )

    at(with_event(omen), ["omen", *REVEALED]).then_includes(
        PhrasePassedOver("omen.1", "there is no card"), HealthLost("plain", 4, 1, "text"), CombatStarted()
    )


THIRD = {"pick": "position", "of": "hero", "n": 3}


# --- combat begins and ends


@pytest.mark.rule("CDT-CST-01", "CDT-CST-02", "CDT-CST-04", "CDT-CST-05", "CDT-SET-08")
def test_three_enemies_are_revealed_from_the_centre_outward() -> None:
    """With their printed health; everything is ready; round 1 begins at once."""
    tired = (unit("archer", exhausted=True), "mender", "plain")
    board = table(heroes=tired, pool=(Item("dagger", True),), pending=EVENT_DUE, revealed=0)

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
    assert not any(one.exhausted for one in (*scenario.board.heroes, *scenario.board.pool))
    assert scenario.board.combat_round == 1


@pytest.mark.rule("CDT-SET-05", "CDT-CST-01")
def test_a_card_of_another_class_cannot_be_revealed() -> None:
    """The sixth card is the Common Boss, whatever the table says."""
    board = table(pending=EVENT_DUE, revealed=5)
    play = Play(board, 0, Told(["calm-1", "brute-1"]))

    with pytest.raises(ChanceNeeded) as error:
        RULESET.settle(play)

    assert error.value.asked.allowed == ("big",)


@pytest.mark.rule("CDT-CST-03")
def test_fewer_than_three_cards_are_revealed_when_no_more_are_left() -> None:
    """With two cards left two enemies come."""
    scenario = at(table(pending=EVENT_DUE, revealed=16), ["calm-1", "shade-1", "shade-2"])

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
    assert scenario.board.pending == GameOver((1,), "the Unique Boss is defeated")
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
    assert scenario.board.pending == GameOver((), "all heroes are defeated")


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
    assert board.pending.reason != "all heroes are defeated"


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


@pytest.mark.rule("CDT-CMP-13", "CDT-GEO-08")
def test_free_placing_stirs_no_quirk() -> None:
    """Rearranging in Camp is no movement."""
    components = variant(hero(quirk=quirk("moved", gain("bleed"), of="any")))
    board = table(heroes=("tester", "plain", "archer"), components=components)

    at(board).when(1, Rearrange(("plain", "tester", "archer"))).then(HeroesRearranged(("plain", "tester", "archer")))


@pytest.mark.rule("CDT-CMP-10")
def test_camp_lasts_until_somebody_leaves_it() -> None:
    """Any one seat records that the camp is left."""
    scenario = camp(2).waits_for(Camp, 1, 2)

    scenario.when(2, LeaveCamp(), ["calm-1", "brute-1", "brute-2", "brute-3"]).waits_for(Deciding, 1)


@pytest.mark.rule("CDT-EVT-02", "CDT-VAR-02")
def test_any_seat_answers_for_an_event() -> None:
    """A choice of an event is everybody's."""
    omen = event(does("heal", "chosen", "hero"))
    board = with_event(omen, (unit("plain", 1), unit("archer", 1), "mender"), seats=2)

    scenario = at(board, ["omen"]).waits_for(Choosing, 1, 2)

    scenario.when(2, Choose(("plain",)), REVEALED).then_includes(HealthRecovered("plain", 2, 1))
