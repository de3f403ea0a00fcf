"""The picture of Tactics: the document, what a viewer may see, and what the last event did."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from rulesets.heros_crossing_tactics import RULESET, caption
from rulesets.heros_crossing_tactics.board import Board, Front, Side
from rulesets.heros_crossing_tactics.phases import (
    Attack,
    AttackerReserve,
    Damage,
    DefenderReserve,
    Flanking,
    GameOver,
    OverLimit,
    Placing,
    Recruiting,
    Turn,
)
from rulesets.heros_crossing_tactics.picture import picture
from rulesets.kit import phases
from rulesets.kit.structs import SPECTATOR, TABLE, Viewer
from tests.rulesets.heros_crossing_tactics.drawing import KILL, STRAIGHT, drawn, sample, scene, views
from tests.rulesets.pictures import SVG, classes, marked, piece, title, whole, words

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.mark.parametrize("viewer", [1, 2, TABLE, SPECTATOR])
def test_every_moment_of_a_game_is_a_well_formed_picture(viewer: Viewer) -> None:
    """Whoever looks, and whatever the table waits for, there is a picture, and it points to nothing outside itself."""
    phases = set()
    for seed in (1, 2, 3):
        for _, view in views(seed, viewer):
            drawn(view)
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
        phases.GameOver((), "the table went home"),
    ],
)
@pytest.mark.parametrize("viewer", [1, 2, TABLE])
def test_every_phase_has_its_picture(pending: phases.Phase, viewer: Viewer) -> None:
    """A hand-made position of any phase can be drawn, from either side of the table."""
    crowded = sample().with_side(1, replace(sample().side(1), hand=("?1",) * 5 + ("?2",) * 4 + ("oracle",)))
    svg = drawn(scene(replace(crowded, pending=pending), viewer=viewer))
    assert len(classes(svg, "stack")) == 24


def test_a_picture_is_named_and_described() -> None:
    """A screen reader hears the game, the round and the version, then the position."""
    svg = drawn(scene(sample()))
    assert svg.get("role") == "img"
    assert svg.get("aria-labelledby") == "b-title b-desc"
    assert svg.findtext(SVG + "title") == "Hero's Crossing: Tactics, round 4, version 57"
    desc = svg.findtext(SVG + "desc") or ""
    assert "Otter (Queen, health 4)" in desc
    assert "attacks straight ahead from Front 2 into Front 2 with 3 Magic left" in desc
    assert "4 Potions and 7 Magic in Front 3" in desc


@pytest.mark.parametrize(("reason", "expected"), [("monarch", "a Monarch is dead"), ("rain", "rain")])
def test_a_game_that_nobody_won_says_why_it_is_over(reason: str, expected: str) -> None:
    """The end of the rulebook is put into words, another reason is shown as it was entered."""
    over = replace(sample(), pending=phases.GameOver((), reason))
    assert f"The game is over: {expected}." in (drawn(scene(over)).findtext(SVG + "desc") or "")
    assert caption.line(over, 1) == f"Game over: {expected}"
    assert RULESET.endings.get(reason, reason) == expected


def test_names_are_text_and_nothing_else() -> None:
    """A player called `<script>` is written, not run; a character that XML forbids is replaced."""
    text = picture(replace(scene(sample()), names={1: '<script>"&', 2: "O\x00\x1btter"}))
    svg = whole(text)
    assert "<script" not in text
    assert '<script>"&' in words(piece(svg, "seat:1"))
    assert "O\ufffd\ufffdtter" in words(piece(svg, "seat:2"))


def test_without_names_the_seats_are_numbered() -> None:
    """A picture with an address of its own names no player."""
    svg = drawn(replace(scene(sample()), names={}))
    assert "Seat 1" in words(piece(svg, "seat:1"))


def test_two_pictures_of_one_scene_are_equal_bytes() -> None:
    """A picture depends on its scene alone, so it may be kept for ever."""
    assert picture(scene(sample(), KILL)) == picture(scene(sample(), KILL))


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
    """A hand is a row of backs to others; to its owner and to the table it lies open, but for cards that nobody saw."""
    turn = replace(sample(), pending=Turn())
    board = turn.with_side(1, replace(sample().side(1), hand=("?3", "acolyte", "monk")))
    hidden = board.with_side(1, replace(board.side(1), hand=("?1", "?1", "?3")))
    others = drawn(scene(hidden, viewer=2))
    assert words(piece(others, "hand:1")) == ["1", "1", "3"]
    assert title(piece(others, "hand:1")) == "Hand: 3 cards, hidden, of level 1, 1, 3"
    for viewer in (1, TABLE):
        svg = drawn(scene(board, viewer=viewer))
        assert words(piece(svg, "hand:1")) == ["Acolyte", "Monk", "3"]
        expected = "Acolyte, level 1: recruits 1 Magic; invented; hidden from others"
        assert title(piece(svg, "card:acolyte")) == expected


def test_the_table_sees_both_hands() -> None:
    """Each lies open beyond its seat's strip; a spectator sees none."""
    board = sample().with_side(2, replace(sample().side(2), hand=("knight-2", "monk")))
    svg = drawn(scene(board, viewer=TABLE))
    assert words(piece(svg, "hand:2")) == ["Knight", "Monk"]
    assert words(piece(svg, "hand:1")) == ["1", "2", "2", "3"]
    assert float(svg.get("viewBox", "").split()[3]) > float(
        drawn(scene(board, viewer=SPECTATOR)).get("viewBox", "").split()[3]
    )


