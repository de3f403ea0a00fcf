"""Solo mode: a colour is given up in each round, and Bench Heroes come for one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.kingdom_rush import effects as e
from rulesets.kingdom_rush.board import Board
from rulesets.kingdom_rush.names import hero_name, space_name
from rulesets.kingdom_rush.phases import Eliminating, PlayCards
from rulesets.kingdom_rush.pieces import HeroName, SpaceId
from rulesets.kingdom_rush.rules.common import Decision, max_health, shut
from rulesets.kingdom_rush.rules.heroes import need_standing
from rulesets.kingdom_rush.scenario import WHITE
from rulesets.kit.play import Play, need

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulesets.kit.phases import Seat


class EliminateColour(Decision, frozen=True):
    """Give up the Building sites of a colour for this round (KRR-SLO-03)."""

    colour: str
    phase = Eliminating
    exact = True
    title = "Give up a colour"
    columns = {"colour": "choice"}

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[EliminateColour]:
        return [cls(colour) for colour in board.setting.colours(board.seats) if colour != board.eliminated]

    def check(self, board: Board, seat: Seat) -> None:
        need(self.colour != WHITE, "KRR-SLO-05")
        need(self.colour in board.setting.colours(board.seats), "KRR-SLO-02")
        need(self.colour != board.eliminated, "KRR-SLO-06")

    def perform(self, play: Play[Board]) -> None:
        play.emit(e.ColourEliminated(self.colour))

    def label(self, board: Board, seat: Seat) -> str:
        return f"Give up the {self.colour} sites"


class CallBenchHero(Decision, frozen=True):
    """Put a hero of the Bench anywhere on the map; it performs its basic attack (KRR-SLO-08, 09)."""

    hero: HeroName
    space: SpaceId
    phase = PlayCards
    exact = True  # heroes x spaces
    title = "Call a hero from the Bench"
    columns = {"hero": "source", "space": "place"}

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[CallBenchHero]:
        if not board.bench:
            return []
        closed = shut(board, board.bench[0])  # the same for all: none has a base on the map
        return [cls(hero, space) for hero in board.bench for space in board.field.where if space not in closed]

    def check(self, board: Board, seat: Seat) -> None:
        need(self.hero in board.bench, "KRR-SLO-08")
        need(self.space in board.field.where, "KRR-SLO-09")
        need_standing(board, self.hero, self.space)

    def perform(self, play: Play[Board]) -> None:
        engages = play.board.horde_at(self.space) is not None
        play.emit(e.BenchHeroCalled(self.hero, self.space, max_health(play.board, self.hero), engages))

    def label(self, board: Board, seat: Seat) -> str:
        return f"Call {hero_name(board, self.hero)} to {space_name(board, self.space)}"
