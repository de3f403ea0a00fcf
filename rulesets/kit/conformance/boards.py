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

    from rulesets.kit.conformance.game import Game
    from rulesets.kit.phases import B, Seat
    from rulesets.kit.structs import Action

TEXTS = 4
"""One board in this many is written and read: it is the slowest of all checks."""


def check_board(game: Game[B], board: B) -> None:
    """All that holds of one board; what is slow, of a share of them."""
    check_settled(game, board)
    _check_phase(game, board)
    _check_list(game, board)
    _check_commuting(game, board)
    if game.version % TEXTS == 0:
        _check_board_text(game, board)
    if game.rng.random() < game.profile.taken_boards:
        _check_listed_are_taken(game, board)
        _check_ended_by_hand(game, board)
    seen = game.report.exact[type(board.pending).__name__]
    if seen < game.profile.exact_each or game.rng.random() < game.profile.exact_boards:
        _check_exact(game, board)


def check_settled(game: Game[B], board: B) -> None:
    """Nothing follows by itself on a board that is stored."""
    play = Play(board, 0, GivenChance())
    game.ruleset.settle(play)
    assert not play.effects, f"the board is not settled: {play.effects}"


def _check_phase(game: Game[B], board: B) -> None:
    waiting, over = game.ruleset.waiting_for(board), game.ruleset.over(board)
    assert bool(waiting) is not bool(over), f"{board.pending} waits for {waiting}"
    assert list(waiting) == sorted(set(waiting)), f"the seats waited for are {waiting}"
    assert set(waiting) <= set(seats_of(board)), f"{waiting} do not sit at the table"
    need_rule(game.ruleset, board.pending, board.pending.rule)
    standing = [seat for seat, _ in game.ruleset.standing(board)]
    assert standing == list(seats_of(board)), f"the standing is of the seats {standing}"
    if over:
        assert set(over.winners) <= set(seats_of(board)), f"{over.winners} won, but are not seats"
        assert over.reason in game.ruleset.endings, f"the game ended by {over.reason!r}, which is none of its endings"
        if game.ruleset.cooperative_with(board.components):
            assert set(over.winners) in (set(), set(seats_of(board))), f"only {over.winners} won together"
    if game.ruleset.cooperative_with(board.components):
        assert len({score for _, score in game.ruleset.standing(board)}) == 1, "a team has one score"


def _check_board_text(game: Game[B], board: B) -> None:
    text = game.ruleset.encode_board(board)
    again = game.ruleset.decode_board(text, board.components)
    assert again == board, "the board does not come back out of its text"
    assert game.ruleset.encode_board(again) == text, "the text of a board differs the second time"


def _check_list(game: Game[B], board: B) -> None:
    """Somebody can act; nothing is listed twice; each listed action has a label."""
    lists, waiting = game.lists, game.ruleset.waiting_for(board)
    assert not waiting or any(lists[seat] for seat in waiting), "nobody can act"
    for seat, actions in lists.items():
        assert len(set(actions)) == len(actions), f"listed twice: {_twice(actions)}"
        assert seat in waiting or all(a.anytime for a in actions), f"seat {seat} is not waited for, but can act"
        _check_labels(game, board, seat, actions)


def _check_labels(game: Game[B], board: B, seat: Seat, actions: Iterable[Action[B]]) -> None:
    """Each listed action has a label, which is no other's; equal copies may be excused (`Profile.same_labels_ok`)."""
    labels: dict[str, Action[B]] = {}
    for action in actions:
        label = action.label(board, seat)
        assert label, f"{action} has no label"
        need_seats(action, label, game.seats)
        other = labels.setdefault(label, action)
        excused = game.profile.same_labels_ok and type(other) is type(action)
        assert other is action or excused, f"two actions are called {label!r}: {other} and {action}"
        need_ids(action, game.ruleset.touches(board, seat, action))


def _check_listed_are_taken(game: Game[B], board: B) -> None:
    for seat in seats_of(board):
        for action in game.ruleset.legal_actions(board, seat):
            assert _accepts(game, board, seat, action), f"{action} of seat {seat} is listed, but refused"


def _check_ended_by_hand(game: Game[B], board: B) -> None:
    """A table may end a game that the rulebook would not: nobody is waited for, and actions are refused."""
    (action, seat), *_ = (
        *((a, s) for s in seats_of(board) for a in game.ruleset.legal_actions(board, s)),
        (None, 0),
    )
    board = GameEnded((), "the table went home").apply(board)
    assert game.ruleset.over(board), "ended by hand, the game is not over"
    assert not game.ruleset.waiting_for(board), "ended by hand, the game waits for somebody"
    need_rule(game.ruleset, board.pending, board.pending.rule)
    assert action is None or not _accepts(game, board, seat, action), f"ended by hand, {action} is taken"
    text = game.ruleset.encode_board(board)
    again = game.ruleset.decode_board(text, board.components)
    assert game.ruleset.encode_board(again) == text, "ended by hand, the board does not come back out of its text"


def _check_exact(game: Game[B], board: B) -> None:
    """The list of legal actions is exactly what is accepted out of everything that one could think of."""
    every = list(dict.fromkeys(game.profile.universe(board)))
    for seat in range(max(game.ruleset.seats) + 2):  # nobody's seat at both ends
        listed = set(game.ruleset.legal_actions(board, seat))
        accepted = {action for action in every if _accepts(game, board, seat, action)}
        accepted -= {action for action in accepted if action.open_ended and action not in listed}
        assert listed == accepted, (
            f"seat {seat}: listed, but refused or not in the universe: {few(listed - accepted)}; "
            f"accepted, but not listed: {few(accepted - listed)}"
        )
        game.report.candidates += len(every)
    game.report.exact[type(board.pending).__name__] += 1


def _check_commuting(game: Game[B], board: B) -> None:
    """Simultaneous actions give equal boards in either order, where both orders are possible without chance."""
    for one, two in combinations(game.ruleset.waiting_for(board), 2):
        first, second = (game.rng.choice(list(game.ruleset.legal_actions(board, seat))) for seat in (one, two))
        if not game.profile.independent(first, second):
            continue
        ends = [_both(game, board, *pair) for pair in (((one, first), (two, second)), ((two, second), (one, first)))]
        if None not in ends:
            assert ends[0] == ends[1], f"{first} and {second} give other boards in the other order"
            game.report.commuted += 1


def _both(game: Game[B], board: B, *taken: tuple[Seat, Action[B]]) -> B | None:
    try:
        for seat, action in taken:
            board = game.ruleset.decide(board, seat, action, GivenChance()).board
    except Refused as refused:
        need_rule(game.ruleset, "a refusal", refused.rule)
        return None
    except ChanceNeeded:
        return None
    return board


def _accepts(game: Game[B], board: B, seat: Seat, action: Action[B]) -> bool:
    try:
        game.ruleset.decide(board, seat, action, ServerChance(game.key, b"accepts"))
    except Refused as refused:
        need_rule(game.ruleset, "a refusal", refused.rule)
        game.report.refusals[refused.rule] += 1
        return False
    except Exception as error:
        raise AssertionError(f"{action} of seat {seat}: {type(error).__name__}: {error}") from error
    return True


def _twice(items: Iterable[object]) -> list[object]:
    return [item for item, n in Counter(items).items() if n > 1]
