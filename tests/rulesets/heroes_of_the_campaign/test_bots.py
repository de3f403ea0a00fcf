"""Bots play to the end, on what their seat sees, and the greedy one plays better."""

from random import Random

import pytest
from msgspec.structs import replace

from rulesets.heroes_of_the_campaign import RULESET
from rulesets.heroes_of_the_campaign.board import Board
from rulesets.heroes_of_the_campaign.rules.tasks import StartTask
from rulesets.heroes_of_the_campaign.rules.turns import EndTurn
from rulesets.heroes_of_the_campaign.schema import Location
from rulesets.heroes_of_the_campaign.standing import standing, value_of
from rulesets.heroes_of_the_campaign.words.reading import Modifier
from rulesets.kit.bots import BOTS, greedy_bot
from rulesets.kit.cards import traverse
from rulesets.kit.chance import GivenChance
from rulesets.kit.play import fold
from rulesets.kit.structs import Start
from tests.rulesets.heroes_of_the_campaign.build import cards, hero, side, starter, table

LONGEST = 200
"""Turns that hardly any game of bots may last."""


def _played(names: tuple[str, str], seed: int) -> Board:
    """The end of a game between two bots, each of which goes by what its seat sees."""
    components, rng = RULESET.starter_components, Random(seed)
    start = Start(2, components.hash, "server", "free")
    play = RULESET.begin(start, components, GivenChance())
    views = dict.fromkeys((1, 2), RULESET.empty_board(start, components))
    while play.board.turn <= LONGEST:
        for seat, view in views.items():
            views[seat] = fold(view, [effect.seen_by(seat) for effect in play.effects])
        if not (waiting := RULESET.waiting_for(play.board)):
            return play.board
        seat = rng.choice(waiting)
        play = RULESET.decide(play.board, seat, BOTS[names[seat - 1]](RULESET, views[seat], seat, rng), GivenChance())
    raise AssertionError(f"game {seed} of {names} does not end")


def test_a_greedy_bot_beats_a_random_one() -> None:
    """In most games, from either seat."""
    won = [RULESET.over(_played(("greedy", "random"), seed)) for seed in range(5)]
    lost = [RULESET.over(_played(("random", "greedy"), seed)) for seed in range(5)]
    assert sum(over is not None and over.winners == (1,) for over in won) >= 4
    assert sum(over is not None and over.winners == (2,) for over in lost) >= 4


def test_two_greedy_bots_come_to_an_end() -> None:
    """Neither waits for ever, nor goes to and fro within a turn."""
    assert all(RULESET.over(_played(("greedy", "greedy"), seed)) for seed in range(12))


def test_nothing_in_the_starter_set_is_free_for_ever() -> None:
    """What can be done again and again in one turn costs copper each time: travelling, and events that repeat."""
    components = starter()
    words = [word for _, word in traverse((*components.fighters.values(), *components.strategies.values()))]
    assert not any(isinstance(word, Modifier) and word.travel_cost in range(-99, 0) for word in words)
    repeated = {word.cards for word in words if isinstance(word, Modifier) and word.allow == "repeat_event"} | {
        card.id for card in components.strategies.values() if "repeat_event" in card.allows
    }
    assert repeated
    for card in components.strategies.values():
        if isinstance(card, Location) or card.id in repeated:
            assert card.cost > 0, card.id


def test_a_greedy_bot_takes_the_win() -> None:
    """Rather than earn or end the turn."""
    board = table(cards(), side("anna"), side(hero("bert", 3, "infirmary")))
    assert greedy_bot(RULESET, board, 1, Random(1)) == StartTask("1.anna", "anna.hit")


def test_the_standing_counts_heroes_at_the_side() -> None:
    """Supports as well."""
    board = table(cards(), side("anna", hero("bert", 3, "infirmary")), side("anna", "bert", "cora"))
    assert standing(board) == ((1, 1), (2, 3))


def test_what_a_board_is_worth() -> None:
    """Heroes and few wounds; a win above all."""
    whole, hurt = (table(cards(), side(hero("anna", wounds))) for wounds in (0, 2))
    assert value_of(whole, 1) > value_of(hurt, 1)
    assert value_of(whole, 2) < value_of(hurt, 2)
    won = RULESET.decide(
        table(cards(), side("anna"), side(hero("bert", 3, "infirmary"))),
        1,
        StartTask("1.anna", "anna.hit"),
        GivenChance(),
    ).board
    assert value_of(won, 1) > 500 > -500 > value_of(won, 2)


@pytest.mark.parametrize("others", [(), ("bert",), ("anna", "bert", "cora")])
@pytest.mark.parametrize("turn", [2, 40, 150])
def test_a_turn_more_is_worth_less_than_a_copper(others: tuple[str, ...], turn: int) -> None:
    """But something, so that a greedy bot earns before it ends its turn, and then does end it."""
    board = replace(table(cards(), side("anna", "bert", "cora"), side(*others)), turn=turn)
    ended, (one, two) = RULESET.decide(board, 1, EndTurn(), GivenChance()).board, board.sides
    richer = replace(board, sides=(replace(one, copper=1), two))
    assert value_of(board, 1) < value_of(ended, 1) < value_of(richer, 1)


def test_hurting_is_worth_more_the_longer_a_game_lasts() -> None:
    """Two wounds for one, which a greedy bot would not give at first: else two of them would wait for each other."""
    even = table(cards(), side("anna"), side("anna"))
    traded = table(cards(), side(hero("anna", 2)), side(hero("anna", 1)))
    assert value_of(traded, 1) < value_of(even, 1)
    assert value_of(replace(traded, turn=100), 1) > value_of(replace(even, turn=100), 1)
