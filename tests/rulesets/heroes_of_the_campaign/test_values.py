"""Derived values: layers, the newest number, what is active, what is lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from rulesets.heroes_of_the_campaign import effects as e
from rulesets.heroes_of_the_campaign.board import Board
from rulesets.heroes_of_the_campaign.components import Components
from rulesets.heroes_of_the_campaign.derived import HeroValues
from rulesets.heroes_of_the_campaign.phases import TURN, Fighting, Running
from rulesets.heroes_of_the_campaign.pieces import REGULAR, Count, Hero
from rulesets.heroes_of_the_campaign.rules.strategies import EnactLaw, UseEvent
from rulesets.heroes_of_the_campaign.values import compute, values
from tests.rulesets.heroes_of_the_campaign.build import at, cards, hero, side, status, table

if TYPE_CHECKING:
    from collections.abc import Callable


def derived(board: Board, name: str) -> HeroValues:
    """The values of a hero."""
    return values(board).heroes[name]


def one_hero(ability: str, more: str = "", **other: object) -> Components:
    """A set with a hero called Ida, who has one static ability."""
    return cards(f"- {{id: ida, name: Ida, attack: 2, resistance: 4, abilities: [{ability}]}}\n{more}", **other)  # type: ignore[arg-type]


@pytest.mark.rule("HOC-VOC-01", "HOC-CMB-12")
def test_a_number_is_its_base_then_the_set_then_what_is_added() -> None:
    """Whatever the order on the card; attack power is never below 0, resistance never below 1."""
    found = one_hero(
        "{kind: static, modifiers: [{stat: attack, add: 1}, {stat: attack, set: 5}, {stat: attack, add: 2}]}"
    )
    assert derived(table(found, side("ida")), "1.ida").attack == 8
    weak = one_hero("{kind: static, modifiers: [{stat: attack, add: -9}, {stat: resistance, add: -9}]}")
    ida = derived(table(weak, side("ida")), "1.ida")
    assert (ida.attack, ida.resistance) == (0, 1)


@pytest.mark.rule("HOC-GLD-03", "HOC-VOC-01")
def test_of_two_cards_that_set_a_number_the_newer_counts() -> None:
    """A law against a status: whichever came later, in either order."""
    found = cards(
        """
- {id: five, name: Five, type: law, abilities: [{kind: static, affects: {side: own},
     modifiers: [{stat: attack, set: 5}]}]}
- {id: six, name: Six, type: event,
   actions: [{do: add_status, status: {modifiers: [{stat: attack, set: 6}]}, target: {all: {side: own}},
     until: permanent}]}
"""
    )
    board = table(found, side("anna", hand=("five", "six")))
    law_first = at(board).when(1, EnactLaw("five")).when(1, UseEvent("six")).board
    law_last = at(board).when(1, UseEvent("six")).when(1, EnactLaw("five")).board
    assert (derived(law_first, "1.anna").attack, derived(law_last, "1.anna").attack) == (6, 5)


@pytest.mark.rule("HOC-VOC-05", "HOC-INF-03")
def test_only_active_cards_count() -> None:
    """A hero's and its maneuvers' while it is at its side, a law's while enacted, a location's for those there."""
    banner = "{kind: static, affects: {side: own}, modifiers: [{stat: attack, add: 1}]}"
    found = one_hero(
        banner,
        f"""
