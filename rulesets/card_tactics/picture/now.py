"""The strip that shows whose moment it is: who acts with skills and quirk, or which phase of the loop waits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from rulesets.card_tactics import caption
from rulesets.card_tactics.attacks import skill_in
from rulesets.card_tactics.effects import EventDrawn, ItemDrawn
from rulesets.card_tactics.ids import WITHOUT, quirk_id, skill_id
from rulesets.card_tactics.names import USES, item_name, quirk_name, quirk_owner, unit_name
from rulesets.card_tactics.phases import ChoosingHeroes, DiscardingItem, GameOver, Offering, PlacingHeroes
from rulesets.card_tactics.picture.glyphs import unit_glyph
from rulesets.card_tactics.picture.offers import BranchOffer, branch_offers
from rulesets.card_tactics.picture.words import wrapped
from rulesets.kit.svg import BOLD, Box, Frames, Label, advance, fit, label, legible, name_label
from rulesets.kit.words import counted, joined

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulesets.card_tactics.components import Skill
    from rulesets.card_tactics.picture.places import Point
    from rulesets.card_tactics.picture.view import View

GLYPH, BOOT_STEP = 15, 16
"""The size of a glyph beside a skill's name; from boot to boot."""
GLYPHS = ("camp", "event", "helm", "coin", "laurel")
"""By phase; the last one once the game is over."""


class SkillPart(Struct, frozen=True, gc=False):
    """A skill of who acts."""

    id: str
    x: int
    y: int
    w: int
    title: str
    name: Label
    range: str
    range_x: int
    boots: int
    lines: tuple[str, ...]
    used: bool
    """It is being used at this moment."""
    frames: Frames | None


class FootPart(Struct, frozen=True, gc=False):
    """The last lines: a quirk, or the event that is followed."""

    id: str
    """Of a quirk."""
    head: str
    lines: tuple[str, ...]
    title: str
    """The whole of it."""
    frames: Frames | None = None
    without: BranchOffer | None = None
    """Beside a quirk that may be used, to do without it."""


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
    acts: bool = False
    """Somebody does: the lines about it stand below its name, at the left."""
    skills: tuple[SkillPart, ...] = ()
    branches: tuple[BranchOffer, ...] = ()
    foot: FootPart | None = None


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
    plan = view.plan.now
    room = min(plan.unit_width, STATUS_WIDTH)
    lines = [label(status.capitalize(), room, 15, 14)]
    if board.using:
        lines.append(label(legible(f"with {item_name(board, board.using)}"), room, 15, 14))
    elif whose:
        lines.append(label(whose, room, 15, 14))
    branches = tuple(branch_offers(view, acting=True))
    marked = zip(() if branches else skills, plan.skills, strict=False)
    return NowPart(
        class_=view.class_of(card),
        title=legible(f"{name}: {status}"),
        name=name_label(name, plan.unit_width - 34, 20, 16, 14),
        status=tuple(lines),
        glyph=unit_glyph(face.card, face.hero),
        waits=face.hero,
        tinted=face.hero,
        skills=()
        if branches
        else tuple(_skill(view, skill, at, plan.skill_width, skill.address == used) for skill, at in marked),
        branches=branches,
        acts=True,
        foot=None if branches else _foot(view),
    )


STATUS_WIDTH = 160
"""The room for each line about who acts, where there is more than it needs."""


def _skill(view: View, skill: Skill, at: Point, width: int, used: bool) -> SkillPart:
    span = _span(skill)
    taken = BOOT_STEP * skill.boots + (GLYPH + 12 + advance(span, 14) if span else 0)
    words = [
        skill.name,
        f"range {span}" if span else "",
        counted(skill.boots, "boot") if skill.boots else "",
        skill.text,
    ]
    id_ = skill_id(skill.address)
    return SkillPart(
        id_,
        *at,
        width,
        legible(". ".join(filter(None, words))),
        name_label(skill.name, width - taken - 8, 16, 14),
        span,
        width - GLYPH - (BOOT_STEP * skill.boots + 5 if skill.boots else 0),
        skill.boots,
        wrapped(skill.text, width, 14, 2),
        used,
        view.frames(id_, Box(-4, 5, width + 8, 62, 6)),
    )


