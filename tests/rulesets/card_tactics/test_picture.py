"""The picture of Card Tactics."""

from __future__ import annotations

import random
import re
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from rulesets.card_tactics import RULESET
from rulesets.card_tactics.board import Board
from rulesets.card_tactics.effects import AttackDeclared, EventDrawn, TokensDiscarded, TokensGained
from rulesets.card_tactics.phases import CAMP, Choosing, Deciding, DiscardingItem, GameOver, PlacingHeroes
from rulesets.card_tactics.picture import picture
from rulesets.card_tactics.picture.pool import STACK
from rulesets.card_tactics.picture.units import token_parts
from rulesets.card_tactics.pieces import Item, Slot, Tokens
from rulesets.card_tactics.rules.slots import UseSkill
from rulesets.kit.bots import random_bot
from rulesets.kit.chance import ServerChance
from rulesets.kit.structs import SPECTATOR, TABLE, Effect, Start
from rulesets.kit.svg import TOUCHED, Scene
from tests.rulesets.card_tactics.build import at, table, unit
from tests.rulesets.pictures import SVG, classes, piece, title, titles, whole, words

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from rulesets.kit.scenario import Scenario

NAMES = {1: "Heron of the Upper Marshes", 2: "Otter", 3: "Wren"}


def scene(board: Board, *effects: Effect[Board], before: Board | None = None) -> Scene[Board]:
    touches = frozenset(touched for effect in effects for touched in effect.touches())
    return Scene(board, before, effects, TABLE, NAMES, 57, touches)


def after(before: Board, scenario: Scenario[Board]) -> Element:
    """The picture of what an action led to."""
    return drawn(scene(scenario.board, *scenario.effects, before=before))


# --- pictures to look into


def drawn(view: Scene[Board]) -> Element:
    return whole(picture(view))


def place(part: Element) -> tuple[float, float]:
    x, y = re.findall(r"[\d.]+", part.get("transform") or "")[:2]
    return float(x), float(y)


@cache
def game(seed: int, seats: int) -> tuple[Scene[Board], ...]:
    """Every moment of a game played at random with the starter set."""
    rng, key = random.Random(seed), b"%d" % seed
    components = RULESET.starter_components
    play = RULESET.begin(Start(seats, components.hash, "server", "free"), components, ServerChance(key, b""))
    scenes = [scene(play.board, *play.effects)]
    while waiting := RULESET.waiting_for(play.board):
        before, seat = play.board, rng.choice(waiting)
        action = random_bot(RULESET, before, seat, rng)
        play = RULESET.decide(before, seat, action, ServerChance(key, b"%d" % len(scenes)))
        scenes.append(scene(play.board, *play.effects, before=before))
    return tuple(scenes)


GAMES = ((11, 1), (12, 2), (13, 3))


# --- the document


@pytest.mark.parametrize(("seed", "seats"), GAMES)
def test_every_moment_of_a_game_is_a_well_formed_picture(seed: int, seats: int) -> None:
    """Whatever the table waits for, there is a picture; it points to nothing outside itself, and no id comes twice."""
    for view in game(seed, seats):
        ids = [part.get("data-id") for part in drawn(view).iter() if part.get("data-id")]
        assert len(ids) == len(set(ids))


@pytest.mark.parametrize(("seed", "seats"), GAMES)
def test_whatever_the_last_event_touched_and_still_lies_there_is_ringed(seed: int, seats: int) -> None:
    """Units, items, stacks and events: each has its place and its ring."""
    for view in game(seed, seats):
        svg, board = drawn(view), view.board
        there = {f"card:{one.card}" for one in board.units} | {f"card:{item.card}" for item in board.pool}
        there |= {f"stack:{kind}" for kind in ("common", "rare", "unique", "events", "challenge")}
        there |= {f"card:{effect.card}" for effect in view.effects if isinstance(effect, EventDrawn)}
        for name in there & view.touched:
            assert classes(piece(svg, name), "ring"), name
        for name in there - view.touched - {f"card:{card}" for card in board.lasting}:
            assert not classes(piece(svg, name), "ring"), name


def test_a_picture_is_named_and_described() -> None:
    """A screen reader hears the game, the combat, the round and the version, then the position."""
    svg = drawn(scene(fight()))
    assert svg.get("role") == "img"
    assert svg.findtext(SVG + "title") == "Card Tactics, Combat 1 of 5, round 1, version 57"
    desc = svg.findtext(SVG + "desc") or ""
    assert "Heroes from the centre: Plain 5, Archer 2, Mender 4." in desc
    assert "Enemies from the centre: Brute 1 3, Elf 2 1." in desc


