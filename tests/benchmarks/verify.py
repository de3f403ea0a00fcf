"""store.verify and store.verify_pg: `tabletale verify` over recorded games, compared with the database driver and
SHA-256 alone.

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
from tests.benchmarks import bare_chain
from tests.benchmarks.games import RULESETS, seats_of
from tests.benchmarks.harness import Bench, Measured, SeparateProcess, measure, new_folder
from tests.benchmarks.store import on_postgresql

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from events import Event, Game, Summary

BY_NAME = {ruleset.name: ruleset for ruleset in RULESETS}
ROOT = Path(__file__).parents[2]
EVENTS = 120_000
SEEDS = (1, 2)
"""Seeds of the games that are played with each ruleset; the log holds copies of them with new ids."""
TOGETHER = 20
"""Games that are recorded at the same time."""
ROUNDS = 5
SLICE = 10
"""Events of a game that are stored before those of the next game."""
AT_ONCE = 4
"""The smallest last slice: the end of a game, and the undo and redo after it."""
KIB_PER_MIB = 1024
"""The system counts memory in kibibytes."""
BAR, STRETCH = 0.18, 0.3
BAR_PG, STRETCH_PG = 0.1, 0.3
"""These are lower, since in wall-clock time both sides also wait for the server and for other processes."""


class Recorded(Struct, frozen=True):
    """A recorded game with its events."""

    game: Game
    events: tuple[Event, ...]


class Cost(Struct, frozen=True):
    """The cost of a run of the command: wall-clock time and processor time in seconds, and peak memory in MiB."""

    wall: float
    cpu: float
    memory: float


def sqlite() -> Measured:
    """The whole command without its start, on a SQLite file in memory, in processor time."""
    return on_sqlite(EVENTS)


def on_sqlite(events: int) -> Measured:
    """The benchmark on a SQLite log of so many events."""
    with new_folder() as folder:
        return verifying("store.verify", f"sqlite:///{folder / 'log.sqlite3'}", events, bar=BAR, stretch=STRETCH)


def pg() -> Measured:
    """The benchmark on PostgreSQL, in wall-clock time, since the server does part of the work."""
    with on_postgresql() as url:
        return verifying("store.verify_pg", url, EVENTS, bar=BAR_PG, stretch=STRETCH_PG)


def verifying(name: str, log: str, events: int, *, bar: float, stretch: float) -> Measured:
    """Fill a log with so many events, and compare `tabletale verify` with a bare check of the hash chain."""
    by_the_clock = not log.startswith("sqlite")
    count, games = fill(log, events)
    bare = bare_chain.by_the_clock if by_the_clock else bare_chain.by_the_processor
    with new_folder() as folder, SeparateProcess(bare, log, count) as floor:
        empty = f"sqlite:///{folder / 'empty.sqlite3'}"
        Store.open(empty).close()
        ours = Command(log, empty, count, by_the_clock)
        measured = measure(
            Bench(
                name=name,
                unit="events/s",
                against=f"{'psycopg' if by_the_clock else 'sqlite3'} and SHA-256 alone",
                bar=bar,
                stretch=stretch,
                ours=ours,
                theirs=floor,
                rounds=ROUNDS,
            )
        )
    last = run("--since", str(count), "--database", log)
    notes = (
        "ours: the whole command less its start, with boards, rows and what belongs to them",
        "theirs: read the same events and rows of games, hash each event onto the one before, compare",
        f"{count:,} events of {games} games, by the {'clock' if by_the_clock else 'processor'}; "
        f"peak {ours.whole.memory:,.0f} MiB",
        f"the start takes {ours.start.cpu:.1f} s, {ours.start.memory:,.0f} MiB",
        f"with nothing new, --since takes {last.cpu:.1f} s with the start",
    )
    return replace(measured, notes=notes)


class Command:
    """`tabletale verify` over a log: events a second, without the time of its start."""

    def __init__(self, log: str, empty: str, events: int, by_the_clock: bool) -> None:
        self._log, self._empty, self._events, self._by_the_clock = log, empty, events, by_the_clock
        self.start = self.whole = Cost(0, 0, 0)
        """The costs in the last round: a run over an empty log, and one over the log."""

    def __call__(self) -> float:
        self.start, self.whole = run("--database", self._empty), run("--database", self._log)
        if self._by_the_clock:
            return self._events / (self.whole.wall - self.start.wall)
        return self._events / (self.whole.cpu - self.start.cpu)


COMMAND = """
import atexit, sys
from pathlib import Path
from api.cli import main
atexit.register(lambda: print(Path("/proc/self/status").read_text(), file=sys.stderr))
main()
"""
"""The peak memory is read from /proc, since the one in `wait4` includes that of the parent."""


def run(*arguments: str) -> Cost:
    """Run `tabletale verify` in a process of its own. Raises RuntimeError if it finds anything."""
    with tempfile.TemporaryFile("w+") as output:
        begin = perf_counter()
        process = subprocess.Popen(
            [sys.executable, "-c", COMMAND, "verify", *arguments], cwd=ROOT, stdout=output, stderr=output
        )
        _, status, used = os.wait4(process.pid, 0)
        wall = perf_counter() - begin
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        text = output.read()
    if process.returncode:
        raise RuntimeError(f"verify ended with exit code {process.returncode}: {text}")
    peak = next(int(line.split()[1]) for line in text.splitlines() if line.startswith("VmHWM:"))
    return Cost(wall, used.ru_utime + used.ru_stime, peak / KIB_PER_MIB)


def fill(url: str, events: int) -> tuple[int, int]:
    """Store copies of recorded games of each ruleset until there are so many events; returns the number of events and
    games."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        store = stack.enter_context(Store.open(url, migrate=True, synchronous="NORMAL"))
        played = stack.enter_context(Store.open(f"sqlite:///{Path(folder) / 'played.sqlite3'}", synchronous="NORMAL"))
        recorded = list(recorded_games(played))
        for ruleset in RULESETS:
            store.put_component_set(ruleset.name, "starter", ruleset.starter, ruleset.starter_document)
        copies = list(games_for(recorded, events))
        for first in range(0, len(copies), TOGETHER):
            copy_side_by_side(store, copies[first : first + TOGETHER])
        return store.position(), len(copies)


