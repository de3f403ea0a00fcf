"""What the conformance suite has to know of Kingdom Rush."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING

from rulesets.kingdom_rush import RULESET
from rulesets.kingdom_rush.components import Components
from rulesets.kingdom_rush.rules.towers import PlayTower
from rulesets.kit import phases
from rulesets.kit.conformance import Profile
from tests.rulesets.kingdom_rush.invariants import of_events, of_games, on_boards
from tests.rulesets.kingdom_rush.universe import universe

if TYPE_CHECKING:
    from rulesets.kingdom_rush.board import Board
    from rulesets.kit.ruleset import Ruleset
    from rulesets.kit.structs import Action, Viewer


def hidden(board: Board, viewer: Viewer) -> set[str]:
    """Horde cards in stacks and in the Ghost deck: nobody knows which lies where."""
    return {card for stack in board.stacks for part in stack.segments for card in part.unseen} | set(
        board.ghosts.unseen
    )


def independent(one: Action[Board], two: Action[Board]) -> bool:
    """Of two Towers on one site the later one lies on top, so their order shows."""
    return not (isinstance(one, PlayTower) and isinstance(two, PlayTower) and one.site == two.site)


def starter() -> Components:
    """The set that ships."""
    components = RULESET.starter_components
    assert isinstance(components, Components)
    return components


def only(scenario: str, seats: int) -> tuple[Ruleset[Board], Components]:
    """The ruleset for so many seats, and the set that ships with this scenario as the one to begin with."""
    ruleset, components = copy(RULESET), copy(starter())
    ruleset.seats = range(seats, seats + 1)
    components.scenario = {scenario: components.scenario[scenario], **components.scenario}
    return ruleset, components


SHOWN = (
    *("hero", "tower", "ability", "spell", "horde", "portal", "boss", "stack", "deck", "life"),
    *("portal_tile", "pathbreaker"),
)


def profile(components: phases.Components) -> Profile[Board]:
    """The profile, for games with these components: each phase is compared with the universe, and more boards."""
    return Profile(
        universe=universe,
        hidden=hidden,
        shown=SHOWN,
        spoken=r"(?<=space )[a-z]*\d+(?:-\d+)?\b",
        invariants=on_boards,
        transitions=of_events,
        game=of_games,
        independent=independent,
        exact_each=1,
        exact_boards=0.002,
        taken_boards=0.005,
        components=components,
    )
