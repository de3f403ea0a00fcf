"""Choices by steps: an action is found tap by tap among the legal ones.

    next_step(ruleset, board, 1, Chosen())                                        # which type of action?
    next_step(ruleset, board, 1, Chosen("PlayTower", {"tower": ("adept",)}))      # then field by field,
    next_step(ruleset, board, 1, Chosen(taps=("front:1.2", "card:monk-1")))       # or by what is tapped, in any order

Types, fields and taps all narrow one list: what is legal. What is asked next is worked out from those that are left and
from what the ruleset tells of its fields (`fields.py`). Only an action with thousands of options says its own next step
(`Action.step`).
"""

from __future__ import annotations

from collections import Counter
from math import gcd
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from rulesets.kit.phases import TablePhase
from rulesets.kit.structs import ChoiceStep, Chosen, Numbers, Value

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from rulesets.kit.fields import Field
    from rulesets.kit.phases import Seat
    from rulesets.kit.ruleset import Ruleset
    from rulesets.kit.structs import Action

WHOLE = 8
"""So few actions are listed whole: one tap each."""

LISTED = 60
"""Of more values of a field that has groups, these are asked for first."""

COUNTED = 1_000
"""More are not counted."""

LOOKED_AT = 60
"""At most this many actions of a type are looked at for what they can touch: a long list would take long."""


def text_of(value: Any) -> str:
    """A value of a field as a query has it: text as it is, all else as JSON."""
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def step_of_all(ruleset: Ruleset[Any], board: Any, seats: Sequence[Seat], chosen: Chosen) -> ChoiceStep:
    """The next step of whichever seat can do what is chosen; where several can, who it is.

    What all decide together is asked of the first of them.
    """
    if isinstance(board.pending, TablePhase):
        seats = seats[:1]
    steps = [step for seat in seats if (step := next_step(ruleset, board, seat, chosen)).values or step.enough]
    if len(steps) < 2:
        return steps[0] if steps else ChoiceStep("action", seat=seats[0] if len(seats) == 1 else None)
    return ChoiceStep("seat", tuple(Value(step.seat, f"{{{step.seat}}}", (), _sum(step), None) for step in steps))


def next_step(ruleset: Ruleset[Any], board: Any, seat: Seat, chosen: Chosen) -> ChoiceStep:
    """What is asked next of `seat`; no values where nothing legal fits what is chosen. O(legal actions)."""
    own: Own = {}
    left: Left = {}
    for kind in ruleset.open_kinds(board, seat):
        if chosen.kind in (None, kind.__name__):
            step = kind.step(ruleset, board, seat, chosen)
            if step is None:
                narrowing = Narrowing(ruleset, kind, board, seat, chosen)
                if found := list(narrowing.fitting()):
                    left[narrowing] = found
            elif step.values or step.enough:
                own[kind] = step
    step = _of_kinds(ruleset, own, left)
    if chosen.taps and not step.enough and len(step.values) > 1:
        step = replace(step, enough=_made(left))
    return replace(step, seat=seat)


def places_of_numbers(ruleset: Ruleset[Any], board: Any, seat: Seat) -> tuple[str, ...]:
    """Ids of where a tap leads `seat` to a whole number, without what is rare."""
    of_kinds = (kind.numbers(board, seat) for kind in number_kinds(ruleset, board, seat))
    touched = (ruleset.touches(board, seat, numbers.action) for of_kind in of_kinds for numbers in of_kind)
    return tuple(dict.fromkeys(id_ for ids in touched for id_ in ids))


def number_kinds(ruleset: Ruleset[Any], board: Any, seat: Seat) -> tuple[type[Action[Any]], ...]:
    """The types of action of `seat` that take a whole number, without those that are rare."""
    return tuple(
        kind
        for kind in ruleset.open_kinds(board, seat)
        if not kind.rare and any(field.pieces == "digits" for field in ruleset.asked_fields(kind).values())
    )


