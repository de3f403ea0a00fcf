"""Importing a game from another log: completely, in one transaction, or not at all.

Each test names how it was seen to fail.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from functools import partial
from threading import Event as Flag
from typing import Any
from uuid import UUID

import psycopg
import pytest
from msgspec.structs import replace

from events import (
    BrokenChain,
    CheckedEvents,
    Event,
    EventTooLarge,
    GameDiffers,
    ImportResult,
    IncomingGame,
    NewGame,
    Note,
    Seated,
    Store,
    UnknownComponentSet,
    UnknownGame,
    new_game_id,
)
from events.chain import link
from events.game import ComponentSet
from events.hot_path import MAX_EVENT_BYTES
from events.transfer import _digest
from tests.events.build import begin, damage_row, event, play, summary
from tests.events.crowds import begun, outcome

LARGE = 2**63
EVENTS = 6


def recorded(elsewhere: Store, versions: int = EVENTS, **fields: Any) -> UUID:
    """A game of the other log with rare fields set, after another game, so that positions differ."""
    begin(elsewhere, 3)
    game_id = begin(elsewhere, 2, **fields)
    more = [
        event(3, "undo", 1, action="null", effects="[]"),
        event(4, parent=1, by="scribe é", occurred_at=-5, board_hash=b"\0\1" + b"h" * 32),
        event(5, "adjust", seat=None, outcomes='["a",null]'),
    ]
    elsewhere.append(game_id, 2, more, summary(5))
    play(elsewhere, game_id, 5, versions - 5)
    return game_id


def checked_events(events: Sequence[Event]) -> CheckedEvents:
    checked = CheckedEvents(events[0].game_id)
    for each in events:
        checked.add(each)
    return checked


def incoming(elsewhere: Store, game_id: UUID, upto: int | None = None, **fields: Any) -> IncomingGame:
    """A game from another log, ready to be imported."""
    game = elsewhere.game(game_id)
    events = list(elsewhere.events(game_id, 1, upto))
    usual: dict[str, Any] = {
        "checked": checked_events(events),
        "game": NewGame(
            id=game.id,
            ruleset=game.ruleset,
            ruleset_version=game.ruleset_version,
            component_set=game.component_set,
            chance=game.chance,
            undo=game.undo,
            place=game.place,
            tags=game.tags,
            seats=(),
            secret_key=elsewhere.secret_key(game_id),
            name=game.name,
        ),
        "sitters": game.seats,
        "summary": summary(len(events)),
        "finished_at": game.finished_at,
        "component_sets": (elsewhere.component_set(game.component_set),),
    }
    return IncomingGame(**usual | fields)


def placeless(events: Iterator[Event]) -> list[Event]:
    return [replace(each, position=0) for each in events]


def faults(store: Store) -> list[str]:
    return [fault.what for fault in store.verify()]


def test_events_are_imported_unchanged(elsewhere: Store, store: Store) -> None:
    """Except for their positions, which continue those of the log. Broken by keeping the positions."""
    begin(store, 2)
    game_id = recorded(elsewhere, tags=("club", "final"), place="Attic", secret_key=b"k" * 32, name="The final")
    assert store.import_game(incoming(elsewhere, game_id)) == ImportResult(game_id, "new", 1, EVENTS)
    assert placeless(store.events(game_id)) == placeless(elsewhere.events(game_id))
    assert [each.position for each in store.events(game_id)] == list(range(3, EVENTS + 3))
    assert replace(store.game(game_id), revision=0) == replace(elsewhere.game(game_id), revision=0)
    assert store.secret_key(game_id) == b"k" * 32
    assert faults(store) == []
    play(store, game_id, EVENTS)


def test_the_row_of_an_imported_game_follows_from_its_events(elsewhere: Store, store: Store) -> None:
    """Broken by leaving `finished_at` as in a new game."""
    game_id = recorded(elsewhere)
    over = replace(summary(EVENTS), status="finished", waiting_for=())
    store.import_game(incoming(elsewhere, game_id, summary=over, finished_at=77, archived=True))
    game = store.game(game_id)
    assert (game.finished_at, game.archived, game.summary) == (77, True, over)
    assert game.created_at == elsewhere.event(game_id, 1).recorded_at


def test_an_existing_game_is_not_stored_again(elsewhere: Store, store: Store) -> None:
    """If it is as long or longer, nothing changes. Broken by comparing only the lengths."""
    game_id = recorded(elsewhere)
    whole = incoming(elsewhere, game_id)
    store.import_game(whole)
    store.update_game(game_id, place="Cellar")
    before = store.game(game_id), store.position()
    assert store.import_game(whole) == ImportResult(game_id, "here", EVENTS + 1, EVENTS)
    assert store.import_game(incoming(elsewhere, game_id, 4)).state == "here"
    assert (store.game(game_id), store.position()) == before


def test_a_game_with_fewer_events_is_continued(elsewhere: Store, store: Store) -> None:
    """Its name and players stay. Broken by storing the row again."""
    game_id = recorded(elsewhere)
    store.import_game(incoming(elsewhere, game_id, 4))
    store.update_game(game_id, place="Cellar", seats={1: "Ada"})
    assert store.import_game(incoming(elsewhere, game_id)) == ImportResult(game_id, "continued", 5, EVENTS)
    assert placeless(store.events(game_id)) == placeless(elsewhere.events(game_id))
    game = store.game(game_id)
    assert (game.place, game.seats[0].name, game.version) == ("Cellar", "Ada", EVENTS)
    assert faults(store) == []


@pytest.mark.parametrize(("here", "there"), [(2, 1), (1, 2), (2, 2)])
def test_a_game_that_was_continued_separately_is_refused(elsewhere: Store, store: Store, here: int, there: int) -> None:
    """The error names the first version that differs. Broken by comparing the last hash only for equal lengths."""
    game_id = recorded(elsewhere)
    store.import_game(incoming(elsewhere, game_id))
    play(store, game_id, EVENTS, here)
    play(elsewhere, game_id, EVENTS, there)
    before = store.game(game_id), store.position()
    with pytest.raises(GameDiffers) as refused:
        store.import_game(incoming(elsewhere, game_id))
    assert refused.value.version == EVENTS + 1
    assert (store.game(game_id), store.position()) == before


@pytest.mark.parametrize(
    ("version", "changes"),
    [
        (4, {"parent": 2}),
        (4, {"by": None}),
        (4, {"by": "a\0b"}),
        (4, {"seat": 2}),
        (4, {"occurred_at": None}),
        (4, {"occurred_at": LARGE}),
        (4, {"recorded_at": LARGE}),
        (4, {"board_hash": b"short"}),
        (4, {"salt": b""}),
        (4, {"salt": b"s" * 16}),
        (4, {"hash": b"h" * 32}),
        (4, {"kind": "start"}),
        (4, {"version": 5}),
        (4, {"parent": 4}),
        (4, {"parent": 0}),
        (4, {"game_id": UUID(int=7)}),
        (5, {"effects": "[]"}),
        (5, {"outcomes": '["a", null]'}),
        (1, {"kind": "play"}),
        (1, {"parent": 1}),
        (1, {"action": "{}"}),
    ],
)
def test_an_event_that_is_not_the_next_link_is_refused(elsewhere: Store, version: int, changes: dict[str, Any]) -> None:
    """Before anything is stored; the events added before stay. Broken by not checking the link."""
    events = list(elsewhere.events(recorded(elsewhere)))
    checked = checked_events(events[: version - 1]) if version > 1 else CheckedEvents(events[0].game_id)
    with pytest.raises(BrokenChain) as refused:
        checked.add(replace(events[version - 1], **changes))
    assert refused.value.version == version
    assert checked.events == events[: version - 1]
    checked.add(events[version - 1])


@pytest.mark.parametrize("changes", [{"salt": b"short"}, {"board_hash": b"short"}], ids=["salt", "board-hash"])
def test_a_salt_or_a_hash_of_another_length_is_refused_even_where_it_is_linked(
    elsewhere: Store, changes: dict[str, Any]
) -> None:
    first, second, *_ = elsewhere.events(recorded(elsewhere))
    changed = replace(second, **changes)
    linked = replace(changed, hash=link(first.hash, _digest(changed)))
    with pytest.raises(BrokenChain, match="wrong length"):
        checked_events([first]).add(linked)


def test_an_imported_event_has_the_same_size_limit(elsewhere: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Broken by leaving the limit to the caller."""
    game_id = begin(elsewhere)
    with monkeypatch.context() as patch:
        patch.setattr("events.hot_path.MAX_EVENT_BYTES", 2 * MAX_EVENT_BYTES)
        elsewhere.append(game_id, 1, [event(2, effects=f'["{"é" * (MAX_EVENT_BYTES // 2)}"]')], summary(2))
    with pytest.raises(EventTooLarge):
        checked_events(list(elsewhere.events(game_id)))


