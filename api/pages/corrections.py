"""Correcting an earlier move: choose another one, preview what follows, and apply the correction."""

from __future__ import annotations

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Literal
from uuid import uuid4
from zlib import compress, decompressobj
from zlib import error as ZipError  # noqa: N812

import msgspec
from flask import make_response, redirect, render_template, request, url_for
from msgspec import Struct
from msgspec.structs import replace

from api.errors import AmendRefused as NotAmended
from api.errors import UnknownAddress
from api.pages.base import blueprint
from api.pages.chance import group_of, one_at_a_time, outcomes_in, with_outcomes
from api.pages.context import form, sent, service, unknown_form
from api.pages.game_list import game_id
from api.pages.numbers import BadNumber, with_number
from api.pages.perspective import Perspective
from api.pages.record_page import Fault, RecordPageMaker
from api.pages.record_routes import KEY, entered_number, fault_of, request_of
from api.pages.selection import Selection
from api.pages.situations import AtHead, Supposed
from api.pages.view import arrangement_of
from api.recording.amend import ChangeRefused, need_own_dice
from api.rest.entries import changes_of
from api.rest.shapes import ActionBody, AmendBody, ChangeBody
from events import Stale
from projections import names, with_names
from rulesets.kit.errors import ChanceNeeded, KitError, LeftoverOutcomes, Refused, UnknownAction

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from uuid import UUID

    from werkzeug.wrappers import Response as AnyResponse

    from api.pages.chance import Group
    from api.pages.record_page import RecordPage
    from api.recording.amend import Amended
    from events import Event, Game
    from projections import Library
    from projections.paths import Version

How = Literal["instead", "before"]
LONGEST = 3_000
"""At most this many characters of changes fit in an address; with more, a move that stops can only be removed."""
MOST = 200_000
"""At most this many bytes of changes are unpacked from an address."""
MOVED = "Somebody else changed the game first. Open the game as it is now, and correct it there."


class ChosenForm(Struct, frozen=True):
    """The move to use instead, or to insert; the outcomes of chance are further fields."""

    seat: int = 0
    action: str = ""
    roll: str = ""
    drop: str = ""
    field: str = ""
    """The field of the action that the number is put into."""
    number: str = ""


class StoringForm(Struct, frozen=True, forbid_unknown_fields=True):
    """The previewed changes to apply."""

    changes: str
    expected: int
    key: str
    leave: int | None = None
    """A version to remove as well."""


class BackForm(Struct, frozen=True, forbid_unknown_fields=True):
    """The correction to undo."""

    to: int
    then: int
    expected: int


class Sentences(Struct, frozen=True):
    """The sentence of a move before and after the correction."""

    version: int
    was: str
    now: str


class StopAt(Struct, frozen=True):
    """The options where a correction stops."""

    asks: str
    rows: tuple[tuple[str, str], ...]
    """Moves to insert there, each with its address."""
    instead: str
    """The address to replace the move."""
    same: tuple[int, str] | None
    """The seat and the action there, if its rolls or draws can change."""


class Consequences(Struct, frozen=True, kw_only=True):
    """The effect of a correction, in words."""

    game: Game
    title: str
    put: tuple[str, ...]
    """The new moves, in sentences."""
    kept: int
    of: int
    """`kept` of `of` later moves are kept."""
    changed: tuple[Sentences, ...]
    left: tuple[Sentences, ...]
    stopped: str
    """The move that is no longer possible; empty if all are."""
    why: Fault | None
    at: int
    """The version where it stops."""
    changes: str
    """The changes as a form sends them."""
    stop: StopAt | None = None
    back: tuple[int, int, int] | None = None
    """After applying: the targets of the undo and the redo that revert it, and the version of the game."""


@blueprint.get("/games/<game>/amend/<version>", defaults={"how": "instead"})
@blueprint.get("/games/<game>/amend/<version>/before", defaults={"how": "before"})
@blueprint.get("/games/<game>/amend/with/<others>/<version>", defaults={"how": "instead"})
@blueprint.get("/games/<game>/amend/with/<others>/<version>/before", defaults={"how": "before"})
def amend_at(game: str, version: str, how: How, others: str = "") -> AnyResponse:
    """Ask for the move to use instead, or to insert before it."""
    return make_response(_asking(_At(game, version, how, others)))


