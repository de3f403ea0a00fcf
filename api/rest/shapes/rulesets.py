"""Rulesets and their component sets."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Raw, Struct

from api.rest.shapes.values import Patterned, Time


class Ruleset(Struct, frozen=True, kw_only=True):
    """A rulebook that games can be recorded with."""

    name: str
    title: str
    version: int
    seats: list[int]
    """How many seats it can be played with."""


class MissingRuleset(Struct, frozen=True):
    """A ruleset that is installed but cannot be played."""

    name: str
    why: str


class Rulesets(Struct, frozen=True):
    """A list of rulesets."""

    items: list[Ruleset]
    next: str | None
    missing: list[MissingRuleset]
    """Installed rulesets that cannot be played: their games cannot continue until the package is repaired."""


class Rule(Struct, frozen=True):
    """A numbered rule or ruling, in our own words."""

    id: str
    text: str


class FullRuleset(Struct, frozen=True, kw_only=True):
    """A rulebook with its options, actions and rules."""

    name: str
    title: str
    version: int
    seats: list[int]
    score: str
    """What `standing` counts."""
    cooperative: bool
    """Whether all seats win together or lose together."""
    options: Patterned
    choices: dict[str, list[str]]
    """The possible values of options with the starter set, if they can be listed."""
    actions: dict[str, Patterned]
    """JSON Schema of each action, by type."""
    starter: str
    """The hash of its starter set."""
    scorings: dict[str, str]
    """If each of its component sets is a game of its own: the ways of scoring that a new title can have, in words."""
    rules: list[Rule]
    endings: dict[str, str]
    """Why a game can be over, in words, by the `reason` of its result."""


class ComponentSet(Struct, frozen=True, kw_only=True):
    """Card faces, tiles or maps that a ruleset plays with; it never changes."""

    hash: str
    ruleset: str
    name: str
    created_at: Time


class ComponentSets(Struct, frozen=True):
    """A list of component sets."""

    items: list[ComponentSet]
    next: str | None


class FullComponentSet(Struct, frozen=True, kw_only=True):
    """A component set with its text."""

    hash: str
    ruleset: str
    name: str
    created_at: Time
    source: str
    """The file as its author wrote it."""
    document: Annotated[Raw, Meta(description="The file as JSON; its hash is the SHA-256 of its canonical form.")]
