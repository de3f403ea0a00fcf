"""Random games: every legal action of a seat can be tried out on what the seat sees."""

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Literal

import pytest

from rulesets.heroes_of_the_campaign import RULESET
from rulesets.heroes_of_the_campaign.board import Board
from rulesets.heroes_of_the_campaign.components import Components
from rulesets.heroes_of_the_campaign.phases import ChoosingTeams
from rulesets.kit.bots import any_of
from rulesets.kit.chance import GivenChance
from rulesets.kit.errors import ChanceNeeded, Refused
from rulesets.kit.outcomes import Outcome
from rulesets.kit.phases import Seat
from rulesets.kit.play import Play, fold
from rulesets.kit.structs import Action, Start
from tests.rulesets.heroes_of_the_campaign.build import starter

SEATS = (1, 2)
LONG = 120
"""Decisions of a game that are walked: the draft takes twelve of them."""

Views = dict[Seat, Board]
Chance = Literal["table", "server"]


def walk(seed: int, chance: Chance, components: Components) -> Iterator[tuple[Board, Views]]:
    """The boards of a random game, each with what both seats see of it."""
    rng = Random(seed)
    start = Start(2, components.hash, chance, "free")
    play = RULESET.begin(start, components, GivenChance())
    views: Views = dict.fromkeys(SEATS, RULESET.empty_board(start, components))
    while True:
        views = {seat: fold(view, [effect.seen_by(seat) for effect in play.effects]) for seat, view in views.items()}
        yield play.board, views
        seats = [seat for seat in SEATS if any(RULESET.legal_actions(play.board, seat))]
        if not seats:
            return
        seat = rng.choice((*RULESET.waiting_for(play.board), *seats))  # whoever is not waited for may step in
        play = RULESET.decide(play.board, seat, _any(play.board, seat, rng), GivenChance())


def _any(board: Board, seat: Seat, rng: Random) -> Action[Board]:
    action = any_of(list(RULESET.legal_actions(board, seat)), rng)
    return action.sample(board, seat, rng) or action


def tried(view: Board, seat: Seat, action: Action[Board], rng: Random) -> Play[Board] | None:
    """The action on a view, chance told at random as it asks; `None` if it is refused."""
    entered: list[Outcome] = []
    while True:
        try:
            return RULESET.decide(view, seat, action, GivenChance(entered))
        except ChanceNeeded as needed:
            entered.append(
                rng.choice((*needed.asked.allowed, None) if needed.asked.unknown_ok else needed.asked.allowed)
            )
        except Refused:
            return None


@pytest.mark.parametrize("chance", ["table", "server"])
@pytest.mark.parametrize("seed", range(4))
def test_a_seat_can_try_every_legal_action_on_its_own_view(seed: int, chance: Chance) -> None:
    """What follows is effects, a refusal or a question to chance; it can be told, and played on from."""
    rng, dealt = Random(seed), 0
    for board, views in islice(walk(seed, chance, starter()), LONG):
        for seat, view in views.items():
            for action in RULESET.legal_actions(view, seat):
                play = tried(view, seat, action, rng)
                if play is not None:
                    assert isinstance(RULESET.sentence(view, play.effects), str)
                    _play_on(play.board, rng)
                    dealt += isinstance(board.pending, ChoosingTeams) and play.board.heroes != ()
    assert dealt, "nobody tried the last choice of the draft"


def _play_on(board: Board, rng: Random) -> None:
    """Four more decisions, each with its sentence."""
    for _ in range(4):
        if not (waiting := RULESET.waiting_for(board)):
            return
        seat = rng.choice(waiting)
        play = tried(board, seat, _any(board, seat, rng), rng)
        assert play is not None
        assert isinstance(RULESET.sentence(board, play.effects), str)
        board = play.board
