"""The ruleset object: reading texts, refusing, deciding; and the bots."""

from copy import copy
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from api.service import installed_rulesets
from rulesets.heros_crossing_tactics import RULESET
from rulesets.heros_crossing_tactics.board import Board
from rulesets.heros_crossing_tactics.rules.attack import Attack, AttackReserve
from rulesets.heros_crossing_tactics.rules.flank import Flank, Send
from rulesets.heros_crossing_tactics.rules.recruit import FinishDrawing, Recruit
from rulesets.kit.bots import BOTS, greedy_bot
from rulesets.kit.chance import GivenChance, ServerChance
from rulesets.kit.conformance import check_declarations
from rulesets.kit.errors import Refused, UnknownAction
from rulesets.kit.play import EFFECT_CAP, TOO_LONG, Play
from rulesets.kit.ruleset import NoComponents, Ruleset
from rulesets.kit.structs import GameEnded, Start
from tests.rulesets.heros_crossing_tactics.build import at, front, side, table


@pytest.mark.parametrize(
    ("data", "path"),
    [
        ([], ""),
        ("Attack", ""),
        (None, ""),
        ({}, "/type"),
        ({"type": "Charge"}, "/type"),
        ({"type": 3}, "/type"),
        ({"type": ["Attack"]}, "/type"),
        ({"type": "Attack", "column": 1}, ""),
        ({"type": "Attack", "column": "1", "target": 2}, "/column"),
        ({"type": "Attack", "column": 1, "target": True}, "/target"),
        ({"type": "Attack", "column": 1, "target": 1.5}, "/target"),
        ({"type": "Attack", "column": 1, "target": 2, "hard": True}, "/hard"),
        ({"type": "Attack", "column": 1, "target": 2, "a/b~c": 1}, "/a~1b~0c"),
        ({"type": "AttackReserve", "card": 7}, "/card"),
        ({"type": "FinishDrawing", "level": 1}, "/level"),
    ],
)
def test_a_text_that_is_no_action_says_where(data: object, path: str) -> None:
    """The fault is named by a JSON pointer; nothing else is ever raised."""
    with pytest.raises(UnknownAction) as unknown:
        RULESET.read_action(data)
    assert unknown.value.path == path


def test_an_action_is_read_with_its_defaults() -> None:
    """Fields with a default may be left out or be told."""
    assert RULESET.read_action({"type": "Send", "kind": "armor"}) == Send("armor", 0, 0)
    assert RULESET.read_action({"type": "AttackReserve", "card": None}) == AttackReserve()
    assert RULESET.read_action({"type": "FinishDrawing"}) == FinishDrawing()


def test_a_number_out_of_range_is_a_refusal_and_no_malformed_text() -> None:
    """What a value may be is for the rulebook to say, with its rule."""
    action = RULESET.read_action({"type": "Attack", "column": 10**30, "target": -1})

    at(table()).when(1, action).refused("HCT-CMP-05")


def test_options_that_a_ruleset_has_not_are_refused() -> None:
    """Tactics has no options; an unknown one is named by its pointer."""
    with pytest.raises(UnknownAction) as unknown:
        RULESET.read_options({"hard": True})
    assert unknown.value.path == "/options/hard"
    assert RULESET.read_options({}) is not None


def test_other_sets_ship_in_a_folder(tmp_path: Path) -> None:
    """Each file is a whole set; the starter is none of them."""
    ruleset = copy(RULESET)
    ruleset._folder = tmp_path
    assert ruleset.other_sets == {}
    ruleset = copy(ruleset)
    vars(ruleset).pop("other_sets", None)
    (tmp_path / "sets").mkdir()
    for name in ("second", "first"):
        (tmp_path / "sets" / f"{name}.yaml").write_text(f"name: {name}", encoding="utf-8")
    assert list(ruleset.other_sets.items()) == [("first", "name: first"), ("second", "name: second")]


