"""The strip at the top: how far the heroes have come, and what the Challenge stack still holds."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct

from rulesets.card_tactics import caption
from rulesets.card_tactics.board import DEPTHS
from rulesets.card_tactics.ids import stack_id
from rulesets.card_tactics.phases import GameOver
from rulesets.kit.svg import BOLD, Box, Frames, Label, advance, label

if TYPE_CHECKING:
    from rulesets.card_tactics.picture.view import View

TITLE_X = 26


class MarkPart(Struct, frozen=True, gc=False):
    """A card of the Challenge stack."""

    x: int
    title: str
    rank: str
    boss: bool
    revealed: bool


class ChallengePart(Struct, frozen=True, gc=False):
    """The whole stack, from its top."""

    title: str
    x: int
    y: int
    marks: tuple[MarkPart, ...]
    frames: Frames | None


class HeaderPart(Struct, frozen=True, gc=False):
    """Combat, round and phase."""

    moment: str
    detail: Label
    phases: tuple[str, ...]
    phase: int
    """The index of the present one; -1 before the first Camp."""
    left: str
    over: str
    """`won`, `lost` or `left`, once the game is over."""
    over_x: float


def header_part(view: View) -> HeaderPart:
    """The strip without the marks."""
    board = view.board
    moment, detail = caption.moment(board), caption.moment_detail(board)
    over = caption.outcome(board) if isinstance(board.pending, GameOver) else ""
    width = BOLD * advance(moment, 20)
    left = len(DEPTHS) - board.revealed
    return HeaderPart(
        moment,
        label("" if over else detail, view.plan.detail_width - width - 20, 16, 14),
        caption.PHASES,
        caption.phase(board),
        f"Challenge stack: {left} left",
        over,
        round(TITLE_X + width + 12, 1),
    )


def challenge_part(view: View) -> ChallengePart:
    """The marks; which class lies at which depth is known to all (CDT-SET-05)."""
    revealed = view.board.revealed
    title = f"Challenge stack: {len(DEPTHS) - revealed} of {len(DEPTHS)} cards left"
    (x, y), step = view.plan.marks, view.plan.mark_step
    box = Box(-1, -1, step * len(DEPTHS) - 1, 14, 3)
    return ChallengePart(title, x, y, _marks(revealed, step), view.frames(stack_id("challenge"), box))


@lru_cache(maxsize=32)
def _marks(revealed: int, step: int) -> tuple[MarkPart, ...]:
    return tuple(
        MarkPart(step * n, _title(kind, n < revealed), kind[0], kind.endswith("boss"), n < revealed)
        for n, kind in enumerate(DEPTHS)
    )


def _title(kind: str, revealed: bool) -> str:
    rarity, _, boss = kind.partition("_")
    return f"{rarity.capitalize()} {'Boss' if boss else 'Enemy'}{', revealed' if revealed else ''}"
