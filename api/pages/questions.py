"""The pages of statistics, each at its address. None of them knows a statistic by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from flask import Response, make_response, render_template, request

from api.errors import InvalidRequest, UnknownAddress, UnknownRuleset
from api.pages.base import blueprint
from api.pages.chart import marked
from api.pages.context import service
from api.pages.game_list import PAGE, rows_of
from api.pages.statistics import (
    FORMS,
    address_of,
    faults_of,
    fields_of,
    file_of,
    label_of,
    needed,
    schema_of,
    tables_of,
    title_of,
)
from api.recording import titles
from api.rest.web import PICTURE_POLICY, query_of_request
from api.statistics import PLAYERS, SHEET, ask, in_form, lake_problems, name_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rulesets.kit.ruleset import Ruleset


@blueprint.get("/statistics")
def statistics() -> str:
    """The catalogue of statistics."""
    from analytics import catalogue  # slow to load, and no other page needs it

    given, ruleset = _common(), _ruleset()
    store = service().store
    title = titles.title_of(store, ruleset.name, given[SHEET]) if given.get(SHEET) else None
    return render_template(
        "pages/statistics.html",
        title=title,
        about=titles.full_name(ruleset, title) if title else ruleset.title,
        titles=[title for title in titles.titles_of(store, ruleset.name) if title.games] if ruleset.sheets else [],
        jobs=catalogue(),
        rulesets=service().rulesets,
        ruleset=ruleset,
        given=given,
        player_names=_player_names(given),
    )


@blueprint.get("/statistics/<name>")
def question(name: str) -> str | Response:
    """A question with its answer: finding, chart, tables, method."""
    given, ruleset = _given(), _ruleset()
    try:
        result = ask(service(), name, given)
    except InvalidRequest as problem:
        return _bad_filters(name, given, problem)
    as_given = _player_names(given) | {SHEET: given.get(SHEET)}
    fields = fields_of(schema_of(name, ruleset), msgspec.to_builtins(result.params) | as_given)
    return render_template(
        "pages/question.html",
        result=result,
        ruleset=ruleset,
        tables=list(tables_of(result)),
        address=address_of(name, given),
        forms=FORMS,
        given=given,
        fields=fields,
        needed=needed(result),
        rulesets=_rulesets(name, ruleset),
    )


def _bad_filters(name: str, given: Mapping[str, str], problem: InvalidRequest) -> Response:
    """The filters as they were filled in, and what is wrong with them."""
    ruleset = _ruleset()
    schema = schema_of(name, ruleset)
    page = render_template(
        "pages/bad_filters.html",
        name=name,
        title=title_of(name, ruleset),
        ruleset=ruleset,
        fields=fields_of(schema, given),
        faults=faults_of(problem, schema),
        rulesets=_rulesets(name, ruleset),
    )
    return make_response(page, problem.status)


def _player_names(given: Mapping[str, str]) -> dict[str, str]:
    """The names of the players in the parameters; the id of a player who was deleted."""
    return {name: name_of(service(), given[name]) for name in PLAYERS & given.keys()}


def _rulesets(name: str, ruleset: Ruleset[Any]) -> list[Ruleset[Any]]:
    """The rulesets that have this question: all, or the one that defines it."""
    own = name in {each.name for each in ruleset.questions}
    return [ruleset] if own else list(service().rulesets.values())


@blueprint.get("/statistics/<name>/marks")
def marks(name: str) -> Response:
    """The chart of an answer for its page: each mark has its figures as a title."""
    return Response(marked(ask(service(), name, _given()).to_svg()), content_type=FORMS["SVG"])


@blueprint.get("/statistics/<name>/games")
def row_games(name: str) -> str:
    """The latest games that a row of an answer counts."""
    given = _given()
    key = given.pop("row", "")
    result = ask(service(), name, given)
    label = label_of(result, key)
    with lake_problems():
        ids = result.example_games(PAGE + 1, key).get(key, ())
    rows = rows_of(service(), ids[:PAGE])
    return render_template(
        "pages/row_games.html", result=result, label=label, rows=rows, more=len(ids) > PAGE, given=given
    )


@blueprint.get("/statistics/<name>/figures.<form>")
def figures(name: str, form: str) -> Response:
    """The answer in another form, for links: a browser asks for HTML."""
    media = {word.lower(): media for word, media in FORMS.items()}.get(form)
    if media is None:
        raise UnknownAddress
    result = ask(service(), name, _given())
    response = Response(in_form(result, media), content_type=media)
    response.headers["Content-Disposition"] = file_of(result.name, form)
    if media == FORMS["SVG"]:
        response.headers["Content-Security-Policy"] = PICTURE_POLICY
    return response


def _common() -> dict[str, str]:
    """The filters of the address that every statistic takes; links to questions keep them."""
    from analytics import Params

    given = {name: value for name, value in query_of_request().items() if value and name != "ruleset"}
    return {name: value for name, value in given.items() if name in Params.__struct_fields__}


def _given() -> dict[str, str]:
    """The parameters of the address, without the empty fields of a form."""
    given = {name: value for name, value in query_of_request().items() if value}
    return {**given, "ruleset": _ruleset().name}


def _ruleset() -> Ruleset[Any]:
    rulesets = service().rulesets
    name = request.args.get("ruleset") or next(iter(rulesets), "")
    if name not in rulesets:
        raise UnknownRuleset
    return rulesets[name]
