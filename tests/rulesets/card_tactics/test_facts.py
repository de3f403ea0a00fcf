"""What statistics keep: rows of decisions, of dice, of units, each with what did it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from rulesets.card_tactics import RULESET
from rulesets.card_tactics import effects as e
from rulesets.card_tactics.board import Board
from rulesets.card_tactics.phases import (
    Acted,
    Attacking,
    Choosing,
    ChoosingRerolls,
    Deciding,
    DiscardingItem,
    Ending,
    Entering,
    Fired,
    Following,
    Moving,
    Offering,
    Triggering,
)
from rulesets.card_tactics.pieces import Slot
from rulesets.card_tactics.rules.attacks import SettleRerolls
from rulesets.card_tactics.rules.by_hand import EnterByHand
from rulesets.card_tactics.rules.camp import LeaveCamp, Rearrange, UseCampItem
from rulesets.card_tactics.rules.choosing import Choose
from rulesets.card_tactics.rules.quirks import UseQuirk
from rulesets.card_tactics.rules.setup import ChooseHeroes, DiscardItem, PlaceHeroes
from rulesets.card_tactics.rules.skills import Stay, UseBoot
from rulesets.card_tactics.rules.slots import EndAction, Skip, UseItem, UseSkill
from rulesets.kit.facts import Fact
from rulesets.kit.scenario import Scenario
from rulesets.kit.structs import Action, Effect
from tests.rulesets.card_tactics.build import (
    TWO,
    acts,
    at,
    attack,
    does,
    event,
    gain,
    hero,
    quirk,
    skill,
    table,
    unit,
    variant,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulesets.card_tactics.phases import Pending
    from rulesets.kit.outcomes import Outcome

FIGHT = table(heroes=("plain", "archer"), enemies=TWO, pending=Deciding("archer"), slot=Slot("archer"), seats=2)
CAMP = table(heroes=("plain", "archer"), seats=2)
ACTED = Acted("archer")
SHOT = Following("archer.shot.0", "archer", "skill", ACTED)
OMEN = Following("calm.0", "", "event", CAMP.pending)
AMBUSHED = Fired("archer", "archer.dodge", "elf-2")


def fight(pending: Pending) -> Board:
    """The fight, when the board waits for something else."""
    return replace(FIGHT, pending=pending)


def choosing(kind: str, then: Pending) -> Board:
    return replace(fight(Choosing(2, kind, ("elf-1", "elf-2"), 1, 2, then)), event="calm-2")


def rows_of(before: Scenario[Board], seat: int, action: Action[Board], outcomes: Sequence[Outcome] = ()) -> list[Fact]:
    """The rows of a decision and of what follows."""
    after = before.when(seat, action, outcomes)
    assert after.board
    return RULESET.facts(before.board, seat, action, after.effects)


def only(rows: Sequence[Fact], *types: str) -> list[Fact]:
    return [row for row in rows if row.type in types]


# --- decisions


@pytest.mark.parametrize(
    ("board", "action", "row"),
    [
        (
            CAMP,
            ChooseHeroes(("archer", "plain", "mender")),
            Fact(kind="trio", choice="card:archer card:plain card:mender"),
        ),
        (CAMP, DiscardItem("potion-2"), Fact(card="card:potion")),
        (CAMP, PlaceHeroes(("archer", "plain")), Fact(kind="line", choice="card:archer card:plain")),
        (CAMP, Rearrange(("archer", "plain")), Fact(kind="line", choice="card:archer card:plain")),
        (CAMP, LeaveCamp(), Fact(kind="line", choice="card:plain card:archer")),
        (
            CAMP,
            UseCampItem("potion-2", "plain", "drink"),
            Fact(card="card:potion", source="card:plain", place="hero:1", kind="skill", choice="skill:potion.drink"),
        ),
        (
            FIGHT,
            UseItem("stone-3", "whet"),
            Fact(card="card:stone", source="card:archer", place="hero:2", kind="skill", choice="skill:stone.whet"),
        ),
        (fight(ACTED), UseItem("dagger"), Fact(card="card:dagger", source="card:archer", place="hero:2")),
        (
            FIGHT,
            UseSkill("rain"),
            Fact(card="card:archer", source="card:archer", place="hero:2", kind="skill", choice="skill:archer.rain"),
        ),
        (FIGHT, Skip(), Fact(card="card:archer", source="card:archer", place="hero:2")),
        (fight(ACTED), EndAction(), Fact(card="card:archer", source="card:archer", place="hero:2")),
        (
            fight(Moving("archer", "archer.shot", "after", 1, ACTED)),
            Stay(),
            Fact(card="card:archer", source="card:archer", place="hero:2", kind="after"),
        ),
        (
            fight(Moving("archer", "archer.shot", "after", 1, ACTED)),
            UseBoot("pull"),
            Fact(card="card:archer", source="card:archer", place="hero:2", kind="pull"),
        ),
        (
            FIGHT,
            SettleRerolls("negate"),
            Fact(card="card:archer", source="card:archer", place="hero:2", kind="rerolls", choice="negate"),
        ),
        (fight(ChoosingRerolls(ACTED)), SettleRerolls("attacker_first"), Fact(kind="rerolls", choice="attacker_first")),
        (
            fight(Offering(AMBUSHED, ACTED)),
            UseQuirk(True),
            Fact(
                seat=2,
                card="card:archer",
                source="quirk:archer.dodge",
                place="hero:2",
                target="card:elf",
                kind="quirk",
                choice="yes",
            ),
        ),
        (
            fight(Offering(Fired("elf-1", "elf.dodge"), ACTED)),
            UseQuirk(False),
            Fact(card="card:elf", source="quirk:elf.dodge", place="enemy:1", kind="quirk", choice="no"),
        ),
        (
            choosing("unit", SHOT),
            Choose(("elf-1", "plain")),
            Fact(card="card:archer", source="skill:archer.shot", kind="unit", choice="card:elf card:plain"),
        ),
        (
            choosing("branch", OMEN),
            Choose(("1",)),
            Fact(card="card:calm", source="card:calm", kind="branch", choice="option:2"),
        ),
        (
            choosing("item", SHOT),
            Choose(("potion-2",)),
            Fact(card="card:archer", source="skill:archer.shot", kind="item", choice="card:potion"),
        ),
        (choosing("quirk", Triggering((AMBUSHED,), ACTED)), Choose(("elf-1",)), Fact(kind="quirk", choice="card:elf")),
        (
            FIGHT,
            EnterByHand((e.UnitReadied("plain"), e.UnitReadied("archer"))),
            Fact(card="card:archer", source="card:archer", place="hero:2", value=2),
        ),
        (fight(Entering(0, SHOT)), EnterByHand(), Fact(source="skill:archer.shot", value=0)),
    ],
    ids=lambda part: type(part).__name__,
)
def test_a_decision_tells_what_was_decided(board: Board, action: Action[Board], row: Fact) -> None:
    """Who acts, with what, and what was picked."""
    assert action.fact(board, 2) == row


# --- what did it

HIT = Attacking("elf-1", ("plain",), 0, Following("elf.idle.0", "elf-1", "skill", ACTED), "struck", loss=1)
COUNTERED = replace(HIT, attacker="archer", targets=("elf-1", "elf-2"), step="countering", counters=("elf-2",))
BLED = replace(FIGHT, heroes=(FIGHT.heroes[0], unit("archer", 0, bleed=1)), pending=Ending("archer", "tokens"))


@pytest.mark.parametrize(
    ("board", "kind", "source"),
    [
        (fight(HIT), "attack", "skill:elf.idle"),
        (fight(COUNTERED), "counter", "card:elf"),
        (BLED, "bleed", "token:bleed"),
        (fight(SHOT), "text", "skill:archer.shot"),
        (fight(replace(SHOT, at="dagger.stab.0", source="item")), "text", "skill:dagger.stab"),
        (fight(replace(SHOT, at="caller.relief.0.then.1", source="quirk")), "text", "quirk:caller.relief"),
        (fight(OMEN), "text", "card:calm"),
        (fight(replace(SHOT, at="caller.relief.0", source="quirk", then=HIT)), "text", "quirk:caller.relief"),
        (FIGHT, "text", None),
    ],
    ids=["attack", "counter", "bleed", "skill", "item", "quirk", "event", "quirk in an attack", "by hand"],
)
def test_a_defeat_tells_what_did_it(board: Board, kind: str, source: str | None) -> None:
    """The text that is followed; of a Counter the card that counters, of Bleed the token."""
    row = next(iter(e.UnitDefeated("archer").facts(board)))

    assert (row.card, row.seat, row.place) == ("card:archer", 2, "hero:2")
    assert (row.kind, row.source) == (kind, source)


@pytest.mark.parametrize(
    "effect",
    [
        e.HealthLost("elf-1", 1, 1, "text"),
        e.HealthRecovered("elf-1", 3, 1),
        e.TokensGained("elf-1", "stun"),
        e.TokensDiscarded("elf-1", "stun"),
        e.RestrainBecameStun("elf-1"),
        e.StunBecameRestrain("elf-1"),
        e.UnitExhausted("elf-1"),
        e.UnitReadied("elf-1"),
        e.UnitMoved("elf-1", "push"),
        e.ActionCalledOff("elf-1"),
        e.OngoingStarted("archer.shot.0", ("elf-1",), "end_of_round"),
        e.HeroRevived("mender", 1),
        e.ItemDrawn("dagger", "common"),
        e.ItemDiscarded("dagger"),
        e.ItemExhausted("dagger"),
        e.ItemReadied("dagger"),
        e.EnemyRevealed("brute-1", "common", 3),
    ],
    ids=lambda effect: type(effect).__name__,
)
def test_what_a_text_does_names_the_text(effect: Effect[Board]) -> None:
    """A hero has the seat that controls it, an enemy has none."""
    components = variant(hero(skill(ONGOING, id="shot"), id="archer"))
    first, *_ = effect.facts(replace(fight(SHOT), components=components))

    assert first.source == "skill:archer.shot"
    assert (first.card, first.seat) in {
        ("card:elf", None),
        ("card:mender", 1),
        ("card:dagger", None),
        ("card:brute", None),
    }


ONGOING = does("ongoing", modifier={"kind": "defence", "n": 2}, until="end_of_round")


@pytest.mark.parametrize(
    ("pending", "effect", "row"),
    [
        (HIT, e.TotalModified(2), ("card:elf", "added", 2, None)),
        (HIT, e.TotalModified(9, True), ("card:elf", "set", 9, None)),
        (HIT, e.DefenceModified("plain", -1), ("card:plain", None, -1, None)),
        (HIT, e.DefenceModified("", 1), ("card:plain", None, 1, None)),
        (HIT, e.AttackRedirected("plain", "archer"), ("card:plain", None, None, "card:archer")),
        (HIT, e.LossPrevented(1), ("card:plain", None, 1, None)),
        (HIT, e.RerollsNegated(("plain plain.luck",)), ("card:plain", None, None, None)),
    ],
    ids=lambda part: type(part).__name__,
)
def test_what_interferes_with_an_attack_names_whom_and_how_much(
    pending: Pending, effect: Effect[Board], row: tuple[object, ...]
) -> None:
    """The attacker where the total is changed, else who is attacked."""
    (fact,) = effect.facts(fight(pending))

    assert (fact.card, fact.kind, fact.value, fact.target) == row
    assert fact.source == ("quirk:plain.luck" if isinstance(effect, e.RerollsNegated) else "skill:elf.idle")


def test_nothing_is_prevented_of_who_is_gone() -> None:
    """A quirk that answered the hit had defeated the target already: the hit costs nothing, and is no row."""
    assert list(e.LossPrevented(1).facts(fight(replace(HIT, targets=("mender",))))) == []


# --- dice and attacks


def test_each_die_of_a_roll_is_a_row_with_what_it_gives_on_average() -> None:
    """Whoever rolled it; the tokens that it used are rows, too."""
    rows = rows_of(acts(attack("closest", "enemy"), me={"attack_plus": 2}), 1, UseSkill("test"), [3, 4])

    dice = only(rows, "DiceRolled")
    assert [(row.card, row.die_sides, row.die_face, row.seat) for row in dice if row.seat] == [
        ("card:tester", 6, 3, 1),
        ("card:tester", 6, 4, 1),
    ]
    assert {(row.chance, row.mean, row.source) for row in dice} == {(True, 3.5, "skill:tester.test")}
    (used,) = only(rows, "TokensUsed")
    assert (used.card, used.kind, used.value, used.chance) == ("card:tester", "attack_plus", 2, False)


def test_an_attack_tells_its_skill_its_targets_and_both_numbers() -> None:
    """One row as it is declared; then two for each target, with the total and with the defence that it met."""
    strong, foes = attack("all", "enemy", bonus=1), (unit("elf-1", defence_plus=2), unit("brute-1", exhausted=True))
    rows = rows_of(acts(strong, foes=foes), 1, UseSkill("test"), [3, 3])

    (declared,) = only(rows, "AttackDeclared")
    assert (declared.card, declared.source, declared.target, declared.value) == (
        "card:tester",
        "skill:tester.test",
        "card:elf card:brute",
        1,
    )
    assert [
        (row.type, row.card, row.target, row.kind, row.value, row.source, row.place)
        for row in only(rows, "AttackResolved", "DefenceMet")
    ] == [
        ("AttackResolved", "card:tester", "card:elf", "miss", 7, "skill:tester.test", "hero:1"),
        ("DefenceMet", "card:elf", "card:tester", "miss", 8, "skill:tester.test", "enemy:1"),
        ("AttackResolved", "card:tester", "card:brute", "hit", 7, "skill:tester.test", "hero:1"),
        ("DefenceMet", "card:brute", "card:tester", "hit", 5, "skill:tester.test", "enemy:2"),
    ]
    assert [(row.card, row.kind, row.value) for row in only(rows, "TokensUsed")] == [("card:elf", "defence_plus", 2)]
    assert [(row.card, row.kind, row.value, row.source) for row in only(rows, "HealthLost")] == [
        ("card:brute", "attack", 1, "skill:tester.test")
    ]


def test_a_counter_names_the_card_that_counters() -> None:
    """Its token is used up, and so are the attacker's defence tokens."""
    foes = (unit("brute-1", defence_plus=1), unit("elf-2", exhausted=True))
    rows = rows_of(at(table(heroes=(unit("plain", counter=1),), enemies=foes)), 1, Skip(), [4, 3])

    countered, met = only(rows, "CounterResolved"), only(rows, "DefenceMet")[1:]
    assert [(row.card, row.target, row.value, row.source) for row in (*countered, *met)] == [
        ("card:plain", "card:brute", 7, "card:plain"),
        ("card:brute", "card:plain", 6, "card:plain"),
    ]
    assert [(row.kind, row.card) for row in only(rows, "TokensUsed")] == [
        ("counter", "card:plain"),
        ("defence_plus", "card:brute"),
    ]
    lost = only(rows, "HealthLost")
    assert [(row.kind, row.source, row.card) for row in lost] == [
        ("attack", "skill:brute.near", "card:plain"),
        ("counter", "card:plain", "card:brute"),
    ]


