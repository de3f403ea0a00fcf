"""The conformance suite finds each fault that is planted into a sound game, and says what it is."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from dataclasses import replace as changed
from itertools import chain

import pytest
from msgspec.structs import replace

from rulesets.kit.conformance import Profile, Report, check, nothing_hidden
from rulesets.kit.facts import Fact
from rulesets.kit.fields import Field, asked_fields, fields_of
from rulesets.kit.history import Card, NoHistory
from rulesets.kit.phases import Phase
from rulesets.kit.play import Play, need
from rulesets.kit.structs import TABLE, Action, ChoiceStep, Value, Viewer, sees
from rulesets.kit.svg import Scene
from tests.rulesets.kit import tips
from tests.rulesets.kit.tips import CARDS, RULESET, UNKNOWN, Board

GAMES = 12


def universe(board: Board) -> Iterable[Action[Board]]:
    """Every card and seat, and more."""
    return chain(map(tips.PlayCard, (*CARDS, UNKNOWN, "")), map(tips.Tip, range(-1, 5)), (tips.Keep(),))


def hidden(board: Board, viewer: Viewer) -> Collection[str]:
    """The pack and other hands."""
    others = (hand for seat, hand in enumerate(board.hands, 1) if not sees(viewer, seat))
    return {*board.unseen, *others} - {"", UNKNOWN}


PROFILE: Profile[Board] = Profile(universe=universe, hidden=hidden, drawn_boards=0.5)


def fault(profile: Profile[Board] = PROFILE, *, complete: bool = False) -> str:
    """What the suite says."""
    with pytest.raises(AssertionError) as error:
        check(RULESET, profile, games=GAMES, complete=complete)
    return str(error.value)


def test_the_game_is_sound() -> None:
    """Everything comes in a few games, forced choices and both ends of a hand among it."""
    report = check(RULESET, PROFILE, games=GAMES, complete=True)

    assert not report.unseen
    assert report.forced["Tipping"] > report.phases["Tipping"] > 0
    assert report.drawn.keys() == {"Turn", "Tipping", "GameOver"}
    assert report.passed["Drawing"] > 0
    assert report.dry_runs["whole"] > 0


def test_a_failure_names_the_version_of_its_event(monkeypatch: pytest.MonkeyPatch) -> None:
    """The start is version 1."""
    monkeypatch.setattr(tips.TurnStarted, "touches", lambda _self: ("Turn 1",))
    assert fault().startswith("tips, seed 0, version 1, start: AssertionError: TurnStarted(seat=1) touches 'Turn 1'")


def test_an_end_that_has_no_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """Screens and statistics know an end by its id, and say it in words of the ruleset."""
    monkeypatch.setattr(RULESET, "endings", {"stars": "nobody has a star"})
    assert "the game ended by 'cards', which is none of its endings" in fault()


def test_a_score_that_another_effect_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Statistics ask for the standing after the effects that `changed_by` names, and after no other."""
    monkeypatch.setattr(RULESET, "scoring", frozenset())
    assert "changes the standing, but changed_by does not name it" in fault()


# --- secrets


def test_a_profile_has_to_say_what_is_hidden() -> None:
    """Left out, a leak would pass."""
    with pytest.raises(TypeError, match="hidden"):
        Profile(universe=universe)  # type: ignore[call-arg]


def test_a_game_that_says_it_hides_nothing_and_does() -> None:
    """The effects and actions with a `seen_by` of their own are named."""
    assert "`seen_by` is overridden by CardDrawn" in fault(changed(PROFILE, hidden=nothing_hidden))


def test_a_game_that_hides_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Passes when it says so."""
    monkeypatch.delattr(tips.CardDrawn, "seen_by")
    report = check(RULESET, changed(PROFILE, hidden=nothing_hidden), games=GAMES)
    assert report.games == GAMES


def test_rows_that_name_a_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    """Made of what a viewer sees, they tell no more than that."""

    def facts(self: tips.TurnStarted, board: Board) -> Iterable[Fact]:
        return (Fact(seat=self.seat, card=next(iter(board.unseen), None)),)

    monkeypatch.setattr(tips.TurnStarted, "facts", facts)
    assert "may not know ['" in fault()


def test_a_hand_that_only_its_seat_can_play_from(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a what-if game of another seat its cards are unknown, and play has to go on."""

    def check_known(self: tips.PlayCard, board: Board, seat: int) -> None:
        need(self.card in CARDS and self.card == board.hands[seat - 1], "TIP-TRN-02")

    monkeypatch.setattr(tips.PlayCard, "check", check_known)
    assert re.search(r"played on from version \d+ as (\d|spectator) sees it: AssertionError: nobody can act", fault())


