"""A component set of Heroes of the Campaign, made ready to play with: every list of actions laid out by address."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from rulesets.heroes_of_the_campaign.checks import faults
from rulesets.heroes_of_the_campaign.derived import Listener
from rulesets.heroes_of_the_campaign.ids import Address, CardId, Place
from rulesets.heroes_of_the_campaign.schema import Document, Event, HeroCard, Law, Note, Static, Support, Trigger
from rulesets.heroes_of_the_campaign.words import verbs as do
from rulesets.heroes_of_the_campaign.words.reading import Amount, AmountOf, Condition, Extreme, Filter, Modifier, Where
from rulesets.heroes_of_the_campaign.words.terms import CAMP, FLAGS, INFIRMARY
from rulesets.kit.cards import CardStep, lay, traverse
from rulesets.kit.checks import by_id
from rulesets.kit.components import Source, read_document

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from rulesets.heroes_of_the_campaign.derived import Latest, Values
    from rulesets.heroes_of_the_campaign.schema import Ability, Card, StrategyCard, Task
    from rulesets.heroes_of_the_campaign.words.terms import Active
    from rulesets.heroes_of_the_campaign.words.verbs import Verb

LAYERS = 6
"""HOC-VOC-06: classes; in cover; untouchable; the other flags; attack power and resistance; all else."""
CLASS_LAYER, COVER_LAYER, UNTOUCHABLE_LAYER, FLAG_LAYER, STAT_LAYER, OTHER_LAYER = range(LAYERS)

MOST_REMEMBERED = 4_096
"""Derived values kept at once; then all is forgotten, and grows again."""

V = TypeVar("V")
L = TypeVar("L")


class Laid(NamedTuple):
    """A modifier as the derived values want it: which layer, of a player or of which heroes, and when."""

    layer: int
    of_player: bool
    affects: Filter | None
    """`None`: the hero that has it."""
    holds: Condition | None
    modifier: Modifier
    number: Amount | None
    """What it adds to a hero's number, or sets it to."""


class Memo(Generic[V, L]):
    """Remembers by key, and what was asked for last."""

    __slots__ = ("_known", "latest")

    def __init__(self) -> None:
        self.latest: L | None = None
        """All of it in one: read and written at once, whatever other threads do."""
        self._known: dict[object, V] = {}

    def get(self, key: object) -> V | None:
        """What is remembered under `key`."""
        return self._known.get(key)

    def put(self, key: object, found: V) -> V:
        """Remember `found`."""
        if len(self._known) >= MOST_REMEMBERED:
            self._known = {}
        self._known[key] = found
        return found


