"""Piles of hidden cards, and the backs of cards that nobody at hand can see.

No order lies hidden in a pile: a draw picks when it is made. A pile knows how many cards lie in it and which names
could be there. A card drawn unseen is written by its back (`?2`); the names it may have stay in its pool until it is
turned up. A pile made anew from discards starts a new generation of backs (`?2.2`), since older unknown cards cannot
be what was on the discard.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from rulesets.kit.tuples import insert, put, without

if TYPE_CHECKING:
    from collections.abc import Iterable


def is_back(card: str) -> bool:
    """Whether `card` is the back of an unknown card rather than a name."""
    return card[0] == "?"


def kind_of(back: str) -> str:
    """What the back shows: `2` of `?2` and of `?2.3`."""
    return back[1:].partition(".")[0]


def generation_of(back: str) -> int:
    """Which making of the pile the back comes from, from 1."""
    return int(back.partition(".")[2] or 1)


class Pile(Struct, frozen=True, gc=False):
    """Face-down cards of one back."""

    size: int
    """How many cards lie in it."""
    unseen: tuple[str, ...] = ()
    """Sorted names whose place is not known: in the pile, or held by somebody under this generation's back."""
    older: tuple[tuple[str, ...], ...] = ()
    """The same for earlier generations: names that only unknown cards drawn then can have."""

    def back(self, kind: str | int) -> str:
        """The back of a card drawn now. `kind` is what the backs of this pile show."""
        return f"?{kind}.{len(self.older) + 1}" if self.older else f"?{kind}"

    def pool(self, back: str) -> tuple[str, ...]:
        """The names that the unknown card `back` may have."""
        generation = generation_of(back)
        return self.older[generation - 1] if generation <= len(self.older) else self.unseen

    def back_of(self, card: str, kind: str | int) -> str:
        """The back under which an unknown `card` was drawn: found by the pool that holds its name."""
        for generation, pool in enumerate(self.older, 1):
            if has(pool, card):
                return f"?{kind}" if generation == 1 else f"?{kind}.{generation}"
        return self.back(kind)

    def drawn(self, card: str | None) -> Pile:
        """One card fewer; its name leaves the pool when it is known."""
        return Pile(self.size - 1, self.unseen if card is None else without(self.unseen, card), self.older)

    def placed(self, card: str) -> Pile:
        """The place of `card` becomes known: its name leaves its pool, if it is in one."""
        if has(self.unseen, card):
            return Pile(self.size, without(self.unseen, card), self.older)
        for index, pool in enumerate(self.older):
            if has(pool, card):
                return replace(self, older=put(self.older, index, without(pool, card)))
        return self

    def hidden(self, card: str) -> Pile:
        """The place of `card` is known no longer: its name goes back to the pool."""
        return Pile(self.size, insert(self.unseen, card), self.older)

    def recreated(self, cards: Iterable[str]) -> Pile:
        """A new generation of the empty pile, made of `cards`."""
        made = tuple(sorted(cards))
        return Pile(len(made), made, (*self.older, self.unseen))


def has(pool: tuple[str, ...], card: str) -> bool:
    """Whether a sorted pool holds `card`. O(log n)."""
    index = bisect_left(pool, card)
    return index < len(pool) and pool[index] == card
