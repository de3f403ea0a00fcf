"""Setup: heroes, the first items, the line."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from rulesets.card_tactics import effects as e
from rulesets.card_tactics.board import CLASSES, DEPTHS, HEROES, Board
from rulesets.card_tactics.components import RARITIES, Components
from rulesets.card_tactics.ids import kind_id, kind_ids, stack_id
from rulesets.card_tactics.names import item_name, led, unit_names
from rulesets.card_tactics.phases import ChoosingHeroes, DiscardingItem, PlacingHeroes
from rulesets.card_tactics.pieces import CardId
from rulesets.card_tactics.rules.deciding import LineAction
from rulesets.kit.facts import Fact
from rulesets.kit.piles import Pile
from rulesets.kit.play import Play, need
from rulesets.kit.structs import Action

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulesets.kit.phases import Seat
    from rulesets.kit.structs import Start

STARTING_ITEMS = 3
"""CDT-SET-10."""

CONTROL: dict[int, tuple[int, ...]] = {1: (1, 1, 1), 2: (1, 1, 2), 3: (1, 2, 3)}
"""By number of seats: who controls the first, second and third hero that is named (CDT-VAR-02)."""


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What the table agrees on before the game."""

    rerolls: Literal["ask", "negate", "attacker_first", "defender_first"] = "ask"
    """How competing re-rolls go, unless agreed anew in a combat; `ask` asks in each that needs it (CDT-ATK-16)."""
    token_supply: bool = False
    """Whether tokens run out, where the component set counts them (CDT-TKN-06)."""


def empty_board(start: Start, components: Components) -> Board:
    """CDT-SET-01 to 07: stacks are made; of the Challenge stack only the classes of its cards are known."""
    agreed = {"rerolls": "ask", "token_supply": False, **start.options}
    sizes = {kind: DEPTHS.count(kind) for kind in CLASSES}
    common, rare, unique = (Pile(len(components.items[rarity]), components.items[rarity]) for rarity in RARITIES)
    return Board(
        components=components,
        pending=ChoosingHeroes(),
        seats=start.seats,
        chance=start.chance,
        rerolls=agreed["rerolls"],  # type: ignore[arg-type]
        limited=bool(agreed["token_supply"]),
        challenge=tuple(Pile(sizes[kind], components.challenge[kind]) for kind in CLASSES),
        stacks=(common, rare, unique),
        events=Pile(len(components.events), components.events),
    )


def start(play: Play[Board]) -> None:
    """CDT-SET-01 to 07: shuffling reveals nothing; no order lies in a stack before a card is drawn."""
    play.emit(e.StacksBuilt())


class ChooseHeroes(LineAction, frozen=True):
    """Choose three heroes. With several seats their order decides who controls which (CDT-SET-09, CDT-VAR-02); the
    order of a seat's own does not matter.
    """

    exact = True
    phase = ChoosingHeroes

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[ChooseHeroes]:
        return (cls(trio) for trio in permutations(sorted(board.components.heroes), HEROES))

    def check(self, board: Board, seat: Seat) -> None:
        heroes = self.heroes
        need(len(heroes) == HEROES and len(set(heroes)) == HEROES, "CDT-SET-09")
        need(set(heroes) <= set(board.components.heroes), "CDT-SET-09")

    def perform(self, play: Play[Board]) -> None:
        play.emit(e.HeroesChosen(self._by_seat(play.board), CONTROL[play.board.seats], play.seat))
        pile = play.board.stacks[0]
        cards: list[CardId] = []
        for _ in range(STARTING_ITEMS):
            card = play.chance.draw(
                pile.unseen, rule="CDT-SET-10", about="an item to begin with", place=stack_id("common")
            )
            assert card is not None
            pile = pile.drawn(card)
            cards.append(card)
        play.emit(e.StartingItemsDrawn(tuple(sorted(cards))))

    def _by_seat(self, board: Board) -> tuple[CardId, ...]:
        """In the order of the seats, those of each seat sorted: one way to say the same."""
        return tuple(hero for _, hero in sorted(zip(CONTROL[board.seats], self.heroes, strict=True)))

    def fact(self, board: Board, seat: Seat) -> Fact:
        """Choice: the three heroes, in the order that decides who controls which."""
        return Fact(kind="trio", choice=kind_ids(board, self._by_seat(board)))

    def label(self, board: Board, seat: Seat) -> str:
        if board.seats == 1:
            return f"Set out with {unit_names(board, self.heroes)}"
        return led(board, dict(zip(self.heroes, CONTROL[board.seats], strict=True)))


class DiscardItem(Action[Board], frozen=True):
    """Discard one of the three items drawn (CDT-SET-10)."""

    title = "Discard a starting item"
    item: CardId
    needs_version = True
    phase = DiscardingItem

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[DiscardItem]:
        return map(cls, DiscardingItem.of(board).drawn)

    def check(self, board: Board, seat: Seat) -> None:
        need(self.item in DiscardingItem.of(board).drawn, "CDT-SET-10")

    def perform(self, play: Play[Board]) -> None:
        play.emit(e.StartingItemDiscarded(self.item, play.seat))

    def fact(self, board: Board, seat: Seat) -> Fact:
        return Fact(card=kind_id(board, self.item))

    def label(self, board: Board, seat: Seat) -> str:
        return f"Discard {item_name(board, self.item)}" if self.item in board.components.item else "Discard"


class PlaceHeroes(LineAction, frozen=True):
    """Line the three heroes up, H1 first (CDT-SET-11)."""

    title = "Line up the heroes"
    phase = PlacingHeroes

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[PlaceHeroes]:
        return map(cls, permutations(sorted(PlacingHeroes.of(board).heroes)))

    def check(self, board: Board, seat: Seat) -> None:
        need(sorted(self.heroes) == sorted(PlacingHeroes.of(board).heroes), "CDT-SET-11")

    def perform(self, play: Play[Board]) -> None:
        faces = play.board.components.unit
        play.emit(e.HeroesPlaced(self.heroes, tuple(faces[hero].health for hero in self.heroes), play.seat))
        play.emit(e.CampEntered())
