"""The web pages: lists, players, rulebooks and statistics, the reference and the replay page.

Small modules liven up what is rendered here.
"""

from api.pages import beginning as beginning
from api.pages import lists as lists
from api.pages import people as people
from api.pages import questions as questions
from api.pages import recording as recording
from api.pages import reference as reference
from api.pages import replaying as replaying  # its addresses are the blueprint's too
from api.pages import rulesets as rulesets
from api.pages.problems import problem_page
from api.pages.views import blueprint

__all__ = ["blueprint", "problem_page"]
