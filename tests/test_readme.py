"""The README's own lines, run as they stand."""

from __future__ import annotations

import json
import re
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
RECORDING = [block for block in re.findall(r"```sh\n(.*?)```", README, re.S) if "curl" in block]
ADDRESS = "http://127.0.0.1:8000"
PATIENCE_SECONDS = 60


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """A running service, as `tabletale serve` starts it, on a free port and a new log."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "api.cli", "serve", "--port", str(port)]
    environ = {
        "PATH": "/usr/bin:/bin",
        "TABLETALE_DATABASE_URL": f"sqlite:///{tmp_path / 'log.db'}",
        "TABLETALE_LAKE": str(tmp_path / "lake"),
        "XDG_DATA_HOME": str(tmp_path),
    }
    server = subprocess.Popen(command, cwd=ROOT, env=environ)
    try:
        _wait_for(f"http://127.0.0.1:{port}/readyz", server)
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait(30)


def _wait_for(url: str, server: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < until and server.poll() is None:
        try:
            urllib.request.urlopen(url, timeout=5).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    pytest.fail(f"the service did not come up (exit code {server.poll()})")


def test_the_readme_records_a_game_undoes_and_asks(address: str, tmp_path: Path) -> None:
    """Exactly the README's lines record the example game, take a move back and forth, and print a statistic."""
    script = "set -eu\n" + "\n".join(RECORDING).replace(ADDRESS, address)
    script = script.replace(".venv/bin/python", sys.executable).replace("> board.svg", f"> {tmp_path / 'board.svg'}")
    script += "\necho $GAME"
    ran = subprocess.run(["bash", "-c", script], cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert ran.returncode == 0, ran.stderr
    lines = ran.stdout.splitlines()
    game_id = lines[-1]
    with urllib.request.urlopen(f"{address}/v1/games/{game_id}") as answer:
        game = json.load(answer)
    actions = (ROOT / "docs/examples/heros_crossing_tactics/actions.jsonl").read_text().splitlines()
    assert game["status"] == "finished"
    assert game["version"] == 1 + len(actions) + 2
    assert game["head"] == 1 + len(actions)
    assert "Monk" in lines[0]
    assert (tmp_path / "board.svg").read_text().startswith("<svg")
    assert any("Attack" in line for line in lines[1:-1])
    with urllib.request.urlopen(f"{address}/games/{game_id}") as page:
        assert page.status == 200


@pytest.mark.parametrize("example", sorted(path.name for path in (ROOT / "docs/examples").iterdir()))
def test_every_example_is_recorded_as_its_files_stand(address: str, example: str) -> None:
    """Each folder of examples holds what a client sends: a game, and its actions as JSON Lines."""
    folder = ROOT / "docs/examples" / example
    game = _post(f"{address}/v1/games", (folder / "game.json").read_bytes(), "application/json")
    actions = (folder / "actions.jsonl").read_bytes()

    recorded = _post(f"{address}/v1/games/{game['id']}/actions", actions, "application/x-ndjson", game["version"])

    assert recorded["status"] == "finished"
    assert recorded["version"] == 1 + len(actions.splitlines())
    assert f"docs/examples/{example}" in README


def _post(url: str, body: bytes, media: str, seen: int | None = None) -> dict[str, Any]:
    headers = {"Content-Type": media} | ({"If-Match": f'"{seen}"'} if seen else {})
    request = urllib.request.Request(url, body, headers, method="POST")
    with urllib.request.urlopen(request, timeout=60) as answer:
        return dict(json.load(answer))


def test_the_readme_names_the_two_commands() -> None:
    """A newcomer needs two commands: one to see it, one to test it."""
    blocks = re.findall(r"```sh\n(.*?)```", README, re.S)
    assert "make demo ONCE=1\n" in blocks
    assert "make test\n" in blocks
