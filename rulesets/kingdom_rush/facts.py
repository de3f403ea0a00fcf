"""Events of Kingdom Rush as rows for analytics, and how the team stands.

`value` is: Hearts lost, Crystals, squares covered, health left, price, points of movement; `kind` is: a facing, a
reason, what healed or hurt.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.kingdom_rush import effects as e
from rulesets.kingdom_rush.rules.ending import portals_left
from rulesets.kit.facts import Fact

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rulesets.kingdom_rush.board import Board
    from rulesets.kit.structs import Action, Effect, Seat, Start


def standing(board: Board) -> tuple[tuple[Seat, int], ...]:
    """The Hearts of the Kingdom, for everybody: all win or all lose."""
    return tuple((seat, board.hearts) for seat in range(1, board.seats + 1))


def worth(board: Board, seat: Seat) -> float:
    """What a greedy player wants: Hearts and Portals above all, then Hordes destroyed and enemies covered."""
    value = 10.0 * board.hearts - 12.0 * portals_left(board) + 4.0 * len(board.destroyed) + 0.5 * board.crystals
    rank = board.field.rank
    for horde in board.hordes:
        if not horde.space:
            continue
        face, covered = board.face(horde), board.covered(horde)
        done = sum(1 for enemy in face.enemies if not enemy & ~covered)
        near = 1.0 / (1 + rank[horde.space])
        value += done + (face.all & covered).bit_count() * 0.2 + (3.0 if done == len(face.enemies) else 0.0)
        value -= 4.0 * near * (len(face.enemies) - done)
    value += sum(0.5 * board.components.tower[t].level for p in board.players for t in (*p.hand, *p.incoming))
    return value + sum(0.5 * hero.health for hero in board.heroes)


def facts(
    board: Board, seat: Seat | None, action: Action[Board] | Start, effects: Sequence[Effect[Board]]
) -> Iterator[Fact]:
    """One event's rows; `board` is the one before it."""
    yield _decision(board, seat, action)
    for step, effect in enumerate(effects, 1):
        if fact := _consequence(step, effect):
            yield fact


def _decision(board: Board, seat: Seat | None, action: Action[Board] | Start) -> Fact:
    told = {name: getattr(action, name) for name in action.__struct_fields__}
    card = next((told[name] for name in ("tower", "hero", "ability", "spell") if isinstance(told.get(name), str)), None)
    place = told.get("site") or told.get("space")
    target = told.get("horde")
    return Fact(
        0,
        type(action).__name__,
        seat,
        type(board.pending).__name__,
        card=card,
        place=f"space:{place}" if place else None,
        target=f"horde:{target}" if target else None,
        kind=told.get("facing"),
    )


def _consequence(step: int, effect: Effect[Board]) -> Fact | None:
    name = type(effect).__name__
    match effect:
        case e.HeroChosen(seat, hero, color):
            return Fact(step, name, seat, card=hero, kind=color)
        case e.AbilitiesChosen(hero, abilities):
            return Fact(step, name, card=hero, kind=" ".join(abilities))
        case e.TowerPlayed(seat, tower, site, facing):
            return Fact(step, name, seat, card=tower, place=f"space:{site}", kind=facing)
        case e.TowerPassed(seat, to, tower, became):
            return Fact(step, name, seat, card=tower, target=f"seat:{to}", kind=became)
        case e.TowerBought(seat, tower, price):
            return Fact(step, name, seat, card=tower, value=price)
        case e.TilePlaced(horde, cells, source) | e.TilesPlaced(horde, cells, source):
            return Fact(step, name, card=source, target=f"horde:{horde}", value=len(cells.split()))
        case e.SoldiersPlaced(horde, cells, source):
            return Fact(step, name, card=source, target=f"horde:{horde}", value=len(cells.split()))
        case e.HeroDamaged(hero, health, by):
            return Fact(step, name if health else "HeroKnockedOut", card=hero, kind=by, value=health)
        case e.HeroMoved(hero, space) | e.HeroConjured(hero, space) | e.BenchHeroCalled(hero, space):
            return Fact(step, name, card=hero, place=f"space:{space}")
        case e.AbilityUsed(hero, _, source):
            return Fact(step, name, card=hero, kind=source)
        case e.HeroAttacked(hero) | e.HeroRecovered(hero) | e.HeroActivated(hero) | e.HeroHealed(hero):
            return Fact(step, name, card=hero)
        case e.HordeSpawned(card, _, _, space):
            return Fact(step, name, card=card, place=f"space:{space}" if space else None)
        case e.HordeDestroyed(horde, crystals):
            return Fact(step, name, card=horde, value=crystals)
        case e.HordeMoved(horde, to):
            return Fact(step, name, card=horde, place=f"space:{to}")
        case e.HordeBlocked(horde) | e.DeadEyeFired(horde):
            return Fact(step, name, card=horde)
        case e.HordeEscaped(horde, hearts):
            return Fact(step, name, card=horde, value=hearts)
        case e.SpellUsed(seat, spell):
            return Fact(step, name, seat, card=spell)
        case e.ColorEliminated(color):
            return Fact(step, name, kind=color)
        case e.GameWon(reason) | e.GameLost(reason):
            return Fact(step, name, kind=reason)
        case e.RoundEnded() | e.WarpDrawn():
            return Fact(step, name)
    return None
