"""Boards, views, addresses and timelines over a real log."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from events import DamagedGame
from projections import BadAddress, BadViewer, Library, parse_viewer, timeline, with_names
from projections.steps import action_text
from rulesets.heros_crossing_tactics import RULESET
from rulesets.heros_crossing_tactics.board import Board
from rulesets.kit.play import fold
from rulesets.kit.structs import Action, Adjust
from tests.events.build import tamper
from tests.projections.conftest import new_game, play

if TYPE_CHECKING:
    from collections.abc import Sequence

    from api.recording.recorder import Recorder
    from events import Game, Store
    from rulesets.kit.structs import Effect, Viewer

VIEWERS: tuple[Viewer, ...] = ("table", "spectator", 1, 2)


def undone_game(recorder: Recorder) -> Game:
    """A game with undone lines: 60 actions, an undo, other actions, another undo and a redo."""
    game = play(recorder, new_game(recorder), 60)
    game = recorder.undo(game.id, to="round:1").game
    game = play(recorder, game, 25, seed=2)
    game = recorder.undo(game.id).game
    return recorder.redo(game.id).game


def test_a_board_is_the_fold_of_its_line_at_every_version(recorder: Recorder, store: Store) -> None:
    """A board that is folded again equals the one cached while playing, for every viewer and version."""
    game = undone_game(recorder)
    for viewer in VIEWERS:
        for version in range(1, game.version + 1):
            fresh = Library(store, {RULESET.name: RULESET})
            assert fresh.board(game, version, viewer) == recorder.library.board(game, version, viewer)


def test_a_board_a_few_events_later_is_folded_without_reading_the_log(
    recorder: Recorder, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also past an undo. Broken by forgetting the effects of an event that was just stored."""
    library, game = recorder.library, play(recorder, new_game(recorder), 20)
    for viewer in VIEWERS:
        library.head(game, viewer)
    game = play(recorder, recorder.undo(play(recorder, game, 3).id).game, 4, seed=2)
    wanted = {viewer: Library(store, {RULESET.name: RULESET}).head(game, viewer) for viewer in VIEWERS}
    for name in ("effects", "joined_effects"):
        monkeypatch.delattr(type(store), name)
    assert {viewer: library.head(game, viewer) for viewer in VIEWERS} == wanted


@pytest.mark.parametrize("effects", ["[],[]", ""])
def test_an_event_with_the_effects_of_two_or_of_none_is_damage(recorder: Recorder, store: Store, effects: str) -> None:
    """Also where the texts of many events are still one JSON array. Broken by not counting what was decoded."""
    game = play(recorder, new_game(recorder), 20)
    tamper(store, "update events set effects = :effects where version = 9", effects=effects)
    with pytest.raises(DamagedGame, match=r"version 9\b"):
        Library(store, {RULESET.name: RULESET}).game(game.id)


def test_a_view_is_the_fold_of_what_the_viewer_sees(recorder: Recorder, library: Library) -> None:
    """The events as a viewer may see them fold into the very board that the viewer is shown."""
    game = play(recorder, new_game(recorder), 50)
    for viewer in VIEWERS:
        board = None
        for version in range(1, game.version + 1):
            step = library.step(game, version, viewer)
            board = fold(step.before if board is None else board, step.effects)
            assert board == library.board(game, version, viewer)


def test_a_marker_shows_where_play_stands(recorder: Recorder, library: Library) -> None:
    """The board at an undo is the board that play went back to."""
    game = play(recorder, new_game(recorder), 30)
    target = library.resolve(game, "move:start")
    game = recorder.undo(game.id).game
    assert game.summary.head == target
    assert library.board(game, game.version) == library.board(game, target)
    assert library.step(game, game.version, "table").marks == ("undo",)


def test_every_form_of_address_is_resolved(recorder: Recorder, library: Library) -> None:
    """57, head, start, end, -3, round:3, turn:14, turn:start and move:start are addresses."""
    game = undone_game(recorder)
    tree, head = library.tree(game), game.summary.head
    assert library.resolve(game, "7") == 7
    assert library.resolve(game, "head") == library.resolve(game, "end") == head
    assert library.resolve(game, "start") == 1
    assert library.resolve(game, "-1") == tree.previous(head)
    for round_ in (0, 1, 2):
        version = library.resolve(game, f"round:{round_}")
        assert library.board(game, version).round == round_
        previous = tree.previous(version)
        assert previous is None or library.board(game, previous).round == round_ - 1
    turn = library.resolve(game, "turn:5")
    assert library.board(game, turn).turn == 5
    start = library.resolve(game, "turn:start")
    assert library.board(game, start).turn == library.head(game).turn
    move = library.resolve(game, "move:start")
    assert type(library.board(game, move).pending) is RULESET.home
    assert move < head


@pytest.mark.parametrize("address", ["", "0", "9999", "-999", "round:99", "turn:-1", "move:end", "heads", "1;2", "٣"])
def test_a_wrong_address_is_refused_with_a_hint(recorder: Recorder, library: Library, address: str) -> None:
    """The error says which addresses are possible."""
    game = play(recorder, new_game(recorder), 10)
    with pytest.raises(BadAddress) as refused:
        library.resolve(game, address)
    assert refused.value.why


