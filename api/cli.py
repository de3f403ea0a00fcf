"""The command line: `tabletale`."""

from __future__ import annotations

import sys
from importlib import import_module
from keyword import iskeyword
from typing import TYPE_CHECKING, Any

import click

from api import collector
from api.commands.failures import failure_of

if TYPE_CHECKING:
    from collections.abc import Sequence

COMMANDS = {
    "serve": "Start the service.",
    "demo": "Start the service with sample games.",
    "simulate": "Let bots play games.",
    "replay": "Step through a game in the terminal.",
    "verify": "Verify that the log is unchanged.",
    "anchor": "Print one hash of the whole log, to store in another place.",
    "export": "Export games to a file, with their hash chains.",
    "import": "Import games from an exported file.",
    "import-plays": "Import plays that were logged elsewhere.",
    "statistics": "Show statistics of the recorded games.",
    "lake": "Show or rebuild the data that statistics read.",
    "new-ruleset": "Write a small game to start your own ruleset from.",
}
"""Each is a function of its name, with `_` for `-`, in the module of that name under `api.commands`, which is
loaded when the command runs; a keyword of Python has `_` after it."""


class Commands(click.Group):
    """The root command: loads the other commands when they run, and prints their problems."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        function = f"{name}_" if iskeyword(name) else name.replace("-", "_")
        command: click.Command = getattr(import_module(f"api.commands.{function}"), function)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except Exception as error:
            failure = failure_of(error)
            if failure is None:
                raise
            raise failure from None


def print_versions(ctx: click.Context, option: click.Parameter, given: bool) -> None:
    """Print the versions of everything that is installed, and exit."""
    if not given or ctx.resilient_parsing:
        return
    from api.commands.versions import versions

    for line in versions():
        click.echo(line)
    ctx.exit()


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Exit codes: 0 done, 1 refused or failed, 2 wrong usage. Settings are TABLETALE_* variables.",
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=print_versions,
    help="Show the versions of the program, of the log's schema and of each ruleset, and exit.",
)
def tabletale() -> None:
    """An event-sourced log of tabletop games: record, replay, undo, ask."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command, and end the process with its exit code."""
    collector.pause()  # a command that works on a log resumes it when that is open
    tabletale.main(arguments, prog_name="tabletale")


if __name__ == "__main__":
    main(sys.argv[1:])
