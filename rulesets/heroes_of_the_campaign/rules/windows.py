"""Windows: letting something happen, saying when one wants to be asked, and answering choices."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

from rulesets.heroes_of_the_campaign.board import (
    Board,
    Choosing,
    Entering,
    Fighting,
    Running,
    Triggering,
    Turn,
    Watch,
    watchers,
)
from rulesets.heroes_of_the_campaign.effects import ChoiceMade, Passed, WordGiven
from rulesets.heroes_of_the_campaign.names import hero_id, owned_words, source_words
from rulesets.heroes_of_the_campaign.words import verbs as do
from rulesets.heroes_of_the_campaign.words.cards import Trigger
from rulesets.kit import cards
from rulesets.kit.play import need
from rulesets.kit.structs import Action

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulesets.heroes_of_the_campaign.board import Fired
    from rulesets.kit.phases import Seat
    from rulesets.kit.play import Play

WORDS: tuple[Watch, ...] = get_args(Watch)


class GoOn(Action[Board], frozen=True):
    """Let the next action, or the wounds of a combat, happen."""

    phase = (Running, Fighting)
    needs_version = True
    exact = True

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[GoOn]:
        return (cls(),) if seat in watchers(board) else ()

    def check(self, board: Board, seat: Seat) -> None:
        need(seat in watchers(board), "HOC-ANY-04")

    def perform(self, play: Play[Board]) -> None:
        play.emit(Passed(play.seat))

    def label(self, board: Board, seat: Seat) -> str:
        return "Let the wounds be dealt" if isinstance(board.pending, Fighting) else "Let the next action happen"


class WatchFor(Action[Board], frozen=True):
    """Say when you want to be asked. It tells nothing of your hand, and may be said whoever is to act (HOC-AMB-34)."""

    when: Watch
    this_turn: bool = False
    """Only until your own next turn."""
    phase = (Turn, Running, Fighting, Choosing, Entering)
    anytime = True
    rare = True
    exact = True

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[WatchFor]:
        now = board.side(seat).watches
        for when in WORDS:
            if when != now:
                yield cls(when)
                if board.seat != seat:
                    yield cls(when, this_turn=True)

    def check(self, board: Board, seat: Seat) -> None:
        need(self.when in WORDS and self.when != board.side(seat).watches, "HOC-ANY-04")
        need(not self.this_turn or board.seat != seat, "HOC-ANY-04")

    def perform(self, play: Play[Board]) -> None:
        side = play.board.side(play.seat)
        later = (side.later or side.watches) if self.this_turn else None
        play.emit(WordGiven(play.seat, self.when, later))

    def touches(self) -> tuple[str, ...]:
        return ()

    def label(self, board: Board, seat: Seat) -> str:
        says = {"no": "Let everything pass", "attack": "Be asked before attacks", "all": "Be asked before everything"}
        return says[self.when] + (", in this turn" if self.this_turn else "")


class Choose(cards.Choose[Board], frozen=True):
    """Choose targets, a defender, a law, an option, a place, a task, an ability, or whether to use it."""

    phase = Choosing
    rule = "HOC-VOC-02"

    def perform(self, play: Play[Board]) -> None:
        play.emit(ChoiceMade(self.names))

    def touches(self) -> tuple[str, ...]:
        return tuple(hero_id(name) for name in self.names if name[:2] in ("1.", "2."))

    def label(self, board: Board, seat: Seat) -> str:
        pending = board.pending
        if not isinstance(pending, Choosing):
            return "Choose " + (", ".join(self.names) or "nobody")
        if not self.names:
            return "Choose nobody"
        return "Choose " + " and ".join(_words(board, pending, name) for name in self.names)


def _words(board: Board, pending: Choosing, name: str) -> str:
    """One of the candidates of a choice, in words that no other one has."""
    components, kind = board.components, pending.kind
    if kind in ("target", "defender", "law", "place"):
        return owned_words(board, name, pending.seat)
    if kind == "task":
        return f"{source_words(board, name)}: {components.task_name(name)}"
    if kind == "use":
        return "to use it" if name == "yes" else "to let it pass"
    back = pending.then
    if isinstance(back, Triggering):
        order = sorted(map(int, pending.among)).index(int(name)) + 1
        return f"({order}) {_ability(board, back.queue[int(name)])}"
    assert back.at is not None
    step = components.steps[back.at].do
    assert isinstance(step, do.Choose)
    return f"({int(name) + 1}) {_verbs(step.options[int(name)]) or 'nothing'}"


def _ability(board: Board, fired: Fired) -> str:
    """A waiting ability: its card, the hero that has it, what it does."""
    card, ability = source_words(board, fired.ability), board.components.abilities[fired.ability]
    assert isinstance(ability, Trigger)
    hero = board.components.name_of(fired.me[2:]) if fired.me else card
    return f"{card}{f' for {hero}' if hero != card else ''}: {_verbs(ability.actions)}"


def _verbs(actions: Iterable[do.Verb]) -> str:
    return ", ".join(str(action.__struct_config__.tag).replace("_", " ") for action in actions)
