"""What may be done and what follows from it, one module for each topic of the rulebook."""