def test_dice_of_a_reroll_name_the_quirk_that_asked_for_it() -> None:
    """Both are rolled again."""
    luck = quirk("attack_rolled", {"op": "reroll"})
    components = variant(hero(skill(attack("closest", "enemy")), quirk=luck))
    board = table(heroes=(unit("tester", of=components),), enemies=TWO, components=components)
    rows = rows_of(at(board), 1, UseSkill("test"), [1, 1, 6, 6])

    assert [(row.die_face, row.source, row.chance) for row in only(rows, "DiceRerolled")] == [
        (6, "quirk:tester.quirk", True),
        (6, "quirk:tester.quirk", True),
    ]
    (took_place,) = only(rows, "QuirkStarted")
    assert (took_place.card, took_place.source, took_place.target) == (
        "card:tester",
        "quirk:tester.quirk",
        "card:tester",
    )


# --- health, tokens, places


def test_bleed_costs_health_and_its_token_and_may_defeat() -> None:
    """All of it by the token."""
    rows = rows_of(at(table(heroes=("plain", unit("archer", 1, bleed=2)), enemies=TWO)), 1, Skip())

    assert [
        (row.type, row.kind, row.value, row.source)
        for row in rows
        if row.card == "card:archer" and row.source == "token:bleed"
    ] == [
        ("BleedTriggered", None, 1, "token:bleed"),
        ("TokensUsed", "bleed", 1, "token:bleed"),
        ("UnitDefeated", "bleed", None, "token:bleed"),
        ("TokensLost", "bleed", 1, "token:bleed"),
        ("SlotCutShort", None, None, "token:bleed"),
    ]


