"""The columns of facts, seats and games in the lake, and of the tables that `tabletale export` writes.

docs/data-dictionary.md is made of them. A cell is empty where a column says nothing of its row.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl
from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Mapping

PolarsType = pl.DataType | type[pl.DataType]

WORDS = pl.String
"""A column of a few words. Each file of the lake keeps it as an Enum of the words that occur in it."""

TIME = pl.Datetime("us", "UTC")


class Column(Struct, frozen=True):
    """A column of a table."""

    type: PolarsType
    meaning: str
    unit: str = ""
    """What its numbers count, or how its text is written."""
    entered: bool = False
    """Whether its text came from a person, who may have typed anything."""


Columns = dict[str, Column]

WIN_SHARE = "of a win: 1 for a sole winner, 1/m for each of m who share it, 1 for each seat of a team that won"
ACTOR = "seat, from 1"
UUID = "UUID"
LINES = "one on each line"
JSON = "JSON"


def types(columns: Mapping[str, Column]) -> dict[str, PolarsType]:
    """The types of columns, by name."""
    return {name: column.type for name, column in columns.items()}


def _without(columns: Columns, *names: str) -> Columns:
    return {name: column for name, column in columns.items() if name not in names}


_GAME_ID = Column(
    pl.UInt64,
    "The number of the game, the same in all tables: the position of its first event. "
    "Another log has other numbers; `game_uuid` in `games` stays.",
)
_RULESET = Column(WORDS, "The ruleset that the game is played by.")
_COMPONENT_SET = Column(WORDS, "The cards, maps and boards that the game is played with.", "SHA-256 in hex")
_OPTIONS = Column(WORDS, "The options of the game.", "`name=value`, with spaces between")
_TAGS = Column(WORDS, "The tags of the game, sorted.", LINES, entered=True)
_SEATS = Column(pl.UInt8, "How many seats the game has.", "seats")
_ENDED_AT = Column(TIME, "When the game ended, by its last event. Empty while it runs.", "UTC")
_FACTION = Column(WORDS, "What the seat plays, sorted.", f"`dimension=value`, {LINES}")
_PLAYER = Column(WORDS, "The player of the seat, if known.", UUID)
_UNDONE = Column(
    pl.Boolean,
    "Whether it was undone: it is not on the line that leads to the head. Undos and redos themselves happened.",
)
_OCCURRED_AT = Column(TIME, "When it happened: as entered, or else when it was recorded.", "UTC")
_VERSION = Column(pl.UInt32, "The version of the game after the event: its number in the game, from 1.")
_PHASE = Column(WORDS, "The phase of the board that it was decided on.")
_ROUND = Column(pl.UInt16, "The round of the board that it was decided on; 0 during the set-up.")
_TURN = Column(pl.UInt16, "The turn of the board that it was decided on.")
_MOVE = Column(pl.UInt32, "The version at which the move began. Empty during the set-up.")
_TURN_SEAT = Column(pl.UInt8, "Who began the move.", ACTOR)
_EVENT_RULES = Column(pl.UInt16, "The version of the ruleset that decided the event.")
_CATEGORY = Column(
    WORDS, "`decision`: what a seat decided. `consequence`: what followed. `system`: a start, undo, redo or adjustment."
)
_POSITION = Column(pl.UInt64, "The place of the event among those of all games of the log, from 1.")

FACTS: Columns = {
    # which event
    "position": _POSITION,
    "game_id": _GAME_ID,
    "version": _VERSION,
    "step": Column(pl.UInt16, "0: the action. From 1 on: its effects, in order."),
    "part": Column(pl.UInt16, "An effect of several dice or Soldiers has a row for each, from 0 on, in its own order."),
    "ruleset_version": _EVENT_RULES,
    "occurred_at": _OCCURRED_AT,
    "undone": _UNDONE,
    # who and when in the game, by the board that it was decided on
    "category": _CATEGORY,
    "type": Column(WORDS, "The type of the action or effect, as the ruleset calls it."),
    "seat": Column(pl.UInt8, "Whom it concerns; of a decision, who took it. Empty: nobody, or the team.", ACTOR),
    "actor": Column(pl.UInt8, "Who took the decision that it followed from.", ACTOR),
    "player": _PLAYER,
    "turn_seat": _TURN_SEAT,
    "move": _MOVE,
    "phase": _PHASE,
    "round": _ROUND,
    "turn": _TURN,
    "third": Column(
        pl.UInt8, "In which third of the game's decisions the event lies. Empty when undone, and while the game runs."
    ),
    # of decisions that were not undone (the gap: of all decisions)
    "decision_no": Column(pl.UInt32, "Of a decision that was not undone: its number among those of its seat, from 1."),
    "prev_type": Column(WORDS, "Of such a decision: the type of the one before it of the same seat."),
    "gap_us": Column(
        pl.Int64,
        "Of a decision: the time since the move was the seat's. Empty where the clock went backwards.",
        "microseconds",
    ),
    "forced": Column(pl.Boolean, "Of a decision: whether nothing else was legal."),
    "n_legal": Column(
        pl.UInt16,
        "Of a decision: how many actions were legal, up to 500. Empty unless they were counted "
        "(`tabletale lake rebuild --legal`).",
        "actions",
    ),
    # the subject; the `facts` and `fact` of each effect and action say what it fills in
    "card": Column(WORDS, "The card.", "id"),
    "place": Column(WORDS, "Where it happened.", "id"),
    "target": Column(WORDS, "Against what.", "id"),
    "kind": Column(
        WORDS, "A word from a short list: a type of Soldier, a reason, a way of acting, a kind of question."
    ),
    "source": Column(WORDS, "What did it: the hero, tower, unit, skill or task.", "id"),
    "choice": Column(WORDS, "What was picked; `kind` says from what.", "id or word"),
    "value": Column(
        pl.Int32,
        "How many, or how much, of what the type counts. Of an undo or redo: the version that it leads to.",
        "as the type",
    ),
    "die_sides": Column(pl.UInt16, "How many sides the die has.", "sides"),
    "die_face": Column(pl.UInt16, "What the die showed."),
    "chance": Column(pl.Boolean, "Whether a die, a draw or a shuffle gave it."),
    "mean": Column(pl.Float64, "What chance gives on average: of `value`, or else of `die_face`.", "as the value"),
    "variance": Column(pl.Float64, "The variance of what chance gives.", "square of the value's"),
    "score": Column(pl.Int32, "The score of its seat after the event; the team's in a cooperative game.", "points"),
    "delta": Column(
        pl.Int32,
        "What the effect changed of the score. Each change stands on one row, a team's too.",
        "points",
    ),
    # of the game and the seat
    "component_set": _COMPONENT_SET,
    "options": _OPTIONS,
    "tags": _TAGS,
    "faction": _FACTION,
    "seats": _SEATS,
    "win_share": Column(pl.Float64, "The share of the seat. Empty while the game runs.", WIN_SHARE),
    "ended_at": _ENDED_AT,
}

SEATS: Columns = {
    "game_id": _GAME_ID,
    "seat": Column(pl.UInt8, "The place at the table.", ACTOR),
    "player": _PLAYER,
    "turn_order": Column(pl.UInt8, "1: had the first turn. Empty for a seat that never had one."),
    "decisions": Column(pl.UInt32, "How many decisions of the seat were not undone.", "decisions"),
    "score": Column(pl.Int32, "The score at the head of the game; the team's in a cooperative game.", "points"),
    "rank": Column(
        pl.UInt8,
        "Winners first, then by score; equal seats share the better rank. Empty while the game runs.",
        "place, from 1",
    ),
    "win_share": Column(pl.Float64, "The share of the seat. Empty while the game runs.", WIN_SHARE),
    "par": Column(
        pl.Float64,
        "The win share that chance gives: 1 over the number of seats. Empty where all win or lose together.",
        "of a win",
    ),
    "lowest": Column(pl.Boolean, "Whether the lowest score is the best one in this game."),
    "ruleset_version": Column(pl.UInt16, "The version of the ruleset that the game began with."),
    "component_set": _COMPONENT_SET,
    "options": _OPTIONS,
    "tags": _TAGS,
    "faction": _FACTION,
    "seats": _SEATS,
    "ended_at": _ENDED_AT,
}

GAMES: Columns = {
    "game_id": _GAME_ID,
    "game_uuid": Column(pl.String, "The id of the game in every log.", UUID),
    "revision": Column(pl.Int64, "How often the game's row was changed: by its events, and by names, tags and seats."),
    "ruleset_version": Column(pl.UInt16, "The version of the ruleset that the game began with."),
    "component_set": _COMPONENT_SET,
    "options": _OPTIONS,
    "tags": _TAGS,
    "seats": _SEATS,
    "winners": Column(pl.UInt8, "How many seats won; all of them if a team won. Empty while the game runs.", "seats"),
    "end_reason": Column(WORDS, "Why the game ended, as the ruleset calls it. Empty while it runs."),
    "started_at": Column(TIME, "When the game began, by its first event.", "UTC"),
    "ended_at": _ENDED_AT,
    "events": Column(pl.UInt32, "How many events the game has, with those that were undone.", "events"),
    "decisions": Column(pl.UInt32, "How many decisions were not undone.", "decisions"),
    "rounds": Column(pl.UInt16, "The round that the game got to.", "rounds"),
    "turns": Column(pl.UInt16, "The turn that the game got to.", "turns"),
    "last_position": Column(pl.UInt64, "The position of the game's last event."),
}

_KEY: Columns = {"game_id": _GAME_ID, "ruleset": _RULESET}
_SEAT_OF_TABLE = Column(pl.UInt8, "The seat. Empty: the table.", ACTOR)

TABLES: dict[str, Columns] = {
    "games": {
        "game_id": _GAME_ID,
        "game_uuid": GAMES["game_uuid"],
        "ruleset": _RULESET,
        "name": Column(pl.String, "The name that the game was given.", entered=True),
        "place": Column(pl.String, "Where it was played.", entered=True),
        "tags": _TAGS,
        "status": Column(WORDS, "`running`, `finished` or `abandoned`."),
        "excluded": Column(
            WORDS,
            "Why statistics leave the game out: `fork` (a what-if), `unfinished`, `abandoned`, `archived`, "
            "`not_counted` or `adjusted`. Empty: it counts.",
        ),
        **_without(GAMES, "game_id", "game_uuid", "tags", "revision", "last_position"),
        "chance": Column(WORDS, "Who rolls and deals: `table` or `server`."),
        "undo": Column(WORDS, "The undo rules of the game."),
        "visibility": Column(WORDS, "`public`, `unlisted` or `private`."),
        "archived": Column(pl.Boolean, "Whether the game is archived."),
        "count_in_statistics": Column(pl.Boolean, "Whether the players want it to count."),
        "adjusted": Column(pl.Boolean, "Whether its board was adjusted by hand, on the line that leads to the head."),
        "forked_from": Column(pl.String, "Of a what-if: the `game_uuid` of the game that it was forked from.", UUID),
        "created_at": Column(TIME, "When the game was recorded.", "UTC"),
        "finished_at": Column(TIME, "When its end was recorded.", "UTC"),
        "head": Column(pl.UInt32, "The version that the game stands on."),
        "tip": Column(pl.UInt32, "The last version of the line that the game stands on."),
        "revision": GAMES["revision"],
        "last_position": GAMES["last_position"],
    },
    "seats": {
        **_KEY,
        "seat": SEATS["seat"],
        "player": _PLAYER,
        "name": Column(pl.String, "The name of the player, if known.", entered=True),
        **_without(SEATS, "game_id", "seat", "player"),
    },
    "events": {
        **_KEY,
        "position": _POSITION,
        "version": _VERSION,
        "parent": Column(pl.UInt32, "The version that it builds on; of an undo or redo, the version that it leads to."),
        "kind": Column(WORDS, "`start`, `play`, `undo`, `redo`, `adjust` or `end`."),
        "category": Column(WORDS, "`decision`: what a seat decided. `system`: all else."),
        "type": FACTS["type"],
        "seat": Column(pl.UInt8, "The seat that acted. Empty: none did.", ACTOR),
        "by": Column(pl.String, "Who recorded it.", "id", entered=True),
        "undone": _UNDONE,
        "turn_seat": _TURN_SEAT,
        "move": _MOVE,
        "phase": _PHASE,
        "round": _ROUND,
        "turn": _TURN,
        "ruleset_version": _EVENT_RULES,
        "recorded_at": Column(TIME, "When it was stored.", "UTC"),
        "occurred_at": _OCCURRED_AT,
        "action": Column(pl.String, "The action, as it was entered. Empty for an undo or redo.", JSON),
        "outcomes": Column(pl.String, "The rolls and draws that it took, in order.", JSON),
        "effects": Column(pl.String, "What it changed on the board, in order.", JSON),
    },
    "facts": {**_KEY, **_without(FACTS, "game_id", "n_legal")},
    "notes": {
        **_KEY,
        "version": Column(pl.UInt32, "The version that it is on; of a label, the first version of its line."),
        "kind": Column(
            WORDS,
            "`note`: a note, a bookmark (without text), or the reason of an undo or adjustment. `label`: of a line.",
        ),
        "seat": _SEAT_OF_TABLE,
        "text": Column(pl.String, "What it says.", entered=True),
        "visible_to": Column(WORDS, "Who may read it: its `seat`, the `table`, or `all`."),
        "visible_from": Column(WORDS, "From when others may read it: `now`, or the `end` of the game."),
        "created_at": Column(TIME, "When it was written. Empty for a label.", "UTC"),
        "changed_at": Column(TIME, "When it was changed last. Empty for a label.", "UTC"),
    },
}
"""What `tabletale export` writes with `--format parquet`, `csv` or `jsonl-flat`; `notes` only with `--with-notes`."""

NOTES = "notes"

ABOUT: dict[str, str] = {
    "games": "A row is a game, in any state. Key: `game_id`.",
    "seats": "A row is a seat of a game. Key: `game_id`, `seat`.",
    "events": "A row is an event, also one that was undone. Key: `game_id`, `version`.",
    "facts": "A row is an action (`step` 0), an effect that it had, or a part of one, as statistics read them; what "
    "`card`, `place`, `kind` and `value` hold depends on `type`. Key: `game_id`, `version`, `step`, `part`.",
    NOTES: "A row is a note, or the label of a line. Only with `--with-notes`.",
}
"""What a row of each table is."""
