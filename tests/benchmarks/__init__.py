"""What the program's speed is, beside its peers: `make bench`, or `make bench ONLY=rules.decide`."""
