"""Sending heroes to locations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.heroes_of_the_campaign import effects as e
from rulesets.heroes_of_the_campaign.board import Board
from rulesets.heroes_of_the_campaign.effects.common import owned_id
from rulesets.heroes_of_the_campaign.evaluation import Speaker, hold, matches
from rulesets.heroes_of_the_campaign.ids import HeroName, Place
from rulesets.heroes_of_the_campaign.names import owned_words
from rulesets.heroes_of_the_campaign.phases import Turn
from rulesets.heroes_of_the_campaign.rules.rights import allowed, forbidden, need_own_hero, permitted
from rulesets.heroes_of_the_campaign.rules.triggers import follow
from rulesets.heroes_of_the_campaign.schema import Location
from rulesets.heroes_of_the_campaign.values import values
from rulesets.heroes_of_the_campaign.words.terms import CAMP
from rulesets.kit.facts import Fact
from rulesets.kit.play import need
from rulesets.kit.structs import Action

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulesets.heroes_of_the_campaign.ids import Address
    from rulesets.heroes_of_the_campaign.pieces import Hero
    from rulesets.kit.phases import Seat
    from rulesets.kit.play import Play


def barred(board: Board, hero: Hero, place: Place, seat: Seat, home: Address) -> str:
    """The rule that keeps `seat` from sending a hero to a location, travel cost apart; empty if none does.

    `home` is what sends it: the list of a card's actions, or the location itself. O(n) in the heroes.
    """
    location, found = _location(board, place), values(board)
    if int(place[0]) != hero.seat and not permitted(board, hero, "use_opposing_location", home):
        return "HOC-LOC-04"
    if hero.place == place:
        return "HOC-LOC-08"
    full = location.capacity is not None and [guest.place for guest in board.heroes].count(place) >= location.capacity
    if full and not permitted(board, hero, "exceed_capacity", home):
        return "HOC-LOC-07"
    if "be_sent" in found.heroes[hero.name].forbid or forbidden(found, seat, "send_to_location", location):
        return "HOC-VOC-12"
    speaker = Speaker(board, found, hero.seat)
    if not matches(speaker, location.visitor, hero):
        return "HOC-VOC-15"
    if not location.conditions or allowed(found, hero.seat, "ignore_conditions", location):
        return ""
    return "" if hold(speaker, location.conditions) else "HOC-STR-05"


def all_places(board: Board) -> list[Place]:
    """Every location on the table."""
    return [f"{owner}.{card}" for owner, side in enumerate(board.sides, 1) for card in side.locations]


def _location(board: Board, place: Place) -> Location:
    location = board.components.strategies[place[2:]]
    assert isinstance(location, Location)
    return location


def travel_cost(board: Board, hero: Hero, place: Place) -> int:
    """What sending a hero there costs now; never below 0 (HOC-VOC-01)."""
    return max(0, board.components.strategies[place[2:]].cost + values(board).heroes[hero.name].travel_cost)


def _kept_from(board: Board, hero: Hero, place: Place) -> str:
    """The rule that keeps a hero from being sent to a location by its player, on its own; empty if none does."""
    if rule := barred(board, hero, place, hero.seat, place[2:]):
        return rule
    return "" if board.side(hero.seat).copper >= travel_cost(board, hero, place) else "HOC-LOC-02"


def _may_return(board: Board, hero: Hero) -> bool:
    return hero.location is not None and permitted(board, hero, "return_to_camp")


class SendHero(Action[Board], frozen=True):
    """Send an own hero to an own location (or back to the camp, where a card lets it)."""

    title = "Send a hero"
    hero: HeroName
    place: Place
    phase = Turn
    exact = True

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[SendHero]:
        if board.seat != seat:
            return
        places = all_places(board)
        for hero in board.team(seat):
            if hero.at_side:
                for place in places:
                    if not _kept_from(board, hero, place):
                        yield cls(hero.name, place)
                if _may_return(board, hero):
                    yield cls(hero.name, CAMP)

    def check(self, board: Board, seat: Seat) -> None:
        need(board.seat == seat, "HOC-LOC-01")
        hero = need_own_hero(board, seat, self.hero, "HOC-LOC-01")
        need(hero.at_side, "HOC-LOC-01")
        if self.place == CAMP:
            need(_may_return(board, hero), "HOC-LOC-06")
            return
        need(self.place in all_places(board), "HOC-LOC-01")
        rule = _kept_from(board, hero, self.place)
        need(not rule, rule)

    def perform(self, play: Play[Board]) -> None:
        hero = play.board.hero(self.hero)
        if self.place == CAMP:
            play.emit(e.HeroSentToCamp(self.hero))
        else:
            if cost := travel_cost(play.board, hero, self.place):
                play.emit(e.CopperPaid(play.seat, cost, self.place[2:]))
            play.emit(e.HeroSentToLocation(self.hero, self.place))
        follow(play)

    def label(self, board: Board, seat: Seat) -> str:
        name = board.components.name_of(board.hero(self.hero).card)
        if self.place == CAMP:
            return f"Send {name} back to the camp"
        cost = travel_cost(board, board.hero(self.hero), self.place)
        return f"Send {name} to {owned_words(board, self.place, seat)}" + (f" for {cost} copper" if cost else "")

    def fact(self, board: Board, seat: Seat) -> Fact:
        return Fact(target=owned_id(board, self.hero), place=owned_id(board, self.place))
