"""What each piece in the picture of Kingdom Rush shows."""

from __future__ import annotations

import re
from copy import copy

from msgspec.structs import replace

from rulesets.kingdom_rush.geometry import BIT, mask_of
from rulesets.kingdom_rush.picture.trays import CELL, damage_of, outline, tray_title
from rulesets.kingdom_rush.pieces import AbilityTile, Barrier, Boss, Hero, Laid, Side, Stack
from rulesets.kingdom_rush.schema import Limits
from rulesets.kit.piles import Pile
from tests.rulesets.kingdom_rush.drawing import ALLERIA, AT_HOME, MALIK, components, drawn, horde, sample, scene
from tests.rulesets.pictures import SVG, classes, piece, title, titled, uses, words

# --- trays


def test_a_covered_enemy_is_an_open_ring() -> None:
    """All enemies lie on the tray; each one that is covered has its ring on the tile, so full ones are uncovered."""
    mob = piece(drawn(scene(sample())), "horde:mob-1")
    assert len(classes(mob, "foe")) == 8
    assert len(classes(mob, "under")) == 2
    assert title(mob) == "Goblin Mob 1, on space p4, route 1: 4 of 8 enemies covered, 1 Soldier"


def test_a_big_enemy_is_ringed_only_when_it_is_covered_wholly() -> None:
    """Three squares of four are no cover."""
    part, all_of_it = (
        piece(drawn(scene(sample(hordes=(ogre,), heroes=AT_HOME))), "horde:ogre-1")
        for ogre in (horde("ogre-1", "p4", Laid("bombard", cells)) for cells in ogre_cells())
    )
    assert len(classes(part, "under")) == 0
    assert len(classes(all_of_it, "under")) == 1


def ogre_cells() -> tuple[str, str]:
    """Three squares of the Ogre in its tray on the road, and all four."""
    face = components().face["ogre-1"][horde("ogre-1", "p4").turn]
    big = next(foe for foe in face.foes if foe.big)
    cells = [cell for cell, bit in BIT.items() if bit & big.mask]
    return " ".join(cells[:3]), " ".join(cells)


def test_tiles_show_their_damage_by_a_weave_and_their_source_by_a_glyph() -> None:
    """Colour never speaks alone."""
    svg = drawn(scene(sample()))
    (archer,), (mage,) = titled(svg, "Archer: physical"), titled(svg, "Mage: magical")
    weaves = [next(p.get("fill") for p in part.iter(SVG + "path") if p.get("fill")) for part in (archer, mage)]
    assert weaves == ["url(#tt-weave-physical)", "url(#tt-weave-magical)"]
    assert (uses(archer, "g-archery"), uses(mage, "g-mage")) == (1, 1)
    assert title(mage) == "Mage: magical damage on b3"


def test_the_damage_of_a_tile_is_that_of_its_source() -> None:
    """Towers, heroes, abilities and Spells; what no card tells is true damage."""
    kinds = {
        "archer": "physical",
        "mage": "magical",
        "tesla_tower": "true",
        "malik": "physical",
        "rain_of_fire": "magical",
    }
    assert {source: damage_of(components(), Laid(source, "a1")) for source in kinds} == kinds
    assert damage_of(components(), Laid("nobody", "a1")) == "true"


def test_defences_and_icons_have_forms_of_their_own() -> None:
    """A shield resists physical damage, a hexagon with a hole magical; heal, speed and dead-eye show their glyphs."""
    cards = ("orcs-1", "hexers-1", "shamans-1", "raiders-1", "snipers-1")
    spaces = ("p1", "p2", "p3", "p4", "p5")
    board = sample(hordes=tuple(map(horde, cards, spaces)), heroes=AT_HOME)
    orcs, hexers, shamans, raiders, snipers = (piece(drawn(scene(board)), f"horde:{card}") for card in cards)
    assert len([foe for foe in classes(orcs, "foe") if "scale(.56)" in (foe.get("transform") or "")]) == 4
    assert len(classes(hexers, "foe-on")) == 3
    assert (uses(shamans, "g-heal"), uses(raiders, "g-speed"), uses(snipers, "g-deadeye")) == (1, 1, 1)
    assert title(shamans).endswith("still shows heal")


