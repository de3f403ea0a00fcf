"""Phase 1: the stacks flip, and new Hordes come onto the Path. Pathbreaker Hordes open what their icons show."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from rulesets.kingdom_rush import effects as e
from rulesets.kingdom_rush.board import Board
from rulesets.kingdom_rush.ids import stack_id
from rulesets.kingdom_rush.phases import Spawning
from rulesets.kingdom_rush.pieces import CardId, SpaceId, Token
from rulesets.kingdom_rush.rules.common import max_health
from rulesets.kingdom_rush.rules.displacing import make_way
from rulesets.kingdom_rush.rules.escaping import escape
from rulesets.kingdom_rush.rules.warps import draw_storm
from rulesets.kit.play import Play, automatic

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulesets.kingdom_rush.pieces import Barrier


def start_round(play: Play[Board]) -> None:
    """KRR-RND-10; phase 1 is skipped in round 1 (KRR-RND-02)."""
    board = play.board
    first = board.round == 0
    tokens = () if first else tuple(open_tokens(board))
    play.emit(e.RoundStarted(tokens, bool(board.setting.storm) and not first, board.seats == 1))


def open_tokens(board: Board) -> Iterable[Token]:
    """Stacks that flip a card, lowest token first: not empty (KRR-SPN-02), not closed as the phase begins, so that
    one that is opened in this round waits for the next (KRR-SPN-13, KRR-PBK-06)."""
    closed = {barrier.token for barrier in board.barriers}
    return (stack.token for stack in board.stacks if stack.size and stack.token not in closed)


@automatic(Spawning)
def spawn(play: Play[Board]) -> None:
    """One step of phase 1: heroes make way, then the next stack flips (KRR-SPN-01)."""
    board = play.board
    at = Spawning.of(board)
    if make_way(play, anywhere=True):  # KRR-SPN-10, 11
        return
    if at.storm:
        return draw_storm(play)
    if not at.tokens:
        return begin_play(play)
    token = at.tokens[0]
    stack = next(stack for stack in board.stacks if stack.token == token)
    card = play.chance.draw(
        stack.on_top.unseen, rule="KRR-SPN-01", about=f"the Horde from Spawn point {token}", place=stack_id(token)
    )
    assert card
    barrier = _breaks(board, card) if board.barriers else None
    if barrier is None:
        return come(play, card, token, board.field.routes[token], "stack")
    play.emit(e.PathbreakerRemoved(barrier.card))
    return _break_in(play, card, token, barrier)


def _breaks(board: Board, card: CardId) -> Barrier | None:
    """The Pathbreaker card of the leftmost icon that is still in play (KRR-PBK-02 to 05)."""
    in_play = {barrier.card: barrier for barrier in board.barriers}
    return next((in_play[icon] for icon in board.components.horde[card].breaks if icon in in_play), None)


def _break_in(play: Play[Board], card: CardId, token: Token, barrier: Barrier) -> None:
    """A Pathbreaker Horde comes where its card lay (KRR-PBK-03), and follows the route of what that closed, or of the
    lowest token through that space (KRR-PBK-08)."""
    field = play.board.field
    through = [t for t, spaces in field.routes.items() if barrier.space in spaces]
    route = barrier.token if barrier.token in through else through[0]
    spaces = field.routes[route]
    come(play, card, token, spaces[spaces.index(barrier.space) :], "stack", route)


def come(
    play: Play[Board],
    card: CardId,
    token: Token,
    spaces: tuple[SpaceId, ...],
    cause: Literal["stack", "ghost"],
    route: Token | None = None,
) -> None:
    """A Horde comes to the first of `spaces` without a Horde (KRR-SPN-05, 06, KRR-FLY-10); with none it is at the
    Exit (KRR-SPN-07). It triggers no icon (KRR-SPN-12)."""
    board = play.board
    horde = board.components.horde[card]
    taken = [other.space for other in board.hordes] + [barrier.space for barrier in board.barriers]
    free = [space for space in spaces if space not in taken]
    space = free[0] if free else ""
    tray = _take_tray(play, flying=horde.flying)
    path = route or token
    turn = board.field.turn_of(horde, path)
    play.emit(e.HordeSpawned(card, path, turn, space, horde.level, tray, cause, token))
    if not space:
        escape(play, play.board.horde(card))


def _take_tray(play: Play[Board], *, flying: bool) -> bool:
    """Whether there is a tray for a new Horde; a Flying one takes another's (KRR-SPN-03, 04, KRR-FLY-02)."""
    board = play.board
    if len([horde for horde in board.hordes if horde.tray]) < board.components.limits.trays:
        return True
    if not flying:
        return False
    cards = board.components.horde
    other = next((h for h in board.hordes if h.tray and not cards[h.card].flying), None)
    if other:
        play.emit(e.TrayTaken(other.card))
    return other is not None


def begin_play(play: Play[Board]) -> None:
    """Phase 2 begins: who was knocked out regenerates (KRR-REG-01 to 06); the Wildcat does not (KRR-WLD-06)."""
    board = play.board
    down = [hero.name for hero in board.heroes if hero.down and hero.ready and hero.name in board.components.hero]
    play.emit(e.PlayStarted(tuple((name, max_health(board, name)) for name in down)))
