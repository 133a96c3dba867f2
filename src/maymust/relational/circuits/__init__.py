"""Boolean circuits, matrices and integers of them, and their clauses."""
