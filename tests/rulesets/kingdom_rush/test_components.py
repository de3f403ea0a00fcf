"""Component sets of Kingdom Rush: what the rulebook prints, what a set must hold, what is wrong with one and where."""

from functools import cache
from pathlib import Path

import pytest

import rulesets.kingdom_rush
from rulesets.kingdom_rush import printed
from rulesets.kingdom_rush.components import Components, load
from rulesets.kingdom_rush.geometry import BIT, FULL, mask_of
from rulesets.kingdom_rush.schema import DifficultyId
from rulesets.kit.components import MAX_BYTES, merge
from rulesets.kit.errors import BadComponentSet

FOLDER = Path(rulesets.kingdom_rush.__file__).parent
FILES = (FOLDER / "starter.yaml", *sorted((FOLDER / "scenarios").glob("*.yaml")))


@cache
def starter() -> Components:
    """The set that ships."""
    return load(merge([file.read_text(encoding="utf-8") for file in FILES]))


# --- what the rulebook prints


def test_the_starter_set_has_the_twenty_towers() -> None:
    """Names, types and levels are exact; there are 44 cards, and each upgrade leads one level up in its type."""
    towers = starter().tower

    assert {id_: (tower.type, tower.level) for id_, tower in towers.items()} == printed.TOWERS
    assert sum(tower.copies for tower in towers.values()) == 44
    assert towers["archer"].upgrades == ("marksmen",)
    assert towers["wizard"].upgrades == ("arcane_wizard", "sorcerer_wizard")
    assert towers["tesla_tower"].upgrades == ()


def test_the_starter_set_has_as_many_hordes_as_the_box() -> None:
    """91 Horde and Portal cards, 6 of them the Ghost deck, which pays 2 Crystals a card."""
    hordes = starter().horde

    assert len(hordes) == 91
    assert len(starter().ghosts) == 6
    assert {hordes[card].crystals for card in starter().ghosts} == {2}
    assert all(card.crystals == 0 for card in hordes.values() if card.ghost)


def test_the_starter_set_has_the_five_heroes() -> None:
    """Starting Towers of four are printed; each has four special abilities, 18 of them explained in the appendix."""
    heroes = starter().hero

    assert tuple(heroes) == printed.HERO_IDS
    for id_, towers in printed.STARTING_TOWERS.items():
        assert tuple(heroes[id_].towers[players] for players in (1, 2, 3, 4)) == towers
    assert all(len(hero.abilities) == 4 for hero in heroes.values())
    assert {id_ for id_, tile in starter().ability.items() if not tile.custom} == printed.ABILITIES.keys()
    assert {tile.hero for tile in starter().ability.values() if tile.custom} == {"alleria", "magnus"}
    assert all(starter().ability[id_].name == known.name for id_, known in printed.ABILITIES.items())


def test_the_starter_set_has_the_rest_of_the_box() -> None:
    """Six Spells, three Pathbreakers, two Portal tiles, 16 Portal storm and 22 boss special cards, 12 of each token."""
    components = starter()

    assert {id_: (spell.name, spell.power) for id_, spell in components.spell.items()} == printed.SPELLS
    assert len(components.pathbreaker) == 3
    assert len(components.portal_tile) == 2
    assert len(components.deck["portal-storm"].cards) == 16
    assert len(components.deck["timewarp"].cards) + len(components.boss_life) == 22
    assert (components.limits.crystals, components.limits.soldiers, components.limits.trays) == (12, 12, 12)


def test_the_starter_set_says_what_it_invented() -> None:
    """It is marked as invented, and its head tells which facts are printed."""
    head = FILES[0].read_text(encoding="utf-8").partition("\ngame:")[0]

    assert starter().source == "invented"
    assert {scenario.source for scenario in starter().scenario.values()} == {"invented"}
    assert "printed are" in head
    assert "invented are" in head


# --- trays


def test_a_tray_is_read_as_it_is_drawn() -> None:
    """Letters are enemies, four equal ones a Big enemy; bars and the centre of a Portal cannot be covered."""
    troll = starter().face["troll-1"][0]
    portal = starter().face["dim-portal-1"][0]

    assert mask_of("b2 c2 b3 c3") in troll.enemies
    assert troll.all == mask_of("b2 c2 b3 c3 b4 d4")
    assert [foe.name for foe in troll.foes if foe.big] == ["Troll"]
    assert portal.bars == BIT["c3"]
    assert portal.all == mask_of("c2 b3 d3 c4")


