"""Questions to chance and their outcomes, as plain data: `chance` answers them, `outlook` puts them into words."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Outcome = str | int | None
"""A plain value: a face, a name, a seat; `None` for a card that nobody at hand can see."""

QuestionKind = Literal["roll", "draw", "pick", "reveal"]


class ChanceQuestion(Struct, frozen=True, gc=False):
    """One question to chance: which outcomes are possible, and by which rule it is asked."""

    kind: QuestionKind
    allowed: tuple[str | int, ...]
    """Sorted; a value that lies in a bag twice stands here twice."""
    rule: str
    unknown_ok: bool = False
    """Whether `None` will do: the card stays hidden from the recorder."""
    about: str = ""
    """What it is, in words: `the second of three heroes on offer`. A seat is `{2}`."""
    place: str = ""
    """The id of where it lies in the picture: the pile, the die, the card that is turned up."""


class OutcomeValue(Struct, frozen=True):
    """One possible outcome."""

    value: str | int
    label: str
    touches: tuple[str, ...]
    """Ids of where it lies in the picture, if it does."""


class Slot(Struct, frozen=True):
    """A roll or draw that is asked for."""

    about: str
    """`the second of three heroes on offer`; a seat is `{2}`."""
    place: str
    """The id of where it lies in the picture; empty where it lies nowhere."""


class Outlook(Struct, frozen=True):
    """A question to chance, in words."""

    slots: tuple[Slot, ...]
    """What is asked for, and then each like it that follows whatever is answered: they can be entered together."""
    values: tuple[OutcomeValue, ...]
    """Each possible outcome once, in the order of `ChanceQuestion.allowed`."""
    following: int
    """How many others follow at least."""
