"""`python -m tests.pictures`: plays games of each ruleset, and lists what is wrong with their pictures."""

from __future__ import annotations

from collections import defaultdict

import click
from playwright.sync_api import sync_playwright

from api.service import installed_rulesets
from tests.browser.conftest import launched
from tests.pictures.measuring import faults
from tests.pictures.scenes import versions


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
        for name, ruleset in sorted(installed_rulesets().items()):
            for table in ruleset.seats if name in (names or installed_rulesets()) else ():
                if seats not in (None, table):
                    continue
                found: dict[tuple[str, ...], list[str]] = defaultdict(list)
                measured = 0
                for seed in range(games):
                    for version in versions(ruleset, table, seed, long_cards=long_cards):
                        if version.number % every and version.number > 1:
                            continue
                        measured += 1
                        for fault in faults(page, ruleset, version):
                            where = f"{seed}:v{version.number} by {version.scene.viewer}"
                            found[fault.form, fault.kind, fault.text, fault.more].append(where)
                wrong += len(found)
                print(f"== {name}, {table} seats: {measured} versions, {len(found)} faults", flush=True)
                for wanting, places in sorted(found.items(), key=lambda item: -len(item[1])):
                    print("  ", len(places), *wanting, "|", ", ".join(places[:examples]), flush=True)
    raise SystemExit(bool(wrong))


if __name__ == "__main__":
    main()
