"""The columns of every table of the lake: their types, units and meanings. docs/lake.md is made of them."""

from __future__ import annotations

import polars as pl

from analytics import columns
from analytics.columns import FACTS, GAMES, LINES, SEATS, TIME, UUID, WORDS, Column, Columns

HOLDINGS: Columns = {
    "game_id": FACTS["game_id"],
    "round": Column(pl.UInt16, "The round of the board that they were counted on."),
    "final": Column(pl.Boolean, "Counted at the end of the game, rather than of the round."),
    "seat": Column(pl.UInt8, "Whose they are. Empty: nobody's, or the whole team's.", columns.ACTOR),
    "what": Column(WORDS, "What is counted: a card, a Soldier, a coin.", "id or word"),
    "place": Column(WORDS, "Where they are.", "id"),
    "n": Column(pl.Int32, "How many.", "as `what`"),
    "player": FACTS["player"],
    "win_share": Column(pl.Float64, "The share of the seat; of a team's game also where nobody's.", columns.WIN_SHARE),
    **{name: SEATS[name] for name in ("ruleset_version", "component_set", "options", "tags", "faction", "seats")},
    "ended_at": SEATS["ended_at"],
}

CARDS: Columns = {
    "component_set": FACTS["component_set"],
    "id": Column(WORDS, "The id that stands in other tables.", "id"),
    "name": Column(WORDS, "Its name, as it is printed."),
    "type": Column(WORDS, "What it is: a card, a hero, a place."),
    "level": Column(pl.Int16, "The level that is printed on it.", "as printed"),
    "kind": Column(WORDS, "A word from a short list of the component set."),
    "cost": Column(pl.Int16, "What it costs.", "as printed"),
    "speed": Column(pl.Int16, "How fast it is.", "as printed"),
    "icons": Column(WORDS, "The icons that are printed on it.", LINES),
}

EXCLUSIONS: Columns = {
    "game_uuid": Column(pl.String, "The id of the game in every log.", UUID),
    "revision": GAMES["revision"],
    "ruleset": Column(pl.String, "The ruleset that the game is played by."),
    "reason": Column(
        pl.String,
        "Why it does not count: `fork` (a what-if), `unfinished`, `abandoned`, `archived`, `not_counted`, `adjusted` "
        "(its rows are in the lake nevertheless), `unknown_ruleset` or `unreadable`.",
    ),
    "seats": Column(pl.UInt8, "How many seats the game has.", "seats"),
    "players": Column(pl.List(pl.String), "The players who sit in it.", UUID),
    "ruleset_version": GAMES["ruleset_version"],
    "tags": Column(pl.String, "The tags of the game, sorted.", LINES, entered=True),
    "rounds": Column(pl.UInt16, "The round that the game got to.", "rounds"),
    "versions": Column(pl.UInt32, "How many events the game has.", "events"),
    "created_at": Column(TIME, "When the game was recorded.", "UTC"),
    "dated_at": Column(TIME, "When it finished; when it was recorded, if it has not.", "UTC"),
}

TABLES: dict[str, Columns] = {
    "facts": FACTS,
    "seats": SEATS,
    "games": GAMES,
    "holdings": HOLDINGS,
    "cards": CARDS,
    "exclusions": EXCLUSIONS,
}

ABOUT: dict[str, str] = {
    "facts": "A row is an action (`step` 0), an effect that it had, or a part of one. What `card`, `place`, `kind` and "
    "`value` hold depends on `type`. Key: `game_id`, `version`, `step`, `part`; sorted by it.",
    "seats": "A row is a seat of a finished game. Key: `game_id`, `seat`; sorted by it.",
    "games": "A row is a finished game. Key: `game_id`; sorted by it.",
    "holdings": "A row is so many of something that a seat, or nobody, had at the end of a round or of the game. Key: "
    "`game_id`, `round`, `final`, `seat`, `what`, `place`; sorted by it.",
    "cards": "A row is what a component set says of an id. Key: `component_set`, `id`; sorted by it. Each part has "
    "those of its own games, so the same row stands in several files.",
    "exclusions": "A row is a game that does not count, and why. Key: `game_uuid`. One file for the whole lake.",
}
"""What a row of each table is."""
