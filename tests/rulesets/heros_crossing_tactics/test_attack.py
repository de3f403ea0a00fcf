"""Attack: target, Soldiers, reserve cards."""

import pytest

from rulesets.heros_crossing_tactics import RULESET
from rulesets.heros_crossing_tactics.board import Board
from rulesets.heros_crossing_tactics.effects import (
    Asked,
    AttackDeclared,
    AttackEnded,
    CardShown,
    FrontActivated,
    HeroPlaced,
    MonarchDamaged,
    ReserveCommitted,
    ReserveDeclined,
    ReserveShown,
    ReservesRevealed,
    SoldierKilled,
    TurnEnded,
)
from rulesets.heros_crossing_tactics.phases import Attack as AttackState
from rulesets.heros_crossing_tactics.phases import AttackerReserve, DefenderReserve, Turn
from rulesets.heros_crossing_tactics.pieces import Soldiers
from rulesets.heros_crossing_tactics.rules.attack import UNKNOWN, Attack, AttackReserve, DefenceReserve
from rulesets.kit.piles import Pile
from rulesets.kit.scenario import Scenario
from tests.rulesets.heros_crossing_tactics.build import SET, at, attacked, front, side, table


def force(scenario: Scenario[Board]) -> tuple[int, int]:
    """Points of Weapon and Magic that an attack starts with."""
    (revealed,) = (effect for effect in scenario.effects if isinstance(effect, ReservesRevealed))
    return revealed.weapon, revealed.magic


@pytest.mark.rule("HCT-ATK-01")
@pytest.mark.rule("HCT-AMB-17")
@pytest.mark.parametrize(("seat", "turn"), [(1, 1), (2, 2), (2, 6)])
def test_nobody_attacks_in_round_one(seat: int, turn: int) -> None:
    """Not the first player and not the other, up to the last turn of round 1; in round 2 both may."""
    armed = side(hand=("sword-1",))
    early = table(armed, side(hand=("spark-1",)), round=1, turn=turn, seat=seat)

    at(early).when(seat, Attack(1, 1)).refused("HCT-ATK-01")
    assert not any(isinstance(action, Attack) for action in RULESET.legal_actions(early, seat))
    late = table(armed, side(hand=("spark-1",)), round=2, turn=7 + turn % 2, seat=seat)
    at(late).when(seat, Attack(1, 1)).waits_for(AttackerReserve, seat)


@pytest.mark.rule("HCT-ATK-02")
def test_an_attack_goes_through_its_steps_in_order() -> None:
    """Target, attacker's reserve, defender's reserve, damage, wrap-up, and the turn is over."""
    board = table(side(front(weapon=1), hand=("spark-1",)), side(hand=("monk-1",)))
    declared = at(board).when(1, Attack(1, 1))
    declared.then(FrontActivated(1, 1, "attack"), AttackDeclared(1, 1, 1)).waits_for(AttackerReserve, 1)
    declared.when(2, DefenceReserve()).refused("HCT-EMR-01")
    laid = declared.when(1, AttackReserve()).then(ReserveDeclined(1)).waits_for(DefenderReserve, 2)
    laid.when(2, DefenceReserve()).then(
        ReserveDeclined(2), ReservesRevealed(weapon=1), MonarchDamaged(2, 5, "weapon"), AttackEnded(), TurnEnded(2)
    ).waits_for(Turn, 2)


@pytest.mark.rule("HCT-ATK-03")
@pytest.mark.parametrize("target", [1, 2, 3])
def test_any_front_of_the_opponent_is_a_target(target: int) -> None:
    """Activated or not, with Soldiers or without; a Front that does not exist is none."""
    board = table(side(front(magic=1)), side(front(activated=True), front(armor=2), front()))

    at(board).when(1, Attack(1, target)).then_includes(AttackDeclared(1, 1, target))
    at(board).when(1, Attack(1, 0)).refused("HCT-ATK-03")
    at(board).when(1, Attack(1, 4)).refused("HCT-ATK-03")


@pytest.mark.rule("HCT-ATK-04")
def test_only_soldiers_of_the_attacking_front_attack() -> None:
    """Soldiers of the two other Fronts stay out of it."""
    scenario = attacked(table(side(front(weapon=1), front(weapon=5, magic=5), front(magic=5))))

    assert force(scenario) == (1, 0)
    assert scenario.board.side(2).health == 5


