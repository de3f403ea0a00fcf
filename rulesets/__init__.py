"""The rulebooks: one folder each, and `kit`, what every one of them is made of."""
