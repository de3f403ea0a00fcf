"""`tabletale verify`."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click
import msgspec

from api.commands.common import find_game, open_service
from api.commands.options import database_option
from api.errors import NoDiceToVerify, VerificationFailed
from api.recording.dice import NoKey, proof
from api.recording.verify import all_findings
from api.rest.web import encode
from api.settings import Settings
from events.anchor import Anchor
from events.envelope import NO_GAME
from rulesets.kit.words import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import BinaryIO

    from api.recording.dice import Proof
    from api.recording.finding import Finding
    from api.service import Service
    from events import Game
    from events.verify import Verification

MOST = 2**63 - 1
"""The highest position."""
ANCHOR_BYTES = 4096
"""More bytes than an anchor has."""


@click.command(epilog="Example: tabletale verify --ruleset heros_crossing_tactics --re-decide")
@click.option("--ruleset", help="Only games of this ruleset.")
@click.option("--game", help="Only this game: an id, or `latest`.")
@click.option(
    "--since",
    type=click.IntRange(0, MOST),
    default=0,
    metavar="POSITION",
    help="Only games with events after this position: the one that the last run ended with.",
)
@click.option(
    "--anchor",
    "anchor_file",
    type=click.File("rb"),
    help="Compare the whole log with this file, which `tabletale anchor` printed.",
)
@click.option("--re-decide", is_flag=True, help="Decide every action again, and list where today's rules differ.")
@click.option("--dice", help="A game, an id or `latest`: compare each roll in the log with what the game's key gives.")
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON.")
@database_option
def verify(
    ruleset: str | None,
    game: str | None,
    since: int,
    anchor_file: BinaryIO | None,
    re_decide: bool,
    dice: str | None,
    as_json: bool,
    database: str | None,
) -> None:
    """Verify that the log is unchanged: hash chains, positions, the rows of games, boards and metadata.

    It ends with the position up to which it has checked. Give it as `--since` to the next run, which then reads only
    what is new. See docs/verify.md.
    """
    if anchor_file and (ruleset or game or since or dice):
        raise click.UsageError("An anchor covers the whole log: use --anchor alone, or with --re-decide and --json.")
    anchor = _read_anchor(anchor_file) if anchor_file else None
    with open_service(Settings.read(database_url=database)) as service:
        if dice:
            _check_dice(service, dice, as_json)
            return
        found: list[Finding] = []
        only = find_game(service, game) if game else None
        reading = service.store.verification(only, ruleset=ruleset, since=since, anchor=anchor)
        with _printing(found, reading, as_json), _progress(reading.expected) as advance:
            for finding in all_findings(service.library, reading, re_decide=re_decide, advance=advance):
                found.append(finding)
    if any(finding.is_damage for finding in found):
        raise VerificationFailed(f"{len(found)} findings, listed above.")


def _read_anchor(file: BinaryIO) -> Anchor:
    """The anchor of a file. Raises BadParameter."""
    try:
        return msgspec.json.decode(file.read(ANCHOR_BYTES), type=Anchor)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        why = f"{file.name} is not an anchor that `tabletale anchor` printed: {error}"
        raise click.BadParameter(why, param_hint="--anchor") from None


def _check_dice(service: Service, text: str, as_json: bool) -> None:
    """Print each roll and draw of a game with what its key gives. Raises VerificationFailed if they differ."""
    game = service.library.game(find_game(service, text))
    try:
        found = proof(service.library, game)
    except NoKey:
        raise _no_key(game) from None
    if as_json:
        result = {"game": game.id, "promise_kept": found.kept, "throws": msgspec.to_builtins(found.throws)}
        click.echo(encode(result))
    else:
        _print_dice(found)
    if not found.fair:
        raise VerificationFailed("The log has other outcomes than the key gives, or another key than was promised.")


def _no_key(game: Game) -> NoDiceToVerify:
    """Why there is no key to check, and what to do."""
    if game.chance == "table":
        return NoDiceToVerify("The players rolled in this game, so it has no key.").advise(
            "Name a game in which Tabletale rolled."
        )
    return NoDiceToVerify("The key is shown when the game is over.").advise("Play the game to its end, then check it.")


def _print_dice(found: Proof) -> None:
    for throw in found.throws:
        mark = "" if throw.fair else "  CHANGED"
        click.echo(
            f"version {throw.version}  {throw.rule}: the key gives {throw.gives}, the log has {throw.stands}{mark}"
        )
    changed = sum(not throw.fair for throw in found.throws)
    kept = "the key that was promised" if found.kept else "ANOTHER KEY THAN WAS PROMISED"
    click.echo(f"{len(found.throws)} rolls and draws from {kept}, {changed} changed.")


@contextmanager
def _progress(length: int | None) -> Iterator[Callable[[int], object]]:
    """A progress bar on stderr, if that is a terminal and the length is known; call it with each number of events."""
    hidden = not length or not sys.stderr.isatty()
    with click.progressbar(length=length or 1, label="verifying", file=sys.stderr, hidden=hidden) as bar:
        yield bar.update


@contextmanager
def _printing(found: list[Finding], reading: Verification, as_json: bool) -> Iterator[None]:
    """Print the findings at the end, also if the log cannot be read to its end."""
    try:
        yield
    finally:
        if found or reading.count or not sys.exc_info()[0]:
            _print(found, reading, as_json)


def _print(found: list[Finding], reading: Verification, as_json: bool) -> None:
    if as_json:
        counts = {"games": reading.count, "events": reading.events, "position": reading.position}
        click.echo(encode({**counts, "findings": msgspec.to_builtins(found)}))
        return
    for finding in found:
        of = "the log" if finding.game == NO_GAME else f"game {finding.game}  version {finding.version}"
        click.echo(f"{finding.kind}  {of}: {finding.detail}")
    numbers = {"game": reading.count, "event": reading.events, "finding": len(found)}
    sums = ", ".join(counted(number, noun) for noun, number in numbers.items())
    click.echo(f"{sums}, up to position {reading.position}.")
