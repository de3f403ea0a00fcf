"""The actions of cards: a list of these is what a task, an event, a law or a trigger does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta

from rulesets.heroes_of_the_campaign.words.reading import Amount, Condition, Filter, Modifier, Modifiers, Target
from rulesets.heroes_of_the_campaign.words.terms import Id, Player, Side, Text, Until
from rulesets.kit.cards import Word, union_of


class Do(Word, frozen=True, tag_field="do"):
    """One action of a card; `do:` is its verb."""


class EarnCopper(Do, frozen=True, tag="earn_copper"):
    """A player gains copper from the bank."""

    amount: Amount
    player: Player = "you"


class LoseCopper(Do, frozen=True, tag="lose_copper"):
    """A player loses copper to the bank, as far as there is any."""

    amount: Amount
    player: Player = "opponent"


class TakeCopper(Do, frozen=True, tag="take_copper"):
    """You gain what the opponent loses."""

    amount: Amount


class Heal(Do, frozen=True, tag="heal"):
    """Wounds are removed; heroes in the infirmary may be chosen."""

    amount: Amount
    target: Target


class Wound(Do, frozen=True, tag="wound"):
    """Wounds are put."""

    amount: Amount
    target: Target


class Attack(Do, frozen=True, tag="attack"):
    """One attack; the modifiers hold for the attacker, for this attack only."""

    with_: Target = "self"
    against: Filter = Filter(side="opposing")
    chosen_by: Player = "you"
    modifiers: Annotated[tuple[Modifier, ...], Meta(max_length=24)] = ()


class PerformTask(Do, frozen=True, tag="perform_task"):
    """A hero performs one of its tasks at once, as an extra one."""

    with_: Target
    cost: Literal["normal", "free"] = "normal"


class BreakLaw(Do, frozen=True, tag="break_law"):
    """One enacted law leaves the game."""

    whose: Side = "any"


class Inline(Word, frozen=True):
    """A status without a name, written where it is put."""

    modifiers: Modifiers


class AddStatus(Do, frozen=True, tag="add_status"):
    """Heroes get a status."""

    status: Id | Inline
    target: Target
    until: Until


class RemoveStatus(Do, frozen=True, tag="remove_status"):
    """A status put on heroes ends."""

    target: Target
    status: Id = "any"


class Send(Do, frozen=True, tag="send"):
    """Heroes move without travel cost; capacity holds."""

    target: Target
    to: Id


class Choose(Do, frozen=True, tag="choose"):
    """One of several lists is performed; an empty one is "do nothing"."""

    options: Annotated[tuple[Verbs, ...], Meta(min_length=2, max_length=6)]
    by: Player = "you"


class If(Do, frozen=True, tag="if"):
    """One list if something holds, else another."""

    cond: Condition
    then: Verbs
    else_: Verbs = ()


class ByHand(Do, frozen=True, tag="by_hand"):
    """What this language cannot express: the table enters what happens."""

    text: Text


if TYPE_CHECKING:
    Verb = Do
else:
    Verb = union_of(Do)
Verbs = Annotated[tuple[Verb, ...], Meta(max_length=12)]
SomeVerbs = Annotated[tuple[Verb, ...], Meta(min_length=1, max_length=12)]
