"""The web pages: lists, players, statistics and the replay page. Small modules liven up what is rendered here."""

from api.pages import lists as lists
from api.pages import people as people
from api.pages import questions as questions
from api.pages import replaying as replaying  # its addresses are the blueprint's too
from api.pages.views import blueprint

__all__ = ["blueprint"]