def test_players_are_matched_by_id_or_name(elsewhere: Store, store: Store) -> None:
    """By id, whatever their name is now, else by name; a new player keeps the id.

    Broken by asking for the name first.
    """
    ada, ben, cleo = (elsewhere.create_player(name).id for name in ("Ada", "Ben", "Cleo"))
    store.import_game(incoming(elsewhere, recorded(elsewhere, seats=(ada, None))))
    store.rename_player(ada, "Ada the Elder")
    other = store.create_player("Ben").id
    store.create_player("Ada")
    game_id = recorded(elsewhere, seats=(cleo, ben, ada, None))
    store.import_game(incoming(elsewhere, game_id))
    assert [(each.player, each.name) for each in store.game(game_id).seats] == [
        (cleo, "Cleo"),
        (other, "Ben"),
        (ada, "Ada the Elder"),
        (None, None),
    ]
    store.merge_players(cleo, ada)
    again = recorded(elsewhere, seats=(cleo, None))
    store.import_game(incoming(elsewhere, again))
    assert store.game(again).seats == (Seated(1, ada, "Ada the Elder"), Seated(2, None, None))


def test_a_game_brings_its_component_set(elsewhere: Store, store: Store) -> None:
    """If the set is missing in the file and in the log, nothing is stored. Broken by storing players first."""
    game_id = recorded(elsewhere, seats=(elsewhere.create_player("Ada").id, None))
    with pytest.raises(UnknownComponentSet):
        store.import_game(incoming(elsewhere, game_id, component_sets=()))
    assert store.players() == []
    assert store.position() == 0
    with pytest.raises(UnknownGame):
        store.game(game_id)
    store.import_game(incoming(elsewhere, game_id))
    found: ComponentSet = store.component_set(elsewhere.game(game_id).component_set)
    assert (found.name, found.source) == ("starter", "cards: [knight, rook]")


