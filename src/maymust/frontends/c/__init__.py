"""Translates C source text to IR, on libclang.

`translate` is the door. Each folder is a phase, and imports only from those below it:

| room | what it does |
|---|---|
| `lowering` | lowers statements, functions and the program; calls the phases in order (`program`) |
| `expressions` | lowers expressions |
| `builtins` | lowers calls of library functions, and of functions without a body |
| `storage` | emits reads and writes of variables and memory |
| `emitting` | emits edges, checks, properties, and what goes on behind gaps |
| `memory` | divides memory into regions; tells which places can be accessed |
| `effects` | finds what evaluations read and write, and what of their order C leaves open |
| `properties` | finds where properties may be violated |
| `points_to` | finds what pointers may point to |
| `rules` | weaves rules into the text, which is then parsed again |
| `reading` | reads clang's tree into ours, and models of the C library |
| `rewriting` | rewrites trees: `pipeline` is the list |
| `library` | knows library functions: the table, formats, models in C, headers |
| `tree` | defines the tree |
| `clang` | has clang parse the text |

What has no exact meaning here becomes an `Unmodelled` edge where it would be evaluated; it is never guessed,
and where no path reaches it, it does no harm.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, get_args

from maymust.frontends.c.kinds import DEFAULT
from maymust.frozen import frozen

if TYPE_CHECKING:
    from maymust.diagnostics import Diagnostic
    from maymust.frontends.c.source import Source
    from maymust.frontends.slic import RuleText
    from maymust.ir.program import Program

DataModel = Literal["LP64", "ILP32"]
DATA_MODELS: tuple[DataModel, ...] = get_args(DataModel)


@frozen
class COptions:
    """How a C file is read.

    `entry` is the function to analyse: by default `main`, or the only one. With `globals_are_inputs`, global
    variables that are not const start with arbitrary values. With `malloc_may_fail`, what allocates may
    return null. With `assume_separate`, memory from outside overlaps nothing that the model keeps apart from
    it (`overlaps`). `defines` are `NAME` or `NAME=VALUE`. `properties` are the kinds of properties that are
    asked for (`kinds`); `rules` are what the program's calls must keep to, besides. Without `copies`, all
    calls of a function call the same one, and share its memory (`clones`). Without `shortcuts`, for tests, no
    check is left out as needless, and what the analysis of pointers claims is checked (docs/SHORTCUTS.md).
    """

    entry: str | None = None
    data_model: DataModel = "LP64"
    globals_are_inputs: bool = False
    include_paths: tuple[str, ...] = ()
    defines: tuple[str, ...] = ()
    malloc_may_fail: bool = False
    assume_separate: bool = False
    properties: frozenset[str] = DEFAULT
    rules: tuple[RuleText, ...] = ()
    copies: bool = True
    shortcuts: bool = True


@frozen
class Translation:
    """A program, what the user should know about it, and the source behind it."""

    program: Program
    warnings: tuple[Diagnostic, ...]
    source: Source


def translate(path: str, text: str | bytes | None, options: COptions) -> Translation:
    """The program in `text`, or in the file `path` if that is None.

    Raises InputError for anything wrong with the input. The program is validated.
    """
    from maymust.frontends.c.clang.deep import run_deep
    from maymust.frontends.c.translation import translate_text

    return run_deep(lambda: translate_text(path, text, options))
