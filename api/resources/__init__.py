"""The endpoints of the REST interface, one module for each resource."""
