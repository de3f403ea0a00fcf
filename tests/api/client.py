"""A test client of the service with typed answers."""

from __future__ import annotations

from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse


class Answer(TestResponse):
    """An answer of the service."""

    @property
    def json(self) -> dict[str, Any]:
        """Its body, as an object: JSON answers of the service are always objects."""
        body = self.get_json()
        assert isinstance(body, dict), self.data
        return body


class Client(FlaskClient):
    """Sends requests without a network. It sends the cookies in a request's headers, and keeps none."""

    def __init__(self, application: Flask) -> None:
        super().__init__(application, Answer, use_cookies=False)

    def open(self, *args: Any, **kwargs: Any) -> Answer:
        answer = super().open(*args, **kwargs)
        assert isinstance(answer, Answer)
        return answer

    def get(self, *args: Any, **kwargs: Any) -> Answer:
        return self.open(*args, method="GET", **kwargs)

    def post(self, *args: Any, **kwargs: Any) -> Answer:
        return self.open(*args, method="POST", **kwargs)

    def patch(self, *args: Any, **kwargs: Any) -> Answer:
        return self.open(*args, method="PATCH", **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> Answer:
        return self.open(*args, method="DELETE", **kwargs)
