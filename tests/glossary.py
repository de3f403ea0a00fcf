"""`python -m tests.glossary [FOLDER ...]`: where pages, problems, documents and code say what the glossary avoids.

Phrases are looked for in templates, scripts, documents, and in each string of the code, docstrings among them; names
are those of modules, classes, functions, parameters and variables.
"""

from __future__ import annotations

import ast
import re
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parent.parent
GLOSSARY = ROOT / "docs" / "glossary.md"
QUOTES = {GLOSSARY, ROOT / "tests" / "test_glossary.py"}
"""These say what is avoided."""
PLACES = ("events", "projections", "api", "analytics", "rulesets", "tests", "docs", "README.md", "CONTRIBUTING.md")


def rows(title: str) -> dict[str, str]:
    """The table below a heading of the glossary: what to avoid, and what to write."""
    section = GLOSSARY.read_text().split(f"\n## {title}\n")[1].split("\n## ")[0]
    found = re.findall(r"^\| (.+?) \| (.+?) \|$", section, re.MULTILINE)[1:]
    return {term: better for terms, better in found for term in terms.split(" / ")}


PHRASES = rows("Pages") | rows("Problems") | rows("Statistics")
"""A phrase that begins with a capital is a label, and looked for as it is; others in the middle of a sentence too."""
PHRASE = re.compile(
    r"\b(?:" + "|".join(f"(?i:{re.escape(x)})" if x.islower() else re.escape(x) for x in PHRASES) + r")\b"
)
FIRST_WORDS = frozenset(re.findall(r"\w+", phrase.lower())[0] for phrase in PHRASES)
"""Most texts have none of them, and are not looked through for phrases."""
NAMES = rows("Code")
STAYS = {
    "rulesets/heros_crossing": {"lot", "lots"},  # of land: the game's own word
    "tests/rulesets/heros_crossing": {"lot", "lots"},
    "rulesets/heroes_of_the_campaign/phases.py": {"said"},  # a field of a phase, which logs hold
}
"""Words that stay in some files, each for its reason."""


class Found(NamedTuple):
    """A word that the glossary avoids, with what it says instead."""

    path: Path
    line: int
    word: str
    better: str

    def __str__(self) -> str:
        return f"{self.path.relative_to(ROOT)}:{self.line}: {self.word!r}, write: {self.better}"


def phrases(path: Path, text: str, line: int = 1) -> Iterator[Found]:
    """The phrases in a text that begins on that line of a file; spaces stand for line breaks too."""
    if FIRST_WORDS.isdisjoint(re.findall(r"\w+", text.lower())):
        return
    for hit in PHRASE.finditer(text.replace("\n", " ")):
        yield Found(
            path, line + text.count("\n", 0, hit.start()), hit[0], PHRASES.get(hit[0]) or PHRASES[hit[0].lower()]
        )


def names(path: Path, node: ast.AST) -> Iterator[Found]:
    """The names that a part of a module gives to something."""
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            pass
        case ast.arg(arg=name) | ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
            pass
        case _:
            return
    if name.startswith("test_"):
        yield from phrases(path, name.replace("_", " "), node.lineno)
        return
    for word in re.findall(r"[A-Z]*[a-z0-9]+|[A-Z]+", name):
        if (better := NAMES.get(name) or NAMES.get(word)) and word not in _stay(path):
            yield Found(path, node.lineno, name, better)


@cache
def _stay(path: Path) -> frozenset[str]:
    """The words that stay in a file."""
    return frozenset(word for place, words in STAYS.items() if path.is_relative_to(ROOT / place) for word in words)


def module(path: Path) -> Iterator[Found]:
    """What stands in a file of Python."""
    if not path.is_relative_to(ROOT / "rulesets") and not path.is_relative_to(ROOT / "tests" / "rulesets"):
        for word in path.stem.split("_"):
            if better := NAMES.get(word):
                yield Found(path, 1, path.stem, better)
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield from phrases(path, node.value, node.lineno)
        else:
            yield from names(path, node)


def found(places: tuple[str, ...] = PLACES) -> Iterator[Found]:
    """All that stands in folders and files of the repository, in their order."""
    for place in places:
        paths = sorted((ROOT / place).rglob("*")) if (ROOT / place).is_dir() else [ROOT / place]
        for path in paths:
            if path in QUOTES:
                continue
            if path.suffix == ".py":
                yield from module(path)
            elif path.suffix in {".html", ".js", ".md"}:
                yield from phrases(path, path.read_text())


def main() -> None:
    """Print what is found; the exit code tells whether there was anything."""
    hits = list(found(tuple(sys.argv[1:]) or PLACES))
    print("\n".join(map(str, hits)) or "nothing found")
    sys.exit(bool(hits))


if __name__ == "__main__":
    main()
