"""The Event phase: one event is drawn and followed. Then enemies are revealed for the combat."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from rulesets.card_tactics import effects as e
from rulesets.card_tactics.board import CLASSES
from rulesets.card_tactics.ids import stack_id
from rulesets.card_tactics.phases import DrawingEvent, ResolvingEvent
from rulesets.card_tactics.rules.ending import aftermath
from rulesets.kit.play import automatic

if TYPE_CHECKING:
    from rulesets.card_tactics.board import Board
    from rulesets.kit.play import Play


@automatic(DrawingEvent)
def draw_event(play: Play[Board]) -> None:
    """CDT-EVT-01, 06."""
    if not play.board.events.size and play.board.event_discard:
        play.emit(e.EventsReshuffled())
    if not play.board.events.size:  # all of them are in force
        return start_combat(play)
    card = play.chance.draw(play.board.events.unseen, rule="CDT-EVT-01", about="the event", place=stack_id("events"))
    assert card is not None
    return play.emit(e.EventDrawn(card, f"{play.board.components.event[card].card}.0"))


@automatic(ResolvingEvent)
def after_event(play: Play[Board]) -> None:
    """CDT-EVT-02, 06, 07: the event is discarded or stays in force, and the combat begins."""
    play.emit(e.EventResolved(play.board.components.event[play.board.event].lasts != "immediate"))
    start_combat(play)


def start_combat(play: Play[Board]) -> None:
    """CDT-CST-01 to 05: three enemies, or as many as are left."""
    since = len(play.effects)
    play.emit(e.CombatStarted())
    while play.board.takes_enemy:
        reveal(play)
    aftermath(play, since)


def reveal(play: Play[Board], place: Literal["outer", "centre"] = "outer") -> None:
    """The top card of the Challenge stack joins the enemies, with its health and no other token (CDT-CST-01, 02)."""
    kind = play.board.top
    card = play.chance.draw(
        play.board.challenge[CLASSES.index(kind)].unseen,
        rule="CDT-CST-01",
        about="the enemy that appears",
        place=stack_id("challenge"),
    )
    assert card is not None
    play.emit(e.EnemyRevealed(card, kind, play.board.components.unit[card].health, place))
