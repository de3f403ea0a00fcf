"""What a ruleset is made of, found in its package; and what is wrong with it, said by name before anybody plays."""

from __future__ import annotations

import inspect
import re
import sys
import tokenize
from contextlib import suppress
from typing import TYPE_CHECKING, Any, get_args, get_type_hints

from rulesets.kit.annotations import structs_below
from rulesets.kit.cards import TABLES, words_below
from rulesets.kit.errors import BadRuleset
from rulesets.kit.phases import GameOver, Phase
from rulesets.kit.play import STEPS
from rulesets.kit.structs import Action, Effect

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path
    from types import ModuleType

    from rulesets.kit.play import Play

    Step = Callable[[Play[Any]], None]

RULE = re.compile(r"[A-Z]{3}-[A-Z]{2,6}-\d{2,3}")
"""The id of a rule."""

_RULE_LINE = re.compile(rf"- \*\*({RULE.pattern})\*\* (\S.*?)\s*")
_NEARLY_RULE_LINE = re.compile(r"\s*[-*] +\*\*[^*]*-")
_NAMED = re.compile(rf'"({RULE.pattern})"')


def steps_of(package: str, topics: Sequence[ModuleType]) -> dict[type[Phase], Step]:
    """The automatic steps that are defined in the topics, by the phase that they continue. Raises BadRuleset."""
    steps: dict[type[Phase], Step] = {}
    for step in _functions_of(topics):
        for phase in STEPS.get(step, ()):
            if phase in steps:
                names = f"{steps[phase].__name__} and {step.__name__}"
                raise BadRuleset(package, f"two steps continue {phase.__name__}: {names}")
            steps[phase] = step
    return steps


def modules_of(package: str) -> list[ModuleType]:
    """The modules of a package, as far as they are imported, or the one module that it is."""
    return [module for name, module in sys.modules.items() if f"{name}.".startswith(f"{package}.")]


def read_rules(package: str, file: Path) -> dict[str, str]:
    """The numbered rules of a `RULES.md`, in its order: id to text; none without such a file.

    Raises BadRuleset for a line that is nearly a rule.
    """
    rules: dict[str, str] = {}
    if not file.exists():
        return rules
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        at = f"{file.name}, line {number}"
        if rule := _RULE_LINE.fullmatch(line):
            if rule[1] in rules:
                raise BadRuleset(package, f"{at}: {rule[1]} stands there twice")
            rules[rule[1]] = rule[2]
        elif _NEARLY_RULE_LINE.match(line):
            raise BadRuleset(package, f"{at}: a rule is written `- **ABC-TOP-01** text`, not {line.strip()[:60]!r}")
    return rules


def read_chapters(file: Path) -> dict[str, tuple[str, ...]]:
    """The headings of a `RULES.md` and the ids of the rules below each, in its order; none without such a file."""
    chapters: dict[str, list[str]] = {}
    heading = "Rules"
    for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else ():
        if line.startswith("## "):
            heading = line.removeprefix("## ").strip()
        elif rule := _RULE_LINE.fullmatch(line):
            chapters.setdefault(heading, []).append(rule[1])
    return {heading: tuple(rules) for heading, rules in chapters.items()}


def need_phases_of_actions(package: str, actions: Iterable[type[Action[Any]]]) -> None:
    """Every action has a phase. Raises BadRuleset."""
    for kind in actions:
        if not hasattr(kind, "phase"):
            raise BadRuleset(package, f"the action {kind.__name__} has no phase")


def need_answered_phases(package: str, board: type[Any], answered: Container[type[Phase]]) -> None:
    """Every phase that a board may wait in is answered. Raises BadRuleset."""
    pending = get_type_hints(board)["pending"]
    for phase in get_args(pending) or (pending,):
        if not issubclass(phase, GameOver) and phase not in answered:
            raise BadRuleset(package, f"the phase {phase.__name__} is answered by no action and continued by no step")


def need_all_effects(package: str, effects: Container[type[Effect[Any]]]) -> None:
    """Every effect that the package defines is among `effects`, so that a log with it can be read. Raises BadRuleset.

    Bases of others need not be.
    """
    for kind in structs_below(Effect):
        if f"{kind.__module__}.".startswith(f"{package}.") and kind not in effects and not kind.__subclasses__():
            raise BadRuleset(package, f"the effect {kind.__name__} of {kind.__module__} is in no topic of `effects`")


def need_all_verbs(package: str) -> None:
    """Every word of the package has its verb, and so for all tables of words. Raises BadRuleset."""
    for table in TABLES:
        for word in words_below(table.base):
            if f"{word.__module__}.".startswith(f"{package}.") and word not in table:
                raise BadRuleset(package, f"the word {word.__name__} of {word.__module__} has no {table.noun}")


def need_known_rules(package: str, modules: Iterable[ModuleType], rules: Mapping[str, str]) -> None:
    """Every id of a rule that stands in the code as a text is in `RULES.md`. Raises BadRuleset."""
    for module in modules:
        text = _source(module)
        for found in _NAMED.finditer(text):
            if (rule := found[1]) not in rules:
                line = text.count("\n", 0, found.start()) + 1
                raise BadRuleset(package, f"{module.__name__}, line {line}: there is no rule {rule}")


def _source(module: ModuleType) -> str:
    """The text of a module. A file is read here, since `inspect` keeps its lines in memory."""
    with suppress(OSError), tokenize.open(inspect.getsourcefile(module) or "") as file:
        return file.read()
    return inspect.getsource(module)


def _functions_of(topics: Sequence[ModuleType]) -> Iterator[Step]:
    for topic in topics:
        for item in vars(topic).values():
            if callable(item) and getattr(item, "__module__", "") == topic.__name__ and not isinstance(item, type):
                yield item
