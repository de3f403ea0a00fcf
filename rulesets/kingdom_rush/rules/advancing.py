"""Phase 4: one Horde after the other shows its icons, tries to move, and shoots."""

from __future__ import annotations

from rulesets.kingdom_rush import effects as e
from rulesets.kingdom_rush.board import Board, heroes_on
from rulesets.kingdom_rush.phases import AFTER_ADVANCE, Advancing
from rulesets.kingdom_rush.pieces import Horde, SpaceId
from rulesets.kingdom_rush.rules.common import hurt, is_blocked, near_heroes
from rulesets.kingdom_rush.rules.displacing import make_way
from rulesets.kingdom_rush.rules.escaping import escape
from rulesets.kingdom_rush.rules.pick_up import pick_up
from rulesets.kingdom_rush.schema import TimeMages
from rulesets.kit.play import Play, automatic


@automatic(Advancing)
def advance(play: Play[Board]) -> None:
    """One step of phase 4 (KRR-ADV-01 to 03): the first Horde of the list goes on, or the next one begins."""
    board = play.board
    at = Advancing.of(board)
    if make_way(play, anywhere=at.rising):  # KRR-ADV-11 to 13, KRR-FLY-04
        return None
    left, attempts = at.left, at.attempts
    if attempts == 0:
        if at.dead_eye:
            return shoot(play, board.horde(left[0]))
        left, attempts = left[1:], -1
    if not left:
        return end_advance(play, at)
    horde = board.horde(left[0])
    if attempts < 0 and not at.march and activate(play, horde, risen=at.rising):
        return None
    return try_to_move(play, horde)


def activate(play: Play[Board], horde: Horde, *, risen: bool) -> bool:
    """A Flying Horde shakes off what is on it; icons are looked at (KRR-ICN-01 to 08). Whether anything followed."""
    board = play.board
    flying = board.components.horde[horde.card].flying
    if flying and not risen and is_blocked(board, horde):  # KRR-FLY-03
        play.emit(e.HordeRose(horde.card, tuple(hero.name for hero in heroes_on(board, horde))))
        return True
    face = board.face(horde)
    if not (face.heal or face.speed or face.dead_eye):
        return False
    covered = board.covered(horde)
    healed = bool(horde.tiled and face.heal & ~covered)
    if healed:  # KRR-ICN-05
        covered &= ~horde.tiled
    speed, dead_eye = bool(face.speed & ~covered), bool(face.dead_eye & ~covered)
    if healed or speed or dead_eye:
        play.emit(e.IconsSeen(horde.card, healed, 1 + speed, dead_eye))
        return True
    return False


def try_to_move(play: Play[Board], horde: Horde) -> None:
    """One attempt: held up, moved, or at the Exit (KRR-ADV-04 to 10, 14 to 18)."""
    board = play.board
    heroes = heroes_on(board, horde)
    if horde.soldiers or heroes:  # KRR-ADV-05
        play.emit(e.HordeBlocked(horde.card))
        for hero in heroes:
            hurt(play, play.board.hero(hero.name), horde.card)
        return None
    ahead = board.field.ahead[horde.route, horde.space]
    taken = [other.space for other in board.hordes]
    closed = [barrier.space for barrier in board.barriers]  # KRR-PBK-07
    passed: list[SpaceId] = []
    flying = board.components.horde[horde.card].flying
    for space in ahead:
        if space not in closed and (flying or space not in taken):  # KRR-FLY-06, 09
            return play.emit(e.HordeMoved(horde.card, space, tuple(passed), space in taken))
        passed.append(space)
    return escape(play, horde)


def shoot(play: Play[Board], horde: Horde) -> None:
    """Dead-eye: once, after the last attempt, at heroes on it or adjacent to it (KRR-ICN-09 to 12)."""
    for hero in near_heroes(play.board, horde.space):
        hurt(play, play.board.hero(hero.name), horde.card, dead_eye=True)
    play.emit(e.DeadEyeFired(horde.card))


def end_advance(play: Play[Board], at: Advancing) -> None:
    """Phase 5 follows; in a scenario with Time Mages, or Portal tiles, after their activation (KRR-TMG-01, 05)."""
    setting = play.board.setting
    if at.march:
        play.emit(e.MarchEnded())
    elif isinstance(setting.boss, TimeMages) or setting.portal_tiles == "place_one":
        play.emit(e.BossStepStarted(AFTER_ADVANCE))
    else:
        pick_up(play)
