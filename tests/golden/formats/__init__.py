"""Logs of every format that was ever released, which no later program writes again.

A format is a log in a SQLite file, the same games as an exported file, and what they are: the hashes of all boards as
each viewer saw them, and the last link of each chain. `python -m tests.golden.formats NUMBER` wrote them once; it never
writes a file that is there. Later programs open, verify, replay and continue these games, and count them.
"""

from __future__ import annotations

import lzma
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import msgspec
from msgspec import Struct

from projections import board_hash
from rulesets.kit.structs import TABLE

if TYPE_CHECKING:
    from api.service import Service
    from events import Game

HERE = Path(__file__).parent
HASH_BYTES = 10


class Format(NamedTuple):
    """The files of one format."""

    number: int

    @property
    def log(self) -> Path:
        return HERE / f"format-{self.number}.sqlite3.xz"

    @property
    def export(self) -> Path:
        return HERE / f"format-{self.number}.jsonl.xz"

    @property
    def expected(self) -> Path:
        return HERE / f"format-{self.number}.json.xz"

    @property
    def files(self) -> tuple[Path, ...]:
        return self.log, self.export, self.expected

    def games(self) -> dict[str, GoldenGame]:
        """What the games are, by id."""
        return msgspec.json.decode(lzma.decompress(self.expected.read_bytes()), type=dict[str, GoldenGame])


class GoldenGame(Struct, frozen=True):
    """What a game was when it was stored."""

    ruleset: str
    version: int
    head: int
    status: str
    chain: str
    """The hash of its last event."""
    boards: dict[str, dict[int, str]]
    """The hashes of the boards of all versions, by viewer and version: the board schema and eight bytes, in hex."""
    sentences: dict[int, str]
    """What happened, as the table saw it, by version."""


FORMATS = (Format(1),)


def golden_game(service: Service, game: Game) -> GoldenGame:
    """What a game is now."""
    library, ruleset = service.library, service.library.ruleset(game)
    versions = range(1, game.version + 1)
    viewers = (TABLE, *range(1, len(game.seats) + 1))
    return GoldenGame(
        ruleset=game.ruleset,
        version=game.version,
        head=game.summary.head,
        status=game.summary.status,
        chain=service.store.event(game.id, game.version).hash.hex(),
        boards={
            str(viewer): {
                at: board_hash(ruleset, library.board(game, at, viewer))[:HASH_BYTES].hex() for at in versions
            }
            for viewer in viewers
        },
        sentences={at: library.step(game, at, TABLE).text for at in versions},
    )
