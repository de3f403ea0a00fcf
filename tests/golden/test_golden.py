"""The golden files are what the rulesets still do."""

import msgspec
import pytest

from rulesets.kit.play import fold
from tests.golden import PLAYED, Known, effect_tags, files, playthrough

BY_NAME = [pytest.param(known, id=known.ruleset.name) for known in PLAYED]


@pytest.mark.parametrize("known", BY_NAME)
def test_a_known_game_is_played_as_ever(known: Known) -> None:
    """The same seed gives the same actions, outcomes, effects, sentences and board; if not, review `make golden`."""
    stored = files(known.ruleset)[0].read_text(encoding="utf-8").splitlines()
    played = list(playthrough(known))

    for number, (old, new) in enumerate(zip(stored, played, strict=False), 1):
        assert new == old, f"line {number} of the playthrough has changed"
    assert len(played) == len(stored)


@pytest.mark.parametrize("known", BY_NAME)
def test_released_effects_stay(known: Known) -> None:
    """An effect type that a log may name is never taken away, and a new one is entered when it is released."""
    released = files(known.ruleset)[1].read_text(encoding="utf-8").split()

    assert released == sorted(effect_tags(known.ruleset))


@pytest.mark.parametrize("known", BY_NAME)
def test_stored_effects_still_fold_to_the_stored_board(known: Known) -> None:
    """A game is replayed from its effects alone, whatever has become of the rules since."""
    *events, last = files(known.ruleset)[0].read_text(encoding="utf-8").splitlines()
    ruleset = known.ruleset
    board = ruleset.empty_board(known.start(), known.components)
    for event in events:
        effects = msgspec.json.decode(event, type=dict[str, msgspec.Raw])["effects"]
        board = fold(board, ruleset.decode_effects(bytes(effects)))
    assert ruleset.encode_board(board).decode() == last
