"""What a table enters by hand: the outcome of a card that a ruleset cannot carry out itself.

    class EnterByHand(ByHand[Board], frozen=True):
        effects: tuple[HealthSet | CardMoved, ...] = ()      # the ruleset's adjustable effects
        phase = ByHandDue

        def perform(self, play: Play[Board]) -> None:
            super().perform(play)                            # emits them, one after the other
            play.emit(StepDone(...))                         # and play goes on

Only where the table rolls: where the service does, a player could enter any fate. So a ruleset with such cards keeps
`Start.chance` on its boards, and skips what would have to be entered where it is `server`.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Protocol, TypeVar

from msgspec import MsgspecError, Struct
from msgspec.structs import replace

from rulesets.kit.adjusting import MOST_AT_ONCE, MOST_EFFECTS, ONLY_ADJUSTABLE, WHERE_THE_TABLE_ROLLS, need_possible
from rulesets.kit.errors import Refused
from rulesets.kit.phases import Board
from rulesets.kit.play import Play, fold, need
from rulesets.kit.steps import LOOKED_AT, merged, text_of
from rulesets.kit.structs import Action, ChoiceStep, Effect, Value

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import Self

    from rulesets.kit.fields import Field
    from rulesets.kit.phases import Seat
    from rulesets.kit.ruleset import Ruleset
    from rulesets.kit.structs import Chosen, Viewer


class HandBoard(Board, Protocol):
    """A board that knows who rolls and deals."""

    @property
    def chance(self) -> Literal["table", "server"]: ...


H = TypeVar("H", bound=HandBoard)


class Entry(Struct, frozen=True, gc=False):
    """How a field of an adjustable effect is entered."""

    field: Field
    values: Callable[[Any, Mapping[str, Any]], Iterable[Any]]
    """What it may be on a board, by the fields that are asked before; what is refused is not offered."""


OF_EFFECT = "effect."
"""Before the name of an effect's field, on screens: a `seat` there is not the seat that enters it."""


class HandSteps:
    """What a screen asks for one effect after the other: its type (`effect`), its fields (`effect.value`)."""

    def __init__(self, kind: type[Any], ruleset: Ruleset[Any], board: Any, seat: Seat, chosen: Chosen) -> None:
        self.kind, self.ruleset, self.seat, self.chosen = kind, ruleset, seat, chosen
        self.start = self.board = board
        self.so_far: tuple[Effect[Any], ...] = ()

    def step(self) -> ChoiceStep:
        """The next effect, or its next field; no values where what is chosen cannot be."""
        fixed = dict(self.chosen.fixed)
        entered, effect = fixed.pop("effects", ()), fixed.pop("effect", ())
        if not self._take(entered) or (fixed and not effect) or any(not name.startswith(OF_EFFECT) for name in fixed):
            return ChoiceStep("effects")
        fixed = {name.removeprefix(OF_EFFECT): values for name, values in fixed.items()}
        kinds = {each.__name__: each for each in self.ruleset.adjustable if self._is_enterable(each)}
        if effect:
            kinds = {name: kinds[name] for name in effect if name in kinds and len(effect) == 1}
            found = [each for of in kinds.values() for each in self._fitting(of, fixed)]
            return self._field(found) if found else ChoiceStep("effects")
        rows = tuple(row for of in kinds.values() if (row := self._of_kind(of)))
        action = self._with()
        label = action.label(self.start, self.seat)
        enough = Value(None, label, (), 1, self.kind, action) if not self.chosen.taps else None
        return ChoiceStep("effect", rows, "And then?" if self.so_far else "What happens?", enough=enough)

    def _take(self, entered: Sequence[str]) -> bool:
        """Whether the effects that are entered already are such, and can be."""
        try:
            text = f"[{','.join(entered)}]"
            self.so_far = tuple(self.ruleset.effects_decoder.decode(text)) if len(entered) <= MOST_EFFECTS else ()
            self._with().check(self.start, self.seat)
            self.board = self.kind.after(self.start, self.so_far)
        except (Refused, MsgspecError, RecursionError):
            return False
        return len(self.so_far) == len(entered)

    def _with(self, *effects: Effect[Any]) -> Any:
        return self.kind((*self.so_far, *effects))

    # --- effects of a type

    def _fields(self, kind: type[Effect[Any]]) -> dict[str, Entry]:
        """The fields of a type of effect that are entered, in the order of asking."""
        entries, found = self.kind.entries, {}
        for key, entry in entries.items():
            of, _, name = key.rpartition(".")
            own = of == kind.__name__ or (not of and f"{kind.__name__}.{name}" not in entries)
            if own and name in kind.__struct_fields__:
                found[name] = entry
        return found

    def _is_enterable(self, kind: type[Effect[Any]]) -> bool:
        """Whether each field of a type of effect is entered, or has a default."""
        needed = kind.__struct_fields__[: len(kind.__struct_fields__) - len(kind.__struct_defaults__)]
        return {*needed} <= self._fields(kind).keys()

    def _fitting(self, kind: type[Effect[Any]], fixed: Mapping[str, tuple[str, ...]]) -> Iterator[Effect[Any]]:
        """The effects that can be on this board, have the fixed values and touch what was tapped."""
        fields = self._fields(kind)
        if not fixed.keys() <= fields.keys():
            return
        for values in self._filled(fields, {}, fixed):
            effect = kind(**values)
            if {*self.chosen.taps} <= self._ids(effect) and self._can_be(effect):
                yield effect

    def _ids(self, effect: Effect[Any]) -> set[str]:
        """What an effect touches, and where its values lie."""
        return {*effect.touches(), *self._lying(effect)} if self.chosen.taps else set()

    def _lying(self, effect: Effect[Any]) -> Iterator[str]:
        """Where its values lie on this board; what an effect touches may not be there yet, as a card that is drawn."""
        values = {name: getattr(effect, name) for name in effect.__struct_fields__}
        for name, entry in self._fields(type(effect)).items():
            yield from entry.field.ids(self.board, self.seat, values[name], values)

    def _filled(
        self, fields: Mapping[str, Entry], values: dict[str, Any], fixed: Mapping[str, tuple[str, ...]]
    ) -> Iterator[dict[str, Any]]:
        """All values of the fields, each by those before it."""
        name = next((name for name in fields if name not in values), None)
        if name is None:
            yield values
            return
        for value in fields[name].values(self.board, values):
            if name not in fixed or fixed[name] == (text_of(value),):
                yield from self._filled(fields, {**values, name: value}, fixed)

    def _can_be(self, effect: Effect[Any]) -> bool:
        try:
            effect.check(self.board)
            self._with(effect).check(self.start, self.seat)
        except Refused:
            return False
        return True

    # --- rows

    def _of_kind(self, kind: type[Effect[Any]]) -> Value | None:
        found = list(islice(self._fitting(kind, {}), LOOKED_AT))
        if not found:
            return None
        touches = tuple(dict.fromkeys(id_ for effect in found for id_ in self._lying(effect)))
        action = self._with(found[0]) if len(found) == 1 else None
        count = len(found) if len(found) < LOOKED_AT else None
        return Value(kind.__name__, self.ruleset.titles[kind.__name__], touches, count, self.kind, action)

    def _field(self, found: Sequence[Effect[Any]]) -> ChoiceStep:
        """The first field in which some effects of a type differ; the only effect is a row by itself."""
        fields = self._fields(type(found[0]))
        differing = (name for name in fields if len({getattr(effect, name) for effect in found}) > 1)
        name = next(differing, next(reversed(fields)))
        groups: dict[Any, list[Effect[Any]]] = {}
        for effect in found:
            groups.setdefault(getattr(effect, name), []).append(effect)
        rows = merged(self._row(fields[name].field, value, some) for value, some in groups.items())
        asks = fields[name].field.asks
        return ChoiceStep(OF_EFFECT + name, rows, asks if isinstance(asks, str) else "")

    def _row(self, field: Field, value: Any, some: Sequence[Effect[Any]]) -> Value:
        around = {name: getattr(some[0], name) for name in some[0].__struct_fields__}
        label = field.word(self.board, self.seat, value, around)
        touches = field.ids(self.board, self.seat, value, around)
        action = self._with(some[0]) if len(some) == 1 else None
        return Value(value, label, touches, len(some), self.kind, action)


