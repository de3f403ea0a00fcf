"""Checks that several rulesets make of a component set: each fault with its place, in one wording."""

from msgspec import Struct

from rulesets.kit.checks import by_id, duplicates, invented, not_as_printed, placed, too_few, unknown


class Card(Struct, frozen=True):
    id: str
    copies: int = 1


ACE, TEN = Card("ace", 2), Card("ten")


def test_entries_are_found_by_their_id() -> None:
    """In the order of the file."""
    assert list(by_id(iter((TEN, ACE))).items()) == [("ten", TEN), ("ace", ACE)]


def test_words_of_a_list_and_fields_of_its_entries_have_places() -> None:
    """The path of the list, the index, the field."""
    assert list(placed(("heroes", 3, "classes"), ("mage", "rogue"))) == [
        (("heroes", 3, "classes", 0), "mage"),
        (("heroes", 3, "classes", 1), "rogue"),
    ]
    assert list(placed(("cards",), (ACE, TEN), "id")) == [(("cards", 0, "id"), "ace"), (("cards", 1, "id"), "ten")]


def test_a_word_that_stands_there_already_is_a_fault_at_each_later_place() -> None:
    """Not at the first one."""
    assert list(duplicates(placed(("colors",), ("red", "blue", "red", "red")), "colour")) == [
        (("colors", 2), "a second colour 'red'"),
        (("colors", 3), "a second colour 'red'"),
    ]


def test_several_doubled_words_of_one_place_are_one_fault() -> None:
    """Such as the ids of all copies of a card."""
    copies = [(("cards", n), f"ace-{copy}") for n in (0, 1, 2) for copy in (1, 2)]
    assert list(duplicates(copies, "card with the id")) == [
        (("cards", 1), "a second card with the id 'ace-1'"),
        (("cards", 2), "a second card with the id 'ace-1'"),
    ]


def test_a_word_that_names_nothing_is_a_fault() -> None:
    """Whatever it is looked up in."""
    assert list(unknown(placed(("needs",), ("ace", "king")), by_id((ACE, TEN)), "card")) == [
        (("needs", 1), "there is no card 'king'")
    ]


def test_counts_are_compared_with_what_the_game_needs_and_the_box_holds() -> None:
    """Exactly as many is no fault; more is none where a game can be set up with them."""
    assert list(too_few(("cards",), "aces", 4, 3)) == [(("cards",), "needs at least 4 aces, has 3")]
    assert [*too_few(("cards",), "aces", 4, 4), *too_few(("cards",), "aces", 4, 5)] == []
    assert list(not_as_printed(("cards",), "cards", 52, 53)) == [
        (("cards",), "the printed game has 52 cards, this set 53")
    ]
    assert list(not_as_printed(("cards",), "cards", 52, 52)) == []


def test_what_an_invented_card_does_not_list_as_printed_is_made_up() -> None:
    """Nothing is in a printed set."""
    assert invented(("name", "level", "power"), ("level",), "invented") == ("name", "power")
    assert invented(("name", "level", "power"), ("level",), "printed") == ()
