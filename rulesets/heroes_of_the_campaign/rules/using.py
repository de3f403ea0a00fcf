"""What using any strategy card has in common: which may be used and when, what it costs, that it is revealed."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rulesets.heroes_of_the_campaign import effects as e
from rulesets.heroes_of_the_campaign.board import Board
from rulesets.heroes_of_the_campaign.evaluation import Speaker, hold
from rulesets.heroes_of_the_campaign.ids import CardId
from rulesets.heroes_of_the_campaign.phases import Choosing, Entering, Fighting, Running, Turn, has_window
from rulesets.heroes_of_the_campaign.rules.rights import allowed, forbidden
from rulesets.heroes_of_the_campaign.rules.triggers import follow
from rulesets.heroes_of_the_campaign.schema import Event, Law, Location, Maneuver, StrategyCard, Support
from rulesets.heroes_of_the_campaign.values import values
from rulesets.kit.facts import Fact
from rulesets.kit.play import need
from rulesets.kit.structs import Action

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rulesets.heroes_of_the_campaign.derived import Values
    from rulesets.heroes_of_the_campaign.words.terms import PlayerProhibition
    from rulesets.kit.phases import Seat
    from rulesets.kit.play import Play

BANS: dict[type[StrategyCard], PlayerProhibition] = {
    Support: "deploy_support",
    Maneuver: "learn_maneuver",
    Event: "use_event",
    Law: "enact_law",
}

WHEN = (Turn, Running, Fighting, Choosing, Entering)
"""Between tasks and in windows, whoever they wait for; within an action cards are refused by a rule that says why."""


def playable(board: Board, seat: Seat) -> tuple[CardId, ...]:
    """What a seat may hold: the cards that this board knows, and any that an unknown one might be."""
    side = board.side(seat)
    if not side.unknown:
        return side.hand
    gone = {*side.laws, *side.removed, *side.locations}
    for hero in board.team(seat):
        gone.update((hero.card, *hero.learned))
    known = board.components.strategies.items()
    return tuple(card for card, word in known if not isinstance(word, Location) and card not in gone)


def cost(board: Board, seat: Seat, card: StrategyCard) -> int:
    """What a card costs its player now; never below 0 (HOC-VOC-01)."""
    added = values(board).costs
    return max(0, card.cost + added.get((seat, str(card.__struct_config__.tag)), 0)) if added else card.cost


def blocked(board: Board, seat: Seat, card: StrategyCard) -> str:
    """The rule that forbids a card in hand just now; empty if none does."""
    found = values(board)
    if rule := _timing(board, found, seat, card):
        return rule
    if isinstance(card, Event) and card.id in board.side(seat).used and not allowed(found, seat, "repeat_event", card):
        return "HOC-EVT-05"
    if forbidden(found, seat, BANS[type(card)], card):
        return "HOC-VOC-12"
    if board.side(seat).copper < cost(board, seat, card):
        return "HOC-COP-03"
    if not card.conditions or allowed(found, seat, "ignore_conditions", card):
        return ""
    return "" if hold(Speaker(board, found, seat), card.conditions) else "HOC-STR-05"


def _timing(board: Board, found: Values, seat: Seat, card: StrategyCard) -> str:
    """HOC-ANY-01 to 03, 06."""
    pending = board.pending
    fighting = type(pending) is Fighting
    if fighting != (card.window == "combat"):
        return "HOC-ANY-06"
    own_time = board.seat == seat and (fighting or type(pending) is Turn)
    if not own_time and not allowed(found, seat, "any_time", card, printed=card.at_any_time):
        return "HOC-ANY-01"
    return _too_late(board, seat, pending) if isinstance(pending, Choosing | Entering) else ""


def _too_late(board: Board, seat: Seat, pending: Choosing | Entering) -> str:
    """The rule that forbids a card within an action: `seat` let the action happen, or did not want to be asked."""
    run = pending.then
    if not isinstance(run, Running) or not has_window(board, run):
        return "HOC-ANY-03"
    return "HOC-ANY-03" if board.side(seat).wants(run.at in board.components.attacks) else "HOC-AMB-34"


class UseCard(Action[Board], frozen=True):
    """What deploying, learning, using and enacting have in common."""

    card: CardId
    phase = WHEN
    anytime = True
    exact = True
    kind: ClassVar[type[StrategyCard]]
    rule: ClassVar[str]
    """What another kind of card is refused with."""
    verb: ClassVar[str]
    happens: ClassVar[type[e.EventUsed | e.LawEnacted]]

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[UseCard]:
        return [cls(card.id) for card in usable(board, seat, cls.kind)]

    def check(self, board: Board, seat: Seat) -> None:
        need(self.card in playable(board, seat), "HOC-STR-01")
        card = board.components.strategies[self.card]
        need(type(card) is self.kind, self.rule)
        rule = blocked(board, seat, card)
        need(not rule, rule)

    def perform(self, play: Play[Board]) -> None:
        card = play.board.components.strategies[self.card]
        price = cost(play.board, play.seat, card)
        reveal(play, card)
        self.take_effect(play, price)
        follow(play)

    def take_effect(self, play: Play[Board], price: int) -> None:
        """Emit what the card does, and pay for it; its list of actions begins, if it has one."""
        play.emit(self.happens(play.seat, self.card))
        pay(play, price, self.card)
        if (first := f"{self.card}.0") in play.board.components.steps:
            play.emit(e.EffectStarted(play.seat, self.card, first))

    def label(self, board: Board, seat: Seat) -> str:
        card = board.components.strategies[self.card]
        price = cost(board, seat, card)
        return f"{self.verb} {board.components.name_of(self.card)}" + (f" for {price} copper" if price else "")

    def fact(self, board: Board, seat: Seat) -> Fact:
        return Fact(card=board.components.ids[self.card])


def usable(board: Board, seat: Seat, kind: type[StrategyCard]) -> Iterator[StrategyCard]:
    """The cards of a kind that a seat may use now."""
    cards = board.components.strategies
    for name in playable(board, seat):
        card = cards[name]
        if type(card) is kind and not blocked(board, seat, card):
            yield card


def reveal(play: Play[Board], card: StrategyCard) -> None:
    """HOC-STR-02: a hidden card is revealed; an open window may be used for another card."""
    if card.id not in play.board.side(play.seat).shown:
        play.emit(e.CardShown(play.seat, card.id, isinstance(card, Event)))
    if not isinstance(play.board.pending, Turn):
        play.emit(e.WindowReopened())


def pay(play: Play[Board], price: int, card: CardId) -> None:
    """HOC-COP-03."""
    if price:
        play.emit(e.CopperPaid(play.seat, price, card))
