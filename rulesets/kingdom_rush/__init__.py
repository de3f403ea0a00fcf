"""Kingdom Rush: A Rift in Time, one to four defenders against the hordes."""
