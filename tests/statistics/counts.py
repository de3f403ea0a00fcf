"""Figures counted straight from the log, as each statistic has them.

A counter gives figures by what a row is about, as `asked.named` calls it. `None` is what nothing can be said of.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from fractions import Fraction
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, NamedTuple

from tests.statistics.logged import Decided
from tests.statistics.wording import CARDS, FACTIONS, MOVES

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.statistics.logged import Log, Logged, LoggedEvent

Figures = Mapping[str, tuple[float | None, ...]]

MINUTE = 60_000_000
AWAY = 30 * MINUTE
"""A pause of a trend's minutes."""

MOST_ROWS = 200
"""Of sequences."""


def mean(shares: Iterable[Fraction | float]) -> float:
    """Of one share at least."""
    found = list(shares)
    return float(sum(found) / len(found))


def won(log: Log, game: Logged, seat: int) -> Fraction:
    """What a seat has of the win; each of a team has all of it."""
    return Fraction(seat in game.winners) if log.together else game.share(seat)


# --- who wins


def win_rate_by_seat(log: Log) -> Figures:
    """Games, and what was won: by number of seats and seat; where all win together, of all, and by options that games
    of as many seats differ in."""
    n: Counter[str] = Counter()
    wins: defaultdict[str, Fraction] = defaultdict(Fraction)
    for game in log.games:
        of = ["", *game.options.split()] if log.together else range(1, game.seats + 1)
        for one in of:
            key = f"{game.seats} · - · {one}" if log.together else f"{game.seats} · {one} · -"
            n[key] += 1
            wins[key] += won(log, game, 1 if log.together else int(one))
    whole = {game.seats: n[f"{game.seats} · - · "] for game in log.games}
    same = {key for key in n if log.together and key[-1] != " " and n[key] == whole[int(key.split(" ")[0])]}
    return {key: (n[key], float(wins[key])) for key in n if key not in same}


def win_rate_by_turn_order(log: Log) -> Figures:
    """The same by who began the first move of the game, the second first, and so on; where all win together the order
    says nothing."""
    if log.together:
        return win_rate_by_seat(log)
    found: defaultdict[str, list[Fraction]] = defaultdict(list)
    for game in log.games:
        for place, seat in enumerate(dict.fromkeys(seat for seat, _ in MOVES[log.ruleset].of(game)), 1):
            found[f"{game.seats} · {place} · -"].append(won(log, game, seat))
    return {key: (len(wins), float(sum(wins))) for key, wins in found.items()}


def _by_having(log: Log, have: Iterable[tuple[int, int, str]]) -> dict[str, tuple[int, int, float, float]]:
    """By what seats have, out of game, seat and what: games, seats (of teams: games), what they won, and its mean."""
    units: defaultdict[str, set[tuple[int, int]]] = defaultdict(set)
    for game, seat, what in have:
        units[what].add((game, 1 if log.together else seat))
    found = {}
    for what, its in units.items():
        wins = [won(log, log.games[game], seat) for game, seat in its]
        found[what] = (len({game for game, _ in its}), len(its), float(sum(wins)), mean(wins))
    return found


def win_rate_by_faction(log: Log) -> Figures:
    """Games in which it is played, and the wins of seats that play it."""
    dimension, factions = FACTIONS[log.ruleset]
    have = [
        (number, seat, f"{dimension}={name}")
        for number, game in enumerate(log.games)
        for event in game.line
        for seat, name in factions(event)
    ]
    return {what: (n, wins, value) for what, (n, _, wins, value) in _by_having(log, have).items()}


def card_performance(log: Log) -> Figures:
    """Games, decisions that name the card, seats with it, and how often these win."""
    naming = CARDS[log.ruleset]
    have = [
        (number, event.seat or 0, naming.id_of(event))
        for number, game in enumerate(log.games)
        for event in game.plays
        if event.action["type"] == naming.type
    ]
    times = Counter(what for _, _, what in have)
    return _of_units(log, have, times)


def _of_units(log: Log, have: Iterable[tuple[int, int, str]], times: Counter[str]) -> Figures:
    units = sum(1 if log.together else game.seats for game in log.games)
    return {
        what: (n, times[what], having / units, value) for what, (n, having, _, value) in _by_having(log, have).items()
    }


