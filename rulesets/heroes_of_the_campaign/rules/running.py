"""The loop that performs a list of a card's actions, one after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.heroes_of_the_campaign.effects import ChoiceAsked, EffectEnded, TaskAborted, TaskEnded
from rulesets.heroes_of_the_campaign.phases import Running, outermost, watchers
from rulesets.heroes_of_the_campaign.rules.doing import Speaking, verb
from rulesets.heroes_of_the_campaign.rules.infirmary import end_statuses
from rulesets.heroes_of_the_campaign.rules.rights import permitted
from rulesets.heroes_of_the_campaign.rules.triggers import follow
from rulesets.kit.cards import asks
from rulesets.kit.play import automatic

if TYPE_CHECKING:
    from rulesets.heroes_of_the_campaign.board import Board
    from rulesets.kit.play import Play


@automatic(Running)
@asks(ChoiceAsked)
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
        play.emit(EffectEnded())
    else:
        assert pending.me is not None
        play.emit((TaskAborted if aborted else TaskEnded)(pending.me, pending.home))
    if outermost(pending):
        end_statuses(play, ("end_of_task",))
