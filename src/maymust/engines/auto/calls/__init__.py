"""Programs whose calls stay calls (`passes.join_modules`): how they run, what is proved of procedures."""