# --- pictures


def drawing(monkeypatch: pytest.MonkeyPatch, draw: Callable[[Scene[Board]], str]) -> str:
    monkeypatch.setattr(RULESET, "picture", draw)
    return fault()


def test_a_picture_that_cannot_be_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Which one, and for whom, is said."""

    def no_narrow(scene: Scene[Board]) -> str:
        return f"{1 // (scene.arrangement != 'narrow')}" and tips.picture(scene)

    assert re.search(r"\w+: no picture for a phone: ZeroDivisionError", drawing(monkeypatch, no_narrow))


def test_a_picture_of_an_end_that_cannot_be_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first board of each phase is drawn, however few the others are."""

    def no_end(scene: Scene[Board]) -> str:
        return scene.board.pending.asks and tips.picture(replace(scene, board=_waiting(scene.board)))

    monkeypatch.setattr(RULESET, "picture", no_end)
    message = fault(changed(PROFILE, drawn_boards=0.0))
    assert "no picture" in message
    assert "TypeError: the board waits for GameOver" in message


def _waiting(board: Board) -> Board:
    (tips.Tipping if isinstance(board.pending, tips.Tipping) else tips.Turn).of(board)
    return board


def test_a_picture_that_is_no_xml(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name of a player that is not escaped, on a page."""

    def unescaped(scene: Scene[Board]) -> str:
        return f"<svg><title>{', '.join(scene.names.values())}</title></svg>"

    assert "the picture in a page is no XML" in drawing(monkeypatch, unescaped)


def test_a_file_that_holds_two_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """What goes into a page may be several documents; a file is one."""
    message = drawing(monkeypatch, lambda scene: tips.picture(scene) * 2)
    assert "the picture for a desk" in message
    assert "is no XML: junk after document element" in message


@pytest.mark.parametrize(
    "leak",
    ["<text>{}</text>", '<g data-id="{}"/>', '<g data-holds="card:{} card:?"/>', "<title>The {} of the pack</title>"],
)
def test_a_picture_that_shows_a_secret(monkeypatch: pytest.MonkeyPatch, leak: str) -> None:
    """In a text, a title or an id; to spectators as well."""

    def leaking(scene: Scene[Board]) -> str:
        shown = leak.format(scene.board.unseen[-1]) if scene.board.unseen else ""
        return f"<svg>{shown}</svg>"

    assert "may not know ['" in drawing(monkeypatch, leaking)


def test_the_look_of_a_picture_tells_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A class or a symbol may be called as a card is."""
    look = f"<style>.{CARDS[0]} {{}}</style><defs><symbol id='{CARDS[1]}'/></defs>"
    every = "".join(f'<g class="{card}"/>' for card in CARDS)
    monkeypatch.setattr(RULESET, "picture", lambda _scene: f"<svg>{look}{every}</svg>")
    check(RULESET, PROFILE, games=GAMES)


# --- texts


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{9} waits.", "names seat 9, which is none of this game: '{9} waits.'"),
        ("{0} waits.", "names seat 0, which is none of this game"),
        ("{seat} waits.", "has a brace that stands for no seat: '{seat} waits.'"),
        ("1} waits.", "has a brace that stands for no seat"),
    ],
)
def test_a_text_that_names_no_seat(monkeypatch: pytest.MonkeyPatch, text: str, message: str) -> None:
    """Neither in a sentence nor in a label."""
    with monkeypatch.context() as patched:
        patched.setattr(tips.CardPlayed, "sentence", lambda _self, _board: text)
        assert "CardPlayed(seat=" in fault()
        assert message in fault()
    monkeypatch.setattr(tips.Keep, "label", lambda _self, _board, _seat: text)
    assert f"Keep() {message}" in fault()


