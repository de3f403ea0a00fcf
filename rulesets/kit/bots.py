"""Bots: they take legal actions, and know no more than the seat they play for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from rulesets.kit.chance import Told
from rulesets.kit.errors import ChanceNeeded
from rulesets.kit.structs import Action, B

if TYPE_CHECKING:
    from random import Random

    from rulesets.kit.ruleset import Ruleset
    from rulesets.kit.structs import Seat


class Bot(Protocol):
    """Chooses one legal action of `seat` on the board as that seat sees it."""

    def __call__(self, ruleset: Ruleset[B], board: B, seat: Seat, rng: Random) -> Action[B]: ...


def random_bot(ruleset: Ruleset[B], board: B, seat: Seat, rng: Random) -> Action[B]:
    """Any legal action, each as likely as the other."""
    if len(kinds := ruleset.kinds(board)) == 1 and (sampled := kinds[0].sample(board, seat, rng)):
        return sampled
    return rng.choice(list(ruleset.legal_actions(board, seat)))


def greedy_bot(ruleset: Ruleset[B], board: B, seat: Seat, rng: Random) -> Action[B]:
    """The action after which its seat stands best, looking one decision ahead; chance and ties at random."""
    best: list[Action[B]] = []
    high = float("-inf")
    for action in ruleset.legal_actions(board, seat):
        try:
            after = ruleset.decide(board, seat, action, Told()).board
            worth = ruleset.worth(after, seat)
        except ChanceNeeded:  # what chance brings is unknown: worth what the board is worth now, and a little hope
            worth = ruleset.worth(board, seat) + HOPE
        if worth > high:
            best, high = [action], worth
        elif worth == high:
            best.append(action)
    return rng.choice(best)


HOPE = 0.25
"""How much a greedy bot likes the unknown."""

BOTS: dict[str, Bot] = {"random": random_bot, "greedy": greedy_bot}