def test_a_page_holds_both_arrangements() -> None:
    """Its style sheet shows one of them; else the pictures are the same."""
    view = scene(fight())
    wide, narrow = picture(view), picture(replace(view, arrangement="narrow"))
    inline = picture(replace(view, arrangement="both"))
    narrow = narrow.replace('"b-', '"n-').replace(" b-desc", " n-desc")
    own = 'class="tt card_tactics'
    assert inline == wide.replace(own, f"{own} wide") + narrow.replace(own, f"{own} narrow")


def test_a_picture_is_the_same_for_everybody() -> None:
    """Nobody hides anything in this game."""
    view = scene(fight())
    assert picture(view) == picture(replace(view, viewer=SPECTATOR)) == picture(replace(view, viewer=1))


def test_names_are_text_and_nothing_else() -> None:
    """A player called `<script>` is written, not run; a character that XML forbids is replaced; a long one is cut."""
    board = fight(seats=3)
    text = picture(replace(scene(board), names={1: '<b>"&', 2: "O\x00\x1btter", 3: "Wren of the Upper Marshes"}))
    svg = whole(text)
    assert "<b>" not in text
    assert words(piece(svg, "seat:1")) == ['<b>"&']
    assert words(piece(svg, "seat:2")) == ["O\ufffd\ufffdtter"]
    assert titles(piece(svg, "seat:3"))[-1] == "Wren of the Upper Marshes"


# --- the line


def fight(**parts: object) -> Board:
    """Plain acts; Archer is hurt and has acted, an elf is weakened."""
    parts = {"pending": Deciding("plain"), "slot": Slot("plain"), "side": "hero"} | parts
    heroes = ("plain", unit("archer", 2, exhausted=True), "mender")
    foes = ("brute-1", unit("elf-2", 1, defence_minus=2, bleed=3, restrain=1))
    return table(heroes, foes, **parts)  # type: ignore[arg-type]


@pytest.mark.rule("CDT-GEO-01")
def test_the_two_lines_face_each_other() -> None:
    """Heroes stand at the left, their first next to the centre; enemies at the right, theirs too."""
    svg = drawn(scene(fight()))
    line = [place(piece(svg, f"card:{card}")) for card in ("mender", "archer", "plain", "brute-1", "elf-2")]
    assert line == sorted(line)
    assert len({y for _, y in line}) == 1


def test_a_unit_shows_its_numbers() -> None:
    """Health, and the defence as it is now, with a mark where that is not the printed one."""
    svg = drawn(scene(fight()))
    archer, elf = piece(svg, "card:archer"), piece(svg, "card:elf-2")
    assert title(archer) == "Archer: health 2 of 4, defence 6, exhausted"
    assert (len(classes(archer, "lifeon")), len(classes(archer, "lifeoff"))) == (2, 2)
    assert title(elf) == "Elf 2: health 1 of 3, defence 4, uses Idle from here"
    assert words(elf)[:4] == ["R", "Elf 2", "1", "4"]


def test_numbers_of_two_digits_stay_on_their_card() -> None:
    """Smaller, as each has the room of one large digit and a little more."""
    board = fight()
    strong = board.with_unit(replace(board.unit("archer"), health=12).with_tokens(Tokens(defence_plus=9)))
    for card in ("card:archer", "card:elf-2"):
        health, defence = [text for text in piece(drawn(scene(strong)), card).iter(SVG + "text") if _is_large(text)][:2]
        sizes = {1: ("", ""), 2: ("s14", "s16")}
        assert _size(health) == sizes[len(health.text or "")][0]
        assert _size(defence) == sizes[len(defence.text or "")][1]


def _is_large(text: Element) -> bool:
    return text.get("y") == "113"


def _size(text: Element) -> str:
    return (text.get("class") or "").removeprefix("num").strip()


HALO = 10
"""How wide the line of a halo is."""
DIGIT = 0.696
"""The width of one in bold letters of the widest common font."""


def test_no_halo_covers_the_number_of_the_stack_before() -> None:
    """Of two digits."""
    svg = drawn(scene(fight()))
    stacks = [piece(svg, f"stack:{kind}") for kind in ("common", "rare", "unique", "events")]
    halo = STACK.x - TOUCHED - HALO / 2
    for before, after in pairwise(stacks):
        number = next(text for text in before.iter(SVG + "text") if "num" in (text.get("class") or "").split())
        end = place(before)[0] + float(number.get("x") or 0) + 2 * DIGIT * 14
        assert end <= place(after)[0] + halo + 0.05


