"""Chance: asked one question at a time, by a table or by the server."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.kit.chance import GivenChance, ServerChance
from rulesets.kit.errors import ChanceNeeded, LeftoverOutcomes
from rulesets.kit.outcomes import ChanceQuestion, Outcome

POOL = ("ant", "bee", "cow")


def test_a_table_tells_outcomes_in_the_order_asked() -> None:
    """Each answer is used once and kept."""
    chance = GivenChance([2, "bee", None, "cow"])

    assert chance.pick([2, 1], rule="R") == 2
    assert chance.draw(POOL, rule="R") == "bee"
    assert chance.draw(POOL, rule="R", unknown_ok=True) is None
    assert chance.reveal(POOL, rule="R") == "cow"
    assert chance.outcomes == [2, "bee", None, "cow"]
    chance.all_used()


def test_a_missing_outcome_is_asked_for() -> None:
    """The question tells its place, the possible outcomes in order, whether unknown will do, and the rule."""
    chance = GivenChance([6])
    assert chance.roll(6, rule="R-1") == 6

    with pytest.raises(ChanceNeeded) as needed:
        chance.draw(POOL, rule="R-2", unknown_ok=True)
    assert needed.value.asked == ChanceQuestion("draw", POOL, "R-2", unknown_ok=True)
    assert (needed.value.index, needed.value.rejected) == (1, ())


@pytest.mark.parametrize("wrong", [0, 7, "6", None, True, ""])
def test_an_impossible_face_is_refused(wrong: Outcome) -> None:
    """A die shows 1 to its sides: not 0, not more, no text, no truth value, and it cannot be unknown."""
    with pytest.raises(ChanceNeeded) as needed:
        GivenChance([wrong]).roll(6, rule="R")
    assert needed.value.rejected == (wrong,)
    assert needed.value.asked.allowed == (1, 2, 3, 4, 5, 6)


def test_a_reveal_needs_a_name() -> None:
    """What is turned up is seen, so unknown will not do."""
    with pytest.raises(ChanceNeeded):
        GivenChance([None]).reveal(POOL, rule="R")
    with pytest.raises(ChanceNeeded):
        GivenChance(["dog"]).reveal(POOL, rule="R")


def test_leftover_outcomes_are_refused() -> None:
    """A slip of the pen does not vanish: it is said how many were used, and how many were too many."""
    chance = GivenChance([1, 2, 3])
    chance.roll(6, rule="R")

    with pytest.raises(LeftoverOutcomes) as left:
        chance.all_used()
    assert (left.value.used, left.value.count) == (1, 2)


def test_a_pick_lists_its_choices_in_order() -> None:
    """Order of history would otherwise change what the server rolls."""
    with pytest.raises(ChanceNeeded) as needed:
        GivenChance().pick([3, 1, 2], rule="R")
    assert needed.value.asked.allowed == (1, 2, 3)


@given(key=st.binary(min_size=1, max_size=32), message=st.binary(max_size=64))
def test_the_server_rolls_the_same_for_the_same_decision(key: bytes, message: bytes) -> None:
    """Key, message and index decide: undo is no way to fish for dice."""
    first, again = ServerChance(key, message), ServerChance(key, message)

    assert [first.roll(20, rule="R") for _ in range(5)] == [again.roll(20, rule="R") for _ in range(5)]
    assert first.outcomes == again.outcomes


def test_the_server_rolls_anew_for_each_question_key_and_message() -> None:
    """Another index, key or message gives other outcomes."""
    one, key, message = ServerChance(b"k", b"m"), ServerChance(b"l", b"m"), ServerChance(b"k", b"n")
    rolls = [tuple(chance.roll(1_000, rule="R") for _ in range(3)) for chance in (one, key, message)]

    assert len({roll for three in rolls for roll in three}) == 9


def test_the_server_rolls_fairly() -> None:
    """12,000 dice: each face within five standard deviations of 2,000."""
    faces = [ServerChance(b"key", b"%d" % n).roll(6, rule="R") for n in range(12_000)]

    assert all(abs(faces.count(face) - 2_000) < 5 * 41 for face in range(1, 7))


def test_the_server_always_sees_the_card() -> None:
    """Where unknown would do for a table, the server still names the card."""
    assert ServerChance(b"k", b"m").draw(POOL, rule="R", unknown_ok=True) in POOL
