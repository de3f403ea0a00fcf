"""What templates write."""

from __future__ import annotations

import pytest
from markupsafe import Markup, escape

from rulesets.kit.svg import _written


@pytest.mark.parametrize(
    "value", [0, -3, 1.5, 12.0, 1e21, True, None, "", "a < b & \"c\" 'd'", Markup("<g/>"), ["<g>"], ("a", 1)]
)
def test_a_value_is_written_as_escaped(value: object) -> None:
    """Broken by writing text, or what holds text, as it is."""
    assert str(_written(value)) == str(escape(value))
