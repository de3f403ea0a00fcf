"""Decides entries one after the other, for recording and for dry runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from projections import with_names
from rulesets.kit.chance import Chance, GivenChance, ServerChance
from rulesets.kit.errors import ChanceNeeded, KitError, LeftoverOutcomes
from rulesets.kit.outlook import outlook
from rulesets.kit.phases import Board
from rulesets.kit.structs import Action

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from rulesets.kit.outcomes import Outcome, Outlook
    from rulesets.kit.phases import Seat
    from rulesets.kit.play import Play
    from rulesets.kit.ruleset import Ruleset


MOST_BYTES = 64 * 1024
"""The most bytes of an action with its entered outcomes, as JSON."""


class EntryTooLarge(KitError):
    """An action with its outcomes is larger than the limit. It was not decided."""

    def __init__(self, size: int) -> None:
        super().__init__(f"the action has {size:,} bytes with its outcomes; the limit is {MOST_BYTES:,}")


class Entry(Struct, frozen=True, kw_only=True):
    """One action as somebody enters it."""

    seat: Seat
    action: Action[Any]
    outcomes: Sequence[Outcome] = ()
    occurred_at: int | None = None
    """Microseconds UTC, if it is entered later."""


class Source(Struct, frozen=True):
    """Where the outcomes of entries come from: the entries themselves, or the game's key if the server rolls."""

    key: bytes | None = None
    head: int = 0
    """The version that the first entry is decided on: the head."""
    version: int = 0
    """The game's number of events: each later entry is decided on the version that the one before it will get."""
    seat_names: Mapping[int, str] = {}
    """The names of the seats, for questions about rolls and draws."""

    def of(self, index: int, entry: Entry, text: str) -> Chance:
        """Chance for one entry; if the server rolls, it depends on the action and the version that it is decided on."""
        parent = self.version + index if index else self.head
        return chance_of(self.key, entry.outcomes, parent, entry.seat, text)


class Decided(NamedTuple):
    """An entry that the rules allow, and what follows from it."""

    entry: Entry
    text: str
    """The action as it is stored."""
    play: Play[Any]
    kind: Literal["play", "end", "adjust"] = "play"


class Run(Struct, frozen=True):
    """The entries that are allowed, and why the next one is not."""

    decided: tuple[Decided, ...]
    error: KitError | None = None
    """Why the next entry is refused; its `entry` is the index of that entry."""

    def refused(self, until_refused: bool) -> KitError | None:
        """The error; it is raised unless `until_refused` is set and there are entries before it."""
        if self.error and not (until_refused and self.decided):
            raise self.error
        return self.error


def decide(ruleset: Ruleset[Any], board: Board, entries: Iterable[Entry], source: Source) -> Run:
    """Decide entries one after the other, each on the board after those before it, up to the first that is refused."""
    decided: list[Decided] = []
    for index, entry in enumerate(entries):
        text = ruleset.encode(entry.action)
        chance = source.of(index, entry, text)
        try:
            _need_small(entry, text)
            play = ruleset.decide(board, entry.seat, entry.action, chance)
            need_all_used(chance, entry.outcomes)
        except KitError as error:
            error.entry = index
            if isinstance(error, ChanceNeeded):
                put_in_words(error, ruleset, board, entry, source.seat_names)
            return Run(tuple(decided), error)
        decided.append(Decided(entry, text, play))
        board = play.board
    return Run(tuple(decided))


def _need_small(entry: Entry, text: str) -> None:
    size = len(text.encode()) + (len(msgspec.json.encode(entry.outcomes)) if entry.outcomes else 0)
    if size > MOST_BYTES:
        raise EntryTooLarge(size)


def put_in_words(
    error: ChanceNeeded, ruleset: Ruleset[Any], board: Board, entry: Entry, seat_names: Mapping[int, str]
) -> None:
    """Describe the missing roll or draw in words, with how many similar ones follow."""
    missing = outlook(
        ruleset,
        board,
        entry.seat,
        error,
        entry.outcomes,
        lambda chance: ruleset.decide(board, entry.seat, entry.action, chance),
    )
    error.outlook = named(missing, seat_names)


def named(missing: Outlook, seat_names: Mapping[int, str]) -> Outlook:
    """A question with the names of the seats in it."""
    values = tuple(replace(value, label=with_names(value.label, seat_names)) for value in missing.values)
    slots = tuple(replace(slot, about=with_names(slot.about, seat_names)) for slot in missing.slots)
    return replace(missing, slots=slots, values=values)


def chance_of(key: bytes | None, entered: Sequence[Outcome], parent: int, seat: Seat, action: str) -> Chance:
    """The entered outcomes, or the server's, which depend on the action and the version that it is taken on."""
    if key is None:
        return GivenChance(entered)
    return ServerChance(key, f"{parent}|{seat}|{action}".encode())


def need_all_used(chance: Chance, entered: Sequence[Outcome]) -> None:
    """Refuse outcomes that were not needed. Raises LeftoverOutcomes."""
    if isinstance(chance, GivenChance):
        chance.all_used()
    elif entered:
        raise LeftoverOutcomes(0, len(entered))
