"""The picture of a sheet as a person would write it: a column for each seat, a row for each thing that is scored.

Rounds that are over are a row each. With more seats than fit side by side, the sheet has several bands of columns.
`board.svg.jinja` draws it.
"""

from rulesets.scoresheet.picture.table import picture

__all__ = ["picture"]
