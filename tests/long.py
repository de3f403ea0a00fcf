"""`python -m tests.long [SUITE] [ARGS]`: the long test suites, which `make test` leaves out or runs a small part of.

Without a name it lists them. What follows a name goes to the suite's own program, whose options `--help` tells.
"""

from __future__ import annotations

import shlex
import subprocess
import sys
from importlib.metadata import entry_points
from typing import TYPE_CHECKING

import click
from msgspec import Struct

from api.service import GROUP

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

RULESETS = sorted(each.name for each in entry_points(group=GROUP))
PYTEST = "pytest -n auto --dist worksteal"
BY_OPTION = "--ruleset {}"
BY_FOLDER = "tests/rulesets/{}/test_conformance.py"


class Suite(Struct, frozen=True, kw_only=True):
    """One long suite."""

    what: str
    """A sentence of what it tries."""
    needs: str = ""
    """What it needs beside the Python environment."""
    minutes: str
    """About how long it takes on two cores that do nothing else."""
    when: str
    """The change that it should be run for."""
    command: str
    """What `python -m` runs."""
    ruleset: str = ""
    """How the command is told to take one ruleset alone, with `{}` for its name; empty where it cannot be."""
    all_rulesets: str = ""
    """What stands in its place for all of them."""

    def arguments(self, ruleset: str | None, more: Sequence[str]) -> list[str]:
        """The command's words. Raises UsageError for a ruleset where the suite takes none."""
        if ruleset and not self.ruleset:
            raise click.UsageError("This suite does not take a ruleset.")
        chosen = self.ruleset.format(ruleset) if ruleset else self.all_rulesets
        return [*shlex.split(self.command), *shlex.split(chosen), *more]


CHROMIUM = "Chromium"

