"""The may-must engine: SYNERGY and DASH. `loop` opens with the map from the papers to the code."""