def test_moments_step_through_rounds_and_turns(recorder: Recorder, library: Library) -> None:
    """From the start, next_turn and next_round reach every turn and round of the line, and prev leads back."""
    game = play(recorder, new_game(recorder), 60)
    turns: list[int] = []
    version = 1
    while (following := library.moment(game, version).next_turn) is not None:
        assert library.moment(game, following).prev_turn == library.resolve(game, f"turn:{len(turns)}")
        version = following
        turns.append(library.board(game, version).turn)
    assert turns == list(range(1, library.head(game).turn + 1))
    rounds, version = [], 1
    while (following := library.moment(game, version).next_round) is not None:
        version = following
        rounds.append(library.board(game, version).round)
    assert rounds == list(range(1, library.head(game).round + 1))


def test_inside_a_turn_prev_turn_is_its_start(recorder: Recorder, library: Library) -> None:
    """Stepping back by turns goes to the start of this turn first."""
    game = play(recorder, new_game(recorder), 60)
    for version in range(2, game.version + 1):
        moment = library.moment(game, version)
        if moment.prev_turn is not None and moment.turn == library.moment(game, version - 1).turn:
            assert library.board(game, moment.prev_turn).turn == moment.turn


def test_the_timeline_has_every_event_of_the_line_once(recorder: Recorder, library: Library) -> None:
    """A line's events are in the timeline in order, with a sentence each, and undone ones in its branches."""
    game = undone_game(recorder)
    found = timeline(library, game, "table")
    entries = [entry for round_ in found.rounds for turn in round_.turns for entry in turn.events]
    assert [entry.version for entry in entries] == list(library.tree(game).versions(game.summary.head))
    assert all(entry.text.endswith(".") for entry in entries)
    assert not any("{" in entry.text for entry in entries)
    assert found.branches
    assert [entry.marks for entry in found.markers] == [("undo",), ("undo",), ("redo",)]


def test_without_a_sentence_an_event_shows_its_action(
    recorder: Recorder, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It shows the label of the action, as the viewer may see it."""
    game = play(recorder, new_game(recorder), 30)

    def without_sentence(_: object, board: Board, effects: Sequence[Effect[Board]]) -> tuple[str, Board]:
        return "", fold(board, effects)

    monkeypatch.setattr(type(RULESET), "sentence_and_board", without_sentence)
    assert library.step(game, 1, "table").text == "The game begins."
    assert action_text(Adjust(entered=1), library.head(game), 1) == "Nothing changes."
    for viewer in VIEWERS:
        step = library.step(game, game.version, viewer)
        assert isinstance(step.action, Action)
        assert step.event.seat is not None
        assert step.text == f"{step.action.label(step.before, step.event.seat)}."


def test_the_timeline_of_one_component_is_its_history(recorder: Recorder, library: Library) -> None:
    """With an id, the timeline holds only events about it."""
    game = play(recorder, new_game(recorder), 60)
    found = timeline(library, game, "table", touches="front:1.2")
    entries = [entry for round_ in found.rounds for turn in round_.turns for entry in turn.events]
    assert entries
    assert all("front:1.2" in entry.touches for entry in entries)


@pytest.mark.parametrize("viewer", ["spectator", 1, 2])
def test_hidden_cards_are_not_shown(recorder: Recorder, library: Library, viewer: Viewer) -> None:
    """While a game runs, no event or board that a viewer gets names a card that only others hold."""
    game = play(recorder, new_game(recorder), 60)
    assert game.summary.status == "running"
    named = re.compile(r'"((?:[a-z]+)[a-z0-9]*-\d+)"')
    for version in range(1, game.version + 1):
        truth, shown = library.board(game, version), library.board(game, version, viewer)
        assert isinstance(truth, Board)
        assert isinstance(shown, Board)
        hidden = {
            card
            for seat, side in enumerate(truth.sides, 1)
            if seat != viewer
            for card in (*side.hand, *side.draft, *side.drafted)
        }
        step = library.step(game, version, viewer)
        text = RULESET.encode(step.effects) + RULESET.encode(step.action)
        mentioned = set(named.findall(text + RULESET.encode(shown.sides)))
        publicly_known = {card for front in [f for s in truth.sides for f in s.fronts] for card in front.heroes}
        assert not (mentioned & hidden) - publicly_known


def test_once_a_game_is_over_everybody_sees_everything(recorder: Recorder, library: Library) -> None:
    """A finished game has no secrets; one that was undone back into play has them again."""
    finished = play(recorder, new_game(recorder), 5_000)
    assert finished.summary.status == "finished"
    for version in (1, 5, finished.version):
        assert library.board(finished, version, "spectator") == library.board(finished, version, "table")


@pytest.mark.parametrize("text", ["0", "9x", "", "tables", "-1", "seat"])
def test_a_viewer_is_the_table_a_spectator_or_a_seat(text: str) -> None:
    """Anything else is refused."""
    with pytest.raises(BadViewer):
        parse_viewer(text)


def test_seats_have_up_to_two_digits() -> None:
    """In addresses and in sentences."""
    assert parse_viewer("12") == 12
    assert with_names("{1}, {12} and {3}", {1: "Ann", 12: "Lea"}) == "Ann, Lea and Seat 3"
    for text in ("100", "01"):
        with pytest.raises(BadViewer):
            parse_viewer(text)


def test_a_seat_that_does_not_exist_is_refused(recorder: Recorder, library: Library) -> None:
    """A game of two has no seat 3."""
    game = new_game(recorder)
    with pytest.raises(BadViewer):
        library.board(game, 1, 3)
