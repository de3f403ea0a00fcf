"""The log under faults: failing system calls, power cuts, killed processes, flipped bits.

`make long SUITE=faults` runs the long form. docs/faults.md describes the tests and their results.
"""
