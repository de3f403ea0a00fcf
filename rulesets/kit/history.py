"""What statistics know of a game beyond its events: what lies where, who plays what, and what cards are called.

A ruleset gives it in `holdings.py`, and the questions that its players ask in `questions.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from rulesets.kit.phases import Components, Seat
    from rulesets.kit.structs import Effect

B_contra = TypeVar("B_contra", contravariant=True)
S = TypeVar("S", bound="Callable[..., tuple[tuple[Seat, int], ...]]")

CHANGED_BY: dict[Callable[..., object], tuple[type[Effect[Any]], ...]] = {}
"""The effects that can change a standing, where its function says so."""


def changed_by(*kinds: type[Effect[Any]]) -> Callable[[S], S]:
    """Say of a `standing` that no other effects than these can change it.

    The export of statistics then asks for it after these alone. The conformance suite looks at all others.
    """

    def mark(standing: S) -> S:
        CHANGED_BY[standing] = kinds
        return standing

    return mark


class Holding(Struct, frozen=True, gc=False):
    """How many of something are at one place at the end of a round."""

    seat: Seat | None
    """Whose; null of what belongs to nobody, or to the whole team."""
    what: str
    """A word out of a short list: `health`, `copper`, `heroes`."""
    n: int
    place: str | None = None
    """Where it lies, as an id, if that matters."""


class Card(Struct, frozen=True, gc=False):
    """What a component set says of something that facts name: a card, a tile, a hero, a place on the board.

    What a game does not know stays null.
    """

    id: str
    """As facts have it in `card`, `source`, `place`, `target` or `choice`."""
    name: str
    """In the words of the set, as a player reads it."""
    type: str
    """A word out of a short list: `hero`, `tile`, `skill`, `place`."""
    level: int | None = None
    kind: str | None = None
    """Its colour or kind: `shop`, `flying`."""
    cost: int | None = None
    speed: int | None = None
    icons: str | None = None
    """Words with spaces, one each icon, sorted: `bow bow sword`."""


class Question(Struct, frozen=True):
    """One question that players of a game ask: a statistic with its parameters."""

    name: str
    """A snake_case word, unique in its ruleset."""
    asks: str
    """The question as a player asks it, in one sentence."""
    job: str
    """The statistic that answers it."""
    params: dict[str, str | int | bool] = {}
    """Its parameters, without the ruleset."""
    title: str = ""
    """A few words that name the answer: `Win rate by hero`."""


class History(Protocol[B_contra]):
    """What `holdings.py` of a ruleset gives."""

    def holdings(self, board: B_contra) -> Iterable[Holding]:
        """What each seat, and nobody, has on this board; asked at the end of each round and of the game."""

    def faction(self, board: B_contra, seat: Seat) -> Mapping[str, Sequence[str]]:
        """What a seat plays, by the end of the game: ids by dimension, `{"hero": ("hero:monk",), "colour": ("red",)}`.

        A dimension with several ids (three heroes) counts each; what is one whole (a trio) is one text, sorted parts
        with spaces.
        """

    def cards(self, components: Any) -> Iterable[Card]:
        """All that facts of a game with this set may name."""


class NoHistory:
    """A game that gives nothing of this."""

    def holdings(self, board: object) -> Iterable[Holding]:
        """Nothing."""
        return ()

    def faction(self, board: object, seat: Seat) -> Mapping[str, Sequence[str]]:
        """Nothing."""
        return {}

    def cards(self, components: Components) -> Iterable[Card]:
        """Nothing."""
        return ()
