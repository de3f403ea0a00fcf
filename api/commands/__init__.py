"""The commands of `tabletale`, one module each."""
