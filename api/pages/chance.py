"""What chance told, in the fields of a form: asked group by group, or rolled by the service."""

from __future__ import annotations

import re
import secrets
from typing import TYPE_CHECKING, TypeVar

import msgspec
from msgspec import Struct

from api.errors import UnknownAddress
from rulesets.kit.errors import ChanceNeeded

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from rulesets.kit.ahead import Outlook
    from rulesets.kit.chance import Outcome

T = TypeVar("T")

NAMED = re.compile(r"outcome\.(0|[1-9][0-9]{0,2})")
"""The field of an outcome, by its place among the outcomes of a decision."""

MOST = 1_000
"""Outcomes of one decision."""

FACES = 8
"""So few possible outcomes are buttons; of more, one is picked from a list."""


class Way(Struct, frozen=True):
    """A possible outcome, as a form sends it."""

    text: str
    label: str


class Slot(Struct, frozen=True):
    """A die, card or lot that a page asks for."""

    name: str
    about: str
    entered: str | None
    """What was entered already, if anything."""


class Group(Struct, frozen=True):
    """What is asked on one page."""

    rule: str
    slots: tuple[Slot, ...]
    """In the order in which they lie."""
    ways: tuple[Way, ...]
    told: Mapping[str, str]
    """The outcomes before them, by field."""
    ahead: int
    """So many others follow at least."""
    fault: str
    """Why an outcome that was entered cannot be."""
    places: tuple[str, ...]
    """Ids of where they lie in the picture."""

    @property
    def as_buttons(self) -> bool:
        """Whether each possible outcome is a button."""
        return len(self.ways) <= FACES


def outcomes_in(sent: Mapping[str, str]) -> list[Outcome]:
    """The outcomes of a form up to the first that is missing. Raises UnknownAddress."""
    found = {int(match[1]): text for name, text in sent.items() if (match := NAMED.fullmatch(name))}
    told: list[Outcome] = []
    while (text := found.get(len(told))) is not None:
        told.append(_read(text))
    return told


def _read(text: str) -> Outcome:
    try:
        return msgspec.json.decode(text, type=str | int | None)
    except (msgspec.MsgspecError, RecursionError):
        raise UnknownAddress("An outcome is a number or a name.") from None


def with_outcomes(told: Sequence[Outcome], take: Callable[[Sequence[Outcome]], T], *, roll: bool) -> T:
    """What `take` gives with the outcomes that were told; where `roll`, the service rolls what is missing.

    Raises ChanceNeeded, and what `take` raises.
    """
    entered = list(told)
    while True:
        try:
            return take(entered)
        except ChanceNeeded as error:
            if not roll or error.told or len(entered) >= MOST:
                raise
            entered.append(secrets.choice(error.asked.allowed))


def group_of(error: ChanceNeeded, sent: Mapping[str, str]) -> Group:
    """The questions of a decision that are asked next."""
    outlook = error.outlook
    assert outlook
    first, ways = error.index, tuple(_ways(error, outlook))
    return Group(
        rule=error.asked.rule,
        slots=tuple(
            Slot(name := f"outcome.{index}", _capital(slot.about), sent.get(name))
            for index, slot in enumerate(outlook.slots, first)
        ),
        ways=ways,
        told={name: sent[name] for name in (f"outcome.{index}" for index in range(first)) if name in sent},
        ahead=outlook.ahead,
        fault=_fault(error, outlook) if error.told else "",
        places=tuple(slot.place for slot in outlook.slots if slot.place),
    )


def _ways(error: ChanceNeeded, outlook: Outlook) -> Iterator[Way]:
    for value in outlook.values:
        yield Way(msgspec.json.encode(value.value).decode(), value.label)
    if error.asked.unknown_ok:
        yield Way("null", "Not seen")


def _fault(error: ChanceNeeded, outlook: Outlook) -> str:
    about = outlook.slots[0].about or "what came"
    return f"What was entered cannot be {about}: it is not there, or was told already."


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
