"""Concrete execution: a program statement by statement (replay), a transition system step by step (tests)."""
