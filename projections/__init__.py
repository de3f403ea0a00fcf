"""What is computed from the log: boards at any version, as each viewer may see them, lines, timelines."""

from projections.addresses import GRAMMAR
from projections.boards import board_hash, read_start
from projections.errors import BadAddress, BadViewer, ProjectionError, RulesetMissing, TableCovered
from projections.library import Library
from projections.outline import Moment
from projections.steps import Step
from projections.timeline import Timeline, timeline
from projections.tree import Tree
from projections.views import is_open, names, parse_viewer, seen, seen_action, status_of, viewer_of, with_names

__all__ = [
    "GRAMMAR",
    "BadAddress",
    "BadViewer",
    "Library",
    "Moment",
    "ProjectionError",
    "RulesetMissing",
    "Step",
    "TableCovered",
    "Timeline",
    "Tree",
    "board_hash",
    "is_open",
    "names",
    "parse_viewer",
    "read_start",
    "seen",
    "seen_action",
    "status_of",
    "timeline",
    "viewer_of",
    "with_names",
]
