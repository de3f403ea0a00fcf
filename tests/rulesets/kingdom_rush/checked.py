"""Playing on from a board: each action that is tried must be taken exactly if it is listed."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from rulesets.kingdom_rush import RULESET
from rulesets.kingdom_rush.board import Board
from rulesets.kingdom_rush.phases import Buying, Displacing, GameOver, PlayCards
from rulesets.kingdom_rush.rules.buying import EndPurchases
from rulesets.kingdom_rush.rules.ending import Done
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


def done(board: Board, outcomes: Sequence[Outcome] = ()) -> Checked:
    """Phases 3 and 4, up to the next decision: every seat declares to be done; the last one may be done anyway."""
    scenario = at(board)
    for seat in range(1, board.seats):
        scenario = scenario.when(seat, Done())
    by_itself = scenario.board.pending != board.pending
    return scenario if by_itself else scenario.when(board.seats, Done(), outcomes)


def next_round(scenario: Checked) -> Checked:
    """The scenario in phase 2 of the next round; nothing is bought."""
    assert isinstance(scenario.board.pending, Buying)
    scenario = scenario.when(1, EndPurchases())
    assert isinstance(scenario.board.pending, PlayCards)
    return scenario


def legal(scenario: Scenario[Board], kind: type[A], seat: int = 1) -> list[A]:
    """The actions of one kind that a seat may take now."""
    return [action for action in RULESET.legal_actions(scenario.board, seat) if isinstance(action, kind)]


def tiles(board: Board, card: str) -> list[str]:
    """What lies on a Horde: the squares of each Damage tile."""
    return [tile.cells for tile in board.horde(card).tiles]


def spaces(board: Board) -> dict[str, str]:
    """Where each Horde is."""
    return {one.card: one.space for one in board.hordes}


def ways(scenario: Scenario[Board]) -> set[str]:
    """Where the hero may go that has to leave its space."""
    pending = scenario.board.pending
    assert isinstance(pending, Displacing)
    return set(pending.to)


def winners(scenario: Scenario[Board]) -> tuple[Seat, ...]:
    """Who has won the game that is over."""
    pending = scenario.board.pending
    assert isinstance(pending, GameOver)
    return pending.winners


def kinds(scenario: Scenario[Board]) -> list[str]:
    """What followed, by name."""
    return [type(effect).__name__ for effect in scenario.effects]
