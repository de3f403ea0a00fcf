"""No test depends on how busy the machine is: all wait for a state, as long as `tests.waiting` has it."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests import waiting
from tests.waiting import until

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

HERE = Path(__file__).parent
MEASURES = "it measures, and no test runs it"
EXCEPTIONS = {
    "waiting.py sleep": "this is where all wait",
    "waiting.py monotonic": "this is where all wait",
    "waiting.py wait_for_timeout": "this is where all wait",
    "api/test_damage.py alarm": "of no seconds: it takes one back",
    "api/killed.py join": "a process is killed after that time, wherever it is by then",
    "api/test_killed_export.py seconds": "a process is killed after that time, wherever it is by then",
    "api/test_commands.py seconds": "a game that is given no time at all",
    "events/test_crash.py sleep": "a process is killed after that time, wherever it is by then",
    "events/test_follower.py sleep": "it lets writers and followers meet differently each time",
    "events/test_follower.py wait": "the number is a position",
    "events/test_follower.py timeout": "no time at all: who is not there yet is told so at once",
    "events/test_schema.py connect_timeout": "nothing listens there, which is told at once",
    "forked.py join": "who waits for the process says how long, and is looked at here",
    "faults/kills.py sleep": "a process is killed after that time, wherever it is by then",
    "faults/clients.py monotonic": "it notes when each was answered, for those who measure",
    "faults/servers.py monotonic": "it ends a server that hangs, which PostgreSQL did now and then",
    "following/following.py time": "it notes when each saw what, for those who measure",
    "browser/__main__.py wait_for_timeout": MEASURES,
    "following/__main__.py sleep": MEASURES,
    "following/__main__.py monotonic": MEASURES,
    "following/__main__.py perf_counter": MEASURES,
    "plays/__main__.py perf_counter": MEASURES,
    "statistics/permutation.py monotonic": MEASURES,
    "statistics/covering.py monotonic": MEASURES,
    "statistics/planted.py monotonic": MEASURES,
}
"""Files with what they do, and why no outcome depends on it."""

CLOCKS = {"sleep", "wait_for_timeout", "monotonic", "perf_counter", "time"}
LIMITED = {"wait", "join", "poll", "select", "result", "exception", "settimeout", "alarm", "set_default_timeout"}
LIMITED |= {"set_default_navigation_timeout", "create_connection", "acquire"}
"""What takes a limit as its argument without a name."""
KEYWORDS = {"timeout", "deadline", "seconds"}
NAMES = {"LIMIT", "LIMIT_MS", "TICK", "TICK_MS", "None"}


def found_in(source: str) -> Iterator[str]:
    """What a test does by the clock: calls that read it or sleep, limits of its own, and waits for expressions.

    Chromium evaluates an expression that a page waits for anew at each check, and from the second one on the page's
    content security policy refuses that, so that an expression is only found true if it is true at once. A function is
    evaluated once.
    """
    tree = ast.parse(source)
    scripts = {
        target.id: node.value.value
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield from _by_call(node)
            if getattr(node.func, "attr", "") == "wait_for_function" and not _is_a_function(node.args[0], scripts):
                yield "wait_for_function"
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and "connect_timeout=" in node.value:
            yield "connect_timeout"


def _by_call(call: ast.Call) -> Iterator[str]:
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    if name in CLOCKS or (name in LIMITED and any(map(_is_a_time, call.args))):
        yield name
    for keyword in call.keywords:
        if keyword.arg in KEYWORDS and ast.unparse(keyword.value) not in NAMES:
            yield keyword.arg or ""


def _is_a_function(argument: ast.expr, scripts: Mapping[str, object]) -> bool:
    """Whether a script, written out or named, is an arrow function."""
    if isinstance(argument, ast.JoinedStr):
        argument = argument.values[0]
    script = scripts.get(argument.id) if isinstance(argument, ast.Name) else getattr(argument, "value", "")
    return re.match(r"(\(\w*\)|\w+) =>", str(script)) is not None


def _is_a_time(argument: ast.expr) -> bool:
    """Whether it is a number, or looks like a time that was given a name."""
    if isinstance(argument, ast.Constant):
        return type(argument.value) in (int, float)
    last = ast.unparse(argument).rpartition(".")[2].upper()
    return any(word in last for word in ("SECONDS", "PATIENCE", "TIMEOUT", "LONG", "WAIT"))


def files() -> dict[str, str]:
    """The tests' own code; the benchmarks are about time."""
    paths = (path for path in HERE.rglob("*.py") if "benchmarks" not in path.parts and path != Path(__file__))
    return {path.relative_to(HERE).as_posix(): path.read_text(encoding="utf-8") for path in paths}


def test_no_test_waits_by_a_limit_of_its_own() -> None:
    """Nor sleeps, nor reads the clock, but for what is named here with its reason; and nothing is named in vain."""
    found = {f"{path} {what}" for path, source in files().items() for what in found_in(source)}
    assert found - EXCEPTIONS.keys() == set()
    assert EXCEPTIONS.keys() - found == set()


@pytest.mark.parametrize(
    ("source", "what"),
    [
        ("time.sleep(0.5)", ["sleep"]),
        ("sleep(pause)", ["sleep"]),
        ("page.wait_for_timeout(300)", ["wait_for_timeout"]),
        ("while time.monotonic() < end: pass", ["monotonic"]),
        ("process.wait(timeout=20)", ["timeout"]),
        ("process.wait(timeout=PATIENCE)", ["timeout"]),
        ("expect(news).to_have_text('1 new', timeout=10_000)", ["timeout"]),
        ("gate.wait(30)", ["wait"]),
        ("signal.alarm(PATIENCE_SECONDS)", ["alarm"]),
        ("@settings(deadline=200)\ndef test(): pass", ["deadline"]),
        ("store.open('postgresql://host/log?connect_timeout=2')", ["connect_timeout"]),
        ("process.wait(timeout=LIMIT)", []),
        ("context.set_default_timeout(LIMIT_MS)", []),
        ("@settings(deadline=None)\ndef test(): pass", []),
        ("', '.join(names)", []),
        ("page.wait_for_function('window.asked.length > 1')", ["wait_for_function"]),
        ("page.wait_for_function(f'[...{names}].length > 1')", ["wait_for_function"]),
        ("WAIT = 'document.hidden'\npage.wait_for_function(WAIT)", ["wait_for_function"]),
        ("page.wait_for_function('() => window.asked.length > 1')", []),
        ("page.wait_for_function(f'() => [...{names}].length > 1')", []),
        ("WAIT = 'version => version > 1'\npage.wait_for_function(WAIT, arg=1)", []),
    ],
)
def test_what_is_done_by_the_clock_is_found(source: str, what: list[str]) -> None:
    assert list(found_in(source)) == what


def test_what_does_not_come_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Broken by waiting for ever."""
    monkeypatch.setattr(waiting, "LIMIT", 0)
    assert until(lambda: "here", "what comes") == "here"
    with pytest.raises(AssertionError, match="what never comes"):
        until(lambda: False, "what never comes")
