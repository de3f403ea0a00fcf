"""The picture of Hero's Crossing: Tactics."""

from __future__ import annotations

import random
import re
from functools import cache
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from rulesets.heros_crossing_tactics import RULESET
from rulesets.heros_crossing_tactics.board import (
    Attack,
    AttackerReserve,
    Board,
    Damage,
    DefenderReserve,
    Flanking,
    Front,
    GameOver,
    OverLimit,
    Placing,
    Recruiting,
    Side,
    Turn,
)
from rulesets.heros_crossing_tactics.components import Components, load
from rulesets.heros_crossing_tactics.effects import AttackEnded, ReserveShown, SoldierKilled, SoldiersFlanked
from rulesets.heros_crossing_tactics.picture import picture
from rulesets.heros_crossing_tactics.soldiers import Soldiers
from rulesets.kit import structs
from rulesets.kit.chance import Rolled
from rulesets.kit.piles import Pile
from rulesets.kit.play import fold
from rulesets.kit.structs import SPECTATOR, TABLE, Effect, Start, Viewer
from rulesets.kit.svg import Scene, advance, fit, label

if TYPE_CHECKING:
    from collections.abc import Iterator
    from xml.etree.ElementTree import Element

SVG = "{http://www.w3.org/2000/svg}"

HEROES = """
game: heros_crossing_tactics
id: sample
name: Sample
source: invented
heroes:
  - {id: king, name: King, level: 3, monarch: king}
  - {id: queen, name: Queen, level: 3, monarch: queen}
  - {id: squire, name: Squire, level: 1, recruits: {weapon: 1}, drawing_power: 1}
  - {id: cleric-1, name: Cleric, level: 2, recruits: {potion: 1, magic: 1}}
  - {id: cleric-2, name: Cleric, level: 2, recruits: {potion: 1, magic: 1}}
  - {id: warden, name: Warden, level: 2, recruits: {armor: 2}, drawing_power: 1}
  - {id: herald, name: Herald, level: 1, recruits: {weapon: 1}}
  - {id: oracle, name: Oracle, level: 3, recruits: {magic: 3}}
  - {id: lantern, name: Lantern-Bearer, level: 2, recruits: {potion: 2}, drawing_power: 1}
  - {id: knight-1, name: Knight, level: 1, recruits: {armor: 1}}
  - {id: knight-2, name: Knight, level: 1, recruits: {armor: 1}}
  - {id: fletcher, name: Fletcher, level: 1, recruits: {weapon: 1}, drawing_power: 1}
  - {id: captain, name: Captain, level: 2, recruits: {weapon: 2}}
  - {id: page, name: Page, level: 1, drawing_power: 2}
  - {id: brewer, name: Brewer, level: 1, recruits: {potion: 1}, drawing_power: 1}
  - {id: acolyte, name: Acolyte, level: 1, recruits: {magic: 1}}
  - {id: monk, name: Monk, level: 1, recruits: {potion: 1}}
  - {id: giant, name: Giantess of the Wide Moors, level: 3, drawing_power: 9,
     recruits: {weapon: 12, armor: 12, potion: 12, magic: 12}}
"""
NAMES = {1: "Heron of the Upper Marshes", 2: "Otter"}
STRAIGHT = Attack(2, 2, "acolyte", "monk", Soldiers(), 0, 3)
KILL = SoldierKilled(2, 2, "armor", "cube", "weapon")


@cache
def components() -> Components:
    return load(HEROES)


def table(**changes: object) -> Board:
    """An attack in round 4: a Weapon has just killed the last Armor, and 3 Magic points are left."""
    one = Side(
        "king",
        5,
        ("?1", "?2", "?2", "?3"),
        (
            Front(("fletcher",), Soldiers(weapon=1, potion=2), True),
            Front(("captain", "cleric-2", "page"), Soldiers(weapon=2, armor=1, magic=2), True),
            Front(("brewer", "knight-2"), Soldiers(armor=3, potion=1)),
        ),
    )
    two = Side(
        "queen",
        4,
        ("?1", "?1", "?2"),
        (
            Front(("squire", "cleric-1"), Soldiers(2, 1, 0, 2), True),
            Front(("herald", "warden"), Soldiers(weapon=2, magic=1)),
            Front(("knight-1", "lantern", "oracle"), Soldiers(potion=4, magic=7)),
        ),
    )
    board = Board(
        components(),
        Damage(STRAIGHT),
        1,
        1,
        (one, two),
        (Pile(7), Pile(8), Pile(9)),
        Soldiers(8, 10, 8, 3),
        ("giant",),
        4,
        21,
    )
    return replace(board, **changes)


