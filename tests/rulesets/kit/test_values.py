"""A picture as a file of its own has its colours as values, so that any program draws it as a browser does."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from rulesets.kit.look import STYLE
from rulesets.kit.look.values import SVG, Theme, as_file

SYMBOL = '<symbol id="tt-cube" viewBox="0 0 32 32"><rect class="body" width="32" height="32"/></symbol>'
OWN = (
    "svg.hive .comb { stroke: var(--c); fill: none } svg.hive .seat-2 .comb { stroke: var(--name) } "
    "svg.hive .cold .comb { stroke: navy }"
)


def file_of(body: str, theme: Theme = "light") -> ElementTree.Element:
    picture = (
        f'<svg xmlns="{SVG}" class="tt hive" viewBox="0 0 640 70"><title>Hive</title><desc>Bees</desc>'
        f"<defs>{SYMBOL}</defs>{body}</svg>"
    )
    return ElementTree.fromstring(as_file(picture, STYLE + OWN, theme))


def styles_of(svg: ElementTree.Element, dark: bool = False) -> dict[str, dict[str, str]]:
    """What is declared of each class, in the sheet of the file."""
    light, _, darker = (svg.findtext(f"{{{SVG}}}style") or "").partition("@media")
    return {
        name: dict(one.split(":", 1) for one in body.split(";"))
        for name, body in re.findall(r"\.(\w+)\{([^}]*)\}", darker if dark else light)
    }


def style_of(svg: ElementTree.Element, id: str, dark: bool = False) -> dict[str, str]:
    part = next(part for part in svg.iter() if part.get("id") == id)
    return styles_of(svg, dark).get(part.get("class", ""), {})


def fill_of_used(svg: ElementTree.Element, id: str) -> str:
    """The colour of the cube that the `use` of this id draws."""
    use = next(part for part in svg.iter() if part.get("id") == id)
    symbol = next(part for part in svg.iter() if part.get("id") == use.get("href", "")[1:])
    return styles_of(svg)[symbol[0].get("class", "")]["fill"]


def test_a_symbol_has_the_colours_of_where_it_is_used() -> None:
    """A cube in a red group is red, in a blue one blue; of each there is one symbol, however often it is used."""
    cubes = "".join(
        f'<g class="{kind}"><use id="{kind}{n}" href="#tt-cube"/></g>' for kind in ("weapon", "magic") for n in (1, 2)
    )
    svg = file_of(cubes)
    assert [fill_of_used(svg, id) for id in ("weapon1", "weapon2", "magic1")] == ["#AE3128", "#AE3128", "#2A5DB0"]
    assert sum(part.tag == f"{{{SVG}}}symbol" for part in svg.iter()) == 2


def test_the_nearest_group_colours() -> None:
    """A cube of a type in the strip of a seat has the colour of its type."""
    svg = file_of('<g class="seat-1"><g class="magic"><use id="inner" href="#tt-cube"/></g></g>')
    assert fill_of_used(svg, "inner") == "#2A5DB0"


@pytest.mark.parametrize(
    ("classes", "declared"),
    [
        ("soft", {"fill": "#50555C"}),
        ("brief-body", {"fill": "#FFFDF8", "stroke-width": "3.5"}),  # no colour is around it: no stroke
        ("name s15", {"font-size": "15px", "font-weight": "600"}),
        ("unheard-of", {}),
    ],
)
def test_rules_come_to_values(classes: str, declared: dict[str, str]) -> None:
    """What several classes say is put together; what nothing is known of says nothing."""
    style = style_of(file_of(f'<rect id="here" class="{classes}"/>'), "here")
    style.pop("font-family", None)
    assert style == declared


def test_what_says_more_wins() -> None:
    """A rule that asks for more classes is stronger; in the group of a seat a comb has the colour of its name."""
    svg = file_of(
        '<g class="seat-1"><path id="one" class="comb"/></g><g class="seat-2"><path id="two" class="comb"/></g>'
    )
    assert style_of(svg, "one")["stroke"] == "#6B3FA0"
    assert style_of(svg, "two")["stroke"] == "#91450A"


def test_classes_around_an_element_count() -> None:
    """The same element with the same custom properties, outside of a group and inside."""
    svg = file_of('<path id="out" class="comb s13"/><g class="cold"><path id="in" class="comb s13"/></g>')
    assert "stroke" not in style_of(svg, "out")
    assert style_of(svg, "in")["stroke"] == "navy"


def test_what_falls_back_does() -> None:
    """A ghost is washed in the colour of its seat, and in none where there is no seat."""
    svg = file_of('<path id="none" class="ghost"/><g class="seat-1"><path id="one" class="ghost"/></g>')
    assert style_of(svg, "none")["fill"] == "none"
    assert style_of(svg, "one")["fill"] == "#6B3FA01F"


def test_themes() -> None:
    """One theme alone, or the light one with the dark one for readers who want it so; no custom property is left."""
    body = '<rect id="here" class="card"/>'
    assert style_of(file_of(body, "dark"), "here")["fill"] == "#29313B"
    both = file_of(body, "auto")
    assert style_of(both, "here")["fill"] == "#FFFDF8"
    assert style_of(both, "here", dark=True)["fill"] == "#29313B"
    assert "--" not in ElementTree.tostring(both, encoding="unicode").replace("<!--", "")
    assert "@media" not in ElementTree.tostring(file_of(body, "light"), encoding="unicode")


def test_a_file_has_a_size() -> None:
    """By its own measures, for programs that show it without a page."""
    svg = file_of("")
    assert (svg.get("width"), svg.get("height")) == ("640", "70")
