"""Actions, undo and redo, below HTTP."""

from __future__ import annotations

import hashlib
import json
from random import Random
from threading import Thread
from typing import TYPE_CHECKING, Any

import pytest

from api.recording.decide import Entry
from api.recording.recorder import BadSeats, NewGameRequest, Recorder
from api.recording.undo import UndoRefused, can_redo, can_undo
from events import KeyReused, Request, Stale, UnknownComponentSet
from projections import Library, board_hash, read_start
from projections.errors import RulesetMissing
from rulesets.heros_crossing_tactics import RULESET
from rulesets.heros_crossing_tactics.rules.attack import Attack
from rulesets.heros_crossing_tactics.rules.flank import Flank
from rulesets.heros_crossing_tactics.rules.recruit import DrawHero, FinishDrawing, Recruit
from rulesets.heros_crossing_tactics.rules.setup import PickHero
from rulesets.kit.chance import GivenChance
from rulesets.kit.errors import ChanceNeeded, LeftoverOutcomes, Refused, UnknownAction
from tests.projections.conftest import library, new_game, play, recorder, store

if TYPE_CHECKING:
    from events import Game, Store
    from rulesets.kit.structs import UndoPolicy as Undo

__all__ = ["library", "recorder", "store"]  # fixtures

TABLE_START = (1, *(None,) * 6)
"""The outcomes that a table enters at the start: seat 1 goes first, and nobody shows a draft hand."""


def table_game(recorder: Recorder) -> Game:
    wanted = NewGameRequest(ruleset=RULESET.name, players=(None, None), chance="table", outcomes=TABLE_START)
    return recorder.create(wanted).game


def at_a_turn(recorder: Recorder, undo: Undo = "free") -> Game:
    """A game with the server's chance, in the home phase."""
    game = new_game(recorder, undo=undo)
    while type(recorder.library.head(game).pending) is not RULESET.home:
        game = play(recorder, game, 1)
    return game


def request(game: Game, key: str, asks: str = "the same") -> Request:
    return Request(scope=str(game.id), key=key, fingerprint=hashlib.sha256(asks.encode()).digest())


def test_recording_reads_no_effects_whoever_looks(recorder: Recorder, monkeypatch: pytest.MonkeyPatch) -> None:
    """A seat's board after an action of another seat is folded from what was just stored, not read from the log."""
    game = at_a_turn(recorder)
    library, last = recorder.library, game.version
    for seat in (1, 2):
        library.head(game, seat)
    with monkeypatch.context() as patch:
        patch.setattr(library.store, "effects", None)
        for _ in range(20):
            game = play(recorder, game, 1)
        boards = [library.head(game, seat) for seat in (1, 2)]
        steps = [library.read(game, event, 2) for event in library.store.events(game.id, last + 1)]
    unread = Library(library.store, {RULESET.name: RULESET})
    assert boards == [unread.head(game, seat) for seat in (1, 2)]
    assert steps == [unread.read(game, event, 2) for event in library.store.events(game.id, last + 1)]


def test_the_first_event_has_the_settings_of_the_game(recorder: Recorder, store: Store) -> None:
    """It holds seats, component set, chance, undo policy and the hash of the secret key."""
    game = new_game(recorder)
    start = read_start(store, game.id)
    key = store.secret_key(game.id)
    assert key is not None
    assert start.chance_key_hash == hashlib.sha256(key).hexdigest()
    assert (start.seats, start.chance, start.undo) == (2, "server", "free")
    assert start.component_set == game.component_set == RULESET.starter_components.hash


def test_the_default_undo_policy_depends_on_who_rolls(recorder: Recorder) -> None:
    """If the table rolls, undo is free; if the service rolls, nobody undoes new information."""
    players = (None, None)
    assert table_game(recorder).undo == "free"
    assert (
        recorder.create(NewGameRequest(ruleset=RULESET.name, players=players, chance="server")).game.undo
        == "no_new_information"
    )