def test_bonds_that_end_with_an_action_are_rows_without_a_source() -> None:
    """Restrain always, Stun if it made the unit skip."""
    board = table(heroes=("plain", unit("archer", restrain=1)), enemies=(unit("elf-1", stun=1), "elf-2"))
    rows = rows_of(at(replace(board, enemies=board.enemies[:1])), 1, Skip())

    assert [(row.card, row.kind, row.value, row.source) for row in only(rows, "TokensUsed")] == [
        ("card:archer", "restrain", 1, None),
        ("card:elf", "stun", 1, None),
    ]
    assert [(row.card, row.kind) for row in only(rows, "ActionSkipped")] == [
        ("card:archer", "chosen"),
        ("card:elf", "forced"),
    ]


def test_tokens_that_camp_removes_are_lost() -> None:
    """Those of each hero."""
    rows = list(e.CampLeft(1).facts(table(heroes=(unit("plain", counter=1, bleed=2), "archer"))))

    assert [(row.type, row.card, row.kind, row.value) for row in rows] == [
        ("TokensLost", "card:plain", "bleed", 2),
        ("TokensLost", "card:plain", "counter", 1),
    ]


def test_heroes_that_camp_brings_back_are_rows() -> None:
    """Behind the others, with 1 health."""
    board = table(heroes=("plain",), aside=("archer",), seats=2, combat=3)

    assert list(e.CampEntered().facts(board)) == [
        Fact(value=3),
        Fact(type="HeroReturned", seat=2, card="card:archer", place="hero:2", value=1),
    ]


