"""What the result page shows: result, ranking, score curves and turning points."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from api.pages.colours import tints
from api.pages.game_list import scored
from api.pages.score_curves import TEAM, WIDTH, curves
from api.rest.ranking import ranks
from events import Game
from projections import names
from rulesets.kit.structs import SPECTATOR

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from projections import Library
    from projections.paths import Version
    from projections.step_summaries import StepSummary
    from rulesets.kit.phases import Board, GameOver
    from rulesets.kit.ruleset import Ruleset

    Scores = Mapping[int, float]

CHANGES = 6
"""At most this many of the latest changes of the lead,"""

LARGEST = 3
"""and of the largest score changes are shown."""

BREAK = 3_600_000_000
"""Microseconds: a longer pause is a break."""

SHORT = 1_000_000
"""Microseconds: a shorter pause is no thinking time, since the move was entered afterwards."""

UNDONE = 8
"""At most this many undone lines are searched for other endings."""


class Placed(Struct, frozen=True):
    """A seat at the end, or the team at 0."""

    seat: int
    name: str
    rank: int
    score: int | float
    won: bool
    parts: tuple[tuple[int, str], ...]
    """What the score is made of, without what is 0."""


class Course(Struct, frozen=True):
    """The score of a seat over the whole game, or that of the team."""

    seat: int
    name: str
    score: int | float
    path: str
    """As path data."""


class Moment(Struct, frozen=True):
    """A turning point of the game."""

    version: int
    what: str
    text: str = ""
    """The sentence of the event."""
    x: float = 0
    """Its position in the chart of the scores."""


class LongestTurn(Struct, frozen=True):
    """The action that took a seat the longest time."""

    version: int
    name: str
    time: str
    text: str


class OtherEnd(Struct, frozen=True):
    """An ending on another, undone line."""

    version: int
    what: str


class End(Struct, frozen=True):
    """What the page shows."""

    game: Game
    title: str
    sheet: str | None
    """The title, if the ruleset has several."""
    at: int
    round: int
    over: bool
    undone: bool
    """The game was over at this version, but this ending was undone."""
    result: str
    """Who won, in words; and why it was over."""
    reason: str
    scored: str
    cooperative: bool
    tints: dict[int, str]
    """The classes that colour what is a seat's."""
    placed: tuple[Placed, ...]
    courses: tuple[Course, ...]
    moments: tuple[Moment, ...]
    longest_turn: LongestTurn | None
    others: tuple[OtherEnd, ...]
    again: tuple[str, ...]
    """Players of the next game: the same people, starting with the next one."""


def end(library: Library, game: Game, address: str | None) -> End:
    """The end of `game`, or that at another version, as a spectator sees it. O(events of the line), of which each is
    read once a process.

    Raises BadAddress, RulesetMissing.
    """
    tree, ruleset = library.tree(game), library.ruleset(game)
    at = tree.stands_for(library.resolve(game, address or "head"))
    summaries = library.step_summaries(game, tree.path(at), SPECTATOR)
    board = library.board(game, at, SPECTATOR)
    over, called = ruleset.over(board), names(game) | {TEAM: "The team"}
    together, lowest = library.is_cooperative(game), library.is_lowest(game)
    scores = [(summary.version, _scores(summary.standing, together=together)) for summary in summaries]
    return End(
        game=game,
        title=library.title(game),
        sheet=library.title(game) if ruleset.sheets else None,
        at=at,
        round=board.round,
        over=over is not None,
        undone=over is not None and at != game.summary.head,
        result=result_in_words(over, called, together=together) if over else "",
        reason=ruleset.endings.get(over.reason, "") if over else "",
        scored=scored(ruleset),
        cooperative=together,
        tints=tints(ruleset, game, board),
        placed=tuple(_placed(ruleset, board, over, called)) if over else (),
        courses=tuple(_courses(scores, called, lowest=lowest)) if over else (),
        moments=_moments(summaries, scores, called, lowest=lowest) if over else (),
        longest_turn=longest_turn(summaries, called) if over else None,
        others=tuple(
            _others(library, game, [branch.end for branch in tree.branches(tree.path_through(at))], at, called)
        ),
        again=_again(game) if over else (),
    )


def _again(game: Game) -> tuple[str, ...]:
    """The names of the seats, starting with the second; empty for unknown players."""
    called = [seated.name or "" for seated in game.seats]
    return (*called[1:], called[0])


def result_in_words(over: GameOver, called: Mapping[int, str], *, together: bool) -> str:
    """`Ada won`, `Ada and Ben won`, `Nobody won`; of a team `The team lost`."""
    if together:
        return f"{called[TEAM]} {'won' if over.winners else 'lost'}"
    *first, last = [called[seat] for seat in over.winners] or ["Nobody"]
    return f"{', '.join(first)} and {last} won" if first else f"{last} won"


def _scores(standing: Iterable[tuple[int, float]], *, together: bool) -> dict[int, float]:
    """The score of each seat, or of the team at 0."""
    found = dict(standing)
    return {TEAM: next(iter(found.values()))} if together else found