class Components:
    """A loaded set. A plain class on purpose: shared by identity, written out as its hash."""

    def __init__(self, document: Document, hash: str) -> None:
        self.hash = hash
        self.source = document.source
        self.heroes = by_id(document.heroes)
        self.strategies: dict[CardId, StrategyCard] = by_id(document.strategies)
        self.cards: dict[CardId, Card] = {**self.heroes, **self.strategies}
        self._names = unique_names({card.id: card.name for card in self.cards.values()})
        self.fighters = by_id(card for card in self.cards.values() if isinstance(card, HeroCard | Support))
        """Heroes and supports."""
        self.memo: Memo[Values, Latest] = Memo()
        """Derived values that were worked out before."""
        self.named = by_id(document.statuses)
        self.steps: dict[Address, CardStep[Verb]] = {}
        self.tasks: dict[Address, Task] = {}
        self.tasks_of: dict[CardId, tuple[Address, ...]] = {}
        self._task_names: dict[Address, str] = {}
        self.abilities: dict[Address, Ability] = {}
        self.listeners: dict[CardId, list[Listener]] = {}
        """The triggers of each card that has any."""
        self.notes: set[CardId] = set()
        """Cards with an ability that is entered by hand."""
        for card in self.cards.values():
            self._lay_card(card)
        self.statuses: dict[str, tuple[Modifier, ...]] = {flag: (Modifier(flag=flag),) for flag in FLAGS}
        """By name; the modifiers of inline statuses and of attacks by the address of their step."""
        self.statuses.update({status.id: status.modifiers for status in document.statuses})
        for at, step in self.steps.items():
            if isinstance(step.do, do.AddStatus) and isinstance(step.do.status, do.Inline):
                self.statuses[at] = step.do.status.modifiers
            elif isinstance(step.do, do.Attack):
                self.statuses[at] = step.do.modifiers
        self.laid_statuses = {name: tuple(_lay_out(modifiers)) for name, modifiers in self.statuses.items()}
        self.at_side = self._laid_abilities(at_side=True)
        self.in_infirmary = self._laid_abilities(at_side=False)
        """The modifiers of a card's static abilities while its hero is at its side, and while it is not."""
        self.attacks = frozenset(self._attacks())
        """The tasks with an attack anywhere in them, and the steps that are one or hold one."""
        self.looked_at = frozenset(
            word.happened
            for _, word in traverse(tuple(self.cards.values()))
            if isinstance(word, Condition) and word.happened
        )
        """Moments that some card looks back at."""
        self.reads = {name: words for name, words in self._reads() if words}
        """By card and by status: what its modifiers look at beside places, statuses, learned maneuvers and laws."""
        self.ids: dict[CardId | Address | Place, str] = {
            CAMP: f"place:{CAMP}",
            INFIRMARY: f"place:{INFIRMARY}",
            **{card: f"hero:{card}" if card in self.heroes else f"card:{card}" for card in self.cards},
            **{at: f"task:{at}" for at in self.tasks},
            **{at: f"ability:{at}" for at in self.abilities},
        }
        """What rows of statistics call a card, a place or a list of actions, whoever brought it."""
        self.owned_ids = self.ids | {f"{seat}.{card}": self.ids[card] for seat in (1, 2) for card in self.cards}
        """The same, and what they call the card that a seat brought (`1.monk`)."""
        self.combat_window = any(card.window == "combat" for card in document.strategies)
        """Whether combats stop before the wounds (HOC-ANY-06)."""

    def type_of(self, name: CardId | Address) -> str:
        """What a card or a list of actions is: `hero`, `law`, `task`."""
        if card := self.cards.get(name):
            return "hero" if isinstance(card, HeroCard) else str(card.__struct_config__.tag)
        return "task" if name in self.tasks else "ability"

    def task_name(self, task: Address) -> str:
        """What a task is called; no other one of its card is called so."""
        return self._task_names[task]

    def name_of(self, card: CardId) -> str:
        """What a card is called; no other one of the set is called so."""
        return self._names[card]

    def status_name(self, status: str) -> str:
        """What a status is called; one without a name is called by the card that puts it."""
        if named := self.named.get(status):
            return named.name or _spelled(status)
        if "." in status:
            return f"the effect of {self.name_of(status.partition('.')[0])}"
        return status.replace("_", " ")

    def giver_id(self, giver: CardId | Address | str) -> str:
        """The id in rows of what forbids something: a card, or a named status (`status:cursed`)."""
        return f"status:{giver}" if giver in self.named else self.ids[giver.partition(".")[0]]

    def active(self, source: Address) -> Active:
        """Where the hero must be for a list of actions to count as active."""
        ability = self.abilities.get(source)
        return ability.active if isinstance(ability, Static | Trigger) else "side"

    def _laid_abilities(self, *, at_side: bool) -> dict[CardId, tuple[Laid, ...]]:
        return {card.id: laid for card in self.cards.values() if (laid := tuple(_static(card, at_side)))}

    def _lay_card(self, card: Card) -> None:
        if isinstance(card, Event):
            lay(self.steps, card.id, card.actions, branches)
            return
        for index, ability in enumerate(card.abilities):
            at = f"{card.id}.{index}"
            self.abilities[at] = ability
            if isinstance(ability, Trigger):
                self.listeners.setdefault(card.id, []).append(Listener(card.id, at, ability))
                lay(self.steps, at, ability.actions, branches)
            elif isinstance(ability, Note):
                self.notes.add(card.id)
        if isinstance(card, Law):
            lay(self.steps, card.id, card.on_enact, branches)
            return
        for task in card.tasks:
            self.tasks[f"{card.id}.{task.id}"] = task
            lay(self.steps, f"{card.id}.{task.id}", task.actions, branches)
        self.tasks_of[card.id] = tuple(f"{card.id}.{task.id}" for task in card.tasks)
        names = unique_names({task.id: task.name or _spelled(task.id).capitalize() for task in card.tasks})
        self._task_names.update({f"{card.id}.{task}": name for task, name in names.items()})

    def _attacks(self) -> Iterator[Address]:
        for task, word in self.tasks.items():
            if _has_attack(word.actions):
                yield task
        for at, step in self.steps.items():
            if _has_attack(step.do):
                yield at

    def _reads(self) -> Iterator[tuple[CardId | Address, frozenset[str]]]:
        for card in self.cards:
            either = (*self.at_side.get(card, ()), *self.in_infirmary.get(card, ()))
            yield card, frozenset(_read_by(either))
        for name, laid in self.laid_statuses.items():
            yield name, frozenset(_read_by(laid))


