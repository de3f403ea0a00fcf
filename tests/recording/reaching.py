"""How legal actions are found by taps: by rows alone, by the picture alone, and by the shortest way of both."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from itertools import chain
from time import thread_time
from typing import TYPE_CHECKING, Any, Literal
from xml.etree import ElementTree

from msgspec import Struct
from msgspec.structs import replace

from rulesets.kit.steps import Narrowing, next_step, text_of
from rulesets.kit.structs import ChoiceStep, Chosen, Value
from rulesets.kit.svg import Scene

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from rulesets.kit.phases import Seat
    from rulesets.kit.ruleset import Ruleset
    from rulesets.kit.structs import Action

    By = Literal["rows", "picture", "both"]

MOST_TAPS = 14
SVG = "{http://www.w3.org/2000/svg}"
ARRANGEMENTS = ("wide", "narrow")


class Asking:
    """What the record page asks a seat on one board, step by step."""

    def __init__(self, ruleset: Ruleset[Any], board: Any, seat: Seat) -> None:
        self.ruleset, self.board, self.seat = ruleset, board, seat
        self.steps: dict[Any, tuple[Chosen, ChoiceStep]] = {}
        """All that was asked."""
        self._labels: dict[Action[Any], str] = {}
        self.times: list[float] = []
        """How much work each of them was, in ms of the processor: others may be at work beside."""

    @cached_property
    def legal(self) -> list[Action[Any]]:
        return list(self.ruleset.legal_actions(self.board, self.seat))

    def step(self, chosen: Chosen) -> ChoiceStep:
        """What is asked after what is chosen."""
        key = key_of(chosen)
        if key not in self.steps:
            begin = thread_time()
            self.steps[key] = chosen, next_step(self.ruleset, self.board, self.seat, chosen)
            self.times.append(1_000 * (thread_time() - begin))
        return self.steps[key][1]

    def label(self, action: Action[Any]) -> str:
        """Its words, which are looked for often."""
        if (label := self._labels.get(action)) is None:
            label = self._labels[action] = action.label(self.board, self.seat)
        return label

    @property
    def touched(self) -> set[str]:
        """All that may be tapped."""
        return {id_ for _, step in self.steps.values() for value in step.values for id_ in value.touches}

    def not_once(self, arrangement: str) -> Iterator[tuple[str, str]]:
        """What may be tapped, and does not stand in the picture once: with what is wrong."""
        groups, touched = ids_in(self.ruleset, self.board, self.seat, arrangement), self.touched
        times = Counter(id_ for group in groups for id_ in group)
        yield from ((id_, f"drawn {times[id_]} times") for id_ in sorted(touched) if times[id_] != 1)
        for group in groups:
            if len(both := touched.intersection(group)) > 1:
                yield from ((id_, "in one group with another") for id_ in sorted(both))


def ids_in(ruleset: Ruleset[Any], board: Any, seat: Seat, arrangement: str) -> list[tuple[str, ...]]:
    """The ids of each group of a seat's picture that has any."""
    scene = Scene(board, None, (), seat, {}, 1, arrangement=arrangement)  # type: ignore[arg-type]
    groups = ElementTree.fromstring(ruleset.picture(scene)).iter(f"{SVG}g")
    return [tuple(f"{group.get('data-id', '')} {group.get('data-holds', '')}".split()) for group in groups]


class Found(Struct, frozen=True):
    """How an action was reached."""

    taps: int
    """The take included."""
    chosen: Chosen


