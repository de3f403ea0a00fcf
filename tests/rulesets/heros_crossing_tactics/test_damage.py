"""Apply damage, wrap-up, component limits, the end of the game."""

from typing import Literal

import pytest

from rulesets.heros_crossing_tactics import RULESET
from rulesets.heros_crossing_tactics import effects as all_effects
from rulesets.heros_crossing_tactics.board import Front
from rulesets.heros_crossing_tactics.effects import (
    AttackEnded,
    GameWon,
    HeroDrawn,
    HeroPlaced,
    MagicBlocked,
    MonarchDamaged,
    PileRecreated,
    ReserveDeclined,
    ReservesRevealed,
    SoldierKilled,
    SoldiersGained,
    TurnEnded,
)
from rulesets.heros_crossing_tactics.phases import Attack as AttackState
from rulesets.heros_crossing_tactics.phases import Damage, GameOver, Recruiting, SetupDrawing, Turn
from rulesets.heros_crossing_tactics.pieces import Kind, Soldiers, Striking
from rulesets.heros_crossing_tactics.rules.attack import Attack
from rulesets.heros_crossing_tactics.rules.damage import ChooseCasualty
from rulesets.heros_crossing_tactics.rules.flank import Flank
from rulesets.heros_crossing_tactics.rules.hire import HirePlace, HireReplace
from rulesets.heros_crossing_tactics.rules.recruit import DrawHero, FinishDrawing, Recruit
from rulesets.kit.conformance import check
from tests.rulesets.heros_crossing_tactics.build import at, attacked, front, side, table
from tests.rulesets.heros_crossing_tactics.profile import PROFILE


def killed(kind: Kind, by: Striking, source: Literal["cube", "temporary"] = "cube") -> SoldierKilled:
    return SoldierKilled(2, 1, kind, source, by)


def hurt(health: int, by: Striking) -> MonarchDamaged:
    return MonarchDamaged(2, health, by)


@pytest.mark.rule("HCT-DMG-01")
def test_each_attacker_deals_one_point_and_defenders_none() -> None:
    """Five attackers cost the defender five; the attacker loses nothing to however many defenders."""
    board = table(side(front(weapon=2, magic=3)), side(front(potion=4)))
    after = attacked(board).board

    assert after.front(2, 1).soldiers == Soldiers()
    assert after.side(2).health == 5
    assert after.front(1, 1).soldiers == Soldiers(weapon=2, magic=3)
    assert after.side(1).health == 6


@pytest.mark.rule("HCT-DMG-02")
def test_weapons_strike_before_magic_point_by_point() -> None:
    """Each point meets the Front as the one before left it: Weapons clear the Armor that would have stopped Magic."""
    board = table(side(front(weapon=2, magic=2)), side(front(armor=1, potion=1)))

    attacked(board).then_includes(
        ReservesRevealed(2, 2),
        killed("potion", "weapon"),
        killed("armor", "weapon"),
        hurt(5, "magic"),
        hurt(4, "magic"),
    )


@pytest.mark.rule("HCT-DMG-03")
def test_a_weapon_kills_a_potion_first() -> None:
    """Whatever else stands there."""
    scenario = attacked(table(side(front(weapon=1)), side(front(weapon=2, armor=2, potion=1, magic=2))))

    scenario.then_includes(killed("potion", "weapon"), AttackEnded())
    assert scenario.board.front(2, 1).soldiers == Soldiers(weapon=2, armor=2, magic=2)


@pytest.mark.rule("HCT-DMG-04")
def test_a_weapon_kills_armor_where_there_is_no_potion() -> None:
    """Before any Weapon or Magic Soldier."""
    scenario = attacked(table(side(front(weapon=1)), side(front(weapon=2, armor=1, magic=2))))

    scenario.then_includes(killed("armor", "weapon"), AttackEnded())
    assert scenario.board.front(2, 1).soldiers == Soldiers(weapon=2, magic=2)


