"""The picture of Kingdom Rush: A Rift in Time."""

from __future__ import annotations

import random
import re
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from rulesets.kingdom_rush import RULESET, caption
from rulesets.kingdom_rush.board import (
    PLAY_CARDS,
    AbilityTile,
    Advancing,
    Attacking,
    Barrier,
    Board,
    Boss,
    BossActing,
    Buying,
    GameOver,
    Hero,
    Horde,
    Laid,
    Player,
    Recruiting,
    Spawning,
    Stack,
    Tower,
)
from rulesets.kingdom_rush.components import Components
from rulesets.kingdom_rush.geometry import BIT, mask_of
from rulesets.kingdom_rush.picture.trays import CELL, damage_of, outline, tray_title
from rulesets.kit import structs
from rulesets.kit.chance import Rolled
from rulesets.kit.piles import Pile
from rulesets.kit.structs import TABLE, Effect, Start, Viewer
from rulesets.kit.svg import Scene, advance

if TYPE_CHECKING:
    from collections.abc import Iterator
    from xml.etree.ElementTree import Element

SVG = "{http://www.w3.org/2000/svg}"
NAMES = {1: "Heron of the Upper Marshes", 2: "Otter", 3: "Kestrel", 4: "Badger"}
ROAD = "quiet-road"


@cache
def components() -> Components:
    made = RULESET.starter_components
    assert isinstance(made, Components)
    return made


def horde(card: str, space: str, *tiles: Laid, soldiers: str = "", **changes: object) -> Horde:
    """A Horde of the first route, its tray turned as it should be."""
    known = components().horde[card]
    made = Horde(card, space, 1, components().field[ROAD].turn_of(known, 1), known.level, True, tiles)
    covered = 0
    for laid in tiles:
        covered |= mask_of(laid.cells)
    return replace(made, tiled=covered, soldiers=mask_of(soldiers), **changes)


MALIK = Hero("malik", 1, 4, "p4", "c4", "S", abilities=(AbilityTile("earthquake"), AbilityTile("hammer_smash")))
ALLERIA = Hero("alleria", 2, 2, "s7", facing="W", ready=False, abilities=(AbilityTile("like_the_wind", "used"),))
CAT = Hero("wildcat", 2, 1, fresh=True)
AT_HOME = tuple(replace(hero, space=None, base=None) for hero in (MALIK, ALLERIA, CAT))


def table(**changes: object) -> Board:
    """Two players in round 4; three Hordes on the road, the second one a Portal."""
    board = Board(
        components(),
        PLAY_CARDS,
        ROAD,
        "normal",
        2,
        (
            Player("red", "malik", ("archer", "mage"), ("footmen",)),
            Player("blue", "alleria", ("archer",), (), True),
        ),
        (MALIK, ALLERIA, CAT),
        (
            horde("mob-1", "p4", Laid("archer", "b2 b3"), soldiers="c2"),
            horde("dim-portal-1", "p3", Laid("mage", "b3")),
            horde("goblins-1", "p1"),
        ),
        (Tower("s3", "archer", 1, "E"), Tower("s2", "bombard", 2, "S", face_up=False)),
        (Stack(1, (Pile(2, ("goblins-2", "goblins-3")), Pile(1, ("mob-2",)))), Stack(2, (Pile(0),))),
        hearts=7,
        crystals=5,
        soldiers=11,
        round=4,
    )
    return replace(board, **changes)


def scene(board: Board, *touches: str, before: Board | None = None, may: tuple[str, ...] = ()) -> Scene[Board]:
    return Scene(board, before, (), TABLE, NAMES, 83, frozenset(touches), frozenset(may))


# --- pictures to look into


def drawn(view: Scene[Board]) -> Element:
    return ElementTree.fromstring(RULESET.picture(view))


def text_of(view: Scene[Board]) -> str:
    return RULESET.picture(view)


