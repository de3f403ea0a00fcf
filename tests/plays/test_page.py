"""Plays that are imported on the page: what a file would become is shown first."""

from __future__ import annotations

import re
from html import unescape
from io import BytesIO
from typing import Any

import pytest

from api.app import create_app
from api.plays import reading
from api.rest.body_limits import MAX_BODY
from api.service import Service
from tests.plays.build import bgstats
from tests.plays.test_rest import BAD, CSV, XML

ADDRESS = "/new/plays"


def send(service: Service, file: str | bytes | None, step: str = "check", **fields: str) -> Any:
    data: dict[str, Any] = {"step": step} | fields
    if file is not None:
        content = file.encode() if isinstance(file, str) else file
        data["file"] = (BytesIO(content), "plays.csv")
    client = create_app(service).test_client()
    return client.post(ADDRESS, data=data, content_type="multipart/form-data")


def words(answer: Any) -> str:
    """What the page says of the file, without markup."""
    outcome = answer.text.partition('class="outcome">')[2].partition('class="foot"')[0]
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]*>", " ", outcome)))


def test_the_page_of_a_new_game_leads_to_it(service: Service) -> None:
    client = create_app(service).test_client()
    assert f'href="{ADDRESS}"' in client.get("/new").text
    page = client.get(ADDRESS)
    assert page.status_code == 200
    assert '<div class="outcome"></div>' in page.text


@pytest.mark.parametrize("file", [CSV, bgstats({}), XML], ids=["csv", "bgstats", "bgg"])
def test_a_check_stores_nothing(service: Service, file: str | bytes) -> None:
    """The format is that of the content, whatever the file is called."""
    answer = send(service, file)
    assert answer.status_code == 200
    assert "would be stored, 0 plays here already." in words(answer)
    assert "choose the same file again" in words(answer)
    assert service.store.games() == []


def test_a_check_names_titles_and_players(service: Service) -> None:
    send(service, "date,game,player\n2025-03-01,Moor,ann\n", "import")
    found = words(send(service, CSV))
    for part in ("Games Hills 1 Mills 1", "1 new player Ben", "1 known player Ann is ann"):
        assert part in found


def test_a_game_whose_play_was_deleted_is_linked(service: Service) -> None:
    play = {"uuid": "e4f1-1"}
    send(service, bgstats(play), "import")
    (game,) = service.store.games()
    answer = send(service, bgstats(deletedObjects=[{"uuid": "e4f1-1", "type": "play"}]))
    assert f'href="/games/{game.id}"' in answer.text


def test_a_file_that_is_sent_twice_is_stored_once(service: Service) -> None:
    first = send(service, CSV, "import")
    assert first.status_code == 200
    assert "Imported 2 games stored, 0 plays here already." in words(first)
    assert 'href="/?tag=imported"' in first.text
    second = send(service, CSV, "import")
    assert "Imported 0 games stored, 2 plays here already." in words(second)
    assert len(service.store.games()) == 2
    assert create_app(service).test_client().get("/?tag=imported").text.count('class="panel game"') == 2


def test_a_file_with_faults_is_not_imported_unless_they_are_left_out(service: Service) -> None:
    checked, refused = send(service, CSV + BAD), send(service, CSV + BAD, "import")
    assert (checked.status_code, refused.status_code) == (200, 422)
    for answer in (checked, refused):
        assert "2 games could be stored, 0 plays here already, 1 fault." in words(answer)
        assert "Line 5, score 'four' is not a number" in words(answer)
        assert "tick “Leave out plays with faults”" in words(answer)
    assert service.store.games() == []
    others = send(service, CSV + BAD, "import", partial="yes")
    assert others.status_code == 200
    assert "2 games stored, 0 plays here already, 1 fault." in words(others)
    assert len(service.store.games()) == 2


def test_a_hundred_faults_are_shown(service: Service) -> None:
    found = send(service, CSV + BAD * 120)
    assert words(found).count("is not a number") == 100
    assert "and 20 more" in words(found)