@pytest.mark.rule("HCT-DMG-05")
def test_the_attacker_chooses_what_a_weapon_kills_last() -> None:
    """Between Weapon and Magic, if both are there; where only one is, it dies without a question."""
    board = table(side(front(weapon=2)), side(front(weapon=1, magic=1)))
    scenario = attacked(board).waits_for(Damage, 1)

    assert set(RULESET.legal_actions(scenario.board, 1)) == {ChooseCasualty("weapon"), ChooseCasualty("magic")}
    for kind in ("armor", "potion", "monarch"):
        scenario.when(1, ChooseCasualty(kind)).refused("HCT-DMG-05")
    scenario.when(2, ChooseCasualty("weapon")).refused("HCT-DMG-05")
    scenario.when(1, ChooseCasualty("magic")).then(
        killed("magic", "weapon"), killed("weapon", "weapon"), AttackEnded(), TurnEnded(2)
    )
    scenario.when(1, ChooseCasualty("weapon")).then_includes(killed("weapon", "weapon"), killed("magic", "weapon"))


@pytest.mark.rule("HCT-DMG-06")
def test_armor_stops_all_magic() -> None:
    """Neither Soldiers nor the Monarch are touched, by one point as little as by five, and the attack is over."""
    board = table(side(front(magic=5)), side(front(armor=1, potion=1)))
    scenario = attacked(board)

    scenario.then_includes(
        ReserveDeclined(2), ReservesRevealed(0, 5), MagicBlocked(2, 1, 5), AttackEnded(), TurnEnded(2)
    ).then_never(SoldierKilled, MonarchDamaged)
    assert scenario.board.front(2, 1).soldiers == Soldiers(armor=1, potion=1)
    assert scenario.board.side(2).health == 6


@pytest.mark.rule("HCT-DMG-06")
def test_temporary_armor_stops_magic_too() -> None:
    """An Armor out of a reserve card is as good as a cube."""
    board = table(side(front(magic=5)), side(hand=("knight-1",)))

    attacked(board, theirs="knight-1").then_includes(MagicBlocked(2, 1, 5), AttackEnded(("knight-1",)))


@pytest.mark.rule("HCT-DMG-07")
def test_magic_kills_a_potion_first() -> None:
    """Before any Weapon or Magic Soldier."""
    scenario = attacked(table(side(front(magic=1)), side(front(weapon=1, potion=1, magic=1))))

    scenario.then_includes(killed("potion", "magic"), AttackEnded())
    assert scenario.board.front(2, 1).soldiers == Soldiers(weapon=1, magic=1)


@pytest.mark.rule("HCT-DMG-08")
def test_the_attacker_chooses_what_magic_kills_last() -> None:
    """Between Weapon and Magic, if both are there."""
    scenario = attacked(table(side(front(magic=2)), side(front(weapon=2, magic=1)))).waits_for(Damage, 1)

    scenario.when(1, ChooseCasualty("armor")).refused("HCT-DMG-08")
    scenario.when(1, ChooseCasualty("magic")).then_includes(killed("magic", "magic"), killed("weapon", "magic"))
    again = scenario.when(1, ChooseCasualty("weapon")).then(killed("weapon", "magic")).waits_for(Damage, 1)
    again.when(1, ChooseCasualty("weapon")).then_includes(killed("weapon", "magic"), AttackEnded())


@pytest.mark.rule("HCT-DMG-09")
def test_temporary_potions_and_armor_die_before_cubes() -> None:
    """First the temporary Potion, then the Potion of the Front; the same with Armor."""
    mixed = side(front(armor=1, potion=1), hand=("mixed-1",))
    scenario = attacked(table(side(front(weapon=4)), mixed), theirs="mixed-1")

    scenario.then_includes(
        killed("potion", "weapon", "temporary"),
        killed("potion", "weapon"),
        killed("armor", "weapon", "temporary"),
        killed("armor", "weapon"),
    )


