"""What may follow from anything: the game is lost, the combat is won, a slot is cut short, quirks take place."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from rulesets.card_tactics import effects as e
from rulesets.card_tactics.rules.items import put_away
from rulesets.card_tactics.rules.quirks import fire, stirring

if TYPE_CHECKING:
    from rulesets.card_tactics.board import Board
    from rulesets.card_tactics.phases import Pending
    from rulesets.kit.play import Play


def aftermath(play: Play[Board], since: int, before: Pending | None = None) -> None:
    """After each step, out of phase `before` and with the effects from `since` on: the end checks, then quirks."""
    new = play.effects[since:]
    if _effects_of(play.board.components.moments).isdisjoint(map(type, new)):
        return
    if FATAL.isdisjoint(map(type, new)) or not _ends(play):
        fire(play, since, before)


@lru_cache(maxsize=64)
def _effects_of(wanted: frozenset[str]) -> frozenset[type]:
    """The types of effects from which anything may follow, by the moments that the quirks of a set want."""
    return FATAL | stirring(wanted)


FATAL: frozenset[type] = frozenset((e.UnitDefeated, e.CombatStarted))
"""What can be the end of something: a defeat, or a combat that no enemy comes to."""


def _ends(play: Play[Board]) -> bool:
    """Whether the game or the combat is over; the slot, or the use of an item in Camp, may be."""
    board = play.board
    if not board.heroes:  # CDT-END-02, 03
        put_away(play)
        play.emit(e.GameLost())
        return True
    if board.fighting and not board.enemies:
        _win_combat(play)
        return True
    if board.slot is not None and board.find(board.slot.unit) is None:  # CDT-ACT-03
        put_away(play)
        play.emit(e.SlotCutShort(board.slot.unit))
    elif board.slot is None and board.using and board.find(board.user) is None:  # in Camp
        put_away(play)
        play.emit(e.CampUseCutShort(board.user))
    return False


def _win_combat(play: Play[Board]) -> None:
    """CDT-END-01: what was under way is not carried out; an item in use counts as used (CDT-ITM-10)."""
    put_away(play)
    board = play.board
    event = board.components.event
    play.emit(e.CombatWon(tuple(card for card in board.lasting if event[card].lasts == "next_combat")))
    if "unique_boss" in board.bosses:  # CDT-END-04, 07
        play.emit(e.GameWon())