def games_for(recorded: Sequence[Recorded], events: int) -> Iterator[Recorded]:
    """Recorded games with so many events in all, about as many of each ruleset."""
    turns = {name: cycle([one for one in recorded if one.game.ruleset == name]) for name in BY_NAME}
    counts = dict.fromkeys(turns, 0)
    while sum(counts.values()) < events:
        fewest = min(counts, key=lambda name: counts[name])
        yield (found := next(turns[fewest]))
        counts[fewest] += found.game.version


def recorded_games(store: Store) -> Iterator[Recorded]:
    """Random games of each ruleset, recorded as users record them, with an undo and a redo in each."""
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
    """Store a copy of a game with a new id, a slice at a time."""
    game, events = recorded.game, as_new_events(recorded.events)
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
    """The slices in which a game is stored; the last one has the end of the game, with the undo and redo after it."""
    starts = range(0, max(events - AT_ONCE, 1), SLICE)
    return [range(start, start + SLICE) for start in starts[:-1]] + [range(starts[-1], events)]


def write(store: Store, game: NewGame, events: Sequence[NewEvent], part: range, summary: Summary) -> None:
    """Store a slice of a game."""
    found = events[part.start : part.stop]
    if part.start:
        store.append(game.id, part.start, found, summary)
    else:
        store.create(game, found, summary)


def as_new_events(events: Iterable[Event]) -> list[NewEvent]:
    """Stored events in the form in which they are appended."""
    fields = NewEvent.__struct_fields__
    return [NewEvent(**{name: value for name, value in asdict(event).items() if name in fields}) for event in events]


if __name__ == "__main__":
    print(on_sqlite(int(sys.argv[1])))
