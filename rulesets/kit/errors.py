"""What can go wrong while deciding.

KitError
├── Refused             the rulebook forbids it, and by which rule
├── ChanceNeeded        a roll or draw is missing
├── LeftoverOutcomes    more outcomes were entered than the action asks for
├── UnknownAction       a text that is no action of the ruleset
└── BadComponentSet     a component set that cannot be played with, fault by fault
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import MsgspecError, Struct

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulesets.kit.outcomes import ChanceQuestion, Outcome, Outlook


class KitError(Exception):
    """Whatever a ruleset answers instead of a new board."""

    entry: int = 0
    """Which of several actions that were taken together it is about, from 0."""


class Refused(KitError):
    """The rulebook says no. `rule` is the id of the rule, as in `RULES.md`."""

    def __init__(self, rule: str) -> None:  # `args` is set already; conformance makes millions of these
        self.rule = rule


class ChanceNeeded(KitError):
    """A roll or draw is missing. `asked` is the question, `rejected` the impossible answer, if there was one."""

    def __init__(self, asked: ChanceQuestion, index: int, rejected: Sequence[Outcome] = ()) -> None:
        super().__init__(f"outcome {index}: {asked.kind}")
        self.asked = asked
        self.index = index
        self.rejected = tuple(rejected)
        self.outlook: Outlook | None = None
        """The question in words, where somebody who can enter it is asked."""


class LeftoverOutcomes(KitError):
    """`count` outcomes were entered that nothing asked for."""

    def __init__(self, used: int, count: int) -> None:
        super().__init__(f"{count} outcomes too many, the action asks for {used}")
        self.used = used
        self.count = count


class UnknownAction(KitError):
    """A text that is no action (or no option) of the ruleset: `path` is a JSON pointer to the fault."""

    def __init__(self, detail: str, path: str) -> None:
        super().__init__(detail)
        self.detail = detail
        self.path = path


class SetFault(Struct, frozen=True):
    """One fault of a component set. `line` and `column` count from 1 in its file."""

    line: int
    column: int
    path: str
    detail: str

    def __str__(self) -> str:
        return f"{self.line}:{self.column} {self.path}: {self.detail}"


class BadComponentSet(KitError):
    """A component set that cannot be played with; every fault that was found, in the order of the file."""

    def __init__(self, faults: Sequence[SetFault]) -> None:
        super().__init__("; ".join(map(str, faults)))
        self.faults = tuple(faults)


class UpcastFailed(MsgspecError):
    """What became of a stored `type` with a `version` of its ruleset cannot be worked out: the ruleset is at fault.

    It holds no value of the event, which may be hidden. Like JSON that today's types do not know, it is a MsgspecError.
    """

    def __init__(self, kind: str, version: int, why: str) -> None:
        super().__init__(f"what became of {kind} with version {version} cannot be worked out ({why})")
        self.kind = kind
        self.version = version


class BadRuleset(Exception):
    """A ruleset that cannot be played: what is wrong, by name."""

    def __init__(self, package: str, detail: str) -> None:
        super().__init__(f"{package}: {detail}")
        self.package = package
        self.detail = detail
