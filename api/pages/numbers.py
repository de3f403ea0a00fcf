"""Whole numbers that the record page takes as one, instead of digit by digit."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from rulesets.kit.errors import UnknownAction

if TYPE_CHECKING:
    from rulesets.kit.ruleset import Ruleset
    from rulesets.kit.structs import ChoiceStep, Numbers

ADDED = (1, 5, 10)
"""How many steps the keys of a keypad add at a time."""
MOST_SHOWN = 20
"""At most this many characters of what was entered are shown again."""

NUMBER = re.compile(r"([+\u2212-]?)([0-9]{1,12})", re.ASCII)
"""With the sign of a keyboard or that of a page."""


class BadNumber(Exception):
    """What was entered is not a whole number, or the question does not allow it. The text says what it allows."""


class NumberEntry(Struct, frozen=True, kw_only=True):
    """The form that takes a number."""

    asks: str
    """The question without a name: `How many?`."""
    action: str
    """An action as JSON, in which the number is put into the field."""
    field: str
    least: int
    most: int
    step: int
    key: str
    """An idempotency key, so that two taps record once."""
    text: str = ""
    """What was entered, if it was wrong."""

    @property
    def limits(self) -> str:
        """Which numbers are possible: `0 to 50, in steps of 5`."""
        steps = f", in steps of {self.step}" if self.step > 1 else ""
        return f"{_signed(self.least)} to {_signed(self.most)}{steps}"

    @property
    def added(self) -> tuple[int, ...]:
        """What the keys of a keypad add: 1, 5 and 10 steps, as far as the limits reach."""
        return tuple(self.step * count for count in ADDED if self.step * count <= self.most - self.least)

    def number(self, text: str) -> int:
        """What was entered. Raises BadNumber."""
        number = whole(text)
        if number is None or not self.least <= number <= self.most or (number - self.least) % self.step:
            raise BadNumber(f"{self.asks} Enter a whole number, {self.limits}.")
        return number


def entry_of(ruleset: Ruleset[Any], step: ChoiceStep, key: str) -> NumberEntry | None:
    """The form for the number that a step asks for, if it asks for one."""
    return entry_for(ruleset, step.numbers, step.asks, key) if step.numbers else None


def entry_for(ruleset: Ruleset[Any], numbers: Numbers, asks: str, key: str) -> NumberEntry:
    """The form for one of some numbers."""
    return NumberEntry(
        asks=asks,
        action=ruleset.encode(numbers.action),
        field=numbers.field,
        least=numbers.least,
        most=numbers.most,
        step=numbers.step,
        key=key,
    )


def whole(text: str) -> int | None:
    """A whole number as somebody types it, if it is one."""
    found = NUMBER.fullmatch(text.strip())
    return int(f"{found[1] and '-' if found[1] != '+' else ''}{found[2]}") if found else None


def with_number(action: str, field: str, number: int) -> str:
    """An action as JSON with another number in one of its fields. Raises UnknownAction."""
    try:
        fields = msgspec.json.decode(action, type=dict[str, Any])
    except (msgspec.MsgspecError, RecursionError):
        raise UnknownAction("an action is an object with a `type`", "") from None
    return msgspec.json.encode(fields | {field: number}).decode()


def _signed(number: int) -> str:
    return str(number).replace("-", "\u2212")
