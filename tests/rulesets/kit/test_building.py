"""A ruleset that cannot be played is refused when it is built, and what is wrong is said by name."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import count
from pathlib import Path

import pytest

from rulesets.kit.errors import BadRuleset
from tests.rulesets.kit import tips

HOME = Path(tips.__file__).parent
AT_THE_END = "RULESET = build()\n"
LOST = '''
from rulesets.kit.structs import Effect


class CoinLost(Effect, frozen=True):
    """In no topic of the effects."""
'''

LOOK_FILES = {"symbols": "symbols.svg", "sheet": "board.css"}

WORDS = '''
from rulesets.kit.cards import ByWord, Word


class Move(Word, frozen=True):
    """A base of others needs no verb."""


class Walk(Move, frozen=True, tag="walk"):
    """Has one."""


class Jump(Move, frozen=True, tag="jump"):
    """Has none."""


verb = ByWord("verb", Move)


@verb(Walk)
def walk(word):
    pass
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
    """Builds Tips as a package of its own, with an edit of its code or rules, or a look; what it is refused for.

    Each has another name: the classes of the one before are not forgotten.
    """
    name = f"tips_{next(NUMBERS)}"

    def build(code: Edit | None = None, rules: Edit | None = None, more: str = "", **look: str) -> str:
        package = tmp_path / name
        (package / "look").mkdir(parents=True)
        for file, text in look.items():
            (package / "look" / LOOK_FILES[file]).write_text(text.replace("tips", name), "utf-8")
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
    message = refused((AT_THE_END, f"from . import more\n\n{AT_THE_END}"), more=LOST)
    assert message == "the effect CoinLost of tips.more is in no topic of `effects`"


def test_a_word_without_a_verb(refused: Callable[..., str]) -> None:
    """A game would break off where a card says it."""
    message = refused((AT_THE_END, f"from . import more\n\n{AT_THE_END}"), more=WORDS)
    assert message == "the word Jump of tips.more has no verb"


def test_a_misspelt_rule(refused: Callable[..., str]) -> None:
    """Every rule that the code names is one of RULES.md, whether a game comes to it or not."""
    message = refused(('self.card == board.hands[seat - 1], "TIP-TRN-02"', 'self.card, "TIP-TRN-20"'))
    line = next(
        number
        for number, line in enumerate((HOME / "__init__.py").read_text("utf-8").splitlines(), 1)
        if '"TIP-TRN-02"' in line
    )
    assert message == f"tips, line {line}: there is no rule TIP-TRN-20"


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
    message = refused(rules=("- **TIP-DRW-01** It draws", nearly))
    assert message.startswith("RULES.md, line 10: a rule is written `- **ABC-TOP-01** text`, not '")
    assert nearly.strip() in message


def test_a_rule_that_is_told_twice(refused: Callable[..., str]) -> None:
    """One of the two would be lost."""
    message = refused(rules=("- **TIP-DRW-01**", "- **TIP-TRN-01**"))
    assert message == "RULES.md, line 10: TIP-TRN-01 stands there twice"


def symbols(*lines: str) -> str:
    """A file of symbols, each in a line."""
    text = "\n".join(("<defs>", *lines, "</defs>"))
    return f'<svg xmlns="http://www.w3.org/2000/svg">{text}</svg>'


BEE = '<symbol id="g-bee" viewBox="0 0 24 24"><path class="g" d="M2 2h20"/></symbol>'
NO_TOKEN = "is no token: take one of tokens.css, such as `var(--gold)`"


@pytest.mark.parametrize(
    ("file", "why"),
    [
        (symbols(BEE.replace("g-bee", "g-heart")), ": g-heart is a symbol of the kit: call it tips-heart"),
        (symbols(BEE, BEE.replace("g-bee", "tt-back")), ": tt-back is a symbol of the kit: call it tips-back"),
        (symbols(BEE.replace('class="g"', 'fill="#fff"')), f", g-bee: `fill: #fff` {NO_TOKEN}"),
        (symbols(BEE.replace('class="g"', 'style="fill:red"')), f", g-bee: `style: fill:red` {NO_TOKEN}"),
        (symbols(BEE.replace('class="g"', 'stroke="var(--bee)"')), f", g-bee: `stroke: var(--bee)` {NO_TOKEN}"),
        (
            symbols(BEE.replace('id="g-bee" viewBox="0 0 24 24"', 'viewBox="0 0 24 24" id="g-bee"')),
            """: a symbol begins `<symbol id="name"`, not with symbol 'g-bee'""",
        ),
        (
            symbols('<linearGradient id="glow"></linearGradient>'),
            """: a symbol begins `<symbol id="name"`, not with linearGradient 'glow'""",
        ),
    ],
)
def test_a_symbol_that_no_picture_could_do_with(refused: Callable[..., str], file: str, why: str) -> None:
    """One of the kit's name would stand for two drawings; a colour of its own would not follow a dark screen."""
    assert refused(symbols=file) == f"symbols.svg{why}"


def test_symbols_that_are_no_xml(refused: Callable[..., str]) -> None:
    """A picture with them would be no XML either."""
    message = refused(symbols=symbols(BEE, BEE.replace("</symbol>", "")))
    assert message.startswith("symbols.svg, line 4: no XML: mismatched tag")


@pytest.mark.parametrize(
    ("sheet", "why"),
    [
        (".bee { fill: none }", ", line 1: '.bee' is not only for pictures of tips: begin with `svg.tips`"),
        (
            "svg.tips .ant { fill: none }\nsvg.tips .ant, .bee { fill: none }",
            ", line 2: '.bee' is not only for pictures of tips: begin with `svg.tips`",
        ),
        ("svg.tipster .bee { fill: none }", ", line 1: 'svg.tipster .bee' is not only for pictures of tips: begin"),
        ("svg.tips ~ .bee { fill: none }", ", line 1: 'svg.tips ~ .bee' is not only for pictures of tips: begin"),
        ("@media print {\nhtml { fill: none } }", ", line 2: 'html' is not only for pictures of tips: begin"),
        ("@import 'bee.css';", ": this is no rule: @import 'bee.css';"),
        ("/* Honey\n& wax. */", ", line 2: a picture in a file of its own would be no XML with '&' in it"),
        ("svg.tips .bee { fill: none", ": this is no rule: svg.tips .bee { fill: none"),
        ("svg.tips .bee { fill: red }", f", line 1: `fill: red` {NO_TOKEN}"),
        ("/* Bees\nhum. */\nsvg.tips .bee { stroke: #CDC3B0 }", f", line 3: `stroke: #CDC3B0` {NO_TOKEN}"),
        ("svg.tips .bee { --c: rgb(1 2 3) }", f", line 1: `--c: rgb(1 2 3)` {NO_TOKEN}"),
        ("svg.tips .bee { fill: var(--honey) }", f", line 1: `fill: var(--honey)` {NO_TOKEN}"),
        ("svg.tips .bee { cursor: url(https://bee.example/) }", ", line 1: `cursor: url(https://bee.example/)`"),
    ],
)
def test_a_rule_that_would_show_elsewhere_or_bring_a_colour(refused: Callable[..., str], sheet: str, why: str) -> None:
    """A page has the rules of the ruleset beside its own; dark screens and paper know the tokens alone."""
    assert refused(sheet=sheet).startswith(f"board.css{why}")
