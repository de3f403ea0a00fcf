"""The picture of Heroes of the Campaign: its pieces."""

from __future__ import annotations

from itertools import combinations, pairwise, product
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from rulesets.heroes_of_the_campaign import RULESET
from rulesets.heroes_of_the_campaign.components import load
from rulesets.heroes_of_the_campaign.phases import TURN, GameOver
from rulesets.kit import phases
from tests.rulesets.heroes_of_the_campaign.build import cards, hero, side, status, table

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

from rulesets.heroes_of_the_campaign.picture.gap import law_boxes
from rulesets.heroes_of_the_campaign.picture.heroes import names, number_label, task_rows
from rulesets.heroes_of_the_campaign.picture.places import FLAT_HEIGHT, FULL, FULL_HEIGHT, SLIM, SLIM_GAP, layout
from rulesets.heroes_of_the_campaign.picture.plans import NARROW, WIDE, Plan
from rulesets.kit.svg import TOUCHED, Box, Label, advance
from tests.rulesets.heroes_of_the_campaign.drawing import components, drawn, glyphs, place, sample, scene, titled
from tests.rulesets.pictures import SVG, classes, piece, title, titles, words

RING = 3
"""How thick the line of a ring is."""

# --- heroes


def test_a_hero_shows_its_numbers_as_they_now_are() -> None:
    """A small triangle tells that cards raise or lower one."""
    plain, cursed = piece(drawn(scene(sample())), "hero:1.captain"), hero("captain", 3, held=(status("cursed"),))
    assert words(plain)[:3] == ["Captain", "2", "5"]
    assert not [text for text in titles(plain) if "by a card" in text]
    board = table(components(), side(cursed, "anna", "bert"), side("anna", "bert", "cora", laws=("frailty",)))
    lowered = piece(drawn(scene(board)), "hero:1.captain")
    assert words(lowered)[:3] == ["Captain", "1", "4"]
    assert titles(lowered).count("lowered by a card") == 2


def test_a_large_name_keeps_clear_of_the_ring_around_the_next_card() -> None:
    """One that would fill its card to the edge is drawn smaller."""
    assert [names(name, 73, False, 0)[0].label.size for name in ("Troll", "Captain")] == [16, 14]


def test_tasks_keep_clear_of_the_ring_around_the_next_card() -> None:
    """Also the number of those that do not fit."""
    ring = Box(SLIM + SLIM_GAP, 0, SLIM, FULL_HEIGHT).out(TOUCHED).x - RING / 2
    sets = components(), load(RULESET.starter)
    rows = [row for cards in sets for card in cards.fighters for row in task_rows(cards, card, "slim", 0)]
    assert max(row.right for row in rows if row.more) <= ring - 1
    assert all(row.right <= ring for row in rows)


def test_numbers_of_any_size_keep_their_place() -> None:
    """One digit is written large, two smaller; of more the title tells."""
    assert [number_label(number, 18) for number in (9, 12)] == [Label("9", 18), Label("12", 14)]
    assert number_label(4_000, 18) == Label("99+", 13, "4000")


def test_wounds_are_drops_out_of_as_many_as_the_resistance() -> None:
    """Filled ones are wounds; where there are too many to count by eye, numbers tell."""
    svg = drawn(scene(sample()))
    captain = piece(svg, "hero:1.captain")
    assert (len(classes(captain, "heart")), len(classes(captain, "hollow"))) == (3, 2)
    assert "0 of 9" in words(piece(svg, "hero:2.sage"))


def test_a_hero_shows_its_classes_its_tasks_and_that_it_has_abilities() -> None:
    """Tasks are a pouch and their actions in order; a class without a symbol its first letters; abilities a scroll."""
    svg = drawn(scene(sample()))
    captain, sage = piece(svg, "hero:1.captain"), piece(svg, "hero:2.sage")
    assert glyphs(captain) == [
        "soldier",
        "scroll",
        "weapon",
        "armor",
        "bleed",
        "bleed",
        "bleed",
        "pouch",
        "bleed",
        "weapon",
        "coin",
    ]
    assert "1 ability. Sings." in titles(captain)
    assert "Dr" in words(sage)
    assert "+2 tasks" in words(sage)
    assert "Tasks: Charge for 2 copper (wound, attack, earn copper). Invented card." in title(captain)