- {{id: drill, name: Drill, type: maneuver, abilities: [{banner}]}}
- {{id: decree, name: Decree, type: law, abilities: [{banner}]}}
- {{id: hill, name: Hill, type: location, abilities: [{{kind: static, modifiers: [{{stat: attack, add: 1}}]}}]}}
""",
    )
    up = table(found, side(hero("ida", learned=("drill",)), "anna"))
    down = table(found, side(hero("ida", 4, "infirmary", learned=("drill",)), "anna"))
    assert (derived(up, "1.anna").attack, derived(down, "1.anna").attack) == (4, 2)
    assert derived(table(found, side("anna", laws=("decree",))), "1.anna").attack == 3
    there = table(found, side(hero("anna", place="hill"), "bert", locations=("hill",)))
    assert (derived(there, "1.anna").attack, derived(there, "1.bert").attack) == (3, 1)


@pytest.mark.rule("HOC-VOC-05")
def test_an_ability_may_say_where_its_hero_must_be() -> None:
    """Only in the infirmary, or wherever it is."""
    for active, here, there in (("infirmary", 2, 3), ("always", 3, 3), ("side", 3, 2)):
        found = one_hero(
            f"{{kind: static, active: {active}, affects: {{card: anna}}, modifiers: [{{stat: attack, add: 1}}]}}"
        )
        up, down = (table(found, side(ida, "anna"), side("bert")) for ida in ("ida", hero("ida", 4, "infirmary")))
        assert (derived(up, "1.anna").attack, derived(down, "1.anna").attack) == (here, there)


@pytest.mark.rule("HOC-VOC-06")
def test_values_are_worked_out_in_layers() -> None:
    """Classes, cover, untouchable, other flags, numbers, the rest: each sees what was finished before it."""
    found = one_hero(
        "{kind: static, modifiers: [{class: mage}]},"
        "{kind: static, affects: {class: mage}, modifiers: [{flag: in_cover}]},"
        "{kind: static, affects: {status: in_cover}, modifiers: [{flag: untouchable}]},"
        "{kind: static, affects: {status: untouchable}, modifiers: [{flag: draws_attacks}]},"
        "{kind: static, affects: {status: draws_attacks}, modifiers: [{stat: attack, add: 1}]},"
        "{kind: static, affects: {where: {stat: attack, op: '==', value: 3}}, modifiers: [{task_cost: 1}]},"
        "{kind: static, affects: {where: {stat: attack, op: '>=', value: 3}}, modifiers: [{stat: resistance, add: 5}]},"
        "{kind: static, affects: {status: cannot_attack}, modifiers: [{class: rogue}]},"
        "{kind: static, modifiers: [{flag: cannot_attack}]}"
    )
    ida = derived(table(found, side("ida"), side("bert")), "1.ida")
    assert (ida.classes, ida.attack, ida.resistance, ida.task_cost) == (("mage",), 3, 4, 1)
    assert ida.flags == {"in_cover", "untouchable", "draws_attacks", "cannot_attack"}


@pytest.mark.rule("HOC-VOC-06")
def test_the_order_of_cards_does_not_matter() -> None:
    """Two abilities of one layer that read each other's number both read the printed ones."""
    both = "{kind: static, affects: {side: own}, modifiers: [{stat: attack, add: {stat: attack, of: target}}]}"
    found = one_hero(both, f"- {{id: jo, name: Jo, attack: 3, resistance: 4, abilities: [{both}]}}")
    for order in (("ida", "jo"), ("jo", "ida")):
        board = table(found, side(*order), side("bert"))
        assert (derived(board, "1.ida").attack, derived(board, "1.jo").attack) == (6, 9)


@pytest.mark.rule("HOC-VOC-06")
def test_resistance_that_feeds_on_wounds_settles_in_the_infirmary() -> None:
    """Wounds there count as the printed resistance while values are worked out."""
    found = one_hero("{kind: static, active: always, modifiers: [{stat: resistance, add: {stat: wounds, of: self}}]}")
    board = table(found, side(hero("ida", 8, "infirmary"), "anna"))
    assert derived(board, "1.ida").resistance == 8


@pytest.mark.rule("HOC-VOC-07", "HOC-COV-01", "HOC-CLS-01")
def test_losing_a_flag_or_a_class_beats_having_it() -> None:
    """From anywhere, status or ability, old or new."""
    loses = (
        "{kind: static, modifiers: [{lose_flag: in_cover}, {lose_class: mage}]},"
        "{kind: static, modifiers: [{flag: in_cover}, {class: mage}, {class: rogue}]}"
    )
    board = table(one_hero(loses), side(hero("ida", held=(status("in_cover"),)), "anna"))
    assert derived(board, "1.ida").flags == frozenset()
    assert derived(board, "1.ida").classes == ("rogue",)
    everything = one_hero("{kind: static, modifiers: [{class: mage}, {lose_class: all}]}")
    assert derived(table(everything, side("ida")), "1.ida").classes == ()


@pytest.mark.rule("HOC-VOC-08")
def test_an_ability_of_several_heroes_works_for_each() -> None:
    """A location's for each hero there; the same on two cards twice."""
    found = cards(
        """
- {id: hill, name: Hill, type: location,
   abilities: [{kind: static, affects: {side: opposing}, modifiers: [{stat: attack, add: -1}]}]}
"""
    )
    one = side(hero("anna", place="hill"), hero("bert", place="hill"), "cora", locations=("hill",))
    assert derived(table(found, one), "2.cora").attack == 1


@pytest.mark.rule("HOC-GLD-03")
def test_a_prohibition_beats_a_permission() -> None:
    """Between two cards; the Golden Rule is of cards against rules."""
    found = cards(
        """
- {id: again, name: Again, type: law, abilities: [{kind: static, modifiers: [{allow: repeat_event}]}]}
- {id: once, name: Once, type: law, abilities: [{kind: static, modifiers: [{forbid: repeat_event,
     player: opposing}]}]}
"""
    )
    used = {"hand": ("nap",), "shown": ("nap",), "used": ("nap",)}
    free = table(found, side("anna", laws=("again",), **used), side("anna"))  # type: ignore[arg-type]
    banned = table(found, side("anna", laws=("again",), **used), side("anna", laws=("once",)))  # type: ignore[arg-type]
    at(free).when(1, UseEvent("nap")).then_includes(e.EventUsed(1, "nap"))
    at(banned).when(1, UseEvent("nap")).refused("HOC-EVT-05")


