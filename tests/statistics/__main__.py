"""`python -m tests.statistics [CHECK...]`: prints what each check finds; exit code 1 where it is not as it must be."""

from __future__ import annotations

import os
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from typing import TYPE_CHECKING, NamedTuple

import click
from rich.console import Console
from rich.table import Table

from analytics import JOBS
from api.service import installed_rulesets
from tests.statistics import covering, logs, opening, permutation, planted
from tests.statistics.asked import questions
from tests.statistics.histories import history

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

CONSOLE = Console(width=150)
MOST_FAULTS = 6
"""So many stand in a line of the table; all are printed as they come."""


class Options(NamedTuple):
    """What is checked, by how many processes."""

    processes: ProcessPoolExecutor
    rulesets: list[str]
    job: str | None
    shuffles: int
    games: int


class Line(NamedTuple):
    """What is printed of one thing that was checked, and what is wrong with it."""

    cells: tuple[str, ...]
    faults: list[str]
    verdict: str = "holds"
    """Where nothing is wrong."""


NOT_CHECKED = "not checked"


def permutation_lines(options: Options) -> Iterator[Line]:
    """Who won is permuted."""
    for name in options.rulesets:
        history(name)
    asked = [
        question for name in options.rulesets for question in questions(name) if options.job in (None, question.job)
    ]
    yield from map(_drawn, options.processes.map(partial(permutation.of_history, options.shuffles), asked))


def _drawn(held: permutation.Held) -> Line:
    found = sorted(cell.found for cell in held.cells)
    figures = (_rate(sum(found) / len(found)), _rate(found[0]), _rate(found[-1])) if found else ("-", "-", "-")
    tables = "-" if held.tables is None else _rate(held.tables)
    counts = (str(len(found)), str(len(held.unmoved)), str(held.rare))
    speed = f"{1000 * held.seconds / held.draws:.0f}"
    return Line(
        (held.question.ruleset, str(held.question), *counts, *figures, tables, speed),
        held.faults,
        "holds" if found else NOT_CHECKED,
    )


def planted_lines(options: Options) -> Iterator[Line]:
    """A difference is planted."""
    asked = [here for here in planted.there() if options.job in (None, here.job)]
    for found in options.processes.map(planted.look, asked):
        here = found.planted
        figures = (f"{found.clear} of {found.seeds}", f"{found.within} of {found.seeds}{_again(found.again)}")
        yield Line((str(here), here.row, f"{here.truth:.4f}", f"{found.mean:.4f}", *figures), found.faults)
    if options.job is None:
        yield from (
            Line((name, "nothing is planted in it", "", "", "", ""), [], NOT_CHECKED) for name in planted.unplanted()
        )


def _again(within: int | None) -> str:
    return "" if within is None else f", then {within} of {planted.AGAIN}"


def covering_lines(options: Options) -> Iterator[Line]:
    """Intervals of figures whose truth is known."""
    for covered in options.processes.map(covering.cover, covering.SIZES):
        for figure, held in covered.held.items():
            faults = [fault for fault in covered.faults if fault.startswith(f"{figure}:")]
            yield Line((f"{covered.size} games", figure, f"{covered.tables:,}", _rate(held)), faults)


def log_lines(options: Options) -> Iterator[Line]:
    """Figures counted straight from the log."""
    for name in options.rulesets:
        played = history(name)
        log = logs.log_of(played)
        for counted in logs.COUNTED:
            if counted.job in JOBS and options.job in (None, counted.job):
                compared = logs.compare(counted, played, log)
                yield Line((name, str(counted), str(compared.rows)), compared.faults)
    yield from (
        Line(("", job, "nobody counts it"), [], NOT_CHECKED) for job in logs.uncounted() if options.job in (None, job)
    )


def opening_lines(options: Options) -> Iterator[Line]:
    """One bot opens better than the other."""
    rate, found = opening.look(options.processes, options.games)
    yield Line(("the better bot", "", _rate(rate), "", ""), [] if rate > 0.5 else ["it does not win more"])
    for one in found:
        rates = (_rate(one.noted), _rate(one.answered), _rate(one.expected))
        yield Line((one.first, str(one.games), *rates), one.faults)


def _rate(rate: float) -> str:
    return f"{100 * rate:.1f} %"


class Check(NamedTuple):
    """One of the checks, and the headings of what it prints."""

    lines: Callable[[Options], Iterator[Line]]
    columns: tuple[str, ...]


PERMUTATION = (
    "ruleset",
    "question",
    "cells",
    "unmoved",
    "rare",
    "found at 5 %",
    "least",
    "most",
    "tables q < 0.1",
    "ms",
)
CHECKS = {
    "permutation": Check(permutation_lines, PERMUTATION),
    "planted": Check(planted_lines, ("statistic", "row", "truth", "found", "clear", "within")),
    "opening": Check(opening_lines, ("first decision", "games", "noted", "in the answer", "expected")),
    "log": Check(log_lines, ("ruleset", "statistic", "rows")),
    "covering": Check(covering_lines, ("tables of", "figure", "tables", "held")),
}


@click.command()
@click.argument("checks", nargs=-1, metavar="[CHECK]...")
@click.option("--ruleset", type=click.Choice(sorted(installed_rulesets())), help="Only this ruleset.")
@click.option("--job", help="Only this statistic.")
@click.option(
    "--shuffles", type=click.IntRange(1), default=2000, show_default=True, help="How many permutations are drawn."
)
@click.option("--games", type=click.IntRange(100), default=opening.GAMES, show_default=True, help="Games of `opening`.")
def main(checks: tuple[str, ...], ruleset: str | None, job: str | None, shuffles: int, games: int) -> None:
    """Ask statistics what is known beforehand, by all CHECKs or by these."""
    if unknown := [name for name in checks if name not in CHECKS]:
        raise click.UsageError(f"There is no check {', '.join(unknown)}; there are {', '.join(CHECKS)}.")
    os.environ["POLARS_MAX_THREADS"] = "1"  # of each process that is started
    rulesets = [ruleset] if ruleset else sorted(installed_rulesets())
    with ProcessPoolExecutor(os.cpu_count(), get_context("spawn")) as processes:
        wanted = Options(processes, rulesets, job, shuffles, games)
        faults = [_print(name, wanted) for name in checks or CHECKS]
    raise SystemExit(any(faults))


def _print(name: str, options: Options) -> int:
    """Print what a check finds as it comes; how much is wrong."""
    check = CHECKS[name]
    lines = []
    for line in check.lines(options):
        lines.append(line)
        print(name, *line.cells, *line.faults, sep="; ", file=sys.stderr, flush=True)
    table = Table(*check.columns, "", title=name)
    for cells, faults, verdict in lines:
        table.add_row(*cells, _in_short(faults) or verdict)
    CONSOLE.print(table)
    return sum(len(line.faults) for line in lines)


def _in_short(faults: list[str]) -> str:
    more = len(faults) - MOST_FAULTS
    return "\n".join([*faults[:MOST_FAULTS], *([f"and {more} more"] if more > 0 else [])])


if __name__ == "__main__":
    main()
