"""A game as people write one down: who played, what happened in each round, a sentence on each line, and who won."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from api.pages.result import result_in_words
from api.pages.score_curves import TEAM
from projections import names, timeline
from rulesets.kit.structs import TABLE
from rulesets.kit.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from events import Game
    from projections import Library, Timeline
    from rulesets.kit.phases import Board


INDENT = " " * 7
"""Notes stand below the sentences of events, which have a number before them."""


def written_record(library: Library, game: Game, *, notes: bool = False) -> Iterator[str]:
    """The lines of a game's record as the table saw it, along the path to its head. O(its events).

    With `notes`, those on an event stand below it, and those on events that are left out at the end.
    """
    on_versions = _notes(library, game) if notes else {}
    played = timeline(library, game, TABLE)
    title = library.title(game)
    yield f"{title}: {game.name}" if game.name else title
    yield _when_and_where(game)
    yield from (f"Seat {seat}: {name}" for seat, name in names(game).items())
    for round_ in played.rounds:
        yield ""
        yield f"Round {round_.round}" if round_.round else "Set-up"
        for turn in round_.turns:
            for entry in turn.events:
                if entry.text:
                    yield f"{entry.version:5}  {entry.text}"
                    yield from on_versions.pop(entry.version, ())
    yield ""
    yield _how_it_stands(library, game, library.head(game))
    if undone := _undone(game, played):
        yield f"{counted(undone, 'undone event')} left out."
    if on_versions:
        yield ""
        yield "Notes on events that are left out"
        for version, lines in sorted(on_versions.items()):
            first, *others = lines
            yield f"{version:5}  {first.lstrip()}"
            yield from others


def _notes(library: Library, game: Game) -> dict[int, list[str]]:
    """The lines of notes and labels by version."""
    called = names(game)
    found: dict[int, list[str]] = {}
    for line, label in library.store.line_labels(game.id).items():
        found.setdefault(line, []).append(f"{INDENT}Label: {label}")
    for note in library.store.notes(game.id):
        whose = "the table" if note.seat is None else called.get(note.seat, f"seat {note.seat}")
        text = f"Bookmark of {whose}" if note.text is None else f"Note of {whose}: {note.text}"
        found.setdefault(note.version, []).extend(f"{INDENT}{line}" for line in text.splitlines())
    return found


def _when_and_where(game: Game) -> str:
    began = datetime.fromtimestamp(game.created_at / 1_000_000, UTC)
    return ", ".join(filter(None, (f"{began:%Y-%m-%d}", game.place, *game.tags)))


def _how_it_stands(library: Library, game: Game, board: Board) -> str:
    ruleset, called = library.ruleset(game), names(game)
    together = library.is_cooperative(game)
    over = ruleset.over(board)
    if over is None:
        text = f"Still running, in {f'round {board.round}' if board.round else 'the set-up'}"
    else:
        text = result_in_words(over, {**called, TEAM: "The team"}, together=together)
    scores = dict(ruleset.standing(board))
    if together:
        return f"{text}: {next(iter(scores.values()))} {ruleset.score}."
    return f"{text}: {', '.join(f'{called[seat]} {score}' for seat, score in scores.items())} ({ruleset.score})."


def _undone(game: Game, played: Timeline) -> int:
    """How many events lie on no line that leads to the head; markers lie on none, and do not count."""
    listed = sum(len(turn.events) for round_ in played.rounds for turn in round_.turns)
    return game.version - listed - len(played.markers)