@pytest.mark.parametrize(
    ("effect", "moved"),
    [
        (e.UnitMoved("plain", "push"), {"card:plain": ("hero:1", "hero:2"), "card:archer": ("hero:2", "hero:1")}),
        (e.BootUsed("archer", "pull"), {"card:plain": ("hero:1", "hero:2"), "card:archer": ("hero:2", "hero:1")}),
        (e.UnitsSwapped("plain", "archer"), {"card:plain": ("hero:1", "hero:2"), "card:archer": ("hero:2", "hero:1")}),
        (e.UnitDefeated("plain"), {"card:archer": ("hero:2", "hero:1")}),
        (e.EnemyRevealed("brute-1", "common", 3, "centre"), {"card:elf": ("enemy:1", "enemy:2")}),
    ],
    ids=lambda part: type(part).__name__,
)
def test_whoever_changes_its_space_is_a_row(effect: Effect[Board], moved: dict[str, tuple[str, str]]) -> None:
    """Place and target are the spaces before and after, also of a neighbour and of who closes up."""
    moving = Moving("archer", "archer.shot", "after", 1, ACTED)
    board = replace(FIGHT, enemies=FIGHT.enemies[:1], pending=moving)
    rows = [row for row in RULESET.facts(board, 1, LeaveCamp(), [effect]) if row.target]

    assert {row.card: (row.place, row.target) for row in rows} == moved
    assert not any(row.chance for row in rows)


