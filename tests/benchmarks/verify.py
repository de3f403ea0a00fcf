"""store.verify, store.verify_pg: checking a log of recorded games, against the program as it was at an earlier commit.

`python -m tests.benchmarks.verify EVENTS` measures a log of another size, on SQLite.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from itertools import cycle
from pathlib import Path
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import asdict, replace

from api.recording.recorder import Recorder
from api.recording.simulate import play, record
from events import NewEvent, NewGame, Store, new_game_id
from projections import Library
from rulesets.kit.bots import random_bot
from tests.benchmarks.games import RULESETS, seats_of
from tests.benchmarks.harness import Bench, Measured, measure
from tests.benchmarks.store import postgresql

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from events import Event, Game, Summary

BEFORE = "99ebad09389fe9f5f538ebf9f7aa0c6c93706b84"
"""The commit whose `verify` is measured beside today's: the last one that read every event three times."""

BY_NAME = {ruleset.name: ruleset for ruleset in RULESETS}
ROOT = Path(__file__).parents[2]
EVENTS = 60_000
SEEDS = (1, 2)
"""Of the games that are played of each ruleset; the log holds copies of them under ids of their own."""
TOGETHER = 20
"""Games that are recorded at the same time."""
ROUNDS = 3
SLICE = 10
"""Events of a game that are stored before the next game has its turn."""
AT_ONCE = 4
"""Events that are stored with the last one at least: the end of a game, and the undo and redo after it."""
MIB = 1024
"""Of the kibibytes in which the system counts memory."""


class Recorded(Struct, frozen=True):
    """A game as it was recorded."""

    game: Game
    events: tuple[Event, ...]


class Cost(Struct, frozen=True):
    """What a run of the command took: seconds by the clock and of this process alone, and MiB at most."""

    wall: float
    cpu: float
    memory: float


def sqlite() -> Measured:
    """The whole command but for its start, on a SQLite file, in seconds of its process: the file lies in memory."""
    return verifying("store.verify", EVENTS, bar=3, stretch=4)


def pg() -> Measured:
    """The same on PostgreSQL, by the clock: part of the work is the server's."""
    url, close = postgresql()
    try:
        return verifying("store.verify_pg", EVENTS, bar=2.5, stretch=4, url=url)
    finally:
        close()


def verifying(name: str, events: int, *, bar: float, stretch: float, url: str | None = None) -> Measured:
    """Measure `tabletale verify` over a log of so many events, in a SQLite file unless another database is given."""
    with tempfile.TemporaryDirectory() as folder:
        there = Path(folder)
        empty = f"sqlite:///{there / 'empty.sqlite3'}"
        Store.open(empty).close()
        log = url or f"sqlite:///{there / 'log.sqlite3'}"
        count, games = fill(log, events)
        check_out(BEFORE, there / "before")
        ours, theirs = (Side(tree, log, empty, count, url is not None) for tree in (ROOT, there / "before"))
        measured = measure(
            Bench(
                name=name,
                unit="events/s",
                against=f"verify of {BEFORE[:7]}",
                bar=bar,
                stretch=stretch,
                ours=ours,
                theirs=theirs,
                rounds=ROUNDS,
            )
        )
        last = run(ROOT, "--since", str(count), "--database", log)
        notes = (
            f"{count:,} events of {games} games; peak {ours.peak:,.0f} MiB, theirs {theirs.peak:,.0f}",
            f"by the clock {theirs.wall / ours.wall:.2f}, by the processor {theirs.cpu / ours.cpu:.2f} times as fast",
            f"the start takes {ours.start.cpu:.1f} s, {ours.start.memory:,.0f} MiB; theirs {theirs.start.cpu:.1f} s",
            f"with nothing new, --since takes {last.cpu:.1f} s with the start",
        )
        return replace(measured, notes=notes)


class Side:
    """A checkout whose command is run: events a second, less what it takes to start."""

    def __init__(self, tree: Path, url: str, empty: str, events: int, by_the_clock: bool) -> None:
        self._tree, self._url, self._events, self._by_the_clock = tree, url, events, by_the_clock
        self.start = min((run(tree, "--database", empty) for _ in range(ROUNDS)), key=lambda cost: cost.cpu)
        """What a run over an empty log takes."""
        self.peak = self.wall = self.cpu = 0.0
        """The most memory that any run took, in MiB; the seconds of all of them, less their starts."""

    def __call__(self) -> float:
        cost = run(self._tree, "--database", self._url)
        wall, cpu = cost.wall - self.start.wall, cost.cpu - self.start.cpu
        self.peak, self.wall, self.cpu = max(self.peak, cost.memory), self.wall + wall, self.cpu + cpu
        return self._events / (wall if self._by_the_clock else cpu)


COMMAND = """
import atexit, sys
from pathlib import Path
from api.cli import main
atexit.register(lambda: print(Path("/proc/self/status").read_text(), file=sys.stderr))
main()
"""
"""The system's own count of a child's memory begins with that of its parent."""