def test_a_used_task_turns_the_card() -> None:
    """It is not dimmed, for it can still be attacked; a support says what it is."""
    squire = piece(drawn(scene(sample())), "hero:1.squire")
    assert "rotate(-3" in (squire.find(SVG + "g") or squire).get("transform", "")
    assert "turned" in glyphs(squire)
    assert "support" in words(squire)


def test_statuses_lie_on_the_lower_edge() -> None:
    """Put by a card or had from a place, each has its chip; of more than three, two and the number of the others."""
    held = tuple(status(name) for name in ("untouchable", "cannot_attack", "cannot_perform_tasks", "cursed"))
    team = side(hero("anna", 0, "tower"), hero("bert", held=held[3:]), hero("cora", held=held), locations=("tower",))
    svg = drawn(scene(table(components(), team)))
    assert glyphs(titled(piece(svg, "hero:1.anna"), "In cover")) == ["cover"]
    assert words(titled(piece(svg, "hero:1.bert"), "Cursed, permanent")) == ["C"]
    assert len(classes(piece(svg, "hero:1.cora"), "chip")) == 3
    assert words(titled(piece(svg, "hero:1.cora"), "Cannot perform tasks, Cursed")) == ["+2"]


def test_a_maneuver_is_tucked_under_its_hero() -> None:
    """With its name where there is room at its right, else as a tab below; used, it is turned."""
    wide = side(hero("anna", learned=("volley",), used=("volley",)), "bert", "cora")
    narrow = side(hero("anna", learned=("volley",)), "bert", "cora", locations=("ford",))
    for team, name, turned in ((wide, ["Volley"], 1), (narrow, [], 0)):
        slip = piece(drawn(scene(table(components(), team))), "card:1.volley")
        assert [word for word in words(slip) if word == "Volley"] == name
        assert [glyph for glyph in glyphs(slip) if glyph in ("pouch", "weapon")] == ["pouch", "weapon", "weapon"]
        assert glyphs(slip).count("turned") == turned


def test_nobody_moves_when_another_leaves_the_camp() -> None:
    """Who stays keeps its place; the empty one keeps a faint glyph."""
    boards = [table(components(), side(hero("anna", 4, where), "bert", "cora")) for where in ("camp", "infirmary")]
    before, after = (drawn(scene(board)) for board in boards)
    assert standing(after, "hero:1.cora") == standing(before, "hero:1.cora")
    assert [len(classes(piece(svg, "place:1.camp"), "faint")) for svg in (before, after)] == [0, 1]


def standing(svg: Element, name: str) -> list[str]:
    """Where a hero's card stands."""
    return next(place(group) for group in svg.iter(SVG + "g") if piece(svg, name) in group)


@pytest.mark.parametrize("locations", [("ford",), ("ford", "mill"), ("ford", "mill", "tower")])
def test_heroes_stand_within_their_places(locations: tuple[str, ...]) -> None:
    """However many locations and heroes there are, every card lies in the lane of its place, and on the board."""
    for crowd in (1, 2, 3):
        places = ["ford"] * crowd + ["infirmary"] * (3 - crowd)
        team = [hero(card, 1, where) for card, where in zip(("anna", "bert", "captain"), places, strict=True)]
        board = table(components(), side(*team, locations=locations))
        laid = layout(board, 1, ())
        for one in board.team(1):
            lane, card = laid.half(1).lanes[one.place], laid.spots[one.name].box
            assert lane.x <= card.x
            assert card.x + card.w <= lane.x + lane.w
            assert lane.y <= card.y
            assert card.y + card.h <= lane.y + lane.h


