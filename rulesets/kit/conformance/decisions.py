"""Decisions: taken with the server's chance or a table's, taken again, and tried without chance."""

from __future__ import annotations

from copy import copy
from itertools import islice
from typing import TYPE_CHECKING, Any, Generic

import msgspec

from rulesets.kit.chance import Chance, GivenChance, Outcome, ServerChance
from rulesets.kit.conformance.declared import phases_of
from rulesets.kit.conformance.texts import need_ids, need_plain, need_rule, need_seats
from rulesets.kit.errors import ChanceNeeded, LeftoverOutcomes
from rulesets.kit.phases import B, Phase, Seat
from rulesets.kit.piles import is_back
from rulesets.kit.structs import Start

if TYPE_CHECKING:
    from collections.abc import Callable

    from rulesets.kit.chance import Asked
    from rulesets.kit.conformance.profile import Walked
    from rulesets.kit.conformance.walk import Walk
    from rulesets.kit.play import Play
    from rulesets.kit.ruleset import Ruleset

    Decide = Callable[[Chance], Play[B]]

SLIPS = 0.2
"""How often a table first enters an outcome that is impossible."""

UNSEEN = 0.5
"""How often the table of a recorded game does not see a card that may stay unknown."""


class _CheckedChance(ServerChance):
    """The server's chance, with a look at every question."""

    __slots__ = ("ruleset",)

    def __init__(self, key: bytes, message: bytes, ruleset: Ruleset[Any]) -> None:
        super().__init__(key, message)
        self.ruleset = ruleset

    def ask(self, asked: Asked) -> Outcome:
        _check_question(self.ruleset, asked)
        return super().ask(asked)


def _check_question(ruleset: Ruleset[Any], asked: Asked) -> None:
    need_rule(ruleset, asked, asked.rule)
    assert asked.allowed, f"{asked.kind} by {asked.rule} has no possible outcome"
    assert list(asked.allowed) == sorted(asked.allowed), f"{asked.kind} by {asked.rule}: outcomes are not sorted"
    if ruleset.fields:
        assert asked.about, f"{asked.kind} by {asked.rule} does not say what it is about"
        need_plain("a question to chance", asked.about)
        need_ids(asked, [asked.place] if asked.place else ())


def with_chance(walk: Walk[B], message: bytes, decide: Decide[B]) -> Play[B]:
    """A decision by the server's chance, or by a table's that is asked outcome by outcome."""
    if not walk.recorded:
        return decide(_CheckedChance(walk.key, message, walk.ruleset))
    entered: list[Outcome] = []
    while True:
        chance = GivenChance(entered)
        try:
            play = decide(chance)
        except ChanceNeeded as error:
            assert error.index == len(entered), "an outcome was asked for twice"
            entered.append(_answer(walk, decide, error, entered))
        else:
            chance.all_used()
            return play


def _answer(walk: Walk[B], decide: Decide[B], error: ChanceNeeded, entered: list[Outcome]) -> Outcome:
    """What a table enters; before it does, a slip of the pen is refused."""
    asked = error.asked
    _check_question(walk.ruleset, asked)
    need_seats("a question to chance", asked.about, walk.seats)
    if walk.rng.random() < SLIPS:
        _check_slip(decide, error, entered)
    return None if asked.unknown_ok and walk.rng.random() < UNSEEN else walk.rng.choice(asked.allowed)


def _check_slip(decide: Decide[B], error: ChanceNeeded, entered: list[Outcome]) -> None:
    try:
        decide(GivenChance([*entered, "no such outcome"]))
    except ChanceNeeded as slip:
        assert slip.rejected == ("no such outcome",), f"an impossible outcome is answered by {slip}"
        assert slip.asked == error.asked, "the question depends on a wrong answer to it"
    else:
        raise AssertionError("an impossible outcome is taken")