def test_a_tray_bars_what_its_enemies_resist() -> None:
    """Resistance bars its damage type, deadly bars Soldiers and bases, and a Soldier stands on enemies only."""
    orcs = starter().face["orcs-1"][0]
    berserkers = starter().face["berserkers-1"][0]
    orc_squares, deadly = mask_of("c2 b3 c3 d3"), mask_of("b2 c2 b3")

    assert orcs.barred["physical"] == orc_squares
    assert orcs.barred["magical"] == orcs.barred["true"] == orcs.barred["base"] == 0
    assert orcs.barred["soldier:true"] == FULL & ~orc_squares
    assert orcs.barred["soldier:physical"] == FULL
    assert berserkers.barred["base"] == deadly
    assert berserkers.barred["physical"] == 0
    assert berserkers.barred["soldier:physical"] == FULL & ~berserkers.all | deadly


def test_the_icons_of_a_big_enemy_are_seen_at_its_corner_or_anywhere() -> None:
    """A Troll shows its heal icon in its north-east square; a Yeti shows speed until all of it is covered."""
    assert starter().face["troll-1"][0].heal == BIT["c2"]
    assert starter().face["yeti-1"][0].speed == mask_of("c1 d1 c2 d2")


def test_a_tray_turns_as_a_whole() -> None:
    """A quarter turn clockwise brings the top row to the east side, bars and icons with it."""
    wraiths = starter().face["wraiths-1"]
    snipers = starter().face["snipers-1"]

    assert [wraiths[turn].bars for turn in range(4)] == [
        mask_of("a1 b1 c1"),
        mask_of("e1 e2 e3"),
        mask_of("c5 d5 e5"),
        mask_of("a3 a4 a5"),
    ]
    assert [snipers[turn].dead_eye for turn in range(4)] == [BIT[square] for square in ("a1", "e1", "e5", "a5")]


def test_the_purple_line_faces_the_exit() -> None:
    """A card with the line at its bottom is turned three quarters for an Exit in the east, one with it there not."""
    field = starter().field["sorcerers-market"]
    goblins, wulves = starter().horde["goblins-1"], starter().horde["wulves-1"]

    assert (goblins.purple, wulves.purple) == ("S", "E")
    assert (field.turn_of(goblins, 1), field.turn_of(wulves, 1)) == (3, 0)
    assert (field.turn_of(goblins, 2), field.turn_of(wulves, 2)) == (0, 1)


# --- maps


def test_a_map_knows_its_order_and_what_lies_ahead() -> None:
    """Route by route in the order of tokens, nearest the Exit first, each space once."""
    field = starter().field["two-bridges"]

    assert field.order == ("c3", "c2", "c1", "a3", "a2", "a1", "b3", "b2", "b1")
    assert field.ahead[2, "b3"] == ("c1", "c2", "c3")
    assert field.ahead[1, "c3"] == ()


def test_a_map_knows_its_neighbours() -> None:
    """Corners are adjacent; an Exit is no place to be; blank terrain is called by column and row."""
    field = starter().field["quiet-road"]

    assert set(field.near["p1"]) == {"s1", "p2", "2-1", "1-3", "s6"}
    assert "gate" not in field.where
    assert field.entries == ("p7",)
    assert set(field.walk["p1", 1]) == set(field.near["p1"])
    assert "p3" in field.walk["p1", 2]
    assert "p4" not in field.walk["p1", 2]


def test_arrows_reach_along_the_map() -> None:
    """Arrows turn with the card, melee reaches the own space, a perfect attack the whole Path."""
    field = starter().field["quiet-road"]

    assert field.reach["archer", 0, "s6", "N"] == {"p1", "p2", "p3"}
    assert field.reach["archer", 0, "s2", "S"] == {"p2", "p3", "p4"}
    assert field.reach["archer", 0, "s6", "S"] == frozenset()
    assert field.reach["malik", 0, "p3", "N"] == {"p3"}
    assert field.reach["lilith", 0, "p3", "E"] == {"p3", "p4"}
    assert field.reach["ranger_hideout", 0, "s1", "W"] == field.path


# --- scenarios


@pytest.mark.parametrize("id_", [scenario.stem.partition("-")[2] for scenario in FILES[1:]])
def test_a_scenario_is_for_one_to_four_players(id_: str) -> None:
    """A colour for each player, three in solo; three difficulties, each harder than the one before."""
    scenario = starter().scenario[id_]

    assert tuple(scenario.difficulties) == ("easy", "normal", "hard")
    for players in (1, 2, 3, 4):
        assert len(scenario.colors(players)) == (3 if players == 1 else players)
        assert set(scenario.sites(players).values()) - {"white"} == set(scenario.colors(players))
        hearts = [scenario.hearts(players, difficulty) for difficulty in scenario.difficulties]
        assert hearts == sorted(set(hearts), reverse=True)
        cards = [part.cards for stack in scenario.stacks(players, "hard").values() for part in stack]
        every = [card for part in cards for card in part] + [card for card, _, _ in scenario.initial(players, "hard")]
        assert len(set(every)) == len(every)
        assert set(every) <= starter().horde.keys()


