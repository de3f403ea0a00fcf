"""Values for the parameters of statistics: good ones, plausible ones, and junk."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from analytics import catalogue

PARAMETERS = {listed.name: listed.parameters["properties"] for listed in catalogue()}
JUNK = (
    *("", " ", "0", "-1", "1e308", "-1e308", "NaN", "Infinity", "9223372036854775808", str(2**64), "9" * 400, "1.5"),
    *("0000-01-01", "0001-01-01", "9999-12-31", "10000-01-01", "2026-02-30", "2026-06-01T23:30:00-11:00", "2026-06"),
    *(
        "true",
        "null",
        "[]",
        "{}",
        "x" * 200,
        "x" * 10_000,
        "caf\u00e9",
        "cafe\u0301",
        "\u202e",
        "\x00",
        "\x01",
        "\x7f\x85",
        "\ufffe",
        "\ud800",
        "a|b",
        "*",
        "%",
        "(",
        "\\",
    ),
    *("caf\u00e9", "cafe\u0301", "\u202e"),
    *("value>=1", "value>=99999999999", "card=*", "card=lucky:1|x", "card.level>=2", "kind", "=", "seat=-1", "x=1"),
    *("Dig", "Dig Sell", "Nothing", "points", "lucky:7", "colour=red", "colour", "a b c", "club", "end", "65536"),
)
PLAUSIBLE: dict[str, tuple[object, ...]] = {
    "ruleset": ("toy", "team"),
    "min_n": (1, 2, 10, 1_000_000),
    "seats": (1, 2, 4, 99),
    "type": ("Dig", "Scored Thrown", "Nothing"),
    "where": ("value>=2", "die_face=6 chance=no", "actor=other", "card.level=2"),
    "meeting": ("value>=2", "value>=99"),
    "of": ("points", "rounds", "colour", "lucky"),
    "what": ("points", "rounds"),
    "at": ("1", "3", "end"),
    "tag": ("club", "caf\u00e9", "cafe\u0301"),
    "option": ("level=2",),
    "faction": ("colour=red",),
    "since": ("0001-01-01", "2026-06-02"),
    "until": ("2026-06-02", "9999-12-31"),
}


def values(name: str, schema: dict[str, Any]) -> st.SearchStrategy[object]:
    """Values for a parameter: mostly good ones, and some that are refused."""
    kinds = [kind for kind in schema.get("anyOf", [schema]) if kind.get("type") != "null"]
    bounds = [kind[bound] for kind in kinds for bound in ("minimum", "maximum") if bound in kind]
    good = [*(value for kind in kinds for value in kind.get("enum", ())), *PLAUSIBLE.get(name, ()), *bounds]
    around = [bound + step for bound in bounds for step in (-1, 1)]
    known = st.sampled_from(good) if good else st.nothing()
    junk = st.sampled_from((*JUNK, *around)) | st.text(max_size=8) | st.floats() | st.integers()
    return known | known | known | junk if good else junk


@st.composite
def questions(draw: st.DrawFn, job: str) -> dict[str, object]:
    """Parameters of a statistic; few are set at once, so that many of them are accepted."""
    of_job = PARAMETERS[job]
    names = draw(st.sets(st.sampled_from(sorted(of_job.keys() - {"ruleset"})), max_size=4))
    asked = {name: draw(values(name, of_job[name])) for name in sorted(names)}
    known = {"ruleset": draw(st.sampled_from(("toy", "toy", "team"))), "min_n": 1}
    return known | asked | (draw(st.dictionaries(st.text(max_size=4), st.text(max_size=4), max_size=1)))
