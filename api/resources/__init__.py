"""What the REST interface offers: one file for each resource, each view a declaration."""