@blueprint.post("/games/<game>/amend/<version>", defaults={"how": "instead"})
@blueprint.post("/games/<game>/amend/<version>/before", defaults={"how": "before"})
@blueprint.post("/games/<game>/amend/with/<others>/<version>", defaults={"how": "instead"})
@blueprint.post("/games/<game>/amend/with/<others>/<version>/before", defaults={"how": "before"})
def preview_correction(game: str, version: str, how: How, others: str = "") -> AnyResponse:
    """Preview a correction, or first ask for the rolls and draws that it needs. Nothing is stored."""
    at, given = _At(game, version, how, others), sent()
    chosen = _chosen(given)
    if chosen.drop:
        return _preview(at.game, _joined(at.others, ChangeBody(version=at.version, drop=True)))
    if chosen.field:
        try:
            number = entered_number(at.page(at.selection).number, chosen.number)
            chosen = replace(chosen, action=with_number(chosen.action, chosen.field, number))
        except BadNumber as error:
            return make_response(_asking(at, fault=Fault(str(error), typed=chosen.number)), 422)
        except UnknownAction:
            raise unknown_form() from None
    return _ahead_of(at, chosen, given)


def _ahead_of(at: _At, chosen: ChosenForm, given: Mapping[str, str]) -> AnyResponse:
    try:
        changes = with_outcomes(outcomes_in(given), lambda outcomes: at.tried(chosen, outcomes), roll=bool(chosen.roll))
    except ChanceNeeded as error:
        return make_response(_asking(at, chosen, group=group_of(error, given)))
    except LeftoverOutcomes:
        return _ahead_of(at, chosen, one_at_a_time(given))
    except KitError as error:
        return make_response(_asking(at, chosen, fault=_why(at.id, error)), 422)
    return _preview(at.game, changes)


@blueprint.post("/games/<game>/amend")
def amend_now(game: str) -> AnyResponse:
    """Apply the previewed correction, or remove one more move and preview again."""
    id, wanted = game_id(game), form(StoringForm)
    if not KEY.fullmatch(wanted.key):
        raise unknown_form()
    plain, library = _plain(wanted.changes), service().library
    if wanted.leave is not None:
        return _preview(library.game(id), _joined(plain, ChangeBody(version=wanted.leave, drop=True)))
    with _as_its_error():
        found, recorded = service().recorder.amend(
            id,
            changes_of(library.ruleset(library.game(id)), plain),
            expected=wanted.expected,
            request=request_of(str(id), wanted.key, sent()),
        )
    page = _consequences(library, recorded.game, found, plain)
    back = found.base, found.was, recorded.game.version
    return make_response(render_template("pages/corrected.html", page=replace(page, back=back), key=""))


@blueprint.post("/games/<game>/amend/back")
def amend_back(game: str) -> AnyResponse:
    """Undo a correction: undo to where the lines part, then redo to the old end."""
    id, wanted = game_id(game), form(BackForm)
    recorder, version = service().recorder, wanted.expected
    if service().library.game(id).summary.head != wanted.to:
        version = recorder.undo(id, to=str(wanted.to), expected=version).game.version
    recorder.redo(id, to=str(wanted.then), expected=version)
    return redirect(url_for("pages.show", game=id), 303)


# --- one action


