"""Games that are left out of statistics, and why."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import polars as pl

from analytics.rows import tag_lines
from analytics.schema import EXCLUSIONS

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from events import Game

ADJUSTED = "adjusted"
"""Why a game that was adjusted by hand is excluded; the lake has it nevertheless, for the filter `adjusted`."""


def reason_to_exclude(game: Game, rulesets: Collection[str]) -> str | None:
    """Why a game is excluded from statistics; None if it counts."""
    if game.forked_from:
        return "fork"
    if game.summary.status != "finished":
        return "abandoned" if game.summary.status == "abandoned" else "unfinished"
    if game.archived:
        return "archived"
    if not game.count_in_statistics:
        return "not_counted"
    if game.ruleset not in rulesets:
        return "unknown_ruleset"
    return ADJUSTED if game.summary.tainted else None


def is_held(reason: str | None) -> bool:
    """Whether the lake holds a game that is excluded for this reason, or for none."""
    return reason in (None, ADJUSTED)


def excluded_rows(games: Sequence[tuple[Game, str]]) -> pl.DataFrame:
    """Rows of games with the reason of each, in the columns of `exclusions`."""
    rows = [
        (
            *(str(game.id), game.revision, game.ruleset, reason, len(game.seats)),
            [str(seated.player) for seated in game.seats if seated.player],
            *(game.ruleset_version, tag_lines(game), game.summary.round, game.version, _utc(game.created_at)),
            _utc(game.finished_at or game.created_at),
        )
        for game, reason in games
    ]
    return pl.DataFrame(rows, schema=EXCLUSIONS, orient="row")


def _utc(microseconds: int) -> datetime:
    return datetime.fromtimestamp(microseconds / 1e6, UTC)
