"""Anchors find what no chain can: a log that was cut off at its end, or written anew with all its hashes."""

from __future__ import annotations

from uuid import UUID

import msgspec
import pytest

from events import Anchor, Damaged, LogFault, Store
from events.anchor import anchor_of
from tests.events.build import begin, play, tamper


def found(store: Store, anchor: Anchor) -> list[LogFault]:
    reading = store.reading(anchor=anchor)
    return [*(fault for game in reading.games() for fault in game.faults()), *reading.faults()]


def cut_off(store: Store, game_id: UUID, version: int) -> None:
    """Take the events of a game after a version away, and make its row and its requests fit."""
    link = next(each.hash for each in store.events(game_id) if each.version == version)
    tamper(store, "delete from events where game_id = :id and version > :version", id=game_id, version=version)
    tamper(store, "delete from requests where game_id = :id and last > :version", id=game_id, version=version)
    tamper(
        store,
        "update games set version = :version, head = :version, tip = :version, last_hash = :link where id = :id",
        id=game_id,
        version=version,
        link=link,
    )


def test_a_log_that_grows_keeps_its_anchor(store: Store) -> None:
    """Games that were there go on, others begin. Broken by taking the last hash of each game as it is today."""
    empty = store.anchor()
    assert empty == anchor_of(0, [])
    first, second = begin(store, 4), begin(store, 7)
    anchor = store.anchor()
    assert (anchor.position, anchor.games) == (11, 2)
    assert found(store, anchor) == []
    play(store, first, 4, 3)
    begin(store, 2)
    play(store, second, 7, 1)
    assert [found(store, each) for each in (anchor, empty, store.anchor())] == [[], [], []]
    assert store.anchor() not in (anchor, empty)


def test_a_log_that_was_cut_off_at_its_end_is_found(store: Store) -> None:
    """With the rows that speak of what is gone, so that nothing else shows it. Broken by comparing the root alone, of
    a position that is not there any more."""
    begin(store, 4)
    last = begin(store, 6)
    anchor = store.anchor()
    cut_off(store, last, 5)
    assert found(store, store.anchor()) == []
    (fault,) = (fault for fault in found(store, anchor) if fault.kind == "anchor")
    assert fault.what == "the log ends at position 9, and the anchor was made at 10"


def test_a_log_that_goes_on_in_another_way_since_it_was_cut_off_is_found(store: Store) -> None:
    """As long as before, with other events at its end. Broken by comparing the position alone."""
    begin(store, 4)
    last = begin(store, 6)
    anchor = store.anchor()
    cut_off(store, last, 5)
    play(store, last, 5, 2)
    assert found(store, store.anchor()) == []
    (fault,) = (fault for fault in found(store, anchor) if fault.kind == "anchor")
    assert fault.what.startswith(f"up to position 10 the log had 2 games with the root {anchor.root}, and has 2 with ")


def test_a_game_that_is_gone_is_found(store: Store) -> None:
    """Broken by leaving the number of games and their ids out of what is compared."""
    game_id = begin(store, 3)
    anchor = store.anchor()
    other = anchor_of(3, [(UUID(int=7).bytes, 3, store.game(game_id).last_hash)])
    assert (other.games, other.position) == (anchor.games, anchor.position)
    assert [fault.kind for fault in found(store, other)] == ["anchor"]


def test_a_damaged_row_has_no_anchor(store: Store) -> None:
    """It is said, in an error of the log. Broken by taking what the row holds for a version."""
    game_id = begin(store, 2)
    tamper(store, "update games set version = -1 where id = :id", id=game_id)
    with pytest.raises(Damaged, match="version -1"):
        store.anchor()


def test_an_anchor_is_read_as_it_is_printed(store: Store) -> None:
    begin(store, 2)
    anchor = store.anchor()
    assert msgspec.json.decode(msgspec.json.encode(anchor), type=Anchor) == anchor


@pytest.mark.parametrize("part", [{"since": 1}, {"ruleset": "chess"}, {"game_id": UUID(int=1)}])
def test_a_part_of_the_log_has_no_anchor(store: Store, part: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="whole log"):
        store.reading(anchor=store.anchor(), **part)  # type: ignore[arg-type]
