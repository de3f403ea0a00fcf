"""The wheel alone, installed in an empty virtual environment and used from an empty folder, does what a clone does."""

from __future__ import annotations

import re
import shutil
import subprocess
import sysconfig
import tomllib
from os import getpid
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.request import urlopen
from zipfile import ZipFile

import pytest
from msgspec import json

from tests.api.serving import until_its_end
from tests.databases import database, sql
from tests.forms import mostly
from tests.installing import Place, built, installed, link, place
from tests.running import ROOT, free_port

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.api.serving import Running

PYPROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
VERSION = PYPROJECT["project"]["version"]
PACKAGES = PYPROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
RULESETS = PYPROJECT["project"]["entry-points"]["tabletale.rulesets"]

FROM = f"""
import api, sys
from importlib.util import find_spec
from msgspec.json import encode
files = [api.__file__, *(find_spec(name).origin for name in {PACKAGES})]
print(encode([files, sys.path]).decode())
"""
"""Python that tells the files that it imports the packages of the program from, and the folders that it looks in."""

IMPORTS_TOLD = {"PYTHONPROFILEIMPORTTIME": "1"}
"""Makes Python say on stderr what it imports."""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(ROOT, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def only_the_wheel(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Place:
    return place(tmp_path_factory.mktemp("place"), wheel)


@pytest.fixture
def here(tmp_path: Path) -> Path:
    """An empty folder to work in."""
    folder = tmp_path / "here"
    folder.mkdir()
    return folder


@pytest.fixture(params=mostly(["sqlite", "postgresql"], ["sqlite"]))
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A database without tables."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'log.db'}"
        return
    server, name = request.getfixturevalue("server"), f"tabletale_wheel_{getpid()}"
    sql(server, f"create database {name}")
    yield database(server, name)
    sql(server, f"drop database {name} with (force)")


def test_every_file_of_the_packages_ships(wheel: Path) -> None:
    """What git keeps under them, Python or not; and nothing stands beside them.

    Broken by leaving `*.yaml` out of the wheel, and by a folder `build` in a package, which `.gitignore` names.
    """
    with ZipFile(wheel) as archive:
        shipped = {path for path in archive.namelist() if ".dist-info/" not in path}

    assert not sorted(set(kept_files()) - shipped)
    assert {path.split("/")[0] for path in shipped} == set(PACKAGES)


def kept_files() -> list[str]:
    """The files of the packages: in a clone those that git keeps, else those that are there."""
    if (ROOT / ".git").exists() and shutil.which("git"):
        command = ["git", "ls-files", "-z", "--", *PACKAGES]
        return subprocess.check_output(command, cwd=ROOT, text=True).strip("\0").split("\0")
    found = (path for package in PACKAGES for path in (ROOT / package).rglob("*") if path.is_file())
    return [str(path.relative_to(ROOT)) for path in found if "__pycache__" not in path.parts]


def test_nothing_is_imported_from_the_checkout(only_the_wheel: Place, here: Path) -> None:
    """All packages of the program come from the wheel. Broken by reading the `.pth` file of the tests' environment."""
    files, path = json.decode(only_the_wheel.run("python", "-c", FROM, folder=here).stdout)

    assert {Path(file).parent.parent for file in files} == {only_the_wheel.packages}
    assert not {str(ROOT), sysconfig.get_path("purelib"), sysconfig.get_path("platlib")} & set(path)


def test_help_comes_without_the_statistics(only_the_wheel: Place, here: Path) -> None:
    """Polars takes a moment to load. Broken by importing it in `api.cli`."""
    need_no_polars(only_the_wheel.run("tabletale", "--help", folder=here, **IMPORTS_TOLD))


def need_no_polars(done: subprocess.CompletedProcess[str]) -> None:
    """A command that has told its imports did not load Polars."""
    assert " api.cli" in done.stderr
    assert "polars" not in done.stderr


def test_games_are_served_recorded_and_verified(only_the_wheel: Place, here: Path, url: str) -> None:
    """On SQLite and on PostgreSQL: pages with their pictures, a sample history, and the log decided again.

    Broken by leaving migrations, templates, styles, pictures or component sets out of the wheel.
    """
    command = (only_the_wheel.program("tabletale"), "serve", "--port", "0", "--migrate", "--database", url)
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=only_the_wheel.environ, cwd=here)
    with until_its_end(process) as service:
        need_versions(service)
        for ruleset in service.ask("GET", "/v1/rulesets")["items"]:
            need_pages(service, ruleset)

    demo = ("demo", "--once", "--games", "1", "--port", str(free_port()), "--database", url)
    shown = only_the_wheel.run("tabletale", *demo, folder=here).stdout
    verified = only_the_wheel.run("tabletale", "verify", "--re-decide", "--database", url, folder=here).stdout

    assert len(re.findall(r": watch http://127\.0\.0\.1:\d+/games/", shown)) == len(RULESETS)
    assert re.match(rf"{2 * len(RULESETS)} games, \d+ events, 0 findings", verified)
    assert not list(here.iterdir())


def need_versions(service: Running) -> None:
    """The service shows the version of the project, out of the wheel, and every ruleset that ships can be played."""
    shown = service.ask("GET", "/healthz")["version"], service.ask("GET", "/openapi.json")["info"]["version"]
    rulesets = service.ask("GET", "/v1/rulesets")
    assert shown == (VERSION, VERSION)
    assert ({ruleset["name"] for ruleset in rulesets["items"]}, rulesets["missing"]) == (RULESETS.keys(), [])


def need_pages(service: Running, ruleset: dict[str, Any]) -> None:
    """A new game of a ruleset has a page with a picture, and what the page loads is there."""
    seats: list[dict[str, Any]] = [{}] * ruleset["seats"][-1]
    game = service.ask("POST", "/v1/games", {"ruleset": ruleset["name"], "seats": seats, "chance": "server"})["id"]
    page = text_of(service, f"/games/{game}")
    loaded = re.findall(r'(?:src|href)="(/assets/[^"#]+)', page)

    assert "<svg" in page
    assert {path.rpartition(".")[2] for path in loaded} >= {"css", "js"}
    assert all(text_of(service, path) for path in loaded)


def text_of(service: Running, path: str) -> str:
    """What is at an address; it has to be there."""
    with urlopen(f"{service.address}{path}") as answer:
        text: str = answer.read().decode()
        return text


def test_a_game_of_ones_own_is_written_tested_and_installed(only_the_wheel: Place, here: Path) -> None:
    """`tabletale new-ruleset` needs the wheel alone, its tests pytest too; then `tabletale --version` lists it.

    Polars is not loaded for that. Broken by leaving the templates of `new-ruleset` or `rulesets/kit/conformance` out of
    the wheel, and by importing Polars in `api.service`.
    """
    written = only_the_wheel.run("tabletale", "new-ruleset", "river_race", "--cards", folder=here)
    pytest_alone = str(link(["pytest"], here.parent / "pytest"))
    tests = ("-m", "pytest", "-q", "-p", "no:cacheprovider")
    only_the_wheel.run("python", *tests, folder=here / "river_race", PYTHONPATH=pytest_alone)
    target = str(installed(here / "river_race", here.parent / "target"))
    versions = only_the_wheel.run("tabletale", "--version", folder=here, PYTHONPATH=target, **IMPORTS_TOLD)

    assert written.stdout.startswith("River Race is in river_race:\n")
    program, _, *rulesets = versions.stdout.splitlines()
    assert program == f"tabletale {VERSION}"
    assert {line.split()[1] for line in rulesets} == {*RULESETS, "river_race"}
    assert "ruleset river_race 1" in rulesets
    need_no_polars(versions)