class Goal:
    """A legal action that is looked for."""

    def __init__(self, asking: Asking, action: Action[Any]) -> None:
        self.asking, self.action, self.kind = asking, action, type(action)
        self.label = asking.label(action)
        self.fields = {name: getattr(action, name) for name in action.__struct_fields__}
        self.asked = asking.ruleset.asked_fields(self.kind)
        narrowing = Narrowing(asking.ruleset, self.kind, asking.board, asking.seat, Chosen())
        loose, self.ordered = narrowing.ids(action)
        self.ids = loose + Counter(chain.from_iterable(self.ordered))

    @property
    def about(self) -> Hashable:
        """All that may be tapped of it."""
        return frozenset(self.ids.items()), tuple(self.ordered)

    @property
    def is_on_board(self) -> bool:
        """Whether it is about something in the picture."""
        return bool(self.ids)

    def reached(self, by: By) -> Found | None:
        """The shortest way, breadth first."""
        level, seen = [Chosen()], {key_of(Chosen())}
        for depth in range(MOST_TAPS):
            found = [Found(taps, chosen) for chosen in level if (taps := self._taps_left(chosen, by))]
            if found:
                best = min(found, key=lambda each: each.taps)
                return replace(best, taps=depth + best.taps)
            nearer = {key_of(each): each for chosen in level for each in self._next(chosen, by)}
            level = [chosen for key, chosen in nearer.items() if key not in seen]
            seen |= nearer.keys()
        return None

    def _taps_left(self, chosen: Chosen, by: By) -> int:
        """One where the button has it already, two where a row has; none where it is farther."""
        step = self.asking.step(chosen)
        ready = ready_of(step)
        if ready and self.is_it(ready):
            return 1
        rows = by != "picture" and any(value.action and self.is_it(value.action) for value in step.values)
        return 2 if rows or (by != "picture" and not self.asked) else 0

    def is_it(self, action: Action[Any]) -> bool:
        """Whether it is this action, or a copy that nobody can tell apart."""
        if action == self.action:
            return True
        return type(action) is self.kind and self.asking.label(action) == self.label

    def _next(self, chosen: Chosen, by: By) -> Iterator[Chosen]:
        """What may be chosen next on the way to it."""
        step = self.asking.step(chosen)
        if by != "picture":
            yield from self._by_rows(step, chosen)
        if by != "rows":
            left = self.ids - Counter(chosen.taps)
            framed = {id_ for value in step.values for id_ in value.touches if left[id_]}
            yield from (replace(chosen, taps=self._tapped(*chosen.taps, tap)) for tap in sorted(framed))

    def _tapped(self, *taps: str) -> tuple[str, ...]:
        """Taps whose order means nothing, in one order."""
        return taps if self.ordered else tuple(sorted(taps))

    def _by_rows(self, step: ChoiceStep, chosen: Chosen) -> Iterator[Chosen]:
        if step.field == "type":
            if any(value.value == self.kind.__name__ for value in step.values):
                yield replace(chosen, kind=self.kind.__name__)
        elif step.field != "action" and {value.kind for value in step.values} == {self.kind}:
            field, so_far = self.asked[step.field], chosen.fixed.get(step.field, ())
            for value in step.values:
                if self._leads_here(step.field, value, len(so_far)):
                    pieces = (*so_far, text_of(value.value)) if field.pieces else (text_of(value.value),)
                    asked = tuple(sorted(pieces)) if field.pieces == "set" else pieces
                    yield replace(chosen, kind=self.kind.__name__, fixed={**chosen.fixed, step.field: asked})

    def _leads_here(self, name: str, value: Value, so_far: int) -> bool:
        """Whether a value is of the action, or one of copies as which it is told; of an order, the next one."""
        field, own = self.asked[name], self.fields[name]
        parts = field.parts(own) if field.pieces else (own,)
        parts = parts[so_far : so_far + 1] if field.pieces == "order" else parts
        board, seat = self.asking.board, self.asking.seat
        groups = [field.group(board, seat, part, self.fields) for part in parts if field.group and part is not None]
        if text_of(value.value) in (*map(text_of, parts), *groups):
            return True
        words = [field.word(board, seat, part, self.fields) for part in parts if part is not None]
        return any(value.label.startswith(f"{word} (") for word in words)

    def is_in_order(self, taps: tuple[str, ...]) -> bool:
        """Whether the pieces of an order that were tapped come in the order in which they were tapped."""
        ready = ready_of(self.asking.step(Chosen(taps=taps)))
        assert ready
        at = [taps.index(tap) for ids in Goal(self.asking, ready).ordered for tap in taps if tap in ids]
        return at == sorted(at)


def key_of(chosen: Chosen) -> Hashable:
    """What is chosen, whatever field was first."""
    return (chosen.kind, *sorted(chosen.fixed.items()), chosen.taps)


def ready_of(step: ChoiceStep) -> Action[Any] | None:
    """The action that the button of the page has: the only one, or what the pieces so far make."""
    only = step.values[0] if len(step.values) == 1 and not step.enough else step.enough
    return only.action if only else None
