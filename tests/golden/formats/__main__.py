"""Write the golden log of a new format: `python -m tests.golden.formats NUMBER`. It never writes one that is there."""

from __future__ import annotations

import lzma
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any
from uuid import UUID

import click
import msgspec

from api.app import create_app
from api.recording.game_file import lines_of
from api.resources.rulesets import put_starters
from api.service import Service, installed_rulesets
from api.settings import Settings
from events import Store
from tests.api.client import Answer, Client
from tests.golden.formats import Format, golden_game
from tests.tables import PLAYERS, Table, recorded

if TYPE_CHECKING:
    from events import Game

MOST = 40
"""Actions of a game before what is special in it."""
AT_THE_TABLE = {"heros_crossing": 100}
"""Actions at a table with its own dice: enough for the set-up to be over."""
TO_THE_END = 400


class Evening:
    """A game that is played through REST, by actions at random, with everything that may happen to one."""

    def __init__(self, service: Service, ruleset: str, game: UUID | None = None, **more: Any) -> None:
        self._service, self._client = service, Client(create_app(service))
        self._ruleset, self._rng = service.rulesets[ruleset], Random(7)
        seats = [{"name": name} for name in PLAYERS[: min(self._ruleset.seats)]]
        body = {"ruleset": ruleset, "seats": seats, "chance": "server", "place": "Kiel", "tags": ["league"], **more}
        self.id = str(game or _stored(self._client.post("/v1/games", json=body))["id"])

    @property
    def _game(self) -> Game:
        return self._service.library.game(UUID(self.id))

    def post(self, path: str, body: dict[str, Any]) -> Answer:
        headers = {} if path == "annotations" else {"If-Match": f'"{self._game.version}"'}
        return self._client.post(f"/v1/games/{self.id}/{path}", json=body, headers=headers)

    def act(self, count: int) -> None:
        """Take so many actions, or as many as there are until the end."""
        for _ in range(count):
            game = self._game
            if not game.summary.waiting_for:
                return
            seat = self._rng.choice(game.summary.waiting_for)
            legal = list(self._ruleset.legal_actions(self._service.library.head(game), seat))
            body = self._ruleset.encode({"seat": seat, "action": self._rng.choice(legal)})
            _stored(self.post("actions", msgspec.json.decode(body)))

    def undo_and_go_another_way(self) -> None:
        """Three actions are undone, one of them is redone, and another line begins; the undone one gets a label."""
        head = self._game.summary.head
        for path, to in (("undo", head - 3), ("redo", head - 2)):
            _stored(self.post(path, {"to": str(to), "reason": "The tower was never paid for."}))
        self.act(4)
        line = self._service.library.tree(self._game).line(head)
        self._client.patch(f"/v1/games/{self.id}/lines/{line}", json={"label": "as it was first"})

    def correct(self) -> None:
        """Another action takes the place of an earlier one, the last one for which that is possible."""
        game = self._game
        tree = self._service.library.tree(game)
        for version in reversed(list(tree.versions(game.summary.head))[1:]):
            event = self._service.store.event(game.id, version)
            if event.kind != "play" or event.seat is None:
                continue
            before = self._service.library.board(game, tree.parent(version))
            for action in self._ruleset.legal_actions(before, event.seat):
                if self._encoded(action) == event.action:
                    continue
                change = {
                    "version": version,
                    "seat": event.seat,
                    "action": msgspec.json.decode(self._encoded(action)),
                    "outcomes": msgspec.json.decode(event.outcomes),
                }
                answer = self.post("amend", {"changes": [change], "reason": "Misread card."})
                if answer.status_code == 201:
                    return
        raise SystemExit(f"{self._ruleset.name}: no action can be corrected")

    def adjust(self) -> None:
        """The board is adjusted by hand, with an effect like one that happened."""
        game = self._game
        kinds = {kind.__name__ for kind in self._ruleset.adjustable}
        for event in self._service.store.events(game.id):
            for effect in msgspec.json.decode(event.effects):
                if effect["type"] in kinds:
                    answer = self.post("adjust", {"effects": [effect], "reason": "The cat was on the board."})
                    if answer.status_code == 201:
                        return
        print(f"{self._ruleset.name}: no effect of this game can be entered by hand")

    def write_notes(self) -> None:
        """For all, and for one seat alone."""
        for body in ({"text": "Here it was lost.", "visible_to": "all"}, {"text": "My plan.", "visible_to": "seat"}):
            _stored(self.post("annotations", {"version": 5, "seat": 1, **body}))

    def try_what_if(self) -> None:
        """A what-if from an earlier version, with some actions of its own."""
        game = self._game
        made = _stored(self.post("fork", {"at": str(game.summary.head - 5), "chance": "server", "name": "What if"}))
        before, self.id = self.id, str(made["id"])
        self.act(5)
        self.id = before

    def _encoded(self, action: Any) -> str:
        return str(self._ruleset.encode(action))


