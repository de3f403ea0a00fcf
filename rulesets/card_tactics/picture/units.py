"""The line of six: cards on their spaces, their tokens, empty spaces and who left them."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct

from rulesets.card_tactics.board import HEROES, ROOM
from rulesets.card_tactics.effects import UnitDefeated
from rulesets.card_tactics.ids import card_id
from rulesets.card_tactics.names import skill_name, unit_name
from rulesets.card_tactics.phases import ChoosingHeroes, DiscardingItem, PlacingHeroes
from rulesets.card_tactics.picture import places
from rulesets.card_tactics.picture.glyphs import TOKENS, unit_glyph
from rulesets.card_tactics.picture.words import lines_of
from rulesets.card_tactics.pieces import KINDS, TOKEN_NAMES
from rulesets.card_tactics.rules.rounds import skill_of_enemy
from rulesets.card_tactics.rules.values import effective_defence
from rulesets.kit.svg import Box, Frames, Label, Placed, label, legible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulesets.card_tactics.picture.view import View
    from rulesets.card_tactics.pieces import CardId, Tokens, Unit

CARD = Box(0, 0, places.CARD_WIDTH, places.CARD_HEIGHT, places.CARD_ROUND)
NAME_WIDTH = 88.5
LIFE_LEFT, LIFE_WIDTH, LIFE_GAP, LIFE_MOST = 8, 74, 2, 18


class TokenPart(Struct, frozen=True, gc=False):
    """Equal tokens on a unit."""

    x: float
    y: float
    form: str
    """`disc` for attack, `shield` for defence, both with a number; else empty."""
    glyph: str
    text: str
    title: str
    class_: str
    half: float = 12
    """Half of the width of a form."""
    gone: bool = False
    """The last one was spent in the last event."""


class UnitPart(Placed, frozen=True):
    """A unit on its space."""

    class_: str
    glyph: str
    seat: int
    """Whose shape it shows, where there are several seats; else 0."""
    rank: str
    """`c`, `r` or `u` of an enemy."""
    rarity: str
    boss: bool
    quirk: str
    name: tuple[Label, ...]
    health: int
    defence: int
    changed: int
    """By how much it differs from the printed defence."""
    life: tuple[tuple[float, float, bool], ...]
    tokens: tuple[TokenPart, ...]
    exhausted: bool
    order: int
    """When it acts in this round, 1 being now or next; 0 if it does not."""
    order_title: str
    acts: bool
    foot: Label | None
    """The skill that an enemy uses where it stands."""
    frames: Frames | None


class SpacePart(Placed, frozen=True):
    """A space without a unit, and who left it."""

    glyph: str
    name: tuple[Label, ...] = ()
    note: str = ""
    gone: bool = False
    """Defeated by the last event."""
    frames: Frames | None = None


def unit_parts(view: View) -> Iterator[UnitPart]:
    """Both lines, from the centre outward."""
    for hero, line in ((True, view.board.heroes), (False, view.board.enemies)):
        lane = view.plan.lane(hero=hero)
        for position, unit in enumerate(line, 1):
            yield _unit_part(view, unit, position, lane.card(position))


def _unit_part(view: View, unit: Unit, position: int, at: places.Point) -> UnitPart:
    board, card = view.board, unit.card
    face, id_ = board.components.unit[card], card_id(card)
    defence, order, acts = effective_defence(board, unit), view.order.get(card, 0), card == view.acting
    name = unit_name(board, card)
    title = f"{name}: health {unit.health} of {face.health}, defence {defence}"
    skill = "" if face.hero else skill_name(board, skill_of_enemy(face, position))
    return UnitPart(
        id=id_,
        title=legible(
            title + (", exhausted" if unit.exhausted else "") + (f", uses {skill} from here" if skill else "")
        ),
        x=at[0],
        y=at[1],
        class_=view.class_of(card),
        glyph=unit_glyph(face.card, face.hero),
        seat=board.controller(card) if face.hero and board.seats > 1 else 0,
        rank=face.rarity[:1],
        rarity=f"{face.rarity.capitalize()} {'Boss' if face.boss else 'Enemy'}" if face.rarity else "",
        boss=face.boss,
        quirk=legible(face.quirk.text or "see the card") if face.quirk else "",
        name=lines_of(name, NAME_WIDTH),
        health=unit.health,
        defence=defence,
        changed=defence - face.defence,
        life=life(unit.health, face.health),
        tokens=token_parts(unit.tokens, view.spent.get(card, ())),
        exhausted=unit.exhausted,
        order=order,
        order_title="Acts now" if acts else "Acts next" if order == 1 else f"Acts as number {order} from now",
        acts=acts,
        foot=label(legible(skill), view.plan.foot_width, 14) if skill else None,
        frames=view.frames(id_, CARD),
    )


@lru_cache(maxsize=256)
def life(health: int, most: int) -> tuple[tuple[float, float, bool], ...]:
    """Segments of the life bar: x, width, and whether it is left."""
    count = min(most, LIFE_MOST)
    width = (LIFE_WIDTH - LIFE_GAP * (count - 1)) / count
    return tuple(
        (round(LIFE_LEFT + (width + LIFE_GAP) * n, 2), round(width, 2), n * most < health * count) for n in range(count)
    )


@lru_cache(maxsize=1024)
def token_parts(tokens: Tokens, spent: tuple[str, ...] = ()) -> tuple[TokenPart, ...]:
    """Tokens from the left on the lower edge of the card; more than it holds stand below.

    Of a kind that has just been spent, the outline of one keeps the place.
    """
    parts: list[TokenPart] = []
    left, y = places.TOKEN_LEFT, places.TOKEN_Y
    shown = tokens.counts()
    if spent:
        shown = tuple((kind, tokens.count(kind)) for kind in KINDS if tokens.count(kind) or kind in spent)
    for kind, count in shown:
        width = _token_width(kind, count)
        if left + width > places.TOKEN_RIGHT:
            left, y = places.TOKEN_LEFT, y + places.TOKEN_ROW
        parts.append(_token(kind, count, left, y, width))
        left += width + places.TOKEN_GAP
    return tuple(parts)


def _token_width(kind: str, count: int) -> int:
    if kind in TOKENS:
        return 36 if count > 1 else 24
    return 24 if count < 10 else 32


def _token(kind: str, count: int, left: int, y: int, width: int) -> TokenPart:
    """Drawn around its middle; one with a glyph and a number from the middle of its glyph."""
    name = TOKEN_NAMES[kind]
    title = f"{name} token{f' ({count})' if count > 1 else '' if count else ', spent'}"
    if kind in TOKENS:
        class_ = "faint" if not count else "heart" if kind == "bleed" else "ink"
        text = str(count) if count > 1 else ""
        return TokenPart(left + 12, y, "", TOKENS[kind], text, title, class_, gone=not count)
    sign = "+" if kind.endswith("plus") else "\N{MINUS SIGN}"
    form = "shield" if kind.startswith("defence") else "disc"
    return TokenPart(left + width // 2, y, form, "", f"{sign}{count or 1}", title, "", width // 2, gone=not count)


# --- spaces without a unit


def space_parts(view: View) -> Iterator[SpacePart]:
    """Set-aside heroes stand where there is room in their line; of enemies, those that the last event defeated."""
    board = view.board
    if isinstance(board.pending, ChoosingHeroes):  # a tray lies there
        return
    fallen = [effect.unit for effect in view.scene.effects if isinstance(effect, UnitDefeated)]
    heroes = [(card, "set aside") for card in board.aside]
    if isinstance(board.pending, PlacingHeroes):
        heroes = [(card, "to place") for card in board.pending.heroes]
    elif isinstance(board.pending, DiscardingItem):
        heroes = [(card, "to place") for card, _ in board.controllers]
    enemies = [(card, "defeated") for card in fallen if not board.is_hero(card) and board.find(card) is None]
    for position in range(len(board.heroes) + 1, HEROES + 1):
        at = view.plan.heroes.card(position)
        yield _space(view, at, heroes, position - len(board.heroes) - 1, fallen, hero=True)
    for position in range(len(board.enemies) + 1, ROOM + 1):
        at = view.plan.enemies.card(position)
        yield _space(view, at, enemies, position - len(board.enemies) - 1, fallen, hero=False)


def _space(
    view: View, at: places.Point, left: list[tuple[CardId, str]], index: int, fallen: list[CardId], *, hero: bool
) -> SpacePart:
    x, y = at
    if index >= len(left):
        title = "Empty hero space" if hero else "Empty enemy space"
        return SpacePart("", title, x, y, unit_glyph("", hero))
    card, note = left[index]
    id_, name = card_id(card), unit_name(view.board, card)
    return SpacePart(
        id_,
        legible(f"{name}, {note}"),
        x,
        y,
        unit_glyph(view.components.unit[card].card, hero),
        lines_of(name, NAME_WIDTH),
        note,
        card in fallen,
        view.frames(id_, CARD),
    )