def pieces(svg: Element, name: str) -> list[Element]:
    return [group for group in svg.iter(SVG + "g") if group.get("data-id") == name]


def piece(svg: Element, name: str) -> Element:
    found = pieces(svg, name)
    assert len(found) == 1, f"{name} is drawn {len(found)} times"
    return found[0]


def classes(part: Element, name: str) -> list[Element]:
    return [child for child in part.iter() if name in (child.get("class") or "").split()]


def uses(part: Element, symbol: str) -> int:
    return sum(child.get("href") == f"#{symbol}" for child in part.iter(SVG + "use"))


def title(part: Element) -> str:
    return part.findtext(SVG + "title") or ""


def words(part: Element) -> list[str]:
    return ["".join(text.itertext()) for text in part.iter(SVG + "text")]


def ringed(svg: Element) -> set[str | None]:
    return {part.get("data-id") for part in svg.iter(SVG + "g") if classes(part, "ring")}


# --- games to draw


def game(scenario: str, seats: int, seed: int, most: int) -> Iterator[tuple[Board, tuple[Effect[Board], ...]]]:
    """The boards of a game played at random with a liking for deeds, and what led to each."""
    rng, key = random.Random(seed), b"%d" % seed
    start = Start(seats, components().hash, "server", "own_turn", {"scenario": scenario})
    play = RULESET.begin(start, components(), Rolled(key, b""))
    yield play.board, tuple(play.effects)
    for version in range(most):
        board = play.board
        if not (waiting := board.pending.who(board)):
            return
        seat = rng.choice(waiting)
        actions = list(islice(RULESET.legal_actions(board, seat), 200))
        bold = [a for a in actions if type(a).__name__ not in ("Done", "LeaveOut", "EndActivation", "PassTower")]
        play = RULESET.decide(board, seat, rng.choice(bold or actions), Rolled(key, b"%d" % version))
        yield play.board, tuple(play.effects)


GAMES = [(scenario, 1 + n % 4) for n, scenario in enumerate(RULESET.starter_components.scenario)]  # type: ignore[attr-defined]


# --- the document


@pytest.mark.parametrize(("scenario", "seats"), GAMES)
def test_every_moment_of_a_game_is_a_well_formed_picture(scenario: str, seats: int) -> None:
    """Whatever the table waits for, there is a picture, and it points to nothing outside itself."""
    before = None
    for board, effects in game(scenario, seats, seats, 40):
        touches = frozenset(touched for effect in effects for touched in effect.touches())
        text = text_of(Scene(board, before, effects, TABLE, NAMES, 5, touches))
        svg = ElementTree.fromstring(text)
        names = {part.get("id") for part in svg.iter()}
        pointers = re.findall(r'href="([^"]*)"|url\(([^)]*)\)', text.partition("</style>")[2])
        assert pointers
        assert {one or two for one, two in pointers} <= {f"#{name}" for name in names}
        assert " style=" not in text
        for touched in touches - ringed(svg):
            assert touched.partition(":")[0] in HELD or not on_the_table(touched, board), touched
        before = board


HELD = ("warp", "life", "source", "tower")
"""What may lie nowhere by itself: a drawn card rings its deck, a Soldier its Tower; a passed Tower is in the supply."""


def on_the_table(touched: str, board: Board) -> bool:
    """Whether a touched Horde lies on the map, now."""
    kind, _, card = touched.partition(":")
    return kind != "horde" or any(horde.card == card for horde in board.hordes)


@pytest.mark.parametrize(
    "pending",
    [
        Recruiting(),
        Spawning((1, 2)),
        PLAY_CARDS,
        Attacking(1, "archer", place="s3"),
        Advancing(("mob-1",)),
        BossActing(),
        Buying(),
        GameOver((1, 2), "both Portals are destroyed"),
        GameOver((), "no Heart is left"),
        structs.GameOver((), "the table went home"),
    ],
)
@pytest.mark.parametrize("viewer", [1, 2, TABLE])
def test_every_phase_has_its_picture(pending: structs.Phase[Board], viewer: Viewer) -> None:
    """A hand-made position of any phase can be drawn, whoever looks."""
    svg = drawn(replace(scene(table(pending=pending)), viewer=viewer))
    assert len(classes(svg, "horde")) == 3
    assert len(classes(svg, "player")) == 2


