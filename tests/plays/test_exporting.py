"""Games of all rulesets as plays of BG Stats; there and back, nothing changes."""

from __future__ import annotations

from datetime import UTC
from random import Random
from typing import Any
from uuid import UUID

import pytest
from msgspec import json

from analytics.excluded import reason_to_exclude
from api.plays.exporting import BgStatsFile
from api.plays.fields import Calendar
from api.recording.simulate import play, record
from api.service import Service
from events import NewNote
from rulesets.kit.bots import BOTS
from tests.plays.build import bgstats, faults, imported, part, planned
from tests.plays.sample import encoded, file_of

NAMES = ["Ann", "Ben", "Cy", "Di"]


def exported(service: Service, *, notes: bool = True) -> dict[str, Any]:
    """All games that are over and count, as their file is read."""
    file = BgStatsFile(service.library, Calendar(UTC), notes=notes)
    for game_id in service.store.all_game_ids():
        game = service.store.game(game_id)
        if reason_to_exclude(game, service.rulesets) is None:
            file.add(game)
    found: dict[str, Any] = json.decode(json.encode(file.content()))
    return found


def record_with_bots(service: Service, name: str) -> UUID:
    ruleset = service.rulesets[name]
    seats = ruleset.seats_with(ruleset.starter_components).start
    bots = dict.fromkeys(range(1, seats + 1), BOTS["random"])
    played = play(ruleset, ruleset.starter_components, seats, bots, Random(1))
    return record(service.recorder, ruleset, played, NAMES[:seats]).id


def test_there_and_back_nothing_changes(service: Service, other: Service) -> None:
    """Plays of all kinds, and a game of each ruleset, through an empty log. Broken by ids that depend on the log."""
    imported(service, encoded(file_of(150)))
    for name in service.rulesets:
        game_id = record_with_bots(service, name)
        service.store.add_note(game_id, NewNote(version=1, text=f"A note on {name}"))
    first = exported(service)
    assert len(first["plays"]) == 147 + len(service.rulesets)
    imported(other, json.encode(first))
    assert exported(other) == first


def test_an_export_is_not_imported_into_its_own_log(service: Service) -> None:
    imported(service, encoded(file_of(20)))
    record_with_bots(service, "heros_crossing_tactics")
    again = planned(service, json.encode(exported(service)))
    assert (again.games, again.here, faults(again)) == ([], 21, [])


def test_a_play_is_written_as_it_was_read(service: Service) -> None:
    seats = [
        part(1, "5", False, startPlayer=True, role="Scout", team="Red"),
        part(2, "5", False, role="", team="Red"),
        part(3, "7", True, role="Witch", team="Blue"),
    ]
    imported(service, bgstats({"playerScores": seats, "locationRefId": 1, "comments": "great"}))
    file = exported(service)
    (written,) = file["plays"]
    assert (written["uuid"], written["playDate"], written["durationMin"]) == ("play-1", "2025-03-02 19:30:00", 45)
    assert (written["comments"], written["usesTeams"], written["ignored"]) == ("great", True, False)
    known = {"score", "winner", "startPlayer", "role", "team"}
    assert [{name: seat[name] for name in known} for seat in written["playerScores"]] == [
        {name: seat.get(name, False) for name in known} for seat in seats
    ]
    assert [player["name"] for player in file["players"]] == ["Ann", "Ben", "Cy"]
    assert file["locations"][0]["name"] == "Kiel"
    assert {**file["games"][0], "uuid": ""} == {
        "id": 1,
        "uuid": "",
        "name": "Hills",
        "bggId": 0,
        "bggName": "",
        "bggYear": 0,
        "noPoints": False,
        "highestWins": True,
        "cooperative": False,
        "usesTeams": True,
    }


def test_notes_are_exported_only_if_they_are_asked_for(service: Service) -> None:
    """A note of a seat never is."""
    imported(service, bgstats({"comments": "great"}))
    game_id = next(service.store.all_game_ids())
    service.store.add_note(game_id, NewNote(version=1, seat=1, text="mine", visible_to="seat"))
    assert exported(service, notes=False)["plays"][0]["comments"] == ""
    assert exported(service)["plays"][0]["comments"] == "great"


def test_a_title_stands_there_once_where_some_of_its_plays_have_no_points(service: Service) -> None:
    """And where a tie was broken by a rule that nobody named."""
    plays: list[dict[str, Any]] = [
        {"playerScores": [part(1, "5", True), part(2, "3")]},
        {"playerScores": [part(1, "", True), part(2, "")]},
        {"playerScores": [part(1, "5", True), part(2, "5")]},
    ]
    for flags in ({"highestWins": True}, {"highestWins": False}):
        imported(service, bgstats(*plays, games=[{"id": 1, "name": f"Hills {flags['highestWins']}", **flags}]))
        plays = [{**each, "uuid": f"low-{number}"} for number, each in enumerate(plays)]
        plays[0] = {"uuid": "low", "playerScores": [part(1, "5"), part(2, "3", True)]}
    file = exported(service)
    assert [game["highestWins"] for game in file["games"]] == [False, True]
    assert {play["gameRefId"] for play in file["plays"]} == {1, 2}


@pytest.mark.parametrize("kingdom", ["kingdom_rush"])
def test_games_against_the_game_are_won_or_lost_together(service: Service, kingdom: str) -> None:
    record_with_bots(service, kingdom)
    file = exported(service)
    assert file["games"][0]["cooperative"]
    assert len({seat["winner"] for seat in file["plays"][0]["playerScores"]}) == 1
