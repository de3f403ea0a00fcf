"""Every request that can be made about a game, for each route of the service: sent to two games to tell them apart."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, Any

from tests.api.recording import Reader

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tests.api.client import Client

MaskedAnswer = tuple[object, ...]

NOT_OF_ONE_GAME = "it is not about one game"
ASSETS = "it is the same for everybody"
WRITES = "it redirects to a page that has a request of its own"
RECORDS = "it is for a table with its own dice and cards, which sees all"
METADATA = "it changes metadata, and answers as the route that shows it"

EXEMPT = {
    "pages.asset": ASSETS,
    "pages.rules": ASSETS,
    "pages.docs": ASSETS,
    "pages.problems": ASSETS,
    "pages.about_problem": ASSETS,
    "pages.rulesets": ASSETS,
    "pages.ruleset": ASSETS,
    "pages.sample_board": ASSETS,
    "pages.cards_of": ASSETS,
    "pages.card_of": ASSETS,
    "pages.rules_of": ASSETS,
    "pages.rule_of": ASSETS,
    "healthz": ASSETS,
    "readyz": ASSETS,
    "openapi": ASSETS,
    "list_rulesets": ASSETS,
    "show_ruleset": ASSETS,
    "list_component_sets": ASSETS,
    "show_component_set": ASSETS,
    "upload_component_set": NOT_OF_ONE_GAME,
    "list_statistics": ASSETS,
    "show_statistic": "it counts games that are finished",
    "pages.statistics": ASSETS,
    "pages.question": "it counts games that are finished",
    "pages.figures": "it counts games that are finished",
    "pages.row_games": "it names games that are finished",
    "pages.marks": ASSETS,
    "pages.begin": NOT_OF_ONE_GAME,
    "pages.create": WRITES,
    "pages.sheet": NOT_OF_ONE_GAME,
    "pages.refine_sheet": NOT_OF_ONE_GAME,
    "pages.only_result": NOT_OF_ONE_GAME,
    "pages.record_result": WRITES,
    "pages.choose_plays": NOT_OF_ONE_GAME,
    "pages.import_plays": WRITES,
    "create_game": NOT_OF_ONE_GAME,
    "import_games": "who sends a game has all of it, and the chain of its hashes too",
    "import_plays": NOT_OF_ONE_GAME,
    "list_players": NOT_OF_ONE_GAME,
    "create_player": NOT_OF_ONE_GAME,
    "show_player": NOT_OF_ONE_GAME,
    "rename_player": METADATA,
    "delete_player": METADATA,
    "merge_player": METADATA,
    "change_game": METADATA,
    "pages.players": NOT_OF_ONE_GAME,
    "pages.ask_to_delete": NOT_OF_ONE_GAME,
    "pages.delete_player": METADATA,
    "pages.ask_to_merge": NOT_OF_ONE_GAME,
    "pages.merge": METADATA,
    "pages.rename": METADATA,
    "pages.choose_perspective": WRITES,
    "pages.move": WRITES,
    "pages.note": WRITES,
    "pages.change": WRITES,
    "pages.label": WRITES,
    "pages.enter_round": RECORDS,
    "pages.record_round": RECORDS,
    "pages.take": WRITES,
    "pages.take_step": WRITES,
    "pages.answer_undo": WRITES,
    "pages.end_early": WRITES,
    "pages.ask_to_adjust": RECORDS,
    "pages.adjust_now": RECORDS,
    "pages.dice": "it tells nothing before the game is over",
    "pages.start_what_if": WRITES,
    "pages.apply_moves": WRITES,
    "pages.amend_at": RECORDS,
    "pages.preview_correction": RECORDS,
    "pages.amend_now": RECORDS,
    "pages.amend_back": RECORDS,
}
"""Routes that reveal nothing about a running game, and why."""


def _get(*paths: str) -> Any:
    """A function that requests these addresses of one route; `{game}`, `{viewer}` and `{head}` are filled in."""

    def ask(client: Client, game: str, viewer: str) -> Iterator[MaskedAnswer]:
        head = client.get(f"/v1/games/{game}").json["head"]
        for path in paths:
            yield _masked(client.get(path.format(game=game, viewer=viewer, head=head, middle=max(1, head // 2))))

    return ask


def _dry_runs(client: Client, game: str, viewer: str) -> Iterator[MaskedAnswer]:
    """Try the first actions of each seat as the viewer."""
    seats = client.get(f"/v1/games/{game}").json["seats"]
    for seat in (seated["seat"] for seated in seats):
        legal = client.get(f"/v1/games/{game}/legal-actions?seat={seat}&limit=3&viewer={viewer}").json["items"]
        for item in legal:
            body = {"seat": seat, "action": item["action"]}
            yield _masked(client.post(f"/v1/games/{game}/actions?dry_run=1&viewer={viewer}", json=body))


def _amend(client: Client, game: str, viewer: str) -> Iterator[MaskedAnswer]:
    """Try a correction, which only the table may make."""
    body, seen = {"changes": [{"version": 2, "drop": True}]}, {"If-Match": '"2"'}
    yield _masked(client.post(f"/v1/games/{game}/amend?dry_run=1&viewer={viewer}", json=body, headers=seen))


def _notes(client: Client, game: str, viewer: str) -> Iterator[MaskedAnswer]:
    """Write notes as a seat or as the table."""
    for audience in ("all", "table"):
        if (author := _author(viewer)) is not None:
            body = {"version": 2, "visible_to": audience, "text": "Well played.", **author}
            yield _masked(client.post(f"/v1/games/{game}/annotations", json=body))


def _change_notes(client: Client, game: str, viewer: str) -> Iterator[MaskedAnswer]:
    """Change all notes that the viewer sees."""
    address = f"/v1/games/{game}/annotations"
    for note in client.get(f"{address}?viewer={viewer}").json.get("items", ()):
        yield _masked(client.patch(f"{address}/{note['n']}", json={"text": None, **(_author(viewer) or {})}))


def _delete_notes(client: Client, game: str, viewer: str) -> Iterator[MaskedAnswer]:
    """Delete all notes that the viewer sees."""
    address = f"/v1/games/{game}/annotations"
    for note in client.get(f"{address}?viewer={viewer}").json.get("items", ()):
        yield _masked(client.delete(f"{address}/{note['n']}", query_string=_author(viewer)))


def _labels(client: Client, game: str, viewer: str) -> Iterator[MaskedAnswer]:
    """Label a line, and a number that is no line; everybody may read labels."""
    for line in (1, 2):
        yield _masked(client.patch(f"/v1/games/{game}/lines/{line}", json={"label": f"As {viewer} calls it"}))


def _author(viewer: str) -> dict[str, int] | None:
    """The author of a note, or None for a spectator, who writes none."""
    return None if viewer == "spectator" else {"seat": int(viewer)} if viewer.isdigit() else {}


def _adopt(client: Client, game: str, viewer: str) -> Iterator[MaskedAnswer]:
    """Try to apply a line, which only the table may do where it enters rolls and draws."""
    version = client.get(f"/v1/games/{game}").json["version"]
    body, seen = {"line": 2}, {"If-Match": f'"{version}"'}
    yield _masked(client.post(f"/v1/games/{game}/adopt?dry_run=1&viewer={viewer}", json=body, headers=seen))


def _undo(client: Client, game: str, viewer: str) -> Iterator[MaskedAnswer]:
    yield _masked(client.post(f"/v1/games/{game}/undo?viewer={viewer}", json={}))


def _adjust(client: Client, game: str, viewer: str) -> Iterator[MaskedAnswer]:
    """Try to adjust the board, which only the table may do."""
    body = {"effects": [{"type": "Nothing"}], "reason": "why not"}
    yield _masked(client.post(f"/v1/games/{game}/adjust?viewer={viewer}", json=body))


def _end_game(client: Client, game: str, viewer: str) -> Iterator[MaskedAnswer]:
    """Resign and abandon with an old version, which is refused: after a real end everybody would see all."""
    for end in ("resign", "abandon"):
        seen = {"If-Match": '"999999"'}
        yield _masked(client.post(f"/v1/games/{game}/{end}?viewer={viewer}", json={"seat": 1}, headers=seen))


def _redo(client: Client, game: str, viewer: str) -> Iterator[MaskedAnswer]:
    yield _masked(client.post(f"/v1/games/{game}/redo?viewer={viewer}", json={}))


def _consent(client: Client, game: str, viewer: str) -> Iterator[MaskedAnswer]:
    """Request, decline and withdraw an undo in a game that needs consent; in others do nothing."""
    path, looking = f"/v1/games/{game}", f"?viewer={viewer}"
    if client.get(path).json["undo"] != "consent":
        return
    for answer in ("decline", "withdraw"):
        asked = client.post(f"{path}/undo{looking}", json={"seat": 1, "to": "1"})
        yield _masked(asked)
        yield _masked(client.get(path + looking))
        yield _masked(client.get(f"/games/{game}{looking}"))
        yield from _recording(client, game, viewer)
        number = asked.json["n"]
        if answer == "decline":
            yield _masked(client.post(f"{path}/undo-requests/{number}/decline", json={"seat": 2}))
        else:
            yield _masked(client.delete(f"{path}/undo-requests/{number}?seat=1"))


def _accept_missing_request(client: Client, game: str, viewer: str) -> Iterator[MaskedAnswer]:
    yield _masked(client.post(f"/v1/games/{game}/undo-requests/99/accept?viewer={viewer}", json={"seat": 2}))


def _stream(client: Client, game: str, viewer: str) -> Iterator[MaskedAnswer]:
    """All events of the stream from the beginning."""
    newest = client.get(f"/v1/games/{game}").json["version"]
    answer = client.get(f"/v1/games/{game}/stream?viewer={viewer}", headers={"Last-Event-ID": "1"}, buffered=False)
    yield (*islice(answer.response, newest),)
    answer.close()


def _what_if(client: Client, game: str, viewer: str) -> Iterator[MaskedAnswer]:
    """Start a what-if game as the viewer, play on, and look at it as its table, which sees all of it."""
    made = client.post(f"/v1/games/{game}/fork?viewer={viewer}", json={"at": "head"})
    known = {made.json["id"]: "what-if"} if made.status_code == 201 else {}
    yield _masked(made, known)
    for fork in known:
        for seat in client.get(f"/v1/games/{fork}").json["waiting_for"]:
            legal = client.get(f"/v1/games/{fork}/legal-actions?seat={seat}&limit=2").json["items"]
            for item in legal:
                body = {"seat": seat, "action": item["action"]}
                yield _masked(client.post(f"/v1/games/{fork}/actions", json=body), known)
        for path in ("", "/events?limit=200", "/board", "/board.svg", "/timeline", "/legal-actions", "/export"):
            yield _masked(client.get(f"/v1/games/{fork}{path}"), known)
        for path in ("", "/pieces", "/record", "/compare"):
            yield _masked(client.get(f"/games/{fork}{path}"), known)


def _recording(client: Client, game: str, viewer: str, path: str = "record") -> Iterator[MaskedAnswer]:
    """The question for a seat, and each of its first answers; other viewers do not record."""
    if not viewer.isdigit():
        return
    first = client.get(f"/games/{game}/{path}?seat={viewer}")
    yield _masked(first)
    for row in Reader(first.text).rows[:3]:
        yield _masked(client.get(f"/games/{game}/{path}{row}"))


def _player(client: Client, game: str, _viewer: str) -> Iterator[MaskedAnswer]:
    for seat in client.get(f"/v1/games/{game}").json["seats"]:
        if seat["player"]:
            yield _masked(client.get(f"/players/{seat['player']}"))


GAME, PAGE = "/v1/games/{game}", "/games/{game}"
VERSIONS = ("1", "2", "{middle}", "head", "-1", "999999")

REQUESTS: dict[str, Any] = {
    "list_games": _get("/v1/games"),
    "pages.home": _get("/"),
    "pages.player": _player,
    "show_game": _get(GAME, f"{GAME}?viewer={{viewer}}", f"{GAME}?seat=1&viewer={{viewer}}"),
    "show_board": _get(*(f"{GAME}/board?viewer={{viewer}}&at={at}" for at in VERSIONS)),
    "draw_board": _get(
        *(f"{GAME}/board.svg?viewer={{viewer}}&at={at}" for at in VERSIONS),
        f"{GAME}/board.svg?viewer={{viewer}}&arrangement=narrow",
    ),
    "paint_board": _get(*(f"{GAME}/board.png?viewer={{viewer}}&width=400&at={at}" for at in VERSIONS)),
    "replay_game": _get(f"{GAME}/replay?viewer={{viewer}}", f"{GAME}/replay?viewer={{viewer}}&from=2&line=1"),
    "diff_versions": _get(*(f"{GAME}/diff?viewer={{viewer}}&from={at}" for at in VERSIONS)),
    "list_events": _get(f"{GAME}/events?viewer={{viewer}}&limit=200", f"{GAME}/events?viewer={{viewer}}&from=2&line=1"),
    "annotate": _notes,
    "change_annotation": _change_notes,
    "list_annotations": _get(f"{GAME}/annotations?viewer={{viewer}}"),
    "change_line": _labels,
    "list_lines": _get(f"{GAME}/lines"),
    "show_timeline": _get(f"{GAME}/timeline?viewer={{viewer}}"),
    "list_legal_actions": _get(
        f"{GAME}/legal-actions?viewer={{viewer}}&limit=200",
        *(f"{GAME}/legal-actions?seat={seat}&viewer={{viewer}}&limit=200" for seat in (1, 2)),
    ),
    "list_choices": _get(
        f"{GAME}/choices?viewer={{viewer}}", *(f"{GAME}/choices?seat={seat}&viewer={{viewer}}" for seat in (1, 2))
    ),
    "export_game": _get(f"{GAME}/export?viewer={{viewer}}"),
    "take_actions": _dry_runs,
    "amend": _amend,
    "adjust": _adjust,
    "resign": _end_game,
    "abandon": _end_game,
    "accept_undo": _accept_missing_request,
    "decline_undo": _consent,
    "withdraw_undo": _consent,
    "fork_game": _what_if,
    "adopt": _adopt,
    "follow_game": _stream,
    "pages.show": _get(*(f"{PAGE}?viewer={{viewer}}&v={at}" for at in VERSIONS), f"{PAGE}?viewer={{viewer}}&round=all"),
    "pages.step": _get(
        *(f"{PAGE}/step?viewer={{viewer}}&v={at}" for at in VERSIONS), f"{PAGE}/step?viewer={{viewer}}&spoilers=off"
    ),
    "pages.timeline_round": _get(*(f"{PAGE}/timeline?viewer={{viewer}}&round={number}" for number in (0, 1, "all"))),
    "pages.board": _get(*(f"{PAGE}/board.svg?viewer={{viewer}}&v={at}" for at in ("2", "{head}", "x"))),
    "pages.pieces": _get(f"{PAGE}/pieces?viewer={{viewer}}"),
    "pages.legend": _get(f"{PAGE}/legend?viewer={{viewer}}"),
    "pages.ask": _get(f"{PAGE}/undo?viewer={{viewer}}&to=2", f"{PAGE}/redo?viewer={{viewer}}&to={{head}}"),
    "pages.ask_to_end": _get(f"{PAGE}/resign", f"{PAGE}/abandon"),
    "pages.compare": _get(*(f"{PAGE}/compare?viewer={{viewer}}&line={at}" for at in ("2", "{head}", "x"))),
    "pages.ask_what_if": _get(f"{PAGE}/fork?viewer={{viewer}}&v={{middle}}", f"{PAGE}/fork?viewer={{viewer}}"),
    "pages.updates": _get(f"{PAGE}/updates"),
    "pages.end": _get(f"{PAGE}/end"),
    "pages.record": _recording,
    "pages.record_step": lambda client, game, viewer: _recording(client, game, viewer, "record/step"),
    "undo": _undo,
    "redo": _redo,
    "delete_annotation": _delete_notes,
}
"""The requests of each route. Notes come first, so that other routes show them; changes of the game come last."""


def all_answers(client: Client, game: str, viewer: str) -> Iterator[tuple[str, MaskedAnswer]]:
    """The answers to every request that a viewer can make about a game."""
    for route, ask in REQUESTS.items():
        for answered in ask(client, game, viewer):
            yield route, answered
        if route == "undo":  # the undone events are on a line of their own now
            for answered in REQUESTS["pages.show"](client, game, viewer):
                yield "pages.show", answered


def _masked(answer: Any, known: Mapping[str, str] | None = None) -> MaskedAnswer:
    """Status, headers and body of an answer, without what the salt and the random keys of forms change.

    Ids that are `known` are replaced by names: ids of games that were started meanwhile depend on the clock.
    """
    headers, data = dict(answer.headers), answer.data
    for id, name in (known or {}).items():
        headers = {field: value.replace(id, name) for field, value in headers.items()}
        data = data.replace(id.encode(), name.encode())
    headers.pop("Date", None)
    if known or b'"hash"' in data or b'name="key"' in data:
        headers.pop("ETag", None)
        headers.pop("Content-Length", None)
    data = re.sub(rb'"(hash|salt)":"[0-9a-f]{32,64}"', rb'"\1":""', data)
    return answer.status_code, sorted(headers.items()), re.sub(rb'name="key" value="[\w-]+"', b"", data)