def check_again(walk: Walk[B], step: Walked[B], message: bytes) -> None:
    """Decided again from its own record, an event has the same effects; the same action meets the same fate."""
    assert step.seat is not None
    assert not isinstance(step.action, Start)
    chance = GivenChance((*step.outcomes, 1))
    again = walk.ruleset.decide(step.before, step.seat, step.action, chance)
    assert tuple(again.effects) == step.effects, "decided again from its outcomes, it has other effects"
    assert again.board == step.after, "decided again from its outcomes, it leads to another board"
    try:
        chance.all_used()
    except LeftoverOutcomes as left:
        assert left.count == 1, "decided again, it does not use all outcomes"
    else:
        raise AssertionError("an outcome that nothing asked for is not noticed")
    if not walk.recorded and step.outcomes:
        same = walk.ruleset.decide(step.before, step.seat, step.action, ServerChance(walk.key, message))
        assert tuple(same.chance.outcomes) == step.outcomes, "the same action meets another fate"


def check_dry_run(walk: Walk[B], step: Walked[B]) -> None:
    """A dry run, on the board that the seat sees and with no chance at hand, stops or tells what it then sees.

    A card that is handed to the seat in the course of it, and that it does not know yet, stays unknown.
    """
    assert step.seat is not None
    assert not isinstance(step.action, Start)
    try:
        dry = walk.ruleset.decide(walk.views[step.seat], step.seat, step.action, GivenChance())
    except ChanceNeeded:
        walk.report.dry_runs["stopped"] += 1
        return
    walk.report.dry_runs["whole"] += 1
    expected, seen = ([effect.seen_by(step.seat) for effect in effects] for effects in (dry.effects, step.effects))
    assert len(expected) == len(seen), f"a dry run gives {expected}"
    for first, true in zip(expected, seen, strict=True):
        assert first == true or _blurred(msgspec.to_builtins(first), msgspec.to_builtins(true)), (
            f"a dry run gives {first}, but then {true} is seen"
        )


def _blurred(first: Any, true: Any) -> bool:
    """Whether `first` is `true` with some names still unknown (a back, or left out)."""
    if isinstance(first, str) and first and is_back(first):
        return isinstance(true, str)
    if isinstance(first, dict) and isinstance(true, dict):
        return all(_blurred(first.get(key), true[key]) for key in true) and first.keys() <= true.keys()
    if isinstance(first, list | tuple) and isinstance(true, list | tuple):
        return len(first) == len(true) and all(map(_blurred, first, true))
    return bool(first == true)


# --- forced choices


class Forced(msgspec.Struct, Generic[B], frozen=True):
    """A board on which a forced choice was looked for, whether it was found or not."""

    effects: int
    """Those of the event before it."""
    phase: Phase
    seat: Seat
    left: int
    """Actions that the seat could take, counted as far as it matters."""


def noting_forced(ruleset: Ruleset[B], noted: list[Forced[B]]) -> Ruleset[B]:
    """The ruleset, with steps that write into `noted` where `settle` then looks for a forced choice."""
    phases = {phase for phase in phases_of(ruleset) if phase.takes_forced or phase.lapses}
    if not phases:
        return ruleset
    noting = copy(ruleset)
    noting.automatic = {**ruleset.automatic, **{phase: _noting(ruleset, phase, noted) for phase in phases}}
    return noting


def _noting(ruleset: Ruleset[B], phase: type[Phase], noted: list[Forced[B]]) -> Callable[[Play[B]], None]:
    step = ruleset.automatic.get(phase)

    def note(play: Play[B]) -> None:
        before = play.board
        if step:
            step(play)
        waiting = before.pending.who(before)
        if play.board is before and len(waiting) == 1 and not any(kind.open_ended for kind in ruleset.kinds(before)):
            left = how_many_left(ruleset, before, waiting[0])
            noted.append(Forced(len(play.effects), before.pending, waiting[0], left))

    return note


def how_many_left(ruleset: Ruleset[B], board: B, seat: Seat) -> int:
    """How many actions the seat may take: two stand for more, and one where only none would be told apart."""
    most = 2 if board.pending.takes_forced else 1
    return sum(1 for _ in islice(ruleset.legal_actions(board, seat), most))


def check_forced(walk: Walk[B], forced: Forced[B], view: B, viewer: object) -> None:
    """A choice that was taken as forced, or that was not, tells nobody what he does not see."""
    seen = how_many_left(walk.ruleset, view, forced.seat)
    assert seen == forced.left, (
        f"a forced choice tells a secret: seat {forced.seat} has {_left(forced.left)} in {forced.phase}, "
        f"and {viewer} sees {_left(seen)}"
    )


def _left(number: int) -> str:
    return ("no action", "one action", "several actions")[number]