def test_a_revealed_enemy_names_its_space_its_class_and_its_health() -> None:
    """Behind the others, or next to the centre."""
    places = [next(iter(e.EnemyRevealed("brute-1", "common", 3, way).facts(FIGHT))) for way in ("outer", "centre")]

    assert [(row.card, row.kind, row.value, row.place) for row in places] == [
        ("card:brute", "common", 3, "enemy:3"),
        ("card:brute", "common", 3, "enemy:1"),
    ]


# --- texts that stop


def test_a_skill_that_stops_names_the_phrase_and_the_reason() -> None:
    """Counted from 1."""
    rows = rows_of(acts(gain(), does("pull", "self")), 1, UseSkill("test"))

    (stopped,) = only(rows, "SkillStopped")
    assert (stopped.card, stopped.source, stopped.value) == ("card:tester", "skill:tester.test", 2)
    assert stopped.kind == "there is no space to move to"


def test_a_part_of_a_skill_that_stops_names_its_phrase() -> None:
    """That of the whole text: what a hit does belongs to the attack."""
    rows = rows_of(acts(attack("closest", "enemy", on_hit=[does("push", "self")])), 1, UseSkill("test"), [6, 4])

    stops = only(rows, "BranchStopped", "SkillStopped")
    assert [(row.type, row.source, row.value) for row in stops] == [
        ("BranchStopped", "skill:tester.test", 1),
        ("SkillStopped", "skill:tester.test", 1),
    ]