def test_tokens_lie_on_the_lower_edge() -> None:
    """Attack and defence are told by numbers, others by their glyph and, from two on, their number."""
    elf = piece(drawn(scene(fight())), "card:elf-2")
    assert titles(elf)[-3:] == ["defence -1 token (2)", "Bleed token (3)", "Restrain token"]
    assert words(elf)[-3:-1] == ["\N{MINUS SIGN}2", "3"]


def test_the_last_token_that_was_spent_leaves_its_outline() -> None:
    """For one version, in its place, whether it was there before or came in the same event; others keep theirs."""
    before = fight()
    left = before.with_unit(before.unit("elf-2").with_tokens(Tokens(defence_minus=1, restrain=1)))
    given = (TokensGained("elf-2", "counter"), TokensDiscarded("elf-2", "counter"))
    elf = piece(drawn(scene(left, *given, before=before)), "card:elf-2")
    assert titles(elf)[-4:] == ["defence -1 token", "Bleed token, spent", "Counter token, spent", "Restrain token"]
    assert len(classes(elf, "ghost")) == 2
    assert not classes(piece(drawn(scene(left, before=left)), "card:elf-2"), "ghost")


def test_many_tokens_stand_in_rows() -> None:
    """None of them lies on another, and none outside of its card."""
    kinds = ("attack_plus", "attack_minus", "defence_plus", "defence_minus", "bleed", "counter", "stun", "hound")
    parts = token_parts(Tokens(**dict.fromkeys(kinds, 12)))
    assert len(parts) == len(kinds)
    for one, other in pairwise(parts):
        assert other.y > one.y or other.x - one.x >= 27
    assert all(0 < part.x < 90 for part in parts)


@pytest.mark.rule("CDT-RND-02")
def test_the_order_of_acting_is_numbered() -> None:
    """Who acts has a triangle; of the others that are ready the outermost of the other side is next."""
    svg = drawn(scene(fight()))
    tooltips = {card: titles(piece(svg, f"card:{card}")) for card in ("plain", "mender", "brute-1", "elf-2")}
    assert "Acts now" in tooltips["plain"]
    assert "Acts as number 2 from now" in tooltips["elf-2"]
    assert "Acts as number 3 from now" in tooltips["mender"]
    assert "Acts as number 4 from now" in tooltips["brute-1"]
    assert "Exhausted: has acted this round" in titles(piece(svg, "card:archer"))


def test_empty_spaces_keep_their_place() -> None:
    """A set-aside hero lies on the free space of its line, a space of the enemies is dashed."""
    svg = drawn(scene(table(("plain", "archer"), ("brute-1",), aside=("mender",), pending=Deciding("plain"))))
    assert title(piece(svg, "card:mender")) == "Mender, set aside"
    assert place(piece(svg, "card:mender"))[0] < place(piece(svg, "card:archer"))[0]
    assert titles(svg).count("Empty enemy space") == 2


@pytest.mark.parametrize("seats", [1, 2, 3])
def test_heroes_show_who_controls_them(seats: int) -> None:
    """By the colour of their plate and, where there are several players, by the shape."""
    svg = drawn(scene(fight(seats=seats)))
    for n, card in enumerate(("plain", "archer", "mender")):
        assert classes(piece(svg, f"card:{card}"), f"seat-{1 + n % seats}")
    shapes = [use.get("href") for use in piece(svg, "card:archer").iter(SVG + "use")]
    assert (f"#tt-seat-{1 + 1 % seats}" in shapes) == (seats > 1)


def test_what_can_be_chosen_is_framed() -> None:
    """An open choice frames the units that it is about."""
    choosing = Choosing(1, "target", ("brute-1", "plain"), 1, 1, Deciding("plain"))
    svg = drawn(scene(fight(pending=choosing)))
    framed = [card for card in ("plain", "mender", "brute-1", "elf-2") if classes(piece(svg, f"card:{card}"), "may")]
    assert framed == ["plain", "brute-1"]


@pytest.mark.rule("CDT-ENM-01")
def test_an_enemy_shows_the_skill_that_it_uses_from_where_it_stands() -> None:
    """The second one only on the third position."""
    svg = drawn(scene(table(("plain",), ("brute-1", "brute-2", "brute-3"), pending=Deciding("plain"))))
    assert [words(piece(svg, f"card:brute-{n}"))[-1] for n in (1, 2, 3)] == ["Near", "Near", "Far"]


