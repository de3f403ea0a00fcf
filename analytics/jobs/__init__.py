"""The statistics, one module each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analytics.jobs import (
    action_mix,
    amounts,
    first_time,
    follow_ups,
    lasting,
    opening_tree,
    win_rate_by_seat,
)

if TYPE_CHECKING:
    from analytics.job import AnyJob

JOBS: dict[str, AnyJob] = {
    module.JOB.name: module.JOB
    for module in (
        win_rate_by_seat,
        opening_tree,
        action_mix,
        amounts,
        first_time,
        follow_ups,
        lasting,
    )
}
"""All statistics."""
