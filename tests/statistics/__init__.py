"""Whether statistics tell the truth: asked of games whose answer is known beforehand.

`make long SUITE=statistics` asks at length, and prints figures by statistic and ruleset; the tests in this folder
ask the same briefly. Each check goes over `analytics.JOBS`, so a new statistic is checked without a word here.
"""
