"""Health of the service."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class Health(Struct, frozen=True):
    """Health of the service."""

    status: Literal["ok"]
    version: str
    """The version of the program."""