def scene(board: Board, *effects: Effect[Board], before: Board | None = None, viewer: Viewer = TABLE) -> Scene[Board]:
    touches = frozenset(touched for effect in effects for touched in effect.touches())
    return Scene(board, before, effects, viewer, NAMES, 57, touches)


# --- pictures to look into


def drawn(view: Scene[Board]) -> Element:
    return ElementTree.fromstring(picture(view))


def piece(svg: Element, name: str) -> Element:
    found = [group for group in svg.iter(SVG + "g") if group.get("data-id") == name]
    assert len(found) == 1, f"{name} is drawn {len(found)} times"
    return found[0]


def classes(part: Element, name: str) -> list[Element]:
    return [child for child in part.iter() if name in (child.get("class") or "").split()]


def uses(part: Element, symbol: str) -> int:
    return sum(child.get("href") == f"#{symbol}" for child in part.iter(SVG + "use"))


def title(part: Element) -> str:
    return part.findtext(SVG + "title") or ""


def words(part: Element) -> list[str]:
    return [text.text or "" for text in part.iter(SVG + "text")]


# --- games to draw


@cache
def distinct() -> Components:
    """A set in which no two heroes share a name, so that a name gives away its card."""
    heroes = [
        f"  - {{id: {level}-{n:02}x, name: Zz{level}{n:02}x, level: {level}, drawing_power: {2 + n % 3},"
        f" recruits: {{{('weapon', 'armor', 'potion', 'magic')[n % 4]}: {level}}}}}"
        for level, number in ((1, 19), (2, 13), (3, 11))
        for n in range(number)
    ]
    return load("\n".join([HEROES.partition("  - {id: squire")[0], *heroes]))


def game(seed: int, most: int = 120) -> Iterator[tuple[Board, tuple[Effect[Board], ...]]]:
    """The boards of a game played at random with a liking for attacks, and what led to each."""
    rng, key = random.Random(seed), b"%d" % seed
    start = Start(2, distinct().hash, "server", "own_turn")
    play = RULESET.begin(start, distinct(), Rolled(key, b""))
    yield play.board, tuple(play.effects)
    for version in range(most):
        board = play.board
        if not (seats := board.pending.who(board)):
            return
        seat = rng.choice(seats)
        actions = list(RULESET.legal_actions(board, seat))
        bold = [action for action in actions if type(action).__name__ in ("Attack", "HireReplace", "DrawHero")]
        cards = [action for action in actions if getattr(action, "card", None)]
        action = rng.choice((rng.random() < 0.4 and bold) or (rng.random() < 0.7 and cards) or actions)
        play = RULESET.decide(board, seat, action, Rolled(key, b"%d" % version))
        yield play.board, tuple(play.effects)


def views(seed: int, viewer: Viewer) -> Iterator[tuple[Board, Scene[Board]]]:
    """The true boards of a game, and each as `viewer` sees it."""
    before: Board | None = None
    seen = RULESET.blank(Start(2, distinct().hash, "server", "own_turn"), distinct())
    for board, effects in game(seed):
        told = tuple(effect.seen_by(viewer) for effect in effects)
        seen = fold(seen, told)
        yield board, scene(seen, *told, before=before, viewer=viewer)
        before = seen


# --- the document


@pytest.mark.parametrize("viewer", [1, 2, TABLE, SPECTATOR])
def test_every_moment_of_a_game_is_a_well_formed_picture(viewer: Viewer) -> None:
    """Whoever looks, and whatever the table waits for, there is a picture, and it points to nothing outside itself."""
    phases = set()
    for seed in (1, 2, 3):
        for _, view in views(seed, viewer):
            text = picture(view)
            svg = ElementTree.fromstring(text)
            names = {part.get("id") for part in svg.iter()}
            pointers = re.findall(r'href="([^"]*)"|url\(([^)]*)\)', text.partition("</style>")[2])
            assert pointers
            assert {one or two for one, two in pointers} <= {f"#{name}" for name in names}
            assert " style=" not in text
            phases.add(type(view.board.pending).__name__)
    assert phases >= {"Drafting", "Placing", "SetupDrawing", "Turn", "Recruiting", "Flanking"}
    assert phases >= {"AttackerReserve", "DefenderReserve"}


