"""What if: play goes on from every view, with what its viewer could not know still unknown."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Literal

from msgspec.structs import replace

from rulesets.kit.bots import random_bot
from rulesets.kit.chance import Chance
from rulesets.kit.play import fold
from rulesets.kit.structs import SPECTATOR, Start

if TYPE_CHECKING:
    from rulesets.kit.conformance.game import Game
    from rulesets.kit.outcomes import ChanceQuestion, Outcome
    from rulesets.kit.phases import B
    from rulesets.kit.structs import Viewer

EARLY = 25
"""In drafts more is hidden than ever after, so one version of each game is among its first ones."""

ACTIONS = 20
"""This many actions are taken from each view."""

SERVED = 0.5
"""How often the service rolls and deals from there on."""

UNSEEN = 0.3
"""How often a card that may stay unknown does."""


class AnyChance(Chance):
    """Whatever may come."""

    __slots__ = ("_rng",)

    def __init__(self, rng: Random) -> None:
        super().__init__()
        self._rng = rng

    def ask(self, asked: ChanceQuestion) -> Outcome:
        unseen = asked.unknown_ok and self._rng.random() < UNSEEN
        return None if unseen else self._rng.choice(asked.allowed)


def check_what_ifs(game: Game[B]) -> None:
    """From two versions of the game, as a seat and as a spectator saw them, any seats can play on.

    The table or the service rolls from there on; the service cannot where a table was about to enter something by hand.
    """
    rng = Random(f"onward {game.seed}")
    versions = rng.randint(1, min(EARLY, len(game.steps))), rng.randint(1, len(game.steps))
    for version in versions:
        for viewer in (rng.randint(1, game.seats), SPECTATOR):
            try:
                _play_on(game, _start_board(game, version, viewer, rng), rng)
            except Exception as error:
                raise AssertionError(
                    f"played on from version {version} as {viewer} sees it: {type(error).__name__}: {error}"
                ) from error


def _start_board(game: Game[B], version: int, viewer: Viewer, rng: Random) -> B:
    if rng.random() < SERVED:
        board = _copied(game, version, viewer, "server")
        if not game.recorded or not game.ruleset.stuck(board):
            return board
    return _copied(game, version, viewer, "table")


def _copied(game: Game[B], version: int, viewer: Viewer, chance: Literal["table", "server"]) -> B:
    """The board of a what-if game: what the viewer saw."""
    start = game.steps[0].action
    assert isinstance(start, Start)
    board: B = game.ruleset.empty_board(replace(start, chance=chance, undo="free"), game.components)
    for step in game.steps[:version]:
        board = fold(board, [effect.seen_by(viewer) for effect in step.effects])
    return board


def _play_on(game: Game[B], board: B, rng: Random) -> None:
    ruleset = game.ruleset
    for _ in range(ACTIONS):
        if not (waiting := ruleset.waiting_for(board)):
            return
        assert not ruleset.stuck(board), "nobody can act"
        seat = rng.choice(waiting)
        play = ruleset.decide(board, seat, random_bot(ruleset, board, seat, rng), AnyChance(rng))
        assert fold(board, ruleset.decode_effects(ruleset.encode(play.effects))) == play.board
        board = play.board
        game.report.what_ifs += 1
