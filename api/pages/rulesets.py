"""The pages of rulebooks: what each is, its rules, its cards."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from functools import lru_cache
from itertools import groupby, islice
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from flask import Response, render_template, request, url_for
from markupsafe import Markup
from msgspec import Struct

from api.errors import UnknownAddress, UnknownComponentSet, UnknownRuleset
from api.pages.base import blueprint
from api.pages.context import service
from api.pages.view import word
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
    from collections.abc import Iterable

    from events import ComponentSet
    from rulesets.kit.faces import CardFace
    from rulesets.kit.ruleset import Ruleset

CARDS = 60
"""Cards on one page."""
MOST_SETS, MOST_NAMING = 40, 12
"""Component sets that are listed, the newest; and rules that name a card, the first."""
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
    return render_template("pages/rulesets.html", rulesets=service().rulesets.values(), missing=service().missing)


@blueprint.get("/rulesets/<name>")
def ruleset(name: str) -> str:
    """What a rulebook is, and how to start a game of it."""
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
    found = service().rulesets.get(ruleset)
    return url_for("pages.rule_of", name=ruleset, rule=rule) if found and rule in found.rules else None


@blueprint.app_template_global()
def linked(text: str, ruleset: str) -> Markup:
    """The text of a rule of a ruleset, by its name, with links to the rules that it names."""

    def link(found: re.Match[str]) -> str:
        address = rule_address(ruleset, found[0])
        return f'<a class="plain" href="{address}">{found[0]}</a>' if address else found[0]

    return Markup(RULE.sub(link, code(text)))


@blueprint.app_template_filter("seats")
def _seats(seats: range) -> str:
    """How many may play, in words."""
    least, most = min(seats), max(seats)
    return f"{least} to {most} players" if least < most else f"{least} player{'s' if least > 1 else ''}"


@blueprint.get("/rulesets/<name>/cards")
def cards_of(name: str) -> str:
    """The cards of a component set, face up."""
    found, asked = ruleset_of(name), word(request.args, "q")
    shown, kind = _set(found), word(request.args, "kind")
    cards = [card for card in _faces(found, shown) if holds(asked, card.name, card.kind, *card.text, *card.invented)]
    of_kind = [card for card in cards if kind in (None, card.kind)]
    page = _page_number()
    return render_template(
        "pages/cards.html",
        ruleset=found,
        sets=_sets(found),
        set=shown,
        asked=asked,
        kind=kind,
        kinds=Counter(card.kind for card in cards),
        groups=_grouped(of_kind[(page - 1) * CARDS : page * CARDS]),
        page=page,
        more=len(of_kind) > page * CARDS,
    )


@blueprint.get("/rulesets/<name>/cards/<card>")
def card_of(name: str, card: str) -> str:
    """One card, with the rules that name it."""
    found = ruleset_of(name)
    shown = _set(found)
    face = next((each for each in _faces(found, shown) if each.id == card), None)
    if face is None:
        raise UnknownAddress(f"The set {shown.name[:80]!r} has no card {card[:80]!r}.")
    naming = list(islice((rule for rule, text in found.rules.items() if _names(text, face.name)), MOST_NAMING))
    return render_template("pages/card.html", ruleset=found, set=shown, card=face, naming=naming)


@blueprint.app_template_global()
def card_address(ruleset: Ruleset[Any], set: str, card: str) -> str:
    """The page of a card of the component set with this hash."""
    own = set == ruleset.starter_components.hash
    return url_for("pages.card_of", name=ruleset.name, card=card, set=None if own else set)


def ruleset_of(name: str) -> Ruleset[Any]:
    """A ruleset by its name. Raises UnknownRuleset, and RulesetMissing for one that is broken."""
    if name not in service().rulesets and name not in {each.name for each in service().missing}:
        raise UnknownRuleset(f"There is no ruleset {name[:80]!r} here.")
    return service().library.ruleset_named(name)


def holds(asked: str | None, *texts: str) -> bool:
    """Whether every word that is asked for stands in one of the texts, in small letters or large ones."""
    inside = plain(" ".join(texts))
    return all(each in inside for each in plain(asked or "").split())


def plain(text: str) -> str:
    """A text as it is compared."""
    return unicodedata.normalize("NFKC", text).casefold()


def _chapters(ruleset: Ruleset[Any], asked: str | None) -> list[Chapter]:
    """The chapters that have rules with all the words that are asked for."""
    found = []
    for number, (title, ids) in enumerate(ruleset.chapters.items(), 1):
        rules = tuple((id, ruleset.rules[id]) for id in ids if holds(asked, id, ruleset.rules[id], title))
        if rules:
            found.append(Chapter(title, f"chapter-{number}", rules))
    return found


def _first_game(ruleset: Ruleset[Any]) -> dict[str, object]:
    """The body of a request that starts a game: two seats if possible, and the first value of each option."""
    seats = EXAMPLES[GameBody]["seats"]
    options = {option: values[0] for option, values in ruleset.choices(ruleset.starter_components).items()}
    body = {"ruleset": ruleset.name, "seats": seats[: max(ruleset.seats)], "chance": "server"}
    return body | ({"options": options} if options else {})


# --- component sets


class CardSet(NamedTuple):
    """A component set whose cards are shown."""

    hash: str
    name: str
    components: Any


def _set(ruleset: Ruleset[Any]) -> CardSet:
    """The set that the address asks for, or the one that ships. Raises UnknownComponentSet, BadComponentSet."""
    hash = word(request.args, "set")
    if hash in (None, ruleset.starter_components.hash):
        return CardSet(ruleset.starter_components.hash, ruleset.starter_name, ruleset.starter_components)
    stored = service().store.component_set(hash)
    if stored.ruleset != ruleset.name:
        raise UnknownComponentSet(f"This set does not belong to {ruleset.title}.")
    return CardSet(stored.hash, stored.name, ruleset.load(stored.document))


def _sets(ruleset: Ruleset[Any]) -> list[ComponentSet]:
    """The newest sets of a ruleset."""
    return service().store.component_sets(ruleset.name)[::-1][:MOST_SETS]


@lru_cache(maxsize=16)
def faces_of(ruleset: Ruleset[Any], components: Any) -> tuple[CardFace, ...]:
    """All cards of a component set."""
    return tuple(ruleset.cards(components))


def _faces(ruleset: Ruleset[Any], shown: CardSet) -> tuple[CardFace, ...]:
    return faces_of(ruleset, shown.components)


def _grouped(cards: Iterable[CardFace]) -> list[tuple[str, list[CardFace]]]:
    """Cards by their kind, in their order."""
    return [(kind, list(found)) for kind, found in groupby(cards, key=lambda card: card.kind)]


def _page_number() -> int:
    text = word(request.args, "page") or "1"
    if not re.fullmatch("[1-9][0-9]{0,3}", text):
        raise UnknownAddress("`page` must be 1 or more.")
    return int(text)


def _names(text: str, name: str) -> bool:
    """Whether a rule speaks of a card: by its whole name."""
    return len(name) > 3 and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) is not None


@lru_cache(maxsize=64)
def _sample(ruleset: Ruleset[Any]) -> str:
    """A board in the middle of a game that nobody played, as a file."""
    rng = Random(1)
    _, play = set_up(ruleset, ruleset.starter_components, min(2, max(ruleset.seats)), SeededChance(rng))
    before, board, effects = None, play.board, play.effects
    for _ in range(PLAYED):
        seat = rng.choice(ruleset.waiting_for(board))
        done = ruleset.decide(board, seat, random_bot(ruleset, board, seat, rng), SeededChance(rng))
        if ruleset.over(done.board):
            break
        before, board, effects = board, done.board, done.effects
    return as_file(ruleset.picture(Scene(board, before, tuple(effects), TABLE, {}, 1)), ruleset.look.css)
