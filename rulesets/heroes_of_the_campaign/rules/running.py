"""The loop that performs a list of a card's actions, one after the other, and the choices that they ask for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.heroes_of_the_campaign import effects as e
from rulesets.heroes_of_the_campaign.board import Board
from rulesets.heroes_of_the_campaign.effects.common import owned_id, work_fact
from rulesets.heroes_of_the_campaign.effects.triggers import fired_fact
from rulesets.heroes_of_the_campaign.ids import NOBODY, hero_id, option_id
from rulesets.heroes_of_the_campaign.names import asked_of, choice_words
from rulesets.heroes_of_the_campaign.phases import Choosing, Running, Triggering, outermost, watchers
from rulesets.heroes_of_the_campaign.rules.doing import Speaking, verb
from rulesets.heroes_of_the_campaign.rules.infirmary import end_statuses
from rulesets.heroes_of_the_campaign.rules.rights import permitted
from rulesets.heroes_of_the_campaign.rules.triggers import follow
from rulesets.heroes_of_the_campaign.words import verbs as do
from rulesets.kit import cards
from rulesets.kit.facts import Fact
from rulesets.kit.play import automatic

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rulesets.heroes_of_the_campaign.phases import Fired
    from rulesets.kit.phases import Seat
    from rulesets.kit.play import Play


@automatic(Running)
@cards.asks(e.ChoiceAsked)
def run(play: Play[Board]) -> None:
    """One action, or the end of the list; nothing while somebody is asked before it (HOC-ANY-03, 04)."""
    board, pending, since = play.board, Running.of(play.board), len(play.effects)
    if pending.at is None:
        _finish(play, pending)
    elif _has_fallen(board, pending):
        _finish(play, pending, aborted=True)
    elif not pending.answers and watchers(board):
        return
    else:
        step = board.components.steps[pending.at]
        verb[type(step.do)](Speaking(play, pending, step), step.do)
    follow(play, since)


def _has_fallen(board: Board, pending: Running) -> bool:
    """HOC-TSK-05: the performer of a task is in the infirmary, and no card lets it go on there."""
    if pending.me is None or pending.home not in board.components.tasks:
        return False
    hero = board.hero(pending.me)
    if hero.at_side or permitted(board, hero, "finish_task", pending.home):
        return False
    return not permitted(board, hero, "task_in_infirmary", pending.home)


def _finish(play: Play[Board], pending: Running, *, aborted: bool = False) -> None:
    if pending.home not in play.board.components.tasks:
        play.emit(e.EffectEnded())
    else:
        assert pending.me is not None
        play.emit((e.TaskAborted if aborted else e.TaskEnded)(pending.me, pending.home))
    if outermost(pending):
        end_statuses(play, ("end_of_task",))


class Choose(cards.Choose[Board], frozen=True):
    """Choose targets, a defender, a law, an option, a place, a task, an ability, or whether to use it.

    In its row `kind` is which of these, `value` how many were chosen, `card` and `source` what asked for it.
    """

    phase = Choosing
    rule = "HOC-VOC-02"

    def perform(self, play: Play[Board]) -> None:
        play.emit(e.ChoiceMade(self.names))

    def touches(self, board: Board, seat: Seat) -> tuple[str, ...]:
        pending = board.pending
        if not self.names:
            return (option_id(NOBODY),)
        if isinstance(pending, Choosing) and isinstance(pending.then, Triggering):
            return tuple(hero_id(fired.me) for fired in _abilities(pending, self.names) if fired.me)
        return ()

    def label(self, board: Board, seat: Seat) -> str:
        pending = board.pending
        if not isinstance(pending, Choosing):
            return "Choose " + (", ".join(self.names) or "nobody")
        return choice_words(board, pending, self.names)

    def fact(self, board: Board, seat: Seat) -> Fact:
        pending = Choosing.of(board)
        fact = _asking_fact(board, pending)
        fact.choice = " ".join(_picked(board, pending, name) for name in self.names) or "nobody"
        fact.kind, fact.value = pending.kind, len(self.names)
        return fact


def _asking_fact(board: Board, pending: Choosing) -> Fact:
    """A row of what asks for a choice: the list under way, or the ability that may be used; several are nobody's."""
    back = pending.then
    if isinstance(back, Running):
        return work_fact(board)
    if pending.kind != "use":
        return Fact()
    return fired_fact(board, asked_of(back))


def _picked(board: Board, pending: Choosing, name: str) -> str:
    """One of the candidates of a choice, as rows have it: its id, or words."""
    back = pending.then
    if pending.kind in ("target", "defender", "law", "place"):
        return owned_id(board, name)
    if pending.kind == "task":
        return board.components.ids[name]
    if pending.kind == "trigger" and isinstance(back, Triggering):
        return board.components.ids[back.queue[int(name)].ability]
    return name if pending.kind == "use" else _option_words(board, pending, name)


def _option_words(board: Board, pending: Choosing, name: str) -> str:
    """An option by its number and its verbs, which read the same whoever chooses."""
    back = pending.then
    assert isinstance(back, Running)
    assert back.at is not None
    step = board.components.steps[back.at].do
    assert isinstance(step, do.Choose)
    verbs = (str(action.__struct_config__.tag).replace("_", " ") for action in step.options[int(name)])
    return f"({int(name) + 1}) {', '.join(verbs) or 'nothing'}"


def _abilities(pending: Choosing, names: Iterable[str]) -> Iterator[Fired]:
    """The abilities that an answer is about."""
    back = pending.then
    assert isinstance(back, Triggering)
    if pending.kind == "use":
        yield asked_of(back)
    else:
        yield from (back.queue[int(name)] for name in names if name in pending.among)
