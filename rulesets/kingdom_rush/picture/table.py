"""The whole picture: the phase bar with the team's pools, and all topics put together."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal

from rulesets.kingdom_rush import caption
from rulesets.kingdom_rush.names import ending
from rulesets.kingdom_rush.picture.land import portals_of
from rulesets.kingdom_rush.picture.lane import lane
from rulesets.kingdom_rush.picture.moved import gone_parts, lure_paths
from rulesets.kingdom_rush.picture.on_map import (
    barrier_parts,
    boss_parts,
    ground_parts,
    hero_parts,
    horde_parts,
    reach_part,
    site_parts,
    space_notes,
    spawn_parts,
)
from rulesets.kingdom_rush.picture.parts import Parts, PoolPart
from rulesets.kingdom_rush.picture.places import BOTTOM, GAP, NARROW, PANEL_HEIGHT, PANEL_STEP, WIDE, Plan
from rulesets.kingdom_rush.picture.squares import SQUARES, edge_parts
from rulesets.kingdom_rush.picture.strips import player_part
from rulesets.kingdom_rush.picture.trays import LEVEL_X, LEVEL_Y
from rulesets.kingdom_rush.picture.view import View
from rulesets.kit import phases, svg
from rulesets.kit.svg import Box, Sheet, label, legible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulesets.kingdom_rush.board import Board
    from rulesets.kit.svg import Scene


def picture(scene: Scene[Board]) -> str:
    """The board as an SVG document; for a page as two of them, of which its style sheet shows one."""
    if scene.arrangement != "both":
        return _draw(scene, NARROW if scene.arrangement == "narrow" else WIDE, "")
    return _draw(scene, WIDE, "wide") + _draw(scene, NARROW, "narrow")


def _draw(scene: Scene[Board], plan: Plan, shown: Literal["", "wide", "narrow"]) -> str:
    view = View(scene, plan)
    title, desc = caption.title(scene.board, scene.version), caption.description(scene.board, view.names)
    drawn = parts(view)
    sheet = Sheet(title, desc, drawn.height, plan.width, shown)
    return TEMPLATE.draw(sheet, t=drawn, phases=caption.PHASES, squares=SQUARES)


TEMPLATE = svg.Template(Path(__file__).parent, "table.svg.jinja")


def parts(view: View) -> Parts:
    """The whole table."""
    board, pending, plan = view.board, view.board.pending, view.plan
    table_y = plan.map_top + view.map.height + GAP
    below = lane(view)
    table_height = below.height
    panels_y = table_y + table_height + GAP
    boxes = plan.panels[board.seats - 1]
    panel_height = plan.solo_height if view.solo else PANEL_HEIGHT
    spaces = tuple(ground_parts(view))
    spawns, sites = tuple(spawn_parts(view)), tuple(site_parts(view))
    built = {site.id: site.towers[-1].owner for site in sites if site.towers}
    places = space_notes(view, built)
    hordes = tuple(horde_parts(view))
    levels = [view.map.at((h.x + LEVEL_X, h.y + LEVEL_Y)) for h in hordes if h.tray.level]
    chips = [*((spawn.x, spawn.y) for spawn in spawns), *((note.x, note.y - 4) for note in places), *levels]
    over, reason = "", None
    if isinstance(pending, phases.GameOver):
        over = "won" if pending.winners else "lost"
        reason = label(legible(ending(pending.reason)), plan.phase_width, 15, 14)
    round_name = caption.round_name(board)
    room = plan.phase_width - svg.advance(round_name, 20) - 14
    return Parts(
        plan=plan,
        height=round(panels_y + PANEL_STEP * (boxes[-1][1] + 1) - PANEL_STEP + panel_height + BOTTOM, 1),
        round=round_name,
        phase=label(caption.phase_name(board), room, 16, 14),
        phase_number=caption.phase_number(pending),
        over=over,
        over_width=60,
        reason=reason,
        pools=tuple(pool_parts(view)),
        map=view.map,
        spaces=spaces,
        spaces_marked=any(space.frames for space in spaces),
        sites=sites,
        reach=reach_part(view),
        gone=tuple(gone_parts(view)),
        hordes=hordes,
        barriers=tuple(barrier_parts(view)),
        heroes=tuple(hero_parts(view)),
        bosses=tuple(boss_parts(view)),
        lures=tuple(lure_paths(view)),
        spawns=spawns,
        places=places,
        edges=edge_parts(view, chips),
        table_y=round(table_y, 1),
        table_height=table_height,
        stacks=below.stacks,
        spells=below.spells,
        gates=below.gates,
        life=below.life,
        supply=below.supply,
        facings=below.facings,
        out=below.out,
        offers=below.offers,
        players=tuple(
            player_part(view, seat, x, round(panels_y + PANEL_STEP * row, 1), w)
            for seat, (x, row, w) in enumerate(boxes, 1)
        ),
    )


def pool_parts(view: View) -> Iterator[PoolPart]:
    """Hearts, Crystals, Soldiers, and what the scenario is won by."""
    board, setting = view.board, view.board.setting
    hearts, limits = setting.hearts(board.seats, board.difficulty), board.components.limits
    yield _pool_part(view, 0, "hearts", "heart", "heart", board.hearts, hearts, "Kingdom: {} of {} Hearts")
    yield _pool_part(view, 1, "crystals", "crystal", "crystal", board.crystals, limits.crystals, "Crystals: {} of {}")
    yield _pool_part(
        view, 2, "soldiers", "meeple", "muted", board.soldiers, limits.soldiers, "Soldiers in the supply: {} of {}"
    )
    if setting.win == "portals":
        most = portals_of(setting, board.seats, board.difficulty)
        horde = board.components.horde
        left = most - sum(card in horde and horde[card].level > 0 for card in board.destroyed)
        yield _pool_part(view, 3, "portals", "portal", "muted", left, most, "Portals left: {} of {}")
    elif setting.win == "stacks":
        most = sum(part.draw for stack in setting.stacks(board.seats, board.difficulty).values() for part in stack)
        left = sum(stack.size for stack in board.stacks)
        yield _pool_part(view, 3, "cards", "draw", "muted", left, most, "Cards left in the stacks: {} of {}")
    elif setting.win == "boss" and setting.boss:
        life = getattr(setting.boss, "life", ())
        most = len(life[board.seats - 1]) if life else 0
        yield _pool_part(view, 3, "lives", "queen", "gold", len(board.lives), most, "Boss Life cards left: {} of {}")


def _pool_part(view: View, at: int, id_: str, glyph: str, class_: str, count: int, most: int, title: str) -> PoolPart:
    wide = 30 + 12 * len(str(count)) + 15 + 9 * len(str(most))
    return PoolPart(
        id_,
        title.format(count, most),
        *view.plan.pools[at],
        glyph,
        class_,
        count,
        most,
        view.frames(id_, Box(-3, -1, wide, 26, 6)),
    )
