"""`python -m tests.benchmarks [NAME]`: prints a table and writes `bench.json`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from rich.console import Console
from rich.table import Table

from tests.benchmarks import analytics, api, crowd, growth, picture, rules, slow_disk, store, verify
from tests.benchmarks.harness import Skipped

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
}


def main(names: list[str]) -> int:
    """Measure the named benches, or all of them. Exit code 2 for an unknown name."""
    if unknown := [name for name in names if name not in BENCHES]:
        print(f"no such bench: {', '.join(unknown)}; there are {', '.join(BENCHES)}", file=sys.stderr)
        return 2
    console, rows = Console(width=140), []
    for name in names or BENCHES:
        console.print(f"measuring {name} ...", style="dim")
        try:
            rows.append(BENCHES[name]())
        except Skipped as lacking:
            console.print(f"{name} is skipped: {lacking}")
    console.print(_table(rows))
    Path("bench.json").write_bytes(msgspec.json.format(msgspec.json.encode(rows), indent=2))
    return 0


def _table(rows: list[Measured]) -> Table:
    table = Table("name", "ours", "theirs", "unit", "against", "ratio", "bar", "stretch", "")
    for row in rows:
        verdict = "stretch" if row.ratio >= row.stretch else "holds" if row.ratio >= row.bar else "below"
        table.add_row(
            row.name,
            f"{row.ours:,.0f}",
            f"{row.theirs:,.0f}",
            row.unit,
            row.against,
            f"{row.ratio:.2f}",
            f"{row.bar:g}",
            f"{row.stretch:g}",
            verdict,
        )
        for note in row.notes:
            table.add_row("", "", "", "", note, "", "", "", "")
    return table


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
