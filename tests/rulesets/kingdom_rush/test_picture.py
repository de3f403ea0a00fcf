"""The picture of Kingdom Rush: the document, and what changes in it from event to event."""

from __future__ import annotations

import gzip

import pytest
from msgspec.structs import replace

from rulesets.kingdom_rush import RULESET, caption
from rulesets.kingdom_rush.board import Board
from rulesets.kingdom_rush.phases import (
    PLAY_CARDS,
    Advancing,
    Attacking,
    BossActing,
    Buying,
    GameOver,
    Recruiting,
    Spawning,
)
from rulesets.kingdom_rush.pieces import Laid, Side
from rulesets.kit import phases
from rulesets.kit.phases import Phase
from rulesets.kit.structs import TABLE, Viewer
from rulesets.kit.svg import Arrangement, Scene, advance
from tests.rulesets.kingdom_rush.drawing import GAMES, NAMES, ROAD, components, drawn, game, horde, sample, scene
from tests.rulesets.pictures import SVG, classes, marked, piece, pieces, title, titled, whole, words


@pytest.mark.parametrize(("scenario", "seats"), GAMES)
def test_every_moment_of_a_game_is_a_well_formed_picture(scenario: str, seats: int) -> None:
    """Whatever the table waits for, there is a picture, and it points to nothing outside itself."""
    before = None
    for board, effects in game(scenario, seats, seats, 40):
        touches = frozenset(touched for effect in effects for touched in effect.touches())
        svg = drawn(Scene(board, before, effects, TABLE, NAMES, 5, touches))
        for touched in touches - marked(svg, "ring"):
            assert touched.partition(":")[0] in HELD or not on_the_table(touched, board), touched
        before = board


HELD = ("supply",)
"""What lies in a pile, and has no group with an id of its own."""


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
        GameOver((), "hearts"),
        phases.GameOver((), "the table went home"),
    ],
)
@pytest.mark.parametrize("viewer", [1, 2, TABLE])
def test_every_phase_has_its_picture(pending: phases.Phase, viewer: Viewer) -> None:
    """A hand-made position of any phase can be drawn, whoever looks."""
    svg = drawn(replace(scene(sample(pending=pending)), viewer=viewer))
    assert len(classes(svg, "horde")) == 3
    assert len(classes(svg, "player")) == 2


def test_a_picture_is_named_and_described() -> None:
    """A screen reader hears the game, the phase and the version, then who is who and what is uncovered where."""
    svg = drawn(scene(sample()))
    assert (svg.get("role"), svg.get("aria-labelledby")) == ("img", "b-title b-desc")
    assert svg.findtext(SVG + "title") == "Kingdom Rush: A Rift in Time, round 4, phase 2, version 83"
    desc = svg.findtext(SVG + "desc") or ""
    assert "The Quiet Road, normal: Heron of the Upper Marshes (Malik Hammerfury, health 4)" in desc
    assert "3 Hordes; uncovered enemies: 4 on p4, 3 on p3 (Portal), 4 on p1." in desc
    assert "7 Hearts, 5 of 12 Crystals, 11 Soldiers left" in desc


def test_names_are_text_and_nothing_else() -> None:
    """A player called `<script>` is written, not run, and a name that is too long is cut; its whole is in a title."""
    text = RULESET.picture(replace(scene(sample()), names={1: '<script>"&#g-axe"', 2: "M" * 60}))
    svg = whole(text)
    assert "<script" not in text
    assert any(word.startswith('<script>"&') for word in words(piece(svg, "seat:1")))
    cut = next(text for text in piece(svg, "seat:2").iter(SVG + "text") if (text.text or "").startswith("M"))
    assert advance(cut.text or "", 16) <= 302
    assert title(cut) == "M" * 60


def test_two_pictures_of_one_scene_are_equal_bytes() -> None:
    """A picture depends on its scene alone, so it may be kept for ever."""
    assert RULESET.picture(scene(sample(), "hearts")) == RULESET.picture(scene(sample(), "hearts"))


