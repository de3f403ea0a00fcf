"""Sets of a few cards and tables in the middle of a game, for tests."""

from __future__ import annotations

from functools import cache
from typing import Any, Literal

import yaml
from msgspec.structs import replace

from rulesets.heroes_of_the_campaign import RULESET
from rulesets.heroes_of_the_campaign.board import Board
from rulesets.heroes_of_the_campaign.components import Components
from rulesets.heroes_of_the_campaign.ids import Watch
from rulesets.heroes_of_the_campaign.phases import TURN, Pending
from rulesets.heroes_of_the_campaign.pieces import Held, Hero, Side
from rulesets.kit.components import canonical
from rulesets.kit.scenario import Scenario, given

CLASSES = ["soldier", "mage", "rogue"]

PLAIN = """
- {id: anna, name: Anna, attack: 2, resistance: 4,
   tasks: [{id: hit, actions: [{do: attack}]}, {id: work, actions: [{do: earn_copper, amount: 2}]}]}
- {id: bert, name: Bert, attack: 1, resistance: 3, tasks: [{id: hit, actions: [{do: attack}]}]}
- {id: cora, name: Cora, attack: 3, resistance: 2, tasks: [{id: hit, cost: 1, actions: [{do: attack}]}]}
- {id: nap, name: Nap, type: event, actions: [{do: earn_copper, amount: 1}]}
- {id: toll, name: Toll, type: event, cost: 1, actions: [{do: earn_copper, amount: 1}]}
- {id: void, name: Void, type: event, conditions: [{compare: [1, "==", 2]}], actions: [{do: earn_copper, amount: 1}]}
"""
"""Three heroes and three events that every set of a test has, unless it tells a card of the same id."""


def cards(text: str = "", *, statuses: str = "[]", classes: list[str] | None = None) -> Components:
    """A set of the plain cards and those in `text`, a YAML list: with a `type` a strategy card, else a hero."""
    made = RULESET.load(set_text(text, statuses=statuses, classes=classes))
    assert isinstance(made, Components)
    return made


def starter() -> Components:
    """The set that ships."""
    made = RULESET.starter_components
    assert isinstance(made, Components)
    return made


def set_text(text: str = "", *, statuses: str = "[]", classes: list[str] | None = None) -> str:
    """The same as the text of a component set."""
    found: dict[str, Any] = {}
    for card in (*_list(PLAIN), *_list(text)):
        found[card["id"]] = card
    return canonical(
        {
            "game": "heroes_of_the_campaign",
            "id": "test",
            "source": "invented",
            "classes": CLASSES if classes is None else classes,
            "statuses": _list(statuses),
            "heroes": [card for card in found.values() if "type" not in card],
            "strategies": [card for card in found.values() if "type" in card],
        }
    )


@cache
def _list(text: str) -> list[Any]:
    return yaml.load(text, _Words) or []


class _Words(yaml.SafeLoader):
    """As the kit reads sets: `on` is a word."""


_Words.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in found if not tag.endswith("bool") or first in "tf"]
    for first, found in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def hero(
    card: str,
    wounds: int = 0,
    place: str = "camp",
    *,
    learned: tuple[str, ...] = (),
    used: tuple[str, ...] = (),
    held: tuple[Held, ...] = (),
    support: bool = False,
) -> Hero:
    """A hero of either seat: `table` gives it its owner. A location is told by its card alone."""
    return Hero(card, 0, card, support, wounds, place, held, learned, learned_at=(0,) * len(learned), used=used)


def status(name: str, until: Any = "permanent", seat: int = 1, source: str = "nap", by: str | None = None) -> Held:
    """A status that a card of `seat` put."""
    return Held(name, seat, source, by, until)


def side(
    *heroes: str | Hero,
    copper: int = 0,
    hand: tuple[str, ...] = (),
    unknown: int = 0,
    shown: tuple[str, ...] = (),
    used: tuple[str, ...] = (),
    laws: tuple[str, ...] = (),
    locations: tuple[str, ...] = (),
    watches: Watch = "no",
) -> tuple[tuple[Hero, ...], Side]:
    """A seat's heroes and all else that is its own."""
    return tuple(hero(one) if isinstance(one, str) else one for one in heroes), Side(
        copper=copper,
        hand=tuple(sorted(hand)),
        unknown=unknown,
        shown=shown,
        used=used,
        laws=laws,
        enacted_at=(0,) * len(laws),
        locations=locations,
        watches=watches,
    )


def table(
    components: Components,
    one: tuple[tuple[Hero, ...], Side] | None = None,
    two: tuple[tuple[Hero, ...], Side] | None = None,
    *,
    seat: int = 1,
    starter: int = 1,
    round: int = 2,
    chance: Literal["table", "server"] = "table",
    pending: Pending = TURN,
) -> Board:
    """A board in a turn of `seat`; by default each has Anna, Bert and Cora, and it is round 2."""
    sides = one or side("anna", "bert", "cora"), two or side("anna", "bert", "cora")
    heroes = tuple(_owned(hero, number) for number, (team, _) in enumerate(sides, 1) for hero in team)
    turn = 2 * round - (seat == starter)
    return Board(components, pending, (sides[0][1], sides[1][1]), chance, heroes, seat, starter, round=round, turn=turn)


def _owned(hero: Hero, seat: int) -> Hero:
    place = hero.place if hero.place in ("camp", "infirmary") or hero.place[0] in "12" else f"{seat}.{hero.place}"
    return replace(hero, name=f"{seat}.{hero.card}", seat=seat, place=place)


def at(board: Board) -> Scenario[Board]:
    """A board of this ruleset, to be played on."""
    return given(RULESET, board)