def test_the_scenarios_use_every_rule_together() -> None:
    """Portals alone, forks, flyers, Ghosts, Pathbreakers, Spells, a white site, Big and deadly ones, both Bosses."""
    scenarios = starter().scenario

    def cards(id_: str) -> list[str]:
        stacks = scenarios[id_].stacks(4, "hard").values()
        return [card for stack in stacks for part in stack for card in part.cards]

    def shows(id_: str, what: str) -> bool:
        return any(bool(getattr(starter().horde[card], what, False)) for card in cards(id_))

    assert scenarios["quiet-road"].portals(1, "normal") == 2
    assert not any(shows("quiet-road", what) for what in ("flying", "ghost", "breaks"))
    assert len(scenarios["two-bridges"].field.routes) == 2
    assert shows("night-over-the-moor", "flying")
    assert scenarios["night-over-the-moor"].ghosts
    assert not scenarios["two-bridges"].ghosts
    assert shows("barred-passes", "breaks")
    assert {block.opens for block in scenarios["barred-passes"].pathbreakers} == {2, 3, None}
    market = scenarios["sorcerers-market"]
    faces = [starter().face[card][0] for card in cards("sorcerers-market")]
    assert market.spells
    assert market.white == ("w1",)
    assert len(market.field.exits) == 2
    assert any(foe.big for face in faces for foe in face.foes)
    assert any("deadly" in foe.defences for face in faces for foe in face.foes)
    assert any(face.heal for face in faces)
    assert any(face.dead_eye for face in faces)
    assert [type(s.boss).__name__ for s in scenarios.values() if s.boss] == ["TimeMages", "LilithBoss"]
    assert {s.win for s in scenarios.values()} == {"portals", "rounds", "stacks", "boss"}


def test_stacks_hang_on_players_and_difficulty() -> None:
    """Segments lie on one another; some are for some numbers of players, or some difficulties, only."""
    scenario = starter().scenario["two-bridges"]

    def size(players: int, difficulty: DifficultyId) -> int:
        return sum(part.draw for part in scenario.stacks(players, difficulty)[2])

    assert size(1, "normal") < size(3, "normal") < size(3, "hard")


def test_a_drawn_segment_leaves_cards_out() -> None:
    """Three of four cards at random: nobody knows which one is missing."""
    parts = [
        part
        for stack in starter().scenario["hours-run-backwards"].stacks(1, "normal").values()
        for part in stack
        if part.draw != len(part.cards)
    ]
    assert [(len(part.cards), part.draw) for part in parts] == [(4, 3)]


# --- what is wrong with a set, and where

ATTACK = "{damage: magical, arrows: {N: 1}, tiles: [{shape: 1x1}], soldiers: 1}"
EACH = {
    "alleria": ["call_of_the_wild", "like_the_wind", "do_you_bleed", "mark"],
    "malik": ["its_hammer_time", "earthquake", "hammer_smash", "cant_touch_this"],
    "magnus": ["hocus_pocus", "mirage", "knowledge_is_power", "ward"],
    "ignus": ["flaming_frenzy", "fire_and_brimstone", "surge_of_flames", "lets_burn"],
}