# --- states


def test_nothing_is_ringed_when_nothing_happened() -> None:
    """The ring belongs to the last event."""
    assert not classes(drawn(scene(sample())), "ring")


def test_a_new_tile_is_ringed_with_dots_from_its_tower() -> None:
    """The ring follows the tile, not the tray; the Tower that fired is ringed as well."""
    before = sample(pending=Attacking(1, "archer", place="s3"))
    hit = horde("mob-1", "p4", Laid("archer", "b2 b3"), Laid("archer", "d2 d3"), soldiers="c2")
    after = replace(before, hordes=(hit, *before.hordes[1:]))
    svg = drawn(scene(after, "horde:mob-1", before=before))
    old, new = titled(svg, "Archer: physical")
    assert (len(classes(old, "ring")), len(classes(new, "ring"))) == (0, 1)
    assert len(classes(piece(svg, "horde:mob-1"), "ring")) == 1
    assert len(classes(piece(svg, "space:s3"), "ring")) == 1
    assert len(classes(svg, "lure")) == 1


def test_a_horde_that_moved_leaves_an_outline_and_one_destroyed_a_stroke() -> None:
    """For one version only."""
    moved = sample(hordes=(sample().hordes[0], replace(sample().hordes[1], space="p5")))
    svg = drawn(scene(moved, "horde:dim-portal-1", "horde:goblins-1", "space:p5", before=sample()))
    assert len(classes(svg, "lure")) == 1
    assert len(classes(piece(svg, "horde:goblins-1"), "gone")) == 1
    assert {"horde:dim-portal-1", "horde:goblins-1", "space:p5"} <= marked(svg, "ring")
    assert not classes(drawn(scene(moved)), "gone")


def test_open_choices_are_dotted() -> None:
    """Spaces, Hordes, heroes and Towers that can be chosen now; of Towers those in the chooser's hand."""
    view = scene(sample(), clickable=("space:s1", "space:p7", "horde:mob-1", "hero:malik", "hand:1.archer"))
    framed = marked(drawn(replace(view, viewer=1)), "may")
    assert {"space:s1", "space:p7", "horde:mob-1", "hero:malik", "hand:1.archer", "hand:1"} <= framed
    assert "hand:2" not in framed


def test_the_end_tells_won_or_lost_and_why() -> None:
    """All have won or all have lost, so the pill stands beside the round."""
    won, lost = (words(drawn(scene(sample(pending=GameOver(winners, "so it is"))))) for winners in ((1, 2), ()))
    assert "won" in won
    assert "lost" in lost
    assert "so it is" in won


def test_the_phase_bar_shows_the_phase_under_way() -> None:
    """Six bars; what stands in the middle of a phase belongs to it."""
    for pending, number in ((Spawning(()), 1), (PLAY_CARDS, 2), (Attacking(1, "archer"), 2), (Buying(), 6)):
        svg = drawn(scene(sample(pending=pending)))
        assert caption.phase_number(pending) == number
        now = [group for group in svg.iter(SVG + "g") if classes(group, "on") and "Phase" in title(group)]
        assert [title(group)[:12] for group in now] == [f"Phase {number} of 6"[:12]]


def test_a_wide_map_is_scaled_and_its_text_is_not() -> None:
    """Seven columns do not fit at full size: the map group is scaled, and no text stands in it."""
    svg = drawn(scene(sample()))
    scaled = next(group for group in svg.iter(SVG + "g") if "scale(0.8" in (group.get("transform") or ""))
    assert not list(scaled.iter(SVG + "text"))
    assert "Exit" in words(svg)


def test_the_range_of_an_attack_is_shown_while_it_is_under_way() -> None:
    """Each space that the Tower's arrows reach, in the colour of its seat; gone with the attack."""
    firing = sample(pending=Attacking(2, "archer", place="s3", facing="S"))
    in_range = components().field[ROAD].range["archer", "s3", "S"]

    (shown,) = titled(drawn(scene(firing)), "In range of Archer")

    assert shown.get("class") == "seat-2 paint-blue"
    assert len(classes(shown, "reach")) == len(in_range) > 0
    assert not titled(drawn(scene(sample())), "In range of")


