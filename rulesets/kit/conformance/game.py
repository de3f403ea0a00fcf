"""A game under test."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Generic

from rulesets.kit.conformance.drawn import Shown
from rulesets.kit.conformance.forced import Forced, noting_forced
from rulesets.kit.phases import B

if TYPE_CHECKING:
    from rulesets.kit.conformance.profile import GameStep, Profile, Report
    from rulesets.kit.phases import Seat
    from rulesets.kit.ruleset import Ruleset
    from rulesets.kit.structs import Action, Viewer

TASTES = (0.3, 1.0, 1.0, 2.0)
"""How much the players of every eighth game may like a type of action: else games would all look the same."""


class Game(Generic[B]):
    """One game under test: what all checks read, and some note."""

    def __init__(self, ruleset: Ruleset[B], profile: Profile[B], seed: int, report: Report) -> None:
        self.ruleset = ruleset
        self.profile = profile
        self.seed = seed
        self.report = report
        self.rng = Random(seed)
        self.key = b"conformance %20d" % seed
        self.recorded = bool(seed % 2)  # whether a table rolls and deals
        self.components = profile.components or ruleset.starter_components
        self.seats = self.rng.choice(ruleset.seats_with(self.components))
        self.cards = frozenset(card.id for card in ruleset.history.cards(self.components))
        self.shown = Shown(ruleset, self.components, profile)
        self.taste = {kind: self.rng.choice(TASTES) for kind in ruleset.actions} if seed % 16 > 13 else None
        self.steps: list[GameStep[B]] = []
        self.lists: dict[Seat, list[Action[B]]] = {}
        """The legal actions of each seat after the event under test."""
        self.views: dict[Viewer, B] = {}
        """The board as each viewer sees it."""
        self.names: frozenset[str] = frozenset()
        """Names that may be hidden from somebody in the course of the game."""
        self.version = 1
        """Of the event under test."""
        self.forced: list[Forced[B]] = []
        """Where, in the event under test, a forced choice was looked for."""
        self.deciding = noting_forced(ruleset, self.forced)
        """The ruleset, which writes that down."""
        self.text = ""
        """The effects of the event under test, as they are stored."""
        self.pictures = Random(f"pictures {seed}")