def _ability(hero: str, id_: str) -> str:
    known = printed.ABILITIES.get(id_)
    told = [f"id: {id_}, hero: {hero}, name: {id_}"]
    if known is None or known.tiles == "attack":
        told.append(f"attack: {ATTACK}")
    if known and known.kind == "ongoing":
        told.append("kind: ongoing")
    if known and known.protection:
        told.append("protection: true")
    if known and not known.typed:
        told.append("damage: magical")
    return f"  - {{{', '.join(told)}}}"


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
    ("old", "new", "path", "says"),
    [
        # the schema
        ("game: kingdom_rush", "game: chess", "/game", "Invalid enum value 'chess'"),
        ("id: small\n", "id: small\ndragons: 3\n", "/dragons", "unknown field 'dragons'"),
        ("id: small", "id: Small.1", "/id", "regex"),
        ("sign: g,", "sign: F,", "/enemies/0/sign", "regex"),
        ("name: Goblin}", "name: Goblin, icons: [fly]}", "/enemies/0/icons/0", "'fly'"),
        ("id: goblins, name: Goblins, copies: 2", "id: goblins, name: Goblins, copies: 0", "/hordes/0/copies", ">= 1"),
        ("id: goblins, name: Goblins,", "id: goblins,", "/hordes/0", "missing required field `name`"),
        ("level: 2, grid: [g....,", "level: 5, grid: [g....,", "/hordes/6/level", "<= 4"),
        ("copies: 2, grid: [g....,", "copies: 2, grid: [g...,", "/hordes/0/grid/0", "regex"),
        ("arrows: {N: 1}", "arrows: {UP: 1}", "/towers/0/attacks/0/arrows/UP", "'UP'"),
        ("hearts: [9,", "hearts: [19,", "/scenarios/0/difficulties/normal/hearts/0", "<= 18"),
        ("      1: [p1,", "      7: [p1,", "/scenarios/0", "regex"),
        # shapes and colours
        ("colors: [red,", "colors: [blue,", "/colors/1", "'blue' stands here twice"),
        ("colors: [red,", "colors: [white,", "/colors", "white is nobody's colour"),
        ("  1x2: [x, x]", "  1x2: [xx, xx]", "/shapes", "a line of 2"),
        ("  l3: [x., xx]", "  l3: [x., .x]", "/shapes/l3", "do not hang together"),
        ("  l3: [x., xx]", "  l3: [.x, .x]", "/shapes/l3", "none in its first column"),
        # enemies and trays
        ("sign: O, name: Ogre", "sign: g, name: Ogre", "/enemies/1/sign", "'g' stands here twice"),
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
        ("breaks: [axe, ram, torch]", "breaks: [axe, ram, axe]", "/hordes/5/breaks/2", "'axe' stands here twice"),
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
            "'goblins' stands here twice",
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
            "no Tower has the id 'moat'",
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
        ("id: rift, shape: l3", "id: rift, shape: l4", "/portal_tiles/0/0", "no shape has the id 'l4'"),
        ("name: Wing, grid: [g....,", "name: Wing, grid: [gFF..,", "/boss_life/0/grid", "no bar"),
        ("source: invented\ncolors", "source: printed\ncolors", "/towers", "the box holds 44"),
    ],
)
def test_faults_of_cards_are_told_with_their_place(old: str, new: str, path: str, says: str) -> None:
    """Each fault names its line, its part and its reason; the rule where the rulebook forbids it."""
    assert_fault(old, new, path, says)


@pytest.mark.parametrize(
    ("old", "new", "path", "says"),
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
            "'p1' stands here twice",
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
            "stands here twice",
        ),
        # players
        (
            "allowed: [alleria, malik, magnus, ignus]",
            "allowed: [alleria, malik, magnus, lilith]",
            "/heroes/allowed/3",
            "no Hero has the id 'lilith'",
        ),
        (
            "allowed: [alleria, malik, magnus, ignus]",
            "allowed: [alleria, malik, magnus, malik]",
            "/heroes/allowed/3",
            "stands here twice",
        ),
        ("ignus]}", "ignus], start: {malik: gate}}", "/heroes/start/malik", "cannot begin"),
        ("ignus]}", "ignus], start: {malik: p2}}", "/heroes/start/malik", "cannot begin"),
        ("supply: {archer: 3", "supply: {archer: 9", "/towers/supply/archer", "does not hold 9"),
        ("supply: {archer: 3", "supply: {archer: 1", "/towers", "2 Heroes may start with 2 cards 'archer'"),
        ("spells: {count: 1", "spells: {count: 2", "/spells/count", "cannot be chosen from 1"),
        # how it ends
        ("win: portals", "win: rounds", "/win", "how many rounds"),
        ("win: portals", "win: boss", "/win", "can be defeated"),
        ("win: portals", "win: portals\n    storm: hail", "/storm", "no deck has the id 'hail'"),
        ("win: portals", "win: portals\n    portal_tiles: place_one", "", "needs 2 Portal tiles"),
        ("win: portals", "win: portals\n    boss: {boss: time_mages, at: [s1, s1]}", "/boss/at/1", "stands here twice"),
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
        ("win: portals", "win: portals\n    boss: {boss: vampire}", "/boss/boss", "Invalid value 'vampire'"),
    ],
)
def test_faults_of_scenarios_are_told_with_their_place(old: str, new: str, path: str, says: str) -> None:
    """Maps, routes, sites, stacks and Bosses that cannot be played are refused before anybody does."""
    assert_fault(old, new, f"/scenarios/0{path}", says)


def assert_fault(old: str, new: str, path: str, says: str) -> None:
    """Spoiling the small set makes this fault, on a line that exists."""
    assert old in SMALL
    text = SMALL.replace(old, new, 1)
    found = faults(text)
    mine = [fault for fault in found if fault[2] == path and says in fault[3]]
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
