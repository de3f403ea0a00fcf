"""Faults of a component set that types cannot find: unknown names, words where they have no meaning."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct

from rulesets.heroes_of_the_campaign.schema import (
    Document,
    Event,
    HeroCard,
    Law,
    Location,
    Maneuver,
    Static,
    Status,
    Strategy,
    Support,
    Task,
    Trigger,
)
from rulesets.heroes_of_the_campaign.words import verbs as do
from rulesets.heroes_of_the_campaign.words.reading import AmountOf, Condition, Filter, Modifier, TargetOf
from rulesets.heroes_of_the_campaign.words.terms import (
    CAMP,
    FLAGS,
    INFIRMARY,
    KINDS,
    OF_PLAYERS,
    RESERVED,
    WITH_OTHER,
    WITHOUT_SUBJECT,
)
from rulesets.kit.checks import duplicates, placed, unknown

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from rulesets.kit.components import Found, Path

Entry = HeroCard | Strategy | Status

MOST_COUNTS = 3
"""With twelve heroes on the table, three counts within one another read some thousand heroes."""


class Here(NamedTuple):
    """Which heroes a word may speak of where it stands."""

    self: bool = False
    subject: bool = False
    other: bool = False
    last: bool = False
    target: bool = False
    event: bool = False
    """In an event, which is no source that lasts."""
    counts: int = 0
    """How many counts of heroes it lies in: each is made for every hero of the one around it."""


def faults(document: Document) -> Iterator[Found]:
    """Every fault of a document that its types let pass."""
    yield from _ids(document)
    names = Names(document)
    for path, entry in _entries(document):
        for inner, word, here in _traverse(entry, path, Here()):
            yield from names.faults(inner, word, here)


def _ids(document: Document) -> Iterator[Found]:
    """Cards have ids of their own, and none is a word of the language; tasks within their card, statuses alike."""
    heroes, strategies = placed(("heroes",), document.heroes, "id"), placed(("strategies",), document.strategies, "id")
    yield from duplicates(chain(heroes, strategies), "card with the id")
    yield from duplicates(placed(("statuses",), document.statuses, "id"), "status with the id")
    for path, entry in _entries(document):
        if entry.id in RESERVED:
            yield (*path, "id"), f"{entry.id!r} is a word of the language"
        yield from duplicates(placed((*path, "tasks"), getattr(entry, "tasks", ()), "id"), "task with the id")


def _entries(document: Document) -> Iterator[tuple[Path, Entry]]:
    for name in ("heroes", "strategies", "statuses"):
        for number, entry in enumerate(getattr(document, name)):
            yield (name, number), entry


# --- words, and what they lead to


TEXTS = frozenset(("id", "name", "text"))
LAST_AMOUNT = "last_amount"
CHECKED_BY_A_CARD = frozenset(("conditions", "learner", "visitor"))


def _traverse(word: object, path: Path, here: Here) -> Iterator[tuple[Path, object, Here]]:
    """Every part of a word with its path and what it may speak of; of plain values the one that is a word too."""
    left = [(path, word, here)]
    while left:
        path, word, here = left.pop()
        here = _within(word, here)
        yield path, word, here
        if isinstance(word, Struct):
            fields = zip(word.__struct_fields__, word.__struct_encode_fields__, strict=True)
            parts = [(encoded, getattr(word, name), name) for name, encoded in fields if name not in TEXTS]
            inner = [((*path, key), part, _in_field(word, name, here)) for key, part, name in parts if _is_word(part)]
        else:
            assert isinstance(word, tuple | str)
            items = enumerate(word) if isinstance(word, tuple) else ()
            inner = [((*path, index), item, here) for index, item in items if _is_word(item)]
        left += reversed(inner)


def _is_word(part: object) -> bool:
    return isinstance(part, (Struct, tuple)) or part == LAST_AMOUNT


def _within(word: object, here: Here) -> Here:
    if isinstance(word, HeroCard | Support | Maneuver | Location):
        return here._replace(self=True)
    if isinstance(word, Event):
        return here._replace(event=True)
    if isinstance(word, Static):
        return here._replace(target=True)
    if isinstance(word, Trigger):
        return here._replace(subject=word.on not in WITHOUT_SUBJECT, other=word.on in WITH_OTHER)
    if isinstance(word, Status | do.Inline):
        return Here(self=True, target=True)
    if isinstance(word, Filter | Condition):
        return here._replace(target=False)
    return here


def _in_field(word: Struct, field: str, here: Here) -> Here:
    if field in ("actions", "on_enact"):
        return here._replace(last=True)
    if isinstance(word, Strategy) and field in CHECKED_BY_A_CARD:
        return Here()
    if field in ("count", "exists") and isinstance(word, AmountOf | Condition):
        return here._replace(counts=here.counts + 1)
    if isinstance(word, do.Attack) and field == "modifiers":
        return here._replace(self=True, target=True)
    if isinstance(word, do.Heal | do.Wound) and field == "amount":
        return here._replace(target=True)
    return here


class Names:
    """What a document calls by name, and the faults of a word that names something else."""

    def __init__(self, document: Document) -> None:
        self.classes = frozenset(document.classes)
        self.statuses = frozenset((*FLAGS, *(status.id for status in document.statuses)))
        self.strategies = frozenset(card.id for card in document.strategies)
        self.fighters = frozenset(card.id for card in document.heroes) | _ids_of(document, Support)
        self.maneuvers = _ids_of(document, Maneuver)
        self.laws = _ids_of(document, Law)
        self.locations = _ids_of(document, Location)

    def faults(self, path: Path, word: object, here: Here) -> Iterator[Found]:
        """What is wrong with this very word; its parts are asked for themselves."""
        if isinstance(word, Filter):
            yield from self._filter(path, word, here)
        elif isinstance(word, AmountOf):
            if word.stat and not getattr(here, word.of):
                yield (*path, "of") if word.of != "self" else path, f"there is no `{word.of}` here"
        elif isinstance(word, Condition):
            yield from self._condition(path, word, here)
        elif isinstance(word, Modifier):
            yield from self._modifier(path, word)
        elif isinstance(word, do.Do):
            yield from self._verb(path, word, here)
        elif isinstance(word, HeroCard | Support):
            yield from unknown(placed((*path, "classes"), word.classes), self.classes, "class")
        elif word == LAST_AMOUNT and not here.last:
            yield path, "there is no `last_amount` here"
        yield from self._part(path, word, here)

    def _filter(self, path: Path, word: Filter, here: Here) -> Iterator[Found]:
        if here.counts > MOST_COUNTS:
            yield path, f"heroes are counted more than {MOST_COUNTS} times within one another"
        if word.self_ != "include" and not here.self:
            yield (*path, "self"), "there is no `self` here"
        if word.ref and not getattr(here, word.ref):
            yield (*path, "ref"), f"there is no `{word.ref}` here"
        for key, name, known in (
            ("class", word.class_, self.classes),
            ("status", word.status, self.statuses),
            ("not_status", word.not_status, self.statuses),
            ("card", word.card, self.fighters),
            ("place", word.place, self.locations | {CAMP, "any_location"}),
            ("maneuver", word.maneuver, self.maneuvers | {"any", "none"}),
        ):
            yield from _named((*path, key), name, known, key.removeprefix("not_"))

    def _condition(self, path: Path, word: Condition, here: Here) -> Iterator[Found]:
        yield from _named((*path, "law"), word.law, self.laws | {"any", "own", "opposing"}, "law")
        if word.self_ and not here.self:
            yield (*path, "self"), "there is no `self` here"

    def _modifier(self, path: Path, word: Modifier) -> Iterator[Found]:
        yield from _named((*path, "class"), word.class_, self.classes, "class")
        yield from _named((*path, "lose_class"), word.lose_class, self.classes | {"all"}, "class")
        yield from _named((*path, "cards"), word.cards, self.strategies | {*KINDS}, "type or strategy card")

    def _verb(self, path: Path, word: do.Do, here: Here) -> Iterator[Found]:
        for key in ("target", "with_"):
            name = getattr(word, key, None)
            if isinstance(name, str) and not getattr(here, name):
                field = key.rstrip("_")
                yield (*path, field), f"there is no `{name}` here: name a target"
        doer = word.with_ if isinstance(word, do.Attack | do.PerformTask) else None
        if isinstance(doer, TargetOf) and (doer.all is not None or doer.count > 1):
            yield (*path, "with"), "one hero does this: `pick` one"
        if isinstance(word, do.AddStatus):
            name = word.status if isinstance(word.status, str) else None
            yield from _named((*path, "status"), name, self.statuses, "status")
            if word.until == "while_source" and here.event:
                yield (*path, "until"), "an event is no source that lasts"
        elif isinstance(word, do.RemoveStatus):
            yield from _named((*path, "status"), word.status, self.statuses | {"any"}, "status")
        elif isinstance(word, do.Send):
            places = self.locations | {"chosen_location", CAMP, INFIRMARY}
            yield from _named((*path, "to"), word.to, places, "location")

    def _part(self, path: Path, word: object, here: Here) -> Iterator[Found]:
        """Abilities, tasks and cards: words that contradict each other."""
        if isinstance(word, Static):
            of_player = [modifier.of_player for modifier in word.modifiers]
            if word.affects != "self" and any(of_player):
                yield (*path, "affects"), "what changes a player affects no heroes"
            if word.affects == "self" and not here.self and not all(of_player):
                yield path, "a law has no `self`: say whom it `affects`"
        elif isinstance(word, Trigger):
            if word.subject and not here.subject:
                yield (*path, "subject"), f"`{word.on}` has no subject"
            if word.other and not here.other:
                yield (*path, "other"), f"`{word.on}` has no other hero"
        elif isinstance(word, Task):
            for index, permission in enumerate(word.allows):
                if permission in OF_PLAYERS:
                    yield (*path, "allows", index), f"{permission!r} is a permission of players, not of tasks"
        elif isinstance(word, Location):
            if word.at_any_time:
                yield (*path, "at_any_time"), "a location is not used at any time"
            if word.window == "combat":
                yield (*path, "window"), "a location is not used in combat"


def _ids_of(document: Document, kind: type[Strategy]) -> frozenset[str]:
    return frozenset(card.id for card in document.strategies if isinstance(card, kind))


def _named(path: Path, name: str | None, known: Collection[str], what: str) -> Iterator[Found]:
    return unknown([] if name is None else [(path, name)], known, what)