def test_bars_are_told_apart() -> None:
    """Flying shows a wing, Ghosts a ghost, Pathbreakers their three icons; none of them is an enemy."""
    cards = ("gargoyles-1", "wraiths-1", "axe-breakers-1")
    board = sample(hordes=tuple(map(horde, cards, ("p1", "p2", "p5"))), heroes=AT_HOME)
    gargoyles, wraiths, breakers = (piece(drawn(scene(board)), f"horde:{card}") for card in cards)
    assert (uses(gargoyles, "g-wing"), uses(wraiths, "g-untouchable")) == (1, 1)
    assert [uses(breakers, f"g-{icon}") for icon in ("axe", "ram", "torch")] == [1, 1, 1]
    assert len(classes(gargoyles, "foe")) == 5


def test_a_portal_has_its_spiral_and_its_level() -> None:
    """Level as bars in a chip; a Portal tile makes one of a Horde."""
    svg = drawn(scene(sample()))
    portal = piece(svg, "horde:dim-portal-1")
    assert uses(portal, "g-portal") == 1
    assert [title(group) for group in portal.iter(SVG + "g")].count("Portal of level 1") == 1
    gated = horde("goblins-2", "p5", gate="violet-rift", gated=mask_of("b2 b3 c3"), level=1)
    made = piece(drawn(scene(sample(hordes=(gated,), heroes=AT_HOME))), "horde:goblins-2")
    assert "Portal tile Violet rift" in [title(group) for group in made.iter(SVG + "g")]
    assert len(classes(made, "under")) == 2


def test_the_purple_edge_looks_to_the_exit() -> None:
    """The Exit of the Quiet Road lies in the east, however the card is printed."""
    svg = drawn(scene(sample(hordes=(horde("mob-1", "p4"), horde("wulves-1", "p1")), heroes=AT_HOME)))
    edges = [classes(piece(svg, name), "front-edge")[0].get("transform") for name in ("horde:mob-1", "horde:wulves-1")]
    assert edges == ["rotate(90)", "rotate(90)"]


def test_flying_hordes_lie_upon_others() -> None:
    """Both trays are drawn, the upper one aside; the lower one's title tells."""
    board = sample(hordes=(horde("mob-1", "p4"), horde("gargoyles-1", "p4")), heroes=AT_HOME)
    svg = drawn(scene(board))
    lower, upper = piece(svg, "horde:mob-1"), piece(svg, "horde:gargoyles-1")
    assert lower.get("transform") != upper.get("transform")
    assert title(lower).endswith("beneath another")
    order = [part.get("data-id") for part in classes(svg, "horde")]
    assert order == ["horde:mob-1", "horde:gargoyles-1"]


def test_an_outline_goes_around_the_squares() -> None:
    """One way around squares that touch, one for each that does not; corners do not join; holes have their own."""
    assert outline(BIT["a1"], 0) == "M-25.5 -42.5V-25.5H-42.5V-42.5z"
    assert len(re.findall("[HV]", outline(mask_of("a1 b1"), 0))) == 3
    assert len(re.findall("[HV]", outline(mask_of("a1 a2 b2"), 0))) == 5
    assert outline(mask_of("a1 b2"), 0).count("M") == 2
    ring = "b2 c2 d2 b3 d3 b4 c4 d4"
    assert outline(mask_of(ring), 0).count("M") == 2
    inner = outline(BIT["c3"], 1.5)
    assert {abs(float(n)) for n in re.findall(r"-?\d+\.?\d*", inner)} == {CELL / 2 - 1.5}


def test_a_title_counts_what_heroes_cover() -> None:
    """A base covers four squares of the top Horde."""
    assert tray_title(components(), horde("goblins-1", "p4"), mask_of("a1")).startswith("Goblin Pack 1, on space p4")
    covered = piece(drawn(scene(sample())), "horde:mob-1")
    bare = piece(drawn(scene(sample(heroes=AT_HOME))), "horde:mob-1")
    assert "4 of 8" in title(covered)
    assert "3 of 8" in title(bare)


