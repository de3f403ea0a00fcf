"""Text on pages."""

from types import SimpleNamespace

from flask import render_template

from api.pages.replay_page import Reason
from api.rest.markup import code
from tests.api.client import Client


def test_backticks_become_code_and_everything_else_is_escaped() -> None:
    assert code("`negate` or <b> & `a<b`") == "<code>negate</code> or &lt;b&gt; &amp; <code>a&lt;b</code>"
    assert code("one ` alone") == "one ` alone"


def test_a_rule_beside_the_picture_is_escaped(client: Client) -> None:
    reasons = [Reason("Now", "CDT-RNG-03", "`a-b` is a range")]
    page = SimpleNamespace(reasons=reasons, game=SimpleNamespace(ruleset="card_tactics"))
    with client.application.test_request_context():
        assert "<p><code>a-b</code> is a range</p>" in render_template("pages/rules_applied.html", page=page)
