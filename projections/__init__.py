"""What is computed from the log: boards at any version, as each viewer may see them, lines, timelines and choices.

Nothing here is stored: all of it is folded from the events, and cached. Read `library.py` first: its `Library` gives
access to all of this. It rests on `tree.py` (how events build on each other), `boards.py` (folding) and `views.py` (who
may see what).
"""

from projections.addresses import GRAMMAR
from projections.boards import board_hash, read_start
from projections.choices import Choices, choices, choices_on
from projections.errors import BadAddress, BadViewer, OffLine, ProjectionError, RulesetMissing, TableCovered
from projections.library import Legal, Library
from projections.live import STOPPED, Change, ChangeQueue, Watcher
from projections.marks import LineMarks, line_marks, read_headers
from projections.notes import may_read, notes_for
from projections.outline import Mark, Moment, Outline
from projections.paths import Path, Version
from projections.step_summaries import StepSummary
from projections.steps import Step
from projections.timeline import Entry, Round, Timeline, Turn, timeline
from projections.tree import Branch, Fork, Tree
from projections.views import is_open, names, parse_viewer, seen, seen_action, status_of, viewer_of, with_names

__all__ = [
    "GRAMMAR",
    "STOPPED",
    "BadAddress",
    "BadViewer",
    "Branch",
    "Change",
    "ChangeQueue",
    "Choices",
    "Entry",
    "Fork",
    "Legal",
    "Library",
    "LineMarks",
    "Mark",
    "Moment",
    "OffLine",
    "Outline",
    "Path",
    "ProjectionError",
    "Round",
    "RulesetMissing",
    "Step",
    "StepSummary",
    "TableCovered",
    "Timeline",
    "Tree",
    "Turn",
    "Version",
    "Watcher",
    "board_hash",
    "choices",
    "choices_on",
    "is_open",
    "line_marks",
    "may_read",
    "names",
    "notes_for",
    "parse_viewer",
    "read_headers",
    "read_start",
    "seen",
    "seen_action",
    "status_of",
    "timeline",
    "viewer_of",
    "with_names",
]
