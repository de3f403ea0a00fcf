"""What older versions of a ruleset stored becomes today's JSON."""

from __future__ import annotations

import pytest
from msgspec import MsgspecError, json

from rulesets.kit.errors import BadRuleset, UpcastFailed
from rulesets.kit.upcasting import Json, Upcaster, Upcasters


def rename(old: Json) -> Json:
    return {**{name: value for name, value in old.items() if name != "card"}, "hero": old["card"]}


def split(old: Json) -> list[Json]:
    return [{"type": "Paid", "gold": old["gold"]}, {"type": "Hired", "hero": old["hero"]}]


UPCASTERS = Upcasters(
    "rulesets.example",
    4,
    [
        Upcaster(4, "Hired", split),
        Upcaster(2, "Hired", rename),
        Upcaster(3, "Counted", lambda old: ()),
        Upcaster(3, "Fired", lambda old: {**old, "type": "Dismissed"}),
    ],
)


def test_effects_pass_each_later_version_in_turn() -> None:
    """In the order of versions, however they are listed; an effect may become several, and none."""
    hired, fired = {"type": "Hired", "card": "knight", "gold": 3}, {"type": "Fired", "hero": "monk"}
    stored: list[Json] = [hired, {"type": "Counted", "n": 1}, fired, {"type": "Moved", "to": 2}]
    today = [
        {"type": "Paid", "gold": 3},
        {"type": "Hired", "hero": "knight"},
        {"type": "Dismissed", "hero": "monk"},
        {"type": "Moved", "to": 2},
    ]
    assert UPCASTERS.effects(json.encode(stored), 1) == today
    assert hired == {"type": "Hired", "card": "knight", "gold": 3}


def test_a_newer_event_passes_the_later_versions_alone() -> None:
    """Broken by beginning with the version of the event itself."""
    stored: list[Json] = [{"type": "Hired", "hero": "knight", "gold": 3}, {"type": "Fired", "hero": "monk"}]
    assert UPCASTERS.effects(json.encode(stored), 3) == [*split(stored[0]), stored[1]]
    assert UPCASTERS.effects(json.encode(stored), 4) == stored


def test_only_what_is_older_than_the_newest_change_needs_it() -> None:
    assert [UPCASTERS.needed(version) for version in (1, 3, 4)] == [True, True, False]
    assert not Upcasters("rulesets.example", 4, []).needed(1)


def test_an_action_stays_one_action() -> None:
    """Broken by keeping the first of several."""
    assert UPCASTERS.action(b'{"type": "Fired", "hero": "monk"}', 2) == {"type": "Dismissed", "hero": "monk"}
    for stored, count in (({"type": "Hired", "hero": "knight", "gold": 3}, 2), ({"type": "Counted"}, 0)):
        with pytest.raises(
            UpcastFailed, match=f"of {stored['type']} with version . .*an action became {count} actions"
        ):
            UPCASTERS.action(json.encode(stored), 2)


@pytest.mark.parametrize("versions", [(2, 2), (1,), (5,)], ids=["twice", "first", "later"])
def test_an_upcaster_that_could_not_be_asked_is_refused(versions: tuple[int, ...]) -> None:
    with pytest.raises(BadRuleset, match="upcaster"):
        Upcasters("rulesets.example", 4, [Upcaster(version, "Hired", rename) for version in versions])


@pytest.mark.parametrize("text", [b"[1]", b"{}", b"[", b'[{"type": "Hired"}]'])
def test_what_no_version_stored_is_an_error_of_the_json(text: bytes) -> None:
    """Also where an upcaster stumbles over it, so that all who read a log know it as one."""
    with pytest.raises(MsgspecError):
        UPCASTERS.effects(text, 1)


@pytest.mark.parametrize("stored", [{}, {"type": []}])
def test_what_has_no_type_is_left_to_todays_types(stored: Json) -> None:
    """They refuse it. Broken by looking for an upcaster of it."""
    assert UPCASTERS.effects(json.encode([stored]), 1) == [stored]


def test_a_failing_upcaster_tells_no_value() -> None:
    """A stored event may hold a hidden card."""

    def name_it(old: Json) -> Json:
        raise ValueError(old["card"])

    failing = Upcasters("rulesets.example", 2, [Upcaster(2, "Hired", name_it)])
    with pytest.raises(UpcastFailed, match=r"Hired with version 2 .* \(ValueError\)") as failed:
        failing.effects(b'[{"type": "Hired", "card": "knight"}]', 1)
    assert "knight" not in str(failed.value)
    with pytest.raises(UpcastFailed, match="TypeError"):
        Upcasters("rulesets.example", 2, [Upcaster(2, "Hired", lambda old: None)]).effects(  # type: ignore[arg-type,return-value]
            b'[{"type": "Hired"}]', 1
        )
