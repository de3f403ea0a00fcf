"""One game while it is read, event by event: what its rows are made of, in plain lists."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

from msgspec import Struct, json

from analytics.schema import DECISION, SCORE_CHANGED, SYSTEM
from analytics.stats import win_share
from events import DamagedGame
from rulesets.kit.facts import Fact
from rulesets.kit.structs import Action, Start

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from events import Event, Game
    from projections import Tree
    from rulesets.kit.history import Holding
    from rulesets.kit.phases import Board, Components, Phase, Seat
    from rulesets.kit.ruleset import Ruleset
    from rulesets.kit.structs import Effect

Row = tuple[object, ...]
Scores = tuple[tuple["Seat", int], ...]

NO_LIMIT = 2**63 - 1
"""A time later than any other."""

MOST_LEGAL = 500
"""Legal actions of a decision are counted up to this number."""

MARKERS = ("undo", "redo")
"""Events that move the head."""


NO_DECISION: Row = (None,) * 5
"""Of an event that is no decision."""


class Gathered(Struct):
    """What rows of whole games say by place in other lists: of a fact its event, of a holding its end of a round."""

    events_of_facts: list[int] = []
    deltas: list[tuple[int, int]] = []
    """(fact, what it changed of the score), where it changed any."""
    events: list[Row] = []
    scores: list[int] = []
    """Of each seat in order, for each standing that there was; an event says where that after it begins."""
    seats: list[Row] = []
    games: list[Row] = []
    ends_of_holdings: list[int] = []
    ends: list[Row] = []
    """Of each round and of the game."""

    def sizes(self) -> list[int]:
        """How long each list is."""
        return [len(getattr(self, name)) for name in self.__struct_fields__]

    def cut(self, sizes: Sequence[int]) -> None:
        """Forget what came after."""
        for name, size in zip(self.__struct_fields__, sizes, strict=True):
            del getattr(self, name)[size:]


class Choices:
    """What else a seat could have decided.

    For each type of decision in each phase, the type of action that offered something else before is asked first, and
    at first one without fields, which is listed quickly: most decisions are seen to be free by the first that is asked.
    """

    def __init__(self, ruleset: Ruleset[Any]) -> None:
        self._ruleset = ruleset
        self._kinds: dict[tuple[type[Phase], type[Action[Any]]], list[type[Action[Any]]]] = {}

    def forced(self, board: Board, seat: Seat, action: Action[Any]) -> bool:
        """Whether nothing but `action` was legal for a seat that is waited for."""
        decision = type(board.pending), type(action)
        kinds = self._kinds.get(decision)
        if kinds is None:
            kinds = sorted(self._ruleset.kinds(board), key=lambda kind: len(kind.__struct_fields__))
            self._kinds[decision] = kinds
        for place, kind in enumerate(kinds):
            for other in self._ruleset.legal_of(kind, board, seat):
                if other != action:
                    if place:
                        kinds.insert(place - 1, kinds.pop(place))
                    return False
        return True

    def count(self, board: Board, seat: Seat) -> int:
        """How many actions were legal, counted up to 500."""
        return sum(1 for _ in islice(self._ruleset.legal_actions(board, seat), MOST_LEGAL))


class Reached(Struct, frozen=True, gc=False):
    """What a version of the game is: its board and how it came about."""

    board: Any
    scores: Scores
    scores_at: int
    """Where they stand among `Gathered.scores`."""
    move: int | None
    """The version at which the move began."""
    turn_seat: Seat | None
    """Who began it."""


class Reading:
    """One game while it is read, event by event."""

    def __init__(
        self,
        ruleset: Ruleset[Any],
        game: Game,
        components: Components,
        tree: Tree,
        into: Gathered,
        choices: Choices,
        *,
        legal: bool,
    ) -> None:
        self.facts: list[Fact] = []
        self.holdings: list[Holding] = []
        self._ruleset = ruleset
        self._cooperative = ruleset.cooperative_with(components)
        self._lowest = ruleset.lowest_with(components)
        self._scoring = ruleset.scoring
        self._game = game
        self._components = components
        self._into = into
        self._choices = choices
        self._legal = legal
        self._place = len(into.games)
        self._line = frozenset(tree.versions(game.summary.head))
        self._returned_to = tree.branch_points()
        self._reached: dict[int, Reached] = {}
        self._ended: Reached | None = None
        self._since: dict[Seat, int] = {}
        """The time since which each seat that is waited for can act."""
        self._last: dict[Seat, tuple[int, str]] = {}
        """How many decisions each seat has taken, and the latest."""
        self._turns: list[Seat] = []
        """The seats in the order of their first turns."""
        self._options = ""
        self._tags = tag_lines(game)
        self._decided = 0
        self._game_id = 0
        self._position = 0
        self._started_at = 0
        self._ended_at: int | None = 0

    def read(self, event: Event) -> None:
        """Take in the next event."""
        at = event.recorded_at if event.occurred_at is None else event.occurred_at
        self._position = event.position
        if event.kind in MARKERS:
            self._read_marker(event, at)
        else:
            self._read_step(event, at)

    def _read_marker(self, event: Event, at: int) -> None:
        reached = self._reached[event.parent]
        board = reached.board
        self._since = dict.fromkeys(board.pending.who(board), at)
        fact = Fact(0, event.kind.capitalize(), event.seat, value=event.parent, chance=False)
        self._note(event, at, board, reached, SYSTEM, [fact], NO_DECISION)

    def _read_step(self, event: Event, at: int) -> None:
        ruleset, parent = self._ruleset, event.parent
        action = ruleset.stored_action(event.action, event.ruleset_version)
        if isinstance(action, Start):
            self._begin(event, at, action)
        before = self._reached[parent] if parent in self._returned_to else self._reached.pop(parent)
        board = before.board
        effects = ruleset.stored_effects(event.effects, event.ruleset_version)
        facts, boards = ruleset.rows(board, event.seat, action, effects)
        after = boards[-1] if boards else board
        reached = self._reached[event.version] = self._reach(event, before, effects, boards, facts)
        decides = event.kind == "play"
        of_decision = NO_DECISION
        if decides:
            assert isinstance(action, Action), "a rulebook decides"
            of_decision = self._decision(event, at, board, action)
        self._note(event, at, board, reached, DECISION if decides else SYSTEM, facts, of_decision)
        if event.version in self._line:
            self._ended, self._ended_at = reached, at
            if 0 < board.round != after.round:
                self._hold(board.round, _at_end_of_round(board, boards))
        self._pass_on(after, event.seat, at)

    def _begin(self, event: Event, at: int, start: Start) -> None:
        self._game_id = event.position
        self._started_at = at
        self._options = _options_text(start.options)
        board = self._ruleset.empty_board(start, self._components)
        scores = self._ruleset.standing(board)
        self._reached[0] = Reached(board, scores, self._keep(scores), None, None)

    def _reach(
        self, event: Event, before: Reached, effects: list[Effect[Any]], boards: list[Board], facts: list[Fact]
    ) -> Reached:
        """What an event led to. Where it changed the score, the rows that tell so are found, or put in."""
        move, turn_seat = before.move, before.turn_seat
        if event.kind == "play" and isinstance(before.board.pending, self._ruleset.home):
            move, turn_seat = event.version, event.seat
        scores, at = before.scores, before.scores_at
        if not self._scoring.isdisjoint(map(type, effects)):
            scores = self._add_changes(scores, effects, boards, facts)
            at = at if scores == before.scores else self._keep(scores)
        return Reached(boards[-1] if boards else before.board, scores, at, move, turn_seat)

    def _keep(self, scores: Scores) -> int:
        """Note the scores of all seats, and where."""
        into = self._into.scores
        at = len(into)
        into += [score for _seat, score in scores]
        return at

    def _add_changes(
        self, scores: Scores, effects: list[Effect[Any]], boards: list[Board], facts: list[Fact]
    ) -> Scores:
        """Say of each fact what it changed of the score; where an effect has no fact of that seat, one is put in.

        The scores after all effects.
        """
        deltas: dict[int, int] = {}
        for step, (effect, board) in enumerate(zip(effects, boards, strict=True), 1):
            if type(effect) in self._scoring and (new := self._ruleset.standing(board)) != scores:
                for seat, delta in self._changes(dict(scores), new):
                    deltas[_row_of(facts, step, seat, deltas)] = delta
                scores = new
        first = len(self._into.events_of_facts)
        self._into.deltas += [(first + place, delta) for place, delta in deltas.items()]
        return scores

    def _changes(self, old: dict[Seat, int], new: Scores) -> Iterator[tuple[Seat | None, int]]:
        """Whose score changed, by how much; a team's is nobody's, and changes once."""
        if self._cooperative:
            seat, score = new[0]
            yield None, score - old[seat]
        else:
            yield from ((seat, score - old[seat]) for seat, score in new if score != old[seat])

    def _decision(self, event: Event, at: int, board: Board, action: Action[Any]) -> Row:
        """Its number, what the seat decided before, the gap, whether it was forced, and how many were legal."""
        seat = event.seat
        assert seat is not None, "somebody decides"
        since = self._since.get(seat, NO_LIMIT)
        number = previous = None
        if event.version in self._line:
            number, previous = self._count(seat, type(action).__name__, board)
        return number, previous, at - since if at >= since else None, *self._alternatives(board, seat, action)

    def _alternatives(self, board: Board, seat: Seat, action: Action[Any]) -> tuple[bool, int | None]:
        """Whether a decision was forced, and of how many it was one where that is asked for.

        Who acts without being waited for could as well have done nothing.
        """
        if action.open_ended:
            return False, None
        forced = seat in self._since and self._choices.forced(board, seat, action)
        return forced, self._choices.count(board, seat) if self._legal else None

    def _count(self, seat: Seat, name: str, board: Board) -> tuple[int, str | None]:
        number, previous = self._last.get(seat, (0, None))
        self._last[seat] = (number + 1, name)
        self._decided += 1
        if seat not in self._turns and isinstance(board.pending, self._ruleset.home):
            self._turns.append(seat)
        return number + 1, previous

    def _note(
        self,
        event: Event,
        at: int,
        board: Board,
        reached: Reached,
        category: str,
        facts: list[Fact],
        of_decision: Row,
    ) -> None:
        into = self._into
        on_line = event.version in self._line
        into.events_of_facts += [len(into.events)] * len(facts)
        self.facts += facts
        # fmt: off
        into.events.append((
            self._place, event.position, event.version, event.ruleset_version, at,
            not on_line and event.kind not in MARKERS, category, event.seat, reached.turn_seat, reached.move,
            type(board.pending).__name__, board.round, board.turn, self._decided if on_line else None,
            *of_decision, reached.scores_at,
        ))
        # fmt: on

    def _pass_on(self, after: Board, actor: Seat | None, at: int) -> None:
        """A seat gets the move when it is first waited for, and again after each decision of its own."""
        since = self._since
        self._since = {seat: at if seat == actor else since.get(seat, at) for seat in after.pending.who(after)}

    def _hold(self, number: int, board: Board, *, final: bool = False) -> None:
        into, held = self._into, list(self._ruleset.history.holdings(board))
        into.ends_of_holdings += [len(into.ends)] * len(held)
        self.holdings += held
        into.ends.append((self._place, number, final))

    def end(self) -> None:
        """Look at what everybody holds. Refuses a game that is over by its row alone: it may have secrets yet.

        Of a game that is running, nothing says who won, or when it ended.
        """
        running = self._game.summary.status == "running"
        if self._ended is None or running != (self._ruleset.over(self._ended.board) is None):
            status = "running" if running else "finished"
            raise DamagedGame(self._game.id, f"its row says that it is {status}, and by its events it is not")
        if running:
            self._ended_at = None
        self._hold(self._ended.board.round, self._ended.board, final=True)
        self._into.seats += self._seat_rows(self._ended)
        self._into.games.append(self._game_row())

    # --- what it adds up to

    def _seat_rows(self, ended: Reached) -> list[Row]:
        winners, scores, together = self._winners(), dict(ended.scores), self._cooperative
        seats, is_over = len(self._game.seats), self._ended_at is not None
        return [
            (
                *(self._game_id, seated.seat, str(seated.player) if seated.player else None),
                self._turns.index(seated.seat) + 1 if seated.seat in self._turns else None,
                self._last.get(seated.seat, (0, ""))[0],
                scores.get(seated.seat),
                rank(seated.seat, winners, scores, lowest=self._lowest) if is_over else None,
                self._win_share(seated.seat, winners) if is_over else None,
                None if together else 1 / seats,
                self._lowest,
                *(self._game.ruleset_version, self._game.component_set, self._options, self._tags),
                *(self._faction(ended.board, seated.seat), seats, self._ended_at),
            )
            for seated in self._game.seats
        ]

    def _win_share(self, seat: Seat, winners: tuple[Seat, ...]) -> float:
        return float(seat in winners) if self._cooperative else win_share(seat, winners)

    def _game_row(self) -> Row:
        game, result = self._game, self._game.summary.result
        winners = None if self._ended_at is None else len(self._winners())
        return (
            *(self._game_id, str(game.id), game.revision, game.ruleset_version, game.component_set),
            *(self._options, self._tags, len(game.seats), winners, result.reason if result else None),
            *(self._started_at, self._ended_at, game.version, self._decided),
            *(game.summary.round, game.summary.turn, self._position),
        )

    def _faction(self, board: Board, seat: Seat) -> str:
        """What a seat played, one a line."""
        factions = self._ruleset.history.faction(board, seat)
        return "\n".join(sorted(f"{dimension}={name}" for dimension, names in factions.items() for name in names))

    def _winners(self) -> tuple[Seat, ...]:
        result = self._game.summary.result
        return result.winners if result else ()


def tag_lines(game: Game) -> str:
    """The tags of a game, sorted, one a line."""
    return "\n".join(sorted(game.tags))


def rank(seat: Seat, winners: Sequence[Seat], scores: dict[Seat, int], *, lowest: bool = False) -> int:
    """The place of a seat: winners before all others, then by score, of which the highest or the lowest is the best;
    equals share the better place."""

    def key(other: Seat) -> tuple[bool, int]:
        score = scores.get(other, 0)
        return other in winners, 0 if other in winners else -score if lowest else score

    return 1 + sum(key(other) > key(seat) for other in scores if other != seat)


def _row_of(facts: list[Fact], step: int, seat: Seat | None, taken: Mapping[int, int]) -> int:
    """The place of the first fact of an effect that is of a seat; it is put in where there is none."""
    after = 0
    for place, fact in enumerate(facts):
        if fact.step == step and place not in taken and (seat is None or fact.seat == seat):
            return place
        after = place + 1 if fact.step <= step else after
    facts.insert(after, Fact(step, SCORE_CHANGED, seat, chance=False))
    return after


def _at_end_of_round(board: Board, boards: Iterable[Board]) -> Board:
    """The last board of the round of `board`."""
    last = board
    for after in boards:
        if after.round != board.round:
            break
        last = after
    return last


def _options_text(options: Mapping[str, str | int | bool]) -> str:
    """Options as words: `difficulty=hard scenario=two-bridges`; numbers and truth as JSON has them."""
    return " ".join(
        f"{name}={value if isinstance(value, str) else json.encode(value).decode()}"
        for name, value in sorted(options.items())
    )
