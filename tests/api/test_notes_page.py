"""Notes on the replay page: beside the sentence of a version, written and changed by forms, without script."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from tests.api.conftest import action_bodies, record
from tests.api.test_notes import notes, read_by, served, write

if TYPE_CHECKING:
    from tests.api.client import Answer, Client


def page(client: Client, game: str, **query: Any) -> str:
    answer = client.get(f"/games/{game}", query_string=query)
    assert answer.status_code == 200, answer.text
    return answer.text


def panel(text: str) -> str:
    """The notes of the shown version."""
    found = re.search(r'(?s)<div id="notes">(.*?)</section>', text)
    assert found
    return found[1]


def fields_of(form: str) -> dict[str, str]:
    """What a form sends unchanged: hidden fields, text and choices."""
    hidden = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', form))
    text = re.search(r'(?s)<textarea[^>]*name="text"[^>]*>(.*?)</textarea>', form)
    chosen = re.search(r'<option value="(\w+)" selected>', form)
    assert text
    assert chosen
    waits = {"visible_from": "end"} if re.search(r'name="visible_from" value="end" checked', form) else {}
    return {**hidden, "text": text[1], "visible_to": chosen[1], **waits}


def forms(text: str) -> list[tuple[str, dict[str, str]]]:
    """The address and fields of each form of the panel; the last form writes a new note."""
    found = re.findall(r'(?s)<form method="post" action="([^"]+)">(.*?)</form>', panel(text))
    return [(address.replace("&amp;", "&"), fields_of(form)) for address, form in found]


def send(client: Client, form: tuple[str, dict[str, str]], **changed: str) -> Answer:
    address, fields = form
    return client.post(address, data={**fields, **changed})


def test_a_note_is_written_changed_and_deleted_by_forms(client: Client) -> None:
    """Each form leads back to the version; the text is beside the sentence."""
    game = record(client, count=10)
    assert "No notes on version 5" in page(client, game, v=5)
    (new,) = forms(page(client, game, v=5))
    answer = send(client, new, text="Here it\r\nwas <lost>.", visible_to="all")
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/games/{game}?v=5")
    (note,) = notes(client, game)
    assert (note["version"], note["text"], note["visible_to"], note["seat"]) == (5, "Here it\nwas <lost>.", "all", None)
    shown = page(client, game, v=5)
    # beside the sentence, in the list of notes, in its own form, and in the list of all notes
    assert shown.count("Here it\nwas &lt;lost&gt;.") == 4
    assert "Visible to everyone" in panel(shown)
    assert "Here it\nwas" not in panel(page(client, game, v=6)).partition("All notes")[0]
    change, _ = forms(shown)
    send(client, change, text="It was not.")
    assert [note["text"] for note in notes(client, game)] == ["It was not."]
    change, _ = forms(page(client, game, v=5))
    assert send(client, change, delete="yes").headers["Location"] == f"/games/{game}?v=5"
    assert notes(client, game) == []


def test_a_bookmark_has_no_text(client: Client) -> None:
    game = record(client, count=10)
    (new,) = forms(page(client, game, v=5))
    send(client, new)
    assert [note["text"] for note in notes(client, game)] == [None]
    assert "Bookmark" in panel(page(client, game, v=5))


def test_a_seat_writes_private_notes(client: Client) -> None:
    """In a game that the service deals, the page of a spectator has no form, and shows only notes for all."""
    game = served(client)
    assert not forms(page(client, game, v=2))
    (new,) = forms(page(client, game, v=2, viewer=1))
    answer = send(client, new, text="The monk is gone.", visible_to="seat")
    assert answer.headers["Location"] == f"/games/{game}?v=2&viewer=1"
    assert read_by(client, game, ("1", "2", "spectator")) == {"1": 1, "2": 0, "spectator": 0}
    assert "Visible to Ada only" in page(client, game, v=2, viewer=1)
    for query in ({"viewer": 2}, {}):
        assert "The monk is gone." not in page(client, game, v=2, **query)
    (_, (other, fields)) = forms(page(client, game, v=2, viewer=1))
    assert client.post(other.replace("viewer=1", "viewer=spectator"), data=fields).status_code == 404
    change, _ = forms(page(client, game, v=2, viewer=1))
    assert client.post(change[0].replace("viewer=1", "viewer=2"), data=change[1]).status_code == 404


def test_a_note_that_waits_for_the_end_says_so(client: Client) -> None:
    """Once the game is over, no note can wait any more."""
    game, whole = record(client, count=20), len(action_bodies())
    (new,) = forms(page(client, game, v=5))
    send(client, new, text="Told later.", visible_to="all", visible_from="end")
    assert "Visible to everyone, only after the game" in page(client, game, v=5)
    assert "Told later." not in page(client, game, v=5, viewer=1)
    client.post(f"/v1/games/{game}/actions", json=action_bodies()[20:whole])
    over = page(client, game, v=5, viewer=1)
    assert "Told later." in over
    assert "only after the game" not in panel(page(client, game, v=6))


def test_a_form_that_is_sent_twice_writes_one_note(client: Client) -> None:
    """The same text in a form of the reloaded page writes another note."""
    game = record(client, count=10)
    (new,) = forms(page(client, game, v=5))
    for _ in range(2):
        assert send(client, new, text="Good.").status_code == 303
    assert len(notes(client, game)) == 1
    send(client, forms(page(client, game, v=5))[-1], text="Good.")
    assert len(notes(client, game)) == 2


@pytest.mark.parametrize(
    "changed",
    [{"text": "x" * 5001}, {"text": "a bell\x07"}, {"version": "99"}, {"visible_to": "seat"}, {"visible_to": "me"}],
)
def test_a_malformed_form_is_refused(client: Client, changed: dict[str, str]) -> None:
    game = record(client, count=10)
    (new,) = forms(page(client, game, v=5))
    assert 400 <= send(client, new, **changed).status_code < 500
    assert notes(client, game) == []


def test_later_notes_are_hidden_with_spoilers_off(client: Client) -> None:
    game = record(client, count=10)
    for version in (5, 9):
        write(client, game, version, text=f"Of {version}.")
    shown = page(client, game, v=6, spoilers="off")
    assert "Of 5." in shown
    assert "Of 9." not in shown


def test_the_reason_of_an_undo_is_shown_at_its_target(client: Client) -> None:
    game = record(client, count=10)
    client.post(f"/v1/games/{game}/undo", json={"to": "8", "reason": "the wrong column"})
    assert "the wrong column" in panel(page(client, game, v=8)).partition("All notes")[0]


def test_a_line_is_labelled_on_its_page(client: Client) -> None:
    """The label is shown where the line parts from the shown one; a game with a single line has no field for it."""
    game = record(client, count=10)
    assert "Name this line" not in page(client, game, v=5)
    play_another_line(client, game, 4)
    (address,) = re.findall(r'action="(/games/[^"]*/lines/[^"]*)"', page(client, game, v=10))
    assert address == f"/games/{game}/lines/1?"
    for called, shown in (("With <the> archer", "With &lt;the&gt; archer"), ("", "Another line")):
        answer = client.post(address, data={"version": "10", "label": called})
        assert answer.headers["Location"] == f"/games/{game}?v=10"
        assert f">{shown}: 7 events, undone</a>" in page(client, game, v=4)
    along = page(client, game, v=4, line=1)  # at the fork, the form labels the line that is shown
    assert re.findall(r'action="(/games/[^"]*/lines/[^"]*)"', along) == [f"/games/{game}/lines/1?line=1"]
    assert client.post(address, data={"version": "10", "label": "x" * 201}).status_code == 422
    assert client.post(f"/games/{game}/lines/5?", data={"version": "10", "label": "x"}).status_code == 404
    assert client.post(f"/games/{game}/lines/1?viewer=spectator", data={"version": "10"}).status_code == 404


def play_another_line(client: Client, game: str, version: int) -> None:
    """Undo to a version and play any action, which starts another line."""
    client.post(f"/v1/games/{game}/undo", json={"to": str(version)})
    legal = client.get(f"/v1/games/{game}/legal-actions").json["items"]
    bodies = ({"seat": each["seat"], "action": each["action"]} for each in legal)
    assert any(client.post(f"/v1/games/{game}/actions", json=each).status_code == 201 for each in bodies)


def titles(text: str, version: int) -> list[str]:
    """The marks of a version in the timeline, as words."""
    found = re.search(rf'(?s)<a class="ev"[^>]*data-v="{version}".*?</a>', text)
    assert found
    return re.findall(r'title="([^"]+)"', found[0])


def test_notes_are_marked_in_the_timeline_and_on_the_scrubber(client: Client) -> None:
    """A viewer sees the marks of the notes that it may read; the key for the next mark leads to them."""
    game = record(client, count=10)
    write(client, game, 4, seat=1, visible_to="seat")
    for viewer, marked in (("table", True), ("1", True), ("2", False)):
        text = page(client, game, v=5, viewer=viewer, round="all")
        assert ("note" in titles(text, 4)) is marked
        drawn = re.search(r'(?s)<svg class="scrub".*?</svg>\n<svg class="scrub rounds"', text)
        assert drawn
        assert ('href="#g-scroll"' in drawn[0]) is marked
        marks = re.search(r'data-marks="([^"]*)"', text)
        assert marks
        assert ("4" in marks[1].split()) is marked


def test_variations_of_one_move_are_folded_in_the_timeline(client: Client) -> None:
    """A list opens them."""
    game = record(client, count=60)
    head = client.get(f"/v1/games/{game}").json["can_undo"]["to"]  # the start of a move
    for _ in range(3):
        play_another_line(client, game, head)
    text = page(client, game, v=head, round="all")
    folded = re.search(r'(?s)<details class="twigs"><summary>(\d+) variations</summary>(.*?)</details>', text)
    assert folded
    assert folded[2].count("<a href=") == int(folded[1]) >= 2
    listed = client.get(f"/v1/games/{game}/timeline").json["rounds"]
    events = [event for part in listed for turn in part["turns"] for event in turn["events"]]
    (folded_event,) = [event for event in events if event["version"] == head]
    assert len(folded_event["tries"]) == int(folded[1])


def test_a_corrected_move_is_marked_in_the_timeline(client: Client) -> None:
    game = record(client, count=30)
    for version in range(2, 31):
        change = {"changes": [{"version": version, "drop": True}]}
        done = client.post(f"/v1/games/{game}/amend?dry_run=1", json=change, headers={"If-Match": '"31"'})
        if done.status_code == 200 and done.json["kept"]:
            break
    client.post(f"/v1/games/{game}/amend", json=change, headers={"If-Match": '"31"'})
    assert "corrected" in titles(page(client, game, v=33, round="all"), 33)


def test_undos_are_not_marked_with_spoilers_off(client: Client) -> None:
    game = record(client, count=30)
    client.post(f"/v1/games/{game}/undo", json={"to": "20", "reason": "a slip"})
    assert "note" in titles(page(client, game, v=20, round="all"), 20)
    assert "note" not in titles(page(client, game, v=20, spoilers="off"), 20)
    assert "undone to here" in titles(page(client, game, v=20, round="all"), 20)
    assert "undone to here" not in titles(page(client, game, v=20, spoilers="off"), 20)
