"""How legal actions are found by taps: by rows alone, by the picture alone, and by the shortest path of both."""

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


class StepExplorer:
    """The steps of the record page for a seat on one board."""

    def __init__(self, ruleset: Ruleset[Any], board: Any, seat: Seat) -> None:
        self.ruleset, self.board, self.seat = ruleset, board, seat
        self.steps: dict[Any, tuple[Chosen, ChoiceStep]] = {}
        """All steps that were asked for."""
        self._labels: dict[Action[Any], str] = {}
        self.times: list[float] = []
        """The processor time of each step, in ms, which does not depend on the load of the machine."""

    @cached_property
    def legal(self) -> list[Action[Any]]:
        return list(self.ruleset.legal_actions(self.board, self.seat))

    def step(self, chosen: Chosen) -> ChoiceStep:
        """The step after a selection."""
        key = key_of(chosen)
        if key not in self.steps:
            begin = thread_time()
            self.steps[key] = chosen, next_step(self.ruleset, self.board, self.seat, chosen)
            self.times.append(1_000 * (thread_time() - begin))
        return self.steps[key][1]

    def label(self, action: Action[Any]) -> str:
        """The label of an action, cached since it is often needed."""
        if (label := self._labels.get(action)) is None:
            label = self._labels[action] = action.label(self.board, self.seat)
        return label

    @property
    def tappable(self) -> set[str]:
        """The ids of everything that may be tapped."""
        return {id_ for _, step in self.steps.values() for value in step.values for id_ in value.touches}

    def not_drawn_once(self, arrangement: str) -> Iterator[tuple[str, str]]:
        """The tappable ids that the picture does not have exactly once, each with the fault."""
        groups, tappable = ids_in(self.ruleset, self.board, self.seat, arrangement), self.tappable
        times = Counter(id_ for group in groups for id_ in group)
        yield from ((id_, f"drawn {times[id_]} times") for id_ in sorted(tappable) if times[id_] != 1)
        for group in groups:
            if len(both := tappable.intersection(group)) > 1:
                yield from ((id_, "in one group with another") for id_ in sorted(both))


def ids_in(ruleset: Ruleset[Any], board: Any, seat: Seat, arrangement: str) -> list[tuple[str, ...]]:
    """The ids of each group in a seat's picture."""
    scene = Scene(board, None, (), seat, {}, 1, arrangement=arrangement)  # type: ignore[arg-type]
    groups = ElementTree.fromstring(ruleset.picture(scene)).iter(f"{SVG}g")
    return [tuple(f"{group.get('data-id', '')} {group.get('data-holds', '')}".split()) for group in groups]


class TapPath(Struct, frozen=True):
    """How an action was reached."""

    taps: int
    """The number of taps, including the button."""
    chosen: Chosen


