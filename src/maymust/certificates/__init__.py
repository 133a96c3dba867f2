"""Evidence and its independent check: nothing here shares code with an engine or a pass."""
