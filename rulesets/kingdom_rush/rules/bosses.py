"""The Bosses: the two Time Mages, and Lilith, by their reference cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.kingdom_rush import effects as e
from rulesets.kingdom_rush.board import Board, heroes_on
from rulesets.kingdom_rush.geometry import Mask
from rulesets.kingdom_rush.names import cells_name, horde_name, source_name, space_name, tile_name
from rulesets.kingdom_rush.phases import AFTER_ADVANCE, AFTER_TOWER, BossActing, LosingTower, PlacingPortal
from rulesets.kingdom_rush.pieces import CardId, Horde, SpaceId
from rulesets.kingdom_rush.rules.common import Decision, hurt, in_order, lose, near_heroes, top_hordes
from rulesets.kingdom_rush.rules.pick_up import pick_up
from rulesets.kingdom_rush.rules.warps import draw_timewarp
from rulesets.kingdom_rush.schema import LilithBoss, TimeMages
from rulesets.kit.play import Play, automatic, need

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rulesets.kit.facts import Fact
    from rulesets.kit.phases import Seat

PORTALS = 2
"""KRR-TMG-02."""


@automatic(BossActing)
def act(play: Play[Board]) -> None:
    """One step of a Boss's activation."""
    board = play.board
    at, boss = BossActing.of(board), board.setting.boss
    if isinstance(boss, LilithBoss) and at.step < AFTER_ADVANCE:
        return _lilith(play, at, boss)
    if _wants_portal(board, at, boss) and next(portal_places(board), None):
        return play.emit(e.Asked(PlacingPortal(at.placed)))
    if isinstance(boss, TimeMages) and not at.placed and not _mages_move(play):  # KRR-TMG-04
        return lose(play, "time_mage")
    return pick_up(play)


# --- Time Mages


def _wants_portal(board: Board, at: BossActing, boss: object) -> bool:
    """Until two Portals are in play (KRR-TMG-02); by the other text one, with fewer than two tiles out (KRR-TMG-05)."""
    if isinstance(boss, TimeMages):
        return bool(board.gates) and sum(horde.level > 0 for horde in board.hordes) < PORTALS
    return bool(board.gates) and not at.placed


def _mages_move(play: Play[Board]) -> bool:
    """Both Time Mages go a space straight towards the white site. Whether neither has entered it."""
    board = play.board
    field, goal = board.field, board.setting.white[0]
    gx, gy = field.where[goal]
    for boss in board.bosses:
        x, y = field.where[boss.space]
        to = field.place.get((x + (gx > x) - (gx < x), y + (gy > y) - (gy < y)))
        if to and to != boss.space:
            play.emit(e.BossMoved(boss.name, to))
    return all(boss.space != goal for boss in play.board.bosses)


def portal_places(board: Board) -> Iterator[tuple[str, Horde, str, Mask]]:
    """Where a Portal tile may lie: tile, Horde, squares (KRR-TMG-03, 06)."""
    c = board.components
    for tile in board.gates:
        spots = c.spots[c.portal_tile[tile].shape]
        for horde in top_hordes(board):
            if horde.level or heroes_on(board, horde):
                continue
            face, covered = board.face(horde), board.covered(horde)
            no = covered | face.bars
            for cells, mask in spots.items():
                if not mask & no and face.all & ~(covered | mask):
                    yield tile, horde, cells, mask


