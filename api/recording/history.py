"""A simulated history: games of one ruleset over two years, between players of different strength."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from api.recording.decide import Entry
from api.recording.habits import NAMELESS, POOL, SECOND, Habits
from api.recording.simulate import SimulatedUndo, play, record
from rulesets.kit.errors import UnknownAction
from rulesets.kit.structs import Start

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from api.recording.habits import SimulatedPlayer
    from api.recording.recorder import Recorder
    from api.recording.simulate import Played
    from events import Game
    from rulesets.kit.ruleset import Ruleset

Step = TypeVar("Step", Entry, SimulatedUndo)

SPAN = 2 * 365 * 86_400 * SECOND
"""Microseconds over which the ends of games are spread."""

LEFT_SHARE = 0.02
"""The share of games that is left unfinished, and again that of those that are abandoned."""
LEFT_AT = 0.3, 0.95
"""The part of an unfinished game that was played, at least and at most."""
ABANDONED_AT = 0.05, 0.4
"""The same of an abandoned one."""

DRAWS = 100
"""How often options are drawn: not all values of two options need to go together."""


class Plan(Struct, frozen=True, kw_only=True):
    """What the games of a history have in common. The same plan gives the same games."""

    ruleset: str
    seed: int
    until: int
    """Microseconds UTC; no game ends later, and none earlier than two years before."""
    seats: tuple[int, ...]
    """The numbers of seats that games are drawn from."""
    options: Mapping[str, str] = {}
    """Options of all games; the others are drawn from the choices of the ruleset."""
    bots: tuple[str, ...] = ()
    """The bots that take the seats in order, over and over; if none, the players of the pool."""


class Simulated(Struct, frozen=True):
    """A game of a history, to be recorded."""

    players: tuple[str | None, ...]
    """Their names, in seat order."""
    played: Played
    abandoned: bool


def simulate(ruleset: Ruleset[Any], plan: Plan, number: int) -> Simulated:
    """Play a game of a plan in memory. It depends on its number, not on the games before it. Raises UnknownAction."""
    seed = f"{plan.ruleset}/{plan.seed}/{number}"
    rng, aside = Random(seed), Random(f"{seed}/habits")
    seats = rng.choice(plan.seats)
    players = dict(enumerate(players_of(plan.bots, seats, aside), 1))
    options = drawn_options(ruleset, seats, plan.options, aside)
    habits = Habits(players, str(plan.seed), aside)
    played = play(ruleset, ruleset.starter_components, seats, players, rng, options, habits=habits)
    played, abandoned = left_early(played, aside)
    names = tuple(player.name for player in players.values())
    return Simulated(names, _ended_at(played, plan.until - aside.randrange(SPAN)), abandoned)


def record_simulated(recorder: Recorder, ruleset: Ruleset[Any], game: Simulated) -> Game:
    """Store a game of a history in the log. An abandoned one is archived."""
    recorded = record(recorder, ruleset, game.played, game.players)
    return recorder.store.update_game(recorded.id, archived=True) if game.abandoned else recorded


def drawn_options(ruleset: Ruleset[Any], seats: int, given: Mapping[str, str], rng: Random) -> Mapping[str, str]:
    """The options of a game: those that are given, the others drawn from the ruleset's choices where they fit these."""
    choices = ruleset.choices(ruleset.starter_components)
    draws = ({name: rng.choice(values) for name, values in choices.items()} | {**given} for _ in range(DRAWS))
    return next((options for options in draws if _fit(ruleset, seats, options)), given)


def try_options(ruleset: Ruleset[Any], seats: int, options: Mapping[str, str]) -> None:
    """Check that a game with the starter set takes these options. Raises UnknownAction."""
    components = ruleset.starter_components
    agreed = ruleset.agreed(options, components)
    ruleset.empty_board(Start(seats, components.hash, "table", "free", agreed), components)


def _fit(ruleset: Ruleset[Any], seats: int, options: Mapping[str, str]) -> bool:
    try:
        try_options(ruleset, seats, options)
    except UnknownAction:
        return False
    return True


def players_of(bots: Sequence[str], seats: int, rng: Random) -> list[SimulatedPlayer]:
    """The players of a game in seat order. At a table larger than the pool, unknown bots join them."""
    if bots:
        return [NAMELESS[bots[index % len(bots)]] for index in range(seats)]
    guests = [NAMELESS["random"]] * (seats - len(POOL))
    return rng.sample([*POOL, *guests], seats)


def left_early(played: Played, rng: Random) -> tuple[Played, bool]:
    """The game as far as it was played, as few are left before their end; and whether it was abandoned."""
    draw = rng.random() / LEFT_SHARE
    if draw >= 2 or not played.over:
        return played, False
    abandoned = draw < 1
    part = rng.uniform(*(ABANDONED_AT if abandoned else LEFT_AT))
    return _first(played, int(part * len(played.entries))), abandoned


def _first(played: Played, count: int) -> Played:
    """The first entries of a game."""
    undone = tuple(undo for undo in played.undone if undo.before < count)
    return replace(played, entries=played.entries[:count], undone=undone, over=False)


def _ended_at(played: Played, end: int) -> Played:
    """A game with times as of the calendar, whose last event lies at `end`."""
    begun = end - max((time or 0 for time in played.times), default=0)
    return replace(
        played,
        occurred_at=begun,
        entries=tuple(_later(entry, begun) for entry in played.entries),
        undone=tuple(_later(undo, begun) for undo in played.undone),
    )


def _later(step: Step, by: int) -> Step:
    return replace(step, occurred_at=(step.occurred_at or 0) + by)
