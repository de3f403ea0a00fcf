"""Answers of the web server itself, to requests that never reach the app."""

from __future__ import annotations

from typing import TYPE_CHECKING

from werkzeug.http import http_date

from api.errors import InternalError
from api.pages import problem_page
from api.rest.guard import harden
from api.rest.problems import answer

if TYPE_CHECKING:
    from flask import Flask, Response

    from api.errors import Problem


def refusal(app: Flask, problem: Problem, accept: str) -> bytes:
    """The answer to a request that is refused: a page for a browser, which names HTML in `Accept`."""
    with app.test_request_context("/v1", headers={"Accept": accept}):
        return _written(problem_page(problem) or answer(problem))


def failure() -> bytes:
    """The answer after an error that not even the app caught."""
    return _written(answer(InternalError()))


def _written(response: Response) -> bytes:
    """The last answer on a connection, with the headers that every answer has."""
    harden(response)
    body = response.get_data()
    response.headers["Content-Length"] = str(len(body))
    response.headers["Date"] = http_date()
    response.headers["Connection"] = "close"
    head = "".join(f"{name}: {value}\r\n" for name, value in response.headers)
    return f"HTTP/1.1 {response.status}\r\n{head}\r\n".encode("latin-1") + body
