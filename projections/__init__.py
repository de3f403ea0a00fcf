"""What is computed from the log: boards at any version, as each viewer may see them, lines, timelines."""

from projections.addresses import GRAMMAR
from projections.boards import board_hash, read_start
from projections.errors import BadAddress, BadViewer, ProjectionError, RulesetMissing
from projections.library import Library, Step
from projections.outline import Moment
from projections.timeline import Timeline, timeline
from projections.tree import Tree
from projections.views import names, parse_viewer, seen, with_names

__all__ = [
    "GRAMMAR",
    "BadAddress",
    "BadViewer",
    "Library",
    "Moment",
    "ProjectionError",
    "RulesetMissing",
    "Step",
    "Timeline",
    "Tree",
    "board_hash",
    "names",
    "parse_viewer",
    "read_start",
    "seen",
    "timeline",
    "with_names",
]
