"""`python -m tests.plays`: how long an import of plays takes on SQLite, each commit on disk, and an export of them."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

import click
import msgspec

from api.plays.exporting import BgStatsFile
from api.plays.fields import Calendar
from api.plays.planning import Choices, plan
from api.plays.reading import open_plays
from api.plays.storing import store_games
from api.service import Service, installed_rulesets
from api.settings import Settings
from events import Store
from tests.plays.sample import encoded, file_of


@contextmanager
def measured(what: str) -> Iterator[None]:
    """Print how long something takes, on the clock and of the processor."""
    clock, processor = time.perf_counter(), time.process_time()
    yield
    click.echo(f"{what:<24}{time.perf_counter() - clock:7.1f} s, {time.process_time() - processor:6.1f} s of processor")


@click.command()
@click.option("--plays", default=5_000, show_default=True, help="How many plays the file has.")
def main(plays: int) -> None:
    """Import a file of plays into an empty log, import it again, and export the games."""
    data, calendar = encoded(file_of(plays)), Calendar(UTC)
    click.echo(f"{plays:,} plays, {len(data) / 1e6:.1f} MB")
    with TemporaryDirectory() as folder:
        settings = Settings.read({}, database_url=f"sqlite:///{Path(folder) / 'log.db'}")
        with Store.open(settings.database_url) as store:
            service = Service.over(store, settings, installed_rulesets())
            for what in ("import", "import again"):
                with measured(what):
                    planned = plan(store, open_plays(BytesIO(data)).read(calendar), Choices())
                    store_games(service.library, planned.games, lambda done, of: None)
            with measured("export"):
                file = BgStatsFile(service.library, calendar, notes=True)
                for game_id in store.all_game_ids():
                    file.add(store.game(game_id))
                msgspec.json.encode(file.content())


if __name__ == "__main__":
    main()
