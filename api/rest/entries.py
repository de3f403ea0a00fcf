"""Actions and corrections from bodies and forms, as the recorder takes them."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from api.recording.amend import Change, ChangeRefused
from api.recording.decide import Entry
from api.rest.shapes import microseconds_of
from api.rest.web import invalid
from rulesets.kit.errors import UnknownAction

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime

    from api.rest.shapes import ActionBody, ChangeBody
    from rulesets.kit.ruleset import Ruleset


def microseconds(time: datetime | None, pointer: str = "/occurred_at") -> int | None:
    """A time of a body, in microseconds UTC."""
    try:
        return None if time is None else microseconds_of(time)
    except OverflowError:
        raise invalid("a time in the years 1 to 9999 of UTC", pointer) from None


def entry_of(ruleset: Ruleset[Any], body: ActionBody, pointer: str = "") -> Entry:
    """An action with its outcomes; `pointer` leads to it. Raises UnknownAction."""
    return Entry(
        seat=body.seat,
        action=ruleset.read_action(body.action),
        outcomes=body.outcomes,
        occurred_at=microseconds(body.occurred_at, f"{pointer}/occurred_at"),
    )


def changes_of(ruleset: Ruleset[Any], bodies: Sequence[ChangeBody]) -> list[Change]:
    """The corrections of a body. Raises ChangeRefused if the ruleset does not know an action."""
    return [_change_of(ruleset, body, f"/changes/{index}") for index, body in enumerate(bodies)]


def _change_of(ruleset: Ruleset[Any], body: ChangeBody, pointer: str) -> Change:
    before = []
    for place, entry in enumerate(body.before):
        with _pointing(f"{pointer}/before/{place}/action"):
            before.append(entry_of(ruleset, entry, f"{pointer}/before/{place}"))
    with _pointing(f"{pointer}/action"):
        action = None if body.action is None else ruleset.read_action(body.action)
    return Change(
        version=body.version,
        before=before,
        seat=body.seat,
        action=action,
        outcomes=body.outcomes,
        occurred_at=microseconds(body.occurred_at, f"{pointer}/occurred_at"),
        drop=body.drop,
    )


@contextmanager
def _pointing(pointer: str) -> Iterator[None]:
    try:
        yield
    except UnknownAction as error:
        raise ChangeRefused(error, pointer) from None
