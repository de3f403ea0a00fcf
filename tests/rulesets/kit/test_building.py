"""A ruleset that cannot be played is refused when it is built, and what is wrong is said by name."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import count
from pathlib import Path

import pytest

from rulesets.kit.building import BadRuleset
from tests.rulesets.kit import tips

HOME = Path(tips.__file__).parent
AT_THE_END = "RULESET = build()\n"
LOST = '''
from rulesets.kit.structs import Effect


class CoinLost(Effect, frozen=True):
    """In no topic of the effects."""
'''

Edit = tuple[str, str]
"""What stands in a text once, and what instead."""


def edited(text: str, edit: Edit | None) -> str:
    if edit is None:
        return text
    assert text.count(edit[0]) == 1
    return text.replace(*edit)


NUMBERS = count(1)


@pytest.fixture
def refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., str]]:
    """Builds Tips as a package of its own, with an edit of its code or rules; what it is refused for.

    Each has another name: the classes of the one before are not forgotten.
    """
    name = f"tips_{next(NUMBERS)}"

    def build(code: Edit | None = None, rules: Edit | None = None, more: str = "") -> str:
        package = tmp_path / name
        package.mkdir()
        (package / "__init__.py").write_text(edited((HOME / "__init__.py").read_text("utf-8"), code), "utf-8")
        (package / "RULES.md").write_text(edited((HOME / "RULES.md").read_text("utf-8"), rules), "utf-8")
        (package / "more.py").write_text(more, "utf-8")
        with pytest.raises(BadRuleset) as bad:
            import_module(name)
        assert str(bad.value) == f"{name}: {bad.value.detail}"
        return bad.value.detail.replace(name, "tips")

    monkeypatch.syspath_prepend(tmp_path)
    yield build
    for module in (name, f"{name}.more"):
        sys.modules.pop(module, None)


def test_two_steps_for_one_phase(refused: Callable[..., str]) -> None:
    """Which of them would run would be chance."""
    again = f"@automatic(Drawing)\ndef draw_again(play):\n    pass\n\n\n{AT_THE_END}"
    assert refused((AT_THE_END, again)) == "two steps continue Drawing: draw and draw_again"


def test_an_action_without_a_phase(refused: Callable[..., str]) -> None:
    """It could never be taken."""
    assert refused(("    phase = Turn\n", "")) == "the action PlayCard has no phase"


@pytest.mark.parametrize(
    ("edit", "phase"),
    [
        (("@automatic(Passing)\n", ""), "Passing"),
        (("    phase = Turn\n", "    phase = Tipping\n"), "Turn"),
    ],
)
def test_a_phase_that_nobody_answers(refused: Callable[..., str], edit: Edit, phase: str) -> None:
    """Neither an action nor a step: a game would stop in it."""
    assert refused(edit) == f"the phase {phase} is answered by no action and continued by no step"


def test_an_effect_in_no_topic(refused: Callable[..., str]) -> None:
    """A log that held it could not be read."""
    said = refused((AT_THE_END, f"from . import more\n\n{AT_THE_END}"), more=LOST)
    assert said == "the effect CoinLost of tips.more is in no topic of `effects`"


def test_a_misspelt_rule(refused: Callable[..., str]) -> None:
    """Every rule that the code names is one of RULES.md, whether a game comes to it or not."""
    said = refused(('self.card == board.hands[seat - 1], "TIP-TRN-02"', 'self.card, "TIP-TRN-20"'))
    line = next(
        number
        for number, line in enumerate((HOME / "__init__.py").read_text("utf-8").splitlines(), 1)
        if '"TIP-TRN-02"' in line
    )
    assert said == f"tips, line {line}: there is no rule TIP-TRN-20"


@pytest.mark.parametrize(
    "nearly",
    [
        "- **TIP-DRW-1** It draws",
        "- **TIP-DRW-01**: It draws",
        "- **tip-drw-01** It draws",
        "* **TIP-DRW-01** It draws",
        "  - **TIP-DRW-01** It draws",
        "-  **TIP-DRW-01** It draws",
        "- **TIP-DRW-01**It draws",
        "- **TIP-DRW-01 ** It draws",
    ],
)
def test_a_line_that_is_nearly_a_rule(refused: Callable[..., str], nearly: str) -> None:
    """Passed over, it would be a rule that nobody finds."""
    said = refused(rules=("- **TIP-DRW-01** It draws", nearly))
    assert said.startswith("RULES.md, line 10: a rule is written `- **ABC-TOP-01** text`, not '")
    assert nearly.strip() in said


def test_a_rule_that_is_told_twice(refused: Callable[..., str]) -> None:
    """One of the two would be lost."""
    said = refused(rules=("- **TIP-DRW-01**", "- **TIP-TRN-01**"))
    assert said == "RULES.md, line 10: TIP-TRN-01 stands there twice"