@pytest.mark.parametrize(
    "pending",
    [
        Damage(STRAIGHT),
        Damage(replace(STRAIGHT, weapon=2)),
        AttackerReserve(Attack(1, 3)),
        DefenderReserve(Attack(3, 1, "?2")),
        Recruiting(3),
        OverLimit(),
        Flanking(1, ("weapon", "potion")),
        GameOver((2,), "monarch", STRAIGHT),
        structs.GameOver((), "the table went home"),
    ],
)
@pytest.mark.parametrize("viewer", [1, 2, TABLE])
def test_every_phase_has_its_picture(pending: structs.Phase[Board], viewer: Viewer) -> None:
    """A hand-made position of any phase can be drawn, from either side of the table."""
    crowded = table().with_side(1, replace(table().side(1), hand=("?1",) * 5 + ("?2",) * 4 + ("oracle",)))
    svg = drawn(scene(replace(crowded, pending=pending), viewer=viewer))
    assert len(classes(svg, "stack")) == 24


def test_a_picture_is_named_and_described() -> None:
    """A screen reader hears the game, the round and the version, then the position."""
    svg = drawn(scene(table()))
    assert svg.get("role") == "img"
    assert svg.get("aria-labelledby") == "b-title b-desc"
    assert svg.findtext(SVG + "title") == "Hero's Crossing: Tactics, round 4, version 57"
    desc = svg.findtext(SVG + "desc") or ""
    assert "Otter (seat 2, Queen, health 4)" in desc
    assert "attacks straight ahead from Front 2 into Front 2 with 3 Magic left" in desc
    assert "4 Potion and 7 Magic in Front 3" in desc


def test_only_a_picture_of_its_own_brings_its_style_sheets() -> None:
    """In a page the page's style sheets rule; otherwise both pictures are the same."""
    alone, inline = picture(scene(table())), picture(replace(scene(table()), standalone=False))
    assert "<style>" not in inline
    assert re.sub(r"<style>.*</style>", "", alone, flags=re.S) == inline
    assert "--seat-1:" in alone
    assert inline.count("<defs>") == 1


def test_names_are_text_and_nothing_else() -> None:
    """A player called `<script>` is written, not run; a character that XML forbids is replaced."""
    text = picture(replace(scene(table()), names={1: '<script>"&', 2: "O\x00\x1btter"}))
    svg = ElementTree.fromstring(text)
    assert "<script" not in text
    assert '<script>"&' in words(piece(svg, "seat:1"))
    assert "O\ufffd\ufffdtter" in words(piece(svg, "seat:2"))


def test_without_names_the_seats_are_numbered() -> None:
    """A picture with an address of its own names no player."""
    svg = drawn(replace(scene(table()), names={}))
    assert "Seat 1" in words(piece(svg, "seat:1"))


def test_two_pictures_of_one_scene_are_equal_bytes() -> None:
    """A picture depends on its scene alone, so it may be kept for ever."""
    assert picture(scene(table(), KILL)) == picture(scene(table(), KILL))


# --- what a viewer may see


@pytest.mark.parametrize("viewer", [1, 2, SPECTATOR])
def test_a_picture_names_no_card_that_is_hidden_from_its_viewer(viewer: Viewer) -> None:
    """Cards of the others' hands, drafts, unturned heroes and unturned reserves are not in it, nor in its titles."""
    looked_for = 0
    for seed in (4, 5, 6):
        for board, view in views(seed, viewer):
            text = picture(view)
            for card in hidden_from(board, viewer):
                looked_for += 1
                assert card not in text
                assert board.components.hero[card].name not in text
    assert looked_for > 200


def hidden_from(board: Board, viewer: Viewer) -> Iterator[str]:
    pending = board.pending
    for seat in {1, 2} - {viewer}:
        side = board.side(seat)
        yield from (*side.hand, *side.draft, *side.drafted)
        if isinstance(pending, Placing):
            yield from (card for front in side.fronts for card in front.heroes)
        if isinstance(pending, DefenderReserve) and seat == board.seat and pending.attack.attacker_card:
            yield pending.attack.attacker_card


