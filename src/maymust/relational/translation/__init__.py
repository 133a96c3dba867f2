"""From formulas and bounds to circuits."""