def _span(skill: Skill) -> str:
    """The range: `2`, `1-3`, or nothing where none is printed."""
    if skill.high < 0:
        return ""
    return str(skill.high) if skill.low == skill.high else f"{skill.low}\N{EN DASH}{skill.high}"


def _foot(view: View) -> FootPart | None:
    """A quirk that may be used; else an event that was drawn just now, or the quirk of who acts."""
    board, pending = view.board, view.board.pending
    if isinstance(pending, Offering):
        owner, quirk = pending.fired.owner, board.components.quirk[pending.fired.quirk]
        name = f"{quirk_owner(board, owner, quirk.address)}'s quirk {quirk_name(quirk.address)}"
        foot = _lines(view, quirk_id(quirk.address), f"{name}.", quirk.text or "See the card.", free=WITHOUT_ROOM)
        return replace(foot, without=_without(view))
    if drawn := _event(view):
        return _lines(view, "", f"Event: {drawn[0]}.", drawn[1])
    own = view.components.unit[view.acting].quirk if view.acting else None
    return _lines(view, quirk_id(own.address), "Quirk.", own.text) if own and own.text else None


def _without(view: View) -> BranchOffer:
    """At the right of the quirk's last line."""
    plan = view.plan.now
    width, lines_above = WITHOUT_ROOM - 6, plan.foot_lines - 1
    height = 17 if lines_above else 20
    box = Box(0, 0, width, height, 5)
    x, y = plan.w - 8 - width, plan.foot_y - 15 + 21 * lines_above
    return BranchOffer(WITHOUT, x, y, width, height, label(USES[False], width - 12, 14), view.frames(WITHOUT, box))


def _lines(view: View, id_: str, head: str, text: str, free: int = 0) -> FootPart:
    """The last lines, of which the last one leaves `free` units free at its end."""
    plan = view.plan.now
    alone = free if plan.foot_lines == 1 else 0
    whole, text, room = legible(head), legible(text), plan.w - 28 - alone
    head = fit(whole, HEAD_SHARE * room / BOLD, 14)
    lines = wrapped(text, room, 14, plan.foot_lines, BOLD * advance(head, 14) + 6)
    if free and len(lines) > 1:
        lines = (*lines[:-1], fit(lines[-1], room - free, 14))
    box = Box(8, plan.foot_y - 15, plan.w - 16 - alone, 3 + 17 * plan.foot_lines, 5)
    return FootPart(id_, head, lines, f"{whole} {text}", view.frames(id_, box) if id_ else None)


def _event(view: View) -> tuple[str, str] | None:
    """The event that is followed now, or was drawn by the last event: name and text."""
    card = view.board.event or next((x.card for x in view.scene.effects if isinstance(x, EventDrawn)), "")
    if not card:
        return None
    event = view.components.event[card]
    return event.name, event.text


HEAD_SHARE = 0.75
"""Of the first of the last lines, what its head takes at most."""
WITHOUT_ROOM = 118
"""What it takes beside a quirk to do without it."""

LINES = 3
"""Lines that the strip holds where nobody acts; on a phone twice as many."""


def _resting(view: View) -> NowPart:
    board = view.board
    name = caption.now(board)
    width = view.plan.now.w - 28
    branches = tuple(branch_offers(view, acting=False))
    offered = isinstance(board.pending, Offering)
    texts = () if branches or offered else _texts(view)
    lines = [line for text in texts for line in wrapped(text, width, 15, (LINES - 1) * view.plan.now.foot_lines)]
    return NowPart(
        class_="foes",
        title=legible(name),
        name=name_label(name, width - 32, 20, 16),
        glyph=GLYPHS[-1 if isinstance(board.pending, GameOver) else max(caption.phase(board), 0)],
        status=tuple(Label(line, 15) for line in lines[: LINES if view.plan.now.foot_lines == 1 else 2 * LINES]),
        branches=branches,
        foot=_foot(view) if offered else None,
    )


def _texts(view: View) -> Iterator[str]:
    board, pending = view.board, view.board.pending
    found = [effect.card for effect in view.scene.effects if isinstance(effect, ItemDrawn)]
    if isinstance(pending, ChoosingHeroes):
        yield "They are chosen out of those above."
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
