"""Pictures: each is XML, shows nothing hidden, and shows all that the event and the legal actions name."""

from __future__ import annotations

import re
from collections import Counter
from itertools import chain, islice
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree
from xml.parsers import expat

from msgspec import Struct

from rulesets.kit.conformance.texts import need_ids
from rulesets.kit.phases import B, seats_of
from rulesets.kit.structs import SPECTATOR, TABLE
from rulesets.kit.svg import Arrangement, Scene

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rulesets.kit.conformance.profile import Profile
    from rulesets.kit.conformance.walk import Walk
    from rulesets.kit.fields import Named
    from rulesets.kit.phases import Components, Seat
    from rulesets.kit.ruleset import Ruleset
    from rulesets.kit.structs import Action, Effect, Viewer


class Form(Struct, frozen=True):
    """One way in which a picture is asked for."""

    name: str
    arrangement: Arrangement


FORMS = (Form("for a desk", "wide"), Form("for a phone", "narrow"), Form("in a page", "both"))
FINE = 10**9
"""The digits of a lot that choose the form, far below those that say whether to draw."""

NAME = '{}: <Ada> & "Bo"'
"""What players are called: names come from strangers, and may hold any sign."""

_LOOK = re.compile(r"<style>.*?</style>|<defs>.*?</defs>", re.DOTALL)
_READ = re.compile(r'>([^<>]+)<|(?:data-id|data-holds|id|href|title|aria-label)="([^"]+)"')


def check_picture(walk: Walk[B], viewer: Viewer, before: B, view: B, seen: Sequence[Effect[B]], sentence: str) -> str:
    """Draw what a viewer sees of a share of the events, each in one form; the texts and ids of the picture.

    `said` is what the viewer reads of the event.
    """
    if not (form := _form(walk, view)):
        return ""
    names = {seat: NAME.format(seat) for seat in seats_of(view)} if form.arrangement == "both" else {}
    earlier = before if walk.version > 1 else None
    touched = frozenset(chain.from_iterable(effect.touches() for effect in seen))
    event = view, earlier, tuple(seen), viewer, names, walk.version, touched
    picture = _drawn(walk, Scene(*event, arrangement=form.arrangement), form)
    _need_xml(picture, form, viewer)
    if walk.ruleset.fields:
        drawn = Drawn(picture)
        _check_named(walk, viewer, view, seen, drawn)
        walk.shown.need_shown(sentence, viewer, drawn)
    return " ".join(text or piece for text, piece in _READ.findall(_LOOK.sub("", picture)))


# --- what is named, is drawn

MOST_LISTED = 300
"""So many legal actions of a seat are looked for in one picture."""
_SPOKEN_ID = re.compile(r"\b[a-z]+:[a-z0-9]|\b[a-z]+-\d+[a-z]?\b|\bseat \d", re.IGNORECASE)
"""What is no word: an id, its end, a seat by its number."""


class Drawn:
    """The groups of a picture by their ids; of two arrangements in a page, the first one."""

    def __init__(self, picture: str) -> None:
        """`picture` is one document, or several for a page."""
        self.texts: dict[str, str] = {}
        self.titles: dict[str, str] = {}
        self.twice: list[str] = []
        """Ids that two groups bear; backs of unknown cards may be alike."""
        first = ElementTree.fromstring(f"<page>{picture}</page>")[0]
        for group in first.iter():
            ids = f"{group.get('data-id', '')} {group.get('data-holds', '')}".split()
            if ids:
                text = " ".join(group.itertext())
                self.twice += [id_ for id_ in ids if id_ in self.texts and "?" not in id_]
                self.texts.update(dict.fromkeys(ids, text))
                self.titles.update(dict.fromkeys(ids, _title(group)))
        self.read = "\n".join(dict.fromkeys(self.texts.values()))
        self.titled = "\n".join(dict.fromkeys(self.titles.values()))


def _title(group: ElementTree.Element) -> str:
    return next((part.text or "" for part in group if part.tag.endswith("title")), "")


class Shown:
    """What a text may not name unless the picture shows it."""

    def __init__(self, ruleset: Ruleset[Any], components: Components, profile: Profile[Any]) -> None:
        """Those of the cards whose types `Profile.shown` lists."""
        self.copies = bool(profile.same_labels_ok)
        cards = {card.name for card in ruleset.history.cards(components) if card.type in profile.shown}
        names = "|".join(map(re.escape, sorted(cards, key=len, reverse=True))) or "(?!)"
        self._name = re.compile(rf"(?<![\w'-])(?P<name>{names})(?: (?P<copy>\d+))?(?![\w'-])")
        self._spoken = re.compile(profile.spoken or "(?!)")

    def need_shown(self, text: str, viewer: Viewer, drawn: Drawn) -> None:
        """What a text names is drawn under that name, which is the title of no two groups of one kind and seat.

        Equal copies are excused where their labels are.
        """
        for found in self._spoken.finditer(text):
            _need_written(found.groupdict().get("name") or found[0], text, viewer, drawn)
        for found in self._name.finditer(text):
            name = self._called(found, drawn)
            _need_written(name, text, viewer, drawn)
            titles = ((id_, self._name.match(title)) for id_, title in drawn.titles.items())
            kinds = Counter(_KIND.sub("", id_) for id_, first in titles if first and self._called(first, drawn) == name)
            twice = [kind for kind, n in kinds.items() if n > 1]
            assert self.copies or not twice, f"{name!r} is named in {text!r}, and is the title of two {twice}"

    def _called(self, found: re.Match[str], drawn: Drawn) -> str:
        """A name that was found; with the number of a copy, where the picture has copies with numbers."""
        name, copy = found["name"], found["copy"]
        return f"{name} {copy}" if copy and re.search(rf"(?m)^{re.escape(name)} \d", drawn.titled) else name


