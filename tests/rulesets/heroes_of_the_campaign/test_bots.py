"""Bots play to the end, on what their seat sees, and the greedy one plays better."""

from random import Random

from rulesets.heroes_of_the_campaign import RULESET
from rulesets.heroes_of_the_campaign.board import Board
from rulesets.heroes_of_the_campaign.facts import standing, worth
from rulesets.heroes_of_the_campaign.rules.tasks import StartTask
from rulesets.heroes_of_the_campaign.rules.turns import EndTurn
from rulesets.kit.bots import BOTS, greedy_bot
from rulesets.kit.chance import Told
from rulesets.kit.structs import Start
from tests.rulesets.heroes_of_the_campaign.build import cards, hero, side, table


def _played(names: tuple[str, str], seed: int) -> Board:
    components, rng = RULESET.starter_components, Random(seed)
    board = RULESET.begin(Start(2, components.hash, "server", "free"), components, Told()).board
    for _ in range(3_000):
        if not (waiting := RULESET.waiting_for(board)):
            break
        seat = rng.choice(waiting)
        board = RULESET.decide(board, seat, BOTS[names[seat - 1]](RULESET, board, seat, rng), Told()).board
    assert RULESET.over(board), f"game {seed} of {names} does not end"
    return board


def test_a_greedy_bot_beats_a_random_one() -> None:
    """In most games, from either seat."""
    won = [RULESET.over(_played(("greedy", "random"), seed)) for seed in range(5)]
    lost = [RULESET.over(_played(("random", "greedy"), seed)) for seed in range(5)]
    assert sum(over is not None and over.winners == (1,) for over in won) >= 4
    assert sum(over is not None and over.winners == (2,) for over in lost) >= 4


def test_a_greedy_bot_takes_the_win() -> None:
    """Rather than earn or end the turn."""
    board = table(cards(), side("anna"), side(hero("bert", 3, "infirmary")))
    assert greedy_bot(RULESET, board, 1, Random(1)) == StartTask("1.anna", "anna.hit")


def test_the_standing_counts_heroes_at_the_side() -> None:
    """Supports as well."""
    board = table(cards(), side("anna", hero("bert", 3, "infirmary")), side("anna", "bert", "cora"))
    assert standing(board) == ((1, 1), (2, 3))


def test_what_a_board_is_worth() -> None:
    """Heroes and few wounds; a win above all. A turn more is never a loss in itself."""
    whole, hurt = (table(cards(), side(hero("anna", wounds))) for wounds in (0, 2))
    assert worth(whole, 1) > worth(hurt, 1)
    assert worth(whole, 2) < worth(hurt, 2)
    won = RULESET.decide(
        table(cards(), side("anna"), side(hero("bert", 3, "infirmary"))), 1, StartTask("1.anna", "anna.hit"), Told()
    ).board
    assert worth(won, 1) > 500 > -500 > worth(won, 2)
    ended = RULESET.decide(whole, 1, EndTurn(), Told()).board
    assert worth(ended, 1) > worth(whole, 1)
