"""A unit's time to act: skill, item or skip; then the end-of-action steps (CDT-ACT-01)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.card_tactics import effects as e
from rulesets.card_tactics.board import Board
from rulesets.card_tactics.ids import skill_id
from rulesets.card_tactics.names import item_name, skill_name
from rulesets.card_tactics.phases import Acted, Deciding, Ending, EnemyActing, UnitPhase
from rulesets.card_tactics.pieces import CardId
from rulesets.card_tactics.rules.deciding import HeroAction, decision_row, item_row
from rulesets.card_tactics.rules.ending import aftermath
from rulesets.card_tactics.rules.health import defeat
from rulesets.card_tactics.rules.items import put_away
from rulesets.card_tactics.rules.quirks import triggered
from rulesets.card_tactics.rules.skills import can_use, need_skill_of, usable_skills, use
from rulesets.card_tactics.rules.stopping import is_stunned, why_done
from rulesets.card_tactics.rules.values import is_immune
from rulesets.kit.play import Play, automatic, need
from rulesets.kit.structs import Action

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulesets.kit.facts import Fact
    from rulesets.kit.phases import Seat


# --- what is automatic


@automatic(Deciding)
def hero_decides(play: Play[Board]) -> None:
    """The use of a free item is over when it is the hero's turn again."""
    if not _is_kept(play, Deciding.of(play.board).unit):
        put_away(play)


@automatic(EnemyActing)
def enemy_acts(play: Play[Board]) -> None:
    """CDT-ENM-01, 10: the skill of its position, unless it is stunned."""
    pending = EnemyActing.of(play.board)
    if not _is_kept(play, pending.unit):
        skill = play.board.components.skill[pending.skill]
        boots = len(skill.before) + len(skill.after)  # used as the card says (CDT-ENM-11)
        play.emit(e.SkillUsed(pending.unit, pending.skill, boots))


def _is_kept(play: Play[Board], unit: CardId) -> bool:
    """Whether a unit cannot act: stunned, it skips (CDT-HRO-04, CDT-ENM-10); done, it stops.

    A hero that an item in use stunned does not skip: it stops, and keeps the token for the next slot (CDT-SKL-14).
    """
    board = play.board
    if not board.using and is_stunned(board, unit):
        play.emit(e.ActionSkipped(unit, True))
    elif reason := why_done(board, unit):
        play.emit(e.ActionStopped(unit, reason))
    return play.board is not board


@automatic(Acted)
def after_action(play: Play[Board]) -> None:
    """The action is done: free items may follow (CDT-ITM-08), else it ends."""
    board = play.board
    pending = Acted.of(board)
    if board.using and not board.components.item[board.using].costs_action:
        put_away(play)
    elif not _may_use_free_item(board, pending.unit):
        _end(play, Ending(pending.unit))


def _may_use_free_item(board: Board, card: CardId) -> bool:
    """CDT-ITM-08, 13: a hero that is not done, and an item that it can use."""
    if not board.is_hero(card) or why_done(board, card):
        return False
    return next(_item_uses(board, card, free=True), None) is not None


@automatic(Ending)
def end_action(play: Play[Board]) -> None:
    """Quirks, then Bleed, then Restrain and Stun (CDT-ACT-01)."""
    _end(play, Ending.of(play.board))


def _end(play: Play[Board], ending: Ending) -> None:
    since = len(play.effects)
    board, card = play.board, ending.unit
    if (
        ending.step == "quirks"
        and "after_action" in board.components.moments
        and (queue := triggered(board, (("after_action", card, ""),)))
    ):
        return play.emit(e.QuirksTriggered(queue, ending=True))
    unit = board.unit(card)
    if ending.step != "tokens" and unit.tokens.bleed:  # CDT-BLD-01
        lost = 0 if is_immune(board, card, None) else 1
        play.emit(e.BleedTriggered(card, unit.health - lost, lost))
        defeat(play, (card,))
    else:
        put_away(play)
        play.emit(e.ActionEnded(card))
    return aftermath(play, since)


# --- what the hero does


