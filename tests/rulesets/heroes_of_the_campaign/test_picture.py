"""The picture of Heroes of the Campaign: the document, what a viewer may see, what is under way."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from rulesets.heroes_of_the_campaign import effects as e
from rulesets.heroes_of_the_campaign.board import Board
from rulesets.heroes_of_the_campaign.phases import (
    TURN,
    Choosing,
    ChoosingTeams,
    Fighting,
    Fired,
    GameOver,
    Running,
    Triggering,
)
from rulesets.heroes_of_the_campaign.picture import picture
from rulesets.heroes_of_the_campaign.pieces import Side
from rulesets.kit.structs import SPECTATOR, TABLE, Viewer
from tests.rulesets.heroes_of_the_campaign.build import side, table

if TYPE_CHECKING:
    from collections.abc import Iterator

from tests.rulesets.heroes_of_the_campaign.drawing import (
    components,
    drawn,
    framed,
    glyphs,
    place,
    sample,
    scene,
    titled,
    views,
)
from tests.rulesets.pictures import SVG, classes, piece, title, titles, whole, words

# --- the document


@pytest.mark.parametrize("viewer", [1, 2, TABLE, SPECTATOR])
def test_every_moment_of_a_game_is_a_well_formed_picture(viewer: Viewer) -> None:
    """Whoever looks, and whatever the table waits for, there is a picture, and it points to nothing outside itself."""
    phases = set()
    for seed in (1, 2, 3):
        for _, view in views(seed, viewer):
            drawn(view)
            phases.add(type(view.board.pending).__name__)
    assert phases >= {"ChoosingTeams", "AgreeingStarter", "Turn", "Choosing"}


def test_a_picture_is_named_and_described() -> None:
    """A screen reader hears the game, round and version, then the last event, what happens now, and each side."""
    svg = drawn(scene(sample(), e.CopperPaid(1, 2, "toll"), before=sample()))
    assert (svg.get("role"), svg.get("aria-labelledby")) == ("img", "b-title b-desc")
    assert svg.findtext(SVG + "title") == "Heroes of the Campaign, round 4, version 83"
    desc = svg.findtext(SVG + "desc") or ""
    assert desc.startswith(
        "Heron of the Upper Marshes and the Lower Fen pays 2 copper for Toll. Captain performs Charge."
    )
    assert "Cora (2 of 2 wounds) in the infirmary; law Curfew in force; event Toll known; 14 copper." in desc


def test_names_are_text_and_nothing_else() -> None:
    """A player called `<script>` is written, not run; a character that XML forbids is replaced."""
    text = picture(replace(scene(sample()), names={1: '<script>"&', 2: "O\x00\x1btter"}))
    svg = whole(text)
    assert "<script" not in text
    assert '<script>"&' in words(piece(svg, "seat:1"))
    assert "O\ufffd\ufffdtter" in words(piece(svg, "seat:2"))


def test_two_pictures_of_one_scene_are_equal_bytes() -> None:
    """A picture depends on its scene alone, so it may be kept for ever."""
    assert picture(scene(sample())) == picture(scene(sample()))


def test_a_seat_looks_from_its_own_side_and_sees_its_hand() -> None:
    """The viewer's strip is the lower one, with the faces of its hand below; all others look from seat 1."""
    for viewer, near in ((1, 1), (2, 2), (TABLE, 1), (SPECTATOR, 1)):
        svg = drawn(scene(sample(), viewer=viewer))
        one, two = (float(place(piece(svg, f"seat:{seat}"))[1]) for seat in (1, 2))
        assert (1 if one > two else 2) == near
    assert words(piece(drawn(scene(sample(), viewer=1)), "card:1.nap"))[0] == "Nap"
    assert "No cards in hand" in words(drawn(scene(table(components()), viewer=1)))
    assert "Nap" not in words(drawn(scene(sample(), viewer=SPECTATOR)))


def test_the_table_sees_all_hands() -> None:
    """Each beside its player's strip; of cards that nobody has seen, what they may be."""
    unseen = sample().with_side(2, Side(unknown=2))
    svg = drawn(scene(sample()))
    assert [words(piece(svg, f"card:{card}"))[0] for card in ("1.nap", "2.toll")] == ["Nap", "Toll"]
    assert "2 cards not seen" in words(drawn(scene(unseen)))
    hidden = piece(drawn(scene(unseen)), "hand:2")
    assert {"card:2.nap", "card:2.volley"} <= {*(hidden.get("data-holds") or "").split()}
    assert "which may be Nap, Toll, Void, Squire" in title(hidden)
    assert not piece(drawn(scene(unseen, viewer=1)), "hand:2").get("data-holds")


