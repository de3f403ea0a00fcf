"""The locked requirements: they agree with pyproject.toml, and name no place to download from."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
EXTRAS = PROJECT["optional-dependencies"]
ASKED = {
    "requirements.txt": PROJECT["dependencies"],
    "requirements-dev.txt": [*PROJECT["dependencies"], *EXTRAS["dev"], *EXTRAS["bench"]],
}
"""What each lock is made of."""


class Lock:
    """A file of locked requirements."""

    def __init__(self, name: str) -> None:
        self.text = (ROOT / name).read_text()
        self.pins = [Requirement(line) for line in re.findall(r"^([a-z0-9].*?) \\$", self.text, re.M)]
        entries = re.split(r"^(?=[a-z0-9])", self.text, flags=re.M)
        self.direct = {entry.partition("==")[0] for entry in entries if " tabletale (pyproject.toml)" in entry}
        """What pyproject.toml itself asks for, as the lock tells it."""

    def versions(self, name: str) -> list[str]:
        """Of a package: several where they differ by Python or system."""
        return [str(pin.specifier).removeprefix("==") for pin in self.pins if canonicalize_name(pin.name) == name]


@pytest.mark.parametrize("name", ASKED)
def test_the_lock_is_of_what_the_project_asks_for(name: str) -> None:
    """Each has a version within its range, and nothing is locked that nobody asks for any more. Run `make lock`.

    Broken by raising a lower bound, by a new dependency, and by taking one out.
    """
    lock = Lock(name)
    asked = {canonicalize_name(each.name): each.specifier for each in map(Requirement, ASKED[name])}
    assert lock.direct == set(asked)
    for package, allowed in asked.items():
        assert lock.versions(package), package
        assert all(allowed.contains(version) for version in lock.versions(package)), package


def test_what_runs_is_what_is_tested() -> None:
    """The lock for development holds each version of the lock for running. Broken by locking them apart."""
    development = {str(pin) for pin in Lock("requirements-dev.txt").pins}
    assert {str(pin) for pin in Lock("requirements.txt").pins} - development == set()


@pytest.mark.parametrize("name", ASKED)
def test_each_package_has_hashes_and_no_address(name: str) -> None:
    """An installer refuses what is not the same bytes, and asks the index that its user has set."""
    lock = Lock(name)
    entries = re.split(r"^(?=[a-z0-9])", lock.text, flags=re.M)[1:]
    assert len(entries) == len(lock.pins)
    assert [entry.split()[0] for entry in entries if "--hash=sha256:" not in entry] == []
    assert "://" not in lock.text
    assert "index-url" not in lock.text


WORDS = (
    "Invalid enum value",
    "missing required field",
    "Expected `",
    "exceeded maximum nesting",
    "did not find expected",
    "x not in tuple",
    "Could not decode",
)
"""What msgspec, libyaml and Python say."""


def test_no_test_asserts_the_words_of_another_library() -> None:
    """A newer version may put it differently, and then nothing of ours is broken. Kinds and places are asserted."""
    found = [
        f"{path.relative_to(ROOT)}: {words}"
        for path in sorted((ROOT / "tests").rglob("*.py"))
        if path != Path(__file__)
        for words in WORDS
        if words in path.read_text()
    ]
    assert found == []
