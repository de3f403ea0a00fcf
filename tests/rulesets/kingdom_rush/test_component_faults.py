"""What is wrong with a component set of Kingdom Rush, and where."""

import pytest

from rulesets.kingdom_rush import printed
from rulesets.kingdom_rush.components import load
from rulesets.kit.components import MAX_BYTES
from rulesets.kit.errors import BadComponentSet
from tests.rulesets.unconverted import missing, no_such_kind, not_one_of

ATTACK = "{damage: magical, arrows: {N: 1}, tiles: [{shape: 1x1}], soldiers: 1}"
EACH = {
    "alleria": ["call_of_the_wild", "like_the_wind", "do_you_bleed", "mark"],
    "malik": ["its_hammer_time", "earthquake", "hammer_smash", "cant_touch_this"],
    "magnus": ["hocus_pocus", "mirage", "knowledge_is_power", "ward"],
    "ignus": ["flaming_frenzy", "fire_and_brimstone", "surge_of_flames", "lets_burn"],
}


def _ability(hero: str, id_: str) -> str:
    known = printed.ABILITIES.get(id_)
    fields = [f"id: {id_}, hero: {hero}, name: {id_}"]
    if known is None or known.tiles == "attack":
        fields.append(f"attack: {ATTACK}")
    if known and known.kind == "ongoing":
        fields.append("kind: ongoing")
    if known and known.protection:
        fields.append("protection: true")
    if known and not known.typed:
        fields.append("damage: magical")
    return f"  - {{{', '.join(fields)}}}"


TOWERS = "\n".join(
    f"  - {{id: {id_}, name: {id_}, type: {type_}, level: {level}, copies: 4, attacks: [{ATTACK}]}}"
    for id_, (type_, level) in printed.TOWERS.items()
)
HEROES = "\n".join(
    f"  - {{id: {hero}, name: {hero}, health: 3, move: 2, basic: {ATTACK}, "
    f"towers: [{', '.join('[' + ', '.join(names) + ']' for names in printed.STARTING_TOWERS[hero])}]}}"
    for hero in EACH
)
ABILITIES = "\n".join(_ability(hero, id_) for hero, ids in EACH.items() for id_ in ids)

SMALL = f"""\
game: kingdom_rush
id: small
name: Small
source: invented
colors: [red, blue, green, yellow]
shapes:
  1x1: [x]
  1x2: [x, x]
  1x3: [xxx]
  l3: [x., xx]
enemies:
  - {{sign: g, name: Goblin}}
  - {{sign: O, name: Ogre, big: true, icons: [heal], icon_at: nw}}
towers:
{TOWERS}
heroes:
{HEROES}
abilities:
{ABILITIES}
spells:
  - {{id: thunderbolt, name: Thunderbolt, power: 1}}
pathbreakers:
  - {{id: axe, name: Axe}}
  - {{id: ram, name: Ram}}
  - {{id: torch, name: Torch}}
portal_tiles:
  - {{id: rift, shape: l3, level: 1}}
decks:
  - {{id: timewarp, of: boss_special, cards: [{{id: still, says: Nothing., copies: 2}}]}}
boss_life:
  - {{id: wing, name: Wing, grid: [g...., ....., ....., ....., .....]}}
hordes:
  - {{id: goblins, name: Goblins, copies: 2, grid: [g...., ....., ....., ....., .....]}}
  - {{id: ogre, name: Ogre, copies: 1, grid: [OO..., OO..., ....., ....., .....]}}
  - {{id: bats, name: Bats, copies: 1, grid: [g.FF., ....., ....., ....., .....]}}
  - {{id: wraith, name: Wraith, copies: 1, grid: [gGGG., ....., ....., ....., .....]}}
  - {{id: soul, name: Soul, copies: 1, crystals: 2, ghost_deck: true, grid: [g...., ....., ....., ....., .....]}}
  - {{id: breakers, name: Breakers, copies: 1, breaks: [axe, ram, torch], grid: [g...., ....., ....., ....., KKKKK]}}
  - {{id: portal, name: Portal, copies: 1, level: 2, grid: [g...., ....., ..#.., ....., .....]}}
scenarios:
  - id: lane
    title: The Lane
    source: invented
    map:
      - s1 s2 s3 s4 .
      - p1 p2 p3 p4 gate
      - q1 q2 =  w1 .
    exits: {{gate: E}}
    routes:
      1: [p1, p2, p3, p4, gate]
      2: [q1, q2, p3, p4, gate]
    sites:
      - {{red: [s1], blue: [s2], green: [s3]}}
      - {{red: [s1], blue: [s2]}}
      - {{red: [s1], blue: [s2], green: [s3]}}
      - {{red: [s1], blue: [s2], green: [s3], yellow: [s4]}}
    white: [w1]
    difficulties:
      normal: {{hearts: [9, 9, 9, 9], crystals: [2, 2, 2, 2]}}
    stacks:
      1: [{{cards: {{goblins: 1, portal: 1}}}}]
      2: [{{cards: {{ogre: 1, bats: 1}}, draw: 1}}]
    towers: {{max_level: 2, supply: {{archer: 3, bombard: 3, mage: 3, militia: 2, adept: 1, artillery: 1, marksmen: 1, footmen: 1}}}}
    heroes: {{allowed: [alleria, malik, magnus, ignus]}}
    win: portals
    spells: {{count: 1, max_power: 1}}
    initial:
      - {{card: goblins, space: p2, route: 1}}
    pathbreakers:
      - {{card: axe, space: q2, opens: 2}}
"""  # noqa: E501 - a line of the file is a line here


