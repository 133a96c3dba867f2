"""The command line: arguments, wiring, exit codes. The only room that prints or touches files."""

import gc

# What is imported stays, as does most of what a check makes: the collector need not look at it so often.
gc.set_threshold(20_000)
