"""What the language of cards cannot say: the table enters it (CDT-TRM-07)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.card_tactics import effects as e
from rulesets.card_tactics.board import Board
from rulesets.card_tactics.effects.rows import text_under_way
from rulesets.card_tactics.phases import Acted, Camp, Deciding, Entering
from rulesets.card_tactics.rules.deciding import decision_row
from rulesets.card_tactics.rules.ending import aftermath
from rulesets.card_tactics.rules.health import defeat, relief
from rulesets.card_tactics.rules.quirks import quirks_on
from rulesets.kit import by_hand
from rulesets.kit.play import fold, need

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from rulesets.kit.facts import Fact
    from rulesets.kit.phases import Seat
    from rulesets.kit.play import Play
    from rulesets.kit.structs import Effect

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


class EnterByHand(by_hand.ByHand[Board], frozen=True):
    """Enter what a phrase marked `by_hand` does, or at another decision what a text in force that is so marked does."""

    title = "Enter by hand"
    nowhere = "what it does is still to be told"
    phase = (Entering, Camp, Deciding, Acted)
    needs_version = True
    rare = True
    effects: tuple[Entered, ...] = ()

    @classmethod
    def sample(cls, board: Board, seat: Seat, rng: Random) -> EnterByHand | None:
        unit = rng.choice(board.units)
        lost = rng.randint(1, unit.health)
        gained = e.TokensGained(unit.card, rng.choice(("attack_plus", "bleed")))
        return cls((gained, e.HealthLost(unit.card, unit.health - lost, lost, "text")))

    def check(self, board: Board, seat: Seat) -> None:
        """Each on the board that it meets, with what follows from those before."""
        need(len(self.effects) <= by_hand.MOST_EFFECTS, by_hand.MOST_AT_ONCE)
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
"""The moment of quirks whose moment no word tells."""
