"""The titles of rulesets for any game: which are known, and the component sets of each."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from events import DamagedGame
from projections.errors import RulesetMissing
from rulesets.kit.components import Source, canonical
from rulesets.kit.errors import BadComponentSet
from rulesets.kit.sheets import title_key

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from events import Game, Store
    from projections import Library
    from rulesets.kit.phases import Components
    from rulesets.kit.ruleset import Ruleset


class SheetRequest(Struct, frozen=True):
    """The title that is to be played, and how it is scored if it is new."""

    title: str
    scoring: str | None = None
    """One of the ways of the ruleset; its first by default."""


class BadSheet(Exception):
    """A title cannot be played as it is asked for."""

    def __init__(self, field: str, detail: str, scoring: str | None = None) -> None:
        super().__init__(detail)
        self.field = field
        """The field of the request: `title`, `scoring`, or empty for all of it."""
        self.detail = detail
        self.scoring = scoring
        """How the title is scored, where another way was asked for."""


class Sheet(Struct, frozen=True):
    """The component set that a title is played with."""

    hash: str
    components: Components
    text: str | None
    """Its file, if it is not stored yet."""


class Title(Struct, frozen=True):
    """A title, with all component sets that were ever written for it."""

    ruleset: str
    name: str
    """As its newest set has it."""
    sets: tuple[str, ...]
    """Their hashes, the newest first: that is the one which the next game is played with."""
    games: int
    """Games that were played with any of them, without what-ifs and archived ones."""


class PlayedWith(Struct, frozen=True):
    """What lists show of a game by its component set."""

    title: str
    cooperative: bool
    lowest: bool


def played_with(library: Library, game: Game) -> PlayedWith:
    """What lists show of a game, also of one that cannot be played here or is damaged."""
    with suppress(RulesetMissing, DamagedGame):
        return PlayedWith(library.title(game), library.is_cooperative(game), library.is_lowest(game))
    ruleset = library.rulesets.get(game.ruleset)
    return PlayedWith(ruleset.title if ruleset else game.ruleset, ruleset is not None and ruleset.cooperative, False)


def titled(rulesets: Mapping[str, Ruleset[Any]]) -> list[Ruleset[Any]]:
    """The rulesets for any game."""
    return [ruleset for ruleset in rulesets.values() if ruleset.sheets]


def full_name(ruleset: Ruleset[Any], title: Title) -> str:
    """The name of a game: its title, or of a ruleset with a rulebook `Kingdom Rush with starter`."""
    return title.name if ruleset.sheets else f"{ruleset.title} with {title.name}"


def titles_of(store: Store, ruleset: str) -> list[Title]:
    """The titles of a ruleset for any game, those played latest first, then those not played. O(sets and games)."""
    games = store.played_sets(ruleset)
    latest = {hash: place for place, hash in enumerate(games)}
    found = [_title(ruleset, sets, games) for sets in _by_title(store, ruleset)]
    return sorted(found, key=lambda title: min(latest.get(hash, len(latest)) for hash in title.sets))


def title_named(store: Store, ruleset: str, name: str) -> Title | None:
    """A title by its name, in large or small letters; none where no set has it. O(sets)."""
    key = title_key(name)
    for sets in _by_title(store, ruleset):
        if title_key(sets[-1][1]) == key:
            return _title(ruleset, sets, {})
    return None


def title_of(store: Store, ruleset: str, text: str) -> Title | None:
    """A title by its name, or by the hashes of component sets of one title, separated by spaces; none if there is no
    such set. O(sets)."""
    hashes = text.split()
    for sets in _by_title(store, ruleset):
        if hashes and {*hashes} <= {hash for hash, _ in sets}:
            named = [(hash, name) for hash, name in sets if hash in hashes]
            return _title(ruleset, named, {})
    return title_named(store, ruleset, text)


def sets_called(store: Store, text: str, rulesets: Iterable[str]) -> tuple[str, ...]:
    """The hashes of the component sets of a title in any of these rulesets, see `title_of`."""
    found = (title_of(store, ruleset, text) for ruleset in rulesets)
    return tuple(hash for title in found if title for hash in title.sets)


def sheet_for(store: Store, ruleset: Ruleset[Any], asked: SheetRequest) -> Sheet:
    """The newest component set of a title, or one that is made for it. Nothing is stored. Raises BadSheet."""
    if ruleset.sheets is None:
        raise BadSheet("", f"{ruleset.title} is one game, and takes no title")
    name = " ".join(asked.title.split())
    scoring = asked.scoring or next(iter(ruleset.sheets.scorings))
    if scoring not in ruleset.sheets.scorings:
        raise BadSheet("scoring", f"there is no {scoring[:40]!r}; there are {', '.join(ruleset.sheets.scorings)}")
    if found := title_named(store, ruleset.name, name):
        stored = found.sets[0]
        return Sheet(stored, ruleset.load(store.component_set(stored).document), None)
    try:
        text = ruleset.sheets.write(name, scoring)
    except BadComponentSet as error:
        raise BadSheet("title", error.faults[0].detail) from None
    components = ruleset.load(text)
    return Sheet(components.hash, components, text)


def known_scoring(library: Library, ruleset: Ruleset[Any], name: str) -> str | None:
    """How a known title is scored, if it is one of the ways of the ruleset. O(sets)."""
    found = title_named(library.store, ruleset.name, name) if name else None
    if found is None or ruleset.sheets is None:
        return None
    return ruleset.sheets.scoring(library.component_set(ruleset, found.sets[0]))


def need_scoring(ruleset: Ruleset[Any], sheet: Sheet, asked: SheetRequest) -> None:
    """Refuse a way of scoring that is not that of the sheet. Raises BadSheet."""
    assert ruleset.sheets
    scoring = ruleset.sheets.scoring(sheet.components)
    if asked.scoring and scoring and asked.scoring != scoring:
        name, words = ruleset.title_with(sheet.components), ruleset.sheets.scorings
        other = words.get(asked.scoring, asked.scoring)
        raise BadSheet(
            "scoring", f"{name} is recorded with \u201c{words[scoring]}\u201d, not \u201c{other}\u201d", scoring
        )


def put_sheet(store: Store, ruleset: Ruleset[Any], sheet: Sheet) -> None:
    """Store a component set that was made for a title; one that is stored already stays as it is."""
    if sheet.text is not None:
        name = ruleset.title_with(sheet.components)
        store.put_component_set(ruleset.name, name, sheet.text, canonical(Source(sheet.text).data))


def _by_title(store: Store, ruleset: str) -> Iterable[list[tuple[str, str]]]:
    """The hashes and names of the sets of each title, oldest first."""
    found: dict[str, list[tuple[str, str]]] = {}
    for hash, name, _ in store.component_set_names(ruleset):
        found.setdefault(title_key(name), []).append((hash, name))
    return found.values()


def _title(ruleset: str, sets: list[tuple[str, str]], games: Mapping[str, int]) -> Title:
    hashes = tuple(hash for hash, _ in reversed(sets))
    return Title(ruleset, sets[-1][1], hashes, sum(games.get(hash, 0) for hash in hashes))