@pytest.mark.rule("HCT-ATK-05")
@pytest.mark.rule("HCT-AMB-08")
@pytest.mark.parametrize("column", [1, 2, 3])
def test_straight_ahead_weapons_and_magic_attack(column: int) -> None:
    """The Front of the same column is straight ahead."""
    fronts = [front(), front(), front()]
    fronts[column - 1] = front(weapon=2, magic=3)

    assert force(attacked(table(side(*fronts)), column, column)) == (2, 3)


@pytest.mark.rule("HCT-ATK-06")
@pytest.mark.parametrize(("column", "target"), [(1, 2), (1, 3), (2, 1), (2, 3), (3, 1), (3, 2)])
def test_elsewhere_only_magic_attacks(column: int, target: int) -> None:
    """It does not matter whether the other column is the next or the far one."""
    fronts = [front(), front(), front()]
    fronts[column - 1] = front(weapon=2, magic=3)

    assert force(attacked(table(side(*fronts)), column, target)) == (0, 3)


@pytest.mark.rule("HCT-ATK-07")
@pytest.mark.rule("HCT-AMB-09")
def test_no_soldier_is_held_back() -> None:
    """An attack has no parameter but the two Fronts; every Soldier that can attack does."""
    assert Attack.__struct_fields__ == ("column", "target")
    assert force(attacked(table(side(front(weapon=4, magic=5)), side(front(potion=15))))) == (4, 5)


@pytest.mark.rule("HCT-ATK-08")
def test_armor_and_potions_do_not_attack() -> None:
    """A Front of Armor and Potions deals nothing, straight ahead or not, and its Soldiers of a reserve neither."""
    board = table(side(front("clerk-1", armor=3, potion=3), hand=("wall-1",)))

    assert force(attacked(board, mine="wall-1")) == (0, 0)
    assert attacked(board).board.side(2).health == 6


@pytest.mark.rule("HCT-ATK-09")
def test_an_attack_without_soldiers_is_legal() -> None:
    """It may be a bluff, or a reserve card may bring the Soldiers."""
    board = table(side(hand=("sword-1",)))

    attacked(board).then(ReserveDeclined(1), ReserveDeclined(2), ReservesRevealed(), AttackEnded(), TurnEnded(2))
    attacked(board, mine="sword-1").then_includes(MonarchDamaged(2, 5, "weapon"))


# --- emergency reserve


@pytest.mark.rule("HCT-EMR-01")
def test_the_attacker_may_lay_one_card_of_the_own_hand() -> None:
    """One card or none; not one of the opponent's hand, and not a second."""
    board = table(side(hand=("sword-1", "spark-1")), side(hand=("monk-1",)))
    scenario = at(board).when(1, Attack(1, 1))

    assert set(RULESET.legal_actions(scenario.board, 1)) == {
        AttackReserve(), AttackReserve("sword-1"), AttackReserve("spark-1"),
    }  # fmt: skip
    scenario.when(1, AttackReserve("monk-1")).refused("HCT-EMR-01")
    scenario.when(2, AttackReserve()).refused("HCT-EMR-01")
    laid = scenario.when(1, AttackReserve("sword-1")).then(ReserveCommitted(1, 1, "sword-1"))
    assert laid.board.side(1).hand == ("spark-1",)
    laid.when(1, AttackReserve("spark-1")).refused("HCT-EMR-03")


@pytest.mark.rule("HCT-EMR-02")
@pytest.mark.parametrize(
    ("heroes", "card", "legal"),
    [
        (("page-1",), "sword-1", True),
        (("page-1",), "cleric-1", False),
        (("page-1", "wall-1"), "cleric-1", True),
        (("wall-1", "page-1"), "mage-1", False),
        (("lord-1", "page-1"), "mage-1", True),
        (("lord-1",), "sword-1", True),
    ],
)
def test_the_attackers_card_is_not_above_the_attacking_front(heroes: tuple[str, ...], card: str, legal: bool) -> None:
    """Its level is at most that of the highest hero there, wherever in the Front that hero lies."""
    own = side(front(*heroes), front("page-2", "sage-1"), hand=("cleric-1", "mage-1", "sword-1"))
    scenario = at(table(own, side(front("page-4", "blade-1")))).when(1, Attack(1, 1)).when(1, AttackReserve(card))

    if legal:
        scenario.then_includes(ReserveCommitted(1, SET.level[card], card))
    else:
        scenario.refused("HCT-EMR-02")