def unique_names(names: dict[str, str]) -> dict[str, str]:
    """Names by id; to one that several bear, the id is added."""
    bearers = Counter(names.values())
    return {key: name if bearers[name] == 1 else f"{name} ({key})" for key, name in names.items()}


def _spelled(name: str) -> str:
    """An id as words."""
    return name.replace("_", " ").replace("-", " ")


def branches(verb: Verb) -> Iterable[tuple[str, Sequence[Verb]]]:
    """The lists of actions within an action, each under its key."""
    if isinstance(verb, do.If):
        return (("then", verb.then), ("else", verb.else_))
    if isinstance(verb, do.Choose):
        return ((str(number), option) for number, option in enumerate(verb.options))
    return ()


def layer_of(modifier: Modifier) -> int:
    """The layer in which a modifier counts."""
    if modifier.class_ or modifier.lose_class:
        return CLASS_LAYER
    if flag := modifier.flag or modifier.lose_flag:
        return {"in_cover": COVER_LAYER, "untouchable": UNTOUCHABLE_LAYER}.get(flag, FLAG_LAYER)
    if modifier.untouchable_by:
        return UNTOUCHABLE_LAYER
    return STAT_LAYER if modifier.stat else OTHER_LAYER


def number_of(modifier: Modifier) -> Amount | None:
    """The number of a modifier of heroes, if it has one."""
    for number in (modifier.add, modifier.set, modifier.wounds_taken, modifier.task_cost, modifier.travel_cost):
        if number is not None:
            return number
    return None


def _lay_out(
    modifiers: Iterable[Modifier], affects: Filter | None = None, holds: Condition | None = None
) -> Iterator[Laid]:
    for modifier in modifiers:
        yield Laid(layer_of(modifier), modifier.of_player, affects, holds, modifier, number_of(modifier))


def _static(card: Card, at_side: bool) -> Iterator[Laid]:
    """The modifiers of a card's static abilities that are active there."""
    if isinstance(card, Event):
        return
    for ability in card.abilities:
        if isinstance(ability, Static) and ability.active in ("always", "side" if at_side else "infirmary"):
            affects = ability.affects if isinstance(ability.affects, Filter) else None
            yield from _lay_out(ability.modifiers, affects, ability.while_)


def _has_attack(word: object) -> bool:
    return any(isinstance(part, do.Attack) for _, part in traverse(word))


def _read_by(word: object) -> Iterator[str]:
    for _, part in traverse(word):
        match part:
            case Filter(wounded=bool()):
                yield "wounds"
            case Where(stat="wounds") | Extreme(stat="wounds") | AmountOf(stat="wounds"):
                yield "wounds"
            case AmountOf(copper=str()):
                yield "copper"
            case Modifier(set=number) if number is not None:
                yield "ages"  # HOC-GLD-03: of two, the newer one counts
            case Condition(turn=str()):
                yield "turn"
            case Condition(happened=str()):
                yield "tally"
            case "round":
                yield "round"
            case _:
                pass
        if isinstance(part, Filter) and part.task_used is not None:
            yield "used"
        if isinstance(part, Filter) and part.role:
            yield "roles"


def load(text: str) -> Components:
    """A component set out of its YAML or JSON text. Raises BadComponentSet with every fault found."""
    source = Source(text)
    return Components(read_document(source, Document, faults), source.hash)
