"""The hash chain, without a database."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events import chain

FIELDS: dict[str, Any] = {
    "game_id": bytes(range(16)),
    "version": 2,
    "parent": 1,
    "kind": b"play",
    "seat": None,
    "by": b"me",
    "action": b'{"type":"Go"}',
    "outcomes": b"[6]",
    "effects": b"[]",
    "ruleset_version": 3,
    "recorded_at": 1_700_000_000_000_000,
    "occurred_at": None,
    "salt": b"s" * 16,
    "board_hash": None,
}

WRITTEN_OUT = bytes.fromhex(
    "000102030405060708090a0b0c0d0e0f"  # game_id
    "0000000000000002" "0000000000000001" "0000000000000000"  # version, parent, seat
    "0000000000000003" "00060a24181e4000" "0000000000000000"  # ruleset_version, recorded_at, occurred_at
    "01" "01"  # seat and occurred_at are null
    "00000004" "00000002" "0000000d" "00000003" "00000002" "00000010" "ffffffff"  # lengths; board_hash is null
) + b'playme{"type":"Go"}[6][]' + b"s" * 16  # fmt: skip


def test_the_layout_of_the_hashed_bytes_is_fixed() -> None:
    """Another program can check a log by it."""
    assert chain.bytes_of(**FIELDS) == WRITTEN_OUT


def test_each_hash_depends_on_the_one_before() -> None:
    """It is the SHA-256 of the hash before it, zeros for the first event, and the digest of the event."""
    one, two = chain.digest(b"one"), chain.digest(b"two")
    first = sha256(bytes(32) + sha256(b"one").digest()).digest()
    assert chain.links(chain.ORIGIN, [one, two]) == [first, chain.link(first, two)]


OTHERS = {int: 7, bytes: b"", type(None): 0}


@pytest.mark.parametrize("name", FIELDS)
def test_every_field_changes_the_digest(name: str) -> None:
    """No field can change, appear or vanish without changing the digest."""
    other = b"x" * 16 if name == "game_id" else b"" if name == "board_hash" else OTHERS[type(FIELDS[name])]
    assert chain.bytes_of(**FIELDS | {name: other}) != WRITTEN_OUT


some = st.binary(max_size=3)
texts = st.fixed_dictionaries(
    dict.fromkeys(("kind", "action", "outcomes", "effects", "salt"), some)
    | {name: st.none() | some for name in ("by", "board_hash")}
    | {"seat": st.none() | st.just(0)}
)


@given(texts, texts)
def test_no_two_events_have_the_same_bytes(one: dict[str, Any], other: dict[str, Any]) -> None:
    """Text cannot move from one field to the next unnoticed."""
    same = chain.bytes_of(**FIELDS | one) == chain.bytes_of(**FIELDS | other)
    assert same == (one == other)