@pytest.mark.rule("HCT-DMG-10")
@pytest.mark.rule("HCT-AMB-10")
@pytest.mark.parametrize("kind", ["weapon", "magic"])
def test_weapon_and_magic_cubes_die_before_temporary_ones(kind: Striking) -> None:
    """Type by type: the attacker names the type, and its cube dies first, though a cube of the other type stands."""
    mixed = side(front(weapon=1, magic=1), hand=("mixed-1",))
    scenario = attacked(table(side(front(weapon=4)), mixed), theirs="mixed-1")  # two points for Potion and Armor

    first = scenario.when(1, ChooseCasualty(kind)).then(killed(kind, "weapon"))
    first.when(1, ChooseCasualty(kind)).then_includes(killed(kind, "weapon", "temporary"))


@pytest.mark.rule("HCT-DMG-11")
@pytest.mark.rule("HCT-AMB-12")
def test_killed_cubes_return_to_the_supply_at_once() -> None:
    """In the middle of the attack they are there already; a temporary Soldier adds nothing."""
    board = table(side(front(weapon=3)), side(front(armor=1, weapon=1, magic=1), hand=("monk-1",)))
    scenario = attacked(board, theirs="monk-1").waits_for(Damage, 1)

    assert scenario.board.supply == board.supply.plus("armor", 1)


@pytest.mark.rule("HCT-DMG-12")
@pytest.mark.parametrize("attackers", [front(weapon=2), front(magic=2), front(weapon=1, magic=1)])
def test_a_point_that_finds_nobody_hits_the_monarch(attackers: Front) -> None:
    """With a Soldier in the way, one point goes to it and the other to the Monarch."""
    board = table(side(attackers), side(front(potion=1)))

    assert attacked(board).board.side(2).health == 5
    assert attacked(table(side(attackers))).board.side(2).health == 4
    assert attacked(table(side(attackers), side(front(potion=3)))).board.side(2).health == 6


@pytest.mark.rule("HCT-DMG-13")
def test_heroes_and_attackers_survive_every_attack() -> None:
    """Only defending Soldiers and the Monarch suffer."""
    board = table(side(front("sword-1", weapon=4)), side(front("knight-1", armor=1), front(magic=2)))
    after = attacked(board).board

    assert [f.heroes for own in after.sides for f in own.fronts] == [
        f.heroes for own in board.sides for f in own.fronts
    ]
    assert after.front(1, 1).soldiers == Soldiers(weapon=4)
    assert after.front(2, 2) == board.front(2, 2)


# --- wrap-up and the end


@pytest.mark.rule("HCT-WRP-01")
@pytest.mark.rule("HCT-AMB-11")
@pytest.mark.rule("HCT-AMB-20")
def test_a_dead_monarch_ends_the_game_at_once() -> None:
    """Later points are not dealt, nothing is wrapped up: cards and temporary Soldiers stay as they lay."""
    board = table(side(front(weapon=2, magic=3), hand=("sword-1",)), side(health=2))
    scenario = attacked(board, mine="sword-1")

    scenario.then_includes(hurt(1, "weapon"), hurt(0, "weapon"), GameWon(1)).then_never(AttackEnded, TurnEnded)
    assert scenario.board.pending == GameOver(
        (1,), "monarch", AttackState(1, 1, attacker_card="sword-1", weapon=1, magic=3)
    )
    assert scenario.board.discard == ()


@pytest.mark.rule("HCT-WRP-02")
def test_reserve_cards_are_discarded_and_their_soldiers_vanish() -> None:
    """Temporary Soldiers that lived to the end are gone in the next attack."""
    board = table(side(front(weapon=1), front(weapon=1), hand=("spark-1",)), side(front(), hand=("mixed-1",)))
    scenario = attacked(board, mine="spark-1", theirs="mixed-1")

    scenario.then_includes(AttackEnded(("spark-1", "mixed-1")))
    assert scenario.board.discard == ("mixed-1", "spark-1")
    assert scenario.board.front(2, 1).soldiers == Soldiers()


