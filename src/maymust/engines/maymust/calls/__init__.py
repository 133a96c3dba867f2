"""Calls that callees are asked about (SMASH): queries, the frontiers that pose them, summaries of answers."""
