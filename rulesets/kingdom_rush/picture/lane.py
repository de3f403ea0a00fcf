"""The lane below the map: stacks and decks, Spells, Portal tiles and the life of a Boss."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from rulesets.kingdom_rush.geometry import QUARTER, STEP
from rulesets.kingdom_rush.ids import (
    ability_id,
    deck_id,
    facing_id,
    hero_id,
    horde_id,
    portal_tile_id,
    spell_id,
    stack_id,
    supply_id,
)
from rulesets.kingdom_rush.names import FACING, horde_name, tile_name
from rulesets.kingdom_rush.phases import Attacking, ChoosingBench, ChoosingSpells, Recruiting
from rulesets.kingdom_rush.picture.on_map import EMBLEMS
from rulesets.kingdom_rush.picture.parts import (
    CountPart,
    FacingPart,
    LifePart,
    MarkPart,
    OfferPart,
    OutPart,
    PlatePart,
    StackPart,
    SupplyPart,
)
from rulesets.kingdom_rush.picture.places import BACK_BOX, LIFE_BOX, OFFER_ROW, TABLE_ROW, Flow
from rulesets.kingdom_rush.picture.squares import squared_hordes
from rulesets.kingdom_rush.picture.trace import DECKS
from rulesets.kingdom_rush.picture.trays import NOTHING, SPELL_GLYPHS, TOWER_GLYPHS, glyph_of, tray_part, tray_title
from rulesets.kit.svg import Box, framed, label, legible
from rulesets.kit.words import joined

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulesets.kingdom_rush.board import Board
    from rulesets.kingdom_rush.components import Components
    from rulesets.kingdom_rush.phases import Pending
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
    facings: tuple[FacingPart, ...]
    out: OutPart
    offers: tuple[OfferPart, ...]
    height: int


def lane(view: View) -> Lane:
    """Everything from left to right, in as many rows as it needs."""
    flow = Flow(view.plan)
    stacks = []
    for part in (*stack_parts(view), *deck_parts(view)):
        x, y = flow.place(part.width)
        stacks.append(replace(part, x=x, y=y + 4))
    spells = []
    for spell in spell_parts(view):
        x, y = flow.place(40)
        spells.append(replace(spell, x=x, y=y + 15))
    gates = []
    for gate in view.board.gates:
        x, y = flow.place(36)
        id_, title = portal_tile_id(gate), f"{tile_name(gate)}, a Portal tile in the supply"
        gates.append(MarkPart(id_, title, x, y + 17, "portal", 0, view.frames(id_, Box(0, 0, 28, 28, 14))))
    life = life_part(view, *flow.place(LIFE_WIDTH)) if view.board.lives else None
    types = supply_parts(view)
    left, y = flow.place(SUPPLY_STEP * len(types))
    supply = tuple(replace(part, x=left + SUPPLY_STEP * n, y=y) for n, part in enumerate(types))
    facings = tuple(facing_parts(view, *flow.place(FACINGS_WIDTH)))
    out = out_part(view, *flow.place(OUT_WIDTH))
    rows = flow.row + 1
    offers = tuple(offer_parts(view, rows * TABLE_ROW))
    height = rows * TABLE_ROW + OFFER_ROW * -(-len(offers) // view.plan.offers)
    return Lane(tuple(stacks), tuple(spells), tuple(gates), life, supply, facings, out, offers, height)


def supply_parts(view: View) -> tuple[SupplyPart, ...]:
    """Towers that can still be bought or passed for, by type and level: two by two, as far as the scenario goes."""
    parts = supply_at_rest(view.board.components, view.board.setting.max_level, view.board.supply)
    touched, clickable = _supplies(view.scene.touched), _supplies(view.scene.clickable)
    if not (touched or clickable):
        return parts
    return tuple(
        replace(
            part,
            counts=tuple(
                replace(
                    count,
                    frames=framed(
                        COUNT_BOX, not touched.isdisjoint(count.id.split()), not clickable.isdisjoint(count.id.split())
                    ),
                )
                for count in part.counts
            ),
        )
        for part in parts
    )


def _supplies(ids: frozenset[str]) -> frozenset[str]:
    return frozenset(id_ for id_ in ids if id_.startswith("supply:"))


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
            x, y = 22 + 26 * ((level - 1) % 2), (3 if top > 2 else 17) + 28 * ((level - 1) // 2)
            id_ = " ".join(supply_id(tower.id) for tower in kinds)
            title = f"In the supply, level {level}: {names}"
            counts.append(CountPart(id_, title, x, y, level, sum(left[tower.id] for tower in kinds), None))
        parts.append(SupplyPart(f"{type_.capitalize()} Towers in the supply", glyph, tuple(counts), 0, 0))
    return tuple(parts)


COUNT_BOX = Box(1, 0, 22, 25, 5)
FACINGS_WIDTH, OUT_WIDTH = 60, 60
SUPPLY_STEP = 76
LIFE_WIDTH = 112


def stack_parts(view: View) -> Iterator[StackPart]:
    """The stack of each Spawn point."""
    closed = {barrier.token for barrier in view.board.barriers}
    for stack in view.board.stacks:
        pays, ghost = top_back(view, stack)
        text = f", the top one shows {_back_words(pays, ghost)}" if stack.size else ""
        shut = ", closed" if stack.token in closed else ""
        title = f"Spawn point {stack.token}{shut}: {stack.size} cards left{text}"
        part = StackPart(stack_id(stack.token), title, stack.size, stack.token, "", 0, 0, 13, pays)
        if stack.size:
            lone = not pays
            glyph = "untouchable" if ghost and lone else "crystal" if pays else ""
            part = replace(
                part, glyph=glyph, glyph_x=20.5 if lone else 13 if len(pays) == 1 else 6, glyph_y=31 + part.drop
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
        "timewarp": bool(getattr(setting.boss, "deck", "")),
        "storm": bool(setting.storm),
    }
    for name, (title, glyph) in DECKS.items():
        pile: Pile = getattr(view.board, name)
        if not (uses[name] or pile.size):
            continue
        part = StackPart(deck_id(name), f"{title}: {pile.size} cards", pile.size, 0, glyph, 17, 0, 20, "")
        yield replace(part, glyph_y=14 + part.drop, frames=view.frames(deck_id(name), BACK_BOX))


def spell_parts(view: View) -> Iterator[PlatePart]:
    """Spells of the team; one that has just been cast, or is still being carried out, is struck out."""
    before, board = view.scene.before, view.board
    used = (*before.spells, *casting(before), *casting(board)) if before else casting(board)
    cast = {*used}.difference(board.spells)
    for spell in sorted({*board.spells, *cast}):
        known = view.board.components.spell[spell]
        id_, state = spell_id(spell), "gone" if spell in cast else "ready"
        title = f"Spell {legible(known.name)}, power {known.power}{', cast' if spell in cast else ''}"
        glyph = SPELL_GLYPHS.get(spell, "scroll")
        yield PlatePart(id_, title, 0, 0, 32, 32, 20, glyph, state, "", view.frames(id_, Box(0, 0, 32, 32, 6)))


def casting(board: Board) -> Iterator[str]:
    """Spells that are being carried out."""
    at: Pending | None = board.pending
    while at is not None:
        if isinstance(at, Attacking) and at.source in board.components.spell:
            yield at.source
        at = getattr(at, "then", None)


def life_part(view: View, x: float, y: float) -> LifePart:
    """The Boss Life card on top."""
    life, components = view.board.lives[0], view.board.components
    id_, squared = horde_id(life.card), life.card in squared_hordes(view.board)
    count = len(view.board.lives)
    title = f"{tray_title(components, life, 0)}; {count} left"
    tray = tray_part(components, life, 0, view.trace.fresh.get(life.card, NOTHING))
    return LifePart(id_, title, x + 30, y + 31, tray, squared, count, view.frames(id_, LIFE_BOX))


def facing_parts(view: View, x: float, y: float) -> Iterator[FacingPart]:
    """The points of the compass, which Towers and heroes face."""
    for facing, word in FACING.items():
        dx, dy = STEP[facing]
        id_ = facing_id(word)
        px, py = x + 30 + 19 * dx, y + 31 + 19 * dy
        frames = view.frames(id_, Box(-9, -9, 18, 18, 5))
        yield FacingPart(id_, f"Facing {word}", px, py, facing, 90 * QUARTER[facing], frames)


def out_part(view: View, x: float, y: float) -> OutPart:
    """Hordes that were destroyed or reached the Exit. Those that the event touched, and of which nothing is left."""
    board, before = view.board, view.scene.before
    drawn = {horde.card for horde in (*board.hordes, *board.lives[:1], *(before.hordes if before else ()))}
    touched = {id_.removeprefix("horde:") for id_ in view.scene.touched if id_.startswith("horde:")}
    left = sorted(touched - drawn)
    destroyed, escaped = len(board.destroyed), len(board.escaped)
    title = f"Hordes out of the game: {destroyed} destroyed, {escaped} at the Exit"
    if left:
        title += f"; now {joined(legible(horde_name(board, card)) for card in left)}"
    return OutPart("out", title, x, y, " ".join(map(horde_id, left)), destroyed + escaped)


# --- the set-up


def offer_parts(view: View, top: int) -> Iterator[OfferPart]:
    """Heroes, abilities and Spells that can be chosen, and lie nowhere yet."""
    across = view.plan.offers
    step = (view.plan.width - 32) / across
    for index, (id_, name, text, glyph) in enumerate(_offered(view)):
        x, y, w = 16 + step * (index % across), top + OFFER_ROW * (index // across), step - 8
        box = Box(0, 0, w, OFFER_ROW - 6, 6)
        yield OfferPart(id_, f"{name}: {text}", x + 4, y, w, glyph, label(name, w - 42, 15, 14), view.frames(id_, box))


def _offered(view: View) -> Iterator[tuple[str, str, str, str]]:
    """Id, name, what it is, and glyph."""
    board = view.board
    c, setting, pending = board.components, board.setting, board.pending
    if isinstance(pending, Recruiting):
        taken = {side.hero for side in board.sides}
        heroes = [hero for hero in setting.heroes.allowed if hero not in taken] if "" in taken else []
        for seat in pending.who(board):
            hero = board.hero_of(seat)
            for ability in c.hero[hero.name].abilities if hero else ():
                yield ability_id(ability), legible(c.ability[ability].name), "an ability", glyph_of(c, ability)
    elif isinstance(pending, ChoosingBench):
        heroes = [hero for hero in setting.heroes.allowed if hero != board.side(1).hero]
    else:
        heroes = []
    for name in heroes:
        yield hero_id(name), legible(c.hero[name].name), "a hero", EMBLEMS.get(name, "helm")
    if isinstance(pending, ChoosingSpells) and setting.spells:
        for spell in c.spell.values():
            if spell.power <= setting.spells.max_power and spell.id not in board.spells:
                glyph = SPELL_GLYPHS.get(spell.id, "scroll")
                yield spell_id(spell.id), legible(spell.name), f"a Spell of power {spell.power}", glyph