class ByHand(Action[H], frozen=True):
    """Enter what a card did. A ruleset narrows the type of `effects` to a union of its adjustable ones."""

    open_ended = True
    entries: ClassVar[Mapping[str, Entry]] = {}
    """How the fields of its effects are entered on a screen, by name (`value`, or of one type `HealthLost.value`), in
    the order of asking. Other fields keep their defaults; a type with another field that has none is not offered."""
    effects: tuple[Effect[H], ...] = ()
    """In the order in which they happen."""

    @classmethod
    def options(cls, board: H, seat: Seat) -> Iterable[Self]:
        """The empty entry alone, "nothing happens": it shows that something may be entered."""
        return (cls(),) if board.chance == "table" else ()

    @classmethod
    def step(cls, ruleset: Ruleset[Any], board: H, seat: Seat, chosen: Chosen) -> ChoiceStep | None:
        """One effect after the other: its type (`effect`), its fields (`effect.value`), and then another one, with all
        those before it as JSON (`effects`)."""
        return HandSteps(cls, ruleset, board, seat, chosen).step() if cls.entries else None

    @classmethod
    def after(cls, board: H, effects: Sequence[Effect[H]]) -> H:
        """The board that the next effect is entered on."""
        return fold(board, effects)

    def check(self, board: H, seat: Seat) -> None:
        """Where the table rolls, not too many, and each of them possible on the board that it meets."""
        need(board.chance == "table", WHERE_THE_TABLE_ROLLS)
        need(len(self.effects) <= MOST_EFFECTS, MOST_AT_ONCE)
        for effect in self.effects:
            need(effect.adjustable, ONLY_ADJUSTABLE)
            effect.check(board)
            board = effect.apply(board)

    def perform(self, play: Play[H]) -> None:
        for effect in self.effects:
            play.emit(effect)

    def seen_by(self, viewer: Viewer, seat: Seat) -> Self:
        return replace(self, effects=tuple(effect.seen_by(viewer) for effect in self.effects))

    def touches(self, board: H, seat: Seat) -> tuple[str, ...]:
        return tuple(dict.fromkeys(piece for effect in self.effects for piece in effect.touches()))

    def label(self, board: H, seat: Seat) -> str:
        return "Enter what happens" if self.effects else "Nothing happens"


def adjusting_action(ruleset: Ruleset[Any]) -> type[ByHand[Any]] | None:
    """An action that enters a ruleset's adjustable effects in any phase; None where it has no table of `entries`.

    A screen adjusts a board with it. It is no action of the ruleset.
    """
    tables = [kind.entries for kind in ruleset.actions if issubclass(kind, ByHand) and kind.entries]
    if not tables:
        return None

    class Entered(ByHand[Any], frozen=True):
        entries = tables[0]

        def check(self, board: Any, seat: Seat) -> None:
            need(len(self.effects) <= MOST_EFFECTS, MOST_AT_ONCE)
            for effect in self.effects:
                board = need_possible(board, effect)

    return Entered