def test_a_hidden_card_shows_its_level_only() -> None:
    """A hand is a row of backs; its owner finds the faces below, and the table the names in the titles."""
    board = table().with_side(1, replace(table().side(1), hand=("?3", "oracle", "page")))
    others, owner, everybody = (drawn(scene(board, viewer=viewer)) for viewer in (2, 1, TABLE))
    assert words(piece(others, "hand:1")) == ["1", "3", "3"]
    faces = [part for part in classes(owner, "hero") if part.get("data-id") == "card:oracle"]
    assert [title(face) for face in faces[-1:]] == ["Oracle, level 3: recruits 3 Magic; invented; hidden from others"]
    assert (
        title(piece(everybody, "hand:1")) == "Hand: 3 cards: Page, level 1; a hidden card of level 3; Oracle, level 3"
    )


def test_the_draft_shows_faces_to_who_knows_them_and_backs_to_others() -> None:
    """What a seat may choose from and what it has picked lie before it until it has placed them in its Fronts."""
    placed, picked = (
        Side("king", fronts=(Front(("monk",)), Front(("page",)), Front(("herald",)))),
        ("acolyte", "squire"),
    )
    mine = replace(table(), pending=Placing((True, False)), sides=(placed, Side("queen", drafted=picked)))
    hidden = replace(mine, sides=(placed, Side("queen", drafted=("?1", "?1"))))
    knows, others = (drawn(scene(board, viewer=viewer)) for board, viewer in ((mine, 2), (hidden, SPECTATOR)))
    assert words(piece(knows, "hand:2")) == ["Draft", "Picked", "Acolyte", "Squire"]
    assert words(piece(others, "hand:2")) == ["Draft", "Picked", "1", "1"]
    assert words(piece(knows, "hand:1")) == []
    assert words(piece(knows, "front:1.1")) == ["Monk"]


def test_a_seat_looks_from_its_own_side() -> None:
    """The viewer's own strip is the lower one; all others look from seat 1."""
    for viewer, near in ((1, 1), (2, 2), (TABLE, 1), (SPECTATOR, 1)):
        svg = drawn(scene(table(), viewer=viewer))
        heights = {seat: float(classes(piece(svg, f"seat:{seat}"), "strip")[0].get("y", 0)) for seat in (1, 2)}
        assert max(heights, key=lambda seat: heights[seat]) == near


# --- states


@pytest.mark.parametrize("viewer", [1, 2, TABLE, SPECTATOR])
def test_all_that_the_last_event_touched_is_ringed(viewer: Viewer) -> None:
    """Each touched id has its ring; a card seen no more by itself marks the discard or the hand that holds it."""
    rings = 0
    for seed in (7, 8):
        for _, view in views(seed, viewer):
            svg = drawn(view)
            ringed = {part.get("data-id") for part in svg.iter(SVG + "g") if classes(part, "ring")}
            for touched in view.touches:
                rings += 1
                assert touched in ringed or place_of(touched, view.board) in ringed, touched
    assert rings > 300


def place_of(touched: str, board: Board) -> str | None:
    card = touched.removeprefix("card:")
    if card in board.discard:
        return "discard"
    return next((f"hand:{seat}" for seat in (1, 2) if card in board.side(seat).hand), None)


def test_nothing_is_ringed_when_nothing_happened() -> None:
    """The ring belongs to the last event."""
    assert not classes(drawn(scene(table())), "ring")


def test_an_empty_place_keeps_its_faint_glyph() -> None:
    """Nothing moves place: a type without Soldiers shows where they would stand, and no number."""
    stack = piece(drawn(scene(table())), "soldiers:2.3.weapon")
    assert [glyph.get("href") for glyph in classes(stack, "faint")] == ["#g-weapon"]
    assert title(stack) == "0 Weapon"
    assert words(stack) == []


def test_stacks_grow_to_five_and_the_number_goes_on() -> None:
    """Seven Soldiers are five cubes and a 7; only the topmost cube bears its glyph."""
    stack = piece(drawn(scene(table())), "soldiers:2.3.magic")
    assert uses(stack, "tt-cube") == 5
    assert uses(stack, "g-magic") == 1
    assert words(stack) == ["7"]


