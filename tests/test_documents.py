"""The tutorial and the how-to guides, typed from top to end into a shell: each command prints what the page shows."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import TYPE_CHECKING

import msgspec
import pytest

from tests.running import ADDRESS, ROOT, running

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

DOCS = ROOT / "docs"
TUTORIAL = DOCS / "tutorial.md"
GUIDES = sorted((DOCS / "how-to").glob("*.md"))
OF_SEVERAL_MACHINES = "use-a-cluster"
"""A guide that tests/api/test_cluster_guide.py follows, with a process for each machine."""
INDEX = DOCS / "README.md"
PAGES = [*ROOT.glob("*.md"), *sorted(DOCS.rglob("*.md"))]
SET_UP = ("make setup\n", ".venv/bin/tabletale serve\n")
"""The tests have an environment, and a service on a port of its own."""
TABLETALE = f'#!/bin/sh\nexec {sys.executable} -c "from api.cli import main; main()" "$@"\n'
EXAMPLE = DOCS / "examples" / "heros_crossing_tactics"
ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
LOG = "~/.local/share/tabletale/tabletale.db"
LEFT_OUT = "..."


def steps(page: Path) -> list[tuple[str, str]]:
    """Each command of a page, with what the page shows of its output."""
    return re.findall(r"```sh\n(.*?)```(?:\n\n```text\n(.*?)```)?", page.read_text(encoding="utf-8"), re.S)


def matches(shown: str, printed: str) -> dict[str, str] | None:
    """The ids of a page with those that were printed in their places; None where the output is another one."""
    parts = [re.escape(part) for part in ID.sub("\0", shown.rstrip("\n")).split(LEFT_OUT)]
    pattern = ".*?".join(parts).replace(re.escape("\0"), f"({ID.pattern})")
    found = re.fullmatch(pattern, printed.rstrip("\n"), re.S)
    return dict(zip(ID.findall(shown), found.groups(), strict=True)) if found else None


class Shell:
    """Types the commands of a page, with the address, the log and the ids of this run in place of the page's."""

    def __init__(self, home: Path, address: str) -> None:
        self.home = home
        self.ids: dict[str, str] = {}
        self.address = address
        self.log = f"{home}/log.db"
        self.variables = f"export TABLETALE_DATABASE_URL=sqlite:///{self.log} TABLETALE_LAKE={home}/lake\n"

    def type(self, command: str, shown: str) -> None:
        """Run a command as the page has it, and compare its output."""
        for old, new in {ADDRESS: self.address, LOG: self.log, **self.ids}.items():
            command = command.replace(old, new)
        if re.fullmatch(r"[A-Z]+=\S+\n", command):
            self.variables += command
            return
        script = f"set -euo pipefail\n{self.variables}{command}"
        ran = subprocess.run(["bash", "-c", script], cwd=self.home, capture_output=True, text=True, check=False)
        assert ran.returncode == 0, ran.stderr
        ids = matches(shown, ran.stdout) if shown else {}
        assert ids is not None, ran.stdout
        self.ids |= ids


@pytest.fixture
def shell(tmp_path: Path) -> Iterator[Shell]:
    """A shell in a folder with an environment, and a service with an empty log."""
    environment = tmp_path / ".venv" / "bin"
    environment.mkdir(parents=True)
    (environment / "python").symlink_to(sys.executable)
    (environment / "tabletale").write_text(TABLETALE)
    (environment / "tabletale").chmod(0o755)
    with running(tmp_path) as address:
        yield Shell(tmp_path, address)


def record_example(shell: Shell) -> str:
    """Record the game that the README records; its id."""
    games = f"curl -sSf {shell.address}/v1/games"
    begin = f"{games} -H 'Content-Type: application/json' -d @{EXAMPLE}/game.json"
    game: str = msgspec.json.decode(subprocess.check_output(["bash", "-c", begin]))["id"]
    options = "-H 'If-Match: \"1\"' -H 'Content-Type: application/x-ndjson'"
    record = f"{games}/{game}/actions {options} --data-binary @{EXAMPLE}/actions.jsonl"
    subprocess.run(["bash", "-c", record], check=True, stdout=subprocess.DEVNULL)
    return game


def test_the_tutorial_can_be_followed(shell: Shell) -> None:
    for command, shown in steps(TUTORIAL):
        if command not in SET_UP:
            shell.type(command, shown)

    assert (shell.home / "board.svg").read_text(encoding="utf-8").startswith("<svg")


def test_the_tutorial_has_ten_commands() -> None:
    """As its first line says; keeping an id is none."""
    commands = [command for command, _ in steps(TUTORIAL) if not command.startswith("GAME=")]

    assert len(commands) == 10
    assert tuple(commands[:2]) == SET_UP
    assert all(command.count("\n") == 1 for command in commands)


@pytest.mark.parametrize(
    "guide", [guide for guide in GUIDES if guide.stem != OF_SEVERAL_MACHINES], ids=lambda guide: guide.stem
)
def test_a_guide_can_be_followed(shell: Shell, guide: Path) -> None:
    game = record_example(shell)
    if shown := re.search(r"GAME=(\S+)", guide.read_text(encoding="utf-8")):
        shell.ids[shown[1]] = game
    for command, output in steps(guide):
        shell.type(command, output)


def heading(text: str) -> str:
    """The anchor of a heading, as GitHub makes it."""
    return re.sub(r"[^\w -]", "", text.lower()).replace(" ", "-")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_each_link_leads_to_a_document_and_its_heading(page: Path) -> None:
    broken = []
    for link in re.findall(r"\]\((?!https?:)([^)\s]+)\)", page.read_text(encoding="utf-8")):
        name, _, anchor = link.partition("#")
        target = (page.parent / name).resolve() if name else page
        headings = map(heading, re.findall(r"^#+ (.*)$", target.read_text("utf-8"), re.M)) if target.is_file() else ()
        if not target.exists() or (anchor and anchor not in headings):
            broken.append(link)
    assert broken == []


def test_the_index_names_every_document() -> None:
    named = {
        (DOCS / link.partition("#")[0]).resolve() for link in re.findall(r"\]\(([^)]+)\)", INDEX.read_text("utf-8"))
    }

    assert {page for page in (*DOCS.glob("*.md"), *GUIDES) if page not in named} == {INDEX}


def test_other_output_is_noticed() -> None:
    one, other = "01a21637-7194-788d-916c-4cffbc174420", "01a21637-7194-788d-916c-000000000000"
    assert matches(f'{{"id":"{one}",...', f'{{"id":"{other}","a":1}}') == {one: other}
    assert matches(f'{{"id":"{one}"}}', '{"id":"7"}') is None
    assert matches("30 games with ... events", "29 games with 9 events") is None