@pytest.mark.rule("HCT-WRP-02")
@pytest.mark.rule("HCT-AMB-19")
def test_cards_are_discarded_also_where_armor_ended_the_attack() -> None:
    """The end of the attack is no end of its wrap-up."""
    board = table(side(front(magic=1), hand=("spark-1",)), side(front(armor=1), hand=("monk-1",)))

    attacked(board, mine="spark-1", theirs="monk-1").then_includes(
        MagicBlocked(2, 1, 2), AttackEnded(("spark-1", "monk-1")), TurnEnded(2)
    )


@pytest.mark.rule("HCT-WRP-03")
def test_the_turn_is_over_after_an_attack() -> None:
    """Play goes on with the other seat, its Front marked."""
    scenario = attacked(table(side(front(weapon=1)))).waits_for(Turn, 2)

    assert scenario.board.front(1, 1).activated


@pytest.mark.rule("HCT-END-01")
@pytest.mark.parametrize("seat", [1, 2])
def test_whose_monarch_dies_loses(seat: int) -> None:
    """The attacker wins, and nobody can act any more."""
    weak, strong = side(health=1), side(front(weapon=1))
    board = table(*((strong, weak) if seat == 1 else (weak, strong)), seat=seat)
    scenario = at(board).when(seat, Attack(1, 1))

    over = RULESET.over(scenario.board)
    assert over is not None
    assert over.winners == (seat,)
    assert RULESET.waiting_for(scenario.board) == ()
    scenario.when(1, Recruit(2)).refused("HCT-END-01")


@pytest.mark.rule("HCT-END-02")
def test_health_never_falls_below_zero() -> None:
    """Ten points on a Monarch with 1 health leave 0, and only MonarchDamaged ever sets it."""
    board = attacked(table(side(front(weapon=10)), side(health=1))).board

    assert board.side(2).health == 0
    assert [name for name, kind in vars(all_effects).items() if "health" in getattr(kind, "__struct_fields__", ())] == [
        "MonarchDamaged"
    ]


@pytest.mark.rule("HCT-END-03")
def test_games_end_with_one_winner_or_not_at_all() -> None:
    """Only GameWon ends a game, and it names one winner; a board without Soldiers goes on."""
    ended = [f for f in check(RULESET, PROFILE, games=10, seed=50_000).effects if f in ("GameWon", "GameEnded")]
    assert ended == ["GameWon"]

    empty = table(supply=Soldiers(), empty=(1, 2, 3))
    at(empty).when(1, Recruit(1)).waits_for(Turn, 2)
    assert GameWon.__struct_fields__ == ("seat",)


# --- component limits


@pytest.mark.rule("HCT-LIM-01")
def test_a_gain_takes_what_the_supply_has() -> None:
    """Missing cubes are counted and never come, for Hire, Recruit and set-up alike, type by type."""
    board = table(side(front("cleric-1", "sword-1"), hand=("mixed-1",)), supply=Soldiers(weapon=1, magic=1))
    scenario = at(board).when(1, Recruit(1))

    scenario.then_includes(SoldiersGained(1, 1, Soldiers(weapon=1, magic=1), Soldiers(potion=1)))
    assert scenario.board.supply == Soldiers()
    hired = at(board).when(1, HirePlace(1, "mixed-1"))
    hired.then_includes(SoldiersGained(1, 1, Soldiers(weapon=1, magic=1), Soldiers(armor=1, potion=1), "mixed-1"))
    assert not any("owed" in field for field in type(board).__struct_fields__)