class _At:
    """A move to correct, and the game before it, with any earlier changes applied."""

    def __init__(self, game: str, version: str, how: How, others: str = "", found: Amended | None = None) -> None:
        """`found` is the result of the other changes, if it is known.

        Raises UnknownGame, UnknownAddress, and AmendRefused if the version is no move that led to the head.
        """
        if not re.fullmatch("[0-9]{1,9}", version):
            raise UnknownAddress("`version` must be a number.")
        self.id, self.version, self.how = game_id(game), int(version), how
        self.library: Library = service().library
        self.game = self.library.game(self.id)
        self.event = self._event()
        self.stands = self.library.read(self.game, self.event, "table").text
        self.others: Sequence[ChangeBody] = _carried(others) if others else ()
        self.found = found or (_ahead(self.game, self.others) if others else None)
        if self.found and (self.found.stopped is None or self.found.stopped.version != self.version):
            raise NotAmended(f"With the earlier changes, the game does not stop at version {self.version}.")

    def _event(self) -> Event:
        need_own_dice(self.library, self.game)
        tree = self.library.tree(self.game)
        known = 1 < self.version <= self.game.version and not tree.is_marker(self.version)
        if known and tree.on_head_path(self.version):
            event = self.library.store.event(self.id, self.version)
            if event.kind == "play":
                return event
        raise NotAmended(f"Version {self.version} is not a move that led to the head of the game.")

    @property
    def entered(self) -> tuple[int, str] | None:
        """The seat and the action there, if its rolls or draws can change."""
        return (self.event.seat or 0, self.event.action) if msgspec.json.decode(self.event.outcomes) else None

    def page(self, selection: Selection) -> RecordPageMaker:
        """The record page before the move, or where the other changes stop."""
        base = self.found.base if self.found else self.event.parent
        then = replace(self.game, summary=replace(self.game.summary, head=base, tip=base, status="running"))
        decided = self.found.decided if self.found else ()
        position = Supposed(self.library, then, decided) if decided else AtHead(self.library, then)
        perspective, arrangement = Perspective.read(request.cookies), arrangement_of(request.args, request.cookies)
        return RecordPageMaker(self.library, then, selection, arrangement, perspective, position)

    @property
    def selection(self) -> Selection:
        """What is chosen in the address, for the seat that acted unless it names another."""
        chosen = Selection.read(request.args)
        return replace(chosen, seat=chosen.seat or self.event.seat)

    @property
    def address(self) -> str:
        return self.address_of(self.how)

    def address_of(self, how: How) -> str:
        """The address that asks for a replacement, or for a move to insert."""
        others = _carrying(self.others) if self.others else None
        return url_for("pages.amend_at", game=self.id, version=self.version, how=how, others=others)

    def tried(self, chosen: ChosenForm, outcomes: Sequence[Any]) -> list[ChangeBody]:
        """All changes including the chosen one. Raises KitError if it is not possible."""
        changes = _joined(self.others, self._change(chosen, list(outcomes)))
        _ahead(self.game, changes)
        return changes

    def _change(self, chosen: ChosenForm, outcomes: list[str | int | None]) -> ChangeBody:
        action = _object(chosen.action)
        if self.how == "before":
            entry = ActionBody(chosen.seat, action, outcomes)
            return ChangeBody(version=self.version, before=[entry])
        return ChangeBody(version=self.version, seat=chosen.seat, action=action, outcomes=outcomes)


def _joined(changes: Sequence[ChangeBody], new: ChangeBody) -> list[ChangeBody]:
    """The changes with one more; moves inserted at the same version come first."""
    at_its_version = next((change for change in changes if change.version == new.version), None)
    if at_its_version is None:
        return [*changes, new]
    both = replace(new, before=[*at_its_version.before, *new.before])
    return [both if change is at_its_version else change for change in changes]


def _asking(
    at: _At, chosen: ChosenForm | None = None, *, fault: Fault | None = None, group: Group | None = None
) -> str:
    """The page that asks for another move, with the choices so far."""
    selection = at.selection
    if chosen and chosen.action:
        selection = Selection(chosen.seat or selection.seat, selection.pairs, chosen.action)
    shown: RecordPage = at.page(selection).shown(fault, group)
    page = replace(shown, sentence=at.stands, when=f"Version {at.version}", target=at.address)
    return render_template(
        "pages/amend.html", page=page, at=at, same=at.entered if at.how == "instead" else None, key=""
    )


# --- what comes of it


def _preview(game: Game, changes: Sequence[ChangeBody]) -> AnyResponse:
    """The preview of changes; nothing is stored."""
    library, found = service().library, _ahead(game, changes)
    page = _consequences(library, game, found, changes)
    if found.stopped and len(carried := _carrying(changes)) <= LONGEST:
        page = replace(page, stop=_stop(_At(str(game.id), str(found.stopped.version), "before", carried, found)))
    return make_response(render_template("pages/corrected.html", page=page, key=uuid4().hex))


