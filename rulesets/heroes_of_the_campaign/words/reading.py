"""Words that read the board: filters, amounts, conditions, modifiers, targets."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from rulesets.heroes_of_the_campaign.words.terms import (
    OF_PLAYERS,
    Count,
    Flag,
    Id,
    Many,
    Moment,
    Number,
    Permission,
    Player,
    Prohibition,
    Side,
    Stat,
)
from rulesets.kit.cards import Compared, OneOf, Word


class AmountOf(OneOf, frozen=True):
    """A number that is worked out when it is read."""

    leads = ("count", "copper", "laws", "stat", "sum", "min", "max", "times")
    count: Filter | None = None
    copper: Player | None = None
    laws: Side | None = None
    stat: Stat | None = None
    of: Literal["self", "subject", "other", "last", "target"] = "self"
    sum: Annotated[tuple[Amount, ...], Meta(min_length=1, max_length=6)] | None = None
    min: Annotated[tuple[Amount, ...], Meta(min_length=1, max_length=6)] | None = None
    max: Annotated[tuple[Amount, ...], Meta(min_length=1, max_length=6)] | None = None
    times: Annotated[tuple[Amount, ...], Meta(min_length=1, max_length=6)] | None = None


Amount = Number | Literal["round", "last_amount"] | AmountOf


class Where(Word, frozen=True):
    """A comparison of a hero's number."""

    stat: Stat
    op: Compared
    value: Amount


class Extreme(Word, frozen=True):
    """The most or the least of a number, ties included."""

    stat: Stat
    of: Literal["highest", "lowest"]


class Filter(Word, frozen=True):
    """Which heroes; all fields that are given must hold."""

    side: Side = "any"
    at: Literal["side", "infirmary", "anywhere"] | None = None
    self_: Literal["include", "exclude", "only"] = "include"
    ref: Literal["subject", "other", "last"] | None = None
    card: Id | None = None
    class_: Id | None = None
    status: Id | None = None
    not_status: Id | None = None
    place: Id | None = None
    maneuver: Id | None = None
    task_used: bool | None = None
    wounded: bool | None = None
    kind: Literal["hero", "support"] | None = None
    role: Literal["attacker", "defender", "in_combat"] | None = None
    where: Where | None = None
    extreme: Extreme | None = None
    any: Annotated[tuple[Filter, ...], Meta(min_length=1, max_length=6)] | None = None
    not_: Filter | None = None


class Condition(OneOf, frozen=True):
    """What must hold."""

    leads = ("exists", "compare", "turn", "law", "happened", "all", "any", "not_")
    exists: Filter | None = None
    at_least: Many = 1
    compare: tuple[Amount, Compared, Amount] | None = None
    turn: Literal["own", "opposing"] | None = None
    law: Id | None = None
    happened: Moment | None = None
    side: Side = "any"
    self_: bool = False
    in_: Literal["turn", "round", "game"] = "turn"
    all: Annotated[tuple[Condition, ...], Meta(min_length=1, max_length=6)] | None = None
    any: Annotated[tuple[Condition, ...], Meta(min_length=1, max_length=6)] | None = None
    not_: Condition | None = None


ADDED = ("wounds_taken", "task_cost", "travel_cost")
"""Modifiers of a hero that are added up."""
COSTS: dict[str, str] = {
    "event_cost": "event",
    "law_cost": "law",
    "support_cost": "support",
    "maneuver_cost": "maneuver",
}
"""Modifiers of what a player pays, by the kind of card."""


class Modifier(OneOf, frozen=True):
    """What is changed: of each hero that an ability affects, or of a player."""

    leads = ("stat", "flag", "lose_flag", "untouchable_by", "class_", "lose_class", *ADDED, *COSTS, "allow", "forbid")
    stat: Literal["attack", "resistance"] | None = None
    add: Amount | None = None
    set: Amount | None = None
    flag: Flag | None = None
    lose_flag: Flag | None = None
    untouchable_by: Filter | None = None
    class_: Id | None = None
    lose_class: Id | None = None
    wounds_taken: Amount | None = None
    task_cost: Amount | None = None
    travel_cost: Amount | None = None
    event_cost: Amount | None = None
    law_cost: Amount | None = None
    support_cost: Amount | None = None
    maneuver_cost: Amount | None = None
    allow: Permission | None = None
    forbid: Permission | Prohibition | None = None
    player: Literal["own", "opposing", "both"] | None = None
    cards: Id | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if (self.stat is not None) != ((self.add is None) != (self.set is None)):
            raise ValueError("`stat` takes either `add` or `set`, and nothing else does")
        if self.player and not self.of_player:
            raise ValueError("`player` is of costs, permissions and prohibitions of a player")
        if self.cards and not (self.of_player and (self.allow or self.forbid)):
            raise ValueError("`cards` is of permissions and prohibitions of a player")

    @property
    def of_player(self) -> bool:
        """Whether it changes a player rather than heroes."""
        return (self.allow or self.forbid) in OF_PLAYERS or any(getattr(self, cost) is not None for cost in COSTS)


class TargetOf(OneOf, frozen=True):
    """Heroes chosen, or all of some."""

    leads = ("pick", "all")
    pick: Filter | None = None
    all: Filter | None = None
    count: Annotated[int, Meta(ge=1, le=12)] = 1
    up_to: bool = False
    by: Player = "you"


Target = Literal["self", "subject", "other", "last"] | TargetOf

Allows = Annotated[tuple[Permission, ...], Meta(max_length=15)]
Conditions = Annotated[tuple[Condition, ...], Meta(max_length=6)]
Modifiers = Annotated[tuple[Modifier, ...], Meta(min_length=1, max_length=24)]
Printed = Count
