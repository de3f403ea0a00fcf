"""What the language of cards cannot say: the table enters it (CDT-TRM-07)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.card_tactics import effects as e
from rulesets.card_tactics.board import CLASSES, Board
from rulesets.card_tactics.effects.items import STACKS
from rulesets.card_tactics.effects.rows import text_under_way
from rulesets.card_tactics.ids import card_id
from rulesets.card_tactics.names import card_name, unit_name
from rulesets.card_tactics.phases import Acted, Camp, Deciding, Entering
from rulesets.card_tactics.pieces import KINDS, TOKEN_NAMES
from rulesets.card_tactics.rules.deciding import decision_row
from rulesets.card_tactics.rules.ending import aftermath
from rulesets.card_tactics.rules.health import defeat, relief
from rulesets.card_tactics.rules.quirks import quirks_on
from rulesets.kit import by_hand
from rulesets.kit.adjusting import MOST_AT_ONCE, MOST_EFFECTS
from rulesets.kit.by_hand import Entry
from rulesets.kit.fields import Field
from rulesets.kit.play import fold, need
from rulesets.kit.words import opening

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from random import Random
    from typing import Any

    from rulesets.card_tactics.pieces import CardId
    from rulesets.kit.facts import Fact
    from rulesets.kit.phases import Seat
    from rulesets.kit.play import Play
    from rulesets.kit.structs import Effect

    Fixed = Mapping[str, Any]

Entered = (
    e.HealthLost
    | e.HealthRecovered
    | e.HeroRevived
    | e.TokensGained
    | e.TokensDiscarded
    | e.RestrainBecameStun
    | e.StunBecameRestrain
    | e.UnitMoved
    | e.UnitsSwapped
    | e.UnitExhausted
    | e.UnitReadied
    | e.EnemyRevealed
    | e.ItemDrawn
    | e.ItemDiscarded
    | e.ItemExhausted
    | e.ItemReadied
    | e.TotalModified
    | e.DefenceModified
    | e.LossPrevented
)


MOST_ENTERED = 5
"""The largest number that a screen offers; more can be entered by REST."""


def _unit(board: Board, _seat: Seat, card: CardId, _fixed: Fixed) -> str:
    return unit_name(board, card) if card else "The one that is hit"


def _card_ids(_board: Board, _seat: Seat, card: CardId, _fixed: Fixed) -> tuple[str, ...]:
    return (card_id(card),) if card else ()


def _name(board: Board, _seat: Seat, name: str, _fixed: Fixed) -> str:
    return card_name(board, name)


def _token(_board: Board, _seat: Seat, kind: str, _fixed: Fixed) -> str:
    return opening(TOKEN_NAMES[kind])


def _units(board: Board, _fixed: Fixed) -> Iterable[CardId]:
    return (unit.card for unit in board.units)


def _pool(board: Board, _fixed: Fixed) -> Iterable[CardId]:
    return (item.card for item in board.pool)


def _changes(_board: Board, _fixed: Fixed) -> Iterable[int]:
    return (n for n in range(-MOST_ENTERED, MOST_ENTERED + 1) if n)


def _numbers(_board: Board, _fixed: Fixed) -> Iterable[int]:
    return range(1, MOST_ENTERED + 1)


def _top(board: Board, _fixed: Fixed) -> Iterable[CardId]:
    """The enemies that may lie on top of the Challenge stack."""
    return board.challenge[CLASSES.index(board.top)].unseen if board.takes_enemy else ()


_WHO = Field(_unit, _card_ids, asks="Who?")
_WHICH = Field(_name, _card_ids, asks="Which item?")
_MANY = Field(asks="How many?")

ENTRIES = {
    "DefenceModified.unit": Entry(_WHO, lambda board, _fixed: ("", *(unit.card for unit in board.units))),
    "HeroRevived.unit": Entry(_WHO, lambda board, _fixed: board.aside),
    "unit": Entry(_WHO, _units),
    "one": Entry(_WHO, _units),
    "other": Entry(Field(_unit, _card_ids, asks="With whom?"), _units),
    "EnemyRevealed.kind": Entry(Field(), lambda board, _fixed: (board.top,) if board.takes_enemy else ()),
    "ItemDrawn.kind": Entry(Field(asks="From which stack?"), lambda _board, _fixed: STACKS),
    "kind": Entry(Field(_token, asks="Which token?"), lambda _board, _fixed: KINDS),
    "EnemyRevealed.card": Entry(Field(_name, asks="Which enemy?"), _top),
    "ItemDrawn.card": Entry(
        Field(_name, asks="Which item?"), lambda board, fixed: board.stacks[STACKS[fixed["kind"]]].unseen
    ),
    "card": Entry(_WHICH, _pool),
    "way": Entry(Field(asks="Which way?"), lambda _board, _fixed: ("push", "pull")),
    "lost": Entry(Field(asks="How much health?"), lambda board, fixed: range(1, board.unit(fixed["unit"]).health + 1)),
    "healed": Entry(Field(asks="How much health?"), _numbers),
    "HealthLost.health": Entry(Field(), lambda board, fixed: (board.unit(fixed["unit"]).health - fixed["lost"],)),
    "HealthRecovered.health": Entry(
        Field(), lambda board, fixed: (board.unit(fixed["unit"]).health + fixed["healed"],)
    ),
    "EnemyRevealed.health": Entry(Field(), lambda board, fixed: (board.components.unit[fixed["card"]].health,)),
    "health": Entry(Field(asks="With how much health?"), _numbers),
    "by": Entry(Field(), lambda _board, _fixed: ("text",)),
    "TotalModified.n": Entry(Field(asks="By how much?"), _changes),
    "DefenceModified.n": Entry(Field(asks="By how much?"), _changes),
    "n": Entry(_MANY, _numbers),
}


class EnterByHand(by_hand.ByHand[Board], frozen=True):
    """Enter what a phrase marked `by_hand` does, or at another decision what a text in force that is so marked does."""

    title = "Enter by hand"
    nowhere = "what it does is still to be told"
    phase = (Entering, Camp, Deciding, Acted)
    needs_version = True
    rare = True
    entries = ENTRIES
    effects: tuple[Entered, ...] = ()

    @classmethod
    def after(cls, board: Board, effects: Sequence[Any]) -> Board:
        """With what follows from each."""
        for effect in effects:
            board = fold(board, with_relief(board, effect))
        return board

    @classmethod
    def sample(cls, board: Board, seat: Seat, rng: Random) -> EnterByHand | None:
        unit = rng.choice(board.units)
        lost = rng.randint(1, unit.health)
        gained = e.TokensGained(unit.card, rng.choice(("attack_plus", "bleed")))
        return cls((gained, e.HealthLost(unit.card, unit.health - lost, lost, "text")))

    def check(self, board: Board, seat: Seat) -> None:
        """Each on the board that it meets, with what follows from those before."""
        need(len(self.effects) <= MOST_EFFECTS, MOST_AT_ONCE)
        by_hand.ByHand.check(EnterByHand(), board, seat)
        pending = board.pending
        need(isinstance(pending, Entering) or is_marked(board), "CDT-QRK-01")
        board = e.HandEntered(seat).apply(board)
        for effect in self.effects:
            by_hand.ByHand.check(EnterByHand((effect,)), board, seat)
            board = fold(board, with_relief(board, effect))

    def perform(self, play: Play[Board]) -> None:
        """The effects, and all that follows from them; the phrase that waited for them is done."""
        since, pending = len(play.effects), play.board.pending
        play.emit(e.HandEntered(play.seat, len(self.effects)))
        for effect in self.effects:
            for one in with_relief(play.board, effect):
                play.emit(one)
        defeat(play, [unit.card for unit in play.board.units])
        if isinstance(pending, Entering):
            play.emit(e.PhraseEnded(play.board.components.steps[pending.then.at].after))
            aftermath(play, since, pending.then)
        else:
            aftermath(play, since)

    def fact(self, board: Board, seat: Seat) -> Fact:
        """Value: how many effects. Source: the text, where one waits for that."""
        row = decision_row(board)
        row.value, row.source = len(self.effects), text_under_way(board.pending) or row.source
        return row

    def label(self, board: Board, seat: Seat) -> str:
        return super().label(board, seat) if isinstance(board.pending, Entering) else "Enter what a card does"


def with_relief(board: Board, effect: Entered) -> Iterator[Effect[Board]]:
    """An effect, and what recovered health does to tokens, which is not entered (CDT-BLD-02, CDT-RST-05, 11)."""
    yield effect
    if isinstance(effect, e.HealthRecovered):
        yield from relief(board.unit(effect.unit), effect.healed)


def is_marked(board: Board) -> bool:
    """Whether a text is in force that is entered by hand: of a quirk, of an event, of an item with a token in play."""
    components = board.components
    if BY_HAND in components.moments and quirks_on(board, BY_HAND):
        return True
    if any(components.event[card].by_hand for card in board.lasting):
        return True
    return any(unit.tokens.count(kind) for unit in board.units for kind in components.special_by_hand)


BY_HAND = "by_hand"
"""The moment of quirks whose moment no word can express."""