def test_a_missing_outcome_is_asked_for(recorder: Recorder, store: Store) -> None:
    """If an outcome is missing or impossible, the answer has the question, and nothing is stored."""
    wanted = NewGameRequest(ruleset=RULESET.name, players=(None, None))
    with pytest.raises(ChanceNeeded) as missing:
        recorder.create(wanted)
    assert (missing.value.index, missing.value.asked.kind, missing.value.asked.allowed) == (0, "pick", (1, 2))
    with pytest.raises(ChanceNeeded) as impossible:
        recorder.create(NewGameRequest(ruleset=RULESET.name, players=(None, None), outcomes=(3,)))
    assert impossible.value.rejected == (3,)
    assert store.position() == 0


def test_leftover_outcomes_are_refused(recorder: Recorder, store: Store) -> None:
    """They may be a slip of the pen, whoever rolls."""
    with pytest.raises(LeftoverOutcomes):
        recorder.create(NewGameRequest(ruleset=RULESET.name, players=(None, None), outcomes=(*TABLE_START, 1)))
    with pytest.raises(LeftoverOutcomes):
        recorder.create(NewGameRequest(ruleset=RULESET.name, players=(None, None), chance="server", outcomes=(1,)))
    assert store.position() == 0


def test_a_game_needs_its_ruleset_its_seats_and_its_set(recorder: Recorder) -> None:
    """An unknown ruleset, a wrong number of seats, an unknown set or option is refused."""
    with pytest.raises(RulesetMissing):
        recorder.create(NewGameRequest(ruleset="chess", players=(None, None)))
    with pytest.raises(BadSeats):
        recorder.create(NewGameRequest(ruleset=RULESET.name, players=(None,)))
    with pytest.raises(UnknownComponentSet):
        recorder.create(NewGameRequest(ruleset=RULESET.name, players=(None, None), component_set="0" * 64))
    with pytest.raises(UnknownAction):
        recorder.create(NewGameRequest(ruleset=RULESET.name, players=(None, None), options={"hard": True}))


def test_a_set_may_be_for_other_numbers_of_seats(recorder: Recorder, monkeypatch: pytest.MonkeyPatch) -> None:
    """The ruleset takes two, and this set of it three to four."""
    monkeypatch.setattr(RULESET, "_seats_with", lambda _components: range(3, 5))
    with pytest.raises(BadSeats, match="takes 3 to 4 seats, not 2"):
        recorder.create(NewGameRequest(ruleset=RULESET.name, players=(None, None)))


def test_several_actions_are_recorded_all_or_none(recorder: Recorder) -> None:
    """If the second of two is refused, the first is not stored either, and the error names the second."""
    game = table_game(recorder)
    entries = [Entry(seat=1, action=PickHero("?1")), Entry(seat=1, action=PickHero("?1"))]
    with pytest.raises(Refused) as refused:
        recorder.act(game.id, entries)
    assert (refused.value.rule, refused.value.entry) == ("HCT-SET-08", 1)
    assert recorder.library.game(game.id).version == 1


def test_the_legal_actions_before_a_refused_one_can_be_stored(recorder: Recorder) -> None:
    """With `until_refused` they are stored, and the refusal comes with the answer."""
    game = table_game(recorder)
    entries = [Entry(seat=1, action=PickHero("?1")), Entry(seat=1, action=PickHero("?1"))]
    recorded = recorder.act(game.id, entries, until_refused=True)
    assert recorded.game.version == 2
    assert isinstance(recorded.refused, Refused)


def test_a_stale_version_is_refused(recorder: Recorder) -> None:
    """With an expected version, a write is refused if the game has changed; without one, it is decided on the new
    head."""
    game = table_game(recorder)
    recorder.act(game.id, [Entry(seat=1, action=PickHero("?1"))], expected=1)
    with pytest.raises(Stale) as stale:
        recorder.act(game.id, [Entry(seat=2, action=PickHero("?1"))], expected=1)
    assert stale.value.version == 2
    assert recorder.act(game.id, [Entry(seat=2, action=PickHero("?1"))]).game.version == 3


