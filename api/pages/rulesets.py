"""The pages of rulebooks: what each is, and its rules."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Any

from flask import Response, current_app, render_template, request, url_for
from markupsafe import Markup
from msgspec import Struct

from api.errors import UnknownAddress, UnknownRuleset
from api.pages.look import word
from api.pages.views import blueprint
from api.recording.simulate import SeededChance, set_up
from api.rest.examples import EXAMPLES
from api.rest.markup import code
from api.rest.shapes import GameBody
from api.rest.web import PICTURE_POLICY, SVG
from rulesets.kit.bots import random_bot
from rulesets.kit.building import RULE
from rulesets.kit.look.values import as_file
from rulesets.kit.structs import TABLE
from rulesets.kit.svg import Scene

if TYPE_CHECKING:
    from api.service import Service
    from rulesets.kit.ruleset import Ruleset

PLAYED = 60
"""Actions before the board that stands for a game."""


class Chapter(Struct, frozen=True):
    """A heading of a rulebook, and those of its rules that were looked for."""

    title: str
    address: str
    """Its place in the page."""
    rules: tuple[tuple[str, str], ...]
    """Id and text."""


@blueprint.get("/rulesets")
def rulesets() -> str:
    """The rulebooks that games can be recorded with."""
    return render_template("pages/rulesets.html", rulesets=_service().rulesets.values(), missing=_service().missing)


@blueprint.get("/rulesets/<name>")
def ruleset(name: str) -> str:
    """What a rulebook is, how a game of it begins, and what there is of it."""
    found = ruleset_of(name)
    choices = found.choices(found.starter_components)
    return render_template("pages/ruleset.html", ruleset=found, choices=choices, body=_first_game(found))


@blueprint.get("/rulesets/<name>/board.svg")
def sample_board(name: str) -> Response:
    """A board of a rulebook, to see what kind of game it is."""
    response = Response(_sample(ruleset_of(name)), content_type=f"{SVG}; charset=utf-8")
    response.headers["Content-Security-Policy"] = PICTURE_POLICY
    return response


@blueprint.get("/rulesets/<name>/rules")
def rules_of(name: str) -> str:
    """The numbered rules and rulings of a rulebook."""
    found, asked = ruleset_of(name), word(request.args, "q")
    return render_template("pages/rules.html", ruleset=found, chapters=_chapters(found, asked), asked=asked)


@blueprint.get("/rulesets/<name>/rules/<rule>")
def rule_of(name: str, rule: str) -> str:
    """One rule or ruling, and those that name it."""
    found = ruleset_of(name)
    if rule not in found.rules:
        raise UnknownAddress(f"{found.title} has no rule {rule[:40]!r}.")
    ids = list(found.rules)
    at = ids.index(rule)
    return render_template(
        "pages/rule.html",
        ruleset=found,
        rule=rule,
        chapter=next(title for title, rules in found.chapters.items() if rule in rules),
        before=ids[at - 1] if at else None,
        after=ids[at + 1] if at + 1 < len(ids) else None,
        naming=[each for each in ids if rule in RULE.findall(found.rules[each]) and each != rule],
    )


@blueprint.app_template_global()
def rule_address(ruleset: str, rule: str) -> str | None:
    """The page of a rule; None where the ruleset, as it is installed, has no such rule."""
    found = _service().rulesets.get(ruleset)
    return url_for("pages.rule_of", name=ruleset, rule=rule) if found and rule in found.rules else None


@blueprint.app_template_global()
def linked(text: str, ruleset: Ruleset[Any]) -> Markup:
    """The text of a rule with links to the rules that it names."""

    def link(found: re.Match[str]) -> str:
        address = rule_address(ruleset.name, found[0])
        return f'<a class="plain" href="{address}">{found[0]}</a>' if address else found[0]

    return Markup(RULE.sub(link, code(text)))


@blueprint.app_template_filter("seats")
def _seats(seats: range) -> str:
    """How many may play, in words."""
    least, most = min(seats), max(seats)
    return f"{least} to {most} players" if least < most else f"{least} player{'s' if least > 1 else ''}"


def ruleset_of(name: str) -> Ruleset[Any]:
    """A ruleset by its name. Raises UnknownRuleset, and RulesetMissing for one that is broken."""
    service = _service()
    if name not in service.rulesets and name not in {each.name for each in service.missing}:
        raise UnknownRuleset(f"There is no ruleset {name[:80]!r} here.")
    return service.library.ruleset_named(name)


def holds(asked: str | None, *texts: str) -> bool:
    """Whether every word that is asked for stands in one of the texts, in small letters or large ones."""
    inside = plain(" ".join(texts))
    return all(each in inside for each in plain(asked or "").split())


def plain(text: str) -> str:
    """A text as it is compared."""
    return unicodedata.normalize("NFKC", text).casefold()


def _service() -> Service:
    service: Service = current_app.extensions["tabletale"]
    return service


def _chapters(ruleset: Ruleset[Any], asked: str | None) -> list[Chapter]:
    """The chapters that have rules with all the words that are asked for."""
    found = []
    for number, (title, ids) in enumerate(ruleset.chapters.items(), 1):
        rules = tuple((id, ruleset.rules[id]) for id in ids if holds(asked, id, ruleset.rules[id], title))
        if rules:
            found.append(Chapter(title, f"chapter-{number}", rules))
    return found


def _first_game(ruleset: Ruleset[Any]) -> dict[str, object]:
    """What begins a game: as few seats as may be but two where it can be, and the first value of each option."""
    seats = EXAMPLES[GameBody]["seats"]
    options = {option: values[0] for option, values in ruleset.choices(ruleset.starter_components).items()}
    body = {"ruleset": ruleset.name, "seats": seats[: max(ruleset.seats)], "chance": "server"}
    return body | ({"options": options} if options else {})


@lru_cache(maxsize=64)
def _sample(ruleset: Ruleset[Any]) -> str:
    """A board in the middle of a game that nobody played, as a file."""
    rng = Random(1)
    seats = min(2, max(ruleset.seats))
    _, play = set_up(ruleset, ruleset.starter_components, seats, SeededChance(rng))
    board, before, effects = play.board, None, tuple(play.effects)
    for _ in range(PLAYED):
        if not (waiting := ruleset.waiting_for(board)):
            break
        seat = rng.choice(waiting)
        done = ruleset.decide(board, seat, random_bot(ruleset, board, seat, rng), SeededChance(rng))
        board, before, effects = done.board, board, tuple(done.effects)
    return as_file(ruleset.picture(Scene(board, before, effects, TABLE, {}, 1)), ruleset.look.css)