def test_a_horde_without_anything_left_to_cover_bears_a_check() -> None:
    """A full enemy is still uncovered; where none is, the Horde is done with and says so."""
    every = sample().face(horde("goblins-1", "p1")).all
    done = replace(horde("goblins-1", "p1"), tiled=every)
    words = "Nothing is left to be covered"

    assert not titled(piece(drawn(scene(sample())), "horde:goblins-1"), words)
    assert titled(piece(drawn(scene(sample(hordes=(done,)))), "horde:goblins-1"), words)


# --- the map and the players


def test_towers_and_sites_bear_their_owners_colour_and_shape() -> None:
    """An empty site is dashed with its owner's shape; a Tower faces somewhere; face down it is a back."""
    svg = drawn(scene(sample()))
    mine, theirs = piece(svg, "space:s1"), piece(svg, "space:s4")
    assert (uses(mine, "tt-seat-1"), uses(theirs, "tt-seat-2")) == (1, 1)
    assert title(mine) == "Building site s1, red, empty"
    (tower,) = titled(piece(svg, "space:s3"), "Archer")
    assert title(tower) == "Archer, level 1, facing east, red"
    assert classes(tower, "body")[0].get("transform") == "rotate(90)"
    (lost,) = titled(piece(svg, "space:s2"), "Bombard")
    assert title(lost).endswith("face down")
    assert len(classes(lost, "back")) == 1


def test_heroes_stand_where_they_are() -> None:
    """On the map with a triangle for their facing; else on their player's strip, knocked out turned and faded."""
    svg = drawn(scene(sample()))
    malik, cat = piece(svg, "hero:malik"), piece(svg, "hero:wildcat")
    assert len(classes(malik, "body")) == 2
    assert classes(malik, "body")[0].get("transform") == "rotate(180)"
    assert uses(cat, "g-paw") == 1
    assert cat in list(piece(svg, "seat:2").iter())
    out = Hero("malik", 1, 0, down=True, ready=False, abilities=(AbilityTile("earthquake"),))
    down = piece(drawn(scene(sample(heroes=(out, sample().heroes[1])))), "hero:malik")
    assert "off" in (down.get("class") or "")
    assert "rotate(90)" in (down.get("transform") or "")


def test_a_strip_shows_hand_health_abilities_and_what_comes_in() -> None:
    """Lost hearts are dashed; a played Hero card is turned; an ability that was used lies on its face."""
    svg = drawn(scene(sample()))
    assert len(classes(piece(svg, "health:malik"), "heart")) == 4
    assert len(classes(piece(svg, "health:malik"), "ghost")) == 1
    assert title(piece(svg, "hand:1")) == "Hand: Archer, Mage"
    assert title(piece(svg, "incoming:1")) == "On the way into the hand: Footmen"
    assert uses(piece(svg, "herocard:alleria"), "g-turned") == 1
    assert uses(piece(svg, "herocard:malik"), "g-turned") == 0
    assert len(classes(piece(svg, "ability:like_the_wind"), "back")) == 1
    assert "done" in words(piece(svg, "seat:2"))
    assert len(classes(piece(svg, "seat:1"), "wash")) == 1
    assert len(classes(piece(svg, "seat:2"), "wash")) == 0


def test_a_large_hand_is_counted_by_name() -> None:
    """Equal Towers become one card with their number, and no card leaves the strip."""
    hand = ("archer",) * 4 + ("bombard",) * 3 + ("knights", "mage", "mage", "militia", "sharpshooter", "wizard")
    board = sample(sides=(Side("red", "malik", hand, ("footmen", "howitzer")), sample().side(2)))
    svg = drawn(scene(board))
    row = piece(svg, "hand:1")
    assert [word for word in words(row) if word] == ["4", "3", "2"]
    for part in row.iter(SVG + "g"):
        if place := re.match(r"translate\(([\d.]+) 71\)", part.get("transform") or ""):
            assert float(place[1]) + 32 <= 302