def test_the_draft_shows_faces_to_who_knows_them_and_backs_to_others() -> None:
    """What a seat may choose from and what it has picked lie before it until it has placed them in its Fronts."""
    placed, picked = (
        Side("king", fronts=(Front(("monk",)), Front(("page",)), Front(("herald",)))),
        ("acolyte", "squire"),
    )
    mine = replace(sample(), pending=Placing((True, False)), sides=(placed, Side("queen", drafted=picked)))
    hidden = replace(mine, sides=(placed, Side("queen", drafted=("?1", "?1"))))
    knows, others = (drawn(scene(board, viewer=viewer)) for board, viewer in ((mine, 2), (hidden, SPECTATOR)))
    assert words(piece(knows, "hand:2")) == ["Draft", "Picked", "Acolyte", "Squire"]
    assert words(piece(others, "hand:2")) == ["Draft", "Picked", "1", "1"]
    assert words(piece(knows, "hand:1")) == []
    assert words(piece(knows, "front:1.1")) == ["Monk"]


def test_a_seat_looks_from_its_own_side() -> None:
    """The viewer's own strip is the lower one; all others look from seat 1."""
    for viewer, near in ((1, 1), (2, 2), (TABLE, 1), (SPECTATOR, 1)):
        svg = drawn(scene(sample(), viewer=viewer))
        heights = {seat: float(classes(piece(svg, f"seat:{seat}"), "strip")[0].get("y", 0)) for seat in (1, 2)}
        assert max(heights, key=lambda seat: heights[seat]) == near


# --- the arrangements


def test_a_page_holds_both_arrangements() -> None:
    """One for a desk and one for a phone, with the same pieces."""
    alone = [picture(replace(scene(sample()), arrangement=arrangement)) for arrangement in ("wide", "narrow")]
    page = ElementTree.fromstring(f"<page>{picture(replace(scene(sample()), arrangement='both'))}</page>")
    ids = [{part.get("data-id") for part in svg.iter(SVG + "g")} for svg in (*map(whole, alone), *page)]
    assert ids[0] == ids[1] == ids[2] == ids[3]
    assert [svg.get("class", "").split()[-1] for svg in page] == ["wide", "narrow"]
    assert [svg.get("viewBox", "").split()[2] for svg in page] == ["640", "400"]


@pytest.mark.parametrize("viewer", [1, TABLE, SPECTATOR])
def test_nothing_stands_outside_of_the_picture(viewer: Viewer) -> None:
    """Each card lies within the width of its arrangement, however many a hand holds."""
    hand = tuple(f"?{level}" for level in (1, 2, 3) for _ in range(4))
    board = sample().with_side(1, replace(sample().side(1), hand=hand))
    for arrangement, width in (("wide", 640), ("narrow", 400)):
        svg = whole(picture(replace(scene(board, viewer=viewer), arrangement=arrangement)))
        cards = [card for card in classes(svg, "hero") if card.get("transform")]
        assert cards
        for card in cards:
            left = float(re.findall(r"[\d.]+", card.get("transform", ""))[0])
            assert 0 <= left <= left + float(card.find(SVG + "rect").get("width", 0)) <= width  # type: ignore[union-attr]


# --- what is framed


@pytest.mark.parametrize("viewer", [1, 2, TABLE, SPECTATOR])
def test_all_that_the_last_event_touched_is_ringed(viewer: Viewer) -> None:
    """Each touched id has its ring; a card seen no more by itself marks the discard or the hand that holds it."""
    rings = 0
    for seed in (7, 8):
        for _, view in views(seed, viewer):
            ringed = marked(drawn(view), "ring")
            for touched in view.touched:
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
    assert not classes(drawn(scene(sample())), "ring")


def test_open_choices_are_dotted() -> None:
    """What a page says can be chosen, by its id."""
    chosen = {"front:1.3", "front:2.1", "card:page", "soldiers:2.2.weapon", "pile:2"}
    svg = drawn(replace(scene(sample()), clickable=frozenset(chosen)))
    framed = {part.get("data-id") for part in svg.iter(SVG + "g") if any(c in part for c in classes(part, "may"))}
    assert framed == chosen
