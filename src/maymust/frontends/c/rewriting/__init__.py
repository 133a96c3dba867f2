"""Rewrites of trees: each makes another tree that means the same (`pipeline` lists them)."""
