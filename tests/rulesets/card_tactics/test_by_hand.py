"""What the card language cannot say: a table enters it, with effects of the game."""

from __future__ import annotations

from typing import Any, get_args

import pytest
from msgspec.structs import replace

from rulesets.card_tactics import RULESET, caption
from rulesets.card_tactics import effects as e
from rulesets.card_tactics.board import Board
from rulesets.card_tactics.phases import RESOLVING_EVENT, Acted, Camp, Choosing, Deciding, Entering, Following, GameOver
from rulesets.card_tactics.pieces import Item, Tokens
from rulesets.card_tactics.rules.by_hand import EnterByHand, Entered
from rulesets.card_tactics.rules.camp import UseCampItem
from rulesets.card_tactics.rules.quirks import UseQuirk
from rulesets.card_tactics.rules.slots import EndAction, Skip, UseItem, UseSkill
from rulesets.kit.adjusting import MOST_EFFECTS
from rulesets.kit.errors import UnknownAction
from rulesets.kit.scenario import Scenario
from tests.rulesets.card_tactics.build import (
    REVEALED,
    TWO,
    Word,
    at,
    attack,
    does,
    enemy,
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

STARS: Word = {"op": "by_hand", "text": "Ask the stars."}
MOON: Word = {"id": "moon", "trigger": {"on": "by_hand"}, "text": "Whenever the moon is full, take heart."}
ASKS = (skill(STARS, gain("attack_plus")), skill(gain(), id="other"))


def gazing(seer: Word | None = None, enemies: tuple[Any, ...] = TWO, **parts: Any) -> Scenario[Board]:
    """The seer asks the stars: behind a hurt friend, with another one set aside."""
    components = variant(seer or hero(*ASKS, id="seer"))
    line = (unit("plain", 2, exhausted=True, bleed=2), unit("seer", 4, of=components))
    basis: dict[str, Any] = {"aside": ("archer",), "pool": ("stone-1", Item("stone-2", True))}
    board = table(line, enemies, components=components, **(basis | parts))
    return at(board).when(1, UseSkill("test"))


# --- a phrase


@pytest.mark.rule("CDT-TRM-07", "CDT-SKL-02")
def test_the_table_enters_what_a_phrase_does() -> None:
    """Then the skill goes on."""
    asked = gazing().waits_for(Entering, 1)
    asked.when(1, Skip()).refused("CDT-SKL-02")

    entered = asked.when(1, EnterByHand((e.TokensGained("elf-1", "bleed", 2), e.UnitMoved("seer", "pull"))))

    entered.then_includes(
        e.HandEntered(1, 2),
        e.TokensGained("elf-1", "bleed", 2),
        e.UnitMoved("seer", "pull"),
        e.TokensGained("seer", "attack_plus"),
    )
    entered.waits_for(Acted, 1)
    assert lines(entered.board)[0] == ("seer", "plain")


@pytest.mark.rule("CDT-TRM-07")
def test_nothing_may_happen() -> None:
    """The empty entry is always possible, and is what is listed."""
    asked = gazing()

    assert list(RULESET.legal_actions(asked.board, 1)) == [EnterByHand()]
    asked.when(1, EnterByHand()).then_includes(e.HandEntered(1), e.TokensGained("seer", "attack_plus"))


@pytest.mark.rule("CDT-TRM-07")
def test_what_is_entered_is_told() -> None:
    """The text of the card when it is asked for, and then one thing after the other."""
    asked = gazing()
    board = asked.board
    assert isinstance(board.pending, Entering)
    assert (
        e.EnteringStarted(1).sentence(replace(board, pending=board.pending.then))
        == "To be entered by hand: Ask the stars."
    )

    entered = asked.when(1, EnterByHand((e.ItemDiscarded("stone-1"),)))

    assert RULESET.sentence(board, entered.effects).startswith("{1} enters what happens. Stone 1 is discarded.")
    assert RULESET.sentence(board, [e.HandEntered(1)]) == "{1} enters what the card does: nothing."


@pytest.mark.rule("CDT-TRM-07")
def test_where_the_service_rolls_the_phrase_is_passed_over() -> None:
    """Nobody could check what is entered; the skill goes on, and a branch that begins so is not offered."""
    passed = gazing(chance="server")
    passed.then_includes(
        e.PhraseSkipped("seer.test.1", "nothing is entered by hand where the service rolls"),
        e.TokensGained("seer", "attack_plus"),
    ).waits_for(Acted, 1)
    passed.when(1, EnterByHand()).refused("KIT-HAND-01")

    choice: Word = {"op": "choose", "options": [[STARS, gain("attack_plus")], [gain("bleed")], [gain()]]}
    for chance, among in (("table", ("0", "1", "2")), ("server", ("1", "2"))):
        pending = gazing(hero(skill(choice), id="seer"), chance=chance).waits_for(Choosing, 1).board.pending
        assert isinstance(pending, Choosing)
        assert pending.among == among


@pytest.mark.rule("CDT-VAR-02", "CDT-ENM-08")
def test_whoever_controls_the_hero_enters_for_it() -> None:
    """For an enemy any seat does."""
    components = variant(hero(*ASKS, id="seer"), enemy(skill(STARS, reach=None)))
    board = table((unit("plain", exhausted=True), "seer"), ("foe",), seats=2, components=components)
    seat = board.controller("seer")

    asked = at(board).when(seat, UseSkill("test")).waits_for(Entering, seat)
    asked.when(3 - seat, EnterByHand()).refused("CDT-SKL-02")
    at(board).when(seat, Skip()).waits_for(Entering, 1, 2)


@pytest.mark.rule("CDT-HP-02", "CDT-HP-09", "CDT-CMP-12")
def test_who_has_no_health_left_is_defeated_when_all_is_entered() -> None:
    """All losses first, then the defeats, the one nearer the centre first; whose turn it is loses it."""
    losses = (e.HealthLost("seer", 0, 4, "text"), e.HealthLost("plain", 0, 2, "text"))
    entered = gazing(aside=()).when(1, EnterByHand(losses))

    entered.then_includes(*losses, e.UnitDefeated("plain"), e.UnitDefeated("seer"), e.GameLost())
    assert isinstance(entered.board.pending, GameOver)
    alone = gazing().when(1, EnterByHand(losses[:1]))
    alone.then_includes(losses[0], e.UnitDefeated("seer"), e.SlotCutShort("seer"))


@pytest.mark.rule("CDT-END-01", "CDT-END-03")
def test_a_combat_is_won_by_hand_too() -> None:
    """The last enemy falls; with the last hero beside it the game is lost."""
    fatal = e.HealthLost("elf-1", 0, 3, "text")

    won = gazing(enemies=("elf-1",)).when(1, EnterByHand((fatal,)), ["dagger", "potion-1", "horn-1"])
    won.then_includes(e.UnitDefeated("elf-1"), e.CombatWon()).waits_for(Camp, 1)
    heroes = (e.HealthLost("seer", 0, 4, "text"), e.HealthLost("plain", 0, 2, "text"))
    gazing(enemies=("elf-1",)).when(1, EnterByHand((fatal, *heroes))).then_includes(e.GameLost())


@pytest.mark.rule("CDT-BLD-02", "CDT-RST-05", "CDT-RST-11")
def test_what_healing_does_to_tokens_is_not_entered() -> None:
    """It follows at once, so that a bond entered after it stays."""
    healed = (e.HealthRecovered("plain", 3, 1), e.TokensGained("plain", "restrain"))
    entered = gazing().when(1, EnterByHand(healed))

    entered.then_includes(healed[0], e.TokensDiscarded("plain", "bleed"), healed[1])
    assert entered.board.unit("plain").tokens == Tokens(bleed=1, restrain=1)
    twice = (e.HealthRecovered("plain", 4, 2), e.TokensDiscarded("plain", "bleed"))
    gazing().when(1, EnterByHand(twice)).refused("CDT-TKN-03")


@pytest.mark.rule("CDT-QRK-01")
def test_quirks_answer_what_is_entered() -> None:
    """As they answer any other text."""
    sore = enemy(id="sore", quirk=quirk("health_lost", gain("counter")))
    components = variant(sore, hero(*ASKS, id="seer"))
    scenario = at(table(("seer",), ("sore",), components=components)).when(1, UseSkill("test"))

    scenario.when(1, EnterByHand((e.HealthLost("sore", 2, 1, "text"),))).then_includes(
        e.HealthLost("sore", 2, 1, "text"), e.TokensGained("sore", "counter"), e.TokensGained("seer", "attack_plus")
    )


@pytest.mark.rule("CDT-SKL-14")
def test_a_hero_stunned_by_what_is_entered_stops() -> None:
    """The rest of its skill is lost."""
    entered = gazing().when(1, EnterByHand((e.TokensGained("seer", "stun"),)))

    entered.then_includes(e.SkillStopped("seer", "seer.test.1", "it is stunned"), e.ActionEnded("seer"))


def test_an_entry_is_a_row_of_its_own_before_those_of_what_was_entered() -> None:
    """Which text asked, and how much was entered; then what any such effect tells, with that text as its source."""
    board = gazing().board
    action = EnterByHand((e.HealthLost("elf-1", 2, 1, "text"),))
    rows = list(RULESET.facts(board, 1, action, gazing().when(1, action).effects))

    assert [(row.type, row.seat, row.card, row.value, row.source) for row in rows[:2]] == [
        ("EnterByHand", 1, None, 1, "skill:seer.test"),
        ("HealthLost", None, "card:elf", 1, "skill:seer.test"),
    ]


def test_the_picture_says_that_something_is_to_be_entered() -> None:
    """Under the unit that acts."""
    assert caption.status(gazing().board) == "to enter"


# --- where such a phrase stands


@pytest.mark.rule("CDT-EVT-02")
def test_an_event_is_entered_by_hand() -> None:
    """By any seat; then the combat begins."""
    components = variant(event(STARS, gain("bleed", "position", "hero") | {"sel": {"pick": "position", "n": 1}}))
    follows = Following("omen.0", "", "event", RESOLVING_EVENT)
    board = table(("plain",), pending=follows, event="omen", revealed=0, seats=2, components=components)

    asked = at(board).waits_for(Entering, 1, 2)

    entered = asked.when(2, EnterByHand((e.TokensGained("plain", "counter"),)), REVEALED)
    entered.then_includes(e.TokensGained("plain", "counter"), e.TokensGained("plain", "bleed"), e.CombatStarted())
    asked.when(2, EnterByHand((e.EnemyRevealed("brute-1", "common", 3),))).refused("CDT-GEO-09")


@pytest.mark.rule("CDT-CMP-13", "CDT-ITM-03")
def test_an_item_is_entered_by_hand_in_combat_and_in_camp() -> None:
    """And put away afterwards."""
    chart = item(skill(STARS), id="chart", phases=["combat", "camp"])
    components = variant(chart)
    fight = at(table(("plain",), TWO, pool=("chart",), components=components)).when(1, UseItem("chart", "test"))
    fight.when(1, EnterByHand((e.TokensGained("plain", "counter"),))).then_includes(
        e.TokensGained("plain", "counter"), e.ItemPutAway("exhaust")
    )
    camp = at(table(("plain",), pool=("chart", "stone-1"), components=components))
    camp = camp.when(1, UseCampItem("chart", "plain", "test")).waits_for(Entering, 1)
    camp.when(1, EnterByHand((e.ItemDiscarded("stone-1"),))).then_includes(e.ItemPutAway("exhaust")).waits_for(Camp, 1)
    camp.when(1, EnterByHand((e.ItemDiscarded("chart"),))).refused("CDT-ITM-10")


@pytest.mark.rule("CDT-QRK-03", "CDT-ATK-05")
def test_a_quirk_in_an_attack_changes_it_by_hand() -> None:
    """Its total and the defence of its targets, and a loss that is about to be taken."""
    wild = hero(skill(attack("closest", "enemy")), id="seer", quirk=quirk("attack_rolled", STARS, optional=True))
    scenario = at(table((unit("seer", of=variant(wild)),), TWO, components=variant(wild)))
    asked = scenario.when(1, UseSkill("test"), [1, 1]).when(1, UseQuirk(True)).waits_for(Entering, 1)
    changes = (e.TotalModified(5), e.DefenceModified("elf-1", -1), e.DefenceModified("", 1))
    asked.when(1, EnterByHand(changes)).then_includes(e.AttackResolved("seer", "elf-1", "hit", 7, 6, loss=1))
    asked.when(1, EnterByHand((e.DefenceModified("elf-2", 1),))).refused("CDT-ATK-05")
    asked.when(1, EnterByHand((e.DefenceModified("", -100),))).refused("CDT-ATK-05")
    asked.when(1, EnterByHand((e.LossPrevented(1),))).refused("CDT-ATK-02")
    asked.when(1, EnterByHand((e.TotalModified(100),))).refused("CDT-ATK-01")

    stony = enemy(id="stony", quirk=quirk("hit_taken", STARS))
    struck = at(table(("plain",), ("stony",), components=variant(stony))).when(1, UseSkill("hit"), [3, 3])
    struck.waits_for(Entering, 1).when(1, EnterByHand((e.LossPrevented(1),))).then_never(e.HealthLost)
    struck.when(1, EnterByHand((e.LossPrevented(2),))).refused("CDT-ATK-02")


# --- texts in force whose moment no word tells


def moonlit(on: str, **parts: Any) -> Board:
    """A board with a text in force that is entered by hand: of a quirk, of an event, or of an item's token."""
    omen = event(STARS, lasts="until_game_end")
    kennel = item(skill(does("place_special", kind="hound"), STARS), id="kennel", special_token="hound")
    components = variant(hero(id="tester", quirk=MOON), omen, kennel)
    basis: dict[str, dict[str, Any]] = {
        "quirk": {"heroes": ("tester",)},
        "event": {"lasting": ("omen",)},
        "token": {"heroes": (unit("plain", hound=1),)},
        "": {},
    }
    fields: dict[str, Any] = {"heroes": ("plain",), "enemies": TWO, "components": components} | basis[on] | parts
    return table(**fields)


@pytest.mark.rule("CDT-QRK-01", "CDT-EVT-07", "CDT-SPC-01")
@pytest.mark.parametrize("on", ["quirk", "event", "token"])
def test_a_text_in_force_is_entered_at_any_decision(on: str) -> None:
    """In Camp, before a hero acts and after; then play is where it was."""
    heart = EnterByHand((e.TokensGained("elf-1", "bleed"),))
    fight = at(moonlit(on, pool=("stone-1",))).waits_for(Deciding, 1)

    fight.when(1, heart).then(e.HandEntered(1, 1), e.TokensGained("elf-1", "bleed")).waits_for(Deciding, 1)
    acted = fight.when(1, Skip()).waits_for(Acted, 1)
    me = acted.board.heroes[0].card
    acted.when(1, heart).waits_for(Acted, 1).when(1, EndAction()).then_includes(e.ActionEnded(me))
    at(moonlit("")).when(1, heart).refused("CDT-QRK-01")
    if on != "token":
        camp = at(moonlit(on, enemies=())).waits_for(Camp, 1)
        camp.when(1, EnterByHand((e.TokensGained(me, "counter"),))).waits_for(Camp, 1)


@pytest.mark.rule("CDT-QRK-05")
def test_a_quirk_of_the_defeated_is_not_entered() -> None:
    """Whoever is set aside has none."""
    components = variant(hero(id="tester", quirk=MOON))

    at(table(("plain",), TWO, aside=("tester",), components=components)).when(1, EnterByHand()).refused("CDT-QRK-01")


@pytest.mark.rule("CDT-ACT-03", "CDT-RND-06")
def test_a_hero_is_defeated_or_exhausted_by_hand_before_it_acts() -> None:
    """Its turn is over."""
    scenario = at(moonlit("event", heroes=(unit("plain", exhausted=True), "archer")))

    fallen = scenario.when(1, EnterByHand((e.HealthLost("archer", 0, 4, "text"),)))
    fallen.then_includes(e.UnitDefeated("archer"), e.SlotCutShort("archer"), e.SlotStarted("elf-2", "elf.idle"))
    tired = scenario.when(1, EnterByHand((e.UnitExhausted("archer"),)))
    tired.then_includes(e.ActionStopped("archer", "it is exhausted"), e.ActionEnded("archer"))


def test_its_label_says_what_is_asked() -> None:
    """At another decision it is one action among others."""
    assert EnterByHand().label(gazing().board, 1) == "Nothing happens"
    assert EnterByHand((e.UnitExhausted("seer"),)).label(gazing().board, 1) == "Enter what happens"
    assert EnterByHand().label(moonlit("event"), 1) == "Enter what a card does"


# --- what may be entered


@pytest.mark.rule("CDT-TRM-07")
@pytest.mark.parametrize(
    "effect",
    [
        e.HealthLost("elf-1", 1, 2, "text"),
        e.HealthRecovered("plain", 4, 2),
        e.HeroRevived("archer", 2),
        e.TokensGained("seer", "attack_minus", 9),
        e.TokensGained("elf-2", "guard_dog"),
        e.TokensDiscarded("plain", "bleed", 2),
        e.UnitMoved("plain", "push"),
        e.UnitsSwapped("elf-1", "elf-2"),
        e.UnitExhausted("elf-2"),
        e.UnitReadied("plain"),
        e.EnemyRevealed("brute-4", "common", 3, "centre"),
        e.ItemDrawn("horn-2", "rare"),
        e.ItemDiscarded("stone-2"),
        e.ItemExhausted("stone-1"),
        e.ItemReadied("stone-2"),
    ],
)
def test_every_effect_that_may_be_entered(effect: Entered) -> None:
    """Health, tokens, places, cards turned, drawn and discarded."""
    gazing().when(1, EnterByHand((effect,))).then_includes(effect, e.TokensGained("seer", "attack_plus"))


def test_what_is_adjustable_is_what_an_entry_takes() -> None:
    """Neither more nor less."""
    assert {*RULESET.adjustable} == {*get_args(Entered)}


@pytest.mark.rule("CDT-RST-06", "CDT-RST-11")
def test_bonds_are_entered_step_by_step() -> None:
    """Restrain, Stun in its place, and back."""
    steps = (e.TokensGained("elf-1", "restrain"), e.RestrainBecameStun("elf-1"), e.StunBecameRestrain("elf-1"))

    assert gazing().when(1, EnterByHand(steps)).board.unit("elf-1").tokens == Tokens(restrain=1)


@pytest.mark.rule("CDT-TRM-07", "CDT-HP-01", "CDT-HP-06")
@pytest.mark.parametrize(
    ("effect", "rule"),
    [
        (e.HealthLost("nobody", 1, 1, "text"), "CDT-HP-08"),
        (e.HealthLost("archer", 1, 1, "text"), "CDT-HP-08"),
        (e.HealthLost("elf-1", 1, 1, "text"), "CDT-HP-01"),
        (e.HealthLost("elf-1", -1, 4, "text"), "CDT-HP-01"),
        (e.HealthLost("elf-1", 3, 0, "text"), "CDT-HP-01"),
        (e.HealthLost("elf-1", 4, -1, "text"), "CDT-HP-01"),
        (e.HealthLost("elf-1", 2, 1, "attack"), "CDT-MOD-07"),
        (e.HealthRecovered("archer", 1, 1), "CDT-HP-08"),
        (e.HealthRecovered("plain", 6, 4), "CDT-HP-06"),
        (e.HealthRecovered("plain", 4, 1), "CDT-HP-07"),
        (e.HealthRecovered("plain", 2, 0), "CDT-HP-07"),
        (e.HeroRevived("plain", 1), "CDT-HP-08"),
        (e.HeroRevived("archer", 5), "CDT-HP-06"),
        (e.HeroRevived("archer", 0), "CDT-HP-06"),
        (e.TokensGained("nobody", "bleed"), "CDT-HP-08"),
        (e.TokensGained("elf-1", "gold"), "CDT-TKN-01"),
        (e.TokensGained("elf-1", "bleed", 0), "CDT-TKN-01"),
        (e.TokensGained("elf-1", "bleed", 10), "CDT-TKN-01"),
        (e.TokensGained("elf-1", "counter", 2), "CDT-TKN-04"),
        (e.TokensGained("elf-2", "counter"), "CDT-TKN-04"),
        (e.TokensGained("elf-2", "stun"), "CDT-RST-06"),
        (e.TokensDiscarded("plain", "bleed", 3), "CDT-TKN-03"),
        (e.TokensDiscarded("plain", "bleed", 0), "CDT-TKN-03"),
        (e.TokensDiscarded("plain", "gold"), "CDT-TKN-03"),
        (e.RestrainBecameStun("elf-1"), "CDT-RST-06"),
        (e.StunBecameRestrain("elf-1"), "CDT-RST-11"),
        (e.UnitMoved("plain", "pull"), "CDT-MOV-05"),
        (e.UnitMoved("archer", "pull"), "CDT-HP-08"),
        (e.UnitsSwapped("plain", "plain"), "CDT-GEO-02"),
        (e.UnitsSwapped("plain", "elf-1"), "CDT-GEO-02"),
        (e.UnitsSwapped("plain", "nobody"), "CDT-HP-08"),
        (e.UnitExhausted("plain"), "CDT-RND-06"),
        (e.UnitReadied("elf-1"), "CDT-RND-06"),
        (e.EnemyRevealed("elf-3", "rare", 3), "CDT-SET-05"),
        (e.EnemyRevealed("elf-3", "common", 3), "CDT-CST-01"),
        (e.EnemyRevealed("brute-4", "common", 4), "CDT-CST-02"),
        (e.ItemDrawn("horn-2", "common"), "CDT-ITM-12"),
        (e.ItemDrawn("stone-1", "common"), "CDT-ITM-12"),
        (e.ItemDrawn("horn-2", "precious"), "CDT-ITM-12"),
        (e.ItemDiscarded("horn-2"), "CDT-ITM-01"),
        (e.ItemExhausted("stone-2"), "CDT-ITM-05"),
        (e.ItemReadied("stone-1"), "CDT-ITM-05"),
        (e.TotalModified(1), "CDT-ATK-01"),
        (e.DefenceModified("", 1), "CDT-ATK-01"),
        (e.LossPrevented(1), "CDT-ATK-01"),
    ],
)
def test_what_cannot_be_is_not_entered(effect: Entered, rule: str) -> None:
    """Each by the rule that it would break."""
    foes = ("elf-1", unit("elf-2", restrain=1, counter=1))

    gazing(enemies=foes).when(1, EnterByHand((effect,))).refused(rule)


@pytest.mark.rule("CDT-TKN-06", "CDT-GEO-09")
def test_what_there_is_no_more_of_is_not_entered() -> None:
    """Tokens of a limited supply, and room in the line of the enemies."""
    scenario = gazing(enemies=(*TWO, unit("elf-3", restrain=1)), limited=True)
    scenario.board.components.supply = {"bleed": 3, "stun": 0}

    scenario.when(1, EnterByHand((e.TokensGained("elf-1", "bleed", 2),))).refused("CDT-TKN-06")
    scenario.when(1, EnterByHand((e.RestrainBecameStun("elf-3"),))).refused("CDT-TKN-06")
    scenario.when(1, EnterByHand((e.EnemyRevealed("brute-4", "common", 3),))).refused("CDT-GEO-09")


@pytest.mark.rule("CDT-TRM-07")
def test_each_effect_is_checked_on_the_board_that_it_meets() -> None:
    """Twice the same is twice as much; and there is an end to it."""
    moves = (e.UnitMoved("plain", "push"), e.UnitMoved("plain", "pull"))
    gazing().when(1, EnterByHand(moves)).then_includes(*moves)
    gazing().when(1, EnterByHand((*moves, moves[1]))).refused("CDT-MOV-05")
    dead = (e.HealthLost("elf-1", 0, 3, "text"), e.TokensGained("elf-1", "bleed"))
    gazing().when(1, EnterByHand(dead)).refused("CDT-HP-08")
    gazing().when(1, EnterByHand(moves * (MOST_EFFECTS // 2))).then_includes(*moves)
    gazing().when(1, EnterByHand(moves * MOST_EFFECTS)).refused("KIT-HAND-02")


def test_a_malformed_entry_says_where() -> None:
    """The fault is named by a JSON pointer."""
    lost = {"type": "HealthLost", "unit": "plain", "health": "all", "lost": 1, "by": "text"}
    with pytest.raises(UnknownAction) as unknown:
        RULESET.read_action({"type": "EnterByHand", "effects": [lost]})
    assert unknown.value.path == "/effects/0/health"
    with pytest.raises(UnknownAction):
        RULESET.read_action({"type": "EnterByHand", "effects": [{"type": "GameWon"}]})
