"""The JSON of BG Stats, also of a newer version."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.errors import InvalidPlays
from tests.plays.build import bgstats, faults, losses, part, read

ANONYMOUS = {"id": 4, "uuid": "p4", "name": "Anonymous player", "isAnonymous": True}


def test_a_play_is_read() -> None:
    (play,) = read(bgstats({"locationRefId": 1, "comments": "great", "ignored": True, "rounds": 3, "rating": 8})).plays
    assert (play.source, play.id, play.title, play.location) == ("bgstats", "play-1", "Hills", "Kiel")
    assert (play.minutes, play.comment, play.counted, play.scoring) == (45, "great", False, "highest")
    assert [(seat.person and seat.person.name, seat.score, seat.won) for seat in play.seats] == [
        ("Ann", 5, True),
        ("Ben", 3, False),
    ]
    scores = [{"score": "5"}, {"score": "3"}]
    assert play.origin == {"rounds": 3, "rating": 8, "playerScores": scores, "game": {"uuid": "g1"}}


def test_seats_sums_teams_roles_and_who_began() -> None:
    seats = [
        part(1, "12+7+3", True, seatOrder=2, startPlayer=True, team="Red", role="Scout"),
        part(2, "", seatOrder=1),
        part(3, 4.0, seatOrder=3),
    ]
    (play,) = read(bgstats({"playerScores": seats})).plays
    assert [(seat.person and seat.person.name, seat.score, seat.starts) for seat in play.seats] == [
        ("Ben", None, False),
        ("Ann", 22, True),
        ("Cy", 4, False),
    ]
    assert (play.seats[1].team, play.seats[1].role) == ("Red", "Scout")


@pytest.mark.parametrize(
    ("game", "scoring"),
    [({"highestWins": False}, "lowest"), ({"noPoints": True, "highestWins": True}, "win"), ({}, None)],
)
def test_a_title_says_how_it_is_scored(game: dict[str, Any], scoring: str | None) -> None:
    (play,) = read(bgstats({}, games=[{"id": 1, "name": "Hills", **game}])).plays
    assert play.scoring == scoring


def test_players_without_a_name_are_nobody() -> None:
    (play,) = read(bgstats({"playerScores": [part(4), part(4)]}, players=[ANONYMOUS])).plays
    assert [seat.person for seat in play.seats] == [None, None]


def test_deleted_plays_are_left_out() -> None:
    reading = read(bgstats({}, {}, deletedObjects=[{"uuid": "play-2", "type": "play"}, {"uuid": "g9"}]))
    assert [play.id for play in reading.plays] == ["play-1"]
    assert reading.deleted == ["g9", "play-2"]


@given(
    st.dictionaries(
        st.text(min_size=1).filter(lambda name: name not in ("uuid", "playerScores")),
        st.recursive(st.none() | st.booleans() | st.integers(-9, 9) | st.text(), st.lists, max_leaves=5),
    )
)
def test_fields_of_a_newer_version_do_no_harm(more: dict[str, Any]) -> None:
    """They are stored in the notes; known fields of another type are faults of their play alone."""
    reading = read(bgstats(more, {}, challenges=[1], tags=None, newer={"a": more}))
    assert reading.plays[-1].id == "play-2"
    assert len(reading.plays) == 2 or reading.faults[0].where == "Play 1"


@pytest.mark.parametrize(
    ("play", "why"),
    [
        ({"playDate": "yesterday"}, "Play 1, playDate: 'yesterday' is not a date as YYYY-MM-DD."),
        ({"playDate": 7}, "Play 1, playDate: expected `str`, got `int`."),
        ({"gameRefId": 9}, "Play 1, gameRefId: there is no game with the id 9."),
        ({"locationRefId": 9}, "Play 1, locationRefId: there is no location with the id 9."),
        ({"uuid": None}, "Play 1, uuid: it is empty."),
        ({"durationMin": -5}, "Play 1, durationMin: '-5' is not a whole number."),
        ({"playerScores": [part(9)]}, "Play 1, player 1, playerRefId: there is no player with the id 9."),
        (
            {"playerScores": [part(1, [])]},
            "Play 1, playerScores/0/score: expected `int | float | str | null`, got `array`.",
        ),
        ({"playerScores": [part(1), part(2, "600000")]}, "Play 1, player 2, score: '600000' is beyond the limit"),
    ],
)
def test_each_fault_names_its_play_and_field(play: dict[str, Any], why: str) -> None:
    reading = read(bgstats(play, {}))
    assert len(reading.faults) == 1
    assert faults(reading)[0].startswith(why)
    assert [each.id for each in reading.plays] == ["play-2"]
    assert reading.faults[0].fault.pointer.startswith("/plays/0/")


@pytest.mark.parametrize("value", [b"1" * 5_000, b'"\xff"', b"1e999"])
def test_a_play_with_a_value_that_cannot_be_read_says_so(value: bytes) -> None:
    reading = read(bgstats({"board": "here"}, {}).replace(b'"here"', value))
    why = "it is no object, or it has a number that is too large or a text that is not UTF-8"
    assert faults(reading) == [f"Play 1: {why}."]
    assert [play.id for play in reading.plays] == ["play-2"]


def test_two_games_with_one_id_are_a_fault() -> None:
    """Broken by taking the second one for the game of all plays."""
    games = [{"id": 1, "name": "Hills"}, {"id": 2, "name": "Mills"}, {"id": 1, "name": "Rills"}]
    reading = read(bgstats({}, {"gameRefId": 2}, games=games))
    assert faults(reading) == [
        "Game 3, id: game 1 has the same, so no play can name either.",
        "Play 1, gameRefId: there is no game with the id 1.",
    ]
    assert [play.title for play in reading.plays] == ["Mills"]


def test_a_uuid_stands_there_once() -> None:
    assert faults(read(bgstats({"uuid": "a"}, {"uuid": "a"}))) == ["Play 2, uuid: play 1 has the same."]


def test_decimals_are_never_rounded() -> None:
    reading = read(bgstats({"playerScores": [part(1, "5.5", True), part(2, "5")]}))
    assert losses(reading) == ["Play 1, player 1, score: '5.5' is not a whole number."]
    assert [seat.score for seat in reading.plays[0].seats] == [None, None]
    assert reading.plays[0].origin["playerScores"] == [{"score": "5.5"}, {"score": "5"}]


@pytest.mark.parametrize(
    ("data", "line", "why"),
    [
        (b'{"plays": [\n\n{"uuid": }]}', 3, "it is not valid JSON"),
        (b'{"games": []}', 1, "not an export of BG Stats: .*`plays`"),
        (b'{"plays": 7}', 1, "not an export of BG Stats: .*plays"),
    ],
)
def test_what_is_no_export_is_refused(data: bytes, line: int, why: str) -> None:
    with pytest.raises(InvalidPlays, match=why) as error:
        read(data)
    assert error.value.line == line


def test_an_object_that_cannot_be_read_is_named() -> None:
    games = [{"id": 1, "name": "Hills"}, {"id": "x", "name": "Mills"}]
    reading = read(bgstats({}, games=games))
    assert faults(reading) == ["Game 2, id: expected `int`, got `str`."]
    assert len(reading.plays) == 1
    assert msgspec.json.encode(reading.faults[0].fault)
