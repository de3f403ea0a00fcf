"""The rules, topic by topic; each action and automatic step lives with its topic."""
