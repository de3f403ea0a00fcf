"""Sending heroes to locations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.heroes_of_the_campaign.board import CAMP, SEATS, Board, HeroName, Place, Turn
from rulesets.heroes_of_the_campaign.effects import CopperPaid, HeroSentToCamp, HeroSentToLocation
from rulesets.heroes_of_the_campaign.names import hero_id, place_id
from rulesets.heroes_of_the_campaign.reading import Speaker, hold, matches
from rulesets.heroes_of_the_campaign.rules.following import follow
from rulesets.heroes_of_the_campaign.rules.rights import allowed, forbidden, permitted
from rulesets.heroes_of_the_campaign.values import values
from rulesets.heroes_of_the_campaign.words.cards import Location
from rulesets.kit.play import need
from rulesets.kit.structs import Action

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulesets.heroes_of_the_campaign.board import Address, Hero
    from rulesets.kit.play import Play
    from rulesets.kit.structs import Seat


def has_room(board: Board, hero: Hero, place: Place, home: Address | None = None) -> bool:
    """HOC-LOC-07, unless a card lets this hero in; `home` is the list of actions that sends it."""
    location = board.components.strategies[place[2:]]
    assert isinstance(location, Location)
    if location.capacity is None or sum(guest.place == place for guest in board.heroes) < location.capacity:
        return True
    return permitted(board, hero, "exceed_capacity", home)


def travel_cost(board: Board, hero: Hero, place: Place) -> int:
    """What sending a hero there costs now; never below 0 (HOC-VOC-01)."""
    return max(0, board.components.strategies[place[2:]].cost + values(board).heroes[hero.name].travel_cost)


class SendHero(Action[Board], frozen=True):
    """Send an own hero to an own location (or back to the camp, where a card lets it)."""

    hero: HeroName
    place: Place
    phase = Turn

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[SendHero]:
        if board.seat != seat:
            return
        places = [f"{owner}.{card}" for owner in SEATS for card in board.side(owner).locations]
        for hero in board.team(seat):
            if hero.at_side:
                for place in places:
                    yield cls(hero.name, place)
                if hero.location:
                    yield cls(hero.name, CAMP)

    def check(self, board: Board, seat: Seat) -> None:
        need(board.seat == seat, "HOC-LOC-01")
        hero = next((hero for hero in board.team(seat) if hero.name == self.hero and hero.at_side), None)
        need(hero, "HOC-LOC-01")
        assert hero is not None
        if self.place == CAMP:
            need(hero.location and permitted(board, hero, "return_to_camp"), "HOC-LOC-06")
        else:
            _check_location(board, seat, hero, self.place)

    def perform(self, play: Play[Board]) -> None:
        hero = play.board.hero(self.hero)
        if self.place == CAMP:
            play.emit(HeroSentToCamp(self.hero))
        else:
            if cost := travel_cost(play.board, hero, self.place):
                play.emit(CopperPaid(play.seat, cost))
            play.emit(HeroSentToLocation(self.hero, self.place))
        follow(play)

    def touches(self) -> tuple[str, ...]:
        return hero_id(self.hero), place_id(int(self.hero[0]) if self.hero[:1] in "12" else 1, self.place)

    def label(self, board: Board, seat: Seat) -> str:
        name = board.components.name_of(board.hero(self.hero).card)
        if self.place == CAMP:
            return f"Send {name} back to the camp"
        cost = travel_cost(board, board.hero(self.hero), self.place)
        return f"Send {name} to {board.components.name_of(self.place[2:])}" + (f" for {cost} copper" if cost else "")


def _check_location(board: Board, seat: Seat, hero: Hero, place: Place) -> None:
    owners = {f"{owner}.{card}": owner for owner in SEATS for card in board.side(owner).locations}
    need(place in owners, "HOC-LOC-01")
    need(owners[place] == seat or permitted(board, hero, "use_opposing_location"), "HOC-LOC-04")
    need(hero.place != place, "HOC-LOC-08")
    need(has_room(board, hero, place), "HOC-LOC-07")
    location, found = board.components.strategies[place[2:]], values(board)
    assert isinstance(location, Location)
    need("be_sent" not in found.heroes[hero.name].forbid, "HOC-VOC-12")
    need(not forbidden(found, seat, "send_to_location", location), "HOC-VOC-12")
    speaker = Speaker(board, found, seat)
    need(matches(speaker, location.visitor, hero), "HOC-VOC-15")
    need(allowed(found, seat, "ignore_conditions", location) or hold(speaker, location.conditions), "HOC-STR-05")
    need(board.side(seat).copper >= travel_cost(board, hero, place), "HOC-LOC-02")
