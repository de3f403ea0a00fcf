"""The command line: `tabletale`."""

from __future__ import annotations

import sys
from importlib import import_module
from keyword import iskeyword
from typing import TYPE_CHECKING, Any

import click

from api.errors import BadSetting, Problem

if TYPE_CHECKING:
    from collections.abc import Sequence

COMMANDS = {
    "serve": "Start the service.",
    "demo": "Start the service with a sample history.",
    "simulate": "Let bots play games.",
    "replay": "Step through a game in the terminal.",
    "verify": "Check that the log is as it was written.",
    "anchor": "Print one hash of the whole log, to be kept in another place.",
    "export": "Write games into a file, with their hash chains.",
    "import": "Take over games from such a file.",
    "statistics": "Ask what the history tells.",
    "lake": "Make the facts that statistics rest on.",
    "new-ruleset": "Write a game to make a ruleset of your own out of.",
}
"""Each is a function of its name, with `_` for `-`, in the module of that name under `api.commands`, loaded when it is
asked for; a word of Python has `_` after it."""


class Commands(click.Group):
    """The root command: loads the others when they are asked for, and prints their problems."""

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
            problem = problem_of(error)
            if problem is None:
                raise
            raise (UsedWrongly if isinstance(problem, BadSetting) else Said)(problem) from None


class Said(click.ClickException):
    """A problem, as the command line prints it."""

    def __init__(self, problem: Problem) -> None:
        rule = f"\n{problem.rule}: {problem.rule_text}" if problem.rule and problem.rule_text else ""
        super().__init__(f"{problem.title}. {problem.detail}{rule}\n{problem.next_command}")


class UsedWrongly(Said):
    """A problem that another call would not have."""

    exit_code = 2


def problem_of(error: Exception) -> Problem | None:
    """The problem that an error of a command amounts to; None for a fault of the program."""
    if isinstance(error, Problem):
        return error
    from api.rest import problems
    from api.service import installed_rulesets

    return problems.problem_of(error, installed_rulesets().values())


def print_versions(ctx: click.Context, option: click.Parameter, asked: bool) -> None:
    """Print the versions of all that is installed, and end."""
    if not asked or ctx.resilient_parsing:
        return
    from api.commands.versions import versions

    for line in versions():
        click.echo(line)
    ctx.exit()


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Exit codes: 0 done, 1 refused or failed, 2 used wrongly. Settings are TABLETALE_* variables.",
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
    tabletale.main(arguments, prog_name="tabletale")


if __name__ == "__main__":
    main(sys.argv[1:])
