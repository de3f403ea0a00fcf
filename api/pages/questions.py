"""The addresses of the pages of statistics. None of them knows a question by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from flask import Response, render_template, request

from api.errors import UnknownAddress, UnknownRuleset
from api.pages.games import PAGE, rows_of
from api.pages.here import service
from api.pages.statistics import FORMS, address_of, fields_of, label_of, tables_of
from api.pages.views import blueprint
from api.rest.web import PICTURE_POLICY, query_of_request
from api.statistics import ask, in_form

if TYPE_CHECKING:
    from rulesets.kit.ruleset import Ruleset


@blueprint.get("/statistics")
def statistics() -> str:
    """What can be asked of the history."""
    from analytics import catalogue  # slow to load, and no other page needs it

    return render_template(
        "pages/statistics.html", jobs=catalogue(), rulesets=service().rulesets, ruleset=_ruleset(), given=_common()
    )


@blueprint.get("/statistics/<name>")
def question(name: str) -> str:
    """A question with its answer: finding, picture, table, method."""
    from analytics import describe

    given, ruleset = _given(), _ruleset()
    result = ask(service(), name, given)
    fields = fields_of(describe(result.job).parameters, msgspec.to_builtins(result.params))
    return render_template(
        "pages/question.html",
        result=result,
        ruleset=ruleset,
        tables=list(tables_of(result)),
        address=address_of(name, given),
        forms=FORMS,
        given=given,
        fields=fields,
    )


@blueprint.get("/statistics/<name>/games")
def led(name: str) -> str:
    """The latest games that a row of an answer is of."""
    given = _given()
    lead = given.pop("row", "")
    result = ask(service(), name, given)
    label = label_of(result, lead)
    ids = result.led(PAGE + 1, lead).get(lead, ())
    rows = rows_of(service(), ids[:PAGE])
    return render_template("pages/led.html", result=result, label=label, rows=rows, more=len(ids) > PAGE, given=given)


@blueprint.get("/statistics/<name>/figures.<form>")
def figures(name: str, form: str) -> Response:
    """The answer in another form, for a link: a browser would ask for HTML."""
    media = {word.lower(): media for word, media in FORMS.items()}.get(form)
    if media is None:
        raise UnknownAddress
    result = ask(service(), name, _given())
    response = Response(in_form(result, media), content_type=media)
    if media == FORMS["SVG"]:
        response.headers["Content-Security-Policy"] = PICTURE_POLICY
    return response


def _common() -> dict[str, str]:
    """The parameters of the address that every question takes: the questions are asked with them."""
    from analytics import Params

    given = {name: value for name, value in query_of_request().items() if value and name != "ruleset"}
    return {name: value for name, value in given.items() if name in Params.__struct_fields__}


def _given() -> dict[str, str]:
    """The parameters of the address; empty fields of a form are not given."""
    given = {name: value for name, value in query_of_request().items() if value}
    return given if "ruleset" in given else {**given, "ruleset": _ruleset().name}


def _ruleset() -> Ruleset[Any]:
    rulesets = service().rulesets
    name = request.args.get("ruleset") or next(iter(rulesets), "")
    if name not in rulesets:
        raise UnknownRuleset
    return rulesets[name]
