"""Bots: they take legal actions, and know no more than the seat they play for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from rulesets.kit.chance import GivenChance
from rulesets.kit.errors import ChanceNeeded
from rulesets.kit.phases import B
from rulesets.kit.play import Play
from rulesets.kit.structs import Action

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from rulesets.kit.phases import Seat
    from rulesets.kit.ruleset import Ruleset

HOPE = 0.25
"""How much a greedy bot likes the unknown."""

FORESIGHT = 12
"""Decisions that a greedy bot follows a move for, its own first one included."""


RARELY = 0.01
"""How often random players take an action that is `rare`."""


def any_of(actions: Sequence[Action[B]], rng: Random) -> Action[B]:
    """One of the actions, each as likely as the other, but for those that are `rare`."""
    often = [action for action in actions if not action.rare]
    if len(often) in (0, len(actions)):
        return rng.choice(actions)
    return rng.choice([action for action in actions if action.rare] if rng.random() < RARELY else often)


class Bot(Protocol):
    """Chooses one legal action of `seat` on the board as that seat sees it."""

    def __call__(self, ruleset: Ruleset[B], board: B, seat: Seat, rng: Random) -> Action[B]: ...


def random_bot(ruleset: Ruleset[B], board: B, seat: Seat, rng: Random) -> Action[B]:
    """Any legal action, by `any_of`."""
    if len(kinds := ruleset.kinds(board)) == 1 and (sampled := kinds[0].sample(board, seat, rng)):
        return sampled
    return any_of(list(ruleset.legal_actions(board, seat)), rng)


def greedy_bot(ruleset: Ruleset[B], board: B, seat: Seat, rng: Random) -> Action[B]:
    """The action after which its seat stands best once the move is over; ties at random, a `rare` action last.

    Whatever is still to be decided in the move, by whomever, is taken to be the first action listed, and what chance
    brings to be worth a little hope on top of what is gained before it. O(n) decisions in the number of legal actions.
    """
    best: list[Action[B]] = []
    high = float("-inf"), False
    for action in ruleset.legal_actions(board, seat):
        found = _worth_of_move(ruleset, board, seat, action), not action.rare
        if found > high:
            best, high = [action], found
        elif found == high:
            best.append(action)
    return rng.choice(best)


def _worth_of_move(ruleset: Ruleset[B], board: B, seat: Seat, action: Action[B]) -> float:
    actor = seat
    for _ in range(FORESIGHT):
        play = Play(board, actor, GivenChance())
        try:
            action.perform(play)
            ruleset.settle(play)
        except ChanceNeeded:  # what it gains before that is certain; what it loses may be made good
            return max(ruleset.value_of(board, seat), ruleset.value_of(play.board, seat)) + HOPE
        board = play.board
        waiting = ruleset.waiting_for(board)
        if not waiting or isinstance(board.pending, ruleset.home):
            break
        actor = waiting[0]
        action = next(iter(ruleset.legal_actions(board, actor)))
    return ruleset.value_of(board, seat)


BOTS: dict[str, Bot] = {"random": random_bot, "greedy": greedy_bot}
