"""The strips of the players: name, hero, health, abilities, hand, Bench."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.kingdom_rush import caption
from rulesets.kingdom_rush.ids import (
    ability_id,
    hand_id,
    health_id,
    held_id,
    hero_card_id,
    hero_id,
    incoming_id,
    seat_id,
)
from rulesets.kingdom_rush.picture.on_map import emblem, hero_part
from rulesets.kingdom_rush.picture.parts import CardPart, HealthPart, HeroPart, PlatePart, PlayerPart
from rulesets.kingdom_rush.picture.places import (
    BENCH_STEP,
    BOLD,
    CALLED_STEP,
    CARD_BOX,
    CARD_STEP,
    CARD_WIDTH,
    HAND_LEFT,
    HAND_Y,
    HEART_STEP,
    MINI,
    MINI_X,
    MINI_Y,
    PANEL_HEIGHT,
    PLAIN_HEALTH,
    RIGHT,
)
from rulesets.kingdom_rush.picture.trays import glyph_of, name_of_source
from rulesets.kingdom_rush.pieces import WILDCAT
from rulesets.kit import svg
from rulesets.kit.svg import Box, framed, label, legible

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rulesets.kingdom_rush.board import Board
    from rulesets.kingdom_rush.picture.view import View
    from rulesets.kingdom_rush.pieces import AbilityTile, Hero, HeroName
    from rulesets.kit.phases import Seat
    from rulesets.kit.svg import Frames, Label


def player_part(view: View, seat: Seat, x: int, y: float, w: int) -> PlayerPart:
    """The strip of a seat."""
    board, player = view.board, view.board.side(seat)
    (bench_x, bench_y), height = view.plan.bench, view.plan.solo_height if view.solo else PANEL_HEIGHT
    hero = board.hero_of(seat)
    acts = seat in board.pending.who(board)
    words = label(caption.status(board, seat), 110, 15, 14)
    minis = tuple(mini_parts(view, seat))
    hero_x = (62 if view.solo else 56) + 32 * (len(minis) - 1 if minis else 0)
    abilities = tuple(ability_parts(view, hero)) if hero else ()
    left = min((a.x for a in abilities), default=RIGHT + 6) - 6
    hero_label = label(caption.short_name(board, hero.name), 62, 16, 14) if hero else None
    health_x = hero_x + (round(svg.advance(hero_label.text, hero_label.size)) + 10 if hero_label else 0)
    incoming = tuple(card_parts(view, seat, player.incoming, HAND_LEFT, w - 12, incoming=True))
    right = incoming[0].x - 26 if incoming else w - 12
    hand = tuple(card_parts(view, seat, player.hand, HAND_LEFT, right, incoming=False))
    bench, held = (tuple(bench_parts(view)), held_by_bench(view)) if view.solo else ((), [])
    return PlayerPart(
        seat_id(seat),
        f"{view.names[seat]}{f', {player.colour}' if player.colour and not view.solo else ''}",
        seat,
        view.paint(seat),
        x,
        y,
        w,
        label(view.names[seat], name_room(w, words), 20, 16),
        words,
        acts,
        view.frames(seat_id(seat), Box(0, 0, w, height, 8)),
        hero_label,
        hero_x,
        minis,
        health_part(view, hero, health_x, left - health_x) if hero else None,
        abilities,
        hero_card_part(view, seat, hero) if hero else None,
        f"Hand: {_names(view, player.hand)}",
        hand,
        _holder(view, hand_id(seat), hand, right),
        f"On the way into the hand: {_names(view, player.incoming)}",
        incoming,
        _holder(view, incoming_id(seat), incoming, w - 12),
        bench_title(board, held),
        bench,
        " ".join(map(hero_id, held)),
        bench_x,
        bench_y,
        height,
        tuple(
            replace(health_part(view, h, bench_x + 20 + CALLED_STEP * n, 0), y=bench_y - 10)
            for n, h in enumerate(called(view))
        ),
    )


def name_room(width: int, status: Label) -> float:
    """What a player's name may take beside a status; both are bold, so wider than they are measured."""
    return (width - 70) * BOLD - svg.advance(status.text, status.size) / BOLD


def _names(view: View, towers: Sequence[str]) -> str:
    counts = Counter(towers)
    names = (f"{name_of_source(view.board.components, t)}{f' ({n})' if n > 1 else ''}" for t, n in counts.items())
    return ", ".join(names) or "no Towers"


def _holder(view: View, id_: str, cards: Sequence[CardPart], right: float) -> Frames | None:
    """Around a whole hand that is touched, unless a card in it is."""
    if any(card.frames and card.frames.touched for card in cards):
        return None
    left = cards[0].x if cards else right - CARD_WIDTH
    end = cards[-1].x + CARD_WIDTH if cards else right
    return view.frames(id_, Box(left - 3, HAND_Y - 3, end - left + 6, 48, 7))


def mini_parts(view: View, seat: Seat) -> Iterator[HeroPart]:
    """The places of a seat's miniatures on its Hero board; those on the map leave a dashed outline."""
    own = [hero for hero in view.board.heroes if hero.seat == seat and not hero.bench]
    for index, hero in enumerate(own):
        x = MINI_X + 32 * index
        if hero.space is None:
            yield hero_part(view, hero, x, MINI_Y, MINI)
        else:
            title = f"{caption.hero_name(view.board, hero.name)} is on the map"
            glyph = "paw" if hero.name == WILDCAT else "helm"
            yield HeroPart(
                "", title, view.paint(seat), x, MINI_Y, MINI, glyph, None, away=True, emblem=emblem(view, hero.name)
            )


