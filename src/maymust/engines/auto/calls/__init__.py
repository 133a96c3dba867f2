"""Programs whose calls stay calls: whether to keep them, how they run, what is proved of their procedures."""
