"""Generates pages of docs/ from the code: `python -m api.docs docs` writes them.

A test compares them with the files, so they are never out of date.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec
from flask import Flask

from analytics import JOBS, Params, catalogue
from analytics.columns import ABOUT, TABLES, Columns
from analytics.lake_columns import ABOUT as ABOUT_LAKE
from analytics.lake_columns import TABLES as LAKE_TABLES
from analytics.params import schema
from api import cli, errors
from api.app import ENDPOINTS
from api.pages import blueprint
from api.plays.play import MOST_PLAYS
from api.plays.reading import MOST_BYTES
from api.recording.game_file import FORMAT, FORMAT_VERSION, Header, Line
from api.rest.body_limits import MAX_BODY, MAX_UPLOAD
from api.service import installed
from api.serving import limits
from api.settings import PREFIX, Settings
from rulesets.kit.text import LINE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from analytics import Description
    from api.errors import Problem
    from rulesets.kit.ruleset import Ruleset

LINE_PATTERN = ("pattern", LINE)
BEGIN = "<!-- generated from the code; do not edit between here -->"
END = "<!-- and here -->"


def settings_page() -> str:
    """docs/settings.md."""
    rows = [(f"`{PREFIX}{name.upper()}`", default, words) for name, default, words in _settings()]
    return (
        "# Settings\n\nThe service and every command read these variables. An option of a "
        "command overrides them.\n\n"
        + _table(("variable", "default", "meaning"), rows)
        + "\n## How large, and how fast\n\nA request gets a thread when all of it has arrived. One that is too large "
        "or too slow is answered with a [problem](problems.md), and nothing of it is stored. A connection that sends "
        "nothing is closed without an answer.\n\n" + _table(("part of a request", "limit", "problem"), _limits())
    )


def problems_page() -> str:
    """docs/problems.md."""
    return (
        "# Problems\n\nThe errors that the service answers with, as `application/problem+json` "
        "(RFC 9457). The `type` of an answer is the address of a page of the service, `/problems/{slug}`. `title` says "
        "what happened, `detail` tells the case, and `next_step` says what to do. Detail and next step below are the "
        "usual ones; an answer has its own where it can be more exact.\n\n"
        "```text\n" + _tree() + "```\n\n" + "\n".join(_problem(kind) for kind in errors.kinds())
    )


def game_file_schema() -> str:
    """docs/game-file.schema.json: what each line of an exported file may be, as JSON Schema."""
    (header, line), parts = msgspec.json.schema_components((Header, Line), ref_template="#/$defs/{name}")
    page = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A line of an exported file",
        "description": f"A game is a header ({FORMAT}, version {FORMAT_VERSION}) and then its events; see transfer.md.",
        "oneOf": [header, line],
        "$defs": parts,
    }
    return json.dumps(_with_readable_patterns(page), indent=1, sort_keys=True) + "\n"


def _with_readable_patterns(part: Any) -> Any:
    """A schema without the pattern of a line of text, which lists half of Unicode."""
    if isinstance(part, dict):
        readable = {name: _with_readable_patterns(each) for name, each in part.items() if (name, each) != LINE_PATTERN}
        return readable | ({"description": "Text on one line."} if len(readable) < len(part) else {})
    return [_with_readable_patterns(each) for each in part] if isinstance(part, list) else part


def data_dictionary_page() -> str:
    """docs/data-dictionary.md."""
    return (
        "# Data dictionary\n\nThe tables that `tabletale export` writes with `--format parquet`, `csv` or "
        "`jsonl-flat`, with the same columns in each format. "
        "[Games as files](transfer.md#tables-for-notebooks-and-spreadsheets) tells how to get and read them. The types "
        "are those of Polars and Parquet; CSV and JSON Lines hold times as ISO 8601 in UTC. A cell is empty (`null`) "
        "where a column says nothing of its row. **Free text** is what a person typed.\n\n"
        + "\n".join(f"## {name}\n\n{ABOUT[name]}\n\n{_columns(columns)}" for name, columns in TABLES.items())
    )


def _columns(columns: Columns) -> str:
    rows = [
        (
            f"`{name}`",
            str(column.type.base_type()),
            column.unit,
            f"**Free text.** {column.meaning}" if column.entered else column.meaning,
        )
        for name, column in columns.items()
    ]
    return _table(("column", "type", "unit", "meaning"), rows)


def lake_page(page: str) -> str:
    """docs/lake.md with new tables of columns; the rest of it is written by hand."""
    tables = (f"### {name}\n\n{ABOUT_LAKE[name]}\n\n{_columns(columns)}" for name, columns in LAKE_TABLES.items())
    return _with_generated(page, "\n".join(tables))


def _with_generated(page: str, text: str) -> str:
    """A page with another text between its marks."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n\n{text}\n{END}{after}"


