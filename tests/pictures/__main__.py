"""`python -m tests.pictures`: plays games of each ruleset, and lists what is wrong with their pictures."""

from __future__ import annotations

from collections import defaultdict
from itertools import islice
from typing import TYPE_CHECKING, Any

import click
from playwright.sync_api import sync_playwright

from api.service import installed_rulesets
from tests.chromium import launched
from tests.pictures.measuring import faults
from tests.pictures.scenes import example, versions

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from playwright.sync_api import Page

    from rulesets.kit.ruleset import Ruleset
    from tests.pictures.measuring import Fault
    from tests.pictures.scenes import Version


@click.command()
@click.option("--ruleset", "names", multiple=True, type=click.Choice(sorted(installed_rulesets())))
@click.option("--seats", type=int, help="Only games of so many.")
@click.option("--games", type=click.IntRange(1), default=1, show_default=True, help="Games of each number of seats.")
@click.option("--every", type=click.IntRange(1), default=1, show_default=True, help="Measure one version in so many.")
@click.option("--long-cards", is_flag=True, help="Call all cards by names as long as names may be.")
@click.option("--examples", default=3, show_default=True, help="Versions told of each fault.")
def main(names: tuple[str, ...], seats: int | None, games: int, every: int, long_cards: bool, examples: int) -> None:
    """List what is wrong with the texts of pictures, and where."""
    wrong = 0
    with sync_playwright() as playwright:
        page = launched(playwright).new_page()
        for name in names or sorted(installed_rulesets()):
            ruleset = installed_rulesets()[name]
            if seats is None and not long_cards:
                some = list(islice(example(ruleset), 0, None, every))
                wrong += _measured(page, ruleset, f"{name}, its example", some, examples)
            for table in (table for table in ruleset.seats if seats in (None, table)):
                played = [versions(ruleset, table, seed, long_cards=long_cards) for seed in range(games)]
                some = [version for game in played for version in islice(game, 0, None, every)]
                wrong += _measured(page, ruleset, f"{name}, {table} seats", some, examples)
    raise SystemExit(bool(wrong))


def _measured(page: Page, ruleset: Ruleset[Any], what: str, some: Sequence[Version], examples: int) -> int:
    """Measure some versions, and tell what is wrong with them; how many faults there are."""
    found = _by_fault(faults(page, ruleset, some))
    _tell(f"{what}: {len(some)} versions", found, examples)
    return len(found)


def _by_fault(found: Iterable[tuple[Version, Fault]]) -> dict[Fault, list[Version]]:
    """The versions that have each fault."""
    by_fault = defaultdict(list)
    for version, fault in found:
        by_fault[fault].append(version)
    return by_fault


def _tell(what: str, found: Mapping[Fault, Sequence[Version]], examples: int) -> None:
    """Print the faults, the most frequent first."""
    click.echo(f"== {what}, {len(found)} faults")
    for fault, places in sorted(found.items(), key=lambda item: -len(item[1])):
        where = (f"{place.seed}:v{place.number} by {place.scene.viewer}" for place in places[:examples])
        click.echo(f"   {len(places)} {' '.join(fault)} | {', '.join(where)}")


if __name__ == "__main__":
    main()
