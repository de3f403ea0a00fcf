"""What the last event did: what moved, came or left."""

from __future__ import annotations

from msgspec import Struct

from rulesets.kingdom_rush.board import Board
from rulesets.kingdom_rush.phases import Attacking
from rulesets.kingdom_rush.picture.trays import NOTHING, Fresh
from rulesets.kingdom_rush.pieces import CardId, Hero, HeroName, Horde, SpaceId

DECKS = {
    "ghosts": ("Ghost deck", "untouchable"),
    "timewarp": ("Timewarp", "hourglass"),
    "storm": ("Portal storm", "portal"),
}
"""Piles of a board: what they are called, and their glyph."""


class Trace(Struct, frozen=True, gc=False):
    """What moved, came or left since the board before."""

    fresh: dict[CardId, Fresh]
    place: SpaceId
    """Where the tiles came from; empty when they came from nowhere on the map."""
    hordes: tuple[tuple[Horde, Horde | None], ...]
    """Hordes that are not where they were, and what they are now."""
    heroes: tuple[tuple[Hero, Hero | None], ...]
    hurt: frozenset[HeroName]
    """Heroes whose health changed."""
    decks: frozenset[str]


def trace(board: Board, before: Board | None) -> Trace:
    """What the last event changed."""
    if before is None:
        return Trace({}, "", (), (), frozenset(), frozenset())
    hordes, heroes = {h.card: h for h in board.hordes}, {h.name: h for h in board.heroes}
    old = {h.card: h for h in (*before.hordes, *before.lives)}
    fresh = {}
    for horde in (*board.hordes, *board.lives):
        was = old.get(horde.card)
        if was and was is not horde:
            new = Fresh(max(0, len(horde.tiles) - len(was.tiles)), horde.soldiers & ~was.soldiers)
            if new != NOTHING:
                fresh[horde.card] = new
    shot = before.pending if isinstance(before.pending, Attacking) else board.pending
    went = tuple((h, hordes.get(h.card)) for h in before.hordes if getattr(hordes.get(h.card), "space", "") != h.space)
    walked = tuple(
        (h, heroes.get(h.name))
        for h in before.heroes
        if h.space and getattr(heroes.get(h.name), "space", "") != h.space
    )
    hurt = frozenset(h.name for h in before.heroes if h.name in heroes and heroes[h.name].health != h.health)
    decks = frozenset(name for name in DECKS if getattr(board, name) != getattr(before, name))
    return Trace(fresh, shot.place if fresh and isinstance(shot, Attacking) else "", went, walked, hurt, decks)
