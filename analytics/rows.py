"""Games as rows: each event read once, folded, and written as the columns of the lake."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

import polars as pl
from msgspec import json

from analytics.schema import (
    CARDS,
    CONSEQUENCE,
    DECISION,
    FACTS,
    GAMES,
    HOLDINGS,
    SCORE_CHANGED,
    SEATS,
    SYSTEM,
)
from analytics.stats import win_share
from events import DamagedGame
from projections import Tree
from rulesets.kit.facts import Fact
from rulesets.kit.structs import Action, Start

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from events import Event, Game
    from rulesets.kit.phases import Board, Components, Seat
    from rulesets.kit.ruleset import Ruleset
    from rulesets.kit.structs import Effect

Row = tuple[object, ...]

EVER = 2**63 - 1
"""Later than any time."""

MOST_LEGAL = 500
"""No more legal actions of one decision are counted."""

EVENT_COLUMNS = (
    *("position", "game_id", "version", "ruleset_version", "occurred_at", "undone", "own_category"),
    *("actor", "turn_seat", "move", "phase", "round", "turn", "decided"),
    *("decision_no", "prev_type", "gap_us", "forced", "n_legal", "rows"),
)
FACT_COLUMNS = Fact.__struct_fields__
OF_THE_DECISION = ("decision_no", "prev_type", "gap_us", "forced", "n_legal")


class Rows:
    """Rows of whole games of one ruleset, gathered in plain lists and made into tables at the end."""

    def __init__(self, ruleset: Ruleset[Any], *, legal: bool = False) -> None:
        self._ruleset = ruleset
        self._legal = legal
        self._facts: list[Fact] = []
        self._scores: list[Row] = []
        self._events: list[Row] = []
        self._seats: list[Row] = []
        self._games: list[Row] = []
        self._holdings: list[Row] = []
        self._sets: dict[str, Components] = {}

    def __len__(self) -> int:
        return len(self._facts)

    def add(self, game: Game, components: Components, tree: Tree, events: Iterable[Event]) -> None:
        """Read one finished game. O(events). An error of reading a broken event is raised; then nothing was added."""
        reading = Reading(self._ruleset, game, components, tree, legal=self._legal)
        for event in events:
            reading.read(event)
        reading.end()
        self._facts += reading.facts
        self._scores += reading.scores
        self._events += reading.events
        self._seats += reading.seat_rows()
        self._games.append(reading.game_row())
        self._holdings += reading.holdings
        self._sets[game.component_set] = components

    def tables(self) -> dict[str, pl.DataFrame]:
        """The rows, by table."""
        seats, games = _frame(self._seats, SEATS), _frame(self._games, GAMES)
        return {
            "facts": self._facts_table(seats, games),
            "seats": seats,
            "games": games,
            "holdings": self._holdings_table(seats, games),
            "cards": self._cards_table(),
        }

    def _holdings_table(self, seats: pl.DataFrame, games: pl.DataFrame) -> pl.DataFrame:
        """What lay where. What is nobody's has the win of a team."""
        held = _frame(self._holdings, {name: HOLDINGS[name] for name in HELD})
        of_seat = seats.select("game_id", "seat", "player", "faction", "win_share")
        of_team = seats.filter(pl.col("par").is_null()).group_by("game_id").agg(together=pl.col("win_share").first())
        return (
            held.join(games.select("game_id", *OF_THE_GAME), on="game_id", maintain_order="left")
            .join(of_seat, on=["game_id", "seat"], how="left", maintain_order="left")
            .join(of_team, on="game_id", how="left", maintain_order="left")
            .with_columns(pl.coalesce("win_share", "together").alias("win_share"))
            .select(pl.col(name).cast(kind) for name, kind in HOLDINGS.items())
        )

    def _cards_table(self) -> pl.DataFrame:
        """What the sets say of what facts name."""
        cards = [
            (key, *(getattr(card, name) for name in CARDS if name != "component_set"))
            for key, components in self._sets.items()
            for card in self._ruleset.history.cards(components)
        ]
        return _frame(cards, CARDS)

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
                    _frame(self._scores, {name: FACTS[name] for name in ("score", "delta")}),
                ],
                how="horizontal",
            )
            .with_columns(
                pl.when(decided).then("own_category").otherwise(pl.lit(CONSEQUENCE)).alias("category"),
                *(pl.when(decided).then(name).alias(name) for name in OF_THE_DECISION),
            )
            .join(
                games.select("game_id", "component_set", "options", "tags", "seats", "ended_at", "decisions"),
                on="game_id",
                maintain_order="left",
            )
            .join(
                seats.select("game_id", "seat", "player", "faction", "win_share"),
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


HELD = ("game_id", "round", "final", "seat", "what", "place", "n")
OF_THE_GAME = ("ruleset_version", "component_set", "options", "tags", "seats", "ended_at")

MARKERS = ("undo", "redo")
"""Events that move the head."""


class Reading:
    """One game while it is read, event by event."""

    def __init__(self, ruleset: Ruleset[Any], game: Game, components: Components, tree: Tree, *, legal: bool) -> None:
        self._ruleset = ruleset
        self._legal = legal
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
        self._tags = tag_lines(game)
        self._standings: dict[int, dict[Seat, int]] = {}
        """The scores after each version."""
        self._moves: dict[int, tuple[int | None, Seat | None]] = {0: (None, None)}
        """The version at which the move of each version began, and who began it."""
        self._decided = 0
        self._game_id = 0
        self._position = 0
        self._started_at = 0
        self._ended_at = 0
        self.events: list[Row] = []
        self.facts: list[Fact] = []
        self.scores: list[Row] = []
        """Score and delta of each fact."""
        self.holdings: list[Row] = []

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
        fact = Fact(0, event.kind.capitalize(), event.seat, value=event.parent, chance=False)
        self._moves[event.version] = self._moves[event.parent]
        self._note(event, at, board, SYSTEM, [fact], board)
        self._score([fact], self._standings[event.parent], {})

    def _read_step(self, event: Event, at: int) -> None:
        ruleset = self._ruleset
        action = ruleset.read_stored_action(event.action)
        if isinstance(action, Start):
            self._options = _words_of(action.options)
            self._boards[0] = ruleset.empty_board(action, self._components)
            self._standings[0] = dict(ruleset.standing(self._boards[0]))
        before = self._boards[event.parent]
        effects = ruleset.decode_effects(event.effects)
        facts, after = ruleset.rows(before, event.seat, action, effects)
        self._boards[event.version] = after
        self._moves[event.version] = self._move(event, before)
        scores, deltas = self._deltas(event, before, after, effects, facts)
        category = DECISION if event.kind == "play" else SYSTEM
        legal = self._count_legal(before, event.seat, action) if category == DECISION else (None, None)
        self._note(event, at, before, category, facts, after, legal)
        self._score(facts, scores, deltas)
        if event.version in self._line and 0 < before.round != after.round:
            self._hold(before.round, _at_end_of_round(before, effects))
        self._pass_on(after, event.seat, at)

    def _move(self, event: Event, before: Board) -> tuple[int | None, Seat | None]:
        """The version at which the move of an event began, and who began it."""
        if event.kind == "play" and isinstance(before.pending, self._ruleset.home):
            return event.version, event.seat
        return self._moves[event.parent]

    def _deltas(
        self, event: Event, before: Board, after: Board, effects: Sequence[Effect[Any]], facts: list[Fact]
    ) -> tuple[dict[Seat, int], dict[int, int]]:
        """The scores after an event, and what its facts changed of them, by their place.

        Where no fact of an effect is of the seat whose score it changed, one is put in.
        """
        standing, old = self._ruleset.standing, self._standings[event.parent]
        self._standings[event.version] = new = dict(standing(after))
        deltas: dict[int, int] = {}
        if new != old:
            board, scores = before, old
            for step, effect in enumerate(effects, 1):
                board = effect.apply(board)
                changed = dict(standing(board))
                for seat, delta in self._changes(scores, changed):
                    deltas[self._row_of(facts, step, seat, deltas)] = delta
                scores = changed
        return new, deltas

    def _changes(self, old: dict[Seat, int], new: dict[Seat, int]) -> Iterator[tuple[Seat | None, int]]:
        """Whose score changed, by how much; a team's is nobody's, and changes once."""
        if self._ruleset.cooperative:
            first = min(new)
            if new[first] != old[first]:
                yield None, new[first] - old[first]
        else:
            yield from ((seat, score - old[seat]) for seat, score in new.items() if score != old[seat])

    def _row_of(self, facts: list[Fact], step: int, seat: Seat | None, deltas: dict[int, int]) -> int:
        """The place of the first fact of an effect that is of a seat; it is put in where there is none."""
        after = 0
        for place, fact in enumerate(facts):
            if fact.step == step and place not in deltas and (seat is None or fact.seat == seat):
                return place
            after = place + 1 if fact.step <= step else after
        facts.insert(after, Fact(step, SCORE_CHANGED, seat, chance=False))
        return after

    def _count_legal(self, before: Board, seat: Seat | None, action: Action[Any] | Start) -> tuple[bool, int | None]:
        """Whether a decision was the only one that was legal, and how many there were, where that is asked for."""
        if seat is None or (isinstance(action, Action) and action.open_ended):
            return False, None
        most = MOST_LEGAL if self._legal else 2
        n = sum(1 for _ in islice(self._ruleset.legal_actions(before, seat), most))
        return n == 1, n if self._legal else None

    def _score(self, facts: Sequence[Fact], scores: dict[Seat, int], deltas: dict[int, int]) -> None:
        team = scores.get(1) if self._ruleset.cooperative else None
        self.scores += [
            (team if fact.seat is None else scores.get(fact.seat), deltas.get(place))
            for place, fact in enumerate(facts)
        ]

    def _hold(self, number: int, board: Board, *, final: bool = False) -> None:
        self.holdings += [
            (self._game_id, number, final, held.seat, held.what, held.place, held.n)
            for held in self._ruleset.history.holdings(board)
        ]

    def _note(
        self,
        event: Event,
        at: int,
        before: Board,
        category: str,
        facts: Sequence[Fact],
        after: Board,
        legal: tuple[bool | None, int | None] = (None, None),
    ) -> None:
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
        move, turn_seat = self._moves[event.version]
        # fmt: off
        self.events.append((
            event.position, self._game_id, event.version, event.ruleset_version, at, undone, category,
            event.seat, turn_seat, move, type(before.pending).__name__, before.round, before.turn,
            self._decided if on_line else None, decision_no, prev_type, gap, *legal, len(facts),
        ))
        # fmt: on
        self.facts += facts

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

    def end(self) -> None:
        """Look at what everybody holds. Refuses a game that is over by its row alone: it may have secrets yet."""
        if self._ended is None or self._ruleset.over(self._ended) is None:
            raise DamagedGame(self._game.id, "its row says that it is finished, and by its events it is not")
        self._hold(self._ended.round, self._ended, final=True)

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
                *(self._game.ruleset_version, self._game.component_set, self._options, self._tags),
                *(self._faction(seated.seat), seats, self._ended_at),
            )
            for seated in self._game.seats
        ]

    def game_row(self) -> Row:
        """The row of the game itself."""
        game, result = self._game, self._game.summary.result
        return (
            *(self._game_id, str(game.id), game.revision, game.ruleset_version, game.component_set),
            *(self._options, self._tags, len(game.seats), len(self._winners()), result.reason if result else None),
            *(self._started_at, self._ended_at, game.version, self._decided),
            *(game.summary.round, game.summary.turn, self._position),
        )

    def _faction(self, seat: Seat) -> str:
        """What a seat played, one a line."""
        factions = self._ruleset.history.faction(self._ended, seat)
        return "\n".join(sorted(f"{dimension}={name}" for dimension, names in factions.items() for name in names))

    def _winners(self) -> tuple[Seat, ...]:
        result = self._game.summary.result
        return result.winners if result else ()

    def _scores(self) -> dict[Seat, int]:
        assert self._ended is not None, "the head is a step of the game"
        return dict(self._ruleset.standing(self._ended))


def tag_lines(game: Game) -> str:
    """The tags of a game, sorted, one a line."""
    return "\n".join(sorted(game.tags))


def _at_end_of_round(board: Board, effects: Iterable[Effect[Any]]) -> Board:
    """The last board of the round of `board`."""
    number = board.round
    for effect in effects:
        after = effect.apply(board)
        if after.round != number:
            break
        board = after
    return board


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
