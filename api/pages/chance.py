"""Outcomes of chance in forms: people enter them group by group, or Tabletale rolls."""

from __future__ import annotations

import re
import secrets
from collections import Counter
from typing import TYPE_CHECKING, TypeVar

import msgspec
from msgspec import Struct

from api.errors import UnknownAddress
from rulesets.kit.errors import ChanceNeeded

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from rulesets.kit.faces import CardFace
    from rulesets.kit.outcomes import Outcome, Outlook
    from rulesets.kit.outcomes import Slot as OutlookSlot

T = TypeVar("T")

NAMED = re.compile(r"outcome\.(0|[1-9][0-9]{0,2})")
"""The field of an outcome, by its place among the outcomes of a decision."""

OFF = "off"
"""The field of the button that removes all outcomes."""

SINGLY = "singly"
"""The field of a form that asks for outcomes one at a time, because each changes what is needed next."""

DEPENDS = "Each result changes what is needed next. Enter them one at a time."

MOST = 1_000
"""Outcomes of one decision."""

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")

COPY = re.compile(r" [0-9]+$")
"""The number of a copy, after its name."""

FACES = 8
"""At most this many possible outcomes are buttons; more are a list."""


class PossibleOutcome(Struct, frozen=True):
    """A possible outcome, as a form sends it."""

    text: str
    label: str


class Slot(Struct, frozen=True):
    """A die or card that a page asks for."""

    name: str
    about: str
    entered: str | None
    """The outcome entered so far, if any."""


class Group(Struct, frozen=True):
    """The outcomes that one page asks for."""

    rule: str
    slots: tuple[Slot, ...]
    """In their order on the table."""
    possible: tuple[PossibleOutcome, ...]
    earlier: Mapping[str, str]
    """The outcomes entered before these, by field."""
    ahead: int
    """At least this many more follow."""
    fault: str
    """Why an entered outcome is not possible."""
    places: tuple[str, ...]
    """Ids of their places in the picture."""
    singly: bool
    """Whether they are entered one at a time."""
    draws: bool
    """Whether each outcome is available once: cards, not dice."""

    @property
    def as_buttons(self) -> bool:
        """Whether each possible outcome is a button."""
        return len(self.possible) <= FACES


def outcomes_in(sent: Mapping[str, str]) -> list[Outcome]:
    """The outcomes of a form up to the first that is missing. Raises UnknownAddress."""
    if OFF in sent:
        return []
    found = {int(match[1]): text for name, text in sent.items() if (match := NAMED.fullmatch(name))}
    outcomes: list[Outcome] = []
    while (text := found.get(len(outcomes))) is not None:
        outcomes.append(_read(text))
    return outcomes


def _read(text: str) -> Outcome:
    try:
        return msgspec.json.decode(text, type=str | int | None)
    except (msgspec.MsgspecError, RecursionError):
        raise UnknownAddress("An outcome must be a number or a name.") from None


def with_outcomes(given: Sequence[Outcome], take: Callable[[Sequence[Outcome]], T], *, roll: bool) -> T:
    """The result of `take` with the entered outcomes; if `roll`, Tabletale rolls the missing ones.

    Raises ChanceNeeded, and what `take` raises.
    """
    entered = list(given)
    while True:
        try:
            return take(entered)
        except ChanceNeeded as error:
            if not roll or error.rejected or len(entered) >= MOST:
                raise
            entered.append(secrets.choice(error.asked.allowed))


def one_at_a_time(sent: Mapping[str, str]) -> dict[str, str]:
    """The same form, to be answered again one outcome at a time."""
    return {name: text for name, text in sent.items() if not NAMED.fullmatch(name)} | {SINGLY: "yes"}


def group_of(error: ChanceNeeded, sent: Mapping[str, str]) -> Group:
    """The outcomes to ask for next."""
    outlook = error.outlook
    assert outlook
    first, possible, singly = error.index, tuple(_possible(error, outlook)), SINGLY in sent
    shown = outlook.slots[:1] if singly else outlook.slots
    return Group(
        rule=error.asked.rule,
        slots=tuple(
            Slot(name := f"outcome.{index}", about, None if error.rejected and index == first else sent.get(name))
            for index, about in enumerate(_abouts(shown), first)
        ),
        possible=possible,
        earlier={name: sent[name] for name in (f"outcome.{index}" for index in range(first)) if name in sent},
        ahead=outlook.following + len(outlook.slots) - len(shown),
        fault=_fault(error, outlook) if error.rejected else DEPENDS if singly and not first else "",
        places=tuple(slot.place for slot in shown if slot.place),
        singly=singly,
        draws=error.asked.kind in ("draw", "reveal"),
    )


def _abouts(slots: Sequence[OutlookSlot]) -> Iterator[str]:
    """The label of each slot; equal labels are counted: `A die of Orc 1: the second`."""
    alike = Counter(slot.about for slot in slots)
    so_far: Counter[str] = Counter()
    for slot in slots:
        so_far[slot.about] += 1
        yield _capital(slot.about) + (_counted(so_far[slot.about]) if slot.about and alike[slot.about] > 1 else "")


def _counted(place: int) -> str:
    return f": the {ORDINALS[place - 1]}" if place <= len(ORDINALS) else f": number {place}"


def pictured(group: Group, faces: Iterable[CardFace]) -> Iterator[tuple[str, str]]:
    """The pictures of possible cards, by the value that a form sends for each."""
    drawn = [face for face in faces if face.picture]
    found = {face.name: face.picture for face in drawn}
    found |= {msgspec.json.encode(face.id).decode(): face.picture for face in drawn}
    for outcome in group.possible if group.draws else ():
        if picture := found.get(outcome.text) or found.get(outcome.label) or found.get(COPY.sub("", outcome.label)):
            yield outcome.text, picture


def _possible(error: ChanceNeeded, outlook: Outlook) -> Iterator[PossibleOutcome]:
    for value in outlook.values:
        yield PossibleOutcome(msgspec.json.encode(value.value).decode(), value.label)
    if error.asked.unknown_ok:
        yield PossibleOutcome("null", "Not seen")


def _fault(error: ChanceNeeded, outlook: Outlook) -> str:
    about = outlook.slots[0].about or "this roll or draw"
    return f"This result is not possible for {about}: it is not available, or was already entered."


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
