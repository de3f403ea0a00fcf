"""The XML in which BoardGameGeek lists logged plays."""

from __future__ import annotations

import pytest

from api.errors import InvalidPlays
from tests.plays.build import bgg, faults, losses, read

PLAY = """<play id="11" date="2025-03-02" quantity="{quantity}" length="45" incomplete="{incomplete}" \
nowinstats="{nowin}" location="Kiel">
  <item name="Hills" objecttype="thing" objectid="42"><subtypes><subtype value="boardgame"/></subtypes></item>
  <comments>great
evening</comments>
  <players>
    <player username="ben7" userid="3" name="Ben" startposition="2" color="red" score="7" new="0" rating="0" win="0"/>
    <player username="ann" userid="2" name="" startposition="1" color="" score="12" new="1" rating="8" win="1"/>
  </players>
</play>"""


def a_play(**changes: str) -> str:
    return PLAY.format(**{"quantity": "1", "incomplete": "0", "nowin": "0"} | changes)


def test_a_play_is_read_with_what_no_game_has_a_field_for() -> None:
    (play,) = read(bgg(a_play())).plays
    assert (play.source, play.id, play.title, play.location, play.minutes) == ("bgg", "11", "Hills", "Kiel", 45)
    assert (play.comment, play.counted, play.complete) == ("great\nevening", True, True)
    seats = [(seat.person and seat.person.name, seat.score, seat.won, seat.starts) for seat in play.seats]
    assert seats == [("ann", 12, True, True), ("Ben", 7, False, False)]
    item, subtype, first, _ = play.origin["elements"]
    assert item == {"element": "item", "objecttype": "thing", "objectid": "42"}
    assert subtype == {"element": "subtype", "value": "boardgame"}
    assert first == {"element": "player", "startposition": "2", "color": "red", "score": "7", "new": "0", "rating": "0"}


@pytest.mark.parametrize("position", ["9" * 5_000, "first", "\u00b2", ""])
def test_without_start_positions_the_players_are_in_the_order_of_the_file(position: str) -> None:
    (play,) = read(bgg(a_play().replace('startposition="2"', f'startposition="{position}"'))).plays
    assert [seat.person and seat.person.name for seat in play.seats] == ["Ben", "ann"]


def test_incomplete_plays_and_those_without_statistics_say_so() -> None:
    (play,) = read(bgg(a_play(incomplete="1"))).plays
    assert not play.complete
    (play,) = read(bgg(a_play(nowin="1"))).plays
    assert not play.counted


def test_a_quantity_stands_for_plays_without_a_result() -> None:
    reading = read(bgg(a_play(quantity="3")))
    assert [play.id for play in reading.plays] == ["11.1", "11.2", "11.3"]
    assert all(seat.score is None and seat.won is None for play in reading.plays for seat in play.seats)
    assert reading.plays[0].origin["elements"][0]["quantity"] == "3"
    assert losses(reading) == [
        "Line 3, quantity: it stands for 3 plays without a result of their own: each is stored without one."
    ]


def test_a_score_is_free_text() -> None:
    """Broken by taking it for a fault: its source asks for no number."""
    reading = read(bgg(a_play().replace('score="7"', 'score="DNF"')))
    assert losses(reading) == ["Line 8, score: 'DNF' is not a number."]
    assert [seat.score for seat in reading.plays[0].seats] == [None, None]


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('id="11"', "", "Line 3, id: it is empty."),
        ("2025-03-02", "2025-13-02", "Line 3, date: '2025-13-02' is not a date as YYYY-MM-DD."),
        ('quantity="1"', 'quantity="1001"', "Line 3, quantity: 1,001 is more than 1,000."),
        ('length="45"', 'length="-1"', "Line 3, length: '-1' is not a whole number."),
        ('name="Hills"', "", "Line 4, name: it is empty."),
        ('score="7"', 'score="999999"', "Line 8, score: '999999' is beyond the limit of 500,000 points."),
    ],
)
def test_each_fault_names_its_line_and_attribute(old: str, new: str, why: str) -> None:
    reading = read(bgg(a_play().replace(old, new) + "\n" + a_play().replace("11", "12")))
    assert faults(reading) == [why]
    assert [play.id for play in reading.plays] == ["12"]


def test_what_stands_before_broken_xml_is_read() -> None:
    reading = read(bgg(a_play() + "\n<play id='12'><item name='Hills'></play>"))
    assert faults(reading) == ["Line 12: it is no XML (mismatched tag), and nothing below it was read."]
    assert [play.id for play in reading.plays] == ["11"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('<?xml version="1.0"?>\n<!DOCTYPE plays [<!ENTITY a "b">]>\n<plays>&a;</plays>', "declares a document type"),
        ("<items><play/></items>", "begins with <items>"),
        ("<plays>" + "<a>" * 30, "lie in one another"),
    ],
)
def test_what_is_no_list_of_plays_is_refused(text: str, why: str) -> None:
    with pytest.raises(InvalidPlays, match=why):
        read(text)


@pytest.mark.parametrize("encoding", ["base64", "nonsense", "big5", "idna", "a" * 5_000])
def test_an_encoding_that_is_not_read_is_named(encoding: str) -> None:
    with pytest.raises(InvalidPlays, match=f"Line 1: its encoding is '{encoding[:40]}', .* save it as UTF-8"):
        read(f'<?xml version="1.0" encoding="{encoding}"?>\n<plays/>')


def test_encodings_of_xml_are_read() -> None:
    for encoding in ("UTF-8", "ISO-8859-1", "windows-1252"):
        text = bgg(a_play().replace("Hills", "Hügel")).replace("utf-8", encoding)
        assert [play.title for play in read(text.encode(encoding)).plays] == ["Hügel"]


@pytest.mark.parametrize("position", ["1" * 5_000, "01", "", "\u00b2"])
def test_where_not_all_have_a_start_position_of_their_own_the_order_is_that_of_the_file(position: str) -> None:
    (play,) = read(bgg(a_play().replace('startposition="2"', f'startposition="{position}"'))).plays
    assert [seat.person and seat.person.name for seat in play.seats] == ["Ben", "ann"]