# --- the arrangement for phones


def narrow(view: Scene[Board]) -> Element:
    return drawn(replace(view, arrangement="narrow"))


@pytest.mark.parametrize(("seed", "seats"), GAMES)
def test_a_phone_shows_the_same_pieces(seed: int, seats: int) -> None:
    """At every moment of a game, none of them outside of the board, each ringed as on a desk."""
    for view in game(seed, seats):
        wide, phone = drawn(view), narrow(view)
        width, height = map(float, (phone.get("viewBox") or "").split()[2:])
        assert width == 400
        ids = [part.get("data-id") for part in wide.iter() if part.get("data-id")]
        assert [part.get("data-id") for part in phone.iter() if part.get("data-id")] == ids
        for name in filter(None, ids):
            there = piece(phone, name)
            assert len(classes(there, "ring")) == len(classes(piece(wide, name), "ring"))
            x, y = place(there) if there.get("transform") else (12.0, 0.0)
            assert 12 <= x < width - 12
            assert y < height - 36


@pytest.mark.rule("CDT-GEO-01")
def test_on_a_phone_the_lanes_lie_one_below_the_other() -> None:
    """As if the line were folded at the centre: the first of each side stand next to each other, at the left."""
    svg = narrow(scene(fight()))
    at = {card: place(piece(svg, f"card:{card}")) for card in ("plain", "archer", "mender", "brute-1", "elf-2")}
    assert at["plain"][0] == at["brute-1"][0] < at["archer"][0] == at["elf-2"][0] < at["mender"][0]
    assert at["brute-1"][1] == at["elf-2"][1] < at["plain"][1] == at["mender"][1]
    assert {"in front", "second", "third"} <= set(words(svg))


@pytest.mark.parametrize("target", ["brute-1", "mender"])
def test_on_a_phone_an_attack_leads_from_card_to_card(target: str) -> None:
    """Between the lanes through the room between cards, within a lane above them."""
    board = at(table((unit("archer"), "plain", "mender"), ("brute-1",), pending=Deciding("archer"))).board
    attack = AttackDeclared("archer", (target,), 0)
    svg = narrow(scene(board, attack, before=board))
    (path,) = (part.get("d") or "" for part in svg.iter(SVG + "path") if classes(part, "shot"))
    xs_and_ys = [float(number) for number in re.findall(r"[\d.]+", path)]
    (from_x, from_y), (to_x, to_y) = xs_and_ys[:2], xs_and_ys[-2:]
    here, there = place(piece(svg, "card:archer")), place(piece(svg, f"card:{target}"))
    if target == "mender":
        assert here[0] < from_x < here[0] + 90
        assert there[0] < to_x < there[0] + 90
        assert from_y < here[1]
        assert to_y < there[1]
    else:
        assert here[0] + 90 < from_x < here[0] + 122
        assert there[0] + 90 < to_x < there[0] + 122
        assert there[1] < to_y < there[1] + 150 < here[1] < from_y < here[1] + 150


@pytest.mark.parametrize(
    ("attacker", "target", "gaps"),
    [("plain", "brute-3", {139, 261}), ("mender", "brute-3", {261}), ("mender", "brute-1", {261, 139})],
)
def test_on_a_phone_an_attack_to_another_column_runs_between_the_cards(
    attacker: str, target: str, gaps: set[int]
) -> None:
    """Upright where no card and no name stands, across between the lanes."""
    enemies = ("brute-1", "brute-2", "brute-3")
    board = at(table(("plain", "archer", "mender"), enemies, pending=Deciding("mender"))).board
    svg = narrow(scene(board, AttackDeclared(attacker, (target,), 0), before=board))
    (path,) = (part.get("d") or "" for part in svg.iter(SVG + "path") if classes(part, "shot"))
    points = re.findall(r"[ML]([\d.]+) ([\d.]+)", path)
    assert {float(x) for (x, y), (to_x, to_y) in pairwise(points) if x == to_x and y != to_y} <= gaps
    corners = {int(x) for x, _ in re.findall(r"Q(\d+) (\d+)", path)}
    assert corners == gaps


