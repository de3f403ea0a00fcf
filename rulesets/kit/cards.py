"""What rulesets share whose component sets are languages of cards: docs/adr/0005-card-languages.md gives the reasons.

Words of a set (`Word`, `OneOf`, `union_of`, `traverse`, `COMPARE`) and what is done for each of them (`ByWord`), steps
and where they stand (`CardStep`, `lay`), a step as it is carried out (`Doing`), and choices in the middle of it
(`Answers`, `asks`, `ChoiceAsked`, `Choosing`, `Choose`, `ChoiceMade`).

verb: ByWord[Callable[[Doing, Any], None]] = ByWord("verb", CardVerb)

@verb(Heal)
def heal(doing: Doing, word: Heal) -> None: ...     # a CardVerb without such a function is refused by name

verb[type(step.do)](Doing(play, step, pending.answers), step.do)
"""

from __future__ import annotations

import operator
from functools import lru_cache, wraps
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, TypeVar, Union

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from rulesets.kit.facts import Fact
from rulesets.kit.phases import B, Phase, Seat
from rulesets.kit.play import need
from rulesets.kit.structs import Action, Effect

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import Self

    from rulesets.kit.components import Path
    from rulesets.kit.play import Play

D = TypeVar("D")
F = TypeVar("F")

Compared = Literal["<", "<=", "==", ">=", ">"]

