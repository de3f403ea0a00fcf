"""Lists of a card's actions as they are performed, and the choices that they ask for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.heroes_of_the_campaign.board import Board
from rulesets.heroes_of_the_campaign.effects import common
from rulesets.heroes_of_the_campaign.ids import Address, CardId, HeroName, card_id, hero_id
from rulesets.heroes_of_the_campaign.names import chosen_words, skipped_words
from rulesets.heroes_of_the_campaign.phases import Choosing, Running
from rulesets.kit import cards
from rulesets.kit.facts import Fact
from rulesets.kit.phases import Seat
from rulesets.kit.structs import Effect

if TYPE_CHECKING:
    from collections.abc import Iterable


class EffectStarted(common.NoRow, frozen=True):
    """An event or an enactment begins to be performed."""

    silent = dict.fromkeys(("seat", "card", "first"), "stands in the row of `EventUsed` or `LawEnacted`")
    seat: Seat
    card: CardId
    first: Address

    def apply(self, board: Board) -> Board:
        return replace(board, pending=Running(self.card, self.first, self.seat, board.pending))

    def touches(self) -> tuple[str, ...]:
        return (card_id(self.seat, self.card),)


class EffectEnded(common.NoRow, frozen=True):
    """An event, an enactment or a triggered ability is done."""

    def apply(self, board: Board) -> Board:
        return popped(board)


class ActionEnded(common.NoRow, frozen=True):
    """An action is done: play moves on in its list."""

    silent = {
        "at": "steers the list",
        **dict.fromkeys(("last", "moved"), "stands in the rows of what the action did"),
    }
    at: Address | None
    """What follows; `None` at the end of the list."""
    last: tuple[HeroName, ...] = ()
    """At whom it aimed, and how much it moved (HOC-VOC-10)."""
    moved: int = 0

    def apply(self, board: Board) -> Board:
        return _moved_on(board, self.at, self.last, self.moved)


class ActionSkipped(Effect[Board], frozen=True):
    """An action could not be performed; the list goes on.

    In its row `kind` is the rule that it was skipped with, `choice` what was skipped (`attack`), `source` what forbids
    it, if something does, and `target` the heroes that it would have been performed with.
    """

    title = "Action of a card skipped"
    silent = {"at": "steers the list"}
    at: Address | None
    rule: str
    """Why."""
    heroes: tuple[HeroName, ...] = ()
    """With whom it would have been performed, if they are why it was not."""
    by: tuple[str, ...] = ()
    """The cards and named statuses that forbid it."""

    def apply(self, board: Board) -> Board:
        return _moved_on(board, self.at, (), 0)

    def touches(self) -> tuple[str, ...]:
        return tuple(map(hero_id, self.heroes))

    def sentence(self, board: Board) -> str:
        run = board.pending
        assert isinstance(run, Running)
        return skipped_words(board, run, self.rule, self.heroes, self.by)

    def facts(self, board: Board) -> Iterable[Fact]:
        run, components = board.pending, board.components
        assert isinstance(run, Running)
        assert run.at is not None
        return (
            Fact(
                seat=run.seat,
                card=components.ids[run.home],
                kind=self.rule,
                choice=str(components.steps[run.at].do.__struct_config__.tag),
                target=" ".join(common.owned_id(board, hero) for hero in self.heroes) or None,
                source=components.giver_id(self.by[0]) if self.by else None,
            ),
        )


class BranchTaken(common.NoRow, frozen=True):
    """One of several lists within an action is gone into."""

    silent = {"at": "what is chosen stands in the row of `Choose`, what follows in its own"}
    at: Address | None

    def apply(self, board: Board) -> Board:
        run = board.pending
        assert isinstance(run, Running)
        return replace(board, pending=replace(run, at=self.at, answers=(), passed=()))


def _moved_on(board: Board, at: Address | None, last: tuple[HeroName, ...], moved: int) -> Board:
    run = board.pending
    assert isinstance(run, Running)
    onward = Running(run.home, at, run.seat, run.then, run.me, run.subject, run.other, last, moved)
    return replace(board, pending=onward)


def popped(board: Board) -> Board:
    """The list of actions is left; what it interrupted continues."""
    run = board.pending
    assert isinstance(run, Running)
    return replace(board, pending=run.then)


class ChoiceAsked(common.NoRow, cards.ChoiceAsked[Board], frozen=True):
    """An action or an ability needs a choice."""

    silent = dict.fromkeys(("seat", "kind", "among", "low", "high"), "stands in the row of the answer, `Choose`")
    phase = Choosing


class ChoiceMade(common.NoRow, cards.ChoiceMade[Board], frozen=True):
    """The choice was made; what asked for it goes on."""

    silent = {"names": "stands in the row of `Choose`"}

    def sentence(self, board: Board) -> str:
        return chosen_words(board, Choosing.of(board), self.names)
