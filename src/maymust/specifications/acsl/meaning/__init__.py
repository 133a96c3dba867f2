"""What clauses mean in FIR: `translation` is the door. It knows no engine, only what a `Vocabulary` says."""
