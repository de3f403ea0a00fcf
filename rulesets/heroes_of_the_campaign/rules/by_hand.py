"""What the card language cannot express: the table enters it (HOC-GLD-01, 02)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.heroes_of_the_campaign import effects as e
from rulesets.heroes_of_the_campaign.board import Board
from rulesets.heroes_of_the_campaign.effects.common import work_fact
from rulesets.heroes_of_the_campaign.ids import hero_id, place_id, seat_id
from rulesets.heroes_of_the_campaign.names import card_words, owned_words, to_place_words
from rulesets.heroes_of_the_campaign.phases import Entering, Fighting, Running, Turn
from rulesets.heroes_of_the_campaign.pieces import other
from rulesets.heroes_of_the_campaign.rules.triggers import follow
from rulesets.kit import by_hand
from rulesets.kit.by_hand import Entry
from rulesets.kit.facts import Fact
from rulesets.kit.fields import Field
from rulesets.kit.phases import seats_of
from rulesets.kit.play import need

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from random import Random
    from typing import Any

    from rulesets.heroes_of_the_campaign.ids import CardId, HeroName, Place
    from rulesets.kit.phases import Seat
    from rulesets.kit.play import Play

    Fixed = Mapping[str, Any]

Entered = (
    e.CopperEarned
    | e.CopperLost
    | e.CopperTaken
    | e.HeroWounded
    | e.HeroHealed
    | e.HeroSentToInfirmary
    | e.HeroLeftInfirmary
    | e.HeroSentToLocation
    | e.HeroSentToCamp
    | e.StatusApplied
    | e.StatusEnded
    | e.LawBroken
)


MOST_ENTERED = 6
"""The largest number that a screen offers; more can be entered by REST."""


def _seat(_board: Board, _seat: Seat, seat: Seat, _fixed: Fixed) -> str:
    return f"{{{seat}}}"


def _seats(board: Board, _fixed: Fixed) -> Iterable[Seat]:
    return seats_of(board)


def _hero(board: Board, seat: Seat, hero: HeroName, _fixed: Fixed) -> str:
    return owned_words(board, hero, seat)


def _held(board: Board, _seat: Seat, index: int, fixed: Fixed) -> str:
    return board.components.status_name(board.hero(fixed["hero"]).held[index].name)


def _place(board: Board, seat: Seat, place: Place, _fixed: Fixed) -> str:
    return to_place_words(board, place, seat)


def _law(board: Board, _seat: Seat, card: CardId, _fixed: Fixed) -> str:
    return card_words(board, card)


def _numbers(_board: Board, _fixed: Fixed) -> Iterable[int]:
    return range(1, MOST_ENTERED + 1)


def _places(board: Board, _fixed: Fixed) -> Iterable[Place]:
    return (f"{seat}.{card}" for seat in seats_of(board) for card in board.side(seat).locations)


ENTRIES = {
    "seat": Entry(Field(_seat, lambda _board, _seat, seat, _fixed: (seat_id(seat),), asks="Whose?"), _seats),
    "hero": Entry(
        Field(_hero, lambda _board, _seat, hero, _fixed: (hero_id(hero),), asks="Which hero?"),
        lambda board, _fixed: (hero.name for hero in board.heroes),
    ),
    "place": Entry(
        Field(_place, lambda _board, seat, place, _fixed: (place_id(seat, place),), asks="To which location?"), _places
    ),
    "card": Entry(Field(_law, asks="Which law?"), lambda board, fixed: board.side(fixed["seat"]).laws),
    "index": Entry(Field(_held, asks="Which status?"), lambda board, fixed: range(len(board.hero(fixed["hero"]).held))),
    "kind": Entry(Field(), lambda board, fixed: (board.hero(fixed["hero"]).held[fixed["index"]].name,)),
    "left": Entry(Field(), lambda board, fixed: (board.hero(fixed["hero"]).place,)),
    "dealt": Entry(Field(asks="How many wounds?"), _numbers),
    "asked": Entry(Field(asks="How many?"), _numbers),
    "HeroWounded.value": Entry(Field(), lambda _board, fixed: (fixed["dealt"],)),
    "HeroHealed.value": Entry(Field(), lambda board, fixed: (min(fixed["asked"], board.hero(fixed["hero"]).wounds),)),
    "CopperTaken.value": Entry(
        Field(), lambda board, fixed: (min(fixed["asked"], board.side(other(fixed["seat"])).copper),)
    ),
    "HeroSentToInfirmary.value": Entry(Field(asks="With how many wounds?"), _numbers),
    "HeroLeftInfirmary.value": Entry(
        Field(asks="With how many wounds?"), lambda board, fixed: range(board.hero(fixed["hero"]).wounds)
    ),
    "value": Entry(Field(asks="How many?"), _numbers),
}
"""A status that begins is entered by REST: it names its source."""


class EnterByHand(by_hand.ByHand[Board], frozen=True):
    """Enter what an action marked `by_hand` does, or, before any action, what an own ability so marked does.

    In its row `value` is how many effects are entered.
    """

    title = "Enter by hand"
    nowhere = "its effects tell what it is about"
    phase = (Entering, Turn, Running, Fighting)
    anytime = True
    rare = True
    entries = ENTRIES
    effects: tuple[Entered, ...] = ()

    @classmethod
    def sample(cls, board: Board, seat: Seat, rng: Random) -> EnterByHand | None:
        if board.chance == "server":
            return None
        hero = rng.choice(board.heroes)
        wounded = e.HeroWounded(hero.name, 1, 1)
        return cls((e.CopperEarned(seat, rng.randint(0, 2)), *((wounded,) if hero.at_side else ())))

    def check(self, board: Board, seat: Seat) -> None:
        by_hand.ByHand.check(self, board, seat)
        if isinstance(board.pending, Entering):
            need(seat == board.pending.then.seat, "HOC-GLD-01")
        else:
            need(has_note(board, seat), "HOC-GLD-02")

    def fact(self, board: Board, seat: Seat) -> Fact:
        if isinstance(board.pending, Entering):
            return work_fact(board, value=len(self.effects))
        return Fact(value=len(self.effects))

    def perform(self, play: Play[Board]) -> None:
        """The effects, and all that follows from them; an action that waited for them is done."""
        pending = play.board.pending
        play.emit(e.HandEntered(play.seat))
        by_hand.ByHand.perform(self, play)
        if isinstance(pending, Entering):
            assert pending.then.at is not None
            play.emit(e.ActionEnded(play.board.components.steps[pending.then.at].after))
        follow(play)


def has_note(board: Board, seat: Seat) -> bool:
    """Whether a seat has an active ability that is entered by hand."""
    notes = board.components.notes
    if any(law in notes for law in board.side(seat).laws):
        return True
    return any(hero.at_side and any(hero.has(card) for card in notes) for hero in board.team(seat))
