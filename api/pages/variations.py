"""The variations that start at a version, and which one the replay page steps through."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from projections.paths import contains, since

if TYPE_CHECKING:
    from collections.abc import Iterator

    from api.pages.view import View
    from events import Game
    from projections import Library, Moment
    from projections.paths import Path, Version
    from projections.tree import Tree


class Variation(Struct, frozen=True):
    """One of several lines from a version; the link shows the same version on that line."""

    label: str
    href: str
    current: bool


class Variations(Struct, frozen=True):
    """The variations of a version; empty if there is one line, or if spoilers are hidden."""

    shown: tuple[Variation, ...] = ()

    @property
    def up(self) -> str | None:
        """The target of `↑`: the previous variation, in a ring."""
        return self._neighbour(-1)

    @property
    def down(self) -> str | None:
        """The target of `↓`."""
        return self._neighbour(1)

    def _neighbour(self, step: int) -> str | None:
        if not self.shown:
            return None
        here = next((index for index, variation in enumerate(self.shown) if variation.current), 0)
        return self.shown[(here + step) % len(self.shown)].href


def variations_at(library: Library, game: Game, view: View, moment: Moment, path: Path) -> Variations:
    """The lines that start at a version, the oldest first."""
    return Variations(tuple(_variations(library, game, view, moment, path))) if view.spoilers else Variations()


def _variations(library: Library, game: Game, view: View, moment: Moment, path: Path) -> Iterator[Variation]:
    tree = library.tree(game)
    labels = library.store.line_labels(game.id) if moment.forks else {}
    for first in moment.forks:
        main = tree.on_head_path(first)
        href = replace(view, line=None if main else first).href(moment.version)
        called = labels.get(tree.line(first)) or ("Main line" if main else _left_line(tree, first))
        yield Variation(called, href, contains(path, first))


def _left_line(tree: Tree, first: Version) -> str:
    """A line that was left: `3 events, from 21`."""
    events = sum(map(len, since(tree.path(tree.end(first)), first)))
    return f"{events:,} event{'s' if events > 1 else ''}, from {first:,}"
