"""Games as rows: each event read once, folded, and written as the columns of the lake."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import polars as pl

from analytics.reading import Choices, Gathered, Reading, Row, tag_lines
from analytics.schema import CARDS, CONSEQUENCE, FACTS, GAMES, HOLDINGS, SEATS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from events import Event, Game
    from projections import Tree
    from rulesets.kit.facts import Fact
    from rulesets.kit.history import Holding
    from rulesets.kit.phases import Components
    from rulesets.kit.ruleset import Ruleset

__all__ = ["Rows", "tag_lines", "third_of"]

PLACE: dict[str, Any] = {"game": pl.UInt32}
"""By place in another list, rather than by a key."""
OF_THE_DECISION = ("decision_no", "prev_type", "gap_us", "forced", "n_legal")
EVENTS: dict[str, Any] = {
    **PLACE,
    **{name: FACTS[name] for name in ("position", "version", "ruleset_version", "occurred_at", "undone", "category")},
    **{name: FACTS[name] for name in ("actor", "turn_seat", "move", "phase", "round", "turn")},
    "decided": pl.UInt32,  # on the line so far
    **{name: FACTS[name] for name in OF_THE_DECISION},
    "scores_at": pl.UInt32,
}
ENDS: dict[str, Any] = {**PLACE, **{name: HOLDINGS[name] for name in ("round", "final")}}
Columns = dict[str, list[Any]]
OF_THE_GAME = ("component_set", "options", "tags", "seats", "ended_at")
OF_THE_SEAT = ("player", "faction", "win_share")


class Rows:
    """Rows of whole games of one ruleset, gathered in plain lists and made into tables at the end."""

    def __init__(self, ruleset: Ruleset[Any], *, legal: bool = False) -> None:
        self._ruleset = ruleset
        self._legal = legal
        self._choices = Choices(ruleset)
        self._gathered = Gathered()
        self._facts, self._holdings = columns_of(()), _columns_held(())
        self._sets: dict[str, Components] = {}

    def __len__(self) -> int:
        return len(self._gathered.events_of_facts)

    def add(self, game: Game, components: Components, tree: Tree, events: Iterable[Event]) -> None:
        """Read one game. O(events). An error of reading a broken event is raised; then nothing was added."""
        gathered, sizes = self._gathered, self._gathered.sizes()
        reading = Reading(self._ruleset, game, components, tree, gathered, self._choices, legal=self._legal)
        try:
            for event in events:
                reading.read(event)
            reading.end()
        except BaseException:
            gathered.cut(sizes)
            raise
        _extend(self._facts, columns_of(reading.facts))
        _extend(self._holdings, _columns_held(reading.holdings))
        self._sets[game.component_set] = components

    def tables(self) -> dict[str, pl.DataFrame]:
        """The rows, by table."""
        seats, games = _frame(self._gathered.seats, SEATS), _frame(self._gathered.games, GAMES)
        # the place of a game's first seat in the list of all
        places = games.select(*OF_THE_GAME, "game_id", "decisions", seated=pl.col("seats").cum_sum() - pl.col("seats"))
        return {
            "facts": self._facts_table(seats, places),
            "seats": seats,
            "games": games,
            "holdings": self._holdings_table(seats, games, places),
            "cards": self._cards_table(),
        }

    def events(self) -> pl.DataFrame:
        """What the rows of facts say of each event, in the order in which they were read, with `game_id`."""
        games = _frame(self._gathered.games, GAMES).select("game_id")
        return _of_games(_frame(self._gathered.events, EVENTS), games)

    def _facts_table(self, seats: pl.DataFrame, places: pl.DataFrame) -> pl.DataFrame:
        events = _of_games(_frame(self._gathered.events, EVENTS), places)
        third = third_of(pl.col("decided"), pl.col("decisions"))
        events = events.with_columns(third=pl.when(pl.col("ended_at").is_not_null()).then(third))
        facts, at = _typed(self._facts, FACTS), pl.Series(self._gathered.events_of_facts, dtype=pl.UInt32)
        decided = facts.select(pl.when(step=0).then(at)).to_series()
        of_decision = events.select(pl.col("category", *OF_THE_DECISION).gather(decided))
        of_event = events.drop(of_decision.columns).select(pl.all().gather(at))
        frame = pl.concat([of_event, of_decision, facts], how="horizontal")
        return (
            pl.concat([frame, self._of_seats(frame, seats)], how="horizontal")
            .with_columns(
                pl.col("category").fill_null(CONSEQUENCE),
                part=_part(at),
                score=self._scores(frame, seats),
                delta=self._deltas(),
            )
            .select(pl.col(name).cast(kind) for name, kind in FACTS.items())
        )

    def _of_seats(self, frame: pl.DataFrame, seats: pl.DataFrame) -> pl.DataFrame:
        """The columns of the seats of rows; null for rows without a seat."""
        return seats.select(OF_THE_SEAT).select(pl.all().gather(frame.select(_place_of_seat()).to_series()))

    def _scores(self, frame: pl.DataFrame, seats: pl.DataFrame) -> pl.Expr:
        """The score of a fact's seat after its event; the team's, of nobody's fact in a team's game."""
        seat = pl.when(_of_teams(frame, seats)).then(pl.col("seat").fill_null(1)).otherwise("seat")
        place = pl.when(seat.is_between(1, "seats")).then(pl.col("scores_at") + seat.cast(pl.UInt32) - 1)
        return pl.lit(pl.Series(self._gathered.scores, dtype=pl.Int32)).gather(place)

    def _deltas(self) -> pl.Series:
        deltas: list[int | None] = [None] * len(self)
        for place, delta in self._gathered.deltas:
            deltas[place] = delta
        return pl.Series(deltas, dtype=pl.Int32)

    def _holdings_table(self, seats: pl.DataFrame, games: pl.DataFrame, places: pl.DataFrame) -> pl.DataFrame:
        """What was held where. Without a seat it has the result of the team."""
        ends = _of_games(_frame(self._gathered.ends, ENDS), places.with_columns(games["ruleset_version"]))
        at = pl.Series(self._gathered.ends_of_holdings, dtype=pl.UInt32)
        held = pl.concat([ends.select(pl.all().gather(at)), _typed(self._holdings, HOLDINGS)], how="horizontal")
        frame = pl.concat([held, self._of_seats(held, seats)], how="horizontal")
        of_team = pl.when(_of_teams(held, seats)).then(seats["win_share"].gather(held["seated"]))
        frame = frame.with_columns(pl.col("win_share").fill_null(of_team))
        return frame.select(pl.col(name).cast(kind) for name, kind in HOLDINGS.items())

    def _cards_table(self) -> pl.DataFrame:
        """What the sets say of what facts name."""
        cards = [
            (key, *(getattr(card, name) for name in CARDS if name != "component_set"))
            for key, components in self._sets.items()
            for card in self._ruleset.history.cards(components)
        ]
        return _frame(cards, CARDS)


def _of_teams(rows: pl.DataFrame, seats: pl.DataFrame) -> pl.Series:
    """Whether each row is of a game that all win or lose together: that has no par."""
    return seats["par"].is_null().gather(rows["seated"])


def columns_of(facts: Sequence[Fact]) -> Columns:
    """Facts as columns. Written out: to read a field by its name takes three times as long."""
    return {
        "step": [fact.step for fact in facts],
        "type": [fact.type for fact in facts],
        "seat": [fact.seat for fact in facts],
        "card": [fact.card for fact in facts],
        "place": [fact.place for fact in facts],
        "target": [fact.target for fact in facts],
        "kind": [fact.kind for fact in facts],
        "value": [fact.value for fact in facts],
        "die_sides": [fact.die_sides for fact in facts],
        "die_face": [fact.die_face for fact in facts],
        "source": [fact.source for fact in facts],
        "choice": [fact.choice for fact in facts],
        "chance": [fact.chance for fact in facts],
        "mean": [fact.mean for fact in facts],
        "variance": [fact.variance for fact in facts],
    }


def _columns_held(holdings: Sequence[Holding]) -> Columns:
    return {
        "seat": [held.seat for held in holdings],
        "what": [held.what for held in holdings],
        "place": [held.place for held in holdings],
        "n": [held.n for held in holdings],
    }


def _extend(columns: Columns, more: Columns) -> None:
    for name, values in more.items():
        columns[name] += values


def _typed(columns: Columns, kinds: dict[str, Any]) -> pl.DataFrame:
    return pl.DataFrame(columns, schema={name: kinds[name] for name in columns})


def third_of(decided: pl.Expr, decisions: pl.Expr) -> pl.Expr:
    """The third of a game that lies at or after `decided` of its `decisions`: 1, 2 or 3.

    Decision i of n lies in third 1 + (i - 1) * 3 // n; what came before the first lies in the first.
    """
    return 1 + (decided.cast(pl.Int64) - 1).clip(0) * 3 // decisions.clip(1)


def _of_games(frame: pl.DataFrame, games: pl.DataFrame) -> pl.DataFrame:
    """Rows with the columns of their games."""
    return pl.concat([frame, games.select(pl.all().gather(frame["game"]))], how="horizontal")


def _place_of_seat() -> pl.Expr:
    """The place of a row's seat in the list of all seats."""
    seat = pl.col("seat")
    return pl.when(seat.is_between(1, "seats")).then(pl.col("seated") + seat.cast(pl.UInt32) - 1)


def _part(at: pl.Series) -> pl.Expr:
    """The place of a row among those of its step, which come in order."""
    row, first = pl.int_range(pl.len()), (pl.col("step") != pl.col("step").shift()) | pl.lit(at != at.shift())
    return row - pl.when(first).then(row).forward_fill().fill_null(0)


def _frame(rows: Sequence[Row], columns: dict[str, Any]) -> pl.DataFrame:
    lists = zip(*rows, strict=True) if rows else ((),) * len(columns)
    return _typed(dict(zip(columns, map(list, lists), strict=True)), columns)