def _ahead(game: Game, changes: Sequence[ChangeBody]) -> Amended:
    """Where changes would lead. Raises KitError, AmendRefused."""
    ruleset = service().library.ruleset(game)
    try:
        with _as_its_error():
            found, _ = service().recorder.would_amend(game.id, changes_of(ruleset, changes), expected=game.version)
    except Stale:
        raise NotAmended(MOVED) from None
    return found


def _stop(at: _At) -> StopAt:
    """The options where it stops, besides removing the move."""
    page = at.page(Selection())
    shown = page.shown(have=page.drawn)  # the rows alone: no picture is drawn
    return StopAt(
        asks=shown.asks,
        rows=tuple((row.label, at.address + row.href) for row in (*shown.rows, *shown.always)),
        instead=at.address_of("instead"),
        same=at.entered,
    )


def _consequences(library: Library, game: Game, found: Amended, changes: Sequence[ChangeBody]) -> Consequences:
    ruleset, called, stop = library.ruleset(game), names(game), found.stopped
    boards = [library.board(game, found.base), *(decided.play.board for decided in found.decided)]
    now = [
        with_names(ruleset.sentence(board, decided.play.effects), called)
        for board, decided in zip(boards, found.decided, strict=False)
    ]
    kept = dict(found.places)
    new = [text for at, text in enumerate(now) if at not in kept.values()]
    left = tuple(Sentences(version, _was(library, game, version), "") for version in found.left)
    dropped = {change.version for change in changes if change.drop}
    return Consequences(
        game=game,
        title=library.title(game),
        put=tuple(new),
        kept=found.kept,
        of=found.kept + len(set(found.left) - dropped),
        changed=tuple(
            Sentences(version, _was(library, game, version), now[kept[version]])
            for version in found.changed
            if version in kept
        ),
        left=left,
        stopped=_was(library, game, stop.version) if stop else "",
        why=_why(game.id, stop.error) if stop else None,
        at=stop.version if stop else 0,
        changes=msgspec.json.encode(AmendBody(list(changes))).decode(),
    )


@contextmanager
def _as_its_error() -> Iterator[None]:
    """Raise the error of a change itself: a page needs no pointer into a body."""
    try:
        yield
    except ChangeRefused as refused:
        raise refused.error from None


def _was(library: Library, game: Game, version: Version) -> str:
    return library.step(game, version, "table").text


def _why(id: UUID, error: KitError) -> Fault:
    if isinstance(error, Refused | UnknownAction):
        return fault_of(id, error)
    if isinstance(error, LeftoverOutcomes):
        return Fault("More rolls or draws were entered than are needed now.")
    return Fault("A different roll or draw is needed now.")


# --- forms


def _chosen(given: Mapping[str, str]) -> ChosenForm:
    try:
        return msgspec.convert(given, ChosenForm, strict=False)
    except msgspec.ValidationError:
        raise unknown_form() from None


def _plain(text: str) -> list[ChangeBody]:
    try:
        return msgspec.json.decode(text, type=AmendBody).changes
    except (msgspec.MsgspecError, RecursionError):
        raise unknown_form() from None


def _carrying(changes: Sequence[ChangeBody]) -> str:
    """Changes as an address carries them."""
    return urlsafe_b64encode(compress(msgspec.json.encode(AmendBody(list(changes))), 9)).decode().rstrip("=")


def _carried(text: str) -> list[ChangeBody]:
    """What an address carries. Raises UnknownAddress."""
    try:
        packed = urlsafe_b64decode(text[:LONGEST] + "=" * (-len(text) % 4))
        return msgspec.json.decode(decompressobj().decompress(packed, MOST), type=AmendBody).changes
    except (ValueError, ZipError, msgspec.MsgspecError, RecursionError):
        raise UnknownAddress("This address is not valid.") from None


def _object(text: str) -> dict[str, Any]:
    try:
        return msgspec.json.decode(text, type=dict[str, Any])
    except (msgspec.MsgspecError, RecursionError):
        raise unknown_form() from None