def test_temporary_soldiers_are_hollow() -> None:
    """Soldiers out of a reserve card stand upon the cubes and count with them, on both sides of the attack."""
    svg = drawn(scene(replace(table(), pending=Damage(replace(STRAIGHT, temporary=Soldiers(potion=2))))))
    mine, theirs = piece(svg, "soldiers:1.2.magic"), piece(svg, "soldiers:2.2.potion")
    assert (uses(mine, "tt-cube"), len(classes(mine, "brief-body")), words(mine)) == (2, 1, ["3"])
    assert (uses(theirs, "tt-cube"), len(classes(theirs, "brief-body")), words(theirs)) == (0, 2, ["2"])
    assert title(mine) == "3 Magic, 1 of them for this attack only"
    assert len(classes(svg, "brief-body")) == 3
    tall = replace(table(), pending=Damage(Attack(2, 3, None, "monk", Soldiers(magic=1), 0, 3)))
    theirs = piece(drawn(scene(tall)), "soldiers:2.3.magic")
    assert (uses(theirs, "tt-cube"), len(classes(theirs, "brief-body")), words(theirs)) == (4, 1, ["8"])


def test_reserves_give_no_soldiers_before_they_are_shown() -> None:
    """A face-down card, even one's own, has not come into play."""
    board = replace(table(), pending=DefenderReserve(Attack(2, 2, "acolyte")))
    svg = drawn(scene(board, viewer=1))
    assert not classes(svg, "brief-body")
    assert title(piece(svg, "card:acolyte")).endswith("hidden from others")


def test_a_killed_soldier_leaves_a_ghost_for_one_version() -> None:
    """Where it stood: a dashed outline with a stroke through it. The version after shows neither."""
    stack = piece(drawn(scene(table(), KILL)), "soldiers:2.2.armor")
    assert (len(classes(stack, "ghost")), len(classes(stack, "gone")), len(classes(stack, "ring"))) == (1, 1, 1)
    assert not classes(drawn(scene(table())), "gone")


def test_flanking_soldiers_leave_ghosts_and_dots_to_where_they_went() -> None:
    """One arc for each Front that they went to; nothing is struck out."""
    moved = SoldiersFlanked(1, 2, "armor", 1, 2)
    svg = drawn(scene(replace(table(), pending=Flanking(2, ("magic",))), moved))
    assert len(classes(svg, "lure")) == 2
    assert len(classes(piece(svg, "soldiers:1.2.armor"), "ghost")) == 3
    assert not classes(svg, "gone")


def test_open_choices_are_dotted() -> None:
    """The attacker's choice of who dies, the type that may be sent, and what a page says can be chosen."""

    def framed(view: Scene[Board]) -> set[str | None]:
        svg = drawn(view)
        return {part.get("data-id") for part in svg.iter(SVG + "g") if any(c in part for c in classes(part, "may"))}

    assert framed(scene(table())) == {"soldiers:2.2.weapon", "soldiers:2.2.magic"}
    assert framed(scene(replace(table(), pending=Flanking(2, ("magic",))))) == {"soldiers:1.2.magic"}
    turn = replace(scene(replace(table(), pending=Turn())), may=frozenset({"column:3", "target:1", "card:page"}))
    assert framed(turn) == {"front:1.3", "front:2.1", "card:page"}


def test_an_attack_shows_the_points_left() -> None:
    """Its broad arrow bears the type that strikes now and its points, and those that come after."""
    svg = drawn(scene(replace(table(), pending=Damage(replace(STRAIGHT, weapon=2)))))
    arrow = next(group for group in svg.iter(SVG + "g") if title(group).startswith("Attack "))
    assert title(arrow) == "Attack straight ahead from Front 2 to Front 2; 2 Weapon left; 3 Magic left"
    assert words(arrow) == ["2", "3"]


def test_an_attack_that_has_just_ended_stays_as_an_outline() -> None:
    """Its arrow and its cards are seen for one version more, with what they were."""
    before = replace(table(), pending=DefenderReserve(Attack(2, 3, "?1")))
    effects = (ReserveShown(1, 1, "acolyte"), ReserveShown(2, 1, "monk"), AttackEnded(("acolyte", "monk")))
    after = replace(table(), pending=Turn(), discard=("acolyte", "giant", "monk"))
    svg = drawn(scene(after, *effects, before=before))
    assert not classes(svg, "arrow")
    assert [words(piece(svg, f"reserve:{seat}"))[-1] for seat in (1, 2)] == ["Acolyte", "Monk"]
    assert "Reserve" in words(svg)
    assert "Reserve" not in words(drawn(scene(after)))


