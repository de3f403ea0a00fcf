"""The statistics, one module each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.json import Decoder

from analytics.jobs import (
    action_mix,
    amounts,
    card_performance,
    first_time,
    follow_ups,
    game_length,
    head_to_head,
    lasting,
    lead_curves,
    ngrams,
    opening_tree,
    player_profile,
    territory,
    time_per_decision,
    trend,
    undo_and_mistakes,
    win_rate_by_faction,
    win_rate_by_seat,
)

if TYPE_CHECKING:
    from analytics.job import AnyJob

JOBS: dict[str, AnyJob] = {
    module.JOB.name: module.JOB
    for module in (
        win_rate_by_seat,
        win_rate_by_faction,
        opening_tree,
        action_mix,
        ngrams,
        card_performance,
        time_per_decision,
        game_length,
        lead_curves,
        player_profile,
        head_to_head,
        undo_and_mistakes,
        trend,
        territory,
        amounts,
        first_time,
        follow_ups,
        lasting,
    )
}
"""All statistics, in the order in which they are listed."""

for _job in JOBS.values():  # here, by one thread: msgspec must not meet a struct for the first time in two at once
    Decoder(_job.params)
