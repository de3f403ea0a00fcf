"""Which glyph stands for what, and how actions become a row of them."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct

from rulesets.heroes_of_the_campaign.picture.parts import DIGIT, Row
from rulesets.heroes_of_the_campaign.schema import Static, Trigger
from rulesets.heroes_of_the_campaign.words import verbs as do
from rulesets.heroes_of_the_campaign.words.reading import COSTS
from rulesets.kit.svg import Glyph

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from rulesets.heroes_of_the_campaign.schema import Ability
    from rulesets.heroes_of_the_campaign.words.reading import Amount, Modifier
    from rulesets.heroes_of_the_campaign.words.verbs import Verb

CLASSES = {
    "soldier": "soldier",
    "warrior": "weapon",
    "knight": "helm",
    "mage": "mage",
    "wizard": "mage",
    "priest": "ankh",
    "healer": "ankh",
    "rogue": "mask",
    "thief": "mask",
    "beast": "paw",
    "animal": "paw",
    "scout": "archery",
    "archer": "archery",
    "ranger": "archery",
    "noble": "king",
    "civilian": "house",
    "undead": "deadly",
}
"""Common names of classes; one of another name is drawn as its first letters."""

KINDS = {"support": "meeple", "maneuver": "maneuver", "event": "event", "law": "law", "location": "tower"}

FLAGS = {
    "in_cover": "cover",
    "untouchable": "untouchable",
    "draws_attacks": "deadeye",
    "cannot_attack": "stun",
    "cannot_be_wounded": "armor",
    "cannot_be_healed": "unheal",
    "cannot_perform_tasks": "restrain",
}

VERBS: dict[type, str] = {
    do.EarnCopper: "coin",
    do.LoseCopper: "spend",
    do.TakeCopper: "counter",
    do.Heal: "heal",
    do.Wound: "bleed",
    do.Attack: "weapon",
    do.PerformTask: "speed",
    do.BreakLaw: "break",
    do.RemoveStatus: "untag",
    do.Send: "boot",
    do.Choose: "choice",
    do.If: "choice",
    do.ByHand: "scroll",
}

OPEN = "x"
"""Stands for a number that is worked out when it is read."""


class Sign(Struct, frozen=True, gc=False):
    """A glyph with its number, before it has a place."""

    glyph: str
    number: str = ""


def sign_of(verb: Verb) -> Sign:
    """An action as a glyph, with its number if it has one."""
    if isinstance(verb, do.AddStatus):
        return Sign(FLAGS.get(verb.status, "tag") if isinstance(verb.status, str) else "tag")
    return Sign(VERBS[type(verb)], _written(getattr(verb, "amount", None)))


def _written(amount: Amount | None) -> str:
    if isinstance(amount, int):
        return str(amount)
    return "" if amount is None else OPEN


def signs_of_abilities(abilities: Iterable[Ability]) -> Iterator[Sign]:
    """What abilities change, in glyphs."""
    for ability in abilities:
        if isinstance(ability, Static):
            for modifier in ability.modifiers:
                yield from _sign_of_modifier(modifier)
        elif isinstance(ability, Trigger):
            yield from map(sign_of, ability.actions)
        else:
            yield Sign("scroll")


def _sign_of_modifier(modifier: Modifier) -> Iterator[Sign]:
    if modifier.stat:
        glyph = "weapon" if modifier.stat == "attack" else "armor"
        yield Sign(glyph, _signed(modifier.add) if modifier.add is not None else f"={_written(modifier.set)}")
    elif flag := modifier.flag:
        yield Sign(FLAGS[flag])
    elif modifier.untouchable_by:
        yield Sign("untouchable")
    elif modifier.wounds_taken is not None:
        yield Sign("bleed", _signed(modifier.wounds_taken))
    elif modifier.travel_cost is not None:
        yield Sign("boot", _signed(modifier.travel_cost))
    elif modifier.task_cost is not None:
        yield Sign("pouch", _signed(modifier.task_cost))
    elif modifier.forbid:
        yield Sign("restrain")
    elif modifier.allow:
        yield Sign("gate")
    else:
        yield from _sign_of_cost(modifier)


def _sign_of_cost(modifier: Modifier) -> Iterator[Sign]:
    """A cost of cards, by their kind; what else there is takes something away."""
    for word, kind in COSTS.items():
        if (cost := getattr(modifier, word)) is not None:
            yield Sign(KINDS[kind], _signed(cost))
            return
    yield Sign("tag" if modifier.class_ else "untag")


def _signed(amount: Amount) -> str:
    if not isinstance(amount, int):
        return f"+{OPEN}"
    return f"+{amount}" if amount >= 0 else f"−{-amount}"


# --- rows

MORE, COST = 19, 21.5
"""What the number of those that do not fit takes, and a cost of one digit."""
GAP = 1.5


@lru_cache(maxsize=4096)
def row(
    signs: tuple[Sign, ...],
    x: float,
    y: float,
    room: float,
    cost: int | None,
    *,
    pouch: float = 21,
    size: float = 14,
    class_: str = "ink",
) -> Row:
    """Actions from `x` on within `room` units. Two or three equal ones are drawn so, as far as there is room."""
    start = x + COST + DIGIT * (len(str(cost)) - 1) if cost is not None else x
    for spelt in (_repeated(signs), [s if s.number != "1" else Sign(s.glyph) for s in signs]):
        glyphs, right = _placed(spelt, start, y + (pouch - size) / 2 + 0.5, size)
        if right <= x + room:
            return Row(x, y, pouch, cost, glyphs, class_=class_)
    kept = [glyph for glyph in glyphs if glyph.x + size + DIGIT * len(glyph.text) <= x + room - MORE]
    more_x = _behind(kept[-1]) if kept else start
    return Row(x, y, pouch, cost, tuple(kept), f"+{len(glyphs) - len(kept)}", round(more_x, 1), class_)


def _behind(glyph: Glyph) -> float:
    """Where a number begins behind a sign, which leaves room at its edge where it has no number itself."""
    right = glyph.x + glyph.size
    return right + DIGIT * len(glyph.text) + 1 if glyph.text else right - 1


def _repeated(signs: Sequence[Sign]) -> list[Sign]:
    spelt: list[Sign] = []
    for sign in signs:
        spelt += [Sign(sign.glyph)] * int(sign.number) if sign.number in ("1", "2", "3") else [sign]
    return spelt


def _placed(signs: Sequence[Sign], x: float, y: float, size: float) -> tuple[tuple[Glyph, ...], float]:
    glyphs: list[Glyph] = []
    right = x
    for sign in signs:
        glyphs.append(Glyph(sign.glyph, round(right, 1), y, size, sign.number))
        right += size + GAP + DIGIT * len(sign.number)
    return tuple(glyphs), right - GAP


@lru_cache(maxsize=1024)
def class_glyphs(classes: tuple[str, ...], middle: float, y: float, size: float, most: int) -> tuple[Glyph, ...]:
    """Up to `most` classes side by side around `middle`; a hero without any has a helmet, as a piece has."""
    drawn = classes[:most] or ("",)
    left = middle - (len(drawn) * (size + 2) - 2) / 2
    return tuple(_class_glyph(name, left + n * (size + 2), y, size) for n, name in enumerate(drawn))


def _class_glyph(name: str, x: float, y: float, size: float) -> Glyph:
    known = glyph_of_class(name)
    return Glyph(known, x, y, size, "" if known else letters(name))


def glyph_of_class(name: str) -> str:
    """The symbol of a class; empty if it has none."""
    return CLASSES.get(name, "") if name else "helm"


def letters(name: str) -> str:
    """What stands for a name without a symbol."""
    return name[:2].capitalize()
