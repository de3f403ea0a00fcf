"""A client of the service whose answers have types."""

from __future__ import annotations

from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse


class Answer(TestResponse):
    """What the service said."""

    @property
    def json(self) -> dict[str, Any]:
        """Its body: where the service answers in JSON, it is always an object."""
        body = self.get_json()
        assert isinstance(body, dict), self.data
        return body


class Client(FlaskClient):
    """Asks the service without a network; it sends the cookies of a request's headers, and keeps none."""

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
