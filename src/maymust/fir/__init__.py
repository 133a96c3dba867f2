"""FIR, the Forge Intermediate Representation (Forge thesis, chapter 2): relational programs.

    tree         expressions, statements, procedures, programs; `operators` has the table of operators
    parsing      text to a program (`grammar`, `building`); `printing` back to text
    checking     types (`types`, `type_check`), calls, and that variables are set before they are read
    graph        procedures as control-flow graphs; `graph_text` shows one
    unrolling, inlining
                 graphs without loops, without calls; every statement knows what it stems from
    execution    concrete execution (`values`, `evaluation`), with all choices given: replay

`read` is the way in.
"""

from maymust.diagnostics import Diagnostic
from maymust.fir.tree import Program


def read(text: str, file: str = "") -> tuple[Program, list[Diagnostic]]:
    """The checked program of this text, and warnings; an `InputError` if it is none."""
    from maymust.fir.parsing import parse
    from maymust.fir.validate import check

    program = parse(text, file)
    return program, check(program)
