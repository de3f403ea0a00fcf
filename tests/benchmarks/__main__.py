"""`python -m tests.benchmarks [NAME ...] [--json FILE] [--earlier FILE]`: measure, and print a table."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.console import Console

from tests.benchmarks import (
    analytics,
    api,
    clusters,
    crowd,
    eight,
    growth,
    picture,
    rules,
    serving,
    slow_disk,
    store,
    verify,
)
from tests.benchmarks.running import as_json, earlier_rows, exit_code, run, table, why_not_writable

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.benchmarks.harness import Measured

BENCHES: dict[str, Callable[[], Measured]] = {
    "store.append_sqlite": store.append_sqlite,
    "store.append_large": store.append_large,
    "store.append_pg": store.append_pg,
    "store.batch_sqlite": store.batch_sqlite,
    "store.batch_pg": store.batch_pg,
    "store.crowd_sqlite": crowd.crowd_sqlite,
    "store.crowd_slow_disk": slow_disk.crowd_slow_disk,
    "store.verify": verify.sqlite,
    "store.verify_pg": verify.pg,
    "replay.cold": store.cold,
    "replay.jump": growth.jump,
    "replay.fold": rules.fold,
    "rules.decide": rules.decide,
    "rules.playout": rules.playout,
    "picture.svg": picture.picture,
    "api.action": api.action,
    "api.growth": growth.growth,
    "analytics.export": analytics.exporting,
    "analytics.eight": eight.eight,
    "analytics.figures": eight.figures,
    "analytics.floor": eight.floor,
    "analytics.cluster": clusters.counting,
    "analytics.cluster_export": clusters.exporting,
    "serve.start": serving.start,
    "serve.memory": serving.memory,
}


def _writable(_context: click.Context, _parameter: click.Parameter, path: Path | None) -> Path | None:
    if path and (reason := why_not_writable(path)):
        raise click.BadParameter(reason)
    return path


def _read(_context: click.Context, _parameter: click.Parameter, path: Path | None) -> dict[str, Measured] | None:
    try:
        return earlier_rows(path) if path else None
    except ValueError as error:
        raise click.BadParameter(str(error)) from None


@click.command()
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option(
    "--json", "file", type=click.Path(path_type=Path), callback=_writable, help="Also write the rows to a file."
)
@click.option(
    "--earlier", type=click.Path(path_type=Path), callback=_read, help="Compare with the rows of an earlier run."
)
def main(names: tuple[str, ...], file: Path | None, earlier: dict[str, Measured] | None) -> None:
    """Measure the named benchmarks, or all of them, and print a table.

    Beside each ratio stands where the middle half of the rounds' ratios was. A bar within it neither holds nor fails,
    and two runs whose middle halves meet are called the same.

    Exit code 1 where a benchmark failed, 2 for an unknown name or a file that cannot be written or read.
    """
    if unknown := [name for name in names if name not in BENCHES]:
        raise click.UsageError(f"no such benchmark: {', '.join(unknown)}; there are {', '.join(BENCHES)}")
    console = Console(width=160)
    rows = []
    for name in names or BENCHES:
        console.print(f"measuring {name} ...", style="dim")
        rows.append(run(name, BENCHES[name]))
    console.print(table(rows, earlier))
    if file:
        file.write_bytes(as_json(rows))
    raise SystemExit(exit_code(rows))


if __name__ == "__main__":
    main()