def ngrams(log: Log) -> Figures:
    """Two decisions of a seat one after another: games, times, seats, and how often these win; what most games have."""
    have = [
        (number, seat, " > ".join(pair))
        for number, game in enumerate(log.games)
        for seat, line in game.lines().items()
        for pair in pairwise(line)
    ]
    found = _of_units(log, have, Counter(what for _, _, what in have))
    most = sorted(found, key=lambda what: (-(found[what][0] or 0), what))[:MOST_ROWS]
    return {what: found[what] for what in most}


DEPTH = 2


def opening_tree(log: Log) -> Figures:
    """Games and rate of wins of each opening; a team's game counts once."""
    found: defaultdict[tuple[str, ...], dict[int, list[Fraction]]] = defaultdict(lambda: defaultdict(list))
    for number, game in enumerate(log.games):
        for seat, line in game.lines(DEPTH).items():
            for length in range(len(line) + 1):
                found[line[:length]][number].append(won(log, game, seat))
    return {_opening(line): _won(list(of_games.values()), log.together) for line, of_games in found.items()}


def _opening(line: tuple[str, ...]) -> str:
    return f"{' > '.join(line)} · {len(line)} · {line[-1] if line else '-'}"


def _won(games: list[list[Fraction]], together: bool) -> tuple[float, ...]:
    return len(games), mean(share for game in games for share in (game[:1] if together else game))


def head_to_head(log: Log) -> Figures:
    """Games of two players, how often the first ranks better, how often both rank equal; a team's game is won or not.

    Where all win together nobody ranks equal.
    """
    found: defaultdict[str, list[Fraction]] = defaultdict(list)
    for game in log.games:
        by_player = {player: seat for seat, player in game.players.items()}
        for one, other in combinations(sorted(by_player), 2):
            found[f"{one} · {other}"].append(_ahead(log, game, by_player[one], by_player[other]))
    half = Fraction(1, 2)
    return {
        pair: (len(x), sum(a > half for a in x), None if log.together else x.count(half), mean(x))
        for pair, x in found.items()
    }


def _ahead(log: Log, game: Logged, one: int, other: int) -> Fraction:
    first, second = game.place(one), game.place(other)
    return won(log, game, one) if log.together else Fraction((first > second) + (first >= second), 2)


def lead_curves(log: Log) -> Figures:
    """At the end of games: how many there are, in how many a seat leads alone (a team always does), how often it wins,
    and the scores of winners and losers, which are means over games; of teams, over games of as many seats."""
    leads = []
    for game in log.games:
        best = [seat for seat, score in game.scores.items() if score == max(game.scores.values())]
        if log.together or (len(best) == 1 < game.seats):
            leads.append(won(log, game, best[0]))
    winners, losers = _of_teams(log) if log.together else _of_rivals(log)
    return {"10": (len(leads), len(log.games), mean(leads), winners, losers)}


def _of_rivals(log: Log) -> tuple[float, ...]:
    sides = [
        [mean(score for seat, score in game.scores.items() if (seat in game.winners) is won) for won in (True, False)]
        for game in log.games
        if 0 < len(game.winners) < game.seats
    ]
    return tuple(map(mean, zip(*sides, strict=True)))


def _of_teams(log: Log) -> tuple[float | None, ...]:
    """Each number of seats weighs n m / (n + m), where n games are won and m lost."""
    sides = [
        [
            [game.scores[1] for game in log.games if (game.seats, bool(game.winners)) == (n, won)]
            for won in (True, False)
        ]
        for n in {game.seats for game in log.games}
    ]
    weights = [len(won) * len(lost) / (len(won) + len(lost)) for won, lost in sides]
    known = [(weight, mean(won), mean(lost)) for weight, (won, lost) in zip(weights, sides, strict=True) if weight]
    return tuple(sum(one[0] * one[side] for one in known) / sum(weights) if known else None for side in (1, 2))


# --- what is decided


