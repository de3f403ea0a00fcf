"""What a card does: one word for each phrase of its text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta

from rulesets.card_tactics.words.selecting import (
    KNOWN,
    Amount,
    Condition,
    Number,
    Place,
    Rarity,
    Selector,
    SpecialKind,
    TokenKind,
)
from rulesets.kit.cards import Word, union_of

if TYPE_CHECKING:
    from collections.abc import Iterator

SELF = Selector(pick="self")

MOST_OPTIONS = 6
"""Of a text that says "choose one"."""

Text = Annotated[str, Meta(min_length=1, max_length=400)]

Steps = Annotated[int, Meta(ge=1, le=2)]
"""The rulebook speaks of Pull(2) and Push(2)."""


class PhraseWord(Word, tag_field="op", frozen=True):
    """One phrase: what a period ends on the card (CDT-SKL-02)."""


class Attack(PhraseWord, tag="attack", frozen=True):
    """Roll and resolve (CDT-ATK)."""

    targets: Selector
    bonus: Number = 0
    on_hit: Phrases = ()
    on_crit: Phrases = ()
    on_miss: Phrases = ()
    hit_replaces_loss: bool = False
    """What is done on a hit is done instead of the health loss (CDT-ATK-07)."""
    crit_replaces_loss: bool = False


class LoseHealth(PhraseWord, tag="lose_health", frozen=True):
    """No attack: no roll, no defence, no Counter."""

    sel: Selector
    n: Amount = 1


class Heal(PhraseWord, tag="heal", frozen=True):
    """Recover health (CDT-HP-06, 07)."""

    sel: Selector
    n: Amount = 1


class AddToken(PhraseWord, tag="add_token", frozen=True):
    """Gain tokens."""

    sel: Selector
    kind: TokenKind
    n: Amount = 1


class RemoveToken(PhraseWord, tag="remove_token", frozen=True):
    """Discard tokens, as far as there are any."""

    sel: Selector
    kind: TokenKind
    n: Amount = 1


class Push(PhraseWord, tag="push", frozen=True):
    """Away from the centre (CDT-MOV-01)."""

    sel: Selector
    n: Steps = 1


class Pull(PhraseWord, tag="pull", frozen=True):
    """Towards the centre."""

    sel: Selector
    n: Steps = 1


class Swap(PhraseWord, tag="swap", frozen=True):
    """Two units of one side exchange their places."""

    a: Selector
    b: Selector


class Exhaust(PhraseWord, tag="exhaust", frozen=True):
    """Turn units, or an item of the pool, sideways."""

    sel: Selector | None = None
    item: Literal["chosen"] | None = None


class Ready(PhraseWord, tag="ready", frozen=True):
    """Turn units, or an item of the pool, upright: a readied unit has not acted yet (CDT-RND-06)."""

    sel: Selector | None = None
    item: Literal["chosen"] | None = None


class Reroll(PhraseWord, tag="reroll", frozen=True):
    """Roll both dice again; the new result stands (CDT-ATK-15)."""

    who_decides: Literal["owner", "forced"] = "forced"


class ModifyTotal(PhraseWord, tag="modify_total", frozen=True):
    """Of the attack under way."""

    n: Number


class ModifyDefence(PhraseWord, tag="modify_defence", frozen=True):
    """Of the owner while this attack is resolved; of all its targets where the owner is none of them."""

    n: Number


class SetTotal(PhraseWord, tag="set_total", frozen=True):
    """Replaces the total of the attack under way."""

    n: Number


class Redirect(PhraseWord, tag="redirect", frozen=True):
    """Another unit becomes the target of the attack under way; of several targets, the first in order."""

    to: Selector


class PreventLoss(PhraseWord, tag="prevent_loss", frozen=True):
    """Less of the health loss that the hit under way is about to cause."""

    n: Amount | Literal["all"] = 1


class DrawItem(PhraseWord, tag="draw_item", frozen=True):
    """Into the pool."""

    rarity: Rarity
    n: Amount = 1


class DiscardItem(PhraseWord, tag="discard_item", frozen=True):
    """Out of the pool: by choice, or at random."""

    pick: Literal["chosen", "random"] = "chosen"
    rarity: Rarity | None = None
    n: Amount = 1


class RevealEnemy(PhraseWord, tag="reveal_enemy", frozen=True):
    """The top of the Challenge stack joins the enemies (CDT-GEO-09)."""

    n: Place = 1
    place: Literal["outer", "centre"] = "outer"


class Revive(PhraseWord, tag="revive", frozen=True):
    """A set-aside hero returns to the first free space outward."""

    pick: Literal["chosen", "first"] = "chosen"
    health: Amount = 1


class PlaceSpecial(PhraseWord, tag="place_special", frozen=True):
    """An item's own token (CDT-SPC-01)."""

    kind: SpecialKind
    sel: Selector
    n: Amount = 1