def test_a_picture_is_named_and_described() -> None:
    """A screen reader hears the game, the phase and the version, then who is who and what is uncovered where."""
    svg = drawn(scene(table()))
    assert (svg.get("role"), svg.get("aria-labelledby")) == ("img", "b-title b-desc")
    assert svg.findtext(SVG + "title") == "Kingdom Rush: A Rift in Time, round 4, phase 2, version 83"
    desc = svg.findtext(SVG + "desc") or ""
    assert "The Quiet Road, normal: Heron of the Upper Marshes (Malik Hammerfury, health 4)" in desc
    assert "3 Hordes; uncovered enemies: 4 on p4, 3 on p3 (Portal), 4 on p1." in desc
    assert "7 Hearts, 5 of 12 Crystals, 11 Soldiers left" in desc


def test_only_a_picture_of_its_own_brings_its_style_sheets() -> None:
    """In a page the page's style sheets rule; otherwise both pictures are the same."""
    alone, inline = text_of(scene(table())), text_of(replace(scene(table()), standalone=False))
    assert "<style>" not in inline
    assert re.sub(r"<style>.*</style>", "", alone, flags=re.S) == inline


def test_names_are_text_and_nothing_else() -> None:
    """A player called `<script>` is written, not run, and a name that is too long is cut; its whole is in a title."""
    text = text_of(replace(scene(table()), names={1: '<script>"&#g-axe"', 2: "M" * 60}))
    svg = ElementTree.fromstring(text)
    assert "<script" not in text
    assert any(word.startswith('<script>"&') for word in words(piece(svg, "seat:1")))
    cut = next(word for word in words(piece(svg, "seat:2")) if word.startswith("M"))
    assert advance(cut.partition("…")[0], 16) <= 302
    assert "M" * 60 in cut


def test_two_pictures_of_one_scene_are_equal_bytes() -> None:
    """A picture depends on its scene alone, so it may be kept for ever."""
    assert text_of(scene(table(), "hearts")) == text_of(scene(table(), "hearts"))


# --- trays


def test_a_covered_enemy_is_an_open_ring() -> None:
    """All enemies lie on the tray; each one that is covered has its ring on the tile, so full ones are uncovered."""
    mob = piece(drawn(scene(table())), "horde:mob-1")
    assert len(classes(mob, "foe")) == 8
    assert len(classes(mob, "under")) == 2
    assert title(mob) == "Goblin Mob 1, on p4, route 1: 4 of 8 enemies covered, 1 Soldier"


def test_a_big_enemy_is_ringed_only_when_it_is_covered_wholly() -> None:
    """Three squares of four are no cover."""
    part, whole = (
        piece(
            drawn(scene(table(hordes=(horde("ogre-1", "p4", Laid("bombard", cells)),), heroes=AT_HOME))), "horde:ogre-1"
        )
        for cells in ogre_cells()
    )
    assert len(classes(part, "under")) == 0
    assert len(classes(whole, "under")) == 1


def ogre_cells() -> tuple[str, str]:
    """Three squares of the Ogre in its tray on the road, and all four."""
    face = components().face["ogre-1"][horde("ogre-1", "p4").turn]
    big = next(foe for foe in face.foes if foe.big)
    cells = [cell for cell, bit in BIT.items() if bit & big.mask]
    return " ".join(cells[:3]), " ".join(cells)


