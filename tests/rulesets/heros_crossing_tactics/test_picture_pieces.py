"""What each piece in the picture of Tactics shows."""

from __future__ import annotations

from msgspec.structs import replace

from rulesets.heros_crossing_tactics.board import Front
from rulesets.heros_crossing_tactics.components import load
from rulesets.heros_crossing_tactics.effects import (
    AttackDeclared,
    AttackEnded,
    FrontActivated,
    ReserveDeclined,
    ReserveShown,
    SoldiersFlanked,
)
from rulesets.heros_crossing_tactics.phases import (
    Attack,
    AttackerReserve,
    Damage,
    DefenderReserve,
    Flanking,
    GameOver,
    Turn,
)
from rulesets.heros_crossing_tactics.pieces import Soldiers
from rulesets.kit.svg import advance, fit, label
from tests.rulesets.heros_crossing_tactics.drawing import (
    HEROES,
    KILL,
    NAMES,
    STRAIGHT,
    components,
    drawn,
    sample,
    scene,
)
from tests.rulesets.pictures import SVG, classes, piece, title, uses, words


def test_an_empty_place_keeps_its_faint_glyph() -> None:
    """Nothing moves place: a type without Soldiers shows where they would stand, and no number."""
    stack = piece(drawn(scene(sample())), "soldiers:2.3.weapon")
    assert [glyph.get("href") for glyph in classes(stack, "faint")] == ["#g-weapon"]
    assert title(stack) == "no Weapons"
    assert words(stack) == []


def test_stacks_grow_to_five_and_the_number_goes_on() -> None:
    """Seven Soldiers are five cubes and a 7; only the topmost cube bears its glyph."""
    stack = piece(drawn(scene(sample())), "soldiers:2.3.magic")
    assert uses(stack, "tt-cube") == 5
    assert uses(stack, "g-magic") == 1
    assert words(stack) == ["7"]


def test_temporary_soldiers_are_hollow() -> None:
    """Soldiers out of a reserve card stand upon the cubes and count with them, on both sides of the attack."""
    svg = drawn(scene(replace(sample(), pending=Damage(replace(STRAIGHT, temporary=Soldiers(potion=2))))))
    mine, theirs = piece(svg, "soldiers:1.2.magic"), piece(svg, "soldiers:2.2.potion")
    assert (uses(mine, "tt-cube"), len(classes(mine, "brief-body")), words(mine)) == (2, 1, ["3"])
    assert (uses(theirs, "tt-cube"), len(classes(theirs, "brief-body")), words(theirs)) == (0, 2, ["2"])
    assert title(mine) == "3 Magic, 1 of them for this attack only"
    assert len(classes(svg, "brief-body")) == 3
    tall = replace(sample(), pending=Damage(Attack(2, 3, None, "monk", Soldiers(magic=1), 0, 3)))
    theirs = piece(drawn(scene(tall)), "soldiers:2.3.magic")
    assert (uses(theirs, "tt-cube"), len(classes(theirs, "brief-body")), words(theirs)) == (4, 1, ["8"])


def test_reserves_give_no_soldiers_before_they_are_shown() -> None:
    """A face-down card, even one's own, has not come into play."""
    board = replace(sample(), pending=DefenderReserve(Attack(2, 2, "acolyte")))
    svg = drawn(scene(board, viewer=1))
    assert not classes(svg, "brief-body")
    assert title(piece(svg, "card:acolyte")).endswith("hidden from others")


def test_a_killed_soldier_leaves_a_ghost_for_one_version() -> None:
    """Where it stood: a dashed outline with a stroke through it. The version after shows neither."""
    stack = piece(drawn(scene(sample(), KILL)), "soldiers:2.2.armor")
    assert (len(classes(stack, "ghost")), len(classes(stack, "gone")), len(classes(stack, "ring"))) == (1, 1, 1)
    assert not classes(drawn(scene(sample())), "gone")


def test_flanking_soldiers_leave_ghosts_and_dots_to_where_they_went() -> None:
    """One arc for each Front that they went to; nothing is struck out."""
    moved = SoldiersFlanked(1, 2, "armor", 1, 2)
    svg = drawn(scene(replace(sample(), pending=Flanking(2, ("magic",))), moved))
    assert len(classes(svg, "lure")) == 2
    assert len(classes(piece(svg, "soldiers:1.2.armor"), "ghost")) == 3
    assert not classes(svg, "gone")


def test_an_attack_shows_the_points_left() -> None:
    """Its broad arrow bears the type that strikes now and its points, and those that come after."""
    svg = drawn(scene(replace(sample(), pending=Damage(replace(STRAIGHT, weapon=2)))))
    arrow = next(group for group in svg.iter(SVG + "g") if title(group).startswith("Attack "))
    assert title(arrow) == "Attack straight ahead from Front 2 to Front 2; 2 Weapons left; 3 Magic left"
    assert words(arrow) == ["2", "3"]


