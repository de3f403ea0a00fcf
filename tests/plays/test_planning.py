"""What an import would make: players that exist, doubtful ones, what is here already, what cannot be a game."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from msgspec.structs import replace

from api.errors import InvalidPlays
from api.plays.identity import game_id
from api.plays.planning import TEAMS
from api.plays.tables import read_table
from api.service import Service
from events import Store
from tests.plays.build import bgstats, faults, imported, losses, names, part, planned, read

HEAD = "play,date,game,player,score,winner\n"


def csv_of(*players: str, game: str = "Hills", play: str = "1", date: str = "2025-03-02") -> str:
    return HEAD + "".join(f"{play},{date},{game},{name},1,1\n" for name in players)


def states(service: Service, text: str | bytes, **choices: Any) -> dict[str, str]:
    return {match.person.name: match.state for match in planned(service, text, **choices).people.values()}


# --- players


def test_players_are_recognised_by_their_names_in_capitals_or_not(service: Service) -> None:
    ann = service.store.create_player("Ann")
    assert states(service, csv_of("ANN", "Ben")) == {"ANN": "known", "Ben": "new"}
    (game,) = imported(service, csv_of("ANN", "Ben"))
    assert game.seats[0].player == ann.id
    assert names(game) == ["Ann", "Ben"]


@pytest.mark.parametrize(
    ("here", "there"),
    [(["Ann", "ann"], "ANN"), (["José"], "Jose"), (["Ann Marie"], "Ann-Marie"), (["ann", "ANN"], "Ann")],
)
def test_who_may_be_somebody_else_is_doubtful(service: Service, here: list[str], there: str) -> None:
    for name in here:
        service.store.create_player(name)
    found = planned(service, csv_of(there, "Ben"))
    assert found.games == []
    assert faults(found)[0].startswith(f"Line 2, player: '{there}' is doubtful: it may be '")


def test_two_people_of_one_name_in_a_file_are_doubtful(service: Service) -> None:
    players = [{"id": 1, "uuid": "a", "name": "Ann"}, {"id": 2, "uuid": "b", "name": "ann"}]
    found = planned(service, bgstats({}, players=players))
    assert faults(found)[0].endswith("the file has 2 players called 'Ann', 'ann'. Name them in a table of players.")
    (game,) = imported(service, bgstats({}, players=players), players={"a": "Ann", "b": "Ann of Kiel"})
    assert names(game) == ["Ann", "Ann of Kiel"]


def test_many_players_of_one_name_are_doubtful_in_few_words(service: Service) -> None:
    """Broken by naming all of them in the sentence of each."""
    found = planned(service, csv_of(*(f"A{'.' * number}nn" for number in range(10))))
    assert faults(found)[0].endswith(" and more. Name them in a table of players.")
    assert faults(found)[0].count("nn'") == 6


def test_a_table_tells_who_players_are(service: Service) -> None:
    jose, bea = service.store.create_player("José"), service.store.create_player("Bea")
    table = {"JOSE": "José", "ben": str(bea.id), "Cy": "", "Di": "Dinah"}
    (game,) = imported(service, csv_of("Jose", "Ben", "Cy", "Di"), players=table)
    assert names(game) == ["José", "Bea", None, "Dinah"]
    assert [game.seats[0].player, game.seats[1].player] == [jose.id, bea.id]


@pytest.mark.parametrize(
    ("key", "becomes", "here"),
    [
        ("STRASSE", "ann  of kiel", "Ann of Kiel"),
        ("Straße", "JOSE\u0301", "José"),
        ("strasse", "Jose", None),
    ],
)
def test_a_table_compares_names_as_they_are_compared_without_it(
    service: Service, key: str, becomes: str, here: str | None
) -> None:
    """In capitals or not, and however accents are written. Broken by a second profile of a player."""
    ids = {name: service.store.create_player(name).id for name in ("Ann of Kiel", "José")}
    found = planned(service, csv_of("Straße"), players={key: becomes})
    (match,) = found.people.values()
    assert (match.state, match.player) == (("known", ids[here]) if here else ("new", None))


def test_a_name_of_a_table_that_several_have_is_doubtful(service: Service) -> None:
    """Unless one of them has it letter by letter."""
    for name in ("Ann", "ANN"):
        service.store.create_player(name)
    assert states(service, csv_of("Bea"), players={"Bea": "Ann"}) == {"Bea": "known"}
    assert faults(planned(service, csv_of("Bea"), players={"Bea": "ann"}))[0].startswith(
        "Line 2, player: 'Bea' is doubtful: 2 players are called 'ann': have the table name an id."
    )


def test_players_are_looked_for_at_once(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """Broken by a query for each player of the file."""

    def read_one(*_: object, **__: object) -> None:
        raise AssertionError("a query for a player")

    monkeypatch.setattr(Store, "player", read_one)
    ids = [f"0199d3a2-89ab-4000-8000-{number:012}" for number in range(3)]
    players = [{"id": number, "uuid": id_, "name": f"P{number}"} for number, id_ in enumerate(ids, 1)]
    table = {f"P{number}": id_ for number, id_ in enumerate(ids[1:], 2)}
    assert states(service, bgstats({}, players=players), players=table) == {"P1": "new", "P2": "doubtful"}


def test_a_table_with_an_id_of_nobody_helps_nobody(service: Service) -> None:
    nobody = "0199d3a2-0000-7000-8000-000000000000"
    found = planned(service, csv_of("Ann"), players={"Ann": nobody})
    assert faults(found)[0].startswith(f"Line 2, player: 'Ann' is doubtful: no player has the id {nobody}")


def test_players_of_bg_stats_are_recognised_by_their_ids(service: Service) -> None:
    """Also when they were renamed there, or merged here."""
    uuid = "0199d3a2-89ab-4000-8000-000000000001"
    players = [{"id": 1, "uuid": uuid, "name": "Ann"}, {"id": 2, "uuid": "b", "name": "Ben"}]
    (first,) = imported(service, bgstats({}, players=players))
    assert str(first.seats[0].player) == uuid
    players[0]["name"] = "Anna-Lena"
    assert states(service, bgstats({}, players=players)) == {"Anna-Lena": "known", "Ben": "known"}
    into = service.store.create_player("Ann of Kiel")
    assert first.seats[0].player
    service.store.merge_players(first.seats[0].player, into.id)
    (second,) = imported(service, bgstats({"uuid": "other"}, players=players))
    assert second.seats[0].player == into.id


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("name,becomes\n", "Line 1: the table of players begins with the line `player,becomes`"),
        ("player,becomes\nAnn,Bea\nann,Cy\n", "Line 3: in the table of players, 'ann' stands there twice"),
        ("player,becomes\nAnn,Bea,Cy\n", "Line 2: in the table of players, too many cells"),
        (f"player,becomes\nAnn,{'B' * 201}\n", "Line 2: in the table of players, it has 201 letters"),
    ],
)
def test_a_table_that_cannot_be_read_names_its_line(text: str, why: str) -> None:
    with pytest.raises(InvalidPlays) as error:
        read_table(BytesIO(text.encode()), "player")
    assert error.value.detail.startswith(why)


def test_a_table_may_have_semicolons_and_empty_cells() -> None:
    text = "\ufeffPlayer;Becomes\nAnn;Bea\nCy;\n"
    assert read_table(BytesIO(text.encode()), "player") == {"Ann": "Bea", "Cy": ""}


# --- plays that are here


def test_nothing_is_imported_twice(service: Service) -> None:
    text = csv_of("Ann", "Ben")
    imported(service, text)
    again = planned(service, text)
    assert (again.games, again.here, faults(again)) == ([], 1, [])
    more = planned(service, text + csv_of("Ann", play="2").removeprefix(HEAD))
    assert [game.play.id for game in more.games] == ["2"]


def test_the_id_of_a_game_depends_on_its_source_alone() -> None:
    """So it is the same in every log; its time is that of the play, so that lists have it where it belongs."""
    play = read(csv_of("Ann")).plays[0]
    id_ = game_id(play)
    assert id_ == game_id(replace(play, title="Mills", seats=()))
    assert id_.version == 7
    assert id_.int >> 80 == play.begun // 1_000
    assert game_id(replace(play, source="bgg")) != id_


def test_a_play_with_another_date_is_recognised(service: Service) -> None:
    """In BG Stats a date may be corrected; in CSV a number may stand for another play."""
    imported(service, bgstats({}))
    moved = planned(service, bgstats({"playDate": "2025-03-03 19:30:00"}))
    assert (moved.games, moved.here) == ([], 1)
    assert losses(moved) == ["Play 1, date: it is here already with another date, which stays as it is."]
    imported(service, csv_of("Ann"))
    other = planned(service, csv_of("Ann", date="2025-03-03"))
    assert faults(other) == [
        "Line 2, play: a play with this id is here already, with another date: give it another id."
    ]


def test_plays_that_were_deleted_at_the_source_are_named(service: Service) -> None:
    (game,) = imported(service, bgstats({}))
    assert planned(service, bgstats({}, deletedObjects=[{"uuid": "play-1"}])).deleted == [game.id]


# --- what cannot be a game


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (csv_of(*"ABCDEFGHIJKLM"), "Line 2, players: it has 13 players, and a sheet has 12 seats at most."),
        (csv_of("Ann", "Ben", "ann"), "Line 2, player: 'ann' plays twice."),
        (
            csv_of("Ann", game="H" * 101),
            "is to be 1 to 100 letters without braces: name it otherwise in a table of titles.",
        ),
        (csv_of("Ann", game="Hills {2}"), "is to be 1 to 100 letters without braces"),
        (bgstats({"playerScores": []}), "Play 1, players: it names no players."),
    ],
)
def test_what_cannot_be_a_game_names_its_line_and_field(service: Service, text: str | bytes, why: str) -> None:
    found = planned(service, text)
    assert found.games == []
    assert why in faults(found)[0]


def test_more_notes_than_a_game_may_have_are_a_fault(service: Service) -> None:
    """Broken by storing the plays before it, and none after it."""
    found = planned(service, bgstats({}, {"comments": "word " * 100_000}))
    assert [game.play.id for game in found.games] == ["play-1"]
    why = "with all that has no field, it takes 101 notes of 5,000 letters; at most 100: shorten it"
    assert faults(found) == [f"Play 2, comment: {why}."]


def test_a_table_names_titles_otherwise(service: Service) -> None:
    (game,) = imported(service, csv_of("Ann", game="H" * 101), titles={"h" * 101: "Hills"})
    assert service.store.component_set(game.component_set).name == "Hills"
    assert f'"title": "{"H" * 101}"' in (service.store.notes(game.id)[-1].text or "")


def test_a_title_is_spelled_as_it_is_here(service: Service) -> None:
    """In capitals or not; else as it is first spelled in the file. Broken by a sheet for each spelling."""
    text = csv_of("Ann") + csv_of("Ann", game="HILLS", play="2").removeprefix(HEAD)
    games = imported(service, text)
    games += imported(service, csv_of("Ann", game="hills ", play="3"))
    assert len({game.component_set for game in games}) == 1
    assert service.store.component_set(games[0].component_set).name == "Hills"


def test_two_plays_of_a_file_have_ids_of_their_own(service: Service) -> None:
    """Broken by two games of a play that stands there with two dates."""
    xml = '<play id="1" date="2025-03-02"><item name="Hills"/><players><player name="Ann"/></players></play>'
    found = planned(service, f"<plays>{xml}\n{xml}\n{xml.replace('03-02', '03-03')}</plays>")
    assert faults(found) == [
        "Line 2, id: Line 1 has the same id: keep one of them.",
        "Line 3, id: Line 1 has the same id, and another date: keep one of them.",
    ]
    assert [game.play.place.line for game in found.games] == [1]


def test_what_has_no_place_is_named(service: Service) -> None:
    seats = [part(1, "5", True, role="Scout", team="Red"), part(2, "3", role="scout"), part(3, "1", role="R" * 61)]
    found = planned(service, bgstats({"playerScores": seats}))
    assert losses(found) == [
        "Play 1, role: 'scout' is played twice.",
        f"Play 1, role: '{'R' * 61}' is none of the 40 roles at most of the sheet.",
        f"Play 1, team: {TEAMS}.",
    ]
    assert [game.roles for game in found.games] == [("scout", "", "")]


def test_plays_are_counted_by_title_and_place(service: Service) -> None:
    text = "date,game,player,location\n2025-03-02,Hills,Ann,Kiel\n2025-03-03,Hills,Ann,Kiel\n2025-03-02,Mills,Ann,\n"
    found = planned(service, text)
    assert (found.titles, found.locations, found.uncounted) == ({"Hills": 2, "Mills": 1}, {"Kiel": 2}, 3)