def _placed(ruleset: Ruleset[Any], board: Board, over: GameOver, called: Mapping[int, str]) -> Iterator[Placed]:
    """The seats in the order of their ranks; a team is one."""
    components = board.components
    found = _scores(ruleset.standing(board), together=ruleset.cooperative_with(components))
    by_seat = ranks(over.winners, tuple(found.items()), lowest=ruleset.lowest_with(components))
    for seat in sorted(found, key=lambda seat: (by_seat[seat], seat)):
        scored_parts = () if seat == TEAM else ruleset.score_parts(board, seat)
        parts = tuple((points, where) for points, where in scored_parts if points)
        yield Placed(seat, called[seat], by_seat[seat], found[seat], seat in over.winners, parts)


# --- how it came to that


def _courses(scores: Sequence[tuple[Version, Scores]], called: Mapping[int, str], *, lowest: bool) -> Iterator[Course]:
    last = scores[-1][1]
    for curve in curves([tuple(each.items()) for _, each in scores], len(scores), lowest=lowest):
        yield Course(curve.seat, called[curve.seat], last[curve.seat], curve.path)


def _moments(
    summaries: Sequence[StepSummary],
    scores: Sequence[tuple[Version, Scores]],
    called: Mapping[int, str],
    *,
    lowest: bool,
) -> tuple[Moment, ...]:
    """Changes of the lead and the largest score changes, by version."""
    by_version: dict[int, list[str]] = {}
    for moment in (*changes_of_lead(scores, called, lowest=lowest), *largest_changes(scores, called)):
        by_version.setdefault(moment.version, []).append(moment.what)
    place = {version: index for index, (version, _) in enumerate(scores, 1)}
    text = {summary.version: summary.text for summary in summaries}
    across = WIDTH / len(scores)
    return tuple(
        Moment(version, "; ".join(what), text[version], round(place[version] * across, 1))
        for version, what in sorted(by_version.items())
    )


def changes_of_lead(
    scores: Sequence[tuple[Version, Scores]], called: Mapping[int, str], *, lowest: bool = False
) -> list[Moment]:
    """The latest versions at which another seat took the lead."""
    found: list[Moment] = []
    leader: int | None = None
    for version, each in scores:
        ahead = _leader(each, lowest=lowest)
        if ahead is None:
            continue
        if leader not in (None, ahead):
            both = f"{_number(each[ahead])} to {_number(each[leader or ahead])}"
            found.append(Moment(version, f"{called[ahead]} takes the lead from {called[leader or ahead]}, {both}"))
        leader = ahead
    return found[-CHANGES:]


def _leader(scores: Scores, *, lowest: bool) -> int | None:
    """The seat that leads alone; None for a team."""
    best = min(scores.values()) if lowest else max(scores.values())
    ahead = [seat for seat, score in scores.items() if score == best]
    return ahead[0] if len(ahead) == 1 < len(scores) else None


def largest_changes(scores: Sequence[tuple[Version, Scores]], called: Mapping[int, str]) -> list[Moment]:
    """The moves in which a score changed most, by version."""
    steps = [
        (abs(change), version, f"{called[seat]}: {_change(change)}, now {_number(now[seat])}")
        for (_, before), (version, now) in pairwise(scores)
        for seat in now
        if (change := now[seat] - before.get(seat, 0))
    ]
    largest = sorted(steps, key=lambda step: (-step[0], step[1]))[:LARGEST]
    return [Moment(version, what) for _, version, what in sorted(largest, key=lambda step: step[1])]


def _change(change: float) -> str:
    return f"{_number(abs(change))} {'more' if change > 0 else 'less'}"


def _number(value: float) -> str:
    return f"{value:g}" if isinstance(value, float) else f"{value}"


def longest_turn(summaries: Iterable[StepSummary], called: Mapping[int, str]) -> LongestTurn | None:
    """The longest time that a seat took for an action, without breaks; None if nothing was timed."""
    thoughts = ((summary.time - before.time, summary) for before, summary in pairwise(summaries) if summary.seat)
    timed = [(think, summary) for think, summary in thoughts if SHORT <= think <= BREAK]
    if not timed:
        return None
    longest, summary = max(timed, key=lambda found: found[0])
    return LongestTurn(summary.version, called[summary.seat or TEAM], _time(longest), summary.text)


def _time(microseconds: int) -> str:
    minutes, seconds = divmod(microseconds // 1_000_000, 60)
    return " ".join(filter(None, (f"{minutes} min" * bool(minutes), f"{seconds} s" * bool(seconds))))


# --- ends on other lines


def _others(
    library: Library, game: Game, ends: Sequence[Version], at: Version, called: Mapping[int, str]
) -> Iterator[OtherEnd]:
    """The endings of other lines, and that of the game itself if another is shown."""
    ruleset, head = library.ruleset(game), game.summary.head
    for version in dict.fromkeys((*ends[-UNDONE:], head)):
        over = ruleset.over(library.board(game, version, SPECTATOR)) if version != at else None
        if over:
            what = result_in_words(over, called, together=library.is_cooperative(game))
            yield OtherEnd(version, what if version == head else f"{what}, undone")