BAND = 7
"""How high the band of a location's owner is."""


@pytest.mark.parametrize(("heroes", "wide"), [(1, FULL), (2, FULL), (3, SLIM)])
def test_on_a_phone_heroes_at_a_location_stand_below_its_band(heroes: int, wide: float) -> None:
    """As wide as they can, so that their names are not cut beside free room."""
    team = [hero(card, 1, "ford") for card in ("anna", "bert", "captain")[:heroes]]
    board = table(components(), side(*team, locations=("ford",)))
    laid = layout(board, 1, (), NARROW)
    for one in board.team(1):
        lane, box = laid.half(1).lanes[one.place], laid.spots[one.name].box
        assert box.w == wide
        assert lane.y + BAND <= box.y
        assert box.y + box.h <= lane.y + lane.h


LINE = 11.5
"""A line of a crowd that is at least so high shows its numbers, 9.5 high, whole."""


@pytest.mark.parametrize(
    ("locations", "crowd", "seen"),
    [
        (("ford",), 2, FULL_HEIGHT),
        (("ford",), 6, FLAT_HEIGHT - 3),
        (("ford",), 9, LINE),
        (("ford", "mill"), 2, FLAT_HEIGHT),
        (("ford", "mill"), 4, LINE + 3),
        (("ford", "mill"), 7, LINE),
        (("ford", "mill", "tower"), 1, FLAT_HEIGHT),
        (("ford", "mill", "tower"), 2, LINE + 3),
        (("ford", "mill", "tower"), 3, LINE + 3),
        (("ford", "mill", "tower"), 4, LINE),
    ],
)
def test_at_a_crowded_location_no_hero_hides_the_numbers_of_another(
    locations: tuple[str, ...], crowd: int, seen: float
) -> None:
    """A player with one location has five heroes at most, with two four, with three three; guests join them. All lie
    within their location, below its words."""
    own, guests = ("anna", "bert", "cora", "captain", "sage"), ("anna", "bert", "cora", "captain")
    team = [hero(card, 0, "1.ford") for card in own[:crowd]]
    others = [hero(card, 0, "1.ford") for card in guests[: max(0, crowd - len(own))]]
    board = table(components(), side(*team, locations=locations), side(*others) if others else None)
    for near in (1, 2):
        laid = layout(board, near, ())
        lane = laid.half(1).lanes["1.ford"]
        boxes = [laid.spots[one.name].box for one in board.heroes if one.place == "1.ford"]
        assert len(boxes) == crowd
        for index, box in enumerate(boxes):
            assert lane.x <= box.x
            assert box.x + box.w <= lane.x + lane.w
            assert box.y + box.h <= lane.y + lane.h
            assert box.h >= seen
            for later in boxes[index + 1 :]:
                apart = later.x >= box.x + box.w or later.x + later.w <= box.x
                assert apart or later.y - box.y >= seen


@pytest.mark.parametrize("locations", [("ford", "mill"), ("ford", "mill", "tower")])
def test_a_hero_in_a_crowd_tells_all_of_its_numbers_and_statuses_in_a_line(locations: tuple[str, ...]) -> None:
    """Attack power, resistance and wounds, cover and other statuses, a used task; none lies on another."""
    used = hero("captain", 2, "ford", used=("task",), held=(status("cursed"), status("in_cover")))
    tried = hero("sage", 12, "ford", learned=("volley",), held=used.held)
    team = side(used, tried, hero("anna", 0, "ford"), locations=locations)
    svg = drawn(scene(table(components(), team)))
    captain, sage = piece(svg, "hero:1.captain"), piece(svg, "hero:1.sage")
    assert words(captain)[1:] == ["1", "5", "2", "C"]
    assert words(captain)[0].startswith("C")
    assert [text for text in titles(captain)[1:] if "by a card" not in text] == [
        "Regular task used this turn",
        "In cover",
        "Cursed, permanent",
    ]
    assert words(sage)[1:] == ["0", "9", "12", "C"]
    assert glyphs(titled(sage, "Has learned Volley")) == ["maneuver"]
    assert words(piece(svg, "hero:1.anna")) == ["Anna", "2", "4", "0"]
    for card in (captain, sage):
        numbers = [float(text.get("x", "")) for text in card.iter(SVG + "text") if "num" in text.get("class", "")][:3]
        chips = [float(c.get("cx", "")) + float(c.get("r", "")) for c in card.iter(SVG + "circle")]
        assert max(chips) < min(numbers) - 9.5
        assert [later - one >= 18 for one, later in pairwise(numbers)] == [True, True]
        assert numbers[2] + 18.2 <= 149


