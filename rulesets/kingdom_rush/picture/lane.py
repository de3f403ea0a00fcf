"""The lane below the map: stacks and decks, Spells, Portal tiles and the life of a Boss."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from rulesets.kingdom_rush.ids import deck_id, horde_id, life_id, spell_id, stack_id, supply_id, tower_id
from rulesets.kingdom_rush.phases import Buying
from rulesets.kingdom_rush.picture.parts import CountPart, LifePart, MarkPart, PlatePart, StackPart, SupplyPart
from rulesets.kingdom_rush.picture.places import BACK_BOX, LIFE_BOX, Flow
from rulesets.kingdom_rush.picture.trace import DECKS
from rulesets.kingdom_rush.picture.trays import NOTHING, SPELL_GLYPHS, TOWER_GLYPHS, tray_part, tray_title
from rulesets.kit.svg import Box, framed, legible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulesets.kingdom_rush.components import Components
    from rulesets.kingdom_rush.picture.view import View
    from rulesets.kingdom_rush.pieces import Stack
    from rulesets.kit.piles import Pile


class Lane(Struct, frozen=True, gc=False):
    """What lies below the map."""

    stacks: tuple[StackPart, ...]
    spells: tuple[PlatePart, ...]
    gates: tuple[MarkPart, ...]
    life: LifePart | None
    supply: tuple[SupplyPart, ...]
    rows: int


def lane(view: View) -> Lane:
    """Everything from left to right, in as many rows as it needs."""
    flow = Flow()
    stacks = []
    for part in (*stack_parts(view), *deck_parts(view)):
        x, y = flow.place(part.width)
        stacks.append(replace(part, x=x, y=y + 4))
    spells = []
    for spell in spell_parts(view):
        x, y = flow.place(40)
        spells.append(replace(spell, x=x, y=y + 15))
    gates = []
    for gate in view.board.gates if view.board.setting.boss else ():
        x, y = flow.place(36)
        gates.append(MarkPart("", f"Portal tile in the supply: {gate}", x, y + 17, "portal", 0, None))
    life = life_part(view, *flow.place(LIFE_WIDTH)) if view.board.lives else None
    types = supply_parts(view)
    left, y = flow.place(SUPPLY_STEP * len(types))
    supply = tuple(replace(part, x=left + SUPPLY_STEP * n, y=y) for n, part in enumerate(types))
    return Lane(tuple(stacks), tuple(spells), tuple(gates), life, supply, flow.row + 1)


def supply_parts(view: View) -> tuple[SupplyPart, ...]:
    """Towers that can still be bought or passed for, by type and level: two by two, as far as the scenario goes."""
    board, before = view.board, view.scene.before
    parts = supply_at_rest(board.components, board.setting.max_level, board.supply)
    were = before.supply if before else board.supply
    clickable = view.scene.clickable if isinstance(board.pending, Buying) else frozenset()
    if were == board.supply and not clickable:
        return parts
    towers = board.components.tower
    changed = (Counter(were) - Counter(board.supply)) + (Counter(board.supply) - Counter(were))
    ringed = {supply_id(towers[card].type, towers[card].level) for card in changed}
    dotted = {supply_id(tower.type, tower.level) for card, tower in towers.items() if tower_id(card) in clickable}
    return tuple(
        replace(
            part,
            counts=tuple(
                replace(count, frames=framed(COUNT_BOX, count.id in ringed, count.id in dotted))
                for count in part.counts
            ),
        )
        for part in parts
    )


@lru_cache(maxsize=1024)
def supply_at_rest(components: Components, top: int, supply: tuple[str, ...]) -> tuple[SupplyPart, ...]:
    """The supply of one moment; most events leave it as it is."""
    left = Counter(supply)
    parts = []
    for type_, glyph in TOWER_GLYPHS.items():
        counts = []
        for level in range(1, top + 1):
            kinds = [tower for tower in components.tower.values() if (tower.type, tower.level) == (type_, level)]
            names = ", ".join(f"{left[tower.id]} {legible(tower.name)}" for tower in kinds)
            x, y = 22 + 26 * ((level - 1) % 2), (4 if top > 2 else 18) + 27 * ((level - 1) // 2)
            id_, title = supply_id(type_, level), f"In the supply, level {level}: {names}"
            counts.append(CountPart(id_, title, x, y, level, sum(left[tower.id] for tower in kinds), None))
        parts.append(SupplyPart(f"{type_.capitalize()} Towers in the supply", glyph, tuple(counts), 0, 0))
    return tuple(parts)


COUNT_BOX = Box(1, 0, 22, 23, 5)
SUPPLY_STEP = 78
LIFE_WIDTH = 112


def stack_parts(view: View) -> Iterator[StackPart]:
    """The stack of each Spawn point."""
    closed = {barrier.token for barrier in view.board.barriers}
    for stack in view.board.stacks:
        pays, ghost = top_back(view, stack)
        says = f", the top one shows {_back_words(pays, ghost)}" if stack.size else ""
        shut = ", closed" if stack.token in closed else ""
        title = f"Spawn {stack.token}{shut}: {stack.size} cards left{says}"
        part = StackPart(stack_id(stack.token), title, stack.size, stack.token, "", 0, 0, 13, pays)
        if stack.size:
            lone = not pays
            glyph = "untouchable" if ghost and lone else "crystal" if pays else ""
            part = replace(
                part, glyph=glyph, glyph_x=16.5 if lone else 10 if len(pays) == 1 else 6, glyph_y=31 + part.drop
            )
        yield replace(part, frames=view.frames(part.id, BACK_BOX))


def top_back(view: View, stack: Stack) -> tuple[str, bool]:
    """What the back of the top card shows, as far as the cards that it may be agree: crystals, and a ghost."""
    segment = next((segment for segment in stack.segments if segment.size), None)
    if segment is None:
        return "", False
    cards = [view.board.components.horde[card] for card in segment.unseen]
    counts = sorted({card.crystals for card in cards})
    ghost = any(card.ghost or card.ghost_deck for card in cards)
    if not counts or counts == [0]:
        return "", ghost
    return (str(counts[0]) if len(counts) == 1 else f"{counts[0]}–{counts[-1]}"), ghost


def _back_words(pays: str, ghost: bool) -> str:
    words = [f"{pays} Crystal{'' if pays == '1' else 's'}"] if pays else []
    if ghost:
        words.append("a ghost")
    return " or ".join(words) or "nothing"


def deck_parts(view: View) -> Iterator[StackPart]:
    """Face-down decks that the scenario uses."""
    setting = view.board.setting
    uses = {
        "ghosts": setting.ghosts,
        "timewarp": setting.win == "boss",
        "storm": bool(setting.storm),
    }
    for name, (title, glyph) in DECKS.items():
        pile: Pile = getattr(view.board, name)
        if not (uses[name] or pile.size):
            continue
        drawn = name in view.trace.decks and any(piece.startswith("warp:") for piece in view.scene.touched)
        part = StackPart(deck_id(name), f"{title}: {pile.size} cards", pile.size, 0, glyph, 13, 0, 20, "")
        yield replace(part, glyph_y=14 + part.drop, frames=framed(BACK_BOX, drawn, False))


def spell_parts(view: View) -> Iterator[PlatePart]:
    """Spells of the team; one that has just been cast is struck out."""
    before = view.scene.before
    cast = [spell for spell in before.spells if spell not in view.board.spells] if before else []
    for spell in sorted({*view.board.spells, *cast}):
        known = view.board.components.spell[spell]
        id_, state = spell_id(spell), "gone" if spell in cast else "ready"
        title = f"Spell {legible(known.name)}, power {known.power}{', cast' if spell in cast else ''}"
        glyph = SPELL_GLYPHS.get(spell, "scroll")
        yield PlatePart(id_, title, 0, 0, 32, 32, 20, glyph, state, "", view.frames(id_, Box(0, 0, 32, 32, 6)))


def life_part(view: View, x: float, y: float) -> LifePart:
    """The Boss Life card on top."""
    life, components = view.board.lives[0], view.board.components
    touched = any(piece == horde_id(life.card) or piece.startswith("life:") for piece in view.scene.touched)
    clickable = bool({life_id(life.card), horde_id(life.card)} & view.scene.clickable)
    count = len(view.board.lives)
    title = f"{tray_title(components, life, 0)}; {count} left"
    tray = tray_part(components, life, 0, view.trace.fresh.get(life.card, NOTHING))
    return LifePart(life_id(life.card), title, x + 30, y + 31, tray, count, framed(LIFE_BOX, touched, clickable))