def test_a_quirk_and_an_event_that_stop_name_themselves() -> None:
    """Whose text it is, is the event itself."""
    stopped = e.QuirkStopped("caller.relief.0", "there is nobody to do it to")
    frame = Following("caller.relief.0", "archer", "quirk", ACTED)
    passed = e.PhraseSkipped(None, "there is nobody to do it to")

    (of_quirk,), (of_event,) = stopped.facts(fight(frame)), passed.facts(fight(OMEN))

    assert (of_quirk.card, of_quirk.source, of_quirk.value) == ("card:archer", "quirk:caller.relief", 1)
    assert (of_event.card, of_event.source, of_event.kind, of_event.value) == (
        "card:calm",
        "card:calm",
        "there is nobody to do it to",
        1,
    )


# --- the set-up, items, events, the ends


def test_the_starting_items_are_rows_drawn_kept_and_discarded() -> None:
    """Copies share their name: nobody can tell them apart."""
    drawn = ("dagger", "potion-1", "potion-3")
    board = replace(CAMP, pending=DiscardingItem(drawn))

    assert [row.card for row in e.StartingItemsDrawn(drawn).facts(CAMP)] == [
        "card:dagger",
        "card:potion",
        "card:potion",
    ]
    assert [(row.type, row.card) for row in e.StartingItemDiscarded("potion-3", 1).facts(board)] == [
        ("", "card:potion"),
        ("StartingItemKept", "card:dagger"),
        ("StartingItemKept", "card:potion"),
    ]


def test_heroes_in_line_are_a_row_each() -> None:
    """H1 first, each with its seat and its space, and with its health where that is new."""
    line = [
        Fact(seat=2, card="card:archer", place="hero:1"),
        Fact(seat=1, card="card:plain", place="hero:2"),
    ]

    assert list(e.HeroesRearranged(("archer", "plain"), 1).facts(CAMP)) == line
    for row, health in zip(line, (4, 5), strict=True):
        row.value = health
    assert list(e.HeroesPlaced(("archer", "plain"), (4, 5), 1).facts(CAMP)) == line


def test_a_combat_tells_who_goes_into_it_where() -> None:
    """And with how much health."""
    board = table(heroes=("archer", unit("plain", 2)), seats=2, combat=1)

    assert list(e.CombatStarted().facts(board)) == [
        Fact(place="combat:2", value=2),
        Fact(type="HeroLinedUp", seat=1, card="card:archer", place="hero:1", value=4),
        Fact(type="HeroLinedUp", seat=2, card="card:plain", place="hero:2", value=2),
    ]


def test_an_item_names_the_hero_that_uses_it() -> None:
    """As it is used, and as it is put away."""
    using = replace(FIGHT, using="stone-2", user="archer")
    (used,), (away,) = e.ItemUsed("stone-2", "archer", 2).facts(FIGHT), e.ItemPutAway("exhaust").facts(using)

    assert (used.card, used.source, used.seat, used.place) == ("card:stone", "card:archer", 2, "hero:2")
    assert (away.card, away.source, away.seat, away.kind) == ("card:stone", "card:archer", 2, "exhaust")


