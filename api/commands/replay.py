"""`tabletale replay`."""

from __future__ import annotations

import html
import re
import sys
from typing import TYPE_CHECKING

import click

from api.commands.common import find_game, open_service
from api.commands.options import database_option
from api.settings import Settings
from projections import BadAddress, parse_viewer, timeline

if TYPE_CHECKING:
    from api.service import Service
    from events import Game
    from projections import Moment
    from rulesets.kit.structs import Viewer

KEYS = {
    "prev": ("\x1b[D", "\x1bOD", "k"),
    "next": ("\x1b[C", "\x1bOC", "j", " "),
    "prev_turn": ("\x1b[A", "\x1bOA"),
    "next_turn": ("\x1b[B", "\x1bOB"),
    "prev_round": ("\x1b[1;2D",),
    "next_round": ("\x1b[1;2C",),
    "start": ("\x1b[H", "\x1bOH", "\x1b[1~"),
    "head": ("\x1b[F", "\x1bOF", "\x1b[4~"),
    "go": ("g",),
    "help": ("?",),
    "quit": ("q", "\x1b", "\x03", "\x04"),
}
"""What a terminal sends for a key, by what the key does. The keys are those of the replay page."""

MEANING = {key: meaning for meaning, keys in KEYS.items() for key in keys}

HELP = (
    "left, right (k, j): step   up, down: turn   shift+left, shift+right: round\n"
    "Home, End   g: go to (57, round:3, turn:14)   q: quit"
)


@click.command(epilog="Example: tabletale replay latest --viewer 2")
@click.argument("game")
@click.option("--at", default="head", show_default=True, help="Where to begin: 57, start, round:3, turn:14.")
@click.option("--viewer", default="table", show_default=True, help="View as: table, spectator or a seat.")
@database_option
def replay(game: str, at: str, viewer: str, database: str | None) -> None:
    """Step through GAME (an id, or `latest`) with the keys of the replay page.

    Without a terminal, its timeline is printed line by line.
    """
    with open_service(Settings.read(database_url=database)) as service:
        found, as_viewer = service.library.game(find_game(service, game)), parse_viewer(viewer)
        if _at_a_terminal():
            _step_through(service, found, service.library.resolve(found, at), as_viewer)
        else:
            _list(service, found, as_viewer)


def _at_a_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def _list(service: Service, game: Game, viewer: Viewer) -> None:
    for round_ in timeline(service.library, game, viewer).rounds:
        for turn in round_.turns:
            for entry in turn.events:
                click.echo(f"{entry.version:5}  round {round_.round} turn {turn.turn}  {entry.text}")


def _step_through(service: Service, game: Game, version: int, viewer: Viewer) -> None:
    while True:
        moment = service.library.moment(game, version)
        click.clear()
        click.echo(page(service, game, moment, viewer))
        meaning = MEANING.get(click.getchar())
        if meaning == "quit":
            return
        version = _next(service, game, moment, meaning) or version


def _next(service: Service, game: Game, moment: Moment, meaning: str | None) -> int | None:
    """The version that a key leads to, if any."""
    if meaning is None:
        return None
    if meaning == "help":
        click.echo(HELP)
        click.getchar()
        return None
    address = click.prompt("go to", default="head") if meaning == "go" else meaning
    if address in ("prev", "next", "prev_turn", "next_turn", "prev_round", "next_round"):
        neighbour: int | None = getattr(moment, address)
        return neighbour
    try:
        return service.library.resolve(game, address)
    except BadAddress as error:
        click.echo(str(error))
        click.getchar()
        return None


def page(service: Service, game: Game, moment: Moment, viewer: Viewer) -> str:
    """A version in words: its place, what happened, and the board."""
    step = service.library.step(game, moment.version, viewer)
    title = service.library.title(game)
    head = f"{title}   version {moment.version} of {game.version}   round {moment.round}, turn {moment.turn}"
    return "\n\n".join((head, step.text, board_in_words(service, game, moment.version, viewer), HELP))


def board_in_words(service: Service, game: Game, version: int, viewer: Viewer) -> str:
    """The description of the board's picture for those who cannot see it, one sentence on each line."""
    scene = service.library.scene(game, version, viewer, named=True, arrangement="wide")
    picture = service.library.ruleset(game).picture(scene)
    found = re.search(r"<desc[^>]*>(.*?)</desc>", picture, re.S)
    words = html.unescape(found[1]) if found else ""
    return re.sub(r"(?<=[.;]) +", "\n", words.strip())