def test_a_small_set_is_right() -> None:
    """The set that the following tests spoil."""
    components = load(SMALL)

    assert [*components.scenario] == ["lane"]
    assert components.scenario["lane"].portals(1, "normal") == 1
    assert components.hash == load("# a comment\n" + SMALL).hash


def faults(text: str) -> list[tuple[int, int, str, str]]:
    """Line, column, pointer and what is wrong, of each fault."""
    with pytest.raises(BadComponentSet) as bad:
        load(text)
    return [(fault.line, fault.column, fault.path, fault.detail) for fault in bad.value.faults]


@pytest.mark.parametrize(
    ("old", "new", "path", "message"),
    [
        # the schema
        ("game: kingdom_rush", "game: chess", "/game", not_one_of("chess")),
        ("id: small\n", "id: small\ndragons: 3\n", "/dragons", "unknown field 'dragons'"),
        ("id: small", "id: Small.1", "/id", "regex"),
        ("sign: g,", "sign: F,", "/enemies/0/sign", "regex"),
        ("name: Goblin}", "name: Goblin, icons: [fly]}", "/enemies/0/icons/0", "'fly'"),
        ("id: goblins, name: Goblins, copies: 2", "id: goblins, name: Goblins, copies: 0", "/hordes/0/copies", ">= 1"),
        ("id: goblins, name: Goblins,", "id: goblins,", "/hordes/0", missing("name")),
        ("level: 2, grid: [g....,", "level: 5, grid: [g....,", "/hordes/6/level", "<= 4"),
        ("copies: 2, grid: [g....,", "copies: 2, grid: [g...,", "/hordes/0/grid/0", "regex"),
        ("arrows: {N: 1}", "arrows: {UP: 1}", "/towers/0/attacks/0/arrows/UP", "'UP'"),
        ("hearts: [9,", "hearts: [19,", "/scenarios/0/difficulties/normal/hearts/0", "<= 18"),
        ("      1: [p1,", "      7: [p1,", "/scenarios/0", "regex"),
        # shapes and colours
        ("colors: [red,", "colors: [blue,", "/colors/1", "a second colour 'blue'"),
        ("colors: [red,", "colors: [white,", "/colors", "white is nobody's colour"),
        ("  1x2: [x, x]", "  1x2: [xx, xx]", "/shapes", "a line of 2"),
        ("  l3: [x., xx]", "  l3: [x., .x]", "/shapes/l3", "do not hang together"),
        ("  l3: [x., xx]", "  l3: [.x, .x]", "/shapes/l3", "none in its first column"),
        # enemies and trays
        ("sign: O, name: Ogre", "sign: g, name: Ogre", "/enemies/1/sign", "a second enemy with the sign 'g'"),
        ("icons: [heal], icon_at", "icon_at", "/enemies/1/icon_at", "only a Big enemy with an icon"),
        ("copies: 2, grid: [g....,", "copies: 2, grid: [z....,", "/hordes/0/grid/0", "no enemy has the sign 'z'"),
        ("[OO..., OO...,", "[OO..., .O...,", "/hordes/1/grid/0", "not drawn as 2x2"),
        ("[OO..., OO...,", "[OOOO., OOO..,", "/hordes/1/grid/0", "not drawn as 2x2"),
        ("[OO..., OO...,", "[....O, ....O,", "/hordes/1/grid/0", "not drawn as 2x2"),
        ("copies: 2, grid: [g....,", "copies: 2, grid: [.....,", "/hordes/0/grid", "at least one enemy"),
        ("[g.FF.,", "[gF.F.,", "/hordes/2/grid", "a flying bar is a line of 2"),
        ("[gGGG., .....,", "[gGG.., .G...,", "/hordes/3/grid", "a ghost bar is a line of 3"),
        ("....., KKKKK]", "....., KKKK.]", "/hordes/5/grid", "fills the bottom row"),
        ("..#..", ".#...", "/hordes/6/grid", "`#` in its centre"),
        ("level: 2, grid", "grid", "/hordes/6/grid", "`#` in its centre"),
        ("breaks: [axe, ram, torch], grid", "grid", "/hordes/5/breaks", "has three icons"),
        ("breaks: [axe, ram, torch]", "breaks: [axe, ram, saw]", "/hordes/5/breaks/2", "'saw'"),
        ("breaks: [axe, ram, torch]", "breaks: [axe, ram, axe]", "/hordes/5/breaks/2", "a second icon 'axe'"),
        (
            "id: wraith, name: Wraith, copies: 1,",
            "id: wraith, name: Wraith, copies: 1, crystals: 1,",
            "/hordes/3/crystals",
            "KRR-GHO-04",
        ),
        ("crystals: 2, ghost_deck", "crystals: 3, ghost_deck", "/hordes/4", "KRR-GHO-05"),
        (
            "id: ogre, name: Ogre, copies: 1",
            "id: goblins, name: Ogre, copies: 1",
            "/hordes/1/id",
            "a second entry with the id 'goblins'",
        ),
        ("{id: still,", "{id: goblins,", "/decks/0/cards/0/id", "a second card with the id 'goblins-1'"),
        # Towers, Heroes, abilities
        ("id: archer, name: archer", "id: arche, name: archer", "/towers/0/id", "the rulebook knows no Tower 'arche'"),
        (
            "id: archer, name: archer, type: archery, level: 1",
            "id: archer, name: archer, type: archery, level: 2",
            "/towers/0/type",
            "of the type archery and of level 1",
        ),
        ("magical, arrows: {N: 1}, ", "magical, ", "/towers/0/attacks/0", "has arrows"),
        ("magical, arrows: {N: 1},", "magical, melee: true,", "/towers/0/attacks/0/melee", "KRR-BAS-01"),
        ("tiles: [{shape: 1x1}], soldiers: 1", "soldiers: 0", "/towers/0/attacks/0", "has tiles or Soldiers"),
        ("tiles: [{shape: 1x1}]", "tiles: [{shape: 9x9}]", "/towers/0/attacks/0/tiles/0/shape", "'9x9'"),
        (
            "type: mage, level: 1, copies: 4, attacks: [{damage: magical",
            "type: mage, level: 1, copies: 4, attacks: [{damage: physical",
            "/towers/10/attacks/0/damage",
            "KRR-DEF-07",
        ),
        (
            "towers: [[adept, bombard, marksmen, militia]",
            "towers: [[adept, bombard, marksmen, mage]",
            "/heroes/0/towers/0",
            "KRR-SET-06",
        ),
        (
            "towers: [[adept, bombard, marksmen, militia]",
            "towers: [[adept, bombard, marksmen, moat]",
            "/heroes/0/towers/0/3",
            "there is no Tower 'moat'",
        ),
        ("id: mark, hero: alleria", "id: mark, hero: malik", "/heroes/0", "4 special abilities, not 3"),
        ("hero: malik, name: earthquake", "hero: magnus, name: earthquake", "/abilities/5", "Earthquake is of malik"),
        (
            "id: cant_touch_this, hero: malik, name: cant_touch_this, kind: ongoing,",
            "id: cant_touch_this, hero: malik, name: cant_touch_this,",
            "/abilities/7",
            "ongoing with protection",
        ),
        ("name: mirage}", "name: mirage, damage: physical}", "/abilities/9", "tells the damage type"),
        ("name: lets_burn, damage: magical", "name: lets_burn", "/abilities/15", "does not tell the damage type"),
        (
            "name: mirage}",
            "name: mirage, attack: {damage: magical, melee: true, soldiers: 2}}",
            "/abilities/9",
            "stands in the rulebook",
        ),
        (
            "name: its_hammer_time}",
            "name: its_hammer_time, pattern: [[0, 0], [1, 0], [2, 0], [3, 0]]}",
            "/abilities/4/pattern",
            "KRR-ALL-04",
        ),
        # the rest of the box
        (
            "id: thunderbolt, name: Thunderbolt, power: 1",
            "id: thunderbolt, name: Thunderbolt, power: 2",
            "/spells/0",
            "knows no Spell",
        ),
        ("id: rift, shape: l3", "id: rift, shape: l4", "/portal_tiles/0/shape", "there is no shape 'l4'"),
        ("name: Wing, grid: [g....,", "name: Wing, grid: [gFF..,", "/boss_life/0/grid", "no bar"),
        ("source: invented\ncolors", "source: printed\ncolors", "/towers", "the printed game has 44 Tower cards"),
    ],
)
def test_faults_of_cards_are_told_with_their_place(old: str, new: str, path: str, message: str) -> None:
    """Each fault names its line, its part and its reason; the rule where the rulebook forbids it."""
    assert_fault(old, new, path, message)


