"""Setup: teams chosen in secret, revealed together, and who begins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.heroes_of_the_campaign import effects as e
from rulesets.heroes_of_the_campaign.board import Board
from rulesets.heroes_of_the_campaign.components import Components
from rulesets.heroes_of_the_campaign.ids import UNKNOWN, CardId, seat_id
from rulesets.heroes_of_the_campaign.phases import AgreeingStarter, ChoosingTeams
from rulesets.heroes_of_the_campaign.pieces import TEAM, Side
from rulesets.heroes_of_the_campaign.rules.triggers import follow
from rulesets.heroes_of_the_campaign.rules.turns import start_turn
from rulesets.heroes_of_the_campaign.schema import Location
from rulesets.kit.facts import Fact
from rulesets.kit.phases import Seat, seats_of
from rulesets.kit.play import Play, automatic, need
from rulesets.kit.structs import Action, sees
from rulesets.kit.tuples import insert

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulesets.kit.structs import Start, Viewer


def empty_board(start: Start, components: Components) -> Board:
    """The table before anybody sits down: no copper (HOC-SET-10), nothing chosen."""
    return Board(components, ChoosingTeams(), (Side(), Side()), start.chance)


def start(play: Play[Board]) -> None:
    """Both players begin to choose."""
    play.emit(e.ChoosingStarted())


class PickHero(Action[Board], frozen=True):
    """Choose a hero for the team, in secret (HOC-SET-01)."""

    title = "Choose a hero to bring"
    card: CardId
    phase = ChoosingTeams
    exact = True

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[PickHero]:
        picked = board.side(seat).picked
        return [cls(card) for card in board.components.heroes if card not in picked and len(picked) < TEAM]

    def check(self, board: Board, seat: Seat) -> None:
        picked = board.side(seat).picked
        need(len(picked) < TEAM, "HOC-SET-01")
        need(self.card in board.components.heroes, "HOC-SET-03")
        need(self.card not in picked, "HOC-SET-01")

    def perform(self, play: Play[Board]) -> None:
        play.emit(e.HeroPicked(play.seat, self.card))

    def seen_by(self, viewer: Viewer, seat: Seat) -> PickHero:
        return self if sees(viewer, seat) else PickHero(UNKNOWN)

    def label(self, board: Board, seat: Seat) -> str:
        return "Choose a hero" if self.card == UNKNOWN else f"Choose {board.components.name_of(self.card)}"

    def fact(self, board: Board, seat: Seat) -> Fact:
        return _card_fact(board, self.card)


class PickStrategy(Action[Board], frozen=True):
    """Choose a strategy card to bring, in secret (HOC-SET-02). A table that has not seen it enters `?`."""

    title = "Choose a strategy card to bring"
    card: CardId
    phase = ChoosingTeams
    exact = True

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[PickStrategy]:
        side = board.side(seat)
        if side.in_hand == TEAM:
            return
        yield from (cls(card) for card in board.components.strategies if card not in side.hand)
        if board.chance == "table":
            yield cls(UNKNOWN)

    def check(self, board: Board, seat: Seat) -> None:
        side = board.side(seat)
        need(side.in_hand < TEAM, "HOC-SET-02")
        if self.card == UNKNOWN:
            need(board.chance == "table", "HOC-SET-06")
            return
        need(self.card in board.components.strategies, "HOC-SET-03")
        need(self.card not in side.hand, "HOC-SET-02")

    def perform(self, play: Play[Board]) -> None:
        play.emit(e.StrategyPicked(play.seat, self.card))

    def seen_by(self, viewer: Viewer, seat: Seat) -> PickStrategy:
        return self if sees(viewer, seat) else PickStrategy(UNKNOWN)

    def label(self, board: Board, seat: Seat) -> str:
        return (
            "Choose an unseen strategy card" if self.card == UNKNOWN else f"Bring {board.components.name_of(self.card)}"
        )

    def fact(self, board: Board, seat: Seat) -> Fact:
        return _card_fact(board, self.card)


def _card_fact(board: Board, card: CardId) -> Fact:
    """A row of a card that is brought; it does not name one that was not seen."""
    return Fact(card=board.components.ids.get(card))


@automatic(ChoosingTeams)
def reveal(play: Play[Board]) -> None:
    """When both have chosen, heroes and locations are laid open together (HOC-SET-04, 05)."""
    if not all(side.is_chosen for side in play.board.sides):
        return
    one, two = play.board.sides
    heroes = (_heroes(play, 1, one), _heroes(play, 2, two))
    play.emit(e.TeamsRevealed(heroes, (_locations(play, 1, one), _locations(play, 2, two))))


def _heroes(play: Play[Board], seat: Seat, side: Side) -> tuple[CardId, ...]:
    """The heroes of a side, sorted; on a board that does not see its choice, chance names them."""
    found = tuple(card for card in side.picked if card != UNKNOWN)
    while len(found) < TEAM:
        left = tuple(sorted(play.board.components.heroes.keys() - {*found}))
        found = insert(
            found, play.chance.reveal(left, rule="HOC-SET-04", about=f"a hero of {{{seat}}}", place=seat_id(seat))
        )
    return found


def _locations(play: Play[Board], seat: Seat, side: Side) -> tuple[CardId, ...]:
    """The locations of a side, sorted; a card that a view does not know may be one more, or stay hidden.

    One that a table entered as unknown is none: locations are laid open now.
    """
    every = {card for card, word in play.board.components.strategies.items() if isinstance(word, Location)}
    found = tuple(card for card in side.hand if card in every)
    is_view = UNKNOWN in side.picked or play.board.chance == "server"
    for _ in range(side.unknown if is_view else 0):
        if left := tuple(sorted(every - {*found})):
            card = play.chance.draw(
                left, rule="HOC-SET-05", unknown_ok=True, about=f"a location of {{{seat}}}", place=f"hand:{seat}"
            )
            found = found if card is None else insert(found, card)
    return found


class AgreeStarter(Action[Board], frozen=True):
    """Say who should begin; both must say the same (HOC-SET-07)."""

    title = "Say who begins"
    starter: Seat
    phase = AgreeingStarter
    exact = True

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[AgreeStarter]:
        named = AgreeingStarter.of(board).said[seat - 1]
        return [cls(starter) for starter in seats_of(board) if starter != named]

    def check(self, board: Board, seat: Seat) -> None:
        named = AgreeingStarter.of(board).said[seat - 1]
        need(self.starter in seats_of(board) and self.starter != named, "HOC-SET-07")

    def perform(self, play: Play[Board]) -> None:
        play.emit(e.StarterNamed(play.seat, self.starter))

    def label(self, board: Board, seat: Seat) -> str:
        return f"{{{self.starter}}} begins"

    def fact(self, board: Board, seat: Seat) -> Fact:
        choice = "self" if self.starter == seat else "opponent"
        return Fact(kind="starter", choice=choice, target=seat_id(self.starter))


@automatic(AgreeingStarter)
def begin(play: Play[Board]) -> None:
    """Once they agree, the first round starts."""
    (one, two), since = AgreeingStarter.of(play.board).said, len(play.effects)
    if not one or one != two:
        return
    play.emit(e.StarterAgreed(one))
    play.emit(e.RoundStarted(1, one))
    start_turn(play, one)
    follow(play, since)
