"""Which rows a sheet has, and what stands in them; where they are, `table` says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from rulesets.kit.phases import GameOver, Seat, seats_of
from rulesets.scoresheet.board import END, Board
from rulesets.scoresheet.ids import cell_id, line_id, round_id, tally_id
from rulesets.scoresheet.names import number
from rulesets.scoresheet.phases import Recording
from rulesets.scoresheet.standing import standing, total

if TYPE_CHECKING:
    from collections.abc import Iterator


class Entry(Struct, frozen=True, gc=False):
    """What stands in a row for one seat."""

    text: str = ""
    id: str = ""
    title: str = ""
    holds: tuple[str, ...] = ()
    fresh: bool = False


class Row(Struct, frozen=True, gc=False):
    """A row with what it is called."""

    label: str
    kind: str = "plain"
    id: str = ""
    entries: tuple[Entry, ...] = ()


def rows(board: Board, names: dict[Seat, str]) -> Iterator[Row]:
    """All rows, from above."""
    components = board.components
    if components.each_round:
        for round in range(1, board.round):
            yield _round(board, names, round)
        yield from _last_round(board, names)
    yield from (_category(board, names, END, category) for category in components.at_end)
    yield from _sums(board, names)
    for counter in components.counter.values():
        if counter.of == "seat":
            shown = {seat: number(board.count(seat, counter.id)) for seat in names}
            entries = [
                Entry(shown[seat], tally_id(seat, counter.id), f"{counter.name} of {name}: {shown[seat]}")
                for seat, name in names.items()
            ]
            yield Row(counter.name, entries=tuple(entries))


def _last_round(board: Board, names: dict[Seat, str]) -> Iterator[Row]:
    """The round that is recorded, category by category; one that is over is a row as the others."""
    categories, is_only = board.components.each_round, board.components.sheet.rounds.number == 1
    if board.is_added_up(board.round) or (len(categories) == 1 and not is_only):
        yield _round(board, names, board.round)
        return
    if not is_only:
        yield Row(f"Round {board.round}", "head")
    yield from (_category(board, names, board.round, category) for category in categories)


def _round(board: Board, names: dict[Seat, str], round: int) -> Row:
    """A round in one row: its only category, or what all give together."""
    label, categories = f"Round {round}", board.components.each_round
    id_ = round_id(round) if round < board.round else ""
    if len(categories) == 1:
        return Row(label, "plain", id_, _category(board, names, round, categories[0]).entries)
    entries = []
    for seat, name in names.items():
        written = [(category, board.written(seat, round, category)) for category in categories]
        known = [(board.components.category[category].name, n) for category, n in written if n is not None]
        listed = ", ".join(f"{category} {number(n)}" for category, n in known) or "nothing"
        text = number(sum(n for _, n in known)) if known else ""
        holds = tuple(cell_id(seat, round, category) for category in categories)
        entries.append(Entry(text, line_id(seat, round), f"{label}, {name}: {listed}", holds))
    return Row(label, "plain", id_, tuple(entries))


def _category(board: Board, names: dict[Seat, str], round: int, category: str) -> Row:
    called = board.components.category[category].name
    where = f"{called}, round {round}" if round != END else called
    is_open = round == END or (round == board.round and isinstance(board.pending, Recording))
    entries = []
    for seat, name in names.items():
        value = board.written(seat, round, category)
        text = "" if value is None else number(value)
        title = f"{where}, {name}: {text or 'not yet written'}"
        fresh = value is None and board.place(seat).playing and is_open and not isinstance(board.pending, GameOver)
        entries.append(Entry(text, cell_id(seat, round, category), title, fresh=fresh))
    return Row(called, entries=tuple(entries))


def _sums(board: Board, names: dict[Seat, str]) -> Iterator[Row]:
    """What a seat has in all, and what its side has."""
    sheet = board.components.sheet
    if sheet.scoring != "win" and sheet.categories:
        sums = [Entry(number(total(board, seat))) for seat in seats_of(board)]
        yield Row("Total", "sum", entries=tuple(sums))
        if sheet.sides != "each":
            scores = dict(standing(board))
            label = "Team" if sheet.sides == "teams" else "All"
            yield Row(label, "sum", entries=tuple(Entry(number(scores[seat])) for seat in names))
    if board.components.wins_are_noted:
        won = [Entry("won" if board.place(seat).won else "") for seat in names]
        yield Row("Result", "sum", entries=tuple(won))
