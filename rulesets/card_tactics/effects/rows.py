"""The rows that statistics keep of effects: whom they are about, what did it, and what it cost or moved besides.

`card` is the unit or item that a row is about, `source` the text that did it: the skill, quirk or event, for a Counter
the card that counters, for Bleed the token. Equal copies of a card share one id.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct

from rulesets.card_tactics.ids import CACHE_SIZE, card_id, kind_id, place_id, quirk_id, skill_id, space_id, token_id
from rulesets.card_tactics.phases import Attacking, Ending, Following, Moving
from rulesets.kit.facts import Fact

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from rulesets.card_tactics.board import Board
    from rulesets.card_tactics.components import Address
    from rulesets.card_tactics.phases import Pending
    from rulesets.card_tactics.pieces import CardId


# --- what did it


class Cause(Struct, frozen=True, gc=False):
    """Why something comes about on a board."""

    kind: str | None
    """`attack`, `counter`, `bleed` or `text`; None where nothing is under way."""
    source: str | None
    """What did it, as an id."""


def cause_of(board: Board) -> Cause:
    """Why something comes about, by what is under way on the board before it."""
    pending = board.pending
    if isinstance(pending, Attacking):
        if pending.step == "countering":
            return Cause("counter", kind_id(board, pending.counters[pending.index]))
        return Cause("attack", text_under_way(pending))
    if isinstance(pending, Ending) and ((unit := board.find(pending.unit)) is None or not unit.health):
        return Cause("bleed", token_id("bleed"))
    source = text_under_way(pending)
    return Cause("text" if source else None, source)


def text_under_way(pending: Pending) -> str | None:
    """The skill, quirk or event that is followed in a phase, the innermost of several; None if there is none."""
    inner: Pending | None = pending
    while inner is not None:
        if isinstance(inner, Following):
            return text_id(inner)
        if isinstance(inner, Moving):
            return skill_id(inner.skill)
        inner = getattr(inner, "then", None)
    return None


def text_id(frame: Following) -> str:
    """The text that a list of phrases is of: a skill, a quirk or an event."""
    return _text_id(frame.source, frame.at)


@lru_cache(CACHE_SIZE)
def _text_id(source: str, at: Address) -> str:
    address = at.split(".")
    if source == "event":
        return card_id(address[0])
    text = ".".join(address[:2])
    return quirk_id(text) if source == "quirk" else skill_id(text)


def phrase_number(frame: Following, at: Address) -> int:
    """Which phrase of the text that is followed an address lies in, counted from 1."""
    return 1 + int(at.split(".")[1 if frame.source == "event" else 2])


# --- whom it is about


def unit_row(
    board: Board,
    unit: CardId,
    *,
    type: str = "",
    kind: str | None = None,
    target: str | None = None,
    value: int | None = None,
    source: str | None = None,
) -> Fact:
    """A unit, its seat, the space that it stands on, and what did it: by default, the text that is under way.

    Nobody controls an enemy.
    """
    face = board.components.unit[unit]
    return Fact(
        type=type,
        seat=board.controller(unit) if face.hero else None,
        card=card_id(face.card),
        place=place_id(board, unit),
        kind=kind,
        target=target,
        value=value,
        source=source or cause_of(board).source,
    )


def card_row(board: Board, card: CardId, *, kind: str | None = None) -> Fact:
    """A card that is no unit, and the text that did it."""
    return Fact(card=kind_id(board, card), kind=kind, source=cause_of(board).source)


def stopped_row(board: Board, at: Address, reason: str) -> Fact:
    """A text that cannot be followed. Kind: why. Value: at which of its phrases, from 1."""
    frame = Following.of(board)
    text, number = text_id(frame), phrase_number(frame, at)
    if not frame.me:
        return Fact(card=text, kind=reason, source=text, value=number)
    return unit_row(board, frame.me, kind=reason, source=text, value=number)


# --- what it costs or moves besides

SPENT, LOST = "TokensUsed", "TokensLost"
"""Types of rows of tokens that go because they did what they are for, or without that."""

ATTACK = ("attack_plus", "attack_minus")
DEFENCE = ("defence_plus", "defence_minus")


def token_rows(board: Board, unit: CardId, type: str, kinds: Collection[str] | None = None) -> list[Fact]:
    """The tokens of a unit that go, of some kinds or of all. Value: how many of a kind."""
    return [
        _certain(unit_row(board, unit, type=type, kind=kind, value=n))
        for kind, n in board.unit(unit).tokens.counts()
        if kinds is None or kind in kinds
    ]


def displaced_rows(board: Board, after: Board, *movers: CardId) -> Iterator[Fact]:
    """Units that others made change their space: neighbours of who moved, and who closes up. Target: the new space."""
    places = _places(after)
    for card, place in _places(board).items():
        if card not in movers and places.get(card) != place:
            yield _certain(unit_row(board, card, type="UnitDisplaced", target=places.get(card)))


def _places(board: Board) -> dict[CardId, str]:
    """The space of each unit."""
    heroes = {unit.card: space_id("hero", position) for position, unit in enumerate(board.heroes, 1)}
    return heroes | {unit.card: space_id("enemy", position) for position, unit in enumerate(board.enemies, 1)}


def _certain(row: Fact) -> Fact:
    """A row that chance did not give, though it gave the effect that the row is of."""
    row.chance = False
    return row