def commands_page() -> str:
    """docs/commands.md."""
    root = click.Context(cli.tabletale, info_name="tabletale", terminal_width=100, **cli.tabletale.context_settings)
    helps = [("tabletale", cli.tabletale.get_help(root))]
    for name in cli.COMMANDS:
        command = cli.tabletale.get_command(root, name)
        assert command
        context = click.Context(command, info_name=name, parent=root, terminal_width=100)
        helps.append((f"tabletale {name}", command.get_help(context)))
        for part in command.commands.values() if isinstance(command, click.Group) else ():
            inner = click.Context(part, info_name=part.name, parent=context, terminal_width=100)
            helps.append((f"tabletale {name} {part.name}", part.get_help(inner)))
    return (
        "# Commands\n\nIn a clone the command is `.venv/bin/tabletale`, after `make setup`. In an environment where "
        "the wheel is installed, it is `tabletale`.\n\n"
        + "\n".join(f"## `{name}`\n\n```text\n{text}\n```\n" for name, text in helps)
    )


def addresses() -> str:
    """The tables in docs/api.md: the endpoints for programs, and the pages for people."""
    endpoints = [(f"`{each.method}`", f"`{each.address}`", each.summary) for each in ENDPOINTS]
    pages = [(f"`{method}`", f"`{address}`", summary) for method, address, summary in _pages()]
    head = ("", "address", "")
    return f"{_table(head, endpoints)}\nAnd the pages, for a browser:\n\n{_table(head, pages)}"


def api_page(page: str) -> str:
    """docs/api.md with new tables; the rest of it is written by hand."""
    return _with_generated(page, addresses())


def statistics() -> str:
    """What docs/statistics.md lists: the statistics, and the questions of each ruleset."""
    jobs = [_statistic(job) for job in catalogue()]
    common = _parameters(Params)
    questions = [_questions(ruleset) for ruleset in installed().rulesets.values() if ruleset.questions]
    return (
        "## Filters\n\nEvery statistic takes these parameters; only `ruleset` is required.\n\n"
        f"{_table(('parameter', 'meaning'), common)}\n## The statistics\n\n"
        + "\n".join(jobs)
        + "\n## Questions about a game\n\nEach question is one of these statistics with parameters. Ask it by its name "
        "in the same way.\n\n" + "\n".join(questions)
    )


def _statistic(job: Description) -> str:
    method = [
        *(("sample unit", job.sample_unit), ("95 % interval", job.interval), ("test", job.test)),
        *(("independence", job.independence), ("limitations", job.limitations)),
    ]
    rows = [(name, words) for name, words in method if words]
    own = [row for row in _parameters(JOBS[job.name].params) if row not in _parameters(Params)]
    parameters = f"\n{_table(('parameter', 'meaning'), own)}" if own else ""
    return f"### {job.title}: `{job.name}`\n\n{job.about}\n\n{job.definition}\n\n{_table(('', ''), rows)}{parameters}"


def _parameters(kind: type[Params]) -> list[tuple[str, str]]:
    properties = schema(kind)["properties"]
    return [(f"`{name}`", _one_line(about["description"], about.get("default"))) for name, about in properties.items()]


def _one_line(words: str, default: object) -> str:
    text = str(default).lower() if isinstance(default, bool) else default
    shown = "" if default is None else f" Default: `{text}`."
    return words.replace("|", "\\|") + shown


def _questions(ruleset: Ruleset[Any]) -> str:
    rows = [(f"`{each.name}`", each.title, each.asks, f"`{each.job}`") for each in ruleset.questions]
    return f"### {ruleset.title}\n\n{_table(('name', 'title', 'question', 'statistic'), rows)}"


