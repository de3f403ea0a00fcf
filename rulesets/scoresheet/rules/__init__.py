"""The topics of the rules, in their order: availability, legality and consequence of each action in one place."""
