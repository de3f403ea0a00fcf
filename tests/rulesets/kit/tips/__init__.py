"""Tips: a game for tests, with secrets, chance and a choice that may be forced. See RULES.md."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from html import escape

from msgspec import Struct
from msgspec.structs import replace

from rulesets.kit import structs
from rulesets.kit.phases import GameOver, Seat, TurnPhase, seats_of
from rulesets.kit.play import Play, automatic, need
from rulesets.kit.ruleset import NoComponents, Ruleset
from rulesets.kit.structs import Action, Effect, Start, Viewer, sees
from rulesets.kit.svg import Scene
from rulesets.kit.tuples import put

CARDS = ("ant", "bee", "cat", "dog", "elk", "fox")
UNKNOWN = "?"


class Turn(TurnPhase, frozen=True):
    """A card is played."""

    rule, asks = "TIP-TRN-01", "to play a card"


class Tipping(TurnPhase, frozen=True):
    """What can be given depends on coins, which all see."""

    rule, asks = "TIP-TIP-01", "to tip or not"
    takes_forced = True


class Drawing(TurnPhase, frozen=True):
    """The seat that played draws a card."""

    rule = "TIP-DRW-01"


class Passing(TurnPhase, frozen=True):
    """The next seat's turn."""

    rule = "TIP-END-01"


class Board(Struct, frozen=True):
    """Coins, cards, and what the viewer has not seen of the pack."""

    components: NoComponents
    pending: Turn | Tipping | Drawing | Passing | GameOver
    coins: tuple[int, ...]
    hands: tuple[str, ...]
    unseen: tuple[str, ...] = CARDS
    pack: int = len(CARDS)
    seat: Seat = 1
    turn: int = 0
    round: int = 1

    @property
    def seats(self) -> int:
        return len(self.coins)


class CardDrawn(Effect[Board], frozen=True):
    """For the eyes of its seat."""

    mark = "draw"
    seat: Seat
    card: str

    def apply(self, board: Board) -> Board:
        return replace(
            board,
            hands=put(board.hands, self.seat - 1, self.card),
            unseen=tuple(card for card in board.unseen if card != self.card),
            pack=board.pack - 1,
        )

    def seen_by(self, viewer: Viewer) -> CardDrawn:
        return self if sees(viewer, self.seat) else CardDrawn(self.seat, UNKNOWN)

    def touches(self) -> tuple[str, ...]:
        return (f"hand:{self.seat}",)

    def sentence(self, board: Board) -> str:
        return f"{{{self.seat}}} draws a card."


class TurnStarted(Effect[Board], frozen=True):
    """The seat is to play."""

    seat: Seat

    def apply(self, board: Board) -> Board:
        return replace(board, seat=self.seat, turn=board.turn + 1, pending=Turn())


class CardPlayed(Effect[Board], frozen=True):
    """All see the card."""

    mark = "reveal"
    seat: Seat
    card: str

    def apply(self, board: Board) -> Board:
        return replace(
            board,
            hands=put(board.hands, self.seat - 1, ""),
            unseen=tuple(card for card in board.unseen if card != self.card),
            pending=Drawing(),
        )

    def sentence(self, board: Board) -> str:
        return f"{{{self.seat}}} plays the {self.card}."


class Asked(structs.Asked[Board], frozen=True):
    """Coins may be given."""

    phase: Tipping


class TipGiven(Effect[Board], frozen=True):
    """A coin goes to another seat."""

    seat: Seat
    columns = {"to": "target"}
    to: Seat

    def apply(self, board: Board) -> Board:
        coins = put(board.coins, self.seat - 1, board.coins[self.seat - 1] - 1)
        return replace(board, coins=put(coins, self.to - 1, coins[self.to - 1] + 1), pending=Passing())

    def sentence(self, board: Board) -> str:
        return f"{{{self.seat}}} tips {{{self.to}}}."


class CoinsKept(Effect[Board], frozen=True):
    """No coin is given."""

    seat: Seat

    def apply(self, board: Board) -> Board:
        return replace(board, pending=Passing())

    def sentence(self, board: Board) -> str:
        return f"{{{self.seat}}} tips nobody."