def _stored(answer: Answer) -> dict[str, Any]:
    assert answer.status_code == 201, answer.json
    return dict(answer.json)


def play(service: Service) -> None:
    """Games of all rulesets: with everything that may happen, at a table with its own dice, ended early, finished."""
    for name, ruleset in service.rulesets.items():
        evening = Evening(service, name, undo="free")
        evening.act(MOST)
        evening.undo_and_go_another_way()
        evening.write_notes()
        evening.try_what_if()
        at_the_table = recorded(service, Table(name, max(ruleset.seats)), seed=11, most=AT_THE_TABLE.get(name, MOST))
        by_hand = Evening(service, name, at_the_table.id)
        by_hand.correct()
        by_hand.adjust()
        ended = Evening(service, name)
        ended.act(10)
        if ended.post("resign", {"seat": 1}).status_code != 201:
            _stored(ended.post("abandon", {}))
    abandoned = Evening(service, "heros_crossing_tactics")
    abandoned.act(6)
    _stored(abandoned.post("abandon", {}))
    for name in ("heros_crossing_tactics", "heroes_of_the_campaign", "kingdom_rush", "card_tactics"):
        Evening(service, name).act(TO_THE_END)
    asked = Evening(service, "heros_crossing_tactics", undo="consent")
    asked.act(8)
    assert asked.post("undo", {"seat": 1}).status_code in (201, 202)


@click.command()
@click.argument("number", type=click.IntRange(1))
def main(number: int) -> None:
    """Play the games, and write the three files of a format."""
    new = Format(number)
    if any(path.exists() for path in new.files):
        raise click.UsageError(f"The golden log of format {number} is there, and stays as it is.")
    with TemporaryDirectory() as folder:
        path = Path(folder) / "log.sqlite3"
        settings = Settings(database_url=f"sqlite:///{path}", lake=str(Path(folder) / "lake"))
        with Store.open(settings.database_url) as store:
            service = Service.over(store, settings, installed_rulesets())
            put_starters(service)
            play(service)
            games = [store.game(game_id) for game_id in store.all_game_ids()]
            written: set[str] = set()
            export = b"".join(line for game in games for line in lines_of(store, game, written))
            expected = {str(game.id): golden_game(service, game) for game in games}
        with closing(sqlite3.connect(path)) as log:
            log.execute("pragma journal_mode=delete")
            log.execute("vacuum")
        for file, content in (
            (new.log, path.read_bytes()),
            (new.export, export),
            (new.expected, msgspec.json.encode(expected)),
        ):
            file.write_bytes(lzma.compress(content, preset=9 | lzma.PRESET_EXTREME))
            print(f"{file.name}: {file.stat().st_size:,} bytes for {len(content):,}")
    print(f"{len(games)} games, {sum(game.version for game in games):,} events")


if __name__ == "__main__":
    main()
