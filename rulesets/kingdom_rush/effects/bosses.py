"""Bosses, Portal tiles, and the cards of the Timewarp deck and the Portal storm."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from msgspec.structs import replace

from rulesets.kingdom_rush.board import Board
from rulesets.kingdom_rush.geometry import mask_of
from rulesets.kingdom_rush.ids import (
    boss_id,
    deck_id,
    horde_id,
    portal_tile_id,
    space_id,
    supply_id,
    tower_id,
    warp_kind,
)
from rulesets.kingdom_rush.names import boss_name, cells_name, horde_name, source_name, space_name, tile_name
from rulesets.kingdom_rush.phases import AFTER_ADVANCE, AFTER_TOWER, BossActing, PlacingPortal, Spawning
from rulesets.kingdom_rush.pieces import Boss, CardId, SpaceId
from rulesets.kit.facts import Fact
from rulesets.kit.phases import Seat
from rulesets.kit.piles import Pile
from rulesets.kit.structs import Effect
from rulesets.kit.tuples import insert, without
from rulesets.kit.words import counted, joined

if TYPE_CHECKING:
    from collections.abc import Iterable


class WarpDrawn(Effect[Board], frozen=True):
    """A card of the Timewarp deck, or of the Portal storm, is turned up and carried out."""

    title = "Timewarp or storm card drawn"
    mark = "draw"
    silent = {"rest": "the whole deck"}
    deck: Literal["timewarp", "storm"]
    card: CardId
    rest: tuple[CardId, ...] = ()
    """The deck was empty: it is made of these cards again, before this one is drawn."""

    def apply(self, board: Board) -> Board:
        pile = board.timewarp if self.deck == "timewarp" else board.storm
        if self.rest:
            pile = Pile(len(self.rest), self.rest)
        pile, at = pile.drawn(self.card), board.pending
        if self.deck == "timewarp":
            assert isinstance(at, BossActing)
            return replace(board, timewarp=pile, pending=BossActing(at.step + 1, at.placed))
        assert isinstance(at, Spawning)
        return replace(board, storm=pile, pending=Spawning(at.tokens))

    def touches(self) -> tuple[str, ...]:
        return (deck_id(self.deck),)

    def sentence(self, board: Board) -> str:
        return board.components.warp[self.card].text

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(card=warp_kind(self.card), source=deck_id(self.deck)),)


class KingdomChanged(Effect[Board], frozen=True):
    """A card takes Hearts, or takes or gives Crystals.

    The value of its row is how many, less than 0 where they are lost; its kind says of what.
    """

    title = "Hearts or Crystals changed by a card"
    by: CardId
    hearts: int = 0
    crystals: int = 0

    def apply(self, board: Board) -> Board:
        return replace(board, hearts=board.hearts + self.hearts, crystals=board.crystals + self.crystals)

    def touches(self) -> tuple[str, ...]:
        return ("hearts",) if self.hearts else ("crystals",)

    def sentence(self, board: Board) -> str:
        if self.hearts:
            return f"The Kingdom loses {counted(-self.hearts, 'Heart')}."
        return f"The team {'gains' if self.crystals > 0 else 'loses'} {counted(abs(self.crystals), 'Crystal')}."

    def facts(self, board: Board) -> Iterable[Fact]:
        source, changed = warp_kind(self.by), {"hearts": self.hearts, "crystals": self.crystals}
        return tuple(Fact(kind=kind, value=value, source=source) for kind, value in changed.items() if value)


class SoldiersReturned(Effect[Board], frozen=True):
    """All Soldiers go back to the supply.

    The value of its row is how many.
    """

    by: CardId

    def apply(self, board: Board) -> Board:
        back = sum(horde.soldiers.bit_count() for horde in board.hordes)
        hordes = tuple(replace(horde, soldiers=0) if horde.soldiers else horde for horde in board.hordes)
        return replace(board, hordes=hordes, soldiers=board.soldiers + back)

    def touches(self) -> tuple[str, ...]:
        return ("soldiers",)

    def sentence(self, board: Board) -> str:
        back = sum(horde.soldiers.bit_count() for horde in board.hordes)
        return f"{counted(back, 'Soldier')} {'returns' if back == 1 else 'return'} to the supply."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(value=sum(horde.soldiers.bit_count() for horde in board.hordes), source=warp_kind(self.by)),)


class HordesHealed(Effect[Board], frozen=True):
    """The Damage tiles leave some Hordes: a row for each.

    The value of a row is the number of squares that it uncovers.
    """

    title = "Horde healed by a card"
    by: CardId
    hordes: tuple[CardId, ...]

    def apply(self, board: Board) -> Board:
        hordes = tuple(replace(h, tiles=(), tiled=0) if h.card in self.hordes else h for h in board.hordes)
        return replace(board, hordes=hordes)

    def touches(self) -> tuple[str, ...]:
        return tuple(horde_id(horde) for horde in self.hordes)

    def sentence(self, board: Board) -> str:
        names = joined(horde_name(board, horde) for horde in self.hordes)
        one = len(self.hordes) == 1
        return f"{names} {'throws off its' if one else 'throw off their'} Damage tiles."

    def facts(self, board: Board) -> Iterable[Fact]:
        source, healed = warp_kind(self.by), [board.horde(card) for card in self.hordes]
        return tuple(Fact(card=horde_id(h.card), value=h.tiled.bit_count(), source=source) for h in healed)


class PortalPlaced(Effect[Board], frozen=True):
    """A Portal tile turns a Horde into a Portal."""

    silent = {
        "cells": "where on a Horde tells nothing over many games",
        "level": "stands in `cards`",
        "seat": "who said so",
    }
    seat: Seat
    """Who said so for the team."""
    tile: str
    horde: CardId
    cells: str
    level: int

    def apply(self, board: Board) -> Board:
        at = board.pending
        assert isinstance(at, PlacingPortal)
        horde = replace(board.horde(self.horde), level=self.level, gate=self.tile, gated=mask_of(self.cells))
        pending = BossActing(AFTER_ADVANCE, at.placed + 1)
        return replace(board.with_horde(horde), gates=without(board.gates, self.tile), pending=pending)

    def touches(self) -> tuple[str, ...]:
        return (horde_id(self.horde),)

    def sentence(self, board: Board) -> str:
        horde, tile = horde_name(board, self.horde), tile_name(self.tile)
        where = f"{cells_name(self.cells)} of {horde}"
        return f"{{{self.seat}}} puts {tile} on {where}, which becomes a Portal of level {self.level}."

    def facts(self, board: Board) -> Iterable[Fact]:
        place = space_id(board.horde(self.horde).space)
        return (Fact(card=portal_tile_id(self.tile), place=place, target=horde_id(self.horde)),)


class TowerLost(Effect[Board], frozen=True):
    """A built Tower goes back to the supply."""

    silent = {"by": "who said so"}
    site: SpaceId
    tower: str
    face_up: bool = True
    by: Seat = 0
    """Who said so for the team; nobody where there was one Tower only."""

    def apply(self, board: Board) -> Board:
        towers = board.towers
        lost = (self.site, self.tower, self.face_up)
        index = next(i for i, t in enumerate(towers) if (t.site, t.card, t.face_up) == lost)
        return replace(
            board,
            towers=towers[:index] + towers[index + 1 :],
            supply=insert(board.supply, self.tower),
            pending=BossActing(AFTER_TOWER),
        )

    def touches(self) -> tuple[str, ...]:
        return (space_id(self.site), supply_id(self.tower))

    def sentence(self, board: Board) -> str:
        name = f"{source_name(board, self.tower)} on {space_name(board, self.site)}"
        if self.by:
            return f"{{{self.by}}} gives up {name}: Lilith takes it, and it goes back to the supply."
        return f"Lilith takes {name}, and it goes back to the supply."

    def facts(self, board: Board) -> Iterable[Fact]:
        lost = (self.site, self.tower, self.face_up)
        seat = next(t.seat for t in board.towers if (t.site, t.card, t.face_up) == lost)
        card, place, source = tower_id(self.tower), space_id(self.site), boss_id(board.bosses[0].name)
        return (Fact(seat=seat, card=card, place=place, kind="boss", source=source),)


class BossMoved(Effect[Board], frozen=True):
    """A Boss goes to a space."""

    boss: str
    space: SpaceId

    def apply(self, board: Board) -> Board:
        bosses = tuple(Boss(b.name, self.space) if b.name == self.boss else b for b in board.bosses)
        return replace(board, bosses=bosses)

    def touches(self) -> tuple[str, ...]:
        return (boss_id(self.boss), space_id(self.space))

    def sentence(self, board: Board) -> str:
        return f"{boss_name(self.boss)} moves to {space_name(board, self.space)}."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(source=boss_id(self.boss), place=space_id(self.space)),)


class BossStepStarted(Effect[Board], frozen=True):
    """A part of the Boss's card begins, or Portal tiles are placed."""

    silent = {"step": "where the activation stands"}
    step: int = 0

    def apply(self, board: Board) -> Board:
        return replace(board, pending=BossActing(self.step))

    def facts(self, board: Board) -> Iterable[Fact]:
        return ()
