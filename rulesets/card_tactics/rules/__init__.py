"""The rulebook, topic by topic: each action and each automatic step lives with its topic."""
