"""Choices by steps: every legal action is found by rows, and by what it touches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from rulesets.kit.chance import ServerChance
from rulesets.kit.conformance.texts import need_ids, need_plain, need_seats
from rulesets.kit.errors import Refused
from rulesets.kit.steps import Narrowing, next_step, step_of_all, text_of
from rulesets.kit.structs import Chosen, Value

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from rulesets.kit.conformance.game import Game
    from rulesets.kit.phases import B, Seat
    from rulesets.kit.structs import Action, ChoiceStep

LOOKED_FOR = 0.2
"""Share of the boards on which an action of each seat is looked for by steps."""

MOST_VALUES = 100
"""No screen shows more answers."""

MOST_STEPS = 12
"""Nobody answers more questions for one action."""


def check_steps(game: Game[B], board: B) -> None:
    """An action of each seat is reached by rows alone, and by as many taps as there are; nothing illegal is offered."""
    if game.rng.random() >= LOOKED_FOR * game.profile.watched:
        return
    for seat, actions in game.lists.items():
        if actions:
            goal = Goal(game, board, seat, game.rng.choice(actions))
            goal.reach(Chosen())
            goal.reach(goal.tapped())
            game.report.reached[type(goal.action).__name__] += 1
            if goal.action.open_ended:
                goal.enter()
    nothing = step_of_all(game.ruleset, board, [*game.lists], Chosen(taps=("nothing:there",)))
    assert not nothing.values, f"a tap on nothing leads to {nothing}"


class Goal(Struct):
    """An action that is looked for."""

    game: Game[Any]
    board: Any
    seat: Seat
    action: Action[Any]

    def reach(self, chosen: Chosen) -> None:
        """Answer what is asked until the action, or a copy that nobody can tell from it, is left."""
        for _ in range(MOST_STEPS):
            step = self.step(chosen)
            if self.is_left(step):
                return
            chosen = self.answered(step, chosen)
        raise AssertionError(f"{self.action} is not reached in {MOST_STEPS} steps: {chosen}")

    def step(self, chosen: Chosen) -> ChoiceStep:
        """What is asked, once it was looked at."""
        step = next_step(self.game.ruleset, self.board, self.seat, chosen)
        need_question(self.game.ruleset.question(self.board, self.seat), self.game.seats)
        if step.field not in ("type", "action"):
            assert step.asks, f"nothing is asked with {step.field} of {type(self.action).__name__}"
            need_question(step.asks, self.game.seats)
        labels = [value.label for value in step.values]
        alike = {label for label in labels if labels.count(label) > 1}
        assert not alike, f"two rows read {sorted(alike)} after {chosen}"
        assert len(labels) <= MOST_VALUES, f"{len(labels)} answers to {step.field} after {chosen}"
        for value in _all(step):
            assert value.label, f"an answer to {step.field} has no words after {chosen}"
            need_seats(step.field, value.label, self.game.seats)
            need_ids(step.field, value.touches)
            assert value.action is None or self.is_legal(value.action), (
                f"{value.action} is offered after {chosen}, but is not legal"
            )
        return step

    def is_legal(self, action: Action[Any]) -> bool:
        """Whether it is listed; or, of what is entered by hand, refused by nothing."""
        if action in self.game.lists[self.seat]:
            return True
        try:
            action.check(self.board, self.seat)
        except Refused:
            return False
        return action.open_ended

    def enter(self) -> None:
        """Answer at random what is asked of a type that lists only examples, up to an action."""
        chosen = Chosen(type(self.action).__name__)
        for _ in range(MOST_STEPS):
            step = self.step(chosen)
            if not step.values:
                return
            field = self.game.ruleset.asked_fields(type(self.action)).get(step.field)
            in_pieces = field is not None and bool(field.pieces)
            value = self.game.rng.choice([*_all(step)] if in_pieces else step.values)
            if value.action:
                assert self.is_legal(value.action), f"{value.action} is offered, but is not legal"
                play = self.game.ruleset.decide(
                    self.board, self.seat, value.action, ServerChance(self.game.key, b"entered")
                )
                entered = getattr(value.action, "effects", play.effects)  # what follows from it was not entered
                self.game.report.entered.update(type(effect).__name__ for effect in entered)
                assert play.effects
                return
            so_far = chosen.fixed.get(step.field, ()) if in_pieces else ()
            chosen = replace(chosen, fixed={**chosen.fixed, step.field: (*so_far, text_of(value.value))})
        raise AssertionError(f"{self.action} is not reached in {MOST_STEPS} steps: {chosen}")

    def is_left(self, step: ChoiceStep) -> bool:
        """Whether one tap more takes it."""
        return any(value.action and self.alike(value.action) for value in _all(step))

    def alike(self, action: Action[Any]) -> bool:
        """Whether it is this action, or a copy."""
        same_type = type(action) is type(self.action)
        return action == self.action or (same_type and self.label(action) == self.label(self.action))

    def label(self, action: Action[Any]) -> str:
        return action.label(self.board, self.seat)

    def answered(self, step: ChoiceStep, chosen: Chosen) -> Chosen:
        """With the answer that leads to it: of a set any piece, of copies the one that stands for all."""
        if step.field == "type":
            return replace(chosen, kind=type(self.action).__name__)
        assert step.field != "action", f"{self.action} is not among {_labels(step)} after {chosen}"
        field = self.game.ruleset.asked_fields(type(self.action))[step.field]
        so_far = chosen.fixed.get(step.field, ())
        offered = [value for value in step.values if self.leads_here(step.field, value, len(so_far))]
        assert offered, f"no answer to {step.field} leads to {self.action} after {chosen}: {_labels(step)}"
        text = text_of(self.game.rng.choice(offered).value)
        pieces = (*so_far, text) if field.pieces else (text,)
        return Chosen(type(self.action).__name__, {**chosen.fixed, step.field: pieces}, chosen.taps)

    def leads_here(self, name: str, value: Value, so_far: int) -> bool:
        """Whether a value is of the action, or of copies that share its row; of an order, the next one."""
        field, around = self.game.ruleset.asked_fields(type(self.action))[name], self.fields()
        own = around[name]
        parts = field.parts(own) if field.pieces else (own,)
        if field.in_order:
            parts = parts[so_far : so_far + 1]
        groups = [
            field.group(self.board, self.seat, part, around) for part in parts if field.group and part is not None
        ]
        if text_of(value.value) in (*map(text_of, parts), *groups):
            return True
        words = [field.word(self.board, self.seat, part, around) for part in parts if part is not None]
        return any(value.label.startswith(f"{word} (") for word in words)

    def fields(self) -> Mapping[str, Any]:
        return {name: getattr(self.action, name) for name in self.action.__struct_fields__}

    def tapped(self) -> Chosen:
        """All that it touches, tapped as it is offered: pieces of an order one after the other, all else at random."""
        chosen, game = Chosen(), self.game
        loose, ordered = Narrowing(game.ruleset, type(self.action), self.board, self.seat, chosen).ids(self.action)
        while True:
            step = self.step(chosen)
            assert step.values or step.enough, f"{self.action} touches {chosen.taps}, and nothing fits these taps"
            left = {*loose, *(ordered[0] if ordered else ())}.difference(chosen.taps)
            offered = sorted(left.intersection(id_ for value in step.values for id_ in value.touches))
            if not offered:
                return chosen
            tap = game.rng.choice(offered)
            if tap not in loose:
                ordered = ordered[1:]
            chosen = replace(chosen, taps=(*chosen.taps, tap))


def need_question(text: str, seats: int) -> None:
    """A question names seats of this game, and no id."""
    need_seats("a question", text, seats)
    need_plain("a question", text)


def _all(step: ChoiceStep) -> Iterator[Value]:
    yield from step.values
    if step.enough:
        yield step.enough


def _labels(step: ChoiceStep) -> list[str]:
    return [value.label for value in _all(step)][:8]
