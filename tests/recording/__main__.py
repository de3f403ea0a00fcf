"""`python -m tests.recording`: looks for the legal actions of random boards by taps, and prints those that are not
found."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from api.service import installed_rulesets
from tests.recording.boards import hardest_position
from tests.recording.measuring import Measured, measure, measure_on
from tests.tables import Table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

HARDEST = Table("kingdom_rush", 4)
"""The table with the longest lists of legal actions; the longest of them is measured too."""
HEAD = (
    "table                        actions  longest    rows  picture  of all   taps p50/p95/max  values   ms p50/p99",
    "(picture: of what lies apart there; of all: also of what a number or a way tells apart; taps: with the take;",
    " ms: of the processor, for a step)",
)


@click.command()
@click.option("--ruleset", "names", multiple=True, type=click.Choice(sorted(installed_rulesets())))
@click.option("--seats", type=int, help="Tables of this size alone.")
@click.option("--boards", default=200, show_default=True, help="Random boards of each table.")
@click.option("--examples", default=3, show_default=True, help="Places told of each fault.")
@click.option("--not-found", is_flag=True, help="Also what the picture alone does not find.")
def main(names: tuple[str, ...], seats: int | None, boards: int, examples: int, not_found: bool) -> None:
    """List how the legal actions of random boards are found by taps. Exit code 1 where a promise is broken."""
    broken = 0
    click.echo("\n".join(HEAD))
    for name in names or sorted(installed_rulesets()):
        ruleset = installed_rulesets()[name]
        for table in (table for table in ruleset.seats if seats in (None, table)):
            found = [measure(ruleset, table, boards)]
            if Table(name, table) == HARDEST:
                found.append(measure_on([hardest_position()], Measured(name, table, is_hardest=True), ruleset))
            for measured in found:
                broken += len(measured.broken)
                _report(measured, examples, not_found=not_found)
    raise SystemExit(bool(broken))


def _row(measured: Measured) -> str:
    taps = "/".join(str(measured.at(share)) for share in (0.5, 0.95, 1))
    return (
        f"{measured.ruleset + '-' + str(measured.seats):27} {measured.actions:8} {measured.longest:8}"
        f" {_share(measured.by_rows, measured.actions):>7} {_share(measured.distinct_by_picture, measured.distinct):>8}"
        f" {_share(measured.on_board_by_picture, measured.on_board):>7} {taps:>18} {measured.values:7}"
        f" {_quantile(measured.times, 0.5):>10.2f}/{_quantile(measured.times, 0.99):.2f}"
    )


def _quantile(numbers: Sequence[float], share: float) -> float:
    return sorted(numbers)[int(share * (len(numbers) - 1))]


def _share(some: int, of: int) -> str:
    return f"{100 * some / of:.1f}%" if of else "-"


def _report(measured: Measured, examples: int, *, not_found: bool) -> None:
    click.echo(_row(measured))
    for promise in measured.broken:
        click.echo(f"   {promise}")
    for places in (measured.faults, measured.not_found if not_found else {}):
        _tell_places(places, examples)


def _tell_places(places: Mapping[str, Sequence[str]], examples: int) -> None:
    for what, where in sorted(places.items(), key=lambda each: -len(each[1])):
        click.echo(f"   {len(where)} {what}")
        for place in where[:examples]:
            click.echo(f"      {place[:200]}")


if __name__ == "__main__":
    main()
