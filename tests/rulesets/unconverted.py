"""What msgspec says of data that is not of a type: asked of itself, since its words are its own to change."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import Struct


def not_a(type_: Any, value: object) -> str:
    """Of a value that is not of a type."""
    try:
        msgspec.convert(value, type_, strict=True)
    except msgspec.ValidationError as error:
        return str(error).partition(" - at ")[0]
    raise AssertionError(f"{value!r} is a {type_}")


def missing(field: str) -> str:
    """Of a mapping without a field that it must have."""
    return not_a(msgspec.defstruct("Toy", [(field, int)]), {})


def not_one_of(value: str) -> str:
    """Of a word that is none of those there are."""
    return not_a(Literal["no such word"], value)


def no_such_kind(value: str) -> str:
    """Of a mapping whose field for its kind names none of those there are."""
    return not_a(_One | _Other, {"type": value})


class _One(Struct, tag=True):
    pass


class _Other(Struct, tag=True):
    pass