RICHER = "{stat: attack, add: {copper: you}}"
BEARERS = cards(
    f"""
- {{id: ida, name: Ida, attack: 2, resistance: 4, abilities: [{{kind: static, modifiers: [{RICHER}]}}]}}
- {{id: page, name: Page, type: support, attack: 2, resistance: 4,
   abilities: [{{kind: static, modifiers: [{RICHER}]}}]}}
- {{id: drill, name: Drill, type: maneuver, abilities: [{{kind: static, modifiers: [{RICHER}]}}]}}
- {{id: hill, name: Hill, type: location, abilities: [{{kind: static, modifiers: [{RICHER}]}}]}}
- {{id: boon, name: Boon, type: law, abilities: [{{kind: static, affects: {{side: own}}, modifiers: [{RICHER}]}}]}}
""",
    statuses=f"[{{id: rich, modifiers: [{RICHER}]}}]",
)


@pytest.mark.parametrize(
    ("bearer", "laws"),
    [
        (hero("ida"), ()),
        (hero("page", support=True), ()),
        (hero("anna", learned=("drill",)), ()),
        (hero("anna", place="hill"), ()),
        (hero("anna", held=(status("rich"),)), ()),
        (hero("anna"), ("boon",)),
    ],
)
def test_what_is_remembered_goes_by_all_that_a_card_in_play_looks_at(bearer: Hero, laws: tuple[str, ...]) -> None:
    """Wherever the card is: two boards that differ in copper alone have values of their own."""
    for copper in (0, 3, 5, 0):
        board = table(BEARERS, side(bearer, "bert", copper=copper, locations=("hill",), laws=laws))
        assert derived(board, f"1.{bearer.card}").attack == 2 + copper


def _static(text: str) -> str:
    return f"{{kind: static, {text}}}"


def _ida(board: Board, **other: object) -> Board:
    return board.with_hero(replace(board.hero("1.ida"), **other))


def _side(board: Board, seat: int, **other: object) -> Board:
    return board.with_side(seat, replace(board.side(seat), **other))


@pytest.mark.parametrize(
    ("looks_at", "change"),
    [
        ("modifiers: [{stat: attack, add: {stat: wounds}}]", lambda board: _ida(board, wounds=1)),
        (
            "while: {exists: {self: only, wounded: true}}, modifiers: [{stat: attack, add: 1}]",
            lambda board: _ida(board, wounds=1),
        ),
        (
            "while: {exists: {self: only, task_used: true}}, modifiers: [{stat: attack, add: 1}]",
            lambda board: _ida(board, used=(REGULAR,)),
        ),
        (
            "while: {exists: {self: only, role: attacker}}, modifiers: [{stat: attack, add: 1}]",
            lambda board: replace(board, pending=Fighting("1.ida", "2.bert", Running("ida.hit", None, 1, TURN))),
        ),
        ("modifiers: [{stat: attack, add: {copper: opponent}}]", lambda board: _side(board, 2, copper=1)),
        ("modifiers: [{stat: attack, add: round}]", lambda board: replace(board, round=3)),
        ("while: {turn: opposing}, modifiers: [{stat: attack, add: 1}]", lambda board: replace(board, seat=2)),
        (
            "while: {happened: wounded}, modifiers: [{stat: attack, add: 1}]",
            lambda board: replace(board, tally=(Count("wounded", 1, "", 1, 1, 1),)),
        ),
        ("modifiers: [{stat: attack, set: 5}]", lambda board: _side(board, 1, enacted_at=(2,))),
    ],
)
def test_of_two_boards_each_has_values_of_its_own_in_whatever_order_they_are_asked_for(
    looks_at: str, change: Callable[[Board], Board]
) -> None:
    """They differ in nothing but what a card in play looks at; neither answer is that of the board asked before."""
    nine = "- {id: nine, name: Nine, type: law, abilities: [{kind: static, affects: {card: ida}, modifiers: [%s]}]}"
    found = one_hero(_static(looks_at), nine % "{stat: attack, set: 9}")
    laws = ("nine",) if "set" in looks_at else ()
    board = _ida(table(found, side("ida", laws=laws), side("bert")), came=1)
    for one in (board, change(board), replace(board), change(board), board):
        assert values(one) == compute(one)
    assert derived(board, "1.ida").attack != derived(change(board), "1.ida").attack