def test_stacks_tell_their_number_and_what_the_top_card_pays() -> None:
    """As far as the cards that may lie on top agree; an empty stack keeps its place."""
    svg = drawn(scene(sample()))
    assert title(piece(svg, "stack:1")) == "Spawn point 1: 3 cards left, the top one shows 1 Crystal"
    assert words(piece(svg, "stack:1")) == ["1", "1", "3"]
    assert words(piece(svg, "stack:2")) == ["2", "0"]
    mixed = sample(stacks=(Stack(1, (Pile(2, ("goblins-2", "juggernaut-1")),)),))
    assert words(piece(drawn(scene(mixed)), "stack:1")) == ["1–3", "1", "2"]


def test_alone_each_colour_has_its_own_shape_and_the_one_given_up_is_faded() -> None:
    """The Bench stands on the strip; who was called from it leaves an outline there, with its health."""
    side = replace(sample().side(1), colour="", incoming=())
    called = Hero("magnus", 1, 2, "s7", bench=True)
    board = sample(seats=1, sides=(side,), heroes=(MALIK, called), towers=(), bench=("ignus",), eliminated="blue")
    svg = drawn(scene(board))
    for shape, site in enumerate(("s1", "s2", "s3"), 1):
        assert uses(piece(svg, f"space:{site}"), f"tt-seat-{shape}") == 1
    assert len(classes(piece(svg, "space:s2"), "off")) == 1
    assert "given up" in title(piece(svg, "space:s2"))
    assert title(piece(svg, "hero:ignus")) == "Ignus, on the Bench"
    assert words(piece(svg, "health:magnus")) == ["2/3"]


def test_pathbreakers_and_bosses_stand_on_the_map() -> None:
    """A Pathbreaker card bars its space and closes its Spawn point; a Boss is gilt."""
    board = sample(barriers=(Barrier("axe", "p6", 2),), bosses=(Boss("lilith", "p7"),))
    svg = drawn(scene(board))
    assert title(piece(svg, "pathbreaker:axe")) == "Pathbreaker card Axe: bars space p6, and closes Spawn point 2"
    assert len(classes(piece(svg, "boss:lilith"), "gilt")) == 1
    assert "Spawn point 2, closed: 0 cards left" in title(piece(svg, "stack:2"))


def test_the_supply_of_towers_is_counted_by_type_and_level() -> None:
    """What can be bought or passed for, up to the scenario's highest level; a number that changed is ringed."""
    before = sample(supply=("archer", "archer", "marksmen"))
    after = sample(supply=("archer", "marksmen"))
    svg = drawn(scene(after, "supply:archer", before=before))
    supply = {id_: group for group in svg.iter() for id_ in group.get("data-holds", "").split()}

    assert words(supply["supply:archer"]) == ["1"]
    assert words(supply["supply:marksmen"]) == ["1"]
    assert words(supply["supply:mage"]) == ["0"]
    assert "supply:sharpshooter" not in supply  # the first scenario goes up to level 2
    assert [id_ for id_, group in supply.items() if classes(group, "ring")] == ["supply:archer"]
    assert "1 Archer" in title(supply["supply:archer"])


def test_a_lone_players_heroes_are_told_apart_by_their_emblems() -> None:
    """They have one colour; with several players the colour tells."""
    called = replace(ALLERIA, seat=1, bench=True)
    alone = sample(seats=1, sides=(Side("red", "malik"),), heroes=(MALIK, called))

    assert uses(piece(drawn(scene(alone)), "hero:malik"), "g-axe") == 1
    assert uses(piece(drawn(scene(alone)), "hero:alleria"), "g-archery") == 1
    assert not uses(piece(drawn(scene(sample())), "hero:malik"), "g-axe")


def test_pools_are_counted_up_to_what_the_set_holds() -> None:
    """A set may hold fewer than the box; the description tells the same number as the pool."""
    fewer = copy(components())
    fewer.limits = Limits(crystals=8, soldiers=9)
    svg = drawn(scene(sample(components=fewer, crystals=5, soldiers=4)))

    assert title(piece(svg, "crystals")) == "Crystals: 5 of 8"
    assert title(piece(svg, "soldiers")) == "Soldiers in the supply: 4 of 9"
    assert "5 of 8 Crystals" in (svg.findtext(SVG + "desc") or "")