def test_of_many_signs_in_a_crowd_the_last_is_the_number_of_the_rest() -> None:
    """Its title names them."""
    held = tuple(status(name) for name in ("untouchable", "cannot_attack", "cannot_perform_tasks", "cursed"))
    team = side(hero("captain", 0, "ford", held=held), hero("anna", 0, "ford"), locations=("ford", "mill", "tower"))
    captain = piece(drawn(scene(table(components(), team))), "hero:1.captain")
    assert len(classes(captain, "chip")) == 3
    assert words(titled(captain, "Cannot perform tasks, Cursed")) == ["2"]


def test_a_crowded_location_keeps_its_words_in_one_line() -> None:
    """Its name, its task, what sending costs and how many are there; the picture stays as large as before."""
    pictures = []
    for crowd in (1, 3):
        places = ["ford"] * crowd + ["camp"] * (3 - crowd)
        team = [hero(card, 0, where) for card, where in zip(("anna", "bert", "captain"), places, strict=True)]
        pictures.append(drawn(scene(table(components(), side(*team, locations=("ford", "mill", "tower"))))))
    few, many = (piece(svg, "card:1.ford") for svg in pictures)
    assert words(many)[0].startswith("Ri")
    assert (words(few)[1], words(many)[1]) == ("1/2", "3/2")
    assert glyphs(many) == ["gate", "boot", "pouch", "pouch"]
    assert glyphs(few) == [*glyphs(many), "heal"]
    assert pictures[0].get("viewBox") == pictures[1].get("viewBox")


def test_a_team_of_six_fits_into_its_camp() -> None:
    """Three heroes and three supports stand side by side, or in rows of smaller cards; none lies on another."""
    for locations, plan in product(((), ("ford",)), (WIDE, NARROW)):
        team = side("anna", "bert", "cora", "captain", "sage", hero("squire", support=True), locations=locations)
        board = table(components(), team)
        laid = layout(board, 1, (), plan)
        lane = laid.half(1).lanes["camp"]
        boxes = [laid.spots[one.name].box for one in board.team(1)]
        assert all(box.x + box.w <= lane.x + lane.w and box.y + box.h <= lane.y + lane.h for box in boxes)
        assert not [pair for pair in combinations(boxes, 2) if overlap(*pair)]


def overlap(one: Box, two: Box) -> bool:
    across = min(one.x + one.w, two.x + two.w) - max(one.x, two.x)
    return across > 0 and min(one.y + one.h, two.y + two.h) > max(one.y, two.y)


# --- places, laws, players


def test_a_location_shows_its_capacity_its_cost_and_its_task() -> None:
    """Heroes there and how many may be; without a capacity no number."""
    team = side(hero("anna", 0, "ford"), "bert", "cora", locations=("ford", "mill"))
    svg = drawn(scene(table(components(), team)))
    ford, mill = piece(svg, "card:1.ford"), piece(svg, "card:1.mill")
    assert words(ford)[:2] == ["River Ford", "1/2"]
    assert {"Capacity: 1 of 2", "Sending a hero here costs 2 copper", "Costs 1 copper"} <= set(titles(ford))
    assert "gate" not in glyphs(mill)


