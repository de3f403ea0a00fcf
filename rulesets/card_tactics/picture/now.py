"""The strip that tells whose moment it is: who acts with skills and quirk, or which phase of the loop waits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from rulesets.card_tactics import caption
from rulesets.card_tactics.effects import EventDrawn, ItemDrawn
from rulesets.card_tactics.names import counted, item_name, joined, unit_name
from rulesets.card_tactics.phases import ChoosingHeroes, DiscardingItem, GameOver, PlacingHeroes
from rulesets.card_tactics.picture.glyphs import unit_glyph
from rulesets.card_tactics.picture.places import NOW_WIDTH, SKILL_WIDTH, SKILLS_X
from rulesets.card_tactics.picture.view import skill_in
from rulesets.card_tactics.picture.words import wrapped
from rulesets.kit.svg import Label, advance, label, legible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulesets.card_tactics.components import Skill
    from rulesets.card_tactics.picture.view import View

TEXT_WIDTH = NOW_WIDTH - 28
UNIT_WIDTH = 118
"""The room for who acts, left of the skills."""


GLYPH, BOOT_STEP = 15, 16
"""The size of a glyph beside a skill's name; from boot to boot."""
GLYPHS = ("camp", "event", "helm", "coin", "laurel")
"""By phase; the last one once the game is over."""


class SkillPart(Struct, frozen=True, gc=False):
    """A skill of who acts."""

    x: int
    title: str
    name: Label
    range: str
    range_x: int
    boots: int
    lines: tuple[str, ...]
    used: bool
    """It is being used at this moment."""


class NowPart(Struct, frozen=True, gc=False):
    """The whole strip."""

    class_: str
    title: str
    name: Label
    status: tuple[Label, ...]
    glyph: str = ""
    waits: bool = False
    """A seat controls who acts: the strip is washed in its colour."""
    tinted: bool = False
    skills: tuple[SkillPart, ...] = ()
    foot_head: str = ""
    foot: Label | None = None


def now_part(view: View) -> NowPart:
    """What the board waits for."""
    if view.acting and not isinstance(view.board.pending, GameOver) and view.board.find(view.acting):
        return _acting(view)
    return _resting(view)


def _acting(view: View) -> NowPart:
    board, card = view.board, view.acting
    face = board.components.unit[card]
    name, status = unit_name(board, card), caption.status(board)
    whose = view.names[board.controller(card)] if face.hero and board.seats > 1 else ""
    used = skill_in(board)
    skills = face.skills
    if board.using:
        skills = board.components.item[board.using].skills or skills
    lines = [label(status.capitalize(), UNIT_WIDTH, 15, 14)]
    if board.using:
        lines.append(label(legible(f"with {item_name(board, board.using)}"), UNIT_WIDTH, 15, 14))
    elif whose:
        lines.append(label(whose, UNIT_WIDTH, 15, 14))
    head, foot = _foot(view)
    return NowPart(
        class_=view.class_of(card),
        title=legible(f"{name}: {status}"),
        name=label(legible(name), UNIT_WIDTH - 34, 20, 16, 14),
        status=tuple(lines),
        glyph=unit_glyph(face.card, face.hero),
        waits=face.hero,
        tinted=face.hero,
        skills=tuple(_skill(skill, x, skill.address == used) for skill, x in zip(skills, SKILLS_X, strict=False)),
        foot_head=head,
        foot=foot,
    )


def _skill(skill: Skill, x: int, used: bool) -> SkillPart:
    span = _span(skill)
    taken = BOOT_STEP * skill.boots + (GLYPH + 12 + advance(span, 14) if span else 0)
    words = [
        skill.name,
        f"range {span}" if span else "",
        counted(skill.boots, "boot") if skill.boots else "",
        skill.text,
    ]
    return SkillPart(
        x,
        legible(". ".join(filter(None, words))),
        label(legible(skill.name), SKILL_WIDTH - taken - 8, 16, 14),
        span,
        SKILL_WIDTH - GLYPH - (BOOT_STEP * skill.boots + 5 if skill.boots else 0),
        skill.boots,
        wrapped(skill.text, SKILL_WIDTH, 14, 2),
        used,
    )


def _span(skill: Skill) -> str:
    """The range: `2`, `1-3`, or nothing where none is printed."""
    if skill.high < 0:
        return ""
    return str(skill.high) if skill.low == skill.high else f"{skill.low}\N{EN DASH}{skill.high}"


def _foot(view: View) -> tuple[str, Label | None]:
    """The last line: an event that was drawn just now, else the quirk of who acts."""
    drawn = _event(view)
    if drawn:
        head, text = f"Event: {drawn[0]}.", drawn[1]
    else:
        quirk = view.components.unit[view.acting].quirk if view.acting else None
        if quirk is None or not quirk.text:
            return "", None
        head, text = "Quirk.", quirk.text
    room = TEXT_WIDTH - advance(head, 15) - 6
    return legible(head), label(legible(text), room, 14)


def _event(view: View) -> tuple[str, str] | None:
    """The event that is followed now, or was drawn by the last event: name and text."""
    card = view.board.event or next((x.card for x in view.scene.effects if isinstance(x, EventDrawn)), "")
    if not card:
        return None
    event = view.components.event[card]
    return event.name, event.text


def _resting(view: View) -> NowPart:
    board = view.board
    name = caption.now(board)
    lines = [line for text in _telling(view) for line in wrapped(text, TEXT_WIDTH, 15, 2)]
    return NowPart(
        class_="foes",
        title=legible(name),
        name=label(legible(name), TEXT_WIDTH - 32, 20, 16),
        glyph=GLYPHS[-1 if isinstance(board.pending, GameOver) else max(caption.phase(board), 0)],
        status=tuple(Label(line, 15) for line in lines[:3]),
    )


def _telling(view: View) -> Iterator[str]:
    board, pending = view.board, view.board.pending
    found = [effect.card for effect in view.scene.effects if isinstance(effect, ItemDrawn)]
    if isinstance(pending, ChoosingHeroes):
        yield f"Heroes: {joined([board.components.unit[card].name for card in board.components.heroes])}."
    elif isinstance(pending, DiscardingItem):
        yield f"Drawn: {joined([item_name(board, card) for card in pending.drawn])}. One of them is discarded."
    elif isinstance(pending, PlacingHeroes):
        yield "The first of them stands next to the centre."
    elif board.event:
        yield board.components.event[board.event].text
    elif isinstance(pending, GameOver):
        yield caption.ending(board)
    elif not board.fighting:
        if found:
            yield f"Treasure: {joined([item_name(board, card) for card in found])}."
        yield "Heroes may be rearranged and items with a tent used; then they break camp."