@pytest.mark.parametrize(
    ("old", "new", "path", "message"),
    [
        # the map
        ("      - p1 p2 p3 p4 gate", "      - p1 p2 p3 gate", "/map/1", "4 spaces"),
        ("      - q1 q2 =  w1 .", "      - q1 q2 =  w1 p1", "/map/2", "'p1' stands on the map twice"),
        ("      - q1 q2 =  w1 .", "      - q1 q2 =  w1 zz", "/map/2", "'zz' is on no route"),
        ("      - q1 q2 =  w1 .", "      - q1 q2 =  w1 3-2", "/map/2", "cannot be the name"),
        ("exits: {gate: E}", "exits: {gate: E, port: W}", "/exits/port", "not on the map"),
        ("      1: [p1, p2, p3, p4, gate]", "      1: [p1, p2, p3, p4]", "/routes/1/3", "ends at an Exit"),
        (
            "      1: [p1, p2, p3, p4, gate]",
            "      1: [p1, p2, p4, gate]",
            "/routes/1/2",
            "'p4' is not adjacent to 'p2'",
        ),
        (
            "      1: [p1, p2, p3, p4, gate]",
            "      1: [p1, p2, p1, p2, p3, p4, gate]",
            "/routes/1/2",
            "a second space 'p1'",
        ),
        ("      1: [p1, p2, p3, p4, gate]", "      1: [p1, p2, p9, p4, gate]", "/routes/1/2", "'p9'"),
        ("      1: [p1, p2, p3, p4, gate]", "      1: [p1, p2, p3, p4, gate, p4]", "/routes/1/4", "first Exit"),
        # Building sites
        (
            "      - {red: [s1], blue: [s2]}",
            "      - {red: [s1], blue: [p2]}",
            "/sites/1/blue/0",
            "a space of the Path",
        ),
        ("      - {red: [s1], blue: [s2]}", "      - {red: [s1], blue: [s9]}", "/sites/1/blue/0", "not on the map"),
        ("      - {red: [s1], blue: [s2]}", "      - {red: [s1], blue: [s1]}", "/sites/1/blue/0", "stands here twice"),
        ("      - {red: [s1], blue: [s2]}", "      - {red: [s1], blue: [w1]}", "/sites/1/blue/0", "stands here twice"),
        ("      - {red: [s1], blue: [s2]}", "      - {red: [s1], pink: [s2]}", "/sites/1/pink", "'pink'"),
        ("      - {red: [s1], blue: [s2]}", "      - {red: [s1]}", "/sites/1", "2 colours"),
        ("white: [w1]", "white: [p4]", "/white/0", "a space of the Path"),
        # Hordes
        ("      2: [{cards: {ogre: 1,", "      3: [{cards: {ogre: 1,", "/stacks/3", "Spawn token 3 has no route"),
        ("cards: {ogre: 1,", "cards: {dragon: 1,", "/stacks/2/0/cards/dragon", "no Horde has the id 'dragon'"),
        ("cards: {ogre: 1,", "cards: {soul: 1,", "/stacks/2/0/cards/soul", "the Ghost deck"),
        (
            "cards: {goblins: 1, portal: 1}",
            "cards: {goblins: 2, portal: 1}",
            "/stacks",
            "3 cards 'goblins' on normal with 1",
        ),
        ("bats: 1}, draw: 1", "bats: 1}, draw: 3", "/stacks/2/0/draw", "cannot be drawn"),
        ("portal: 1}}]", "portal: 1}, draw: 1}]", "/stacks/1/0/draw", "KRR-SET-15"),
        ("bats: 1}, draw: 1", "bats: 1}, difficulties: [hell]", "/stacks/0/difficulties/0", "'hell'"),
        ("{goblins: 1, portal: 1}", "{goblins: 1}", "/win", "no Portal to destroy"),
        ("card: goblins, space: p2", "card: soul, space: p2", "/initial/0/card", "'soul'"),
        ("card: goblins, space: p2", "card: goblins, space: q1", "/initial/0/space", "not on route 1"),
        (
            "space: p2, route: 1}",
            "space: p2, route: 1}\n      - {card: wraith, space: p2, route: 1}",
            "/initial",
            "2 Hordes begin on 'p2'",
        ),
        # Pathbreakers
        ("card: axe, space: q2", "card: saw, space: q2", "/pathbreakers/0/card", "'saw'"),
        ("card: axe, space: q2", "card: axe, space: s1", "/pathbreakers/0/space", "on no route"),
        ("card: axe, space: q2", "card: axe, space: p3", "/pathbreakers/0/space", "route 1 would come to it"),
        ("opens: 2}", "opens: 3}", "/pathbreakers/0/opens", "no stack 3"),
        (
            "opens: 2}",
            "opens: 2}\n      - {card: axe, space: q1, opens: 2}",
            "/pathbreakers/1/card",
            "a second card 'axe'",
        ),
        # players
        (
            "allowed: [alleria, malik, magnus, ignus]",
            "allowed: [alleria, malik, magnus, lilith]",
            "/heroes/allowed/3",
            "there is no Hero 'lilith'",
        ),
        (
            "allowed: [alleria, malik, magnus, ignus]",
            "allowed: [alleria, malik, magnus, malik]",
            "/heroes/allowed/3",
            "a second Hero 'malik'",
        ),
        ("ignus]}", "ignus], start: {malik: gate}}", "/heroes/start/malik", "cannot begin"),
        ("ignus]}", "ignus], start: {malik: p2}}", "/heroes/start/malik", "cannot begin"),
        ("supply: {archer: 3", "supply: {archer: 9", "/towers/supply/archer", "does not hold 9"),
        ("supply: {archer: 3", "supply: {archer: 1", "/towers", "2 Heroes may start with 2 cards 'archer'"),
        ("spells: {count: 1", "spells: {count: 2", "/spells/count", "cannot be chosen from 1"),
        # how it ends
        ("win: portals", "win: rounds", "/win", "how many rounds"),
        ("win: portals", "win: boss", "/win", "can be defeated"),
        ("win: portals", "win: portals\n    storm: hail", "/storm", "there is no deck 'hail'"),
        ("win: portals", "win: portals\n    portal_tiles: place_one", "", "needs 2 Portal tiles"),
        (
            "win: portals",
            "win: portals\n    boss: {boss: time_mages, at: [s1, s1]}",
            "/boss/at/1",
            "a second Time Mage at 's1'",
        ),
        (
            "white: [w1]",
            "white: [w1, s4]\n    boss: {boss: time_mages, at: [s1, s2]}",
            "/boss",
            "the one white Building site",
        ),
        (
            "win: portals",
            "win: portals\n    boss: {boss: lilith, at: s1, route: 1, deck: timewarp, life: [[], [], [], []]}",
            "/boss/at",
            "not on route 1",
        ),
        (
            "win: portals",
            "win: boss\n    boss: {boss: lilith, at: p3, route: 1, deck: timewarp, life: [[], [wing], [], []]}",
            "/boss/life/0",
            "at least one",
        ),
        (
            "win: portals",
            "win: boss\n    boss: {boss: lilith, at: p3, route: 1, deck: timewarp, life: [[leg], [], [], []]}",
            "/boss/life/0/0",
            "'leg'",
        ),
        ("win: portals", "win: portals\n    boss: {boss: vampire}", "/boss/boss", no_such_kind("vampire")),
    ],
)
def test_faults_of_scenarios_are_told_with_their_place(old: str, new: str, path: str, message: str) -> None:
    """Maps, routes, sites, stacks and Bosses that cannot be played are refused before anybody does."""
    assert_fault(old, new, f"/scenarios/0{path}", message)