def test_on_a_phone_items_make_room_for_events_in_force() -> None:
    """Events lie above them; nothing else moves."""
    one, two = (fight(pool=("dagger",), lasting=lasting) for lasting in (("calm-1",), ("calm-1", "calm-2")))
    low, high = (narrow(scene(board)) for board in (one, two))
    assert place(piece(high, "card:dagger"))[1] - place(piece(low, "card:dagger"))[1] == 44
    assert place(piece(high, "card:calm-1")) == place(piece(low, "card:calm-1"))
    assert place(piece(high, "now")) == place(piece(low, "now"))


# --- attacks


def test_an_attack_is_an_equation() -> None:
    """Dice, bonus, tokens and total, against the defence, with its result, and an arc to its target."""
    board = at(table((unit("archer", attack_plus=2),), ("elf-1", "elf-2"))).board
    svg = after(board, at(board).when(1, UseSkill("shot"), [4, 3]))
    roll = piece(svg, "roll:hero")
    assert words(roll) == ["Shot", "distance 2", "Archer at Elf 2", "+1", "+2", "=", "10", "6", "Hit"]
    assert [part for part in titles(roll) if part.startswith("Die")] == ["Die showing 4", "Die showing 3"]
    assert "4 and 3 plus 3 make 10, against defence 6 of Elf 2 a hit." in title(roll)


def test_attacks_of_both_sides_stand_side_by_side() -> None:
    """An event that holds a hero's attack and an enemy's shows both; the arc is that of the last."""
    board = at(table(("plain",), ("brute-1",))).board
    svg = after(board, at(board).when(1, UseSkill("hit"), [1, 2, 2, 2]))
    assert words(piece(svg, "roll:hero"))[-1] == words(piece(svg, "roll:enemy"))[-1] == "Miss"
    arcs = [title(part) for part in svg.iter(SVG + "g") if classes(part, "shot") and title(part)]
    assert "Brute 1 attacks Plain" in arcs
    assert "Plain attacks Brute 1" not in arcs


def test_several_targets_and_counters_have_a_result_each() -> None:
    """One roll against all of them: what each loses, a Counter's harm to the attacker included."""
    foes = (unit("elf-1", counter=1), "elf-2")
    board = at(table(("archer",), foes)).board
    scenario = at(board).when(1, UseSkill("rain"), [3, 3])
    roll = piece(after(board, scenario), "roll:hero")
    assert {"Elf 1, hit with 6 against 6", "Elf 2, hit with 6 against 6"} <= set(titles(roll))
    assert "Archer, by a Counter: hit with 6 against 6" in titles(roll)


def test_without_an_attack_its_places_tell_what_comes() -> None:
    """The panels are there at every moment, at the same place, with something to say."""
    for board in (fight(), table(pending=CAMP), fight(pending=GameOver((1,), "the dragon is defeated"))):
        svg = drawn(scene(board))
        assert [place(piece(svg, f"roll:{side}")) for side in ("hero", "enemy")] == [(12, 418), (324, 418)]
        assert place(piece(svg, "now")) == (12, 312)


def test_who_comes_next_is_told_with_what_it_can_do() -> None:
    """A hero with its skills, an enemy with the one of its place; before a combat who waits, at the end what was."""
    svg = drawn(scene(fight()))
    assert words(piece(svg, "roll:hero")) == ["Next: Mender", "Mend or Dance."]
    assert words(piece(svg, "roll:enemy"))[0] == "Next: Elf 2"
    camp = drawn(scene(table(pending=CAMP, revealed=3)))
    assert words(piece(camp, "roll:hero")) == ["Next combat: 1 of 4", "To come: 2 common enemies and 1", "common boss."]
    over = drawn(scene(fight(pending=GameOver((1,), "the dragon is defeated"))))
    assert words(piece(over, "roll:enemy"))[0] == "Defeated"


def test_names_of_players_stand_below_their_own_heroes() -> None:
    """Also where another's hero stands between them; each has one group of its own."""
    board = fight(seats=2)
    board = replace(board, controllers=(("plain", 1), ("archer", 2), ("mender", 1)))
    svg = drawn(scene(board))
    below = [part for part in svg.iter(SVG + "g") if (part.get("class") or "").startswith("seat-") and title(part)]
    named = [(title(part).partition(",")[0], part.get("data-id")) for part in below if title(part)[0] in "HO"]
    assert named == [(NAMES[1], "seat:1"), (NAMES[2], "seat:2"), (NAMES[1], None)]