# --- what a viewer may see

OFFER = re.compile(r'<g data-id="choice:.*?</g>', re.DOTALL)
"""A card that may be brought."""


@pytest.mark.rule("HOC-SET-06")
@pytest.mark.parametrize("viewer", [1, 2, SPECTATOR])
def test_a_picture_names_no_card_that_is_hidden_from_its_viewer(viewer: Viewer) -> None:
    """Heroes before the reveal and strategy cards before their first use are in none of its texts and titles, but for
    the tray of all that may be chosen, which is the same whoever chose what."""
    looked_for = 0
    for seed in (4, 5, 6):
        for board, view in views(seed, viewer):
            text = OFFER.sub("", picture(view))
            for seat in {1, 2} - {viewer}:
                own = board.side(seat)
                for card in {*own.picked, *own.hand} - set(own.shown):
                    looked_for += 1
                    assert card not in text
                    assert board.components.name_of(card) not in text
    assert looked_for > 150


def test_strategy_cards_are_backs_faces_or_outlines() -> None:
    """Hidden: a back; known to this viewer alone: a face with a dark foot; a used event is turned; broken: struck."""
    own = Side(hand=("nap", "toll"), shown=("toll",), used=("toll",), removed=("frailty",))
    board = sample()
    mine = board.with_side(2, own)
    knows = piece(drawn(scene(mine)), "hand:2")
    others = piece(drawn(scene(mine.with_side(2, replace(own, hand=("toll",), unknown=1)), viewer=1)), "hand:2")
    assert glyphs(knows) == ["law", "event", "event", "turned"]
    assert (len(classes(knows, "back")), len(classes(knows, "gone"))) == (1, 1)
    assert [child.get("href") for child in others.iter(SVG + "use")].count("#tt-back") == 1
    assert title(knows) == "Strategy cards in hand: Nap, Toll (known to all)"
    assert title(others) == "Strategy cards in hand: Toll (known to all), 1 hidden"


def test_heroes_chosen_in_secret_are_backs() -> None:
    """Who may know them sees their cards; others see how many there are."""
    board = replace(
        sample(), heroes=(), pending=ChoosingTeams(), round=0, sides=(Side(picked=("anna", "captain")), Side())
    )
    hidden = replace(board, sides=(Side(picked=("?", "?")), Side()))
    assert "Captain" in words(piece(drawn(scene(board, viewer=1)), "hero:1.captain"))
    backs = [
        part for part in drawn(scene(hidden, viewer=2)).iter(SVG + "g") if title(part) == "A hero chosen in secret"
    ]
    assert len(backs) == 2


# --- what is under way


def test_a_task_in_progress_shows_what_is_done_under_way_and_to_come() -> None:
    """The paid pouch, then its actions in order: a check, a ring, or neither."""
    svg = drawn(scene(sample()))
    panel = titled(svg, "Captain performs Charge.")
    assert title(titled(panel, "Paid")) == "Paid 2 copper"
    steps = [text for text in titles(panel) if ":" in text]
    assert steps == ["Wound: done", "Attack: under way", "Earn copper: to come"]
    assert (len(classes(panel, "ring")), glyphs(panel).count("done")) == (1, 1)


def test_between_tasks_the_panel_shows_who_has_a_task_left() -> None:
    """The heroes of the turn: those that were sent have a check."""
    panel = titled(drawn(scene(sample(pending=TURN), viewer=1)), "Regular tasks of this turn")
    assert titles(panel)[1:] == ["Captain: task left", "Squire: task used", "Anna: task left"]
    assert glyphs(panel).count("done") == 1


def test_an_attack_is_an_arrow_from_card_to_card() -> None:
    """Under way, or for one version after it; what both deal and can still take stands beside it."""
    fight = Fighting("1.captain", "2.bert", Running("captain.charge", "captain.charge.1", 1, TURN, "1.captain"))
    svg = drawn(scene(sample(pending=fight)))
    assert classes(titled(svg, "Captain is in combat with Bert"), "arrow")
    assert words(titled(svg, "Captain deals 2; Bert falls with 3 more")) == ["2", "3"]
    assert words(titled(svg, "Bert deals 1; Captain falls with 2 more")) == ["1", "2"]
    made = drawn(scene(sample(), e.AttackMade("2.bert", "1.anna", 1, 2), before=sample()))
    assert title(titled(made, "Bert takes")) == "Bert takes 2 and strikes Anna"
    assert words(titled(made, "Bert deals 1; Anna falls with 4 more")) == ["1", "4"]
    assert not classes(drawn(scene(sample())), "arrow")


