"""Games as the tables of `analytics.columns`: one after the other, and of any state.

Facts are those of the lake, worked out by the same code. The lake holds only games that count in statistics; these
tables hold every game that can be read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import polars as pl

from analytics.columns import NOTES, TABLES, types
from analytics.excluded import reason_to_exclude
from analytics.rows import Rows
from events import DamagedGame

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from uuid import UUID

    from events import Event, Game
    from projections import Library
    from rulesets.kit.ruleset import Ruleset

Frames = dict[str, pl.DataFrame]
Row = tuple[object, ...]

MANY_FACTS = 20_000
"""So many facts make a part,"""

MANY_BYTES = 16 << 20
"""and so does so much text of events: what is gathered does not grow with the log."""

OF_A_GAME = (
    *("game_uuid", "ruleset", "name", "place", "status", "excluded", "chance", "undo", "visibility", "archived"),
    *("count_in_statistics", "adjusted", "forked_from", "created_at", "finished_at", "head", "tip"),
)
OF_AN_EVENT = ("parent", "kind", "seat", "by", "recorded_at", "action", "outcomes", "effects")


class _Gathered:
    """Games of one ruleset: what the lake has of them, and what only these tables have."""

    def __init__(self, ruleset: Ruleset[Any]) -> None:
        self.rows = Rows(ruleset)
        self.games: list[Row] = []
        self.names: list[str | None] = []
        """Of the players, seat by seat."""
        self.events: list[Row] = []
        self.notes: list[Row] = []

    def tables(self) -> Frames:
        """The tables of these games."""
        lake = self.rows.tables()
        games = _frame("games", OF_A_GAME, self.games).join(lake["games"], on="game_uuid", maintain_order="left")
        seats = lake["seats"].with_columns(name=pl.Series(self.names, dtype=pl.String))
        ruleset = games.select("game_id", "ruleset")
        frames = {
            "games": games,
            "seats": seats.join(ruleset, on="game_id", maintain_order="left"),
            "events": self._events(lake["facts"]).join(ruleset, on="game_id", maintain_order="left"),
            "facts": lake["facts"].join(ruleset, on="game_id", maintain_order="left"),
            NOTES: _frame(NOTES, tuple(TABLES[NOTES]), self.notes),
        }
        return {name: frame.select(*TABLES[name]) for name, frame in frames.items()}

    def _events(self, facts: pl.DataFrame) -> pl.DataFrame:
        """Events as they are stored, next to what their facts say of them; the type is that of the action."""
        actions = facts.filter(step=0, part=0).select("game_id", "version", "type")
        read, stored = self.rows.events(), _frame("events", OF_AN_EVENT, self.events)
        not_stored = read.select(name for name in read.columns if name not in stored.columns)
        events = pl.concat([not_stored, stored], how="horizontal")
        return events.join(actions, on=["game_id", "version"], how="left", maintain_order="left")


class GameTables:
    """Gathers games; `take` makes tables of them when there are enough for a part."""

    def __init__(self, library: Library, *, notes: bool = False) -> None:
        self._library = library
        self._notes = notes
        self._gathered: dict[str, _Gathered] = {}
        self._order: list[int] = []
        self._bytes = 0

    @property
    def is_full(self) -> bool:
        """Whether what is gathered should be taken before more is added."""
        return self._bytes >= MANY_BYTES or sum(len(each.rows) for each in self._gathered.values()) >= MANY_FACTS

    def add(self, game_id: UUID) -> None:
        """Read a game. O(events). Raises UnknownGame, RulesetMissing, DamagedGame; then nothing of it was added."""
        library = self._library
        game = library.store.game(game_id)
        ruleset, components = library.ruleset(game), library.components(game)
        events = [*library.store.events(game_id, 1, game.version)]
        notes = [*self._notes_of(game, events[0].position)] if self._notes else []
        of_ruleset = self._gathered.setdefault(game.ruleset, _Gathered(ruleset))
        try:
            of_ruleset.rows.add(game, components, library.tree(game), events)
        except DamagedGame:
            raise
        except Exception as error:  # a ruleset may raise anything for an event that it cannot read
            raise DamagedGame(game_id, f"its events cannot be read ({type(error).__name__}: {error})") from error
        of_ruleset.games.append(_row_of_game(game, reason_to_exclude(game, library.rulesets)))
        of_ruleset.names += [seated.name for seated in game.seats]
        of_ruleset.events += map(_row_of_event, events)
        of_ruleset.notes += notes
        self._order.append(events[0].position)
        self._bytes += sum(len(event.action) + len(event.outcomes) + len(event.effects) for event in events)

    def take(self) -> Frames:
        """The tables of what was gathered, game by game as they were added; then nothing is gathered any more."""
        parts = [each.tables() for each in self._gathered.values()]
        order = pl.DataFrame({"game_id": self._order}, schema={"game_id": pl.UInt64})
        self._gathered, self._order, self._bytes = {}, [], 0
        names = [name for name in TABLES if name != NOTES or self._notes]
        return {name: _in_order(name, order, [part[name] for part in parts]) for name in names}

    def _notes_of(self, game: Game, number: int) -> Iterator[Row]:
        """Notes by version, then the labels of lines."""
        key = (number, game.ruleset)
        for note in self._library.store.notes(game.id):
            audience = (note.visible_to, note.visible_from)
            yield *key, note.version, "note", note.seat, note.text, *audience, note.created_at, note.changed_at
        for line, label in sorted(self._library.store.line_labels(game.id).items()):
            yield *key, line, "label", None, label, "all", "now", None, None


def _row_of_game(game: Game, excluded: str | None) -> Row:
    summary = game.summary
    return (
        *(str(game.id), game.ruleset, game.name, game.place, summary.status, excluded),
        *(game.chance, game.undo, game.visibility, game.archived, game.count_in_statistics, summary.tainted),
        *(str(game.forked_from) if game.forked_from else None, game.created_at, game.finished_at),
        *(summary.head, summary.tip),
    )


def _row_of_event(event: Event) -> Row:
    action = None if event.action == "null" else event.action
    return (
        *(event.parent, event.kind, event.seat, event.by, event.recorded_at),
        *(action, event.outcomes, event.effects),
    )


def _frame(table: str, names: Sequence[str], rows: Iterable[Row]) -> pl.DataFrame:
    """Rows with these columns of a table."""
    kinds = types(TABLES[table])
    return pl.DataFrame(rows, schema={name: kinds[name] for name in names}, orient="row")


def _in_order(table: str, order: pl.DataFrame, parts: Sequence[pl.DataFrame]) -> pl.DataFrame:
    whole = pl.concat([pl.DataFrame(schema=types(TABLES[table])), *parts])
    return order.join(whole, on="game_id", maintain_order="left_right").select(*TABLES[table])
