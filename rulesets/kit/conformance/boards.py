"""Boards: what they wait for, what is listed on them, and what is refused."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING

from rulesets.kit.chance import GivenChance, ServerChance
from rulesets.kit.conformance.texts import few, need_ids, need_rule, need_seats
from rulesets.kit.errors import ChanceNeeded, Refused
from rulesets.kit.phases import seats_of
from rulesets.kit.play import Play
from rulesets.kit.structs import GameEnded

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulesets.kit.conformance.walk import Walk
    from rulesets.kit.phases import B, Seat
    from rulesets.kit.structs import Action

TEXTS = 4
"""One board in so many is written and read: of all the checks it is the slowest."""


def check_board(walk: Walk[B], board: B) -> None:
    """All that holds of one board; what is slow, of a share of them."""
    check_settled(walk, board)
    _check_phase(walk, board)
    _check_list(walk, board)
    _check_commuting(walk, board)
    if walk.version % TEXTS == 0:
        _check_board_text(walk, board)
    if walk.rng.random() < walk.profile.taken_boards:
        _check_listed_are_taken(walk, board)
        _check_ended_by_hand(walk, board)
    seen = walk.report.exact[type(board.pending).__name__]
    if seen < walk.profile.exact_each or walk.rng.random() < walk.profile.exact_boards:
        _check_exact(walk, board)


def check_settled(walk: Walk[B], board: B) -> None:
    """Nothing follows by itself on a board that is stored."""
    play = Play(board, 0, GivenChance())
    walk.ruleset.settle(play)
    assert not play.effects, f"the board is not settled: {play.effects}"


def _check_phase(walk: Walk[B], board: B) -> None:
    waiting, over = walk.ruleset.waiting_for(board), walk.ruleset.over(board)
    assert bool(waiting) is not bool(over), f"{board.pending} waits for {waiting}"
    assert list(waiting) == sorted(set(waiting)), f"the seats waited for are {waiting}"
    assert set(waiting) <= set(seats_of(board)), f"{waiting} sit not at the table"
    need_rule(walk.ruleset, board.pending, board.pending.rule)
    standing = [seat for seat, _ in walk.ruleset.standing(board)]
    assert standing == list(seats_of(board)), f"the standing is of the seats {standing}"
    if over:
        assert set(over.winners) <= set(seats_of(board)), f"{over.winners} won, and are no seats"
        assert over.reason in walk.ruleset.endings, f"the game ended by {over.reason!r}, which is none of its endings"
        if walk.ruleset.cooperative:
            assert set(over.winners) in (set(), set(seats_of(board))), f"only {over.winners} won together"
    if walk.ruleset.cooperative:
        assert len({score for _, score in walk.ruleset.standing(board)}) == 1, "a team has one score"


def _check_board_text(walk: Walk[B], board: B) -> None:
    text = walk.ruleset.encode_board(board)
    again = walk.ruleset.decode_board(text, board.components)
    assert again == board, "the board does not come back out of its text"
    assert walk.ruleset.encode_board(again) == text, "the text of a board is not the same twice"


def _check_list(walk: Walk[B], board: B) -> None:
    """Somebody can act; nothing is listed twice; each listed action has a label."""
    lists, waiting = walk.lists, walk.ruleset.waiting_for(board)
    assert not waiting or any(lists[seat] for seat in waiting), "nobody can act"
    for seat, actions in lists.items():
        assert len(set(actions)) == len(actions), f"listed twice: {_twice(actions)}"
        assert seat in waiting or all(a.anytime for a in actions), f"seat {seat} is not waited for, and can act"
        _check_labels(walk, board, seat, actions)


def _check_labels(walk: Walk[B], board: B, seat: Seat, actions: Iterable[Action[B]]) -> None:
    """Each listed action has a label, which is no other's; equal copies may be excused (`Profile.same_labels_ok`)."""
    labels: dict[str, Action[B]] = {}
    for action in actions:
        label = action.label(board, seat)
        assert label, f"{action} has no label"
        need_seats(action, label, walk.seats)
        other = labels.setdefault(label, action)
        excused = walk.profile.same_labels_ok and type(other) is type(action)
        assert other is action or excused, f"two actions are called {label!r}: {other} and {action}"
        need_ids(action, walk.ruleset.touches(board, seat, action))


