"""What statistics know beyond events: what each seat has, which team it plays, and what the cards are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.heroes_of_the_campaign.components import Components
from rulesets.heroes_of_the_campaign.effects.common import owned_id
from rulesets.heroes_of_the_campaign.ids import card_of
from rulesets.heroes_of_the_campaign.pieces import TEAM
from rulesets.heroes_of_the_campaign.schema import HeroCard, Trigger
from rulesets.heroes_of_the_campaign.values import values
from rulesets.heroes_of_the_campaign.words.terms import CAMP, INFIRMARY
from rulesets.kit.history import Card, Holding
from rulesets.kit.phases import seats_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulesets.heroes_of_the_campaign.board import Board
    from rulesets.heroes_of_the_campaign.ids import Address, CardId
    from rulesets.kit import phases
    from rulesets.kit.phases import Seat


def holdings(board: Board) -> Iterator[Holding]:
    """What each seat has: copper and strategy cards in hand, heroes (with supports) by place, cards in play."""
    for seat in seats_of(board):
        side = board.side(seat)
        yield Holding(seat, "copper", side.copper)
        yield Holding(seat, "hand", side.in_hand)
        yield from _of_team(board, seat)
        in_play = {"laws": side.laws, "locations": side.locations, "broken_laws": side.removed}
        yield from (Holding(seat, what, len(cards)) for what, cards in in_play.items() if cards)


def _of_team(board: Board, seat: Seat) -> Iterator[Holding]:
    """`wounds` are those of heroes at their side; `untouchable` counts the heroes there that nobody can attack."""
    team, derived = list(board.team(seat)), values(board).heroes
    here, places = [hero for hero in team if hero.at_side], [owned_id(board, hero.place) for hero in team]
    yield Holding(seat, "wounds", sum([hero.wounds for hero in here]))
    for place in dict.fromkeys(places):
        yield Holding(seat, "heroes", places.count(place), place)
    found = {
        "supports": sum([hero.support for hero in team]),
        "maneuvers": sum([len(hero.learned) for hero in team]),
        "untouchable": sum(["untouchable" in derived[hero.name].flags for hero in here]),
    }
    yield from (Holding(seat, what, n) for what, n in found.items() if n)


def faction(board: Board, seat: Seat) -> dict[str, tuple[str, ...]]:
    """The heroes of a seat, each and as a trio, and the strategy cards that it brought, as far as they are known."""
    heroes = sorted(owned_id(board, hero.name) for hero in board.team(seat) if not hero.support)
    trio = (" ".join(heroes),) if len(heroes) == TEAM else ()
    strategies = sorted(board.components.ids[card] for card in _brought(board, seat))
    return {"hero": tuple(heroes), "trio": trio, "strategy": tuple(strategies)}


def _brought(board: Board, seat: Seat) -> Iterator[CardId]:
    """The strategy cards of a seat, wherever they are by now."""
    side = board.side(seat)
    yield from (*side.hand, *side.laws, *side.removed, *side.locations)
    for hero in board.team(seat):
        yield from ((hero.card, *hero.learned) if hero.support else hero.learned)


# --- cards


def cards(components: phases.Components) -> Iterator[Card]:
    """Heroes, strategy cards, their tasks and abilities that act, named statuses, camp and infirmary."""
    assert isinstance(components, Components)
    for name in components.cards:
        yield _card(components, name)
    for task, word in components.tasks.items():
        yield _list(components, task, components.task_name(task), word.cost)
    for at, ability in components.abilities.items():
        if isinstance(ability, Trigger):
            yield _list(components, at, ability.on.replace("_", " "))
    for status in components.named:
        yield Card(components.giver_id(status), components.status_name(status), "status")
    for place in (CAMP, INFIRMARY):
        yield Card(components.ids[place], place.capitalize(), "place")


def _card(components: Components, name: CardId) -> Card:
    """A hero or strategy card; the `kind` of a hero or support is its classes."""
    card = components.cards[name]
    classes = " ".join(sorted(getattr(card, "classes", ()))) or None
    cost = None if isinstance(card, HeroCard) else card.cost
    return Card(components.ids[name], components.name_of(name), components.type_of(name), kind=classes, cost=cost)


def _list(components: Components, at: Address, name: str, cost: int | None = None) -> Card:
    """A list of actions; its `kind` is the type of the card that it stands on."""
    card = card_of(at)
    title, kind = f"{components.name_of(card)}: {name}", components.type_of(card)
    return Card(components.ids[at], title, components.type_of(at), kind=kind, cost=cost)
