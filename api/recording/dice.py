"""Proof of fair dice: each roll and draw of a finished game, as its key gives it and as it is in the log."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from api.recording.fork import own
from rulesets.kit.chance import ServerChance
from rulesets.kit.errors import KitError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from events import Event, Game
    from projections import Library
    from projections.paths import Version
    from rulesets.kit.outcomes import ChanceQuestion, Outcome


class NoKey(Exception):
    """The game has no key to show: the players roll, or the game is still running."""


class Throw(Struct, frozen=True, kw_only=True):
    """One roll or draw."""

    version: Version
    index: int
    """Its place among the outcomes of its action, from 0."""
    message: str
    """The message that the key is applied to, before the index."""
    rule: str
    allowed: tuple[str | int, ...]
    gives: Outcome
    """The outcome that the key gives."""
    stands: Outcome
    """The outcome in the log."""

    @property
    def fair(self) -> bool:
        """Whether they are the same."""
        return self.gives == self.stands


class Proof(Struct, frozen=True):
    """All rolls and draws of a game, and the key that they come from."""

    key: bytes
    promised: str
    """SHA-256 of the key in hex, from the first event: nobody could choose the key afterwards."""
    throws: tuple[Throw, ...]

    @property
    def kept(self) -> bool:
        """Whether the key is the one that was promised."""
        return hashlib.sha256(self.key).hexdigest() == self.promised

    @property
    def fair(self) -> bool:
        """Whether the key is the promised one, and every outcome came from it."""
        return self.kept and all(throw.fair for throw in self.throws)


class _Checked(ServerChance):
    """Asks the key, and continues with the outcome in the log."""

    def __init__(self, key: bytes, message: str, stored: Sequence[Outcome]) -> None:
        super().__init__(key, message.encode())
        self.stored = stored
        self.answers: list[tuple[ChanceQuestion, Outcome]] = []

    def ask(self, asked: ChanceQuestion) -> Outcome:
        gives, index = super().ask(asked), len(self.outcomes)
        self.answers.append((asked, gives))
        return self.stored[index] if index < len(self.stored) and self.stored[index] in asked.allowed else gives


def proof(library: Library, game: Game) -> Proof:
    """The rolls and draws of a finished game, also of undone actions. O(events). Raises NoKey."""
    key = library.store.secret_key(game.id) if game.chance == "server" and library.over(game) else None
    if key is None:
        raise NoKey
    throws = tuple(throw for event in own(library, game) for throw in _throws(library, game, key, event))
    return Proof(key, library.start(game).chance_key_hash or "", throws)


def _throws(library: Library, game: Game, key: bytes, event: Event) -> Iterator[Throw]:
    if event.kind not in ("start", "play"):
        return
    stored = msgspec.json.decode(event.outcomes)
    message = f"{event.parent}|{event.seat or 0}|{event.action}"
    chance = _Checked(key, message, stored)
    _decide(library, game, event, chance)
    for index, (asked, gives) in enumerate(chance.answers):
        yield Throw(
            version=event.version,
            index=index,
            message=message,
            rule=asked.rule,
            allowed=asked.allowed,
            gives=gives,
            stands=stored[index] if index < len(stored) else None,
        )


def _decide(library: Library, game: Game, event: Event, chance: _Checked) -> None:
    """Decide an event again, for its rolls and draws; if today's rules refuse it, up to there."""
    ruleset: Any = library.ruleset(game)
    try:
        if event.kind == "start":
            ruleset.begin(library.start(game), library.components(game), chance)
        else:
            board = library.board(game, event.parent)
            ruleset.decide(board, event.seat or 0, ruleset.played_action(event.action, event.ruleset_version), chance)
    except KitError:
        return
