"""Logs written by hand, on SQLite, and the lake made of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace

from analytics import Exported, Lake, Result, export, run
from events import Game, NewEvent, NewGame, Store, Summary, new_game_id
from events import Result as Ending
from rulesets.kit.structs import Start
from tests.analytics.toy import ACTIONS, RULESETS, TOY, Bargained, Ended, Robbed, RoundBegan, Scored, Set, Taxed, Thrown

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path
    from uuid import UUID

    from events import Status
    from rulesets.kit.structs import Effect
    from tests.analytics.toy import Board

DAY = 86_400_000_000
NOON = 1_780_315_200_000_000
"""2026-06-01 12:00 UTC, in microseconds."""
SECOND = 1_000_000


class Table:
    """A log and its lake."""

    def __init__(self, folder: Path) -> None:
        self.store = Store.open(f"sqlite:///{folder / 'log.sqlite3'}", synchronous="NORMAL")
        self.lake = Lake(folder / "lake")
        for name in RULESETS:
            assert self.store.put_component_set(name, "nothing", "{}", "{}") == Set.hash

    def play(
        self,
        steps: str,
        *,
        seats: int = 2,
        won: Sequence[int] | None = (1,),
        players: Sequence[UUID | None] | None = None,
        at: int = NOON,
        ruleset: str = "toy",
        abandoned: bool = False,
        adjusted: bool = False,
        options: dict[str, str | int | bool] | None = None,
        version: int = 1,
        component_set: str = Set.hash,
        **flags: object,
    ) -> Game:
        """Record a game. A step is `1 dig` (seat, decision), with effects: `1 dig +3` (points), `1 dig d6.2` (dice are
        thrown), `1 dig r2` (a round begins), `1 dig r2:1` (and waits for seat 1 alone), `1 dig s2.3` (robs seat 2 of
        three points), `1 dig t3` (pays three points of tax), `1 dig i1` and `1 dig i0` (a bargain begins, and is over,
        within a move); or a marker, `undo 4`.

        `won` names the winners, whom the last decision makes win; None leaves the game running. One second an event.
        """
        log = _Log(seats, options or {})
        for step in filter(None, (step.strip() for step in steps.split(","))):
            log.add(step, at)
        if won is not None:
            log.end(tuple(won))
        game_id = new_game_id()
        self.store.create(
            NewGame(
                id=game_id,
                ruleset=ruleset,
                ruleset_version=version,
                component_set=component_set,
                chance="table",
                undo="free",
                seats=tuple(players or (None,) * seats),
                **flags,  # type: ignore[arg-type]
            ),
            log.events(at),
            replace(log.summary(won, "abandoned" if abandoned else "running"), tainted=adjusted),
            recorded_at=at,
        )
        return self.store.game(game_id)

    def export(self, *, rebuild: bool = False, legal: bool = False) -> Exported:
        return export(self.store, RULESETS, self.lake, rebuild=rebuild, legal=legal)

    def rows(self, name: str, *columns: str) -> list[tuple[Any, ...]]:
        """Columns of a table of the lake, of all its parts in order."""
        frames = [self.lake.read(getattr(part, name)).select(columns) for part in self.lake.checkpoint().parts]
        return [row for frame in frames for row in frame.iter_rows()]

    def ask(self, name: str, **params: object) -> Result:
        """Run a statistic after an export; samples of any size are shown."""
        self.export()
        return self.run(name, **params)

    def run(self, name: str, **params: object) -> Result:
        """Run a statistic over the lake as it is."""
        return run(self.lake, name, {"ruleset": "toy", "min_n": 1} | params)


class _Log:
    """The events of a game, collected step by step."""

    def __init__(self, seats: int, options: dict[str, str | int | bool]) -> None:
        self._start = Start(seats=seats, component_set=Set.hash, chance="table", undo="free", options=options)
        self._rows: list[tuple[str, int, int | None, str, list[Effect[Board]]]] = [
            ("start", 0, None, TOY.encode(self._start), [])
        ]
        self.head = 1

    def add(self, step: str, at: int) -> None:
        first, word, *more = step.split()
        if first in ("undo", "redo"):
            self.head = int(word)
            self._rows.append((first, self.head, None, f'{{"type":"{first.capitalize()}"}}', []))
            return
        seat = int(first)
        effects = [self._effect(seat, text) for text in more]
        self._rows.append(("play", self.head, seat, TOY.encode(ACTIONS[word]), effects))
        self.head = len(self._rows)

    def _effect(self, seat: int, text: str) -> Effect[Board]:
        if text.startswith("d"):
            return Thrown(tuple(map(int, text[1:].split("."))))
        if text.startswith("r"):
            number, _, waiting = text[1:].partition(":")
            return RoundBegan(int(number), tuple(map(int, waiting)))
        if text.startswith("s"):
            victim, points = map(int, text[1:].split("."))
            return Robbed(victim, seat, points)
        if text.startswith("i"):
            return Bargained(text == "i1")
        if text.startswith("t"):
            return Taxed(seat, int(text[1:]))
        return Scored(seat, int(text))

    def end(self, winners: tuple[int, ...]) -> None:
        self._rows[self.head - 1][4].append(Ended(winners))

    def events(self, at: int) -> list[NewEvent]:
        return [
            NewEvent(
                kind=kind,  # type: ignore[arg-type]
                parent=parent,
                seat=seat,
                action=action,
                effects=TOY.encode(effects),
                ruleset_version=1,
                occurred_at=at + number * SECOND,
            )
            for number, (kind, parent, seat, action, effects) in enumerate(self._rows)
        ]

    def summary(self, won: Sequence[int] | None, unfinished: Status) -> Summary:
        return Summary(
            head=self.head,
            tip=self.head,
            status=unfinished if won is None else "finished",
            round=0,
            turn=0,
            result=None if won is None else Ending(tuple(won), "done"),
        )


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path)
    yield table
    table.store.close()
