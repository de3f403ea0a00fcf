"""The web pages: lists, players, rulebooks and statistics, the reference and the replay page.

Small modules liven up what is rendered here.
"""

from api.pages import adjusting as adjusting
from api.pages import amending as amending
from api.pages import beginning as beginning
from api.pages import comparing as comparing
from api.pages import consenting as consenting
from api.pages import dice as dice
from api.pages import ending as ending
from api.pages import lists as lists
from api.pages import noting as noting
from api.pages import people as people
from api.pages import questions as questions
from api.pages import recording as recording
from api.pages import reference as reference
from api.pages import replaying as replaying  # its addresses are the blueprint's too
from api.pages import rulesets as rulesets
from api.pages import trying as trying
from api.pages.problems import problem_page
from api.pages.views import blueprint

__all__ = ["blueprint", "problem_page"]
