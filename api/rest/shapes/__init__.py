"""The bodies and answers of the interface, one module for each resource. Fields may be added, but not renamed."""

from api.rest.shapes.actions import *
from api.rest.shapes.boards import *
from api.rest.shapes.games import *
from api.rest.shapes.notes import *
from api.rest.shapes.operations import *
from api.rest.shapes.players import *
from api.rest.shapes.plays import *
from api.rest.shapes.problems import *
from api.rest.shapes.replays import *
from api.rest.shapes.rulesets import *
from api.rest.shapes.statistics import *
from api.rest.shapes.undo_requests import *
from api.rest.shapes.values import *