Own = dict["type[Action[Any]]", ChoiceStep]
Left = dict["Narrowing", "list[Action[Any]]"]


def _made(left: Left) -> Value | None:
    """The one action all of which was tapped, though others touch the same and more."""
    made = merged(narrowing.whole(action) for narrowing, found in left.items() for action in narrowing.made_of(found))
    return made[0] if len(made) == 1 else None


def _of_kinds(ruleset: Ruleset[Any], own: Own, left: Left) -> ChoiceStep:
    few = not own and sum(map(len, left.values())) <= WHOLE
    if few and not any(narrowing.asks_alone(found) for narrowing, found in left.items()):
        return ChoiceStep(
            "action", merged(narrowing.whole(action) for narrowing, found in left.items() for action in found)
        )
    if len(own) + len(left) > 1:
        kinds = [narrowing.of_kind(found) for narrowing, found in left.items()]
        return ChoiceStep("type", (*(_of_own(ruleset, kind, step) for kind, step in own.items()), *kinds))
    if own:
        return next(iter(own.values()))
    ((narrowing, found),) = left.items()
    return narrowing.field_step(found)


class Narrowing:
    """The actions of one type that fit what is chosen, and what is asked of them."""

    def __init__(self, ruleset: Ruleset[Any], kind: type[Action[Any]], board: Any, seat: Seat, chosen: Chosen) -> None:
        self.ruleset, self.kind, self.board, self.seat, self.chosen = ruleset, kind, board, seat, chosen
        self.fields = ruleset.asked_fields(kind)

    def legal(self) -> Iterable[Action[Any]]:
        """The legal actions of the type. A type that lists only examples gives those that matter for what is chosen:
        of what is asked for later, two for each answer are enough."""
        return self.ruleset.legal_of(self.kind, self.board, self.seat)

    def fitting(self) -> Iterator[Action[Any]]:
        """The legal ones that have the fixed values, and touch what was tapped."""
        if not self.chosen.fixed.keys() <= self.fields.keys():
            return
        legal = self.legal()
        for name in self.chosen.fixed:
            legal = [action for action in legal if self._has_fixed(action, name)]
        yield from (action for action in legal if self.untapped(action) is not None) if self.chosen.taps else legal

    def _has_fixed(self, action: Action[Any], name: str) -> bool:
        """Whether a field has what is fixed; of a set, all of these pieces, an order begins with them."""
        field, value, fixed = self.fields[name], getattr(action, name), tuple(self.chosen.fixed[name])
        if field.pieces:
            parts = tuple(map(text_of, field.parts(value)))
            return {*fixed} <= {*parts} if field.pieces == "set" else parts[: len(fixed)] == fixed
        if fixed == (text := text_of(value),):
            return True
        group = self._group(field, value, _fields(action))
        return group is not None and fixed in ((group,), (group, text))

    def _group(self, field: Field, value: Any, around: Mapping[str, Any]) -> str | None:
        if field.group is None or value is None:
            return None
        found: str = field.group(self.board, self.seat, value, around)
        return found

    def ids(self, action: Action[Any]) -> tuple[Counter[str], list[tuple[str, ...]]]:
        """The ids of what an action is about: those that can be tapped in any order, and how often, and then piece by
        piece those of orders."""
        around = _fields(action)
        loose: list[str] = []
        ordered: list[tuple[str, ...]] = []
        for name, field in self.fields.items():
            parts = field.parts(around[name])
            if field.in_order:
                parts = parts[len(self.chosen.fixed.get(name, ())) :]
                pieces = [field.ids(self.board, self.seat, part, around) for part in parts]
                ordered += [ids for ids in pieces if ids or field.pieces == "order"]  # no key lies in the picture
            else:
                for part in parts:
                    loose += field.ids(self.board, self.seat, part, around)
        counted = Counter(loose)
        for id_ in action.touches(self.board, self.seat):
            counted.setdefault(id_, 1)
        return counted, ordered

    def untapped(self, action: Action[Any]) -> tuple[Counter[str], list[tuple[str, ...]]] | None:
        """The ids that are left of an action after all that was tapped; None where it is not about that.

        Pieces of an order are those that it has in that order.
        """
        loose, ordered = self.ids(action)
        for tap in self.chosen.taps:
            if loose[tap] > 0:
                loose[tap] -= 1
            elif ordered and tap in ordered[0]:
                ordered = ordered[1:]
            else:
                return None
        return loose, ordered

    def made_of(self, found: Sequence[Action[Any]]) -> Iterator[Action[Any]]:
        """Those all of which was tapped, as often as it can be: each value in which they differ and that lies anywhere.

        What has no fields is not made by taps: it has a row that is always there.
        """
        apart = [name for name in self.fields if len({getattr(action, name) for action in found}) > 1]
        yield from (action for action in found if self.fields and self._is_made(action, apart))

    def _is_made(self, action: Action[Any], apart: Sequence[str]) -> bool:
        around, untapped = _fields(action), self.untapped(action)
        if untapped is None or untapped[1] or any(untapped[0][tap] for tap in self.chosen.taps):
            return False
        lying = [action.touches(self.board, self.seat)]
        for name in apart:
            field = self.fields[name]
            lying += (field.ids(self.board, self.seat, part, around) for part in field.parts(around[name]))
        return not any(ids and {*ids}.isdisjoint(self.chosen.taps) for ids in lying)

    # --- whole actions

    def asks_alone(self, found: Sequence[Action[Any]]) -> bool:
        """Whether some actions are asked for field by field however few: a set, or where they differ in one field."""
        differing = [name for name in self.fields if len({getattr(action, name) for action in found}) > 1]
        return len(differing) == 1 or any(self.fields[name].pieces == "set" for name in differing)

    def whole(self, action: Action[Any]) -> Value:
        """An action as a row."""
        touches = self.ruleset.touches(self.board, self.seat, action)
        return Value(None, self._label(action), self._open(action, touches), 1, self.kind, action)

    def of_kind(self, found: Sequence[Action[Any]]) -> Value:
        """A type of action as a row; of the only one, its label."""
        if len(found) == 1:
            return replace(self.whole(found[0]), value=self.kind.__name__)
        ids: dict[str, None] = {}
        for action in found[:: -(-len(found) // LOOKED_AT)]:
            if untapped := self.untapped(action):
                loose, ordered = untapped
                ids |= dict.fromkeys(sorted(+loose)) | dict.fromkeys(ordered[0] if ordered else ())
        return Value(self.kind.__name__, self.ruleset.titles[self.kind.__name__], tuple(ids), _count(found), self.kind)

    # --- field by field

    def field_step(self, found: Sequence[Action[Any]]) -> ChoiceStep:
        """The first field in which the actions differ."""
        for name, field in self.fields.items():
            if len({getattr(action, name) for action in found}) > 1:
                return self._pieces(name, field, found) if field.pieces else self._values(name, field, found)
        raise AssertionError(f"{self.kind.__name__}: legal actions that differ in no field")

    def _values(self, name: str, field: Field, found: Sequence[Action[Any]]) -> ChoiceStep:
        groups: dict[Any, list[Action[Any]]] = {}
        for action in found:
            groups.setdefault(getattr(action, name), []).append(action)
        is_long = field.group and len(groups) > LISTED and name not in self.chosen.fixed
        rows = self._grouped(field, groups) if is_long else self._rows(field, groups)
        return ChoiceStep(name, rows, self._question(field, _fields(found[0])))

    def _grouped(self, field: Field, found: Mapping[Any, Sequence[Action[Any]]]) -> tuple[Value, ...]:
        """A row for each group of values, which lies where they lie; what is in no group, or alone there, is a row."""
        groups: dict[str | None, dict[Any, Sequence[Action[Any]]]] = {}
        for value, some in found.items():
            groups.setdefault(self._group(field, value, _fields(some[0])), {})[value] = some
        rows: list[Value] = []
        for group, members in groups.items():
            own = self._rows(field, members)
            if group is None or len(own) == 1:
                rows += own
            else:
                touches = dict.fromkeys(id_ for row in own for id_ in row.touches)
                count = _count([action for some in members.values() for action in some])
                rows.append(Value(group, group, tuple(touches), count, self.kind, is_group=True))
        return tuple(rows)

    def _pieces(self, name: str, field: Field, found: Sequence[Action[Any]]) -> ChoiceStep:
        """The pieces that may be next; a set ends where the pieces so far make one."""
        so_far = self._so_far(name, field, found)
        groups: dict[Any, list[Action[Any]]] = {}
        whole: list[Action[Any]] = []
        for action in found:
            parts = field.parts(getattr(action, name))
            if len(parts) == len(so_far):
                whole.append(action)
            elif field.pieces == "set":
                for part in parts:
                    if text_of(part) not in so_far:
                        groups.setdefault(part, []).append(action)
            else:
                groups.setdefault(parts[len(so_far)], []).append(action)
        sizes = [len(field.parts(getattr(action, name))) for action in found]
        rows = self._rows(field, groups)
        if field.pieces == "digits":  # a key that is pressed may be the first of several
            ends = {id(action) for action in found if len(field.parts(getattr(action, name))) == len(so_far) + 1}
            rows = tuple(row if id(row.action) in ends else replace(row, action=None) for row in rows)
        enough = self.whole(whole[0]) if len(whole) == 1 else None
        low, high = (min(sizes), max(sizes)) if field.pieces == "set" else (1, 1)
        asks = self._question(field, {**_fields(found[0]), name: tuple(so_far)})
        numbers = self._numbers(name, found) if field.pieces == "digits" and not so_far else None
        return ChoiceStep(name, rows, asks, low, high, enough, numbers=numbers)

    def _numbers(self, name: str, found: Sequence[Action[Any]]) -> Numbers | None:
        """The numbers of a field, where the actions differ in nothing else."""
        values = [getattr(action, name) for action in found]
        others = (len({getattr(action, other) for action in found}) for other in self.fields if other != name)
        if None in values or any(count > 1 for count in others):
            return None
        least = min(values)
        return Numbers(found[0], name, least, max(values), gcd(*(value - least for value in values)))

    def _so_far(self, name: str, field: Field, found: Sequence[Action[Any]]) -> frozenset[str] | tuple[str, ...]:
        """The pieces that are chosen: those that are fixed, and those that were tapped."""
        fixed = self.chosen.fixed.get(name, ())
        if field.in_order:
            return (*fixed, *self._tapped_order(name, found[0]))
        around = _fields(found[0])
        tapped = {
            text_of(part)
            for part in field.parts(around[name])
            if not {*self.chosen.taps}.isdisjoint(field.ids(self.board, self.seat, part, around))
        }
        return frozenset((*fixed, *tapped))

    def _tapped_order(self, name: str, action: Action[Any]) -> Iterator[str]:
        """The next pieces of an order, as far as they were tapped: alike in all actions that fit."""
        around, untapped = _fields(action), self.untapped(action)
        taps = len(self.ids(action)[1]) - len(untapped[1]) if untapped else 0
        for other, field in self.fields.items():
            parts = field.parts(around[other])[len(self.chosen.fixed.get(other, ())) :] if field.in_order else ()
            if other == name:
                yield from map(text_of, parts[:taps])
                return
            taps = max(0, taps - len(parts))

    def _rows(self, field: Field, groups: Mapping[Any, Sequence[Action[Any]]]) -> tuple[Value, ...]:
        """A row for each value. Where one word stands for several that are no copies, whole actions are listed."""
        alike: dict[str, list[Value]] = {}
        for value, some in groups.items():
            row = self._row(field, value, some)
            if not row.touches:
                row = replace(row, touches=self._beyond(some))
            alike.setdefault(row.label, []).append(row)
        return merged(row for rows in alike.values() for row in self._distinguished(rows))

    def _distinguished(self, rows: Sequence[Value]) -> Sequence[Value]:
        """Rows of one word; by the labels of their actions, where these differ."""
        actions = [row.action for row in rows if row.action]
        labels = [self._label(action) for action in actions] if len(rows) > 1 else []
        if len(actions) < len(rows) or len({*labels}) < 2:
            return rows
        return [replace(row, label=label) for row, label in zip(rows, labels, strict=True)]

    def _row(self, field: Field, value: Any, some: Sequence[Action[Any]]) -> Value:
        """A value as a row; nothing at all is called as the action that has it."""
        around, only = _fields(some[0]), some[0] if len(some) == 1 else None
        if value is None:
            return Value(value, self._label(some[0]), (), _count(some), self.kind, only)
        label = field.word(self.board, self.seat, value, around)
        touches = self._open(some[0], field.ids(self.board, self.seat, value, around))
        return Value(value, label, touches, _count(some), self.kind, only)

    def _beyond(self, some: Sequence[Action[Any]]) -> tuple[str, ...]:
        """Where the actions of a value that lies nowhere differ: a tap there goes past the question."""
        looked_at = some[:: -(-len(some) // LOOKED_AT)]
        ids = [{*+left[0]}.union(*left[1]) for action in looked_at if (left := self.untapped(action))]
        return tuple(sorted(set[str]().union(*ids).difference(set[str]().union(*ids[:1]).intersection(*ids))))

    def _open(self, action: Action[Any], ids: Sequence[str]) -> tuple[str, ...]:
        """Those ids, each once, that can still be tapped."""
        untapped = self.untapped(action) if self.chosen.taps else None
        if untapped is None:
            return tuple(dict.fromkeys(ids))
        left = {*+untapped[0]}.union(*untapped[1])
        return tuple(dict.fromkeys(id_ for id_ in ids if id_ in left))

    def _label(self, action: Action[Any]) -> str:
        return action.label(self.board, self.seat)

    def _question(self, field: Field, around: Mapping[str, Any]) -> str:
        return field.asks if isinstance(field.asks, str) else field.asks(self.board, self.seat, around)


def _fields(action: Action[Any]) -> dict[str, Any]:
    return {name: getattr(action, name) for name in action.__struct_fields__}


def merged(values: Iterable[Value]) -> tuple[Value, ...]:
    """Rows of which no two read alike: copies that nobody can tell apart are one, and any of them is taken."""
    rows: dict[tuple[object, str], list[Value]] = {}
    for value in values:
        rows.setdefault((value.kind, value.label), []).append(value)
    return tuple(_copies(alike) for alike in rows.values())


def _copies(alike: Sequence[Value]) -> Value:
    first = alike[0]
    if len(alike) == 1:
        return first
    touches = tuple(dict.fromkeys(id_ for value in alike for id_ in value.touches))
    return replace(first, label=f"{first.label} ({len(alike)})", touches=touches)


def _of_own(ruleset: Ruleset[Any], kind: type[Action[Any]], step: ChoiceStep) -> Value:
    """A type of action that says its own next step, as a row."""
    ids = dict.fromkeys(id_ for value in step.values for id_ in value.touches)
    return Value(kind.__name__, ruleset.titles[kind.__name__], tuple(ids), None, kind)


def _count(actions: Sequence[object]) -> int | None:
    return len(actions) if len(actions) <= COUNTED else None


def _sum(step: ChoiceStep) -> int | None:
    counts = [value.count for value in step.values if value.count]
    return sum(counts) if len(counts) == len(step.values) and sum(counts) <= COUNTED else None