def run(tree: Path, *arguments: str) -> Cost:
    """Run `tabletale verify` of a checkout in a process of its own. Raises RuntimeError if it finds anything."""
    with tempfile.TemporaryFile("w+") as told:
        begin = perf_counter()
        process = subprocess.Popen(
            [sys.executable, "-c", COMMAND, "verify", *arguments],
            env=os.environ | {"PYTHONPATH": str(tree)},
            cwd=tree,
            stdout=told,
            stderr=told,
        )
        _, status, used = os.wait4(process.pid, 0)
        wall = perf_counter() - begin
        process.returncode = os.waitstatus_to_exitcode(status)
        told.seek(0)
        text = told.read()
    if process.returncode:
        raise RuntimeError(f"verify of {tree} found: {text}")
    peak = next(int(line.split()[1]) for line in text.splitlines() if line.startswith("VmHWM:"))
    return Cost(wall, used.ru_utime + used.ru_stime, peak / MIB)


def check_out(commit: str, folder: Path) -> None:
    """Put the files of a commit into a folder. Raises CalledProcessError where its history is not here."""
    folder.mkdir()
    packed = subprocess.run(["git", "-C", str(ROOT), "archive", commit], check=True, stdout=subprocess.PIPE).stdout
    subprocess.run(["tar", "x", "-C", str(folder)], input=packed, check=True)


def fill(url: str, events: int) -> tuple[int, int]:
    """Store copies of recorded games of each ruleset until there are so many events; how many events and games."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        store = stack.enter_context(Store.open(url, migrate=True, synchronous="NORMAL"))
        played = stack.enter_context(Store.open(f"sqlite:///{Path(folder) / 'played.sqlite3'}", synchronous="NORMAL"))
        recorded = list(recorded_games(played))
        for ruleset in RULESETS:
            store.put_component_set(ruleset.name, "starter", ruleset.starter, ruleset.starter_document)
        wanted = list(enough(recorded, events))
        for first in range(0, len(wanted), TOGETHER):
            copy_side_by_side(store, wanted[first : first + TOGETHER])
        return store.position(), len(wanted)


def enough(recorded: Sequence[Recorded], events: int) -> Iterator[Recorded]:
    """Recorded games, until they have so many events, of each ruleset about as many."""
    turns = {name: cycle([one for one in recorded if one.game.ruleset == name]) for name in BY_NAME}
    counts = dict.fromkeys(turns, 0)
    while sum(counts.values()) < events:
        fewest = min(counts, key=lambda name: counts[name])
        yield (found := next(turns[fewest]))
        counts[fewest] += found.game.version


def recorded_games(store: Store) -> Iterator[Recorded]:
    """Random games of each ruleset, recorded as people record theirs, with an undo and a redo in each."""
    recorder = Recorder(store, Library(store, BY_NAME))
    for seed in SEEDS:
        for ruleset in RULESETS:
            seats = seats_of(ruleset)
            bots = dict.fromkeys(range(1, seats + 1), random_bot)
            played = play(ruleset, ruleset.starter_components, seats, bots, Random(seed))
            game = record(recorder, ruleset, played, (None,) * seats)
            game = recorder.undo(game.id, to="-3").game
            game = recorder.redo(game.id, to=str(game.summary.tip)).game
            yield Recorded(game, tuple(store.events(game.id)))


def copy_side_by_side(store: Store, recorded: Sequence[Recorded]) -> None:
    """Store copies of games, some events of each in turn."""
    copies = [copying(store, each) for each in recorded]
    while copies:
        copies = [copy for copy in copies if next(copy, False)]


def copying(store: Store, recorded: Recorded) -> Iterator[bool]:
    """Store a game under another id, a slice at a time."""
    game, events = recorded.game, handed_in(recorded.events)
    new = NewGame(
        id=new_game_id(),
        ruleset=game.ruleset,
        ruleset_version=game.ruleset_version,
        component_set=game.component_set,
        chance=game.chance,
        undo=game.undo,
        seats=(None,) * len(game.seats),
    )
    running = replace(game.summary, status="running", result=None)
    *slices, last = parts_of(len(events))
    for part in slices:
        write(store, new, events, part, running)
        yield True
    write(store, new, events, last, game.summary)


def parts_of(events: int) -> list[range]:
    """The slices in which a game is stored; the last one has its end, with the undo and redo after it."""
    starts = range(0, max(events - AT_ONCE, 1), SLICE)
    return [range(start, start + SLICE) for start in starts[:-1]] + [range(starts[-1], events)]


def write(store: Store, game: NewGame, events: Sequence[NewEvent], part: range, summary: Summary) -> None:
    """Store a slice of a game."""
    found = events[part.start : part.stop]
    if part.start:
        store.append(game.id, part.start, found, summary)
    else:
        store.create(game, found, summary)


def handed_in(events: Iterable[Event]) -> list[NewEvent]:
    """Stored events as they were handed in."""
    wanted = NewEvent.__struct_fields__
    return [NewEvent(**{name: value for name, value in asdict(event).items() if name in wanted}) for event in events]


if __name__ == "__main__":
    print(verifying("store.verify", int(sys.argv[1]), bar=3, stretch=4))