def test_an_attack_shows_what_stands_against_what() -> None:
    """Before the reserves are shown too: the Soldiers that strike above one reserve, all defenders above the other."""
    board = replace(sample(), pending=AttackerReserve(Attack(2, 1)))
    svg = drawn(scene(board))
    mine, theirs = piece(svg, "reserve:1"), piece(svg, "reserve:2")
    assert words(mine) == ["2", "no reserve yet"]  # two Magic: Weapons do not strike diagonally
    assert words(theirs) == ["2", "1", "2", "no reserve yet"]
    assert title(theirs).endswith("defends with 2 Weapons, 1 Armor and 2 Magic")
    strikes = next(group for group in svg.iter(SVG + "g") if title(group).startswith("Attack "))
    assert words(strikes) == ["2"]
    empty = piece(drawn(scene(replace(sample(), pending=AttackerReserve(Attack(3, 1))))), "reserve:1")
    assert words(empty)[0] == "no force"


def test_an_attack_that_has_just_ended_stays_as_an_outline() -> None:
    """Its arrow and its cards are seen for one version more, with what they were."""
    before = replace(sample(), pending=DefenderReserve(Attack(2, 3, "?1")))
    effects = (ReserveShown(1, 1, "acolyte"), ReserveShown(2, 1, "monk"), AttackEnded(("acolyte", "monk")))
    after = replace(sample(), pending=Turn(), discard=("acolyte", "giant", "monk"))
    svg = drawn(scene(after, *effects, before=before))
    assert not classes(svg, "arrow")
    assert [words(piece(svg, f"reserve:{seat}"))[-1] for seat in (1, 2)] == ["Acolyte", "Monk"]
    assert "Reserve" in words(svg)
    assert "Reserve" not in words(drawn(scene(after)))


def test_an_attack_within_one_event_stays_as_an_outline_too() -> None:
    """Where nobody had a reserve card to choose, one event declares the attack and ends it."""
    declared = (FrontActivated(1, 3, "attack"), AttackDeclared(1, 3, 1), ReserveDeclined(1), ReserveDeclined(2))
    before = replace(sample(), pending=Turn())
    svg = drawn(scene(replace(sample(), pending=Turn(), seat=2), *declared, AttackEnded(), before=before))
    arrow = next(group for group in svg.iter(SVG + "g") if title(group).startswith("Attack "))
    assert title(arrow) == "Attack from Front 3 to Front 1"
    assert arrow.get("class") == "seat-1"
    assert len(classes(arrow, "ghost")) == 1
    assert [words(piece(svg, f"reserve:{seat}"))[-1] for seat in (1, 2)] == ["no reserve", "no reserve"]


def test_an_activated_front_is_turned_marked_and_hatched() -> None:
    """Never dimmed, for it still defends: its top hero lies askew, with a chip, on hatched ground."""
    svg = drawn(scene(sample()))
    tired, ready = piece(svg, "front:1.2"), piece(svg, "front:1.3")
    assert (uses(tired, "g-turned"), len(classes(tired, "spent"))) == (1, 1)
    assert (uses(ready, "g-turned"), len(classes(ready, "spent"))) == (0, 0)
    assert "tt-hatch" in {part.get("id") for part in svg.iter(SVG + "pattern")}
    assert "rotate(-3" in (piece(svg, "card:captain").get("transform") or "")
    assert "rotate" not in (piece(svg, "card:page").get("transform") or "")


def test_the_winner_wears_the_laurel() -> None:
    """The attack stays as it lay; the loser is unchanged."""
    svg = drawn(scene(replace(sample(), pending=GameOver((1,), "monarch", STRAIGHT))))
    assert "won" in words(piece(svg, "seat:1"))
    assert "won" not in words(piece(svg, "seat:2"))
    assert classes(svg, "arrow")


def test_who_is_waited_for_is_washed_in_its_colour() -> None:
    """The strip of the seat that has to choose, and no other, has its seat's wash."""
    svg = drawn(scene(sample()))
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
    svg = drawn(scene(sample()))
    name = next(text for text in piece(svg, "seat:1").iter(SVG + "text") if (text.text or "").startswith("Heron"))
    assert title(name) == NAMES[1]


def test_the_face_of_a_card_fits_its_strip() -> None:
    """Three icons of a type are drawn, more are told by a number, and a face beyond all measure by its title alone."""
    svg = drawn(scene(sample()))
    assert uses(piece(svg, "card:oracle"), "g-magic") == 3
    board = sample().with_front(1, 1, Front(("giant",)))
    giant = piece(drawn(scene(board)), "card:giant")
    assert uses(giant, "g-weapon") == 0
    assert title(giant).startswith("Giantess of the Wide Moors, level 3: recruits 12 Weapons, 12 Armor")
    assert [word for word in words(giant) if not word.endswith("…")] == []


def test_the_title_of_a_card_tells_what_is_invented() -> None:
    """All of it, or the facts that the rulebooks do not print."""
    in_part = load(HEROES.replace("name: Page,", "name: Page, printed: [name, level],"))
    page, known = (
        piece(drawn(scene(replace(sample(), components=made))), "card:page") for made in (components(), in_part)
    )
    assert title(page).endswith("Drawing Power 2; invented")
    assert title(known).endswith("Drawing Power 2; invented: recruits, drawing power")


def test_a_hand_beyond_seven_cards_is_told_by_numbers() -> None:
    """One back for each level, with how many there are of it."""
    board = sample().with_side(1, replace(sample().side(1), hand=("?1",) * 5 + ("?3",) * 4))
    assert words(piece(drawn(scene(board, viewer=2)), "hand:1")) == ["1", "5", "3", "4"]