class RemoveSpecial(PhraseWord, tag="remove_special", frozen=True):
    """Take such tokens off, as far as there are any."""

    kind: SpecialKind
    sel: Selector
    n: Amount = 1


class ChooseOne(PhraseWord, tag="choose", frozen=True):
    """One of some branches, by whoever chooses for the owner; only branches that can be begun are offered."""

    options: Annotated[tuple[Branch, ...], Meta(min_length=2, max_length=MOST_OPTIONS)]


class If(PhraseWord, tag="if", frozen=True):
    """A branch that hangs on a condition."""

    cond: Condition
    then: Phrases
    else_: Phrases = ()


class ForEach(PhraseWord, tag="for_each", frozen=True):
    """Some phrases for each of some units, from the closest on; that unit is the target."""

    sel: Selector
    phrases: Branch


class EndAction(PhraseWord, tag="end_action", frozen=True):
    """Stop the action here."""


class ByHand(PhraseWord, tag="by_hand", frozen=True):
    """What no other word can express: the table enters what happens; where the service rolls it is passed over."""

    text: Text
    """What the card says."""


class Modifier(Word, frozen=True):
    """A continuous change of whoever it stands on."""

    kind: Literal["defence", "attack", "boots", "immunity"]
    n: Number = 0
    token: TokenKind | None = None
    """With `immunity`: the tokens that it does not gain; none given means that it loses no health."""


class Ongoing(PhraseWord, tag="ongoing", frozen=True):
    """A continuous change for a while."""

    modifier: Modifier
    until: Literal["end_of_action", "end_of_round", "end_of_combat", "end_of_game"]
    sel: Selector = SELF


if TYPE_CHECKING:
    Phrase = PhraseWord
else:
    Phrase = union_of(PhraseWord)

Phrases = Annotated[tuple[Phrase, ...], Meta(max_length=12)]
Branch = Annotated[tuple[Phrase, ...], Meta(min_length=1, max_length=12)]


def jumps(phrase: Phrase) -> Iterator[tuple[str, tuple[Phrase, ...]]]:
    """The lists within a phrase out of which play continues behind it, by the name that they stand under."""
    if isinstance(phrase, If):
        yield "then", phrase.then
        yield "else", phrase.else_
    elif isinstance(phrase, ChooseOne):
        for index, option in enumerate(phrase.options):
            yield str(index), option


def calls(phrase: Phrase) -> Iterator[tuple[str, tuple[Phrase, ...]]]:
    """The lists within a phrase that are carried out in the course of it, perhaps several times."""
    if isinstance(phrase, Attack):
        yield "on_hit", phrase.on_hit
        yield "on_crit", phrase.on_crit
        yield "on_miss", phrase.on_miss
    elif isinstance(phrase, ForEach):
        yield "phrases", phrase.phrases


def sought(phrase: Phrase) -> Selector | None:
    """Whom a phrase is about, if it is about somebody; an exchange is about two."""
    if type(phrase) is Attack:
        return phrase.targets
    if type(phrase) is Redirect:
        return phrase.to
    sel: Selector | None = getattr(phrase, "sel", None)
    return sel


def seeks(phrase: Phrase) -> bool:
    """Whether a phrase looks for a target that is not known yet; whoever is called back is one (CDT-SKL-03)."""
    if type(phrase) is Revive:
        return True
    if type(phrase) is Swap:
        return phrase.a.pick not in KNOWN or phrase.b.pick not in KNOWN
    sel = sought(phrase)
    return sel is not None and sel.pick not in KNOWN


def seeking(phrases: tuple[Phrase, ...]) -> tuple[Phrase, ...]:
    """A list from the first phrase on that may look for a target, or move where others look from."""
    for index, phrase in enumerate(phrases):
        moves = isinstance(phrase, Push | Pull) and phrase.sel.pick == "self"
        if moves or isinstance(phrase, If | ChooseOne) or seeks(phrase):
            return phrases[index:]
    return ()


def within(phrases: tuple[Phrase, ...]) -> Iterator[Phrase]:
    """All phrases of a list, those of their branches included."""
    for phrase in phrases:
        yield phrase
        for _, inner in (*jumps(phrase), *calls(phrase)):
            yield from within(inner)
