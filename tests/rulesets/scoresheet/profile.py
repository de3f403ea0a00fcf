"""What the conformance suite has to know of a sheet: every thinkable action, and what never changes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from rulesets.kit.conformance import GameStep, Profile, nothing_hidden
from rulesets.kit.phases import GameOver, seats_of
from rulesets.kit.structs import Action
from rulesets.scoresheet import RULESET
from rulesets.scoresheet.board import END, TABLE, Board
from rulesets.scoresheet.components import Components, load
from rulesets.scoresheet.effects import PointsScored, ScoreCorrected
from rulesets.scoresheet.rules.chance import Draw, Roll
from rulesets.scoresheet.rules.moves import MakeMove, PassTurn
from rulesets.scoresheet.rules.rounds import EndRound, Finish
from rulesets.scoresheet.rules.scoring import CHANGES, ClaimWin, Correct, Count, Score
from rulesets.scoresheet.rules.seats import JoinTeam, Leave, Return, TakeRole
from rulesets.scoresheet.schema import MOST_ROUNDS
from rulesets.scoresheet.standing import standing, total, winners

ODD = ("", "nobody", "Farms")
"""Ids that no part of a sheet has."""


def universe(board: Board) -> Iterator[Action[Board]]:
    """All that is legal on the board, and much that is legal on none."""
    components = board.components
    for category in (*components.category, *ODD):
        amounts = components.amounts.get(category, range(0, 2))
        yield from (Score(category, n) for n in range(amounts.start - 2, amounts.stop + 2))
        for seat in seats_of(board):
            steps = (0, 1, -1, amounts.step, -amounts.step, 2 * amounts.step)
            cells = board.place(seat).cells[-1:]
            yield from (Correct(cell.round, category, cell.value + n) for cell in cells for n in steps)
        yield from (Correct(round, category, 0) for round in (-1, END, 1, board.round, board.round + 1, 10**6))
    changes = (-1000, *(-each for each in CHANGES), -4, 0, 4, *CHANGES, 1000)
    yield from (Count(counter, by) for counter in (*components.counter, *ODD) for by in changes)
    yield from map(Roll, (*components.die, *ODD))
    yield from map(Draw, (*components.pile, *ODD))
    yield from map(TakeRole, (*components.role, *ODD))
    yield from map(JoinTeam, (*components.team, *ODD))
    yield from map(Finish, ("", "won", "lost", "drawn"))
    yield from (ClaimWin(), EndRound(), PassTurn(), Leave(), Return())
    for move in (*components.sheet.moves, None):
        things = [thing.id for thing in move.objects] if move else []
        places = [place.id for place in move.places] if move else []
        others = (None, -1, *range(board.seats + 2))
        for thing, other, place in product(("", "odd", *things), others, ("", "odd", *places)):
            yield MakeMove(move.id if move else "odd", thing, other, place)


def invariants(board: Board) -> None:
    """Cells are sorted, each written once, within their limits; counters and rounds too."""
    components = board.components
    for seat in seats_of(board):
        cells = board.place(seat).cells
        assert list(cells) == sorted(cells)
        assert len({(cell.round, cell.category) for cell in cells}) == len(cells)
        for cell in cells:
            assert cell.value in components.amounts[cell.category]
            assert (cell.round == END) is (cell.category in components.at_end)
            assert 0 <= cell.round <= board.round
    roles = [place.role for place in board.places if place.role]
    assert len(set(roles)) == len(roles)
    assert len(board.playing) >= components.sheet.seats.least
    assert 1 <= board.round <= (components.sheet.rounds.number or MOST_ROUNDS)
    for tally in board.tallies:
        counter = components.counter[tally.counter]
        assert counter.least <= tally.value <= counter.most
        assert (tally.seat == TABLE) is (counter.of == "table")
    _score(board)


def _score(board: Board) -> None:
    """The standing is the sum of the cells of a side, and winners have the best of it."""
    sheet, scores = board.components.sheet, dict(standing(board))
    if sheet.scoring == "win":
        return
    if sheet.sides != "each":
        assert sum(total(board, seat) for seat in seats_of(board)) == sum(
            {board.place(seat).team: score for seat, score in scores.items()}.values()
        )
    if isinstance(board.pending, GameOver) and board.pending.reason in ("rounds", "target"):
        playing = [scores[seat] for seat in board.playing]
        best = min(playing) if sheet.scoring == "lowest" else max(playing)
        assert all(scores[seat] == best for seat in board.pending.winners)
        assert board.pending.winners == winners(board)


def transitions(step: GameStep[Board]) -> None:
    """Only scores and corrections change cells, and only those of the seat that acts."""
    before, after = step.before, step.after
    written = any(isinstance(effect, PointsScored | ScoreCorrected) for effect in step.effects)
    for seat in seats_of(before):
        changed = before.place(seat).cells != after.place(seat).cells
        assert changed is (written and seat == step.seat)


def independent(one: Action[Board], two: Action[Board]) -> bool:
    """A round that ends decides where numbers are written."""
    return not isinstance(one, EndRound) and not isinstance(two, EndRound)


def profile(components: Components | None = None, watched: float = 1.0) -> Profile[Board]:
    """What holds of each sheet."""
    return Profile(
        universe=universe,
        hidden=nothing_hidden,
        invariants=invariants,
        transitions=transitions,
        independent=independent,
        drawn_boards=0.01,
        exact_boards=0.001,
        taken_boards=0.02,
        exact_each=2,
        watched=watched,
        components=components,
    )


def sheets() -> dict[str, str]:
    """The texts of all sheets that ship."""
    return {"starter": RULESET.starter, **RULESET.other_sets}


def sheet(name: str) -> Components:
    """One of the sheets that ship."""
    return load(sheets()[name])
