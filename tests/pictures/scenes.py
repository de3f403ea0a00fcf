"""Pictures to measure: the versions of games that bots have played, with names as long as names may be."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from msgspec import Struct, json

from rulesets.kit.bots import any_of
from rulesets.kit.chance import ServerChance
from rulesets.kit.components import Source
from rulesets.kit.phases import seats_of
from rulesets.kit.structs import TABLE, Start
from rulesets.kit.svg import Scene
from tests.rulesets.examples import replayed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulesets.kit.ruleset import Ruleset
    from rulesets.kit.structs import Viewer

LONG_NAME = "Maximiliana Wollstonecraft-Wittgenstein " * 5
"""Of 200 letters, as long as a player's name may be."""
LONG_WORDS = " of the Windswept Northern Marches"
"""Put behind each name of a component set that has room for it."""
MOST_LETTERS = 60
PRINTED = ("spells",)
"""Tables of component sets whose names a rulebook prints, and no set may change."""
MOST_EVENTS = 10_000


class Version(Struct, frozen=True):
    """One version of a game, as somebody sees it."""

    ruleset: str
    seats: int
    seed: int
    number: int
    scene: Scene[Any]


def versions(ruleset: Ruleset[Any], seats: int, seed: int, *, long_cards: bool = False) -> Iterator[Version]:
    """All versions of a random game, as the table and as its seats see them in turn."""
    text = with_long_names(ruleset.starter) if long_cards else ruleset.starter
    components = ruleset.load(text)
    rng, key = Random(seed), Random(seed).randbytes(32)
    start = Start(seats, components.hash, "server", "free")
    before: Any = ruleset.empty_board(start, components)
    play = ruleset.begin(start, components, ServerChance(key, b"start"))
    viewers: tuple[Viewer, ...] = (TABLE, *range(1, seats + 1))
    views = dict.fromkeys(viewers, before)
    for number in range(1, MOST_EVENTS):
        for viewer in viewers:
            seen = [effect.seen_by(viewer) for effect in play.effects]
            was = board = views[viewer]
            for effect in seen:
                board = effect.apply(board)
            views[viewer] = board
            if viewer == viewers[number % len(viewers)]:
                touched = frozenset(touch for effect in seen for touch in effect.touches())
                names = {seat: f"{seat} {LONG_NAME}" for seat in seats_of(board)}
                earlier = was if number > 1 else None
                scene = Scene(board, earlier, tuple(seen), viewer, names, number, touched)
                yield Version(ruleset.name, seats, seed, number, scene)
        board = play.board
        if not (waiting := ruleset.waiting_for(board)):
            return
        seat = rng.choice(waiting)
        action = any_of(list(ruleset.legal_actions(board, seat)), rng)
        play = ruleset.decide(board, seat, action, ServerChance(key, b"%d" % number))


def example(ruleset: Ruleset[Any]) -> Iterator[Version]:
    """All versions of the example game, as people would play it, as the table sees them."""
    for number, step in enumerate(replayed(ruleset), 1):
        touched = frozenset(touch for effect in step.effects for touch in effect.touches())
        names = {seat: f"{seat} {LONG_NAME}" for seat in seats_of(step.after)}
        earlier = step.before if number > 1 else None
        scene = Scene(step.after, earlier, tuple(step.effects), TABLE, names, number, touched)
        yield Version(ruleset.name, len(names), 0, number, scene)


def with_long_names(starter: str) -> str:
    """A component set in which every name is as long as is allowed."""
    return json.encode(_lengthened(Source(starter).data)).decode()


def _lengthened(part: Any) -> Any:
    if isinstance(part, dict):
        return {
            key: (value + LONG_WORDS)[:MOST_LETTERS]
            if key == "name" and isinstance(value, str)
            else value
            if key in PRINTED
            else _lengthened(value)
            for key, value in part.items()
        }
    return [_lengthened(item) for item in part] if isinstance(part, list) else part
