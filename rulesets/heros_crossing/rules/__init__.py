"""The rules, one file for each topic of the rulebook."""
