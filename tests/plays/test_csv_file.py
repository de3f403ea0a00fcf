"""CSV with a line for each play and player: its dialects, what is one play, and the line and field of each fault."""

from __future__ import annotations

import csv
from io import StringIO
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from api.errors import InvalidPlays
from api.plays import csv_file
from api.plays.csv_file import COLUMNS
from api.plays.fields import Calendar
from api.plays.play import Play
from tests.plays.build import CALENDAR, faults, losses, read

HEAD = "play,date,game,player,score,winner\n"
TWO = [
    {"play": "7", "date": "2025-03-02", "game": "Hills", "player": "Ann", "score": "12", "winner": "1"},
    {"play": "7", "date": "2025-03-02", "game": "Hills", "player": "Ben", "score": "7", "winner": ""},
]
AT = 1_740_916_800_000_000
"""2025-03-02, noon UTC."""


def one(text: str) -> Play:
    reading = read(text)
    assert faults(reading) == []
    (play,) = reading.plays
    return play


def test_a_play_is_read_from_the_lines_with_its_id() -> None:
    play = one(
        "play,date,game,player,score,winner,rank,team,role,location,minutes,comment\n"
        "7,2025-03-02 19:30,Hills,Ann,12,1,1,,Scout,Kiel,45,great\n7,,,Ben,7,,2,,,,,\n"
    )
    assert (play.source, play.id, play.title, play.location, play.minutes) == ("csv", "7", "Hills", "Kiel", 45)
    assert (play.begun, play.ended, play.comment) == (AT + 27_000_000_000, AT + 29_700_000_000, "great")
    assert [(seat.person and seat.person.name, seat.score, seat.won, seat.role) for seat in play.seats] == [
        ("Ann", 12, True, "Scout"),
        ("Ben", 7, False, ""),
    ]
    assert play.origin == {"lines": [{"score": "12", "rank": "1", "role": "Scout"}, {"score": "7", "rank": "2"}]}


@given(
    order=st.permutations(["play", "date", "game", "player", "score", "winner"]),
    separator=st.sampled_from(",;\t"),
    end=st.sampled_from(["\n", "\r\n", "\r"]),
    bom=st.sampled_from(["", "\ufeff"]),
    quoting=st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]),
    capitals=st.booleans(),
    comma=st.booleans(),
)
def test_each_dialect_gives_the_same_plays(
    order: list[str], separator: str, end: str, bom: str, quoting: Literal[0, 1], capitals: bool, comma: bool
) -> None:
    file = StringIO(newline="")
    writer = csv.writer(file, delimiter=separator, lineterminator=end, quoting=quoting)
    writer.writerow([name.upper() if capitals else name for name in order])
    for row in TWO:
        cells = row | {"score": row["score"] + (",0" if comma else ".0")}
        writer.writerow([cells[name] for name in order])
    play = one(bom + file.getvalue())
    assert (play.id, play.title, play.begun) == ("7", "Hills", AT)
    assert [(seat.score, seat.won) for seat in play.seats] == [(12, True), (7, False)]


@given(st.dictionaries(st.sampled_from([*COLUMNS, "other"]), st.text(max_size=30), min_size=1), st.booleans())
def test_whatever_stands_in_cells_is_a_play_or_a_fault_of_line_2(cells: dict[str, str], quoted: bool) -> None:
    file = StringIO(newline="")
    row = TWO[0] | cells
    writer = csv.writer(file, quoting=csv.QUOTE_ALL if quoted else csv.QUOTE_MINIMAL)
    writer.writerow(row)
    writer.writerow(row.values())
    try:
        reading = read(file.getvalue().encode(errors="replace"), "csv")
    except InvalidPlays as error:
        raise AssertionError(error.detail) from error
    assert len(reading.plays) + bool(reading.faults) == 1 or not any(cell.strip() for cell in row.values())
    assert all(fault.line >= 2 for fault in reading.faults if isinstance(fault.line, int))


