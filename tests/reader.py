"""`python tests/reader.py FILE`: read an exported file without Tabletale, with Python's standard library alone.

It checks the hash chain of each game, and prints its moves. docs/transfer.md says what a file holds, and this is that
page as a program, for whoever has a file and no program that wrote it.
"""

import json
import sys
from collections.abc import Iterable, Iterator
from hashlib import sha256
from struct import pack
from typing import Any
from uuid import UUID

STORED = ("action", "outcomes", "effects")
"""Values whose text is hashed as it stands in the line."""


def texts_of(line: str) -> dict[str, bytes]:
    """The values that are hashed as text, byte for byte."""
    texts: dict[str, bytes] = {}
    end = 0
    for name in STORED:
        start = line.index(f'"{name}":', end) + len(f'"{name}":')
        _, end = json.JSONDecoder().raw_decode(line, start)
        texts[name] = line[start:end].encode()
    return texts


def hash_of(before: bytes, game: Any, event: Any, texts: dict[str, bytes]) -> bytes:
    """The hash of an event, from that of the one before it: SHA-256 over both, as docs/transfer.md tells."""
    by, board = event["by"], event["board_hash"]
    parts = [event["kind"].encode(), None if by is None else by.encode(), *(texts[name] for name in STORED)]
    parts += [bytes.fromhex(event["salt"]), None if board is None else bytes.fromhex(board)]
    numbers = ("version", "parent", "seat", "ruleset_version", "recorded_at", "occurred_at")
    head = UUID(game["id"]).bytes + pack(">6q", *(event[name] or 0 for name in numbers))
    head += pack(">2?", event["seat"] is None, event["occurred_at"] is None)
    head += pack(">7i", *(-1 if part is None else len(part) for part in parts))
    digest = sha256(head + b"".join(part or b"" for part in parts)).digest()
    return sha256(before + digest).digest()


def moves(lines: Iterable[str]) -> Iterator[str]:
    """Each event of a file as a line of text. Raises ValueError where a chain is broken or a game is cut off."""
    game: Any = {}
    last, left = bytes(32), 0
    for number, line in enumerate(lines, 1):
        found = json.loads(line)
        if "format" in found:
            if left:
                raise ValueError(f"line {number}: {left} events of the game before are missing")
            game, last, left = found, bytes(32), found["version"]
            players = {seat["seat"]: seat["name"] or f"seat {seat['seat']}" for seat in game["seats"]}
            yield f"{game['ruleset']}, {', '.join(players.values())}"
            continue
        last, left = hash_of(last, game, found, texts_of(line)), left - 1
        if last.hex() != found["hash"]:
            raise ValueError(f"line {number}: version {found['version']} is not as it was written")
        action = found["action"] or {"type": found["kind"], "to": found["parent"]}
        fields = ", ".join(f"{name} {value}" for name, value in action.items() if name != "type")
        yield f"{found['version']:>5}  {players.get(found['seat'], 'the table')}: {action['type']} {fields}".rstrip()
    if left:
        raise ValueError(f"{left} events of the last game are missing")


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        print(*moves(file), sep="\n")