class GameWon(Effect[Board], frozen=True):
    """Nobody has a card any more."""

    def apply(self, board: Board) -> Board:
        most = max(board.coins)
        return replace(board, pending=GameOver(tuple(s for s, n in enumerate(board.coins, 1) if n == most), "cards"))


class PlayCard(Action[Board], frozen=True):
    """The one in hand."""

    phase = Turn
    card: str

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[PlayCard]:
        return (cls(board.hands[seat - 1]),)

    def check(self, board: Board, seat: Seat) -> None:
        need(self.card and self.card == board.hands[seat - 1], "TIP-TRN-02")

    def perform(self, play: Play[Board]) -> None:
        card = self.card if self.card != UNKNOWN else _turned_up(play)
        play.emit(CardPlayed(play.seat, card))

    def label(self, board: Board, seat: Seat) -> str:
        return f"Play the {self.card}"


def _turned_up(play: Play[Board]) -> str:
    """On a board that does not see the hand, chance names the card."""
    about = f"the card of {{{play.seat}}}"
    return play.chance.reveal(play.board.unseen, rule="TIP-TRN-02", about=about, place=f"hand:{play.seat}")


class Keep(Action[Board], frozen=True):
    """Give nothing."""

    phase = Tipping

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[Keep]:
        return (cls(),)

    def perform(self, play: Play[Board]) -> None:
        play.emit(CoinsKept(play.seat))


class Tip(Action[Board], frozen=True):
    """Give a coin."""

    phase = Tipping
    columns = {"to": "target"}
    to: Seat

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[Tip]:
        return map(cls, seats_of(board))

    def check(self, board: Board, seat: Seat) -> None:
        need(board.coins[seat - 1] and self.to in seats_of(board) and self.to != seat, "TIP-TIP-02")

    def perform(self, play: Play[Board]) -> None:
        play.emit(TipGiven(play.seat, self.to))

    def label(self, board: Board, seat: Seat) -> str:
        return f"Tip {{{self.to}}}"


@automatic(Drawing)
def draw(play: Play[Board]) -> None:
    """A card, while there are any."""
    if play.board.pack:
        deal(play, play.board.seat)
    play.emit(Asked(Tipping()))


@automatic(Passing)
def pass_on(play: Play[Board]) -> None:
    """The next seat that has a card plays."""
    seat = play.board.seat
    holding = [other for other in seats_of(play.board) if play.board.hands[other - 1]]
    if holding:
        play.emit(TurnStarted(next((other for other in holding if other > seat), holding[0])))
    else:
        play.emit(GameWon())


def deal(play: Play[Board], seat: Seat) -> None:
    """One card."""
    card = play.chance.draw(play.board.unseen, rule="TIP-DRW-01", about=f"the card of {{{seat}}}")
    assert card
    play.emit(CardDrawn(seat, card))


def start(play: Play[Board]) -> None:
    """A card for each."""
    for seat in seats_of(play.board):
        deal(play, seat)
    play.emit(TurnStarted(1))


def empty_board(start: Start, components: NoComponents) -> Board:
    """A coin for each, and no cards."""
    return Board(components, Drawing(), (1,) * start.seats, ("",) * start.seats)


def picture(scene: Scene[Board]) -> str:
    """The hands as the viewer knows them."""
    names = {seat: scene.names.get(seat, f"Seat {seat}") for seat in seats_of(scene.board)}
    hands = "".join(
        f'<text data-id="hand:{seat}">{escape(name)}: {scene.board.hands[seat - 1]}</text>'
        for seat, name in names.items()
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg">{hands}</svg>'


HERE = sys.modules[__name__]


def build() -> Ruleset[Board]:
    """The game as its classes are now."""
    return Ruleset(
        __name__,
        title="Tips",
        seats=range(2, 4),
        board=Board,
        home=Turn,
        rules=(HERE,),
        effects=HERE,
        empty_board=empty_board,
        start=start,
        standing=lambda board: tuple(enumerate(board.coins, 1)),
        picture=picture,
        endings={"cards": "nobody has a card"},
    )


RULESET = build()