@pytest.mark.parametrize(
    ("cells", "why"),
    [
        ({"date": "2nd of March"}, "Line 2, date: '2nd of March' is not a date as YYYY-MM-DD."),
        ({"date": "02.03.2025"}, "Line 2, date: '02.03.2025' is not a date as YYYY-MM-DD."),
        ({"date": "2099-03-02"}, "Line 2, date: 2099-03-02 is in the future."),
        ({"date": ""}, "Line 2, date: '' is not a date as YYYY-MM-DD."),
        ({"game": " "}, "Line 2, game: it is empty."),
        ({"game": "H" * 201}, "Line 2, game: it has 201 letters; at most 200."),
        ({"player": "A\u200bnn"}, "Line 2, player: it has a character that is not seen"),
        ({"player": "\U0001f600" * 201}, "Line 2, player: it has 201 letters; at most 200."),
        ({"score": "l2"}, "Line 2, score: 'l2' is not a number."),
        ({"score": "1e9"}, "Line 2, score: '1e9' is not a number."),
        ({"score": "500000"}, "Line 2, score: '500000' is beyond the limit of 500,000 points."),
        ({"winner": "maybe"}, "Line 2, winner: 'maybe' is neither yes nor no: write 1 or 0."),
    ],
)
def test_each_fault_names_its_line_and_field(cells: dict[str, str], why: str) -> None:
    row = TWO[0] | cells
    reading = read(HEAD + ",".join(row[name] for name in HEAD.strip().split(",")) + "\n")
    assert len(reading.faults) == 1
    assert faults(reading)[0].startswith(why)
    assert reading.plays == []


@pytest.mark.parametrize(("rank", "minutes", "why"), [("first", "", "rank: 'first'"), ("", "1.5", "minutes: '1.5'")])
def test_ranks_and_minutes_are_whole_numbers(rank: str, minutes: str, why: str) -> None:
    reading = read(f"date,game,player,rank,minutes\n2025-03-02,Hills,Ann,{rank},{minutes}\n")
    assert faults(reading) == [f"Line 2, {why} is not a whole number."]


def test_a_score_with_decimals_is_never_rounded() -> None:
    """Broken by storing the scores of the others: 11 would then have won against 12.5."""
    reading = read("date;game;player;score;winner\n2025-03-02;Hills;Ann;12,5;1\n2025-03-02;Hills;Ben;11;0\n")
    assert losses(reading) == ["Line 2, score: '12,5' is not a whole number."]
    assert [seat.score for seat in reading.plays[0].seats] == [None, None]
    assert reading.plays[0].origin == {"lines": [{"score": "12,5"}, {"score": "11"}]}


def test_columns_without_a_name_are_stored_by_their_number() -> None:
    """Broken by storing the last of them alone."""
    play = one("date,game,player,,mood, \n2025-03-02,Hills,Ann,a,b,c\n")
    assert play.origin == {"lines": [{"column 4": "a", "mood": "b", "column 6": "c"}]}


def test_sums_are_added() -> None:
    assert [seat.score for seat in one(f"{HEAD}7,2025-03-02,Hills,Ann,12+7.5-1+0.5,1\n").seats] == [19]


def test_the_columns_are_needed_once() -> None:
    """Two dates, or none."""
    with pytest.raises(InvalidPlays, match="'date' stands there twice"):
        read("date,game,player,Date\n")
    with pytest.raises(InvalidPlays, match="no column `game`"):
        read("date,title,player\n")


def test_lines_of_a_play_agree() -> None:
    reading = read(f"{HEAD}7,2025-03-02,Hills,Ann,1,1\n8,2025-03-02,Hills,Ann,1,1\n7,2025-03-03,Hills,Ben,1,\n")
    assert faults(reading) == ["Line 4, date: it is '2025-03-03', and '2025-03-02' in line 2 of the same play."]
    assert [play.id for play in reading.plays] == ["8"]


def test_without_ids_a_player_who_comes_again_begins_another_play() -> None:
    lines = [f"2025-03-02,Hills,{name}\n" for name in ("Ann", "Ben", "ann", "Ben", "", "")]
    plays = read("date,game,player\n" + "".join(lines)).plays
    assert [[seat.person and seat.person.name for seat in play.seats] for play in plays] == [
        ["Ann", "Ben"],
        ["ann", "Ben", None, None],
    ]