def assert_fault(old: str, new: str, path: str, message: str) -> None:
    """Spoiling the small set makes this fault, on a line that exists."""
    assert old in SMALL
    text = SMALL.replace(old, new, 1)
    found = faults(text)
    mine = [fault for fault in found if fault[2] == path and message in fault[3]]
    assert mine, found
    line, column, _, _ = mine[0]
    assert 1 <= line <= text.count("\n")
    assert 1 <= column <= len(text.splitlines()[line - 1]) + 1


def test_a_fault_points_at_its_line_and_column() -> None:
    """Counting from 1, at the value that is wrong."""
    text = SMALL.replace("space: p2, route: 1", "space: s2, route: 1", 1)
    line = next(number for number, row in enumerate(text.splitlines(), 1) if "space: s2" in row)

    assert faults(text) == [(line, 32, "/scenarios/0/initial/0/space", "'s2' is not on route 1")]


def test_faults_are_told_together_in_the_order_of_the_file() -> None:
    """Whoever mends a file sees all of its faults at once; scenarios are looked at when the cards are right."""
    text = SMALL.replace("power: 1}", "power: 2}").replace("crystals: 2, ghost", "crystals: 1, ghost")
    scenarios = SMALL.replace("card: axe, space", "card: saw, space").replace("white: [w1]", "white: [p1]")

    assert [path for _, _, path, _ in faults(text)] == ["/spells/0", "/hordes/4"]
    assert [path for _, _, path, _ in faults(scenarios)] == [
        "/scenarios/0/map/2",
        "/scenarios/0/white/0",
        "/scenarios/0/pathbreakers/0/card",
    ]


@pytest.mark.parametrize("text", ["", "- 1", "game: kingdom_rush", "[]", "x" * (MAX_BYTES + 1), "hordes: 3", "a: &b 1"])
def test_anything_else_is_refused_too(text: str) -> None:
    """Whatever the text, a set is loaded or its faults are told."""
    assert faults(text)
