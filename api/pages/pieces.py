"""Names of the pieces in a picture of a board."""

from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING

from projections import names, with_names
from rulesets.kit.structs import Action

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from events import Game
    from projections import Library
    from projections.paths import Version
    from projections.step_summaries import StepSummary
    from rulesets.kit.structs import Viewer

LOOKED_AT = 12
"""At most this many earlier pictures are searched for the name of a piece."""

_PIECE = re.compile(r'data-id="([^"]+)"[^>]*>\s*<title>([^<]*)</title>')
_HOLDER = re.compile(r'data-holds="([^"]+)"[^>]*>\s*<title>([^<]*)</title>')
_GROUP_OR_FRAME = re.compile(r'<g\b([^>]*)>|(</g>)|<rect ([^>]*?) ?class="may"/>')
_IDS = re.compile(r' data-(?:id|holds)="([^"]*)"')
_SIDES = re.compile(r'\b(x|y|width|height)="([^"]+)"')
_NAME = re.compile(r"(.+?)(?:[:;]|\. |\.$|$)")


def titles_in(picture: str) -> Mapping[str, str]:
    """What the pieces of a picture are called there, by id: all that is said of them."""
    return {unescape(id): unescape(title) for id, title in reversed(_PIECE.findall(picture))}


def titles_of_all(picture: str) -> Mapping[str, str]:
    """The same, and what the groups are called that hold what is no piece of its own: a task of a card, a switch."""
    held = {unescape(id): unescape(title) for ids, title in _HOLDER.findall(picture) for id in ids.split()}
    return {**held, **titles_in(picture)}


ARM = 0.3
"""How much of the shorter side of a frame a corner takes,"""
LONGEST_ARM = 14
"""and how many board units at most."""


def with_picked(picture: str, ids: Collection[str]) -> str:
    """A picture in which the frames of what is chosen are corners. O(length)."""
    chosen, around = frozenset(ids), list[bool]()

    def corners(found: re.Match[str]) -> str:
        group, closing, frame = found.groups()
        if frame:
            return _corners(frame) if around and around[-1] else found[0]
        if closing:
            around.pop()
        else:
            own = [unescape(id) for id in " ".join(_IDS.findall(group)).split()]
            around.append(not chosen.isdisjoint(own) if own else bool(around) and around[-1])
        return found[0]

    return _GROUP_OR_FRAME.sub(corners, picture) if ids else picture


def _corners(attributes: str) -> str:
    """A frame of which only the corners are drawn."""
    box = {name: float(value) for name, value in _SIDES.findall(attributes)}
    w, h = box["width"], box["height"]
    arm = min(ARM * min(w, h), LONGEST_ARM)
    dashes = (arm, w - 2 * arm, 2 * arm, h - 2 * arm, 2 * arm, w - 2 * arm, 2 * arm, h - 2 * arm, arm)
    drawn = " ".join(f'{name}="{value:g}"' for name, value in box.items())
    return f'<rect {drawn} class="pick" stroke-dasharray="{" ".join(f"{dash:g}" for dash in dashes)}"/>'


def name_of(
    library: Library, game: Game, viewer: Viewer, piece: str, picture: str, summaries: Iterable[StepSummary]
) -> str | None:
    """What a piece is called: as actions call it, else as the picture does, or as that of another version does.

    `summaries` are the events that touched it. None where it is on none of them, so that there is nothing to tell.
    """
    touched = [summary.version for summary in summaries][:LOOKED_AT]
    if word := next(_words(library, game, viewer, piece, touched), None):
        return word
    if title := titles_in(picture).get(piece):
        return _short(title)
    return next(_titles(library, game, viewer, piece, touched), None)


def _words(library: Library, game: Game, viewer: Viewer, piece: str, versions: Iterable[Version]) -> Iterator[str]:
    ruleset = library.ruleset(game)
    for version in versions:
        step = library.step(game, version, viewer)
        if isinstance(step.action, Action) and step.event.seat:
            for named in ruleset.named(step.before, step.event.seat, step.action):
                if named.ids == (piece,):
                    yield with_names(named.word, names(game))


def _titles(library: Library, game: Game, viewer: Viewer, piece: str, versions: Iterable[Version]) -> Iterator[str]:
    for version in versions:
        scene = library.scene(game, version, viewer, named=True, arrangement="narrow")
        if title := titles_in(library.ruleset(game).picture(scene)).get(piece):
            yield _short(title)


def _short(title: str) -> str:
    """What something is called, without what it can do."""
    found = _NAME.match(title)
    return found[1] if found else title