def action_mix(log: Log) -> Figures:
    """Games that reach the third, how often it is decided, and its share."""
    reached: Counter[int] = Counter()
    decisions: Counter[int] = Counter()
    found: Counter[tuple[int, str]] = Counter()
    for game in log.games:
        thirds = [1 + at * 3 // len(game.decided) for at in range(len(game.decided))]
        reached.update(set(thirds))
        decisions.update(thirds)
        found.update(zip(thirds, (decided.type for decided in game.decided), strict=True))
    return {
        f"{third} · {kind}": (reached[third], count, count / decisions[third]) for (third, kind), count in found.items()
    }


def amounts(log: Log) -> Figures:
    """Games, those with such a decision, and how many come on a seat, or on a team."""
    types = Counter(decided.type for game in log.games for decided in game.decided)
    return _of_types(log, types)


def first_time(log: Log) -> Figures:
    """Games, those with such a decision, and the share of seats, or of teams, that ever take it."""
    ever: Counter[str] = Counter()
    for game in log.games:
        ever.update(
            kind for _, kind in {(0 if log.together else decided.seat, decided.type) for decided in game.decided}
        )
    return _of_types(log, ever)


def _of_types(log: Log, counts: Counter[str]) -> Figures:
    units = sum(1 if log.together else game.seats for game in log.games)
    with_it = Counter(kind for game in log.games for kind in {decided.type for decided in game.decided})
    return {kind: (len(log.games), with_it[kind], count / units) for kind, count in counts.items()}


def time_per_decision(log: Log) -> Figures:
    """How many decisions there are, timed or not."""
    types = Counter(decided.type for game in log.games for decided in game.decided)
    return {"-": (types.total(),)} | {kind: (count,) for kind, count in types.items()}


def lasting(log: Log) -> Figures:
    """Of decisions that name a card: games with any, how many there are, and after how many no other names the same."""
    naming, n, begun, left = CARDS[log.ruleset], 0, 0, 0
    for game in log.games:
        cards = [naming.id_of(event) for event in game.plays if event.action["type"] == naming.type]
        n, begun, left = n + bool(cards), begun + len(cards), left + len(set(cards))
    return {"all": (n, begun, left / begun)}


def follow_ups(log: Log) -> Figures:
    """After a move with one type of decision, of one with another within the next two moves of the seat: games and
    moves with the first, how often the other follows, and would if the other moves of the seat came in any order."""
    of_game: defaultdict[str, list[int]] = defaultdict(list)
    pairs: defaultdict[tuple[str, str], list[tuple[bool, Fraction]]] = defaultdict(list)
    for game in log.games:
        moves = list(MOVES[log.ruleset].of(game))
        starts: Counter[str] = Counter()
        for seat in range(1, game.seats + 1):
            own = [set(types) for actor, types in moves if actor == seat]
            for at, first in enumerate(own[:-1]):
                starts.update(first)
                for then in set().union(*own[:at], *own[at + 1 :]):
                    followed = any(then in move for move in own[at + 1 : at + 3]), _anyway(own, at, then)
                    for what in first:
                        pairs[what, then].append(followed)
        for what, times in starts.items():
            of_game[what].append(times)
    alone = of_game.keys() - {what for what, _ in pairs}
    return {f"{what} · -": (len(of_game[what]), sum(of_game[what]), 0, 0) for what in alone} | {
        f"{what} · {then}": (
            len(of_game[what]),
            moves_with := sum(of_game[what]),
            sum(followed for followed, _ in found) / moves_with,
            float(sum(anyway for _, anyway in found) / moves_with),
        )
        for (what, then), found in pairs.items()
    }


def _anyway(own: Sequence[set[str]], at: int, then: str) -> Fraction:
    """How likely any of the next two moves has it, if all but this one came in any order."""
    others = [then in move for place, move in enumerate(own) if place != at]
    none = Fraction(1)
    for step in range(min(2, len(own) - 1 - at)):
        none *= Fraction(max(others.count(False) - step, 0), len(others) - step)
    return 1 - none


# --- what is taken back


def undo_and_mistakes(log: Log) -> Figures:
    """By type of decision."""
    return _undone(log, lambda _game, decided: decided.type)


def _undone(log: Log, what: Callable[[Logged, Decided], str | None]) -> Figures:
    """Games, decisions (undone ones with them), undos, how many decisions were the first that an undo took back, their
    share, how many decisions and versions each took back, and what share was redone at once."""
    games: defaultdict[str, set[int]] = defaultdict(set)
    decisions: Counter[str] = Counter()
    firsts: defaultdict[str, set[tuple[int, int]]] = defaultdict(set)
    undos: defaultdict[str, list[Taken]] = defaultdict(list)
    for number, game in enumerate(log.games):
        of = {event.version: _keys(game, event, what) for event in game.events.values() if event.kind == "play"}
        for keys in of.values():
            decisions.update(keys)
            for key in keys:
                games[key].add(number)
        for taken in _taken_back(game):
            for key in of[taken.first]:
                firsts[key].add((number, taken.first))
                undos[key].append(taken)
    return {
        key: (
            *(len(games[key]), count, len(undos[key]), len(firsts[key]), len(firsts[key]) / count),
            *(
                mean(getattr(taken, name) for taken in undos[key]) if undos[key] else None
                for name in ("decisions", "versions", "redone")
            ),
        )
        for key, count in decisions.items()
    }


def _keys(game: Logged, event: LoggedEvent, what: Callable[[Logged, Decided], str | None]) -> list[str]:
    """What a decision counts for: all, and what it is about, if it is about anything."""
    one = what(game, Decided(event.seat or 0, event.action["type"]))
    return ["-", *([one] if one is not None else [])]


class Taken(NamedTuple):
    """An undo that took decisions back."""

    first: int
    decisions: int
    versions: int
    redone: bool


def _taken_back(game: Logged) -> Iterator[Taken]:
    head, events = 0, list(game.events.values())
    for event, following in zip(events, [*events[1:], None], strict=True):
        if event.kind == "undo":
            gone = list(game.back_from(head, event.parent))
            decided = [version for version in gone if game.events[version].kind == "play"]
            if decided:
                redone = following is not None and following.kind == "redo"
                yield Taken(decided[-1], len(decided), len(gone), redone)
        head = event.parent if event.kind in ("undo", "redo") else event.version


# --- players


def players(log: Log) -> Figures:
    """Of all players: games and rate of wins, and games and the share of decisions that were taken back."""
    wins: defaultdict[str, list[Fraction]] = defaultdict(list)
    for game in log.games:
        for seat, player in game.players.items():
            wins[player].append(won(log, game, seat))
    undone = _undone(log, lambda game, decided: game.players.get(decided.seat))
    rows: dict[str, tuple[float | None, ...]] = {f"wins · {who}": (len(x), mean(x)) for who, x in wins.items()}
    return rows | {f"undo · {who}": (row[0], row[4]) for who, row in undone.items() if who != "-"}


def who_plays_most(log: Log) -> str:
    """The player of most games."""
    return Counter(player for game in log.games for player in game.players.values()).most_common(1)[0][0]


def player_profile(log: Log) -> Figures:
    """Of the player of most games: games and rate of wins in each seat, beside what seats, or teams, of so many win;
    games in which others decide too, and what share of the player's decisions each type has, beside that of theirs."""
    player, of_seats = who_plays_most(log), defaultdict[tuple[int, int], list[Fraction]](list)
    own, other, games = Counter[str](), Counter[str](), 0
    for game in log.games:
        seats = [seat for seat, who in game.players.items() if who == player]
        for seat in seats:
            of_seats[game.seats, seat].append(won(log, game, seat))
        mine = Counter(decided.type for decided in game.decided if decided.seat in seats)
        theirs = Counter(decided.type for decided in game.decided if decided.seat not in seats)
        if mine and theirs:
            own, other, games = own + mine, other + theirs, games + 1
    rows = {f"seat · {seats} {seat}": (len(x), mean(x), _usual(log, seats)) for (seats, seat), x in of_seats.items()}
    return rows | {
        f"action · {kind}": (games, own[kind] / own.total(), other[kind] / other.total()) for kind in own | other
    }


def _usual(log: Log, seats: int) -> float:
    """What a seat wins by chance, or a team with so many seats."""
    return mean(won(log, game, 1) for game in log.games if game.seats == seats) if log.together else 1 / seats


# --- how long games are


def rounds(log: Log) -> Figures:
    """By rounds, those of unfinished games too."""
    return _lengths(log, [(game, game.rounds) for game in log.games], [(game, game.rounds) for game in log.open])


def decisions(log: Log) -> Figures:
    """By decisions. Of an unfinished game all events but the first are taken for decisions."""
    return _lengths(
        log,
        [(game, len(game.decided)) for game in log.games],
        [(game, len(game.events) - 1) for game in log.open],
    )


def minutes(log: Log) -> Figures:
    """By whole minutes. How many an unfinished game took is not known."""
    return _lengths(
        log, [(game, max(game.line[-1].at - game.line[0].at, 0) // MINUTE) for game in log.games], open_ones=[]
    )


def _lengths(log: Log, ended: list[tuple[Logged, int]], open_ones: list[tuple[Logged, int]]) -> Figures:
    """By number of seats: games, how many of them are finished and by how much half of all have ended; and of finished
    games, how many ended so, and their share."""
    found: dict[str, tuple[float | None, ...]] = {}
    for seats in {game.seats for game, _ in (*ended, *open_ones)}:
        own = [(game, length) for game, length in ended if game.seats == seats]
        unfinished = [length for game, length in open_ones if game.seats == seats]
        median = half([length for _, length in own], unfinished)
        found[f"{seats} · median · - · -"] = (len(own) + len(unfinished), len(own), median)
        for reason, n in Counter(game.reason for game, _ in own).items():
            found[f"{seats} · end · - · {reason}"] = (len(own), n, n / len(own))
    return found


def half(ended: list[int], unfinished: list[int]) -> int | None:
    """The length by which half have ended: the share that lasts longer loses d of r at each, r being all that came so
    far. None, where not half are known to have ended."""
    lasting = Fraction(1)
    for length in sorted(set(ended)):
        lasting *= 1 - Fraction(ended.count(length), sum(other >= length for other in (*ended, *unfinished)))
        if lasting <= Fraction(1, 2):
            return length
    return None


def _by_month(log: Log, measure: Callable[[Logged], Fraction | float]) -> Figures:
    found: defaultdict[str, list[Fraction | float]] = defaultdict(list)
    for game in log.games:
        found[f"{datetime.fromtimestamp(game.line[-1].at / 1e6, UTC):%Y-%m}"].append(measure(game))
    return {month: (len(values), mean(values)) for month, values in found.items()}


def decisions_by_month(log: Log) -> Figures:
    """Decisions of a game."""
    return _by_month(log, lambda game: len(game.decided))


def rounds_by_month(log: Log) -> Figures:
    """Rounds of a game."""
    return _by_month(log, lambda game: game.rounds)


def minutes_by_month(log: Log) -> Figures:
    """From one event to the next, undone ones too, without pauses."""

    def played(game: Logged) -> float:
        times = [event.at for event in game.events.values()]
        gaps = [max(after - before, 0) for before, after in pairwise(times)]
        return sum(gap for gap in gaps if gap < AWAY) / MINUTE

    return _by_month(log, played)


def undos_by_month(log: Log) -> Figures:
    """Undos to a decision, undone ones too."""

    def rate(game: Logged) -> Fraction:
        kinds = Counter(event.kind for event in game.events.values())
        return Fraction(kinds["undo"], kinds["play"])

    return _by_month(log, rate)


def wins_by_month(log: Log) -> Figures:
    """How often seat 1 wins, or the team."""
    return _by_month(log, lambda game: won(log, game, 1))


BANDS = ((10, "{}"), (20, "11-20"), (50, "21-50"), (100, "51-100"))


def decisions_by_nth_game(log: Log) -> Figures:
    """What players decide in their first game, their second, and so on; games with several of them count once."""
    found: defaultdict[str, defaultdict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    played: Counter[str] = Counter()
    for number, game in sorted(enumerate(log.games), key=lambda one: one[1].line[-1].at):
        lines = game.lines()
        for seat, player in game.players.items():
            played[player] += 1
            found[_band(played[player])][number].append(len(lines[seat]))
    return {band: (len(games), mean(map(mean, games.values()))) for band, games in found.items()}


def _band(nth: int) -> str:
    return next((label.format(nth) for last, label in BANDS if nth <= last), "101+")
