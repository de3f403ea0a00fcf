"""Lookalikes of a game: games that a viewer cannot tell from it, though they differ in what the viewer cannot see."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import json

from api.recording.simulate import set_up
from projections import seen
from rulesets.kit.chance import GivenChance
from rulesets.kit.errors import KitError
from rulesets.kit.play import fold

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

    from rulesets.kit.outcomes import ChanceQuestion, Outcome
    from rulesets.kit.phases import Board
    from rulesets.kit.ruleset import Ruleset
    from rulesets.kit.structs import Viewer

MOST_TRIED = 60
"""Pairs of names that are tried for one game."""

TableGame = tuple[list[Any], list[tuple[int, Any, list[Any]]]]
"""A game as a table recorded it: the outcomes of its set-up; seat, action and outcomes of each action."""


class RecordingNames(GivenChance):
    """The outcomes that the table entered, and the names that could have come."""

    __slots__ = ("names",)

    def __init__(self, entered: Sequence[Outcome], names: set[str]) -> None:
        super().__init__(entered)
        self.names = names

    def ask(self, asked: ChanceQuestion) -> Outcome:
        """The outcome that was entered."""
        self.names.update(name for name in asked.allowed if isinstance(name, str))
        return super().ask(asked)


class Replay(NamedTuple):
    """A game from its start to its end, as one viewer may see it."""

    looks: list[str]
    """All that the viewer is sent of it."""
    names: set[str]
    """Of all that was chosen, or could have been drawn."""
    board: Board
    """The true one at the end."""


def lookalikes(
    ruleset: Ruleset[Any], seats: int, game: TableGame, viewer: Viewer, rng: Random
) -> Iterator[tuple[TableGame, Board]]:
    """Two names that the viewer never saw change places, and the rules and the viewer notice nothing."""
    true = replayed(ruleset, seats, game, viewer)
    text, known = json.encode(game).decode(), "".join(true.looks)
    hidden = sorted(name for name in true.names if f'"{name}"' not in known)
    pairs = [pair for pair in permutations(hidden, 2) if f'"{pair[0]}"' in text]
    rng.shuffle(pairs)
    for one, two in pairs[:MOST_TRIED]:
        other = json.decode(_swapped(text, f'"{one}"', f'"{two}"'), type=TableGame)
        try:
            lookalike = replayed(ruleset, seats, other, viewer)
        except KitError:
            continue
        if lookalike.looks == true.looks:
            yield other, lookalike.board


def replayed(ruleset: Ruleset[Any], seats: int, game: TableGame, viewer: Viewer) -> Replay:
    """A game as the table recorded it. Raises KitError where the rules do not allow it."""
    names: set[str] = set()
    components, (outcomes, entries) = ruleset.starter_components, game
    start, begun = set_up(ruleset, components, seats, RecordingNames(outcomes, names))
    board = fold(ruleset.empty_board(start, components), begun.effects)
    looks = [ruleset.encode(list(seen(begun.effects, viewer)))]
    for seat, plain, given in entries:
        action, chance = ruleset.decode_action(json.encode(plain).decode()), RecordingNames(given, names)
        play = ruleset.decide(board, seat, action, chance)
        chance.all_used()
        looks.append(ruleset.encode([action.seen_by(viewer, seat), list(seen(play.effects, viewer))]))
        names.update(strings_in(plain))
        board = play.board
    return Replay(looks, names, board)


def strings_in(value: object) -> Iterator[str]:
    """The texts of an action, but not its keys and types."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from strings_in(item)
    elif isinstance(value, dict):
        for key, item in value.items():
            if key != "type":
                yield from strings_in(item)


def _swapped(text: str, one: str, two: str) -> str:
    return text.replace(one, "\0").replace(two, one).replace("\0", two)
