"""Whether the service works."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class Health(Struct, frozen=True):
    """Whether the service works."""

    status: Literal["ok"]
    version: str
    """Of the program."""