def _need_written(name: str, text: str, viewer: Viewer, drawn: Drawn) -> None:
    shown = re.search(rf"(?<!\w){re.escape(name)}(?!\w)", drawn.read, re.IGNORECASE)
    assert shown, f"{name!r} is named in {text!r}, and not in the picture of {viewer}"


_KIND = re.compile(r"(?<=:)(?!\d+(\.|$)).*|(?<=\.).*")
"""What an id says beside its prefix and its seat."""


def _check_named(walk: Walk[B], viewer: Viewer, view: B, seen: Sequence[Effect[B]], drawn: Drawn) -> None:
    assert not drawn.twice, f"{viewer}: two groups of the picture have the ids {Counter(drawn.twice)}"
    for effect in seen:
        _need_drawn(effect, effect.touches(), viewer, drawn)
    read: dict[tuple[Seat, str], tuple[Action[B], list[str]]] = {}
    for seat, action in _asked(walk, viewer):
        ids = walk.ruleset.touches(view, seat, action)
        need_ids(action, ids)
        assert ids or action.nowhere, f"{action} touches nothing, and does not say that it is about nothing there"
        _need_drawn(action, ids, viewer, drawn)
        _check_words(walk, view, seat, action, drawn)
        shown = [drawn.texts[id_] for id_ in ids]
        label = action.label(view, seat)
        walk.shown.need_shown(label, viewer, drawn)
        other, alike = read.setdefault((seat, label), (action, shown))
        assert shown == alike, f"{other} and {action} are both called {label!r}, and are no copies of one card"


def _asked(walk: Walk[B], viewer: Viewer) -> Iterator[tuple[Seat, Action[B]]]:
    """What a viewer may be asked about: a seat its own actions, the table those of all."""
    for seat, actions in walk.lists.items():
        if viewer != SPECTATOR and viewer in (seat, TABLE):
            yield from ((seat, action) for action in islice(actions, MOST_LISTED))


def _need_drawn(of: object, ids: Sequence[str], viewer: Viewer, drawn: Drawn) -> None:
    missing = [id_ for id_ in ids if id_ not in drawn.texts]
    assert not missing, f"{of} touches {missing}, which the picture of {viewer} does not have"


def _check_words(walk: Walk[B], view: B, seat: Seat, action: Action[B], drawn: Drawn) -> None:
    """What a field names reads as in the picture."""
    for value in walk.ruleset.named(view, seat, action):
        assert value.word, f"{value.field} of {action} has no words"
        spoken = _SPOKEN_ID.search(value.word)
        assert not spoken, f"{value.field} of {action} is called {value.word!r}: {spoken and spoken[0]!r} is no word"
        if len({*value.ids}) == 1 and "{" not in value.word and not _is_tapped(value):
            text = drawn.texts[value.ids[0]]
            assert value.word.casefold() in text.casefold(), (
                f"{value.field} of {action} is called {value.word!r}, and {value.ids[0]} in the picture {text!r}"
            )


def _is_tapped(value: Named) -> bool:
    """Whether it is an amount, which its place need not bear: it is tapped as often, but for a first one that is
    chosen with its place."""
    return value.amount is not None and len(value.ids) in (value.amount, value.amount - 1)


def _form(walk: Walk[B], board: B) -> Form | None:
    """The form that a board is drawn in, if it is: the first of each phase is, and a share of all.

    One random number a board tells both, so that a game that is played again is drawn alike.
    """
    phase, lot = type(board.pending).__name__, walk.pictures.random()
    if lot >= walk.profile.drawn_boards and walk.report.drawn[phase]:
        return None
    walk.report.drawn[phase] += 1
    return FORMS[int(lot * FINE) % len(FORMS)]


def _drawn(walk: Walk[B], scene: Scene[B], form: Form) -> str:
    try:
        return walk.ruleset.picture(scene)
    except Exception as error:
        raise AssertionError(f"{scene.viewer}: no picture {form.name}: {type(error).__name__}: {error}") from error


def _need_xml(picture: str, form: Form, viewer: Viewer) -> None:
    """A file is one document; what goes into a page may be several, one beside the other."""
    try:
        expat.ParserCreate().Parse(f"<page>{picture}</page>" if form.arrangement == "both" else picture, True)
    except expat.ExpatError as error:
        raise AssertionError(f"{viewer}: the picture {form.name} is no XML: {error}") from None
