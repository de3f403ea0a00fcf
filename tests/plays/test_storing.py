"""The games that plays become: their sheets, winners, times, places and notes."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import json

from api.plays import sheets
from api.plays.sheets import document
from api.recording.verify import all_findings
from api.service import Service, installed_rulesets
from api.settings import Settings
from events import Game, Store
from rulesets.scoresheet.components import load
from tests.plays.build import bgg, bgstats, faults, imported, names, part, planned, scores, winners
from tests.plays.sample import encoded, file_of

SECOND = 1_000_000
AT = 1_740_943_800 * SECOND
"""2025-03-02 19:30 UTC."""


def sheet_of(service: Service, game: Game) -> Any:
    board: Any = service.library.board(game, game.summary.head)
    return board.components.sheet


def from_bgstats(service: Service, *seats: dict[str, Any], game: dict[str, Any] | None = None, **play: Any) -> Game:
    title = {"id": 1, "name": "Hills", "highestWins": True} | (game or {})
    (made,) = imported(service, bgstats({"playerScores": list(seats), **play}, games=[title]))
    return made


def test_a_play_becomes_a_finished_game(service: Service) -> None:
    game = from_bgstats(service, part(1, "5", True), part(2, "3"), locationRefId=1, comments="great")
    assert (game.ruleset, game.place, game.tags, game.count_in_statistics) == (
        "scoresheet",
        "Kiel",
        ("imported",),
        True,
    )
    assert (game.summary.status, winners(game), scores(game), names(game)) == ("finished", (1,), [5, 3], ["Ann", "Ben"])
    assert (game.created_at, game.finished_at) == (AT, AT + 45 * 60 * SECOND)
    events = list(service.store.events(game.id))
    assert [event.kind for event in events] == ["start", "play", "play", "play"]
    assert {event.by for event in events} == {"bgstats:play-1"}
    assert [event.recorded_at for event in events] == [AT, *[AT + 45 * 60 * SECOND] * 3]
    assert sheet_of(service, game).name == "Hills"


def test_what_a_game_has_no_field_for_stands_in_its_notes(service: Service) -> None:
    game = from_bgstats(service, part(1, "12+7", True), comments="great", rounds=4, board="Night")
    comment, origin = service.store.notes(game.id)
    assert (comment.text, comment.version, comment.seat, comment.visible_to) == ("great", game.version, None, "table")
    first, rest = (origin.text or "").split("\n")
    assert first == "Imported from BG Stats."
    assert json.decode(rest) == {
        "source": "bgstats",
        "id": "play-1",
        "rounds": 4,
        "board": "Night",
        "playerScores": [{"score": "12+7"}],
    }


def test_long_comments_are_several_notes(service: Service) -> None:
    words = "word " * 2_500
    game = from_bgstats(service, part(1, "5", True), comments=words)
    texts = [note.text or "" for note in service.store.notes(game.id)][:-1]
    assert [len(text) for text in texts] == [5_000, 5_000, 2_499]
    assert "".join(texts) == words.strip()


HIGHEST, LOWEST = {"highestWins": True}, {"highestWins": False}


@pytest.mark.parametrize(
    ("game", "points", "won", "scoring"),
    [
        (HIGHEST, ["5", "3", "5"], [1, 3], "highest"),
        (HIGHEST, ["5", "3", "5"], [1], "noted"),
        (HIGHEST, ["5", "3", "4"], [2], "noted"),
        (LOWEST, ["5", "3", "4"], [2], "lowest"),
        (LOWEST, ["5", "", "4"], [3], "noted"),
        ({}, ["", "", ""], [2], "win"),
        ({"noPoints": True}, ["5", "3", "4"], [1], "noted"),
        ({"noPoints": True}, ["", "", ""], [1, 2], "win"),
        (HIGHEST, ["-5", "-3", "-4"], [2], "highest"),
        (HIGHEST, ["1500", "999", "-1"], [1], "highest"),
        (LOWEST, ["499999", "-499999", "0"], [2], "lowest"),
    ],
)
def test_who_won_by_the_file_has_won(
    service: Service, game: dict[str, Any], points: list[str], won: list[int], scoring: str
) -> None:
    """Broken by trusting the points: ties are broken by rules that no file names."""
    seats = [part(each, score, each in won) for each, score in enumerate(points, 1)]
    made = from_bgstats(service, *seats, game=game)
    assert winners(made) == tuple(won)
    assert sheet_of(service, made).scoring == scoring
    if scoring != "win":
        assert scores(made) == [int(score or 0) for score in points]


@pytest.mark.parametrize("won", [True, False])
@pytest.mark.parametrize(("points", "expected"), [(["7", "7"], 7), (["3", "4"], 7), (["", ""], 0)])
def test_together_all_win_or_lose(service: Service, won: bool, points: list[str], expected: int) -> None:
    """The same score of all is that of the table."""
    seats = [part(each, score, won) for each, score in enumerate(points, 1)]
    game = from_bgstats(service, *seats, game={"cooperative": True})
    assert winners(game) == ((1, 2) if won else ())
    assert game.count_in_statistics
    assert sheet_of(service, game).sides == "together"
    assert scores(game) == [expected, expected]


def test_where_only_some_win_together_each_plays_for_itself(service: Service) -> None:
    game = from_bgstats(service, part(1, "", True), part(2, ""), game={"cooperative": True})
    assert (winners(game), sheet_of(service, game).sides) == ((1,), "each")


def team(player: int, name: str, score: str, won: bool) -> dict[str, Any]:
    return part(player, score, won, team=name)


@pytest.mark.parametrize(
    ("points", "expected"), [(("5", "5", "7"), [5, 5, 7]), (("2", "3", "7"), [5, 5, 7]), (("", "", ""), [0, 0, 1])]
)
def test_teams_win_as_one(service: Service, points: tuple[str, ...], expected: list[int]) -> None:
    one, two, three = points
    game = from_bgstats(service, team(1, "Red", one, False), team(2, "Red", two, False), team(3, "Blue", three, True))
    assert (winners(game), sheet_of(service, game).sides) == ((3,), "teams")
    assert scores(game) == expected


def test_roles_and_who_began(service: Service) -> None:
    seats = [part(1, "5", True, role="Scout"), part(2, "3", role="Grey  Witch", startPlayer=True)]
    game = from_bgstats(service, *seats)
    board: Any = service.library.board(game, game.summary.head)
    assert [place.role for place in board.places] == ["scout", "grey-witch"]
    assert (board.first, sheet_of(service, game).turn_order) == (2, True)


def test_ignored_plays_and_those_without_a_known_winner_do_not_count(service: Service) -> None:
    assert not from_bgstats(service, part(1, "5", True), ignored=True).count_in_statistics
    assert not from_bgstats(service, part(1, ""), part(2, ""), uuid="b").count_in_statistics


def test_a_play_that_was_not_finished_is_abandoned(service: Service) -> None:
    xml = (
        '<play id="1" date="2025-03-02" incomplete="1"><item name="Hills"/>'
        '<players><player name="Ann" score="4"/></players></play>'
    )
    (game,) = imported(service, bgg(xml))
    assert (game.summary.status, scores(game)) == ("abandoned", [4])


CSV = "date,game,player,score,winner\n2025-03-02,Hills,Ann,3,{}\n2025-03-02,Hills,Ben,5,{}\n"


def test_named_winners_tell_how_their_plays_are_scored_and_no_others(service: Service) -> None:
    """Broken by naming a winner of the second play by the first one."""
    text = CSV.format(1, 0) + "2025-03-03,Hills,Ann,9,\n2025-03-03,Hills,Ben,8,\n"
    named, unnamed = imported(service, text)
    assert (sheet_of(service, named).scoring, winners(named)) == ("lowest", (1,))
    assert (winners(unnamed), unnamed.count_in_statistics) == ((), False)


@pytest.mark.parametrize(
    ("scoring", "won", "counts"), [("highest", (2,), True), ("lowest", (1,), True), (None, (), False)]
)
def test_where_no_winner_is_named_nobody_is_guessed(
    service: Service, scoring: str | None, won: tuple[int, ...], counts: bool
) -> None:
    (game,) = imported(service, CSV.format("", ""), scoring=scoring)
    assert (winners(game), game.count_in_statistics, scores(game)) == (won, counts, [3, 5])


def test_one_sheet_serves_all_plays_of_a_title(service: Service) -> None:
    """Also those of another file, with other points."""
    games = imported(service, bgstats({}, {"playerScores": [part(1, "170", True), part(3, "2")]}))
    games += imported(service, bgstats({"uuid": "other", "playerScores": [part(2, "900", True)]}))
    assert len({game.component_set for game in games}) == 1
    assert [each.name for each in service.store.component_sets("scoresheet")] == ["Hills"]


@given(title=st.text(min_size=1, max_size=100), roles=st.lists(st.text(min_size=1, max_size=60), max_size=50))
@settings(suppress_health_check=[HealthCheck.too_slow], max_examples=50)
def test_each_title_has_a_sheet_that_can_be_played(title: str, roles: list[str]) -> None:
    named = {role.casefold(): role for role in roles if sheets.is_name(role) and role.isprintable()}
    if sheets.is_title(title) and title.isprintable():
        form = sheets.Form(title, "each", "highest")
        parts = sheets.TitleParts(sheets.AMOUNTS[2], tuple(sorted(named.values()))[: sheets.MOST_ROLES])
        loaded = load(document(form, parts))
        assert loaded.sheet.name == title
        assert len(loaded.role) == len(parts.roles)


def test_what_was_stored_is_sound_and_would_be_decided_again(service: Service) -> None:
    """A hundred plays of all kinds."""
    text = encoded(file_of(100))
    games = imported(service, text)
    assert len(games) == 100
    assert list(all_findings(service.library, service.store.verification(), re_decide=True)) == []
    assert faults(planned(service, text)) == []
    assert [game.created_at for game in games] == sorted(game.created_at for game in games)


def test_plays_are_stored_on_postgresql_too(postgresql_url: str) -> None:
    """In batches, as on SQLite; a second import finds them."""
    config = Settings.read({}, database_url=postgresql_url)
    with Store.open(postgresql_url) as store:
        on_postgresql = Service.over(store, config, installed_rulesets())
        text = encoded(file_of(30))
        games = imported(on_postgresql, text)
        assert len({game.id for game in games}) == 30
        assert sum(len(store.notes(game.id)) for game in games) >= 30
        assert planned(on_postgresql, text).here == 30
        assert list(all_findings(on_postgresql.library, store.verification())) == []
