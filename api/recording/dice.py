"""The fair die: what the key of a finished game gives for each roll and draw, beside what stands in the log."""

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
    from rulesets.kit.outcomes import Asked, Outcome


class NoKey(Exception):
    """The game has no key that could be shown: the table told chance, or the game still runs."""


class Throw(Struct, frozen=True, kw_only=True):
    """One answer of chance."""

    version: Version
    index: int
    """Its place among the outcomes of its action, from 0."""
    message: str
    """What the key is applied to, with the index after it."""
    rule: str
    allowed: tuple[str | int, ...]
    gives: Outcome
    """What the key gives."""
    stands: Outcome
    """What stands in the log."""

    @property
    def fair(self) -> bool:
        """Whether they are the same."""
        return self.gives == self.stands


class Proof(Struct, frozen=True):
    """All that chance answered in a game, and the key that it comes from."""

    key: bytes
    promised: str
    """SHA-256 of the key in hex, as the first event has it: nobody could choose the key afterwards."""
    throws: tuple[Throw, ...]

    @property
    def kept(self) -> bool:
        """Whether the key is the one that was promised."""
        return hashlib.sha256(self.key).hexdigest() == self.promised

    @property
    def fair(self) -> bool:
        """Whether the key is the promised one, and all came from it."""
        return self.kept and all(throw.fair for throw in self.throws)


class _Checked(ServerChance):
    """Asks the key, and goes on with what stands in the log."""

    def __init__(self, key: bytes, message: str, stored: Sequence[Outcome]) -> None:
        super().__init__(key, message.encode())
        self.stored = stored
        self.answers: list[tuple[Asked, Outcome]] = []

    def ask(self, asked: Asked) -> Outcome:
        gives, index = super().ask(asked), len(self.outcomes)
        self.answers.append((asked, gives))
        return self.stored[index] if index < len(self.stored) and self.stored[index] in asked.allowed else gives


def proof(library: Library, game: Game) -> Proof:
    """What chance answered in a finished game, undone actions too. O(events). Raises NoKey."""
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
    """Decide an event once more, for what is asked; one that today's rules refuse, up to where they do."""
    ruleset: Any = library.ruleset(game)
    try:
        if event.kind == "start":
            ruleset.begin(library.start(game), library.components(game), chance)
        else:
            board = library.board(game, event.parent)
            ruleset.decide(board, event.seat or 0, ruleset.decode_action(event.action), chance)
    except KitError:
        return
