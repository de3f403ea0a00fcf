"""A sheet, ready to play with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.kit.checks import by_id
from rulesets.kit.components import Source, read_document
from rulesets.scoresheet.checks import amounts, faults, names
from rulesets.scoresheet.schema import Document

if TYPE_CHECKING:
    from rulesets.kit.phases import Seat


class Components:
    """A loaded sheet. A plain class on purpose: shared by identity, written out as its hash."""

    def __init__(self, document: Document, hash: str) -> None:
        self.hash = hash
        self.sheet = document
        self.category = by_id(document.categories)
        self.amounts = {category.id: amounts(category) for category in document.categories}
        self.each_round = tuple(category.id for category in document.categories if category.when == "round")
        self.at_end = tuple(category.id for category in document.categories if category.when == "end")
        self.counter = by_id(document.counters)
        self.die = by_id(document.dice)
        self.pile = by_id(document.piles)
        self.cards = {pile.id: by_id(pile.cards) for pile in document.piles}
        self.move = by_id(document.moves)
        self.objects = {move.id: by_id(move.objects) for move in document.moves}
        self.places = {move.id: by_id(move.places) for move in document.moves}
        self.role = by_id(document.roles)
        self.team = by_id(document.teams)
        self.difficulty = by_id(document.difficulties)

    @property
    def together(self) -> bool:
        """Whether all seats win or lose as one."""
        return self.sheet.sides == "together"

    @property
    def wins_are_noted(self) -> bool:
        """Whether the winners note their win, whatever the points are (SHT-WIN-04)."""
        return self.sheet.scoring in ("noted", "win") and not self.together

    @property
    def seats(self) -> range:
        """How many can play."""
        return range(self.sheet.seats.least, self.sheet.seats.most + 1)

    def first_team(self, seat: Seat) -> str:
        """The team that a seat begins in: the teams take turns."""
        teams = self.sheet.teams
        return teams[(seat - 1) % len(teams)].id if teams else ""


def load(text: str) -> Components:
    """A component set out of its YAML or JSON text. Raises BadComponentSet with every fault found."""
    source = Source(text)
    return Components(read_document(source, Document, names, faults), source.hash)
