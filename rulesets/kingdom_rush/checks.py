"""What a component set must hold, and what is wrong with one, at its line and column."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from typing import TYPE_CHECKING

from rulesets.kingdom_rush import printed, schema
from rulesets.kingdom_rush.cards import BadDrawing, Drawn, copies_of, offsets_of, read_tray
from rulesets.kingdom_rush.geometry import BIT, SIZE, Mask, Shape
from rulesets.kit.checks import by_id, duplicates, not_as_printed, placed, unknown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rulesets.kit.components import Found, Path

CENTRE = BIT["c3"]
BOTTOM: Mask = sum(BIT[f"{column}5"] for column in "abcde")


def faults(document: schema.Document) -> Iterator[Found]:
    """What is wrong with the cards, tiles and Heroes of a file."""
    yield from _ids(document)
    yield from _colors_and_shapes(document)
    yield from _enemies(document)
    yield from _towers(document)
    yield from _hordes(document)
    yield from _heroes(document)
    yield from _abilities(document)
    yield from _tiles_and_decks(document)
    if document.source == "printed":
        yield from _box(document)


def _ids(document: schema.Document) -> Iterator[Found]:
    yield from duplicates(placed(("enemies",), document.enemies, "sign"), "enemy with the sign")
    lists = ("towers", "heroes", "abilities", "spells", "pathbreakers", "portal_tiles", "boss_life", "scenarios")
    for name in (*lists, "hordes", "decks"):
        yield from duplicates(placed((name,), getattr(document, name), "id"), "entry with the id")
    cards = chain(
        _copies(("hordes",), document.hordes),
        *(_copies(("decks", index, "cards"), deck.cards) for index, deck in enumerate(document.decks)),
    )
    yield from duplicates(cards, "card with the id")


def _copies(path: Path, cards: Iterable[schema.Horde | schema.Warp]) -> Iterator[tuple[Path, str]]:
    for index, card in enumerate(cards):
        yield from (((*path, index, "id"), copy) for copy in copies_of(card.id, card.copies))


# --- tiles


def _colors_and_shapes(document: schema.Document) -> Iterator[Found]:
    yield from duplicates(placed(("colors",), document.colors), "colour")
    if "white" in document.colors:
        yield ("colors",), "white is nobody's colour: it is everybody's (KRR-WHT-01)"
    for id_, squares in printed.NEEDED_SHAPES.items():
        shape = offsets_of(document.shapes.get(id_, ()))
        if sorted(shape) not in ([(0, n) for n in range(squares)], [(n, 0) for n in range(squares)]):
            yield ("shapes",), f"the rulebook asks for {id_}, a line of {squares}"
    for id_, rows in document.shapes.items():
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


def _attack(path: Path, attack: schema.Attack, document: schema.Document, *, hero: bool) -> Iterator[Found]:
    yield from unknown(placed((*path, "tiles"), attack.tiles, "shape"), document.shapes, "shape")
    if attack.melee and not hero:
        yield (*path, "melee"), "only Heroes attack in melee (KRR-BAS-01)"
    if not (attack.arrows.present() or attack.perfect or attack.melee):
        yield path, "an attack has arrows, or is perfect or melee"
    if not (attack.tiles or attack.soldiers):
        yield path, "an attack has tiles or Soldiers"


# --- cards


def _enemies(document: schema.Document) -> Iterator[Found]:
    for index, enemy in enumerate(document.enemies):
        if enemy.icon_at and not (enemy.big and enemy.icons):
            yield ("enemies", index, "icon_at"), "only a Big enemy with an icon shows it at a corner"
        yield from duplicates(placed(("enemies", index, "defences"), enemy.defences), "defence")
        yield from duplicates(placed(("enemies", index, "icons"), enemy.icons), "icon")


def _towers(document: schema.Document) -> Iterator[Found]:
    for index, tower in enumerate(document.towers):
        path: Path = ("towers", index)
        for number, attack in enumerate(tower.attacks):
            at = (*path, "attacks", number)
            yield from _attack(at, attack, document, hero=False)
            if tower.type == "mage" and attack.damage != "magical":
                yield (*at, "damage"), "Mage Towers deal magical damage (KRR-DEF-07)"
        if tower.id not in printed.TOWERS:
            yield (*path, "id"), f"the rulebook knows no Tower {tower.id!r}"
        elif (tower.type, tower.level) != printed.TOWERS[tower.id]:
            type_, level = printed.TOWERS[tower.id]
            yield (*path, "type"), f"{tower.id} is of the type {type_} and of level {level}"
        if tower.type == "soldier" and not any(attack.soldiers for attack in tower.attacks):
            yield (*path, "attacks"), "a soldier Tower places Soldiers (KRR-SOL-01)"
    for missing in sorted(printed.TOWERS.keys() - document.tower.keys()):
        yield ("towers",), f"the Tower {missing!r} is missing"


def _hordes(document: schema.Document) -> Iterator[Found]:
    icons = by_id(document.pathbreakers)
    for index, horde in enumerate(document.hordes):
        path: Path = ("hordes", index)
        try:
            drawn = read_tray(horde.grid, document.enemy)
        except BadDrawing as bad:
            yield (*path, "grid", bad.row), str(bad)
            continue
        yield from _drawing(path, horde, drawn)
        yield from _back(path, horde, drawn)
        if bool(horde.breaks) != bool(drawn.bars["pathbreaker"]):
            yield (*path, "breaks"), "a pathbreaker bar, and no other card, has three icons in `breaks`"
        if horde.breaks:
            yield from unknown(placed((*path, "breaks"), horde.breaks), icons, "Pathbreaker card")
            yield from duplicates(placed((*path, "breaks"), horde.breaks), "icon")


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


def _heroes(document: schema.Document) -> Iterator[Found]:
    for index, hero in enumerate(document.heroes):
        path: Path = ("heroes", index)
        yield from _attack((*path, "basic"), hero.basic, document, hero=True)
        for count, towers in enumerate(hero.towers):
            yield from unknown(placed((*path, "towers", count), towers), document.tower, "Tower")
        if hero.id in printed.STARTING_TOWERS:
            for count, (towers, known) in enumerate(zip(hero.towers, printed.STARTING_TOWERS[hero.id], strict=True)):
                if sorted(towers) != sorted(known):
                    yield (*path, "towers", count), f"{hero.name} starts with {', '.join(known)} (KRR-SET-06)"
        if hero.turn is not None and hero.id not in printed.LARGE:
            yield (*path, "turn"), f"the text gives {hero.name} no bonus tile that could be turned (KRR-DMG-12)"
        own = sum(tile.hero == hero.id for tile in document.abilities)
        if own != printed.ABILITIES_EACH:
            yield path, f"{hero.name} has {printed.ABILITIES_EACH} special abilities, not {own} (KRR-SET-07)"


def _abilities(document: schema.Document) -> Iterator[Found]:
    yield from unknown(placed(("abilities",), document.abilities, "hero"), by_id(document.heroes), "Hero")
    for index, tile in enumerate(document.abilities):
        path: Path = ("abilities", index)
        if tile.attack:
            yield from _attack((*path, "attack"), tile.attack, document, hero=True)
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
        where = "stands in its picture: `attack` tells it" if known.tiles == "attack" else "stands in the rulebook"
        yield path, f"what {known.name} places {where}"
    if bool(tile.damage) == known.typed:
        yield path, f"the rulebook {'tells' if known.typed else 'does not tell'} the damage type of {known.name}"


# --- the rest of the box


def _tiles_and_decks(document: schema.Document) -> Iterator[Found]:
    for index, spell in enumerate(document.spells):
        if printed.SPELLS.get(spell.id) != (spell.name, spell.power):
            yield ("spells", index), f"the rulebook knows no Spell {spell.id!r}, {spell.name!r} of power {spell.power}"
    yield from unknown(placed(("portal_tiles",), document.portal_tiles, "shape"), document.shapes, "shape")
    for index, life in enumerate(document.boss_life):
        try:
            drawn = read_tray(life.grid, document.enemy)
        except BadDrawing as bad:
            yield ("boss_life", index, "grid", bad.row), str(bad)
            continue
        if any(drawn.bars.values()) or not drawn.foes:
            yield ("boss_life", index, "grid"), "a Boss Life card has enemies and no bar"


def _box(document: schema.Document) -> Iterator[Found]:
    """A printed set holds what the box does."""
    decks: Counter[str] = Counter()
    for deck in document.decks:
        decks[deck.of] += sum(card.copies for card in deck.cards)
    ghosts = sum(horde.copies for horde in document.hordes if horde.ghost_deck)
    for name, what, count, right in (
        ("towers", "Tower cards", sum(tower.copies for tower in document.towers), printed.TOWER_CARDS),
        ("hordes", "Horde cards", sum(horde.copies for horde in document.hordes), printed.HORDE_CARDS),
        ("hordes", "cards in the Ghost deck", ghosts, printed.GHOST_CARDS),
        ("heroes", "Heroes", len(document.heroes), len(printed.HERO_IDS)),
        ("spells", "Spells", len(document.spells), len(printed.SPELLS)),
        ("pathbreakers", "Pathbreaker cards", len(document.pathbreakers), printed.PATHBREAKERS),
        ("portal_tiles", "Portal tiles", len(document.portal_tiles), printed.PORTAL_TILES),
        ("decks", "Portal storm cards", decks["portal_storm"], printed.PORTAL_STORM_CARDS),
        ("decks", "boss cards", decks["boss_special"] + len(document.boss_life), printed.BOSS_SPECIAL_CARDS),
    ):
        yield from not_as_printed((name,), what, right, count)
