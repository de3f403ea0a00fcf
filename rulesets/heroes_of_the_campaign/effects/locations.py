"""Where heroes are sent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.heroes_of_the_campaign.board import Board
from rulesets.heroes_of_the_campaign.effects import common
from rulesets.heroes_of_the_campaign.effects.infirmary import need_hero
from rulesets.heroes_of_the_campaign.ids import HeroName, Place, hero_id, place_id
from rulesets.heroes_of_the_campaign.names import hero_words, place_words
from rulesets.heroes_of_the_campaign.words.terms import CAMP
from rulesets.kit.phases import seats_of
from rulesets.kit.play import need

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulesets.kit.facts import Fact


class HeroSentToLocation(common.OfHero, frozen=True):
    """A hero went to a location: the `card` and the `place` of its row."""

    adjustable = True
    title = "Sent to a location"
    place: Place

    def apply(self, board: Board) -> Board:
        hero = replace(board.hero(self.hero), place=self.place, arrived=board.clock + 1)
        return replace(board.with_hero(hero), clock=board.clock + 1)

    def check(self, board: Board) -> None:
        hero = need_hero(board, self.hero)
        need(hero.at_side, "HOC-INF-12")
        places = [f"{seat}.{card}" for seat in seats_of(board) for card in board.side(seat).locations]
        need(self.place in places, "HOC-LOC-01")
        need(hero.place != self.place, "HOC-LOC-08")

    def touches(self) -> tuple[str, ...]:
        return hero_id(self.hero), place_id(0, self.place)

    def sentence(self, board: Board) -> str:
        return f"{hero_words(board, self.hero)} goes to {place_words(board, self.place)}."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (_moved(board, self.hero, self.place),)


class HeroSentToCamp(common.OfHero, frozen=True):
    """A hero left its location for the camp. In its row `place` is the location, which is the `card` too."""

    adjustable = True
    title = "Sent to the camp"
    to = CAMP

    def apply(self, board: Board) -> Board:
        return board.with_hero(replace(board.hero(self.hero), place=CAMP, arrived=0))

    def check(self, board: Board) -> None:
        need(need_hero(board, self.hero).location, "HOC-LOC-06")

    def sentence(self, board: Board) -> str:
        return f"{hero_words(board, self.hero)} returns to the camp."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (_moved(board, self.hero, board.hero(self.hero).place),)


def _moved(board: Board, hero: HeroName, location: Place) -> Fact:
    """A row of a hero that goes to a location, or leaves it."""
    fact, place = common.work_fact(board), common.owned_id(board, location)
    fact.seat, fact.target, fact.place, fact.card = int(hero[0]), common.owned_id(board, hero), place, place
    return fact
