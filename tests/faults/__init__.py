"""The log under faults: calls of the system that fail, power that is cut, processes that are killed, bits that flip.

`make long SUITE=faults` runs the long form. What is tried, and what came out, is in docs/faults.md.
"""