COMPARE: dict[Compared, Callable[[int, int], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    "==": operator.eq,
    ">=": operator.ge,
    ">": operator.gt,
}


LARGEST = 9_999
"""What a card works out is held between this number and its negative: sets come from strangers."""


def clamped(number: int) -> int:
    """A number, or the largest or least that there is."""
    return max(-LARGEST, min(LARGEST, number))


# --- words of a set


class Word(
    Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, gc=False, rename=lambda name: name.rstrip("_")
):
    """A part of a component set as its file writes it: `not_` is `not` there."""


class OneOf(Word, frozen=True):
    """`{count: ...}` or `{copper: ...}`: exactly one leading word; the other fields qualify it.

    For unions whose members have no tag. The ValueError of a wrong one becomes a fault with its place in the file.
    """

    leads: ClassVar[tuple[str, ...]]
    """The leading fields, each `None` unless it is the one."""

    def __post_init__(self) -> None:
        if sum(getattr(self, word) is not None for word in self.leads) != 1:
            raise ValueError("needs exactly one of: " + ", ".join(word.rstrip("_") for word in self.leads))


def words_below(base: type[Any]) -> Iterator[type[Any]]:
    """The words that a file may write for `base`, in the order of their definition: bases of others are none."""
    for word in base.__subclasses__():
        yield from words_below(word) if word.__subclasses__() else (word,)


def union_of(base: type[Any]) -> Any:
    """The type of a field that takes any word of `base`, for which a type checker reads `base` itself.

    Each word has a tag; none can be forgotten in a list.
    """
    return Union[tuple(words_below(base))]  # noqa: UP007 - built at run time


@lru_cache(maxsize=256)
def _names(kind: type[Struct]) -> tuple[tuple[str, str], ...]:
    """Fields of a type, and what they are called in a file; msgspec works its types out anew each time it is asked."""
    return tuple((field.name, field.encode_name) for field in msgspec.structs.fields(kind))


def traverse(word: object, path: Path = ()) -> Iterator[tuple[Path, object]]:
    """Every part of a word with its path in the file, itself included, outermost first."""
    left = [(path, word)]
    while left:
        path, word = left.pop()
        yield path, word
        if isinstance(word, Struct):
            left += [((*path, encoded), getattr(word, name)) for name, encoded in reversed(_names(type(word)))]
        elif isinstance(word, (list, tuple)):
            left += [((*path, index), word[index]) for index in reversed(range(len(word)))]


# --- what is done for each word


class ByWord(dict[type[Any], F]):
    """A function for each word of `base`, marked with it: `@verb(Push, Pull)`.

    `noun` says what such a function is. A word without one is refused when the ruleset is built.
    """

    def __init__(self, noun: str, base: type[Any]) -> None:
        super().__init__()
        self.noun = noun
        self.base = base
        TABLES.append(self)

    def __call__(self, *words: type[Any]) -> Callable[[F], F]:
        """Mark the function of these words."""

        def mark(function: F) -> F:
            self.update(dict.fromkeys(words, function))
            return function

        return mark


TABLES: list[ByWord[Any]] = []
"""All of them, for the ruleset that is built."""


# --- where a step stands


class CardStep(Struct, Generic[D], frozen=True):
    """One step of a card."""

    do: D
    """The word that says what is done."""
    after: str | None
    """The address of what follows, also out of a branch; `None` at the end of the list."""


def lay(
    steps: dict[str, CardStep[D]],
    name: str,
    actions: Sequence[D],
    branches: Callable[[D], Iterable[tuple[str, Sequence[D]]]],
    after: str | None = None,
) -> None:
    """Write down the steps of a list under their addresses: `name.0`, `name.1`, and `name.1.then.0` within a branch.

    `branches` gives the lists within a word, each with its key.
    """
    for index, do in enumerate(actions):
        at = f"{name}.{index}"
        onward = f"{name}.{index + 1}" if index + 1 < len(actions) else after
        steps[at] = CardStep(do, onward)
        for key, inner in branches(do):
            lay(steps, f"{at}.{key}", inner, branches, onward)


def first(steps: dict[str, CardStep[D]], name: str, after: str | None = None) -> str | None:
    """The address of the first step of the list called `name`; what follows it, if it is empty."""
    at = f"{name}.0"
    return at if at in steps else after


# --- a choice in the middle of a card


class Asking(Exception):
    """An answer is missing: `args` are the fields of the `ChoiceAsked` that asks for it. Nothing was emitted yet."""


class Answers:
    """The answers given so far to a verb that runs from its start, handed out in the order asked."""

    __slots__ = ("_given", "_next")

    def __init__(self, given: Sequence[tuple[str, ...]]) -> None:
        self._given = given
        self._next = 0

    def choose(self, seat: Seat, kind: str, among: tuple[str, ...], low: int = 1, high: int = 1) -> tuple[str, ...]:
        """`low` to `high` of the sorted names `among`; all of them where there are no more than `low`.

        Raises Asking when `seat` has not answered yet. Ask for everything before you emit anything.
        """
        if len(among) <= low:
            return among
        if self._next < len(self._given):
            self._next += 1
            return self._given[self._next - 1]
        raise Asking(seat, kind, among, low, min(high, len(among)))


class Doing(Answers, Generic[B]):
    """A step of a card as it is carried out, and the answers to it so far. A ruleset adds whom it means, how it ends.

    A verb asks for everything before it emits anything: it may run again with one answer more.
    """

    __slots__ = ("play", "step")

    def __init__(self, play: Play[B], step: CardStep[Any], given: Sequence[tuple[str, ...]]) -> None:
        super().__init__(given)
        self.play = play
        self.step = step

    @property
    def board(self) -> B:
        """As it is by now."""
        return self.play.board

    def emit(self, effect: Effect[B]) -> None:
        """Record an effect and apply it."""
        self.play.emit(effect)


def asks(asked: type[ChoiceAsked[B]]) -> Callable[[Callable[[Play[B]], None]], Callable[[Play[B]], None]]:
    """Let an automatic step ask: where an answer is missing, the choice is put, and the step is over."""

    def mark(step: Callable[[Play[B]], None]) -> Callable[[Play[B]], None]:
        @wraps(step)
        def ask(play: Play[B]) -> None:
            try:
                step(play)
            except Asking as asking:
                play.emit(asked(*asking.args))

        return ask

    return mark


class Choosing(Phase, frozen=True):
    """A seat chooses. A ruleset adds `then`: the phase that holds the answers, and that play goes back to."""

    seat: Seat
    kind: str
    """Of what: a word of the ruleset (`target`, `law`)."""
    among: tuple[str, ...]
    """Sorted names; nothing comes between, so they cannot go stale."""
    low: int
    high: int

    def who(self, board: Any) -> tuple[Seat, ...]:
        return (self.seat,)


class Choose(Action[B], frozen=True):
    """Answer a `Choosing` phase: names out of `among`, sorted, all in one. A ruleset sets `phase` and the label."""

    exact = True
    names: tuple[str, ...]
    rule: ClassVar[str]
    """What a wrong choice is refused with."""

    @classmethod
    def options(cls, board: B, seat: Seat) -> Iterable[Self]:
        pending: Choosing = Choosing.of(board)
        for size in range(pending.low, pending.high + 1):
            for names in combinations(pending.among, size):
                yield cls(names)

    def check(self, board: B, seat: Seat) -> None:
        pending: Choosing = Choosing.of(board)
        need(pending.low <= len(self.names) <= pending.high, self.rule)
        need(set(self.names) <= set(pending.among), self.rule)
        need(all(one < two for one, two in pairwise(self.names)), self.rule)


class ChoiceAsked(Effect[B], frozen=True):
    """An answer is missing: play comes back to what asks for it. A ruleset sets `phase`; seat 0 stands for any seat."""

    phase: ClassVar[type[Choosing]]
    seat: Seat
    kind: str
    among: tuple[str, ...]
    low: int
    high: int

    def apply(self, board: B) -> B:
        phase: Any = self.phase  # a ruleset's Choosing has one field more: what asks
        choosing = phase(self.seat, self.kind, self.among, self.low, self.high, board.pending)
        return replace(board, pending=choosing)  # type: ignore[type-var]

    def facts(self, board: B) -> Iterable[Fact]:
        return (Fact(seat=self.seat or None, kind=self.kind),)


class ChoiceMade(Effect[B], frozen=True):
    """A choice is answered: play goes back to `then`, whose field `answers` has one more."""

    names: tuple[str, ...]

    def apply(self, board: B) -> B:
        back: Any = getattr(board.pending, "then", None)  # a ruleset's Choosing has it
        asked = replace(back, answers=(*back.answers, self.names))
        return replace(board, pending=asked)  # type: ignore[type-var]
