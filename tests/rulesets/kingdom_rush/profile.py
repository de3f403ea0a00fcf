"""What the conformance suite has to know of Kingdom Rush: thinkable actions, what is hidden, what never changes."""

from __future__ import annotations

from collections import Counter
from copy import copy
from itertools import islice, product
from typing import TYPE_CHECKING

import msgspec

from rulesets.kingdom_rush import RULESET
from rulesets.kingdom_rush.board import (
    CRYSTALS,
    SOLDIERS,
    WILDCAT,
    Board,
    Buying,
    Displacing,
    GameOver,
    Horde,
    PlayCards,
    Recruiting,
    Sharing,
)
from rulesets.kingdom_rush.effects import HordeDestroyed, HordeEscaped
from rulesets.kingdom_rush.geometry import BASES, CELLS
from rulesets.kit.conformance import Profile, Step

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulesets.kingdom_rush.components import Components
    from rulesets.kit.ruleset import Ruleset
    from rulesets.kit.structs import Action, Viewer

MOST = 1_500
"""Thinkable actions of one type, at most."""


def universe(board: Board) -> Iterator[Action[Board]]:
    """All that is listed for any seat, and for each type of action what its fields can be filled with."""
    for seat in range(1, board.seats + 1):
        yield from RULESET.legal_actions(board, seat)
    pools = _pools(board)
    for kind in RULESET.actions:
        names = [field.name for field in msgspec.structs.fields(kind)]
        every = 1
        for name in names:
            every *= len(pools.get(name, ("",)))
        step = max(1, every // MOST)
        for values in islice(product(*(pools.get(name, ("",)) for name in names)), 0, None, step):
            if kind.__name__ not in ("ChooseAbilities", "ChooseBench"):
                yield kind(*values)


def _pools(board: Board) -> dict[str, tuple[str | int, ...]]:
    c, places = board.components, (*board.field.where, *board.field.exits, "nowhere")
    towers = (*c.tower, "nothing")
    hordes = (*(horde.card for horde in board.hordes), *(life.card for life in board.lives), "nobody")
    seats = tuple(range(-1, 6))
    return {
        "tower": towers,
        "becomes": towers,
        "site": places,
        "space": places,
        "facing": ("N", "E", "S", "W", "NE", ""),
        "horde": hordes,
        "cells": (*CELLS, *c.spots["1x2"], *c.spots["1x3"], "a2 a1", "z9", ""),
        "cell": CELLS,
        "square": CELLS,
        "base": (*BASES, "e5", ""),
        "to": (*places, *hordes, *seats) if isinstance(board.pending, Displacing) else seats,
        "hero": (*c.hero, WILDCAT, "nobody"),
        "ability": (*c.ability, "nothing"),
        "spell": (*c.spell, "nothing"),
        "color": (*c.colors, "white", ""),
    }


def hidden(board: Board, viewer: Viewer) -> set[str]:
    """Horde cards in stacks and in the Ghost deck: nobody knows which lies where."""
    return {card for stack in board.stacks for part in stack.segments for card in part.unseen} | set(
        board.ghosts.unseen
    )


# --- what holds on every board; numbers as in the list of invariants


def invariants(board: Board) -> None:
    """All that can be told of one board."""
    _counts(board)
    _heroes(board)
    _towers(board)
    for horde in board.hordes:
        if horde.space:
            _tray(board, horde)
    _cards(board)
    _path(board)


def _counts(board: Board) -> None:
    """1, 2, 3: Soldiers, Crystals, Hearts."""
    assert board.soldiers + sum(horde.soldiers.bit_count() for horde in board.hordes) == SOLDIERS
    assert 0 <= board.crystals <= CRYSTALS
    assert 0 <= board.hearts <= board.setting.hearts(board.seats, board.difficulty)
    assert board.hearts or isinstance(board.pending, GameOver)


def _heroes(board: Board) -> None:
    """4, 7, 8: health, and where heroes may stand."""
    sites = {tower.site for tower in board.towers}
    for hero in board.heroes:
        most = 1 if hero.name == WILDCAT else board.components.hero[hero.name].health  # type: ignore[index]
        assert 0 <= hero.health <= most
        assert (hero.health == 0) is hero.down
        assert not (hero.down and hero.space)
        assert hero.base is None or hero.space
        if isinstance(board.pending, PlayCards | Buying):
            assert hero.space not in sites
            top = board.horde_at(hero.space) if hero.space else None
            assert (top is not None) is (hero.base is not None), f"{hero.name} on {hero.space}"
            assert top is None or not top.level, f"{hero.name} stands on a Portal"


def _towers(board: Board) -> None:
    """5, 6, 22, 23: Tower cards, stacks of two, incoming slots."""
    told = board.setting.data.towers.supply
    there = Counter(told if told is not None else {t.id: t.copies for t in board.components.tower.values()})
    held = [card for player in board.players for card in (*player.hand, *player.incoming)]
    assert Counter([*board.supply, *held, *(tower.card for tower in board.towers)]) == +there
    for site, count in Counter(tower.site for tower in board.towers).items():
        types = [board.components.tower[tower.card].type for tower in board.towers if tower.site == site]
        assert count == 1 or (count == 2 and "soldier" in types)
    if isinstance(board.pending, Buying | Sharing):
        assert all(tower.face_up for tower in board.towers)
        assert not any(player.incoming for player in board.players)


def _tray(board: Board, horde: Horde) -> None:
    """9, 10, 11, 12: what covers a tray overlaps nothing, and lies where it may."""
    face, top = board.face(horde), board.horde_at(horde.space) is horde
    covers = [*((horde.soldiers and [horde.soldiers]) or []), horde.gated]
    covers += [BASES[own.base] for own in board.heroes if top and own.base and own.space == horde.space]
    union = horde.tiled
    for mask in covers:
        assert not union & mask, f"{horde.card} is covered twice"
        union |= mask
    assert not union & face.bars
    assert not horde.soldiers & ~face.all
    assert not horde.soldiers & face.barred["soldier:true"]
    assert sum(len(tile.cells.split()) for tile in horde.tiles) == horde.tiled.bit_count()


def _cards(board: Board) -> None:
    """14, 20: Horde cards, trays."""
    setting = board.setting
    begun = [
        card
        for stack in setting.stacks(board.seats, board.difficulty).values()
        for part in stack
        for card in part.cards
    ]
    begun += [card for card, _, _ in setting.initial(board.seats, board.difficulty)]
    ghosts = board.components.ghosts if setting.ghosts else ()
    here = [horde.card for horde in board.hordes]
    seen = [*here, *board.destroyed, *board.escaped]
    assert len(set(seen)) == len(seen)
    assert set(seen) <= {*begun, *ghosts}
    assert sum(horde.tray for horde in board.hordes) <= board.components.limits.trays


def _path(board: Board) -> None:
    """15, 16: one Horde on a space unless those above fly; each on its route."""
    below: set[str] = set()
    for horde in board.hordes:
        if horde.space:
            assert horde.space not in below or board.components.horde[horde.card].flying
            assert horde.space in board.field.routes[horde.route]
            below.add(horde.space)


# --- what holds of every event


def transitions(step: Step[Board]) -> None:
    """All that can be told of one event."""
    before, after = step.before, step.after
    assert after.hearts <= before.hearts  # 3
    assert after.round in (before.round, before.round + 1)  # 21
    assert {b.card for b in after.barriers} <= {b.card for b in before.barriers}  # 19
    assert set(before.destroyed) <= set(after.destroyed)
    if not isinstance(before.pending, Recruiting) and before.round:
        assert set(after.spells) <= set(before.spells)
    gone = [effect for effect in step.effects if isinstance(effect, HordeDestroyed | HordeEscaped)]
    for effect in gone:  # 24
        assert 0 <= effect.crystals <= before.components.horde[effect.horde].crystals


def only(scenario: str, seats: int) -> tuple[Ruleset[Board], Components]:
    """The ruleset for so many seats, and the set that ships with this scenario as the one to begin with."""
    ruleset, components = copy(RULESET), copy(RULESET.starter_components)
    ruleset.seats = range(seats, seats + 1)
    components.scenario = {scenario: components.scenario[scenario], **components.scenario}
    return ruleset, components


def profile(components: Components) -> Profile[Board]:
    """The profile, for games with these components."""
    return Profile(
        universe=universe,
        hidden=hidden,
        invariants=invariants,
        transitions=transitions,
        exact_each=0,
        exact_boards=0.001,
        taken_boards=0.005,
        components=components,
    )