def test_tiles_show_their_damage_by_a_weave_and_their_source_by_a_glyph() -> None:
    """Colour never speaks alone."""
    svg = drawn(scene(table()))
    archer, mage = piece(svg, "source:archer"), piece(svg, "source:mage")
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
    board = table(hordes=tuple(map(horde, cards, spaces)), heroes=AT_HOME)
    orcs, hexers, shamans, raiders, snipers = (piece(drawn(scene(board)), f"horde:{card}") for card in cards)
    assert len([foe for foe in classes(orcs, "foe") if "scale(.56)" in (foe.get("transform") or "")]) == 4
    assert len(classes(hexers, "foe-on")) == 3
    assert (uses(shamans, "g-heal"), uses(raiders, "g-speed"), uses(snipers, "g-deadeye")) == (1, 1, 1)
    assert title(shamans).endswith("still shows heal")


def test_bars_are_told_apart() -> None:
    """Flying shows a wing, Ghosts a ghost, Pathbreakers their three icons; none of them is an enemy."""
    cards = ("gargoyles-1", "wraiths-1", "axe-breakers-1")
    board = table(hordes=tuple(map(horde, cards, ("p1", "p2", "p5"))), heroes=AT_HOME)
    gargoyles, wraiths, breakers = (piece(drawn(scene(board)), f"horde:{card}") for card in cards)
    assert (uses(gargoyles, "g-wing"), uses(wraiths, "g-untouchable")) == (1, 1)
    assert [uses(breakers, f"g-{icon}") for icon in ("axe", "ram", "torch")] == [1, 1, 1]
    assert len(classes(gargoyles, "foe")) == 5


def test_a_portal_has_its_spiral_and_its_level() -> None:
    """Level as bars in a chip; a Portal tile makes one of a Horde."""
    svg = drawn(scene(table()))
    portal = piece(svg, "horde:dim-portal-1")
    assert uses(portal, "g-portal") == 1
    assert [title(group) for group in portal.iter(SVG + "g")].count("Portal of level 1") == 1
    gated = horde("goblins-2", "p5", gate="violet-rift", gated=mask_of("b2 b3 c3"), level=1)
    made = piece(drawn(scene(table(hordes=(gated,), heroes=AT_HOME))), "horde:goblins-2")
    assert "Portal tile" in [title(group) for group in made.iter(SVG + "g")]
    assert len(classes(made, "under")) == 2


def test_the_purple_edge_looks_to_the_exit() -> None:
    """The Exit of the Quiet Road lies in the east, however the card is printed."""
    svg = drawn(scene(table(hordes=(horde("mob-1", "p4"), horde("wulves-1", "p1")), heroes=AT_HOME)))
    edges = [classes(piece(svg, name), "front-edge")[0].get("transform") for name in ("horde:mob-1", "horde:wulves-1")]
    assert edges == ["rotate(90)", "rotate(90)"]


def test_flying_hordes_lie_upon_others() -> None:
    """Both trays are drawn, the upper one aside; the lower one's title tells."""
    board = table(hordes=(horde("mob-1", "p4"), horde("gargoyles-1", "p4")), heroes=AT_HOME)
    svg = drawn(scene(board))
    lower, upper = piece(svg, "horde:mob-1"), piece(svg, "horde:gargoyles-1")
    assert lower.get("transform") != upper.get("transform")
    assert title(lower).endswith("beneath another")
    order = [part.get("data-id") for part in classes(svg, "horde")]
    assert order == ["horde:mob-1", "horde:gargoyles-1"]


def test_an_outline_goes_around_the_squares() -> None:
    """One way around squares that touch, one for each that does not; corners do not join; holes have their own."""
    assert outline(BIT["a1"], 0) == "M-25.5 -42.5L-25.5 -25.5L-42.5 -25.5L-42.5 -42.5z"
    assert outline(mask_of("a1 b1"), 0).count("L") == 3
    assert outline(mask_of("a1 a2 b2"), 0).count("L") == 5
    assert outline(mask_of("a1 b2"), 0).count("M") == 2
    ring = "b2 c2 d2 b3 d3 b4 c4 d4"
    assert outline(mask_of(ring), 0).count("M") == 2
    inner = outline(BIT["c3"], 1.5)
    assert {abs(float(n)) for n in re.findall(r"-?\d+\.?\d*", inner)} == {CELL / 2 - 1.5}


