"""Whether a component set can be played with: what its file must hold, and where it does not."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, TypeVar, get_args

from msgspec import Struct

from rulesets.heros_crossing.schema import ActionCardForm, BuildingForm, Header, HeroForm, Parts, PowerForm, SpecialForm
from rulesets.heros_crossing.words.bends import Bend, EndVp
from rulesets.heros_crossing.words.common import ActionName
from rulesets.heros_crossing.words.deeds import LAST, AssignDie, Deed, ExtraAction, GainModifiers, GainVp

if TYPE_CHECKING:
    from rulesets.kit.components import Path, Source

Form = TypeVar("Form", bound=Struct)

LISTS = {"heroes": 200, "buildings": 60, "specials": 24, "action_cards": 5}
"""The lists of a set, and how long each may be."""
ACTION_CARDS = 5
"""HCX-SET-02."""
HEROES_OF_A_LEVEL = 4
"""HCX-SET-10."""
LEVEL_ONE_TILES = 5 + 4 * 4
"""HCX-SET-15, HCX-DRF-01: five to turn up, four for each of four players."""
PRINTED = {"heroes": 45, "buildings": 56, "specials": 12}
"""Cards and tiles in the box."""
MOST_MODIFIERS = 2
"""What Get Modifiers brings with a low value (HCX-GMD-01)."""
COLOUR = {"armor": "grey", "potion": "green", "magic": "blue", "weapon": "red"}


def read(source: Source) -> Parts:
    """The forms of a set. Raises BadComponentSet with every fault found."""
    data = source.data
    if not isinstance(data, dict):
        source.fault((), "a component set is a mapping")
        source.finish()
    lists = {name: data.pop(name, None) for name in LISTS}
    header = source.convert((), Header)
    data.update({name: items for name, items in lists.items() if items is not None})
    for name, most in LISTS.items():
        if not isinstance(lists[name], list) or len(lists[name]) > most:
            source.fault((name,) if name in data else (), f"`{name}` is a list of at most {most} entries")
    source.finish()
    heroes = _forms(source, "heroes", HeroForm)
    buildings = _forms(source, "buildings", BuildingForm)
    specials = _forms(source, "specials", SpecialForm)
    action_cards = _forms(source, "action_cards", ActionCardForm)
    source.finish()
    assert header is not None
    parts = Parts(header, heroes, buildings, specials, action_cards)
    _check(source, parts)
    source.finish()
    return parts


def _forms(source: Source, name: str, form: type[Form]) -> tuple[Form, ...]:
    found = (source.convert((name, index), form) for index in range(len(source.data[name])))
    return tuple(item for item in found if item is not None)


def _check(source: Source, parts: Parts) -> None:
    _ids(source, parts)
    _counts(source, parts)
    _buildings(source, parts)
    _action_cards(source, parts)
    names: Counter[str] = Counter()
    for index, hero in enumerate(parts.heroes):
        names[hero.name] += 1
        if names[hero.name] > 1:
            source.fault(("heroes", index, "name"), f"a second hero called {hero.name!r}")
        _hero(source, index, hero)


def _ids(source: Source, parts: Parts) -> None:
    seen: Counter[str] = Counter({"land": 1})
    for name in LISTS:
        for index, item in enumerate(getattr(parts, name)):
            seen[item.id] += 1
            if seen[item.id] > 1:
                source.fault((name, index, "id"), f"a second entry with the id {item.id!r}")


def _counts(source: Source, parts: Parts) -> None:
    if len(parts.action_cards) != ACTION_CARDS:
        source.fault(("action_cards",), f"needs {ACTION_CARDS} Action Cards, has {len(parts.action_cards)}")
    for level in (1, 2, 3):
        if (heroes := sum(hero.level == level for hero in parts.heroes)) < HEROES_OF_A_LEVEL:
            source.fault(("heroes",), f"needs {HEROES_OF_A_LEVEL} heroes of level {level}, has {heroes}")
    tiles = sum(form.copies for form in parts.buildings if form.level == 1)
    tiles += sum(form.copies for form in parts.specials if form.back_level == 1)
    if tiles < LEVEL_ONE_TILES:
        source.fault(("buildings",), f"needs {LEVEL_ONE_TILES} tiles with a level 1 back, has {tiles}")
    if parts.header.source == "printed":
        counts = {
            "heroes": len(parts.heroes),
            "buildings": sum(form.copies for form in parts.buildings),
            "specials": sum(form.copies for form in parts.specials),
        }
        for name, count in PRINTED.items():
            if counts[name] != count:
                source.fault((name,), f"the printed game has {count}, this set {counts[name]}")


def _buildings(source: Source, parts: Parts) -> None:
    """One kind and one resource for each name, and something to build upon."""
    known: dict[str, BuildingForm] = {}
    levels = {(form.name, form.level) for form in parts.buildings}
    seen: set[tuple[str, int]] = set()
    for index, form in enumerate(parts.buildings):
        path: Path = ("buildings", index)
        first = known.setdefault(form.name, form)
        if (first.kind, first.resource) != (form.kind, form.resource):
            source.fault(path, f"{form.name!r} has one kind and one resource on all levels")
        if (form.name, form.level) in seen:
            source.fault((*path, "level"), f"a second entry for {form.name!r} of level {form.level}")
        seen.add((form.name, form.level))
        if form.level > 1 and (form.name, form.level - 1) not in levels:
            source.fault((*path, "level"), f"there is no {form.name!r} of level {form.level - 1} to build it upon")
        if form.kind == "production" and form.vp is not None:
            source.fault((*path, "vp"), "a Production Center brings no VP")
        if form.kind == "shop" and form.items_produced is not None:
            source.fault((*path, "items_produced"), "a Shop produces nothing")


def _action_cards(source: Source, parts: Parts) -> None:
    missing = set(get_args(ActionName)) - {name for card in parts.action_cards for row in card.rows for name in row}
    if missing:
        source.fault(("action_cards",), f"no Action Card has: {', '.join(sorted(missing))}")


def _hero(source: Source, index: int, hero: HeroForm) -> None:
    path: Path = ("heroes", index)
    colours = {COLOUR[need] for need in hero.needs if need != "wild"}
    if colours != set(hero.attraction_dice):
        source.fault((*path, "attraction_dice"), "must be the colours of the needs that are not wild (HCX-ATT-02)")
    if len(set(hero.attraction_dice)) != len(hero.attraction_dice):
        source.fault((*path, "attraction_dice"), "names a colour twice")
    _power(source, (*path, "power"), hero)


def _power(source: Source, path: Path, hero: HeroForm) -> None:
    power = hero.power
    if power.exhaust and power.when != "activated":
        source.fault((*path, "exhaust"), "only an activated power exhausts its hero")
    if power.when == "activated" and not power.exhaust and not (power.cost.modifiers or power.cost.vp):
        source.fault(path, "an activated power exhausts its hero or costs something: else it could be used for ever")
    if power.when == "activated" and not power.exhaust and _gives_back(power):
        source.fault(path, "a power that gives back what it costs exhausts its hero: else it could be used for ever")
    if power.when != "activated" and (power.cost.modifiers or power.cost.vp):
        source.fault((*path, "cost"), "only an activated power has a cost")
    if power.when == "passive" and power.if_:
        source.fault((*path, "if"), "a passive power has no condition")
    for at, word in enumerate(power.effects):
        where = (*path, "effects", at)
        if not _fits(power.when, word):
            source.fault(where, f"this word does not go with `when: {power.when}`")
        if isinstance(word, LAST) and at < len(power.effects) - 1:
            source.fault(where, "nothing follows a deed that asks chance or leads on to a decision")
        if isinstance(word, AssignDie) and (power.when, power.window) != ("activated", "at_draft"):
            source.fault(where, "a die is assigned to an action as it is drafted: by a power with `window: at_draft`")
        if isinstance(word, ExtraAction):
            _extra_action(source, where, word, power.window)


def _gives_back(power: PowerForm) -> bool:
    """Whether a power brings as many modifiers and as many VP as it costs; VP that are counted may be any number."""
    modifiers = vp = 0
    for word in power.effects:
        if isinstance(word, GainModifiers):
            modifiers += word.n
        elif isinstance(word, ExtraAction) and word.action == "get_modifiers":
            modifiers += MOST_MODIFIERS
        elif isinstance(word, GainVp):
            vp += power.cost.vp if word.value.const is None else word.value.const
    return bool(power.cost.modifiers or power.cost.vp) and modifiers >= power.cost.modifiers and vp >= power.cost.vp


def _fits(when: str, word: Bend | Deed) -> bool:
    if isinstance(word, EndVp):
        return when == "end_game"
    if isinstance(word, Bend):
        return when in ("passive", "activated")
    if when == "end_game":
        return type(word).__name__ == "ByHand"
    return when in ("activated", "on_join")


def _extra_action(source: Source, where: Path, word: ExtraAction, window: str) -> None:
    if word.with_die and window != "in_action":
        source.fault(where, "a die is in use only in the window `in_action`")
    if not word.with_die and word.action in ("bid", "attract"):
        source.fault(where, f"without a die there is nothing to {word.action} with")