def statistics_page(page: str) -> str:
    """docs/statistics.md with new lists; the rest of it is written by hand."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n\n{statistics()}\n{END}{after}"


def write(folder: Path) -> None:
    """Write all of them."""
    (folder / "settings.md").write_text(settings_page(), encoding="utf-8")
    (folder / "problems.md").write_text(problems_page(), encoding="utf-8")
    (folder / "commands.md").write_text(commands_page(), encoding="utf-8")
    (folder / "data-dictionary.md").write_text(data_dictionary_page(), encoding="utf-8")
    (folder / "game-file.schema.json").write_text(game_file_schema(), encoding="utf-8")
    guide = folder / "api.md"
    guide.write_text(api_page(guide.read_text(encoding="utf-8")), encoding="utf-8")
    lake = folder / "lake.md"
    lake.write_text(lake_page(lake.read_text(encoding="utf-8")), encoding="utf-8")
    page = folder / "statistics.md"
    page.write_text(statistics_page(page.read_text(encoding="utf-8")), encoding="utf-8")


def _pages() -> Iterator[tuple[str, str, str]]:
    """Method, address and summary of each page."""
    app = Flask(__name__, static_folder=None)
    app.register_blueprint(blueprint)
    for rule in app.url_map.iter_rules():
        summary = (app.view_functions[rule.endpoint].__doc__ or "").split("\n")[0].rstrip(".")
        for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
            yield method, re.sub(r"<(\w+)>", r"{\1}", rule.rule), summary


def _settings() -> Iterable[tuple[str, str, str]]:
    schema = msgspec.json.schema_components([Settings])[1]["Settings"]["properties"]
    for field in msgspec.structs.fields(Settings):
        default = "in the user's data folder" if field.required else _code(field.default)
        yield field.name, default, schema[field.name]["description"]


def _code(default: object) -> str:
    """A default as somebody would write it into the variable."""
    return "none" if default == "" else f"`{str(default).lower()}`"


def _limits() -> Iterable[tuple[str, str, str]]:
    head, framing, body = limits.HEAD_BYTES >> 10, limits.FRAMING_BYTES >> 10, MAX_BODY >> 10
    free, most, rate = limits.FREE_SECONDS, limits.BODY_SECONDS, limits.BODY_BYTES_PER_SECOND
    yield "first line", f"{limits.REQUEST_LINE_BYTES} bytes", "`address-too-long`"
    each = f"{limits.HEADERS} lines of {limits.HEADER_BYTES} bytes"
    yield "headers", f"{each}, {head} KiB with the first line", "`headers-too-large`"
    yield "body", f"{body} KiB; {framing} KiB more for the sizes of chunks", "`body-too-large`"
    yield "time for the headers", f"{limits.HEAD_SECONDS:.0f} seconds", "`request-timeout`"
    earned = f"one more for every {rate} bytes that arrived"
    yield "time for the body", f"{free:.0f} seconds and {earned}; {most:.0f} in all", "`request-timeout`"
    upload = f"{MAX_UPLOAD >> 20} MiB with `Content-Length`, {limits.UPLOADS} at once"
    yield "file of games, `POST /v1/imports`", upload, "`body-too-large`, `overloaded`"
    plays = f"{MOST_BYTES >> 20} MiB and {MOST_PLAYS:,} plays"
    yield "file of plays, `POST /v1/plays` and the page `Import plays`", plays, "`plays-too-large`, `overloaded`"
    earned = f"one more for every {limits.UPLOAD_BYTES_PER_SECOND >> 10} KiB that arrived"
    longest = limits.UPLOAD_SECONDS
    yield "time for a file of games", f"{free:.0f} seconds and {earned}; {longest:.0f} in all", "`request-timeout`"
    yield "connections in the middle of a request", f"{limits.CONNECTIONS}", "`overloaded` for the oldest"


def _tree() -> str:
    """All kinds of problems, drawn below their branches."""
    rows = [("Problem", "", ""), *_below(errors.Problem)]
    width = max(len(name) for name, _, _ in rows)
    return "".join(f"{name:{width}}  {status:3}  {text}".rstrip() + "\n" for name, status, text in rows)


def _below(base: type[Problem], indent: str = "") -> Iterator[tuple[str, str, str]]:
    """Drawn name, status and title (or meaning) of each kind below one."""
    *others, last = base.__subclasses__()
    for kind in (*others, last):
        corner, line = ("└── ", "    ") if kind is last else ("├── ", "│   ")
        yield (
            f"{indent}{corner}{kind.__name__}",
            str(kind.status or ""),
            kind.title or (kind.__doc__ or "").partition(".")[0],
        )
        if kind.__subclasses__():
            yield from _below(kind, indent + line)


def _problem(kind: type[Problem]) -> str:
    status = f"Status {kind.status}." if kind.status else "Shown by the command line."
    detail = "" if kind.usual_detail == f"{kind.title}." else f"{kind.usual_detail} "
    return f"## {kind.slug}\n\n{kind.title}. {status} {detail}{kind.next_step}\n"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


if __name__ == "__main__":
    write(Path(sys.argv[1]))
