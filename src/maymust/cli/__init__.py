"""The command line: arguments, wiring, exit codes. The only room that prints or touches files."""

import atexit
import gc

# What is imported stays, as does most of what a check makes: there is little garbage to look for, and at
# the end none that matters.
gc.set_threshold(100_000)
atexit.register(gc.freeze)