def test_a_title_counts_what_heroes_cover() -> None:
    """A base covers four squares of the top Horde."""
    assert tray_title(components(), horde("goblins-1", "p4"), mask_of("a1")).startswith("Goblin Pack 1, on p4")
    covered = piece(drawn(scene(table())), "horde:mob-1")
    bare = piece(drawn(scene(table(heroes=AT_HOME))), "horde:mob-1")
    assert "4 of 8" in title(covered)
    assert "3 of 8" in title(bare)


# --- the map and the players


def test_towers_and_sites_bear_their_owners_colour_and_shape() -> None:
    """An empty site is dashed with its owner's shape; a Tower faces somewhere; face down it is a back."""
    svg = drawn(scene(table()))
    mine, theirs = piece(svg, "space:s1"), piece(svg, "space:s4")
    assert (uses(mine, "tt-seat-1"), uses(theirs, "tt-seat-2")) == (1, 1)
    assert title(mine) == "Building site s1, red of seat 1, empty"
    tower = next(t for t in pieces(svg, "tower:archer") if "facing" in title(t))
    assert title(tower) == "Archer, level 1, facing E, of seat 1"
    assert classes(tower, "body")[0].get("transform") == "rotate(90)"
    lost = piece(svg, "tower:bombard")
    assert title(lost).endswith("face down")
    assert len(classes(lost, "back")) == 1


def test_heroes_stand_where_they_are() -> None:
    """On the map with a triangle for their facing; else on their player's strip, knocked out turned and faded."""
    svg = drawn(scene(table()))
    malik, cat = piece(svg, "hero:malik"), piece(svg, "hero:wildcat")
    assert len(classes(malik, "body")) == 2
    assert classes(malik, "body")[0].get("transform") == "rotate(180)"
    assert uses(cat, "g-paw") == 1
    assert cat in list(piece(svg, "seat:2").iter())
    out = Hero("malik", 1, 0, down=True, ready=False, abilities=(AbilityTile("earthquake"),))
    down = piece(drawn(scene(table(heroes=(out, table().heroes[1])))), "hero:malik")
    assert "off" in (down.get("class") or "")
    assert "rotate(90)" in (down.get("transform") or "")


def test_a_strip_shows_hand_health_abilities_and_what_comes_in() -> None:
    """Lost hearts are dashed; a played Hero card is turned; an ability that was used lies on its face."""
    svg = drawn(scene(table()))
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
    board = table(players=(Player("red", "malik", hand, ("footmen", "howitzer")), table().players[1]))
    svg = drawn(scene(board))
    row = piece(svg, "hand:1")
    assert [word for word in words(row) if word] == ["4", "3", "2"]
    for part in row.iter(SVG + "g"):
        if place := re.match(r"translate\(([\d.]+) 71\)", part.get("transform") or ""):
            assert float(place[1]) + 32 <= 302


def test_stacks_tell_their_number_and_what_the_top_card_pays() -> None:
    """As far as the cards that may lie on top agree; an empty stack keeps its place."""
    svg = drawn(scene(table()))
    assert title(piece(svg, "stack:1")) == "Spawn 1: 3 cards left, the top one shows 1 Crystal"
    assert words(piece(svg, "stack:1")) == ["1", "1", "3"]
    assert words(piece(svg, "stack:2")) == ["2", "0"]
    mixed = table(stacks=(Stack(1, (Pile(2, ("goblins-2", "juggernaut-1")),)),))
    assert words(piece(drawn(scene(mixed)), "stack:1")) == ["1–3", "1", "2"]