class PlacePortal(Decision, frozen=True):
    """Put a Portal tile on a Horde: it becomes a Portal."""

    tile: str
    horde: CardId
    cells: str
    phase = PlacingPortal
    exact = True  # all places on all Hordes
    title = "Open a Portal"
    columns = {"tile": "card", "horde": "target"}
    silent = {"cells": "where on a Horde tells nothing over many games"}

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[PlacePortal]:
        return (cls(tile, horde.card, cells) for tile, horde, cells, _ in portal_places(board))

    def check(self, board: Board, seat: Seat) -> None:
        c = board.components
        need(self.tile in board.gates, "KRR-TMG-02" if isinstance(board.setting.boss, TimeMages) else "KRR-TMG-05")
        horde = next((h for h in top_hordes(board) if h.card == self.horde), None)
        need(horde, "KRR-TMG-03")
        assert horde
        need(not horde.level and not heroes_on(board, horde), "KRR-TMG-03")
        mask = c.spots[c.portal_tile[self.tile].shape].get(self.cells, 0)
        face, covered = board.face(horde), board.covered(horde)
        need(mask and not mask & (covered | face.bars), "KRR-TMG-06")
        need(face.all & ~(covered | mask), "KRR-TMG-03")

    def perform(self, play: Play[Board]) -> None:
        level = play.board.components.portal_tile[self.tile].level
        play.emit(e.PortalPlaced(play.seat, self.tile, self.horde, self.cells, level))

    def label(self, board: Board, seat: Seat) -> str:
        return f"Open {tile_name(self.tile)} on {cells_name(self.cells)} of {horde_name(board, self.horde)}"


# --- Lilith


def _lilith(play: Play[Board], at: BossActing, boss: LilithBoss) -> None:
    """KRR-BLI-02 to 06, in this order; then the Hordes advance."""
    board = play.board
    if at.step == 0:
        return draw_timewarp(play, boss.deck)
    if at.step == 1:
        for hero in near_heroes(board, board.bosses[0].space):
            hurt(play, play.board.hero(hero.name), "lilith")
        return play.emit(e.BossStepStarted(at.step + 1))
    if at.step == 2:
        return _take_tower(play)
    if not _lilith_moves(play, boss):
        return lose(play, "lilith")
    return play.emit(e.AdvanceStarted(tuple(horde.card for horde in in_order(play.board))))


def adjacent_towers(board: Board) -> list[tuple[SpaceId, str, bool]]:
    """Site and card of each Tower next to the Boss, and whether it lies face up; equal ones of a stack once."""
    near = board.field.near[board.bosses[0].space]
    return list(dict.fromkeys((tower.site, tower.card, tower.face_up) for tower in board.towers if tower.site in near))


def _take_tower(play: Play[Board]) -> None:
    towers = adjacent_towers(play.board)
    if len(towers) > 1:
        play.emit(e.Asked(LosingTower()))
    elif towers:
        play.emit(e.TowerLost(*towers[0]))
    else:  # KRR-AMB-45
        play.emit(e.BossStepStarted(AFTER_TOWER))


def _lilith_moves(play: Play[Board], boss: LilithBoss) -> bool:
    """A space along her route towards its Spawn point, unless a Horde is there or the way ends (KRR-BLI-05, 06)."""
    board = play.board
    route, here = board.field.routes[int(boss.route)], board.bosses[0].space
    index = route.index(here) if here in route else len(route)
    if not index or board.horde_at(route[index - 1]):
        return False
    play.emit(e.BossMoved(board.bosses[0].name, route[index - 1]))
    return True


class GiveUpTower(Decision, frozen=True):
    """Choose the Tower next to Lilith that goes back to the supply (KRR-BLI-04)."""

    site: SpaceId
    tower: str
    face_up: bool = True
    """Which of two equal ones: a Tower that lies face down would be lost in this round anyway."""
    phase = LosingTower
    title = "Give up a Tower"
    columns = {"tower": "card", "site": "place"}

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[GiveUpTower]:
        return (cls(*tower) for tower in adjacent_towers(board))

    def check(self, board: Board, seat: Seat) -> None:
        need((self.site, self.tower, self.face_up) in adjacent_towers(board), "KRR-BLI-04")

    def perform(self, play: Play[Board]) -> None:
        play.emit(e.TowerLost(self.site, self.tower, self.face_up, play.seat))

    def fact(self, board: Board, seat: Seat) -> Fact:
        kept = super().fact(board, seat)
        kept.kind = "face_up" if self.face_up else "face_down"
        return kept

    def label(self, board: Board, seat: Seat) -> str:
        down = "" if self.face_up else ", which lies face down"
        return f"Give up {source_name(board, self.tower)} on {space_name(board, self.site)}{down}"