def test_a_play_of_many_lines_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Broken by looking through all its lines for each of them."""
    names: list[str] = []

    def player(row: csv_file.Row) -> str:
        names.append(row.cells["player"])
        return names[-1]

    monkeypatch.setattr(csv_file, "_player", player)
    count = 200
    lines = "".join(f"2025-03-02,Hills,P{number}\n" for number in range(count))
    assert len(read(f"date,game,player\n{lines}").plays[0].seats) == count
    assert len(names) <= 2 * count


def test_ids_are_made_of_the_lines_and_copies_have_their_own() -> None:
    text = "date,game,player\n2025-03-02,Hills,Ann\n2025-03-02,Hills,Ann\n"
    first, second = (play.id for play in read(text).plays)
    assert second == f"{first}.2"
    assert read(text.replace("Hills", "Mills")).plays[0].id not in (first, second)


def test_plays_next_to_a_line_with_other_cells_are_left_out() -> None:
    """Broken by importing them without the player of that line."""
    good = "".join(f"p{each},2025-03-02,Hills,{who},1,1\n" for each in (1, 2, 3, 4) for who in ("Ann", "Ben"))
    lines = f"{HEAD}{good}".splitlines(keepends=True)
    reading = read("".join([*lines[:4], "p2,2025-03-02,Hills,Cy,1\n", *lines[4:]]))
    why = "it has 5 cells, and the first line 6; plays that it may belong to are left out"
    assert faults(reading) == [f"Line 5: {why}."]
    assert [play.id for play in reading.plays] == ["p1", "p3", "p4"]


def test_the_play_whose_id_stands_in_a_line_with_other_cells_is_left_out() -> None:
    """Wherever its other lines stand. Broken by importing it without one of its players."""
    good = [f"p{each},2025-03-02,Hills,Ann,1,1\n" for each in (1, 2, 3, 4, 5)]
    reading = read("".join([HEAD, *good[:4], "2025-03-02, p1 ,Hills,Ben,1,1,1\n", *good[4:]]))
    assert len(reading.faults) == 1
    assert [play.id for play in reading.plays] == ["p2", "p3"]


@pytest.mark.parametrize("of_play", ["2025-03-02,Hills", "2025-03-02,", ","])
def test_a_line_without_the_id_of_the_line_before_it_is_doubtful(of_play: str) -> None:
    """Broken by a play without one of its players. Another game is another play."""
    lines = ["7,2025-03-02,Hills,Ann,1,1\n", f",{of_play},Ben,1,0\n", "8,2025-03-02,Hills,Ann,1,1\n"]
    reading = read(HEAD + "".join(lines))
    assert faults(reading)[0] == (
        "Line 3, play: it is empty, and the line before it has an id: one play or two? Both are left out."
    )
    assert [play.id for play in reading.plays] == ["8"]
    assert len(read("".join([HEAD, lines[0], ",2025-03-02,Mills,Ben,1,1\n", lines[2]])).plays) == 3


def test_after_an_open_quote_nothing_more_is_read() -> None:
    """Any play with an id may have a line there; without ids, the last one."""
    lines = [*(f"2025-03-0{day},Hills,Ann\n" for day in (1, 2)), '2025-03-03,"Hills,Ann\n2025-03-04,Hills,Ann\n']
    reading = read("".join(["date,game,player\n", *lines]))
    assert faults(reading)[0].startswith("Line 4: it cannot be read as CSV")
    assert [play.place.line for play in reading.plays] == [2]
    with_ids = [f"{number},{line}" for number, line in enumerate(lines)]
    assert read("".join(["play,date,game,player\n", *with_ids])).plays == []


@pytest.mark.parametrize(
    ("pattern", "text", "at"),
    [("%d.%m.%Y", "2.3.2025", AT), ("%m/%d/%Y %H:%M", "3/2/2025 12:30", AT + 1_800_000_000)],
)
def test_dates_are_read_by_the_pattern_that_is_named(pattern: str, text: str, at: int) -> None:
    reading = read(f"{HEAD}7,{text},Hills,Ann,1,1\n", calendar=replace(CALENDAR, pattern=pattern))
    assert [play.begun for play in reading.plays] == [at]
    wrong = read(f"{HEAD}7,2025-03-02,Hills,Ann,1,1\n", calendar=Calendar(CALENDAR.zone, pattern))
    assert faults(wrong) == [f"Line 2, date: '2025-03-02' is not a date as the pattern {pattern}."]


def test_a_rank_of_1_wins_where_no_winner_is_named() -> None:
    text = "date,game,player,rank,winner\n2025-03-02,Hills,Ann,2,{}\n2025-03-02,Hills,Ben,1,\n2025-03-02,Hills,Cy,,\n"
    assert [seat.won for seat in one(text.format("")).seats] == [False, True, False]
    assert [seat.won for seat in one("date,game,player\n2025-03-02,Hills,Ann\n").seats] == [None]