def test_each_choice_has_its_words() -> None:
    """The description tells of every phase in which somebody acts what is to be done."""
    answered = [kind.phase if isinstance(kind.phase, tuple) else (kind.phase,) for kind in RULESET.actions]

    assert [phase for phases in answered for phase in phases if phase.asks == Phase.asks] == []


# --- arrangements


MOST_BYTES = 8 * 1024


@pytest.mark.parametrize("arrangement", ["wide", "narrow"])
def test_a_picture_is_small(arrangement: Arrangement) -> None:
    """One arrangement, as it is sent."""
    for board, _ in game("fallen-angel", 4, 1, 60):
        text = RULESET.picture(replace(scene(board), arrangement=arrangement))
        assert len(gzip.compress(text.encode())) <= MOST_BYTES


def test_a_page_holds_both_arrangements_of_the_same_pieces() -> None:
    """One for a desk, one 400 units wide for a phone."""
    wide, narrow = whole(f"<p>{RULESET.picture(replace(scene(sample()), arrangement='both'))}</p>")
    ids = [{group.get("data-id") for group in svg.iter(SVG + "g")} for svg in (wide, narrow)]
    assert ids[0] == ids[1]
    assert (wide.get("class"), narrow.get("class")) == ("tt kingdom_rush wide", "tt kingdom_rush narrow")
    assert (narrow.get("viewBox") or "").startswith("0 0 400 ")


def test_squares_that_are_asked_for_are_pieces_with_letters_and_numbers() -> None:
    """Those of the Hordes in range, and no others."""
    asked = drawn(scene(sample(pending=Attacking(1, "archer", place="s3", facing="S", opened=0))))
    squares = {name for group in asked.iter(SVG + "g") if (name := group.get("data-id") or "").startswith("square:")}
    cards = {name.partition(".")[0] for name in squares}
    assert cards
    assert len(squares) == 25 * len(cards)
    assert {"".join(words(group)) for group in classes(asked, "edge-sign")} == {"abcde", "12345"}
    assert not classes(drawn(scene(sample())), "edge-sign")


def test_who_chose_a_colour_has_that_colour_and_the_shape_of_the_seat() -> None:
    """The first seat plays red, whose sites are red before anybody has chosen it."""
    svg = drawn(scene(sample()))
    assert piece(svg, "seat:1").get("class") == "player seat-1 paint-red"
    assert piece(svg, "hero:malik").get("class") == "seat-1 paint-red"
    assert piece(svg, "space:s1").get("class") == "site seat-1 paint-red"
    nobody = sample(sides=(Side(), Side()), heroes=(), towers=(), pending=Recruiting())
    assert piece(drawn(scene(nobody)), "space:s1").get("class") == "site paint-red"


def test_what_can_be_chosen_in_the_set_up_stands_in_a_tray() -> None:
    """Heroes that nobody has; once one is chosen, its abilities."""
    nobody = sample(sides=(Side(), Side()), heroes=(), towers=(), pending=Recruiting())
    assert "Lilith" in words(piece(drawn(scene(nobody)), "hero:lilith"))
    chosen = replace(sample().heroes[0], abilities=())
    one = replace(nobody, sides=(Side("red", "malik"), Side()), heroes=(chosen,))
    svg = drawn(scene(one))
    assert "Earthquake" in words(piece(svg, "ability:earthquake"))
    assert len(pieces(svg, "hero:malik")) == 1


def test_a_horde_that_came_and_went_in_one_event_is_among_those_out_of_the_game() -> None:
    """It lay nowhere before the event, and lies nowhere after it."""
    svg = drawn(scene(sample(escaped=("wulves-1",)), "horde:wulves-1", before=sample()))
    assert piece(svg, "out").get("data-holds") == "horde:wulves-1"
    assert words(piece(svg, "out")) == ["1"]