def test_nothing_is_stored_of_an_import_that_fails(elsewhere: Store, store: Store) -> None:
    """Broken by committing the row before the events."""
    game_id = recorded(elsewhere)
    whole = incoming(elsewhere, game_id)
    whole.checked.events[4] = replace(whole.checked.events[4], parent=99)
    with pytest.raises((sqlite3.IntegrityError, psycopg.errors.CheckViolation)):
        store.import_game(whole)
    assert store.position() == 0
    assert list(store.all_game_ids()) == []


def test_concurrent_imports_and_appends_do_not_fail(elsewhere: Store, store: Store) -> None:
    """Eight clients create games and append, two import the same games, all with the same players: none fails.

    Broken on PostgreSQL by taking the log's lock before all others: import and creation wait for each other.
    """
    coming = [recorded(elsewhere, 30) for _ in range(8)]
    sitters = [(Seated(1, None, name), Seated(2, None, other)) for name, other in (("Ada", "Ben"), ("Ben", "Ada"))]
    go = Flag()

    def append(_: int) -> None:
        go.wait()
        for _ in range(10):
            game_id = begin(store, seats=("Ada", "Ben"))
            for version in range(1, 4):
                play(store, game_id, version)

    def take(seated: Sequence[Seated]) -> None:
        go.wait()
        for upto in (5, 12, 30):
            for game_id in coming:
                store.import_game(incoming(elsewhere, game_id, upto, sitters=seated))

    calls = [begun(partial(append, n)) for n in range(8)] + [begun(partial(take, each)) for each in sitters]
    go.set()
    assert [outcome(call) for call in calls] == [None] * 10
    assert [store.game(each).version for each in store.all_game_ids()] == [30] * 8 + [4] * 80
    assert [each.position for each in store.log(0, 1000)] == list(range(1, 80 * 4 + 8 * 30 + 1))
    assert len(store.players()) == 2
    assert faults(store) == []


def test_an_import_waits_for_an_append_to_the_same_game(elsewhere: Store, store: Store) -> None:
    """It is refused if the append differs. Broken by reading the row without a lock."""
    game_id = recorded(elsewhere)
    store.import_game(incoming(elsewhere, game_id))
    play(elsewhere, game_id, EVENTS)
    longer = incoming(elsewhere, game_id)
    error: list[Future[Any]] = [begun(lambda: store.import_game(longer)), begun(lambda: play(store, game_id, EVENTS))]
    results = [outcome(each) for each in error]
    lost = [each for each in results if isinstance(each, Exception)]
    assert len(lost) == 1
    assert store.game(game_id).version == EVENTS + 1
    assert faults(store) == []


def test_all_game_ids_are_listed_oldest_first(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """In pages, also of damaged games. Broken by starting each page with the last id of the previous one."""
    monkeypatch.setattr("events.store.CHUNK", 2)
    assert list(store.all_game_ids()) == []
    made = [begin(store) for _ in range(5)]
    damage_row(store, made[1], "version", 99)
    assert list(store.all_game_ids()) == made


def new_events(game_id: UUID) -> CheckedEvents:
    """A game that nobody recorded, as two appends."""
    start = event(1, "start", seat=None)
    return CheckedEvents.of_new(game_id, [(1_000, [start]), (2_000, [event(2), event(3)])])


def test_several_games_are_stored_at_once(elsewhere: Store, store: Store) -> None:
    """Broken by storing only the first."""
    games = [incoming(elsewhere, recorded(elsewhere)) for _ in range(3)]
    results = store.import_games(games)
    assert [result.state for result in results] == ["new"] * 3
    assert [result.state for result in store.import_games(games)] == ["here"] * 3
    assert [*store.verify()] == []


def test_a_game_of_new_events_is_stored_with_its_notes(elsewhere: Store, store: Store) -> None:
    """Broken by links that begin anew with each append."""
    template = incoming(elsewhere, recorded(elsewhere))
    game_id = new_game_id()
    game = replace(
        template,
        checked=new_events(game_id),
        game=replace(template.game, id=game_id),
        summary=summary(3),
        notes=(Note(n=7, version=3, text="late", created_at=3_000, changed_at=3_000),),
    )
    assert store.import_game(game).state == "new"
    assert store.game(game_id).created_at == 1_000
    assert [each.recorded_at for each in store.events(game_id)] == [1_000, 2_000, 2_000]
    assert [note.text for note in store.notes(game_id)] == ["late"]
    assert [*store.verify()] == []
