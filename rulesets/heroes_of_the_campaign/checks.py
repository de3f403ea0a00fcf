"""What no type can tell of a component set: names that lead nowhere, words where they have no meaning."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct
from msgspec.structs import fields

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

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulesets.kit.components import Path, Source

Found = tuple[tuple["str | int", ...], str]
"""Where a fault is, and what it is."""


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


def check(source: Source, document: Document) -> None:
    """Note every fault of a document that its types let pass."""
    for path, detail in (*_ids(document), *_references(document)):
        source.fault(path, detail)


# --- ids


def _ids(document: Document) -> Iterator[Found]:
    """Cards have ids of their own, and none is a word of the language; tasks within their card, statuses alike."""
    cards: list[tuple[Path, str]] = [(("heroes", n, "id"), card.id) for n, card in enumerate(document.heroes)]
    cards += [(("strategies", n, "id"), card.id) for n, card in enumerate(document.strategies)]
    yield from _doubled(cards, "card")
    statuses: list[tuple[Path, str]] = [(("statuses", n, "id"), s.id) for n, s in enumerate(document.statuses)]
    yield from _doubled(statuses, "status")
    for name, card, number in _all_cards(document):
        if isinstance(card, HeroCard | Support | Maneuver | Location):
            yield from _doubled([((name, number, "tasks", n, "id"), t.id) for n, t in enumerate(card.tasks)], "task")


def _all_cards(document: Document) -> Iterator[tuple[str, HeroCard | Strategy, int]]:
    for number, hero in enumerate(document.heroes):
        yield "heroes", hero, number
    for number, strategy in enumerate(document.strategies):
        yield "strategies", strategy, number


def _doubled(ids: list[tuple[Path, str]], kind: str) -> Iterator[Found]:
    seen: Counter[str] = Counter()
    for path, name in ids:
        seen[name] += 1
        if seen[name] > 1:
            yield path, f"a second {kind} with the id {name!r}"
        if kind != "task" and name in RESERVED:
            yield path, f"{name!r} is a word of the language, no {kind} is called so"


# --- words, and what they lead to


def _references(document: Document) -> Iterator[Found]:
    names = Names(document)
    for name, card, number in _all_cards(document):
        for path, word, here in _walk(card, (name, number), Here()):
            yield from names.faults(path, word, here)
    for number, status in enumerate(document.statuses):
        for path, word, here in _walk(status, ("statuses", number), Here()):
            yield from names.faults(path, word, here)


TEXTS = frozenset(("id", "name", "text"))
CHECKED_BY_A_CARD = frozenset(("conditions", "learner", "visitor"))


def _walk(word: object, path: Path, here: Here) -> Iterator[tuple[Path, object, Here]]:
    """Every part of a word with its path and what it may speak of."""
    here = _within(word, here)
    yield path, word, here
    if isinstance(word, Struct):
        for field in fields(word):
            if field.name not in TEXTS:
                inner = _in_field(word, field.name, here)
                yield from _walk(getattr(word, field.name), (*path, field.encode_name), inner)
    elif isinstance(word, tuple):
        for index, item in enumerate(word):
            yield from _walk(item, (*path, index), here)


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
        strategies = document.strategies
        self.classes = frozenset(document.header.classes)
        self.statuses = frozenset((*FLAGS, *(status.id for status in document.statuses)))
        self.strategies = frozenset(card.id for card in strategies)
        self.fighters = frozenset(
            card.id for card in (*document.heroes, *strategies) if isinstance(card, HeroCard | Support)
        )
        self.maneuvers = frozenset(card.id for card in strategies if isinstance(card, Maneuver))
        self.laws = frozenset(card.id for card in strategies if isinstance(card, Law))
        self.locations = frozenset(card.id for card in strategies if isinstance(card, Location))

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
            yield from self._known(path, "classes", word.classes)
        elif word == "last_amount" and not here.last:
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
            if name is not None and name not in known:
                yield (*path, key), f"no {key.removeprefix('not_')} is called {name!r}"

    def _condition(self, path: Path, word: Condition, here: Here) -> Iterator[Found]:
        if word.law is not None and word.law not in self.laws | {"any", "own", "opposing"}:
            yield (*path, "law"), f"no law is called {word.law!r}"
        if word.self_ and not here.self:
            yield (*path, "self"), "there is no `self` here"

    def _modifier(self, path: Path, word: Modifier) -> Iterator[Found]:
        if word.class_ is not None and word.class_ not in self.classes:
            yield (*path, "class"), f"no class is called {word.class_!r}"
        if word.lose_class is not None and word.lose_class not in self.classes | {"all"}:
            yield (*path, "lose_class"), f"no class is called {word.lose_class!r}"
        if word.cards is not None and word.cards not in self.strategies | {*KINDS}:
            yield (*path, "cards"), f"{word.cards!r} is neither a type nor a strategy card"

    def _verb(self, path: Path, word: do.Do, here: Here) -> Iterator[Found]:
        for key in ("target", "with_"):
            name = getattr(word, key, None)
            if isinstance(name, str) and not getattr(here, name):
                told = key.rstrip("_")
                yield (*path, told), f"there is no `{name}` here: name a target"
        doer = word.with_ if isinstance(word, do.Attack | do.PerformTask) else None
        if isinstance(doer, TargetOf) and (doer.all is not None or doer.count > 1):
            yield (*path, "with"), "one hero does this: `pick` one"
        if isinstance(word, do.AddStatus):
            if isinstance(word.status, str) and word.status not in self.statuses:
                yield (*path, "status"), f"no status is called {word.status!r}"
            if word.until == "while_source" and here.event:
                yield (*path, "until"), "an event is no source that lasts"
        elif isinstance(word, do.RemoveStatus):
            if word.status not in self.statuses | {"any"}:
                yield (*path, "status"), f"no status is called {word.status!r}"
        elif isinstance(word, do.Send) and word.to not in self.locations | {"chosen_location", CAMP, INFIRMARY}:
            yield (*path, "to"), f"no location is called {word.to!r}"

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

    def _known(self, path: Path, key: str, names: tuple[str, ...]) -> Iterator[Found]:
        for index, name in enumerate(names):
            if name not in self.classes:
                yield (*path, key, index), f"no class is called {name!r}"