def test_an_event_tells_how_long_it_is_in_force_and_when_that_is_over() -> None:
    """A row as it is drawn, as it is followed, and as its time is over."""
    components = variant(event(gain("bleed", "all", "hero"), lasts="next_combat"))
    board = table(heroes=("plain",), components=components, event="omen", combat=2)
    (drawn,), (resolved,) = e.EventDrawn("omen", "omen.0").facts(board), e.EventResolved(True).facts(board)
    won, over = e.CombatWon(("omen",)).facts(board)

    assert [(row.card, row.kind) for row in (drawn, resolved)] == [
        ("card:omen", "next_combat"),
        ("card:omen", "in_force"),
    ]
    assert (won.value, over.type, over.card) == (2, "EventEnded", "card:omen")
    (soon,) = e.EventResolved().facts(board)
    assert soon.kind == "discarded"


@pytest.mark.parametrize("effect", [e.CombatWon(), e.GameWon(), e.GameLost()], ids=lambda effect: type(effect).__name__)
def test_an_end_is_a_row_with_its_combat_and_the_bosses_in_it(effect: Effect[Board]) -> None:
    """Of a combat or of the game."""
    assert list(effect.facts(replace(FIGHT, combat=4))) == [Fact(place="combat:4", kind="no_boss", value=4)]
    last = replace(FIGHT, combat=5, bosses=("rare_boss", "unique_boss"))
    assert list(effect.facts(last)) == [Fact(place="combat:5", kind="rare_boss unique_boss", value=5)]


def test_a_round_tells_its_combat_and_which_one_of_it_it_is() -> None:
    """From 1."""
    board = replace(FIGHT, combat=3, round=9, combat_round=1)

    assert list(e.RoundStarted().facts(board)) == [Fact(place="combat:3", value=2)]


def test_a_shuffle_is_chance() -> None:
    """Of the events that were discarded."""
    assert list(e.EventsReshuffled().facts(replace(CAMP, event_discard=("calm-1", "calm-2")))) == [
        Fact(value=2, chance=True)
    ]


@pytest.mark.parametrize(
    ("board", "effect"),
    [
        (FIGHT, e.ChoiceAsked(0, "unit", TWO)),
        (choosing("unit", SHOT), e.ChoiceMade(("elf-1",), 1)),
        (fight(SHOT), e.EnteringStarted(0)),
        (FIGHT, e.HandEntered(1, 2)),
        (FIGHT, e.QuirksTriggered((AMBUSHED,))),
        (FIGHT, e.QuirkOffered(AMBUSHED)),
        (fight(SHOT), e.PhraseEnded(None)),
        (FIGHT, e.FreeItemsForgone("archer")),
        (FIGHT, e.ActionEnded("archer")),
        (FIGHT, e.RoundEnded()),
    ],
    ids=lambda part: type(part).__name__,
)
def test_what_only_leads_on_is_no_row(board: Board, effect: Effect[Board]) -> None:
    """The answer says what was asked, and what is to come says so itself."""
    assert list(effect.facts(board)) == []


# --- ids on screens


@pytest.mark.parametrize(
    ("effect", "touched"),
    [
        (e.UnitExhausted("elf-1"), ("card:elf-1",)),
        (e.TokensDiscarded("elf-1", "bleed"), ("card:elf-1",)),
        (e.DiceRerolled("elf-1", (1, 2)), ("card:elf-1",)),
        (e.QuirkDeclined("elf-1", "elf.quirk", 1), ("card:elf-1",)),
        (e.ItemReadied("dagger"), ("card:dagger",)),
        (e.HeroesRearranged(("archer", "plain"), 1), ("card:archer", "card:plain")),
    ],
    ids=lambda part: type(part).__name__,
)
def test_an_effect_touches_the_cards_that_it_is_about(effect: Effect[Board], touched: tuple[str, ...]) -> None:
    """So that a screen can point to them."""
    assert effect.touches() == touched
