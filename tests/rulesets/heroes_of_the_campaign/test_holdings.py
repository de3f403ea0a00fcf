"""What statistics are told of what seats have, which teams they play, and what the cards are."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from rulesets.heroes_of_the_campaign import RULESET
from rulesets.heroes_of_the_campaign.board import Board
from rulesets.heroes_of_the_campaign.holdings import cards, faction, holdings
from rulesets.heroes_of_the_campaign.phases import ChoosingTeams
from rulesets.heroes_of_the_campaign.pieces import Side
from rulesets.heroes_of_the_campaign.standing import standing
from rulesets.kit.bots import random_bot
from rulesets.kit.chance import ServerChance
from rulesets.kit.history import Card, Holding
from rulesets.kit.structs import Start
from tests.rulesets.heroes_of_the_campaign.build import cards as set_of
from tests.rulesets.heroes_of_the_campaign.build import hero, side, starter, status, table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulesets.kit.facts import Fact

SET = set_of(
    """
- {id: dora, name: Dora, classes: [rogue, mage], attack: 1, resistance: 3,
   abilities: [{kind: static, modifiers: [{stat: attack, add: 1}]},
               {kind: trigger, on: turn_ended, actions: [{do: earn_copper, amount: 1}]}],
   tasks: [{id: long_march, cost: 2, actions: [{do: attack}]}]}
