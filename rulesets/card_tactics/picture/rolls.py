"""The last attack of either side as an equation: dice, bonus, tokens and total against the defence, and the result."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from rulesets.card_tactics import caption
from rulesets.card_tactics.names import unit_name, unit_names
from rulesets.card_tactics.phases import attack_in
from rulesets.card_tactics.picture import places
from rulesets.card_tactics.picture.glyphs import unit_glyph
from rulesets.card_tactics.picture.quiet import QuietPart, quiet_part
from rulesets.card_tactics.rules.values import effective_defence
from rulesets.kit.svg import Box, Frames, Label, label, legible, name_label

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rulesets.card_tactics.attacks import Result, Roll
    from rulesets.card_tactics.picture.view import View

NAME_WIDTH, WHO_WIDTH, WHO_WIDTH_WITH_RESULTS = 190, 276, 170
RESULTS_X, RESULTS_Y, RESULT_STEP, RESULT_ROW = 188, 12, 56, 25
"""Several results stand two in a row."""
OUTCOMES = {"miss": "Miss", "hit": "Hit", "critical": "Crit"}
MINUS = "\N{MINUS SIGN}"


class ResultPart(Struct, frozen=True, gc=False):
    """The result for one target, or by a counter for the attacker."""

    title: str
    text: Label
    class_: str
    """`on` when something was hit, `chip` when not, or not yet."""
    wide: bool = False
    """The only one: with its defence."""
    defence: int = 0
    x: float = 0
    y: float = 0
    glyph: str = ""


class RollPart(Struct, frozen=True, gc=False):
    """A side's last attack in this event."""

    id: str
    x: int
    y: int
    w: int
    title: str
    class_: str
    name: Label
    who: Label
    distance: str = ""
    dice: tuple[int, ...] = ()
    after: int = 0
    """Where the dice end."""
    bonus: str = ""
    bonus_title: str = ""
    tokens: str = ""
    tokens_title: str = ""
    tokens_width: int = 0
    total: int = 0
    results: tuple[ResultPart, ...] = ()
    latest: bool = False
    frames: Frames | None = None


def roll_parts(view: View, rolls: Sequence[Roll]) -> Iterator[RollPart]:
    """The heroes' at the left, the enemies' at the right, as their lines stand; none of a side that did not attack."""
    last = {view.board.is_hero(roll.attacker): roll for roll in rolls}
    for side, hero in (("hero", True), ("enemy", False)):
        if roll := last.get(hero):
            yield _roll_part(view, roll, side, latest=roll is rolls[-1])


def quiet_parts(view: View, rolls: Sequence[Roll]) -> Iterator[QuietPart]:
    """For the sides that did not attack in the last event, what there is to say of them instead."""
    attacked = {view.board.is_hero(roll.attacker) for roll in rolls}
    yield from (quiet_part(view, hero=hero) for hero in (True, False) if hero not in attacked)


def _roll_part(view: View, roll: Roll, side: str, *, latest: bool) -> RollPart:
    board, id_ = view.board, f"roll:{side}"
    results = _results(view, roll, latest=latest)
    single = len(roll.targets) == 1
    distance = board.distance(roll.attacker, roll.targets[0]) if single and _in_line(view, roll) else 0
    at = unit_names(board, roll.targets) if len(roll.targets) < 3 else f"{len(roll.targets)} units"
    x, y = view.plan.rolls[side]
    width = view.plan.roll_width
    more = width - places.ROLL_WIDTH
    room = (WHO_WIDTH_WITH_RESULTS if len(results) > 1 else WHO_WIDTH) + more
    added = roll.bonus + roll.plus
    return RollPart(
        id=id_,
        x=x,
        y=y,
        w=width,
        title=legible(caption.attack(board, roll)),
        class_=view.class_of(roll.attacker),
        name=name_label(caption.attack_name(board, roll), NAME_WIDTH + more if distance else room, 20, 16, 14),
        who=label(legible(f"{unit_name(board, roll.attacker)} at {at}"), room, 15, 14),
        distance=f"distance {distance}" if distance and len(results) < 2 else "",
        dice=roll.dice,
        after=14 + places.DICE_STEP * len(roll.dice),
        bonus=signed(added),
        bonus_title=f"Bonus {added:+}",
        tokens=signed(roll.tokens),
        tokens_title=f"Attack tokens {roll.tokens:+}",
        tokens_width=24 if abs(roll.tokens) < 10 else 32,
        total=roll.total,
        results=results,
        latest=latest,
        frames=view.frames(id_, Box(0, 0, width, places.ROLL_HEIGHT, 8)),
    )


def _in_line(view: View, roll: Roll) -> bool:
    return all(view.board.find(card) for card in (roll.attacker, *roll.targets))


def signed(n: int) -> str:
    """`+1`, or a true minus; empty for nothing."""
    return "" if not n else f"+{n}" if n > 0 else f"{MINUS}{-n}"


def _results(view: View, roll: Roll, *, latest: bool) -> tuple[ResultPart, ...]:
    pending = attack_in(view.board.pending) if latest else None
    if pending and not roll.results and len(roll.targets) == 1:
        return (_open_result(view, roll),)
    if len(roll.results) == 1:
        (only,) = roll.results
        text = label(OUTCOMES[only.outcome], 44, 16, 14)
        return (ResultPart("", text, _class(only), wide=True, defence=only.defence),)
    return tuple(_small(view, result, n) for n, result in enumerate(roll.results))


def _open_result(view: View, roll: Roll) -> ResultPart:
    """Not yet resolved: the roll may still change."""
    target = view.board.find(roll.targets[0])
    defence = effective_defence(view.board, target, attack_in(view.board.pending)) if target else 0
    return ResultPart("Not yet resolved", Label("open", 14), "chip", wide=True, defence=defence)


def _small(view: View, result: Result, n: int) -> ResultPart:
    board, face = view.board, view.components.unit[result.unit]
    name = unit_name(board, result.unit)
    how = "by a Counter: " if result.counter else ""
    return ResultPart(
        legible(f"{name}, {how}{OUTCOMES[result.outcome].lower()} with {result.total} against {result.defence}"),
        Label(signed(-result.loss) or "0", 14),
        _class(result),
        x=view.plan.roll_width - places.ROLL_WIDTH + RESULTS_X + RESULT_STEP * (n % 2),
        y=RESULTS_Y + RESULT_ROW * (n // 2),
        glyph="counter" if result.counter else unit_glyph(face.card, face.hero),
    )


def _class(result: Result) -> str:
    return "chip" if result.outcome == "miss" else "on"
