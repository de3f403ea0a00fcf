"""Whether a component set can be played with: what its file must hold, and where it does not."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, get_args

from rulesets.heros_crossing.schema import Special
from rulesets.heros_crossing.words.bends import Bend, EndVp
from rulesets.heros_crossing.words.common import ActionName
from rulesets.heros_crossing.words.deeds import LAST, AssignDie, Deed, ExtraAction, GainModifiers, GainVp
from rulesets.kit.checks import duplicates, not_as_printed, placed, too_few

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulesets.heros_crossing.schema import BuildingForm, Document, HeroForm, PowerForm
    from rulesets.kit.components import Found, Path

HEROES_OF_A_LEVEL = 4
"""HCX-SET-10."""
LEVEL_ONE_TILES = 5 + 4 * 4
"""HCX-SET-15, HCX-DRF-01: five to turn up, four for each of four players."""
PRINTED = {"heroes": 45, "buildings": 56, "specials": 12}
"""Cards and tiles in the box."""
MOST_MODIFIERS = 2
"""What Get Modifiers brings with a low value (HCX-GMD-01)."""
SPECIAL_TILES = get_args(Special)
COLOUR = {"armor": "grey", "potion": "green", "magic": "blue", "weapon": "red"}


def faults(document: Document) -> Iterator[Found]:
    """Ids, how many there are of each, and what contradicts itself or a rule."""
    lists = ("heroes", "buildings", "specials", "action_cards")
    ids = (placed((name,), getattr(document, name), "id") for name in lists)
    yield from duplicates(chain([((), "land")], *ids), "entry with the id")
    yield from duplicates(placed(("heroes",), document.heroes, "name"), "hero called")
    yield from _counts(document)
    yield from _buildings(document.buildings)
    yield from _action_cards(document)
    for index, hero in enumerate(document.heroes):
        yield from _hero(("heroes", index), hero)


def _counts(document: Document) -> Iterator[Found]:
    for level in (1, 2, 3):
        heroes = sum(hero.level == level for hero in document.heroes)
        yield from too_few(("heroes",), f"heroes of level {level}", HEROES_OF_A_LEVEL, heroes)
    tiles = sum(form.copies for form in document.buildings if form.level == 1)
    tiles += sum(form.copies for form in document.specials if form.back_level == 1)
    yield from too_few(("buildings",), "tiles with a level 1 back", LEVEL_ONE_TILES, tiles)
    if document.source == "printed":
        for name, count in PRINTED.items():
            has = sum(getattr(form, "copies", 1) for form in getattr(document, name))
            yield from not_as_printed((name,), name, count, has)


def _buildings(buildings: tuple[BuildingForm, ...]) -> Iterator[Found]:
    """One kind and one resource for each name, and something to build upon."""
    known: dict[str, BuildingForm] = {}
    levels = {(form.name, form.level) for form in buildings}
    seen: set[tuple[str, int]] = set()
    for index, form in enumerate(buildings):
        path: Path = ("buildings", index)
        if form.id in SPECIAL_TILES:
            yield (*path, "id"), f"{form.id!r} is what special tiles of that kind are called"
        first = known.setdefault(form.name, form)
        if (first.kind, first.resource) != (form.kind, form.resource):
            yield path, f"{form.name!r} has one kind and one resource on all levels"
        if (form.name, form.level) in seen:
            yield (*path, "level"), f"a second entry for {form.name!r} of level {form.level}"
        seen.add((form.name, form.level))
        if form.level > 1 and (form.name, form.level - 1) not in levels:
            yield (*path, "level"), f"there is no {form.name!r} of level {form.level - 1} to build it upon"
        if form.kind == "production" and form.vp is not None:
            yield (*path, "vp"), "a Production Center brings no VP"
        if form.kind == "shop" and form.items_produced is not None:
            yield (*path, "items_produced"), "a Shop produces nothing"


def _action_cards(document: Document) -> Iterator[Found]:
    missing = set(get_args(ActionName)) - {name for card in document.action_cards for row in card.rows for name in row}
    if missing:
        yield ("action_cards",), f"no Action Card has: {', '.join(sorted(missing))}"


def _hero(path: Path, hero: HeroForm) -> Iterator[Found]:
    colours = {COLOUR[need] for need in hero.needs if need != "wild"}
    if colours != set(hero.attraction_dice):
        yield (*path, "attraction_dice"), "must be the colours of the needs that are not wild (HCX-ATT-02)"
    if len(set(hero.attraction_dice)) != len(hero.attraction_dice):
        yield (*path, "attraction_dice"), "names a colour twice"
    yield from _power((*path, "power"), hero.power)


def _power(path: Path, power: PowerForm) -> Iterator[Found]:
    if power.exhaust and power.when != "activated":
        yield (*path, "exhaust"), "only an activated power exhausts its hero"
    if power.when == "activated" and not power.exhaust and not (power.cost.modifiers or power.cost.vp):
        yield path, "an activated power exhausts its hero or costs something: else it could be used for ever"
    if power.when == "activated" and not power.exhaust and _gives_back(power):
        yield path, "a power that gives back what it costs exhausts its hero: else it could be used for ever"
    if power.when != "activated" and (power.cost.modifiers or power.cost.vp):
        yield (*path, "cost"), "only an activated power has a cost"
    if power.when == "passive" and power.if_:
        yield (*path, "if"), "a passive power has no condition"
    for at, word in enumerate(power.effects):
        where = (*path, "effects", at)
        if not _fits(power.when, word):
            yield where, f"this word does not go with `when: {power.when}`"
        if isinstance(word, LAST) and at < len(power.effects) - 1:
            yield where, "nothing follows a deed that asks chance or leads on to a decision"
        if isinstance(word, AssignDie) and (power.when, power.window) != ("activated", "at_draft"):
            yield where, "a die is assigned to an action as it is drafted: by a power with `window: at_draft`"
        if isinstance(word, ExtraAction):
            yield from _extra_action(where, word, power.window)


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


def _extra_action(where: Path, word: ExtraAction, window: str) -> Iterator[Found]:
    if word.with_die and window != "in_action":
        yield where, "a die is in use only in the window `in_action`"
    if not word.with_die and word.action in ("bid", "attract"):
        yield where, f"without a die there is nothing to {word.action} with"
