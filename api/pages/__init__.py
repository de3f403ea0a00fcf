"""The web pages: Jinja templates and small scripts, in Flask routes on one blueprint.

Read `base` first (the blueprint, assets, header), then `record_routes` with `record_page`, and `replay_routes` with
`replay_page`: routes read an address or a form, and a page module makes the struct that a template shows. `view` and
`selection` are the addresses of these two pages; `context` gives the service and the current form. Every page works
without scripts.
"""

from api.pages import adjustments as adjustments
from api.pages import compare as compare
from api.pages import corrections as corrections
from api.pages import dice as dice
from api.pages import early_end as early_end
from api.pages import game_list_routes as game_list_routes
from api.pages import import_plays as import_plays
from api.pages import new_game as new_game
from api.pages import notes as notes
from api.pages import only_result as only_result
from api.pages import player_routes as player_routes
from api.pages import questions as questions
from api.pages import record_routes as record_routes
from api.pages import reference as reference
from api.pages import replay_routes as replay_routes
from api.pages import round_page as round_page
from api.pages import rulesets as rulesets
from api.pages import sheet as sheet
from api.pages import undo_requests as undo_requests
from api.pages import what_if as what_if
from api.pages.base import blueprint
from api.pages.problems import problem_page

__all__ = ["blueprint", "problem_page"]
