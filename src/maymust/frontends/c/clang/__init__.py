"""Has clang parse a text, and asks it what it knows.

`parse` is the door; `dialects`, `prelude` and `pragmas` see to what clang does not know by itself, `weaving`
to texts with rules woven into them. `api`, `types` and `text` are what a `Unit` can be asked.
"""
