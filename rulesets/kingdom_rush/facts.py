"""Events of Kingdom Rush as rows for analytics.

`value` is: Hearts lost, Crystals, squares covered, health left, price, Portals of a scenario, Hordes healed; `kind` is:
a difficulty, a facing, a reason, what healed or hurt. What happens to a hero concerns its seat.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.kingdom_rush import effects as e
from rulesets.kingdom_rush.board import WILDCAT
from rulesets.kit.facts import Fact

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rulesets.kingdom_rush.board import Board
    from rulesets.kit.phases import Seat
    from rulesets.kit.structs import Action, Effect, Start


def facts(
    board: Board, seat: Seat | None, action: Action[Board] | Start, effects: Sequence[Effect[Board]]
) -> Iterator[Fact]:
    """One event's rows; `board` is the one before it."""
    yield _decision(board, seat, action)
    for step, effect in enumerate(effects, 1):
        if fact := _consequence(step, effect):
            hero = board.find_hero(fact.card) if fact.card and fact.seat is None else None
            yield replace(fact, seat=hero.seat) if hero else fact


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
        case e.GameSetUp(scenario, difficulty, portals):
            return Fact(step, name, place=f"scenario:{scenario}", kind=difficulty, value=portals)
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
        case e.HeroSurged(hero, space) | e.HeroDisplaced(hero, space):
            return Fact(step, name, card=hero, place=f"space:{space}" if space else None)
        case e.HeroEngaged(hero, horde):
            return Fact(step, name, card=hero, target=f"horde:{horde}")
        case e.WildcatPlaced(space):
            return Fact(step, name, card=WILDCAT, place=f"space:{space}" if space else None)
        case e.AbilityUsed(hero, _, source):
            return Fact(step, name, card=hero, kind=source)
        case e.HeroHealed(hero, health) | e.HeroResurrected(hero, health):
            return Fact(step, name, card=hero, value=health)
        case e.HeroAttacked(hero) | e.HeroRecovered(hero) | e.HeroActivated(hero):
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
        case e.HordesHealed(hordes):
            return Fact(step, name, value=len(hordes))
        case e.PortalPlaced(tile, horde):
            return Fact(step, name, card=tile, target=f"horde:{horde}")
        case e.SpellChosen(spell):
            return Fact(step, name, card=spell)
        case e.SpellUsed(seat, spell):
            return Fact(step, name, seat, card=spell)
        case e.WhiteTowerTaken(seat, tower, site):
            return Fact(step, name, seat, card=tower, place=f"space:{site}")
        case e.TowerLost(site, tower):
            return Fact(step, name, card=tower, place=f"space:{site}")
        case e.BossMoved(boss, space):
            return Fact(step, name, card=boss, place=f"space:{space}")
        case e.LifeLost(card):
            return Fact(step, name, card=card)
        case e.ColorEliminated(color):
            return Fact(step, name, kind=color)
        case e.GameWon(reason) | e.GameLost(reason):
            return Fact(step, name, kind=reason)
        case e.RoundEnded() | e.WarpDrawn():
            return Fact(step, name)
    return None
