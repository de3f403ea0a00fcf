"""The one loop that decides entries, for recording and for the dry run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct

from rulesets.kit.chance import Chance, GivenChance, ServerChance
from rulesets.kit.errors import KitError, LeftoverOutcomes
from rulesets.kit.phases import Board
from rulesets.kit.structs import Action

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from rulesets.kit.chance import Outcome
    from rulesets.kit.phases import Seat
    from rulesets.kit.play import Play
    from rulesets.kit.ruleset import Ruleset


class Entry(Struct, frozen=True, kw_only=True):
    """One action as somebody enters it."""

    seat: Seat
    action: Action[Any]
    outcomes: Sequence[Outcome] = ()
    occurred_at: int | None = None
    """Microseconds UTC, when it is entered later."""


class Source(Struct, frozen=True):
    """Where the outcomes of entries come from: the entries themselves, or the game's key where the server rolls."""

    key: bytes | None = None
    head: int = 0
    """The version that the first entry is decided on."""
    version: int = 0
    """The game's: the entries after the first are decided on what those before them will be stored as."""

    def of(self, index: int, entry: Entry, text: str) -> Chance:
        """The server's chance is bound to what was decided, and to the board that it was decided on."""
        parent = self.version + index if index else self.head
        return chance_of(self.key, entry.outcomes, parent, entry.seat, text)


def decide(
    ruleset: Ruleset[Any], board: Board, entries: Iterable[Entry], source: Source
) -> Iterator[tuple[Entry, str, Play[Any]]]:
    """Decide entries one after the other, each on the board that those before it lead to.

    Yields each with its action as text. What a ruleset raises knows by its `entry` which of them it is about.
    """
    for index, entry in enumerate(entries):
        text = ruleset.encode(entry.action)
        chance = source.of(index, entry, text)
        try:
            play = ruleset.decide(board, entry.seat, entry.action, chance)
            need_all_used(chance, entry.outcomes)
        except KitError as error:
            error.entry = index
            raise
        yield entry, text, play
        board = play.board


def chance_of(key: bytes | None, told: Sequence[Outcome], parent: int, seat: Seat, action: str) -> Chance:
    """The outcomes that were entered, or the server's, bound to the action and the version that it is taken on."""
    if key is None:
        return GivenChance(told)
    return ServerChance(key, f"{parent}|{seat}|{action}".encode())


def need_all_used(chance: Chance, told: Sequence[Outcome]) -> None:
    """Refuse outcomes that nothing asked for. Raises LeftoverOutcomes."""
    if isinstance(chance, GivenChance):
        chance.all_used()
    elif told:
        raise LeftoverOutcomes(0, len(told))