def test_a_winning_attack_meets_nobody() -> None:
    """Its arrow has no defender."""
    board = sample(pending=GameOver((1,), "nobody_left"))
    assert classes(
        titled(drawn(scene(board, e.GameWon(1, "1.captain"))), "Captain attacks, and there is nobody left"), "arrow"
    )


def test_a_hero_that_went_elsewhere_leaves_an_outline_for_one_version() -> None:
    """Dots lead to where it is."""
    before = table(components(), side("anna", "bert", "cora", locations=("ford",)))
    gone = e.HeroSentToLocation("1.anna", "1.ford")
    svg = drawn(scene(gone.apply(before), gone, before=before))
    assert "Anna was here" in titles(svg)
    assert len(classes(svg, "lure")) == 1
    assert not classes(drawn(scene(gone.apply(before))), "lure")


def test_what_a_page_says_can_be_chosen_is_dotted() -> None:
    """Heroes, laws, cards in hand; nothing by itself, for the page knows what its reader may do."""
    may = frozenset({"hero:2.bert", "card:2.curfew", "card:1.nap"})
    view = scene(sample(pending=TURN), viewer=1)
    assert framed(drawn(replace(view, clickable=may)), "may") == may
    assert not framed(drawn(view), "may")


def test_what_lies_nowhere_is_offered_in_the_panel() -> None:
    """Options of a card, an ability that may be used or not, the order of several, and nobody."""
    run = Running("captain.charge", "captain.charge.1", 1, TURN, "1.captain")
    nobody = drawn(scene(sample(pending=Choosing(1, "target", ("2.bert", "2.sage"), 0, 1, run))))
    assert words(piece(nobody, "option:nobody")) == ["Nobody"]
    fired = Triggering((Fired("captain.0", 1, "1.captain"),), TURN)
    use = drawn(scene(sample(pending=Choosing(1, "use", ("no", "yes"), 1, 1, fired))))
    assert [words(piece(use, f"option:{answer}")) for answer in ("yes", "no")] == [["Use it"], ["Let it pass"]]


def test_all_that_may_be_brought_is_on_offer() -> None:
    """To those who choose, whatever was chosen; a table may also enter a card that it has not seen."""
    board = replace(sample(), heroes=(), pending=ChoosingTeams(), round=0, sides=(Side(picked=("anna",)), Side()))
    for viewer in (1, 2, TABLE):
        svg = drawn(scene(board, viewer=viewer))
        assert words(piece(svg, "choice:captain")) == ["Captain"]
        assert title(piece(svg, "choice:toll")) == "Toll, event"
        assert words(piece(svg, "choice:?")) == ["?", "Unseen card"]
    assert "choice:captain" not in picture(scene(board, viewer=SPECTATOR))
    assert len(classes(drawn(scene(board, viewer=SPECTATOR)), "bare")) == 6


def test_copper_that_changed_is_ringed_by_itself() -> None:
    """The whole strip is ringed for a turn that starts, the coin alone for copper."""
    paid, turn = e.CopperPaid(1, 2, "toll"), e.TurnStarted(1)
    board = sample()
    coin = piece(drawn(scene(paid.apply(board), paid, before=board)), "copper:1")
    strip = piece(drawn(scene(turn.apply(board), turn, before=board)), "seat:1")
    assert [float(ring.get("width", 0)) < 100 for ring in classes(coin, "ring")] == [True]
    assert [float(ring.get("width", 0)) > 400 for ring in classes(strip, "ring")] == [True]


@pytest.mark.parametrize("viewer", [1, TABLE, SPECTATOR])
def test_all_that_the_last_event_touched_is_ringed(viewer: Viewer) -> None:
    """Each touched id has its ring; a place is ringed by its hero, a card by the hero or hand that holds it."""
    rings = 0
    for seed in (7, 8, 9):
        for _, view in views(seed, viewer):
            svg = drawn(view)
            ringed = {part.get("data-id") for part in svg.iter(SVG + "g") if classes(part, "ring")}
            for touched in view.touched:
                rings += 1
                assert {touched, *holders(touched, view.board)} & ringed, touched
    assert rings > 190


def holders(touched: str, board: Board) -> Iterator[str]:
    """Pieces that are ringed instead of one that is not seen by itself."""
    kind, _, name = touched.partition(":")
    if kind == "card":
        yield from (f"hero:{one.name}" for one in board.heroes if name[2:] in one.learned or one.place == name)
    if kind == "place":
        yield from (f"hero:{one.name}" for one in board.team(int(name[0])) if one.place == name[2:])


def test_nothing_is_ringed_when_nothing_happened() -> None:
    """The ring belongs to the last event; only the action under way has one of its own."""
    assert not classes(drawn(scene(sample(pending=TURN))), "ring")
