"""Where play stands in a text: skills, phrases, branches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from msgspec.structs import replace

from rulesets.card_tactics.board import Board
from rulesets.card_tactics.descriptions import change_word, text_name
from rulesets.card_tactics.effects import common
from rulesets.card_tactics.effects.rows import stopped_row, text_under_way, unit_row
from rulesets.card_tactics.ids import card_id, skill_id
from rulesets.card_tactics.names import hero_name, skill_name, unit_name, unit_names
from rulesets.card_tactics.phases import CAMP, Acted, Attacking, Camp, Ending, Following, Moving, Repeating
from rulesets.card_tactics.pieces import CardId, Ongoing, Until
from rulesets.card_tactics.words import phrases as words
from rulesets.kit.structs import Effect

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulesets.card_tactics.phases import Pending
    from rulesets.kit.facts import Fact


class SkillUsed(common.UnitEffect, frozen=True):
    """A unit uses a skill, its own or of the item in use; boots are used first, if it has any."""

    skill: str
    boots: int = 0
    """Printed ones, to be used before the description is followed or after."""
    free: bool = False
    """Of an item that costs no action: play then continues as before."""

    def apply(self, board: Board) -> Board:
        pending = board.pending
        then: Pending = pending if self.free or isinstance(pending, Camp) else Acted(self.unit)
        if self.boots:
            return replace(board, pending=Moving(self.unit, self.skill, "before", self.boots, then))
        source: Literal["item", "skill"] = "item" if board.using else "skill"
        return replace(board, pending=Following(f"{self.skill}.0", self.unit, source, then))

    def sentence(self, board: Board) -> str:
        name = skill_name(board, self.skill)
        if not board.using:
            return f"{hero_name(board, self.unit)} uses {name}."
        several = len(board.components.item[board.using].skills) > 1
        return f"Its skill is {name}." if several else ""  # that the item is used has been said

    def facts(self, board: Board) -> Iterable[Fact]:
        """Kind: whether it costs the action. Value: its boots."""
        kind = "free" if self.free else "action"
        return (unit_row(board, self.unit, kind=kind, source=skill_id(self.skill), value=self.boots),)


class PhraseEnded(Effect[Board], frozen=True):
    """A phrase is completed; play continues at another, or behind the list."""

    silent = {"at": "where play continues", "targets": "what is done to them is a row"}
    at: str | None
    targets: tuple[CardId, ...] | None = None
    """Fixed by it, for the phrases that follow."""

    def apply(self, board: Board) -> Board:
        frame = board.pending
        assert isinstance(frame, Following)
        return replace(board, pending=onward(frame, self.at, frame.targets if self.targets is None else self.targets))

    def facts(self, board: Board) -> Iterable[Fact]:
        return ()


class PhraseSkipped(Effect[Board], frozen=True):
    """An instruction of an event that cannot be carried out, or one that nobody can enter; the next one is followed."""

    title = "Instruction passed over"
    silent = {"at": "where play continues"}
    at: str | None
    reason: str

    def apply(self, board: Board) -> Board:
        frame = board.pending
        assert isinstance(frame, Following)
        return replace(board, pending=onward(frame, self.at, frame.targets))

    def sentence(self, board: Board) -> str:
        return f"A part of {text_name(board, text_under_way(board.pending))} is passed over: {self.reason}."

    def facts(self, board: Board) -> Iterable[Fact]:
        """Kind: why. Value: which phrase, from 1."""
        return (stopped_row(board, Following.of(board).at, self.reason),)


class SkillStopped(common.UnitEffect, frozen=True):
    """A phrase cannot be completed: the rest of the skill is lost, and the action ends (CDT-SKL-07)."""

    silent = {"unit": "whose text it is, as the board tells"}
    at: str
    reason: str

    def apply(self, board: Board) -> Board:
        return replace(board, pending=Ending(board.slot.unit) if board.slot else CAMP)

    def sentence(self, board: Board) -> str:
        text = text_name(board, text_under_way(board.pending))
        return f"{unit_name(board, self.unit)} does not finish {text}: {self.reason}."

    def facts(self, board: Board) -> Iterable[Fact]:
        """Kind: why. Value: at which phrase, from 1."""
        return (stopped_row(board, self.at, self.reason),)


class BranchStopped(Effect[Board], frozen=True):
    """Something that an attack or a repetition called cannot be completed; the others still are (CDT-SKL-13)."""

    title = "Part of a skill stopped"
    silent = {"ends": "what follows from it is a row"}
    at: str
    reason: str
    ends: bool = False
    """It ends the action: then so does whatever called it, once the others are resolved."""

    def apply(self, board: Board) -> Board:
        frame = board.pending
        assert isinstance(frame, Following)
        back = frame.then
        assert isinstance(back, Attacking | Repeating)
        went = "ended" if self.ends else back.went or "failed"
        if isinstance(back, Attacking):
            return replace(board, pending=replace(back, went=went, calls=()))
        return replace(board, pending=replace(back, went=went))

    def facts(self, board: Board) -> Iterable[Fact]:
        """Kind: why. Value: at which phrase of the whole text, from 1."""
        return (stopped_row(board, self.at, self.reason),)


class BranchStarted(Effect[Board], frozen=True):
    """What a hit or a miss sets off is followed."""

    silent = {"at": "where play continues"}
    at: str

    def apply(self, board: Board) -> Board:
        attack = board.pending
        assert isinstance(attack, Attacking)
        assert isinstance(attack.then, Following)
        frame = attack.then
        back = replace(attack, calls=attack.calls[1:])
        begun = Following(self.at, frame.me, frame.source, back, (attack.target,), (), frame.subject, True)
        return replace(board, pending=begun)

    def facts(self, board: Board) -> Iterable[Fact]:
        return ()


class EachStarted(Effect[Board], frozen=True):
    """Some phrases will be followed for each of some units."""

    silent = {"units": "what is done to them is a row"}
    units: tuple[CardId, ...]

    def apply(self, board: Board) -> Board:
        frame = board.pending
        assert isinstance(frame, Following)
        return replace(board, pending=Repeating(self.units, frame))

    def touches(self) -> tuple[str, ...]:
        return tuple(map(card_id, self.units))

    def facts(self, board: Board) -> Iterable[Fact]:
        return ()


class EachTaken(common.UnitEffect, frozen=True):
    """They are followed for the next of them."""

    silent = {"unit": "what is done to it is a row", "at": "where play continues"}
    at: str | None
    """The first of the phrases; none, if the unit is gone."""

    def apply(self, board: Board) -> Board:
        loop = board.pending
        assert isinstance(loop, Repeating)
        assert isinstance(loop.then, Following)
        rest = Repeating(loop.units[1:], loop.then, loop.went)
        if self.at is None:
            return replace(board, pending=rest)
        frame = loop.then
        begun = Following(self.at, frame.me, frame.source, rest, (self.unit,), (), frame.subject, True)
        return replace(board, pending=begun)

    def facts(self, board: Board) -> Iterable[Fact]:
        return ()


class EachEnded(Effect[Board], frozen=True):
    """They were followed for all; `at` is the phrase behind, or this one again if it failed."""

    silent = {"at": "where play continues"}
    at: str | None

    def apply(self, board: Board) -> Board:
        loop = board.pending
        assert isinstance(loop, Repeating)
        assert isinstance(loop.then, Following)
        return replace(board, pending=onward(loop.then, self.at, loop.then.targets))

    def facts(self, board: Board) -> Iterable[Fact]:
        return ()


class OngoingStarted(Effect[Board], frozen=True):
    """A continuous change comes into force."""

    title = "Lasting change"
    silent = {"until": "printed in the text that `source` names"}
    at: str
    """Its phrase."""
    units: tuple[CardId, ...]
    until: Until

    def apply(self, board: Board) -> Board:
        return replace(board, ongoing=(*board.ongoing, Ongoing(self.at, self.units, self.until)))

    def touches(self) -> tuple[str, ...]:
        return tuple(map(card_id, self.units))

    def sentence(self, board: Board) -> str:
        do = board.components.steps[self.at].do
        assert isinstance(do, words.Ongoing)
        have = "have" if len(self.units) > 1 else "has"
        until = self.until.replace("end_of_", "the end of the ")
        return f"{unit_names(board, self.units)} {have} {change_word(do.modifier)} until {until}."

    def facts(self, board: Board) -> Iterable[Fact]:
        """A row for each unit. Kind: what is changed. Value: by how much."""
        do = board.components.steps[self.at].do
        assert isinstance(do, words.Ongoing)
        return [unit_row(board, unit, kind=do.modifier.kind, value=do.modifier.n) for unit in self.units]


def onward(frame: Following, at: str | None, targets: tuple[CardId, ...]) -> Pending:
    """The next phrase of a list; behind the last one whatever called the list, which it served well."""
    if at is not None:
        return Following(at, frame.me, frame.source, frame.then, targets, (), frame.subject, frame.called, frame.by)
    back = frame.then
    if not frame.called:
        return back
    assert isinstance(back, Attacking | Repeating)
    if back.went == "ended" or (isinstance(back, Attacking) and back.calls):
        return back
    return replace(back, went="done")
