"""What the fields of actions are called, and where they lie: one entry for each name of a field, for all actions.

    FIELDS = {
        "tower": Field(tower_words, lambda board, seat, card, fixed: (tower_id(card),)),
        "cells": Field(cell_words, square_ids, pieces="set"),    # a text of names, or a tuple: each by itself
        "Displace.to": Field(space_words, space_ids),            # of this type of action alone
    }

The order of the table is the order in which a screen asks for them: a piece before its place, a place before what is
done there, a number last. Nothing is asked for where a field is None: that is an answer of its own, with a label.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from rulesets.kit.structs import Action

    OfValue = Callable[[Any, int, Any, Mapping[str, Any]], Any]
    """Of a board, the seat that acts, a value (of a set or order: one piece), and the action's other fields by name."""
    Question = Callable[[Any, int, Mapping[str, Any]], str]
    """Of a board, the seat that acts, and the action's fields by name: of those asked before the values, of the asked
    one the pieces so far."""


def plain(_board: Any, _seat: int, value: Any, _fixed: Mapping[str, Any]) -> str:
    """A number as it is, a word with a capital."""
    text = str(value)
    return text[:1].upper() + text[1:].replace("_", " ")


def in_no_place(_board: Any, _seat: int, _value: Any, _fixed: Mapping[str, Any]) -> tuple[str, ...]:
    """What does not lie on the board: a number, a way of doing something."""
    return ()


class Field(Struct, frozen=True, gc=False):
    """A field of actions, in words and in the picture."""

    word: OfValue = plain
    """What a value is called, as the picture calls it: `Site s3`. A seat is `{2}`."""
    ids: OfValue = in_no_place
    """The ids of where it lies: `("space:s3",)`. Of several, any is tapped; what stands there twice is tapped twice:
    `("front:1.2",) * 3` for three that go there."""
    pieces: Literal["", "set", "order", "digits"] = ""
    """Where the value is several: whether they are picked in any order, or one after the other. Fields of one value
    each may be an order as well: first, second, third. Digits are those of a whole number, as on a keypad, with the
    sign of one below 0 first."""
    asks: str | Question = ""
    """`On which site?`; a function where it depends on what is known already."""
    group: OfValue | None = None
    """Of a single value that may be one of very many: what it is grouped by, in words that no value has. Where a screen
    could not show all (`steps.LISTED`), the group is asked for first: `3 east`."""

    @property
    def in_order(self) -> bool:
        """Whether its pieces come one after the other."""
        return self.pieces in ("order", "digits")

    def parts(self, value: Any) -> tuple[Any, ...]:
        """The pieces of a value; one that is nothing has none."""
        if value is None:
            return ()
        if not self.pieces:
            return (value,)
        if self.pieces == "digits":
            return tuple(str(value))
        return tuple(value.split()) if isinstance(value, str) else tuple(value)


def a_seat(_board: Any, _seat: int, value: Any, _fixed: Mapping[str, Any]) -> str:
    """A seat by its name."""
    return f"{{{value}}}"


PLAIN, A_SEAT = Field(), Field(a_seat)


class NamedValue(Struct, frozen=True, gc=False):
    """One value of an action, in words and ids."""

    field: str
    word: str
    ids: tuple[str, ...]
    amount: int | None = None
    """The value, where it is a plain number: how often its place is tapped, or what the place is called."""


Fields = tuple[tuple[str, Field], ...]


def fields_of(kind: type[Action[Any]], table: Mapping[str, Field]) -> Fields:
    """The fields of a type of action that are in the table, by name and in its order; its own come before all
    others of that name."""
    names = {key: key.rpartition(".") for key in table}
    return tuple(
        (name, table[key])
        for key, (of, _, name) in names.items()
        if name in kind.__struct_fields__
        and (of == kind.__name__ or (not of and f"{kind.__name__}.{name}" not in table))
    )


def asked_fields(kind: type[Action[Any]], table: Mapping[str, Field]) -> Mapping[str, Field]:
    """All fields of a type of action by name: those in the table, in its order, and after them the
    others."""
    return dict(fields_of(kind, table)) | {
        name: Field() for name in kind.__struct_fields__ if name not in dict(fields_of(kind, table))
    }


def named(fields: Fields, board: Any, seat: int, action: Action[Any]) -> Iterator[NamedValue]:
    """What an action names, in the order of the table."""
    fixed = {name: getattr(action, name) for name in action.__struct_fields__}
    for name, field in fields:
        for part in (fixed[name],) if field.pieces == "digits" else field.parts(fixed[name]):
            amount = part if field.word is plain and type(part) is int else None
            yield NamedValue(name, field.word(board, seat, part, fixed), field.ids(board, seat, part, fixed), amount)
