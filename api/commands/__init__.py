"""The commands of `tabletale`, one module for each."""
