"""picture.svg: drawing a board, compared with drawing a chess board with its last move."""

from __future__ import annotations

from random import Random
from time import perf_counter
from typing import TYPE_CHECKING, Any

from rulesets.kit.svg import Scene
from tests.benchmarks.games import RULESETS, play
from tests.benchmarks.harness import Bench, Measured, measure, median_of, needs

if TYPE_CHECKING:
    from collections.abc import Callable

    from rulesets.kit.ruleset import Ruleset

PICTURES = 60


@needs("chess")
def picture() -> Measured:
    """Pictures drawn in a second, each of another position."""
    from tests.benchmarks import chess_peer

    peer = chess_peer.pictures(PICTURES)
    return median_of("picture.svg", [measure(_picture(ruleset, peer)) for ruleset in RULESETS])


def _picture(ruleset: Ruleset[Any], peer: Callable[[], float]) -> Bench:
    scenes = _scenes(ruleset)

    def ours() -> float:
        begin = perf_counter()
        for scene in scenes:
            ruleset.picture(scene)
        return len(scenes) / (perf_counter() - begin)

    size = sum(len(ruleset.picture(scene)) for scene in scenes) // len(scenes)
    return Bench(
        name=ruleset.name,
        unit="pictures/s",
        against="python-chess svg with last move",
        bar=2,
        stretch=3,
        floor=1.5,
        ours=ours,
        theirs=peer,
        notes=(f"({size // 1000} kB a picture)",),
    )


def _scenes(ruleset: Ruleset[Any]) -> list[Scene[Any]]:
    """Positions from several games as a spectator sees them, with what the last event touched."""
    rng = Random(1)
    scenes: list[Scene[Any]] = []
    while len(scenes) < PICTURES:
        game = play(ruleset, rng.randrange(1_000))
        move, after = rng.choice(list(zip(game.moves, game.moves[1:], strict=False)))
        effects = tuple(effect.seen_by("spectator") for effect in move.effects)
        touched = frozenset(touch for effect in effects for touch in effect.touches())
        scenes.append(
            Scene(
                board=after.board,
                before=move.board,
                effects=effects,
                viewer="spectator",
                names={},
                version=len(scenes),
                touched=touched,
            )
        )
    return scenes
