"""The golden files are what the rulesets still do."""

from typing import Any

import msgspec
import pytest

from rulesets.kit.play import fold
from rulesets.kit.ruleset import Ruleset
from rulesets.kit.structs import Start
from tests.golden import PLAYED, effect_tags, files, playthrough

BY_NAME = [pytest.param(ruleset, seed, id=ruleset.name) for ruleset, seed in PLAYED]


@pytest.mark.parametrize(("ruleset", "seed"), BY_NAME)
def test_a_known_game_is_played_as_ever(ruleset: Ruleset[Any], seed: int) -> None:
    """The same seed gives the same actions, outcomes, effects, sentences and board; if not, review `make golden`."""
    stored = files(ruleset)[0].read_text(encoding="utf-8").splitlines()
    played = list(playthrough(ruleset, seed))

    for number, (old, new) in enumerate(zip(stored, played, strict=False), 1):
        assert new == old, f"line {number} of the playthrough has changed"
    assert len(played) == len(stored)


@pytest.mark.parametrize(("ruleset", "seed"), BY_NAME)
def test_released_effects_stay(ruleset: Ruleset[Any], seed: int) -> None:
    """An effect type that a log may name is never taken away, and a new one is entered when it is released."""
    released = files(ruleset)[1].read_text(encoding="utf-8").split()

    assert released == sorted(effect_tags(ruleset))


@pytest.mark.parametrize(("ruleset", "seed"), BY_NAME)
def test_stored_effects_still_fold_to_the_stored_board(ruleset: Ruleset[Any], seed: int) -> None:
    """A game is replayed from its effects alone, whatever has become of the rules since."""
    *events, last = files(ruleset)[0].read_text(encoding="utf-8").splitlines()
    components = ruleset.starter_components
    board = ruleset.blank(Start(min(ruleset.seats), components.hash, "server", "free"), components)
    for event in events:
        effects = msgspec.json.decode(event, type=dict[str, msgspec.Raw])["effects"]
        board = fold(board, ruleset.decode_effects(bytes(effects)))
    assert ruleset.encode_board(board).decode() == last
