"""docs/api.md, followed from top to bottom: each request gets the answer that the page shows."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tests.running import ADDRESS, ROOT, running

GUIDE = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(console|http|json)\n(.*?)```", GUIDE, re.S)
STATUS_TOO = "set -euo pipefail; curl() { command curl -S -w '%{stderr}%{http_code}' \"$@\"; }\n"
"""Curl's options beside those of the page: to write the status on stderr."""
LEFT_OUT = "..."


class Reader:
    """Runs the commands of the page in a shell; maps the ids on the page to the real ones."""

    def __init__(self, address: str, home: Path) -> None:
        self.address = address
        self.home = home
        self.ids: dict[str, str] = {}
        self.variables = ""
        self.answer = ""
        self.status = ""

    def send(self, block: str) -> None:
        """Run the commands of a block as they are, except for port and ids."""
        commands = re.sub(r"^\$ ", "", block, flags=re.M).replace(ADDRESS, self.address)
        for shown, own in self.ids.items():
            commands = commands.replace(shown, own)
        if "curl" not in commands:
            self.variables += commands
            return
        script = STATUS_TOO + self.variables + commands
        done = subprocess.run(["bash", "-c", script], cwd=self.home, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        self.answer, self.status = done.stdout, done.stderr

    def compare(self, block: str) -> None:
        """Compare the last answer with what the page shows of it."""
        status, _, body = block.partition("\n\n")
        assert self.status == status.strip(), self.answer
        if not body.startswith("{"):
            assert self.answer.startswith(body)
            return
        self._same(shown_as_json(body), json.loads(self.answer), "")

    def _same(self, shown: Any, own: Any, where: str) -> None:
        if isinstance(shown, dict) and isinstance(own, dict):
            keys = shown.keys() - {LEFT_OUT}
            assert keys <= own.keys() if LEFT_OUT in shown else keys == own.keys(), where
            for key in keys:
                self._same(shown[key], own[key], f"{where}/{key}")
        elif isinstance(shown, list) and isinstance(own, list):
            items = [item for item in shown if item != LEFT_OUT]
            assert len(items) <= len(own) if LEFT_OUT in shown else len(items) == len(own), where
            for index, (one, other) in enumerate(zip(items, own, strict=False)):
                self._same(one, other, f"{where}/{index}")
        elif where == "/id":
            self.ids[shown] = own
        else:
            assert shown == own, where


def shown_as_json(text: str) -> Any:
    """An answer as the page shows it, with `...` as an item of that name."""
    named = re.sub(r",\s*\.\.\.\s*}", f', "{LEFT_OUT}": 0}}', text)
    return json.loads(re.sub(r",\s*\.\.\.\s*]", f', "{LEFT_OUT}"]', named))


@pytest.mark.skipif(shutil.which("curl") is None, reason="the guide speaks to the service with curl")
def test_each_request_of_the_guide_is_answered_as_it_shows(tmp_path: Path) -> None:
    """The requests run in the order of the page, from a shell, with nothing but what the page says."""
    with running(tmp_path) as address:
        reader = Reader(address, tmp_path)
        for kind, block in BLOCKS:
            if kind == "console":
                reader.send(block)
            else:
                reader.compare(block)
    assert (tmp_path / "board.svg").read_text(encoding="utf-8").startswith("<svg")


def test_the_guide_shows_the_answer_to_each_request() -> None:
    """No request of the guide goes unchecked, also if it is refused."""
    kinds = ["request" if kind == "console" and "curl" in block else kind for kind, block in BLOCKS]
    follows = [after for kind, after in pairwise(kinds) if kind == "request"]

    assert kinds.count("request") == kinds.count("http") == len(follows)
    assert set(follows) == {"http"}
    assert all(block.count("curl") <= 1 for kind, block in BLOCKS)


@pytest.mark.parametrize(
    ("shown", "own"),
    [
        ('{"a": 1}', {"a": 2}),
        ('{"a": 1}', {"a": 1, "b": 2}),
        ('{"a": 1, ...}', {"b": 2}),
        ('{"a": [1]}', {"a": [1, 2]}),
        ('{"a": [1, ...]}', {"a": []}),
        ('{"a": [{"b": 1}, ...]}', {"a": [{"b": 1, "c": 2}]}),
    ],
)
def test_a_difference_from_the_page_is_found(tmp_path: Path, shown: str, own: object) -> None:
    reader = Reader(ADDRESS, tmp_path)
    reader.answer, reader.status = json.dumps(own), "200"

    with pytest.raises(AssertionError):
        reader.compare(f"200\n\n{shown}\n")
