"""`python -m tests.recording`: looks for the legal actions of random boards by taps, and tells what is not found."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from api.service import installed_rulesets
from tests.recording.boards import crowded
from tests.recording.measuring import Measured, measure, measure_on
from tests.tables import Table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

CROWDED = Table("kingdom_rush", 4)
"""The table with the longest lists: one is looked at by itself."""
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
            if Table(name, table) == CROWDED:
                found.append(measure_on([crowded()], Measured(name, table, is_hardest=True), ruleset))
            for told in found:
                broken += len(told.broken)
                _tell(told, examples, not_found=not_found)
    raise SystemExit(bool(broken))


def _row(told: Measured) -> str:
    taps = "/".join(str(told.at(share)) for share in (0.5, 0.95, 1))
    return (
        f"{told.ruleset + '-' + str(told.seats):27} {told.actions:8} {told.longest:8}"
        f" {_share(told.by_rows, told.actions):>7} {_share(told.apart_by_picture, told.apart):>8}"
        f" {_share(told.on_board_by_picture, told.on_board):>7} {taps:>18} {told.values:7}"
        f" {_quantile(told.times, 0.5):>10.2f}/{_quantile(told.times, 0.99):.2f}"
    )


def _quantile(numbers: Sequence[float], share: float) -> float:
    return sorted(numbers)[int(share * (len(numbers) - 1))]


def _share(some: int, of: int) -> str:
    return f"{100 * some / of:.1f}%" if of else "-"


def _tell(told: Measured, examples: int, *, not_found: bool) -> None:
    click.echo(_row(told))
    for promise in told.broken:
        click.echo(f"   {promise}")
    for places in (told.faults, told.not_found if not_found else {}):
        _tell_places(places, examples)


def _tell_places(places: Mapping[str, Sequence[str]], examples: int) -> None:
    for what, where in sorted(places.items(), key=lambda each: -len(each[1])):
        click.echo(f"   {len(where)} {what}")
        for place in where[:examples]:
            click.echo(f"      {place[:200]}")


if __name__ == "__main__":
    main()