def test_a_unit_that_moved_leaves_a_trace() -> None:
    """Dots lead from where it stood to where it stands."""
    before = fight()
    moved = replace(before, heroes=(before.heroes[1], before.heroes[0], before.heroes[2]))
    assert len(classes(drawn(scene(moved, before=before)), "lure")) == 2
    assert not classes(drawn(scene(before, before=before)), "lure")


# --- the moment


def test_who_acts_shows_its_skills() -> None:
    """With range and boots, and the player's words."""
    mender = fight(pending=Deciding("mender"), slot=Slot("mender"), seats=3)
    now = piece(drawn(scene(mender)), "now")
    assert {"Mender", "To act", "Wren", "Mend", "0\N{EN DASH}2", "Dance", "1"} <= set(words(now))
    assert "Dance. range 1. 1 boot" in titles(now)


def test_the_skill_in_use_is_marked() -> None:
    """While its target is chosen."""
    board = at(table(("plain", "mender"), ("elf-1",))).board
    asked = at(board).when(1, UseSkill("mend")).board
    assert isinstance(asked.pending, Choosing)
    mend, dance = (
        next(part for part in piece(drawn(scene(asked)), "now").iter(SVG + "g") if title(part).startswith(name))
        for name in ("Mend.", "Dance.")
    )
    assert classes(mend, "reach")
    assert not classes(dance, "reach")


@pytest.mark.parametrize(("winners", "pill"), [((1,), "won"), ((), "left")])
def test_the_end_is_told(winners: tuple[int, ...], pill: str) -> None:
    """A pill beside the combat, and the reason below the lines."""
    svg = drawn(scene(fight(pending=GameOver(winners, "unique_boss"))))
    assert pill in words(svg)
    assert "The Unique Boss is defeated, in combat 1." in words(piece(svg, "now"))


def test_an_event_is_told_while_it_is_followed() -> None:
    """Its name and text, and its card below the stacks."""
    board = replace(table(pending=Choosing(1, "option", ("0", "1"), 1, 1, CAMP)), event="calm-1")
    svg = drawn(scene(board, EventDrawn("calm-1", "calm.0")))
    assert "Event: Calm" in words(piece(svg, "now"))
    assert words(piece(svg, "card:calm-1")) == ["Calm", "drawn"]


# --- journey, items, stacks


@pytest.mark.rule("CDT-SET-05")
@pytest.mark.parametrize("revealed", [3, 9, 15])
def test_the_challenge_stack_is_a_row_of_marks(revealed: int) -> None:
    """Revealed ones hollow, bosses with a crown."""
    stack = piece(drawn(scene(fight(revealed=revealed))), "stack:challenge")
    assert len(classes(stack, "off")) == revealed
    assert len(titles(stack)) == 19
    assert sum("Boss" in tooltips for tooltips in titles(stack)) == 3
    assert title(stack) == f"Challenge stack: {18 - revealed} of 18 cards left"


def test_items_show_their_state() -> None:
    """Exhausted ones are turned, the one in use is checked, those for the Camp have a tent."""
    pool = (Item("dagger", True), "potion-1", "crown-1")
    svg = drawn(scene(fight(pool=pool, using="potion-1")))
    assert "Exhausted" in titles(piece(svg, "card:dagger"))
    assert {"In use", "Can be used in Camp"} <= set(titles(piece(svg, "card:potion-1")))
    assert words(piece(svg, "card:crown-1")) == ["Crown 1", "U"]


def test_the_board_grows_with_the_items() -> None:
    """Three lie in a row; everything above keeps its place."""
    few, many = (tuple(f"{kind}-{n}" for kind in kinds for n in (1, 2, 3, 4)) for kinds in ([], ["potion", "stone"]))
    low, high = (drawn(scene(fight(pool=pool))) for pool in (few, many))
    heights = [float((svg.get("viewBox") or "").split()[3]) for svg in (low, high)]
    assert heights[1] - heights[0] == 44
    assert place(piece(low, "stack:events")) == place(piece(high, "stack:events"))


def test_the_setup_shows_what_is_chosen_from() -> None:
    """The items drawn, of which one goes, then the heroes that are to be placed."""
    empty = replace(table(()), pending=DiscardingItem(("dagger", "potion-1", "stone-2")))
    assert words(piece(drawn(scene(empty)), "card:stone-2")) == ["Stone 2", "C"]
    placing = replace(empty, pending=PlacingHeroes(("archer", "mender", "plain")))
    assert title(piece(drawn(scene(placing)), "card:mender")) == "Mender, to place"
