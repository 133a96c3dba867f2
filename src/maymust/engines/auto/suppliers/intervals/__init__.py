"""Bounds by abstract interpretation: the domain, its operators, guards, and the supplier."""