@pytest.mark.rule("HCT-LIM-02")
@pytest.mark.rule("HCT-AMB-14")
@pytest.mark.rule("HCT-AMB-15")
def test_an_empty_pile_is_made_anew_of_its_discards() -> None:
    """The discarded cards of that level become the pile, then one is drawn; other discards stay."""
    board = table(side(front("scout-2")), discard=("knight-1", "cleric-1", "monk-1"), empty=(1,))
    scenario = at(board).when(1, Recruit(1))
    asked = scenario.when(1, DrawHero(1)).needs_chance("draw")

    assert asked.allowed == ("knight-1", "monk-1")
    drawn = scenario.when(1, DrawHero(1), ["monk-1"])
    drawn.then(PileRecreated(1, ("knight-1", "monk-1")), HeroDrawn(1, 1, "monk-1"))
    assert drawn.board.discard == ("cleric-1",)
    assert drawn.board.pile(1).size == 1


@pytest.mark.rule("HCT-LIM-03")
def test_a_pile_is_not_made_anew_before_somebody_draws() -> None:
    """Drawing the last card leaves the pile empty; it stays so until the next card is wanted."""
    board = table(side(front("scout-3")), discard=("cleric-1", "monk-1"), empty=(1,))
    board = board.with_pile(1, board.pile(1).recreated(("knight-1",)))
    scenario = at(board).when(1, Recruit(1)).when(1, DrawHero(1), ["knight-1"]).then_never(PileRecreated)

    assert scenario.board.pile(1).size == 0
    scenario.when(1, FinishDrawing()).then_never(PileRecreated)
    scenario.when(1, DrawHero(2), ["wall-1"]).then_never(PileRecreated)
    scenario.when(1, DrawHero(1), ["monk-1"]).then_includes(PileRecreated(1, ("monk-1",)))


@pytest.mark.rule("HCT-LIM-04")
@pytest.mark.parametrize("pending", [Recruiting(3), SetupDrawing(3)])
def test_a_level_that_is_nowhere_cannot_be_drawn(pending: Recruiting | SetupDrawing) -> None:
    """All its cards are in play or in hands: the draw is refused, and no Drawing Power is spent."""
    scenario = at(table(pending=pending, empty=(1,), discard=("wall-1",)))

    scenario.when(1, DrawHero(1)).refused("HCT-LIM-04")
    assert DrawHero(1) not in set(RULESET.legal_actions(scenario.board, 1))
    assert scenario.board.pending == pending
    drawing = scenario.when(1, DrawHero(2), ["clerk-1"]).board.pending
    assert isinstance(drawing, Recruiting | SetupDrawing)
    assert drawing.power == 1


@pytest.mark.rule("HCT-LIM-05")
def test_nothing_replaces_a_missing_cube() -> None:
    """An empty supply gives no Soldier of any type, however many of another type there are."""
    board = table(side(front("knight-1")), supply=Soldiers(weapon=9, potion=9, magic=9))
    after = at(board).when(1, Recruit(1)).board

    assert after.front(1, 1).soldiers == Soldiers()
    assert after.supply == board.supply


def test_an_unknown_card_of_a_former_pile_keeps_its_pool() -> None:
    """What is drawn from a new pile has a back of its own generation, and is none of the older cards."""
    board = table(side(front("scout-3"), hand=("?1",)), discard=("knight-1", "monk-1"), empty=(1,))
    scenario = at(board).when(1, Recruit(1)).when(1, DrawHero(1), [None])

    assert scenario.board.side(1).hand == ("?1", "?1.2")
    scenario = scenario.when(1, FinishDrawing()).when(2, Flank(1))
    new = scenario.when(1, HirePlace(2, "?1.2")).needs_chance("reveal").allowed
    old = scenario.when(1, HirePlace(2, "?1")).needs_chance("reveal").allowed
    assert new == ("knight-1", "monk-1")
    assert not set(old) & set(new)
    (card,) = old
    scenario.when(1, HirePlace(2, "?1"), [card]).then_includes(HeroPlaced(1, 2, str(card)))
    scenario.when(1, HireReplace(2, 1, "?1")).refused("HCT-HIR-05")
