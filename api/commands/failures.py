"""Problems as the command line prints them."""

from __future__ import annotations

import click

from api.errors import BadSetting, Problem


class Failure(click.ClickException):
    """A problem that ends a command."""

    def __init__(self, problem: Problem) -> None:
        rule = f"\n{problem.rule}: {problem.rule_text}" if problem.rule and problem.rule_text else ""
        super().__init__(f"{problem.title}. {problem.detail}{rule}\n{problem.next_command}")


class WrongUsage(Failure):
    """A problem that comes from how the command was called."""

    exit_code = 2


def failure_of(error: Exception) -> Failure | None:
    """What the command line prints for an error of a command; None for a fault of the program."""
    problem = _problem_of(error)
    if problem is None:
        return None
    return WrongUsage(problem) if isinstance(problem, BadSetting) else Failure(problem)


def _problem_of(error: Exception) -> Problem | None:
    if isinstance(error, Problem):
        return error
    from api.rest import problems
    from api.service import installed_rulesets

    return problems.problem_of(error, installed_rulesets().values())
