"""The web pages: the list of games and the replay page, rendered here first and then livened up by small modules."""

from api.pages.views import blueprint

__all__ = ["blueprint"]
