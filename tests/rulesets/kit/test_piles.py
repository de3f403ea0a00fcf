"""Piles without a hidden order, backs of unknown cards, generations; and the tuples they are made of."""

from bisect import insort

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.kit.piles import Pile, generation_of, has, is_back, kind_of
from rulesets.kit.tuples import insert, put, without

NAMES = st.lists(st.sampled_from("abcdefghijkl"), unique=True, min_size=1).map(sorted).map(tuple)


def test_backs() -> None:
    """A back shows what its pile shows and which making of the pile it comes from."""
    assert is_back("?2")
    assert not is_back("knight-1")
    assert (kind_of("?2"), kind_of("?2.3")) == ("2", "2")
    assert (generation_of("?2"), generation_of("?2.3")) == (1, 3)


@given(NAMES, st.data())
def test_a_known_draw_takes_the_name_along(names: tuple[str, ...], data: st.DataObject) -> None:
    """One card fewer, and its name can be nothing else any more."""
    card = data.draw(st.sampled_from(names))
    pile = Pile(len(names), names).drawn(card)

    assert pile == Pile(len(names) - 1, tuple(name for name in names if name != card))
    assert pile.hidden(card) == Pile(len(names) - 1, names)


@given(NAMES)
def test_an_unknown_draw_leaves_all_names(names: tuple[str, ...]) -> None:
    """The drawn card may be any of them, and so may those in the pile."""
    pile = Pile(len(names), names).drawn(None)

    assert (pile.size, pile.unseen) == (len(names) - 1, names)
    assert pile.pool("?1") == names


@given(st.lists(st.tuples(st.sampled_from(["draw", "blind", "name", "recreate"]), st.integers(0, 99)), max_size=40))
def test_names_and_cards_always_add_up(steps: list[tuple[str, int]]) -> None:
    """However one draws, names and recreates: each pool holds a name for each card that could bear it."""
    pile = Pile(6, tuple("abcdef"))
    unknown: list[str] = []
    discard: list[str] = []
    for kind, number in steps:
        if kind in ("draw", "blind") and pile.size:
            if kind == "blind":
                unknown.append(pile.back(1))
                pile = pile.drawn(None)
            else:
                insort(discard, card := pile.unseen[number % len(pile.unseen)])
                pile = pile.drawn(card)
        elif kind == "name" and unknown:
            back = unknown.pop(number % len(unknown))
            insort(discard, card := pile.pool(back)[number % len(pile.pool(back))])
            assert pile.back_of(card, 1) == back
            pile = pile.placed(card)
        elif kind == "recreate" and not pile.size and discard:
            pile, discard = pile.recreated(discard), []
        for generation, pool in enumerate((*pile.older, pile.unseen), 1):
            held = sum(generation_of(back) == generation for back in unknown)
            assert len(pool) == held + (pile.size if generation == len(pile.older) + 1 else 0)
            assert list(pool) == sorted(pool)
        everywhere = [*discard, *pile.unseen, *(name for pool in pile.older for name in pool)]
        assert sorted(everywhere) == list("abcdef")


def test_a_recreated_pile_starts_a_new_generation() -> None:
    """An older unknown card cannot be what was on the discard."""
    pile = Pile(0, ("a", "b")).recreated(["d", "c"])

    assert pile == Pile(2, ("c", "d"), (("a", "b"),))
    assert (pile.back(2), pile.pool("?2"), pile.pool("?2.2")) == ("?2.2", ("a", "b"), ("c", "d"))
    assert (pile.back_of("a", 2), pile.back_of("c", 2)) == ("?2", "?2.2")
    assert pile.placed("a") == Pile(2, ("c", "d"), (("b",),))
    assert pile.placed("somewhere known") == pile


@given(NAMES, st.sampled_from("abcxyz"))
def test_has_is_membership(names: tuple[str, ...], card: str) -> None:
    """A sorted pool is searched by halves."""
    assert has(names, card) is (card in names)


@given(st.lists(st.integers(), min_size=1, max_size=8), st.data())
def test_put_changes_one_place(items: list[int], data: st.DataObject) -> None:
    """Pairs and triples take a short way, and come to the same."""
    index = data.draw(st.integers(0, len(items) - 1))
    expected = [*items]
    expected[index] = 99

    assert put(tuple(items), index, 99) == tuple(expected)


@given(st.lists(st.sampled_from("abc"), max_size=8).map(sorted).map(tuple), st.sampled_from("abcd"))
def test_multisets_stay_sorted(items: tuple[str, ...], item: str) -> None:
    """What is put in can be taken out, and order is kept."""
    more = insert(items, item)

    assert list(more) == sorted((*items, item))
    assert without(more, item) == items


def test_without_what_is_not_there() -> None:
    """It is a fault of the caller."""
    with pytest.raises(ValueError):  # noqa: PT011 - the words are Python's own
        without(("a", "b"), "c")