def test_alone_each_colour_has_its_own_shape_and_the_one_given_up_is_faded() -> None:
    """The Bench stands on the strip; who was called from it leaves an outline there, with its health."""
    player = replace(table().players[0], color="", incoming=())
    called = Hero("magnus", 1, 2, "s7", bench=True)
    board = table(seats=1, players=(player,), heroes=(MALIK, called), towers=(), bench=("ignus",), eliminated="blue")
    svg = drawn(scene(board))
    for shape, site in enumerate(("s1", "s2", "s3"), 1):
        assert uses(piece(svg, f"space:{site}"), f"tt-seat-{shape}") == 1
    assert len(classes(piece(svg, "space:s2"), "off")) == 1
    assert "given up" in title(piece(svg, "space:s2"))
    assert title(piece(svg, "hero:ignus")) == "Ignus, on the Bench"
    assert words(piece(svg, "health:magnus")) == ["2/3"]


def test_pathbreakers_and_bosses_stand_on_the_map() -> None:
    """A Pathbreaker card bars its space and closes its Spawn point; a Boss is gilt."""
    board = table(barriers=(Barrier("axe", "p6", 2),), bosses=(Boss("lilith", "p7"),))
    svg = drawn(scene(board))
    assert title(piece(svg, "pathbreaker:axe")) == "Pathbreaker card Axe: bars p6, and closes Spawn point 2"
    assert len(classes(piece(svg, "boss:lilith"), "gilt")) == 1
    assert "Spawn 2, closed: 0 cards left" in title(piece(svg, "stack:2"))


# --- states


def test_nothing_is_ringed_when_nothing_happened() -> None:
    """The ring belongs to the last event."""
    assert not classes(drawn(scene(table())), "ring")


def test_a_new_tile_is_ringed_with_dots_from_its_tower() -> None:
    """The ring follows the tile, not the tray; the Tower that fired is ringed as well."""
    before = table(pending=Attacking(1, "archer", place="s3"))
    hit = horde("mob-1", "p4", Laid("archer", "b2 b3"), Laid("archer", "d2 d3"), soldiers="c2")
    after = replace(before, hordes=(hit, *before.hordes[1:]))
    svg = drawn(scene(after, "horde:mob-1", "source:archer", before=before))
    old, new = pieces(svg, "source:archer")
    assert (len(classes(old, "ring")), len(classes(new, "ring"))) == (0, 1)
    assert len(classes(piece(svg, "horde:mob-1"), "ring")) == 1
    assert len(classes(piece(svg, "space:s3"), "ring")) == 1
    assert len(classes(svg, "lure")) == 1


def test_a_horde_that_moved_leaves_an_outline_and_one_destroyed_a_stroke() -> None:
    """For one version only."""
    moved = table(hordes=(table().hordes[0], replace(table().hordes[1], space="p5")))
    svg = drawn(scene(moved, "horde:dim-portal-1", "horde:goblins-1", "space:p5", before=table()))
    assert len(classes(svg, "lure")) == 1
    assert len(classes(piece(svg, "horde:goblins-1"), "gone")) == 1
    assert {"horde:dim-portal-1", "horde:goblins-1", "space:p5"} <= ringed(svg)
    assert not classes(drawn(scene(moved)), "gone")


def test_open_choices_are_dotted() -> None:
    """Spaces, Hordes, heroes and Towers that can be chosen now; of Towers those in the chooser's hand."""
    view = scene(table(), may=("space:s1", "space:p7", "horde:mob-1", "hero:malik", "tower:archer"))
    framed = {part.get("data-id") for part in drawn(replace(view, viewer=1)).iter(SVG + "g") if classes(part, "may")}
    assert {"space:s1", "space:p7", "horde:mob-1", "hero:malik", "tower:archer", "hand:1"} <= framed
    assert "hand:2" not in framed


