"""What the lake knows of each ruleset, so that statistics need not load its rules."""

from __future__ import annotations

from msgspec import Struct

from rulesets.kit.history import Question


class Sheet(Struct, frozen=True):
    """A title: the component sets whose games alone are asked about."""

    title: str
    cooperative: bool
    """Whether all seats win or lose together."""


class Rulebook(Struct, frozen=True):
    """A ruleset, as the questions, findings and tables about its games need it."""

    title: str
    cooperative: bool = False
    """Whether all seats win or lose together."""
    varies: bool = False
    """Whether that depends on the component set. Then only games in which seats compete are counted, unless a title is
    asked about."""
    score: str = "score"
    """What a score counts, such as `Health`."""
    titles: dict[str, str] = {}
    """The names of types of actions and effects."""
    questions: tuple[Question, ...] = ()
    """The questions that come with it."""
    endings: dict[str, str] = {}
    """The reasons why its games end, as words that follow a colon."""
