"""Games as rows: each event read once, folded, and written as the columns of the lake."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import polars as pl
from msgspec import json

from analytics.schema import CONSEQUENCE, DECISION, FACTS, GAMES, SEATS, SYSTEM
from analytics.stats import win_share
from events import DamagedGame
from projections import Tree
from rulesets.kit.facts import Fact
from rulesets.kit.structs import Start

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from events import Event, Game
    from rulesets.kit.phases import Board, Components, Seat
    from rulesets.kit.ruleset import Ruleset

Row = tuple[object, ...]

EVER = 2**63 - 1
"""Later than any time."""

EVENT_COLUMNS = (
    *("position", "game_id", "version", "ruleset_version", "occurred_at", "undone", "own_category"),
    *("phase", "round", "turn", "decided", "decision_no", "prev_type", "gap_us", "rows"),
)
FACT_COLUMNS = (
    *("step", "type", "seat", "card", "place", "target", "kind"),
    *("value", "die_sides", "die_face"),
)
OF_THE_DECISION = ("decision_no", "prev_type", "gap_us")


class Rows:
    """Rows of whole games of one ruleset, gathered in plain lists and made into tables at the end."""

    def __init__(self, ruleset: Ruleset[Any]) -> None:
        self._ruleset = ruleset
        self._facts: list[Fact] = []
        self._scores: list[int | None] = []
        self._events: list[Row] = []
        self._seats: list[Row] = []
        self._games: list[Row] = []

    def __len__(self) -> int:
        return len(self._facts)

    def add(self, game: Game, components: Components, tree: Tree, events: Iterable[Event]) -> None:
        """Read one finished game. O(events). An error of reading a broken event is raised; then nothing was added."""
        reading = Reading(self._ruleset, game, components, tree)
        for event in events:
            reading.read(event)
        reading.need_end()
        self._facts += reading.facts
        self._scores += reading.scores
        self._events += reading.events
        self._seats += reading.seat_rows()
        self._games.append(reading.game_row())

    def tables(self) -> dict[str, pl.DataFrame]:
        """The rows as `facts`, `seats` and `games`."""
        seats, games = _frame(self._seats, SEATS), _frame(self._games, GAMES)
        return {"facts": self._facts_table(seats, games), "seats": seats, "games": games}

    def _facts_table(self, seats: pl.DataFrame, games: pl.DataFrame) -> pl.DataFrame:
        events = _frame(self._events, {name: FACTS.get(name) for name in EVENT_COLUMNS} | _EVENT_EXTRAS)
        facts = pl.DataFrame(
            {name: [getattr(fact, name) for fact in self._facts] for name in FACT_COLUMNS},
            schema={name: FACTS[name] for name in FACT_COLUMNS},
        )
        decided = pl.col("step") == 0
        return (
            pl.concat(
                [
                    events.select(pl.exclude("rows").repeat_by("rows").explode()),
                    facts,
                    pl.DataFrame({"score": self._scores}, schema={"score": FACTS["score"]}),
                ],
                how="horizontal",
            )
            .with_columns(
                pl.when(decided).then("own_category").otherwise(pl.lit(CONSEQUENCE)).alias("category"),
                *(pl.when(decided).then(name).alias(name) for name in OF_THE_DECISION),
            )
            .join(
                games.select("game_id", "options", "tags", "seats", "ended_at", "decisions"),
                on="game_id",
                maintain_order="left",
            )
            .join(
                seats.select("game_id", "seat", "player", "win_share"),
                on=["game_id", "seat"],
                how="left",
                maintain_order="left",
            )
            .with_columns(third=third_of(pl.col("decided"), pl.col("decisions")), part=_part())
            .select(pl.col(name).cast(kind) for name, kind in FACTS.items())
        )


def _part() -> pl.Expr:
    """The place of a row among those of its step. They come in order, a game after the other."""
    return pl.int_range(pl.len()).over("game_id", "version", "step")


_EVENT_EXTRAS: dict[str, Any] = {"own_category": pl.String, "decided": pl.UInt32, "rows": pl.UInt16}


MARKERS = ("undo", "redo")
"""Events that move the head."""


class Reading:
    """One game while it is read, event by event."""

    def __init__(self, ruleset: Ruleset[Any], game: Game, components: Components, tree: Tree) -> None:
        self._ruleset = ruleset
        self._game = game
        self._components = components
        self._line = frozenset(tree.versions(game.summary.head))
        self._boards: dict[int, Board] = {}
        self._ended: Board | None = None
        self._since: dict[Seat, int] = {}
        """The time since which each seat that is waited for can act."""
        self._last: dict[Seat, tuple[int, str]] = {}
        """How many decisions each seat has taken, and the latest."""
        self._turns: list[Seat] = []
        """The seats in the order of their first turns."""
        self._options = ""
        self._tags = "\n".join(sorted(game.tags))
        self._decided = 0
        self._game_id = 0
        self._position = 0
        self._started_at = 0
        self._ended_at = 0
        self.events: list[Row] = []
        self.facts: list[Fact] = []
        self.scores: list[int | None] = []

    def read(self, event: Event) -> None:
        """Take in the next event."""
        at = event.recorded_at if event.occurred_at is None else event.occurred_at
        self._game_id = self._game_id or event.position
        self._position = event.position
        self._started_at = self._started_at or at
        if event.kind in MARKERS:
            self._read_marker(event, at)
        else:
            self._read_step(event, at)

    def _read_marker(self, event: Event, at: int) -> None:
        board = self._boards[event.parent]
        self._since = dict.fromkeys(board.pending.who(board), at)
        self._note(event, at, board, SYSTEM, [Fact(0, event.kind.capitalize(), event.seat)], board)

    def _read_step(self, event: Event, at: int) -> None:
        ruleset = self._ruleset
        action = ruleset.read_stored_action(event.action)
        if isinstance(action, Start):
            self._options = _words_of(action.options)
            self._boards[0] = ruleset.empty_board(action, self._components)
        before = self._boards[event.parent]
        facts, after = ruleset.rows(before, event.seat, action, ruleset.decode_effects(event.effects))
        self._boards[event.version] = after
        category = DECISION if event.kind == "play" else SYSTEM
        self._note(event, at, before, category, facts, after)
        self._pass_on(after, event.seat, at)

    def _note(self, event: Event, at: int, before: Board, category: str, facts: Sequence[Fact], after: Board) -> None:
        on_line = event.version in self._line
        undone = not on_line and event.kind not in MARKERS
        decision_no = prev_type = gap = None
        if category == DECISION and event.seat is not None:
            since = self._since.get(event.seat, EVER)
            gap = at - since if at >= since else None
            if on_line:
                decision_no, prev_type = self._count(event.seat, facts[0].type, before)
        if on_line:
            self._ended, self._ended_at = after, at
        # fmt: off
        self.events.append((
            event.position, self._game_id, event.version, event.ruleset_version, at, undone, category,
            type(before.pending).__name__, before.round, before.turn, self._decided if on_line else None,
            decision_no, prev_type, gap, len(facts),
        ))
        # fmt: on
        self.facts += facts
        scores = dict(self._ruleset.standing(after))
        self.scores += [scores.get(fact.seat) for fact in facts]  # type: ignore[arg-type]

    def _count(self, seat: Seat, name: str, before: Board) -> tuple[int, str | None]:
        number, previous = self._last.get(seat, (0, None))
        self._last[seat] = (number + 1, name)
        self._decided += 1
        if seat not in self._turns and isinstance(before.pending, self._ruleset.home):
            self._turns.append(seat)
        return number + 1, previous

    def _pass_on(self, after: Board, actor: Seat | None, at: int) -> None:
        """A seat gets the move when it is first waited for, and again after each decision of its own."""
        since = self._since
        self._since = {seat: at if seat == actor else since.get(seat, at) for seat in after.pending.who(after)}

    def need_end(self) -> None:
        """Refuse a game that is finished only by its row: its secrets must not be counted yet."""
        if self._ended is None or self._ruleset.over(self._ended) is None:
            raise DamagedGame(self._game.id, "its row says that it is finished, and by its events it is not")

    # --- what it adds up to

    def seat_rows(self) -> list[Row]:
        """One row a seat."""
        winners, scores, together = self._winners(), self._scores(), self._ruleset.cooperative
        seats = len(self._game.seats)
        return [
            (
                *(self._game_id, seated.seat, str(seated.player) if seated.player else None),
                self._turns.index(seated.seat) + 1 if seated.seat in self._turns else None,
                self._last.get(seated.seat, (0, ""))[0],
                scores.get(seated.seat),
                rank(seated.seat, winners, scores),
                float(seated.seat in winners) if together else win_share(seated.seat, winners),
                None if together else 1 / seats,
                *(self._options, self._tags, seats, self._ended_at),
            )
            for seated in self._game.seats
        ]

    def game_row(self) -> Row:
        """The row of the game itself."""
        game, result = self._game, self._game.summary.result
        return (
            *(self._game_id, str(game.id), game.revision, game.ruleset_version),
            *(self._options, self._tags, len(game.seats), len(self._winners()), result.reason if result else None),
            *(self._started_at, self._ended_at, game.version, self._decided),
            *(game.summary.round, game.summary.turn, self._position),
        )

    def _winners(self) -> tuple[Seat, ...]:
        result = self._game.summary.result
        return result.winners if result else ()

    def _scores(self) -> dict[Seat, int]:
        assert self._ended is not None, "the head is a step of the game"
        return dict(self._ruleset.standing(self._ended))


def _words_of(options: Mapping[str, str | int | bool]) -> str:
    """Options as words: `difficulty=hard scenario=two-bridges`; numbers and truth as JSON has them."""
    return " ".join(
        f"{name}={value if isinstance(value, str) else json.encode(value).decode()}"
        for name, value in sorted(options.items())
    )


def third_of(decided: pl.Expr, decisions: pl.Expr) -> pl.Expr:
    """The third of a game that lies at or after `decided` of its `decisions`: 1, 2 or 3.

    Decision i of n lies in third 1 + (i - 1) * 3 // n; what came before the first lies in the first.
    """
    return 1 + (decided.cast(pl.Int64) - 1).clip(0) * 3 // decisions.clip(1)


def rank(seat: Seat, winners: Sequence[Seat], scores: dict[Seat, int]) -> int:
    """The place of a seat: winners before all others, then by score; equals share the better place."""

    def key(other: Seat) -> tuple[bool, int]:
        return other in winners, 0 if other in winners else scores.get(other, 0)

    return 1 + sum(key(other) > key(seat) for other in scores if other != seat)


def _frame(rows: Sequence[Row], columns: dict[str, Any]) -> pl.DataFrame:
    lists = zip(*rows, strict=True) if rows else ((),) * len(columns)
    return pl.DataFrame(dict(zip(columns, lists, strict=True)), schema=columns)
