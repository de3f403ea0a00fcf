"""Following a text, phrase by phrase: stop at the first that cannot be completed (CDT-SKL-07)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.card_tactics import effects as e
from rulesets.card_tactics.phases import Following, Repeating
from rulesets.card_tactics.rules.doing import Aiming, Ended, Impossible, verb
from rulesets.card_tactics.rules.ending import aftermath
from rulesets.card_tactics.rules.stopping import ENDED, fail, why_stopped
from rulesets.kit.cards import asks
from rulesets.kit.play import automatic

if TYPE_CHECKING:
    from rulesets.card_tactics.board import Board
    from rulesets.kit.play import Play


@automatic(Following)
@asks(e.ChoiceAsked)
def follow(play: Play[Board]) -> None:
    """The next phrase of the list on top."""
    since = len(play.effects)
    frame = Following.of(play.board)
    if reason := _stops(play.board, frame):
        play.emit(e.SkillStopped(frame.me, frame.at, reason))
        return aftermath(play, since)
    aiming = Aiming(play, frame)
    do = aiming.step.do
    try:
        verb[type(do)](aiming, do)
    except Impossible as impossible:
        fail(play, str(impossible), ends=isinstance(impossible, Ended))
    aftermath(play, since, frame)


def _stops(board: Board, frame: Following) -> str:
    """CDT-SKL-14: why the acting unit stops here, if it does; what its attack has begun is resolved first."""
    slot = board.slot
    if frame.source not in ("skill", "item") or slot is None or frame.called:
        return ""
    return why_stopped(board, slot.unit)


@automatic(Repeating)
def repeat(play: Play[Board]) -> None:
    """The phrases of a `for_each`, for the next of its units."""
    since = len(play.effects)
    loop = Repeating.of(play.board)
    assert isinstance(loop.then, Following)
    here = loop.then.at
    if loop.units:
        unit = loop.units[0]
        play.emit(e.EachTaken(unit, f"{here}.phrases.0" if play.board.find(unit) else None))
    elif loop.went in ("failed", "ended"):
        play.emit(e.EachEnded(here))
        fail(play, ENDED if loop.went == "ended" else "none of them could take it", ends=loop.went == "ended")
    else:
        play.emit(e.EachEnded(play.board.components.steps[here].after))
    aftermath(play, since, loop)