def test_a_set_may_be_for_some_numbers_of_seats_only() -> None:
    """By default it is for all that the ruleset takes."""
    assert RULESET.seats_with(RULESET.starter_components) == RULESET.seats
    narrower = copy(RULESET)
    narrower._seats_with = lambda components: range(2, 2 + len(components.hash) // 32)
    assert narrower.seats_with(RULESET.starter_components) == range(2, 4)


def test_seats_may_win_together_by_some_sets_only() -> None:
    """By default as the ruleset says of all."""
    assert not RULESET.cooperative_with(RULESET.starter_components)
    together = copy(RULESET)
    together._cooperative_with = lambda components: components is not RULESET.starter_components
    assert not together.cooperative_with(RULESET.starter_components)
    assert together.cooperative_with(NoComponents())


def test_tactics_declares_itself_properly() -> None:
    """Tags are unique, rules have ids, the starter set loads, each action has a schema."""
    check_declarations(RULESET)

    assert RULESET.schemas().keys() == {kind.__name__ for kind in RULESET.actions}
    assert len([rule for rule in RULESET.rules if rule.startswith("HCT-") and "-AMB-" not in rule]) == 106


def test_a_decision_without_end_is_refused() -> None:
    """Component sets come from strangers: at most 1,000 effects follow from one action."""
    play: Play[Board] = Play(table(), 1, GivenChance())
    for _ in range(EFFECT_CAP):
        play.emit(GameEnded((), "over and over"))

    with pytest.raises(Refused) as refused:
        play.emit(GameEnded((), "once too often"))
    assert refused.value.rule == TOO_LONG
    assert TOO_LONG in RULESET.rules


def test_a_board_comes_back_out_of_its_text() -> None:
    """The component set is written as its hash, and handed back when the text is read."""
    board = table(side(front(weapon=2), hand=("knight-1", "?2")), discard=("monk-1",))
    text = RULESET.encode_board(board)

    assert msgspec.json.decode(text)["components"] == board.components.hash
    assert RULESET.decode_board(text, board.components) == board


def test_a_board_is_shown_with_every_field() -> None:
    """What people read tells also what stands at its default; only types without a Soldier are left out."""
    board = table(side(front(weapon=2), hand=("knight-1",)))
    shown = msgspec.json.decode(RULESET.show_board(board))

    assert set(shown) == set(board.__struct_fields__)
    assert shown["sides"][0]["health"] == board.sides[0].health
    assert shown["sides"][0]["fronts"][0]["soldiers"] == {"weapon": 2}
    assert shown["pending"]["type"] == type(board.pending).__name__


def test_equal_boards_have_equal_bytes() -> None:
    """The canonical text goes by equality, however a board came to be."""
    board = table(side(front(weapon=2)))
    again = msgspec.structs.replace(board, supply=board.supply.plus("weapon", 0))

    assert again.supply is not board.supply
    assert RULESET.encode_board(again) == RULESET.encode_board(board)
    assert b"discard" not in RULESET.encode_board(board)


def _won_by(names: tuple[str, str], seed: int) -> tuple[int, ...]:
    components, rng = RULESET.starter_components, Random(seed)
    board = RULESET.begin(
        Start(2, components.hash, "server", "free"), components, ServerChance(b"%d" % seed, b"")
    ).board
    for number in range(3_000):
        if not (waiting := RULESET.waiting_for(board)):
            break
        action = BOTS[names[waiting[0] - 1]](RULESET, board, waiting[0], rng)
        board = RULESET.decide(board, waiting[0], action, ServerChance(b"%d" % seed, b"%d" % number)).board
    over = RULESET.over(board)
    assert over, f"game {seed} of {names} does not end"
    return over.winners


def test_a_greedy_bot_beats_a_random_one() -> None:
    """And their games end."""
    wins = [_won_by(("greedy", "random"), seed) for seed in range(15)]
    wins += [tuple(3 - seat for seat in _won_by(("random", "greedy"), seed)) for seed in range(15)]

    assert wins.count((1,)) >= 24


def test_a_greedy_bot_sees_to_the_end_of_a_move() -> None:
    """It takes the attack that kills the Monarch, though the attack itself changes nothing before reserves are laid."""
    board = table(side(front("mixed-1"), front(weapon=1)), side(health=1))

    assert greedy_bot(RULESET, board, 1, Random(1)) == Attack(2, 2)


def test_bots_take_legal_actions() -> None:
    """Each of them, wherever it is asked."""
    for name, bot in BOTS.items():
        action = bot(RULESET, table(), 1, Random(name))
        assert action in set(RULESET.legal_actions(table(), 1))
    assert isinstance(BOTS["random"](RULESET, table(), 1, Random(3)), Recruit | Flank | Attack)


@pytest.mark.parametrize("ruleset", installed_rulesets().values(), ids=lambda ruleset: ruleset.name)
def test_every_rule_stands_in_one_chapter(ruleset: Ruleset[Any]) -> None:
    """In the order of the rulebook, those of the service itself last."""
    assert [rule for rules in ruleset.chapters.values() for rule in rules] == list(ruleset.rules)
    assert list(ruleset.chapters)[-2:] == ["Rulings", "The service itself"]


@pytest.mark.parametrize("ruleset", installed_rulesets().values(), ids=lambda ruleset: ruleset.name)
def test_a_ruleset_says_what_kind_of_game_it_is(ruleset: Ruleset[Any]) -> None:
    assert 30 < len(ruleset.about) < 120
    assert ruleset.about.endswith(".")