def _check_listed_are_taken(walk: Walk[B], board: B) -> None:
    for seat in seats_of(board):
        for action in walk.ruleset.legal_actions(board, seat):
            assert _accepts(walk, board, seat, action), f"{action} of seat {seat} is listed, and refused"


def _check_ended_by_hand(walk: Walk[B], board: B) -> None:
    """A table may end a game that the rulebook would not: nobody is waited for, and actions are refused."""
    (action, seat), *_ = (
        *((a, s) for s in seats_of(board) for a in walk.ruleset.legal_actions(board, s)),
        (None, 0),
    )
    board = GameEnded((), "the table went home").apply(board)
    assert walk.ruleset.over(board), "ended by hand, the game is not over"
    assert not walk.ruleset.waiting_for(board), "ended by hand, the game waits for somebody"
    need_rule(walk.ruleset, board.pending, board.pending.rule)
    assert action is None or not _accepts(walk, board, seat, action), f"ended by hand, {action} is taken"
    text = walk.ruleset.encode_board(board)
    again = walk.ruleset.decode_board(text, board.components)
    assert walk.ruleset.encode_board(again) == text, "ended by hand, the board does not come back out of its text"


def _check_exact(walk: Walk[B], board: B) -> None:
    """The list of legal actions is exactly what is accepted out of everything that one could think of."""
    every = list(dict.fromkeys(walk.profile.universe(board)))
    for seat in range(max(walk.ruleset.seats) + 2):  # nobody's seat at both ends
        listed = set(walk.ruleset.legal_actions(board, seat))
        accepted = {action for action in every if _accepts(walk, board, seat, action)}
        accepted -= {action for action in accepted if action.open_ended and action not in listed}
        assert listed == accepted, (
            f"seat {seat}: listed, and refused or out of the universe: {few(listed - accepted)}; "
            f"accepted, and not listed: {few(accepted - listed)}"
        )
        walk.report.candidates += len(every)
    walk.report.exact[type(board.pending).__name__] += 1


def _check_commuting(walk: Walk[B], board: B) -> None:
    """Simultaneous actions give equal boards in either order, where both orders are possible without chance."""
    for one, two in combinations(walk.ruleset.waiting_for(board), 2):
        first, second = (walk.rng.choice(list(walk.ruleset.legal_actions(board, seat))) for seat in (one, two))
        if not walk.profile.independent(first, second):
            continue
        ends = [_both(walk, board, *pair) for pair in (((one, first), (two, second)), ((two, second), (one, first)))]
        if None not in ends:
            assert ends[0] == ends[1], f"{first} and {second} give other boards the other way round"
            walk.report.commuted += 1


def _both(walk: Walk[B], board: B, *taken: tuple[Seat, Action[B]]) -> B | None:
    try:
        for seat, action in taken:
            board = walk.ruleset.decide(board, seat, action, GivenChance()).board
    except Refused as refused:
        need_rule(walk.ruleset, "a refusal", refused.rule)
        return None
    except ChanceNeeded:
        return None
    return board


def _accepts(walk: Walk[B], board: B, seat: Seat, action: Action[B]) -> bool:
    try:
        walk.ruleset.decide(board, seat, action, ServerChance(walk.key, b"accepts"))
    except Refused as refused:
        need_rule(walk.ruleset, "a refusal", refused.rule)
        walk.report.refusals[refused.rule] += 1
        return False
    except Exception as error:
        raise AssertionError(f"{action} of seat {seat}: {type(error).__name__}: {error}") from error
    return True


def _twice(items: Iterable[object]) -> list[object]:
    return [item for item, n in Counter(items).items() if n > 1]
