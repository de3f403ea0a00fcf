"""Ignus: what heals, and Surge of Flames."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.kingdom_rush.board import Board
from rulesets.kingdom_rush.effects import HeroSurged, SurgeEnded
from rulesets.kingdom_rush.names import hero_name
from rulesets.kingdom_rush.phases import Healing, Surging
from rulesets.kingdom_rush.pieces import HeroName, SpaceId
from rulesets.kingdom_rush.rules.common import Decision, heal, near_heroes, on_map, shut
from rulesets.kingdom_rush.rules.heroes import need_standing
from rulesets.kingdom_rush.rules.wildcat import call_wildcat
from rulesets.kit.play import Play, automatic, need

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulesets.kit.phases import Seat


# --- healing


def patients(board: Board) -> list[HeroName]:
    """Who may be healed: heroes on the map, or only those near the hero (KRR-IGN-02, 06, KRR-HDM-04)."""
    at = Healing.of(board)
    space = board.hero(at.hero).space
    if not at.near:
        return [hero.name for hero in on_map(board)]
    return [
        hero.name
        for hero in (near_heroes(board, space) if space else ())
        if hero.name == at.hero or hero.space != space
    ]


class Heal(Decision, frozen=True):
    """Choose the hero that heals."""

    hero: HeroName
    phase = Healing

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[Heal]:
        return (cls(hero) for hero in patients(board))

    def check(self, board: Board, seat: Seat) -> None:
        at = Healing.of(board)
        patient = board.find_hero(self.hero)
        need(not patient or patient.space, "KRR-HDM-04")
        need(self.hero in patients(board), "KRR-IGN-06" if at.near else "KRR-IGN-02")

    def perform(self, play: Play[Board]) -> None:
        at = Healing.of(play.board)
        heal(play, self.hero, at.points)

    def label(self, board: Board, seat: Seat) -> str:
        return f"Heal {hero_name(board, self.hero)}"


# --- Surge of Flames


def steps(board: Board) -> list[SpaceId]:
    """The spaces that a surging hero may go to next: from each it can still end somewhere (KRR-AMB-37)."""
    at, field = Surging.of(board), board.field
    if not at.left:
        return []
    closed = shut(board, at.hero)
    space = board.hero(at.hero).space
    return [
        near
        for near in (field.near[space] if space else field.entries)
        if near not in closed or any(place not in closed for place in field.walk[near, at.left - 1])
    ]


class Surge(Decision, frozen=True):
    """Go one space; a Horde that is entered may be burnt."""

    space: SpaceId
    phase = Surging

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[Surge]:
        return (cls(space) for space in steps(board))

    def check(self, board: Board, seat: Seat) -> None:
        at, field = Surging.of(board), board.field
        need(at.left, "KRR-IGN-04")
        space = board.hero(at.hero).space
        near = field.near[space] if space else field.entries
        need(self.space not in field.exits, "KRR-MOV-11")
        need(self.space in near, "KRR-IGN-04" if space else "KRR-MOV-06")
        need(self.space in steps(board), "KRR-MOV-05")

    def perform(self, play: Play[Board]) -> None:
        at, horde = Surging.of(play.board), play.board.horde_at(self.space)
        burns = horde.card if horde and not horde.level and horde.card not in at.burnt else ""
        play.emit(HeroSurged(at.hero, self.space, burns))

    def label(self, board: Board, seat: Seat) -> str:
        return f"Surge to {self.space}"


class StopSurge(Decision, frozen=True):
    """Surge no farther."""

    phase = Surging

    def check(self, board: Board, seat: Seat) -> None:
        at = Surging.of(board)
        space = board.hero(at.hero).space
        if at.moved and space:
            need_standing(board, at.hero, space)

    def perform(self, play: Play[Board]) -> None:
        end_surge(play)

    def label(self, board: Board, seat: Seat) -> str:
        return "Surge no farther"


def end_surge(play: Play[Board]) -> None:
    """The hero stays where it is; on a Horde it engages."""
    board = play.board
    at = Surging.of(board)
    engages = at.moved and board.horde_at(board.hero(at.hero).space) is not None
    play.emit(SurgeEnded(at.hero, engages))
    if at.moved and not engages:
        call_wildcat(play, at.hero)


@automatic(Surging)
def surging_goes_on(play: Play[Board]) -> None:
    """The last space ends it."""
    if not Surging.of(play.board).left:
        end_surge(play)