def test_the_end_tells_won_or_lost_and_why() -> None:
    """All have won or all have lost, so the pill stands beside the round."""
    won, lost = (words(drawn(scene(table(pending=GameOver(winners, "so it is"))))) for winners in ((1, 2), ()))
    assert "won" in won
    assert "lost" in lost
    assert "so it is" in won


def test_the_phase_bar_shows_the_phase_under_way() -> None:
    """Six bars; what stands in the middle of a phase belongs to it."""
    for pending, number in ((Spawning(()), 1), (PLAY_CARDS, 2), (Attacking(1, "archer"), 2), (Buying(), 6)):
        svg = drawn(scene(table(pending=pending)))
        assert caption.phase_number(pending) == number
        now = [group for group in svg.iter(SVG + "g") if classes(group, "on") and "Phase" in title(group)]
        assert [title(group)[:12] for group in now] == [f"Phase {number} of 6"[:12]]


def test_a_wide_map_is_scaled_and_its_text_is_not() -> None:
    """Seven columns do not fit at full size: the map group is scaled, and no text stands in it."""
    svg = drawn(scene(table()))
    scaled = next(group for group in svg.iter(SVG + "g") if "scale(0.8" in (group.get("transform") or ""))
    assert not list(scaled.iter(SVG + "text"))
    assert "Exit" in words(svg)


# --- what a glance should tell


def titled(svg: Element, words: str) -> list[Element]:
    return [group for group in svg.iter(SVG + "g") if words in title(group)]


def test_a_horde_without_anything_left_to_cover_bears_a_check() -> None:
    """A full enemy is still uncovered; where none is, the Horde is done with and says so."""
    whole = table().face(horde("goblins-1", "p1")).all
    done = replace(horde("goblins-1", "p1"), tiled=whole)
    words = "Nothing is left to be covered"

    assert not titled(piece(drawn(scene(table())), "horde:goblins-1"), words)
    assert titled(piece(drawn(scene(table(hordes=(done,)))), "horde:goblins-1"), words)


def test_the_range_of_an_attack_is_shown_while_it_is_under_way() -> None:
    """Each space that the Tower's arrows reach, in the colour of its seat; gone with the attack."""
    firing = table(pending=Attacking(2, "archer", place="s3", facing="S"))
    in_range = components().field[ROAD].range["archer", "s3", "S"]

    (shown,) = titled(drawn(scene(firing)), "In range of Archer")

    assert shown.get("class") == "seat-2"
    assert len(classes(shown, "reach")) == len(in_range) > 0
    assert not titled(drawn(scene(table())), "In range of")


def test_the_supply_of_towers_is_counted_by_type_and_level() -> None:
    """What can be bought or passed for, up to the scenario's highest level; a number that changed is ringed."""
    before = table(supply=("archer", "archer", "marksmen"))
    after = table(supply=("archer", "marksmen"))
    svg = drawn(scene(after, before=before))

    assert words(piece(svg, "supply:archery.1")) == ["1"]
    assert words(piece(svg, "supply:archery.2")) == ["1"]
    assert words(piece(svg, "supply:mage.1")) == ["0"]
    assert not pieces(svg, "supply:archery.3")  # the first scenario goes up to level 2
    assert ringed(svg) - {None} == {"supply:archery.1"}
    assert "1 Archer" in title(piece(svg, "supply:archery.1"))


def test_a_lone_players_heroes_are_told_apart_by_their_emblems() -> None:
    """They have one colour; with several players the colour tells."""
    called = replace(ALLERIA, seat=1, bench=True)
    alone = table(seats=1, players=(Player("red", "malik"),), heroes=(MALIK, called))

    assert uses(piece(drawn(scene(alone)), "hero:malik"), "g-axe") == 1
    assert uses(piece(drawn(scene(alone)), "hero:alleria"), "g-archery") == 1
    assert not uses(piece(drawn(scene(table())), "hero:malik"), "g-axe")