def health_part(view: View, hero: Hero, x: float, room: float) -> HealthPart:
    """Hearts, as far as there is room for them."""
    known = view.board.components.hero.get(hero.name)
    full = max(known.health if known else hero.health, hero.health)
    drawn = full <= 6 and HEART_STEP * full <= room
    wide = HEART_STEP * full if drawn else PLAIN_HEALTH
    title = f"{caption.hero_name(view.board, hero.name)}: health {hero.health} of {full}"
    touched = hero.name in view.trace.hurt and hero_id(hero.name) in view.scene.touched
    frames = framed(Box(-2, -2, wide + 2, 21, 6), touched, False)
    return HealthPart(health_id(hero.name), title, x, 42, hero.health, full, drawn, frames)


def ability_parts(view: View, hero: Hero) -> Iterator[PlatePart]:
    """Ability tiles; smaller if there are more than two."""
    size, step = (28, 34) if len(hero.abilities) <= 2 else (22, 25)
    left = RIGHT - step * len(hero.abilities) + step - size
    for index, tile in enumerate(hero.abilities):
        yield _ability_part(view, tile, left + step * index, 38 + (28 - size) // 2, size)


def _ability_part(view: View, tile: AbilityTile, x: float, y: float, size: int) -> PlatePart:
    known = view.board.components.ability[tile.id]
    words = {"ready": "ready", "using": "taking effect", "active": "active", "used": "face down"}[tile.state]
    id_, kind = ability_id(tile.id), ", ongoing" if known.ongoing else ""
    state = "active" if tile.state == "using" else tile.state
    glyph = glyph_of(view.board.components, tile.id)
    return PlatePart(
        id_,
        f"{legible(known.name)}{kind}: {words}",
        x,
        y,
        size,
        size,
        round(size * 0.65),
        glyph,
        state,
        "",
        view.frames(id_, Box(0, 0, size, size, 6)),
    )


def hero_card_part(view: View, seat: Seat, hero: Hero) -> PlatePart:
    """The Hero card: in hand, or played."""
    words = "in hand" if hero.ready else "played"
    id_ = hero_card_id(hero.name)
    title = f"Hero card of {caption.hero_name(view.board, hero.name)}: {words}"
    state = "ready" if hero.ready else "turned"
    return PlatePart(id_, title, 22, HAND_Y, 32, 42, 16, "helm", state, view.paint(seat), view.frames(id_, CARD_BOX))


def card_parts(
    view: View, seat: Seat, towers: Sequence[str], left: float, right: float, *, incoming: bool
) -> Iterator[CardPart]:
    """A hand from the left; incoming Towers up to the right. Equal ones are one card with their number."""
    room = (right - left) * (0.42 if incoming else 1)
    counts = Counter(towers)
    step = min(CARD_STEP, (room - CARD_WIDTH) / max(1, len(counts) - 1))
    start = right - CARD_WIDTH - step * (len(counts) - 1) if incoming else left
    for index, (tower, number) in enumerate(counts.items()):
        known, id_ = view.board.components.tower[tower], "" if incoming else held_id(seat, tower)
        bar, gap = (6.0, 8.0) if known.level < 4 else (4.5, 6.5)
        yield CardPart(
            id_,
            f"{legible(known.name)}, level {known.level}{f', {number} of them' if number > 1 else ''}",
            round(start + step * index, 1),
            HAND_Y,
            glyph_of(view.board.components, tower),
            known.level,
            number,
            incoming,
            bar,
            gap,
            view.frames(id_, CARD_BOX) if id_ else None,
        )


def bench_title(board: Board, held: Sequence[HeroName]) -> str:
    """The heroes on the Bench, and those that came from it and stand nowhere."""
    benched, away = (", ".join(caption.hero_name(board, name) for name in names) for names in (board.bench, held))
    return f"Bench: {benched}{f'; not on the map: {away}' if away else ''}"


def held_by_bench(view: View) -> list[HeroName]:
    """Heroes that came from the Bench and stand nowhere: they are knocked out, or the round is over."""
    board = view.board
    heroes = {hero.name: hero for hero in board.heroes}
    touched = {id_.removeprefix("hero:") for id_ in view.scene.touched if id_.startswith("hero:")}
    shown = {name for name, hero in heroes.items() if hero.space or not hero.bench} | set(board.bench)
    came = {name for name, hero in heroes.items() if hero.bench}
    return sorted((touched | came) - shown)


def bench_parts(view: View) -> Iterator[HeroPart]:
    """Solo: heroes that were called, who are on the map, and those that can still be called."""
    x, y = view.plan.bench
    for hero in called(view):
        title = f"{caption.hero_name(view.board, hero.name)} is called from the Bench for this round"
        yield HeroPart("", title, "seat-1", x, y, MINI, "helm", None, away=True, emblem=emblem(view, hero.name))
        x += CALLED_STEP
    for name in view.board.bench:
        id_ = hero_id(name)
        title = f"{caption.hero_name(view.board, name)}, on the Bench"
        box = Box(-MINI / 2, -MINI / 2, MINI, MINI, 8)
        yield HeroPart(
            id_, title, "seat-1", x, y, MINI, "helm", None, frames=view.frames(id_, box), emblem=emblem(view, name)
        )
        x += BENCH_STEP


def called(view: View) -> list[Hero]:
    """Heroes of the Bench that take part in this round."""
    return [hero for hero in view.board.heroes if hero.bench and hero.name != WILDCAT]
