"""Playing Tower cards, and stacking them."""

from __future__ import annotations

from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Literal

from rulesets.kingdom_rush import effects as e
from rulesets.kingdom_rush.board import Board
from rulesets.kingdom_rush.geometry import FACINGS, QUARTER
from rulesets.kingdom_rush.names import facing_words, source_name, space_name
from rulesets.kingdom_rush.phases import PlayCards
from rulesets.kingdom_rush.pieces import SpaceId
from rulesets.kingdom_rush.rules.common import Decision
from rulesets.kingdom_rush.scenario import WHITE
from rulesets.kit.errors import Refused
from rulesets.kit.play import Play, need

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulesets.kit.phases import Seat

Occupancy = Literal["tower", "soldier", "full", "hero"]
"""What stands on a site: one Tower, one Soldier Tower, two Towers, or a hero."""


def occupied_sites(board: Board) -> dict[SpaceId, Occupancy]:
    """What stands on each site that is not empty."""
    towers, found = board.components.tower, dict[SpaceId, Occupancy]()
    for tower in board.towers:  # a face-down Tower fills its place and keeps its type (KRR-STK-07)
        if tower.site in found:
            found[tower.site] = "full"
        else:
            found[tower.site] = "soldier" if towers[tower.card].type == "soldier" else "tower"
    for hero in board.heroes:
        if hero.space:
            found[hero.space] = "hero"
    return found


def occupancy(board: Board, site: SpaceId) -> Occupancy | None:
    """What stands on one site. Looking at no other site saves 4 of the 50 us in which a Tower is decided."""
    for hero in board.heroes:
        if hero.space == site:
            return "hero"
    there = [tower.card for tower in board.towers if tower.site == site]
    if not there:
        return None
    if len(there) > 1:
        return "full"
    return "soldier" if board.components.tower[there[0]].type == "soldier" else "tower"


def stacks_on(there: Occupancy | None, *, soldier: bool) -> bool:
    """Whether a Tower may be put there: on nothing, on a Soldier Tower, or as a Soldier Tower on a Tower."""
    return there is None or there == "soldier" or (soldier and there == "tower")


def own_sites(board: Board, seat: Seat) -> list[SpaceId]:
    """The sites on which a seat may build: of its colour and white; alone, all but those of the colour given up."""
    sites = board.setting.sites(board.seats)
    if board.seats == 1:
        return [site for site, colour in sites.items() if colour != board.eliminated]
    mine = board.side(seat).colour
    return [site for site, colour in sites.items() if colour in (mine, WHITE)]


class PlayTower(Decision, frozen=True):
    """Build a Tower on a site; its attacks follow, tile by tile."""

    tower: str
    site: SpaceId
    facing: str
    """Where the top of the card points to."""
    phase = PlayCards
    exact = True  # hand x sites x 4
    title = "Build a Tower"
    columns = {"tower": "card", "site": "place", "facing": "kind"}

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[PlayTower]:
        towers, hand = board.components.tower, dict.fromkeys(board.side(seat).hand)
        if not hand:
            return []
        there, soldiers = occupied_sites(board), [tower for tower in hand if towers[tower].type == "soldier"]
        fitting = {None: hand, "soldier": hand, "tower": soldiers}  # see `stacks_on`
        return chain.from_iterable(
            [builds(tower, site) for site in own_sites(board, seat) for tower in fitting.get(there.get(site), ())]
        )

    def check(self, board: Board, seat: Seat) -> None:
        side, seats = board.side(seat), board.seats
        if self.tower not in side.hand:
            raise Refused(self._missing(board, seat))
        need(self.facing in QUARTER, "KRR-TWR-05")
        colour = board.setting.sites(seats).get(self.site)
        need(colour, "KRR-TWR-01")
        if seats == 1:
            need(colour != board.eliminated, "KRR-SLO-03")
        else:
            need(colour in (side.colour, WHITE), "KRR-TWR-04")
        there = occupancy(board, self.site)
        if there:
            need(there != "hero", "KRR-TWR-02")
            need(there != "full", "KRR-STK-04")
            soldier = board.components.tower[self.tower].type == "soldier"
            need(stacks_on(there, soldier=soldier), "KRR-TWR-03")

    def _missing(self, board: Board, seat: Seat) -> str:
        """An incoming Tower cannot be played yet (KRR-PAS-08)."""
        return "KRR-PAS-08" if self.tower in board.side(seat).incoming else "KRR-TWR-01"

    def perform(self, play: Play[Board]) -> None:
        board, facing = play.board, FACINGS[QUARTER[self.facing]]
        reached = board.field.range[self.tower, self.site, facing]
        idle = reached.isdisjoint([horde.space for horde in board.hordes])
        play.emit(e.TowerPlayed(play.seat, self.tower, self.site, facing, idle))

    def label(self, board: Board, seat: Seat) -> str:
        return f"Build {source_name(board, self.tower)} on {space_name(board, self.site)}{facing_words(self.facing)}"


@lru_cache(4096)
def builds(tower: str, site: SpaceId) -> tuple[PlayTower, ...]:
    """A Tower on a site, facing each way. Cached, since they are listed again as long as the Tower is in hand."""
    return tuple(PlayTower(tower, site, facing) for facing in FACINGS)