def test_an_activated_front_is_turned_marked_and_hatched() -> None:
    """Never dimmed, for it still defends: its top hero lies askew, with a chip, on hatched ground."""
    svg = drawn(scene(table()))
    tired, ready = piece(svg, "front:1.2"), piece(svg, "front:1.3")
    assert (uses(tired, "g-turned"), len(classes(tired, "spent"))) == (1, 1)
    assert (uses(ready, "g-turned"), len(classes(ready, "spent"))) == (0, 0)
    assert "tt-hatch" in {part.get("id") for part in svg.iter(SVG + "pattern")}
    assert "rotate(-3" in (piece(svg, "card:captain").get("transform") or "")
    assert "rotate" not in (piece(svg, "card:page").get("transform") or "")


def test_the_winner_wears_the_laurel() -> None:
    """The attack stays as it lay; the loser is unchanged."""
    svg = drawn(scene(replace(table(), pending=GameOver((1,), "monarch", STRAIGHT))))
    assert "won" in words(piece(svg, "seat:1"))
    assert "won" not in words(piece(svg, "seat:2"))
    assert classes(svg, "arrow")


def test_who_is_waited_for_is_washed_in_its_colour() -> None:
    """The strip of the seat that has to choose, and no other, has its seat's wash."""
    svg = drawn(scene(table()))
    assert len(classes(piece(svg, "seat:1"), "wash")) == 1
    assert len(classes(piece(svg, "seat:2"), "wash")) == 0
    assert "Attacks · to choose" in words(piece(svg, "seat:1"))


# --- text that cannot overflow


def test_a_text_that_is_too_wide_is_cut() -> None:
    """It ends in an ellipsis within its width, however long or strange it is; a short one is left alone."""
    assert fit("Otter", 100, 20) == "Otter"
    for text in ("M" * 60, "Heron of the Upper Marshes", "i" * 400, "Ж" * 40, "竜" * 40):
        cut = fit(text, 120, 16)
        assert cut.endswith("…")
        assert advance(cut, 16) <= 120


def test_a_name_is_made_smaller_once_and_then_cut() -> None:
    """The whole of a cut name goes into a title."""
    assert label("Otter", 168, 20, 16) == label("Otter", 168, 20)
    assert label("Otter from the Vale", 168, 20, 16).size == 16
    cut = label("Heron of the Upper Marshes", 168, 20, 16)
    assert cut.text.endswith("…")
    assert cut.full == "Heron of the Upper Marshes"
    svg = drawn(scene(table()))
    name = next(text for text in piece(svg, "seat:1").iter(SVG + "text") if (text.text or "").startswith("Heron"))
    assert title(name) == NAMES[1]


def test_the_face_of_a_card_fits_its_strip() -> None:
    """Three icons of a type are drawn, more are told by a number, and a face beyond all measure by its title alone."""
    svg = drawn(scene(table()))
    assert uses(piece(svg, "card:oracle"), "g-magic") == 3
    board = table().with_front(1, 1, Front(("giant",)))
    giant = piece(drawn(scene(board)), "card:giant")
    assert uses(giant, "g-weapon") == 0
    assert title(giant).startswith("Giantess of the Wide Moors, level 3: recruits 12 Weapon, 12 Armor")
    assert [word for word in words(giant) if not word.endswith("…")] == []


def test_the_title_of_a_card_tells_what_is_invented() -> None:
    """All of it, or the facts that the rulebooks do not print."""
    in_part = load(HEROES.replace("name: Page,", "name: Page, printed: [name, level],"))
    page, known = (
        piece(drawn(scene(replace(table(), components=made))), "card:page") for made in (components(), in_part)
    )
    assert title(page).endswith("Drawing Power 2; invented")
    assert title(known).endswith("Drawing Power 2; invented: recruits, drawing power")


def test_a_hand_beyond_seven_cards_is_told_by_numbers() -> None:
    """One back for each level, with how many there are of it."""
    board = table().with_side(1, replace(table().side(1), hand=("?1",) * 5 + ("?3",) * 4))
    assert words(piece(drawn(scene(board)), "hand:1")) == ["1", "5", "3", "4"]
