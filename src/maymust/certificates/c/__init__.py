"""Evidence that knows C: all else in `certificates` knows the IR only.

emitted_test    a failing run as a C program (count, directives, events, feed, memory, text: its parts)
native          compiles it and runs it (sanitizer_reports, showing, faults: what is to be seen then)
clauses/        the judge of contracts, in full width
"""
