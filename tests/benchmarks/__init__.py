"""The program's speed, compared with similar programs: `make bench`, or `make bench ONLY=rules.decide`."""