- {id: page, name: Page, type: support, classes: [soldier], cost: 1, attack: 1, resistance: 1}
- {id: trick, name: Trick, type: maneuver, tasks: [{id: feint, name: Feint, actions: [{do: attack}]}]}
- {id: inn, name: Inn, type: location, cost: 3}
- {id: gift, name: Gift, type: law, on_enact: [{do: earn_copper, amount: 1}]}
- {id: rite, name: Rite, type: law, on_enact: [{do: earn_copper, amount: 1}]}
""",
    statuses="- {id: vexed, name: Vexed, modifiers: [{stat: attack, add: -1}]}",
)


def late() -> Board:
    """Seat 1 has used its support, its maneuver and its location; seat 2 two laws, of which one is broken."""
    one = side(
        hero("anna", 1, "inn", learned=("trick",)),
        hero("bert", 2),
        hero("dora", 3, "infirmary"),
        hero("page", support=True),
        locations=("inn",),
    )
    shy = hero("anna", held=(status("untouchable", seat=2),))
    heroes, theirs = side(shy, "bert", "cora", copper=4, hand=("nap",), laws=("gift",))
    return table(SET, one, (heroes, replace(theirs, removed=("rite",))))


def test_what_each_seat_has_is_told() -> None:
    """Copper, hand and wounds of each, also where there are none; heroes by place; else what there is."""
    assert list(holdings(late())) == [
        Holding(1, "copper", 0),
        Holding(1, "hand", 0),
        Holding(1, "wounds", 3),
        Holding(1, "heroes", 1, "card:inn"),
        Holding(1, "heroes", 2, "place:camp"),
        Holding(1, "heroes", 1, "place:infirmary"),
        Holding(1, "supports", 1),
        Holding(1, "maneuvers", 1),
        Holding(1, "locations", 1),
        Holding(2, "copper", 4),
        Holding(2, "hand", 1),
        Holding(2, "wounds", 0),
        Holding(2, "heroes", 3, "place:camp"),
        Holding(2, "untouchable", 1),
        Holding(2, "laws", 1),
        Holding(2, "broken_laws", 1),
    ]


def test_in_the_set_up_there_is_nothing_but_cards_in_hand() -> None:
    """Seen or not."""
    board = replace(table(SET, side(), side(hand=("nap",), unknown=1), pending=ChoosingTeams()), round=0, turn=0)
    assert [(held.seat, held.what, held.n) for held in holdings(board)] == [
        *((1, what, 0) for what in ("copper", "hand", "wounds")),
        *((2, what, n) for what, n in (("copper", 0), ("hand", 2), ("wounds", 0))),
    ]
    assert faction(board, 1) == {"hero": (), "trio": (), "strategy": ()}


def test_a_team_is_its_heroes_each_and_together_and_the_cards_that_it_brought() -> None:
    """A support is one of these, also when it stands at the side; cards that were not seen are left out."""
    assert faction(late(), 1) == {
        "hero": ("hero:anna", "hero:bert", "hero:dora"),
        "trio": ("hero:anna hero:bert hero:dora",),
        "strategy": ("card:inn", "card:page", "card:trick"),
    }
    assert faction(late(), 2)["strategy"] == ("card:gift", "card:nap", "card:rite")
    unseen = late().with_side(2, Side(unknown=2))
    assert faction(unseen, 2)["strategy"] == ()


@pytest.mark.parametrize(
    "card",
    [
        Card("hero:dora", "Dora", "hero", kind="mage rogue"),
        Card("hero:anna", "Anna", "hero"),
        Card("card:page", "Page", "support", kind="soldier", cost=1),
        Card("card:inn", "Inn", "location", cost=3),
        Card("card:gift", "Gift", "law", cost=0),
        Card("task:dora.long_march", "Dora: Long march", "task", kind="hero", cost=2),
        Card("task:trick.feint", "Trick: Feint", "task", kind="maneuver", cost=0),
        Card("ability:dora.1", "Dora: turn ended", "ability", kind="hero"),
        Card("status:vexed", "Vexed", "status"),
        Card("place:infirmary", "Infirmary", "place"),
    ],
)
def test_a_card_is_told_with_what_the_set_says_of_it(card: Card) -> None:
    """Tasks say on what kind of card they stand."""
    assert card in list(cards(SET))


def test_no_two_cards_have_one_id() -> None:
    """Static abilities do nothing by themselves, and are none."""
    ids = [card.id for card in cards(SET)]
    assert len(ids) == len(set(ids))
    assert "ability:dora.0" not in ids


# --- random games


def games() -> Iterator[tuple[list[Fact], list[int], Board]]:
    """Some games at random: their rows, the changes of the score by every effect, and their last board."""
    for seed in range(6):
        rng, components = Random(seed), starter()
        start = Start(2, components.hash, "table" if seed % 2 else "server", "free", {})
        board = RULESET.empty_board(start, components)
        play = RULESET.begin(start, components, ServerChance(b"key", b"start"))
        found, changes = list(RULESET.facts(board, None, start, play.effects)), [0, 0]
        while waiting := RULESET.waiting_for(play.board):
            board, seat = play.board, rng.choice(waiting)
            action = random_bot(RULESET, board, seat, rng)
            play = RULESET.decide(board, seat, action, ServerChance(b"key", b"%d" % len(found)))
            found += RULESET.facts(board, seat, action, play.effects)
            for effect in play.effects:
                old, new = dict(standing(board)), dict(standing(effect.apply(board)))
                assert old == new or [*effect.facts(board)], f"{effect} changes the score and is no row"
                changes = [sum_ + new[seat] - old[seat] for seat, sum_ in enumerate(changes, 1)]
                board = effect.apply(board)
        yield found, changes, play.board


def test_every_id_that_rows_name_is_that_of_a_card() -> None:
    """In every column, and in the factions."""
    known = {card.id for card in cards(starter())}
    named = set[str]()
    for found, _, last in games():
        for fact in found:
            words = (fact.card, fact.source, fact.place, fact.target, fact.choice)
            named.update(name for word in words if word for name in word.split() if ":" in name)
        for seat in (1, 2):
            named.update(name for names in faction(last, seat).values() for word in names for name in word.split())
    assert {name.partition(":")[0] for name in named} >= {"hero", "card", "task", "ability", "place"}
    assert {name for name in named if not name.startswith("seat:")} <= known


def test_the_changes_of_the_score_add_up_to_the_final_standing() -> None:
    """Each happens in an effect that is a row."""
    for _, changes, last in games():
        assert changes == [n for _, n in standing(last)]
        assert sum(changes) > 0
