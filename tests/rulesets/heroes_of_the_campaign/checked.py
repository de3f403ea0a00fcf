"""Playing on from a board: each action that is tried must be taken exactly if it is listed."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from rulesets.heroes_of_the_campaign import RULESET
from rulesets.heroes_of_the_campaign.board import Board
from rulesets.heroes_of_the_campaign.rules.running import Choose
from rulesets.kit.errors import Refused
from rulesets.kit.scenario import Scenario
from rulesets.kit.structs import Action

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulesets.kit.outcomes import Outcome
    from rulesets.kit.phases import Seat

A = TypeVar("A", bound=Action[Board])


class Checked(Scenario[Board]):
    """A scenario whose every step is looked up in the list of legal actions."""

    __slots__ = ()

    def when(self, seat: Seat, action: Action[Board], outcomes: Sequence[Outcome] = ()) -> Checked:
        """The scenario after the action. An AssertionError if it is listed and refused, or taken and not listed."""
        listed = action in list(RULESET.legal_actions(self.board, seat))
        after = super().when(seat, action, outcomes)
        assert listed is not isinstance(after._error, Refused), f"{action} is {'' if listed else 'not '}listed"
        return Checked(self.ruleset, after._board, after.effects, after._error)


def at(board: Board) -> Checked:
    """A scenario that starts on the board."""
    return Checked(RULESET, board)


def after(board: Board, *actions: Action[Board], seat: int = 1) -> Checked:
    """What follows when a seat takes these actions one after the other."""
    scenario = at(board)
    for action in actions:
        scenario = scenario.when(seat, action)
    return scenario


def chosen(*names: str) -> Choose:
    """A choice of these."""
    return Choose(tuple(sorted(names)))


def legal(scenario: Scenario[Board], kind: type[A], seat: int = 1) -> list[A]:
    """The actions of one kind that a seat may take now."""
    return [action for action in RULESET.legal_actions(scenario.board, seat) if isinstance(action, kind)]


def kinds(scenario: Scenario[Board]) -> list[str]:
    """What followed, by name."""
    return [type(effect).__name__ for effect in scenario.effects]


def wounds(scenario: Scenario[Board]) -> dict[str, int]:
    """The wounds of every hero."""
    return {hero.name: hero.wounds for hero in scenario.board.heroes}


def fallen(scenario: Scenario[Board]) -> list[str]:
    """Who is in the infirmary."""
    return [hero.name for hero in scenario.board.heroes if not hero.at_side]


def copper(scenario: Scenario[Board]) -> tuple[int, int]:
    """What each player has."""
    one, two = scenario.board.sides
    return one.copper, two.copper
