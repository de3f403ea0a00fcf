"""Using strategy cards: supports, maneuvers, events and laws."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.heroes_of_the_campaign import effects as e
from rulesets.heroes_of_the_campaign.board import Board
from rulesets.heroes_of_the_campaign.effects.common import owned_id
from rulesets.heroes_of_the_campaign.evaluation import Speaker, matches
from rulesets.heroes_of_the_campaign.ids import HeroName
from rulesets.heroes_of_the_campaign.rules.rights import need_own_hero, permitted
from rulesets.heroes_of_the_campaign.rules.using import UseCard, cost, pay, usable
from rulesets.heroes_of_the_campaign.schema import Event, Law, Maneuver, StrategyCard, Support
from rulesets.heroes_of_the_campaign.values import values
from rulesets.kit.facts import Fact
from rulesets.kit.play import need

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulesets.heroes_of_the_campaign.pieces import Hero
    from rulesets.kit.phases import Seat
    from rulesets.kit.play import Play

FIRST_LEARNING_ROUND = 2
"""HOC-MAN-02."""


class DeploySupport(UseCard, frozen=True):
    """Deploy a support (HOC-SUP-01)."""

    title = "Deploy a support"
    kind = Support
    rule = "HOC-SUP-01"
    verb = "Deploy"

    def take_effect(self, play: Play[Board], price: int) -> None:
        pay(play, price, self.card)
        play.emit(e.SupportDeployed(play.seat, self.card))


class LearnManeuver(UseCard, frozen=True):
    """Have a hero learn a maneuver (HOC-MAN-01)."""

    title = "Learn a maneuver"
    hero: HeroName
    kind = Maneuver
    rule = "HOC-MAN-01"

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[LearnManeuver]:
        return [
            cls(card.id, hero.name)
            for card in usable(board, seat, Maneuver)
            for hero in board.team(seat)
            if not _cannot_learn(board, hero, card)
        ]

    def check(self, board: Board, seat: Seat) -> None:
        UseCard.check(self, board, seat)
        hero = need_own_hero(board, seat, self.hero, "HOC-MAN-01")
        rule = _cannot_learn(board, hero, board.components.strategies[self.card])
        need(not rule, rule)

    def take_effect(self, play: Play[Board], price: int) -> None:
        pay(play, price, self.card)
        play.emit(e.ManeuverLearned(play.seat, self.card, self.hero))

    def label(self, board: Board, seat: Seat) -> str:
        components = board.components
        price = cost(board, seat, components.strategies[self.card])
        name = components.name_of(board.hero(self.hero).card)
        return f"{name} learns {components.name_of(self.card)}" + (f" for {price} copper" if price else "")

    def fact(self, board: Board, seat: Seat) -> Fact:
        return Fact(card=board.components.ids[self.card], target=owned_id(board, self.hero))


def _cannot_learn(board: Board, hero: Hero, card: StrategyCard) -> str:
    """The rule that keeps a hero from learning a maneuver; empty if none does."""
    assert isinstance(card, Maneuver)
    if not hero.at_side:
        return "HOC-MAN-01"
    if board.round < FIRST_LEARNING_ROUND and not permitted(board, hero, "learn_in_round_1", card.id):
        return "HOC-MAN-02"
    found = values(board)
    if "learn" in found.heroes[hero.name].forbid:
        return "HOC-VOC-12"
    return "" if matches(Speaker(board, found, hero.seat), card.learner, hero) else "HOC-VOC-15"


class UseEvent(UseCard, frozen=True):
    """Use an event (HOC-EVT-01)."""

    title = "Use an event"
    kind = Event
    rule = "HOC-EVT-01"
    verb = "Use"
    happens = e.EventUsed


class EnactLaw(UseCard, frozen=True):
    """Enact a law (HOC-LAW-01)."""

    title = "Enact a law"
    kind = Law
    rule = "HOC-LAW-01"
    verb = "Enact"
    happens = e.LawEnacted