def test_a_text_that_names_a_seat_to_some_viewers_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is said of a view is looked at as well."""
    monkeypatch.setattr(
        tips.CardDrawn, "sentence", lambda self, _board: "{9} draws." if self.card == UNKNOWN else "A card is drawn."
    )
    assert "names seat 9" in fault()


TOLD = {
    "card": Field(lambda _board, _seat, card, _fixed: card, lambda _board, seat, _card, _fixed: (f"hand:{seat}",)),
    "to": Field(
        lambda _board, _seat, to, _fixed: f"{{{to}}}", lambda _board, _seat, to, _fixed: (f"hand:{to}",), asks="Whom?"
    ),
}


@pytest.fixture
def fields(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game tells its fields, and is therefore held to its sentences, words and ids as well."""
    fields = TOLD
    monkeypatch.setattr(tips.Keep, "nowhere", "nothing is given")
    monkeypatch.setattr(RULESET, "fields", fields)
    monkeypatch.setattr(RULESET, "_fields_of", {kind: fields_of(kind, fields) for kind in RULESET.actions})
    monkeypatch.setattr(RULESET, "_asked_fields", {kind: asked_fields(kind, fields) for kind in RULESET.actions})


@pytest.mark.usefixtures("fields")
def test_the_game_that_tells_its_fields_is_sound() -> None:
    assert check(RULESET, PROFILE, games=GAMES).games == GAMES


@pytest.mark.usefixtures("fields")
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{1} draws .", "' .' is bad punctuation"),
        ("{1} draws ?2.", "'?2' is an id"),
        ("{1} draws card:ant.", "'card:a' is an id"),
        ("{1} draws one of 1 cards.", "'of 1 cards' is no plural"),
        ("Seat 1 draws.", "'Seat 1' is not how players talk"),
        ("{1} draws a ant.", "'a an' is the wrong article"),
    ],
)
def test_a_sentence_that_is_not_plain_to_some_viewers_only(
    monkeypatch: pytest.MonkeyPatch, text: str, message: str
) -> None:
    """What is told to those who may not know a card is read as well."""
    open_ = tips.CardDrawn.sentence
    monkeypatch.setattr(
        tips.CardDrawn, "sentence", lambda self, board: text if self.card == UNKNOWN else open_(self, board)
    )
    assert message in fault()


@pytest.mark.usefixtures("fields")
def test_an_event_that_names_nobody_to_some_viewers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who acted is named to everybody, also where what was done is a secret."""
    monkeypatch.setattr(tips.TipGiven, "seen_by", lambda self, viewer: self if viewer == TABLE else replace(self, to=0))
    monkeypatch.setattr(
        tips.TipGiven,
        "sentence",
        lambda self, _board: "A coin is given." if self.to == 0 else f"{{{self.seat}}} gives.",
    )
    assert "it does not name who acted: 'A coin is given.'" in fault()


@pytest.mark.usefixtures("fields")
def test_two_types_of_action_with_one_title(monkeypatch: pytest.MonkeyPatch) -> None:
    """A player is asked for the type first."""
    monkeypatch.setitem(RULESET.titles, "Keep", RULESET.titles["Tip"])
    assert "in Tipping, two types of action are called ['Tip']" in fault()


@pytest.mark.usefixtures("fields")
def test_an_action_that_steps_do_not_reach(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a type of action says of its own next step."""
    monkeypatch.setattr(tips.Tip, "step", classmethod(lambda *_: ChoiceStep("to", (), "Whom?")))
    assert re.search(r"AssertionError: Tip\(to=\d\) is not among|no answer to type leads to Tip", fault())


@pytest.mark.usefixtures("fields")
def test_a_step_that_offers_what_is_not_legal(monkeypatch: pytest.MonkeyPatch) -> None:
    """It would be refused when it is taken."""
    wrong = Value(9, "Nine", (), 1, tips.Tip, tips.Tip(9))
    step = ChoiceStep("to", (wrong,), "Whom?")
    monkeypatch.setattr(tips.Tip, "step", classmethod(lambda *given: ChoiceStep("to") if given[-1].taps else step))
    assert "Tip(to=9) is offered after" in fault()