def test_the_options_are_those_of_the_command(service: Service) -> None:
    unknown = CSV.replace(",winner", ",").replace(",1,", ",,").replace(",0,", ",,")
    assert "2 games count in no statistic." in words(send(service, unknown))
    assert "in no statistic" not in words(send(service, unknown, scoring="lowest"))
    dated = re.sub(r"2025-03-0(\d)", r"\1.3.2025", CSV)
    assert "2 games would be stored" in words(send(service, dated, date_pattern="%d.%m.%Y"))


@pytest.mark.parametrize(
    ("file", "fields", "field", "why"),
    [
        (None, {}, "file", "File: choose a file. Nothing was stored."),
        (b"", {}, "file", "File: Line 1: the file is empty. Nothing was stored."),
        (b"\xff\xfe", {}, "file", "File: Line 1: it is not written in UTF-8"),
        (CSV, {"date_pattern": "%d.%d.%Y"}, "date_pattern", "Dates: '%d.%d.%Y' does not have a day, a month and a"),
        (XML, {"date_pattern": "%d.%m.%Y"}, "date_pattern", "Dates: only the dates of a CSV file have a format"),
    ],
)
@pytest.mark.parametrize("step", ["check", "import"])
def test_what_is_wrong_stands_at_its_field(
    service: Service, file: str | bytes | None, fields: dict[str, str], field: str, why: str, step: str
) -> None:
    answer = send(service, file, step, **fields)
    assert answer.status_code == 422
    assert why in words(answer)
    assert re.search(rf'name="{field}"[^>]* aria-invalid="true" aria-describedby="fault"', answer.text)
    assert service.store.games() == []


@pytest.mark.parametrize("fields", [{"scoring": "most"}, {"partial": "perhaps"}, {"step": "both"}])
def test_a_form_that_no_page_has_is_refused(service: Service, fields: dict[str, str]) -> None:
    answer = send(service, CSV, **{"step": "import"} | fields)
    assert answer.status_code == 404
    assert service.store.games() == []


def test_a_file_may_be_as_large_as_over_rest(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """One of more than a MiB, as other forms may have, is read."""
    large = CSV + (" " * 1_023 + "\n") * 1_030
    assert "2 games would be stored" in words(send(service, large))
    monkeypatch.setattr(reading, "MOST_BYTES", 1 << 20)
    refused = send(service, large, "import")
    assert refused.status_code == 413
    assert "File: Line 1: it has more than 1 MiB. Divide the file" in words(refused)
    assert service.store.games() == []


def test_another_form_has_its_limit(service: Service) -> None:
    """Also as multipart, and with a file."""
    client = create_app(service).test_client()
    data = {"title": "Hills", "file": (BytesIO(b"x" * (MAX_BODY + 1)), "plays.csv")}
    assert client.post("/new/result", data=data, content_type="multipart/form-data").status_code == 413


def test_a_body_that_no_file_may_have_is_refused_in_the_form(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.rest.web.MAX_UPLOAD", 1 << 20)
    refused = send(service, "x" * (1 << 21), "import")
    assert refused.status_code == 413
    assert "Divide the file" in words(refused)


def test_another_website_cannot_send_a_file(service: Service) -> None:
    client = create_app(service).test_client()
    data = {"step": "import", "file": (BytesIO(CSV.encode()), "plays.csv")}
    answer = client.post(ADDRESS, data=data, headers={"Origin": "https://elsewhere.example"})
    assert answer.status_code == 403
    assert service.store.games() == []


def test_the_text_of_a_file_is_no_markup(service: Service) -> None:
    answer = send(service, "date,game,player,score\n2025-03-02,<b>Hills,<i>Ann,1\n2025-03-03,Mills,Ben,<i>\n")
    assert "&lt;b&gt;Hills" in answer.text
    assert not re.search(r"<i>|<b>Hills", answer.text)
