"""The page of the end of a game: result, ranks, parts of the score, turning points, longest turn."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from uuid import UUID

import pytest

from api.app import create_app
from api.pages.result import changes_of_lead, largest_changes, longest_turn
from api.service import Service
from api.settings import Settings
from events import Event, Store
from projections.step_summaries import StepSummary
from rulesets.card_tactics import RULESET as CARDS
from tests.api.client import Client
from tests.api.conftest import action_bodies, record
from tests.api.test_game_list import record_cards
from tests.api.test_pages import Outline, page

CALLED = {0: "The team", 1: "Ada", 2: "Ben"}


def step_of(version: int, *, after: int, seat: int | None = 1) -> StepSummary:
    """An event so many microseconds after the start."""
    usual: dict[str, Any] = {"round": 1, "turn": 1, "type": "Go", "begins": True, "text": f"Step {version}."}
    usual |= {"by": None, "marks": (), "touches": (), "standing": (), "occurred_at": None}
    return StepSummary(version=version, seat=seat, recorded_at=after, **usual)


def line(*scores: tuple[int, ...]) -> list[tuple[int, dict[int, float]]]:
    """Versions 1 and on with the scores of seats 1 and on."""
    return [(version, dict(enumerate(each, 1))) for version, each in enumerate(scores, 1)]


# --- turning points


def test_the_lead_changes_if_another_seat_leads_alone() -> None:
    """A tie in between, or the first lead of all, is no change."""
    moments = changes_of_lead(line((0, 0), (2, 0), (2, 2), (3, 2), (3, 3), (3, 5), (6, 5)), CALLED)
    assert [(moment.version, moment.what) for moment in moments] == [
        (6, "Ben takes the lead from Ada, 5 to 3"),
        (7, "Ada takes the lead from Ben, 6 to 5"),
    ]


def test_only_the_last_changes_of_the_lead_are_shown() -> None:
    moments = changes_of_lead(line(*[(n % 2 * 2, 1) for n in range(40)]), CALLED)
    assert len(moments) == 6
    assert moments[-1].version == 40


def test_the_largest_score_changes_are_those_of_one_event() -> None:
    """Gains and losses count; the first scores do not; of equal changes, the earlier comes first."""
    moments = largest_changes(line((5, 5), (5, 4), (9, 4), (9, 1), (8, 1), (6, 1), (5, 1)), CALLED)
    assert [(moment.version, moment.what) for moment in moments] == [
        (3, "Ada: 4 more, now 9"),
        (4, "Ben: 3 less, now 1"),
        (6, "Ada: 2 less, now 6"),
    ]
    assert largest_changes(line((5, 5), (5, 5)), CALLED) == []
    assert largest_changes([(1, {0: 3}), (2, {0: 1.5})], CALLED)[0].what == "The team: 1.5 less, now 1.5"


def test_a_break_is_not_the_longest_turn() -> None:
    minute = 60_000_000
    times = (0, 3, 4, 94)
    steps = [step_of(version, after=minutes * minute) for version, minutes in enumerate(times, 1)]
    longest = longest_turn([*steps, step_of(5, after=98 * minute, seat=None)], CALLED)
    assert longest
    assert (longest.version, longest.name, longest.time) == (2, "Ada", "3 min")
    assert longest_turn([step_of(1, after=0), step_of(2, after=900_000)], CALLED) is None


def test_the_end_page_uses_the_cache_of_the_replay_page(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """The cache has the scores of each event, so the end of a long game is shown at once."""
    game = record(client)
    client.get(f"/games/{game}")
    read: list[object] = []
    events = Store.events

    def noted(store: Store, game_id: UUID, *span: int) -> Iterator[Event]:
        read.append(span)
        return events(store, game_id, *span)

    monkeypatch.setattr(Store, "events", noted)
    assert client.get(f"/games/{game}/end").status_code == 200
    assert read == []


# --- the page


def test_a_finished_game_has_a_page_of_its_end(client: Client) -> None:
    game = record(client)
    game_json = client.get(f"/v1/games/{game}").json
    text = page(client, f"/games/{game}/end")
    Outline(text)
    winner = ["Ada", "Ben"][game_json["result"]["winners"][0] - 1]
    assert f"{winner} won" in text
    assert "a Monarch is dead" in text
    for score in game_json["standing"]:
        assert f'<td class="score">{score["score"]}</td>' in text
    ranks = re.findall(r'<td class="rank">(\d)</td>', text)
    assert ranks == ["1", "2"]
    links = [int(version) for version in re.findall(rf'href="/games/{game}\?v=(\d+)"', text)]
    assert links
    assert all(client.get(f"/games/{game}?v={version}").status_code == 200 for version in links)
    assert game_json["head"] in links


def test_a_running_game_has_no_end_page(client: Client) -> None:
    game = record(client, count=20)
    text = page(client, f"/games/{game}/end")
    assert "is not over" in text
    assert f'href="/games/{game}"' in text
    assert "won" not in text


def test_an_undone_end_still_has_a_page(client: Client) -> None:
    """It says that the end was undone; the game itself is running."""
    game = record(client)
    end = client.get(f"/v1/games/{game}").json["head"]
    client.post(f"/v1/games/{game}/undo", json={"to": "-3"})
    text = page(client, f"/games/{game}/end")
    assert "is not over" in text
    assert f'href="/games/{game}/end?v={end}"' in text
    undone = page(client, f"/games/{game}/end?v={end}")
    assert "won" in undone
    assert "was undone" in undone
    client.post(f"/v1/games/{game}/actions", json=action_bodies()[-3:])
    text = page(client, f"/games/{game}/end")
    assert "is not over" not in text
    assert f'href="/games/{game}/end?v={end}"' in text


@pytest.mark.parametrize(
    ("address", "status"), [("?v=999", 404), ("?v=x", 404), ("?v=3", 200), (f"?v={'9' * 300}", 404), ("?v=", 200)]
)
def test_a_version_that_is_no_end_has_a_problem_page(client: Client, address: str, status: int) -> None:
    game = record(client)
    answer = client.get(f"/games/{game}/end{address}")
    assert (answer.status_code, answer.mimetype) == (status, "text/html")
    if address == "?v=3":
        assert "is not over at version 3" in answer.text
        assert f'href="/games/{game}/end"' in answer.text
    for nowhere in ("nonsense", "01890000-0000-7000-8000-000000000000"):
        answer = client.get(f"/games/{nowhere}/end")
        assert (answer.status_code, answer.mimetype) == (404, "text/html")


def test_a_team_wins_or_loses_as_one(settings: Settings) -> None:
    with Store.open(settings.database_url, synchronous="NORMAL") as store:
        client = Client(create_app(Service.over(store, settings, {CARDS.name: CARDS})))
        for seed in (1, 2, 3, 4):
            game = record_cards(client, seed)
            winners = client.get(f"/v1/games/{game}").json["result"]["winners"]
            text = page(client, f"/games/{game}/end")
            Outline(text)
            assert ("The team won" in text, "The team lost" in text) == (bool(winners), not winners)
            assert 'class="rank"' not in text
            assert "takes the lead" not in text