@pytest.mark.usefixtures("fields")
def test_a_field_that_asks_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where several of its values are left."""
    silent = {name: replace(field, asks="") for name, field in TOLD.items()}
    monkeypatch.setattr(RULESET, "_asked_fields", {kind: asked_fields(kind, silent) for kind in RULESET.actions})
    assert "nothing is asked with to of Tip" in fault()


class Animals(NoHistory):
    """Each card is an animal, called as its id."""

    def cards(self, _components: object) -> Iterable[Card]:
        return (Card(card, card, "animal") for card in CARDS)


@pytest.mark.usefixtures("fields")
def test_what_a_text_names_and_the_picture_does_not_show(monkeypatch: pytest.MonkeyPatch) -> None:
    """A card that was played lies in no hand."""
    monkeypatch.setattr(RULESET, "history", Animals())
    assert re.search(r"'\w{3}' is named in '\{\d\} plays the .*', but not in the picture of", fault(ANIMALS))


@pytest.mark.usefixtures("fields")
def test_what_a_text_speaks_of_and_the_picture_does_not_show() -> None:
    """A profile tells what else is spoken of: the whole match, or its group `name`."""
    assert re.search(r"'the \w{3}' is named in 'Play the", fault(changed(PROFILE, spoken=r"the \w{3}\b")))
    assert re.search(r"'\w{3}' is named in '\{\d\} plays", fault(changed(PROFILE, spoken=r"plays the (?P<name>\w{3})")))


def tell_of_whom(monkeypatch: pytest.MonkeyPatch, field: Field) -> None:
    """The game tells the field `to` in this way."""
    fields = TOLD | {"to": field}
    monkeypatch.setattr(RULESET, "_fields_of", {kind: fields_of(kind, fields) for kind in RULESET.actions})


@pytest.mark.usefixtures("fields")
def test_a_value_in_digits_that_its_place_does_not_bear(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name may be a number; its piece is called so all the same."""
    tell_of_whom(monkeypatch, replace(TOLD["to"], word=lambda _board, _seat, to, _fixed: str(to + 70)))
    assert re.search(r"to of Tip\(to=\d\) is called '7\d', and hand:\d in the picture", fault())


@pytest.mark.usefixtures("fields")
def test_an_amount_that_is_not_tapped_as_often(monkeypatch: pytest.MonkeyPatch) -> None:
    """A plain number that its place does not show is told by taps: one for each, or one less."""
    tell_of_whom(monkeypatch, Field(ids=lambda *_: ("hand:1",), asks="How many?"))
    assert "to of Tip(to=3) is called '3', and hand:1 in the picture" in fault()

    tell_of_whom(monkeypatch, Field(ids=lambda _board, _seat, to, _fixed: ("hand:1",) * to, asks="How many?"))
    assert check(RULESET, PROFILE, games=GAMES)


