"""Pictures: each is XML, shows nothing hidden, and shows all that the event and the legal actions name."""

from __future__ import annotations

import re
from collections import Counter
from itertools import chain, islice
from typing import TYPE_CHECKING
from xml.parsers import expat

from msgspec import Struct

from rulesets.kit.conformance.drawn import LOOK, READ, DrawnGroups
from rulesets.kit.conformance.texts import need_ids
from rulesets.kit.phases import B, seats_of
from rulesets.kit.structs import SPECTATOR, TABLE
from rulesets.kit.svg import Arrangement, Scene

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rulesets.kit.conformance.game import Game
    from rulesets.kit.fields import NamedValue
    from rulesets.kit.phases import Seat
    from rulesets.kit.structs import Action, Effect, Viewer


class Form(Struct, frozen=True):
    """One way in which a picture is asked for."""

    name: str
    arrangement: Arrangement


FORMS = (Form("for a desk", "wide"), Form("for a phone", "narrow"), Form("in a page", "both"))
FINE = 10**9
"""The digits of a random number that choose the form, far below those that decide whether to draw."""

NAME = '{}: <Ada> & "Bo"'
"""What players are called: names come from strangers, and may hold any sign."""


def check_picture(game: Game[B], viewer: Viewer, before: B, view: B, seen: Sequence[Effect[B]], sentence: str) -> str:
    """Draw what a viewer sees of a share of the events, each in one form; the texts and ids of the picture.

    `sentence` is what the viewer reads of the event.
    """
    if not (form := _form(game, view)):
        return ""
    names = {seat: NAME.format(seat) for seat in seats_of(view)} if form.arrangement == "both" else {}
    earlier = before if game.version > 1 else None
    touched = frozenset(chain.from_iterable(effect.touches() for effect in seen))
    event = view, earlier, tuple(seen), viewer, names, game.version, touched
    picture = _drawn(game, Scene(*event, arrangement=form.arrangement), form)
    _need_xml(picture, form, viewer)
    if game.ruleset.fields:
        drawn = DrawnGroups(picture)
        _check_named(game, viewer, view, seen, drawn)
        game.shown.need_shown(sentence, viewer, drawn)
    return " ".join(text or piece for text, piece in READ.findall(LOOK.sub("", picture)))


# --- what is named, is drawn

MOST_LISTED = 300
"""At most this many legal actions of a seat are looked for in one picture."""
_SPOKEN_ID = re.compile(r"\b[a-z]+:[a-z0-9]|\b[a-z]+-\d+[a-z]?\b|\bseat \d", re.IGNORECASE)
"""What is no word: an id, its end, a seat by its number."""


def _check_named(game: Game[B], viewer: Viewer, view: B, seen: Sequence[Effect[B]], drawn: DrawnGroups) -> None:
    assert not drawn.twice, f"{viewer}: two groups of the picture have the ids {Counter(drawn.twice)}"
    for effect in seen:
        _need_drawn(effect, effect.touches(), viewer, drawn)
    read: dict[tuple[Seat, str], tuple[Action[B], list[str]]] = {}
    for seat, action in _asked(game, viewer):
        ids = game.ruleset.touches(view, seat, action)
        need_ids(action, ids)
        assert ids or action.nowhere, f"{action} touches nothing, and gives no reason in nowhere"
        _need_drawn(action, ids, viewer, drawn)
        _check_words(game, view, seat, action, drawn)
        shown = [drawn.texts[id_] for id_ in ids]
        label = action.label(view, seat)
        game.shown.need_shown(label, viewer, drawn)
        other, alike = read.setdefault((seat, label), (action, shown))
        assert shown == alike, f"{other} and {action} are both called {label!r}, but are not copies of one card"


def _asked(game: Game[B], viewer: Viewer) -> Iterator[tuple[Seat, Action[B]]]:
    """What a viewer may be asked about: a seat its own actions, the table those of all."""
    for seat, actions in game.lists.items():
        if viewer != SPECTATOR and viewer in (seat, TABLE):
            yield from ((seat, action) for action in islice(actions, MOST_LISTED))


def _need_drawn(of: object, ids: Sequence[str], viewer: Viewer, drawn: DrawnGroups) -> None:
    missing = [id_ for id_ in ids if id_ not in drawn.texts]
    assert not missing, f"{of} touches {missing}, which the picture of {viewer} does not have"


def _check_words(game: Game[B], view: B, seat: Seat, action: Action[B], drawn: DrawnGroups) -> None:
    """What a field names reads as in the picture."""
    for value in game.ruleset.named(view, seat, action):
        assert value.word, f"{value.field} of {action} has no words"
        spoken = _SPOKEN_ID.search(value.word)
        assert not spoken, f"{value.field} of {action} is called {value.word!r}: {spoken and spoken[0]!r} is no word"
        if len({*value.ids}) == 1 and "{" not in value.word and not _is_tapped(value):
            text = drawn.texts[value.ids[0]]
            assert value.word.casefold() in text.casefold(), (
                f"{value.field} of {action} is called {value.word!r}, and {value.ids[0]} in the picture {text!r}"
            )


def _is_tapped(value: NamedValue) -> bool:
    """Whether it is an amount, which its place need not bear: it is tapped as often, but for a first one that is
    chosen with its place."""
    return value.amount is not None and len(value.ids) in (value.amount, value.amount - 1)


def _form(game: Game[B], board: B) -> Form | None:
    """The form that a board is drawn in, if it is: the first of each phase is, and a share of all.

    One random number a board decides both, so that a game that is played again is drawn alike.
    """
    phase, number = type(board.pending).__name__, game.pictures.random()
    if number >= game.profile.drawn_boards and game.report.drawn[phase]:
        return None
    game.report.drawn[phase] += 1
    return FORMS[int(number * FINE) % len(FORMS)]


def _drawn(game: Game[B], scene: Scene[B], form: Form) -> str:
    try:
        return game.ruleset.picture(scene)
    except Exception as error:
        raise AssertionError(f"{scene.viewer}: no picture {form.name}: {type(error).__name__}: {error}") from error


def _need_xml(picture: str, form: Form, viewer: Viewer) -> None:
    """A file is one document; what goes into a page may be several, side by side."""
    try:
        expat.ParserCreate().Parse(f"<page>{picture}</page>" if form.arrangement == "both" else picture, True)
    except expat.ExpatError as error:
        raise AssertionError(f"{viewer}: the picture {form.name} is no XML: {error}") from None