class UseSkill(Action[Board], frozen=True):
    """Use a skill of the acting hero (CDT-HRO-01, 03)."""

    title = "Use a skill"
    skill: str
    exact = True
    phase = Deciding

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterator[UseSkill]:
        unit = Deciding.of(board).unit
        for skill in board.components.unit[unit].skills:
            if can_use(board, unit, skill):
                yield cls(skill.address.rpartition(".")[2])

    def check(self, board: Board, seat: Seat) -> None:
        unit = Deciding.of(board).unit
        skill = board.components.skill.get(f"{unit}.{self.skill}")
        need(skill is not None, "CDT-HRO-03")
        assert skill is not None
        need(can_use(board, unit, skill), "CDT-SKL-03")

    def perform(self, play: Play[Board]) -> None:
        unit = Deciding.of(play.board).unit
        use(play, unit, f"{unit}.{self.skill}")

    def fact(self, board: Board, seat: Seat) -> Fact:
        """Choice: the skill."""
        return decision_row(board, kind="skill", choice=skill_id(f"{Deciding.of(board).unit}.{self.skill}"))

    def label(self, board: Board, seat: Seat) -> str:
        return f"Use {skill_name(board, f'{Deciding.of(board).unit}.{self.skill}')}"


class UseItem(Action[Board], frozen=True):
    """Use an item of the pool (CDT-ITM-02, 03, 08); `skill` is empty where it has none."""

    title = "Use an item"
    item: CardId
    skill: str = ""
    exact = True
    phase = (Deciding, Acted)

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterator[UseItem]:
        pending = UnitPhase.of(board)
        return _item_uses(board, pending.unit, free=type(pending) is Acted)

    def check(self, board: Board, seat: Seat) -> None:
        pending = UnitPhase.of(board)
        item = board.item(self.item)
        need(item is not None, "CDT-ITM-01")
        assert item is not None
        face = board.components.item[self.item]
        need(not item.exhausted and item.card != board.using, "CDT-ITM-05")
        need(face.in_combat, "CDT-CMP-06")
        need(isinstance(pending, Deciding) or not face.costs_action, "CDT-ITM-08")
        need_skill_of(board, pending.unit, face, self.skill)

    def perform(self, play: Play[Board]) -> None:
        put_away(play)
        since = len(play.effects)
        unit = UnitPhase.of(play.board).unit
        face = play.board.components.item[self.item]
        play.emit(e.ItemUsed(self.item, unit, play.seat, face.costs_action and not self.skill))
        if self.skill:
            use(play, unit, f"{face.card}.{self.skill}", free=not face.costs_action)
        aftermath(play, since)

    def fact(self, board: Board, seat: Seat) -> Fact:
        return item_row(board, UnitPhase.of(board).unit, self.item, self.skill)

    def label(self, board: Board, seat: Seat) -> str:
        face = board.components.item[self.item]
        which = f": {skill_name(board, f'{face.card}.{self.skill}')}" if len(face.skills) > 1 else ""
        return f"Use {item_name(board, self.item)}{which}"


def _item_uses(board: Board, hero: CardId, *, free: bool) -> Iterator[UseItem]:
    """Items that a hero can use now; only those that cost no action, if `free`."""
    for item in board.pool:
        face = board.components.item[item.card]
        if item.exhausted or item.card == board.using or not face.in_combat or (free and face.costs_action):
            continue
        for skill in usable_skills(board, hero, face):
            yield UseItem(item.card, skill)


class Skip(HeroAction, frozen=True):
    """Skip the action; always allowed (CDT-HRO-02)."""

    title = "Skip the action"
    nowhere = "it does nothing"
    exact = True
    phase = Deciding

    def perform(self, play: Play[Board]) -> None:
        play.emit(e.ActionSkipped(Deciding.of(play.board).unit))

    def label(self, board: Board, seat: Seat) -> str:
        return "Skip"


class EndAction(HeroAction, frozen=True):
    """Use no free item any more: the action ends."""

    title = "End the action"
    nowhere = "it ends the action"
    exact = True
    phase = Acted

    def perform(self, play: Play[Board]) -> None:
        play.emit(e.FreeItemsForgone(Acted.of(play.board).unit))

    def label(self, board: Board, seat: Seat) -> str:
        return "End the action"
