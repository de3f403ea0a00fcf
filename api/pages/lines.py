"""Where lines part on the replay page: the ways to go on from a version, and which one is stepped through."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from projections.paths import contains, since

if TYPE_CHECKING:
    from collections.abc import Iterator

    from api.pages.look import Look
    from events import Game
    from projections import Library, Moment
    from projections.paths import Path, Version
    from projections.tree import Tree


class Way(Struct, frozen=True):
    """One of several ways to go on: the link shows the same version, and steps lead that way from there."""

    label: str
    href: str
    current: bool


class Ways(Struct, frozen=True):
    """Those of a version; none where there is one way, or where it is not to be told how the game goes on."""

    shown: tuple[Way, ...] = ()

    @property
    def up(self) -> str | None:
        """Where `↑` leads: the way before, in a ring."""
        return self._beside(-1)

    @property
    def down(self) -> str | None:
        """Where `↓` leads."""
        return self._beside(1)

    def _beside(self, step: int) -> str | None:
        if not self.shown:
            return None
        here = next((index for index, way in enumerate(self.shown) if way.current), 0)
        return self.shown[(here + step) % len(self.shown)].href


def ways_at(library: Library, game: Game, look: Look, moment: Moment, path: Path) -> Ways:
    """The lines that part at a version, the oldest first."""
    return Ways(tuple(_ways(library, game, look, moment, path))) if look.spoilers else Ways()


def _ways(library: Library, game: Game, look: Look, moment: Moment, path: Path) -> Iterator[Way]:
    tree = library.tree(game)
    labels = library.store.line_labels(game.id) if moment.forks else {}
    for first in moment.forks:
        main = tree.on_head_path(first)
        href = replace(look, line=None if main else first).href(moment.version)
        called = labels.get(tree.line(first)) or ("Main line" if main else _left(tree, first))
        yield Way(called, href, contains(path, first))


def _left(tree: Tree, first: Version) -> str:
    """A line that was left: `3 events, from 21`."""
    events = sum(map(len, since(tree.path(tree.end(first)), first)))
    return f"{events:,} event{'s' if events > 1 else ''}, from {first:,}"