@pytest.mark.usefixtures("fields")
def test_what_a_text_names_and_two_pieces_are_called(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody could tell which of the two is meant, unless equal copies are alike."""

    def all_twice(scene: Scene[Board]) -> str:
        groups = "".join(f'<g data-id="animal:{card}-{n}"><title>{card}</title></g>' for card in CARDS for n in (1, 2))
        return tips.picture(scene).replace("</svg>", f"{groups}</svg>")

    monkeypatch.setattr(RULESET, "history", Animals())
    monkeypatch.setattr(RULESET, "picture", all_twice)
    assert "and is the title of two ['animal:']" in fault(ANIMALS)
    assert check(RULESET, changed(ANIMALS, same_labels_ok="copies are alike", hidden=nothing_open), games=GAMES)


def nothing_open(_board: Board, _viewer: Viewer) -> Collection[str]:
    """What a picture that shows all animals gives away is not looked at."""
    return ()


ANIMALS = changed(PROFILE, shown=("animal",))


def test_two_actions_with_one_label(monkeypatch: pytest.MonkeyPatch) -> None:
    """A player could not tell them apart."""
    monkeypatch.setattr(tips.Tip, "label", lambda _self, _board, _seat: "Tip somebody")
    assert "two actions are called 'Tip somebody': Tip(to=" in fault()
    assert check(RULESET, changed(PROFILE, same_labels_ok="seats are alike"), games=GAMES)

    monkeypatch.setattr(tips.Tip, "label", tips.Keep.label)
    monkeypatch.setattr(tips.Keep, "label", lambda _self, _board, _seat: "Tip")
    assert "two actions are called 'Tip'" in fault(changed(PROFILE, same_labels_ok="seats are alike"))


# --- rules


def test_a_refusal_by_no_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is refused."""
    monkeypatch.setattr(tips.PlayCard, "check", lambda self, board, seat: need(self.card in board.hands, "TIP-XXX-01"))
    assert "a refusal names TIP-XXX-01, which is no rule" in fault()


@pytest.mark.parametrize("seed", [0, 1])
def test_a_question_by_no_rule(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    """Where the service draws, and where a table does."""

    def draw_by_none(play: Play[Board], seat: int) -> None:
        play.emit(tips.CardDrawn(seat, play.chance.draw(play.board.unseen, rule="TIP-XXX-02") or ""))

    monkeypatch.setattr(tips, "deal", draw_by_none)
    with pytest.raises(AssertionError, match="names TIP-XXX-02, which is no rule"):
        check(RULESET, PROFILE, games=1, seed=seed)


@pytest.mark.parametrize("phase", [tips.Turn, tips.Drawing])
def test_a_phase_by_no_rule(monkeypatch: pytest.MonkeyPatch, phase: type[Phase]) -> None:
    """Automatic ones too, before anything is played."""
    monkeypatch.setattr(phase, "rule", "TIP-XXX-03")
    assert fault() == f"the phase {phase.__name__} names TIP-XXX-03, which is no rule"


# --- phases


def tip_with_an_ant(_self: tips.Tip, board: Board, seat: int) -> None:
    """Who may tip tells who holds the ant."""
    need(board.hands[seat - 1] == "ant", "TIP-TIP-02")


def tip_the_next(cls: type[tips.Tip], board: Board, seat: int) -> Iterable[tips.Tip]:
    return (cls(seat % board.seats + 1),)


NO_UNIVERSE = changed(PROFILE, exact_each=0, exact_boards=0.0)


def test_a_forced_choice_that_tells_a_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    """That a seat was not asked tells others that its card is not the ant; that it was asked, that it is."""
    monkeypatch.setattr(tips.Tip, "check", tip_with_an_ant)
    monkeypatch.setattr(tips.Tip, "options", classmethod(tip_the_next))
    message = fault(NO_UNIVERSE)
    assert re.search(
        r"a forced choice reveals a secret: seat \d has several actions in Tipping\(\), and \w+ sees one action",
        message,
    )


def test_a_forced_choice_that_others_do_not_know_to_be_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is taken in the midst of an event, and looked at there."""
    monkeypatch.setattr(tips.Tip, "check", lambda _self, board, seat: need(board.hands[seat - 1] == "?", "TIP-TIP-02"))
    monkeypatch.setattr(tips.Tip, "options", classmethod(tip_the_next))
    message = fault(NO_UNIVERSE)
    assert re.search(r"seat \d has one action in Tipping\(\), and \w+ sees several actions", message)


def test_a_choice_that_lapses_and_tells_a_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same where play continues since nothing could be chosen."""
    monkeypatch.setattr(tips.Tipping, "takes_forced", False)
    monkeypatch.setattr(tips.Tipping, "lapses", True)
    monkeypatch.setattr(tips.Tipping, "after", lambda _self: tips.Passing())
    monkeypatch.setattr(tips.Keep, "options", classmethod(lambda _cls, _board, _seat: ()))
    lapsing = tips.build()
    assert check(lapsing, NO_UNIVERSE, games=GAMES).effects["ChoiceForgone"] > 0

    monkeypatch.setattr(tips.Tip, "check", tip_with_an_ant)
    monkeypatch.setattr(tips.Tip, "options", classmethod(tip_the_next))
    with pytest.raises(AssertionError, match="a forced choice reveals a secret"):
        check(lapsing, NO_UNIVERSE, games=GAMES)


def test_a_phase_that_does_not_say_what_it_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where others do; automatic phases ask nothing."""
    monkeypatch.delattr(tips.Tipping, "asks")
    assert fault() == "tips: Tipping does not say what it asks"
    monkeypatch.delattr(tips.Turn, "asks")
    check(RULESET, PROFILE, games=1)


def test_what_never_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Is listed, and a fault where the games are to be complete."""
    monkeypatch.setattr(tips.Tip, "options", classmethod(lambda _cls, _board, _seat: ()))
    report = check(RULESET, NO_UNIVERSE, games=GAMES)
    assert report.unseen == ["action Keep", "action Tip", "effect TipGiven"]
    assert fault(NO_UNIVERSE, complete=True) == "tips: never came: action Keep, action Tip, effect TipGiven"

    nothing = Report(declared=report.declared)
    assert {"phase Drawing", "phase Tipping", "phase Turn", "action PlayCard"} < {*nothing.unseen}
    assert (nothing + report).unseen == report.unseen
