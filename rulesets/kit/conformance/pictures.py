"""Pictures: each is XML, and shows nothing hidden."""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING
from xml.parsers import expat

from msgspec import Struct

from rulesets.kit.phases import B, seats_of
from rulesets.kit.svg import Arrangement, Scene

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulesets.kit.conformance.walk import Walk
    from rulesets.kit.structs import Effect, Viewer


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
_READ = re.compile(r'>([^<>]+)<|(?:data-id|id|href|title|aria-label)="([^"]+)"')


def check_picture(walk: Walk[B], viewer: Viewer, before: B, view: B, seen: Sequence[Effect[B]]) -> str:
    """Draw what a viewer sees of a share of the events, each in one form; the texts and ids of the picture."""
    if not (form := _form(walk, view)):
        return ""
    names = {seat: NAME.format(seat) for seat in seats_of(view)} if form.arrangement == "both" else {}
    earlier = before if walk.version > 1 else None
    touched = frozenset(chain.from_iterable(effect.touches() for effect in seen))
    event = view, earlier, tuple(seen), viewer, names, walk.version, touched
    picture = _drawn(walk, Scene(*event, arrangement=form.arrangement), form)
    _need_xml(picture, form, viewer)
    return " ".join(text or piece for text, piece in _READ.findall(_LOOK.sub("", picture)))


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
