"""What is wrong with a component set that types cannot say: the checks that several rulesets make.

    yield from duplicates(placed(("heroes",), document.heroes, "id"), "card with the id")
    yield from unknown(placed(("heroes", 3, "classes"), hero.classes), document.classes, "class")

Each gives its faults with their places, for `read_document` to report.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator

    from rulesets.kit.components import Found, Path

    Places = Iterable[tuple[Path, str]]


class WithId(Protocol):
    """An entry that others name."""

    @property
    def id(self) -> str: ...


W = TypeVar("W", bound=WithId)


def by_id(entries: Iterable[W]) -> dict[str, W]:
    """Entries by their id, in their order."""
    return {entry.id: entry for entry in entries}


def placed(path: Path, words: Iterable[Any], field: str = "") -> Iterator[tuple[Path, str]]:
    """The words of the list at `path`, or a field of each of its entries, with their places."""
    for index, word in enumerate(words):
        yield ((*path, index, field), getattr(word, field)) if field else ((*path, index), word)


def duplicates(places: Places, what: str) -> Iterator[Found]:
    """Words that stand there before; several at one place, such as the ids of all copies, are one fault."""
    seen: set[str] = set()
    last: Path | None = None
    for path, word in places:
        if word in seen and path != last:
            yield path, f"a second {what} {word!r}"
            last = path
        seen.add(word)


def unknown(places: Places, known: Container[str], what: str) -> Iterator[Found]:
    """Words that name nothing."""
    for path, word in places:
        if word not in known:
            yield path, f"there is no {what} {word!r}"


def too_few(path: Path, what: str, least: int, has: int) -> Iterator[Found]:
    """A game cannot be set up with these."""
    if has < least:
        yield path, f"needs at least {least} {what}, has {has}"


def not_as_printed(path: Path, what: str, printed: int, has: int) -> Iterator[Found]:
    """A set that claims to be the printed one has as many as the box."""
    if has != printed:
        yield path, f"the printed game has {printed} {what}, this set {has}"


def invented(facts: Iterable[str], printed: Iterable[str], source: str) -> tuple[str, ...]:
    """The facts of a card that somebody made up: in an invented set all that its file does not list as printed."""
    return tuple(fact for fact in facts if fact not in printed) if source == "invented" else ()