class Goal:
    """A legal action to be found by taps."""

    def __init__(self, explorer: StepExplorer, action: Action[Any]) -> None:
        self.explorer, self.action, self.kind = explorer, action, type(action)
        self.label = explorer.label(action)
        self.fields = {name: getattr(action, name) for name in action.__struct_fields__}
        self.asked = explorer.ruleset.asked_fields(self.kind)
        self._cache: dict[tuple[str, int], tuple[frozenset[str], tuple[str, ...]]] = {}
        narrowing = Narrowing(explorer.ruleset, self.kind, explorer.board, explorer.seat, Chosen())
        loose, self.ordered = narrowing.ids(action)
        self.ids = loose + Counter(chain.from_iterable(self.ordered))

    @property
    def signature(self) -> Hashable:
        """What distinguishes the action in the picture: all its tappable ids."""
        return frozenset(self.ids.items()), tuple(self.ordered)

    @property
    def is_on_board(self) -> bool:
        """Whether the action has parts in the picture."""
        return bool(self.ids)

    def shortest_path(self, by: By) -> TapPath | None:
        """The shortest path to the action, found by breadth-first search."""
        level, seen = [Chosen()], {key_of(Chosen())}
        for depth in range(MOST_TAPS):
            found = [TapPath(taps, chosen) for chosen in level if (taps := self._taps_left(chosen, by))]
            if found:
                best = min(found, key=lambda each: each.taps)
                return replace(best, taps=depth + best.taps)
            nearer = {key_of(each): each for chosen in level for each in self._next(chosen, by)}
            level = [chosen for key, chosen in nearer.items() if key not in seen]
            seen |= nearer.keys()
        return None

    def _taps_left(self, chosen: Chosen, by: By) -> int:
        """1 if the button has the action, 2 if a row has it, 0 if more taps are needed."""
        step = self.explorer.step(chosen)
        action = action_of_button(step)
        if action and self.matches(action):
            return 1
        rows = by != "picture" and any(value.action and self.matches(value.action) for value in step.values)
        return 2 if rows or (by != "picture" and not self.asked) else 0

    def matches(self, action: Action[Any]) -> bool:
        """Whether it is this action, or one with the same label."""
        if action == self.action:
            return True
        return type(action) is self.kind and self.explorer.label(action) == self.label

    def _next(self, chosen: Chosen, by: By) -> Iterator[Chosen]:
        """The selections after one more tap towards the action."""
        step = self.explorer.step(chosen)
        if by != "picture":
            yield from self._by_rows(step, chosen)
        if by != "rows":
            left = self.ids - Counter(chosen.taps)
            framed = {id_ for value in step.values for id_ in value.touches if left[id_]}
            yield from (replace(chosen, taps=self._in_one_order(*chosen.taps, tap)) for tap in sorted(framed))

    def _in_one_order(self, *taps: str) -> tuple[str, ...]:
        """The taps, sorted if their order does not matter."""
        return taps if self.ordered else tuple(sorted(taps))

    def _by_rows(self, step: ChoiceStep, chosen: Chosen) -> Iterator[Chosen]:
        if step.field == "type":
            if any(value.value == self.kind.__name__ for value in step.values):
                yield replace(chosen, kind=self.kind.__name__)
        elif step.field != "action" and {value.kind for value in step.values} == {self.kind}:
            field, so_far = self.asked[step.field], chosen.fixed.get(step.field, ())
            for value in step.values:
                if self._is_on_the_path(step.field, value, len(so_far)):
                    pieces = (*so_far, text_of(value.value)) if field.pieces else (text_of(value.value),)
                    asked = tuple(sorted(pieces)) if field.pieces == "set" else pieces
                    yield replace(chosen, kind=self.kind.__name__, fixed={**chosen.fixed, step.field: asked})

    def _is_on_the_path(self, name: str, value: Value, so_far: int) -> bool:
        """Whether a value belongs to the action, or to a copy with the same label; in an ordered field, whether it is
        the next one."""
        texts, words = self._sought(name, so_far)
        return text_of(value.value) in texts or value.label.startswith(words)

    def _sought(self, name: str, so_far: int) -> tuple[frozenset[str], tuple[str, ...]]:
        """The values on the path, and how the labels of copies begin; cached, since many values are compared."""
        if (name, so_far) not in self._cache:
            field, own = self.asked[name], self.fields[name]
            parts = field.parts(own) if field.pieces else (own,)
            parts = parts[so_far : so_far + 1] if field.pieces == "order" else parts
            given = [part for part in parts if part is not None]
            around = (self.explorer.board, self.explorer.seat)
            groups = [field.group(*around, part, self.fields) for part in given if field.group]
            words = [f"{field.word(*around, part, self.fields)} (" for part in given]
            self._cache[name, so_far] = frozenset((*map(text_of, parts), *groups)), tuple(words)
        return self._cache[name, so_far]

    def is_in_order(self, taps: tuple[str, ...]) -> bool:
        """Whether the parts of an ordered action come in the order of the taps."""
        action = action_of_button(self.explorer.step(Chosen(taps=taps)))
        assert action
        at = [taps.index(tap) for ids in Goal(self.explorer, action).ordered for tap in taps if tap in ids]
        return at == sorted(at)


def key_of(chosen: Chosen) -> Hashable:
    """A key of a selection, which does not depend on the order of its fields."""
    return (chosen.kind, *sorted(chosen.fixed.items()), chosen.taps)


def action_of_button(step: ChoiceStep) -> Action[Any] | None:
    """The action of the page's button: the only one, or the one that the chosen parts make."""
    only = step.values[0] if len(step.values) == 1 and not step.enough else step.enough
    return only.action if only else None