@pytest.mark.rule("HCT-EMR-03")
@pytest.mark.parametrize("mine", [None, "sword-1"])
def test_the_defender_may_lay_a_card_whatever_the_attacker_did(mine: str | None) -> None:
    """Who has a card that may be laid is asked, also after an attacker who laid none."""
    board = table(side(hand=("sword-1",)), side(hand=("monk-1", "knight-1")))
    scenario = at(board).when(1, Attack(1, 1)).when(1, AttackReserve(mine)).waits_for(DefenderReserve, 2)

    scenario.when(2, DefenceReserve("knight-1")).then_includes(ReserveCommitted(2, 1, "knight-1"))
    scenario.when(2, DefenceReserve("spark-1")).refused("HCT-EMR-03")
    scenario.when(1, DefenceReserve()).refused("HCT-EMR-03")


@pytest.mark.rule("HCT-AMB-22")
@pytest.mark.parametrize("hand", [(), ("cleric-1",), ("?2", "?3")])
def test_who_has_no_card_to_lay_is_not_asked(hand: tuple[str, ...]) -> None:
    """Without cards, or with none of a level that the Front allows, no reserve is laid, and the attack goes on."""
    scenario = attacked(table(side(front(weapon=1), hand=hand), side(hand=hand)))

    scenario.then(
        FrontActivated(1, 1, "attack"),
        AttackDeclared(1, 1, 1),
        ReserveDeclined(1),
        ReserveDeclined(2),
        ReservesRevealed(weapon=1),
        MonarchDamaged(2, 5, "weapon"),
        AttackEnded(),
        TurnEnded(2),
    )
    text = RULESET.sentence(table(side(front(weapon=1))), scenario.effects)
    assert "{1} has no card to lay in reserve. {2} has no card to lay in reserve." in text


@pytest.mark.rule("HCT-AMB-22")
def test_an_answer_to_a_choice_that_nobody_had_is_refused() -> None:
    """By the rule of what is waited for now: the defender's reserve, or the next turn."""
    defended = at(table(side(), side(hand=("monk-1",)))).when(1, Attack(1, 1)).waits_for(DefenderReserve, 2)
    defended.when(1, AttackReserve()).refused("HCT-EMR-03")

    over = at(table(side(hand=("sword-1",)))).when(1, Attack(1, 1)).waits_for(AttackerReserve, 1)
    over = over.when(1, AttackReserve("sword-1")).waits_for(Turn, 2)
    over.when(2, DefenceReserve()).refused("HCT-TRN-02")


@pytest.mark.rule("HCT-EMR-04")
@pytest.mark.parametrize(
    ("target", "card", "legal"),
    [(1, "monk-1", True), (1, "cleric-1", False), (2, "cleric-1", True), (2, "mage-1", False), (3, "mage-1", True)],
)
def test_the_defenders_card_is_not_above_the_defending_front(target: int, card: str, legal: bool) -> None:
    """The Front that is attacked counts, neither the Front across nor the attacker's."""
    other = side(front(), front("page-5", "wall-1"), front("lord-1"), hand=("cleric-1", "mage-1", "monk-1"))
    scenario = at(table(side(front("sage-1")), other)).when(1, Attack(1, target)).when(2, DefenceReserve(card))

    if legal:
        scenario.then_includes(ReserveCommitted(2, SET.level[card], card))
    else:
        scenario.refused("HCT-EMR-04")


@pytest.mark.rule("HCT-EMR-05")
@pytest.mark.rule("HCT-AMB-13")
def test_reserve_cards_are_turned_up_together() -> None:
    """Until the defender has decided the attacker's card shows its level and nothing else; then both are shown."""
    board = table(side(hand=("sword-1",)), side(hand=("monk-1",)))
    laid = at(board).when(1, Attack(1, 1)).when(1, AttackReserve("sword-1")).then_never(ReserveShown)

    assert laid.effects[0].seen_by(2) == ReserveCommitted(1, 1)
    assert AttackReserve("sword-1").seen_by(2, 1) == AttackReserve(UNKNOWN)
    assert AttackReserve("sword-1").seen_by(1, 1) == AttackReserve("sword-1")
    assert AttackReserve().seen_by(2, 1) == AttackReserve()
    laid.when(2, DefenceReserve("monk-1")).then_includes(ReserveShown(1, 1, "sword-1"), ReserveShown(2, 1, "monk-1"))