def test_laws_in_force_lie_in_the_gap() -> None:
    """With their owner's band, their name and what they change; without one the place is dashed."""
    svg = drawn(scene(sample()))
    assert words(piece(svg, "card:2.curfew")) == ["Curfew", "+1"]
    assert glyphs(piece(svg, "card:2.curfew")) == ["law", "event"]
    assert "No law in force" in words(drawn(scene(table(components()))))
    team = "anna", "bert", "cora"
    many = table(components(), side(*team, laws=("frailty", "decree")), side(*team, laws=("curfew",)))
    laws = [piece(drawn(scene(many)), f"card:{law}") for law in ("2.curfew", "1.frailty", "1.decree")]
    tops = [float(place(law)[1]) for law in laws]
    assert [words(law) for law in laws] == [["Curfew"], ["Frailty"], ["Decree"]]
    assert [later - top for top, later in pairwise(tops)] == [22, 22]


@pytest.mark.parametrize("number", range(7))
@pytest.mark.parametrize("plan", [WIDE, NARROW], ids=["wide", "narrow"])
def test_as_many_laws_as_there_can_be_lie_beside_each_other(plan: Plan, number: int) -> None:
    """Within their room, and none on another."""
    boxes = [box for box, _ in law_boxes(number, plan.laws)]
    assert len(boxes) == number
    assert not [pair for pair in combinations(boxes, 2) if overlap(*pair)]
    assert all(box.x + box.w <= plan.laws.w and box.y + box.h <= plan.laws.h for box in boxes)


def test_a_strip_shows_copper_heroes_and_the_standing_word() -> None:
    """The number of heroes standing is the score; an eye or a sword tells when a seat is asked."""
    board = sample(pending=GameOver((2,), "nobody_left"))
    asked = board.with_side(2, replace(board.side(2), watches="attack"))
    strip = piece(drawn(scene(asked)), "seat:2")
    assert "14" in words(titled(strip, "14 copper"))
    assert words(titled(strip, "2 heroes of Otter standing")) == ["2"]
    assert glyphs(titled(strip, "Is asked before attacks")) == ["eye", "weapon"]
    assert glyphs(titled(piece(drawn(scene(asked)), "seat:1"), "Is not asked")) == ["eye"]
    assert "1st" in words(piece(drawn(scene(asked)), "seat:1"))


def test_who_is_waited_for_is_washed_in_its_colour() -> None:
    """The strip of the seat that has to choose, and no other, has its seat's wash."""
    svg = drawn(scene(sample(pending=TURN)))
    assert [len(classes(piece(svg, f"seat:{seat}"), "wash")) for seat in (1, 2)] == [1, 0]
    assert "to act" in words(piece(svg, "seat:1"))


def test_the_winner_wears_the_laurel() -> None:
    """The loser is unchanged; the panel tells why."""
    svg = drawn(scene(sample(pending=GameOver((2,), "nobody_left"))))
    assert "won" in words(piece(svg, "seat:2"))
    assert "won" not in words(piece(svg, "seat:1"))
    assert {"Otter won", "no hero was left to be attacked"} <= set(words(svg))
    assert "Game over" in words(drawn(scene(sample(pending=phases.GameOver((), "the table went home")))))


def test_long_names_in_bold_end_before_what_stands_beside_them() -> None:
    """A player's before the copper, a law's within its strip: bold letters are wider than plain ones."""
    name = "Edict of Frailty and of Everlasting Woe"
    edict = f"- {{id: edict, name: {name}, type: law, on_enact: [{{do: earn_copper, amount: 1}}]}}"
    svg = drawn(scene(table(cards(edict), side("anna", "bert", "cora", laws=("edict",)))))
    for part, start, end in ((piece(svg, "seat:1"), 46, 222), (piece(svg, "card:1.edict"), 38, 190)):
        text = next(text for text in part.iter(SVG + "text") if "name" in (text.get("class") or ""))
        size = int((text.get("class") or "").split("s")[-1])
        assert (text.text or "").endswith("…")
        assert start + 1.14 * advance(text.text or "", size) <= end
