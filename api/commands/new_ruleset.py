"""`tabletale new-ruleset`."""

from __future__ import annotations

import keyword
import re
from importlib.util import find_spec
from itertools import combinations, product
from pathlib import Path
from string import ascii_uppercase
from typing import TYPE_CHECKING

import click
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from api.commands.common import numbers_of_seats
from api.service import installed_rulesets
from rulesets.kit.text import LINE

if TYPE_CHECKING:
    from collections.abc import Container, Mapping

TEMPLATES = Path(__file__).with_name("templates")

FILES = {
    "pyproject.toml.jinja": "pyproject.toml",
    "game.py.jinja": "{name}/__init__.py",
    "RULES.md.jinja": "{name}/RULES.md",
    "test_game.py.jinja": "test_{name}.py",
}
"""The files of a ruleset: the template, and the path it is written to."""

CARD_FILES = {
    "schema.py.jinja": "{name}/schema.py",
    "starter.yaml.jinja": "{name}/starter.yaml",
}
"""The additional files of a ruleset with cards."""

MOST_SEATS = 9
"""The cards of a new ruleset are enough for this many hands."""

NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")


@click.command("new-ruleset", epilog="Example: tabletale new-ruleset river_race --seats 2-4 --cards")
@click.argument("name")
@click.option("--title", help="The title of the game; by default made from NAME.")
@click.option(
    "--seats",
    default="2-4",
    show_default=True,
    metavar="SEATS",
    help="The number of seats, or the fewest and the most.",
)
@click.option("--cards", is_flag=True, help="With cards: hidden hands, and a component set.")
@click.option(
    "--at", "folder", type=click.Path(path_type=Path), metavar="FOLDER", help="The folder to write to; by default NAME."
)
def new_ruleset(name: str, title: str | None, seats: str, cards: bool, folder: Path | None) -> None:
    """Write a package with a small game that runs, to start your own ruleset from."""
    folder = folder or Path(name)
    numbers = numbers_of_seats(seats, MOST_SEATS)
    known = installed_rulesets()
    _need_free_name(name, known)
    _need_empty(folder)
    title = _title(title or name.replace("_", " ").strip().title())
    code = _code(name, {rule[:3] for ruleset in known.values() for rule in ruleset.rules})
    values = {"name": name, "title": title, "code": code, "fewest": numbers[0], "most": numbers[-1], "cards": cards}
    written = _write(folder, _rendered(FILES | CARD_FILES if cards else FILES, values))
    click.echo(f"{title} is in {folder}:")
    for path in written:
        click.echo(f"  {path}")
    click.echo(f"Install it with the service (pip install -e {folder}), run its tests (pytest {folder}), and try it")
    click.echo(f"(tabletale simulate {name}). How to write a ruleset: docs/rulesets.md.")


def _need_free_name(name: str, known: Container[str]) -> None:
    """Refuse a name that cannot be imported, or that is taken already."""
    if not NAME.fullmatch(name) or keyword.iskeyword(name):
        raise click.UsageError(
            f"{name!r} cannot be the name of a Python package: use at most 40 lower-case letters, digits and _, "
            "such as river_race, and no keyword of Python."
        )
    if name in known:
        raise click.UsageError(f"A ruleset {name!r} is installed already: choose another name, or uninstall that one.")
    if (found := find_spec(name)) and found.origin:  # a folder without code is not a package
        raise click.UsageError(f"There is a Python package {name!r} already: choose another name.")


def _need_empty(folder: Path) -> None:
    """Refuse to write into a folder that has files."""
    if folder.exists() and not (folder.is_dir() and not any(folder.iterdir())):
        raise click.UsageError(f"{folder} is not empty: name an empty or new folder with --at.")


def _title(text: str) -> str:
    """A title that may stand in Python, TOML and Markdown as it is."""
    if not re.match(LINE, text) or len(text) > 60 or re.search(r'["\\{}]', text):
        raise click.UsageError("--title is one line of at most 60 characters, without quotation marks, \\, { and }.")
    return text


def _code(name: str, taken: Container[str]) -> str:
    """Three letters for the ids of rules that no installed ruleset begins its own with: of the name if possible."""
    letters = re.sub("[^A-Z]", "", name.upper())
    codes = map("".join, (*combinations(letters.ljust(3, "X"), 3), *product(ascii_uppercase, repeat=3)))
    return next(code for code in codes if code not in taken)


def _rendered(files: Mapping[str, str], values: Mapping[str, object]) -> dict[str, str]:
    """Path and text of each file."""
    templates = Environment(
        loader=FileSystemLoader(TEMPLATES),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    return {path.format_map(values): templates.get_template(file).render(values) for file, path in files.items()}


def _write(folder: Path, texts: Mapping[str, str]) -> list[Path]:
    """Write all files; returns their paths."""
    paths = [folder / path for path in texts]
    try:
        for path, text in zip(paths, texts.values(), strict=True):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise click.UsageError(
            f"{folder} cannot be written: {error.strerror}. Name another folder with --at."
        ) from None
    return paths