@pytest.mark.rule("HCT-EMR-06")
def test_a_reserve_card_gives_temporary_soldiers() -> None:
    """One for each icon: the attacker's join the attack, the defender's the defence."""
    board = table(side(front("lord-1", weapon=1), hand=("mage-1",)), side(front("sage-1"), hand=("wall-1",)))
    scenario = attacked(board, mine="mage-1", theirs="wall-1")

    scenario.then_includes(
        ReservesRevealed(1, 3, Soldiers(armor=2)), SoldierKilled(2, 1, "armor", "temporary", "weapon")
    )


@pytest.mark.rule("HCT-EMR-07")
def test_temporary_soldiers_obey_the_same_rules() -> None:
    """The attacker's Weapons count only straight ahead; the defender's Armor blocks Magic."""
    board = table(side(front("lord-1", magic=1), hand=("blade-1",)), side(hand=("knight-1",)))

    assert force(attacked(board, 1, 1, mine="blade-1")) == (2, 1)
    assert force(attacked(board, 1, 2, mine="blade-1")) == (0, 1)
    assert attacked(board, 1, 2, mine="blade-1", theirs="knight-1").board.side(2).health == 6


@pytest.mark.rule("HCT-EMR-08")
def test_temporary_soldiers_need_no_cubes() -> None:
    """With an empty supply they come all the same, and the supply is not touched."""
    board = table(side(front("lord-1"), hand=("mage-1",)), side(hand=("monk-1",)), supply=Soldiers())
    scenario = attacked(board, mine="mage-1", theirs="monk-1")

    scenario.then_includes(ReservesRevealed(0, 3, Soldiers(potion=1)))
    assert scenario.board.supply == Soldiers()
    assert scenario.board.side(2).health == 4


@pytest.mark.rule("HCT-EMR-09")
def test_a_reserve_card_joins_no_front_and_draws_nothing() -> None:
    """Its Drawing Power does not count, and afterwards it lies in the discard."""
    board = table(side(front("lord-1"), hand=("sage-1",)), side(hand=("scout-3",)))
    scenario = attacked(board, mine="sage-1", theirs="scout-3").then_never(Asked, HeroPlaced, CardShown)

    assert scenario.board.front(1, 1).heroes == ("lord-1",)
    assert scenario.board.discard == ("sage-1", "scout-3")
    scenario.waits_for(Turn, 2)


@pytest.mark.rule("HCT-AMB-18")
def test_a_card_without_soldiers_may_be_laid_as_a_bluff() -> None:
    """It gives nothing, and is discarded like any other."""
    scenario = attacked(table(side(front(weapon=1), hand=("scout-1",))), mine="scout-1")

    assert force(scenario) == (1, 0)
    assert scenario.board.discard == ("scout-1",)


@pytest.mark.rule("HCT-AMB-21")
def test_an_unknown_reserve_card_is_named_when_it_is_turned_up() -> None:
    """A table lays a back, of which the level decides; the name is asked for at the reveal."""
    board = table(side(hand=("?1", "?2")), side(hand=("monk-1",)))
    declared = at(board).when(1, Attack(1, 1))

    declared.when(1, AttackReserve("?2")).refused("HCT-EMR-02")
    laid = declared.when(1, AttackReserve("?1"))
    laid.when(2, DefenceReserve()).needs_chance("reveal", "HCT-EMR-05")
    laid.when(2, DefenceReserve(), ["sword-1"]).then_includes(
        ReserveShown(1, 1, "sword-1"), MonarchDamaged(2, 5, "weapon")
    )
    alone = at(table(side(hand=("?1",)))).when(1, Attack(1, 1))
    alone.when(1, AttackReserve("?1")).needs_chance("reveal", "HCT-EMR-05")


def test_a_view_that_took_a_card_for_an_older_one_is_corrected() -> None:
    """Who cannot tell the generation of a laid back assumes the oldest; turning it up corrects the hand as well."""
    board = table(side(hand=("?2", "?2.2")), pending=AttackerReserve(AttackState(1, 1)))
    board = board.with_pile(2, Pile(0, ("wall-1",), (("cleric-1",),)))

    laid = ReserveCommitted(1, 2).apply(board)
    assert laid.attack.attacker_card == "?2"
    assert laid.side(1).hand == ("?2.2",)
    shown = ReserveShown(1, 2, "wall-1").apply(laid)
    assert shown.attack.attacker_card == "wall-1"
    assert shown.side(1).hand == ("?2",)
    assert shown.pile(2) == Pile(0, (), (("cleric-1",),))
