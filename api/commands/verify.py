"""`tabletale verify`."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import click
import msgspec

from api.commands.common import database_option, find_game, open_service, with_progress
from api.errors import BrokenLog, TableOnly
from api.recording.dice import NoKey, proof
from api.recording.verify import Finding, findings
from api.rest.web import encode
from api.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from api.recording.dice import Proof
    from api.service import Service


@click.command(epilog="Example: tabletale verify --ruleset heros_crossing_tactics --re-decide")
@click.option("--ruleset", help="Only games of this ruleset.")
@click.option("--game", help="Only this game: an id, or `latest`.")
@click.option("--re-decide", is_flag=True, help="Decide every action again, and list where today's rules differ.")
@click.option("--dice", help="Of this game, an id or `latest`: what its key gives for each roll, and what the log has.")
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON.")
@database_option
def verify(
    ruleset: str | None, game: str | None, re_decide: bool, dice: str | None, as_json: bool, database: str | None
) -> None:
    """Check that the log is as it was written: hash chains, positions, the rows of games, boards."""
    with open_service(Settings.read(database_url=database)) as service:
        if dice:
            _check_dice(service, dice, as_json)
            return
        games = [find_game(service, game)] if game else service.store.game_ids(ruleset)
        found = [
            finding
            for each in with_progress(games, "verifying", len(games))
            for finding in findings(service.library, each, re_decide=re_decide)
        ]
        with _printing(found, len(games), as_json):
            if not game and not ruleset:
                found += _of_the_whole(service, found)
    if any(finding.kind != "reading" for finding in found):
        raise BrokenLog(f"{len(found)} findings, listed above.")


def _check_dice(service: Service, text: str, as_json: bool) -> None:
    """Print each roll and draw of a game beside what its key gives. Raises BrokenLog where one is another."""
    game = service.library.game(find_game(service, text))
    try:
        found = proof(service.library, game)
    except NoKey:
        raise TableOnly("The game has no key to check: its table told chance, or it is not over.") from None
    if as_json:
        told = {"game": game.id, "promise_kept": found.kept, "throws": msgspec.to_builtins(found.throws)}
        click.echo(encode(told))
    else:
        _print_dice(found)
    if not found.fair:
        raise BrokenLog("The log has something else than the key gives, or another key than was promised.")


def _print_dice(found: Proof) -> None:
    for throw in found.throws:
        mark = "" if throw.fair else "  CHANGED"
        click.echo(
            f"version {throw.version}  {throw.rule}: the key gives {throw.gives}, the log has {throw.stands}{mark}"
        )
    changed = sum(not throw.fair for throw in found.throws)
    kept = "the key that was promised" if found.kept else "ANOTHER KEY THAN WAS PROMISED"
    click.echo(f"{len(found.throws)} rolls and draws from {kept}, {changed} changed.")


def _of_the_whole(service: Service, known: list[Finding]) -> list[Finding]:
    """Faults of the log as a whole: gaps in its positions, and events of games that have no row."""
    seen = {(finding.game, finding.version) for finding in known}
    faults = (Finding("chain", fault.game_id, fault.version, fault.what) for fault in service.store.verify())
    return [fault for fault in faults if (fault.game, fault.version) not in seen]


@contextmanager
def _printing(found: list[Finding], games: int, as_json: bool) -> Iterator[None]:
    """Print what is found at the end, also where the log is too damaged to be checked as a whole."""
    try:
        yield
    finally:
        _print(found, games, as_json)


def _print(found: list[Finding], games: int, as_json: bool) -> None:
    if as_json:
        click.echo(encode({"games": games, "findings": msgspec.to_builtins(found)}))
        return
    for finding in found:
        click.echo(f"{finding.kind}  game {finding.game}  version {finding.version}: {finding.detail}")
    click.echo(f"{games} games, {len(found)} findings.")
