"""Decisions: taken with the server's chance or a table's, taken again, and tried without chance."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from rulesets.kit.chance import Chance, GivenChance, ServerChance
from rulesets.kit.conformance.forced import how_many_left
from rulesets.kit.conformance.texts import need_ids, need_plain, need_rule, need_seats
from rulesets.kit.errors import ChanceNeeded, LeftoverOutcomes
from rulesets.kit.outcomes import Outcome
from rulesets.kit.phases import B
from rulesets.kit.piles import is_back
from rulesets.kit.structs import Start

if TYPE_CHECKING:
    from collections.abc import Callable

    from rulesets.kit.conformance.forced import Forced
    from rulesets.kit.conformance.game import Game
    from rulesets.kit.conformance.profile import GameStep
    from rulesets.kit.outcomes import ChanceQuestion
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

    def ask(self, asked: ChanceQuestion) -> Outcome:
        _check_question(self.ruleset, asked)
        return super().ask(asked)


def _check_question(ruleset: Ruleset[Any], asked: ChanceQuestion) -> None:
    need_rule(ruleset, asked, asked.rule)
    assert asked.allowed, f"{asked.kind} by {asked.rule} has no possible outcome"
    assert list(asked.allowed) == sorted(asked.allowed), f"{asked.kind} by {asked.rule}: outcomes are not sorted"
    if ruleset.fields:
        assert asked.about, f"{asked.kind} by {asked.rule} does not say what it is about"
        need_plain("a question to chance", asked.about)
        need_ids(asked, [asked.place] if asked.place else ())


def with_chance(game: Game[B], message: bytes, decide: Decide[B]) -> Play[B]:
    """A decision by the server's chance, or by a table's that is asked outcome by outcome."""
    if not game.recorded:
        return decide(_CheckedChance(game.key, message, game.ruleset))
    entered: list[Outcome] = []
    while True:
        chance = GivenChance(entered)
        try:
            play = decide(chance)
        except ChanceNeeded as error:
            assert error.index == len(entered), "an outcome was asked for twice"
            entered.append(_answer(game, decide, error, entered))
        else:
            chance.all_used()
            return play


def _answer(game: Game[B], decide: Decide[B], error: ChanceNeeded, entered: list[Outcome]) -> Outcome:
    """What a table enters; before it does, a slip of the pen is refused."""
    asked = error.asked
    _check_question(game.ruleset, asked)
    need_seats("a question to chance", asked.about, game.seats)
    if game.rng.random() < SLIPS:
        _check_slip(decide, error, entered)
    return None if asked.unknown_ok and game.rng.random() < UNSEEN else game.rng.choice(asked.allowed)


def _check_slip(decide: Decide[B], error: ChanceNeeded, entered: list[Outcome]) -> None:
    try:
        decide(GivenChance([*entered, "no such outcome"]))
    except ChanceNeeded as slip:
        assert slip.rejected == ("no such outcome",), f"an impossible outcome is answered by {slip}"
        assert slip.asked == error.asked, "the question depends on a wrong answer to it"
    else:
        raise AssertionError("an impossible outcome is taken")


def check_again(game: Game[B], step: GameStep[B], message: bytes) -> None:
    """Decided again from its own record, an event has the same effects; the same action gets the same outcomes."""
    assert step.seat is not None
    assert not isinstance(step.action, Start)
    chance = GivenChance((*step.outcomes, 1))
    again = game.ruleset.decide(step.before, step.seat, step.action, chance)
    assert tuple(again.effects) == step.effects, "decided again from its outcomes, it has other effects"
    assert again.board == step.after, "decided again from its outcomes, it leads to another board"
    try:
        chance.all_used()
    except LeftoverOutcomes as left:
        assert left.count == 1, "decided again, it does not use all outcomes"
    else:
        raise AssertionError("an outcome that nothing asked for is not noticed")
    if not game.recorded and step.outcomes:
        same = game.ruleset.decide(step.before, step.seat, step.action, ServerChance(game.key, message))
        assert tuple(same.chance.outcomes) == step.outcomes, "the same action gets other outcomes"


def check_dry_run(game: Game[B], step: GameStep[B]) -> None:
    """A dry run, on the board that the seat sees and with no chance at hand, stops, or gives what the seat then sees.

    A card that is handed to the seat in the course of it, and that it does not know yet, stays unknown.
    """
    assert step.seat is not None
    assert not isinstance(step.action, Start)
    try:
        dry = game.ruleset.decide(game.views[step.seat], step.seat, step.action, GivenChance())
    except ChanceNeeded:
        game.report.dry_runs["stopped"] += 1
        return
    game.report.dry_runs["whole"] += 1
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


def check_forced(game: Game[B], forced: Forced[B], view: B, viewer: object) -> None:
    """A choice that was taken as forced, or that was not, tells nobody what he does not see."""
    seen = how_many_left(game.ruleset, view, forced.seat)
    assert seen == forced.left, (
        f"a forced choice reveals a secret: seat {forced.seat} has {_left(forced.left)} in {forced.phase}, "
        f"and {viewer} sees {_left(seen)}"
    )


def _left(number: int) -> str:
    return ("no action", "one action", "several actions")[number]
