"""Anchors find what no hash chain can: a log whose end is missing, or that was rewritten with new hashes.

Some docstrings end with a change to the code that makes the test fail.
"""

from __future__ import annotations

from uuid import UUID

import msgspec
import pytest

from events import Anchor, Damaged, LogFault, Store
from events.anchor import anchor_of
from tests.events.build import begin, play, tamper


def faults(store: Store, anchor: Anchor) -> list[LogFault]:
    verification = store.verification(anchor=anchor)
    return [*(fault for game in verification.games() for fault in game.faults()), *verification.faults()]


def cut_off(store: Store, game_id: UUID, version: int) -> None:
    """Delete the events of a game after a version, and adapt its row and its requests."""
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


def test_a_log_that_grows_still_agrees_with_its_anchor(store: Store) -> None:
    """Games go on, and others start. Fails if the current last hash of each game is used."""
    empty = store.anchor()
    assert empty == anchor_of(0, [])
    first, second = begin(store, 4), begin(store, 7)
    anchor = store.anchor()
    assert (anchor.position, anchor.games) == (11, 2)
    assert faults(store, anchor) == []
    play(store, first, 4, 3)
    begin(store, 2)
    play(store, second, 7, 1)
    assert [faults(store, each) for each in (anchor, empty, store.anchor())] == [[], [], []]
    assert store.anchor() not in (anchor, empty)


def test_a_missing_end_of_the_log_is_found(store: Store) -> None:
    """All rows that refer to the missing events are gone too, so nothing else shows it. Fails if only the root is
    compared."""
    begin(store, 4)
    last = begin(store, 6)
    anchor = store.anchor()
    cut_off(store, last, 5)
    assert faults(store, store.anchor()) == []
    (fault,) = (fault for fault in faults(store, anchor) if fault.kind == "anchor")
    assert fault.what == "the log ends at position 9, and the anchor was made at 10"


def test_a_log_with_another_end_is_found(store: Store) -> None:
    """It is as long as before, with other events at the end. Fails if only the position is compared."""
    begin(store, 4)
    last = begin(store, 6)
    anchor = store.anchor()
    cut_off(store, last, 5)
    play(store, last, 5, 2)
    assert faults(store, store.anchor()) == []
    (fault,) = (fault for fault in faults(store, anchor) if fault.kind == "anchor")
    assert fault.what.startswith(f"up to position 10 the log had 2 games with the root {anchor.root}, and has 2 with ")


def test_a_missing_game_is_found(store: Store) -> None:
    """Fails if neither the number of games nor their ids are compared."""
    game_id = begin(store, 3)
    anchor = store.anchor()
    other = anchor_of(3, [(UUID(int=7).bytes, 3, store.game(game_id).last_hash)])
    assert (other.games, other.position) == (anchor.games, anchor.position)
    assert [fault.kind for fault in faults(store, other)] == ["anchor"]


def test_a_damaged_row_has_no_anchor(store: Store) -> None:
    """It leads to `Damaged`. Fails if the value in the row is used as a version."""
    game_id = begin(store, 2)
    tamper(store, "update games set version = -1 where id = :id", id=game_id)
    with pytest.raises(Damaged, match="version -1"):
        store.anchor()


def test_an_anchor_is_read_back_from_its_json(store: Store) -> None:
    begin(store, 2)
    anchor = store.anchor()
    assert msgspec.json.decode(msgspec.json.encode(anchor), type=Anchor) == anchor


@pytest.mark.parametrize("part", [{"since": 1}, {"ruleset": "chess"}, {"game_id": UUID(int=1)}])
def test_a_part_of_the_log_has_no_anchor(store: Store, part: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="whole log"):
        store.verification(anchor=store.anchor(), **part)  # type: ignore[arg-type]
