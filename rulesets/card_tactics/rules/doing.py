"""A phrase under way: whom it means, how it ends, and how it fails."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from rulesets.card_tactics import effects as e
from rulesets.card_tactics.board import Board
from rulesets.card_tactics.phases import Following
from rulesets.card_tactics.rules.conditions import Text, candidates, known, ranked, shares, tied
from rulesets.card_tactics.words.phrases import PhraseWord
from rulesets.card_tactics.words.selecting import KNOWN, RANKS, Selector
from rulesets.kit.cards import ByWord, Doing, first

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from rulesets.card_tactics.pieces import CardId
    from rulesets.kit.phases import Seat
    from rulesets.kit.play import Play

NOBODY = "there is nobody to do it to"

verb: ByWord[Callable[[Aiming, Any], None]] = ByWord("verb", PhraseWord)
"""Marks what a word does: a function of the phrase under way and of its word."""


class Impossible(Exception):
    """A phrase that cannot be completed: `str` of it says why."""


class Ended(Impossible):
    """A phrase that says that the action ends."""


class Aiming(Doing[Board]):
    """A phrase, and whom it means."""

    __slots__ = ("frame", "text")

    def __init__(self, play: Play[Board], frame: Following) -> None:
        super().__init__(play, play.board.components.steps[frame.at], frame.answers)
        skill = play.board.components.skill_at[frame.at]
        reach = (skill.low, skill.high) if skill else ()
        self.frame = frame
        self.text = Text(frame.me, frame.targets, frame.subject, *reach)

    @property
    def me(self) -> CardId:
        return self.frame.me

    @property
    def seat(self) -> Seat:
        """Who chooses: the seat that controls the hero; any seat for enemies and events (CDT-ENM-08)."""
        me = self.frame.me
        return self.play.board.controller(me) if me and self.play.board.is_hero(me) else 0

    def done(self, targets: tuple[CardId, ...] | None = None) -> None:
        """The phrase is completed; `targets` are fixed for those that follow."""
        self.emit(e.PhraseEnded(self.step.after, targets))

    def jump(self, branch: str) -> None:
        """On with a branch, or behind the phrase where the branch is empty."""
        self.emit(e.PhraseEnded(first(self.board.components.steps, f"{self.frame.at}.{branch}", self.step.after)))

    # --- whom it means

    def pick(self, kind: str, among: Sequence[str], count: int = 1) -> tuple[CardId, ...]:
        """This many of the names, chosen by the seat that chooses here. Raises Asking."""
        return self.choose(self.seat, kind, tuple(sorted(among)), count, count)

    def units(self, sel: Selector) -> tuple[CardId, ...]:
        """The units that are meant; Impossible when there are none. Raises Asking."""
        found = self._units(sel)
        if not found:
            raise Impossible(NOBODY)
        return found

    def unit(self, sel: Selector) -> CardId:
        """The first of them."""
        return self.units(sel)[0]

    def _units(self, sel: Selector) -> tuple[CardId, ...]:
        board = self.board
        if sel.pick in KNOWN:
            return known(board, self.text, sel)
        among = candidates(board, self.text, sel)
        if sel.pick in RANKS:
            return self._ranked(sel, among)
        if sel.pick == "random":
            return self.draw(among, sel.count)
        if sel.pick == "all" or sel.count == "all":
            return tuple(among)
        return self.pick("unit", among, sel.count)

    def _ranked(self, sel: Selector, among: list[CardId]) -> tuple[CardId, ...]:
        groups = ranked(self.board, self.text, sel, among)
        if sel.count == "all":
            return tuple(tied(groups, sel.pick)) if groups else ()
        found: list[CardId] = []
        for group, wanted in shares(groups, sel):
            found += self.pick("unit", group, wanted)
        return tuple(found)

    def draw(self, among: list[CardId], count: int | Literal["all"]) -> tuple[CardId, ...]:
        """This many of the names, or all in some order, at random (CDT-SKL-02)."""
        left = sorted(among)
        found: list[CardId] = []
        while left and (count == "all" or len(found) < count):
            card = (
                left[0]
                if len(left) == 1
                else self.play.chance.draw(tuple(left), rule="CDT-SKL-02", about="who it is, at random")
            )
            assert card is not None
            left.remove(card)
            found.append(card)
        return tuple(found)
