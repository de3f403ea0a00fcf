"""Numbers of all players on one form, recorded at once: all of them, or none."""

from __future__ import annotations

from html import unescape

import pytest

from api.app import create_app
from api.service import Service
from rulesets.kit.errors import Refused
from tests.api.client import Answer, Client
from tests.api.recording import Reader
from tests.api.test_numbers import begin, sentences


@pytest.fixture
def sheets(full_service: Service) -> Client:
    return Client(create_app(full_service))


def fields(client: Client, game: str) -> dict[str, str]:
    (form,) = Reader(client.get(f"/games/{game}/round").text).forms
    return form.fields


def send(client: Client, game: str, numbers: dict[str, str], **more: str) -> Answer:
    return client.post(f"/games/{game}/round", data=fields(client, game) | numbers | more)


ROUND = {"1.Score.goods": "7", "2.Score.goods": "0", "3.Score.goods": "50", "1.Score.farms": "-5"}


def test_the_numbers_of_all_players_are_recorded_at_once(sheets: Client) -> None:
    """In the order of the form; what is left empty can be entered later, on the same form."""
    game = begin(sheets)
    assert [name for name in fields(sheets, game) if "Score" in name] == [
        f"{seat}.Score.{of}" for of in ("farms", "goods") for seat in (1, 2, 3)
    ]
    assert send(sheets, game, ROUND).status_code == 303
    assert sentences(sheets, game) == [
        "Ann scores \u22125 points for Farms.",
        "Ann scores 7 points for Goods.",
        "Ben scores 0 points for Goods.",
        "Cleo scores 50 points for Goods.",
    ]
    assert [name for name in fields(sheets, game) if "Score" in name] == ["2.Score.farms", "3.Score.farms"]


@pytest.mark.parametrize(
    ("numbers", "text"),
    [
        ({}, "Enter a number for at least one player."),
        (dict.fromkeys(ROUND, "  "), "Enter a number for at least one player."),
        (ROUND | {"2.Score.goods": "ten"}, "Ben, Goods: enter a whole number, 0 to 50."),
        (ROUND | {"3.Score.goods": "51"}, "Cleo, Goods: enter a whole number, 0 to 50."),
        (ROUND | {"1.Score.farms": "4"}, "Ann, Farms: enter a whole number, \u22125 to 20, in steps of 5."),
        (ROUND | {"1.Score.farms": "x" * 200}, "Ann, Farms: enter a whole number"),
    ],
    ids=["nothing", "spaces", "letters", "beyond the limits", "off the steps", "200 letters"],
)
def test_one_wrong_number_is_named_and_none_is_recorded(sheets: Client, numbers: dict[str, str], text: str) -> None:
    """What was entered is there again."""
    game = begin(sheets)
    answer = send(sheets, game, numbers)
    assert answer.status_code == 422
    assert text in unescape(answer.text)
    assert not sentences(sheets, game)
    if "50" in numbers.values():
        assert 'value="50"' in answer.text


def test_a_form_that_is_sent_twice_is_recorded_once(sheets: Client) -> None:
    game = begin(sheets)
    given = fields(sheets, game) | ROUND
    answers = [sheets.post(f"/games/{game}/round", data=given) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [303, 303]
    assert len(sentences(sheets, game)) == len(ROUND)
    assert sheets.post(f"/games/{game}/round", data=given | {"1.Score.goods": "8"}).status_code == 422


def test_a_form_that_came_too_late_says_what_was_recorded_since(sheets: Client) -> None:
    game = begin(sheets)
    late = fields(sheets, game)
    send(sheets, game, {"1.Score.goods": "3"})
    answer = sheets.post(f"/games/{game}/round", data=late | ROUND)
    assert answer.status_code == 412
    assert "Ann scores 3 points for Goods." in answer.text
    assert len(sentences(sheets, game)) == 1


def test_a_refusal_leads_to_its_rule(full_service: Service, sheets: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """And what was entered is there again."""

    def refuse(*_: object, **__: object) -> None:
        raise Refused("SHT-SCO-03")

    game = begin(sheets)
    monkeypatch.setattr(full_service.recorder, "act", refuse)
    answer = send(sheets, game, ROUND)
    assert answer.status_code == 422
    assert (
        'role="alert"><b><a class="plain" href="/rulesets/scoresheet/rules/SHT-SCO-03">SHT-SCO-03</a></b>'
        in answer.text
    )
    assert 'value="50"' in answer.text


@pytest.mark.parametrize("more", [{"key": "?"}, {"expected": "x"}, {"expected": "9" * 30}, {"expected": "-1"}])
def test_a_form_that_no_page_has_is_refused(sheets: Client, more: dict[str, str]) -> None:
    game = begin(sheets)
    assert send(sheets, game, ROUND, **more).status_code == 404
    assert not sentences(sheets, game)


def test_the_record_page_leads_there_where_several_players_enter_numbers(sheets: Client) -> None:
    """Where Tabletale rolls, each device enters the numbers of its own players."""
    game = begin(sheets)
    assert f'href="/games/{game}/round"' in sheets.get(f"/games/{game}/record").text
    assert sheets.get(f"/games/{begin(sheets, chance='server')}/round").status_code == 404
    body = {"ruleset": "heros_crossing_tactics", "seats": [{"name": "Ann"}, {"name": "Ben"}], "chance": "table"}
    other = sheets.post("/v1/games", json=body).json.get("id")
    assert other is None or "/round" not in sheets.get(f"/games/{other}/record").text