SUITES: dict[str, Suite] = {
    "all": Suite(
        what="Run every test, also what `make test` leaves out, and more examples of each kind.",
        needs=f"{CHROMIUM}, gcc",
        minutes="25",
        when="what a page or its style sheet sends, and before a release",
        command=f"{PYTEST} --all",
    ),
    "loaded": Suite(
        what="Run the tests of `make test` while a busy loop holds each core: the result must be the same.",
        needs=f"{CHROMIUM}, gcc",
        minutes="50",
        when="how a test or a page waits",
        command="tests.loaded",
    ),
    "conformance": Suite(
        what="Play many random games under the conformance suite of each ruleset (`--games 500`).",
        minutes="40",
        when="a rule, the kit, or how boards are stored",
        command=f"{PYTEST} --all --games 500",
        ruleset=BY_FOLDER,
        all_rulesets=" ".join(BY_FOLDER.format(name) for name in RULESETS),
    ),
    "pictures": Suite(
        what="Measure the texts of the boards of whole games (`--long-cards`: with card names as long as can be).",
        needs=CHROMIUM,
        minutes="60",
        when="a picture",
        command="tests.pictures",
        ruleset=BY_OPTION,
    ),
    "phone": Suite(
        what="Step through games of each table on a phone, list what is out of sight, and measure each step.",
        needs=CHROMIUM,
        minutes="30",
        when="the replay page or a picture",
        command="tests.browser --times",
        ruleset=BY_OPTION,
    ),
    "taps": Suite(
        what="Look for the legal actions of random boards by taps, and count them.",
        minutes="10",
        when="what a legal action names, or how a page asks for it",
        command="tests.recording",
        ruleset=BY_OPTION,
    ),
    "no-script": Suite(
        what="Compare the steps of recording with and without script in random states (`--states 30`).",
        needs=CHROMIUM,
        minutes="15",
        when="the page that records",
        command="pytest tests/browser/test_same_steps.py --states 30",
        ruleset="-k {}-",
    ),
    "recording": Suite(
        what="Record games by taps, by keys and without script, and compare each log with that of REST (`--whole`).",
        needs=CHROMIUM,
        minutes="20 (with --whole 90)",
        when="the page that records",
        command="tests.recording.games",
        ruleset=BY_OPTION,
    ),
    "tap-times": Suite(
        what="Measure from a tap to what is shown next, on a desk and on a slow phone.",
        needs=f"{CHROMIUM}, a quiet machine",
        minutes="5",
        when="the page that records, or what a POST costs",
        command="tests.recording.games --times",
        ruleset=BY_OPTION,
    ),
    "cut-lines": Suite(
        what="Record over a line that is cut, and with two browsers at once (`--actions 200`).",
        needs=CHROMIUM,
        minutes="10",
        when="how a page sends actions",
        command="pytest tests/browser/test_record_line.py --actions 200",
    ),
    "statistics": Suite(
        what="Ask the statistics what is known beforehand (docs/statistics_check.md).",
        minutes="120",
        when="a statistic, or the facts of a ruleset",
        command="tests.statistics",
        ruleset=BY_OPTION,
    ),
    "killed-exports": Suite(
        what="Kill an export of the facts at every step, and look at what is left.",
        minutes="10",
        when="how the lake is written",
        command=f"{PYTEST} tests/api/test_killed_export.py --faults",
    ),
    "corrections": Suite(
        what="Correct random actions of random games, and compare with games recorded from the start.",
        minutes="10",
        when="corrections, or how chance is entered",
        command="tests.api.amends",
    ),
    "undos": Suite(
        what="Let a bot look and undo wherever the rules of the game allow it: what it saw must be worth nothing.",
        minutes="10",
        when="undo, or what an event reveals",
        command="tests.api.undos",
    ),
    "streams": Suite(
        what="Follow long games while every connection is cut, and measure two hundred followers at once.",
        minutes="10",
        when="live streams or the server",
        command="tests.following",
    ),
    "follow": Suite(
        what="Follow in one browser what another records, over lines that are cut too.",
        needs=CHROMIUM,
        minutes="15",
        when="the live page",
        command="tests.following.browsers",
        ruleset=BY_OPTION,
    ),
    "leaks": Suite(
        what="Look in all that a seat's browser receives of a whole game for cards that the seat cannot see.",
        needs=CHROMIUM,
        minutes="20",
        when="views, or anything that is sent",
        command="tests.browser.receiving",
        ruleset=BY_OPTION,
    ),
    "past": Suite(
        what="Measure undo, corrections and timelines in games of 2,000 and 10,000 events, against their bars.",
        needs="a quiet machine",
        minutes="15",
        when="undo, corrections, timelines",
        command="tests.benchmarks.past",
    ),
    "faults": Suite(
        what="Let calls, power, disk, processes and PostgreSQL fail under a log (`calls`, `postgres`, `imports`, ...).",
        needs="gcc, Linux",
        minutes="200",
        when="the store or its schema",
        command="tests.faults",
    ),
    "model": Suite(
        what="Call the log in random order, end the program anywhere, and compare with a model (`--steps 100000`).",
        minutes="60",
        when="the store",
        command="pytest -n 2 tests/events/test_machine.py --steps 100000",
    ),
    "mutants": Suite(
        what="Change the program in one place at random, sixty times, and see which tests notice (`--seed 1`).",
        needs=f"{CHROMIUM}, gcc",
        minutes="120",
        when="which tests the short run leaves out",
        command="tests.mutants",
    ),
    "post-costs": Suite(
        what="Print where the time of a POST of an action goes, layer by layer.",
        needs="a quiet machine",
        minutes="1",
        when="what an action passes on its way",
        command="tests.benchmarks.post_costs",
        ruleset=BY_OPTION,
    ),
    "growth": Suite(
        what="Measure a log of 1,000,000 events beside one of a hundredth of it (`--size 0.1`, docs/growth.md).",
        needs="a quiet machine, 2 GB of disk",
        minutes="60 (with --size 0.1 10)",
        when="an index, a list, or the store",
        command="tests.benchmarks.grown",
    ),
    "plays": Suite(
        what="Measure an import of 5,000 plays from a file of BG Stats, and their export (`--plays 50000`).",
        needs="a quiet machine",
        minutes="1",
        when="how whole games are stored, or `import-plays`",
        command="tests.plays",
    ),
    "large-lake": Suite(
        what="Count statistics of a lake of 10,000,000 facts (`--facts`), and again after one new game (docs/lake.md).",
        needs="a quiet machine, 10 MB of disk for a million facts",
        minutes="3 (with --facts 100000000 20)",
        when="a statistic's `partial`, or how the lake is written",
        command="tests.benchmarks.large_lake",
    ),
}


@click.command(context_settings={"ignore_unknown_options": True, "help_option_names": []})
@click.argument("suite", required=False)
@click.option("--ruleset", type=click.Choice(RULESETS))
@click.argument("more", nargs=-1, type=click.UNPROCESSED, metavar="[ARGS]...")
def main(suite: str | None, ruleset: str | None, more: tuple[str, ...]) -> None:
    """Run a suite, or list all of them; `--help` goes to the suite's own program, as all that follows its name."""
    if suite is None:
        print("\n".join(listing()))
        return
    if suite not in SUITES:
        raise click.UsageError(f"There is no suite {suite!r}. Choose one of: {', '.join(SUITES)}.")
    arguments = SUITES[suite].arguments(ruleset, more)
    print("python -m", shlex.join(arguments), flush=True)
    raise SystemExit(subprocess.run([sys.executable, "-m", *arguments], check=False).returncode)


def listing() -> Iterator[str]:
    """What `make long` prints."""
    for name, suite in SUITES.items():
        needs = f" Needs {suite.needs}." if suite.needs else ""
        yield f"{name:<15} {suite.what}"
        yield f"{'':<15} About {suite.minutes} minutes. After a change of {suite.when}.{needs}"
    yield ""
    yield 'Run one with make long SUITE=name [RULESET=name] [ARGS="..."]; ARGS=--help lists its options.'


if __name__ == "__main__":
    main()
