"""What a component set must hold, and what is wrong with one, at its line and column."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from rulesets.kingdom_rush import printed, schema
from rulesets.kingdom_rush.cards import BadDrawing, Drawn, copies_of, offsets_of, read_tray
from rulesets.kingdom_rush.geometry import BIT, SIZE, Mask, Shape

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from msgspec import Struct

    from rulesets.kit.components import Path, Source

T = TypeVar("T")
Found = tuple["Path", str]
"""Where a fault is, and what."""

LISTS: dict[str, type[Struct]] = {
    "enemies": schema.Enemy,
    "towers": schema.Tower,
    "hordes": schema.Horde,
    "heroes": schema.Hero,
    "abilities": schema.Ability,
    "spells": schema.Spell,
    "pathbreakers": schema.Pathbreaker,
    "portal_tiles": schema.PortalTile,
    "decks": schema.Deck,
    "boss_life": schema.BossLife,
    "scenarios": schema.Scenario,
}
NEEDED = ("enemies", "towers", "hordes", "heroes", "abilities", "scenarios")
MOST = 200
"""Entries of one list."""

CENTRE = BIT["c3"]
BOTTOM: Mask = sum(BIT[f"{column}5"] for column in "abcde")


class Parts:
    """A file that fits the schema, read part by part."""

    def __init__(self, header: schema.Header, lists: Mapping[str, Sequence[Any]]) -> None:
        self.header = header
        self.enemies: Sequence[schema.Enemy] = lists["enemies"]
        self.towers: Sequence[schema.Tower] = lists["towers"]
        self.hordes: Sequence[schema.Horde] = lists["hordes"]
        self.heroes: Sequence[schema.Hero] = lists["heroes"]
        self.abilities: Sequence[schema.Ability] = lists["abilities"]
        self.spells: Sequence[schema.Spell] = lists["spells"]
        self.pathbreakers: Sequence[schema.Pathbreaker] = lists["pathbreakers"]
        self.portal_tiles: Sequence[schema.PortalTile] = lists["portal_tiles"]
        self.decks: Sequence[schema.Deck] = lists["decks"]
        self.boss_life: Sequence[schema.BossLife] = lists["boss_life"]
        self.scenarios: Sequence[schema.Scenario] = lists["scenarios"]

    @cached_property
    def tower(self) -> dict[str, schema.Tower]:
        return {tower.id: tower for tower in self.towers}

    @cached_property
    def horde(self) -> dict[str, schema.Horde]:
        return {horde.id: horde for horde in self.hordes}

    @cached_property
    def hero(self) -> dict[str, schema.Hero]:
        return {hero.id: hero for hero in self.heroes}

    @cached_property
    def enemy(self) -> dict[str, schema.Enemy]:
        return {enemy.sign: enemy for enemy in self.enemies}


def read(source: Source) -> Parts:
    """The parts of a file. Raises BadComponentSet with all that does not fit the schema."""
    if not isinstance(source.data, dict):
        source.fault((), "a component set is a mapping")
        source.finish()
    whole: dict[str, Any] = source.data
    source.data = {key: value for key, value in whole.items() if key not in LISTS}
    header = source.convert((), schema.Header)
    source.data = whole
    lists = {name: _list(source, name, kind) for name, kind in LISTS.items()}
    source.finish()
    assert header is not None
    return Parts(header, lists)


def _list(source: Source, name: str, kind: type[T]) -> tuple[T, ...]:
    entries = source.data.get(name)
    if entries is None and name not in NEEDED:
        return ()
    if not isinstance(entries, list) or not 0 < len(entries) <= MOST:
        source.fault((name,), f"`{name}` is a list of 1 to {MOST} entries")
        return ()
    read = (source.convert((name, index), kind) for index in range(len(entries)))
    return tuple(entry for entry in read if entry is not None)


def faults(parts: Parts) -> Iterator[Found]:
    """What is wrong with the cards, tiles and Heroes of a file."""
    yield from _unique(parts)
    yield from _header(parts.header)
    yield from _enemies(parts)
    yield from _towers(parts)
    yield from _hordes(parts)
    yield from _heroes(parts)
    yield from _abilities(parts)
    yield from _tiles_and_decks(parts)
    if parts.header.source == "printed":
        yield from _box(parts)


# --- all lists


def _unique(parts: Parts) -> Iterator[Found]:
    for name in LISTS:
        field = "sign" if name == "enemies" else "id"
        yield from doubled((name,), [getattr(entry, field) for entry in getattr(parts, name)], field)
    cards: list[tuple[Path, str, int]] = [
        (("hordes", i, "id"), horde.id, horde.copies) for i, horde in enumerate(parts.hordes)
    ]
    cards += [
        (("decks", i, "cards", j, "id"), card.id, card.copies)
        for i, deck in enumerate(parts.decks)
        for j, card in enumerate(deck.cards)
    ]
    seen: set[str] = set()
    for path, id_, count in cards:
        copies = set(copies_of(id_, count))
        if both := sorted(copies & seen):
            yield path, f"a second card with the id {both[0]!r}"
        seen |= copies


def doubled(path: Path, ids: Iterable[str], field: str | None = None) -> Iterator[Found]:
    """Ids that stand twice in the list at `path`."""
    seen: set[str] = set()
    for index, id_ in enumerate(ids):
        if id_ in seen:
            yield (*path, index, *([field] if field else [])), f"{id_!r} stands here twice"
        seen.add(id_)


def unknown(path: Path, ids: Iterable[str], known: Iterable[str], what: str) -> Iterator[Found]:
    """Ids of the list at `path` that are none of `known`."""
    among = frozenset(known)
    yield from (((*path, index), f"no {what} has the id {id_!r}") for index, id_ in enumerate(ids) if id_ not in among)


# --- tiles


def _header(header: schema.Header) -> Iterator[Found]:
    yield from doubled(("colors",), header.colors)
    if "white" in header.colors:
        yield ("colors",), "white is nobody's colour: it is everybody's (KRR-WHT-01)"
    for id_, squares in printed.NEEDED_SHAPES.items():
        shape = offsets_of(header.shapes.get(id_, ()))
        if sorted(shape) not in ([(0, n) for n in range(squares)], [(n, 0) for n in range(squares)]):
            yield ("shapes",), f"the rulebook asks for {id_}, a line of {squares}"
    for id_, rows in header.shapes.items():
        shape = offsets_of(rows)
        if not shape or min(x for x, _ in shape) or min(y for _, y in shape):
            yield ("shapes", id_), f"{id_} has no square in its first row, or none in its first column"
        elif not _connected(shape):
            yield ("shapes", id_), f"the squares of {id_} do not hang together"


def _connected(shape: Shape) -> bool:
    reached, left = {shape[0]}, set(shape[1:])
    while step := {(x, y) for x, y in left if any(abs(x - a) + abs(y - b) == 1 for a, b in reached)}:
        reached |= step
        left -= step
    return not left


def _attack(path: Path, attack: schema.Attack, header: schema.Header, *, hero: bool) -> Iterator[Found]:
    for index, tile in enumerate(attack.tiles):
        if tile.shape not in header.shapes:
            yield (*path, "tiles", index, "shape"), f"no tile has the shape {tile.shape!r}"
    if attack.melee and not hero:
        yield (*path, "melee"), "only Heroes attack in melee (KRR-BAS-01)"
    if not (attack.arrows.told() or attack.perfect or attack.melee):
        yield path, "an attack has arrows, or is perfect or melee"
    if not (attack.tiles or attack.soldiers):
        yield path, "an attack has tiles or Soldiers"


# --- cards


def _enemies(parts: Parts) -> Iterator[Found]:
    for index, enemy in enumerate(parts.enemies):
        if enemy.icon_at and not (enemy.big and enemy.icons):
            yield ("enemies", index, "icon_at"), "only a Big enemy with an icon shows it at a corner"
        yield from doubled(("enemies", index, "defences"), enemy.defences)
        yield from doubled(("enemies", index, "icons"), enemy.icons)


def _towers(parts: Parts) -> Iterator[Found]:
    for index, tower in enumerate(parts.towers):
        path: Path = ("towers", index)
        for number, attack in enumerate(tower.attacks):
            at = (*path, "attacks", number)
            yield from _attack(at, attack, parts.header, hero=False)
            if tower.type == "mage" and attack.damage != "magical":
                yield (*at, "damage"), "Mage Towers deal magical damage (KRR-DEF-07)"
        if tower.id not in printed.TOWERS:
            yield (*path, "id"), f"the rulebook knows no Tower {tower.id!r}"
        elif (tower.type, tower.level) != printed.TOWERS[tower.id]:
            type_, level = printed.TOWERS[tower.id]
            yield (*path, "type"), f"{tower.id} is of the type {type_} and of level {level}"
        if tower.type == "soldier" and not any(attack.soldiers for attack in tower.attacks):
            yield (*path, "attacks"), "a soldier Tower places Soldiers (KRR-SOL-01)"
    for missing in sorted(printed.TOWERS.keys() - parts.tower.keys()):
        yield ("towers",), f"the Tower {missing!r} is missing"


def _hordes(parts: Parts) -> Iterator[Found]:
    icons = frozenset(card.id for card in parts.pathbreakers)
    for index, horde in enumerate(parts.hordes):
        path: Path = ("hordes", index)
        try:
            drawn = read_tray(horde.grid, parts.enemy)
        except BadDrawing as bad:
            yield (*path, "grid", bad.row), str(bad)
            continue
        yield from _drawing(path, horde, drawn)
        yield from _back(path, horde, drawn)
        if bool(horde.breaks) != bool(drawn.bars["pathbreaker"]):
            yield (*path, "breaks"), "a pathbreaker bar, and no other card, has three icons in `breaks`"
        if horde.breaks:
            yield from unknown((*path, "breaks"), horde.breaks, icons, "Pathbreaker card")
            yield from doubled((*path, "breaks"), horde.breaks)


def _drawing(path: Path, horde: schema.Horde, drawn: Drawn) -> Iterator[Found]:
    at = (*path, "grid")
    if not drawn.foes:
        yield at, "a Horde has at least one enemy"
    for bar, squares in (("flying", 2), ("ghost", 3)):
        if drawn.bars[bar] and not _line(drawn.bars[bar], squares):
            yield at, f"a {bar} bar is a line of {squares} squares"
    if drawn.bars["pathbreaker"] not in (0, BOTTOM):
        yield at, "a pathbreaker bar fills the bottom row (KRR-PBK-01)"
    if drawn.bars["portal"] != (CENTRE if horde.level else 0):
        yield at, "a Portal, which has a level, and no Horde, has `#` in its centre and nowhere else (KRR-POR-01)"


def _line(mask: Mask, squares: int) -> bool:
    across, down = (1 << squares) - 1, sum(1 << SIZE * n for n in range(squares))
    first = (mask & -mask).bit_length() - 1
    return mask == down << first or (mask == across << first and first % SIZE + squares <= SIZE)


def _back(path: Path, horde: schema.Horde, drawn: Drawn) -> Iterator[Found]:
    if drawn.bars["ghost"] and horde.crystals:
        yield (*path, "crystals"), "a Horde with a ghost icon pays no Crystals (KRR-GHO-04)"
    if horde.ghost_deck:
        if horde.crystals != printed.GHOST_CRYSTALS:
            yield path, f"a card of the Ghost deck pays {printed.GHOST_CRYSTALS} Crystals (KRR-GHO-05)"
        if drawn.bars["ghost"] or horde.level:
            yield path, "a card of the Ghost deck is no Portal, and calls no other Ghost"


# --- Heroes


def _heroes(parts: Parts) -> Iterator[Found]:
    for index, hero in enumerate(parts.heroes):
        path: Path = ("heroes", index)
        yield from _attack((*path, "basic"), hero.basic, parts.header, hero=True)
        for count, towers in enumerate(hero.towers):
            yield from unknown((*path, "towers", count), towers, parts.tower, "Tower")
        if hero.id in printed.STARTING_TOWERS:
            for count, (told, known) in enumerate(zip(hero.towers, printed.STARTING_TOWERS[hero.id], strict=True)):
                if sorted(told) != sorted(known):
                    yield (*path, "towers", count), f"{hero.name} starts with {', '.join(known)} (KRR-SET-06)"
        if hero.turn is not None and hero.id not in printed.LARGE:
            yield (*path, "turn"), f"the text gives {hero.name} no bonus tile that could be turned (KRR-DMG-12)"
        own = sum(tile.hero == hero.id for tile in parts.abilities)
        if own != printed.ABILITIES_EACH:
            yield path, f"{hero.name} has {printed.ABILITIES_EACH} special abilities, not {own} (KRR-SET-07)"


def _abilities(parts: Parts) -> Iterator[Found]:
    for index, tile in enumerate(parts.abilities):
        path: Path = ("abilities", index)
        if tile.hero not in parts.hero:
            yield (*path, "hero"), f"no Hero has the id {tile.hero!r}"
        if tile.attack:
            yield from _attack((*path, "attack"), tile.attack, parts.header, hero=True)
        if known := printed.ABILITIES.get(tile.id):
            yield from _printed_ability(path, tile, known)
        elif tile.damage or not (tile.attack or tile.protection):
            yield path, "a special ability of your own is an attack, a protection or both"
        elif tile.id in printed.TOWERS.keys() | printed.SPELLS.keys() | set(printed.HERO_IDS):
            yield (*path, "id"), f"{tile.id!r} is the id of something else"
        if tile.turn is not None and tile.id not in printed.LARGE:
            yield (*path, "turn"), f"the text gives {tile.name} no tile that could be turned (KRR-DMG-12)"
        if tile.pattern and (tile.id != "call_of_the_wild" or len(set(tile.pattern)) < len(tile.pattern)):
            yield (*path, "pattern"), "only Call of the Wild has a pattern, of four different squares (KRR-ALL-04)"


def _printed_ability(path: Path, tile: schema.Ability, known: printed.PrintedAbility) -> Iterator[Found]:
    if (tile.hero, tile.kind, tile.protection) != (known.hero, known.kind, known.protection):
        protects = " with protection" if known.protection else ""
        yield path, f"{known.name} is of {known.hero}, {known.kind}{protects}"
    if bool(tile.attack) != (known.tiles == "attack"):
        told = "stands in its picture: `attack` tells it" if known.tiles == "attack" else "stands in the rulebook"
        yield path, f"what {known.name} places {told}"
    if bool(tile.damage) == known.typed:
        yield path, f"the rulebook {'tells' if known.typed else 'does not tell'} the damage type of {known.name}"


# --- the rest of the box


def _tiles_and_decks(parts: Parts) -> Iterator[Found]:
    for index, spell in enumerate(parts.spells):
        if printed.SPELLS.get(spell.id) != (spell.name, spell.power):
            yield ("spells", index), f"the rulebook knows no Spell {spell.id!r}, {spell.name!r} of power {spell.power}"
    for index, tile in enumerate(parts.portal_tiles):
        yield from unknown(("portal_tiles", index), [tile.shape], parts.header.shapes, "shape")
    for index, life in enumerate(parts.boss_life):
        try:
            drawn = read_tray(life.grid, parts.enemy)
        except BadDrawing as bad:
            yield ("boss_life", index, "grid", bad.row), str(bad)
            continue
        if any(drawn.bars.values()) or not drawn.foes:
            yield ("boss_life", index, "grid"), "a Boss Life card has enemies and no bar"
    for name, most in (("pathbreakers", printed.PATHBREAKERS), ("portal_tiles", printed.PORTAL_TILES)):
        if len(getattr(parts, name)) > most:
            yield (name, most), f"there are {most} of them"


def _box(parts: Parts) -> Iterator[Found]:
    """A printed set holds what the box does."""
    decks: Counter[str] = Counter()
    for deck in parts.decks:
        decks[deck.of] += sum(card.copies for card in deck.cards)
    ghosts = sum(horde.copies for horde in parts.hordes if horde.ghost_deck)
    for name, count, right in (
        ("towers", sum(tower.copies for tower in parts.towers), printed.TOWER_CARDS),
        ("hordes", sum(horde.copies for horde in parts.hordes), printed.HORDE_CARDS),
        ("hordes", ghosts, printed.GHOST_CARDS),
        ("heroes", len(parts.heroes), len(printed.HERO_IDS)),
        ("spells", len(parts.spells), len(printed.SPELLS)),
        ("pathbreakers", len(parts.pathbreakers), printed.PATHBREAKERS),
        ("portal_tiles", len(parts.portal_tiles), printed.PORTAL_TILES),
        ("decks", decks["portal_storm"], printed.PORTAL_STORM_CARDS),
        ("decks", decks["boss_special"] + len(parts.boss_life), printed.BOSS_SPECIAL_CARDS),
    ):
        if count != right:
            yield (name,), f"the box holds {right} of them, this set {count}"