def test_two_seats_that_race_both_get_their_pick(recorder: Recorder, store: Store, library: Library) -> None:
    """In a phase that waits for several seats, the slower one is decided again on the new head."""
    for _ in range(5):
        game = table_game(recorder)
        done: list[int] = []

        def pick(seat: int, game: Game = game, done: list[int] = done) -> None:
            own = Recorder(store, Library(store, {RULESET.name: RULESET}))
            done.append(own.act(game.id, [Entry(seat=seat, action=PickHero("?1"))]).game.version)

        threads = [Thread(target=pick, args=(seat,)) for seat in (1, 2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert recorder.library.game(game.id).version == 3
        assert len(done) == 2


def test_a_request_that_is_sent_twice_is_recorded_once(recorder: Recorder) -> None:
    """With the same key the first answer comes again, also after many later versions; another request with that key is
    refused."""
    game = table_game(recorder)
    entries = [Entry(seat=1, action=PickHero("?1"))]
    first = recorder.act(game.id, entries, expected=1, request=request(game, "k"))
    recorder.act(game.id, [Entry(seat=2, action=PickHero("?1"))])
    again = recorder.act(game.id, entries, expected=1, request=request(game, "k"))
    assert again.events == first.events
    assert recorder.library.game(game.id).version == 3
    with pytest.raises(KeyReused):
        recorder.act(game.id, entries, request=request(game, "k", "another"))


def test_a_refused_request_may_be_sent_again(recorder: Recorder) -> None:
    """A refusal stores nothing under its key."""
    game = table_game(recorder)
    with pytest.raises(Refused):
        recorder.act(game.id, [Entry(seat=1, action=Recruit(1))], request=request(game, "k"))
    assert recorder.act(game.id, [Entry(seat=1, action=PickHero("?1"))], request=request(game, "k", "b")).events


def test_a_new_game_sent_twice_is_one_game(recorder: Recorder) -> None:
    """Creating a game is as safe to repeat as an action."""
    wanted = NewGameRequest(ruleset=RULESET.name, players=(None, None), outcomes=TABLE_START)
    ask = Request(scope="creator", key="k", fingerprint=b"f" * 32)
    assert recorder.create(wanted, request=ask).game.id == recorder.create(wanted, request=ask).game.id


def test_the_same_action_after_an_undo_gets_the_same_outcomes(recorder: Recorder) -> None:
    """Undo is no way to fish for cards: the service draws the same one again."""
    game = new_game(recorder)
    for seed in range(20):
        while type(recorder.library.head(game).pending).__name__ not in ("SetupDrawing", "Recruiting"):
            game = play(recorder, game, 1, seed)
        seat = game.summary.waiting_for[0]
        first = recorder.act(game.id, [Entry(seat=seat, action=DrawHero(1))])
        game = recorder.undo(game.id, to="-1").game
        again = recorder.act(game.id, [Entry(seat=seat, action=DrawHero(1))])
        assert again.events[0].outcomes == first.events[0].outcomes
        assert again.events[0].effects == first.events[0].effects
        return
    pytest.fail("no draw in sight")


def test_every_event_can_be_decided_again_from_the_log(recorder: Recorder, store: Store, library: Library) -> None:
    """With the outcomes in the log, the rules give the effects in the log."""
    game = play(recorder, new_game(recorder), 80)
    ruleset = library.ruleset(game)
    for event in store.events(game.id, 2):
        action: Any = ruleset.stored_action(event.action, event.ruleset_version)
        outcomes = json.loads(event.outcomes)
        assert event.seat is not None
        again = ruleset.decide(library.board(game, event.parent), event.seat, action, GivenChance(outcomes))
        assert ruleset.encode(again.effects) == event.effects


def test_every_fiftieth_event_and_the_last_have_a_board_hash(
    recorder: Recorder, store: Store, library: Library
) -> None:
    """It is the hash of the board at that version, so that a change of `apply` is noticed."""
    game = play(recorder, new_game(recorder), 2_000)
    assert game.summary.status == "finished"
    hashed = [event for event in store.events(game.id) if event.board_hash]
    assert [event.version for event in hashed] == [*range(50, game.version, 50), game.version]
    for event in hashed:
        assert event.board_hash == board_hash(RULESET, library.board(game, event.version))


def test_undo_goes_back_to_where_the_move_began(recorder: Recorder, library: Library) -> None:
    """Without a target, undo undoes the whole move, and redo redoes it."""
    game = at_a_turn(recorder)
    start = game.summary.head
    seat = game.summary.waiting_for[0]
    game = recorder.act(game.id, [Entry(seat=seat, action=Flank(1))]).game
    moved = play(recorder, game, 1) if type(library.head(game).pending).__name__ == "Flanking" else game
    undone = recorder.undo(moved.id).game
    assert (undone.summary.head, undone.summary.tip) == (start, moved.summary.tip)
    assert undone.summary.waiting_for == (seat,)
    redone = recorder.redo(undone.id).game
    assert redone.summary.head > start
    assert library.tree(redone).is_ancestor(redone.summary.head, moved.summary.tip)


def test_an_action_after_an_undo_starts_a_new_line(recorder: Recorder, library: Library) -> None:
    """Nothing is deleted: the old line can still be read, and redo leads back to it by version."""
    game = play(recorder, at_a_turn(recorder), 20)
    left = game.summary.head
    game = recorder.undo(game.id, to="-6").game
    game = play(recorder, game, 2, seed=99)
    tree = library.tree(game)
    assert not tree.on_head_path(left)
    assert tree.line(left) != tree.line(game.summary.head)
    assert library.board(game, left).turn
    with pytest.raises(UndoRefused):
        recorder.redo(game.id, to=str(left))
    game = recorder.undo(game.id, to=str(tree.previous(tree.line(game.summary.head)))).game
    assert recorder.redo(game.id, to=str(left)).game.summary.head == left


def test_undo_and_redo_refuse_what_they_cannot_reach(recorder: Recorder) -> None:
    """Undo leads to ancestors and redo to descendants; without any, both are refused."""
    game = table_game(recorder)
    with pytest.raises(UndoRefused, match="nothing to undo"):
        recorder.undo(game.id)
    with pytest.raises(UndoRefused, match="nothing to redo"):
        recorder.redo(game.id)
    assert isinstance(can_undo(recorder.library, game), UndoRefused)
    assert isinstance(can_redo(recorder.library, game), UndoRefused)
    game = recorder.act(game.id, [Entry(seat=1, action=PickHero("?1"))]).game
    assert can_undo(recorder.library, game) == 1
    game = recorder.undo(game.id).game
    assert can_redo(recorder.library, game) == 2


def test_new_information_is_not_undone(recorder: Recorder, library: Library) -> None:
    """If the service rolls, a seat that drew keeps the card; a later step without chance can still be undone."""
    game = at_a_turn(recorder, undo="no_new_information")
    (seat,) = game.summary.waiting_for
    game = recorder.act(game.id, [Entry(seat=seat, action=Recruit(1))]).game
    drawn = recorder.act(game.id, [Entry(seat=seat, action=DrawHero(level=1))]).game
    with pytest.raises(UndoRefused, match="of its own"):
        recorder.undo(game.id, seat=3 - seat)
    with pytest.raises(UndoRefused, match="rolled dice") as refused:
        recorder.undo(game.id, seat=seat)
    assert refused.value.blocker == drawn.summary.head
    with pytest.raises(UndoRefused, match="rolled dice"):
        recorder.undo(game.id, to=str(game.summary.head), seat=seat)
    done = recorder.act(game.id, [Entry(seat=seat, action=FinishDrawing())]).game
    assert can_undo(library, done, seat) == drawn.summary.head
    assert recorder.undo(game.id, seat=seat).game.summary.head == drawn.summary.head


def test_the_last_pick_of_a_draft_is_not_undone(recorder: Recorder, library: Library) -> None:
    """Nothing is rolled or drawn with it, but the seat sees the next hand; this is found by comparing the seat's
    views."""
    game = new_game(recorder, undo="no_new_information")
    rng, ends = Random(1), []
    while type(library.head(game).pending) is not RULESET.home:
        waiting = game.summary.waiting_for
        seat = rng.choice(waiting)
        action = rng.choice(list(library.ruleset(game).legal_actions(library.head(game), seat)))
        game = recorder.act(game.id, [Entry(seat=seat, action=action)]).game
        if isinstance(action, PickHero):
            handed_on = len(waiting) == 1 and len(game.summary.waiting_for) == 2
            ends.append((handed_on, isinstance(can_undo(library, game, seat), UndoRefused)))
    assert (True, True) in ends
    assert (False, False) in ends
    assert (True, False) not in ends


def test_own_turn_lets_a_seat_undo_its_latest_turn_only(recorder: Recorder, library: Library) -> None:
    """Under own_turn, nobody undoes an action of another seat or of an earlier turn; the request must name its seat."""
    game = at_a_turn(recorder, undo="own_turn")
    seat = game.summary.waiting_for[0]
    start = game.summary.head
    game = recorder.act(game.id, [Entry(seat=seat, action=Recruit(1))]).game
    while library.head(game).turn == 1:
        game = recorder.act(game.id, [Entry(seat=seat, action=FinishDrawing())]).game
    with pytest.raises(UndoRefused, match="name the seat"):
        recorder.undo(game.id)
    with pytest.raises(UndoRefused, match="of its own"):
        recorder.undo(game.id, seat=3 - seat)
    with pytest.raises(UndoRefused, match=r"latest turn|of its own"):
        recorder.undo(game.id, seat=seat, to="1")
    game = recorder.undo(game.id, seat=seat).game
    assert game.summary.head == start
    with pytest.raises(UndoRefused, match="of its own"):
        recorder.redo(game.id, seat=3 - seat)
    assert recorder.redo(game.id, seat=seat).game.summary.head > start


def test_a_finished_game_that_the_service_rolled_for_is_not_undone(recorder: Recorder, store: Store) -> None:
    """Its key is public, so the game cannot be changed; a game with own dice can."""
    game = play(recorder, new_game(recorder), 5_000)
    assert game.summary.status == "finished"
    with pytest.raises(UndoRefused, match="secret key"):
        recorder.undo(game.id)
    with pytest.raises(Refused, match=r"KIT-OVER-01|HCT-END-01"):
        recorder.act(game.id, [Entry(seat=1, action=Recruit(1))])


def test_the_reason_of_an_undo_is_a_note(recorder: Recorder, store: Store) -> None:
    """It is not in the event, so it can be deleted."""
    game = table_game(recorder)
    game = recorder.act(game.id, [Entry(seat=1, action=PickHero("?1"))]).game
    game = recorder.undo(game.id, reason="wrong card").game
    assert [(note.version, note.text) for note in store.notes(game.id)] == [(3, "wrong card")]
    assert "wrong card" not in store.event(game.id, 3).action


def test_a_dry_run_stores_nothing_and_stops_at_chance(recorder: Recorder, library: Library) -> None:
    """It shows the effects, up to the first roll, draw or reveal that was not entered."""
    game = at_a_turn(recorder)
    seat = game.summary.waiting_for[0]
    ran = recorder.dry_run(game.id, [Entry(seat=seat, action=Flank(1))], seat)
    assert ran.stopped is None
    assert type(ran.effects[0][0]).__name__ == "FrontActivated"
    with pytest.raises(Refused, match="HCT-ATK-01"):
        recorder.dry_run(game.id, [Entry(seat=seat, action=Attack(1, 1))], seat)
    assert library.game(game.id).version == game.version
    start = new_game(recorder)
    entries = [Entry(seat=1, action=PickHero("?1"))]
    with pytest.raises(Refused):  # the table knows all cards
        recorder.dry_run(start.id, entries, "table")


def test_the_returned_game_equals_the_stored_row(recorder: Recorder, store: Store) -> None:
    """The recorder returns the row without reading it again, from the first action to the last."""
    game = new_game(recorder)
    assert game == store.game(game.id)
    while game.summary.waiting_for:
        game = play(recorder, game, 1, seed=game.version)
        assert game == store.game(game.id)
    table = table_game(recorder)
    table = recorder.act(table.id, [Entry(seat=1, action=PickHero("?1"))]).game
    assert recorder.undo(table.id).game == store.game(table.id)


def test_a_summary_reveals_no_more_than_a_spectator_sees(recorder: Recorder, library: Library) -> None:
    """It is computed from a spectator's board."""
    game = play(recorder, new_game(recorder), 40)
    ruleset, shown = library.ruleset(game), library.public_board(game, game.summary.head)
    assert game.summary.standing == ruleset.standing(shown)
    assert game.summary.waiting_for == ruleset.waiting_for(shown)
    assert (game.summary.round, game.summary.turn) == (shown.round, shown.turn)
